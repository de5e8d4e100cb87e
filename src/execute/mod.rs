//! Executors: forked workers that lower and execute programs, and stock tools in processes of their own.

mod arena;
mod call;
mod child;
mod compiled_memory;
mod compiled_runtimes;
mod complaint;
pub mod confine;
mod crash;
mod ended;
mod executor;
#[cfg(test)]
pub(crate) mod fake;
mod fence;
mod frames;
mod generic;
mod heap;
pub mod interp;
pub mod itself;
mod jit;
mod jit_steps;
mod launch;
pub mod leaks;
mod openmp;
mod passes;
mod path_facts;
mod prepare;
mod printed;
mod process;
mod rejection;
mod reread;
mod runner;
mod runtime;
mod state_comparison;
mod states;
mod step_checker;
mod stepper;
mod strided;
mod symbolize;
mod tasks;
mod template;
mod terms;
mod tools;
mod trial;
mod usage;
mod user_program;
mod warm;
mod wire;
mod worker;
mod wrapper;

pub use call::{Argument, Call, Literal, Undefined, UserArgument, by};
pub use compiled_memory::USUAL_FILL;
pub use executor::{
    Capabilities, Executor, ExecutorKind, HeapRun, HoldsLibrary, HoldsModules, ReadsPrograms,
};
pub use interp::Ending;
pub use jit::{Jit, NoAnswer};
pub use path_facts::PathFacts;
pub use prepare::{invalid_program, prepare};
pub use process::{Finished, MOST_MEMORY, ends_with_us, interrupt, leave, run_in_shell, survive_file_limit};
pub use reread::{content, is_sampled};
pub use runner::Runner;
pub use states::{Checking, ChecksSteps, Interpreted, Maker, ReturnedValue, StateRun, States};
pub use stepper::{Descended, Ready, Stepper};
pub use terms::{Isolation, Limits, Looks, PATIENCE, StepChecks, Terms, USUAL_TURNS};
pub use tools::Tools;
pub use trial::{Trialled, Trials, Tried, TriesSteps};
pub use usage::processor_time;
pub use user_program::{Unexpected, UserProgram, expect_results, user_program};
pub use wrapper::{INNER, Inputs};

use crate::case::Case;
use crate::ir::Outline;
use crate::observe::{Buffer, Element, PathReport};
use crate::path::PathSpec;
use crate::program::Syntax;
use crate::words;
use rejection::Rejection;
use serde::{Deserialize, Serialize};

/// The work that an executor is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The program, in the spelling of the toolchain it is sent to.
    pub program: String,
    /// The paths to lower it along, each from the program itself.
    pub paths: Vec<PathSpec>,
    /// Limits on each path.
    pub limits: Limits,
    /// Turns of a drawn path, at most.
    pub turns: u32,
    /// The share that is looked at.
    pub looks: Looks,
    /// True if paths that begin with the same steps may take these together, once. For those who ask much and have the answer
    /// looked at again.
    pub together: bool,
    /// The runner of lowered modules; none for the usual one. Others have to be among [`Capabilities`].
    pub runner: Option<Runner>,
    /// The process that it runs in.
    #[serde(default)]
    pub isolation: Isolation,
    /// The byte that fresh memory of lowered code holds: a result that depends on it was never written. Where no other one than
    /// [`USUAL_FILL`] can be had ([`Capabilities::fills`]), it is not asked for.
    pub fill: u8,
    /// The seed of the disorder that the worker's heap is put in first; none for the heap as it is. The job has a worker of its own then.
    #[serde(default)]
    pub heap: Option<u64>,
    /// Types that the program's outputs had before they were bitcast for printing, where steps are judged.
    #[serde(default)]
    pub printed: Vec<Element>,
}

impl Job {
    /// The usual way to run these paths, each by itself.
    pub fn new(program: String, paths: Vec<PathSpec>, terms: Terms) -> Job {
        let Terms { limits, turns, looks, isolation } = terms;
        let (runner, heap, printed) = (None, None, Vec::new());
        let (together, fill) = (false, USUAL_FILL);
        Job { program, paths, limits, turns, looks, together, runner, isolation, fill, heap, printed }
    }

    /// Its terms.
    pub fn terms(&self) -> Terms {
        Terms { limits: self.limits, turns: self.turns, looks: self.looks, isolation: self.isolation }
    }

