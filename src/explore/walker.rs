//! Going down a program's lowering graph, path after path: what is known of it, and the worker that finds out more.

use super::Times;
use crate::coverage::features;
use crate::execute::{Descended, PathFacts, Ready, Stepper, Terms, leaks};
use crate::observe::{Checks, Effect, Effort, Failure, Outcome, PathReport, StepReport};
use crate::path::event::Event;
use crate::path::graph::{Edge, Graph, Key, ROOT, StateId};
use crate::path::pipeline::pass_name;
use crate::path::{End, Operations, Strategy};
use anyhow::{Context as _, Result};
use std::collections::{BTreeSet, HashMap};

/// Operations in the states that stay, at most: one takes some hundred bytes.
const MOST_KEPT: u64 = 200_000;

/// One program, its graph, and the worker that holds its states.
pub struct Walker<'e> {
    stepper: &'e mut dyn Stepper,
    program: Ready<'e>,
    terms: Terms,
    /// The way in which its paths are drawn.
    strategy: Strategy,
    /// The states that are known.
    pub graph: Graph,
    /// The outputs of lowered modules that were run.
    finals: HashMap<StateId, PathReport>,
    /// The time that each part took.
    pub times: Times,
    /// The effort of putting paths together.
    pub effort: Effort,
    /// The steps that were judged by themselves.
    pub checks: Checks,
    /// Passes run again to get to states nobody held any more.
    pub rerun: u64,
    /// The states the path at hand came through; it is at the last.
    visited: Vec<StateId>,
    /// States the worker need not hold any more.
    forgotten: Vec<Key>,
}

/// A step that a path has begun.
struct BegunStep {
    step: String,
    turns: u32,
    /// True if it was taken before.
    again: bool,
}

/// The early end of a path.
struct EarlyEnd {
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
        program: Ready<'e>,
        terms: Terms,
        strategy: Strategy,
    ) -> Result<Walker<'e>> {
        let (source, operations, spent) = stepper.open(program, &terms, &strategy, None)?;
        let mut times = Times::default();
        times.add_path(&spent);
        Ok(Walker {
            stepper,
            program,
            terms,
            strategy,
            graph: Graph::new(source, operations),
            finals: HashMap::new(),
            times,
            effort: Effort::default(),
            checks: Checks::default(),
            rerun: 0,
            visited: Vec::new(),
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
            let (_, _, spent) = self.stepper.open(self.program, &self.terms, &self.strategy, known)?;
            self.times.add_path(&spent);
        }
        let from = self.graph.state(start).key;
        let descended = self.stepper.descend(&from, draws, std::mem::take(&mut self.forgotten))?;
        self.times.add_path(&descended.spent);
        self.visited = vec![start];
        let Descended { events, lost, launched, mut facts, .. } = descended;
        self.effort.reread += facts.reread;
        self.checks += std::mem::take(&mut facts.checks);
        let ending = self.learn(events, lost, facts)?;
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
            return self.graph.praise(&self.visited);
        }
        let closed = self.graph.doubt(&self.visited);
        self.forgotten.extend(closed.iter().map(|id| self.graph.state(*id).key));
    }

    /// The place of the path.
    fn at(&self) -> StateId {
        self.visited.last().copied().unwrap_or(ROOT)
    }

    /// The end of a path that came down to where others have been.
    fn known_end(&self) -> Result<PathReport> {
        let known = self.finals.get(&self.at());
        known.cloned().context("a worker ran nothing and nobody knows what it would have shown")
    }

    /// Notes what a path found out, and how it ended if it ended early.
    fn learn(
        &mut self,
        events: Vec<Event>,
        lost: Option<(Outcome, Failure)>,
        facts: PathFacts,
    ) -> Result<Option<EarlyEnd>> {
        let mut at_hand: Option<BegunStep> = None;
        let mut failed = None;
        let mut incomplete = None;
        let mut effort = Effort::default();
        for event in events {
            match event {
                Event::Begin { .. } | Event::Drawing => {}
                Event::Step { step, turns } => at_hand = Some(BegunStep { step, turns, again: false }),
                Event::Again(step) => {
                    self.rerun += 1;
                    at_hand = Some(BegunStep { step, turns: 0, again: true });
                }
                Event::To { state, operations, stays } => {
                    let taken = at_hand.take().context("a worker came to a state by no step")?;
                    self.arrive(&taken, state, operations, stays)?;
                }
                Event::Remade { state, operations } => {
                    at_hand = None;
                    let here = self.graph.again(self.at(), state, operations).context(UNTOLD)?;
                    self.graph.set_open(here, true);
                    self.visited.push(here);
                }
                Event::Failed(error) if error.is_passed_by() => {
                    let refused = at_hand.take().context("a worker was refused no step")?;
                    self.graph.stop(self.at(), &refused.step, Edge::Declined);
                }
                Event::Failed(error) => failed = Some(error.ending()),
                Event::Back(mark) => {
                    // A state that it comes back from leads nowhere, so nobody else needs to begin there.
                    let behind = self.visited.split_off(mark + 1);
                    let closed = self.graph.doubt(&behind);
                    self.forgotten.extend(closed.iter().map(|id| self.graph.state(*id).key));
                }
                Event::Effort(so_far) => effort = so_far,
                Event::Over(end) => incomplete = end.lack().map(|message| (end, message)),
            }
        }
        self.effort += effort;
        if let Some((outcome, failure)) = failed.or(lost) {
            let pass = at_hand.as_ref().map(|begun| pass_name(&begun.step).to_owned());
            let failure = facts.of_end(outcome, Failure { pass: failure.pass.or(pass), ..failure });
            let step = at_hand.filter(|begun| !begun.again).map(|begun| begun.step);
            match &step {
                Some(step) => self.graph.stop(self.at(), step, Edge::Ended(outcome)),
                // It cannot be made again: nobody begins here.
                None => self.graph.set_open(self.at(), false),
            }
            return Ok(Some(EarlyEnd { outcome, failure, step }));
        }
        Ok(incomplete.map(|(end, message)| {
            if let End::Without { .. } = end {
                self.graph.set_open(self.at(), false);
            }
            let failure = Failure::of(message);
            EarlyEnd { outcome: Outcome::Incomplete, failure, step: None }
        }))
    }

    /// Notes where a step led.
    fn arrive(
        &mut self,
        BegunStep { step, turns, .. }: &BegunStep,
        state: Key,
        operations: Option<Operations>,
        stays: bool,
    ) -> Result<()> {
        let from = self.at();
        let before = &self.graph.state(from).operations;
        let gain: Vec<u64> = operations
            .iter()
            .flat_map(|after| features::step(pass_name(step), before, after).collect::<Vec<_>>())
            .collect();
        let to = self.graph.arrive(from, step, state, operations, *turns, &gain).context(UNTOLD)?;
        if stays {
            self.graph.set_open(to, true);
        }
        self.visited.push(to);
        Ok(())
    }

    /// Names of the operations in any state.
    pub fn operations_met(&self) -> BTreeSet<String> {
        self.graph.all().flat_map(|state| state.operations.keys().map(|(name, _)| name.clone())).collect()
    }

    fn ended(&self, ending: EarlyEnd) -> PathReport {
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
