//! The affine dialect: loops, conditions and accesses whose numbers are affine maps of others.
//!
//! An expression whose value does not fit into 64 bits, or whose divisor is not positive, has a value that the documentation leaves open.

mod access;
mod control;
mod digits;
mod number;
mod placing;
#[cfg(test)]
mod tests;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[access::ROWS, control::ROWS, digits::ROWS, number::ROWS];
