//! A pass reports success and leaves IR that MLIR's verifier rejects.
//!
//! Every state is verified. That stock `mlir-opt` does not read it back is [another oracle](super::reread).

use super::VerdictKind;
use super::alone::alone;
use super::oracle::{Convicting, Needs, Oracle};
use crate::observe::Outcome;

const CONVICTS: &[Convicting] = &[Convicting { outcome: Outcome::InvalidIr, kind: VerdictKind::InvalidIr }];

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "invalid-ir",
    sees: "The verifier rejects what a pass left.",
    needs: Needs::Ends,
    convicts: CONVICTS,
    judge: Some(|reports, _| alone(CONVICTS, reports)),
    finds: |verdict| verdict.kind == VerdictKind::InvalidIr,
    stock: true,
    planted: "hostile_passes::a_comparison_gives_the_verdict_and_the_status",
};
