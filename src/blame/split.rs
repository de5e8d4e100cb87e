//! A path with one of its steps singled out.

use serde::{Deserialize, Serialize};

/// A path, taken apart at the pass to blame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Split {
    /// The steps before the culprit.
    pub before: Vec<String>,
    /// The culprit; empty where every path is wrong.
    pub culprit: String,
    /// Steps that finish the path where the plain lowering cannot.
    pub after: Vec<String>,
}

impl Split {
    /// The path without the culprit.
    pub fn without(&self) -> Vec<String> {
        [&self.before[..], &self.after].concat()
    }

    /// The path with it.
    pub fn with(&self) -> Vec<String> {
        let culprit = if self.culprit.is_empty() { &[] } else { std::slice::from_ref(&self.culprit) };
        [&self.before[..], culprit, &self.after].concat()
    }
}
