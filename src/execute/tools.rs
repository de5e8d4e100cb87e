//! The `tools` executor: stock `mlir-opt` and runner, each in a clean process. Slow, and above suspicion:
//! what it shows, anybody can see without lowdiff. It also serves programs like `mlir-opt` whose project exports no C API.

mod reread;
mod stepwise;

use super::printed::{self, Prints};
use super::process::{Finished, run};
use super::{
    Call, Capabilities, Executor, ExecutorKind, Jit, Job, Limits, Prepared, ReadsPrograms, Terms, Trials,
    Tried, TriesSteps, generic,
};
use crate::case::program_bytes;
use crate::mlir::{Processor, Toolchain};
use crate::observe::{
    Activity, Cause, Effect, Failure, Outcome, PathReport, Refusal, Said, StackFrame, StepReport,
};
use crate::path::event::StepError;
use crate::path::pipeline::{join, pass_name};
use crate::path::{PathSpec, Strategy};
use crate::program::Single;
use crate::semantics::Evaluated;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Names of the files in the working folder.
const PROGRAM: &str = "program.mlir";
const LOWERED: &str = "lowered.mlir";
const STATE: &str = "state.mlir";
/// The form that is read whatever the dialects are.
const GENERIC: &str = "--mlir-print-op-generic";

/// Runs programs by stock tools.
pub struct Tools {
    toolchain: Toolchain,
    mlir_opt: PathBuf,
    /// There is none where a project's program has none beside it and none is set up.
    runner: Option<PathBuf>,
    /// Makes programs comparable; opened when first needed.
    reader: Option<Jit>,
    /// The processor that the runner makes code for.
    processor: Processor,
    /// True to run one `mlir-opt` a pass, as others do, and not one a path: the baseline of `lowdiff bench graph`, which no campaign can ask for.
    process_per_pass: bool,
}

impl Tools {
    /// Checks that the toolchain has the tools.
    ///
    /// # Errors
    /// It has none.
    pub fn open(toolchain: &Toolchain) -> Result<Tools> {
        let lacks = |tool: &str| {
            format!(
                "MLIR '{}' comes without {tool}, which the tools executor runs: use --executor jit",
                toolchain.name
            )
        };
        if toolchain.runner.is_none() && !toolchain.is_program() {
            bail!(lacks("a runner"));
        }
        Ok(Tools {
            mlir_opt: toolchain.mlir_opt.clone().with_context(|| lacks("mlir-opt"))?,
            runner: toolchain.runner.clone(),
            toolchain: toolchain.clone(),
            reader: None,
            processor: Processor::chosen()?,
            process_per_pass: false,
        })
    }

    /// As [`Tools::open`], with a process for every pass.
    ///
    /// # Errors
    /// As `open`.
    pub fn process_per_pass(toolchain: &Toolchain) -> Result<Tools> {
        Ok(Tools { process_per_pass: true, ..Tools::open(toolchain)? })
    }

    /// The executor that reads programs for the tools.
    fn reader(&mut self) -> Result<&mut Jit> {
        match &mut self.reader {
            Some(reader) => Ok(reader),
            none => Ok(none.insert(Jit::open(&self.toolchain)?)),
        }
    }

    fn path(&self, job: &Job, steps: &[String]) -> Result<PathReport> {
        let (folder, limits) = (folder_with(&job.program)?, &job.limits);
        let folder = folder.path();
        if self.process_per_pass {
            std::fs::copy(folder.join(PROGRAM), folder.join(LOWERED))?;
            for (i, step) in steps.iter().enumerate() {
                let finished = self.opt(LOWERED, std::slice::from_ref(step), &[], folder, limits)?;
                if !finished.succeeded() {
                    return self.failed(&steps[..=i], finished, folder, limits);
                }
                std::fs::write(folder.join(LOWERED), &finished.stdout)?;
            }
        } else {
            let finished = self.opt(PROGRAM, steps, &[], folder, limits)?;
            if !finished.succeeded() {
                return self.failed(steps, finished, folder, limits);
            }
            std::fs::write(folder.join(LOWERED), &finished.stdout)
                .context("cannot write the lowered program")?;
        }
        self.execute(job, steps, folder)
    }

