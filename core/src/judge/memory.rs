//! Lowered code accesses what is not its own, frees twice or what nobody gave it, or never frees what its path promises to free.
//!
//! Compiled code runs between inaccessible pages and on memory filled with a pattern; the interpreter knows each byte. Leaks count
//! only where the path bufferizes all of the program and a deallocation pass follows: nothing else says who frees.

use super::VerdictKind;
use super::alone::alone;
use super::oracle::{Convicting, Needs, Oracle};
use crate::observe::Outcome;

const CONVICTS: &[Convicting] = &[Convicting { outcome: Outcome::Fault, kind: VerdictKind::Memory }];

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "memory",
    sees: "Lowered code used memory that is not its own.",
    needs: Needs::Ends,
    convicts: CONVICTS,
    judge: Some(|reports, _| alone(CONVICTS, reports)),
    finds: |verdict| verdict.kind == VerdictKind::Memory,
    stock: true,
    planted: "leaks::a_pass_that_forgets_to_free_is_found_and_blamed",
};
