//! Executors: who runs jobs, and the further services of those that hold the library.

use super::{Call, ChecksSteps, Edited, Jit, Job, Limits, Prepared, Runner, Stepper, Tools};
use crate::mlir::{Edit, Toolchain};
use crate::observe::{Expected, PathReport};
use crate::program::Single;
use crate::semantics::Evaluated;
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

/// The capabilities of an executor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Its kind, as documents name it.
    pub kind: ExecutorKind,
    /// Each pass and each run is a process of stock programs. These need no other stock programs to confirm what they show; and what asks
    /// for many paths would take minutes, and is left out.
    pub stock: bool,
    /// Floats that lowered code prints as such come back from decimal text.
    pub decimals: bool,
    /// The runner of lowered modules, where others can be had; none where they cannot.
    pub runner: Option<Runner>,
    /// A machine runs the states between the passes as they are.
    pub runs_states: bool,
    /// Fresh memory of lowered code can hold any byte.
    pub fills: bool,
}

impl Capabilities {
    /// True if a job can ask for this runner, and does not get it unasked.
    pub fn has_besides(&self, runner: Runner) -> bool {
        self.runner.is_some_and(|usual| usual != runner && usual != Runner::Both)
    }

    /// Makes sure that states are held, so that many paths can branch off them.
    ///
    /// # Errors
    /// They are not.
    pub fn check_holds_states(&self) -> Result<()> {
        if self.stock {
            bail!(
                "the executor '{}' holds nothing between two passes: leave --paths out, or use jit",
                self.kind
            );
        }
        Ok(())
    }
}

/// Runs programs along paths: `jit`, `interp` and `tools`. [`ExecutorKind::open`] opens one.
pub trait Executor: ReadsPrograms {
    /// Its capabilities, by which callers decide what to ask of it.
    fn capabilities(&self) -> Capabilities;

    /// Runs the job, one report a path, in order. Whatever MLIR does is in the reports; an error means that
    /// the job could not be run at all (a pipeline that does not parse, no memory to fork).
    fn run(&mut self, job: &Job) -> Result<Vec<PathReport>>;

    /// The services of workers that hold the library, where there are such.
    fn library(&mut self) -> Option<&mut dyn HoldsLibrary> {
        None
    }
}

/// The services of workers that hold the library.
pub trait HoldsLibrary: HoldsModules + ChecksSteps + Stepper {
    /// Workers to come are copies of this process as it is then, with what has been set up in it meanwhile.
    fn new_template(&mut self);
}

impl dyn Executor + '_ {
    /// Its kind.
    pub fn kind(&self) -> ExecutorKind {
        self.capabilities().kind
    }

    /// The service that holds modules.
    ///
    /// # Errors
    /// There is none.
    pub fn modules(&mut self) -> Result<&mut dyn HoldsModules> {
        let kind = self.kind();
        match self.library() {
            Some(library) => Ok(library),
            None => bail!("the {kind} executor holds no modules: use jit"),
        }
    }

    /// The machine that runs states as they are, where there is one.
    pub fn checks_steps(&mut self) -> Option<&mut dyn ChecksSteps> {
        let runs_states = self.capabilities().runs_states;
        Some(self.library().filter(|_| runs_states)?)
    }

    /// Access to the states between the passes.
    ///
    /// # Errors
    /// They are not held.
    pub fn stepper(&mut self) -> Result<&mut dyn Stepper> {
        self.capabilities().check_holds_states()?;
        Ok(self.library().context("an executor without a library holds states")?)
    }

    /// As [`HoldsLibrary::new_template`], where there are workers that hold the library.
    pub fn new_template(&mut self) {
        self.library().into_iter().for_each(HoldsLibrary::new_template);
    }
}

/// Reads programs, and says something of each.
pub trait ReadsPrograms {
    /// Checks the program and, where its entry function takes arguments or returns values, wraps it so that it can
    /// be compared. An error is the user's to mend.
    fn prepare(&mut self, program: &str, call: &Call) -> Result<Prepared>;

    /// The results of a program whose `main` takes nothing by the reference semantics, without lowering it.
    ///
    /// # Errors
    /// The semantics cannot tell: something in it is unknown to them, there is nothing to ask them by, or it takes more than it may.
    fn evaluate(&mut self, program: &str, limits: &Limits) -> Result<Evaluated> {
        let _ = (program, limits);
        bail!("nobody here evaluates programs")
    }

