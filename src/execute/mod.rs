//! Run it: forked workers that lower and execute programs, and stock tools in processes of their own.

mod arena;
mod call;
mod checked;
mod child;
mod compiled_runtimes;
mod complaint;
mod crash;
mod ended;
#[cfg(test)]
pub(crate) mod fake;
mod fence;
mod frames;
mod generic;
mod heap;
pub mod interp;
pub mod itself;
mod jit;
mod launch;
pub mod leaks;
mod memory;
mod openmp;
mod passes;
mod prepare;
mod printed;
mod process;
mod reread;
mod runtime;
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
mod user_program;
mod warm;
mod wire;
mod worker;
mod wrapper;

pub use call::{Argument, Call, Given, Literal, Undefined, by};
pub use checked::{Checked, Runner};
pub use interp::Ending;
pub use jit::{Jit, NoAnswer};
pub use memory::FRESH;
pub use prepare::{invalid_program, prepare};
pub use process::{leave, survive_file_limit};
pub use reread::{content, is_sampled};
pub use states::{Checking, ChecksSteps, Interpreted, ReturnedValue, StateRun, States};
pub use stepper::{Descended, Ready, Stepper};
pub use terms::{Limits, Looks, StepChecks, Terms};
pub use tools::Tools;
pub use trial::{Trialled, Trials, Tried, TriesSteps};
pub use user_program::{UserProgram, expect_results, user_program};
pub use wrapper::Inputs;

use crate::case::Case;
use crate::mlir::{Edit, Outline, Toolchain};
use crate::observe::{Element, Expected, PathReport};
use crate::path::PathSpec;
use crate::program::{Single, Syntax};
use crate::semantics::Evaluated;
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
    /// The share that is looked at.
    pub looks: Looks,
    /// True if paths that begin with the same steps may take these together, once. For those who ask much and have the answer
    /// looked at again.
    pub together: bool,
    /// The runner of lowered modules; none for the usual one. Others have to be among [`Capabilities`].
    pub runner: Option<Runner>,
    /// The byte that fresh memory of lowered code holds: a result that depends on it was never written. Where no other one than
    /// [`FRESH`] can be had ([`Capabilities::fills`]), it is not asked for.
    pub fill: u8,
    /// Types that the program's outputs had before they were bitcast for printing, where steps are judged.
    #[serde(default)]
    pub printed: Vec<Element>,
}

impl Job {
    /// The usual way to run these paths, each by itself.
    pub fn new(program: String, paths: Vec<PathSpec>, Terms { limits, looks }: Terms) -> Job {
        Job { program, paths, limits, looks, together: false, runner: None, fill: FRESH, printed: Vec::new() }
    }

    /// Its terms.
    pub fn terms(&self) -> Terms {
        Terms { limits: self.limits, looks: self.looks }
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
    /// The arguments that its entry function is called with.
    pub arguments: Vec<Argument>,
    /// Why it is undefined, with every argument that was tried; none where nothing was tried, or nothing says so.
    pub undefined: Option<String>,
    /// Its public functions, by name.
    pub functions: Vec<String>,
    /// Why its only function cannot be called, where there is no `main`.
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
            arguments: Vec::new(),
            undefined: None,
            functions: Vec::new(),
            unable: None,
        }
    }

    /// Turns output `place` of lowdiff's `main` into what the program's own `main` gave: numbers of narrow types come back from
    /// those they were extended to for printing.
    pub fn unwrap(&self, place: usize, shown: &mut Element, bits: &mut [u64]) {
        if let Some(element) = self.printed.get(place).filter(|_| self.wrapped) {
            *shown = *element;
            bits.iter_mut().for_each(|bits| *bits &= u64::MAX >> (64 - element.bits()));
        }
    }
}

/// A job that cannot be run, for a reason that lies in it: the program is not valid, or a step is none.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// A program that was changed, and what there is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edited {
    /// The program; in MLIR's generic form where it does not read its own pretty one.
    pub program: String,
    /// The outline of its operations.
    pub outline: Outline,
}

pub use crate::path::graph::Key as StateKey;

/// The capabilities of an executor. The default describes an executor whose workers hold the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Each pass and each run is a process of stock programs. These need no other stock programs to confirm what they show; and what asks
    /// for many paths would take minutes, and is left out.
    pub stock: bool,
    /// Floats that lowered code prints as such come back from decimal text.
    pub decimals: bool,
    /// The runner of lowered modules, where others can be had; none where they cannot.
    pub runner: Option<Runner>,
    /// Fresh memory of lowered code can hold any byte.
    pub fills: bool,
}

