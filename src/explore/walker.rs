//! Going down a program's lowering graph: what is known is looked up, the rest is tried once, in a worker.

use super::Times;
use crate::coverage::features;
use crate::execute::{Limits, Stepped, Stepper};
use crate::observe::{Effect, Failure, Outcome, PathReport, Spent, StepReport};
use crate::path::graph::{Edge, Graph, ROOT, StateId};
use crate::path::operations::left;
use crate::path::pipeline::pass_name;
use crate::path::{Applied, End, Lowering, Operations, Strategy, construct, no_place};
use anyhow::{Context as _, Result};
use std::collections::{HashMap, HashSet};

/// Every so many new states on a path one stays in memory for others to branch from. A copy costs a fifth of a pass or so,
/// and running the passes again to get there costs that many passes.
const STRIDE: u32 = 3;
/// Operations in the states that stay, at most: one takes some hundred bytes.
const MOST_KEPT: u64 = 200_000;
/// A pass that ended this many paths of a program is left out of its others.
const MOST_ENDED: usize = 3;

/// One program, its graph, and the worker that holds its states.
pub struct Walker<'e> {
    stepper: &'e mut dyn Stepper,
    program: &'e str,
    limits: Limits,
    strategy: Strategy,
    /// Edges that paths had to come back along: nobody takes them again.
    blamed: HashSet<(StateId, StateId)>,
    /// The edge the path has come back along last.
    back: Option<(StateId, StateId)>,
    /// What is known.
    pub graph: Graph,
    /// Lowered modules that have been run.
    finals: HashMap<StateId, PathReport>,
    /// Where the time went.
    pub times: Times,
    /// Passes run again to get to states nobody held any more.
    pub rerun: u64,
    /// Where the path at hand is.
    at: StateId,
    /// The states it came through.
    trail: Vec<StateId>,
    /// Turns it had behind it where it began.
    turns_before: u32,
    turn: u32,
    /// New states since the last one that stays.
    since: u32,
    /// How the path ended early.
    ending: Option<Ending>,
    /// Why the executor gave up.
    error: Option<anyhow::Error>,
}

struct Ending {
    outcome: Outcome,
    failure: Failure,
    /// The step it was in.
    step: Option<String>,
}

