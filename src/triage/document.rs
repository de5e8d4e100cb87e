//! The document of a triage: what `triage --json` prints and `triage.json` has.

use super::fact::Shows;
use super::group::Replayed;
use crate::finding::Mlir;
use crate::judge::VerdictKind;
use crate::judge::policy::Closed;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The document of a triage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct TriageDocument {
    /// The number of findings that were asked about.
    pub findings: usize,
    /// The folders in which nothing can be compared, which are left as they are.
    pub incomparable: Vec<String>,
    /// The findings that another lowdiff works on, which are left alone.
    pub busy: Vec<String>,
    /// The bugs that show: a group of findings each.
    pub groups: Vec<GroupDocument>,
    /// The findings that are fixed.
    pub fixed: Vec<SortedFinding>,
    /// The findings that were fixed before, and show again.
    pub returned: Vec<SortedFinding>,
    /// The findings that no MLIR can tell of.
    pub unsettled: Vec<SortedFinding>,
    /// The MLIRs that were asked, the newest first.
    pub mlir: Vec<Mlir>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// A finding that is in no group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SortedFinding {
    /// The name of its folder.
    pub finding: String,
    /// The reason, in a sentence.
    pub why: String,
}

/// Findings of one bug.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GroupDocument {
    /// The first of its signatures.
    pub signature: String,
    /// The signatures that its findings have.
    pub signatures: Vec<String>,
    /// The verdict on the finding that represents it.
    pub verdict: VerdictKind,
    /// The pass that is suspected.
    pub pass: Option<String>,
    /// The end of a pass that ended early, in words.
    pub ended: Option<String>,
    /// The judgement in a sentence.
    pub detail: String,
    /// The step to blame, with its options.
    pub culprit: Option<String>,
    /// The number of operations just before that step.
    pub operations: Option<usize>,
    /// The number of steps of the path that shows it, that step included.
    pub steps: Option<usize>,
    /// The reason why there is no least program, where there is none.
    pub untold: Option<String>,
    /// The finding that represents the group: its smallest.
    pub representative: String,
    /// The names of its findings' folders.
    pub findings: Vec<String>,
    /// The effect of an exchange of programs on the group, where there was one.
    pub replayed: Option<Replayed>,
    /// The state, in words.
    pub state: String,
    /// The reason why maintainers close it, where they do: a bug of the second queue.
    pub closed: Option<Closed>,
    /// The label of the known bug that all its findings are.
    pub known: Option<String>,
    /// The number of findings by the label of a known bug.
    pub labels: BTreeMap<String, usize>,
    /// The labels of known bugs that it is like.
    pub like: BTreeSet<String>,
    /// For each MLIR, by name, the word on whether any of the findings shows there.
    pub mlir: BTreeMap<String, Shows>,
}
