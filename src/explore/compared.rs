//! The results of a case, as a worker tells the coordinator: the numbers, and of a finding what it is called.

use super::{CaseFacts, CaseResult};
use crate::report::Stored;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Paths of a program, compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// Its results.
    pub facts: CaseFacts,
    /// A few lines for a terminal, for findings.
    pub brief: Option<String>,
    /// The pass of a finding: the one it showed in, or those to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<String>,
    /// The user's name for the finding, where they know of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// The reason why LLVM's maintainers close it, where they do: a finding of the second queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// True if it was tried to say which pass is to blame.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blamed: bool,
    /// The folder in which the very same case was kept before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub there: Option<PathBuf>,
}

impl From<CaseFacts> for Compared {
    fn from(facts: CaseFacts) -> Compared {
        Compared { facts, brief: None, culprit: None, known: None, closed: None, blamed: false, there: None }
    }
}

impl From<&CaseResult> for Compared {
    fn from(result: &CaseResult) -> Compared {
        let found = result.verdict.kind.is_finding();
        let there = result.stored.as_ref().and_then(Stored::there);
        Compared {
            brief: result.brief.clone(),
            culprit: result.verdict.suspect().filter(|_| found),
            known: result.verdict.known.clone(),
            closed: result.closed.clone(),
            blamed: result.blamed,
            there: there.map(PathBuf::from),
            ..Compared::from(result.facts.clone())
        }
    }
}
