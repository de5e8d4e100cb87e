//! Several functions: groups of operations of the kernel move into private functions, which it calls.
//!
//! A group becomes a function of what it takes from outside, and gives what others take of it; its constants go along, as many
//! operations want theirs in sight. A group may hold calls of earlier ones, so calls nest, and none is of a function that calls
//! it. Some functions are called a second time: with the same operands, and then each later operation takes what either call
//! gives, or with others of the same types, where that is defined.

use super::builder::{terminator, type_of};
use super::finish::taken_by;
use super::is_constant;
use super::{Builder, Origin, Pool};
use crate::choices::Choices;
use crate::ir::{Attribute, attributes};
use crate::observe::Element;
use crate::semantics::Asked as _;
use crate::semantics::Tensor;
use crate::semantics::program::{TreeFunction, TreeOperation, TreeRegion};
use std::collections::{BTreeSet, HashMap};

/// Functions beside the kernel, at most.
const FUNCTIONS: usize = 3;
/// Operations that a function is made of, at most, calls counted as one.
const GROUP: usize = 10;
/// Results of a function, at most.
const RESULTS: usize = 6;

/// Moves some groups of operations into functions.
pub(super) fn outline(builder: &mut Builder, choices: &mut Choices) {
    for _ in 0..1 + choices.below(FUNCTIONS) {
        let (first, count, again) = (choices.byte(), choices.byte(), choices.byte());
        let Some(call) = outline_group(builder, first.into(), 1 + usize::from(count) % GROUP) else {
            continue;
        };
        match again & 3 {
            0 => call_again(builder, &call, choices),
            1 => call_otherwise(builder, &call, choices),
            _ => {}
        }
    }
}

/// Moves up to `count` operations in a row, from one that `first` picks, into a function; the call of it.
fn outline_group(builder: &mut Builder, first: usize, count: usize) -> Option<TreeOperation> {
    let block = builder.scopes.first()?;
    let places: Vec<usize> = (0..block.len()).filter(|&place| !is_constant(&block[place])).collect();
    let chosen = &places[first % places.len().max(1)..];
    let chosen = &chosen[..count.min(chosen.len())];
    let (mut group, mut rest) = (Vec::new(), Vec::new());
    for (place, operation) in block.iter().enumerate() {
        let side = if chosen.contains(&place) { &mut group } else { &mut rest };
        side.push(operation.clone());
    }
    let (inside, outside) = (taken_by(&group), taken_by(&rest));
    let made: Vec<usize> = group.iter().flat_map(|operation| operation.results.clone()).collect();
    let leaves = |value: &&usize| outside.contains(value) || !inside.contains(value);
    let results: Vec<usize> = made.iter().filter(leaves).copied().collect();
    let own = defined_by(&group);
    let constant = |value: usize| block.iter().find(|op| is_constant(op) && op.results == [value]);
    let (constants, arguments): (Vec<usize>, Vec<usize>) =
        inside.difference(&own).partition(|&&value| constant(value).is_some());
    // A shape is no argument and no result of a function.
    let is_shape = |value: &usize| builder.frame.get(*value).element == Element::Index;
    if !(1..=RESULTS).contains(&results.len()) || results.iter().chain(&arguments).any(is_shape) {
        return None;
    }
    let constants: Vec<TreeOperation> =
        constants.iter().filter_map(|&value| constant(value).cloned()).collect();
    let name = format!("f{}", builder.module.functions.len());
    let types = |values: &[usize]| values.iter().map(|&value| type_of(builder.frame.get(value))).collect();
    let call = TreeOperation {
        name: "func.call".into(),
        operands: arguments.clone(),
        results: results.clone(),
        types: types(&results),
        attributes: attributes([("callee", Attribute::symbol(&name))]),
        regions: Vec::new(),
        location: String::new(),
    };
    let mut operations = constants;
    operations.append(&mut group);
    operations.push(terminator("func.return", results.clone()));
    let function = function(name, types(&arguments), TreeRegion { arguments, operations });
    builder.module.functions.push(function);
    // Constants of the group that others take stay before the call, where they are.
    let last = chosen[chosen.len() - 1];
    let before = (0..last).filter(|place| !chosen.contains(place)).count();
    rest.insert(before, call.clone());
    builder.scopes[0] = rest;
    builder.visible.retain(|value| !made.contains(value) || results.contains(value));
    Some(call)
}

