//! The result after a step to blame, as data: `report` has the sentence for each.

use super::prefix::Authority;
use crate::judge::refine::Breach;
use crate::judge::{Detail, Deviation, Difference};
use crate::observe::{Outcome, Why, fact_or_maybe_text};
use serde::{Deserialize, Serialize};

/// The result after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum After {
    /// The fact of a verdict.
    Seen(Detail),
    /// The step ends the path.
    Ended {
        /// The outcome.
        outcome: Outcome,
        /// The reason. Older documents have its sentence, as `message`.
        #[serde(alias = "message", deserialize_with = "fact_or_maybe_text")]
        why: Why,
    },
    /// The path, finished, ends early.
    EndsEarly {
        /// The outcome.
        outcome: Outcome,
        /// The pass that was running, where one was.
        pass: Option<String>,
        /// The reason. Older documents have its sentence, as `message`.
        #[serde(alias = "message", deserialize_with = "fact_or_maybe_text")]
        why: Why,
    },
    /// The path, finished, gives other results than the one that is right.
    Unlike(Authority, Box<Difference>),
    /// The path, finished, gives other results than the reference semantics.
    Unexpected(Box<Deviation>),
    /// The reference semantics evaluate the IR otherwise.
    Evaluated(Box<Deviation>),
    /// The reference semantics evaluate the folded IR otherwise, as they do the results of a step that calls fold hooks.
    Folded {
        /// The difference.
        deviation: Box<Deviation>,
        /// The number of the step, counted from 1.
        step: usize,
        /// The pass of the step.
        pass: String,
        /// True where the plain lowering behind the step calls them.
        behind: bool,
    },
    /// The IR before the step does not allow what the IR behind it does.
    Broken(Breach),
    /// The IR is another one when memory lies elsewhere.
    OtherIr,
    /// Every way down from there that was tried is wrong.
    EveryWay {
        /// The number of ways.
        ways: usize,
        /// The result of the first of them.
        first: Box<After>,
    },
}

impl Default for After {
    /// That nothing is told.
    fn default() -> After {
        After::Seen(Detail::default())
    }
}
