//! A pass, or the translation to LLVM IR and machine code, ends the process: a signal, an assertion, a fatal error, a stack that is
//! used up.
//!
//! Each path is lowered in a process of its own, which leaves the pass it is in, its stack and its last words behind. The
//! signature is of demangled names without addresses and numbers.

use super::VerdictKind;
use super::alone::alone;
use super::oracle::{Convicting, Needs, Oracle};
use crate::observe::Outcome;

const CONVICTS: &[Convicting] = &[Convicting { outcome: Outcome::Crash, kind: VerdictKind::Crash }];

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "crash",
    sees: "MLIR fell over.",
    needs: Needs::Ends,
    convicts: CONVICTS,
    judge: Some(|reports, _| alone(CONVICTS, reports)),
    finds: |verdict| verdict.kind == VerdictKind::Crash,
    stock: true,
    planted: "hostile_passes::a_comparison_gives_the_verdict_and_the_status",
};
