//! The reference semantics of tosa: the results of operations, exact for integers and with derived error bounds for floats.
//!
//! Knows no MLIR. A program is a tree ([`Tree`]), read from the neutral form, that [`interpret`] walks; an operation is a row of a table that maps
//! concrete tensors to concrete tensors.
//!
//! *To add a family of operations*: write a file in `ops/` that ends in `pub const ROWS: &[EvaluationRule]`, one row an operation
//! (`rule("tosa.xyz", evaluate)`, with the facts of [`EvaluationRule`]), and name the file twice in `ops/mod.rs`: `mod` and the list `FAMILIES`. The
//! function gets a [`Application`] (operands, attributes, result types, and where to note what is undefined) and returns one tensor a result:
//!
//! - Shapes come from the operands, never from the result type: types may be dynamic or unranked. The element type
//!   of result `i` is `call.element(i)?`.
//! - Integers are computed in `i128` or known to fit, and end in [`tensor::wrapped`].
//! - Floats are computed on [`Float`]s by `arithmetic`, whose functions round to the format, or by hand: compute the least and
//!   the greatest the result can be and end in [`Float::within`], which rounds both, so that what is exact stays exact. The
//!   accuracy of each function stands in `accuracy`.
//! - Undefined results are noted (`call.notes`), and some value is returned all the same; the interpreter carries on
//!   which results depend on it. An [`Unevaluated`] is for what these semantics do not know.

pub mod accumulate;
pub mod accuracy;
pub mod arithmetic;
mod attributes;
mod dense;
mod evaluation;
mod float;
pub mod format;
mod interpret;
mod notes;
mod open_extents;
pub mod ops;
pub mod program;
mod read;
mod rule;
pub mod shape;
pub mod tensor;

pub use attributes::{Asked, float_attribute, float_in};
pub use evaluation::{Evaluated, EvaluatedStep, Evaluation, NotEvaluated, Printed, Remark};
pub use float::Float;
pub use format::{Format, exponent, power_of_two};
pub use interpret::{KnownValues, TOSA_RESULT_SHAPE, apply, evaluate, trace};
pub use notes::{Definedness, Note, Notes, Unevaluated};
pub use open_extents::OpenExtents;
pub use ops::Application;
pub use program::Tree;
pub use rule::{EvaluationRule, LooksPerElement, Reach};
pub use tensor::{Data, Tensor};
