//! Trying passes by processes: what each of several does to a program.

use super::super::generic;
use super::super::trial::{Trials, Tried, TriesSteps};
use super::{GENERIC, PROGRAM, Tools, folder_with};
use crate::observe::Outcome;
use crate::path::event::StepError;
use anyhow::Result;

/// How a program says that it does not have a pass, or not in this form or place.
const REFUSALS: [&str; 6] = [
    "does not refer to a registered pass",
    "no such option",
    "unable to schedule pass",
    "can't run '",
    "restricted to",
    "trying to schedule a pass",
];

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
                _ => match said.lines().find(|line| REFUSALS.iter().any(|refusal| line.contains(refusal))) {
                    Some(line) => Tried::Failed(StepError::Refused(line.to_owned())),
                    None => Tried::Failed(StepError::Declined(finished.complaint())),
                },
            });
        }
        Ok(all)
    }
}
