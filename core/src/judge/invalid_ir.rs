//! A pass reports success and leaves IR that MLIR's verifier rejects.
//!
//! Every state is verified. That stock `mlir-opt` does not read it back is [another oracle](super::reread).

use super::VerdictKind;
use super::alone::Convicting;
use crate::observe::Outcome;

/// By the verifier, behind the pass.
pub const REJECTED: Convicting = Convicting { outcome: Outcome::InvalidIr, kind: VerdictKind::InvalidIr };
