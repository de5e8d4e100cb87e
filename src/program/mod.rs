//! The program: a kernel of tosa operations on small tensors, every value of which is known. Knows no bytes and no MLIR handles.
//!
//! Each operation is evaluated by the reference semantics (`crate::semantics`) as it is added, so the builder knows what every
//! value is: an operation whose result would be undefined, or hang on how a lowering rounds, is never added, and the
//! program comes with what it computes. `check` states the whole promise.

mod builder;
mod check;
mod choices;
mod finish;
mod mark;
mod operands;
mod pool;
mod print;
mod spelling;
mod waste;

pub use builder::{Budget, Builder, Origin};
pub use choices::Choices;
pub use operands::broadcast;
pub use pool::Pool;
pub use waste::{Dropped, Waste};

use crate::observe::{Element, Expected};
use crate::semantics::program::{Operation, Region};
use crate::semantics::tensor::signed;
use crate::semantics::{Data, Tensor};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Which spelling of the tosa dialect a program is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Syntax {
    /// MLIR 19: `value`, zero points and shapes as attributes.
    V19,
    /// MLIR 22 and later: `values`, shapes as `const_shape` operands.
    V22,
}

impl Syntax {
    /// The spelling MLIR's major version `major` reads.
    pub fn of_version(major: u32) -> Syntax {
        if major < 20 { Syntax::V19 } else { Syntax::V22 }
    }
}

/// A kernel, the tensors it is run on, and what it returns.
#[derive(Clone, Default, PartialEq)]
pub struct Program {
    /// What the kernel is handed.
    pub arguments: Vec<Rc<Tensor>>,
    /// Its operations, the terminator last. Its arguments are the values of these numbers.
    pub kernel: Region,
    /// What it returns, as the semantics have it: no result is an argument, and none is returned twice.
    pub results: Vec<Rc<Tensor>>,
}

impl Program {
    /// Number of operations, those of regions included; constants, terminators and the printing of results not counted.
    pub fn operation_count(&self) -> usize {
        self.operations().filter(|operation| !is_plumbing(operation)).count()
    }

    /// Every operation of the kernel, those of regions after the one they belong to.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        let mut left: Vec<&Operation> = self.kernel.operations.iter().rev().collect();
        std::iter::from_fn(move || {
            let next = left.pop()?;
            let inner = next.regions.iter().rev().flat_map(|region| region.operations.iter().rev());
            left.extend(inner);
            Some(next)
        })
    }

    /// What each print call shows.
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

    /// Shape and element type of what each print call shows, before it is made an i64 for printing.
    pub fn outputs(&self) -> Vec<(Vec<u64>, Element)> {
        let shape = |tensor: &Tensor| tensor.shape.iter().map(|&extent| extent as u64).collect();
        self.results.iter().map(|tensor| (shape(tensor), tensor.element)).collect()
    }
}

/// The text for MLIR 22.
impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.print(Syntax::V22))
    }
}

/// Constants and terminators: what other operations need, and not what a program is about.
pub fn is_plumbing(operation: &Operation) -> bool {
    ["tosa.const", "tosa.const_shape", "tosa.yield", "func.return"].contains(&operation.name.as_str())
}

#[cfg(test)]
mod tests;
