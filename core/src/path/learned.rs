//! Learned rules: which conversion passes were seen to make which operation rarer, with the evidence.
//!
//! [`super::rules`] is what somebody wrote down, and fixed so that bytes keep their meaning. This is what a library itself
//! showed: passes were run on IR in which the operation occurs, and the operations before and after were counted. Nobody has
//! to know the version for that. The rules of the named versions are kept beside this file.

mod compare;
mod dead_ends;
mod effects;
mod ledger;
mod needs;

pub use compare::{RulesDifference, compare};
pub use dead_ends::{DeadEnd, Followed};
pub use effects::Effects;
pub use ledger::{Ledger, LedgerState, dialects};
pub use needs::lacks;

use super::operations::TypeKind;
use crate::version::{self, VERSIONS};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// An operation on a kind of types; prints as `linalg.generic on memref`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Met {
    /// The operation.
    pub operation: String,
    /// The most abstract kind of types it was met on.
    pub kind: TypeKind,
}

impl From<&(String, TypeKind)> for Met {
    fn from((operation, kind): &(String, TypeKind)) -> Met {
        Met { operation: operation.clone(), kind: *kind }
    }
}

impl std::fmt::Display for Met {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} on {}", self.operation, self.kind)
    }
}

impl From<Met> for String {
    fn from(met: Met) -> String {
        met.to_string()
    }
}

impl TryFrom<String> for Met {
    type Error = String;

    fn try_from(text: String) -> Result<Met, String> {
        let parts = text.split_once(" on ").and_then(|(name, kind)| Some((name, TypeKind::from_word(kind)?)));
        let (operation, kind) = parts.ok_or(format!("'{text}' is not an operation on a kind of types"))?;
        Ok(Met { operation: operation.to_owned(), kind })
    }
}

/// Everything learned from one library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    /// LLVM's version.
    pub version: String,
    /// Of the generated programs it was learned from.
    pub seed: u64,
    /// The number of those that were looked at.
    pub programs: u64,
    /// The ways down on which evidence was met; rules refer to them by number.
    pub paths: Vec<LearnedPath>,
    /// The applications of passes that are evidence; rules refer to them by number.
    pub evidence: Vec<RuleEvidence>,
    /// The rules, by operation and pass.
    pub rules: Vec<LearnedRule>,
    /// Operations that were met and that no pass tried made rarer.
    pub unknown: Vec<Met>,
    /// Passes that were tried and did not come back, with what was said of it.
    pub crashed: Vec<Crashed>,
    /// Conversions that lead nowhere, or refuse, while certain operations are left.
    #[serde(default)]
    pub dead_ends: Vec<DeadEnd>,
    /// The effects of optimizations, by pass.
    #[serde(default)]
    pub effects: Vec<Effects>,
}

/// A program, and steps that lower it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnedPath {
    /// Number of the program in the stream of the seed, as `lowdiff gen` counts.
    pub program: u64,
    /// The steps.
    pub steps: Vec<String>,
}

/// A pass applied to a state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuleEvidence {
    /// Index into [`Learned::paths`].
    pub path: usize,
    /// The number of that path's steps that lead to the state.
    pub steps: usize,
    /// The pass, as a step.
    pub pass: String,
    /// Operations that occurred before and not after.
    pub disappear: Vec<Met>,
    /// Operations that occurred after and not before.
    pub appear: Vec<Met>,
}

/// An operation, and a pass that was seen to make it rarer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnedRule {
    /// The operation.
    pub operation: Met,
    /// The pass, as a step.
    pub pass: String,
    /// States in which it made the operation rarer than tidying up does. It is tried no more where it helped twice.
    pub helped: u32,
    /// Of these, those in which none of the operation was left.
    pub cleared: u32,
    /// States with the operation in which it did not.
    pub idle: u32,
    /// States with the operation in which it reported failure, or left invalid IR.
    pub declined: u32,
    /// Index into [`Learned::evidence`]: where it helped first, and cleared if it ever did.
    pub evidence: usize,
    /// The number of times that the operation occurred there.
    pub before: u32,
    /// The number of times that it was left there.
    pub after: u32,
}

/// A pass that did not come back from a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crashed {
    /// The pass, as a step.
    pub pass: String,
    /// Index into [`Learned::paths`].
    pub path: usize,
    /// The number of that path's steps that lead to the state.
    pub steps: usize,
    /// Its end: `crash`, `timeout` and the like.
    pub outcome: String,
}

impl Learned {
    /// The rules that come with lowdiff for the toolchain of this name, or for any build of the same release.
    pub fn committed(name: &str, version: &str) -> Option<Learned> {
        let known = VERSIONS
            .iter()
            .filter_map(|of| Some((of.name, serde_json::from_str::<Learned>(of.rules?).ok()?)));
        let mut fitting =
            known.filter(|(of, learned)| version::is_build_of(of, &learned.version, name, version));
        fitting.next().map(|(_, learned)| learned)
    }

    /// Rules for one operation.
    pub fn of<'a>(&'a self, operation: &'a Met) -> impl Iterator<Item = &'a LearnedRule> {
        self.rules.iter().filter(move |rule| rule.operation == *operation)
    }

    /// JSON with one entry a line, so that a difference between two files reads as one.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut text = String::from("{\n");
        let _ = writeln!(text, "\"version\": {},", serde_json::to_string(&self.version)?);
        let _ = writeln!(text, "\"seed\": {},\n\"programs\": {},", self.seed, self.programs);
        lines(&mut text, "paths", &self.paths)?;
        text += ",\n";
        lines(&mut text, "evidence", &self.evidence)?;
        text += ",\n";
        lines(&mut text, "rules", &self.rules)?;
        text += ",\n";
        lines(&mut text, "unknown", &self.unknown)?;
        text += ",\n";
        lines(&mut text, "crashed", &self.crashed)?;
        text += ",\n";
        lines(&mut text, "dead_ends", &self.dead_ends)?;
        text += ",\n";
        lines(&mut text, "effects", &self.effects)?;
        text += "\n}\n";
        Ok(text)
    }
}

fn lines<T: Serialize>(text: &mut String, name: &str, entries: &[T]) -> serde_json::Result<()> {
    let _ = write!(text, "\"{name}\": [");
    for (index, entry) in entries.iter().enumerate() {
        let separator = if index == 0 { "\n" } else { ",\n" };
        let _ = write!(text, "{separator}{}", serde_json::to_string(entry)?);
    }
    text.push(']');
    Ok(())
}
