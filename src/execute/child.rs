//! The worker: a forked process that answers requests until its parent goes away.

use super::arena::Arena;
use super::call::{Call, CallWorth, MOST_STEPS};
use super::interp::{Interpreter, Ran, Rerun};
use super::passes::{self, Judging, MlirDescent, watch_pairs};
use super::rejection::Rejection;
use super::runner::Runner;
use super::wire::{Answer, Frame, Phase, Request, Running};
use super::{
    Edited, Ending, HeapRun, Job, Limits, Prepared, StateKey, Terms, compiled_memory, heap, prepare, states,
    trial,
};
use crate::bug::DrawCounts;
use crate::eval::StopKind;
use crate::mlir::{Context, Edit, Module, edit, outline, print_pipeline, read};
use crate::observe::{Cause, Effort, Element, Failure, HarnessFault, OpenChoice, Outcome, Spent, dialect};
use crate::path::declared::Reply;
use crate::path::event::StepError;
use crate::path::graph::ROOT;
use crate::path::{End, Lowering as _, PathSpec, Strategy, catalogue};
use crate::program::{Single, Syntax, singles};
use crate::semantics::{self, Definedness, Evaluated};
use crate::version;
use crate::words;
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::time::Instant;

/// A program whose states are held, and how its paths are drawn.
struct Opened<'c, 's> {
    lowering: MlirDescent<'c, 's>,
    strategy: Strategy,
}

/// Everything a worker has.
pub struct Child<'c> {
    /// That of the parent, from before the fork, until a request takes one of its own.
    pub context: Cell<&'c Context>,
    /// Shared with the parent.
    pub arena: &'c Arena,
    /// LLVM's major version.
    pub major: u32,
    /// The runner of lowered modules where a job names none.
    pub usual: Runner,
    /// The runner of the request that is being answered.
    pub runner: Cell<Runner>,
    /// The machine that runs states as they are, and lowered modules where the runner is no other.
    pub machine: RefCell<Interpreter<'c>>,
    /// A byte here means that a request is ready.
    pub go: File,
    /// A byte here means that it is answered.
    pub done: File,
}

impl<'c> Child<'c> {
    /// Answers requests until the parent closes its end.
    pub fn serve(&self) -> ! {
        let mut byte = [0u8];
        let mut opened = None;
        while matches!((&self.go).read(&mut byte), Ok(1)) {
            match self.arena.request::<Request>() {
                Ok(request) => self.answer(request, &mut opened),
                Err(error) => {
                    self.arena.push(&Frame::Harness(HarnessFault::Undecoded(error.to_string())));
                }
            }
            crate::coverage::leave_request();
            if (&self.done).write_all(&[0]).is_err() {
                break;
            }
        }
        // SAFETY: ends the process without the exit hooks of the engine it was forked from.
        unsafe { libc::_exit(0) }
    }

