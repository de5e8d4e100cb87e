//! Draws that come to nothing, with their number and the reason.

use std::collections::BTreeMap;

/// The reason why an operation that was drawn is not in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dropped {
    /// Its result would be undefined.
    Undefined,
    /// Its result hangs on how a lowering rounds.
    Undecided,
    /// Its result would be known too loosely to be worth a comparison.
    Loose,
    /// Its result would be too large, or of too many dimensions.
    Large,
    /// The semantics do not evaluate it: a defect of the table.
    Refused,
    /// Nothing in scope fits, and nothing may be added.
    Unfit,
}

/// The draws that one program cost, by operation.
#[derive(Clone, Debug, Default)]
pub struct Waste {
    /// Operations that were to be added.
    pub drawn: BTreeMap<&'static str, u32>,
    /// Those of them that were not.
    pub dropped: BTreeMap<(&'static str, Dropped), u32>,
}

impl Waste {
    /// Share of the draws that came to nothing.
    pub fn share(&self) -> f64 {
        let drawn: u32 = self.drawn.values().sum();
        f64::from(self.dropped.values().sum::<u32>()) / f64::from(drawn.max(1))
    }

    /// Adds the counts of another program.
    pub fn add(&mut self, other: &Waste) {
        other.drawn.iter().for_each(|(name, count)| *self.drawn.entry(name).or_default() += count);
        other.dropped.iter().for_each(|(name, count)| *self.dropped.entry(*name).or_default() += count);
    }
}
