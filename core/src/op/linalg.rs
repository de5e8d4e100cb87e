//! The linalg dialect.

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[super::tensor::pack::OF_LINALG];
