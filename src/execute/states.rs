//! The modules of one program's lowering graph, alive in a worker between requests.
//!
//! A path that branches off another one starts from a module that is there already instead of from the source. What is
//! held, and for how long, is for [`Descent`] to say; this is what MLIR does for it.

use super::arena::Arena;
use super::reread;
use super::tried::{self, Tried};
use super::wire::{Frame, Phase};
use super::{Limits, StateKey};
use crate::coverage::{self, features};
use crate::mlir::{Context, Digester, Module};
use crate::observe::{Outcome, Spent};
use crate::path::descent::{Compiler, Descent, Left, News};
use crate::path::graph::Graph;
use crate::path::pipeline::pass_name;
use crate::path::{Operations, Strategy};
use std::time::{Duration, Instant};

/// The states of one program.
pub type States<'c, 'a> = Descent<Passes<'c, 'a>>;

/// MLIR's passes, as a descent needs them.
pub struct Passes<'c, 'a> {
    arena: &'a Arena,
    /// What may be spent.
    pub limits: Limits,
    digester: Digester<'c>,
    /// The program's own state.
    source: StateKey,
    /// Where the time of the request at hand goes.
    pub spent: Spent,
}

/// Begins with `source`, which is valid, and tells the parent its state. What is known of the program comes from an
/// earlier worker.
pub fn open<'c, 'a>(
    context: &'c Context,
    arena: &'a Arena,
    limits: Limits,
    source: Module<'c>,
    strategy: Strategy,
    known: Option<Box<Graph>>,
) -> States<'c, 'a> {
    let mut digester = Digester::new(context);
    let state = digester.digest(&source);
    let passes = Passes { arena, limits, digester, source: state, spent: Spent::default() };
    let (operations, _) = source.scan(limits.operations);
    arena.push(&Frame::Opened { state, operations: operations.clone() });
    let graph = known.map_or_else(|| Graph::new(state, operations), |known| *known);
    Descent::new(passes, source, graph, strategy, limits.max_step)
}

impl Passes<'_, '_> {
    /// Whether a state of these operations is among those that are written and read back. They are the same in each process, where
    /// some passes leave them in another order.
    fn is_looked_at(&self, operations: &Operations) -> bool {
        if self.limits.sample == 0 {
            return false;
        }
        let counts: Vec<String> = operations.iter().map(|operation| format!("{operation:?}")).collect();
        let content = reread::content(&self.source, counts.iter().map(String::as_str));
        reread::is_sampled(&content, self.limits.sample)
    }
}

/// Adds the time that `work` takes.
fn timed<T>(spent: &mut Duration, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let done = work();
    *spent += clock.elapsed();
    done
}

impl<'c> Compiler for Passes<'c, '_> {
    type Module = Module<'c>;

    fn duplicate(&mut self, module: &Module<'c>) -> Module<'c> {
        timed(&mut self.spent.copies, || module.duplicate())
    }

    fn run(&mut self, module: Module<'c>, step: &str) -> Option<Module<'c>> {
        self.arena.enter(Phase::Pass);
        let ran = timed(&mut self.spent.passes, || tried::run(&module, step));
        self.arena.enter(Phase::Harness);
        match ran {
            Ok(()) => Some(module),
            // This MLIR lacks the pass or an option of it: nothing was done to the module.
            Err(Tried::Refused(_)) => None,
            Err(_) => {
                module.leak();
                None
            }
        }
    }

    fn look(
        &mut self,
        module: Module<'c>,
        is_known: &dyn Fn(&StateKey) -> bool,
    ) -> Result<Left<Module<'c>>, (Outcome, String)> {
        // Should a walk over the module crash, the pass is to blame.
        self.arena.enter(Phase::Pass);
        let state = timed(&mut self.spent.hash, || self.digester.digest(&module));
        let most = self.limits.operations;
        let left = (!is_known(&state)).then(|| {
            let valid = timed(&mut self.spent.verify, || tried::verify(&module));
            valid.map_or_else(
                |failed| failed,
                |()| timed(&mut self.spent.count, || tried::count(&module, most)),
            )
        });
        self.arena.enter(Phase::Harness);
        if let Some(Tried::Left(operations)) = &left
            && self.is_looked_at(operations)
        {
            reread::check(self.arena, &mut self.digester, &module)?;
        }
        match left {
            None => Ok((module, state, None)),
            Some(Tried::Left(operations)) => Ok((module, state, Some(operations))),
            Some(failed) => {
                module.leak();
                Err(failed.ending(most))
            }
        }
    }

    fn note(&mut self, step: &str, before: &Operations, left: Option<(&Module<'c>, &Operations)>) {
        if !coverage::is_watched() {
            return;
        }
        let Some((module, after)) = left else {
            return features::declined(pass_name(step), before).for_each(coverage::feature);
        };
        features::step(pass_name(step), before, after).for_each(coverage::feature);
        if after.keys().any(|key| !before.contains_key(key)) {
            super::lower::watch_pairs(module);
        }
    }

    fn tell(&mut self, news: News) {
        self.arena.push(&Frame::News(news));
    }
}
