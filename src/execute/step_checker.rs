//! Each step as a test: the state that a step left is run by the machine as it is, and has to refine the last state before it that was run.
//!
//! States are known by their hash, so on a lowering graph each is run once at most, and each edge is judged once. A state that nobody ran
//! is judged with the next one that is run. A step that brings no new state is no test.
//!
//! Chosen states are chosen by news and by cost, both told by the IR and not by a clock ([`Purse`]).

use super::arena::Arena;
use super::interp::Interpreter;
use super::passes::Judging;
use super::states::{Comparison, addresses, run, worded};
use super::wire::{Frame, Phase};
use super::{Limits, StateKey, StepChecks};
use crate::eval::{Kind, Run};
use crate::judge::refine::{Breach, Refinement, Unknown};
use crate::mlir::Module;
use crate::observe::{Outcome, StepCheck};
use crate::path::catalogue;
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
/// There a state may take so many times as many steps as the one before it, and [`MOST_STEPS`] more.
const MOST_GROWTH_ALONE: u64 = 8;

/// Judges the steps of one program's paths.
pub struct StepChecker<'c, 'a> {
    arena: &'a Arena,
    interpreter: &'a RefCell<Interpreter<'c>>,
    which: StepChecks,
    limits: Limits,
    comparison: Comparison<'c>,
    /// The state that each state is held against, or that is held against it.
    bases: HashMap<StateKey, Base>,
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
    /// Work allowed for each operation of a state: measured so that judging takes about a fourth of the time of everything else.
    const ALLOWED: i64 = 12;
    /// Work to read an operation.
    const READING: i64 = 6;
    /// Work that can be saved up.
    const MOST: i64 = 200_000;

    /// The work of reading and running a state.
    fn price(operations: i64, steps: u64) -> i64 {
        Purse::READING * operations + i64::try_from(steps).unwrap_or(i64::MAX / 2)
    }

    /// A path comes to a new state of so many operations. True if it is to be run, which will take about so much work: news are
    /// whenever nothing is owed, and anything else where there is enough for it.
    fn pays(&mut self, operations: i64, price: i64, is_news: bool) -> bool {
        self.left = (self.left + Purse::ALLOWED * operations).min(Purse::MOST);
        self.left >= if is_news { 0 } else { price }
    }
}

/// A state that was run, and the steps since then.
#[derive(Clone)]
struct Base {
    run: Rc<Run>,
    /// True if a step since then may change floats.
    floats: bool,
    /// True if that is the state itself.
    is_own: bool,
}