    /// A path that was given, its last state written and read back where it is asked for, or where nothing can be run.
    fn given(&self, job: &Job, steps: &[String]) -> Result<PathReport> {
        let report = self.path(job, steps)?;
        let ends_there = match job.looks.sample {
            0 => false,
            1 => matches!(report.outcome, Outcome::Ok | Outcome::Incomplete | Outcome::Unsupported),
            _ => report.outcome == Outcome::Incomplete,
        };
        let unread = if ends_there { self.reread(&job.program, steps, &job.limits)? } else { None };
        Ok(unread.unwrap_or(report))
    }

    /// A program for a tool that no library reads: it has to be ready as it stands.
    fn ready(&self, program: &str) -> Result<Prepared> {
        let limits = Limits::default();
        let folder = folder_with(program)?;
        let read = self.opt(PROGRAM, &[], &[GENERIC], folder.path(), &limits)?;
        if !read.succeeded() {
            bail!("the program is not valid MLIR: {}", read.complaint());
        }
        let main = read.stdout.lines().find(|line| line.contains("sym_name = \"main\""));
        if main.is_some_and(|main| !main.contains("function_type = () -> ()")) {
            bail!(
                "@main takes or gives something, and only MLIR's library can be asked to wrap it: let @main take nothing \
                 and print its results"
            );
        }
        Ok(Prepared { runs: main.is_some(), ..Prepared::of(program) })
    }

    fn opt(
        &self,
        input: &str,
        steps: &[String],
        flags: &[&str],
        folder: &Path,
        limits: &Limits,
    ) -> Result<Finished> {
        let pipeline = format!("--pass-pipeline={}", join(steps));
        let mut arguments = vec![pipeline.as_str(), input];
        arguments.extend(flags);
        // One process takes all steps: twice what one of them may take.
        run(&self.mlir_opt, &arguments, folder, limits.wall, Some(2 * limits.cpu))
    }

    /// Finds the step that fails, among the beginnings of the path.
    fn failed(
        &self,
        steps: &[String],
        whole: Finished,
        folder: &Path,
        limits: &Limits,
    ) -> Result<PathReport> {
        if is_unknown(&whole) {
            bail!("{}", whole.complaint());
        }
        // Every path that begins like a failing one fails too, so the shortest is found by halving.
        // A path that was taken before ends with the step that failed, so all but the last are tried first.
        let (mut shortest, mut culprit, mut finished) = (0, steps.len(), whole);
        let mut first = culprit.checked_sub(1);
        while shortest < culprit {
            let middle = first.take().unwrap_or((shortest + culprit) / 2);
            let beginning = self.opt(PROGRAM, &steps[..middle], &[], folder, limits)?;
            if beginning.succeeded() {
                shortest = middle + 1;
            } else {
                (culprit, finished) = (middle, beginning);
            }
        }
        let pass = culprit.checked_sub(1).map(|i| pass_name(&steps[i]).to_owned());
        if finished.ended() && culprit == 0 {
            bail!("the program is not valid MLIR: {}", finished.complaint());
        }
        let outcome = self.failure(PROGRAM, &steps[..culprit], &finished, folder, limits)?;
        let taken = steps[..culprit].iter().enumerate().map(|(i, s)| StepReport {
            pipeline: s.clone(),
            effect: (i + 1 < culprit).then_some(Effect::Changed),
        });
        Ok(report(outcome, taken.collect(), pass, &finished))
    }

    /// The outcome of a run of these steps that did not succeed.
    fn failure(
        &self,
        input: &str,
        steps: &[String],
        finished: &Finished,
        folder: &Path,
        limits: &Limits,
    ) -> Result<Outcome> {
        Ok(match (finished.status, finished.signal()) {
            (None, _) if finished.hung_in_crash() => Outcome::Crash,
            (None, _) => Outcome::Timeout,
            (_, Some(libc::SIGXFSZ)) => Outcome::Unsupported,
            (_, Some(_)) if Said::OutOfMemory.is_in(&finished.stderr) => Outcome::OutOfMemory,
            (_, Some(_)) => Outcome::Crash,
            _ => {
                // Without the verifier in between, a pass that fails, or that emits an error, says the same;
                // after one that says nothing mlir-opt succeeds, or trips over the IR later.
                let unverified = self.opt(input, steps, &["--verify-each=0"], folder, limits)?;
                let fails = !unverified.succeeded() || unverified.said().is_some();
                let same = fails && unverified.complaint() == finished.complaint();
                if same && unverified.signal().is_none() { Outcome::Declined } else { Outcome::InvalidIr }
            }
        })
    }

