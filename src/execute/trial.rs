//! Trying passes: what each of several would do to one state of a program, every time from that very state.
//!
//! A path applies one pass after another and shows what came of it; learning what converts what needs the answer for many
//! passes on the same IR. The worker takes the program to the state once and tries each candidate on a copy.

use super::Limits;
use super::arena::Arena;
use super::jit::{Jit, gone};
use super::prepare::invalid_program;
use super::wire::{Frame, Phase, Request};
use crate::mlir::{Context, Diagnostic, Module, NO_REASON, PassOutcome, run_pass};
use crate::observe::Outcome;
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

/// What a candidate did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tried {
    /// It succeeded and left these operations.
    Left(Operations),
    /// It reported failure, for this reason.
    Declined(String),
    /// It reported success and left what the verifier rejects, for this reason.
    Invalid(String),
    /// This MLIR does not have it, does not take its options, or does not run it under its anchor; nothing was run.
    Refused(String),
    /// It left more operations than the limit.
    Grew,
    /// It did not come back: a crash, or a limit on time or memory.
    Lost(Outcome, String),
}

/// What trying came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trialled {
    /// The operations of the program and after each step of the prefix; the last is the state.
    pub states: Vec<Operations>,
    /// One answer a candidate, in order.
    pub tried: Vec<Tried>,
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
pub(super) fn answer(context: &Context, arena: &Arena, trials: &Trials, first: usize) {
    arena.enter(Phase::Parse);
    let module = Module::parse(context, &trials.program);
    arena.enter(Phase::Harness);
    let module = match module {
        Ok(module) => module,
        Err(said) => return reject(arena, invalid_program(&said)),
    };
    let most = trials.limits.operations;
    arena.push(&Frame::Counted(module.scan(most).0));
    for step in &trials.prefix {
        arena.enter(Phase::Pass);
        let tried = apply(&module, step, most);
        arena.enter(Phase::Harness);
        match tried {
            Tried::Left(operations) => arena.push(&Frame::Counted(operations)),
            other => {
                module.leak();
                return reject(arena, format!("the step {step} did not succeed: {}", why(&other)));
            }
        };
    }
    for candidate in &trials.candidates[first..] {
        let copy = module.duplicate();
        arena.push(&Frame::Trial);
        arena.enter(Phase::Pass);
        let tried = apply(&copy, candidate, most);
        arena.enter(Phase::Harness);
        // What a pass failed on may be in any state, and destroying it is not safe.
        if !matches!(tried, Tried::Left(_) | Tried::Refused(_)) {
            copy.leak();
        }
        arena.push(&Frame::Tried(tried));
    }
}

fn reject(arena: &Arena, why: String) {
    arena.push(&Frame::Rejected(why));
}

fn apply(module: &Module<'_>, step: &str, most: u64) -> Tried {
    match run_pass(module, step) {
        Err(error) => return Tried::Refused(error.0),
        Ok(PassOutcome::Failed(said)) => return Tried::Declined(foremost(&said)),
        Ok(PassOutcome::Succeeded) => {}
    }
    if let Err(said) = module.verify() {
        return Tried::Invalid(foremost(&said));
    }
    let (operations, count) = module.scan(most);
    if count > most { Tried::Grew } else { Tried::Left(operations) }
}

fn foremost(said: &[Diagnostic]) -> String {
    Diagnostic::foremost(said).map_or(NO_REASON.to_owned(), |d| d.message.clone())
}

fn why(tried: &Tried) -> &str {
    match tried {
        Tried::Left(_) => "it did",
        Tried::Grew => "it left too many operations",
        Tried::Declined(why) | Tried::Invalid(why) | Tried::Refused(why) | Tried::Lost(_, why) => why,
    }
}
