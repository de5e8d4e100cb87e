//! The `jit` executor takes programs down step by step: path after path from states that a worker holds, under check, and on trial.

use super::ended::gone;
use super::frames::{Log, unfinished};
use super::jit::{Jit, answer};
use super::states::{Checking, ChecksSteps, States};
use super::stepper::{Descended, Ready, Stepper};
use super::trial::{Trialled, Trials, Tried, TriesSteps};
use super::wire::{Answer, Frame, Request};
use super::worker::RequestEnd;
use super::{Isolation, Limits, StateKey, Terms};
use crate::observe::{self, Outcome, Spent};
use crate::path::event::{Event, PathReading, StepError};
use crate::path::graph::Graph;
use crate::path::{End, Operations, Strategy};
use crate::words;
use anyhow::{Context as _, Result, bail};

impl Stepper for Jit {
    fn open(
        &mut self,
        program: Ready<'_>,
        terms: &Terms,
        strategy: &Strategy,
        known: Option<&Graph>,
    ) -> Result<(StateKey, Operations, Spent)> {
        self.dismiss();
        let Ready { program, printed } = program;
        let limits = terms.limits.for_program(program);
        let request = Request::Open {
            program: program.to_owned(),
            printed: printed.to_vec(),
            limits,
            turns: terms.turns,
            looks: terms.looks,
            strategy: Box::new(strategy.clone()),
            known: known.cloned().map(Box::new),
        };
        let answered = self.ask(&request, &limits)?;
        let spent = spent(&answered.1);
        let opened = answer(answered, "MLIR's parser did not survive the program", |frame| match frame {
            Frame::Lowering(Event::Begin { state, operations }) => Some((state, operations)),
            _ => None,
        });
        let (state, operations) = opened?;
        self.opened = Some(limits);
        Ok((state, operations, spent))
    }

    fn is_open(&self) -> bool {
        self.opened.is_some() && !self.is_used_up()
    }

    fn descend(&mut self, from: &StateKey, draws: &[u8], forget: Vec<StateKey>) -> Result<Descended> {
        let Some(limits) = self.opened else { bail!("a path was asked for and no program is open") };
        let request = Request::Descend { from: *from, draws: draws.to_vec(), forget };
        let (ended, frames, printed) = self.ask(&request, &limits)?;
        let mut descended = Descended { spent: spent(&frames), ..Descended::default() };
        let mut rest = Vec::new();
        for frame in frames {
            if let Frame::Broken(_) = frame {
                // It may be lowered code that breaks the rule.
                rest.push(frame.clone());
            }
            match descended.facts.read(frame) {
                Some(Frame::Lowering(event)) => descended.events.push(event),
                Some(other) => rest.push(other),
                None => {}
            }
        }
        let log = Log::of(rest, false);
        let harness = log.harness.clone();
        descended.launched = log.only(&ended, &printed);
        let lost = harness.is_some() || !matches!(ended, RequestEnd::Answered);
        if lost && descended.launched.is_none() {
            descended.lost = Some(unfinished(harness, &ended, &printed));
        }
        // A worker that has seen invalid IR, or lowered code go wrong, is not trusted with what else it holds.
        let broken = |event: &Event| matches!(event, Event::Failed(StepError::Broken(Outcome::InvalidIr, _)));
        let invalid = descended.events.iter().any(broken);
        let fault = descended.launched.as_ref().is_some_and(|report| report.outcome == Outcome::Fault);
        if invalid || fault {
            self.dismiss();
        }
        Ok(descended)
    }
}

impl ChecksSteps for Jit {
    fn check(&mut self, checking: Checking) -> Result<States> {
        if checking.isolation == Isolation::New {
            self.dismiss();
        }
        let limits = checking.limits.for_program(&checking.program);
        let (ended, frames, printed) =
            self.ask(&Request::Check { checking: Box::new(Checking { limits, ..checking }) }, &limits)?;
        let (mut runs, mut begun) = (Vec::new(), 0);
        for frame in frames {
            match frame {
                Frame::Rejected(why) => bail!(why),
                Frame::Harness(why) => bail!("lowdiff failed: {}", words::harness_fault(&why)),
                Frame::State(run) => runs.push(*run),
                Frame::Answer(Answer::Checked(ended)) => return Ok(States { runs, ended }),
                Frame::Lowering(Event::Step { .. }) => begun += 1,
                _ => {}
            }
        }
        let (outcome, failure) = gone(&ended, &printed);
        Ok(States {
            runs,
            ended: Some((usize::saturating_sub(begun, 1), observe::Ended { outcome, failure })),
        })
    }

    fn state_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> Result<String> {
        self.shown_after(program, steps, limits, true)
    }
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
            let mut reading = TrialReading::of(&mut all, trials.prefix.len());
            for frame in frames {
                match frame {
                    Frame::Lowering(event) => reading.read(event)?,
                    Frame::Rejected(why) => bail!(why),
                    Frame::Harness(why) => bail!(words::harness_fault(&why)),
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
                bail!(
                    "the program could not be taken to where passes are tried: {}",
                    words::failure(&failure)
                );
            }
            all.enter(Tried::Lost(outcome, Box::new(failure)), false);
        }
    }
}

/// The time that the first part of a request took.
fn spent(frames: &[Frame]) -> Spent {
    let told = frames.iter().find_map(|frame| match frame {
        Frame::Spent(spent) => Some(*spent),
        _ => None,
    });
    told.unwrap_or_default()
}

impl Trialled {
    fn enter(&mut self, tried: Tried, changed: bool) {
        self.tried.push(tried);
        self.changed.push(changed);
        self.leads.push(None);
    }
}

/// The events of one request, as they are read.
struct TrialReading<'a> {
    all: &'a mut Trialled,
    /// Steps that lead to the state.
    prefix: usize,
    reading: PathReading,
    /// True once a candidate has begun, until it ends.
    trying: bool,
    /// True while something is taken down plainly.
    finishing: bool,
}

impl TrialReading<'_> {
    fn of(all: &mut Trialled, prefix: usize) -> TrialReading<'_> {
        all.states.clear();
        all.moved.clear();
        TrialReading { all, prefix, reading: PathReading::default(), trying: false, finishing: false }
    }

    fn read(&mut self, event: Event) -> Result<()> {
        let from = self.reading.here();
        self.reading.follow(&event);
        match event {
            Event::Begin { operations, .. } => self.all.states.push(operations),
            Event::Step { .. } => self.trying = !self.finishing && self.all.states.len() > self.prefix,
            Event::To { state, .. } => {
                let changed = from != Some(state);
                let left = self.reading.operations();
                let left = left.context("a worker calls a state known that it never described")?;
                if std::mem::take(&mut self.trying) {
                    self.all.enter(Tried::Left(Operations::clone(&left)), changed);
                } else if !self.finishing {
                    self.all.moved.push(changed);
                    self.all.states.push(Operations::clone(&left));
                }
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
            Event::Remade { .. } | Event::Back(_) | Event::Again(_) | Event::Effort(_) => {}
        }
        Ok(())
    }
}
