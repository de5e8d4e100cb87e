//! The answer of one MLIR about a finding, as its document has it.

use super::Mlir;
use crate::judge::VerdictKind;
use crate::observe::fact_or_text;
use serde::{Deserialize, Serialize};

/// The answer whether an MLIR shows a finding.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// It does.
    Yes,
    /// It shows a finding, and another one: of another kind, or in another pass.
    Other,
    /// It showed it in some runs and not in others.
    Flaky,
    /// It ran what shows it elsewhere, several times, and nothing was wrong.
    No,
    /// It could not be tried.
    Unknown,
}

impl Shows {
    /// The word of JSON.
    pub fn name(self) -> &'static str {
        match self {
            Shows::Yes => "yes",
            Shows::Other => "other",
            Shows::Flaky => "flaky",
            Shows::No => "no",
            Shows::Unknown => "unknown",
        }
    }
}

/// The thing that is run of a finding on an MLIR. No variant is a plain word, which would be read as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum AskedRun {
    /// A text, from a document of before there were fields.
    Told(String),
    /// The finding as it was found.
    Whole {},
    /// The reduced program along its whole path.
    Reduced {},
    /// Its program along its path up to the culprit.
    UpToCulprit {},
    /// The program before the culprit.
    BeforeCulprit {
        /// True if it is spelled as that MLIR reads it.
        respelled: bool,
    },
    /// The case that the report shows.
    Shown {
        /// True if it is spelled as that MLIR reads it.
        respelled: bool,
    },
}

impl From<String> for AskedRun {
    fn from(text: String) -> AskedRun {
        AskedRun::Told(text)
    }
}

/// One MLIR's word on a finding: on what its report shows, where that could be run there, else on the whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VersionRecord {
    /// Which MLIR it is.
    pub mlir: Mlir,
    /// The answer whether it shows there.
    pub shows: Shows,
    /// The verdict on it there.
    pub verdict: VerdictKind,
    /// The verdict in words, for people.
    pub detail: String,
    /// The thing that was run there.
    #[serde(deserialize_with = "fact_or_text")]
    pub run: AskedRun,
    /// True where the paths agree there on the result that is taken for wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contradicts: bool,
    /// The answer whether the whole finding shows there, where that is another answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Shows>,
}

impl VersionRecord {
    /// Its answer about the whole finding.
    pub fn of_whole(&self) -> Shows {
        self.found.unwrap_or(self.shows)
    }
}
