//! Uses of values: what a part of a module takes from outside, and what is taken of it.

use crate::ir::{Module, Operation, Type, Value};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Values that these operations make, those of regions included.
pub(super) fn made(operations: &[Operation]) -> HashSet<Value> {
    let mut made = HashSet::new();
    for operation in operations {
        operation.walk(&mut |operation| {
            let arguments = operation.regions.iter().flatten().flat_map(|block| &block.arguments);
            made.extend(operation.results.iter().chain(arguments));
        });
    }
    made
}

/// Values that these operations take and do not make, in the order of their uses.
pub(super) fn taken(operations: &[Operation]) -> Vec<Value> {
    let made = made(operations);
    let mut taken = Vec::new();
    for operation in operations {
        operation.walk(&mut |operation| {
            for operand in operation.operands.iter().filter(|operand| !made.contains(operand)) {
                if !taken.contains(operand) {
                    taken.push(*operand);
                }
            }
        });
    }
    taken
}

/// Results of these operations themselves that others of the module take, in their order.
pub(super) fn given(module: &Module, operations: &[Operation]) -> Vec<Value> {
    let numbers: HashSet<u32> = operations.iter().map(|operation| operation.number).collect();
    let mut used = HashSet::new();
    collect(&module.operations, &numbers, &mut used);
    let results = operations.iter().flat_map(|operation| &operation.results);
    results.copied().filter(|result| used.contains(result)).collect()
}

/// Operands of all operations but those of these numbers, and what is in them.
fn collect(operations: &[Operation], without: &HashSet<u32>, used: &mut HashSet<Value>) {
    for operation in operations.iter().filter(|operation| !without.contains(&operation.number)) {
        used.extend(&operation.operands);
        let inside = operation.regions.iter().flatten();
        inside.for_each(|block| collect(&block.operations, without, used));
    }
}

/// Lets all operations take other values in place of these.
pub(super) fn substitute(operations: &mut [Operation], instead: &HashMap<Value, Value>) {
    for operation in operations {
        for operand in &mut operation.operands {
            // A value that stands for another one may be replaced in turn.
            for _ in 0..=instead.len() {
                match instead.get(operand) {
                    Some(other) => *operand = *other,
                    None => break,
                }
            }
        }
        let inside = operation.regions.iter_mut().flatten();
        inside.for_each(|block| substitute(&mut block.operations, instead));
    }
}

/// Gives these operations, and all within, values of their own. `types` are those of the values so far, `values` take the new ones, and `known` says
/// which values stand for those that the operations do not make.
pub(super) fn make_own(
    operations: &mut [Operation],
    types: &[Rc<Type>],
    values: &mut Vec<Rc<Type>>,
    mut known: HashMap<Value, Value>,
) {
    // All is made before anything is taken: an operation may take what a later block makes.
    make_new(operations, types, values, &mut known);
    take_known(operations, &known);
}

fn make_new(
    operations: &mut [Operation],
    types: &[Rc<Type>],
    values: &mut Vec<Rc<Type>>,
    known: &mut HashMap<Value, Value>,
) {
    let own = |value: &mut Value, values: &mut Vec<Rc<Type>>, known: &mut HashMap<Value, Value>| {
        let new = values.len() as Value;
        values.push(Rc::clone(&types[*value as usize]));
        known.insert(*value, new);
        *value = new;
    };
    for operation in operations {
        operation.results.iter_mut().for_each(|result| own(result, values, known));
        for block in operation.regions.iter_mut().flatten() {
            block.arguments.iter_mut().for_each(|argument| own(argument, values, known));
            make_new(&mut block.operations, types, values, known);
        }
    }
}

fn take_known(operations: &mut [Operation], known: &HashMap<Value, Value>) {
    for operation in operations {
        for operand in &mut operation.operands {
            *operand = known.get(operand).copied().unwrap_or(*operand);
        }
        let inside = operation.regions.iter_mut().flatten();
        inside.for_each(|block| take_known(&mut block.operations, known));
    }
}
