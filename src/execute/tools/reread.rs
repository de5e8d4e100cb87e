//! Writing what a path leads to and reading it back, by stock processes.

use super::super::Limits;
use super::super::process::Finished;
use super::{GENERIC, PROGRAM, Tools, folder_with, report};
use crate::ir::differ_in_maps_alone;
use crate::observe::{Cause, Effect, Outcome, PathReport, StepReport, Subject};
use crate::path::pipeline::pass_name;
use anyhow::{Context, Result};

/// The files a state is written to.
const WRITTEN: &str = "written";
const AGAIN: &str = "again";

/// Writes each attribute where it is used.
const WITHOUT_ALIASES: &str = "--mlir-print-local-scope";

/// Each form, the flags that write it, and whether it holds everything there is.
const FORMS: [(Subject, &[&str], bool); 3] = [
    (Subject::GenericForm, &[GENERIC], true),
    (Subject::PrettyForm, &[], false),
    (Subject::Bytecode, &["--emit-bytecode"], true),
];

impl Tools {
    /// The report of a path whose last state does not survive being written and read; none where it does, or is not reached.
    ///
    /// # Errors
    /// The tool cannot be run.
    pub(super) fn reread(
        &self,
        program: &str,
        steps: &[String],
        limits: &Limits,
    ) -> Result<Option<PathReport>> {
        let Some(last) = steps.last() else { return Ok(None) };
        let folder = folder_with(program)?;
        let folder = folder.path();
        let write = |name: &str, from: &str, steps: &[String], flags: &[&str]| -> Result<Finished> {
            self.opt(from, steps, &[flags, &["-o", name]].concat(), folder, limits)
        };
        let text = |name: &str| -> Result<String> {
            std::fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name}"))
        };
        for (form, flags, whole) in FORMS {
            let compared: &[&str] = if whole { &[GENERIC, WITHOUT_ALIASES] } else { &[] };
            if !write(WRITTEN, PROGRAM, steps, flags)?.succeeded() {
                return Ok(None);
            }
            let read = write(AGAIN, WRITTEN, &[], compared)?;
            if read.status.is_none() {
                return Ok(None);
            }
            let outcome = if !read.succeeded() {
                Outcome::Unreadable
            } else {
                let again = text(AGAIN)?;
                // Bytecode is no text: it is held against the state as it is printed.
                let same = write(WRITTEN, PROGRAM, steps, compared)?.succeeded()
                    && differ_in_maps_alone(&text(WRITTEN)?, &again);
                if same {
                    continue;
                }
                Outcome::RoundTrip
            };
            let taken =
                steps.iter().map(|step| StepReport { pipeline: step.clone(), effect: Some(Effect::Changed) });
            let mut ended = report(outcome, taken.collect(), Some(pass_name(last).to_owned()), &read);
            if let Some(failure) = &mut ended.failure {
                failure.about = Some(form);
                let why = Box::new(std::mem::take(&mut failure.cause));
                failure.cause = match outcome {
                    Outcome::Unreadable => Cause::Unreadable { form, why, written: None },
                    _ => Cause::ReadOtherwise { form, lines: None },
                };
                failure.said = failure.said.take().filter(|_| outcome == Outcome::Unreadable);
            }
            return Ok(Some(ended));
        }
        Ok(None)
    }
}
