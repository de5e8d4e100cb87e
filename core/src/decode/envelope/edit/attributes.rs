//! Numbers among the attributes of operations.

use super::{At, find, keeps_operands};
use crate::ir::{Attribute, Module, Operation};
use crate::path::OperationTrait::HoldsValue;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::rc::Rc;

/// Attributes that say how operands are parted, or promise what nobody checks. Those with `predicate` and constants have mutations of their own.
const LEFT: &[&str] = &[
    "addr_space",
    "alignment",
    "operandSegmentSizes",
    "operand_segment_sizes",
    "predicate",
    "resultSegmentSizes",
    "result_segment_sizes",
];

/// Numbers near which verifiers and fold hooks go wrong: axes, extents, strides, shifts.
const EDGES: [i64; 10] = [0, 1, -1, 2, 3, 4, 7, 8, 31, 64];

/// The places of the attributes of an operation that are numbers.
fn numbers(operation: &Operation) -> Vec<usize> {
    let is_number = |attribute: &Attribute| match attribute {
        Attribute::Int(..) => true,
        Attribute::Ints(_, all) => !all.is_empty(),
        Attribute::List(all) => all.iter().any(|one| matches!(**one, Attribute::Int(..))),
        _ => false,
    };
    let all = operation.attributes.iter().enumerate();
    let fit = all.filter(|(_, (name, attribute))| !LEFT.contains(name) && is_number(attribute));
    fit.map(|(place, _)| place).collect()
}

/// Moves a number among the attributes of an operation towards an edge.
pub(super) fn edge(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Some(operation) = find(&mut module.operations, at.site.number) else { return false };
    if at.places.has_views || HoldsValue.is_of(operation.name) || keeps_operands(operation) {
        return false;
    }
    let Some(place) = numbers(operation).choose(random).copied() else { return false };
    let (_, attribute) = &mut operation.attributes[place];
    let Some(changed) = changed(attribute, random).filter(|changed| *changed != **attribute) else {
        return false;
    };
    *attribute = Rc::new(changed);
    true
}

fn changed(attribute: &Attribute, random: &mut dyn Rng) -> Option<Attribute> {
    let other = |value: i64, random: &mut dyn Rng| match random.random_range(0..3) {
        0 => value.wrapping_add(1),
        1 => value.wrapping_sub(1),
        _ => EDGES.choose(random).copied().unwrap_or(0),
    };
    match attribute {
        Attribute::Int(value, ty) if ty.width() == Some(1) => {
            Some(Attribute::Int(1 - (value & 1), Rc::clone(ty)))
        }
        Attribute::Int(value, ty) => {
            let value = other(i64::try_from(*value).ok()?, random);
            Some(Attribute::Int(value.into(), Rc::clone(ty)))
        }
        Attribute::Ints(ty, all) => {
            let mut all = all.clone();
            let place = random.random_range(0..all.len().max(1));
            let value = all.get_mut(place)?;
            *value = if ty.width() == Some(1) { 1 - (*value & 1) } else { other(*value, random) };
            Some(Attribute::Ints(Rc::clone(ty), all))
        }
        Attribute::List(all) => {
            let mut all = all.clone();
            let place = random.random_range(0..all.len().max(1));
            let one = all.get_mut(place)?;
            *one = Rc::new(changed(one, random)?);
            Some(Attribute::List(all))
        }
        _ => None,
    }
}
