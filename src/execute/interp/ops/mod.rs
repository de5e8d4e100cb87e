//! The operations: one file a family, one row an operation.

mod aggregate;
mod arithmetic;
mod bits;
mod cast;
mod compare;
mod constant;
mod control;
mod coroutine;
mod float;
mod lanewise;
mod mathematics;
mod matrix;
mod memory;
mod parallel;
mod reduce;
mod saturate;
mod vector;

pub use lanewise::encode;

use super::site::Instruction;
use std::collections::HashMap;
use std::sync::LazyLock;

const FAMILIES: &[&[Instruction]] = &[
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
    memory::ROWS,
    parallel::ROWS,
    reduce::ROWS,
    saturate::ROWS,
    vector::ROWS,
];

static TABLE: LazyLock<HashMap<&str, Instruction>> =
    LazyLock::new(|| FAMILIES.iter().flat_map(|rows| rows.iter()).map(|row| (row.0, *row)).collect());

/// How the operation of that name is run.
pub fn find(name: &str) -> Option<Instruction> {
    TABLE.get(name).copied()
}

/// Names of all operations that are known.
pub fn names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|rows| rows.iter()).map(|row| row.0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_operation_has_one_row() {
        let mut seen = std::collections::HashSet::new();
        let twice: Vec<_> = super::names().filter(|name| !seen.insert(*name)).collect();
        assert_eq!(twice, [""; 0]);
        assert!(super::find("llvm.add").is_some() && super::find("llvm.inline_asm").is_none());
    }
}
