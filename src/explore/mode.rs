//! The tests that a campaign is made of.

use super::step_inputs::FAMILY;
use serde::{Deserialize, Serialize};

/// The tests that a campaign is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Two drawn paths of each program, by themselves.
    #[default]
    Pairs,
    /// So many paths of each program, on a lowering graph.
    Graph(u16),
    /// Single steps, each from a state of its own.
    Steps,
}

impl Mode {
    /// Inputs in a row that one worker takes, because an earlier one may be what a later one is made from.
    pub fn family(self) -> u64 {
        if self == Mode::Steps { FAMILY } else { 1 }
    }

    /// True where programs are lowered plainly too, for versions of MLIR to be held against each other.
    pub fn lowers_plainly(self) -> bool {
        self != Mode::Steps
    }

    /// Inputs for each search for a culprit: it takes as long as four programs, or some thousand inputs of single steps.
    pub fn inputs_a_blame(self) -> u64 {
        if self == Mode::Steps { 2000 } else { 20 }
    }
}
