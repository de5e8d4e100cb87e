//! Lowered code accesses what is not its own, frees twice or what nobody gave it, or never frees what its path promises to free.
//!
//! Compiled code runs between inaccessible pages and on memory filled with a pattern; the interpreter knows each byte. Leaks count
//! only where the path bufferizes all of the program and a deallocation pass follows: nothing else says who frees.

use super::VerdictKind;
use super::alone::Convicting;
use crate::observe::Outcome;

/// Of the lowered code, with the block that it belongs to.
pub const FAULTED: Convicting = Convicting { outcome: Outcome::Fault, kind: VerdictKind::Memory };
