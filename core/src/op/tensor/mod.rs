//! The tensor dialect (MLIR's documentation of it): one file a family, one row an operation.
//!
//! A lane is a handle of an immutable tensor. Each element has a taint of its own; a handle that is tainted stands for a tensor all of whose
//! elements are, and of which not even the shape is known.

pub mod common;
mod element;
mod make;
pub mod pack;
mod placing;
mod region;
mod shape;
pub mod slice;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] =
    &[element::ROWS, make::ROWS, pack::ROWS, region::ROWS, shape::ROWS, slice::ROWS];
