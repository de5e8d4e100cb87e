//! The async dialect.

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[];
