//! The IR that a pass leaves survives being written and read: in generic form, in pretty form and as bytecode.
//!
//! One state in so many is looked at (`explore --sample N`), picked by its content, so the same state always or never is. The parts
//! that MLIR makes again when it reads are listed where modules are compared, in `execute/reread.rs`.

use super::VerdictKind;
use super::alone::alone;
use super::oracle::{Convicting, Needs, Oracle};
use crate::observe::Outcome;

const CONVICTS: &[Convicting] = &[
    Convicting { outcome: Outcome::Unreadable, kind: VerdictKind::Unreadable },
    Convicting { outcome: Outcome::RoundTrip, kind: VerdictKind::RoundTrip },
];

/// The oracle: MLIR does not read what it wrote, or reads another module.
pub const ORACLE: Oracle = Oracle {
    name: "reread",
    sees: "The IR that a pass left does not survive being written and read.",
    needs: Needs::States,
    convicts: CONVICTS,
    judge: Some(|reports, _| alone(CONVICTS, reports)),
    finds: |verdict| verdict.kind.is_of_reading(),
    stock: true,
    planted: "sampled_oracles::what_is_written_has_to_be_read",
};
