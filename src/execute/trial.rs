//! Trying passes: what each of several would do to one state of a program, every time from that very state.
//!
//! A path applies one pass after another and shows what came of it; learning what converts what needs the answer for many
//! passes on the same IR. The worker takes the program to the state once and tries each candidate on a copy.

use super::arena::Arena;
use super::ended::gone;
use super::jit::Jit;
use super::passes;
use super::wire::{Frame, Request};
use super::{Limits, StateKey};
use crate::mlir::Module;
use crate::observe::Outcome;
use crate::path::event::{Event, StateTrack, StepError};
use crate::path::graph::ROOT;
use crate::path::{End, Lowering, Operations, Strategy};
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

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
    Lost(Outcome, String),
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
        let (mut all, mut trials) = (Trialled::default(), trials.clone());
        loop {
            let first = all.tried.len();
            let request = Request::Try { trials: trials.clone(), first };
            let (ended, frames, printed) = self.ask(&request, &trials.limits)?;
            let mut reading = Reading::of(&mut all, trials.prefix.len());
            for frame in frames {
                match frame {
                    Frame::Lowering(event) => reading.read(event)?,
                    Frame::Rejected(why) | Frame::Harness(why) => bail!(why),
                    _ => {}
                }
            }
            let (trying, finishing) = (reading.trying, reading.finishing);
            if all.tried.len() == trials.candidates.len() && all.states.len() > trials.prefix.len() {
                return Ok(all);
            }
            let (outcome, failure) = gone(&ended, &printed);
            if finishing && first < all.tried.len() {
                // Of what this one left nothing can be said.
                continue;
            }
            if finishing {
                // It is not to be had of the state, so nobody can be blamed for that.
                trials.finish.clear();
                continue;
            }
            if !trying {
                bail!("the program could not be taken to where passes are tried: {}", failure.message);
            }
            all.enter(Tried::Lost(outcome, failure.message), false);
        }
    }
}

impl Trialled {
    fn enter(&mut self, tried: Tried, changed: bool) {
        self.tried.push(tried);
        self.changed.push(changed);
        self.leads.push(None);
    }
}

/// The events of one request, as they are read.
struct Reading<'a> {
    all: &'a mut Trialled,
    /// Steps that lead to the state.
    prefix: usize,
    track: StateTrack,
    told: HashMap<StateKey, Operations>,
    /// True once a candidate has begun, until it ends.
    trying: bool,
    /// True while something is taken down plainly.
    finishing: bool,
}

impl Reading<'_> {
    fn of(all: &mut Trialled, prefix: usize) -> Reading<'_> {
        all.states.clear();
        all.moved.clear();
        let (track, told) = (StateTrack::default(), HashMap::new());
        Reading { all, prefix, track, told, trying: false, finishing: false }
    }

    fn read(&mut self, event: Event) -> Result<()> {
        let from = self.track.here();
        self.track.follow(&event);
        match event {
            Event::Begin { state, operations } => {
                self.all.states.push(operations.clone());
                self.told.insert(state, operations);
            }
            Event::Step { .. } => self.trying = !self.finishing && self.all.states.len() > self.prefix,
            Event::To { state, operations, .. } => {
                self.told.extend(operations.map(|operations| (state, operations)));
                let changed = from != Some(state);
                let left =
                    self.told.get(&state).context("a worker calls a state known that it never described")?;
                if std::mem::take(&mut self.trying) {
                    self.all.enter(Tried::Left(left.clone()), changed);
                } else if !self.finishing {
                    self.all.moved.push(changed);
                    self.all.states.push(left.clone());
                }
            }
            Event::Remade { state, operations } => {
                self.told.extend(operations.map(|operations| (state, operations)));
            }
            Event::Failed(error) => {
                if std::mem::take(&mut self.trying) {
                    self.all.enter(Tried::Failed(error), false);
                }
            }
            Event::Drawing => self.finishing = true,
            Event::Over(end) => {
                self.finishing = false;
                *self.all.leads.last_mut().unwrap_or(&mut self.all.down) = Some(end == End::Lowered);
            }
            Event::Back(_) | Event::Again(_) | Event::Effort(_) => {}
        }
        Ok(())
    }
}

/// Worker: takes the program to the state and tries the candidates from `first` on.
pub(super) fn answer(arena: &Arena, program: Module<'_>, trials: &Trials, first: usize, major: u32) {
    let mut lowering = passes::alone(arena, trials.limits, program);
    lowering.start(ROOT);
    for step in &trials.prefix {
        if let Err(error) = lowering.follow(step) {
            let (_, why) = error.ending();
            arena.push(&Frame::Rejected(format!("the step {step} did not succeed: {}", why.message)));
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
