//! Going down a program's lowering graph, path after path: what is known of it, and the worker that finds out more.

use super::Times;
use crate::coverage::features;
use crate::execute::{Descended, Limits, Stepper, leaks};
use crate::observe::{Effect, Effort, Failure, Outcome, PathReport, StepReport};
use crate::path::descent::News;
use crate::path::graph::{Edge, Graph, Key, ROOT, StateId};
use crate::path::operations::left;
use crate::path::pipeline::pass_name;
use crate::path::{Operations, Strategy};
use anyhow::{Context as _, Result};
use std::collections::{BTreeSet, HashMap};

/// Operations in the states that stay, at most: one takes some hundred bytes.
const MOST_KEPT: u64 = 200_000;

/// One program, its graph, and the worker that holds its states.
pub struct Walker<'e> {
    stepper: &'e mut dyn Stepper,
    program: &'e str,
    limits: Limits,
    /// How its paths are drawn.
    strategy: Strategy,
    /// What is known.
    pub graph: Graph,
    /// What lowered modules showed when they were run.
    finals: HashMap<StateId, PathReport>,
    /// Where the time went.
    pub times: Times,
    /// What putting paths together took.
    pub effort: Effort,
    /// Passes run again to get to states nobody held any more.
    pub rerun: u64,
    /// The states the path at hand came through; it is at the last.
    trail: Vec<StateId>,
    /// States the worker need not hold any more.
    forgotten: Vec<Key>,
}

