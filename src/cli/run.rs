//! `lowdiff run`: one program, one path.

use super::STATUS_INCOMPARABLE;
use super::call_arguments::{CallArguments, callable, defined_as_drawn, tell_arguments, undefined_at};
use super::input::How;
use super::output::{self, NotationOption};
use super::programs::{self, GivenPrograms};
use crate::execute::{Executor, Job};
use crate::finding::PathRecord;
use crate::observe::{Effect, Outcome, PathReport, StepAdvice, StepReport, tell};
use crate::path::meant::{is_declared, meant_pass, nearest};
use crate::path::{PathSpec, pipeline};
use crate::report::{Mlir, RunDocument};
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Lower one program along one path, run it, print what it prints
///
/// Exit status: 0 it ran; 1 crash, fault, invalid-ir, undefined, timeout or out-of-memory; 2 usage or set-up
/// error; 3 declined, incomplete, unsupported or harness-error.
#[derive(Debug, Args)]
pub struct Run {
    /// The program, or - for standard input; where it does not print it shows what its function returns
    file: PathBuf,
    /// A pipeline anchored on builtin.module, or @FILE with one pipeline a line; without it the plain lowering
    #[arg(long, value_name = "PIPELINE|@FILE")]
    path: Option<String>,
    /// The MLIR under test
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Show the module after each pass on standard error
    #[arg(long, conflicts_with = "print_ir_after")]
    print_ir_after_all: bool,
    /// Show the module after this pass on standard error; may be repeated
    #[arg(long, value_name = "PASS")]
    print_ir_after: Vec<String>,
    /// Write the module at the end of the path to a file, or to standard output for -
    #[arg(long, value_name = "FILE")]
    emit: Option<PathBuf>,
    #[command(flatten)]
    call: CallArguments,
    #[command(flatten)]
    notation: NotationOption,
    #[command(flatten)]
    how: How,
}

impl Run {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let path = match &self.path {
            Some(path) => PathSpec::Fixed(pipeline::read_path(path)?),
            // Without draws every choice is the plainest.
            None => PathSpec::Drawn(Vec::new()),
        };
        if self.how.json && self.emit.as_deref() == Some(Path::new("-")) {
            bail!("--json and --emit - both want standard output: give --emit a file");
        }
        let text = match GivenPrograms::read(&self.file)? {
            GivenPrograms::One(text) => text,
            GivenPrograms::Several(all, _kept) if all.len() > 1 && self.emit.is_some() => {
                bail!("--emit writes one module, and {} holds {} programs", self.file.display(), all.len())
            }
            GivenPrograms::Several(all, _kept) => return programs::each(&self.file, &all, self.how.json),
        };
        let (toolchain, mut executor) = self.how.executor.open(self.mlir.as_deref())?;
        let steps = if let PathSpec::Fixed(steps) = &path { Some(&steps[..]) } else { None };
        are_named(&self.print_ir_after, steps, toolchain.major())?;
        let call = self.call.call(0)?;
        let cannot = || format!("cannot run {}", self.file.display());
        let prepared = executor.prepare(&text, &call).with_context(cannot)?;
        callable(&prepared).with_context(cannot)?;
        let job = Job::new(prepared.program.clone(), vec![path], self.how.timeout.terms());
        let mut reports = executor.run(&job)?;
        let report = reports.first_mut().context("the executor gave no report")?;
        self.show_modules(executor.as_mut(), &prepared.program, report)?;
        let undefined = prepared.undefined.as_ref().filter(|_| !is_of_pass(report));
        // Of arguments that were drawn others may do.
        defined_as_drawn(undefined, &prepared.arguments, "run", &self.file)?;
        for (place, output) in report.outputs.iter_mut().enumerate() {
            prepared.unwrap(place, &mut output.element, &mut output.bits);
        }
        if self.how.json {
            let document = RunDocument {
                path: PathRecord::of(report),
                arguments: prepared.arguments.clone(),
                location: undefined.and_then(|undefined| undefined.place.clone()),
                executor: executor.kind(),
                mlir: Mlir::of(&toolchain),
            };
            output::data(&format!("{:#}", json!(document)))?;
        } else {
            tell_arguments(&prepared.arguments);
            for (index, buffer) in prepared.as_held(&report.outputs).iter().enumerate() {
                output::data(&output::buffer(index, buffer, self.notation))?;
            }
            tell(&output::path("path", report));
        }
        if let Some(undefined) = undefined {
            tell(&undefined_at(undefined, &self.file));
            return Ok(STATUS_INCOMPARABLE);
        }
        Ok(status(report.outcome))
    }
}

