//! The runs of a lowered module.

use super::{Buffer, Cause, Lack, Outcome, PathReport};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// A way to run lowered modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Backend {
    /// The processor, by way of MLIR's ExecutionEngine.
    Jit,
    /// lowdiff's interpreter of the llvm dialect.
    Interpreter,
}

/// A run of the lowered module of a path by another back end than the one whose results are the path's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The back end.
    pub by: Backend,
    /// The run's outcome.
    pub outcome: Outcome,
    /// Why, unless it ended well.
    pub cause: Cause,
    /// The outputs that it printed.
    pub outputs: Vec<Buffer>,
    /// The parts of the module that the back end does not know, met in the run or not.
    pub unknown: Vec<Lack>,
    /// The number of times each operation is in the module; nothing where nobody counted.
    pub operations: BTreeMap<String, u32>,
    /// Time for reading and running.
    pub spent: Duration,
}

impl Run {
    /// The run that is this path's, which was lowered once more for that.
    pub fn of(by: Backend, report: &PathReport) -> Run {
        Run {
            by,
            outcome: report.outcome,
            cause: report.failure.as_ref().map_or_else(Cause::default, |failure| failure.cause.clone()),
            outputs: report.outputs.clone(),
            unknown: Vec::new(),
            operations: BTreeMap::new(),
            spent: report.spent.execute,
        }
    }
}
