//! The `tools` executor: stock `mlir-opt` and runner, each in a clean process. Slow, and above suspicion:
//! what it shows, anybody can see without lowdiff.

use super::jit::ran_out_of_memory;
use super::process::{Finished, run};
use super::{Executor, Jit, Job, Prepared, printed};
use crate::mlir::Toolchain;
use crate::observe::{Effect, Failure, Outcome, PathReport, Spent, StepReport};
use crate::path::PathSpec;
use crate::path::pipeline::{join, pass_name};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Names of the files in the working folder.
const PROGRAM: &str = "program.mlir";
const LOWERED: &str = "lowered.mlir";

/// Runs programs by stock tools.
pub struct Tools {
    toolchain: Toolchain,
    mlir_opt: PathBuf,
    runner: PathBuf,
    /// Makes programs comparable; opened when first needed.
    reader: Option<Jit>,
    /// One `mlir-opt` a pass instead of one a path: how others drive it, and what speed is compared with.
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
        Ok(Tools {
            mlir_opt: toolchain.mlir_opt.clone().with_context(|| lacks("mlir-opt"))?,
            runner: toolchain.runner.clone().with_context(|| lacks("a runner"))?,
            toolchain: toolchain.clone(),
            reader: None,
            process_per_pass: false,
        })
    }

    /// The same, with a process for every pass.
    ///
    /// # Errors
    /// As `open`.
    pub fn process_per_pass(toolchain: &Toolchain) -> Result<Tools> {
        Ok(Tools { process_per_pass: true, ..Tools::open(toolchain)? })
    }

    fn path(&self, program: &str, steps: &[String], limit: Duration) -> Result<PathReport> {
        let folder = tempfile::tempdir().context("cannot make a folder for the tools: is the disk full?")?;
        let folder = folder.path();
        std::fs::write(folder.join(PROGRAM), program)
            .context("cannot write the program: is the disk full?")?;
        if self.process_per_pass {
            std::fs::copy(folder.join(PROGRAM), folder.join(LOWERED))?;
            for (i, step) in steps.iter().enumerate() {
                let finished = self.opt(LOWERED, std::slice::from_ref(step), &[], folder, limit)?;
                if !finished.succeeded() {
                    return self.failed(&steps[..=i], finished, folder, limit);
                }
                std::fs::write(folder.join(LOWERED), &finished.stdout)?;
            }
        } else {
            let finished = self.opt(PROGRAM, steps, &[], folder, limit)?;
            if !finished.succeeded() {
                return self.failed(steps, finished, folder, limit);
            }
            std::fs::write(folder.join(LOWERED), &finished.stdout)
                .context("cannot write: is the disk full?")?;
        }
        self.execute(program, steps, folder, limit)
    }

    fn opt(
        &self,
        input: &str,
        steps: &[String],
        flags: &[&str],
        folder: &Path,
        limit: Duration,
    ) -> Result<Finished> {
        let pipeline = format!("--pass-pipeline={}", join(steps));
        let mut arguments = vec![pipeline.as_str(), input];
        arguments.extend(flags);
        run(&self.mlir_opt, &arguments, folder, limit)
    }

    /// Finds the step that fails, among the beginnings of the path.
    fn failed(
        &self,
        steps: &[String],
        whole: Finished,
        folder: &Path,
        limit: Duration,
    ) -> Result<PathReport> {
        if whole.stderr.contains("does not refer to a registered pass")
            || whole.stderr.contains("no such option")
        {
            bail!("{}", whole.complaint());
        }
        // Every path that begins like a failing one fails too, so the shortest is found by halving.
        let (mut shortest, mut culprit, mut finished) = (0, steps.len(), whole);
        while shortest < culprit {
            let middle = (shortest + culprit) / 2;
            let beginning = self.opt(PROGRAM, &steps[..middle], &[], folder, limit)?;
            if beginning.succeeded() {
                shortest = middle + 1;
            } else {
                (culprit, finished) = (middle, beginning);
            }
        }
        let pass = culprit.checked_sub(1).map(|i| pass_name(&steps[i]).to_owned());
        let outcome = match (finished.status, finished.signal()) {
            (None, _) if finished.hung_in_crash() => Outcome::Crash,
            (None, _) => Outcome::Timeout,
            (_, Some(libc::SIGXFSZ)) => Outcome::Unsupported,
            (_, Some(_)) if ran_out_of_memory(&finished.stderr) => Outcome::OutOfMemory,
            (_, Some(_)) => Outcome::Crash,
            _ if culprit == 0 => bail!("the program is not valid MLIR: {}", finished.complaint()),
            _ => {
                // Without the verifier in between, a pass that reports failure still does, in the same words;
                // after one that claims success mlir-opt succeeds, or trips over the IR later.
                let unverified = self.opt(PROGRAM, &steps[..culprit], &["--verify-each=0"], folder, limit)?;
                let same = !unverified.succeeded() && unverified.complaint() == finished.complaint();
                if same && unverified.signal().is_none() { Outcome::Declined } else { Outcome::InvalidIr }
            }
        };
        let taken = steps[..culprit].iter().enumerate().map(|(i, s)| StepReport {
            pipeline: s.clone(),
            effect: (i + 1 < culprit).then_some(Effect::Changed),
        });
        Ok(report(outcome, taken.collect(), pass, &finished))
    }

    fn execute(&self, program: &str, steps: &[String], folder: &Path, limit: Duration) -> Result<PathReport> {
        let libraries: Vec<String> =
            self.toolchain.runner_libraries.iter().map(|l| l.display().to_string()).collect();
        let libraries = format!("-shared-libs={}", libraries.join(","));
        let arguments = ["-e", "main", "-entry-point-result=void", &libraries, LOWERED];
        let finished = run(&self.runner, &arguments, folder, limit)?;
        let taken = steps.iter().map(|s| StepReport { pipeline: s.clone(), effect: Some(Effect::Changed) });
        let taken: Vec<StepReport> = taken.collect();
        // The runner knows the dialects it can translate and no other.
        let incomplete = [
            "cannot be converted to LLVM IR",
            "missing `LLVMTranslationDialectInterface`",
            "not found for custom op",
        ];
        let outcome = match (finished.status, finished.signal()) {
            _ if finished.succeeded() => Outcome::Ok,
            (None, _) if finished.hung_in_crash() => Outcome::Fault,
            (None, _) => Outcome::Timeout,
            (_, Some(libc::SIGXFSZ)) => Outcome::Unsupported,
            (_, Some(_)) if ran_out_of_memory(&finished.stderr) => Outcome::OutOfMemory,
            (_, Some(_)) => Outcome::Fault,
            _ if incomplete.iter().any(|i| finished.stderr.contains(i)) => Outcome::Incomplete,
            _ => Outcome::Unsupported,
        };
        let mut report = report(outcome, taken, None, &finished);
        report.outputs = printed::read(&finished.stdout, &printed::print_calls(program));
        Ok(report)
    }
}

