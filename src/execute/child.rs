//! The worker: a forked process that answers requests until its parent goes away.

use super::arena::Arena;
use super::checked::Runner;
use super::interp::Interpreter;
use super::launch::Shown;
use super::lower::{Ending, Lowerer, Milestone, watch_pairs};
use super::states::{self, States};
use super::wire::{Frame, Phase, Request};
use super::{Edited, Job, Limits, StateKey, heap, memory, prepare, trial};
use crate::mlir::{Context, Edit, Module};
use crate::observe::{Outcome, Spent};
use crate::path::{End, Lowering, PathSpec, Strategy, construct, no_place};
use crate::program::{Single, Syntax, singles};
use crate::semantics::{self, Evaluated};
use crate::version;
use sha2::{Digest, Sha256};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Write};
use std::time::Instant;

/// What earlier paths of a job left for those behind them.
struct Earlier<'c> {
    /// What lowered modules printed, by their hash.
    known: HashMap<[u8; 32], Shown>,
    /// Whether paths that begin alike begin together.
    together: bool,
    /// Where the next path may begin.
    milestone: Option<Milestone<'c>>,
}

/// Everything a worker has.
pub struct Child<'c> {
    /// Made by the parent, before the fork.
    pub context: &'c Context,
    /// Shared with the parent.
    pub arena: &'c Arena,
    /// LLVM's major version.
    pub major: u32,
    /// Who runs lowered modules.
    pub runner: Runner,
    /// Runs them where it can, if it is asked at all.
    pub interpreter: Option<RefCell<Interpreter<'c>>>,
    /// Whether it is not asked this time.
    pub compiled: Cell<bool>,
    /// A byte here means that a request is ready.
    pub go: File,
    /// A byte here means that it is answered.
    pub done: File,
}

