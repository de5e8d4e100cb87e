//! Operations of any dialect among those that are there.

use super::{At, around, is_buffer, keeps_operands, take_some};
use crate::choices::Choices;
use crate::ir::{Module, Operation, Type, Value};
use crate::smith;
use rand::{Rng, RngExt};
use std::collections::HashMap;
use std::rc::Rc;

/// Operations that are grown at once, at most.
const MOST: usize = 3;
/// Values that they may take, at most: those that were made last.
const REACH: usize = 24;

/// Grows operations in front of an operation, which may take values in reach, and lets later ones take what they make.
pub(super) fn graft(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    if !at.site.is_free {
        return false;
    }
    // Nobody knows of which buffers there are views, and which may be written.
    let fits =
        |value: &Value| !is_buffer(module.ty(*value)) && !matches!(**module.ty(*value), Type::Other(_));
    let scope: Vec<Value> = at.site.scope.iter().copied().filter(fits).collect();
    let reach = &scope[scope.len().saturating_sub(REACH)..];
    let types: Vec<Rc<Type>> = reach.iter().map(|value| Rc::clone(module.ty(*value))).collect();
    let plan = smith::drawn(&random.random::<u64>().to_le_bytes()).plan(at.material.version);
    let choices = Choices::new(&random.random::<u64>().to_le_bytes());
    let count = random.random_range(1..=MOST);
    let Some(graft) = smith::graft(&plan, choices, &types, count) else { return false };
    let first = module.values.len() as Value;
    let own = |value: Value| match reach.get(value as usize) {
        Some(own) => *own,
        None => first + value - reach.len() as Value,
    };
    let mut operations = graft.operations;
    operations.iter_mut().for_each(|operation| renamed(operation, &own));
    let results: Vec<Value> = operations.iter().flat_map(|operation| &operation.results).copied().collect();
    module.values.extend(graft.values[reach.len()..].iter().cloned());
    let mut instead = HashMap::new();
    for value in reach {
        let fit = results.iter().rev().find(|result| module.ty(**result) == module.ty(*value));
        instead.extend(fit.map(|result| (*value, *result)));
    }
    let count = operations.len();
    let Some((around, place)) = around(&mut module.operations, at.site.number) else { return false };
    around.splice(place..place, operations);
    for behind in &mut around[place + count..] {
        if !keeps_operands(behind) {
            take_some(std::slice::from_mut(behind), &instead, random);
        }
    }
    true
}

/// Gives an operation and all within these values.
fn renamed(operation: &mut Operation, own: &impl Fn(Value) -> Value) {
    let named = operation.operands.iter_mut().chain(&mut operation.results);
    named.for_each(|value| *value = own(*value));
    for block in operation.regions.iter_mut().flatten() {
        block.arguments.iter_mut().for_each(|value| *value = own(*value));
        block.operations.iter_mut().for_each(|inside| renamed(inside, own));
    }
    operation.number = u32::MAX;
}
