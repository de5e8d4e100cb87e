//! The oracle that found a finding.

use crate::judge::{Reason, Verdict, VerdictKind};
use serde::{Deserialize, Serialize};

/// An oracle, which can tell that something is wrong: a file of `judge/` or `examine/` each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Oracle {
    /// MLIR fell over.
    Crash,
    /// Lowered code used memory that is not its own.
    Memory,
    /// The verifier rejects what a pass left.
    InvalidIr,
    /// The module that a pass left does not refine the one it was given.
    Refinement,
    /// The IR that a pass left does not survive being written and read.
    Reread,
    /// The interpreter located undefined behaviour.
    Undefined,
    /// Something comes to no end, or takes all memory.
    Termination,
    /// Two paths of one program give different results.
    LoweringDiff,
    /// A path gives other results than the reference semantics.
    ReferenceDiff,
    /// A path leaves other IR when memory lies elsewhere.
    Determinism,
    /// Lowered code gives other results when fresh memory holds something else.
    FreshMemory,
    /// The interpreter and compiled code give different results.
    Compiled,
    /// Two MLIRs give different results of one program.
    Versions,
}

impl Oracle {
    /// The oracle of a verdict on one MLIR; none where nothing was found.
    pub fn of(verdict: &Verdict) -> Option<Oracle> {
        Some(match verdict.kind {
            VerdictKind::Agree => return None,
            VerdictKind::Incomparable => match verdict.reason {
                Some(Reason::Executors) => Oracle::Compiled,
                _ => return None,
            },
            VerdictKind::Crash => Oracle::Crash,
            VerdictKind::Memory => Oracle::Memory,
            VerdictKind::InvalidIr => Oracle::InvalidIr,
            VerdictKind::Miscompiled => Oracle::Refinement,
            VerdictKind::Unreadable | VerdictKind::RoundTrip => Oracle::Reread,
            VerdictKind::Undefined => Oracle::Undefined,
            VerdictKind::Timeout | VerdictKind::OutOfMemory => Oracle::Termination,
            VerdictKind::Mismatch if verdict.against.is_some() => Oracle::ReferenceDiff,
            VerdictKind::Mismatch => Oracle::LoweringDiff,
            VerdictKind::Nondeterministic if verdict.pass.is_some() => Oracle::Determinism,
            VerdictKind::Nondeterministic => Oracle::FreshMemory,
        })
    }
}
