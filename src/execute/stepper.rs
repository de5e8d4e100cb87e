//! The parent's side of a lowering graph: one pass at a time, from states that a worker holds.

use super::jit::{Jit, Log, unfinished};
use super::wire::{Frame, Request};
use super::worker::Ended;
use super::{Limits, StateKey};
use crate::observe::{Effect, Failure, Outcome, PathReport, Spent};
use crate::path::Operations;
use crate::path::pipeline::pass_name;
use anyhow::{Context as _, Result, bail};

/// Where a step led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// To this state, which is held now.
    To {
        /// The state; the one it started from, if the pass changed nothing.
        state: StateKey,
        /// What is in it; none where that has been told since the program was opened.
        operations: Option<Operations>,
    },
    /// The pass refused, or this MLIR has no such pass.
    Declined,
    /// Nowhere: a crash, a limit, invalid IR.
    Ended(Outcome, Failure),
}

/// Takes a program down step by step, and back to states it holds.
pub trait Stepper {
    /// MLIR's major version.
    fn version(&self) -> u32;

    /// Holds the states of `program` from now on, in a new worker, and those of no other; the source's own is the
    /// first.
    ///
    /// # Errors
    /// The program is not valid, or no worker can be had.
    fn open(&mut self, program: &str, limits: &Limits) -> Result<(StateKey, Operations, Spent)>;

    /// Whether a state can be started from. After a crash none is held, not even the source's.
    fn holds(&self, state: &StateKey) -> bool;

    /// Runs `steps` from a state that is held, and holds it afterwards if `keep` says so. All steps but the last are
    /// known to succeed.
    ///
    /// # Errors
    /// The state is not held, or the worker cannot be reached.
    fn walk(&mut self, from: &StateKey, keep: bool, steps: &[String]) -> Result<(Stepped, Spent)>;

    /// Runs a state that is held and all llvm; it is not held afterwards. The report has no steps.
    ///
    /// # Errors
    /// As for [`Stepper::walk`].
    fn launch(&mut self, state: &StateKey) -> Result<PathReport>;

    /// Holds these states no longer.
    ///
    /// # Errors
    /// The worker cannot be reached.
    fn forget(&mut self, states: &[StateKey]) -> Result<()>;
}

impl Jit {
    fn check_held(&self, state: &StateKey) -> Result<()> {
        if !self.held.contains(state) {
            bail!("a state was asked for that no worker holds");
        }
        Ok(())
    }
}

impl Stepper for Jit {
    fn version(&self) -> u32 {
        self.major
    }

    fn open(&mut self, program: &str, limits: &Limits) -> Result<(StateKey, Operations, Spent)> {
        self.dismiss();
        self.walk_limits = *limits;
        let request = Request::Open { program: program.to_owned(), limits: *limits };
        let (ended, frames, printed) = self.ask(&request, limits)?;
        let mut source = None;
        let mut spent = Spent::default();
        for frame in frames {
            match frame {
                Frame::State { state, operations: Some(operations) } => source = Some((state, operations)),
                Frame::Spent(told) => spent = told,
                Frame::Rejected(why) => bail!(why),
                _ => {}
            }
        }
        let (state, operations) = source.with_context(|| {
            let (outcome, failure) = unfinished(None, &ended, &printed);
            format!("MLIR's parser did not survive the program ({outcome}): {}", failure.message)
        })?;
        self.held.insert(state);
        Ok((state, operations, spent))
    }

    fn holds(&self, state: &StateKey) -> bool {
        self.held.contains(state)
    }

    fn walk(&mut self, from: &StateKey, keep: bool, steps: &[String]) -> Result<(Stepped, Spent)> {
        self.check_held(from)?;
        if !keep {
            self.held.remove(from);
        }
        let request = Request::Walk { from: *from, keep, steps: steps.to_vec() };
        let limits = self.walk_limits;
        let (ended, frames, printed) = self.ask(&request, &limits)?;
        let told = Told::read(frames);
        if let (Some(Stepped::To { state, .. }), Ended::Answered) = (&told.stepped, &ended) {
            self.held.insert(*state);
        }
        let stepped = match (told.stepped, &ended) {
            (Some(stepped), Ended::Answered) => stepped,
            (_, ended) => {
                let (outcome, failure) = unfinished(told.harness, ended, &printed);
                Stepped::Ended(outcome, Failure { pass: told.running, ..failure })
            }
        };
        // A worker that has seen invalid IR is not trusted with what else it holds.
        if matches!(stepped, Stepped::Ended(Outcome::InvalidIr, _)) {
            self.dismiss();
        }
        Ok((stepped, told.spent))
    }

    fn launch(&mut self, state: &StateKey) -> Result<PathReport> {
        self.check_held(state)?;
        self.held.remove(state);
        let limits = self.walk_limits;
        let (ended, frames, printed) = self.ask(&Request::Launch { state: *state }, &limits)?;
        let report = Log::of(frames).only(&ended, &printed);
        // Lowered code that went wrong may have written anywhere.
        if report.outcome == Outcome::Fault {
            self.dismiss();
        }
        Ok(report)
    }

    fn forget(&mut self, states: &[StateKey]) -> Result<()> {
        let states: Vec<StateKey> = states.iter().filter(|state| self.held.remove(*state)).copied().collect();
        if !states.is_empty() {
            let limits = self.walk_limits;
            self.ask(&Request::Forget { states }, &limits)?;
        }
        Ok(())
    }
}

/// What a worker told about a walk.
#[derive(Default)]
struct Told {
    stepped: Option<Stepped>,
    /// The pass it was in last.
    running: Option<String>,
    harness: Option<String>,
    spent: Spent,
}

impl Told {
    fn read(frames: Vec<Frame>) -> Told {
        let mut told = Told::default();
        for frame in frames {
            match frame {
                Frame::Step(step) => told.running = Some(pass_name(&step).to_owned()),
                Frame::State { state, operations } => told.stepped = Some(Stepped::To { state, operations }),
                Frame::Effect(Effect::Declined) => told.stepped = Some(Stepped::Declined),
                Frame::End { outcome, pass, message } => {
                    let failure = Failure { pass, message, ..Failure::default() };
                    told.stepped = Some(Stepped::Ended(outcome, failure));
                }
                Frame::Harness(why) => told.harness = Some(why),
                Frame::Spent(spent) => told.spent = spent,
                _ => {}
            }
        }
        told
    }
}