impl Capabilities {
    /// True if a job can ask for this runner, and does not get it unasked.
    pub fn has_besides(&self, runner: Runner) -> bool {
        self.runner.is_some_and(|usual| usual != runner && usual != Runner::Both)
    }
}

/// Runs programs along paths: `jit`, `interp` and `tools`.
pub trait Executor {
    /// The word of the command line.
    fn name(&self) -> &'static str;

    /// Its capabilities, by which callers decide what to ask of it.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// The next job runs in a new process, so that no earlier case can have a part in what it shows.
    fn new_worker(&mut self);

    /// The next job runs in a copy of this process as it is then, with what has been set up in it meanwhile.
    fn new_template(&mut self);

    /// Checks the program and, where its entry function takes arguments or returns values, wraps it so that it can
    /// be compared. An error is the user's to mend.
    fn prepare(&mut self, program: &str, call: &Call) -> anyhow::Result<Prepared>;

    /// The results of a program whose `main` takes nothing by the reference semantics, without lowering it.
    ///
    /// # Errors
    /// The semantics cannot tell: something in it is unknown to them, there is nothing to ask them by, or it takes more than it may.
    fn evaluate(&mut self, program: &str, limits: &Limits) -> anyhow::Result<Evaluated> {
        let _ = (program, limits);
        anyhow::bail!("the {} executor reads no programs", self.name())
    }

    /// The outputs of a program that is ready for comparison, by the reference semantics.
    ///
    /// # Errors
    /// As [`Executor::evaluate`].
    fn expected(&mut self, program: &str) -> anyhow::Result<Vec<Expected>> {
        Ok(self.evaluate(program, &Limits::evaluation())?.outputs)
    }

    /// The operations of a program that is ready for comparison, each in a program of its own.
    ///
    /// # Errors
    /// The semantics cannot evaluate it.
    fn singles(&mut self, program: &str) -> anyhow::Result<Vec<Single>> {
        let _ = program;
        anyhow::bail!("the {} executor reads no programs", self.name())
    }

    /// The program as text after these steps.
    ///
    /// # Errors
    /// A step does not do its work, or the module cannot be shown.
    fn text_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> anyhow::Result<String> {
        let _ = (program, steps, limits);
        anyhow::bail!("the {} executor shows no modules: use jit", self.name())
    }

    /// The hash of each state that these steps lead to, then that of the last one's text, as told by a process whose heap has been put
    /// in disorder with this seed, and that has a context of its own.
    ///
    /// # Errors
    /// A step does not do its work, or nobody holds states.
    fn states(
        &mut self,
        program: &str,
        steps: &[String],
        limits: &Limits,
        disorder: Option<u64>,
    ) -> anyhow::Result<Vec<[u8; 32]>> {
        let _ = (program, steps, limits, disorder);
        anyhow::bail!("the {} executor holds no states: use jit", self.name())
    }

    /// Changes a program, and tells what there is in it then.
    ///
    /// # Errors
    /// A change cannot be made, or leaves what is not valid.
    fn edit(&mut self, program: &str, edits: &[Edit]) -> anyhow::Result<Edited> {
        let _ = (program, edits);
        anyhow::bail!("the {} executor changes no modules: use jit", self.name())
    }

    /// Runs the job, one report a path, in order. Whatever MLIR does is in the reports; an error means that
    /// the job could not be run at all (a pipeline that does not parse, no memory to fork).
    fn run(&mut self, job: &Job) -> anyhow::Result<Vec<PathReport>>;

    /// The machine that runs states as they are, where the executor has it.
    fn checks_steps(&mut self) -> Option<&mut dyn ChecksSteps> {
        None
    }

    /// Access to the states between the passes, where the executor can hold them.
    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        None
    }
}

/// The executor of whoever asks for none: it takes a fraction of the jit's time, and sees undefined behaviour each time.
pub const DEFAULT: &str = "interp";

/// The executor called `name`, for `toolchain`.
///
/// # Errors
/// There is no such executor, or the toolchain cannot serve it.
pub fn open(name: &str, toolchain: &Toolchain) -> anyhow::Result<Box<dyn Executor>> {
    match name {
        // Nothing else can serve it.
        "interp" | "jit" if toolchain.is_program() => Ok(Box::new(Tools::open(toolchain)?)),
        "jit" => Ok(Box::new(Jit::open(toolchain)?)),
        "interp" => Ok(Box::new(Jit::interpreting(toolchain)?)),
        "tools" => Ok(Box::new(Tools::open(toolchain)?)),
        other => anyhow::bail!("there is no executor '{other}': use interp, jit or tools"),
    }
}

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
