//! The `jit` executor: MLIR's ExecutionEngine in forked workers.

use super::arena::Arena;
use super::ended::gone;
use super::executor::ExecutorKind;
use super::frames::{Log, ReportDraft};
use super::runner::Runner;
use super::template::Template;
use super::wire::{Answer, Frame, Request};
use super::worker::{RequestEnd, Worker};
use super::{
    Call, Capabilities, Edited, Executor, HeapRun, HoldsLibrary, HoldsModules, Interpreted, InvalidJob,
    Isolation, Job, Limits, Prepared, ReadsPrograms, crash, leaks, warm,
};
use crate::mlir::{Context, Edit, Library, Processor, Toolchain};
use crate::observe::{HarnessFault, Outcome, PathReport};
use crate::path::declared::Reply;
use crate::path::experience::Experience;
use crate::program::Single;
use crate::semantics::Evaluated;
use crate::words;
use anyhow::{Result, bail};

/// Requests a worker answers before it is replaced: contexts only ever grow.
const REQUESTS_PER_WORKER: u32 = 200;

/// Lowers and runs programs in this process's forks; also the `interp` executor, which runs what it can by itself.
pub struct Jit {
    context: Context,
    pub(super) major: u32,
    arena: Arena,
    worker: Option<Worker>,
    template: Option<Template>,
    /// The runner of lowered modules.
    runner: Runner,
    /// True if states are run as they are, where the runner lets them be.
    runs_states: bool,
    /// Limits on the program whose states the worker holds, if it holds any.
    pub(super) opened: Option<Limits>,
}

impl Jit {
    /// Loads the toolchain's library and makes a context; no worker is forked yet. Code is made for the processor of this process.
    ///
    /// # Errors
    /// The library cannot be loaded, no memory can be shared, or the user chose no processor.
    pub fn open(toolchain: &Toolchain) -> Result<Jit> {
        Jit::compiling_for(toolchain, Processor::chosen()?)
    }

    /// As [`Jit::open`], with code made for this processor.
    ///
    /// # Errors
    /// As `open`.
    pub fn compiling_for(toolchain: &Toolchain, processor: Processor) -> Result<Jit> {
        let library = Library::open(&toolchain.library)?;
        crash::warm_up();
        let context = Context::new(library).compiling_for(processor);
        warm::warm_up(&context);
        // Read before there are workers, which all would read it again.
        Experience::of(toolchain.major());
        Ok(Jit {
            context,
            major: toolchain.major(),
            arena: Arena::new()?,
            worker: None,
            template: None,
            runner: Runner::Jit,
            runs_states: true,
            opened: None,
        })
    }

    /// As [`Jit::open`], with lowered modules run by the interpreter where it knows everything in them.
    ///
    /// # Errors
    /// As `open`.
    pub fn interpreting(toolchain: &Toolchain) -> Result<Jit> {
        Jit::with(toolchain, Runner::Interpreter)
    }

    /// As [`Jit::open`], with lowered modules run by this runner.
    ///
    /// # Errors
    /// As `open`.
    pub fn with(toolchain: &Toolchain, runner: Runner) -> Result<Jit> {
        Ok(Jit { runner, ..Jit::open(toolchain)? })
    }

    /// From now on says that states are run as they are, as far as its runner lets them be, or that they are not: then everybody who asks
    /// for a run of a state goes without.
    pub fn run_states(&mut self, runs: bool) {
        self.runs_states = runs;
    }

    /// The answer of the library to a pipeline, with the text it prints to standard error when it refuses one.
    ///
    /// # Errors
    /// No worker can be had.
    pub fn parse_pipeline(&mut self, pipeline: &str) -> Result<Reply> {
        let request = Request::Parse { pipeline: pipeline.to_owned() };
        let (_, frames, printed) = self.ask(&request, &Limits::default())?;
        let reply = frames.into_iter().find_map(|frame| match frame {
            Frame::Answer(Answer::Parsed(reply)) => Some(reply),
            _ => None,
        });
        Ok(match reply {
            Some(Reply::Refused(said)) => Reply::Refused(format!("{said} {printed}")),
            Some(taken) => taken,
            None => Reply::Lost,
        })
    }

    /// The program as text after these steps, in generic form or as MLIR prints it.
    pub(super) fn shown_after(
        &mut self,
        program: &str,
        steps: &[String],
        limits: &Limits,
        generic: bool,
    ) -> Result<String> {
        let limits = limits.for_program(program);
        let (program, steps) = (program.to_owned(), steps.to_vec());
        let answered = self.ask(&Request::Print { program, steps, limits, generic }, &limits)?;
        answer(answered, "the module cannot be shown", |frame| match frame {
            Frame::Answer(Answer::Text(text)) => Some(text),
            _ => None,
        })
    }

