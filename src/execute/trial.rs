//! Trying passes: what each of several would do to one state of a program, every time from that very state.
//!
//! A path applies one pass after another and shows what came of it; learning what converts what needs the answer for many
//! passes on the same IR. The worker takes the program to the state once and tries each candidate on a copy.

use super::Limits;
use super::arena::Arena;
use super::ended::gone;
use super::jit::Jit;
use super::tried::{self, Tried};
use super::wire::{Frame, Phase, Request};
use crate::mlir::{Digester, Module};
use crate::path::{Applied, End, Lowering, Operations, Strategy, construct};
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
    /// Candidates after which it is of interest whether the plain lowering still gets down to llvm; it then is of the
    /// state, too.
    pub finish: Vec<String>,
    /// Limits on each pass.
    pub limits: Limits,
}

/// What trying came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trialled {
    /// The operations of the program and after each step of the prefix; the last is the state.
    pub states: Vec<Operations>,
    /// Whether each step of the prefix left other IR than it found, by its hash.
    pub moved: Vec<bool>,
    /// One answer a candidate, in order.
    pub tried: Vec<Tried>,
    /// Whether each candidate left other IR than it found, by its hash.
    pub changed: Vec<bool>,
    /// Whether the plain lowering gets down from the state; none where that was not asked or cannot be told.
    pub down: Option<bool>,
    /// The same of what each candidate left.
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
            all.states.clear();
            all.moved.clear();
            let (mut running, mut finishing) = (false, false);
            for frame in frames {
                match frame {
                    Frame::Counted(operations, moved) => {
                        all.moved.extend((!all.states.is_empty()).then_some(moved));
                        all.states.push(operations);
                    }
                    Frame::Trial => running = true,
                    Frame::Tried(tried, changed) => {
                        running = false;
                        all.tried.push(tried);
                        all.changed.push(changed);
                        all.leads.push(None);
                    }
                    Frame::Finishing => finishing = true,
                    Frame::Finished(down) => {
                        finishing = false;
                        *all.leads.last_mut().unwrap_or(&mut all.down) = Some(down);
                    }
                    Frame::Rejected(why) | Frame::Harness(why) => bail!(why),
                    _ => {}
                }
            }
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
            if !running {
                bail!("the program could not be taken to where passes are tried: {}", failure.message);
            }
            all.tried.push(Tried::Lost(outcome, failure.message));
            all.changed.push(false);
            all.leads.push(None);
        }
    }
}

/// Worker: takes the program to the state and tries the candidates from `first` on.
pub(super) fn answer(arena: &Arena, module: Module<'_>, trials: &Trials, first: usize, major: u32) {
    let most = trials.limits.operations;
    let apply = |module: &Module<'_>, step: &str| {
        arena.enter(Phase::Pass);
        let tried = tried::apply(module, step, most);
        arena.enter(Phase::Harness);
        tried
    };
    let mut digester = Digester::of(&module);
    let mut state = digester.digest(&module);
    let mut counts = module.scan(most).0;
    arena.push(&Frame::Counted(counts.clone(), false));
    for step in &trials.prefix {
        match apply(&module, step) {
            Tried::Left(operations) => {
                let before = std::mem::replace(&mut state, digester.digest(&module));
                arena.push(&Frame::Counted(operations.clone(), before != state));
                counts = operations;
            }
            failed => {
                module.leak();
                let (_, why) = failed.ending(most);
                arena.push(&Frame::Rejected(format!("the step {step} did not succeed: {why}")));
                return;
            }
        };
    }
    // The state comes first, once.
    if first == 0 && !trials.finish.is_empty() {
        finish(arena, module.duplicate(), &trials.limits, major);
    }
    for candidate in &trials.candidates[first..] {
        let copy = module.duplicate();
        arena.push(&Frame::Trial);
        let tried = apply(&copy, candidate);
        let changed = match &tried {
            Tried::Left(operations) => *operations != counts || digester.digest(&copy) != state,
            _ => false,
        };
        // What a pass failed on may be in any state, and destroying it is not safe.
        let copy = match tried {
            Tried::Left(_) | Tried::Refused(_) => Some(copy),
            _ => {
                copy.leak();
                None
            }
        };
        arena.push(&Frame::Tried(tried, changed));
        if let Some(copy) = copy.filter(|_| changed && trials.finish.contains(candidate)) {
            finish(arena, copy, &trials.limits, major);
        }
    }
}

/// Takes a module down plainly, and says whether it got there.
fn finish(arena: &Arena, module: Module<'_>, limits: &Limits, major: u32) {
    arena.push(&Frame::Finishing);
    let operations = module.scan(limits.operations).0;
    let mut plain = Plain { arena, most: limits.operations, module: Some(module), operations };
    let end = construct(&mut plain, &[], major, limits.max_step, &Strategy::unlearned());
    arena.push(&Frame::Finished(end == End::Lowered));
}

/// A module on its way down without draws.
struct Plain<'c, 'a> {
    arena: &'a Arena,
    most: u64,
    module: Option<Module<'c>>,
    operations: Operations,
}

impl Lowering for Plain<'_, '_> {
    fn operations(&self) -> Operations {
        self.operations.clone()
    }

    fn apply(&mut self, step: &str) -> Applied {
        let Some(module) = self.module.take() else { return Applied::Ended };
        let copy = module.duplicate();
        self.arena.enter(Phase::Pass);
        let tried = tried::apply(&module, step, self.most);
        self.arena.enter(Phase::Harness);
        match tried {
            Tried::Left(operations) => {
                let same = operations == self.operations;
                (self.module, self.operations) = (Some(module), operations);
                if same { Applied::Unchanged } else { Applied::Changed }
            }
            _ => {
                module.leak();
                self.module = Some(copy);
                Applied::Declined
            }
        }
    }

    /// Nobody asks of a path that takes no optimizations.
    fn fingerprint(&mut self) -> [u8; 32] {
        self.module.as_ref().map_or([0; 32], Module::digest)
    }

    fn mark(&self) -> usize {
        0
    }

    /// A plain path has nothing to be changed.
    fn retreat(&mut self, _mark: usize) -> bool {
        false
    }
}
