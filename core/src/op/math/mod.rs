//! The math dialect (MLIR's "'math' Dialect"): one file a family, one row an operation.
//!
//! All work on each element of scalars, vectors and tensors. Functions that are not exact are computed by the mathematics library that
//! lowered code calls too.

mod class;
mod exact;
mod integer;
mod library;
#[cfg(test)]
mod tests;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[class::ROWS, exact::ROWS, integer::ROWS, library::ROWS];
