//! What the lowered code does has no meaning, by the rules of the llvm dialect: a poison or undefined value reaches an output or a
//! branch, a read meets bytes that nobody wrote, a division has no result.
//!
//! The interpreter sees it where it happens, so code that does not run is free to be undefined. A wrong number beside it is a
//! mismatch only if the code is defined.

use super::VerdictKind;
use super::alone::Convicting;
use crate::observe::Outcome;

/// Where it is seen, with the operation it comes from.
pub const REACHED: Convicting = Convicting { outcome: Outcome::Undefined, kind: VerdictKind::Undefined };
