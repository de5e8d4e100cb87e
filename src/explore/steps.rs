//! The steps of a campaign's paths, each a test by itself, in numbers.

use super::Stats;
use crate::observe::Relation;
use serde::Serialize;
use std::collections::BTreeMap;

/// Single steps: applied, and judged by themselves. On a lowering graph each pass counts once at a state.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Steps {
    /// Passes that were run on a state.
    pub applied: u64,
    /// Of these, those that left another state.
    pub changed: u64,
    /// Of these, those whose state was run and held against an earlier one.
    pub checked: u64,
    /// Of these, those that were told to be right or wrong.
    pub decided: u64,
    /// The relations of the states that were run.
    pub relations: BTreeMap<Relation, u64>,
    /// The reasons why states could not be run.
    pub unsupported: BTreeMap<String, u64>,
    /// Comparisons of states that were run with other arguments than their text holds.
    pub arguments: u64,
    /// The same for each pass.
    pub passes: BTreeMap<String, PassSteps>,
}

/// The steps of one pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassSteps {
    /// Times it was run on a state.
    pub applied: u64,
    /// Of these, times it left another state.
    pub changed: u64,
    /// Of these, states that were run and held against an earlier one.
    pub checked: u64,
    /// The relations of these.
    pub relations: BTreeMap<Relation, u64>,
}

impl Steps {
    /// Those of `stats`.
    pub fn of(stats: &Stats) -> Steps {
        let mut passes: BTreeMap<String, PassSteps> = BTreeMap::new();
        for (pass, led) in stats.space.led.values().flatten() {
            let steps = passes.entry(pass.clone()).or_default();
            steps.applied += led.applied();
            steps.changed += led.changed();
        }
        let mut relations: BTreeMap<Relation, u64> = BTreeMap::new();
        for (pass, counted) in &stats.checks.passes {
            let steps = passes.entry(pass.clone()).or_default();
            steps.checked = counted.values().sum();
            steps.relations = counted.clone();
            for (relation, count) in counted {
                *relations.entry(*relation).or_default() += count;
            }
        }
        Steps {
            applied: passes.values().map(|pass| pass.applied).sum(),
            changed: passes.values().map(|pass| pass.changed).sum(),
            checked: stats.checks.run(),
            decided: stats.checks.decided(),
            relations,
            unsupported: stats.checks.unsupported.clone(),
            arguments: stats.checks.arguments,
            passes,
        }
    }
}

/// Steps that were told to be right or wrong in a second of running paths, summed over processes.
pub fn decided_a_second(stats: &Stats) -> f64 {
    if stats.times.run > 0.0 { stats.checks.decided() as f64 / stats.times.run } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Effect, StepCheck};

    #[test]
    fn steps_are_counted_by_pass() {
        let mut stats = Stats::default();
        stats.space.note("tosa", "cse", Some(Effect::Unchanged), "tosa");
        stats.space.note("tosa", "cse", Some(Effect::Changed), "tosa");
        stats.space.note("tosa", "tosa-to-linalg", Some(Effect::Changed), "linalg");
        let check =
            |pass: &str, relation| StepCheck { pass: pass.to_owned(), relation, reason: None, arguments: 0 };
        stats.checks.add(&check("cse", Relation::Same));
        stats.checks.add(&check("tosa-to-linalg", Relation::Vacuous));
        stats.times.run = 2.0;
        let steps = Steps::of(&stats);
        assert_eq!((steps.applied, steps.changed, steps.checked, steps.decided), (3, 2, 2, 1));
        assert_eq!(decided_a_second(&stats), 0.5);
        let cse = PassSteps {
            applied: 2,
            changed: 1,
            checked: 1,
            relations: BTreeMap::from([(Relation::Same, 1)]),
        };
        assert_eq!((&steps.passes["cse"], &steps.relations[&Relation::Vacuous]), (&cse, &1));
    }
}
