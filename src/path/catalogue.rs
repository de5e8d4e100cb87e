//! Optimization passes: what may be put between the conversions of a path without changing its results.
//!
//! A pass is drawn by one byte through a fixed map of 256 slots. Slot 0 and the free ones mean no pass, a
//! row has as many slots as its weight, and adding a row leaves every other byte's meaning alone.

mod conversions;
mod rows;

pub use conversions::{Kind, pairs};

use super::operations::{Operations, any};
use super::pass::{Hazard, Pass};
use super::rules;
use rows::{REFUSED, ROWS};

/// A pass that may be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The first of its slots, 1 to 255.
    pub slot: u8,
    /// How many slots it has.
    pub weight: u8,
    /// The pass.
    pub pass: Pass,
    /// What it works on: without an operation of these it would change nothing and is not drawn. Empty for
    /// any IR.
    pub on: &'static [&'static str],
    /// Operations in whose presence the pass is not sound. Each list says why.
    pub unless: &'static [&'static str],
}

const fn row(slot: u8, weight: u8, pass: Pass, on: &'static [&'static str]) -> Row {
    Row { slot, weight, pass, on, unless: &[] }
}

impl Row {
    const fn unless(self, unless: &'static [&'static str]) -> Row {
        Row { unless, ..self }
    }

    fn covers(&self, slot: u8) -> bool {
        (u16::from(self.slot)..u16::from(self.slot) + u16::from(self.weight)).contains(&u16::from(slot))
    }

    /// Whether the pass may change IR made of `operations`, and may be run on it.
    pub fn fits(&self, operations: &Operations, version: u32) -> bool {
        self.pass.exists_in(version) && self.works_on(operations)
    }

    /// Whether there is anything for it to work on, and nothing in whose presence it is not sound.
    pub fn works_on(&self, operations: &Operations) -> bool {
        (self.on.is_empty() || any(operations, self.on)) && !any(operations, self.unless)
    }
}

/// Every row, in the order of the slots.
pub fn rows() -> &'static [Row] {
    ROWS
}

/// The pass `byte` draws of those `allowed`, for IR made of `operations`, on MLIR's major version `version`.
///
/// A row that does not fit the IR hands on to another slot, so that the passes of a level are drawn often
/// enough in the few turns a path spends there. The probe visits every slot once: `5 s + 1` has full period
/// modulo 256.
pub fn draw(
    byte: u8,
    operations: &Operations,
    version: u32,
    allowed: impl Fn(&Pass) -> bool,
) -> Option<Pass> {
    let at = |slot: u8| ROWS.iter().find(|row| row.covers(slot));
    at(byte)?;
    let probe = std::iter::successors(Some(byte), |slot| Some(slot.wrapping_mul(5).wrapping_add(1)));
    let fits = |row: &&Row| row.fits(operations, version) && allowed(&row.pass);
    probe.take(256).filter_map(at).find(fits).map(|row| row.pass)
}

/// What comparing results has to allow for after `step`, a single pass as [`super::pipeline::split`] gives
/// it. None when no table knows the pair.
pub fn hazards(step: &str) -> Option<&'static [Hazard]> {
    let drawn = ROWS.iter().map(|row| &row.pass);
    let conversions = rules::RULES.iter().flat_map(|rule| rule.ways);
    drawn.chain(conversions).chain(REFUSED).find(|pass| pass.step() == step).map(|pass| pass.hazards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;
    use std::collections::BTreeSet;

    fn draw(byte: u8, operations: &Operations, version: u32) -> Option<Pass> {
        super::draw(byte, operations, version, |_| true)
    }

    fn ir(names: &[&str]) -> Operations {
        names.iter().map(|name| ((name.to_string(), TypeKind::Memref), 1)).collect()
    }

    #[test]
    fn pairs_are_unique_and_slots_do_not_overlap() {
        let mut steps = BTreeSet::new();
        let mut next = 1;
        for row in rows() {
            assert!(steps.insert(row.pass.step()), "{} twice", row.pass.step());
            assert!(row.weight > 0 && u16::from(row.slot) >= next, "{}", row.pass.step());
            next = u16::from(row.slot) + u16::from(row.weight);
            assert!(next <= 256, "{}", row.pass.step());
        }
        assert!(steps.len() >= 45, "{}", steps.len());
    }

    #[test]
    fn slot_zero_and_free_slots_draw_nothing() {
        let everything = ir(&["tosa.add", "affine.for", "scf.for"]);
        assert_eq!(draw(0, &everything, 22), None);
        assert_eq!(draw(255, &everything, 22), None);
        assert_eq!(draw(1, &everything, 22).unwrap().name, "canonicalize");
    }

    #[test]
    fn every_row_is_drawn_where_it_fits() {
        for row in rows() {
            let operations = ir(&row.on.iter().map(|on| on.trim_end_matches('*')).collect::<Vec<_>>());
            let version = [22, 19].into_iter().find(|v| row.pass.exists_in(*v)).expect("a version has it");
            assert_eq!(draw(row.slot, &operations, version), Some(row.pass));
        }
    }

    #[test]
    fn a_row_that_does_not_fit_hands_on() {
        let tile = rows().iter().find(|row| row.pass.name == "affine-loop-tile").unwrap();
        let drawn = draw(tile.slot, &ir(&["scf.for"]), 22).unwrap();
        assert_ne!(drawn.name, "affine-loop-tile");
        let fits = rows().iter().find(|row| row.pass == drawn).unwrap();
        assert!(fits.fits(&ir(&["scf.for"]), 22));
    }

    #[test]
    fn stack_promotion_stays_behind_deallocation() {
        let promote = rows().iter().find(|row| row.pass.name == "promote-buffers-to-stack").unwrap();
        assert!(promote.fits(&ir(&["memref.alloc"]), 22));
        assert!(!promote.fits(&ir(&["memref.alloc", "memref.dealloc"]), 22));
        for byte in 0..=255 {
            let drawn = draw(byte, &ir(&["memref.alloc", "memref.dealloc"]), 22);
            assert!(drawn.is_none_or(|pass| pass.name != "promote-buffers-to-stack"));
        }
    }

    #[test]
    fn versions_keep_their_own_names() {
        for byte in 0..=255 {
            for version in [19, 22, 24] {
                let drawn = draw(byte, &ir(&["affine.for", "arith.addi", "tosa.transpose"]), version);
                assert!(drawn.is_none_or(|pass| pass.exists_in(version)), "{byte} {version}");
            }
        }
    }

    #[test]
    fn hazards_belong_to_pairs() {
        let of = |step| hazards(step);
        assert_eq!(of("builtin.module(func.func(affine-parallelize))"), Some(&[][..]));
        assert_eq!(
            of("builtin.module(func.func(affine-parallelize{parallel-reductions=true}))"),
            Some(&[Hazard::Float][..])
        );
        assert_eq!(of("builtin.module(convert-math-to-libm)"), Some(&[Hazard::Float][..]));
        assert_eq!(of("builtin.module(symbol-privatize)"), Some(&[Hazard::Unsound][..]));
        assert_eq!(of("builtin.module(no-such-pass)"), None);
    }

    #[test]
    fn nothing_unsound_is_ever_drawn() {
        let drawn = rows().iter().map(|row| &row.pass);
        for pass in drawn.chain(rules::RULES.iter().flat_map(|rule| rule.ways)) {
            assert!(!pass.hazards.contains(&Hazard::Unsound), "{}", pass.step());
            assert!(!pass.hazards.contains(&Hazard::Target), "{}", pass.step());
        }
        assert!(!REFUSED.is_empty());
    }
}
