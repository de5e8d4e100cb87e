//! Operations of another seed, wired to the values that are there.

use super::uses::{make_own, taken};
use super::{At, around, is_buffer, keeps_operands, take_some};
use crate::ir::{self, Attribute, Module, Operation, Value};
use crate::path::OperationTrait::{Call, Concurrent, Function, HandsOut, PartOfBuffer, Promise, Return};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::collections::{BTreeMap, HashMap};

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
    let taken_by = |taker: &Operation| {
        let number = taker.number;
        taken(std::slice::from_ref(taker)).into_iter().map(move |value| (value, number))
    };
    let mut open: Vec<(Value, u32)> = taken_by(root).collect();
    while let Some((value, taker)) = open.pop() {
        if wired.contains_key(&value) {
            continue;
        }
        // Blocks may stand in front of those that dominate them, and what is spliced stands in one block.
        let maker = makers.get(&value).filter(|maker| maker.number < taker && is_movable(maker));
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
                open.extend(taken_by(maker));
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
    let mut spliced: Vec<Operation> = chosen.into_values().cloned().collect();
    make_own(&mut spliced, &other.values, &mut module.values, wired);
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
        let is_symbol = |attribute: &Attribute| matches!(attribute, Attribute::Symbol(_));
        let names = inside.attributes.iter().any(|(_, attribute)| attribute.has(&is_symbol));
        moves &= !is_bound && !names && inside.successors.is_empty() && !keeps_operands(inside);
    });
    moves && !operation.results.is_empty() && !ends(operation.name)
}

#[cfg(test)]
mod tests {
    use super::super::tests::MODULE;
    use crate::decode::envelope::edit::splice;
    use crate::ir;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn blocks_of_the_other_seed_may_stand_in_front_of_those_that_dominate_them() {
        let other = "\"builtin.module\"() ({\n  \"func.func\"() ({\n  ^bb0(%0: i32):\n    \
                     \"cf.br\"()[^bb2] : () -> ()\n  ^bb1:\n    %1 = \"arith.muli\"(%2, %2) : (i32, i32) -> i32\n    \
                     \"func.return\"(%1) : (i32) -> ()\n  ^bb2:\n    %2 = \"arith.xori\"(%0, %0) : (i32, i32) -> i32\n    \
                     \"cf.br\"()[^bb1] : () -> ()\n  }) {function_type = (i32) -> i32, sym_name = \"g\"} : () -> ()\n}) : \
                     () -> ()\n";
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let all: Vec<String> = (0..400).filter_map(|_| splice(MODULE, other, &mut random)).collect();
        let spliced = |name: &str| all.iter().filter(|text| text.contains(name)).count();
        assert!(spliced("arith.muli") > 20 && spliced("arith.xori") > 20, "{}", all.len());
        for text in &all {
            let module = ir::module(text).expect("it can be read");
            let mut made = std::collections::HashSet::new();
            module.walk(&mut |operation| {
                assert!(operation.operands.iter().all(|operand| made.contains(operand)), "{text}");
                made.extend(operation.results.iter().copied());
                made.extend(operation.regions.iter().flatten().flat_map(|block| &block.arguments).copied());
            });
        }
    }
}