impl<'c, 'a> StepChecker<'c, 'a> {
    /// For the paths of `source`, whose hash is `state`. None where it cannot be run: then nothing can be said of what comes of it.
    pub fn new(
        arena: &'a Arena,
        Judging { interpreter, major, printed }: Judging<'c, 'a>,
        (source, state): (&Module<'c>, StateKey),
        limits: Limits,
    ) -> Option<StepChecker<'c, 'a>> {
        arena.enter(Phase::Evaluate);
        let fuel = if limits.steps == StepChecks::Alone { MOST_STEPS } else { u64::MAX };
        let ran = run(&mut interpreter.borrow_mut(), source, limits, fuel);
        arena.enter(Phase::Harness);
        let base = Base { run: Rc::new(said(ran.ok()?.0, source)), floats: false, is_own: true };
        Some(StepChecker {
            arena,
            interpreter,
            which: limits.steps,
            limits,
            comparison: Comparison::new(major, source, printed),
            bases: HashMap::from([(state, base)]),
            purse: Purse::default(),
        })
    }

    /// Judges the step that led to `module`, if it is its turn.
    ///
    /// # Errors
    /// The state that it led to is not allowed by the one it was given.
    pub fn check(&mut self, arrival: &Arrival<'_>, module: &Module<'_>) -> Result<(), StepError> {
        if arrival.from == arrival.to || (self.which == StepChecks::Chosen && !arrival.drawn) {
            return Ok(());
        }
        let changes_floats = catalogue::may_change_floats(arrival.step);
        let base = self.bases.get(&arrival.from).map(|before| Base {
            floats: before.floats || changes_floats,
            is_own: false,
            run: before.run.clone(),
        });
        let after = match self.bases.get(&arrival.to) {
            Some(known) if known.is_own => known.run.clone(),
            Some(_) => return Ok(()),
            None => match self.run(arrival, module, base.as_ref()) {
                Some(run) => run,
                None => {
                    self.bases.extend(base.map(|base| (arrival.to, base)));
                    return Ok(());
                }
            },
        };
        let own = Base { run: after, floats: false, is_own: true };
        // Another worker came to a state that this one has not seen.
        let Some(base) = base else {
            self.bases.insert(arrival.to, own);
            return Ok(());
        };
        let after = &own.run;
        let refinement = self.comparison.judge(self.arena, &base.run, after, base.floats);
        let interpreter = &mut self.interpreter.borrow_mut();
        let mut refinement = addresses(refinement, interpreter, (module, after), self.limits.memory);
        // Seeds and mutants are not drawn with care for what rounding does to them.
        let is_rounded = base.floats || base.run.approximate || after.approximate;
        let is_alone = self.which == StepChecks::Alone && !self.comparison.is_expected();
        if is_alone && is_rounded && is_of_values(&refinement) {
            let why =
                "floats may be rounded in another way, and nobody knows how far that may take the results";
            refinement = Refinement::Unknown(Unknown::Open(why.to_owned()));
        }
        let is_unknown = self.which == StepChecks::Alone && catalogue::hazards(arrival.step).is_none();
        if is_unknown && matches!(refinement, Refinement::Broken(_)) {
            let why = "no table knows the pass, which may change results by design";
            refinement = Refinement::Unknown(Unknown::Open(why.to_owned()));
        }
        let (relation, reason) = refinement.counted();
        let check = StepCheck {
            pass: pass_name(arrival.step).to_owned(),
            relation,
            reason: reason.map(str::to_owned),
        };
        self.arena.push(&Frame::Checked(Box::new(check)));
        if let Refinement::Broken(breach) = &refinement {
            return Err(StepError::Broken(Outcome::Miscompiled, breach.told()));
        }
        let goes_on = is_decided(&own.run) || !is_decided(&base.run);
        self.bases.insert(arrival.to, if goes_on { own } else { base });
        Ok(())
    }

    /// Runs a state that is new; none if it is not its turn, or cannot be read.
    fn run(&mut self, arrival: &Arrival<'_>, module: &Module<'_>, base: Option<&Base>) -> Option<Rc<Run>> {
        let steps = base.map_or(0, |base| base.run.steps);
        let operations = arrival.after.values().map(|count| i64::from(*count)).sum();
        let mut fuel = u64::MAX;
        if self.which == StepChecks::Chosen {
            let is_news = arrival.after.keys().any(|key| !arrival.before.contains_key(key));
            if !self.purse.pays(operations, Purse::price(operations, steps), is_news) {
                return None;
            }
            fuel = MOST_GROWTH.saturating_mul(steps).saturating_add(FEWEST_STEPS);
        }
        if self.which == StepChecks::Alone {
            fuel = MOST_GROWTH_ALONE.saturating_mul(steps).saturating_add(MOST_STEPS);
        }
        self.arena.enter(Phase::Evaluate);
        let ran = run(&mut self.interpreter.borrow_mut(), module, self.limits, fuel);
        self.arena.enter(Phase::Harness);
        let (run, _) = ran.ok()?;
        self.purse.left -= Purse::price(operations, run.steps);
        Some(Rc::new(said(run, module)))
    }

    /// The run of a state that has come to its end.
    pub fn ran(&self, state: &StateKey) -> Option<&Run> {
        let own = self.bases.get(state).filter(|base| base.is_own && base.run.stopped.is_none())?;
        Some(&own.run)
    }
}

/// A run whose early end has its words. What the machine does not have is counted, so that says no place.
fn said(run: Run, module: &Module<'_>) -> Run {
    let is_counted = run.stopped.as_ref().is_some_and(|end| end.kind == Kind::Unsupported);
    if is_counted { run } else { worded(run, module) }
}

/// True where values differ, and nothing else is wrong.
fn is_of_values(refinement: &Refinement) -> bool {
    let Refinement::Broken(breach) = refinement else { return false };
    matches!(breach, Breach::Outputs(_) | Breach::Returned { .. } | Breach::Undetermined { .. })
}

/// True if others can be held against a run.
fn is_decided(run: &Run) -> bool {
    run.stopped.as_ref().is_none_or(|end| !matches!(end.kind, Kind::Unsupported | Kind::TooLong | Kind::Open))
}
