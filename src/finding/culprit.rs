//! The pass to blame, as a finding's document has it.

use super::Mlir;
use crate::blame::{After, Before};
use crate::observe::{Ended, PathLetter};
use crate::path::pipeline::pass_name;
use serde::{Deserialize, Serialize};

/// The pass to blame. What hangs on the path (`pipeline`, `path`, `step`, `before`, `after` and their facts) is absent where only the pass is known: it was
/// named on what the finding was reduced to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CulpritRecord {
    /// The pass without options.
    pub pass: String,
    /// The step, as `mlir-opt --pass-pipeline` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<String>,
    /// The path it is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathLetter>,
    /// Which step of the path it is, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The result without the step, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The result after it, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The fact of `before`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_fact: Option<Before>,
    /// The fact of `after`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_fact: Option<After>,
    /// The early end of the path after it, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// True where it shows from the program just before the step on.
    #[serde(default)]
    pub alone: bool,
    /// Passes without whose work before it there is nothing to see.
    #[serde(default)]
    pub met: Vec<String>,
    /// True where repeats in new processes showed something else at times.
    #[serde(default)]
    pub varies: bool,
    /// True where the reference semantics evaluate the IR after the step as the very results that are wrong.
    #[serde(default)]
    pub evaluated: bool,
    /// Which MLIR it was named on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mlir: Option<Mlir>,
    /// True where stock programs in clean processes show it from the program just before the step on; none where they could not tell, or
    /// were not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
}

impl CulpritRecord {
    /// A pass of which nothing else is known.
    pub fn named(pass: &str, mlir: &Mlir) -> CulpritRecord {
        CulpritRecord { pass: pass.to_owned(), mlir: Some(mlir.clone()), ..CulpritRecord::default() }
    }

    /// True of a path that has a step of its pass.
    pub fn is_on(&self, steps: &[String]) -> bool {
        steps.iter().any(|step| pass_name(step) == self.pass)
    }
}
