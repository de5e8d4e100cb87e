//! A pass leaves a module that does something which the module it was given does not allow, by the machine that runs both as they are.
//!
//! Nothing has to come down to llvm for that, and a later step cannot hide it. [`super::refine`] has the rules.

use super::VerdictKind;
use super::alone::alone;
use super::oracle::{Convicting, Needs, Oracle};
use crate::observe::Outcome;

const CONVICTS: &[Convicting] =
    &[Convicting { outcome: Outcome::Miscompiled, kind: VerdictKind::Miscompiled }];

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "refinement",
    sees: "The module that a pass left does not refine the one it was given.",
    needs: Needs::States,
    convicts: CONVICTS,
    judge: Some(|reports, _| alone(CONVICTS, reports)),
    finds: |verdict| verdict.kind == VerdictKind::Miscompiled,
    stock: false,
    planted: "sampled_oracles::a_step_that_is_wrong_is_found_where_nothing_comes_down",
};
