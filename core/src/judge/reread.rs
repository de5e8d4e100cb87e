//! The IR that a pass leaves survives being written and read: in generic form, in pretty form and as bytecode.
//!
//! One state in so many is looked at (`explore --sample N`), picked by its content, so the same state always or never is. The parts
//! that MLIR makes anew when it reads are listed where modules are compared, in `execute/reread.rs`.

use super::VerdictKind;
use super::alone::Convicting;
use crate::observe::Outcome;

/// MLIR does not read what it wrote.
pub const UNREADABLE: Convicting = Convicting { outcome: Outcome::Unreadable, kind: VerdictKind::Unreadable };

/// It reads another module.
pub const ANOTHER: Convicting = Convicting { outcome: Outcome::RoundTrip, kind: VerdictKind::RoundTrip };
