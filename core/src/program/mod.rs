//! The program: a kernel of tosa operations on small tensors, every value of which is known. Knows no bytes and no MLIR handles.
//!
//! Each operation is evaluated by the reference semantics (`crate::semantics`) as it is added, so the builder knows what every
//! value is: an operation whose result would be undefined, or hang on how a lowering rounds, is never added, and the
//! program comes with what it computes. `check` states the whole promise.

mod builder;
mod check;
mod finish;
mod forms;
mod mark;
pub mod nineteen;
mod open_types;
mod operands;
mod outline;
mod pool;
mod print;
mod row;
mod shapes;
mod single;
mod spelling;
mod variable;
mod waste;

pub use builder::{Budget, Builder, Origin};
pub use forms::Forms;
pub use operands::broadcast;
pub use pool::Pool;
pub use row::{FAMILIES, Family, GeneratorRow, ResultTypes};
pub use single::{Single, singles};
pub use waste::{Dropped, Waste};

pub use crate::version::Syntax;

use crate::bug::DrawCounts;
use crate::observe::{Element, Expected};
use crate::semantics::program::{TensorType, TreeFunction, TreeOperation, TreeRegion};
use crate::semantics::tensor::signed;
use crate::semantics::{Data, Tensor};
use std::rc::Rc;

/// A kernel, the tensors it is run on, and what it returns.
#[derive(Clone, Default, PartialEq)]
pub struct Program {
    /// The tensors that the kernel is handed.
    pub arguments: Vec<Rc<Tensor>>,
    /// The types that the kernel declares for them, which may leave open extents that are known of the tensors.
    pub types: Vec<TensorType>,
    /// Its operations, the terminator last. Its arguments are the values of these numbers.
    pub kernel: TreeRegion,
    /// Functions that it calls, each after those that it calls itself.
    pub functions: Vec<TreeFunction>,
    /// Variables of the module, and what they are before the kernel runs.
    pub variables: Vec<(String, Rc<Tensor>)>,
    /// The results, as the semantics have them: no result is an argument, and none is returned twice.
    pub results: Vec<Rc<Tensor>>,
    /// The draws in it that show a known bug.
    pub drawn: DrawCounts,
}

impl Program {
    /// Number of operations, those of regions included; constants, terminators and the printing of results not counted.
    pub fn operation_count(&self) -> usize {
        self.operations().filter(|operation| !is_plumbing(operation)).count()
    }

    /// The bodies of the functions and of the kernel.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = &TreeRegion> {
        self.functions.iter().filter_map(|function| function.body.as_ref()).chain([&self.kernel])
    }

    /// Every operation of the kernel and of the functions it calls, those of regions after the one they belong to.
    pub fn operations(&self) -> impl Iterator<Item = &TreeOperation> {
        self.bodies().flat_map(|body| nested(&body.operations))
    }

    /// The values that each print call shows.
    pub fn expected(&self) -> Vec<Expected> {
        let printed = |tensor: &Rc<Tensor>| {
            let data = match &tensor.data {
                // A Boolean is extended by its sign as well.
                Data::Ints(values) => {
                    Data::Ints(values.iter().map(|&value| signed(tensor.element, value)).collect())
                }
                Data::Floats(values) | Data::Bits { values, .. } => {
                    Data::Bits { of: tensor.element, zero_extended: false, values: values.clone() }
                }
            };
            Tensor { shape: tensor.shape.clone(), element: Element::I64, data }.expected(None)
        };
        self.results.iter().map(printed).collect()
    }

    /// Checks that every value is made before it is used, that nothing in the kernel is dead, that its cost is bounded, and
    /// that it is defined: the semantics, run on the finished program from its beginning, leave nothing open or undecided
    /// and come to the results that it carries. The error names the broken rule.
    pub fn check(&self) -> Result<(), String> {
        check::check(self)
    }

    /// Shape and element type of what each print call shows, before it is made an i64 for printing.
    pub fn outputs(&self) -> Vec<(Vec<u64>, Element)> {
        let shape = |tensor: &Tensor| tensor.shape.iter().map(|&extent| extent as u64).collect();
        self.results.iter().map(|tensor| (shape(tensor), tensor.element)).collect()
    }
}

/// The text in the newest spelling.
impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.print(Syntax::NEWEST))
    }
}

/// Operations, those of regions after the one they belong to.
fn nested(operations: &[TreeOperation]) -> impl Iterator<Item = &TreeOperation> {
    let mut left: Vec<&TreeOperation> = operations.iter().rev().collect();
    std::iter::from_fn(move || {
        let next = left.pop()?;
        left.extend(next.regions.iter().rev().flat_map(|region| region.operations.iter().rev()));
        Some(next)
    })
}

/// The arguments of a region and the operands they stand for: the last ones, as conditions are not handed on.
fn arguments_of<'a>(
    operation: &'a TreeOperation,
    region: &'a TreeRegion,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let first = operation.operands.len().saturating_sub(region.arguments.len());
    region.arguments.iter().copied().zip(operation.operands[first..].iter().copied())
}

/// Constants, calls and terminators: what other operations need, and not what a program is about.
pub fn is_plumbing(operation: &TreeOperation) -> bool {
    let names = ["tosa.yield", "func.return", "func.call", "tensor.cast"];
    is_constant(operation) || names.contains(&operation.name.as_str())
}

/// True of an operation that makes a constant.
pub fn is_constant(operation: &TreeOperation) -> bool {
    ["tosa.const", "tosa.const_shape"].contains(&operation.name.as_str())
}

#[cfg(test)]
mod tests;