    /// The job that runs `case` on a toolchain that reads `syntax`.
    pub fn of(case: &Case, syntax: Syntax, terms: Terms) -> Job {
        let job = Job::new(case.source.text(syntax).to_owned(), case.paths.clone(), terms);
        Job { printed: case.printed.clone(), ..job }
    }
}

/// A program made ready for comparison: `main` takes nothing and prints what is to be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// The program; the text given where it was ready as it stood.
    pub program: String,
    /// The element type that each print call shows, before it was bitcast for printing; empty where that is not known.
    pub printed: Vec<Element>,
    /// True if there is a `main` to be run; without one only passes can go wrong.
    pub runs: bool,
    /// True if `main` is lowdiff's own, and shows what the program's gives.
    pub wrapped: bool,
    /// The function that lowdiff's `main` calls, by its name in the program that was given.
    pub entry: Option<String>,
    /// The arguments that its entry function is called with.
    pub arguments: Vec<Argument>,
    /// The way in which it is undefined, with every argument that was tried; none where nothing says so.
    pub undefined: Option<Undefined>,
    /// True if an operation of it makes poison, with the arguments that it is called with.
    pub poison: bool,
    /// Its public functions, by name.
    pub functions: Vec<String>,
    /// The reason why its only function cannot be called, where there is no `main`.
    pub unable: Option<String>,
}

impl Prepared {
    /// A program that is ready as it stands, and of which nothing is known.
    pub fn of(program: &str) -> Prepared {
        Prepared {
            program: program.to_owned(),
            printed: Vec::new(),
            runs: true,
            wrapped: false,
            entry: None,
            arguments: Vec::new(),
            undefined: None,
            poison: false,
            functions: Vec::new(),
            unable: None,
        }
    }

    /// The call of the function that lowdiff's `main` calls, as it stands in the program, with the arguments that were chosen.
    pub fn own_call(&self, call: &Call) -> Call {
        let entry = self.entry.as_deref().unwrap_or("main");
        match self.wrapped {
            true => Call::with(entry, &self.arguments),
            false => Call { entry: Some(entry.to_owned()), ..call.clone() },
        }
    }

    /// Turns output `place` of lowdiff's `main` into what the program's own `main` gave: numbers of narrow types come back from
    /// those they were extended to for printing.
    pub fn unwrap(&self, place: usize, shown: &mut Element, bits: &mut [u64]) {
        if let Some(element) = self.printed.get(place).filter(|_| self.wrapped) {
            *shown = *element;
            bits.iter_mut().for_each(|bits| *bits &= element.low_bits());
        }
    }

    /// The outputs for a person: those of a program that prints by itself have the types that it held before it changed them for printing,
    /// where these are known.
    pub fn as_held(&self, outputs: &[Buffer]) -> Vec<Buffer> {
        let is_known = !self.wrapped && self.printed.len() == outputs.len();
        let own = |place: usize| self.printed.get(place).filter(|_| is_known);
        let held = |(place, output): (usize, &Buffer)| match own(place) {
            Some(own) => output.as_held(*own),
            None => output.clone(),
        };
        outputs.iter().enumerate().map(held).collect()
    }
}

/// A job that cannot be run, for a reason that lies in it: the program is not valid, or a step is none.
#[derive(Debug, thiserror::Error)]
pub enum InvalidJob {
    /// A worker refuses it.
    #[error("{0}")]
    Rejected(Rejection),
    /// The module is not taken, as the report of a path says.
    #[error("the module is not taken ({}): {}", .0.outcome, .0.failure.as_ref().map(words::failure).unwrap_or_default())]
    NotTaken(Box<PathReport>),
}

/// A program that was changed, and what there is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edited {
    /// The program as MLIR spells it; in its generic form where it does not read its own pretty one.
    pub program: String,
    /// The outline of its operations.
    pub outline: Outline,
}

pub use crate::path::graph::Key as StateKey;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_program_has_more_time() {
        let limits = Limits::timeout(10);
        let of = |bytes: usize| limits.for_program(&" ".repeat(bytes));
        assert_eq!(of(0), limits);
        assert_eq!(of(128 << 10), Limits { cpu: limits.cpu * 3, wall: limits.wall * 3, ..limits });
    }
}
