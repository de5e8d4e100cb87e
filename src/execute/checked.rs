//! The interpreter held against compiled code: the same lowered module run by both, one after the other, in one worker.

use super::interp::{Ending, Ran};
use crate::mlir::{Module, scan};
use crate::observe::{Buffer, Outcome};
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

/// The interpreter's results for a module that is compiled besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// SHA-256 of the module's text, or its state in a lowering graph.
    pub module: [u8; 32],
    /// The run's outcome.
    pub outcome: Outcome,
    /// Why, unless it ended well.
    pub message: String,
    /// The outputs that it printed.
    pub outputs: Vec<Buffer>,
    /// The parts of the module that it does not know, met in the run or not.
    pub unknown: Vec<String>,
    /// The number of times each operation is in the module.
    pub operations: BTreeMap<String, u32>,
    /// Time for reading and running.
    pub spent: Duration,
}

impl Checked {
    /// A run of `lowered`, which took so long.
    pub fn of(module: [u8; 32], ran: Ran, lowered: &Module<'_>, spent: Duration) -> Checked {
        let (outcome, message) = ended(&ran.ending);
        let mut operations = BTreeMap::new();
        for ((name, _), count) in scan(lowered, u64::MAX).0 {
            *operations.entry(name).or_default() += count;
        }
        Checked { module, outcome, message, outputs: ran.outputs, unknown: ran.unknown, operations, spent }
    }
}

/// The outcome of a path whose lowered module was run so.
pub fn ended(ending: &Ending) -> (Outcome, String) {
    match ending {
        Ending::Done => (Outcome::Ok, String::new()),
        Ending::Undefined(message) => (Outcome::Undefined, message.clone()),
        Ending::Fault(message) => (Outcome::Fault, message.clone()),
        Ending::Open(message) | Ending::Unsupported(message) => (Outcome::Unsupported, message.clone()),
    }
}
