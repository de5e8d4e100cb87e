//! The shape dialect: shapes as tensors of extents, sizes as indices, witnesses as bits.
//!
//! A shape that is an error, as the documentation has it, has no value here: what would make one ends the run.

mod extents;
mod witness;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[extents::SHAPES, extents::SIZES, witness::ROWS];