    /// Ends the worker, and with it what it holds.
    pub(super) fn dismiss(&mut self) {
        self.worker = None;
        self.opened = None;
    }

    /// True if the worker has answered as many requests as it should.
    pub(super) fn is_used_up(&self) -> bool {
        self.worker.as_ref().is_some_and(|worker| worker.requests() >= REQUESTS_PER_WORKER)
    }

    /// Takes a worker from the template, or from another one where the template has been killed.
    fn new_worker(&mut self, limits: &Limits) -> Result<Worker> {
        if let Some(template) = &mut self.template {
            match Worker::of(template, limits) {
                Ok(worker) => return Ok(worker),
                Err(error) => log::warn!("{error:#}: making another one"),
            }
        }
        // The old one has to be gone before its like is made.
        self.template = None;
        let template =
            self.template.insert(Template::fork(&self.context, self.major, &self.arena, self.runner)?);
        Worker::of(template, limits)
    }

    /// Sends a request to a worker, a new one where there is none.
    pub(super) fn ask(&mut self, request: &Request, limits: &Limits) -> Result<Answered> {
        if self.is_used_up() && !request.goes_on() {
            self.dismiss();
        }
        let worker = match &mut self.worker {
            Some(worker) => worker,
            None => {
                let worker = self.new_worker(limits)?;
                self.worker.insert(worker)
            }
        };
        let ended = worker.ask(&self.arena, request, limits);
        let printed = worker.printed();
        if !matches!(ended, Ok(RequestEnd::Answered)) {
            self.dismiss();
        }
        let frames =
            self.arena.frames().unwrap_or_else(|e| vec![Frame::Harness(HarnessFault::Unread(e.to_string()))]);
        Ok((ended?, frames, printed))
    }
}

/// A request's end, the frames that the worker sent, and the text that it printed.
pub(super) type Answered = (RequestEnd, Vec<Frame>, String);

/// The one thing a request was for, which `take` knows among the frames; `trouble` says what it means that there is none.
pub(super) fn answer<T>(
    (ended, frames, printed): Answered,
    trouble: &str,
    take: impl Fn(Frame) -> Option<T>,
) -> Result<T> {
    for frame in frames {
        match frame {
            Frame::Rejected(why) => bail!(why.with_printed(&printed)),
            Frame::Harness(why) => {
                let (trouble, message) = ("lowdiff failed".to_owned(), words::harness_fault(&why));
                return Err(NoAnswer { trouble, outcome: Outcome::HarnessError, message }.into());
            }
            other => {
                if let Some(found) = take(other) {
                    return Ok(found);
                }
            }
        }
    }
    let (outcome, failure) = gone(&ended, &printed);
    Err(NoAnswer { trouble: trouble.to_owned(), outcome, message: words::failure(&failure) }.into())
}

/// A worker that gave no answer.
#[derive(Debug, thiserror::Error)]
#[error("{trouble} ({outcome}): {message}")]
pub struct NoAnswer {
    /// The meaning of the missing answer, in words.
    trouble: String,
    /// The outcome of the request.
    pub outcome: Outcome,
    /// Why.
    message: String,
}

/// The meaning of a missing answer of the reference semantics.
const NO_VALUE: &str = "nobody knows what it computes";

impl Executor for Jit {
    fn capabilities(&self) -> Capabilities {
        let own = match self.runner {
            Runner::Interpreter => ExecutorKind::Interp.capabilities(),
            Runner::Jit => ExecutorKind::Jit.capabilities(),
            both => {
                Capabilities { runner: Some(both), runs_states: true, ..ExecutorKind::Jit.capabilities() }
            }
        };
        Capabilities { runs_states: own.runs_states && self.runs_states, ..own }
    }

    fn library(&mut self) -> Option<&mut dyn HoldsLibrary> {
        Some(self)
    }

    fn run(&mut self, job: &Job) -> Result<Vec<PathReport>> {
        if job.isolation == Isolation::New || job.heap.is_some() {
            self.dismiss();
        }
        let reports = self.run_paths(job);
        if job.heap.is_some() {
            self.dismiss();
        }
        reports
    }
}

impl HoldsLibrary for Jit {
    fn new_template(&mut self) {
        self.dismiss();
        self.template = None;
    }
}

