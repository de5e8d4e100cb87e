//! The vector dialect.

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[];
