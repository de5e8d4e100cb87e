//! The operations that a campaign met, and of those that MLIR is known to lower, the ones that it did not, with the reason.

use crate::path::learned::Learned;
use crate::path::pipeline::pass_name;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The number of times that an operation was met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetCount {
    /// Programs on a path of which it was.
    pub programs: u64,
    /// Of these, programs of which such a path came down to llvm and ran.
    pub lowered: u64,
}

/// The operations met, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MetOperations(pub BTreeMap<String, MetCount>);

/// An operation that a rule is known for and that was not lowered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missed {
    /// Its name.
    pub operation: String,
    /// Why.
    pub reason: NotLowered,
}

/// The reason why an operation was not lowered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotLowered {
    /// It was met, and no path with it came down and ran.
    NeverDown {
        /// Programs on a path of which it was.
        programs: u64,
    },
    /// It was never met: no conversion was seen to make it, so that a program or an optimization has to.
    NoMaker {},
    /// It was never met: no program had the operations that these passes make it from; at most three are named.
    MadeBy(Vec<String>),
}

impl MetOperations {
    /// Counts what one program showed: names, and whether a path with the operation came down.
    pub fn add(&mut self, program: &BTreeMap<String, bool>) {
        for (name, lowered) in program {
            let seen = self.0.entry(name.clone()).or_default();
            seen.programs += 1;
            seen.lowered += u64::from(*lowered);
        }
    }

    /// Adds what another worker met.
    pub fn merge(&mut self, other: MetOperations) {
        for (name, more) in other.0 {
            let seen = self.0.entry(name).or_default();
            seen.programs += more.programs;
            seen.lowered += more.lowered;
        }
    }

    /// The dialects of the operations.
    pub fn dialects(&self) -> BTreeSet<&str> {
        self.0.keys().map(|name| crate::observe::dialect(name)).collect()
    }

    /// The operations of learned rules that no path lowered.
    pub fn missed(&self, learned: &Learned) -> Vec<Missed> {
        let known: BTreeSet<&str> =
            learned.rules.iter().map(|rule| rule.operation.operation.as_str()).collect();
        let reason = |name: &str| match self.0.get(name) {
            Some(MetCount { lowered: 1.., .. }) => None,
            Some(MetCount { programs, .. }) => Some(NotLowered::NeverDown { programs: *programs }),
            None => Some(never_met(name, learned)),
        };
        let missed = |name: &str| Some(Missed { operation: name.to_owned(), reason: reason(name)? });
        known.into_iter().filter_map(missed).collect()
    }
}

/// The condition under which the operation would have been met.
fn never_met(name: &str, learned: &Learned) -> NotLowered {
    let makes = learned.evidence.iter().filter(|e| e.appear.iter().any(|met| met.operation == name));
    let makers: BTreeSet<&str> = makes.map(|evidence| pass_name(&evidence.pass)).collect();
    match makers.is_empty() {
        true => NotLowered::NoMaker {},
        false => NotLowered::MadeBy(makers.into_iter().take(3).map(str::to_owned).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(met: &[(&str, bool)]) -> BTreeMap<String, bool> {
        met.iter().map(|(name, lowered)| ((*name).to_owned(), *lowered)).collect()
    }

    #[test]
    fn what_was_not_lowered_is_told_with_the_reason() {
        let learned = Learned::committed("22", "22.1.8").expect("it comes with lowdiff");
        let mut met = MetOperations::default();
        met.add(&program(&[("tosa.add", true), ("scf.for", false)]));
        let mut other = MetOperations::default();
        other.add(&program(&[("tosa.add", false), ("llvm.add", true)]));
        met.merge(other);
        assert_eq!(met.0["tosa.add"], MetCount { programs: 2, lowered: 1 });
        assert_eq!(met.dialects().into_iter().collect::<Vec<_>>(), ["llvm", "scf", "tosa"]);
        let missed = met.missed(&learned);
        let reason =
            |name: &str| missed.iter().find(|missed| missed.operation == name).map(|missed| &missed.reason);
        assert_eq!(reason("tosa.add"), None);
        assert_eq!(reason("scf.for"), Some(&NotLowered::NeverDown { programs: 1 }));
        let made = "convert-linalg-to-parallel-loops";
        assert!(
            matches!(reason("scf.parallel"), Some(NotLowered::MadeBy(by)) if by.iter().any(|pass| pass == made))
        );
        assert_eq!(reason("tosa.mul"), Some(&NotLowered::NoMaker {}));
    }
}
