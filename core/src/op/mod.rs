//! The operations that the machine runs: a folder or file a dialect, one row an operation.
//!
//! *To add an operation*: write its row into a family of its dialect. *To add a dialect*: write a file whose `FAMILIES` lists its rows, and
//! name it twice below: `mod` and the list `DIALECTS`.

mod affine;
mod arith;
mod asynchronous;
mod bufferization;
mod builtin;
mod cf;
mod cf_placing;
mod complex;
mod forall;
mod func;
mod index;
mod lanewise;
mod linalg;
mod llvm;
mod math;
mod memref;
mod ml_program;
mod omp;
mod region;
mod scf;
mod scf_placing;
mod shape;
mod tensor;
#[cfg(test)]
pub mod testing;
mod tosa;
#[cfg(test)]
mod toy;
#[cfg(test)]
mod toy_repeat;
#[cfg(test)]
mod toy_tests;
mod ub;
mod vector;

pub use linalg::named_maps;

use crate::eval::site::{MakeStep, Meaning};
use crate::grow::{NeededRoom, Placing};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// An operation.
#[derive(Clone, Copy)]
pub struct Row {
    /// Full name, such as `arith.addi`.
    pub name: &'static str,
    /// The way it becomes a step.
    pub evaluate: MakeStep,
    /// True if its documentation leaves the last bits of a float result to MLIR, so that two lowerings may differ in them.
    pub approximate: bool,
    /// True if MLIR marks it as one that may be run ahead of time though it may be undefined (`Pure`, "Side Effects & Speculation"): on
    /// tensors and shapes.
    pub ahead: bool,
    /// The way in which generated programs place it; none for one that is not generated.
    pub grown: Option<Placing>,
    /// The room that it is placed in.
    pub room: NeededRoom,
    /// The first major version of MLIR that has it, among those that lowdiff knows.
    pub since: u32,
}

/// The row of an operation.
const fn row(name: &'static str, evaluate: MakeStep) -> Row {
    Row { name, evaluate, approximate: false, ahead: false, grown: None, room: NeededRoom::Any, since: 0 }
}

impl Row {
    /// The row of an operation whose results are only near the true ones.
    const fn approximate(self) -> Row {
        Row { approximate: true, ..self }
    }

    /// The row of an operation that may be run ahead of time.
    const fn ahead(self) -> Row {
        Row { ahead: true, ..self }
    }

    /// The row of an operation that generated programs have.
    const fn grown(self, place: Placing) -> Row {
        Row { grown: Some(place), ..self }
    }

    /// The row of an operation that generated programs have where there is such room.
    const fn grown_in(self, room: NeededRoom, place: Placing) -> Row {
        Row { grown: Some(place), room, ..self }
    }

    /// The row of an operation that versions of MLIR before this one do not have.
    const fn since(self, version: u32) -> Row {
        Row { since: version, ..self }
    }
}

/// Rows of operations all of which may be run ahead of time.
const fn all_ahead<const N: usize>(mut rows: [Row; N]) -> [Row; N] {
    let mut number = 0;
    while number < N {
        rows[number] = rows[number].ahead();
        number += 1;
    }
    rows
}

const DIALECTS: &[&[&[Row]]] = &[
    affine::FAMILIES,
    arith::FAMILIES,
    asynchronous::FAMILIES,
    bufferization::FAMILIES,
    builtin::FAMILIES,
    cf::FAMILIES,
    complex::FAMILIES,
    func::FAMILIES,
    index::FAMILIES,
    linalg::FAMILIES,
    llvm::FAMILIES,
    math::FAMILIES,
    memref::FAMILIES,
    ml_program::FAMILIES,
    omp::FAMILIES,
    scf::FAMILIES,
    shape::FAMILIES,
    tensor::FAMILIES,
    tosa::FAMILIES,
    #[cfg(test)]
    toy::FAMILIES,
    ub::FAMILIES,
    vector::FAMILIES,
];

static TABLE: LazyLock<FxHashMap<&str, Row>> = LazyLock::new(|| all().map(|row| (row.name, *row)).collect());

/// The way in which the operation of that name is run.
pub fn rule(name: &str) -> Option<Meaning> {
    TABLE.get(name).map(|row| Meaning {
        evaluate: row.evaluate,
        approximate: row.approximate,
        ahead: row.ahead,
    })
}

/// True if the documentation of the operation of that name leaves the last bits of a float result to MLIR.
pub fn is_approximate(name: &str) -> bool {
    TABLE.get(name).is_some_and(|row| row.approximate)
}

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Row> {
    DIALECTS.iter().copied().flatten().copied().flatten().chain(&*tosa::EVALUATED)
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_operation_has_one_row() {
        let mut seen = std::collections::HashSet::new();
        let twice: Vec<_> = super::all().filter(|row| !seen.insert(row.name)).map(|row| row.name).collect();
        assert_eq!(twice, [""; 0]);
        assert!(super::rule("llvm.add").is_some() && super::rule("llvm.inline_asm").is_none());
    }
}
