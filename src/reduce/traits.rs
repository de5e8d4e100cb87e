//! Traits of a finding stay as they are, so that the rest is the same bug: one pass may have several, and its name
//! does not tell them apart.

use super::question::{Candidate, Question};
use crate::execute::{Executor, Job, Runner, Terms, USUAL_FILL};
use crate::judge::fresh_memory::OTHERWISE;
use crate::judge::{Floats, VerdictKind, Way, judge, ways};
use crate::observe::{Grown, PathReport};
use crate::path::OperationTrait::{Arithmetic, Constant};
use crate::path::PathSpec;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The traits beside the verdict and the culprit. A finding is not held to those that it does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Traits {
    /// The results of compiled code where the interpreter sees undefined behaviour. A reader of the report has nothing else, and another version need
    /// not leave it undefined.
    pub compiled: Option<VerdictKind>,
    /// The operations of which the culprit leaves more than it finds. Where it brings in others, it does another thing.
    pub adds: Option<BTreeSet<String>>,
    /// The ways in which results have to be wrong: as the best is while nothing but numbers gets smaller. That is where one bug
    /// hides behind another, as any step is right in a loop that runs once. Other data would be wrong in other ways for nothing.
    pub ways: BTreeSet<Way>,
}

impl Question {
    /// The question with those of these traits that the finding has.
    pub fn with_traits(self, executor: &mut dyn Executor, source: &Candidate, terms: &Terms) -> Question {
        if self.ended.is_some() || self.every_path {
            return self;
        }
        let Some([right, wrong]) = self.pair(executor, source, terms) else { return self };
        let mut compiled = None;
        if self.kind == VerdictKind::Undefined {
            let [usual, otherwise] =
                [USUAL_FILL, OTHERWISE].map(|fill| self::compiled(executor, source, terms, &right, fill));
            compiled = usual.filter(|_| usual == otherwise);
        }
        let adds = grown(&wrong, source);
        let adds = adds.map(|grown| grown.into_iter().map(|grown| grown.operation).collect());
        Question { traits: Traits { compiled, adds, ways: BTreeSet::new() }, ..self }
    }

    /// The question with the ways in which results of `candidate` are wrong, too.
    pub fn with_ways(&self, executor: &mut dyn Executor, candidate: &Candidate, terms: &Terms) -> Question {
        let pair = self.pair(executor, candidate, terms).filter(|_| self.kind == VerdictKind::Mismatch);
        let ways = pair.map_or_else(BTreeSet::new, |[right, wrong]| ways_of(&right, &wrong, candidate));
        Question { traits: Traits { ways, ..self.traits.clone() }, ..self.clone() }
    }

    /// The path without the culprit and the one with it, where there are two.
    fn pair(
        &self,
        executor: &mut dyn Executor,
        candidate: &Candidate,
        terms: &Terms,
    ) -> Option<[PathReport; 2]> {
        if self.ended.is_some() || self.every_path {
            return None;
        }
        let paths = self.paths(&candidate.path);
        let job = Job::new(candidate.program.clone(), paths, *terms);
        executor.run(&Job { together: true, ..job }).ok()?.try_into().ok()
    }

    /// True where these runs of a candidate, without the culprit and with it, look like the finding. It costs nothing.
    pub(super) fn resembles(&self, candidate: &Candidate, right: &PathReport, wrong: &PathReport) -> bool {
        let does_the_same = |added: &BTreeSet<String>| {
            let brought = grown(wrong, candidate).into_iter().flatten().filter(|grown| grown.new);
            brought.into_iter().all(|grown| added.contains(&grown.operation))
        };
        self.traits.adds.as_ref().is_none_or(does_the_same)
            && self.traits.ways.is_subset(&ways_of(right, wrong, candidate))
    }

    /// True where compiled code shows the results that it showed of the finding, and the path without the culprit shows this.
    pub(super) fn shows_compiled(
        &self,
        executor: &mut dyn Executor,
        candidate: &Candidate,
        terms: &Terms,
        right: &PathReport,
    ) -> bool {
        let shown = self.traits.compiled;
        // Memory of stock programs is zeros more often than not.
        shown.is_none() || compiled(executor, candidate, terms, right, OTHERWISE) == shown
    }
}

fn ways_of(right: &PathReport, wrong: &PathReport, candidate: &Candidate) -> BTreeSet<Way> {
    ways(&right.outputs, &wrong.outputs, &candidate.printed, Floats::between(right, wrong))
}

/// The results of compiled code where fresh memory holds this. The path without the culprit is defined, so that its interpreted results
/// will do.
fn compiled(
    executor: &mut dyn Executor,
    candidate: &Candidate,
    terms: &Terms,
    right: &PathReport,
    fill: u8,
) -> Option<VerdictKind> {
    let paths = vec![PathSpec::finished_plainly(&candidate.path.with())];
    if !executor.capabilities().has_besides(Runner::Jit) {
        return None;
    }
    let job = Job::new(candidate.program.clone(), paths, *terms);
    let reports = executor.run(&Job { together: true, runner: Some(Runner::Jit), fill, ..job });
    let wrong = reports.ok()?.pop()?;
    let kind = judge(&[right.clone(), wrong], candidate.prescribed()).kind;
    Some(kind).filter(|kind| kind.is_wrong_result())
}

/// The operations that grew behind the culprit on the path with it; none where nobody counted.
fn grown(wrong: &PathReport, candidate: &Candidate) -> Option<Vec<Grown>> {
    let at = candidate.path.before.len();
    let counted = wrong.steps.get(at).is_some_and(|step| step.pipeline == candidate.path.culprit);
    let grown = wrong.grown.get(&at).cloned().unwrap_or_default();
    counted.then(|| grown.into_iter().filter(|grown| tells(&grown.operation)).collect())
}

/// True where it says something about the work of a pass: all of them fold and make constants, and which arithmetic it is depends on the
/// element type, which gets plainer.
fn tells(name: &str) -> bool {
    !(Arithmetic.is_of(name) || Constant.is_of(name))
}

#[cfg(test)]
#[path = "traits_tests.rs"]
mod tests;
