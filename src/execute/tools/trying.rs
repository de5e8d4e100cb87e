//! Trying passes by processes: what each of several does to a program.

use super::super::generic;
use super::super::trial::{Trials, Tried, TriesSteps};
use super::{GENERIC, PROGRAM, Tools, folder_with};
use crate::mlir::refusal;
use crate::observe::Outcome;
use crate::path::event::StepError;
use anyhow::Result;

impl TriesSteps for Tools {
    fn try_steps(&mut self, trials: &Trials) -> Result<Vec<Tried>> {
        let folder = folder_with(&trials.program)?;
        let mut all = Vec::new();
        for candidate in &trials.candidates {
            let steps: Vec<String> = trials.prefix.iter().chain([candidate]).cloned().collect();
            let finished = self.opt(PROGRAM, &steps, &[GENERIC], folder.path(), &trials.limits)?;
            let said = &finished.stderr;
            all.push(match finished.status {
                _ if finished.succeeded() => Tried::Left(generic::operations(&finished.stdout)),
                None => Tried::Lost(Outcome::Timeout, finished.complaint()),
                _ if finished.signal().is_some() => Tried::Lost(Outcome::Crash, finished.complaint()),
                _ => match said.lines().find(|line| refusal(line).is_some()) {
                    Some(line) => Tried::Failed(StepError::Refused(refusal(line), line.to_owned())),
                    None => Tried::Failed(StepError::Declined(finished.complaint())),
                },
            });
        }
        Ok(all)
    }
}