/// Calls the function of `call` with the same operands again: what it gives is taken by some that come later.
fn call_again(builder: &mut Builder, call: &TreeOperation, choices: &mut Choices) {
    let Some(place) = builder.scopes[0].iter().position(|operation| operation == call) else { return };
    let place = place + 1 + choices.below(builder.scopes[0].len() - place);
    let mut names = HashMap::new();
    for &result in &call.results {
        let value = builder.known(Tensor::clone(builder.frame.get(result)), Origin::Made);
        names.insert(result, value);
    }
    let mut taken = false;
    for operation in &mut builder.scopes[0][place..] {
        let takes = taken_by(std::slice::from_ref(operation));
        if call.results.iter().any(|result| takes.contains(result)) && choices.coin() {
            rename(operation, &mut |value| names.get(&value).copied().unwrap_or(value));
            taken = true;
        }
    }
    if taken {
        let results = call.results.iter().map(|result| names[result]).collect();
        builder.scopes[0].insert(place, TreeOperation { results, ..call.clone() });
    }
}

/// Calls the function of `call` with other operands of the same types, if that is defined.
fn call_otherwise(builder: &mut Builder, call: &TreeOperation, choices: &mut Choices) {
    // Another counter might make a loop a very long one.
    let loops = |function: &TreeFunction| function.body.iter().any(|body| has_loop(&body.operations));
    if builder.module.functions.iter().any(loops) {
        return;
    }
    let mark = builder.mark();
    let mut operands = Vec::with_capacity(call.operands.len());
    for &operand in &call.operands {
        let pick = usize::from(choices.byte());
        let tensor = builder.frame.get(operand).clone();
        let alike = |value: &&usize| {
            let other = builder.frame.get(**value);
            other.element == tensor.element && other.shape == tensor.shape
        };
        let others: Vec<usize> = builder.visible.iter().filter(alike).copied().collect();
        operands.push(match others.get(pick % (others.len() + 1)) {
            Some(&other) => other,
            None => {
                let other = Pool::Positive.tensor(tensor.element, &tensor.shape, choices);
                builder.argument(other)
            }
        });
    }
    let results: Vec<usize> = call.results.iter().map(|_| builder.frame.reserve()).collect();
    let call = TreeOperation { operands, results: results.clone(), ..call.clone() };
    if builder.evaluate(&call).is_err() {
        mark.restore(builder);
        return;
    }
    builder.place(call, Origin::Made);
    builder.visible.extend(results);
}

/// A function of these operations, its values numbered from 0.
fn function(
    name: String,
    arguments: Vec<crate::semantics::program::TensorType>,
    mut body: TreeRegion,
) -> TreeFunction {
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let mut number = |value: usize| {
        let next = numbers.len();
        *numbers.entry(value).or_insert(next)
    };
    body.arguments.iter_mut().for_each(|argument| *argument = number(*argument));
    body.operations.iter_mut().for_each(|operation| rename(operation, &mut number));
    let values = numbers.len();
    TreeFunction { name, arguments, body: Some(body), values }
}

/// Calls the values of an operation and of its regions otherwise.
pub(super) fn rename(operation: &mut TreeOperation, name: &mut impl FnMut(usize) -> usize) {
    operation.operands.iter_mut().chain(&mut operation.results).for_each(|value| *value = name(*value));
    for region in &mut operation.regions {
        region.arguments.iter_mut().for_each(|argument| *argument = name(*argument));
        region.operations.iter_mut().for_each(|operation| rename(operation, name));
    }
}

/// The values that operations make, within regions as well.
fn defined_by(operations: &[TreeOperation]) -> BTreeSet<usize> {
    let mut made = BTreeSet::new();
    for operation in operations {
        made.extend(&operation.results);
        for region in &operation.regions {
            made.extend(&region.arguments);
            made.extend(defined_by(&region.operations));
        }
    }
    made
}

fn has_loop(operations: &[TreeOperation]) -> bool {
    operations.iter().any(|operation| {
        let inner = || operation.regions.iter().any(|region| has_loop(&region.operations));
        operation.name == "tosa.while_loop" || inner()
    })
}

/// Drops the functions that nobody calls any more.
pub(super) fn drop_uncalled(kernel: &[TreeOperation], functions: &mut Vec<TreeFunction>) {
    let mut called = BTreeSet::new();
    calls(kernel, &mut called);
    // A function calls earlier ones alone.
    for i in (0..functions.len()).rev() {
        match &functions[i].body {
            Some(body) if called.contains(&functions[i].name) => calls(&body.operations, &mut called),
            _ => drop(functions.remove(i)),
        }
    }
}

fn calls(operations: &[TreeOperation], called: &mut BTreeSet<String>) {
    for operation in operations {
        called.extend(operation.attributes.word("callee").map(str::to_owned));
        operation.regions.iter().for_each(|region| calls(&region.operations, called));
    }
}
