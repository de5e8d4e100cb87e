//! What worker processes say to the coordinator: one JSON line a message.

use super::versions::Plain;
use super::{Facts, Searched};
use crate::report::Mlir;
use serde::{Deserialize, Serialize};

/// A line from a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Message {
    /// It is set up.
    Ready {
        /// Which MLIR it runs.
        mlir: Mlir,
    },
    /// It cannot go on, for a reason that is the user's to mend.
    Unable {
        /// One sentence.
        error: String,
    },
    /// A case was judged.
    Judged {
        /// What it came to.
        facts: Box<Facts>,
        /// A few lines for the terminal, for findings.
        brief: Option<String>,
    },
    /// A program was taken down many paths.
    Searched {
        /// What it came to.
        searched: Box<Searched>,
    },
    /// What the plain lowering came to, for other versions to be held against; none where it cannot be run. Follows the
    /// answer for each program where there are several versions.
    Plain {
        /// What it came to.
        plain: Option<Box<Plain>>,
    },
    /// The bytes did not decode.
    Rejected,
    /// The case could not be run: lowdiff's own fault.
    Failed {
        /// One sentence.
        error: String,
    },
}
