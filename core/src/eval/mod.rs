//! A machine that runs modules of any mixture of dialects, and looks at every step.
//!
//! A module is read once into a form of its own: each value gets its lanes in a frame, each operation becomes
//! a step. Poison, undef, and values that the documentation leaves open are carried along and end the run where they decide
//! something: a branch, an address, a divisor, an
//! output. Memory knows what was written, what is alive and where it ends. Nothing of the program runs on this processor, so
//! its errors are found at the operation that makes them, every time.
//!
//! The machine knows no operation: [`Rules`] name them. A region operation runs its region ([`site::RegionBody::run`]) without knowing
//! what is inside. `docs/semantics.md` has the rules of each dialect with their sources.

mod argument_set;
mod build;
pub mod builtins;
pub mod constant;
mod entry;
pub mod executable;
pub mod lane;
mod layouts;
pub mod library;
pub mod machine;
mod mark;
pub mod memory;
pub mod memref;
mod passed;
mod promise;
mod returned;
pub mod site;
pub mod stop;
mod tasks;
pub mod tensor;
pub mod types;
pub mod world;

pub use argument_set::{ArgumentSet, INPUT, RunStart};
pub use build::{Rules, passes_copies};
pub use entry::{EntryArgument, element_type, extents, is_made};
pub use lane::{Lane, Taint};
pub use layouts::Layouts;
pub use library::store_scalar;
pub use machine::{Machine, Native};
pub use stop::{Breaking, Rule, Stop, StopKind};
pub use tasks::{RESUME_UNSUSPENDED, Suspended};
pub use tensor::Shaped;
pub use world::World;

use crate::ir;
use crate::observe::Lack;
use crate::observe::{BrokenRule, Buffer, Cause, Element, Escape, Leaked};
use build::Built;
use serde::{Deserialize, Serialize};
use std::rc::Rc;
use std::time::Duration;

/// Steps a run may take for each millisecond that lowered code may: a small part of it, so that what takes longer can be left to
/// compiled code, whose time is counted by itself.
const FUEL_A_MILLISECOND: u64 = 4_000;

/// Steps a run may take under this limit on the time of lowered code.
pub fn fuel(cpu: Duration) -> u64 {
    FUEL_A_MILLISECOND.saturating_mul(cpu.as_millis().max(1).try_into().unwrap_or(u64::MAX))
}

/// Bounds of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunBounds {
    /// Bytes of memory, and of tensors.
    pub memory: u64,
    /// Steps.
    pub fuel: u64,
    /// The way in which what is left open is settled.
    pub world: World,
}

/// An early end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// The kind it counts as.
    pub kind: StopKind,
    /// The reason.
    pub cause: Cause,
    /// The rule that is broken, or that leaves open how the run goes on.
    #[serde(default)]
    pub broken: Option<BrokenRule>,
    /// Number of the operation at which it happened.
    pub at: u32,
    /// Number of the operation that made the value undefined, where that is another one.
    pub origin: Option<u32>,
}

/// A value that the entry function returned.
#[derive(Clone, Debug, PartialEq)]
pub struct Returned {
    /// Its type.
    pub ty: Rc<ir::Type>,
    /// Its elements: of a memref what it holds, of anything that is no tensor under an empty shape.
    pub value: Shaped,
}

/// The facts that a run showed.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFacts {
    /// The reason why it did not come to its end, if it did not.
    pub stopped: Option<Stopped>,
    /// The outputs that were printed, in order.
    pub outputs: Vec<Buffer>,
    /// The values that the entry function returned.
    pub returned: Vec<Returned>,
    /// The values that it left where others may look: in public globals that may be written, and behind pointers that it returned.
    pub escaped: Vec<(Escape, Returned)>,
    /// The parts of the module that the machine does not know, met in the run or not.
    pub unknown: Vec<Lack>,
    /// Steps taken.
    pub steps: u64,
    /// Memory that was never freed. Most pipelines free nothing.
    pub leaked: Leaked,
    /// Text that was printed beside them, in order.
    pub said: Vec<Saying>,
    /// Elements of the outputs that the documentation leaves open; they have no bits.
    pub open: Vec<OpenElement>,
    /// True if an operation was run whose documentation asks for an approximation of its result alone.
    pub approximate: bool,
    /// True if results of one of those do not move in worlds that round otherwise.
    pub unmeasured: bool,
    /// True if an operation was run whose specification calls all results unpredictable then (TOSA 1.0, "REQUIRE"), or does not say
    /// that lowered code gets past it (`memref.cast` to another rank than there is).
    pub unpredictable: bool,
    /// Times that the run went on where a stricter reading of the documentation ends it: an operation that may be run ahead of time made
    /// poison where it is undefined, or bits that hang on no undef bit of an operand were defined.
    pub lenient: u64,
    /// The world that it was run in.
    pub world: World,
    /// True if an element may be open as more than the last bits of a sum hang on the order of its terms.
    pub order_tells: bool,
    /// True if a function gave back memory that it was given.
    pub gives_back: bool,
    /// True if an operation made poison, whether or not something came of it, or took an empty slice that is not inside of its tensor.
    pub poisoned: bool,
    /// The operations that made poison, by number, each once: the first of them.
    pub poisons: Vec<u32>,
    /// The first operation, by number, that rounds a product and a sum once and gives another number where that is rounded twice, as it is
    /// where a pass expands it or computes it in a wider format.
    pub rounded_once: Option<u32>,
}

/// Text that a program printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// The number of outputs before it.
    pub behind: usize,
    /// The text.
    pub text: String,
}

/// An element of an output that the documentation leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenElement {
    /// The number of the output.
    pub output: usize,
    /// The number of the element, row-major.
    pub place: usize,
    /// The number of the operation that leaves it open.
    pub origin: u32,
}

