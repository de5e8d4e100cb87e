//! Passes that every path takes, and where on a path they have a place.
//!
//! A pass has a place where there is something it works on. Which place it gets is drawn, so that paths differ; what all of them
//! pass by is taken wherever it can be when the path is put together again.

use super::catalogue;
use super::construct::Applied;
use super::operations::{Operations, left};
use super::rules;
use super::strategy::{Strategy, Through};

/// A place that is drawn is taken once in so many times.
const SELDOM: usize = 3;

/// What has changed something is taken again, in the same setting, once in so many turns: some bugs take a pass twice, with
/// others between.
const AGAIN: usize = 5;

/// What is still to be taken on a path.
pub(super) struct Due<'s> {
    passes: Vec<Wanted<'s>>,
    /// Whether every place is taken.
    hurried: bool,
}

struct Wanted<'s> {
    through: &'s Through,
    /// Where the path was when it changed something.
    met: Option<usize>,
    /// What changed something.
    taken: Option<String>,
    /// Where the path was when it ran and changed nothing.
    idle: Option<usize>,
    /// The operations it was tried on last, in vain.
    tried: Option<Operations>,
}

impl Wanted<'_> {
    fn is(&self, step: &str) -> bool {
        self.through.steps.iter().any(|one| one == step)
    }
}

impl<'s> Due<'s> {
    pub fn new(strategy: &'s Strategy) -> Due<'s> {
        let wanted = |through| Wanted { through, met: None, taken: None, idle: None, tried: None };
        Due { passes: strategy.through.iter().map(wanted).collect(), hurried: false }
    }

    /// Whether a pass has changed nothing yet.
    pub fn is_unmet(&self) -> bool {
        self.passes.iter().any(|wanted| wanted.met.is_none())
    }

    /// A pass that did not even run.
    pub fn lacking(&self) -> Option<String> {
        let lacking = self.passes.iter().find(|wanted| wanted.met.or(wanted.idle).is_none());
        lacking.map(|wanted| wanted.through.name.clone())
    }

    /// Takes every place from now on.
    pub fn hurry(&mut self) {
        self.hurried = true;
    }

    /// The steps to take on these operations, as `draw` says.
    pub fn steps(&self, operations: &Operations, draw: usize, version: u32) -> Vec<String> {
        let due = |wanted: &&Wanted| {
            let seldom = !self.hurried && !draw.is_multiple_of(SELDOM);
            wanted.met.is_none() && !seldom && wanted.tried.as_ref() != Some(operations)
        };
        let step = |wanted: &Wanted| {
            let steps = &wanted.through.steps;
            let fitting: Vec<&String> =
                steps.iter().filter(|step| has_place(step, operations, version)).collect();
            (!fitting.is_empty()).then(|| fitting[draw / SELDOM % fitting.len()].clone())
        };
        let again = |wanted: &Wanted| {
            let taken = wanted.taken.as_ref().filter(|taken| has_place(taken, operations, version));
            taken.filter(|_| wanted.met.is_some() && draw % AGAIN == 1).cloned()
        };
        let due = self.passes.iter().filter(due).filter_map(step);
        due.chain(self.passes.iter().filter_map(again)).collect()
    }

    /// Whether it matters what becomes of a step.
    pub fn wants(&self, step: &str) -> bool {
        self.passes.iter().any(|wanted| wanted.met.is_none() && wanted.is(step))
    }

    /// What became of a step that was taken at `mark`, on these operations.
    pub fn told(
        &mut self,
        step: &str,
        mark: usize,
        applied: Applied,
        changed: bool,
        operations: &Operations,
    ) {
        for wanted in self.passes.iter_mut().filter(|wanted| wanted.met.is_none() && wanted.is(step)) {
            if changed {
                (wanted.met, wanted.taken) = (Some(mark), Some(step.to_owned()));
                continue;
            }
            wanted.tried = Some(operations.clone());
            if applied == Applied::Unchanged {
                wanted.idle = wanted.idle.or(Some(mark));
            }
        }
    }

    /// The path is back where it was at `mark`.
    pub fn back_to(&mut self, mark: usize) {
        for wanted in &mut self.passes {
            wanted.met = wanted.met.filter(|met| *met < mark);
            wanted.idle = wanted.idle.filter(|idle| *idle < mark);
            wanted.tried = None;
        }
    }
}

/// Whether a pass may do something to IR made of `operations`. One that no table knows may always.
fn has_place(step: &str, operations: &Operations, version: u32) -> bool {
    let mut known = false;
    let row = catalogue::rows().iter().find(|row| row.passes().any(|pass| pass.step() == step));
    if let Some(row) = row {
        known = true;
        if row.fits(operations, version) {
            return true;
        }
    }
    let converts = |rule: &&rules::Rule| rule.ways.iter().any(|way| way.step() == step);
    for rule in rules::RULES.iter().filter(converts) {
        known = true;
        let here = |(name, kind): &(String, _)| {
            rules::find(name, *kind).is_some_and(|(_, found)| std::ptr::eq(found, rule))
        };
        if left(operations).any(here) && rule.gate.is_sound(operations, version) {
            return true;
        }
    }
    !known
}
