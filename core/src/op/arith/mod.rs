//! The arith dialect (MLIR's "'arith' Dialect"): one file a family, one row an operation.
//!
//! All work on each element of scalars, vectors and tensors. Functions of the llvm dialect's rows do the work that the two dialects share.

mod cast;
mod extended;
mod float;
mod integer;
mod rounding;
mod scaling;
#[cfg(test)]
mod tests;

pub use cast::resize;
pub use integer::{down, up};

use super::llvm::{compare, constant};
use super::{Row, row};
use crate::grow::families;

/// All families.
pub const FAMILIES: &[&[Row]] =
    &[ROWS, cast::ROWS, extended::ROWS, float::ROWS, integer::ROWS, scaling::ROWS];

const ROWS: &[Row] = &[
    row("arith.constant", |site| constant::value(site, "value")).grown(families::constant),
    // "Predicates" of `arith.cmpi` and `arith.cmpf` have the numbers that those of LLVM have.
    row("arith.cmpi", compare::icmp).grown(families::integer_compare),
    row("arith.cmpf", compare::fcmp).grown(families::float_compare),
    row("arith.select", compare::select).grown(families::select),
];