fn report(outcome: Outcome, steps: Vec<StepReport>, pass: Option<String>, finished: &Finished) -> PathReport {
    let message = match outcome {
        Outcome::Timeout => "it did not end in time".to_owned(),
        _ if finished.signal() == Some(libc::SIGXFSZ) => "it writes more than is kept".to_owned(),
        _ => finished.complaint(),
    };
    // The stack LLVM's own handler prints, innermost first.
    let frames = finished.stderr.lines().filter(|l| l.trim_start().starts_with('#'));
    let frames = frames.map(|l| l.trim().to_owned()).take(64).collect();
    let failure = Failure { pass, message, signal: finished.signal(), frames };
    PathReport {
        outcome,
        outputs: Vec::new(),
        steps,
        failure: (outcome != Outcome::Ok).then_some(failure),
        final_module: None,
        spent: Spent::default(),
    }
}

impl Executor for Tools {
    fn name(&self) -> &'static str {
        "tools"
    }

    /// Every tool is a new process as it is.
    fn fresh(&mut self) {}

    fn anew(&mut self) {}

    fn prepare(&mut self, program: &str, seed: u64) -> Result<Prepared> {
        let reader = match &mut self.reader {
            Some(reader) => reader,
            none => none.insert(Jit::open(&self.toolchain)?),
        };
        reader.prepare(program, seed)
    }

    fn run(&mut self, job: &Job) -> Result<Vec<PathReport>> {
        let fixed = |path: &PathSpec| match path {
            PathSpec::Fixed(steps) => self.path(&job.program, steps, job.limits.wall),
            PathSpec::Drawn(_) | PathSpec::Begun { .. } | PathSpec::Steered { .. } => {
                bail!("the tools executor runs given paths alone: draw them with --executor jit")
            }
        };
        job.paths.iter().map(fixed).collect()
    }
}
