//! The linalg dialect (MLIR's documentation of it, and "OpDSL"): every structured operation runs the region it carries.
//!
//! Iterations run in the order of the loops, the outermost first. The documentation names no order for a reduction, which tells for floats
//! alone: sums and products that hang on it are open, with the bits that this order gives.

mod implied;
mod named;
mod operand;
mod order;
mod placing;
mod softmax;
mod structured;
mod winograd;

pub use implied::named_maps;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[
    named::ROWS,
    named::ELEMENTWISE,
    named::CONTRACTIONS,
    named::WINDOWS,
    softmax::ROWS,
    winograd::ROWS,
    super::tensor::pack::OF_LINALG,
];
