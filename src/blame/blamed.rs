//! The answer to who is to blame.

use super::after::After;
use super::isolate::Isolated;
use super::prefix::{Authority, Prefix};
use super::split::Split;
use super::untold::Untold;
use crate::case::Case;
use crate::judge::Verdict;
use crate::observe::{Ended, TypedOperation};
use crate::path::pipeline::pass_name;
use crate::program::Single;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The result without the step to blame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Before {
    /// The steps before it do their work.
    #[default]
    StepsWork,
    /// The IR is the same wherever memory lies.
    Steady,
    /// The IR before it, run as it is, shows the expected results.
    Witnessed,
    /// The reference semantics evaluate the IR before it as expected.
    Evaluated,
    /// The result is that of the authority.
    As(Authority),
    /// The result is that of the authority, where bufferization is got round.
    GoneRound(Authority, WayRound),
    /// The result is that of the plain lowering, behind these passes.
    FinishedBehind(Vec<String>),
    /// The path is as expected where the plain lowering takes over before the step.
    PlainTakesOver,
    /// The path without the step is as expected.
    RightWithout,
    /// The path without the step is as expected, and so is the plain lowering.
    RightWithoutAsPlain,
}

/// A way round the decisions of bufferization.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WayRound {
    /// Branches are lifted to scf first.
    LiftedBranches,
    /// Each write goes to a copy.
    Copies,
}

/// The pass to blame on one path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Culprit {
    /// Index of the path.
    pub path: usize,
    /// Which step it is, counted from 1.
    pub step: usize,
    /// The step, as `mlir-opt --pass-pipeline` takes it.
    pub pipeline: String,
    /// The result without the step.
    pub before: Before,
    /// The result after it.
    pub after: After,
    /// The early end of the path after it; none where it comes to its end.
    pub ended: Option<Ended>,
    /// The program just before the step.
    pub ir_before: String,
    /// The program just after it; none where the step never came to an end that can be shown.
    pub ir_after: Option<String>,
    /// The least that shows it: paths that start at `ir_before`. One leads through the culprit to what is wrong;
    /// before it, where results are compared and a path is right, one without the culprit leads to what is right. Empty where
    /// the wrong does not show from there on.
    pub alone: Vec<Vec<String>>,
    /// Passes other than those of the plain lowering without whose work before it there is nothing to see, where that was
    /// asked: `lowdiff reduce` drops all it can.
    pub met: Vec<String>,
    /// True where repeats in new processes showed something else at times.
    pub varies: bool,
    /// True where the reference semantics evaluate what it makes as the very results that are wrong, so that no pass behind it has
    /// a part in it.
    pub evaluated: bool,
    /// The operation that is folded wrong, in a program of its own, where that is what the culprit does.
    pub folded: Option<Single>,
}

impl Culprit {
    /// The pass without options.
    pub fn pass(&self) -> &str {
        pass_name(&self.pipeline)
    }
}

/// One path, with the pass to blame for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlamedPath {
    /// Index of the path.
    pub path: usize,
    /// The prefixes that were judged, shortest first.
    pub prefixes: Vec<Prefix>,
    /// The pass to blame.
    pub culprit: Option<Culprit>,
    /// The path that shows it, where that is none of the prefixes.
    pub way: Option<Split>,
    /// The reason why none is, where none is.
    pub reason: Option<Untold>,
}

/// The answer to who is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blamed {
    /// The case, along the paths that were taken.
    pub case: Case,
    /// The judgement of it when it was run for this.
    pub verdict: Verdict,
    /// The one whose results the others were held against.
    pub reference: Option<Authority>,
    /// Indices of the paths that give the same results as it.
    pub agreeing: Vec<usize>,
    /// One for each path that is wrong.
    pub paths: Vec<BlamedPath>,
    /// The reason why no path could be followed at all.
    pub reason: Option<Untold>,
    /// The operation that goes wrong, where it does so by itself: looked for where no path gives what the reference semantics
    /// expect.
    pub operation: Option<Isolated>,
}

impl Blamed {
    /// Nobody, so far.
    pub fn nobody(case: Case, verdict: Verdict) -> Blamed {
        Blamed {
            case,
            verdict,
            reference: None,
            agreeing: Vec::new(),
            paths: Vec::new(),
            reason: None,
            operation: None,
        }
    }

    /// The culprits, one a path at most.
    pub fn culprits(&self) -> impl Iterator<Item = &Culprit> {
        self.paths.iter().filter_map(|path| path.culprit.as_ref())
    }

    /// The part of it that belongs to a signature: the operation and the passes to blame.
    pub fn named(&self) -> Named {
        let operation = self.operation.as_ref().map(|isolated| isolated.operation.clone());
        Named { operation, culprits: self.passes() }
    }

    /// Writes that down.
    pub fn note(&self, verdict: &mut Verdict) {
        self.named().note(verdict);
    }

    /// Their passes, each once, in the order of the alphabet.
    pub fn passes(&self) -> Vec<String> {
        let passes: BTreeSet<&str> = self.culprits().map(Culprit::pass).collect();
        passes.into_iter().map(str::to_owned).collect()
    }
}

/// The part of a finding's signature beside its verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Named {
    /// The operation that goes wrong by itself.
    pub operation: Option<TypedOperation>,
    /// The passes to blame.
    pub culprits: Vec<String>,
}

impl Named {
    /// Writes it down as part of a signature.
    pub fn note(&self, verdict: &mut Verdict) {
        verdict.operation.clone_from(&self.operation);
        if verdict.pass.is_none() {
            verdict.culprits.clone_from(&self.culprits);
        }
    }
}
