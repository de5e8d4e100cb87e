//! Each step as a test: the state that a step left is run by the machine as it is, and has to refine the last state before it that was run.
//!
//! States are known by their hash, so on a lowering graph each is run once at most, and each edge is judged once. A state that nobody ran
//! is judged with the next one that is run. A step that brings no new state is no test.
//!
//! A program that reads its arguments from globals is run with several of them: they are put into the state that was read. Of one that passes
//! constants to a function the function is run, as long as it can be called.
//!
//! Chosen states are chosen by what is new in them and by cost, both told by the IR and not by a clock ([`Purse`]).

use super::arena::Arena;
use super::interp::{Interpreter, Rerun};
use super::passes::Judging;
use super::state_comparison::StateComparison;
use super::states::placed;
use super::wire::{Frame, Phase};
use super::{Limits, Looks, StateKey, StepChecks, interp};
use crate::eval::{ArgumentSet, RunFacts, RunStart, StopKind};
use crate::ir;
use crate::judge::refine::{Breach, Openness, Refinement, Unknown, leaves_room, says_less};
use crate::mlir::Module;
use crate::observe::{BrokenRule, Cause, Failure, Outcome, StepCheck, Subject};
use crate::path::Freedom;
use crate::path::catalogue::{self, Role};
use crate::path::descent::Arrival;
use crate::path::event::StepError;
use crate::path::pipeline::pass_name;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A chosen state may take so many times as many steps as the one before it, and some more: what takes longer is left to whoever runs the
/// lowered module.
const MOST_GROWTH: u64 = 20;
/// The steps that each state may take.
const FEWEST_STEPS: u64 = 100_000;
/// The steps that the source may take where steps are all a path is for: as long as some passes.
const MOST_STEPS: u64 = 20_000;
/// The source may take so many times as many steps with other arguments as with its own, and [`MOST_STEPS`] more.
const MOST_OF_SOURCE: u64 = 2;
/// There a state may take so many times as many steps as the one before it, and [`MOST_STEPS`] more.
const MOST_GROWTH_ALONE: u64 = 8;

/// Judges the steps of one program's paths.
pub struct StepChecker<'c, 'a> {
    arena: &'a Arena,
    interpreter: &'a RefCell<Interpreter<'c>>,
    which: StepChecks,
    limits: Limits,
    comparison: StateComparison<'c>,
    /// The arguments that each state is run with beside its own.
    given: Vec<ArgumentSet>,
    /// The state that each state is held against, or that is held against it.
    bases: HashMap<StateKey, BaseState>,
    purse: Purse,
}

/// The work that judging may take: as much as the operations of the states that paths come to allow for. Passes take time by these, too.
///
/// The unit is a step of the machine, some twelfth of a microsecond.
#[derive(Default)]
struct Purse {
    left: i64,
}

impl Purse {
    /// Work allowed for each operation of a state: measured so that judging takes less than three tenths of the time of everything else.
    const ALLOWED: i64 = 8;
    /// Work to read an operation.
    const READING: i64 = 6;
    /// Work that can be saved up.
    const MOST: i64 = 200_000;

    /// The work of reading and running a state.
    fn price(operations: i64, steps: u64) -> i64 {
        Purse::READING * operations + i64::try_from(steps).unwrap_or(i64::MAX / 2)
    }

    /// A path comes to a new state of so many operations. True if it is to be run, which will take about so much work: an unknown one is
    /// whenever nothing is owed, and anything else where there is enough for it.
    fn pays(&mut self, operations: i64, price: i64, is_unknown: bool) -> bool {
        self.left = (self.left + Purse::ALLOWED * operations).min(Purse::MOST);
        self.left >= if is_unknown { 0 } else { price }
    }
}

/// A state that was run, and the steps since then.
#[derive(Clone)]
struct BaseState {
    runs: StateRuns,
    /// That of the steps since then.
    freedom: Freedom,
    /// True if that is the state itself.
    is_own: bool,
    /// An earlier state that says more, and the freedom of the steps since then.
    fuller: Option<(StateRuns, Freedom)>,
}