impl RunFacts {
    /// True of a run that ended at a use of poison.
    pub fn used_poison(&self) -> bool {
        let broken = self.stopped.as_ref().and_then(|stopped| stopped.broken.as_ref());
        broken.is_some_and(|broken| broken.rule == memory::USED_POISON.id)
    }

    /// The elements of outputs that are open: the number of the output, and that of the element.
    pub fn open_places(&self) -> impl Iterator<Item = (usize, usize)> {
        self.open.iter().map(|element| (element.output, element.place))
    }
}

impl Returned {
    /// The type of its elements, where it is one that buffers hold.
    pub fn element(&self) -> Option<Element> {
        let mut scalar = element_type(&self.ty);
        while let ir::Type::Vector(_, part) | ir::Type::Complex(part) | ir::Type::Array(_, part) = scalar {
            scalar = part;
        }
        Element::parse(&scalar.to_string())
    }
}

/// Runs `entry`, which takes nothing, by these rules.
pub fn run(module: &ir::Module, entry: &str, layouts: &Layouts, rules: Rules, bounds: RunBounds) -> RunFacts {
    run_with(module, (entry, &[]), layouts, rules, bounds)
}

/// Runs an entry function with these arguments, one for each of its parameters. Memrefs among these are returned behind its results, as it
/// left them, unless it freed them.
pub fn run_with(
    module: &ir::Module,
    (entry, arguments): (&str, &[EntryArgument]),
    layouts: &Layouts,
    rules: Rules,
    bounds: RunBounds,
) -> RunFacts {
    RunnableModule::of(module, layouts, rules, bounds.world).run((entry, arguments), layouts, bounds)
}

/// A module that is ready to be run.
pub struct RunnableModule(Built);

impl RunnableModule {
    /// A module by these rules, for runs in that world.
    pub fn of(module: &ir::Module, layouts: &Layouts, rules: Rules, world: World) -> RunnableModule {
        RunnableModule(build::build(module, layouts, rules, world))
    }

    /// A run in the world that it was made for; see [`run_with`].
    pub fn run(
        &self,
        (entry, arguments): (&str, &[EntryArgument]),
        layouts: &Layouts,
        bounds: RunBounds,
    ) -> RunFacts {
        let Built { program, unknown } = &self.0;
        let mut outputs = Vec::new();
        let mut sink = |buffer| outputs.push(buffer);
        let (mut steps, mut leaked, mut at, mut lenient) = (0, Leaked::default(), 0, 0);
        let (mut returned, mut escaped) = (Vec::new(), Vec::new());
        let (mut approximate, mut unmeasured, mut unpredictable, mut poisoned) = (false, false, false, false);
        let mut gives_back = false;
        let mut order_tells = false;
        let (mut open, mut poisons, mut said, mut rounded_once) = (Vec::new(), Vec::new(), Vec::new(), None);
        let mut go = || {
            let main = match program.callees.get(entry) {
                Some(executable::Callee::Own(main)) => *main,
                _ => return Err(Stop::lacks(Lack::Entry(entry.to_owned()))),
            };
            if program.functions[main].parameters.len() != arguments.len() {
                return Err(Stop::lacks(Lack::EntryArguments(entry.to_owned())));
            }
            let mut machine = Machine::new(program, bounds, &mut sink)?;
            let mut all = || {
                program.before.iter().try_for_each(|callee| machine.call_callee(*callee, &[]).map(|_| ()))?;
                let mut given = Vec::new();
                for (ty, argument) in program.functions[main].parameters.iter().zip(arguments) {
                    given.push(entry::lanes(&mut machine, (ty, layouts), argument)?);
                }
                let lanes = machine.call(main, &given.concat())?;
                returned = returned::read_out(&mut machine, main, &lanes)?;
                let parameters = program.functions[main].parameters.iter();
                for (ty, lanes) in parameters.zip(&given) {
                    returned.extend(returned::given_back(&mut machine, ty, lanes)?);
                }
                program.after.iter().try_for_each(|callee| machine.call_callee(*callee, &[]).map(|_| ()))?;
                escaped = returned::escaped(&mut machine, main, &lanes)?;
                Ok(())
            };
            let ended = all();
            steps = bounds.fuel - machine.fuel;
            leaked = machine.memory.leaked();
            (at, approximate, unmeasured) = (machine.at, machine.approximate, machine.unmeasured);
            (unpredictable, order_tells) = (machine.unpredictable, machine.order_tells);
            gives_back = machine.gives_back;
            (poisoned, lenient) = (machine.poisoned.get(), machine.lenient.get());
            open = std::mem::take(&mut machine.open);
            poisons = machine.poisons.take();
            said = std::mem::take(&mut machine.said);
            rounded_once = machine.rounded_once.get();
            if let Err(Stop(reason)) = &ended
                && reason.origin.is_some_and(|origin| machine.ahead.borrow().contains(&origin))
            {
                // It ends for want of what a stricter reading ends it at: the run has not got past that.
                lenient -= 1;
            }
            ended
        };
        let stopped = go().err().map(|Stop(reason)| Stopped {
            kind: reason.kind,
            broken: reason.cause.broken(),
            cause: reason.cause,
            at,
            origin: reason.origin.filter(|origin| *origin != at),
        });
        RunFacts {
            stopped,
            outputs,
            returned,
            escaped,
            unknown: unknown.clone(),
            steps,
            leaked,
            said,
            open,
            approximate,
            unmeasured,
            unpredictable,
            lenient,
            world: bounds.world,
            order_tells,
            gives_back,
            poisoned,
            poisons,
            rounded_once,
        }
    }
}
