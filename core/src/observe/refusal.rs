//! The refusal of a step by MLIR, before it runs a pass. [`crate::words`] makes a sentence of it.

use super::OptionKind;
use serde::{Deserialize, Serialize};

/// The part of a pass that MLIR refuses before it runs it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// It has no pass of that name.
    Name,
    /// The pass has no such option.
    Option,
    /// The pass does not run on the operation that it is put under.
    Place,
}

/// A step that MLIR refuses before it runs a pass, which is for whoever wrote the step to mend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StepRefusal {
    /// The step.
    pub step: String,
    /// The part of it that is refused, where MLIR says so.
    pub part: Option<Refusal>,
    /// The words of MLIR; none where it hands over none.
    pub said: Option<String>,
    /// A way out, where one is known.
    pub advice: Option<StepAdvice>,
}

/// A way out for whoever wrote a step that MLIR refuses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StepAdvice {
    /// The pass, or the option, of this name may be meant.
    Name(String),
    /// A pass has these options and no others.
    Options {
        /// The pass.
        pass: String,
        /// The names of its options.
        names: Vec<String>,
    },
    /// An option does not take the value that it is given.
    Value {
        /// The name of the option.
        option: String,
        /// The values that it takes.
        takes: OptionKind,
    },
    /// The pass runs on another operation than a module.
    Nest {},
}