impl ReadsPrograms for Jit {
    fn prepare(&mut self, program: &str, call: &Call) -> Result<Prepared> {
        let request = Request::Prepare { program: program.to_owned(), call: call.clone() };
        let answered = self.ask(&request, &Limits::default())?;
        answer(answered, "MLIR's parser did not survive the program", |frame| match frame {
            Frame::Answer(Answer::Prepared(prepared)) => Some(prepared),
            _ => None,
        })
    }

    fn evaluate(&mut self, program: &str, limits: &Limits) -> Result<Evaluated> {
        let request = Request::Evaluate { program: program.to_owned() };
        answer(self.ask(&request, limits)?, NO_VALUE, |frame| match frame {
            Frame::Answer(Answer::Evaluated(evaluated)) => Some(evaluated),
            _ => None,
        })
    }

    fn singles(&mut self, program: &str) -> Result<Vec<Single>> {
        let request = Request::TakeApart { program: program.to_owned() };
        let answered = self.ask(&request, &Limits::evaluation())?;
        answer(answered, NO_VALUE, |frame| match frame {
            Frame::Answer(Answer::Singles(singles)) => Some(singles),
            _ => None,
        })
    }

    fn text_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> Result<String> {
        self.shown_after(program, steps, limits, false)
    }
}

impl HoldsModules for Jit {
    fn states(
        &mut self,
        program: &str,
        steps: &[String],
        limits: &Limits,
        heaps: &[u64],
    ) -> Result<Vec<HeapRun>> {
        let limits = limits.for_program(program);
        let (program, steps, heaps) = (program.to_owned(), steps.to_vec(), heaps.to_vec());
        self.dismiss();
        let answered = self.ask(&Request::States { program, steps, limits, heaps }, &limits);
        self.dismiss();
        let answered = answered?;
        answer(answered, "the states cannot be told", |frame| match frame {
            Frame::Answer(Answer::States(states)) => Some(states),
            _ => None,
        })
    }

    fn edit(&mut self, program: &str, edits: &[Edit]) -> Result<Edited> {
        let request = Request::Edit { program: program.to_owned(), edits: edits.to_vec() };
        let answered = self.ask(&request, &Limits::default())?;
        answer(answered, "the module cannot be changed", |frame| match frame {
            Frame::Answer(Answer::Edited(edited)) => Some(edited),
            _ => None,
        })
    }
}

impl Jit {
    fn run_paths(&mut self, job: &Job) -> Result<Vec<PathReport>> {
        let job = Job { limits: job.limits.for_program(&job.program), ..job.clone() };
        let mut reports: Vec<PathReport> = Vec::new();
        while reports.len() < job.paths.len() {
            let first = reports.len();
            let request = Request::Run { job: job.clone(), first };
            let (ended, frames, printed) = self.ask(&request, &job.limits)?;
            let mut log = Log::of(frames, job.looks.steps.is_for_steps());
            if let Some(why) = log.rejected {
                return Err(InvalidJob::Rejected(why.with_printed(&printed)).into());
            }
            let last = log.open.take().or_else(|| (log.done.is_empty()).then(ReportDraft::default));
            reports.extend(log.done.drain(..).map(leaks::settle));
            if let (Some(draft), true) = (last, reports.len() < job.paths.len()) {
                reports.push(draft.break_off(log.harness, &ended, &printed));
            }
            // A worker that has seen invalid IR or lowered code go wrong is not trusted with another case.
            let harmed = |r: &PathReport| matches!(r.outcome, Outcome::InvalidIr | Outcome::Fault);
            if reports[first..].iter().any(harmed) {
                self.dismiss();
            }
            if reports.len() == first {
                bail!("a worker made no progress");
            }
        }
        Ok(reports)
    }

    /// Runs a function of a program, which takes nothing, as it is, without lowering it.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn interpret(&mut self, program: &str, entry: &str, limits: &Limits) -> Result<Interpreted> {
        self.interpret_call(program, &Call::with(entry, &[]), limits)
    }

    /// Runs the function of a program that this call names, as it is, without lowering it. Arguments that the call does not give are drawn.
    ///
    /// # Errors
    /// The program cannot be read, or an argument is none of its parameter's type.
    pub fn interpret_call(&mut self, program: &str, call: &Call, limits: &Limits) -> Result<Interpreted> {
        let limits = limits.for_program(program);
        let (program, call) = (program.to_owned(), call.clone());
        let request = Request::Interpret { program, call, limits };
        answer(self.ask(&request, &limits)?, "the program was not run", |frame| match frame {
            Frame::Answer(Answer::Interpreted(interpreted)) => Some(interpreted),
            _ => None,
        })
    }
}
