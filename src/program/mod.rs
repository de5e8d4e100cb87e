//! The program: typed operations, valid and defined by construction. Knows no bytes and no MLIR handles.
//!
//! A program is a straight line of operations over small tensors. Every value carries a range (`range`) that
//! covers whatever it can be; an operation is only added where its row (`dialect`) says that the result is
//! defined for all of it. `check` states the whole promise.

mod builder;
mod check;
mod choices;
mod combine;
mod float;
mod fresh;
mod print;
mod range;
mod types;
mod writer;

pub use builder::{Budget, Builder, Draft};
pub use choices::Choices;
pub use float::Float;
pub use range::{Int, Range};
pub use types::{Attributes, Data, Input, Operand, Operation, Place, Scalar, Type, Value};
pub use writer::Writer;

use crate::observe::Element;
use serde::{Deserialize, Serialize};

/// Which spelling of the tosa dialect a program is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// Constants, handed to the kernel or made inside it.
    pub inputs: Vec<Input>,
    /// The kernel's operations, each after its operands.
    pub operations: Vec<Operation>,
    /// The operations whose results the kernel returns, by position, all different.
    pub results: Vec<usize>,
}

impl Program {
    /// What is known of an operand.
    ///
    /// # Panics
    /// If the operand is not of this program.
    pub fn value(&self, operand: Operand) -> &Value {
        match operand {
            Operand::Input(i) => &self.inputs[i].value,
            Operand::Result(i) => &self.operations[i].result,
        }
    }

    /// Number of operations, constants and the printing of results not counted.
    pub fn operation_count(&self) -> usize {
        self.operations.len()
    }

    /// Shape and element type of what each print call shows, before it is made an i64 for printing.
    pub fn outputs(&self) -> Vec<(Vec<u64>, Element)> {
        let types = self.results.iter().map(|&i| &self.operations[i].result.ty);
        types.map(|ty| (ty.shape.clone(), ty.element)).collect()
    }
}

#[cfg(test)]
mod tests;
