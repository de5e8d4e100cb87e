//! Lowered modules on the machine that knows undefined behaviour ([`crate::eval`]): it runs what the jit runs, and looks at every step.

use crate::eval::{
    self, ArgumentSet, EntryArgument, Layouts, OpenElement, RunBounds, RunFacts, RunStart, RunnableModule,
    StopKind, Stopped, World,
};
use crate::ir;
use crate::judge::Floats;
use crate::judge::spread::Spread;
use crate::mlir::{Context, Module, Reader, numbered};
use crate::observe::{BrokenRule, Buffer, Cause, Element, Lack, Leaked, OpenChoice, Subject};
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

/// A run of `main`, and all that it takes to run it again in another world.
#[derive(Clone, Copy)]
pub struct Rerun<'a> {
    /// The module.
    pub module: &'a ir::Module,
    /// The arguments, where they are others than the module holds.
    pub given: Option<&'a ArgumentSet>,
    /// The run.
    pub run: &'a RunFacts,
}

/// The part of itself by which an approximation may be off where a pass computes it in its own way: far above the accuracy of the
/// polynomials that MLIR has (some units in the last place of f32), and far below what a wrong one does.
const APPROXIMATED: f64 = 1.0 / 65536.0;

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
    /// The operations that made poison, by number, each once.
    pub poisons: Vec<u32>,
}

impl<'c> Interpreter<'c> {
    /// For modules of this context.
    pub fn new(context: &'c Context) -> Interpreter<'c> {
        let version = context.version().map(|(major, ..)| major);
        Interpreter { reader: Reader::new(context), layouts: Layouts::of_version(version) }
    }

    /// The neutral form of a module; none where the text it prints does not match it.
    pub fn read(&mut self, module: &Module<'_>) -> Option<ir::Module> {
        self.reader.read(module)
    }

    /// Runs `main` of a state of a path, which takes nothing, with so many bytes of memory and so many steps.
    pub fn evaluate_state(&self, module: &ir::Module, memory: u64, fuel: u64) -> RunFacts {
        self.evaluate_prepared(&self.prepared(module), &RunStart::Main, memory, fuel)
    }

    /// A state of a path that is ready to be run.
    pub fn prepared(&self, module: &ir::Module) -> RunnableModule {
        RunnableModule::of(module, &self.layouts, op::rule, World::OF_STATES)
    }

    /// Runs a state of a path from there.
    pub fn evaluate_prepared(
        &self,
        prepared: &RunnableModule,
        start: &RunStart,
        memory: u64,
        fuel: u64,
    ) -> RunFacts {
        let bounds = RunBounds { memory, fuel, world: World::OF_STATES };
        start.shown(prepared.run(start.call(), &self.layouts, bounds))
    }

    /// Runs a function of a module, which takes nothing, with so many bytes of memory and so many steps.
    pub fn evaluate(&self, module: &ir::Module, entry: &str, memory: u64, fuel: u64) -> RunFacts {
        eval::run(module, entry, &self.layouts, op::rule, RunBounds { memory, fuel, world: World::USUAL })
    }

    /// The run of this program in another world; none if the arguments do not fit.
    fn again(&self, Rerun { module, given, run }: Rerun<'_>, world: World, memory: u64) -> Option<RunFacts> {
        // As many steps as it took, and some in case that hangs on the world.
        let world = World {
            runs_ahead: run.world.runs_ahead,
            takes_own_order: world.takes_own_order || run.world.takes_own_order,
            ..world
        };
        let bounds = RunBounds { memory, fuel: run.steps.saturating_mul(2), world };
        let Some(given) = given else {
            return Some(eval::run(module, "main", &self.layouts, op::rule, bounds));
        };
        let mut own = module.clone();
        let start = given.start(&mut own)?;
        Some(start.shown(eval::run_with(&own, start.call(), &self.layouts, op::rule, bounds)))
    }

    /// The run of this program in the world that takes the order of the run for sums of floats; none if the arguments do not fit.
    pub fn in_own_order(&self, rerun: Rerun<'_>, memory: u64) -> Option<RunFacts> {
        self.again(rerun, World { takes_own_order: true, ..World::USUAL }, memory)
    }

    /// The distance that the results of a run move where this choice is settled otherwise. `printed` are the types of its outputs before they
    /// were bitcast for printing.
    pub fn moves(&self, rerun: Rerun<'_>, choice: OpenChoice, printed: &[Element], memory: u64) -> Spread {
        self.moves_between(rerun, World::differing(choice), printed, memory)
    }

    /// The distance that rounding may take the results of a run, where passes have this freedom.
    pub fn spread(&self, rerun: Rerun<'_>, floats: Floats, printed: &[Element], memory: u64) -> Spread {
        let approximated = if floats == Floats::Changed { APPROXIMATED } else { 0.0 };
        self.moves_between(rerun, World::rounded(approximated), printed, memory)
    }

    fn moves_between(
        &self,
        rerun: Rerun<'_>,
        worlds: Vec<World>,
        printed: &[Element],
        memory: u64,
    ) -> Spread {
        let others: Vec<RunFacts> =
            worlds.into_iter().filter_map(|world| self.again(rerun, world, memory)).collect();
        Spread::of(rerun.run, &others, printed)
    }

    /// Runs `main`, which takes nothing, with so many bytes of memory and so many steps.
    pub fn run(&mut self, module: &Module<'_>, memory: u64, fuel: u64) -> Ran {
        self.run_function(module, "main", memory, fuel)
    }

    /// Runs any function that takes nothing in this way.
    pub fn run_function(&mut self, module: &Module<'_>, entry: &str, memory: u64, fuel: u64) -> Ran {
        match self.read(module) {
            Some(read) => Ran::of(self.evaluate(&read, entry, memory, fuel), module),
            None => Ran::unread(),
        }
    }

    /// Runs any function of a module, read from MLIR's, with these arguments in this way.
    pub fn run_call(
        &self,
        (module, read): (&Module<'_>, &ir::Module),
        call: (&str, &[EntryArgument]),
        memory: u64,
        fuel: u64,
    ) -> Ran {
        let bounds = RunBounds { memory, fuel, world: World::USUAL };
        Ran::of(eval::run_with(read, call, &self.layouts, op::rule, bounds), module)
    }
}

impl Ran {
    /// The facts about a module whose text does not match it.
    pub(super) fn unread() -> Ran {
        let ending = Ending::Unsupported(Cause::TextDiffers {});
        let (outputs, returned, unknown) = (Vec::new(), Vec::new(), Vec::new());
        let (leaked, poisons, steps) = (Leaked::default(), Vec::new(), 0);
        let (stopped, about, broken) = (None, None, None);
        Ran { ending, stopped, about, broken, outputs, returned, unknown, steps, leaked, poisons }
    }

    /// The facts of a run of this module, whose early end names operations by number.
    pub fn of(run: RunFacts, module: &Module<'_>) -> Ran {
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
        let RunFacts { stopped, outputs, returned, unknown, steps, leaked, poisons, .. } = run;
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
