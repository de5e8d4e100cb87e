//! Passes by processes, as a descent needs them: one for every step, each reading the module that the last one wrote.

use super::super::{Limits, StateKey, Terms, generic};
use super::{Finished, GENERIC, STATE, Tools};
use crate::observe::{Cause, Failure, HarnessFault, Outcome, Refusal, StepRefusal};
use crate::path::descent::{Arrival, Compiler, Descent, Look, Retention};
use crate::path::event::{Event, StateTrack, StepError};
use crate::path::graph::Graph;
use crate::path::{Operations, Strategy};
use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::path::Path;

/// A pass is a process, and a module is a text.
struct Processes<'t> {
    tools: &'t Tools,
    folder: &'t Path,
    limits: Limits,
    track: StateTrack,
    /// The steps begun; nothing for those the path went on without.
    steps: Vec<Option<String>>,
    /// The reason why no process can be had.
    error: Option<anyhow::Error>,
}

/// Puts a path together behind the module `begun`, and gives its steps: the last may be one that does not end well.
///
/// # Errors
/// No process can be had.
pub fn draw(
    tools: &Tools,
    folder: &Path,
    Terms { limits, turns, .. }: Terms,
    begun: String,
    draws: &[u8],
    strategy: &Strategy,
) -> Result<Vec<String>> {
    let graph = Graph::new(key(&begun), generic::operations(&begun));
    let processes =
        Processes { tools, folder, limits, track: StateTrack::default(), steps: Vec::new(), error: None };
    let mut lowering = Descent::new(processes, begun, graph, Retention::Everything, turns);
    lowering.draw(draws, tools.toolchain.major(), strategy);
    match lowering.compiler.error {
        Some(error) => Err(error),
        None => Ok(lowering.compiler.steps.into_iter().flatten().collect()),
    }
}

fn key(module: &str) -> StateKey {
    Sha256::digest(module).into()
}

/// Runs these steps on a module in the folder: the process, and why it leaves no module where it leaves none.
///
/// # Errors
/// No process can be had.
pub fn taken(
    tools: &Tools,
    input: &str,
    steps: &[String],
    folder: &Path,
    limits: &Limits,
) -> Result<(Finished, Result<(), StepError>)> {
    let finished = tools.opt(input, steps, &[GENERIC], folder, limits)?;
    if finished.succeeded() {
        return Ok((finished, Ok(())));
    }
    let refused = finished.stderr.lines().find(|line| finished.ended() && Refusal::told_by(line).is_some());
    let error = match refused {
        Some(line) => {
            let (step, said) = (steps.join(","), Some(line.to_owned()));
            StepError::Refused(StepRefusal { step, part: Refusal::told_by(line), said, advice: None })
        }
        None => match tools.failure(input, steps, &finished, folder, limits)? {
            Outcome::Declined => StepError::Declined(Box::new(finished.failure())),
            outcome => StepError::Broken(outcome, Box::new(finished.failure())),
        },
    };
    Ok((finished, Err(error)))
}

impl Processes<'_> {
    fn step(&self, module: &mut String, step: &str) -> Result<Result<(), StepError>> {
        std::fs::write(self.folder.join(STATE), &*module).context("cannot write a module")?;
        let (finished, left) = taken(self.tools, STATE, &[step.to_owned()], self.folder, &self.limits)?;
        Ok(left.map(|()| *module = finished.stdout))
    }
}

impl Compiler for Processes<'_> {
    type Module = String;

    fn duplicate(&mut self, module: &String) -> String {
        module.clone()
    }

    fn run(&mut self, module: &mut String, step: &str) -> Result<(), StepError> {
        self.step(module, step).unwrap_or_else(|error| {
            let failure = Failure::of(Cause::Harness(HarnessFault::Failed(format!("{error:#}"))));
            self.error = Some(error);
            Err(StepError::Broken(Outcome::HarnessError, Box::new(failure)))
        })
    }

    fn look(&mut self, module: &String, is_known: &dyn Fn(&StateKey) -> bool) -> Result<Look, StepError> {
        let state = key(module);
        if is_known(&state) {
            return Ok((state, None));
        }
        let operations = generic::operations(module);
        let count: u64 = operations.values().map(|count| u64::from(*count)).sum();
        if count > self.limits.operations {
            return Err(StepError::Grew(self.limits.operations));
        }
        Ok((state, Some(operations)))
    }

    fn reached(&mut self, _: &Arrival<'_>, _: &String) -> Result<(), StepError> {
        Ok(())
    }

    fn declined(&mut self, _: &str, _: &Operations) {}

    fn abandon(&mut self, _: String) {}

    fn tell(&mut self, event: Event) {
        self.track.follow(&event);
        match event {
            Event::Step { step, .. } => self.steps.push(Some(step)),
            Event::Failed(error) if error.is_passed_by() => {
                if let Some(last) = self.steps.last_mut() {
                    *last = None;
                }
            }
            Event::Back(_) => self.steps.truncate(self.track.begun()),
            _ => {}
        }
    }
}
