//! The question stays true of a finding while it is made smaller: the same verdict, for the same culprit.
//!
//! A wrong result is the culprit's doing when the path without it gives what the plain lowering gives, and the path with
//! it does not. A smaller program must not turn that into an accident: what the right path computes may not depend on
//! memory nobody wrote, so both are run again with memory that holds something else, and once with MLIR's own checks of bounds.

use super::bounds::with_checks;
use super::ending::{PassEnd, ending};
use super::traits::Traits;
use crate::blame::Split;
use crate::examine::{terms_of, unsteady};
use crate::execute::{Executor, Job, Limits, Terms, USUAL_FILL};
use crate::judge::fresh_memory::OTHERWISE;
use crate::judge::{Floats, VerdictKind, Witness, compare, judge};
use crate::observe::{Element, Outcome, PathReport, Prescribed};
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// A program and a path that may be smaller than those of the finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Candidate {
    /// MLIR text.
    pub program: String,
    /// The element type of each print call, before it was bitcast for printing; empty where that is not known.
    pub printed: Vec<Element>,
    /// The path.
    pub path: Split,
}

/// The facts that have to stay true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The verdict on it.
    pub kind: VerdictKind,
    /// The culprit's pass.
    pub pass: String,
    /// The end of the path, where the culprit ends it. A wrong result has none.
    pub ended: Option<PassEnd>,
    /// True where the plain lowering of the program gives the expected results.
    pub plainly: bool,
    /// The number of times that it has to show.
    pub rounds: usize,
    /// The number of runs, each in another heap, in one of which it has to show, if it does not show in each.
    #[serde(default)]
    pub tries: Option<usize>,
    /// The checks of a wrong result beyond that it is wrong.
    pub checks: DefinedChecks,
    /// True where the plain lowering itself gives other results than the reference semantics, so that nobody is to blame: then there
    /// is no culprit, and the semantics say of every candidate what is right.
    #[serde(default)]
    pub every_path: bool,
    /// True where the reference semantics are needed to see that the results are wrong: they are closer to the right ones than two paths
    /// are held to, or differ from them in the sign of zeros.
    #[serde(default)]
    pub by_semantics: bool,
    /// True where the sign of zeros is wrong, and nothing else.
    #[serde(default)]
    pub zero_sign: bool,
    /// The other facts that stay.
    #[serde(default)]
    pub traits: Traits,
}

/// That a program is defined, as far as running it can tell. A finding that does not pass a check itself is not held to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefinedChecks {
    /// It is wrong whatever fresh memory holds, and the right results are the same.
    pub memory: bool,
    /// The right path stays within bounds.
    pub bounds: bool,
}

impl DefinedChecks {
    /// From the strictest on.
    pub const ALL: [DefinedChecks; 4] = [
        DefinedChecks { memory: true, bounds: true },
        DefinedChecks { memory: false, bounds: true },
        DefinedChecks { memory: true, bounds: false },
        DefinedChecks { memory: false, bounds: false },
    ];
}

impl Candidate {
    /// The candidate with another program that prints as much.
    pub fn with_program(&self, program: String) -> Candidate {
        Candidate { program, ..self.clone() }
    }

    /// The standard by which its outputs are judged.
    pub fn prescribed(&self) -> Prescribed<'_> {
        Prescribed { printed: &self.printed, ..Prescribed::default() }
    }
}

/// The part of the time limit that is enough to see that something does not end; the whole is taken in the end.
const ENDLESS: u32 = 4;

impl Question {
    /// True where it shows by taking all the time or memory there is.
    pub fn is_endless(&self) -> bool {
        matches!(self.kind, VerdictKind::Timeout | VerdictKind::OutOfMemory)
    }

    /// True where only the reference semantics can tell that something is wrong.
    pub fn asks_semantics(&self) -> bool {
        self.every_path || self.by_semantics
    }

    /// The share of these terms that a candidate may take: a finding that never ends takes all the time it may have, every time it shows.
    pub fn terms(&self, terms: Terms) -> Terms {
        let limits = terms.limits;
        if self.is_endless() { terms.within(Limits { cpu: limits.cpu / ENDLESS, ..limits }) } else { terms }
    }

    /// The paths that show it: where results are wrong one without the culprit, then one with it.
    pub fn paths(&self, path: &Split) -> Vec<PathSpec> {
        match self.ended {
            Some(_) => vec![PathSpec::Fixed(path.with())],
            None if self.every_path => vec![PathSpec::finished_plainly(&path.with())],
            None => {
                [path.without(), path.with()].iter().map(|steps| PathSpec::finished_plainly(steps)).collect()
            }
        }
    }

