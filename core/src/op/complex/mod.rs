//! The complex dialect (MLIR's "'complex' Dialect"): one file a family, one row an operation.
//!
//! A complex number is two lanes, the real part first. The documentation says which function an operation is and nothing of how near
//! its result is, nor of what comes of infinities and NaN: such a result is left to MLIR.

mod exact;
mod function;
mod plane;
#[cfg(test)]
mod tests;

use super::llvm::constant;
use super::{Row, row};

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS, exact::ROWS, function::ROWS];

const ROWS: &[Row] = &[row("complex.constant", |site| constant::value(site, "value"))];
