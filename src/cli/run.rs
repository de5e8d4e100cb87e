//! `lowdiff run`: one program, one path.

use super::call_arguments::{CallArguments, runnable, tell_arguments};
use super::input::{How, read_program};
use super::output;
use crate::execute::Job;
use crate::observe::Outcome;
use crate::path::{PathSpec, pipeline};
use crate::report::{Mlir, json};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

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
    #[command(flatten)]
    call: CallArguments,
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
        let text = read_program(&self.file)?;
        let (toolchain, mut executor) = self.how.executor.open(self.mlir.as_deref())?;
        let call = self.call.call(0)?;
        let cannot = || format!("cannot run {}", self.file.display());
        let prepared = executor.prepare(&text, &call).with_context(cannot)?;
        // An undefined program whose arguments are all given shows what it does with them.
        let is_drawn = prepared.arguments.iter().any(|argument| argument.drawn);
        if is_drawn || !prepared.runs {
            runnable(&prepared).with_context(cannot)?;
        }
        let job = Job::new(prepared.program.clone(), vec![path], self.how.timeout.terms());
        let mut reports = executor.run(&job)?;
        let report = reports.first_mut().context("the executor gave no report")?;
        for (place, output) in report.outputs.iter_mut().enumerate() {
            prepared.unwrap(place, &mut output.element, &mut output.bits);
        }
        if self.how.json {
            let mut document = json::path(report);
            document.insert("arguments".into(), json!(prepared.arguments));
            document.insert("executor".into(), json!(executor.name()));
            document.insert("mlir".into(), json!(Mlir::of(&toolchain)));
            output::data(&format!("{:#}", Value::Object(document)))?;
        } else {
            tell_arguments(&prepared.arguments);
            for (index, buffer) in report.outputs.iter().enumerate() {
                output::data(&output::buffer(index, buffer))?;
            }
            crate::observe::tell(&output::path("path", report));
        }
        Ok(status(report.outcome))
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
