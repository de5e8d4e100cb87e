//! The messages between parent and worker.

use super::rejection::Rejection;
use super::states::{Checking, Interpreted, StateRun};
use super::trial::Trials;
use super::{Call, Edited, HeapRun, Job, Limits, Looks, Prepared, StateKey};
use crate::mlir::Edit;
use crate::observe::{
    BrokenRule, Buffer, Cause, Element, Ended, HarnessFault, Leaked, Outcome, Run, Spent, StepCheck, Subject,
};
use crate::path::Strategy;
use crate::path::declared::Reply;
use crate::path::event::Event;
use crate::path::graph::Graph;
use crate::program::Single;
use crate::semantics::Evaluated;
use serde::{Deserialize, Serialize};

/// A request to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Make a program ready for comparison.
    Prepare {
        /// MLIR text.
        program: String,
        /// The function that is called, and its arguments.
        call: Call,
    },
    /// Say what a program shows by the reference semantics.
    Evaluate {
        /// MLIR text.
        program: String,
    },
    /// Run a program as it is.
    Interpret {
        /// MLIR text.
        program: String,
        /// The function that is run, which has to be named, and its arguments.
        call: Call,
        /// Limits on the run.
        limits: Limits,
    },
    /// Run each state that the steps of a path lead to.
    Check {
        /// The path.
        checking: Box<Checking>,
    },
    /// Take a program apart into programs of one operation.
    TakeApart {
        /// MLIR text, ready for comparison.
        program: String,
    },
    /// Run the paths of a job from the one with this index on.
    Run {
        /// The job.
        job: Job,
        /// Index of the first path to run; those before have been reported.
        first: usize,
    },
    /// Try passes on one state of a program, from the candidate with this index on.
    Try {
        /// The state and the candidates.
        trials: Trials,
        /// Index of the first candidate to try; what became of those before is known.
        first: usize,
    },
    /// Show a program after some steps.
    Print {
        /// MLIR text.
        program: String,
        /// The steps that are run on it.
        steps: Vec<String>,
        /// Limits on the steps.
        limits: Limits,
        /// In generic form, as lowdiff writes it.
        generic: bool,
    },
    /// Parse a pipeline, and print it again.
    Parse {
        /// The pipeline.
        pipeline: String,
    },
    /// Tell the hash of each state that some steps lead to.
    States {
        /// MLIR text.
        program: String,
        /// The steps that are run on it.
        steps: Vec<String>,
        /// Limits on the steps.
        limits: Limits,
        /// The seeds of the heaps in disorder that they are run in; none for the heap as it is.
        heaps: Vec<u64>,
    },
    /// Change a program and tell what there is in it then.
    Edit {
        /// MLIR text.
        program: String,
        /// The changes.
        edits: Vec<Edit>,
    },
    /// Hold the states of this program from now on, and those of no other.
    Open {
        /// MLIR text.
        program: String,
        /// Types that the program's outputs had before they were bitcast for printing.
        printed: Vec<Element>,
        /// Limits on each pass and on running what is lowered.
        limits: Limits,
        /// Turns of a path, at most.
        turns: u32,
        /// The share of states that is looked at.
        looks: Looks,
        /// The strategy by which paths are drawn.
        strategy: Box<Strategy>,
        /// The part of its lowering graph that an earlier worker found out.
        known: Option<Box<Graph>>,
    },
    /// Go down from a state of the program that is open, and run what comes out unless it has been run.
    Descend {
        /// The state.
        from: StateKey,
        /// Make every choice.
        draws: Vec<u8>,
        /// States that nobody will branch from any more.
        forget: Vec<StateKey>,
    },
}

impl Request {
    /// True if it needs what the worker did before.
    pub fn goes_on(&self) -> bool {
        matches!(self, Request::Descend { .. })
    }
}

/// One fact, written by the worker the moment it is known, so that a dead worker shows how far it came.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// The answer to a request that has a single one.
    Answer(Answer),
    /// The request itself is wrong, and the user's to mend.
    Rejected(Rejection),
    /// lowdiff's own code failed.
    Harness(HarnessFault),
    /// Something happened on the way down.
    Lowering(Event),
    /// A state was run.
    State(Box<StateRun>),
    /// A step was judged by itself.
    Checked(Box<StepCheck>),
    /// A state of the path is written and read back.
    Reread,
    /// The end of the path is about this, should it come now.
    About(Subject),
    /// The end of the path breaks this rule, should it come now.
    Broken(Box<BrokenRule>),
    /// Something happened to the lowered module.
    Running(Running),
    /// The path's time, by what it went to; facts for people, no part of the outcome.
    Spent(Spent),
}

/// A single answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// To `Prepare`.
    Prepared(Prepared),
    /// To `Evaluate`.
    Evaluated(Evaluated),
    /// To `Interpret`.
    Interpreted(Interpreted),
    /// To `Check`: the step that ended the path early, by number, and the end.
    Checked(Option<(usize, Ended)>),
    /// To `TakeApart`.
    Singles(Vec<Single>),
    /// To `Print`.
    Text(String),
    /// To `Parse`.
    Parsed(Reply),
    /// To `States`.
    States(Vec<HeapRun>),
    /// To `Edit`.
    Edited(Edited),
}

/// An event in the life of a lowered module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Running {
    /// It is there, with this hash.
    Module([u8; 32]),
    /// The interpreter ran it; or why the jit has to.
    Interpreted(Option<Cause>),
    /// A run by a back end whose results are not the path's.
    Run(Box<Run>),
    /// The lowered program printed this.
    Output(Buffer),
    /// It ended, and did not free this.
    Leaked(Leaked),
    /// The run, and the path with it, ended.
    End {
        /// The outcome.
        outcome: Outcome,
        /// Why, unless it ended well.
        cause: Cause,
    },
}

/// The work that a worker is at: tells a crash of MLIR from a fault of lowered code and from lowdiff's own.
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
    /// MLIR's printers, on a module.
    Print = 5,
    /// The reference semantics, on the program.
    Evaluate = 6,
    /// MLIR's parser and reader of bytecode, on what it wrote.
    Reread = 7,
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
            6 => Phase::Evaluate,
            7 => Phase::Reread,
            _ => Phase::Harness,
        }
    }
}
