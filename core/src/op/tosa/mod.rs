//! The tosa dialect (TOSA's specification): every operation by the reference semantics, control flow and variables by themselves.

mod adapter;
mod control;
mod earlier;
mod elements;
mod table;

use super::Row;

pub use table::EVALUATED;

/// The families whose rows are written here.
pub const FAMILIES: &[&[Row]] = &[control::ROWS, table::CONSTANTS];
