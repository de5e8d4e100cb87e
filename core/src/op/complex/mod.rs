//! The complex dialect (MLIR's "'complex' Dialect").

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[];
