//! Lowered modules on the machine that knows undefined behaviour ([`crate::eval`]): it runs what the jit runs, and looks at every step.

use crate::eval::{self, ArgumentSet, Layouts, OpenElement, RunBounds, StopKind, Stopped};
use crate::ir;
use crate::mlir::{Context, Module, Reader, numbered};
use crate::observe::{BrokenRule, Buffer, Cause, Lack, Leaked, Subject};
use crate::op;
use serde::{Deserialize, Serialize};

pub use crate::eval::fuel;

/// Names of the operations that are known.
pub fn operations() -> impl Iterator<Item = &'static str> {
    op::all().map(|row| row.name)
}

/// Runs modules of one context.
pub struct Interpreter<'c> {
    reader: Reader<'c>,
    layouts: Layouts,
}

/// The way in which a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// `main` came back.
    Done,
    /// Its behaviour is undefined: what happened, and at which operation.
    Undefined(Cause),
    /// It gave up by itself, as where an assertion does not hold, or used memory that is not its own.
    Fault(Cause),
    /// The next step hangs on a value that the documentation leaves open.
    Open(Cause),
    /// Something the interpreter does not have.
    Unsupported(Cause),
}

/// The facts that a run showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// Its end.
    pub ending: Ending,
    /// An early end by its kind, without the operations.
    pub stopped: Option<Stopped>,
    /// The subject of its end, where more hangs on that than its words.
    pub about: Option<Subject>,
    /// The rule that is broken, where it is one.
    pub broken: Option<BrokenRule>,
    /// The outputs that were printed, in order.
    pub outputs: Vec<Buffer>,
    /// The values that the function returned.
    pub returned: Vec<eval::Returned>,
    /// The parts of the module that the interpreter does not know, met in the run or not.
    pub unknown: Vec<Lack>,
    /// Steps taken.
    pub steps: u64,
    /// Memory that was never freed. Most pipelines free nothing.
    pub leaked: Leaked,
    /// The operations that made poison, each once, as the user reads them.
    pub poisons: Vec<String>,
}

impl<'c> Interpreter<'c> {
    /// For modules of this context.
    pub fn new(context: &'c Context) -> Interpreter<'c> {
        Interpreter { reader: Reader::new(context), layouts: Layouts::default() }
    }

    /// The neutral form of a module; none where the text it prints does not match it.
    pub fn read(&mut self, module: &Module<'_>) -> Option<ir::Module> {
        self.reader.read(module)
    }

    /// Runs a function of a module, which takes nothing, with so many bytes of memory and so many steps.
    pub fn evaluate(&self, module: &ir::Module, entry: &str, memory: u64, fuel: u64) -> eval::RunFacts {
        eval::run(module, entry, &self.layouts, op::rule, RunBounds { memory, fuel, elsewhere: false })
    }

    /// True if `main` of a module shows an address where it runs as `run` has: an output is another one when memory lies elsewhere.
    pub fn shows_addresses(
        &mut self,
        (module, given): (&Module<'_>, Option<&ArgumentSet>),
        run: &eval::RunFacts,
        memory: u64,
    ) -> bool {
        let Some(mut read) = self.read(module) else { return false };
        if given.is_some_and(|given| !given.put(&mut read)) {
            return false;
        }
        // As many steps as it took, and some in case that hangs on where memory lies.
        let bounds = RunBounds { memory, fuel: run.steps.saturating_mul(2), elsewhere: true };
        let elsewhere = eval::run(&read, "main", &self.layouts, op::rule, bounds);
        elsewhere.outputs != run.outputs
    }

    /// Runs `main`, which takes nothing, with so many bytes of memory and so many steps.
    pub fn run(&mut self, module: &Module<'_>, memory: u64, fuel: u64) -> Ran {
        self.run_function(module, "main", memory, fuel)
    }

    /// Runs any function that takes nothing in this way.
    pub fn run_function(&mut self, module: &Module<'_>, entry: &str, memory: u64, fuel: u64) -> Ran {
        let Some(read) = self.read(module) else {
            let ending = Ending::Unsupported(Cause::TextDiffers {});
            let (outputs, returned, unknown) = (Vec::new(), Vec::new(), Vec::new());
            let (leaked, poisons) = (Leaked::default(), Vec::new());
            return Ran {
                ending,
                stopped: None,
                about: None,
                broken: None,
                outputs,
                returned,
                unknown,
                steps: 0,
                leaked,
                poisons,
            };
        };
        Ran::of(self.evaluate(&read, entry, memory, fuel), module)
    }
}

impl Ran {
    /// The facts of a run of this module, whose early end names operations by number.
    pub fn of(run: eval::RunFacts, module: &Module<'_>) -> Ran {
        let about = run
            .stopped
            .as_ref()
            .and_then(|end| (end.kind == StopKind::Division).then_some(Subject::Division));
        let broken = run.stopped.as_ref().and_then(|stopped| broken(stopped, module));
        let ending = match (&run.stopped, run.open.first()) {
            (Some(stopped), _) => ending(stopped.clone(), module),
            (None, Some(element)) => Ending::Open(left_open(*element, module)),
            (None, None) => Ending::Done,
        };
        let described = |number: &u32| numbered(module, *number).map(|operation| operation.described());
        let poisons = run.poisons.iter().filter_map(described).collect();
        let eval::RunFacts { stopped, outputs, returned, unknown, steps, leaked, .. } = run;
        Ran { ending, stopped, about, broken, outputs, returned, unknown, steps, leaked, poisons }
    }
}

/// An element of an output that is open.
fn left_open(element: OpenElement, module: &Module<'_>) -> Cause {
    let by = numbered(module, element.origin).map(|operation| operation.described());
    let OpenElement { output, place, .. } = element;
    Cause::LeftOpen { output, place, by }
}

/// The rule that an early end broke, with the names of the operations it is about.
pub(super) fn broken(stopped: &Stopped, module: &Module<'_>) -> Option<BrokenRule> {
    let name = |number: u32| numbered(module, number).map(|operation| operation.name().to_owned());
    let broken = stopped.broken.clone()?;
    Some(BrokenRule { operation: name(stopped.at), origin: stopped.origin.and_then(name), ..broken })
}

/// An early end with the operations that it is about.
pub(super) fn ending(stopped: Stopped, module: &Module<'_>) -> Ending {
    let Stopped { kind, cause, broken: _, at, origin } = stopped;
    if kind == StopKind::Fault {
        return Ending::of(kind, cause);
    }
    let place = |number: u32| numbered(module, number).map(|operation| operation.described());
    let (operation, origin) = (place(at), origin.and_then(place));
    Ending::of(kind, Cause::At { why: Box::new(cause), operation, origin })
}

impl Ending {
    /// An early end of this kind, for this reason.
    pub(super) fn of(kind: StopKind, cause: Cause) -> Ending {
        match kind {
            StopKind::Memory | StopKind::Fault => Ending::Fault(cause),
            StopKind::Open => Ending::Open(cause),
            StopKind::Unsupported | StopKind::TooLong => Ending::Unsupported(cause),
            StopKind::Undefined | StopKind::Division => Ending::Undefined(cause),
        }
    }
}
