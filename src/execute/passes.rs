//! MLIR's passes in a worker, as a descent needs them.

use super::arena::Arena;
use super::interp::Interpreter;
use super::prepare::MAIN;
use super::reread;
use super::step_checker::StepChecker;
use super::wire::{Frame, Phase};
use super::wrapper::INNER;
use super::{Limits, Looks, StateKey, StepChecks, Terms};
use crate::coverage::{self, features};
use crate::mlir::{
    Diagnostic, Digester, Module, Operation, PassOutcome, each_def_use, names, run_pass, scan,
};
use crate::observe::{Cause, Element, Failure, Outcome, Spent};
use crate::path::descent::{Arrival, Compiler, Descent, Look, Retention};
use crate::path::event::{Event, StateTrack, StepError};
use crate::path::graph::Graph;
use crate::path::pipeline::pass_name;
use crate::path::{End, Operations};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A program on its way down by MLIR's passes.
pub type MlirDescent<'c, 'a> = Descent<Passes<'c, 'a>>;

/// MLIR's passes.
pub struct Passes<'c, 'a> {
    arena: &'a Arena,
    /// Limits on the steps and on running what they lead to.
    pub limits: Limits,
    /// The share of states that is looked at.
    pub looks: Looks,
    digester: Digester<'c>,
    /// The program's own state.
    source: StateKey,
    /// Names of operations that only the call of the program has.
    made: BTreeSet<String>,
    /// Which of a job's paths is at hand; none where paths share a graph.
    pub path: Option<usize>,
    track: StateTrack,
    /// The error that the last pass emitted, though it reported success.
    objection: Option<Failure>,
    /// Judges each step by itself, where steps are judged.
    pub checker: Option<StepChecker<'c, 'a>>,
    /// The time spent, by what it went to.
    pub spent: Spent,
}

/// The means to judge steps.
pub struct Judging<'c, 'a> {
    /// Runs states.
    pub interpreter: &'a RefCell<Interpreter<'c>>,
    /// LLVM's major version.
    pub major: u32,
    /// Types that the program's outputs had before they were bitcast for printing.
    pub printed: Vec<Element>,
}

/// The lowering of `source`, which is valid, one path by itself after the other, by steps that nobody judges.
pub fn alone<'c, 'a>(arena: &'a Arena, limits: Limits, source: Module<'c>) -> MlirDescent<'c, 'a> {
    judged(arena, Terms { looks: Looks::NONE, ..limits.into() }, source, None)
}

/// The lowering of `source` as by [`alone`], but by steps that are judged as the looks say.
pub fn judged<'c, 'a>(
    arena: &'a Arena,
    terms: Terms,
    source: Module<'c>,
    judging: Option<Judging<'c, 'a>>,
) -> MlirDescent<'c, 'a> {
    let (passes, graph) = begin(arena, terms, &source, judging, Some(0));
    Descent::new(passes, source, graph, Retention::Path, terms.turns)
}

/// The lowering of `source`, which is valid, along paths that share what they find out. An earlier worker may have `known` some of that.
pub fn shared<'c, 'a>(
    arena: &'a Arena,
    terms: Terms,
    source: Module<'c>,
    judging: Option<Judging<'c, 'a>>,
    known: Option<Graph>,
) -> MlirDescent<'c, 'a> {
    let (passes, graph) = begin(arena, terms, &source, judging, None);
    Descent::new(passes, source, known.unwrap_or(graph), Retention::Branches, terms.turns)
}

fn begin<'c, 'a>(
    arena: &'a Arena,
    terms: Terms,
    source: &Module<'c>,
    judging: Option<Judging<'c, 'a>>,
    path: Option<usize>,
) -> (Passes<'c, 'a>, Graph) {
    let Terms { limits, looks, .. } = terms;
    let mut digester = Digester::of(source);
    let state = digester.digest(source);
    let (track, spent, made) = (StateTrack::default(), Spent::default(), only_in_call(source));
    let mut passes = Passes {
        arena,
        limits,
        looks,
        digester,
        source: state,
        made,
        path,
        track,
        objection: None,
        checker: None,
        spent,
    };
    if let Some(judging) = judging.filter(|_| looks.steps.judges()) {
        let checker = || StepChecker::new(arena, judging, (source, state), (limits, looks));
        passes.checker = timed(&mut passes.spent.check, checker);
    }
    (passes, Graph::new(state, scan(source, limits.operations).0))
}

impl<'c> Passes<'c, '_> {
    /// True if the state that a step led to is among those that are written and read back.
    fn is_looked_at(&self, arrival: &Arrival<'_>) -> bool {
        let (source, one_in) = (&self.source, self.looks.sample);
        match (one_in, self.path) {
            (0, _) => false,
            // The operations are the same in each process, where some passes leave them in another order.
            (_, None) => {
                arrival.is_new && {
                    let counts: Vec<String> =
                        arrival.after.iter().map(|operation| format!("{operation:?}")).collect();
                    reread::is_sampled(&reread::content(source, counts.iter().map(String::as_str)), one_in)
                }
            }
            (1, Some(_)) => true,
            // Of a path that is given the last state alone, unless its steps are all it is for.
            (_, Some(_)) => {
                (arrival.drawn || self.looks.steps.is_for_steps())
                    && reread::is_sampled(&reread::content(source, arrival.steps()), one_in)
            }
        }
    }

    /// True if the module itself is written and read back before any step is taken.
    pub fn rereads_source(&self) -> bool {
        self.looks.steps == StepChecks::Bare && reread::is_sampled(&self.source, self.looks.sample)
    }

    /// Writes a module and reads it back.
    ///
    /// # Errors
    /// It does not survive that.
    pub fn reread(&mut self, module: &Module<'c>) -> Result<(), StepError> {
        let checked = reread::check(self.arena, &mut self.digester, module);
        checked.map_err(|(outcome, failure)| StepError::Broken(outcome, failure))
    }
}

