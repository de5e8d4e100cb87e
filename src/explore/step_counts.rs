//! The steps of a campaign's paths, each a test by itself, in numbers.

use super::Stats;
use crate::observe::{LackCount, Relation};
use crate::words;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Passes that people are shown.
const SHOWN: usize = 12;

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
    /// The things for want of which states could not be run.
    pub unsupported: Vec<CountedLack>,
    /// Comparisons of states that were run with other arguments than their text holds.
    pub arguments: u64,
    /// The steps of each pass.
    pub passes: BTreeMap<String, PassSteps>,
}

/// A thing that the machine does not have, counted, with its sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountedLack {
    /// The thing and its count.
    #[serde(flatten)]
    pub counted: LackCount,
    /// The thing in words.
    pub detail: String,
}

impl CountedLack {
    fn of(counted: LackCount) -> CountedLack {
        CountedLack { detail: words::counted_lack(&counted), counted }
    }
}

/// The steps of one pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PassSteps {
    /// Times it was run on a state.
    pub applied: u64,
    /// Of these, times it left another state.
    pub changed: u64,
    /// Of these, times it reported failure.
    pub declined: u64,
    /// Of these, times it ended the path.
    pub ended: u64,
    /// States that it left, and that were run and held against an earlier one.
    pub checked: u64,
    /// Of these, those that were told to be right or wrong.
    pub decided: u64,
    /// States that it left and that nobody ran.
    pub not_run: u64,
    /// The relations of the states that were run.
    pub relations: BTreeMap<Relation, u64>,
    /// Findings that it showed in, or that it is to blame for.
    pub findings: u64,
}

impl PassSteps {
    /// States that were run, and that nobody could tell to be right or wrong.
    fn untold(&self) -> u64 {
        self.checked - self.decided
    }
}

impl Steps {
    /// Those of `stats`.
    pub fn of(stats: &Stats) -> Steps {
        let mut passes: BTreeMap<String, PassSteps> = BTreeMap::new();
        for (pass, led) in stats.space.led.values().flatten() {
            let steps = passes.entry(pass.clone()).or_default();
            steps.applied += led.applied();
            steps.changed += led.changed();
            steps.declined += led.declined;
            steps.ended += led.ended;
        }
        let mut relations: BTreeMap<Relation, u64> = BTreeMap::new();
        for (pass, counted) in &stats.checks.passes {
            let steps = passes.entry(pass.clone()).or_default();
            steps.checked = counted.values().sum();
            steps.relations = counted.clone();
            // The path ends at a wrong step before it is said that the state is another one.
            let broken = counted.get(&Relation::Broken).copied().unwrap_or_default();
            steps.changed = (steps.changed + broken).min(steps.applied);
            for (relation, count) in counted {
                steps.decided += if relation.is_decided() { *count } else { 0 };
                *relations.entry(*relation).or_default() += count;
            }
        }
        for (pass, findings) in &stats.suspects {
            passes.entry(pass.clone()).or_default().findings = *findings;
        }
        // A state of the same operations may be another one all the same.
        passes.values_mut().for_each(|steps| steps.not_run = steps.changed.saturating_sub(steps.checked));
        Steps {
            applied: passes.values().map(|pass| pass.applied).sum(),
            changed: passes.values().map(|pass| pass.changed).sum(),
            checked: stats.checks.run(),
            decided: stats.checks.decided(),
            relations,
            unsupported: stats.checks.unsupported.all().into_iter().map(CountedLack::of).collect(),
            arguments: stats.checks.arguments,
            passes,
        }
    }

    /// A line for each of the passes that matter most: first those with findings, then those that changed the most states.
    fn lines(&self) -> Vec<String> {
        let mut passes: Vec<(&String, &PassSteps)> = self.passes.iter().collect();
        passes.sort_by_key(|(_, steps)| std::cmp::Reverse((steps.findings, steps.changed)));
        let mut lines = vec![format!(
            "{:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "applied", "changed", "told", "untold", "not run", "findings"
        )];
        for (pass, steps) in passes.iter().take(SHOWN) {
            let PassSteps { applied, changed, decided, not_run, findings, .. } = steps;
            let untold = steps.untold();
            lines.push(format!(
                "{applied:9} {changed:9} {decided:9} {untold:9} {not_run:9} {findings:9} {pass}"
            ));
        }
        if let Some(more) = passes.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            lines.push(format!(
                "and {more} more passes: `lowdiff report` and --json show all, and why steps are untold"
            ));
        }
        lines
    }
}

/// For people.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "steps: {}, that changed the IR: {}, judged by themselves: {}, of which told right or wrong: {}",
            self.applied, self.changed, self.checked, self.decided
        )?;
        self.lines().iter().try_for_each(|line| writeln!(f, "  {line}"))
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
        stats.space.note("linalg", "tosa-to-linalg", Some(Effect::Changed), "linalg");
        stats.space.note("linalg", "crashes", None, "linalg");
        stats.suspects.insert("cse".to_owned(), 3);
        let check =
            |pass: &str, relation| StepCheck { pass: pass.to_owned(), relation, lack: None, arguments: 0 };
        stats.checks.add(&check("cse", Relation::Same));
        stats.checks.add(&check("tosa-to-linalg", Relation::Vacuous));
        stats.space.note("scf", "wrong", None, "scf");
        stats.checks.add(&check("wrong", Relation::Broken));
        stats.times.run = 2.0;
        let steps = Steps::of(&stats);
        assert_eq!((steps.applied, steps.changed, steps.checked, steps.decided), (6, 4, 3, 2));
        assert_eq!(decided_a_second(&stats), 1.0);
        let wrong = &steps.passes["wrong"];
        assert_eq!((wrong.applied, wrong.ended, wrong.changed, wrong.not_run), (1, 1, 1, 0));
        let cse = PassSteps {
            applied: 2,
            changed: 1,
            checked: 1,
            decided: 1,
            relations: BTreeMap::from([(Relation::Same, 1)]),
            findings: 3,
            ..PassSteps::default()
        };
        assert_eq!((&steps.passes["cse"], &steps.relations[&Relation::Vacuous]), (&cse, &1));
        let crashes = &steps.passes["crashes"];
        assert_eq!((crashes.applied, crashes.ended, crashes.changed, crashes.not_run), (1, 1, 0, 0));
        let cast = &steps.passes["tosa-to-linalg"];
        assert_eq!((cast.changed, cast.not_run, cast.decided, cast.untold()), (2, 1, 0, 1));
        assert_eq!(
            steps.to_string(),
            "steps: 6, that changed the IR: 4, judged by themselves: 3, of which told right or wrong: 2\n    \
               applied   changed      told    untold   not run  findings\n          \
               2         1         1         0         0         3 cse\n          \
               2         2         0         1         1         0 tosa-to-linalg\n          \
               1         1         1         0         0         0 wrong\n          \
               1         0         0         0         0         0 crashes\n"
        );
    }
}
