//! The tosa dialect, TOSA 1.0 as MLIR 19, 22 and later lower it.
//!
//! Element types are the ones that the verifier takes and the default pipeline lowers, whether or not the specification has
//! them: all paths must agree on those too.

mod arithmetic;
mod bits;
mod cast;
mod choice;
mod control;
mod convolution;
mod fourier;
mod function;
mod index;
mod layout;
mod matrix;
mod pool;
mod reduction;
mod resize;
mod rules;
mod shape;
mod unary;

use super::Row;

/// Every row, in the order of the bytes that draw them.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let families: [&'static [Row]; 16] = [
        arithmetic::ROWS,
        bits::ROWS,
        unary::ROWS,
        function::ROWS,
        choice::ROWS,
        cast::ROWS,
        reduction::ROWS,
        matrix::ROWS,
        convolution::ROWS,
        pool::ROWS,
        resize::ROWS,
        fourier::ROWS,
        shape::ROWS,
        layout::ROWS,
        index::ROWS,
        control::ROWS,
    ];
    families.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Family, from_slot, slots};

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = rows().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows().count());
        assert!(names.len() >= 60, "{} operations", names.len());
    }

    #[test]
    fn a_byte_tries_its_own_row_first_and_then_every_row_that_is_on() {
        for byte in 0..=255 {
            let mut names: Vec<_> = from_slot(byte, |_| true).map(|row| row.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), rows().count());
            assert!(from_slot(byte, |row| row.family == Family::Matrix).all(|row| row.name == "matmul"));
        }
        for (slot, row) in slots() {
            let first = |byte| from_slot(byte, |_| true).next().map(|r| r.name);
            assert_eq!((first(*slot), first(slot + row.weight - 1)), (Some(row.name), Some(row.name)));
        }
    }

    #[test]
    fn the_semantics_know_every_row_that_has_no_regions() {
        for row in rows().filter(|row| row.family != Family::Control) {
            assert!(crate::semantics::ops::find(&format!("tosa.{}", row.name)).is_some(), "{}", row.name);
        }
    }
}
