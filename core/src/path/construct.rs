//! Puts a path together while the program is lowered: LOBE's Algorithm 1.
//!
//! Each turn draws up to two optimization passes, takes the operation of highest priority, and applies one
//! of its conversions. A conversion that fails, or leaves the operation as frequent as it was, costs the
//! operation one point. Bytes alone decide, so the same bytes on the same compiler give the same path.
//!
//! A path that gets stuck has taken a wrong turn earlier, in a step that succeeded. It goes back there ([`Construction::turn_back`]).

use super::catalogue::{self, Role};
use super::operations::{Operations, left};
use super::order::Order;
use super::outstanding::Outstanding;
use super::pipeline::pass_name;
use super::priority::{Priorities, PriorityKey, count};
use super::rules;
use super::strategy::Strategy;
use super::turn::Turn;
use crate::observe::{Cause, Effort};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

pub use super::turn::{FIRST_TURN, TURN, widened};

/// Turns that a path goes on as it is drawn behind a step that usually comes later. Then it lands: it takes the order that is known to
/// lead down.
const ROAMING: usize = 5;
/// Conversions in a row that help nothing while a path lands: then it is stuck. One may be tidied up after ([`Role::Tidies`]).
const BARREN: usize = 2;

/// The IR a path is built on, and what can be done to it.
pub trait Lowering {
    /// The operations present now.
    fn operations(&self) -> Operations;

    /// Turn `number` begins.
    fn turn(&mut self, _number: usize) {}

    /// Runs one step, in the form [`super::pipeline::split`] gives.
    fn apply(&mut self, step: &str) -> Applied;

    /// The identity of the IR, beyond how many of which operations: equal for equal IR.
    fn fingerprint(&mut self) -> [u8; 32];

    /// The place of the path, for [`Lowering::retreat`].
    fn mark(&self) -> usize;

    /// Goes back to where the path was when it was at `mark`; false where that cannot be had and the path is over.
    fn retreat(&mut self, mark: usize) -> bool;

    /// The step that was taken where the path went back to last leads to nothing.
    fn blame(&mut self) {}

    /// The effort of construction up to now: said before it goes back, and in the end.
    fn effort(&mut self, _so_far: &Effort) {}
}

/// The effect of a step on the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// Other operations than before.
    Changed,
    /// It holds the operations it held, as often as before.
    Unchanged,
    /// The pass refused; the IR is as before.
    Declined,
    /// The path is over (a crash, a limit): nothing more may be applied.
    Ended,
}

/// The end of a path, as far as lowering goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Only llvm's operations are left.
    Lowered,
    /// The turns are used up, or no rule fits what is left.
    Incomplete {
        /// Names of the operations that are left, sorted.
        left: Vec<String>,
        /// Names of operations that are in the call that was made of the program, and not in the program.
        #[serde(default)]
        made: BTreeSet<String>,
    },
    /// Only llvm's operations are left, and a pass that every path takes had no place.
    Without {
        /// The pass.
        pass: String,
    },
    /// A step ended the path.
    Ended,
}

impl End {
    /// The end of a path that is over with these operations.
    pub fn of(operations: &Operations) -> End {
        let left: BTreeSet<String> = left(operations).map(|(name, _)| name.clone()).collect();
        match left.is_empty() {
            true => End::Lowered,
            false => End::Incomplete { left: left.into_iter().collect(), made: BTreeSet::new() },
        }
    }

    /// The reason why a path that ended so is incomplete; none where it is not.
    pub fn lack(&self) -> Option<Cause> {
        match self {
            End::Incomplete { left, made } => {
                let passes = rules::passes(left);
                let own: Vec<String> = left.iter().filter(|name| !made.contains(*name)).cloned().collect();
                // Nobody wrote the others; they are named where there is nothing else.
                Some(Cause::Left { operations: if own.is_empty() { left.clone() } else { own }, passes })
            }
            End::Without { pass } => Some(Cause::RunsNowhere(pass.clone())),
            End::Lowered | End::Ended => None,
        }
    }
}

/// Lowers `ir` as `draws` say, on MLIR's major version `version`, in at most `most_turns` turns.
///
/// Beyond the end of `draws` every byte is 0, which means: no optimization, the operation whose rule comes
/// first, its plainest conversion. So no draws at all give the plain lowering.
pub fn construct(
    ir: &mut dyn Lowering,
    draws: &[u8],
    version: u32,
    most_turns: u32,
    strategy: &Strategy,
) -> End {
    let mark = ir.mark();
    let mut path = Construction {
        operations: ir.operations(),
        ir,
        version,
        most_turns: most_turns as usize,
        strategy,
        priorities: Priorities::default(),
        failures: BTreeMap::new(),
        places: vec![PathPlace { mark, turn: 0, early: false }],
        outstanding: Outstanding::new(strategy),
        source: BTreeSet::new(),
        plain: false,
        number: 0,
        effort: Effort::default(),
    };
    path.source = left(&path.operations).cloned().collect();
    path.run(draws)
}

