//! The linalg dialect (MLIR's documentation of it, and "OpDSL"): every structured operation runs the region it carries.
//!
//! Iterations run in the order of the loops, the outermost first. The documentation leaves the order of a reduction open, which tells
//! for floats alone: their sums and products are those of this order, as a plain lowering computes them.

mod implied;
mod named;
mod operand;
mod softmax;
mod structured;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[
    named::ROWS,
    named::ELEMENTWISE,
    named::CONTRACTIONS,
    named::WINDOWS,
    softmax::ROWS,
    super::tensor::pack::OF_LINALG,
];
