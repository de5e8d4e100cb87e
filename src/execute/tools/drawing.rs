//! Putting a path together by processes: one for every step, each reading the module that the last one wrote.

use super::super::{Limits, generic};
use super::{GENERIC, STATE, Tools, is_unknown};
use crate::observe::Outcome;
use crate::path::{Applied, Lowering, Operations};
use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::path::Path;

/// A path that is being put together.
pub struct Drawing<'t> {
    tools: &'t Tools,
    folder: &'t Path,
    limits: Limits,
    operations: Operations,
    pub steps: Vec<String>,
    /// How many of them were given.
    begun: usize,
    /// The module after those, and after each step since.
    modules: Vec<String>,
    /// Why no process can be had.
    pub error: Option<anyhow::Error>,
}

impl<'t> Drawing<'t> {
    /// Begins with the module that the steps `begun` lead to.
    ///
    /// # Errors
    /// The folder takes no file.
    pub fn begin(
        tools: &'t Tools,
        folder: &'t Path,
        limits: Limits,
        begun: &[String],
        module: String,
    ) -> Result<Drawing<'t>> {
        let operations = generic::operations(&module);
        let (steps, modules) = (begun.to_vec(), vec![module]);
        let drawing =
            Drawing { tools, folder, limits, operations, steps, begun: begun.len(), modules, error: None };
        drawing.keep()?;
        Ok(drawing)
    }

    /// Puts the last module where the next process reads it.
    fn keep(&self) -> Result<()> {
        let module = self.modules.last().map_or("", String::as_str);
        std::fs::write(self.folder.join(STATE), module).context("cannot write a module")
    }

    fn back(&mut self, mark: usize) -> Result<()> {
        self.modules.truncate(mark + 1);
        self.steps.truncate(self.begun + mark);
        self.operations = self.modules.last().map(|module| generic::operations(module)).unwrap_or_default();
        self.keep()
    }

    fn step(&mut self, step: &str) -> Result<Applied> {
        let one = [step.to_owned()];
        let finished = self.tools.opt(STATE, &one, &[GENERIC], self.folder, &self.limits)?;
        if !finished.succeeded() {
            if is_unknown(&finished) {
                return Ok(Applied::Declined);
            }
            let failure = self.tools.failure(STATE, &one, &finished, self.folder, &self.limits)?;
            if failure == Outcome::Declined {
                return Ok(Applied::Declined);
            }
            // What it is, the run of the whole path tells.
            self.steps.extend(one);
            return Ok(Applied::Ended);
        }
        let operations = generic::operations(&finished.stdout);
        // Too large a module is no place to go on from.
        if operations.values().map(|count| u64::from(*count)).sum::<u64>() > self.limits.operations {
            return Ok(Applied::Declined);
        }
        self.steps.extend(one);
        self.modules.push(finished.stdout);
        self.keep()?;
        let changed = operations != self.operations;
        self.operations = operations;
        Ok(if changed { Applied::Changed } else { Applied::Unchanged })
    }
}

impl Lowering for Drawing<'_> {
    fn operations(&self) -> Operations {
        self.operations.clone()
    }

    fn apply(&mut self, step: &str) -> Applied {
        self.step(step).unwrap_or_else(|error| {
            self.error = Some(error);
            Applied::Ended
        })
    }

    fn fingerprint(&mut self) -> [u8; 32] {
        Sha256::digest(self.modules.last().map_or("", String::as_str)).into()
    }

    fn mark(&self) -> usize {
        self.modules.len() - 1
    }

    fn retreat(&mut self, mark: usize) -> bool {
        self.back(mark).map_err(|error| self.error = Some(error)).is_ok()
    }
}