impl Child<'_> {
    /// Answers requests until the parent closes its end.
    pub fn serve(&self) -> ! {
        let mut byte = [0u8];
        let mut states = None;
        while matches!((&self.go).read(&mut byte), Ok(1)) {
            match self.arena.request::<Request>() {
                Ok(request) => self.answer(request, &mut states),
                Err(error) => {
                    self.arena.push(&Frame::Harness(format!("the request does not decode: {error}")));
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

    fn answer<'s>(&'s self, request: Request, states: &mut Option<States<'s, 's>>) {
        match (request, states) {
            (Request::Prepare { program, seed }, _) => {
                self.arena.enter(Phase::Parse);
                self.tell(prepare(self.context, &program, seed).map(Frame::Prepared));
            }
            (Request::Evaluate { program }, _) => self.tell(self.evaluate(&program).map(Frame::Evaluated)),
            (Request::TakeApart { program }, _) => self.tell(self.take_apart(&program).map(Frame::Singles)),
            (Request::Try { trials, first }, _) => {
                if let Some(program) = self.parse(&trials.program) {
                    trial::answer(self.arena, program, &trials, first, self.major);
                }
            }
            (Request::Print { program, steps, limits }, _) => {
                self.tell(self.print(&program, &steps, &limits).map(Frame::Text));
            }
            (Request::States { program, steps, limits, disorder }, _) => {
                self.tell(self.states(&program, &steps, &limits, disorder).map(Frame::States));
            }
            (Request::Edit { program, edits }, _) => {
                self.tell(self.edit(&program, &edits).map(Frame::Edited));
            }
            (Request::Run { job, first, fresh, together, compiled }, _) => {
                memory::fill(fresh);
                self.compiled.set(compiled);
                self.run(&job, first, together);
            }
            (Request::Open { program, limits, strategy, known }, states) => {
                let clock = Instant::now();
                if let Some(source) = self.parse(&program) {
                    *states = Some(states::open(self.context, self.arena, limits, source, *strategy, known));
                    self.arena.push(&Frame::Spent(Spent { parse: clock.elapsed(), ..Spent::default() }));
                }
            }
            (Request::Descend { from, draws, forget }, Some(states)) => {
                states.forget(&forget);
                self.descend(states, &from, &draws);
            }
            (Request::Descend { .. }, None) => {
                self.arena.push(&Frame::Harness("there is no program to go down from".to_owned()));
            }
        }
    }

    /// Answers, or says why not.
    fn tell(&self, answer: Result<Frame, String>) {
        self.arena.enter(Phase::Harness);
        if !self.arena.push(&answer.unwrap_or_else(Frame::Rejected)) {
            self.arena.push(&Frame::Rejected("the answer is too large to be told".to_owned()));
        }
    }

    /// Goes down from a state, and runs what comes out unless it has been run.
    fn descend<'s>(&'s self, states: &mut States<'s, 's>, from: &StateKey, draws: &[u8]) {
        let Some(from) = states.find(from) else {
            self.arena.push(&Frame::Harness("there is no such state to go down from".to_owned()));
            return;
        };
        let lowered = states.descend(from, draws, self.major);
        self.arena.push(&Frame::Spent(std::mem::take(&mut states.compiler.spent)));
        if let Some((state, module)) = lowered {
            let mut spent = Spent::default();
            self.arena.push(&Frame::Path);
            self.arena.push(&Frame::Module(state));
            self.launch(&module, state, &states.compiler.limits, &mut spent);
            self.arena.push(&Frame::Spent(spent));
        }
    }

    /// The program as a module.
    ///
    /// # Errors
    /// What MLIR says against it, as one sentence.
    fn read(&self, program: &str) -> Result<Module<'_>, String> {
        self.arena.enter(Phase::Parse);
        let source = Module::parse(self.context, program);
        self.arena.enter(Phase::Harness);
        source.map_err(|said| prepare::invalid_program(&said))
    }

    /// The program as a module; what MLIR says against it goes to the parent.
    fn parse(&self, program: &str) -> Option<Module<'_>> {
        match self.read(program) {
            Ok(source) => {
                if crate::coverage::is_watched() {
                    watch_pairs(&source);
                }
                Some(source)
            }
            Err(why) => {
                self.arena.push(&Frame::Rejected(why));
                None
            }
        }
    }

    /// What the program shows by the reference semantics.
    fn evaluate(&self, program: &str) -> Result<Evaluated, String> {
        let module = self.read(program)?;
        self.arena.enter(Phase::Parse);
        let prepared = prepare::without_arguments(&module, self.context, program)?;
        let program = match &prepared {
            Some(prepared) => self.tree(&self.read(&prepared.program)?),
            None => self.tree(&module),
        }?;
        self.arena.enter(Phase::Evaluate);
        let evaluation = semantics::evaluate(&program).map_err(|stopped| stopped.to_string())?;
        let mut evaluated = evaluation.told();
        for (place, output) in evaluated.outputs.iter_mut().enumerate() {
            if let Some(prepared) = &prepared {
                prepared.unwrap(place, &mut output.element, &mut output.bits);
            }
        }
        Ok(evaluated)
    }

    /// The operations of the program, each by itself.
    fn take_apart(&self, program: &str) -> Result<Vec<Single>, String> {
        let program = self.tree(&self.read(program)?)?;
        self.arena.enter(Phase::Evaluate);
        singles(&program, Syntax::V22).map_err(|stopped| stopped.to_string())
    }

    /// The program as the reference semantics read it.
    fn tree(&self, module: &Module<'_>) -> Result<semantics::Program, String> {
        // What older ones keep in other attributes would be passed over.
        let other = version::of(self.major).syntax != Syntax::V22;
        if other && module.generic().contains("\"tosa.") {
            return Err(format!(
                "the semantics read tosa as MLIR 22 spells it, and this is {}: evaluate it with --mlir 22",
                self.major
            ));
        }
        self.arena.enter(Phase::Parse);
        let read = module.read();
        self.arena.enter(Phase::Harness);
        read
    }

    /// The program as text after these steps.
    fn print(&self, program: &str, steps: &[String], limits: &Limits) -> Result<String, String> {
        let source = self.read(program)?;
        let limits = Limits { sample: 0, ..*limits };
        let mut lowerer = Lowerer::new(&source, self.arena, &limits, 0);
        if !steps.iter().all(|step| lowerer.follow(step).is_some()) {
            let ending = lowerer.ending.map(|ending| ending.message);
            return Err(lowerer.rejected.or(ending).unwrap_or_else(|| "a step went wrong".to_owned()));
        }
        let module = lowerer.module().ok_or("a step went wrong")?;
        self.arena.enter(Phase::Print);
        Ok(self.legible(module))
    }

    /// The hash of each state that these steps lead to, then of the last one's text.
    fn states(
        &self,
        program: &str,
        steps: &[String],
        limits: &Limits,
        disorder: Option<u64>,
    ) -> Result<Vec<[u8; 32]>, String> {
        let own = disorder.map(|seed| {
            heap::disorder(seed);
            self.context.another()
        });
        // Nothing outlives this process, which ends next.
        let own = std::mem::ManuallyDrop::new(own);
        let context = own.as_ref().unwrap_or(self.context);
        self.arena.enter(Phase::Parse);
        let source = Module::parse(context, program).map_err(|said| prepare::invalid_program(&said))?;
        let limits = Limits { sample: 0, ..*limits };
        let mut lowerer = Lowerer::new(&source, self.arena, &limits, 0);
        let mut states = Vec::with_capacity(steps.len() + 1);
        for step in steps {
            if lowerer.follow(step).is_none() {
                return Err(format!("{step} does not do its work"));
            }
            states.push(lowerer.fingerprint());
        }
        let module = lowerer.module().ok_or("a step went wrong")?;
        self.arena.enter(Phase::Print);
        states.push(Sha256::digest(module.to_string()).into());
        Ok(states)
    }

    /// The module as text that MLIR reads back: pretty, unless its own parser does not take that.
    fn legible(&self, module: &Module<'_>) -> String {
        let pretty = module.to_string();
        if Module::parse(self.context, &pretty).is_ok() { pretty } else { module.generic() }
    }

    /// The program after these changes, and what there is in it.
    fn edit(&self, program: &str, edits: &[Edit]) -> Result<Edited, String> {
        let module = self.read(program)?;
        self.arena.enter(Phase::Parse);
        if let Err(why) = module.edit(edits) {
            module.leak();
            return Err(why);
        }
        let program = if edits.is_empty() { program.to_owned() } else { self.legible(&module) };
        Ok(Edited { program, outline: module.outline() })
    }

    fn run(&self, job: &Job, first: usize, together: bool) {
        let started = Instant::now();
        let Some(source) = self.parse(&job.program) else { return };
        let mut spent = Spent { parse: started.elapsed(), ..Spent::default() };
        let mut earlier = Earlier { known: HashMap::new(), together, milestone: None };
        for number in first..job.paths.len() {
            self.arena.push(&Frame::Path);
            if !self.path(&source, number, job, &mut earlier, &mut spent) {
                return;
            }
            self.arena.push(&Frame::Spent(std::mem::take(&mut spent)));
        }
    }

    /// Runs one path; false when the request turned out to be wrong.
    fn path<'s>(
        &'s self,
        source: &Module<'s>,
        number: usize,
        job: &Job,
        earlier: &mut Earlier<'s>,
        spent: &mut Spent,
    ) -> bool {
        let clock = Instant::now();
        let path = &job.paths[number];
        let drawn = !matches!(path, PathSpec::Fixed(_));
        let usual = Strategy::default();
        let draws = match path {
            PathSpec::Fixed(_) => None,
            PathSpec::Drawn(draws) | PathSpec::Begun { draws, .. } => Some((draws, &usual)),
            PathSpec::Steered { draws, strategy } => Some((draws, &**strategy)),
        };
        let (mut lowerer, followed) = self.follow(source, number, job, earlier);
        if followed && draws.is_none() {
            lowerer.reread_last();
        }
        let mut end = End::Lowered;
        if let (true, Some((draws, strategy))) = (followed, draws) {
            end = construct(&mut lowerer, draws, self.major, job.limits.max_step, strategy);
        }
        spent.passes = clock.elapsed();
        if let Some(message) = lowerer.rejected {
            self.arena.push(&Frame::Rejected(message));
            return false;
        }
        if let Some(Ending { outcome, pass, message }) = lowerer.ending {
            self.finish(outcome, pass, message);
            return true;
        }
        let left = lowerer.left();
        if !left.is_empty() {
            self.finish(Outcome::Incomplete, None, still_there(&left));
            return true;
        }
        if let End::Without { pass } = end {
            self.finish(Outcome::Incomplete, None, no_place(&pass));
            return true;
        }
        if let Some(module) = lowerer.module() {
            self.lowered(module, drawn, job, &mut earlier.known, spent);
        }
        true
    }

    /// Takes the steps a path begins with, from where an earlier one came by if it may; whether all did their work.
    fn follow<'s, 'j>(
        &'j self,
        source: &'j Module<'s>,
        number: usize,
        job: &'j Job,
        earlier: &mut Earlier<'s>,
    ) -> (Lowerer<'s, 'j>, bool) {
        let steps = job.paths[number].given();
        let met = earlier.milestone.as_ref().filter(|milestone| milestone.is_on(steps));
        let mut taken = met.map_or_else(Vec::new, |milestone| milestone.taken().to_vec());
        let mut lowerer = match met {
            Some(milestone) => Lowerer::at(milestone, source, self.arena, &job.limits, number),
            None => Lowerer::new(source, self.arena, &job.limits, number),
        };
        // Where the next path leaves this one.
        let next = job.paths.get(number + 1).filter(|_| earlier.together);
        let fork = next
            .map_or(0, |next| steps.iter().zip(next.given()).take_while(|(own, other)| own == other).count());
        for (place, step) in steps.iter().enumerate().skip(taken.len()) {
            let Some(effect) = lowerer.follow(step) else { return (lowerer, false) };
            taken.push((step.clone(), effect));
            if place + 1 == fork {
                earlier.milestone = lowerer.milestone(taken.clone());
            }
        }
        (lowerer, true)
    }

    pub(super) fn finish(&self, outcome: Outcome, pass: Option<String>, message: String) {
        self.arena.push(&Frame::End { outcome, pass, message });
    }
}

fn still_there(left: &[String]) -> String {
    format!("still there after the path: {}", left.join(", "))
}
