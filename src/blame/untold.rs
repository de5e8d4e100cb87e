//! The reason why nobody is named, as data: `report` has the sentence for each.

use super::after::After;
use super::prefix::Authority;
use crate::judge::Verdict;
use serde::{Deserialize, Serialize};

/// The reason why nobody is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Untold {
    /// The case shows no finding.
    NothingWrong(Box<Verdict>),
    /// The plain lowering gives no results, so that nobody says which path is wrong.
    NoThirdOpinion,
    /// Each path agrees with the one that is right, within the tolerance.
    EachAgrees(Authority),
    /// The path has no steps.
    NoSteps,
    /// The steps before a pass cannot be run alone.
    NotReached {
        /// The pass.
        pass: String,
        /// The words of whoever refused.
        #[serde(alias = "message")]
        said: String,
    },
    /// The path comes to the same wherever memory lies.
    Steady,
    /// A step is to blame, and the IR before it cannot be shown.
    NotShown {
        /// The number of the step, counted from 1.
        step: usize,
        /// The words of whoever refused.
        #[serde(alias = "message")]
        said: String,
    },
    /// As much was tried as may be.
    OutOfTries,
    /// The path gave the expected results when it was run again.
    Vanished,
    /// The path ended in another way when it was run again.
    EndedOtherwise(After),
    /// The one that is right gives other results when it is run again.
    Unsteady(Authority),
    /// It is one of several steps: the semantics cannot evaluate the IR behind the first of them.
    OneOfUnread {
        /// The number of the first of the steps, counted from 1.
        first: usize,
        /// Their passes.
        passes: Vec<String>,
    },
    /// It is one of several steps: the IR between them cannot be finished.
    OneOfUnfinished {
        /// The number of the first of the steps, counted from 1.
        first: usize,
        /// Their passes.
        passes: Vec<String>,
        /// The number of steps of which each can be left out, and the results are as expected.
        needless: usize,
    },
    /// The reference semantics find the expected results in the IR after every step.
    RightAfterEach,
    /// It goes wrong behind a step, and without the step too.
    WithoutToo {
        /// The pass of the step, where it is known.
        pass: Option<String>,
        /// The reason why nobody is named there.
        there: Option<Box<Untold>>,
    },
    /// The plain lowering is wrong too.
    PlainlyWrong,
}
