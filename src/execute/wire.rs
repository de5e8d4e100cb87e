//! What parent and worker say to each other.

use super::{Job, Prepared};
use crate::observe::{Buffer, Effect, Outcome, Spent};
use serde::{Deserialize, Serialize};

/// A request to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Make a program ready for comparison.
    Prepare {
        /// MLIR text.
        program: String,
        /// Decides the inputs of a `main` that takes any.
        seed: u64,
    },
    /// Run the paths of a job from the one with this index on.
    Run {
        /// The job.
        job: Job,
        /// Index of the first path to run; those before have been reported.
        first: usize,
    },
}

/// One fact, written by the worker the moment it is known, so that a dead worker shows how far it came.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// Answer to `Prepare`.
    Prepared(Prepared),
    /// The request itself is wrong, and the user's to mend.
    Rejected(String),
    /// A path begins.
    Path,
    /// A step begins: its pipeline.
    Step(String),
    /// The step that was begun has ended.
    Effect(Effect),
    /// SHA-256 of the lowered module.
    Module([u8; 32]),
    /// The lowered program printed this.
    Output(Buffer),
    /// The path ended.
    End {
        /// How.
        outcome: Outcome,
        /// The pass that ended it.
        pass: Option<String>,
        /// Why, unless it ended well.
        message: String,
    },
    /// Where the path's time went; facts for people, no part of the outcome.
    Spent(Spent),
    /// lowdiff's own code failed.
    Harness(String),
}

/// What the worker is doing: tells a crash of MLIR from a fault of lowered code and from lowdiff's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Phase {
    /// lowdiff's own code.
    Harness = 0,
    /// MLIR's parser and verifier, on the program.
    Parse = 1,
    /// A pass, or the verifier after it.
    Pass = 2,
    /// Translation to LLVM IR and to machine code.
    Compile = 3,
    /// The lowered code.
    Execute = 4,
    /// MLIR's printer, on the lowered module.
    Print = 5,
}

impl Phase {
    /// The phase with this number.
    pub fn from_number(number: u32) -> Phase {
        match number {
            1 => Phase::Parse,
            2 => Phase::Pass,
            3 => Phase::Compile,
            4 => Phase::Execute,
            5 => Phase::Print,
            _ => Phase::Harness,
        }
    }
}
