//! A pass, or the translation to LLVM IR and machine code, ends the process: a signal, an assertion, a fatal error, a stack that is
//! used up.
//!
//! Each path is lowered in a process of its own, which leaves the pass it is in, its stack and its last words behind. The
//! signature is of demangled names without addresses and numbers.

use super::VerdictKind;
use super::alone::Convicting;
use crate::observe::Outcome;

/// It was MLIR, and not the lowered code.
pub const CRASHED: Convicting = Convicting { outcome: Outcome::Crash, kind: VerdictKind::Crash };
