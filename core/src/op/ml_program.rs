//! The ml_program dialect.

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[];
