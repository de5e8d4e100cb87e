//! The states of drawn paths: modules at any level, each with the steps that come next there.

use crate::case::Case;
use crate::decode::Envelope;
use crate::execute::{ChecksSteps, Executor, Job, Limits, Looks, Terms};
use crate::observe::{Element, Outcome, PathReport};
use crate::program::Syntax;
use anyhow::Result;

/// A path of a program, as it was taken.
pub struct TakenPath {
    program: String,
    printed: Vec<Element>,
    steps: Vec<String>,
    outcome: Outcome,
    /// The last state that was made, and the number of steps to it: a later one is made from it.
    made: Option<(usize, String)>,
}

impl TakenPath {
    /// The paths of `case`, each as the executor took it.
    ///
    /// # Errors
    /// The case cannot be run at all.
    pub fn of(
        executor: &mut dyn Executor,
        case: &Case,
        syntax: Syntax,
        terms: Terms,
    ) -> Result<Vec<TakenPath>> {
        let terms = terms.without_checks();
        let terms = Terms { looks: Looks { sample: 0, compiled: 0, ..terms.looks }, ..terms };
        let reports = executor.run(&Job::of(case, syntax, terms))?;
        let lowering = |report: &PathReport| TakenPath {
            program: case.source.text(syntax).to_owned(),
            printed: case.printed.clone(),
            steps: report.pipelines(),
            outcome: report.outcome,
            made: None,
        };
        Ok(reports.iter().map(lowering).collect())
    }

    /// Its steps.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// The way in which it ended.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The state after the first `at` steps, with at most `most` of those that come next.
    ///
    /// # Errors
    /// A step does not do its work, or the generic form does not hold what is there.
    pub fn state(
        &mut self,
        machine: &mut dyn ChecksSteps,
        at: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<Envelope> {
        let (from, text) = match &self.made {
            Some((made, text)) if *made <= at => (*made, text),
            _ => (0, &self.program),
        };
        let module = machine.state_after(text, &self.steps[from..at], limits)?;
        self.made = Some((at, module.clone()));
        let steps = self.steps[at..].iter().take(most).cloned().collect();
        Ok(Envelope { steps, printed: self.printed.clone(), module })
    }
}
