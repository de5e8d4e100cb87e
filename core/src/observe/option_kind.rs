//! The values that an option of a pass takes.

use serde::{Deserialize, Serialize};

/// The values of an option.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// A number.
    Integer {
        /// True if it may be negative.
        signed: bool,
        /// Its width.
        bits: u32,
    },
    /// `true` or `false`.
    Boolean,
    /// A decimal number.
    Real,
    /// One of these words.
    Words {
        /// The words that the build was seen to take.
        words: Vec<String>,
        /// True if there are no others: the build's own help text lists them.
        whole: bool,
    },
    /// Any text, whose meaning the pass alone knows.
    Text,
    /// Something else, which is left alone.
    Unknown,
}

impl OptionKind {
    /// The word people read.
    pub fn word(&self) -> &'static str {
        match self {
            OptionKind::Integer { .. } => "integer",
            OptionKind::Boolean => "boolean",
            OptionKind::Real => "real",
            OptionKind::Words { .. } => "words",
            OptionKind::Text => "text",
            OptionKind::Unknown => "unknown",
        }
    }
}