    /// Puts a path together after `begun`, a process for every pass, and gives its steps.
    fn drawn(
        &self,
        program: &str,
        begun: &[String],
        draws: &[u8],
        terms: &Terms,
        strategy: &Strategy,
    ) -> Result<Vec<String>> {
        let folder = folder_with(program)?;
        let first = self.opt(PROGRAM, begun, &[GENERIC], folder.path(), &terms.limits)?;
        if !first.succeeded() {
            return Ok(begun.to_vec());
        }
        let drawn = stepwise::draw(self, folder.path(), *terms, first.stdout, draws, strategy)?;
        Ok(begun.iter().cloned().chain(drawn).collect())
    }

    fn execute(&self, job: &Job, steps: &[String], folder: &Path) -> Result<PathReport> {
        let limits = &job.limits;
        let libraries: Vec<String> =
            self.toolchain.runner_libraries.iter().map(|l| l.display().to_string()).collect();
        let libraries = format!("-shared-libs={}", libraries.join(","));
        // Without a level no pass runs on LLVM IR, not even those that coroutines need.
        let mut arguments = vec!["-O0", "-e", "main", "-entry-point-result=void", &libraries, LOWERED];
        let flag = self.processor.runner_flag();
        arguments.extend(flag.as_deref());
        let taken = steps.iter().map(|s| StepReport { pipeline: s.clone(), effect: Some(Effect::Changed) });
        let taken: Vec<StepReport> = taken.collect();
        let Some(runner) = &self.runner else {
            let failure = Some(Failure::of(Cause::NoRunner {}));
            let nothing = report(Outcome::Unsupported, taken, None, &Finished::default());
            return Ok(PathReport { failure, ..nothing });
        };
        // Twice, because the runner compiles too.
        let finished = run(runner, &arguments, folder, limits.wall, Some(2 * limits.cpu))?;
        let outcome = match (finished.status, finished.signal()) {
            _ if finished.succeeded() => Outcome::Ok,
            (None, _) if finished.hung_in_crash() => Outcome::Fault,
            (None, _) => Outcome::Timeout,
            (_, Some(libc::SIGXFSZ)) => Outcome::Unsupported,
            (_, Some(_)) if Said::OutOfMemory.is_in(&finished.stderr) => Outcome::OutOfMemory,
            (_, Some(_)) if Said::FatalError.is_in(&finished.stderr) => Outcome::Unsupported,
            (_, Some(_)) => Outcome::Fault,
            _ if Said::Untranslated.is_in(&finished.stderr) => Outcome::Incomplete,
            _ => Outcome::Unsupported,
        };
        let mut report = report(outcome, taken, None, &finished);
        match Prints::of(&job.program)
            .and_then(|prints| printed::read(&finished.stdout, &prints, &job.printed))
        {
            Ok(outputs) => report.outputs = outputs,
            Err(cause) if outcome == Outcome::Ok => {
                report.outcome = Outcome::Unsupported;
                report.failure = Some(Failure::of(cause));
            }
            Err(_) => {}
        }
        Ok(report)
    }
}

/// A folder for the tools to work in, with the program in it.
fn folder_with(program: &str) -> Result<tempfile::TempDir> {
    let parent = std::env::temp_dir();
    let cannot = || format!("cannot make a folder for the tools in {}", parent.display());
    let folder = crate::files::folder_in(&parent, ".tools-").with_context(cannot)?;
    std::fs::write(folder.path().join(PROGRAM), program_bytes(program))
        .context("cannot write the program")?;
    Ok(folder)
}

