//! The llvm dialect (LLVM's Language Reference): one file a family, one row an operation.

pub mod aggregate;
pub mod arithmetic;
pub mod bits;
pub mod cast;
pub mod compare;
pub mod constant;
pub mod control;
pub mod coroutine;
pub mod float;
pub mod mathematics;
pub mod matrix;
pub mod reduce;
pub mod saturate;
pub mod storage;
pub mod vector;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[
    aggregate::ROWS,
    arithmetic::ROWS,
    bits::ROWS,
    cast::ROWS,
    compare::ROWS,
    constant::ROWS,
    control::ROWS,
    coroutine::ROWS,
    float::ROWS,
    mathematics::ROWS,
    matrix::ROWS,
    storage::ROWS,
    reduce::ROWS,
    saturate::ROWS,
    vector::ROWS,
];
