//! Values that pass through variables of the module.
//!
//! A variable that is never written stands for an argument of the kernel. One that is written, once and before it is read, hands
//! on what an operation made: seldom where a known bug makes garbage of what is a view of something else, a constant or used twice.
//! Nothing is read before a later write: bufferization does not see that a variable lies in memory, so what was read changes with it.

use super::finish::taken_by;
use super::is_constant;
use super::outline::rename;
use super::pool::Pool;
use super::{Program, nested};
use crate::bug::KnownBug;
use crate::choices::Choices;
use crate::ir::{Attribute, attributes};
use crate::semantics::Tensor;
use crate::semantics::program::{TensorType, TreeOperation};
use std::rc::Rc;

/// Has variables hold an argument, and what an operation makes.
pub(super) fn use_variables(program: &mut Program, version: u32, choices: &mut Choices) {
    let (argument, made) = (usize::from(choices.byte()), usize::from(choices.byte()));
    if program.arguments.len() > 1 || !program.arguments.is_empty() && argument & 1 == 1 {
        hold_argument(program, argument / 2 % program.arguments.len());
    }
    let (bug, versions) = (KnownBug::WrittenVariables, version..=u32::MAX);
    let lets = match choices.chance() {
        // Inputs of the first format go by the version alone.
        None => !bug.is_in(versions.clone()),
        draw => bug.lets(versions.clone(), draw),
    };
    if lets && pass_on(program, made) && bug.is_in(versions) {
        program.drawn.count(bug);
    }
}

fn hold_argument(program: &mut Program, index: usize) {
    let (tensor, ty) = (program.arguments.remove(index), program.types.remove(index));
    let value = program.kernel.arguments.remove(index);
    let read = read(program, value, ty);
    program.kernel.operations.insert(0, read);
    new_variable(program, tensor);
}

/// An operation that reads the variable that is made next.
fn read(program: &Program, value: usize, ty: TensorType) -> TreeOperation {
    TreeOperation {
        results: vec![value],
        types: vec![ty],
        ..access(program, "tosa.variable_read", Vec::new())
    }
}

fn access(program: &Program, name: &str, operands: Vec<usize>) -> TreeOperation {
    let variable = Attribute::Text(format!("x{}", program.variables.len()).into());
    TreeOperation {
        name: name.into(),
        operands,
        results: Vec::new(),
        types: Vec::new(),
        attributes: attributes([("name", variable)]),
        regions: Vec::new(),
        location: String::new(),
    }
}

fn new_variable(program: &mut Program, initial: Rc<Tensor>) {
    program.variables.push((format!("x{}", program.variables.len()), initial));
}

/// Writes what one operation makes to a variable, and has some that come later take what is read; false where nothing suits.
fn pass_on(program: &mut Program, pick: usize) -> bool {
    let operations = &program.kernel.operations;
    // A shape has no variable.
    let makes = |&place: &usize| match (&operations[place], operations[place].types.as_slice()) {
        (operation, [ty]) => !is_constant(operation) && ty.spelling.starts_with("tensor"),
        _ => false,
    };
    let places: Vec<usize> = (0..operations.len()).filter(makes).collect();
    let Some(&place) = places.get(pick % places.len().max(1)) else { return false };
    let (value, ty) = (operations[place].results[0], operations[place].types[0].clone());
    let takes = |operation: &TreeOperation| taken_by(std::slice::from_ref(operation)).contains(&value);
    let Some(first) = (place + 1..operations.len()).find(|&place| takes(&operations[place])) else {
        return false;
    };
    let (Some(element), Some(extents)) = (ty.element, &ty.extents) else { return false };
    let shape: Vec<usize> = extents.iter().copied().flatten().collect();
    let initial = Pool::Between(0, 0).tensor(element, &shape, &mut Choices::new(&[]));
    let inner = nested(operations).flat_map(|operation| operation.regions.iter().flat_map(|r| &r.arguments));
    let made = nested(operations).flat_map(|operation| &operation.results);
    let next = program.kernel.arguments.iter().chain(inner).chain(made).max().map_or(0, |most| most + 1);
    let (read, write) = (read(program, next, ty), access(program, "tosa.variable_write", vec![value]));
    // Some keep what was made.
    let keeps = |at: usize| (pick + at).is_multiple_of(3);
    for at in first..program.kernel.operations.len() {
        if !keeps(at) {
            let name = &mut |other| if other == value { next } else { other };
            rename(&mut program.kernel.operations[at], name);
        }
    }
    if !nested(&program.kernel.operations).any(|operation| operation.operands.contains(&next)) {
        return false;
    }
    program.kernel.operations.insert(first, read);
    program.kernel.operations.insert(place + 1, write);
    new_variable(program, Rc::new(initial));
    true
}