    fn answer<'s>(&'s self, request: Request, opened: &mut Option<Opened<'c, 's>>) {
        self.runner.set(self.usual);
        match request {
            Request::Prepare { program, call } => {
                self.arena.enter(Phase::Parse);
                let prepared = prepare(self.context.get(), &program, &call, |ready| self.defined(ready));
                self.tell(
                    prepared.map(|prepared| Answer::Prepared(self.as_written(prepared, &program, &call))),
                );
            }
            Request::Evaluate { program } => self.tell(self.evaluate(&program).map(Answer::Evaluated)),
            Request::Interpret { program, call, limits } => {
                self.tell(states::interpreted(self, &program, &call, limits).map(Answer::Interpreted));
            }
            Request::Check { checking } => self.tell(states::check(self, &checking).map(Answer::Checked)),
            Request::TakeApart { program } => self.tell(self.take_apart(&program).map(Answer::Singles)),
            Request::Try { trials, first } => {
                if let Some(program) = self.parse(&trials.program) {
                    trial::answer(self.arena, program, &trials, first, self.major);
                }
            }
            Request::Print { program, steps, limits, generic } => {
                self.tell(self.print(&program, &steps, limits, generic).map(Answer::Text));
            }
            Request::Parse { pipeline } => {
                self.tell(Ok::<_, Rejection>(Answer::Parsed(
                    match print_pipeline(self.context.get(), &pipeline) {
                        Ok(printed) => Reply::Taken(printed),
                        Err(refusal) => Reply::Refused(refusal.said.unwrap_or_default()),
                    },
                )));
            }
            Request::States { program, steps, limits, heaps } => {
                self.tell(self.states(&program, &steps, limits, &heaps).map(Answer::States));
            }
            Request::Edit { program, edits } => {
                self.tell(self.edit(&program, &edits).map(Answer::Edited));
            }
            Request::Run { job, first } => {
                if let Some(seed) = job.heap {
                    self.go_elsewhere(seed);
                }
                compiled_memory::fill(job.fill);
                self.runner.set(job.runner.unwrap_or(self.usual));
                self.run(&job, first);
            }
            Request::Open { program, printed, limits, turns, looks, strategy, known } => {
                let clock = Instant::now();
                if let Some(source) = self.parse(&program) {
                    let judging = self.judging(printed);
                    let (terms, known) =
                        (Terms { limits, turns, looks, ..Terms::default() }, known.map(|known| *known));
                    let mut lowering = passes::shared(self.arena, terms, source, judging, known);
                    lowering.start(ROOT);
                    *opened = Some(Opened { lowering, strategy: *strategy });
                    self.arena.push(&Frame::Spent(Spent { parse: clock.elapsed(), ..Spent::default() }));
                }
            }
            Request::Descend { from, draws, forget } => match opened {
                Some(Opened { lowering, strategy }) => {
                    lowering.forget(&forget);
                    self.descend(lowering, strategy, &from, &draws);
                }
                None => {
                    self.arena.push(&Frame::Harness(HarnessFault::NoProgram {}));
                }
            },
        }
    }

    /// Answers, or says why not.
    fn tell(&self, answer: Result<Answer, impl Into<Rejection>>) {
        self.arena.enter(Phase::Harness);
        let frame = answer.map_or_else(|why| Frame::Rejected(why.into()), Frame::Answer);
        if !self.arena.push(&frame) {
            self.arena.push(&Frame::Rejected(Rejection::TooLarge));
        }
    }

    /// Goes down from a state, and runs what comes out unless it has been run.
    fn descend<'s>(
        &'s self,
        lowering: &mut MlirDescent<'c, 's>,
        strategy: &Strategy,
        from: &StateKey,
        draws: &[u8],
    ) {
        let Some(from) = lowering.find(from) else {
            self.arena.push(&Frame::Harness(HarnessFault::NoState {}));
            return;
        };
        let lowered = lowering.descend(from, draws, self.major, strategy);
        self.arena.push(&Frame::Spent(std::mem::take(&mut lowering.compiler.spent)));
        if let Some((state, module)) = lowered {
            let mut spent = Spent::default();
            self.running(Running::Module(state));
            let ran = ran(lowering, &state, &module);
            self.launch(&module, ran, &lowering.compiler.limits, &mut spent);
            self.arena.push(&Frame::Spent(spent));
        }
    }

    /// The program as a module.
    ///
    /// # Errors
    /// MLIR's complaint about it, as one sentence.
    pub(super) fn read(&self, program: &str) -> Result<Module<'c>, String> {
        self.arena.enter(Phase::Parse);
        let source = Module::parse(self.context.get(), program);
        self.arena.enter(Phase::Harness);
        source.map_err(|said| prepare::invalid_program(&said))
    }

    /// The program as a module; what MLIR says against it goes to the parent.
    fn parse(&self, program: &str) -> Option<Module<'c>> {
        match self.read(program) {
            Ok(source) => {
                if crate::coverage::is_watched() {
                    watch_pairs(&source);
                }
                Some(source)
            }
            Err(why) => {
                self.arena.push(&Frame::Rejected(Rejection::Said(why)));
                None
            }
        }
    }

    /// The results of the program by the reference semantics.
    fn evaluate(&self, program: &str) -> Result<Evaluated, String> {
        let program = self.tree(&self.read(program)?)?;
        self.arena.enter(Phase::Evaluate);
        let evaluation = semantics::evaluate(&program).map_err(|stopped| stopped.to_string())?;
        Ok(evaluation.told())
    }

    /// A program that is undefined, with the way in which its own function is, as the user wrote it.
    fn as_written(&self, mut prepared: Prepared, program: &str, call: &Call) -> Prepared {
        if let Some(undefined) = prepared.undefined.take() {
            let own = states::interpreted(self, program, &prepared.own_call(call), Limits::default()).ok();
            prepared.undefined = Some(undefined.with_own_run(own));
        }
        prepared
    }

    /// The worth of the arguments of a program that is ready and is run as it is, and the steps it took.
    fn defined(&self, program: &str) -> Result<(CallWorth, u64), String> {
        let module = self.read(program)?;
        let mut asked = self.machine.borrow_mut();
        self.arena.enter(Phase::Evaluate);
        let memory = Limits::default().memory / 4;
        let read = asked.read(&module).ok_or("the module's text does not match it")?;
        let run = asked.evaluate(&read, "main", memory, MOST_STEPS);
        let comes_back = run.stopped.is_none();
        let is_done = comes_back && run.open.is_empty();
        let rerun = Rerun { module: &read, given: None, run: &run };
        // A NaN may be printed by its bits, which nobody is held to.
        let choices = [OpenChoice::Address, OpenChoice::Order];
        let shown = choices
            .into_iter()
            .find(|choice| is_done && !asked.moves(rerun, *choice, &[], memory).is_still());
        let ran = Ran::of(run, &module);
        self.arena.enter(Phase::Harness);
        let makes_poison = !ran.poisons.is_empty();
        let is_long = ran.stopped.is_some_and(|end| end.kind == StopKind::TooLong);
        let standing = match ran.ending {
            Ending::Undefined(why) | Ending::Fault(why) => CallWorth::Undefined(why),
            Ending::Open(why) if !comes_back => CallWorth::Open(why),
            Ending::Open(_) => CallWorth::Untold,
            Ending::Unsupported(_) if !is_long => CallWorth::Untold,
            Ending::Done | Ending::Unsupported(_) => {
                match shown.map(Cause::Shows).or_else(|| self.undefined_by_semantics(&module)) {
                    Some(why) => CallWorth::Undefined(why),
                    None if makes_poison => CallWorth::Poison,
                    None => CallWorth::Fine,
                }
            }
        };
        Ok((standing, ran.steps))
    }

    /// The reason why a program of tosa is undefined, where the reference semantics know it. The machine gives such a result as poison, and what
    /// nobody looks at is lowered all the same.
    fn undefined_by_semantics(&self, module: &Module<'_>) -> Option<Cause> {
        let program = self.tree(module).ok()?;
        self.arena.enter(Phase::Evaluate);
        let evaluation = semantics::evaluate(&program).ok();
        self.arena.enter(Phase::Harness);
        let remarks = evaluation?.told().remarks;
        let undefined = remarks.iter().find(|remark| remark.kind == Definedness::Undefined)?;
        Some(Cause::Unprescribed(undefined.unprescribed()))
    }

    /// The operations of the program, each by itself.
    fn take_apart(&self, program: &str) -> Result<Vec<Single>, String> {
        let program = self.tree(&self.read(program)?)?;
        self.arena.enter(Phase::Evaluate);
        singles(&program, Syntax::OF_SEMANTICS).map_err(|stopped| stopped.to_string())
    }

    /// The program as the reference semantics read it.
    fn tree(&self, module: &Module<'_>) -> Result<semantics::Tree, String> {
        tree(self.arena, self.major, module)
    }

    /// The program as text after these steps.
    fn print(
        &self,
        program: &str,
        steps: &[String],
        limits: Limits,
        generic: bool,
    ) -> Result<String, String> {
        let source = self.read(program)?;
        let mut lowering = passes::alone(self.arena, limits, source);
        for step in steps {
            lowering.follow(step).map_err(|error| words::failure(&error.ending().1))?;
        }
        let module = lowering.module().ok_or("a step went wrong")?;
        self.arena.enter(Phase::Print);
        if !generic {
            return Ok(self.legible(module));
        }
        let read = self.machine.borrow_mut().read(module).ok_or("the module's text does not match it")?;
        let text = read.generic();
        Module::parse(self.context.get(), &text).map_err(|said| prepare::invalid_program(&said))?;
        Ok(text)
    }

    /// Puts the heap in disorder, has other bytes in what is allocated from now on, and takes a context that is made there: what MLIR keeps
    /// of types lies in its context. For a process that ends behind this request.
    fn go_elsewhere(&self, seed: u64) {
        heap::disorder(seed);
        heap::taint(seed);
        let own: &'c Context = Box::leak(Box::new(self.context.get().another()));
        self.context.set(own);
        *self.machine.borrow_mut() = Interpreter::new(own);
        heap::disorder(!seed);
    }

    /// The states that these steps lead to in each of these heaps.
    fn states(
        &self,
        program: &str,
        steps: &[String],
        limits: Limits,
        heaps: &[u64],
    ) -> Result<Vec<HeapRun>, String> {
        let own = heaps.first().map(|seed| {
            heap::disorder(*seed);
            self.context.get().another()
        });
        // Nothing outlives this process, which ends next.
        let own = std::mem::ManuallyDrop::new(own);
        let Some(context) = own.as_ref() else {
            return Ok(vec![self.states_in(self.context.get(), program, steps, limits)?]);
        };
        let mut runs = Vec::with_capacity(heaps.len());
        for seed in heaps {
            // The context has taken what was free.
            heap::disorder(!seed);
            runs.push(self.states_in(context, program, steps, limits)?);
        }
        Ok(runs)
    }

    fn states_in(
        &self,
        context: &Context,
        program: &str,
        steps: &[String],
        limits: Limits,
    ) -> Result<HeapRun, String> {
        self.arena.enter(Phase::Parse);
        let source = Module::parse(context, program).map_err(|said| prepare::invalid_program(&said))?;
        self.arena.enter(Phase::Harness);
        let mut lowering = passes::alone(self.arena, limits, source);
        let mut states = Vec::with_capacity(steps.len());
        for step in steps {
            lowering.follow(step).map_err(|_| format!("{step} does not do its work"))?;
            states.push(lowering.state());
        }
        let module = lowering.module().ok_or("a step went wrong")?;
        self.arena.enter(Phase::Print);
        Ok(HeapRun { states, text: module.to_string() })
    }

    /// The module as text that MLIR reads back: pretty, unless its own parser does not take that.
    fn legible(&self, module: &Module<'_>) -> String {
        let pretty = module.to_string();
        if Module::parse(self.context.get(), &pretty).is_ok() { pretty } else { module.generic() }
    }

    /// The program after these changes, and what there is in it.
    fn edit(&self, program: &str, edits: &[Edit]) -> Result<Edited, String> {
        let module = self.read(program)?;
        self.arena.enter(Phase::Parse);
        if let Err(why) = edit(&module, edits) {
            module.leak();
            return Err(why);
        }
        Ok(Edited { program: self.legible(&module), outline: outline(&module) })
    }

    fn run(&self, job: &Job, first: usize) {
        let started = Instant::now();
        let Some(source) = self.parse(&job.program) else { return };
        let mut lowering = passes::judged(self.arena, job.terms(), source, self.judging(job.printed.clone()));
        lowering.compiler.spent.parse = started.elapsed();
        let mut known = HashMap::new();
        for (number, path) in job.paths.iter().enumerate().skip(first) {
            lowering.compiler.path = Some(number);
            let shared = |other: Option<&PathSpec>| {
                other.filter(|_| job.together).map_or(0, |other| begin_alike(path, other))
            };
            let last = number.checked_sub(1).filter(|last| *last >= first);
            let begun = lowering.restart(shared(last.map(|last| &job.paths[last])));
            let fork = shared(job.paths.get(number + 1));
            let end = match self.lower(&mut lowering, path, begun, fork) {
                Ok(end) => end,
                Err(StepError::Refused(refusal)) => {
                    self.arena.push(&Frame::Rejected(Rejection::Refused(refusal)));
                    return;
                }
                Err(_) => lowering.over(End::Ended),
            };
            if job.looks.steps.is_for_steps() {
                if end != End::Ended {
                    self.held(&mut lowering);
                }
                self.arena.push(&Frame::Spent(std::mem::take(&mut lowering.compiler.spent)));
                continue;
            }
            let lowered = if end == End::Lowered { lowering.take() } else { None };
            let mut spent = std::mem::take(&mut lowering.compiler.spent);
            if let Some((state, module)) = lowered {
                let drawn = !matches!(path, PathSpec::Fixed(_));
                let ran = ran(&lowering, &state, &module);
                self.lowered(&module, drawn, ran, job, &mut known, &mut spent);
            }
            self.arena.push(&Frame::Spent(spent));
        }
    }

    /// The end of a path that came where its steps lead, and was for nothing else. Where paths are taken twice, the hash of the text that it
    /// came to is told.
    fn held(&self, lowering: &mut MlirDescent<'_, '_>) {
        if lowering.compiler.looks.sample > 0
            && let Some(module) = lowering.module()
        {
            self.arena.enter(Phase::Print);
            let text = module.to_string();
            self.arena.enter(Phase::Harness);
            self.running(Running::Module(Sha256::digest(text).into()));
        }
        self.finish(Outcome::Held, Cause::default());
    }

    /// The means to judge steps of a program that prints these; none where all is compiled.
    fn judging(&self, printed: Vec<Element>) -> Option<Judging<'c, '_>> {
        let judged = self.runner.get() != Runner::Jit;
        judged.then_some(Judging { interpreter: &self.machine, major: self.major, printed })
    }

    /// Takes a path of which so many steps have been taken, and keeps a copy where the next one leaves it.
    fn lower(
        &self,
        lowering: &mut MlirDescent<'_, '_>,
        path: &PathSpec,
        begun: usize,
        fork: usize,
    ) -> Result<End, StepError> {
        let alone = lowering.compiler.looks.steps.is_for_steps();
        if begun == 0 && lowering.compiler.rereads_source() {
            lowering.check(|passes, module| passes.reread(module))?;
        }
        let mut met = DrawCounts::NOTHING;
        for (place, step) in path.given().iter().enumerate().skip(begun) {
            if alone && let Some(bug) = catalogue::risks(step, lowering.operations(), self.major) {
                // Said at once: the step may be the last.
                met.count(bug);
                lowering.effort(&Effort { drawn: met, ..Effort::default() });
            }
            if alone && let Some(why) = catalogue::unfit(step, lowering.operations(), self.major) {
                let cause = Cause::Unfit { step: step.clone(), why };
                lowering.check(|_, _| Err(StepError::Declined(Box::new(Failure::of(cause)))))?;
            }
            lowering.follow(step)?;
            if place + 1 == fork {
                lowering.stay();
            }
        }
        let usual = Strategy::default();
        let (draws, strategy) = match path {
            PathSpec::Fixed(steps) => {
                // Where each state is looked at, the last one has been.
                if lowering.compiler.looks.sample > 1 && !steps.is_empty() && !alone {
                    lowering.check(|passes, module| passes.reread(module))?;
                }
                return Ok(lowering.arrive());
            }
            PathSpec::Drawn(draws) | PathSpec::Begun { draws, .. } => (draws, &usual),
            PathSpec::Steered { draws, strategy } => (draws, &**strategy),
        };
        Ok(lowering.draw(draws, self.major, strategy))
    }

    /// Tells what happens to a lowered module; false where there is no room for that.
    pub(super) fn running(&self, event: Running) -> bool {
        self.arena.push(&Frame::Running(event))
    }

    pub(super) fn finish(&self, outcome: Outcome, cause: Cause) {
        self.running(Running::End { outcome, cause });
    }
}

/// A program of this major version as the reference semantics read it.
pub(super) fn tree(arena: &Arena, major: u32, module: &Module<'_>) -> Result<semantics::Tree, String> {
    // Values that other versions keep in other attributes would be passed over.
    let other = version::of(major).syntax != Syntax::OF_SEMANTICS;
    if other && module.operation().nested().into_iter().any(|inner| dialect(inner.name()) == "tosa") {
        return Err(format!(
            "the semantics read tosa as MLIR {0} spells it, and this is {1}: evaluate it with --mlir {0}",
            Syntax::OF_SEMANTICS.first().name,
            major
        ));
    }
    arena.enter(Phase::Parse);
    let read = read(module);
    arena.enter(Phase::Harness);
    read
}

/// The run of a state that a step led to, where the step was judged.
fn ran(lowering: &MlirDescent<'_, '_>, state: &StateKey, module: &Module<'_>) -> Option<Ran> {
    let run = lowering.compiler.checker.as_ref()?.ran(state)?;
    Some(Ran::of(run.clone(), module))
}

/// The number of steps that two paths have in common before they part.
fn begin_alike(one: &PathSpec, other: &PathSpec) -> usize {
    one.given().iter().zip(other.given()).take_while(|(one, other)| one == other).count()
}
