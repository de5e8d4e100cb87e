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

use super::GeneratorRow;

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static GeneratorRow> {
    let families: [&'static [GeneratorRow]; 16] = [
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
    use crate::bug::KnownBug;
    use crate::choices::Choices;
    use crate::dialect::drawn;
    use crate::observe::Element;
    use crate::program::{Budget, Builder, FAMILIES, Family};
    use crate::slot::conflict;
    use sha2::{Digest, Sha256};

    #[test]
    fn names_and_slots_are_unique() {
        let mut names: Vec<_> = rows().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), rows().count());
        assert!(names.len() >= 60, "{} operations", names.len());
        assert_eq!(conflict(rows()), None, "two rows of one slot: the newer one takes another");
    }

    #[test]
    fn a_number_tries_its_own_row_first_and_then_every_row_that_is_on() {
        for number in (0..=0xffff).step_by(97).chain(rows().map(|row| row.slot)) {
            let mut names: Vec<_> = drawn(number, |_| true).iter().map(|row| row.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), rows().count());
            let matrix = drawn(number, |row| row.family == Family::Matrix);
            assert!(!matrix.is_empty() && matrix.iter().all(|row| row.name == "matmul"));
        }
        for row in rows() {
            assert_eq!(drawn(row.slot, |_| true)[0].name, row.name);
        }
        assert!(drawn(7, |_| false).is_empty());
    }

    /// The number of records, of 3000 of an operation, that show a bug, in programs of these types for this version of MLIR and later ones.
    fn showing(bug: KnownBug, name: &str, types: &[Element], version: u32, first: bool) -> u64 {
        let row = rows().find(|row| row.name == name).expect("a row");
        let budget = Budget {
            elements: 256,
            inputs: 12,
            extent: 3,
            types: types.to_vec(),
            wraps: true,
            edges: false,
            tail: 0,
            random: 0,
            depth: 1,
            families: FAMILIES.to_vec(),
            version,
        };
        let drawn = |record: u32| {
            let mut builder = Builder::new(budget.clone());
            builder.choices = Choices::new(&record.wrapping_mul(2_654_435_761).to_be_bytes()).narrow(first);
            builder.add([row]);
            builder.finish().0.drawn.labels().get(bug.label()).copied().unwrap_or(0)
        };
        (0..3000).map(drawn).sum()
    }

    #[test]
    fn what_shows_a_known_bug_is_drawn_seldom_where_the_bug_is() {
        use Element::{Bf16, F16, I16, I64};
        for (bug, name, types) in [
            (KnownBug::NegatedI64, "negate", &[I64][..]),
            (KnownBug::CastAcrossHalves, "cast", &[F16, Bf16]),
            (KnownBug::ResizedElement, "resize", &[I16]),
        ] {
            let shown = showing(bug, name, types, 22, false);
            assert!((5..2000).contains(&shown), "{} in {shown} of 3000", bug.label());
            assert_eq!(showing(bug, name, types, 22, true), 0, "{}", bug.label());
        }
    }

    /// Inputs of the first format have to draw what they drew when there was no other.
    #[test]
    fn bytes_draw_what_they_always_drew() {
        let mut digest = Sha256::new();
        for byte in 0..=255 {
            for on in [
                |_: &GeneratorRow| true,
                |row: &GeneratorRow| (row.family as u8).is_multiple_of(2),
                |row: &GeneratorRow| row.name.len().is_multiple_of(3),
            ] {
                for row in drawn(byte, on) {
                    digest.update(row.name);
                }
                digest.update([0]);
            }
        }
        let digest = crate::observe::hexadecimal(&digest.finalize());
        assert_eq!(digest, "c119abe80fc6f487c97d78dd3232c2267d8f576a5fcc6fbcd4fbc762829fd9da");
    }

    #[test]
    fn operations_have_types_by_the_table() {
        use crate::dialect::row;
        use Element::{F8E4M3FN, F16, F32, I1, I16, I32, I48};
        let has = |name: &str, operands: &[Element], result: Element| {
            let operands: Vec<_> = operands.iter().copied().map(Some).collect();
            row(name).is_none_or(|row| row.has_types(&operands, &[Some(result)]))
        };
        assert!(has("tosa.resize", &[I16], I48) && has("tosa.resize", &[I16], I16));
        assert!(!has("tosa.resize", &[I32], I48) && !has("tosa.resize", &[I16], I32));
        assert!(has("tosa.matmul", &[F16, F16], F32) && !has("tosa.matmul", &[I32, I32], I32));
        assert!(has("tosa.select", &[I1, I32, I32], I32) && !has("tosa.select", &[I1, I32, I32], I48));
        assert!(has("tosa.cast", &[I48], I32) && !has("tosa.cast", &[I32], I32), "a cast of nothing");
        assert!(!has("tosa.add", &[F8E4M3FN, F8E4M3FN], F8E4M3FN));
        assert!(has("tosa.while_loop", &[I32], F32) && has("tosa.cond_if", &[I1], F32));
        assert!(has("tosa.const", &[], I48) && has("arith.extsi", &[I32], I48), "no table has them");
    }

    #[test]
    fn the_semantics_know_every_row_that_has_no_regions() {
        for row in rows().filter(|row| row.family != Family::Control) {
            assert!(crate::semantics::ops::find(&format!("tosa.{}", row.name)).is_some(), "{}", row.name);
        }
    }
}