impl<'e> Walker<'e> {
    /// Begins with the program.
    ///
    /// # Errors
    /// The program is not valid.
    pub fn new(
        stepper: &'e mut dyn Stepper,
        program: &'e str,
        limits: Limits,
        strategy: Strategy,
    ) -> Result<Walker<'e>> {
        let (source, operations, spent) = stepper.open(program, &limits)?;
        let mut times = Times::default();
        times.add_path(&spent);
        let graph = Graph::new(source, operations);
        Ok(Walker {
            stepper,
            program,
            limits,
            strategy,
            blamed: HashSet::new(),
            back: None,
            graph,
            finals: HashMap::new(),
            times,
            rerun: 0,
            at: ROOT,
            trail: Vec::new(),
            turns_before: 0,
            turn: 0,
            since: 0,
            ending: None,
            error: None,
        })
    }

    /// Goes on from `start` as `draws` say, and runs what comes out, unless it is known.
    ///
    /// # Errors
    /// The executor cannot go on.
    pub fn path(&mut self, start: StateId, draws: &[u8]) -> Result<PathReport> {
        self.at = start;
        self.trail = vec![start];
        self.turns_before = self.graph.state(start).turns;
        (self.turn, self.since, self.ending) = (0, 0, None);
        let turns = self.limits.max_step.saturating_sub(self.turns_before);
        let version = self.stepper.version();
        let mut strategy = self.strategy.clone();
        if start == ROOT && draws.is_empty() {
            // What the others are compared with.
            strategy.through.clear();
        }
        let end = construct(self, draws, version, turns, &strategy);
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let report = match (end, self.ending.take()) {
            (_, Some(ending)) => self.ended(ending),
            (End::Lowered, None) => self.launched()?,
            (End::Incomplete { left }, None) => {
                let message = format!("still there after the path: {}", left.join(", "));
                let failure = Failure { message, ..Failure::default() };
                self.ended(Ending { outcome: Outcome::Incomplete, failure, step: None })
            }
            (End::Without { pass }, None) => {
                let failure = Failure { message: no_place(&pass), ..Failure::default() };
                self.ended(Ending { outcome: Outcome::Incomplete, failure, step: None })
            }
            (End::Ended, None) => anyhow::bail!("a path ended without saying why"),
        };
        self.let_go()?;
        Ok(report)
    }

    /// Says whether the last path came to a good end, so that others begin where that is likely.
    ///
    /// # Errors
    /// The executor cannot go on.
    pub fn judge(&mut self, good: bool) -> Result<()> {
        if good {
            self.graph.praise(&self.trail);
            return Ok(());
        }
        let closed = self.graph.doubt(&self.trail);
        self.forget(&closed)
    }

    fn forget(&mut self, states: &[StateId]) -> Result<()> {
        let keys: Vec<_> = states.iter().map(|id| self.graph.state(*id).key).collect();
        self.stepper.forget(&keys)
    }

    /// Runs the lowered module, if nobody has.
    fn launched(&mut self) -> Result<PathReport> {
        if let Some(known) = self.finals.get(&self.at) {
            return Ok(known.clone());
        }
        if !self.come_here()? {
            let ending = self.ending.take().context("a path ended without saying why")?;
            return Ok(self.ended(ending));
        }
        let key = self.graph.state(self.at).key;
        let mut report = self.stepper.launch(&key)?;
        self.times.add_path(&report.spent);
        report.steps = self.steps(None);
        self.finals.insert(self.at, report.clone());
        Ok(report)
    }

    fn ended(&self, ending: Ending) -> PathReport {
        PathReport {
            outcome: ending.outcome,
            outputs: Vec::new(),
            steps: self.steps(ending.step),
            failure: Some(ending.failure),
            final_module: None,
            spent: Spent::default(),
        }
    }

    /// The steps to where the path is, and the one it never came back from.
    fn steps(&self, last: Option<String>) -> Vec<StepReport> {
        let taken = self.graph.path(self.at).into_iter().map(|step| (step, Some(Effect::Changed)));
        let all = taken.chain(last.map(|step| (step, None)));
        all.map(|(pipeline, effect)| StepReport { pipeline, effect }).collect()
    }

    /// Lets go of what the path came through and nobody will branch from.
    fn let_go(&mut self) -> Result<()> {
        let trail = std::mem::take(&mut self.trail);
        let closed: Vec<StateId> = trail.iter().copied().filter(|id| !self.graph.state(*id).open).collect();
        self.trail = trail;
        self.forget(&closed)
    }

    /// Makes sure that the module the path has come to is held; false when the way there ends early this time.
    fn come_here(&mut self) -> Result<bool> {
        let (from, steps) = self.graph.way(self.at, |key| self.stepper.holds(key));
        if from == ROOT && !self.stepper.holds(&self.graph.state(ROOT).key) {
            // Its worker is gone.
            let (_, _, spent) = self.stepper.open(self.program, &self.limits)?;
            self.times.add_path(&spent);
        }
        if steps.is_empty() {
            return Ok(true);
        }
        self.rerun += steps.len() as u64;
        let (stepped, spent) = self.stepper.walk(&self.graph.state(from).key, true, &steps)?;
        self.times.add_path(&spent);
        match stepped {
            Stepped::To { state, operations } => {
                // Where memory lies decides the order of some of MLIR's tables, so it may come out another way round.
                let here = self.graph.again(self.at, state, operations);
                self.at = here.context("a worker calls a module known that it never described")?;
                self.trail.push(self.at);
                // What was lost once may be lost again.
                self.keep(self.at)?;
                return Ok(true);
            }
            Stepped::Declined => {
                let message = "a pass succeeded at first and failed when it was run again".to_owned();
                let failure = Failure { message, ..Failure::default() };
                self.ending = Some(Ending { outcome: Outcome::HarnessError, failure, step: None });
            }
            Stepped::Ended(outcome, failure) => {
                self.ending = Some(Ending { outcome, failure, step: None });
            }
        }
        self.graph.set_open(self.at, false);
        Ok(false)
    }

    /// Tries a step nobody has tried here.
    fn explore(&mut self, step: &str) -> Result<Applied> {
        if !self.come_here()? {
            return Ok(Applied::Ended);
        }
        let from = self.at;
        let (key, keep) = (self.graph.state(from).key, self.graph.state(from).open);
        let (stepped, spent) = self.stepper.walk(&key, keep, &[step.to_owned()])?;
        self.times.add_path(&spent);
        match stepped {
            Stepped::To { state, operations } => {
                let turns = self.turns_before + self.turn;
                let before = &self.graph.state(from).operations;
                let news: Vec<u64> = operations
                    .iter()
                    .flat_map(|after| features::step(pass_name(step), before, after).collect::<Vec<_>>())
                    .collect();
                let known = self.graph.states();
                let to = self.graph.arrive(from, step, state, operations, turns, &news);
                let to = to.context("a worker calls a module known that it never described")?;
                if self.graph.states() > known {
                    self.since += 1;
                    if self.since >= STRIDE {
                        self.keep(to)?;
                    }
                }
                Ok(self.follow(to))
            }
            // Too large a module is no place to go on from.
            Stepped::Declined | Stepped::Ended(Outcome::Incomplete, _) => {
                self.graph.stop(from, step, Edge::Declined);
                Ok(Applied::Declined)
            }
            Stepped::Ended(outcome, failure) => {
                self.graph.stop(from, step, Edge::Ended(outcome));
                self.ending = Some(Ending { outcome, failure, step: Some(step.to_owned()) });
                Ok(Applied::Ended)
            }
        }
    }

    fn follow(&mut self, to: StateId) -> Applied {
        let same = self.graph.state(self.at).operations == self.graph.state(to).operations;
        self.at = to;
        self.trail.push(to);
        if same { Applied::Unchanged } else { Applied::Changed }
    }

    /// Keeps a state for other paths, and no longer the least promising ones where it gets too much.
    fn keep(&mut self, id: StateId) -> Result<()> {
        self.since = 0;
        let state = self.graph.state(id);
        // A path needs some turns to get anywhere: a third of them must be left.
        let late = 3 * state.turns > 2 * self.limits.max_step;
        if late || left(&state.operations).next().is_none() {
            return Ok(());
        }
        self.graph.set_open(id, true);
        let frontier = self.graph.frontier();
        let size =
            |id: &StateId| self.graph.state(*id).operations.values().map(|n| u64::from(*n)).sum::<u64>();
        let mut kept: u64 = frontier.iter().map(size).sum();
        let mut dropped = Vec::new();
        for other in frontier.iter().filter(|other| **other != id) {
            if kept <= MOST_KEPT {
                break;
            }
            kept -= size(other);
            dropped.push(*other);
        }
        dropped.iter().for_each(|id| self.graph.set_open(*id, false));
        self.forget(&dropped)
    }

    /// Whether a pass has ended too many paths of this program.
    fn is_left_out(&self, step: &str) -> bool {
        let pass = pass_name(step);
        self.graph.ended().filter(|(_, ended, _)| pass_name(ended) == pass).count() >= MOST_ENDED
    }
}

