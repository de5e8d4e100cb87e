//! Defined programs: what the evaluator calls undefined, or leaves open, is left out.

use super::finish::{Draft, grown};
use super::{ProgramBytes, Smith};
use crate::choices::Choices;
use crate::eval::{self, Layouts, RunBounds, RunFacts, World};
use crate::grow::UNDRAWN;
use crate::observe::{Buffer, Expected};
use crate::op;
use std::collections::{BTreeMap, BTreeSet};

/// A program, and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Forged {
    /// The module in generic form, which every version of MLIR reads that has its operations.
    pub text: String,
    /// The numbers that it shows.
    pub outputs: Vec<Buffer>,
    /// Operations that were drawn, those of regions included.
    pub operations: usize,
    /// The rows whose turn it was, each with how often.
    pub chosen: BTreeMap<&'static str, usize>,
    /// Those of them that could be placed.
    pub placed: BTreeMap<&'static str, usize>,
    /// Records that were left out, as they would have made the program undefined.
    pub left_out: usize,
    /// Runs of the evaluator that it took.
    pub runs: usize,
}

/// Bounds of a run of the evaluator: programs are small.
const BOUNDS: RunBounds = RunBounds { memory: 1 << 22, fuel: 60_000, world: World::USUAL };

/// Runs of the evaluator, at most, before all records are left out.
const RUNS: usize = 24;

/// The program that these bytes grow to, for MLIR of this major version and later ones.
pub fn forge(smith: &Smith, version: u32, drawn: ProgramBytes<'_>) -> Forged {
    let mut choices = Choices::new(drawn.header);
    let plan = smith.drawn(version, &mut choices);
    let size = smith.size(&mut choices).min(drawn.records.len());
    let drawn = ProgramBytes { records: &drawn.records[..size], ..drawn };
    let mut left_out = BTreeSet::new();
    let mut runs = 0;
    loop {
        let draft = grown(&plan, choices.clone(), drawn, &left_out);
        runs += 1;
        let run = eval::run(&draft.module, "main", &Layouts::default(), op::rule, BOUNDS);
        match fault(&draft, &run) {
            None => return forged(&draft, run, left_out.len(), runs),
            Some(_) if runs >= RUNS => left_out.extend(0..size as u32),
            Some(record) => {
                // A fault that no record made is that of the last one that is still there.
                let last = (0..size as u32).rev().find(|record| !left_out.contains(record));
                let Some(record) = record.or(last) else { return forged(&draft, run, left_out.len(), runs) };
                left_out.insert(record);
            }
        }
    }
}

/// The record at fault for what keeps a run from being defined: none where it is defined, and none inside where no record is.
fn fault(draft: &Draft, run: &RunFacts) -> Option<Option<u32>> {
    let record =
        |number: u32| draft.records.get(number as usize).copied().filter(|record| *record != UNDRAWN);
    if let Some(stopped) = &run.stopped {
        let made = stopped.origin.and_then(record);
        return Some(made.or_else(|| record(stopped.at)));
    }
    if let Some(open) = run.open.first() {
        return Some(record(open.origin));
    }
    if let Some(operation) = run.rounded_once {
        return Some(record(operation));
    }
    // A module with a part that the evaluator does not know is no program of ours.
    (!run.unknown.is_empty() || run.approximate || run.unpredictable).then_some(None)
}

fn forged(draft: &Draft, run: RunFacts, left_out: usize, runs: usize) -> Forged {
    let counts = |rows: &[&'static str]| {
        let mut counts = BTreeMap::new();
        rows.iter().for_each(|name| *counts.entry(*name).or_default() += 1);
        counts
    };
    Forged {
        text: draft.module.generic(),
        outputs: run.outputs,
        operations: draft.operations,
        chosen: counts(&draft.rows.chosen),
        placed: counts(&draft.rows.placed),
        left_out,
        runs,
    }
}

impl Forged {
    /// The numbers that each print call has to show.
    pub fn expected(&self) -> Vec<Expected> {
        self.outputs.iter().cloned().map(Expected::exact).collect()
    }
}
