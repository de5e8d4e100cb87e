//! A pass leaves a module that does something which the module it was given does not allow, by the machine that runs both as they are.
//!
//! Nothing has to come down to llvm for that, and a later step cannot hide it. [`super::refine`] has the rules.

use super::VerdictKind;
use super::alone::Convicting;
use crate::observe::Outcome;

/// By the run of the state behind the pass.
pub const BROKEN: Convicting = Convicting { outcome: Outcome::Miscompiled, kind: VerdictKind::Miscompiled };
