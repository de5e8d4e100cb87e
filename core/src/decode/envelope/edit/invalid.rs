//! Modules that are most likely invalid: for verifiers, and for the errors of passes.

use super::{At, around, find, keeps_operands};
use crate::ir::{Attribute, Module, Operation, Type, Value};
use crate::path::OperationTrait::{Call, Promise};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::rc::Rc;

/// Makes the operation one that its specification does not allow: an operand, a result, an attribute, a region or the end of a block is not what
/// it should be.
pub(super) fn invalid(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let types = module.values.clone();
    let Some(operation) = find(&mut module.operations, at.site.number) else { return false };
    // A mutant that happens to be valid is run: outputs stay what they are told to be.
    let is_bound = |one: &Operation| {
        keeps_operands(one)
            || Call.is_of(one.name)
            || Promise.is_of(one.name)
            || one.text("sym_name").is_some()
    };
    if is_bound(operation) {
        return false;
    }
    match random.random_range(0..7) {
        0 if !operation.operands.is_empty() => {
            operation.operands.remove(random.random_range(0..operation.operands.len()));
            true
        }
        1 => match at.site.scope.choose(random) {
            Some(value) => {
                operation.operands.push(*value);
                true
            }
            None => false,
        },
        2 if !operation.operands.is_empty() => {
            let place = random.random_range(0..operation.operands.len());
            let own = &types[operation.operands[place] as usize];
            let others: Vec<Value> =
                at.site.scope.iter().copied().filter(|value| types[*value as usize] != *own).collect();
            let other = others.choose(random);
            operation.operands[place] = other.copied().unwrap_or(operation.operands[place]);
            other.is_some()
        }
        3 if !operation.results.is_empty() => {
            let place = random.random_range(0..operation.results.len());
            let result = operation.results[place] as usize;
            let other = other_type(&types[result], random);
            module.values[result] = other;
            true
        }
        4 if !operation.attributes.is_empty() => {
            let place = random.random_range(0..operation.attributes.len());
            operation.attributes.remove(place);
            true
        }
        5 if !operation.attributes.is_empty() => {
            let place = random.random_range(0..operation.attributes.len());
            let other = match random.random_range(0..4) {
                0 => Attribute::Unit,
                1 => Attribute::Text("none".into()),
                2 => Attribute::Int(i128::from(i64::MAX), Rc::new(Type::Index)),
                _ => Attribute::Ints(Rc::new(Type::Index), vec![-1, i64::MIN]),
            };
            operation.attributes[place].1 = Rc::new(other);
            true
        }
        6 if operation.regions.iter().any(|region| !region.is_empty()) => {
            let mut regions = operation.regions.iter_mut().filter(|region| !region.is_empty());
            let block = regions.next().and_then(|region| region.last_mut());
            block.is_some_and(|block| block.operations.pop().is_some())
        }
        _ => match around(&mut module.operations, at.site.number) {
            // In front of what ends the block nothing else may end it.
            Some((operations, place)) if place > 0 && !is_bound(&operations[place - 1]) => {
                operations.swap(place - 1, place);
                true
            }
            _ => false,
        },
    }
}

/// A type that is near this one.
fn other_type(ty: &Rc<Type>, random: &mut dyn Rng) -> Rc<Type> {
    Rc::new(match &**ty {
        Type::Integer(width, sign) => Type::Integer(width + 1, *sign),
        Type::Tensor(shape, element, encoding) if !shape.is_empty() => {
            let mut shape = shape.clone();
            let place = random.random_range(0..shape.len());
            shape[place] = match shape[place] {
                Some(extent) if random.random() => Some(extent + 1),
                Some(_) => None,
                None => Some(0),
            };
            Type::Tensor(shape, Rc::clone(element), encoding.clone())
        }
        Type::Vector(shape, element) if !shape.is_empty() => {
            let mut shape = shape.clone();
            shape.pop();
            Type::Vector(shape, Rc::clone(element))
        }
        Type::Memref { element, layout, space, .. } => Type::Memref {
            shape: vec![Some(0)],
            element: Rc::clone(element),
            layout: layout.clone(),
            space: space.clone(),
        },
        _ => Type::None,
    })
}
