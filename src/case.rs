//! A case: one program and the paths it is lowered along.

use crate::path::PathSpec;
use crate::program::Syntax;
use serde::{Deserialize, Serialize};

/// The text of a program in every spelling it is known in.
///
/// Cases carry text, not the generator's own structures, so that a saved case replays unchanged when the
/// generator has moved on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// For MLIR 22 and later.
    pub v22: String,
    /// For MLIR 19.
    pub v19: String,
}

impl Source {
    /// A program somebody wrote: the same text whatever the version.
    pub fn verbatim(text: String) -> Source {
        Source { v22: text.clone(), v19: text }
    }

    /// The text for one spelling.
    pub fn text(&self, syntax: Syntax) -> &str {
        match syntax {
            Syntax::V19 => &self.v19,
            Syntax::V22 => &self.v22,
        }
    }
}

/// One program and the paths to compare.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Case {
    /// The program.
    pub source: Source,
    /// The paths, two for a comparison.
    pub paths: Vec<PathSpec>,
}
