//! The runners of lowered modules, and the end of a run by the interpreter.

use super::interp::{Ending, Ran};
use crate::mlir::{Module, scan};
use crate::observe::{Backend, Cause, Outcome, Run};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The runner of lowered modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Runner {
    /// The processor, by way of MLIR's ExecutionEngine.
    Jit,
    /// The interpreter, and the processor what the interpreter does not know.
    Interpreter,
    /// Both; the processor's answer counts.
    Both,
}

/// The interpreter's run of `lowered`, which took so long.
pub fn interpreted(ran: Ran, lowered: &Module<'_>, spent: Duration) -> Run {
    let (outcome, cause) = ended(&ran.ending);
    let mut operations = BTreeMap::new();
    for ((name, _), count) in scan(lowered, u64::MAX).0 {
        *operations.entry(name).or_default() += count;
    }
    let (outputs, unknown) = (ran.outputs, ran.unknown);
    Run { by: Backend::Interpreter, outcome, cause, outputs, unknown, operations, spent }
}

/// The outcome of a path whose lowered module was run so.
pub fn ended(ending: &Ending) -> (Outcome, Cause) {
    match ending {
        Ending::Done => (Outcome::Ok, Cause::default()),
        Ending::Undefined(cause) => (Outcome::Undefined, cause.clone()),
        Ending::Fault(cause) => (Outcome::Fault, cause.clone()),
        Ending::Open(cause) | Ending::Unsupported(cause) => (Outcome::Unsupported, cause.clone()),
    }
}
