//! Operations of another seed, wired to the values that are there.

use super::uses::taken;
use super::{At, around, is_buffer, keeps_operands, take_some};
use crate::ir::{self, Attribute, Module, Operation, Value};
use crate::path::OperationTrait::{Call, Concurrent, Function, HandsOut, PartOfBuffer, Promise, Return};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Operations that are taken over at once, at most, those of regions not counted.
const MOST: usize = 8;

/// Puts an operation of another seed, with those that it takes values of, in front of an operation. Values that it does not bring are those of the
/// same types in reach.
pub(super) fn splice(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    if !at.site.is_free {
        return false;
    }
    let Some(Ok(other)) = at.material.other.map(ir::module) else { return false };
    let mut makers: HashMap<Value, &Operation> = HashMap::new();
    let mut all = Vec::new();
    other.walk(&mut |operation| {
        all.push(operation);
        makers.extend(operation.results.iter().map(|result| (*result, operation)));
    });
    let roots: Vec<&&Operation> = all.iter().filter(|one| is_movable(one)).collect();
    let Some(root) = roots.choose(random) else { return false };
    let mut chosen: BTreeMap<u32, &Operation> = BTreeMap::from([(root.number, **root)]);
    let mut wired: HashMap<Value, Value> = HashMap::new();
    let mut open = taken(std::slice::from_ref(root));
    while let Some(value) = open.pop() {
        if wired.contains_key(&value) {
            continue;
        }
        let maker = makers.get(&value).filter(|maker| is_movable(maker));
        if maker.is_some_and(|maker| chosen.contains_key(&maker.number)) {
            continue;
        }
        let ty = other.ty(value);
        let fit = at.site.scope.iter().copied().filter(|own| module.ty(*own) == ty && !is_buffer(ty));
        let fit: Vec<Value> = fit.collect();
        let own = fit.choose(random).copied();
        match maker.filter(|_| chosen.len() < MOST && (own.is_none() || random.random())) {
            Some(maker) => {
                chosen.insert(maker.number, maker);
                open.extend(taken(std::slice::from_ref(*maker)));
            }
            None => match own {
                Some(own) => {
                    wired.insert(value, own);
                }
                None => return false,
            },
        }
    }
    // Each value of the other module has another number here.
    let mut known = wired;
    let mut spliced: Vec<Operation> = chosen.into_values().cloned().collect();
    spliced.iter_mut().for_each(|operation| adopt(operation, &other, module, &mut known));
    let Some(last) = spliced.last() else { return false };
    let made: Vec<Value> = last.results.clone();
    let mut instead = HashMap::new();
    for own in &at.site.scope {
        if let Some(result) = made.iter().find(|result| module.ty(**result) == module.ty(*own)) {
            instead.insert(*own, *result);
        }
    }
    instead.retain(|own, _| !is_buffer(&module.values[*own as usize]));
    let Some((operations, place)) = around(&mut module.operations, at.site.number) else { return false };
    let count = spliced.len();
    operations.splice(place..place, spliced);
    let kept: Vec<usize> =
        (place + count..operations.len()).filter(|at| keeps_operands(&operations[*at])).collect();
    let before: Vec<Vec<Value>> = kept.iter().map(|at| operations[*at].operands.clone()).collect();
    take_some(&mut operations[place + count..], &instead, random);
    kept.into_iter().zip(before).for_each(|(at, operands)| operations[at].operands = operands);
    true
}

/// True of an operation that means the same elsewhere: it names no symbol, branches nowhere, ends nothing, and says nothing about other buffers.
fn is_movable(operation: &Operation) -> bool {
    let mut moves = true;
    let ends = |name: &str| Return.is_of(name) || HandsOut.is_of(name);
    operation.walk(&mut |inside| {
        let is_bound =
            [Call, Concurrent, Function, PartOfBuffer, Promise].iter().any(|of| of.is_of(inside.name));
        let names = inside.attributes.iter().any(|(_, attribute)| has_symbol(attribute));
        moves &= !is_bound && !names && inside.successors.is_empty() && !keeps_operands(inside);
    });
    moves && !operation.results.is_empty() && !ends(operation.name)
}

fn has_symbol(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Symbol(_) => true,
        Attribute::List(all) => all.iter().any(|one| has_symbol(one)),
        Attribute::Dictionary(all) => all.iter().any(|(_, one)| has_symbol(one)),
        _ => false,
    }
}

/// Gives an operation of another module, and all within, values of this one.
fn adopt(operation: &mut Operation, other: &Module, module: &mut Module, known: &mut HashMap<Value, Value>) {
    let mut own = |value: &mut Value, known: &mut HashMap<Value, Value>| {
        let new = module.values.len() as Value;
        module.values.push(Rc::clone(other.ty(*value)));
        known.insert(*value, new);
        *value = new;
    };
    for operand in &mut operation.operands {
        *operand = known.get(operand).copied().unwrap_or(*operand);
    }
    operation.results.iter_mut().for_each(|result| own(result, known));
    for block in operation.regions.iter_mut().flatten() {
        block.arguments.iter_mut().for_each(|argument| own(argument, known));
    }
    operation.number = u32::MAX;
    for block in operation.regions.iter_mut().flatten() {
        block.operations.iter_mut().for_each(|inside| adopt(inside, other, module, known));
    }
}
