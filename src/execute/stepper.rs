//! The parent's side of a lowering graph: whole paths, from states that a worker holds.

use super::frames::{Log, unfinished};
use super::jit::{Jit, answer};
use super::wire::{Frame, Request};
use super::worker::Ended;
use super::{StateKey, Terms};
use crate::observe::{BrokenRule, Checks, Element, Failure, Outcome, PathReport, Spent, Subject};
use crate::path::event::{Event, StepError};
use crate::path::graph::Graph;
use crate::path::{Operations, Strategy};
use anyhow::{Result, bail};

/// The facts that one path showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descended {
    /// The events of the way down, in order.
    pub events: Vec<Event>,
    /// The outcome and the failure of a worker that did not come back.
    pub lost: Option<(Outcome, Failure)>,
    /// The report of the lowered module's run, where it was run; without steps.
    pub launched: Option<PathReport>,
    /// States that were written and read back.
    pub reread: u64,
    /// The subject of the path's end, should its outcome be of that kind.
    pub about: Option<Subject>,
    /// The rule that the end breaks, where it is one.
    pub broken: Option<BrokenRule>,
    /// The steps that were judged by themselves.
    pub checks: Checks,
    /// The time spent, by what it went to, but for what was launched.
    pub spent: Spent,
}

/// A program that is ready for comparison.
#[derive(Clone, Copy, Debug)]
pub struct Ready<'p> {
    /// MLIR text.
    pub program: &'p str,
    /// Types that its outputs had before they were bitcast for printing.
    pub printed: &'p [Element],
}

/// Takes a program down path after path, from states on the way.
pub trait Stepper {
    /// Begins with `program`, in a new worker, with what earlier ones found out about it: its own state, and what is in
    /// it. Its paths will be drawn by `strategy`.
    ///
    /// # Errors
    /// The program is not valid, or no worker can be had.
    fn open(
        &mut self,
        program: Ready<'_>,
        terms: &Terms,
        strategy: &Strategy,
        known: Option<&Graph>,
    ) -> Result<(StateKey, Operations, Spent)>;

    /// True if a path can begin. After a crash none can, and after many paths none should, as a worker only ever grows.
    fn is_open(&self) -> bool;

    /// Goes down from a state as `draws` say, and runs what comes out unless it has been run. Nobody will branch from the
    /// states to `forget` any more.
    ///
    /// # Errors
    /// Nothing is open, or the worker cannot be reached.
    fn descend(&mut self, from: &StateKey, draws: &[u8], forget: Vec<StateKey>) -> Result<Descended>;
}

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
            match frame {
                Frame::Lowering(event) => descended.events.push(event),
                Frame::Reread => descended.reread += 1,
                Frame::Checked(check) => descended.checks.add(&check),
                Frame::About(subject) => descended.about = Some(subject),
                Frame::Broken(broken) => {
                    descended.broken = Some((*broken).clone());
                    rest.push(Frame::Broken(broken));
                }
                other => rest.push(other),
            }
        }
        let log = Log::of(rest, false);
        let harness = log.harness.clone();
        descended.launched = log.only(&ended, &printed);
        let lost = harness.is_some() || !matches!(ended, Ended::Answered);
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

/// The time that the first part of a request took.
fn spent(frames: &[Frame]) -> Spent {
    let told = frames.iter().find_map(|frame| match frame {
        Frame::Spent(spent) => Some(*spent),
        _ => None,
    });
    told.unwrap_or_default()
}