/// A path that is being put together.
struct Construction<'a> {
    ir: &'a mut dyn Lowering,
    operations: Operations,
    version: u32,
    most_turns: usize,
    strategy: &'a Strategy,
    priorities: Priorities,
    /// The number of times that a conversion of the order did not help, by the name of the pass.
    failures: BTreeMap<String, u32>,
    /// The places of the path before each step that changed the operations.
    places: Vec<PathPlace>,
    outstanding: Outstanding<'a>,
    /// The operations left to convert at the beginning of the path.
    source: BTreeSet<PriorityKey>,
    /// True for a path that went back: it takes no order but the usual one.
    plain: bool,
    /// Turns of the path as it is.
    number: usize,
    effort: Effort,
}

/// A place on a path.
#[derive(Clone, Copy)]
struct PathPlace {
    mark: usize,
    turn: usize,
    /// True if the step that was taken from here is one that usually comes later.
    early: bool,
}

/// A step ended the path.
struct StepEnded;

impl Construction<'_> {
    fn run(&mut self, draws: &[u8]) -> End {
        let lowered = self.lower(draws);
        self.tell();
        if lowered.is_err() {
            return End::Ended;
        }
        match (End::of(&self.operations), self.outstanding.lacking()) {
            (End::Lowered, Some(pass)) => End::Without { pass },
            (end, _) => end,
        }
    }

    /// Says what it has taken so far.
    fn tell(&mut self) {
        self.effort.turns_lost = self.effort.turns - self.number as u64;
        self.ir.effort(&self.effort);
    }

    fn lower(&mut self, draws: &[u8]) -> Result<(), StepEnded> {
        let start = self.places[0];
        self.turns(draws, 0)?;
        self.turn_back(draws)?;
        // A place was passed by. Again, and no chance is left out; where the draws leave none, plainly; and so once more where
        // there was no place at all.
        for draws in [draws, &[], draws, &[]] {
            if !self.outstanding.insist() {
                break;
            }
            self.back_to(start)?;
            self.places.push(start);
            self.turns(draws, 0)?;
            self.turn_back(draws)?;
        }
        Ok(())
    }

    fn is_lowered(&self) -> bool {
        left(&self.operations).next().is_none()
    }

    /// True if operations are left, each of which some conversion is for or the path itself has made.
    fn is_stuck(&self) -> bool {
        let known = |key: &PriorityKey| rules::find(&key.0, key.1).is_some() || !self.source.contains(key);
        !self.is_lowered() && left(&self.operations).all(known)
    }

    /// Takes turns, from this one on.
    fn turns(&mut self, draws: &[u8], first: usize) -> Result<(), StepEnded> {
        let mut barren = 0;
        for number in first..self.most_turns {
            if self.is_lowered() || barren >= BARREN {
                break;
            }
            self.ir.turn(number);
            self.number = number + 1;
            self.effort.turns += 1;
            let mut turn = Turn::read(draws, number);
            self.visit(number, &turn)?;
            let landing = self.lands(number);
            if landing {
                turn = turn.plainly();
            }
            for drawn in turn.optimizations() {
                if let Some(step) =
                    self.strategy.optimization(drawn, turn.setting(), &self.operations, self.version)
                {
                    self.optimize(&step, number)?;
                }
            }
            if !self.strategy.rules {
                if let Some(step) = self.strategy.any(turn.number(), self.version) {
                    self.take(&step, number, false)?;
                }
                continue;
            }
            if let Some(order) = self.strategy.order.as_ref().filter(|_| !self.plain && !landing)
                && self.follow(order, &turn, number)?
            {
                continue;
            }
            let (priorities, present, strategy) = (&self.priorities, &self.operations, self.strategy);
            let Some(target) = priorities.choose(present, &turn, self.version, strategy) else { break };
            let Some(pass) = priorities.way(&target, present, &turn, self.version, strategy) else { break };
            let (before, step) = (count(present, &target.key), pass.step());
            let early = !target.rule.gate.is_open(present, self.version)
                || strategy.leads_nowhere(&step, present, self.version);
            self.take(&step, number, early)?;
            let helped = count(&self.operations, &target.key) < before;
            if self.strategy.feedback && !helped {
                self.priorities.lower(target.key);
            }
            barren = if landing && !helped { barren + 1 } else { 0 };
        }
        Ok(())
    }

    /// True if a path takes the order that is known to lead down in this turn: in the second half of its turns, so that it lands in time,
    /// some turns behind a step that came early, and behind a place that it went back to.
    fn lands(&self, number: usize) -> bool {
        let steers = self.strategy.feedback && self.strategy.rules;
        let early = self.places.iter().find(|place| place.early);
        let has_roamed = early.is_some_and(|place| number >= place.turn + ROAMING);
        steers && (self.plain || has_roamed || 2 * number >= self.most_turns)
    }

    /// Takes a conversion that is free in the order; false where there is none.
    fn follow(&mut self, order: &Order, turn: &Turn, number: usize) -> Result<bool, StepEnded> {
        let step = order.draw(&self.operations, turn.number(), self.version, self.strategy, &self.failures);
        let Some(step) = step else { return Ok(false) };
        let before = order.work(step, &self.operations);
        self.take(step, number, false)?;
        if self.strategy.feedback && order.work(step, &self.operations) >= before {
            let failures = self.failures.entry(pass_name(step).to_owned()).or_default();
            *failures += 1;
            // The user of its result may be dead, as shapes are whose users were converted: then it would keep others waiting in vain.
            if *failures == 1 {
                let tidying = Role::Tidies.pass().step();
                if self.strategy.allows(&tidying) {
                    self.take(&tidying, number, false)?;
                }
            }
        }
        Ok(true)
    }

    /// Takes what is outstanding and has a place here.
    fn visit(&mut self, number: usize, turn: &Turn) -> Result<(), StepEnded> {
        for step in self.outstanding.steps(&self.operations, turn.number(), self.version) {
            self.count_risk(&step);
            self.take(&step, number, false)?;
        }
        Ok(())
    }

    /// Counts a step that may show a known bug here. It is told at once: the step may be the last.
    fn count_risk(&mut self, step: &str) {
        if let Some(bug) = catalogue::risks(step, &self.operations, self.version) {
            self.effort.drawn.count(bug);
            self.tell();
        }
    }

    /// Takes an optimization, and counts whether it did anything.
    fn optimize(&mut self, step: &str, number: usize) -> Result<(), StepEnded> {
        self.count_risk(step);
        let before = self.ir.fingerprint();
        let applied = self.take(step, number, false)?;
        if applied == Applied::Declined {
            self.effort.optimizations_declined += 1;
            return Ok(());
        }
        self.effort.optimizations += 1;
        let changed = applied == Applied::Changed || self.ir.fingerprint() != before;
        self.effort.optimizations_changed += u64::from(changed);
        Ok(())
    }

    /// Takes a step in turn `turn`; `early` is whether it usually comes later.
    fn take(&mut self, step: &str, turn: usize, early: bool) -> Result<Applied, StepEnded> {
        let mark = self.ir.mark();
        let before = self.outstanding.wants(step).then(|| self.ir.fingerprint());
        let applied = self.ir.apply(step);
        let changed = match applied {
            Applied::Ended => return Err(StepEnded),
            Applied::Declined => false,
            Applied::Changed => true,
            Applied::Unchanged => before.is_some_and(|before| self.ir.fingerprint() != before),
        };
        if before.is_some() {
            self.outstanding.told(step, mark, applied, changed, &self.operations);
        }
        if applied == Applied::Changed {
            self.places.push(PathPlace { mark, turn, early });
            self.operations = self.ir.operations();
        }
        Ok(applied)
    }

    fn back_to(&mut self, place: PathPlace) -> Result<(), StepEnded> {
        self.tell();
        if !self.ir.retreat(place.mark) {
            return Err(StepEnded);
        }
        self.number = place.turn;
        self.operations = self.ir.operations();
        self.priorities = Priorities::default();
        self.failures.clear();
        self.places.retain(|other| other.mark < place.mark);
        self.outstanding.back_to(place.mark);
        Ok(())
    }

    /// Goes back from a dead end, to a place from which the order of the plain lowering leads down in the turns that are left there.
    ///
    /// The harmful step need not be the last one. Steps against the usual order are the first suspects; the path goes back
    /// by halves of these, and of all where there are none. A plain path has nothing to be changed.
    fn turn_back(&mut self, draws: &[u8]) -> Result<(), StepEnded> {
        let is_drawn = draws.iter().any(|byte| *byte != 0);
        if !(is_drawn && self.strategy.feedback && self.strategy.rules && self.is_stuck()) {
            return Ok(());
        }
        self.effort.paths_back += 1;
        let suspect = |places: &[PathPlace]| {
            let early: Vec<usize> = (0..places.len()).filter(|place| places[*place].early).collect();
            early.get(early.len() / 2).copied().unwrap_or(places.len() / 2)
        };
        let mut places = std::mem::take(&mut self.places);
        // The optimizations that were drawn come with it once. Should they be in the way, it goes without.
        let mut drawn = Some(draws);
        while !places.is_empty() {
            let (at, draws) = (suspect(&places), drawn.take().unwrap_or_default());
            let place = places[at];
            self.effort.times_back += 1;
            self.back_to(place)?;
            self.plain = true;
            let finished = self.turns(draws, place.turn);
            self.plain = false;
            finished?;
            if self.is_lowered() {
                if place.early {
                    self.ir.blame();
                }
                break;
            }
            if draws.is_empty() {
                places.truncate(at);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "construct_tests.rs"]
mod tests;