impl Run {
    /// Shows the modules that were asked for, of those that the path came to.
    fn show_modules(
        &self,
        executor: &mut dyn Executor,
        program: &str,
        report: &PathReport,
    ) -> anyhow::Result<()> {
        if !self.print_ir_after_all && self.print_ir_after.is_empty() && self.emit.is_none() {
            return Ok(());
        }
        let limits = self.how.timeout.terms().limits;
        // Those that came to their end: a pass that crashed leaves no module.
        let ended = |step: &&StepReport| step.effect.is_some_and(|effect| effect != Effect::Declined);
        let steps: Vec<String> =
            report.steps.iter().filter(ended).map(|step| step.pipeline.clone()).collect();
        let mut after = |steps: &[String]| executor.text_after(program, steps, &limits);
        let is_named = |step: &str| self.print_ir_after.iter().any(|pass| pipeline::pass_name(step) == pass);
        for (place, step) in steps.iter().enumerate() {
            if self.print_ir_after_all || is_named(step) {
                let module = after(&steps[..=place])?;
                tell(&format!("// -----// IR after step {}: {step} //----- //\n{module}", place + 1));
            }
        }
        let is_missing = |pass: &&String| !steps.iter().any(|step| pipeline::pass_name(step) == **pass);
        if let Some(missing) = self.print_ir_after.iter().find(is_missing) {
            tell(&format!("warning: no step of the path is {missing}"));
        }
        let Some(file) = &self.emit else { return Ok(()) };
        let module = after(&steps)?;
        if file.as_os_str() == "-" { output::data(&module) } else { output::file(file, &module) }
    }
}

/// That each of these passes is on the path, or is one of MLIR's where the path is drawn.
///
/// # Errors
/// One is not; the sentence has the name that may have been meant.
fn are_named(passes: &[String], steps: Option<&[String]>, major: u32) -> anyhow::Result<()> {
    for pass in passes {
        let on_path: Vec<&str> = steps.into_iter().flatten().map(|step| pipeline::pass_name(step)).collect();
        let meant = || {
            let of_path = nearest(pass, on_path.iter().copied()).map(str::to_owned);
            let name = of_path.or_else(|| meant_pass(pass, major));
            name.map(|name| format!("; {}", words::advice(&StepAdvice::Name(name)))).unwrap_or_default()
        };
        match steps {
            Some(_) if !on_path.contains(&pass.as_str()) => {
                bail!("--print-ir-after: no step of the path is {pass}{}", meant())
            }
            None if !is_declared(pass, major) => {
                bail!("--print-ir-after: MLIR has no pass {pass}{}", meant())
            }
            _ => {}
        }
    }
    Ok(())
}

/// True of an early end that a pass is to blame for, whatever the program does.
fn is_of_pass(report: &PathReport) -> bool {
    match report.outcome {
        Outcome::Crash | Outcome::InvalidIr | Outcome::Unreadable | Outcome::RoundTrip => true,
        Outcome::Timeout | Outcome::OutOfMemory => {
            report.failure.as_ref().is_some_and(|failure| failure.pass.is_some())
        }
        _ => false,
    }
}

/// The exit status for an outcome.
fn status(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Ok | Outcome::Held => 0,
        Outcome::Crash
        | Outcome::Fault
        | Outcome::InvalidIr
        | Outcome::Miscompiled
        | Outcome::Unreadable
        | Outcome::RoundTrip
        | Outcome::Undefined
        | Outcome::Timeout
        | Outcome::OutOfMemory => 1,
        Outcome::Declined | Outcome::Incomplete | Outcome::Unsupported | Outcome::HarnessError => 3,
    }
}
