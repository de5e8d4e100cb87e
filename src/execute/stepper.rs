//! The parent's side of a lowering graph: whole paths, from states that a worker holds.

use super::{PathFacts, StateKey, Terms};
use crate::observe::{Element, Failure, Outcome, PathReport, Spent};
use crate::path::event::Event;
use crate::path::graph::Graph;
use crate::path::{Operations, Strategy};
use anyhow::Result;

/// The facts that one path showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descended {
    /// The events of the way down, in order.
    pub events: Vec<Event>,
    /// The outcome and the failure of a worker that did not come back.
    pub lost: Option<(Outcome, Failure)>,
    /// The report of the lowered module's run, where it was run; without steps.
    pub launched: Option<PathReport>,
    /// The facts that are told beside the events.
    pub facts: PathFacts,
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
