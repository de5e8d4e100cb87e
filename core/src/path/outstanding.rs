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

/// A pass that has changed something is taken again, in the same setting, once in so many turns: some bugs take a pass twice, with
/// others between.
const AGAIN: usize = 5;

/// Passes that are still to be taken on a path.
pub(super) struct Outstanding<'s> {
    passes: Vec<WantedOperation<'s>>,
    /// The number of times that the path had to be put together again.
    tries: u32,
}

/// From this try on, what the tables say a pass works on is not asked for: they may be wrong, and somebody named the pass.
const ANYWHERE: u32 = 3;
/// No path is tried more often.
const MOST_TRIES: u32 = 4;

struct WantedOperation<'s> {
    through: &'s Through,
    /// The place of the path when it changed something.
    met: Option<usize>,
    /// The step that changed something.
    taken: Option<String>,
    /// The place of the path when it ran and changed nothing.
    idle: Option<usize>,
    /// The operations it was tried on last, in vain.
    tried: Option<Operations>,
}

impl WantedOperation<'_> {
    fn is(&self, step: &str) -> bool {
        self.through.steps.iter().any(|one| one == step)
    }
}

impl<'s> Outstanding<'s> {
    pub fn new(strategy: &'s Strategy) -> Outstanding<'s> {
        let wanted = |through| WantedOperation { through, met: None, taken: None, idle: None, tried: None };
        Outstanding { passes: strategy.through.iter().map(wanted).collect(), tries: 0 }
    }

    /// True if a pass has changed nothing yet.
    fn is_unmet(&self) -> bool {
        self.passes.iter().any(|wanted| wanted.met.is_none())
    }

    /// A pass that did not even run.
    pub fn lacking(&self) -> Option<String> {
        let lacking = self.passes.iter().find(|wanted| wanted.met.or(wanted.idle).is_none());
        lacking.map(|wanted| wanted.through.name.clone())
    }

    /// True if the path has to be put together again: first because a pass changed nothing, and every place is taken then; at last
    /// because one had no place.
    pub fn insist(&mut self) -> bool {
        self.tries += 1;
        match self.tries {
            ..ANYWHERE => self.is_unmet(),
            ANYWHERE..=MOST_TRIES => self.lacking().is_some(),
            _ => false,
        }
    }

    /// The steps to take on these operations, as `draw` says.
    pub fn steps(&self, operations: &Operations, draw: usize, version: u32) -> Vec<String> {
        let due = |wanted: &&WantedOperation| {
            let seldom = self.tries == 0 && !draw.is_multiple_of(SELDOM);
            wanted.met.is_none() && !seldom && wanted.tried.as_ref() != Some(operations)
        };
        let fits = |step: &&String| has_place(step, operations, version, self.tries >= ANYWHERE);
        let step = |wanted: &WantedOperation| {
            let fitting: Vec<&String> = wanted.through.steps.iter().filter(fits).collect();
            (!fitting.is_empty()).then(|| fitting[draw / SELDOM % fitting.len()].clone())
        };
        let again = |wanted: &WantedOperation| {
            let taken = wanted.taken.as_ref().filter(fits);
            taken.filter(|_| wanted.met.is_some() && draw % AGAIN == 1).cloned()
        };
        let due = self.passes.iter().filter(due).filter_map(step);
        due.chain(self.passes.iter().filter_map(again)).collect()
    }

    /// True if it matters what becomes of a step.
    pub fn wants(&self, step: &str) -> bool {
        self.passes.iter().any(|wanted| wanted.met.is_none() && wanted.is(step))
    }

    /// Takes note of the end of a step that was taken at `mark`, on these operations.
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

/// True if a pass may do something to IR made of `operations`; with `anywhere`, whether it is sound there. One that no table knows may
/// always.
fn has_place(step: &str, operations: &Operations, version: u32, anywhere: bool) -> bool {
    let mut known = false;
    let row = catalogue::rows().iter().find(|row| row.passes().any(|pass| pass.step() == step));
    if let Some(row) = row {
        known = true;
        if row.fits(operations, version) || (anywhere && row.is_sound(operations)) {
            return true;
        }
    }
    let converts = |rule: &&rules::LoweringRule| rule.ways.iter().any(|way| way.step() == step);
    for rule in rules::RULES.iter().filter(converts) {
        known = true;
        let here = |(name, kind): &(String, _)| {
            rules::find(name, *kind).is_some_and(|(_, found)| std::ptr::eq(found, rule))
        };
        if (anywhere || left(operations).any(here)) && rule.gate.is_sound(operations, version) {
            return true;
        }
    }
    !known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;

    #[test]
    fn what_has_no_place_gets_one_at_last_unless_it_is_not_sound_there() {
        let taken = |name: &str, step: &str, operation: &str| -> Vec<bool> {
            let through = Through { name: name.into(), steps: vec![step.into()], makers: Vec::new() };
            let strategy = Strategy { through: vec![through], ..Strategy::default() };
            let operations: Operations = [((operation.to_owned(), TypeKind::Scalar), 1)].into();
            let mut outstanding = Outstanding::new(&strategy);
            let taken = |outstanding: &Outstanding| !outstanding.steps(&operations, 0, 22).is_empty();
            let mut all = vec![taken(&outstanding)];
            while outstanding.insist() {
                all.push(taken(&outstanding));
            }
            all
        };
        let tile = "builtin.module(func.func(affine-loop-tile{tile-size=3}))";
        assert_eq!(taken("affine-loop-tile", tile, "arith.addi"), [false, false, false, true, true]);
        assert_eq!(taken("affine-loop-tile", tile, "affine.for"), [true; 5]);
        let hoist = "builtin.module(func.func(buffer-hoisting))";
        assert_eq!(taken("buffer-hoisting", hoist, "memref.dealloc"), [false; 5]);
    }
}
