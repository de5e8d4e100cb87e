//! The choice of findings that stock programs are asked about: the first of each signature at once, later ones and known bugs as long as that is a
//! small share of all work.
//!
//! Asking starts processes, which takes as long as many passes that are run and tested here. The share is one of work that is counted in passes, and not of
//! time, so that the same campaign asks about the same findings wherever it runs.

use super::{CaseFacts, Target};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The part of all work that asking may be is one in so many.
const ONE_IN: u64 = 20;

impl Target {
    /// Passes that are run and tested here in the time that stock programs take for a path, as measured: they take about as long whatever
    /// its length and the size of the module, and passes do not.
    fn passes_a_question(self) -> u64 {
        if self.is_of_steps() { 200 } else { 150 }
    }
}

/// The work of a campaign, and the answers of stock programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Confirming {
    /// Passes that lowdiff ran.
    pub passes: u64,
    /// Findings that stock programs were asked about.
    pub asked: u64,
    /// Paths that they took for that.
    pub paths: u64,
    /// The last answer about each signature; none where they could not tell.
    pub answers: BTreeMap<String, Option<bool>>,
}

/// A question to stock programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockQuestion {
    /// The signature that the finding had then.
    pub signature: String,
    /// Paths that they took.
    pub paths: u64,
    /// True where they showed it too, false where they denied it; none where they could not tell.
    pub answer: Option<bool>,
}

impl Confirming {
    /// True if asking was no more than its share of the work so far, on cases of this target.
    pub fn is_within_share(&self, target: Target) -> bool {
        let asking = target.passes_a_question() * self.paths;
        ONE_IN * asking <= self.passes + asking
    }

    /// Adds the work of a case, and the answer about it.
    pub fn note(&mut self, facts: &CaseFacts) {
        self.passes += facts.passes;
        if let Some(asked) = &facts.asked {
            self.paths += asked.paths;
            self.asked += 1;
            self.answers.insert(asked.signature.clone(), asked.answer);
        }
    }
}

impl AddAssign for Confirming {
    fn add_assign(&mut self, other: Confirming) {
        self.passes += other.passes;
        self.asked += other.asked;
        self.paths += other.paths;
        self.answers.extend(other.answers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_kept_by_work() {
        let within = |passes, paths, target| {
            Confirming { passes, paths, ..Confirming::default() }.is_within_share(target)
        };
        assert!(within(0, 0, Target::LoweringDiff) && within(3000, 1, Target::LoweringDiff));
        assert!(!within(2800, 1, Target::LoweringDiff) && !within(3000, 1, Target::PassDiff));
        assert!(within(4000, 1, Target::PassDiff));
    }
}
