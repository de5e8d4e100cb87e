//! Two MLIRs lower one program plainly and get different results.
//!
//! Which of the two is right does not show, so the finding has the results of both.

use super::oracle::{Needs, Oracle};

/// The oracle. Its verdicts are those of two paths; a campaign over several MLIRs says that the paths are of two of these.
pub const ORACLE: Oracle = Oracle {
    name: "versions",
    sees: "Two MLIRs give different results of one program.",
    needs: Needs::OtherMlir,
    convicts: &[],
    judge: None,
    finds: |_| false,
    planted: "explore_finds::a_difference_between_versions_is_told_once",
};
