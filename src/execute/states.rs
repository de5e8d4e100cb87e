//! States of a path, each run by the machine as it is and held against the state before.

use super::call::{Argument, Call, ValuePart, arguments};
use super::child::Child;
use super::interp::{Ending, Interpreter, Ran, Rerun, broken, ending};
use super::rejection::Rejection;
use super::state_comparison::StateComparison;
use super::wire::{Frame, Phase};
use super::{Isolation, Limits, interp, passes};
use crate::eval::{Lane, Returned, RunFacts, StopKind, Stopped, element_type};
use crate::ir::{self, parse_type};
use crate::judge::refine::{Breach, Refinement, says_less};
use crate::mlir::{Module, numbered};
use crate::observe::{BrokenRule, Buffer, Cause, Defect, Element, Ended, Lack};
use crate::path::Freedom;
use crate::path::event::StepError;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A state of a path that was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateRun {
    /// Steps taken to get there.
    pub steps: usize,
    /// The end of its run.
    pub ending: Ending,
    /// The rule that it breaks, where it is one.
    pub broken: Option<BrokenRule>,
    /// The outputs it printed.
    pub outputs: Vec<Buffer>,
    /// The number of the state that it is held against, and the relation to that; none for the first state.
    pub relation: Option<(usize, Refinement)>,
    /// Time for reading it and for running it.
    pub spent: [Duration; 2],
    /// Time of the last step, where one led to it.
    pub pass: Option<Duration>,
}

/// The states of a path, and why it ended early if it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States {
    /// The states that were run: the source, and each that a step changed.
    pub runs: Vec<StateRun>,
    /// The step that ended the path, by number, and the end.
    pub ended: Option<(usize, Ended)>,
}

impl States {
    /// The first state that is not allowed by the state just before it, and the breach. A state between the two that could not be run leaves open which step it was.
    pub fn culprit(&self) -> Option<(&StateRun, &Breach)> {
        self.neighbours().find_map(|(_, run)| {
            let (_, Refinement::Broken(breach)) = run.relation.as_ref()? else { return None };
            Some((run, breach))
        })
    }

    /// True if a state is not allowed by an earlier one.
    pub fn is_broken(&self) -> bool {
        self.runs.iter().any(|run| matches!(run.relation, Some((_, Refinement::Broken(_)))))
    }

    /// Each state that is held against the state just before it, with that one.
    pub fn neighbours(&self) -> impl Iterator<Item = (&StateRun, &StateRun)> {
        let pairs = self.runs.iter().zip(self.runs.iter().skip(1)).enumerate();
        pairs.filter(|(number, (_, run))| run.is_held_against(*number)).map(|(_, pair)| pair)
    }
}

impl StateRun {
    /// True if it is held against the state of this number.
    fn is_held_against(&self, number: usize) -> bool {
        self.relation.as_ref().is_some_and(|(against, _)| *against == number)
    }
}

/// A program that was run as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interpreted {
    /// The end of the run.
    pub ending: Ending,
    /// An early end by its kind, without the operations.
    pub stopped: Option<Stopped>,
    /// The place in the program's text of the operation at which it ended early, in line and column, where that is known.
    pub place: Option<String>,
    /// The outputs it printed.
    pub outputs: Vec<Buffer>,
    /// The values it returned.
    pub returned: Vec<ReturnedValue>,
    /// The operations that made values without bits, each once: those of values it returned, and then all that made poison.
    pub makers: Vec<Maker>,
    /// The arguments that it was called with.
    pub arguments: Vec<Argument>,
}

impl Interpreted {
    /// True if it takes more steps, or more nested calls, than a run may.
    pub fn is_too_long(&self) -> bool {
        self.stopped.as_ref().is_some_and(|stopped| {
            stopped.kind == StopKind::TooLong || stopped.cause.lack() == Some(&Lack::Depth {})
        })
    }
}

/// An operation that made a value without bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maker {
    /// The reason why it has none.
    pub defect: Defect,
    /// The operation, as the user reads it.
    pub operation: String,
    /// Its place in the program's text, in line and column, where that is known.
    pub place: Option<String>,
}

impl Maker {
    /// Those of a run of this module.
    fn all(ran: &Ran, module: &Module<'_>) -> Vec<Maker> {
        let returned = ran.returned.iter().flat_map(|returned| &returned.value.lanes);
        let of_returned = returned.filter_map(|lane| Some((lane.taint.defect()?, lane.taint.operation())));
        let of_poison = ran.poisons.iter().map(|number| (Defect::Poison, *number));
        let mut seen = BTreeSet::new();
        let numbers =
            of_returned.chain(of_poison).filter(|(_, number)| seen.insert(*number)).take(MOST_MAKERS);
        let made = numbers.filter_map(|(defect, number)| {
            let operation = numbered(module, number)?;
            let place = operation.location().map(|location| location.in_file());
            Some(Maker { defect, operation: operation.described(), place })
        });
        made.collect()
    }
}

/// Operations that made values without bits that are told.
const MOST_MAKERS: usize = 8;

