//! Trying passes by processes: what each of several does to a program.

use super::super::generic;
use super::super::trial::{Trials, Tried, TriesSteps};
use super::stepwise::taken;
use super::{PROGRAM, Tools, folder_with};
use crate::path::event::StepError;
use anyhow::Result;

impl TriesSteps for Tools {
    fn try_steps(&mut self, trials: &Trials) -> Result<Vec<Tried>> {
        let folder = folder_with(&trials.program)?;
        let mut all = Vec::new();
        for candidate in &trials.candidates {
            let steps: Vec<String> = trials.prefix.iter().chain([candidate]).cloned().collect();
            let (finished, left) = taken(self, PROGRAM, &steps, folder.path(), &trials.limits)?;
            all.push(match left {
                Ok(()) => Tried::Left(generic::operations(&finished.stdout)),
                Err(StepError::Broken(outcome, failure)) if !finished.ended() => {
                    Tried::Lost(outcome, failure.message)
                }
                Err(error) => Tried::Failed(error),
            });
        }
        Ok(all)
    }
}