/// Names of operations that the call that lowdiff made of a program has, and the program has not.
fn only_in_call(module: &Module<'_>) -> BTreeSet<String> {
    if module.symbol(INNER).is_none() {
        return BTreeSet::new();
    }
    let is_called = |operation: &Operation<'_>| operation.symbol_name().as_deref() == Some(MAIN);
    let (call, program): (Vec<_>, Vec<_>) = module.top_level().into_iter().partition(is_called);
    let names = |operations: Vec<Operation<'_>>| -> BTreeSet<String> {
        operations.into_iter().flat_map(names).collect()
    };
    let written = names(program);
    names(call).into_iter().filter(|name| !written.contains(name)).collect()
}

/// Records which operation feeds which.
pub fn watch_pairs(module: &Module<'_>) {
    each_def_use(module, |user, source| coverage::feature(features::pair(user, source)));
}

/// Adds the time that `work` takes.
fn timed<T>(spent: &mut Duration, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let done = work();
    *spent += clock.elapsed();
    done
}

/// The failure of a pass, or of the verifier, that said this.
fn foremost(said: &[Diagnostic]) -> Failure {
    let own = || Failure::of(Cause::NoReason {});
    Diagnostic::foremost(said).map_or_else(own, |said| Failure::said(said.message.clone()))
}

impl<'c> Compiler for Passes<'c, '_> {
    type Module = Module<'c>;

    fn duplicate(&mut self, module: &Module<'c>) -> Module<'c> {
        timed(&mut self.spent.copies, || module.duplicate())
    }

    fn run(&mut self, module: &mut Module<'c>, step: &str) -> Result<(), StepError> {
        self.arena.enter(Phase::Pass);
        let ran = timed(&mut self.spent.passes, || run_pass(module, step));
        self.arena.enter(Phase::Harness);
        match ran {
            Err(refusal) => Err(StepError::Refused(refusal)),
            Ok(PassOutcome::Failed(said)) => Err(StepError::Declined(Box::new(foremost(&said)))),
            Ok(PassOutcome::Succeeded(said)) => {
                let objection = said.iter().find(|diagnostic| diagnostic.error);
                self.objection = objection.map(|diagnostic| Failure::said(diagnostic.message.clone()));
                Ok(())
            }
        }
    }

    fn look(&mut self, module: &Module<'c>, is_known: &dyn Fn(&StateKey) -> bool) -> Result<Look, StepError> {
        // Should a walk over the module or the verifier crash, the pass is to blame.
        self.arena.enter(Phase::Pass);
        let state = timed(&mut self.spent.hash, || self.digester.digest(module));
        let most = self.limits.operations;
        let looked = (!is_known(&state)).then(|| {
            let valid = timed(&mut self.spent.verify, || module.verify());
            valid.map_err(|said| match self.objection.take() {
                // The pass has said that it cannot lower this.
                Some(objection) => StepError::Declined(Box::new(objection)),
                None => StepError::Broken(Outcome::InvalidIr, Box::new(foremost(&said))),
            })?;
            let (operations, count) = timed(&mut self.spent.count, || scan(module, most));
            if count > most { Err(StepError::Grew(most)) } else { Ok(operations) }
        });
        self.arena.enter(Phase::Harness);
        Ok((state, looked.transpose()?))
    }

    fn reached(&mut self, arrival: &Arrival<'_>, module: &Module<'c>) -> Result<(), StepError> {
        if coverage::is_watched() {
            let (before, after) = (arrival.before, arrival.after);
            features::step(pass_name(arrival.step), before, after).for_each(coverage::feature);
            // A walk costs as much as a quick pass, so it is for steps that brought in something new.
            if after.keys().any(|key| !before.contains_key(key)) {
                watch_pairs(module);
            }
        }
        if let Some(checker) = &mut self.checker {
            timed(&mut self.spent.check, || checker.check(arrival, module))?;
        }
        if self.is_looked_at(arrival) { self.reread(module) } else { Ok(()) }
    }

    fn ended(&mut self, from: &StateKey, error: StepError) -> StepError {
        // States of drawn paths are defined; modules that are changed at will need not be.
        let is_alone = self.looks.steps == StepChecks::Alone;
        let allows = |checker: &StepChecker<'_, '_>| is_alone && checker.allows_everything(from);
        match error {
            StepError::Broken(Outcome::InvalidIr, failure) if self.checker.as_ref().is_some_and(allows) => {
                let cause = Cause::InvalidOfUndefined(Box::new(failure.cause.clone()));
                StepError::Declined(Box::new(Failure { cause, ..*failure }))
            }
            error => error,
        }
    }

    fn declined(&mut self, step: &str, before: &Operations) {
        if coverage::is_watched() {
            features::declined(pass_name(step), before).for_each(coverage::feature);
        }
    }

    fn abandon(&mut self, module: Module<'c>) {
        // To destroy what a pass failed on is not safe.
        module.leak();
    }

    fn tell(&mut self, event: Event) {
        // A path that is for its steps alone has come to its end.
        let event = match event {
            Event::Over(End::Incomplete { .. }) if self.looks.steps.is_for_steps() => {
                Event::Over(End::Lowered)
            }
            Event::Over(End::Incomplete { left, .. }) => {
                Event::Over(End::Incomplete { left, made: self.made.clone() })
            }
            event => event,
        };
        if let Some(path) = self.path {
            if let Event::Step { turns, .. } = &event {
                coverage::begin_step(path, self.track.begun(), turns.saturating_sub(1) as usize);
            }
            self.track.follow(&event);
        }
        self.arena.push(&Frame::Lowering(event));
    }
}