/// The runs of a state.
#[derive(Clone)]
struct StateRuns {
    /// The state, with the arguments that its text holds.
    module: Rc<ir::Module>,
    /// With the arguments that its text holds.
    own: Rc<RunFacts>,
    /// With those of each number; none where that says nothing.
    given: Rc<Vec<Option<RunFacts>>>,
}

impl StateRuns {
    /// One of them, to be run again with what it was given.
    fn rerun<'r>(&'r self, given: Option<&'r ArgumentSet>, run: &'r RunFacts) -> Rerun<'r> {
        Rerun { module: &self.module, given, run }
    }
}

impl<'c, 'a> StepChecker<'c, 'a> {
    /// For the paths of `source`, whose hash is `state`. There is none where it cannot be run: then nothing can be said of what comes of it.
    pub fn new(
        arena: &'a Arena,
        Judging { interpreter, major, printed }: Judging<'c, 'a>,
        (source, state): (&Module<'c>, StateKey),
        (limits, looks): (Limits, Looks),
    ) -> Option<StepChecker<'c, 'a>> {
        arena.enter(Phase::Evaluate);
        let read = interpreter.borrow_mut().read(source);
        arena.enter(Phase::Harness);
        let read = read?;
        let mut checker = StepChecker {
            arena,
            interpreter,
            which: looks.steps,
            limits,
            comparison: StateComparison::new(major, source, printed),
            given: (1..=looks.arguments).map_while(|number| ArgumentSet::drawn(&read, number)).collect(),
            bases: HashMap::new(),
            purse: Purse::default(),
        };
        let fuel = if looks.steps == StepChecks::Alone { MOST_STEPS } else { u64::MAX };
        let all = vec![true; checker.given.len()];
        let mut runs = checker.runs(read, source, (fuel, MOST_OF_SOURCE), &all);
        // A program that is undefined allows everything.
        let worth = runs.given.iter().cloned().map(|run| run.filter(|run| !is_undefined(run))).collect();
        runs.given = Rc::new(worth);
        checker.bases.insert(state, BaseState { runs, freedom: Freedom::NONE, is_own: true, fuller: None });
        Some(checker)
    }

    /// Judges the step that led to `module`, if it is its turn.
    ///
    /// # Errors
    /// The state that it led to is not allowed by the one it was given.
    pub fn check(&mut self, arrival: &Arrival<'_>, module: &Module<'_>) -> Result<(), StepError> {
        if arrival.from == arrival.to || (self.which == StepChecks::Chosen && !arrival.drawn) {
            return Ok(());
        }
        let base = self.bases.get(&arrival.from).map(|before| BaseState {
            freedom: before.freedom.and(arrival.step),
            is_own: false,
            runs: before.runs.clone(),
            fuller: before.fuller.clone().map(|(runs, freedom)| (runs, freedom.and(arrival.step))),
        });
        let runs = match self.bases.get(&arrival.to) {
            Some(known) if known.is_own => known.runs.clone(),
            Some(_) => return Ok(()),
            None => match self.run(arrival, module, base.as_ref()) {
                Some(runs) => runs,
                None => {
                    self.bases.extend(base.map(|base| (arrival.to, base)));
                    return Ok(());
                }
            },
        };
        let mut own = BaseState { runs, freedom: Freedom::NONE, is_own: true, fuller: None };
        // Another worker came to a state that this one has not seen.
        let Some(base) = base else {
            self.bases.insert(arrival.to, own);
            return Ok(());
        };
        let held = |(earlier, freedom): (&StateRuns, Freedom)| {
            let reruns = [earlier, &own.runs].map(|runs| runs.rerun(None, &runs.own));
            self.judge(freedom, reruns, arrival.step)
        };
        let mut refinement = held((&base.runs, base.freedom));
        if let (false, Some((runs, freedom))) = (matches!(refinement, Refinement::Broken(_)), &base.fuller) {
            let of_fuller = held((runs, *freedom));
            refinement = if matches!(of_fuller, Refinement::Broken(_)) { of_fuller } else { refinement };
        }
        let (mut judged, mut shows) = (0, None);
        let pairs = base.runs.given.iter().zip(&*own.runs.given).enumerate();
        for (index, (before, after)) in pairs {
            let (Some(before), Some(after)) = (before, after) else { continue };
            if matches!(refinement, Refinement::Broken(_)) {
                break;
            }
            let given = self.given.get(index);
            let reruns = [base.runs.rerun(given, before), own.runs.rerun(given, after)];
            let with = self.judge(base.freedom, reruns, arrival.step);
            judged += 1;
            if matches!(with, Refinement::Broken(_)) {
                (refinement, shows) = (with, Some(index as u32 + 1));
            }
        }
        let (relation, lack) = refinement.counted();
        let check = StepCheck {
            pass: pass_name(arrival.step).to_owned(),
            relation,
            lack: lack.cloned(),
            arguments: judged,
        };
        self.arena.push(&Frame::Checked(Box::new(check)));
        if let Refinement::Broken(breach) = &refinement {
            if let Some(number) = shows {
                self.arena.push(&Frame::About(Subject::Arguments(number)));
            }
            let ran = match shows.and_then(|number| own.runs.given.get(number as usize - 1)) {
                Some(given) => given.as_ref(),
                None => Some(&*own.runs.own),
            };
            let stopped = ran.and_then(|run| run.stopped.as_ref());
            let own = breach.rule().map(|rule| BrokenRule { rule: rule.to_owned(), ..BrokenRule::default() });
            if let Some(broken) = own.or_else(|| stopped.and_then(|end| end.broken.clone())) {
                self.arena.push(&Frame::Broken(Box::new(broken)));
            }
            let fact = Some(Box::new(breach.clone()));
            let failure = Failure { breach: fact, ..Failure::of(Cause::Breach {}) };
            return Err(StepError::Broken(Outcome::Miscompiled, Box::new(failure)));
        }
        if is_decided(&own.runs.own) || !is_decided(&base.runs.own) {
            let fuller = base.fuller.unwrap_or((base.runs, base.freedom));
            own.fuller = Some(fuller).filter(|(runs, _)| says_less(&runs.own, &own.runs.own));
            self.bases.insert(arrival.to, own);
        } else {
            self.bases.insert(arrival.to, base);
        }
        Ok(())
    }

    /// The relation of a run of a state to a run of its base, as far as it says something about the step that led there.
    fn judge(&self, freedom: Freedom, runs: [Rerun<'_>; 2], step: &str) -> Refinement {
        let (interpreter, memory) = (self.interpreter.borrow(), self.limits.memory / 4);
        self.arena.enter(Phase::Evaluate);
        let refinement = self.comparison.judge(self.arena, &interpreter, runs, freedom, memory);
        self.arena.enter(Phase::Harness);
        let [before, after] = runs.map(|rerun| rerun.run);
        let Refinement::Broken(breach) = &refinement else { return refinement };
        // Seeds and mutants are not drawn with care for what rounding does to them.
        let is_alone = self.which == StepChecks::Alone;
        let is_rounded = leaves_room(before, after, freedom.floats);
        let untold = match breach {
            Breach::Outputs(_)
            | Breach::Returned { .. }
            | Breach::Undetermined { .. }
            | Breach::Left { .. }
                if is_alone && is_rounded && !breach.is_of_zeros() && !self.comparison.is_expected() =>
            {
                Openness::Rounding
            }
            Breach::Fault { earlier: false, .. } if before.poisoned && Role::AddsChecks.is_of(step) => {
                Openness::Checks
            }
            _ if is_alone && catalogue::hazards(step).is_none() => Openness::Pass,
            _ => return refinement,
        };
        Refinement::Unknown(Unknown::Open(untold))
    }

    /// Runs a state that is new; none if it is not its turn, or cannot be read.
    fn run(
        &mut self,
        arrival: &Arrival<'_>,
        module: &Module<'_>,
        base: Option<&BaseState>,
    ) -> Option<StateRuns> {
        let steps = base.map_or(0, |base| base.runs.own.steps);
        let operations = arrival.after.values().map(|count| i64::from(*count)).sum();
        let mut fuel = u64::MAX;
        if self.which == StepChecks::Chosen {
            let is_unknown = arrival.after.keys().any(|key| !arrival.before.contains_key(key));
            if !self.purse.pays(operations, Purse::price(operations, steps), is_unknown) {
                return None;
            }
            fuel = MOST_GROWTH.saturating_mul(steps).saturating_add(FEWEST_STEPS);
        }
        if self.which == StepChecks::Alone {
            // A base that was too long does not tell how long a state may take.
            let steps = base.filter(|base| is_decided(&base.runs.own)).map_or(0, |_| steps);
            fuel = MOST_GROWTH_ALONE.saturating_mul(steps).saturating_add(MOST_STEPS);
        }
        self.arena.enter(Phase::Evaluate);
        let read = self.interpreter.borrow_mut().read(module);
        self.arena.enter(Phase::Harness);
        self.purse.left -= Purse::price(operations, 0);
        // A run that says nothing before says nothing behind.
        let worth: Vec<bool> =
            base.map_or(Vec::new(), |base| base.runs.given.iter().map(Option::is_some).collect());
        Some(self.runs(read?, module, (fuel, MOST_GROWTH), &worth))
    }

    /// Runs a state that was read, with its own arguments and with those that are worth it: so many steps at most, and with others so many
    /// times as many as with its own.
    fn runs(
        &mut self,
        mut read: ir::Module,
        module: &Module<'_>,
        (fuel, most): (u64, u64),
        worth: &[bool],
    ) -> StateRuns {
        let fuel = fuel.min(interp::fuel(self.limits.cpu));
        let interpreter = self.interpreter.borrow();
        let memory = self.limits.memory / 4;
        self.arena.enter(Phase::Evaluate);
        let prepared = interpreter.prepared(&read);
        let own = interpreter.evaluate_prepared(&prepared, &RunStart::Main, memory, fuel);
        self.purse.left -= Purse::price(0, own.steps);
        // Other arguments may be bounds of loops.
        let fuel = fuel.min(own.steps.saturating_mul(most).saturating_add(MOST_STEPS));
        let (held, mut given) = (ArgumentSet::held(&read), Vec::new());
        for (given_now, is_worth) in self.given.iter().zip(worth) {
            let start = if *is_worth { given_now.start(&mut read) } else { None };
            let ran = start.map(|start| match &start {
                // It holds other arguments now.
                RunStart::Main => interpreter.evaluate_state(&read, memory, fuel),
                RunStart::Call { .. } => interpreter.evaluate_prepared(&prepared, &start, memory, fuel),
            });
            self.purse.left -= ran.iter().map(|run| Purse::price(0, run.steps)).sum::<i64>();
            given.push(ran.filter(is_decided).map(|run| placed(run, module)));
        }
        self.arena.enter(Phase::Harness);
        if let Some(held) = held {
            held.put(&mut read);
        }
        StateRuns { module: Rc::new(read), own: Rc::new(said(own, module)), given: Rc::new(given) }
    }

    /// True of a state that is undefined with its own arguments and with all others, at least by a strict reading: a pass may leave there whatever
    /// it likes.
    pub fn allows_everything(&self, state: &StateKey) -> bool {
        let allows = |run: &RunFacts| is_undefined(run) || run.lenient > 0;
        let runs = self.bases.get(state).map(|base| &base.runs);
        runs.is_some_and(|runs| allows(&runs.own) && runs.given.iter().flatten().all(allows))
    }

    /// The run of a state that has come to its end.
    pub fn ran(&self, state: &StateKey) -> Option<&RunFacts> {
        let own = self.bases.get(state).filter(|base| base.is_own && base.runs.own.stopped.is_none())?;
        Some(&own.runs.own)
    }
}

/// A run with the operations that its early end is about. An end at something that the machine lacks is counted without them.
fn said(run: RunFacts, module: &Module<'_>) -> RunFacts {
    let is_counted = run.stopped.as_ref().is_some_and(|end| end.kind == StopKind::Unsupported);
    if is_counted { run } else { placed(run, module) }
}

/// True of a run that others cannot be held against, because it allows everything.
fn is_undefined(run: &RunFacts) -> bool {
    let kind = run.stopped.as_ref().map(|end| end.kind);
    matches!(kind, Some(StopKind::Undefined | StopKind::Division | StopKind::Memory))
}

/// True if others can be held against a run.
fn is_decided(run: &RunFacts) -> bool {
    run.stopped
        .as_ref()
        .is_none_or(|end| !matches!(end.kind, StopKind::Unsupported | StopKind::TooLong | StopKind::Open))
}