    /// True where it still holds of a candidate. The cheapest check comes first.
    ///
    /// # Errors
    /// Nothing can be run at all.
    pub fn holds(&self, executor: &mut dyn Executor, candidate: &Candidate, terms: &Terms) -> Result<bool> {
        if let Some(tries) = self.tries {
            for heap in 1..=tries as u64 {
                if self.shows(executor, candidate, terms, Some(heap))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for round in 0..self.rounds {
            let terms = if round > 0 { terms.isolated() } else { *terms };
            if !self.shows(executor, candidate, &terms, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn shows(
        &self,
        executor: &mut dyn Executor,
        candidate: &Candidate,
        terms: &Terms,
        heap: Option<u64>,
    ) -> Result<bool> {
        let mut expected = None;
        if self.asks_semantics() {
            // A program that the semantics cannot evaluate is no candidate.
            let Ok(evaluated) = executor.expected(&candidate.program) else { return Ok(false) };
            expected = Some(evaluated);
        }
        let prescribed = Prescribed { expected: expected.as_deref(), ..candidate.prescribed() };
        let prescribed = prescribed.of_finding(self.zero_sign);
        let mut run = |paths: Vec<PathSpec>, fill| {
            let terms = terms_of(self.kind, *terms);
            let job = Job::new(candidate.program.clone(), paths, terms);
            // A program that does not parse or a pipeline that does not is no candidate.
            executor.run(&Job { together: true, fill, heap, ..job }).unwrap_or_default()
        };
        // Of a path that was lowered twice nothing but its states can tell.
        if self.kind == VerdictKind::Nondeterministic && self.ended.is_some() {
            let with = candidate.path.with();
            let found = unsteady(executor, &candidate.program, &with, terms, None);
            let own = pass_name(&candidate.path.culprit) == self.pass;
            return Ok(own && found.ok().flatten().is_some_and(|found| found.step == with.len()));
        }
        let reports = run(self.paths(&candidate.path), USUAL_FILL);
        let verdict = judge(&reports, prescribed);
        // An empty list is what was not accepted at all.
        if reports.is_empty() || verdict.kind != self.kind || verdict.zero_sign != self.zero_sign {
            return Ok(false);
        }
        if self.every_path {
            return Ok(true);
        }
        let last = reports.last().expect("not empty");
        if let Some(ended) = &self.ended {
            let same_pass = verdict.pass.as_deref() == Some(self.pass.as_str());
            return Ok(same_pass
                && last.pipelines().len() == candidate.path.with().len()
                && ending(last).as_ref() == Some(ended));
        }
        let [right, wrong] = &reports[..] else { return Ok(false) };
        // A pass that ends the path that is wrong is another finding.
        let other = verdict.pass.is_some() || pass_name(&candidate.path.culprit) != self.pass;
        if other
            || right.outcome != Outcome::Ok
            || right.outputs.is_empty()
            || wrong.final_module == right.final_module
            || self.by_semantics && verdict.alone != Some(Witness::Path(1))
            || !self.resembles(candidate, right, wrong)
        {
            return Ok(false);
        }
        let agrees = |reports: &[PathReport]| {
            let outputs = |report: &PathReport| {
                let floats = Floats::between(right, report);
                compare(&right.outputs, &report.outputs, &candidate.printed, floats).is_ok()
            };
            reports.first().is_some_and(|report| report.outcome == Outcome::Ok && outputs(report))
        };
        // The interpreter has seen whether it was written.
        let watched = |report: &PathReport| report.effort.interpreted > 0 && report.effort.left_to_jit == 0;
        if self.checks.memory && !reports.iter().all(watched) {
            let mut paths = self.paths(&candidate.path);
            // A program that does not end takes all the time it may have.
            if self.is_endless() {
                paths.truncate(1);
            }
            let again = run(paths, OTHERWISE);
            let same = self.is_endless() || judge(&again, prescribed).kind == self.kind;
            if !(same && agrees(&again)) {
                return Ok(false);
            }
        }
        if self.checks.bounds
            && let Some(checked) = with_checks(&right.pipelines())
            && !agrees(&run(vec![checked], USUAL_FILL))
        {
            return Ok(false);
        }
        // The plain lowering goes wrong itself where bufferization is to blame and nothing is left to do before it.
        let culprit_itself = candidate.path.before.is_empty()
            && right.pipelines().iter().any(|step| pass_name(step) == self.pass);
        let third = self.plainly && !candidate.path.without().is_empty() && !culprit_itself;
        if third && !agrees(&run(vec![PathSpec::Drawn(Vec::new())], USUAL_FILL)) {
            return Ok(false);
        }
        Ok(self.shows_compiled(executor, candidate, terms, right))
    }
}

#[cfg(test)]
#[path = "question_tests.rs"]
mod tests;
