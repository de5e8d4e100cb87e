//! Trying passes: what each of several would do to one state of a program, every time from that very state.
//!
//! A path applies one pass after another and shows what came of it; learning what converts what needs the answer for many
//! passes on the same IR. The worker takes the program to the state once and tries each candidate on a copy.

use super::Limits;
use super::arena::Arena;
use super::jit::{Jit, gone};
use super::tried::{self, Tried};
use super::wire::{Frame, Phase, Request};
use crate::mlir::Module;
use crate::path::Operations;
use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

/// A state of a program, and what is to be tried on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trials {
    /// The program, in the spelling of the toolchain it is sent to.
    pub program: String,
    /// The steps from there to the state; none of them may decline.
    pub prefix: Vec<String>,
    /// The candidates: one step each, in the form [`crate::path::pipeline::split`] gives.
    pub candidates: Vec<String>,
    /// Limits on each pass.
    pub limits: Limits,
}

/// What trying came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trialled {
    /// The operations of the program and after each step of the prefix; the last is the state.
    pub states: Vec<Operations>,
    /// One answer a candidate, in order.
    pub tried: Vec<Tried>,
}

/// Whoever can try passes.
pub trait TriesSteps {
    /// Tries every candidate on the state; one answer each, in order.
    ///
    /// # Errors
    /// There is no such state, or it cannot be tried at all.
    fn try_steps(&mut self, trials: &Trials) -> Result<Vec<Tried>>;
}

impl TriesSteps for Jit {
    fn try_steps(&mut self, trials: &Trials) -> Result<Vec<Tried>> {
        Ok(self.try_out(trials)?.tried)
    }
}

impl Jit {
    /// Tries every candidate on the state. One that crashes costs a worker, and the rest are tried by the next.
    ///
    /// # Errors
    /// The program is not valid or a step of the prefix fails, so that there is no such state.
    pub fn try_out(&mut self, trials: &Trials) -> Result<Trialled> {
        let mut all = Trialled::default();
        loop {
            let first = all.tried.len();
            let request = Request::Try { trials: trials.clone(), first };
            let (ended, frames, printed) = self.ask(&request, &trials.limits)?;
            all.states.clear();
            let mut running = false;
            for frame in frames {
                match frame {
                    Frame::Counted(operations) => all.states.push(operations),
                    Frame::Trial => running = true,
                    Frame::Tried(tried) => {
                        running = false;
                        all.tried.push(tried);
                    }
                    Frame::Rejected(why) | Frame::Harness(why) => bail!(why),
                    _ => {}
                }
            }
            if all.tried.len() == trials.candidates.len() && all.states.len() > trials.prefix.len() {
                return Ok(all);
            }
            let (outcome, failure) = gone(&ended, &printed);
            if !running {
                bail!("the program could not be taken to where passes are tried: {}", failure.message);
            }
            all.tried.push(Tried::Lost(outcome, failure.message));
        }
    }
}

/// Worker: takes the program to the state and tries the candidates from `first` on.
pub(super) fn answer(arena: &Arena, module: Module<'_>, trials: &Trials, first: usize) {
    let most = trials.limits.operations;
    let apply = |module: &Module<'_>, step: &str| {
        arena.enter(Phase::Pass);
        let tried = tried::apply(module, step, most);
        arena.enter(Phase::Harness);
        tried
    };
    arena.push(&Frame::Counted(module.scan(most).0));
    for step in &trials.prefix {
        match apply(&module, step) {
            Tried::Left(operations) => arena.push(&Frame::Counted(operations)),
            failed => {
                module.leak();
                let (_, why) = failed.ending(most);
                arena.push(&Frame::Rejected(format!("the step {step} did not succeed: {why}")));
                return;
            }
        };
    }
    for candidate in &trials.candidates[first..] {
        let copy = module.duplicate();
        arena.push(&Frame::Trial);
        let tried = apply(&copy, candidate);
        // What a pass failed on may be in any state, and destroying it is not safe.
        if !matches!(tried, Tried::Left(_) | Tried::Refused(_)) {
            copy.leak();
        }
        arena.push(&Frame::Tried(tried));
    }
}
