//! A test double: an executor that says what it was told to say.

use super::{
    Call, Capabilities, Checking, ChecksSteps, Descended, Edited, Executor, ExecutorKind, HeapRun,
    HoldsLibrary, HoldsModules, Isolation, Job, Limits, Prepared, ReadsPrograms, Ready, Runner, StateKey,
    States, Stepper, Terms,
};
use crate::mlir::Edit;
use crate::observe::{Expected, PathReport, Spent};
use crate::path::graph::Graph;
use crate::path::{Operations, Strategy};
use std::collections::VecDeque;

/// Gives the scripted answers in order, then errors.
pub struct Fake {
    answers: VecDeque<Vec<PathReport>>,
    /// The jobs it was given.
    pub jobs: Vec<Job>,
    /// The states that it tells, in order; none to be told that it holds none.
    pub states: VecDeque<HeapRun>,
    /// The reports on compiled code, in order.
    pub compiled: VecDeque<Vec<PathReport>>,
    /// The outputs that it says a program has to show.
    pub expects: Option<Vec<Expected>>,
    /// The states that it runs a path through; none where it runs none.
    pub checked: Option<States>,
    /// True if its fresh memory can hold another byte.
    pub fills: bool,
    /// True if it holds nothing between two passes, as stock programs do.
    pub stock: bool,
}

impl Fake {
    /// The number of jobs that asked for a new process.
    pub fn isolated(&self) -> usize {
        self.jobs.iter().filter(|job| job.isolation == Isolation::New).count()
    }

    /// One answer a job.
    pub fn new(answers: impl IntoIterator<Item = Vec<PathReport>>) -> Fake {
        Fake {
            answers: answers.into_iter().collect(),
            jobs: vec![],
            states: VecDeque::new(),
            compiled: VecDeque::new(),
            expects: None,
            checked: None,
            fills: false,
            stock: false,
        }
    }
}

impl Executor for Fake {
    fn capabilities(&self) -> Capabilities {
        let runs_states = self.checked.is_some();
        let (fills, stock) = (self.fills, self.stock);
        Capabilities { fills, stock, runs_states, ..ExecutorKind::Interp.capabilities() }
    }

    fn run(&mut self, job: &Job) -> anyhow::Result<Vec<PathReport>> {
        if job.runner == Some(Runner::Jit) {
            return Ok(self.compiled.pop_front().unwrap_or_default());
        }
        self.jobs.push(job.clone());
        self.answers.pop_front().ok_or_else(|| anyhow::anyhow!("nothing left to say"))
    }

    fn library(&mut self) -> Option<&mut dyn HoldsLibrary> {
        Some(self)
    }
}

impl HoldsLibrary for Fake {
    fn new_template(&mut self) {}
}

impl Stepper for Fake {
    fn open(
        &mut self,
        _: Ready<'_>,
        _: &Terms,
        _: &Strategy,
        _: Option<&Graph>,
    ) -> anyhow::Result<(StateKey, Operations, Spent)> {
        anyhow::bail!("nobody goes down step by step")
    }

    fn is_open(&self) -> bool {
        false
    }

    fn descend(&mut self, _: &StateKey, _: &[u8], _: Vec<StateKey>) -> anyhow::Result<Descended> {
        anyhow::bail!("nothing is open")
    }
}

impl ChecksSteps for Fake {
    fn check(&mut self, _checking: Checking) -> anyhow::Result<States> {
        self.checked.clone().ok_or_else(|| anyhow::anyhow!("no states are run"))
    }

    fn state_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> anyhow::Result<String> {
        self.text_after(program, steps, limits)
    }
}

impl ReadsPrograms for Fake {
    fn prepare(&mut self, program: &str, _call: &Call) -> anyhow::Result<Prepared> {
        Ok(Prepared::of(program))
    }

    fn text_after(&mut self, program: &str, steps: &[String], _limits: &Limits) -> anyhow::Result<String> {
        Ok(format!("{program}// after {} steps\n", steps.len()))
    }

    fn expected(&mut self, _program: &str) -> anyhow::Result<Vec<Expected>> {
        self.expects.clone().ok_or_else(|| anyhow::anyhow!("nobody knows"))
    }
}

impl HoldsModules for Fake {
    fn states(
        &mut self,
        _program: &str,
        _steps: &[String],
        _limits: &Limits,
        heaps: &[u64],
    ) -> anyhow::Result<Vec<HeapRun>> {
        let runs = heaps.len().max(1).min(self.states.len());
        anyhow::ensure!(runs > 0, "no states are held");
        Ok(self.states.drain(..runs).collect())
    }

    fn edit(&mut self, _program: &str, _edits: &[Edit]) -> anyhow::Result<Edited> {
        anyhow::bail!("nothing is changed")
    }
}
