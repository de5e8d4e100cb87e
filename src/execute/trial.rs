//! Trying passes: what each of several would do to one state of a program, every time from that very state.
//!
//! A path applies one pass after another and shows what came of it; learning what converts what needs the answer for many
//! passes on the same IR. The worker takes the program to the state once and tries each candidate on a copy.

use super::Limits;
use super::arena::Arena;
use super::passes;
use super::rejection::Rejection;
use super::wire::Frame;
use crate::mlir::Module;
use crate::observe::{Failure, Outcome};
use crate::path::event::StepError;
use crate::path::graph::ROOT;
use crate::path::{Lowering, Operations, Strategy};
use anyhow::Result;
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
    /// Candidates after which it is of interest whether the plain lowering still gets down to llvm; it then is of the
    /// state, too.
    pub finish: Vec<String>,
    /// Limits on each pass.
    pub limits: Limits,
}

/// A candidate's effect on the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It succeeded and left these operations.
    Left(Operations),
    /// It leads nowhere.
    Failed(StepError),
    /// It did not come back: a crash, or a limit on time or memory.
    Lost(Outcome, Box<Failure>),
}

/// The results of trying.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trialled {
    /// The operations of the program and after each step of the prefix; the last is the state.
    pub states: Vec<Operations>,
    /// True for each step of the prefix that left other IR than it found, by its hash.
    pub moved: Vec<bool>,
    /// One answer a candidate, in order.
    pub tried: Vec<Tried>,
    /// True for each candidate that left other IR than it found, by its hash.
    pub changed: Vec<bool>,
    /// True if the plain lowering gets down from the state; none where that was not asked or cannot be told.
    pub down: Option<bool>,
    /// As `down`, from the state that each candidate left.
    pub leads: Vec<Option<bool>>,
}

/// Whoever can try passes.
pub trait TriesSteps {
    /// Tries every candidate on the state; one answer each, in order.
    ///
    /// # Errors
    /// There is no such state, or it cannot be tried at all.
    fn try_steps(&mut self, trials: &Trials) -> Result<Vec<Tried>>;
}

/// Worker: takes the program to the state and tries the candidates from `first` on.
pub(super) fn answer(arena: &Arena, program: Module<'_>, trials: &Trials, first: usize, major: u32) {
    let mut lowering = passes::alone(arena, trials.limits, program);
    lowering.start(ROOT);
    for step in &trials.prefix {
        if let Err(error) = lowering.follow(step) {
            let (_, why) = error.ending();
            let (step, failure) = (step.clone(), Box::new(why));
            arena.push(&Frame::Rejected(Rejection::Step { step, failure }));
            return;
        }
    }
    lowering.stay();
    let (state, mark) = (lowering.state(), lowering.mark());
    let plain = Strategy::unlearned();
    // The state comes first, once.
    if first == 0 && !trials.finish.is_empty() {
        lowering.draw(&[], major, &plain);
    }
    for candidate in &trials.candidates[first..] {
        lowering.retreat(mark);
        let tried = lowering.follow(candidate);
        if tried.is_ok() && lowering.state() != state && trials.finish.contains(candidate) {
            lowering.draw(&[], major, &plain);
        }
    }
}