    /// The outputs of a program that is ready for comparison, by the reference semantics.
    ///
    /// # Errors
    /// As [`ReadsPrograms::evaluate`].
    fn expected(&mut self, program: &str) -> Result<Vec<Expected>> {
        Ok(self.evaluate(program, &Limits::evaluation())?.outputs)
    }

    /// The operations of a program that is ready for comparison, each in a program of its own.
    ///
    /// # Errors
    /// The semantics cannot evaluate it.
    fn singles(&mut self, program: &str) -> Result<Vec<Single>> {
        let _ = program;
        bail!("nobody here evaluates programs")
    }

    /// The program as text after these steps.
    ///
    /// # Errors
    /// A step does not do its work, or the module cannot be shown.
    fn text_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> Result<String>;
}

/// The states that steps led to in one heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapRun {
    /// The hash of the state behind each step.
    pub states: Vec<[u8; 32]>,
    /// The text of the last one.
    pub text: String,
}

/// Holds modules, and changes them or tells their states.
pub trait HoldsModules {
    /// The states that these steps lead to, in a worker that nobody else runs in: for each of these seeds as they come out where the heap
    /// has been put in disorder with it, in a context of its own; without any seed once, in the heap as it is.
    ///
    /// # Errors
    /// A step does not do its work.
    fn states(
        &mut self,
        program: &str,
        steps: &[String],
        limits: &Limits,
        heaps: &[u64],
    ) -> Result<Vec<HeapRun>>;

    /// Changes a program, and tells what there is in it then.
    ///
    /// # Errors
    /// A change cannot be made, or leaves what is not valid.
    fn edit(&mut self, program: &str, edits: &[Edit]) -> Result<Edited>;
}

/// A kind of executors, as the command line and documents spell it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExecutorKind {
    /// In a forked child, by lowdiff's interpreter of the llvm dialect where it can, else compiled. It takes a fraction of the time of
    /// compiled code, and sees undefined behaviour each time.
    #[default]
    Interp,
    /// In a forked child, by MLIR's own execution engine.
    Jit,
    /// By stock mlir-opt and mlir-runner, in processes of their own.
    Tools,
}

impl ExecutorKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ExecutorKind::Interp => "interp",
            ExecutorKind::Jit => "jit",
            ExecutorKind::Tools => "tools",
        }
    }

    /// True if it compiles all lowered code.
    pub fn compiles(self) -> bool {
        self != ExecutorKind::Interp
    }

    /// The kind that serves `toolchain` where this one is asked for: stock programs serve a toolchain that is one, whatever the kind.
    pub fn on(self, toolchain: &Toolchain) -> ExecutorKind {
        if toolchain.is_program() { ExecutorKind::Tools } else { self }
    }

    /// The capabilities of executors of this kind.
    pub fn capabilities(self) -> Capabilities {
        let of_library = |runner| Capabilities {
            kind: self,
            runner: Some(runner),
            fills: true,
            runs_states: runner != Runner::Jit,
            ..Capabilities::default()
        };
        match self {
            ExecutorKind::Interp => of_library(Runner::Interpreter),
            ExecutorKind::Jit => of_library(Runner::Jit),
            ExecutorKind::Tools => {
                Capabilities { kind: self, stock: true, decimals: true, ..Capabilities::default() }
            }
        }
    }

    /// The executor of the kind that serves `toolchain`.
    ///
    /// # Errors
    /// The toolchain cannot serve it.
    pub fn open(self, toolchain: &Toolchain) -> Result<Box<dyn Executor>> {
        Ok(match self.on(toolchain) {
            ExecutorKind::Tools => Box::new(Tools::open(toolchain)?),
            ExecutorKind::Interp => Box::new(Jit::interpreting(toolchain)?),
            ExecutorKind::Jit => Box::new(Jit::open(toolchain)?),
        })
    }
}

impl std::str::FromStr for ExecutorKind {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> Result<ExecutorKind> {
        let kinds = [ExecutorKind::Interp, ExecutorKind::Jit, ExecutorKind::Tools];
        let kind = kinds.into_iter().find(|kind| kind.word() == word);
        kind.with_context(|| format!("there is no executor '{word}': use interp, jit or tools"))
    }
}

impl std::fmt::Display for ExecutorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}
