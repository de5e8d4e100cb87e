//! The tosa dialect (TOSA's specification): every operation by the reference semantics, control flow and variables by themselves.

mod adapter;
mod control;
mod elements;
mod table;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] =
    &[control::ROWS, table::ELEMENTWISE, table::MOVING, table::OTHERS, table::CONSTANTS];
