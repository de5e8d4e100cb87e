//! Inputs that were changed, counted by the ways in which they were.

use super::Compared;
use crate::decode::envelope::Mutation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Mutants of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MutantCounts {
    /// Mutants that were made.
    pub made: u64,
    /// Of these, those that MLIR's verifier takes.
    pub verified: u64,
    /// Of these, those of which a state was run and held against an earlier one.
    pub checked: u64,
    /// Of these, those with a step that was told to be right or wrong: they are defined.
    pub decided: u64,
    /// Of the verified ones, findings.
    pub findings: u64,
}

impl AddAssign for MutantCounts {
    fn add_assign(&mut self, other: MutantCounts) {
        self.made += other.made;
        self.verified += other.verified;
        self.checked += other.checked;
        self.decided += other.decided;
        self.findings += other.findings;
    }
}

/// Mutants, each counted once in all, and once under each way in which it was changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mutants {
    /// All of them.
    pub all: MutantCounts,
    /// Those that were made valid modules as far as the mutations can tell: none was made invalid on purpose.
    pub sound: MutantCounts,
    /// By the way in which they were changed.
    pub by: BTreeMap<Mutation, MutantCounts>,
}

impl Mutants {
    /// Counts an input that was changed in these ways, and what came of it: nothing where MLIR does not take it.
    pub fn note(&mut self, by: &[Mutation], judged: Option<&Compared>) {
        if by.is_empty() {
            return;
        }
        let of = |is: bool| u64::from(is);
        let counts = MutantCounts {
            made: 1,
            verified: of(judged.is_some()),
            checked: of(judged.is_some_and(|judged| judged.facts.checks.run() > 0)),
            decided: of(judged.is_some_and(|judged| judged.facts.checks.decided() > 0)),
            findings: of(judged.is_some_and(|judged| judged.facts.verdict.is_finding())),
        };
        self.all += counts;
        if !by.contains(&Mutation::Invalid) {
            self.sound += counts;
        }
        for (at, mutation) in by.iter().enumerate() {
            if !by[..at].contains(mutation) {
                *self.by.entry(*mutation).or_default() += counts;
            }
        }
    }
}

impl AddAssign for Mutants {
    fn add_assign(&mut self, other: Mutants) {
        self.all += other.all;
        self.sound += other.sound;
        for (mutation, counts) in other.by {
            *self.by.entry(mutation).or_default() += counts;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::{CaseFacts, Times};
    use crate::judge::judge;
    use crate::observe::Prescribed;
    use crate::observe::example::{crashed, ok};

    #[test]
    fn a_mutant_counts_once_under_each_way() {
        let reports = [ok("a", 1), crashed("p")];
        let verdict = judge(&reports, Prescribed::default());
        let found: Compared = CaseFacts::of(&reports, &verdict, None, None, Times::default()).into();
        let mut mutants = Mutants::default();
        mutants.note(&[], Some(&found));
        assert_eq!(mutants, Mutants::default());
        mutants.note(&[Mutation::Graft, Mutation::Graft, Mutation::Steps], Some(&found));
        mutants.note(&[Mutation::Invalid, Mutation::Steps], None);
        let counts =
            |made, verified| MutantCounts { made, verified, findings: verified, ..MutantCounts::default() };
        assert_eq!((mutants.all, mutants.sound), (counts(2, 1), counts(1, 1)));
        assert_eq!(mutants.by[&Mutation::Graft], counts(1, 1));
        assert_eq!(mutants.by[&Mutation::Steps], counts(2, 1));
        let mut both = mutants.clone();
        both += mutants;
        assert_eq!(both.by[&Mutation::Invalid], counts(2, 0));
    }
}