/// How a path ended early.
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
        let (source, operations, spent) = stepper.open(program, &limits, &strategy, None)?;
        let mut times = Times::default();
        times.add_path(&spent);
        Ok(Walker {
            stepper,
            program,
            limits,
            strategy,
            graph: Graph::new(source, operations),
            finals: HashMap::new(),
            times,
            effort: Effort::default(),
            rerun: 0,
            trail: Vec::new(),
            forgotten: Vec::new(),
        })
    }

    /// Goes on from `start` as `draws` say, and runs what comes out, unless it is known.
    ///
    /// # Errors
    /// The executor cannot go on.
    pub fn path(&mut self, start: StateId, draws: &[u8]) -> Result<PathReport> {
        if !self.stepper.is_open() {
            let known = Some(&self.graph);
            let (_, _, spent) = self.stepper.open(self.program, &self.limits, &self.strategy, known)?;
            self.times.add_path(&spent);
        }
        let from = self.graph.state(start).key;
        let descended = self.stepper.descend(&from, draws, std::mem::take(&mut self.forgotten))?;
        self.times.add_path(&descended.spent);
        self.trail = vec![start];
        self.effort.reread += descended.reread;
        let Descended { news, lost, launched, .. } = descended;
        let ending = self.learn(news, lost)?;
        self.effort += launched.as_ref().map(|report| report.effort).unwrap_or_default();
        let report = match (ending, launched) {
            (Some(ending), _) => self.ended(ending),
            (None, Some(report)) => {
                self.times.add_path(&report.spent);
                let report = leaks::settle(PathReport { steps: self.steps(None), ..report });
                self.graph.set_ran(self.at());
                self.finals.insert(self.at(), report.clone());
                report
            }
            (None, None) => self.known_end()?,
        };
        self.make_room();
        Ok(report)
    }

    /// Says whether the last path came to a good end, so that others begin where that is likely.
    pub fn judge(&mut self, good: bool) {
        if good {
            return self.graph.praise(&self.trail);
        }
        let closed = self.graph.doubt(&self.trail);
        self.forgotten.extend(closed.iter().map(|id| self.graph.state(*id).key));
    }

    /// Where the path is.
    fn at(&self) -> StateId {
        self.trail.last().copied().unwrap_or(ROOT)
    }

    /// The end of a path that came down to where others have been, or that never came down.
    fn known_end(&self) -> Result<PathReport> {
        let left: BTreeSet<&str> =
            left(&self.graph.state(self.at()).operations).map(|(name, _)| name.as_str()).collect();
        if left.is_empty() {
            let known = self.finals.get(&self.at());
            return known.cloned().context("a worker ran nothing and nobody knows what it would have shown");
        }
        let left: Vec<&str> = left.into_iter().collect();
        let message = format!("still there after the path: {}", left.join(", "));
        let failure = Failure { message, ..Failure::default() };
        Ok(self.ended(Ending { outcome: Outcome::Incomplete, failure, step: None }))
    }

    /// Notes what a path found out, and how it ended if it ended early.
    fn learn(&mut self, news: Vec<News>, lost: Option<(Outcome, Failure)>) -> Result<Option<Ending>> {
        // The step it is in, and whether it was taken before.
        let mut step: Option<(String, bool)> = None;
        let mut ended = None;
        let mut effort = Effort::default();
        for news in news {
            match news {
                News::Step(begun) => step = Some((begun, false)),
                News::Again(begun) => {
                    self.rerun += 1;
                    step = Some((begun, true));
                }
                News::To { state, operations, turns, stays } => {
                    let (taken, _) = step.take().context("a worker came to a state by no step")?;
                    self.arrive(&taken, state, operations, turns, stays)?;
                }
                News::Remade { state, operations } => {
                    step = None;
                    let here = self.graph.again(self.at(), state, operations).context(UNTOLD)?;
                    self.graph.set_open(here, true);
                    self.trail.push(here);
                }
                News::Declined => {
                    let (refused, _) = step.take().context("a worker was refused no step")?;
                    self.graph.stop(self.at(), &refused, Edge::Declined);
                }
                News::Back(mark) => {
                    // What it comes back from leads nowhere, so nobody else needs to begin there.
                    let behind = self.trail.split_off(mark + 1);
                    let closed = self.graph.doubt(&behind);
                    self.forgotten.extend(closed.iter().map(|id| self.graph.state(*id).key));
                }
                News::Effort(so_far) => effort = so_far,
                News::Ended(outcome, message) => {
                    let pass = step.as_ref().map(|(step, _)| pass_name(step).to_owned());
                    ended = Some((outcome, Failure { pass, message, ..Failure::default() }));
                }
            }
        }
        self.effort += effort;
        let Some((outcome, failure)) = ended.or(lost) else { return Ok(None) };
        let (step, again) = step.map_or((None, true), |(step, again)| (Some(step), again));
        let failure =
            Failure { pass: failure.pass.or(step.as_deref().map(|s| pass_name(s).to_owned())), ..failure };
        if again {
            // It cannot be made again: nobody begins here.
            self.graph.set_open(self.at(), false);
            return Ok(Some(Ending { outcome, failure, step: None }));
        }
        if let Some(step) = &step {
            self.graph.stop(self.at(), step, Edge::Ended(outcome));
        }
        Ok(Some(Ending { outcome, failure, step }))
    }

    /// Notes where a step led.
    fn arrive(
        &mut self,
        step: &str,
        state: Key,
        operations: Option<Operations>,
        turns: u32,
        stays: bool,
    ) -> Result<()> {
        let from = self.at();
        let before = &self.graph.state(from).operations;
        let news: Vec<u64> = operations
            .iter()
            .flat_map(|after| features::step(pass_name(step), before, after).collect::<Vec<_>>())
            .collect();
        let to = self.graph.arrive(from, step, state, operations, turns, &news).context(UNTOLD)?;
        if stays {
            self.graph.set_open(to, true);
        }
        self.trail.push(to);
        Ok(())
    }

    /// Names of the operations in any state.
    pub fn operations_met(&self) -> BTreeSet<String> {
        self.graph.all().flat_map(|state| state.operations.keys().map(|(name, _)| name.clone())).collect()
    }

    fn ended(&self, ending: Ending) -> PathReport {
        PathReport {
            steps: self.steps(ending.step),
            failure: Some(ending.failure),
            ..PathReport::of(ending.outcome)
        }
    }

    /// The steps to where the path is, and the one it never came back from.
    fn steps(&self, last: Option<String>) -> Vec<StepReport> {
        let taken = self.graph.path(self.at()).into_iter().map(|step| (step, Some(Effect::Changed)));
        let all = taken.chain(last.map(|step| (step, None)));
        all.map(|(pipeline, effect)| StepReport { pipeline, effect }).collect()
    }

    /// Gives up the least promising states where those that stay get too much.
    fn make_room(&mut self) {
        let size = |graph: &Graph, id| -> u64 {
            graph.state(id).operations.values().map(|count| u64::from(*count)).sum()
        };
        let frontier = self.graph.frontier();
        let mut kept: u64 = frontier.iter().map(|id| size(&self.graph, *id)).sum();
        for id in frontier {
            if kept <= MOST_KEPT {
                break;
            }
            kept -= size(&self.graph, id);
            self.graph.set_open(id, false);
            self.forgotten.push(self.graph.state(id).key);
        }
    }
}

const UNTOLD: &str = "a worker calls a module known that it never described";

#[cfg(test)]
#[path = "walker_tests.rs"]
mod tests;
