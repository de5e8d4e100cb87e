//! Ends a program: every value nobody uses becomes a result, and where those are many they are joined first.

use super::builder::terminator;
use super::builder::type_of;
use super::open_types::open_types;
use super::outline::{drop_uncalled, outline};
use super::variable::use_variables;
use super::{Builder, Forms, Origin, Program, Waste};
use crate::bug::DrawCounts;
use crate::ir::{Attribute, Attributes, attributes};
use crate::observe::Element;
use crate::semantics::program::{TreeOperation, TreeRegion};
use crate::version::Change;
use std::collections::BTreeSet;

/// Results a program has at most, unless their element types differ: each costs a copy and a print call on every path.
const RESULTS: usize = 4;

/// The work of [`Builder::finish_as`].
pub(super) fn finish(mut builder: Builder, mut forms: Forms) -> (Program, Waste) {
    builder.budget.elements = usize::MAX;
    if forms.calls {
        outline(&mut builder, &mut forms.choices);
    }
    builder.used = taken(&builder);
    for element in Element::ALL {
        let waiting = unused(&builder);
        if waiting.len() <= RESULTS {
            break;
        }
        join(&mut builder, element, waiting.len() - RESULTS);
    }
    let results = unused(&builder);
    let mut operations = builder.scopes.swap_remove(0);
    operations.push(terminator("func.return", results.clone()));
    drop_dead(&mut operations);
    let used = taken_by(&operations);
    builder.arguments.retain(|argument| used.contains(argument));
    let mut functions = builder.module.functions;
    drop_uncalled(&operations, &mut functions);
    let arguments: Vec<_> = builder.arguments.iter().map(|&value| builder.frame.get(value).clone()).collect();
    let mut program = Program {
        types: arguments.iter().map(|tensor| type_of(tensor)).collect(),
        arguments,
        results: results.iter().map(|&result| builder.frame.get(result).clone()).collect(),
        kernel: TreeRegion { arguments: builder.arguments, operations },
        functions,
        variables: Vec::new(),
        drawn: DrawCounts::NOTHING,
    };
    builder.shown.into_iter().for_each(|bug| program.drawn.count(bug));
    let version = builder.budget.version;
    if forms.variables && Change::Variables.is_in(version) {
        use_variables(&mut program, version, &mut forms.choices);
    }
    if forms.dynamic && Change::OpenTypes.is_in(version) {
        open_types(&mut program, version, &mut forms.choices);
    }
    (program, builder.waste)
}

/// Which values an operation takes.
fn taken(builder: &Builder) -> Vec<bool> {
    let taken = taken_by(&builder.scopes[0]);
    (0..builder.frame.len()).map(|value| taken.contains(&value)).collect()
}

/// Results of operations that nobody takes.
fn unused(builder: &Builder) -> Vec<usize> {
    let made = |&value: &usize| builder.origins[value] == Origin::Made && !builder.used[value];
    builder.visible.iter().copied().filter(made).collect()
}

/// Joins unused values of one element type end to end, as many as are too many.
fn join(builder: &mut Builder, element: Element, excess: usize) {
    let mut values = unused(builder);
    values.retain(|&value| builder.value(value).element == element);
    values.truncate(excess + 1);
    if values.len() < 2 {
        return;
    }
    let flat = |builder: &mut Builder, value: usize| {
        let tensor = builder.value(value).clone();
        if tensor.rank() == 1 {
            return Some(value);
        }
        let shape = builder.shape_constant(&[tensor.len()]);
        builder.emit("reshape", &[value, shape], Attributes::default(), &[element])?.first().copied()
    };
    let flattened: Option<Vec<usize>> = values.into_iter().map(|value| flat(builder, value)).collect();
    if let Some(flattened) = flattened {
        let axis = attributes([("axis", Attribute::of_int(Element::I32, 0))]);
        builder.emit("concat", &flattened, axis, &[element]);
    }
}

/// The values that operations take, within regions as well.
pub(super) fn taken_by(operations: &[TreeOperation]) -> BTreeSet<usize> {
    let mut taken = BTreeSet::new();
    for operation in operations {
        taken.extend(&operation.operands);
        operation.regions.iter().for_each(|region| taken.extend(taken_by(&region.operations)));
    }
    taken
}

/// Drops what nobody takes from a block that ends in its terminator: constants of operations that were given up, and what a
/// region made and does not yield.
pub(super) fn drop_dead(operations: &mut Vec<TreeOperation>) {
    let mut live: BTreeSet<usize> = BTreeSet::new();
    let mut kept = Vec::with_capacity(operations.len());
    for operation in operations.drain(..).rev() {
        if operation.results.is_empty() || operation.results.iter().any(|result| live.contains(result)) {
            live.extend(taken_by(std::slice::from_ref(&operation)));
            kept.push(operation);
        }
    }
    operations.extend(kept.into_iter().rev());
}