impl Lowering for Walker<'_> {
    fn operations(&self) -> Operations {
        self.graph.state(self.at).operations.clone()
    }

    fn turn(&mut self, number: usize) {
        // A turn that is behind the path when it gets where it leads.
        self.turn = number as u32 + 1;
    }

    fn apply(&mut self, step: &str) -> Applied {
        match self.graph.edge(self.at, step) {
            Some(Edge::To(to)) if self.blamed.contains(&(self.at, to)) => Applied::Declined,
            Some(Edge::To(to)) => self.follow(to),
            // What ended another path here has been recorded; this one goes on as if the pass had refused.
            Some(Edge::Declined | Edge::Ended(_)) => Applied::Declined,
            None if self.is_left_out(step) => Applied::Declined,
            None => self.explore(step).unwrap_or_else(|error| {
                self.error = Some(error);
                Applied::Ended
            }),
        }
    }

    fn fingerprint(&mut self) -> [u8; 32] {
        self.graph.state(self.at).key
    }

    fn mark(&self) -> usize {
        self.trail.len() - 1
    }

    fn retreat(&mut self, mark: usize) -> bool {
        // What it comes back from leads nowhere, so nobody else needs to begin there.
        let behind = self.trail.split_off(mark + 1);
        let closed = self.graph.doubt(&behind);
        self.at = self.trail[mark];
        self.back = behind.iter().find(|id| **id != self.at).map(|id| (self.at, *id));
        self.forget(&closed).map_err(|error| self.error = Some(error)).is_ok()
    }

    fn blame(&mut self) {
        self.blamed.extend(self.back.take());
    }
}

#[cfg(test)]
#[path = "walker_tests.rs"]
mod tests;
