//! Ends a program: every value nobody uses becomes a result, and where those are many they are joined first.

use super::builder::terminator;
use super::builder::type_of;
use super::open_types::open_types;
use super::outline::drop_uncalled;
use super::variable::use_variables;
use super::{Builder, Forms, Origin, Program, Waste};
use crate::bug::Drawn;
use crate::observe::Element;
use crate::semantics::program::{Attribute, Attributes, Operation, Region};
use crate::version::Change;
use std::collections::BTreeSet;

/// Results a program has at most, unless their element types differ: each costs a copy and a print call on every path.
const RESULTS: usize = 4;

impl Builder {
    /// The finished program, its results chosen and arguments nobody uses dropped, and which draws came to nothing.
    pub fn finish(self) -> (Program, Waste) {
        self.finish_as(Forms::plain())
    }

    /// The same, in these forms.
    pub fn finish_as(mut self, mut forms: Forms) -> (Program, Waste) {
        self.budget.elements = usize::MAX;
        if forms.calls {
            self.outline(&mut forms.choices);
        }
        self.used = self.taken();
        for element in Element::ALL {
            let waiting = self.unused();
            if waiting.len() <= RESULTS {
                break;
            }
            self.join(element, waiting.len() - RESULTS);
        }
        let results = self.unused();
        let mut operations = self.scopes.swap_remove(0);
        operations.push(terminator("func.return", results.clone()));
        drop_dead(&mut operations);
        let used = taken_by(&operations);
        self.arguments.retain(|argument| used.contains(argument));
        let mut functions = self.module.functions;
        drop_uncalled(&operations, &mut functions);
        let arguments: Vec<_> = self.arguments.iter().map(|&value| self.frame.get(value).clone()).collect();
        let mut program = Program {
            types: arguments.iter().map(|tensor| type_of(tensor)).collect(),
            arguments,
            results: results.iter().map(|&result| self.frame.get(result).clone()).collect(),
            kernel: Region { arguments: self.arguments, operations },
            functions,
            variables: Vec::new(),
            drawn: Drawn::NOTHING,
        };
        self.shown.into_iter().for_each(|bug| program.drawn.count(bug));
        let version = self.budget.version;
        if forms.variables && Change::Variables.is_in(version) {
            use_variables(&mut program, version, &mut forms.choices);
        }
        if forms.dynamic && Change::OpenTypes.is_in(version) {
            open_types(&mut program, version, &mut forms.choices);
        }
        (program, self.waste)
    }

    /// Which values an operation takes.
    fn taken(&self) -> Vec<bool> {
        let taken = taken_by(&self.scopes[0]);
        (0..self.frame.len()).map(|value| taken.contains(&value)).collect()
    }

    /// Results of operations that nobody takes.
    fn unused(&self) -> Vec<usize> {
        let made = |&value: &usize| self.origins[value] == Origin::Made && !self.used[value];
        self.visible.iter().copied().filter(made).collect()
    }

    /// Joins unused values of one element type end to end, as many as are too many.
    fn join(&mut self, element: Element, excess: usize) {
        let mut values = self.unused();
        values.retain(|&value| self.value(value).element == element);
        values.truncate(excess + 1);
        if values.len() < 2 {
            return;
        }
        let flat = |builder: &mut Self, value: usize| {
            let tensor = builder.value(value).clone();
            if tensor.rank() == 1 {
                return Some(value);
            }
            let shape = builder.shape_constant(&[tensor.len()]);
            builder.emit("reshape", &[value, shape], Attributes::default(), &[element])?.first().copied()
        };
        let flattened: Option<Vec<usize>> = values.into_iter().map(|value| flat(self, value)).collect();
        if let Some(flattened) = flattened {
            let axis = Attributes(vec![("axis".into(), Attribute::Int(0))]);
            self.emit("concat", &flattened, axis, &[element]);
        }
    }
}

/// Whether an operation makes a constant.
pub(super) fn is_constant(operation: &Operation) -> bool {
    ["tosa.const", "tosa.const_shape"].contains(&operation.name.as_str())
}

/// The values that operations take, within regions as well.
pub(super) fn taken_by(operations: &[Operation]) -> BTreeSet<usize> {
    let mut taken = BTreeSet::new();
    for operation in operations {
        taken.extend(&operation.operands);
        operation.regions.iter().for_each(|region| taken.extend(taken_by(&region.operations)));
    }
    taken
}

/// Drops what nobody takes from a block that ends in its terminator: constants of operations that were given up, and what a
/// region made and does not yield.
pub(super) fn drop_dead(operations: &mut Vec<Operation>) {
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