/// A value that an entry function returned, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReturnedValue {
    /// Its type, as MLIR spells it.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its extents; none of anything but tensors and memrefs.
    pub shape: Vec<u64>,
    /// The type of an element, where it is one of numbers.
    pub element: Option<Element>,
    /// The bits of each part of each element in hexadecimal digits, or `poison`, `undef`, `open`, `pointer` or `handle`.
    pub elements: Vec<String>,
    /// As [`ReturnedValue::elements`], with decimals in the place of bits.
    pub values: Vec<String>,
}

impl ReturnedValue {
    fn of(returned: &Returned) -> ReturnedValue {
        let is_handle = matches!(element_type(&returned.ty), ir::Type::Other(_));
        let word = |lane: &Lane, defined: &dyn Fn(u128) -> String| match lane.taint.defect() {
            Some(defect) => defect.word().to_owned(),
            None if lane.origin != 0 => "pointer".to_owned(),
            None if is_handle => "handle".to_owned(),
            None => defined(lane.bits),
        };
        let bits = |bits| format!("{bits:#x}");
        let lanes = &returned.value.lanes;
        let elements: Vec<String> = lanes.iter().map(|lane| word(lane, &bits)).collect();
        // A tensor that has no value is a single lane.
        let parts =
            ValuePart::all(&returned.ty).filter(|parts| lanes.len().is_multiple_of(parts.len().max(1)));
        let values = match &parts {
            Some(parts) => {
                let pairs = lanes.iter().zip(parts.iter().cycle());
                pairs.map(|(lane, part)| word(lane, &|bits| part.decimal(bits))).collect()
            }
            None => elements.clone(),
        };
        let (ty, shape, element) =
            (returned.ty.to_string(), returned.value.shape.clone(), returned.element());
        ReturnedValue { ty, shape, element, elements, values }
    }

    /// The value as an output that was printed, where every element is defined and of a type that buffers hold.
    pub fn as_buffer(&self) -> Option<Buffer> {
        let structure = parse_type(&self.ty);
        let is_held = |ty: &ir::Type| !matches!(ty, ir::Type::Complex(_) | ir::Type::Array(..));
        let (shape, element) = match &structure {
            ir::Type::Vector(extents, _) => {
                (extents.iter().map(|(extent, _)| *extent).collect(), self.element?)
            }
            _ if matches!(element_type(&structure), ir::Type::Vector(..)) => return None,
            _ => (self.shape.clone(), self.element?),
        };
        if !is_held(element_type(&structure)) || shape.iter().product::<u64>() as usize != self.elements.len()
        {
            return None;
        }
        let bits = |word: &String| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok();
        Some(Buffer { shape, element, bits: self.elements.iter().map(bits).collect::<Option<_>>()? })
    }

    /// True if every element is defined.
    pub fn is_defined(&self) -> bool {
        self.elements.iter().all(|word| word.starts_with("0x") || word == "pointer" || word == "handle")
    }
}

/// A path that is to be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checking {
    /// MLIR text, ready for comparison.
    pub program: String,
    /// Types that the program's outputs had before they were bitcast for printing.
    pub printed: Vec<Element>,
    /// The steps.
    pub steps: Vec<String>,
    /// Limits on the steps and the runs.
    pub limits: Limits,
    /// The process that they run in.
    #[serde(default)]
    pub isolation: Isolation,
}

/// The state that later ones are held against.
struct Earlier {
    number: usize,
    steps: usize,
    module: ir::Module,
    run: RunFacts,
}

/// Runs a function of a program as it is.
///
/// # Errors
/// The program cannot be read, or an argument is none of its parameter's type.
pub(super) fn interpreted(
    child: &Child<'_>,
    program: &str,
    call: &Call,
    limits: Limits,
) -> Result<Interpreted, String> {
    let module = child.read(program)?;
    let mut interpreter = child.machine.borrow_mut();
    child.arena.enter(Phase::Evaluate);
    let entry = call.entry.as_deref().unwrap_or("main");
    let mut made = Vec::new();
    let ran = match interpreter.read(&module) {
        Some(read) => {
            let (values, told): (Vec<_>, Vec<_>) = arguments(&read, entry, call)?.into_iter().unzip();
            made = told;
            let fuel = interp::fuel(limits.cpu);
            interpreter.run_call((&module, &read), (entry, &values), limits.memory / 4, fuel)
        }
        None => Ran::unread(),
    };
    let returned = ran.returned.iter().map(ReturnedValue::of).collect();
    let makers = Maker::all(&ran, &module);
    let Ran { ending, stopped, outputs, .. } = ran;
    let operation = stopped.as_ref().and_then(|stopped| numbered(&module, stopped.at));
    let place = operation.and_then(|operation| Some(operation.location()?.in_file()));
    let ending = match ending {
        Ending::Fault(cause) if !matches!(cause, Cause::At { .. }) => {
            let operation = operation.map(|operation| operation.described());
            Ending::Fault(Cause::At { why: Box::new(cause), operation, origin: None })
        }
        ending => ending,
    };
    Ok(Interpreted { ending, stopped, place, outputs, returned, makers, arguments: made })
}