fn report(outcome: Outcome, steps: Vec<StepReport>, pass: Option<String>, finished: &Finished) -> PathReport {
    // The stack LLVM's own handler prints, innermost first.
    let frames = finished.stderr.lines().filter_map(|line| StackFrame::printed(line.trim()));
    let frames: Vec<StackFrame> = frames.take(64).collect();
    let written = finished.signal().filter(|_| StackFrame::are_of_writing(&frames));
    // The passes have done their work, and what they left is written.
    let outcome = if outcome == Outcome::Crash && written.is_some() { Outcome::Unreadable } else { outcome };
    let failure = match (outcome, written) {
        (Outcome::Unreadable, Some(signal)) => {
            Failure::of(Cause::Signal { doing: Activity::Print, signal, access: None })
        }
        (Outcome::Timeout, _) => Failure::of(Cause::TooLong { doing: Activity::Path, interpreted: None }),
        _ if finished.signal() == Some(libc::SIGXFSZ) => Failure::of(Cause::WritesTooMuch {}),
        _ => finished.failure(),
    };
    let failure = Failure { pass, signal: finished.signal(), frames, ..failure };
    PathReport { steps, failure: (!outcome.is_good()).then_some(failure), ..PathReport::of(outcome) }
}

/// True if the program has no such pass, or the pass no such option.
fn is_unknown(finished: &Finished) -> bool {
    matches!(Refusal::told_by(&finished.stderr), Some(Refusal::Name | Refusal::Option))
}

impl Executor for Tools {
    fn capabilities(&self) -> Capabilities {
        ExecutorKind::Tools.capabilities()
    }

    fn run(&mut self, job: &Job) -> Result<Vec<PathReport>> {
        let usual = Strategy::default();
        let reports = job.paths.iter().map(|path| {
            let (begun, draws, strategy): (&[String], _, _) = match path {
                PathSpec::Fixed(steps) => return self.given(job, steps),
                PathSpec::Drawn(draws) => (&[], draws, &usual),
                PathSpec::Begun { steps, draws } => (steps, draws, &usual),
                PathSpec::Steered { draws, strategy } => (&[], draws, &**strategy),
            };
            let drawn = self.drawn(&job.program, begun, draws, &job.terms(), strategy)?;
            self.path(job, &drawn)
        });
        reports.collect()
    }
}

impl TriesSteps for Tools {
    fn try_steps(&mut self, trials: &Trials) -> Result<Vec<Tried>> {
        let folder = folder_with(&trials.program)?;
        let mut all = Vec::new();
        for candidate in &trials.candidates {
            let steps: Vec<String> = trials.prefix.iter().chain([candidate]).cloned().collect();
            let (finished, left) = stepwise::taken(self, PROGRAM, &steps, folder.path(), &trials.limits)?;
            all.push(match left {
                Ok(()) => Tried::Left(generic::operations(&finished.stdout)),
                Err(StepError::Broken(outcome, failure)) if !finished.ended() => {
                    Tried::Lost(outcome, failure)
                }
                Err(error) => Tried::Failed(error),
            });
        }
        Ok(all)
    }
}

impl ReadsPrograms for Tools {
    fn prepare(&mut self, program: &str, call: &Call) -> Result<Prepared> {
        if self.toolchain.is_program() {
            let ready = self.ready(program);
            // A program that is not ready as it stands is made so by a library of the same version, where one is set up.
            let alike = |other: &Toolchain| other.major() == self.toolchain.major();
            return match self.toolchain.kin().into_iter().find(alike) {
                Some(kin) if ready.is_err() => Jit::open(&kin)?.prepare(program, call),
                _ => ready,
            };
        }
        self.reader()?.prepare(program, call)
    }

    fn evaluate(&mut self, program: &str, limits: &Limits) -> Result<Evaluated> {
        if self.toolchain.is_program() {
            bail!("a program is read by MLIR's C API, which {} has not", self.toolchain.name);
        }
        self.reader()?.evaluate(program, limits)
    }

    fn singles(&mut self, program: &str) -> Result<Vec<Single>> {
        if self.toolchain.is_program() {
            bail!("a program is read by MLIR's C API, which {} has not", self.toolchain.name);
        }
        self.reader()?.singles(program)
    }

    fn text_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> Result<String> {
        let folder = folder_with(program)?;
        let finished = self.opt(PROGRAM, steps, &[], folder.path(), limits)?;
        if !finished.succeeded() {
            bail!("the module cannot be shown: {}", finished.complaint());
        }
        Ok(finished.stdout)
    }
}
