//! The tosa dialect, TOSA 1.0 as MLIR 19 and 22 lower it.
//!
//! Element types are the ones the specification allows an operation, even where MLIR accepts more: a
//! difference outside the specification is nobody's bug.

mod arithmetic;
mod bits;
mod choice;
mod function;
#[cfg(test)]
mod integer_tests;
mod layout;
mod matrix;
mod reduction;
mod rules;
mod shape;
mod unary;

use super::Row;

/// Every row, ordered by slots.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let families: [&'static [Row]; 9] = [
        arithmetic::ROWS,
        bits::ROWS,
        unary::ROWS,
        function::ROWS,
        choice::ROWS,
        reduction::ROWS,
        matrix::ROWS,
        shape::ROWS,
        layout::ROWS,
    ];
    families.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{FAMILIES, Family, from_slot};

    #[test]
    fn slots_are_ordered_and_overlap_nowhere() {
        let mut last = 0;
        for row in rows() {
            let (first, end) = row.slots;
            assert!(first > last && end >= first, "{} has slots {first}..={end} after {last}", row.name);
            last = end;
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = rows().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows().count());
        assert!(names.len() >= 30, "{} operations", names.len());
    }

    #[test]
    fn a_byte_tries_its_own_row_first_and_then_every_row_that_is_on() {
        for byte in 0..=255 {
            let mut names: Vec<_> = from_slot(byte, &FAMILIES).map(|row| row.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), rows().count());
            assert!(from_slot(byte, &[Family::Cast]).all(|row| row.name == "cast"));
        }
        for row in rows() {
            let first = |byte| from_slot(byte, &FAMILIES).next().map(|r| r.name);
            assert_eq!((first(row.slots.0), first(row.slots.1)), (Some(row.name), Some(row.name)));
        }
    }
}