/// Runs each state that these steps lead to, and tells each the moment it has been run; why the path ended early, if it did.
pub(super) fn check(child: &Child<'_>, checking: &Checking) -> Result<Option<(usize, Ended)>, Rejection> {
    let Checking { program, printed, steps, limits, .. } = checking;
    let source = child.read(program)?;
    let mut interpreter = child.machine.borrow_mut();
    child.arena.enter(Phase::Evaluate);
    let comparison = StateComparison::new(child.major, &source, printed.clone());
    // The state just before, and one before that which says more.
    let (mut earlier, mut fuller): (Option<Earlier>, Option<Earlier>) = (None, None);
    let mut look = |module: &Module<'_>, steps_taken: usize, number: usize, pass: Option<Duration>| {
        child.arena.enter(Phase::Evaluate);
        let (read, run, spent) = run(&mut interpreter, module, *limits, u64::MAX)?;
        let run = placed(run, module);
        let held = |earlier: &Earlier| {
            let freedom = Freedom::of(&steps[earlier.steps..steps_taken]);
            let of = |(module, run)| Rerun { module, given: None, run };
            let reruns = [(&earlier.module, &earlier.run), (&read, &run)].map(of);
            (earlier.number, comparison.judge(child.arena, &interpreter, reruns, freedom, limits.memory / 4))
        };
        let relation = match earlier.as_ref().map(held) {
            broken @ Some((_, Refinement::Broken(_))) => broken,
            other => fuller.as_ref().map(held).or(other),
        };
        let is_broken = matches!(relation, Some((_, Refinement::Broken(_))));
        let outputs = run.outputs.clone();
        let broken = run.stopped.as_ref().and_then(|stopped| stopped.broken.clone());
        let told =
            StateRun { steps: steps_taken, ending: ended(&run), broken, outputs, relation, spent, pass };
        let comes_to_an_end = !matches!(told.ending, Ending::Unsupported(_) | Ending::Open(_));
        if comes_to_an_end || earlier.is_none() {
            let says_more = |other: &Earlier| !is_broken && says_less(&other.run, &run);
            fuller = fuller.take().or(earlier.take()).filter(says_more);
            earlier = Some(Earlier { number, steps: steps_taken, module: read, run });
        }
        child.arena.push(&Frame::State(Box::new(told)));
        child.arena.enter(Phase::Harness);
        Ok::<(), String>(())
    };
    look(&source, 0, 0, None)?;
    let mut lowering = passes::alone(child.arena, *limits, source);
    let (mut state, mut number) = (lowering.state(), 0);
    for (place, step) in steps.iter().enumerate() {
        let before = lowering.compiler.spent.passes;
        match lowering.follow(step) {
            Ok(_) => {}
            Err(StepError::Refused(refusal)) => return Err(Rejection::Refused(refusal)),
            Err(error) => {
                let (outcome, failure) = error.ending();
                return Ok(Some((place, Ended { outcome, failure })));
            }
        }
        if std::mem::replace(&mut state, lowering.state()) != state {
            number += 1;
            let pass = Some(lowering.compiler.spent.passes - before);
            let module = lowering.module().ok_or_else(|| "a step went wrong".to_owned())?;
            look(module, place + 1, number, pass)?;
        }
    }
    Ok(None)
}

/// Runs `main` of a module within the limits and so many steps; time for reading and for running.
pub(super) fn run(
    interpreter: &mut Interpreter<'_>,
    module: &Module<'_>,
    limits: Limits,
    fuel: u64,
) -> Result<(ir::Module, RunFacts, [Duration; 2]), String> {
    let clock = Instant::now();
    let read = interpreter.read(module).ok_or("the module's text does not match it")?;
    let reading = clock.elapsed();
    let fuel = fuel.min(interp::fuel(limits.cpu));
    let run = interpreter.evaluate_state(&read, limits.memory / 4, fuel);
    let running = clock.elapsed() - reading;
    Ok((read, run, [reading, running]))
}

/// The run with the operations that its early end is about.
pub(super) fn placed(mut run: RunFacts, module: &Module<'_>) -> RunFacts {
    if let Some(stopped) = &mut run.stopped {
        stopped.broken = broken(stopped, module);
        stopped.cause = match ending(stopped.clone(), module) {
            Ending::Done => Cause::default(),
            Ending::Undefined(cause)
            | Ending::Fault(cause)
            | Ending::Open(cause)
            | Ending::Unsupported(cause) => cause,
        };
    }
    run
}

/// The end of a run whose early end has its operations.
fn ended(run: &RunFacts) -> Ending {
    run.stopped.as_ref().map_or(Ending::Done, |stopped| Ending::of(stopped.kind, stopped.cause.clone()))
}

/// A machine that runs the states of a path as they are.
pub trait ChecksSteps {
    /// Runs a program before and after each step of a path.
    ///
    /// # Errors
    /// The program cannot be read, or a step is none.
    fn check(&mut self, checking: Checking) -> Result<States>;

    /// The state of a program after these steps in generic form, as [`crate::ir`] writes it.
    ///
    /// # Errors
    /// A step does not do its work, or this form does not hold what is there.
    fn state_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> Result<String>;
}
