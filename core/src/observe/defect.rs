//! Values without bits.

use serde::{Deserialize, Serialize};

/// A reason why a value has no bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Defect {
    /// It is poison.
    Poison,
    /// Nobody has written it, or an operation makes it undef.
    Undef,
    /// The documentation leaves it to MLIR.
    Open,
}

impl Defect {
    /// The word people and files use.
    pub fn word(self) -> &'static str {
        match self {
            Defect::Poison => "poison",
            Defect::Undef => "undef",
            Defect::Open => "open",
        }
    }
}
