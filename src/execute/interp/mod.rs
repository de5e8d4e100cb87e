//! A UB-aware interpreter of lowered modules: it runs what the jit runs, and looks at every step.
//!
//! A module of the llvm dialect is read once into a form of its own: each value gets its lanes in a frame, each operation becomes
//! a step. Poison and undef are carried along and are an error where they decide something: a branch, an address, a divisor, an
//! output. Memory knows what was written, what is alive and where it ends. Nothing of the lowered code runs on this processor, so
//! whatever is wrong with it is found at the operation that does it, every time.

mod build;
mod constant;
mod lane;
mod library;
mod machine;
mod mark;
mod memory;
mod ops;
mod site;
mod stop;
mod tasks;
mod types;

pub(super) use lane::{Lane, Taint};
pub(super) use library::store_scalar;
pub(super) use machine::{Machine, Native};
pub(super) use stop::{Stop, undefined};

use crate::mlir::{Context, Module, TreeReader};
use crate::observe::{Buffer, Leaked, Subject};
use build::{Built, Layouts};
use std::time::Duration;
use stop::Kind;

/// Steps a run may take for each millisecond that lowered code may: a small part of it, so that what takes longer can be left to
/// compiled code, whose time is counted by itself.
const FUEL_A_MILLISECOND: u64 = 4_000;

/// Steps a run may take under this limit on the time of lowered code.
pub fn fuel(cpu: Duration) -> u64 {
    FUEL_A_MILLISECOND.saturating_mul(cpu.as_millis().max(1).try_into().unwrap_or(u64::MAX))
}

/// Names of the operations that are known.
pub fn operations() -> impl Iterator<Item = &'static str> {
    ops::names()
}

/// Runs modules of one context.
pub struct Interpreter<'c> {
    reader: TreeReader<'c>,
    layouts: Layouts,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `main` came back.
    Done,
    /// Its behaviour is undefined: what happened, and at which operation.
    Undefined(String),
    /// It gave up by itself, as where an assertion does not hold, or used memory that is not its own.
    Fault(String),
    /// Something the interpreter does not have.
    Unsupported(String),
}

/// What a run showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub ending: Ending,
    /// What it ended in, where more hangs on that than its words.
    pub about: Option<Subject>,
    /// What was printed, in order.
    pub outputs: Vec<Buffer>,
    /// What the interpreter does not know of the module, met in the run or not.
    pub unknown: Vec<String>,
    /// Steps taken.
    pub steps: u64,
    /// What was never freed. Most pipelines free nothing.
    pub leaked: Leaked,
}

impl<'c> Interpreter<'c> {
    /// For modules of this context.
    pub fn new(context: &'c Context) -> Interpreter<'c> {
        Interpreter { reader: TreeReader::new(context), layouts: Layouts::default() }
    }

    /// Runs `main`, which takes and gives nothing, with so many bytes of memory and so many steps.
    pub fn run(&mut self, module: &Module<'_>, memory: u64, fuel: u64) -> Ran {
        let Some(tree) = self.reader.read(module) else {
            let why = "the module's text does not match it".to_owned();
            let ending = Ending::Unsupported(why);
            let (outputs, unknown) = (Vec::new(), Vec::new());
            return Ran { ending, about: None, outputs, unknown, steps: 0, leaked: Leaked::default() };
        };
        let Built { program, operations, unknown } = build::build(&tree, &self.reader, &self.layouts);
        let mut outputs = Vec::new();
        let mut sink = |buffer| outputs.push(buffer);
        let (mut steps, mut leaked, mut at) = (0, Leaked::default(), 0);
        let mut go = || {
            let main = match program.callees.get("main") {
                Some(machine::Callee::Own(main)) => *main,
                _ => return Err(Stop::unsupported("the program has no function @main to run")),
            };
            let mut machine = Machine::new(&program, memory, fuel, &mut sink)?;
            let main = [machine::Callee::Own(main)];
            let ended = program
                .before
                .iter()
                .chain(&main)
                .chain(&program.after)
                .copied()
                .try_for_each(|callee| machine.call_callee(callee, &[]).map(|_| ()));
            steps = fuel - machine.fuel;
            leaked = machine.memory.leaked();
            at = machine.at;
            ended
        };
        let ended = go();
        let place = |number: u32| operations.get(number as usize).map(|operation| operation.described());
        let divided = matches!(&ended, Err(Stop(reason)) if reason.kind == Kind::Division);
        let ending = match ended {
            Ok(()) => Ending::Done,
            Err(Stop(reason)) if reason.kind == Kind::Unsupported => Ending::Unsupported(reason.message),
            Err(Stop(reason)) if reason.kind == Kind::Fault => Ending::Fault(reason.message),
            Err(Stop(reason)) => {
                let mut said = reason.message;
                if let Some(operation) = place(at) {
                    said = format!("{said}, in {operation}");
                }
                if let Some(origin) = reason.origin.filter(|origin| *origin != at).and_then(place) {
                    said = format!("{said}; it comes from {origin}");
                }
                match reason.kind {
                    Kind::Memory => Ending::Fault(said),
                    Kind::TooLong => Ending::Unsupported(said),
                    _ => Ending::Undefined(said),
                }
            }
        };
        Ran { ending, about: divided.then_some(Subject::Division), outputs, unknown, steps, leaked }
    }
}
