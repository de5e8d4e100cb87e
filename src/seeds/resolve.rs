//! The steps that words of a RUN line stand for, as the library knows them.

use super::lit::Asked;
use crate::execute::TriesSteps;
use crate::explore::{Answer, ask};
use crate::path::catalogue::reaches_out;
use crate::path::pipeline;
use anyhow::Result;
use std::collections::{BTreeMap, HashMap};

/// The anchors that a pass may need, the widest first, as `mlir-opt` puts them around a pass that asks for one.
const ANCHORS: [&str; 3] = ["", "func.func", "gpu.module"];

/// Steps by the words that stand for them.
#[derive(Debug, Default)]
pub struct Steps {
    known: HashMap<Asked, Vec<String>>,
    /// Names that stand for no step of the library, and how often each was met: flags, passes of test programs, other spellings.
    pub unknown: BTreeMap<String, u64>,
}

impl Steps {
    /// The steps of a RUN line that the library has, in order.
    ///
    /// # Errors
    /// No worker can be had.
    pub fn of(&mut self, library: &mut dyn TriesSteps, run: &[Asked]) -> Result<Vec<String>> {
        let mut steps = Vec::new();
        for asked in run {
            if !self.known.contains_key(asked) {
                let found = self.resolved(library, asked)?;
                self.known.insert(asked.clone(), found);
            }
            let found = &self.known[asked];
            if let (true, Asked::Flag { name, .. }) = (found.is_empty(), asked) {
                *self.unknown.entry(name.clone()).or_default() += 1;
            }
            steps.extend_from_slice(found);
        }
        Ok(steps)
    }

    fn resolved(&mut self, library: &mut dyn TriesSteps, asked: &Asked) -> Result<Vec<String>> {
        match asked {
            Asked::Flag { name, value } => {
                let pass = if value.is_empty() { name.clone() } else { format!("{name}{{{value}}}") };
                for anchor in ANCHORS {
                    let step = match anchor {
                        "" => format!("builtin.module({pass})"),
                        anchor => format!("builtin.module({anchor}({pass}))"),
                    };
                    // A value with a brace in it is no option of a pass.
                    let Ok(split) = pipeline::split(&step) else { break };
                    match answer(library, &step)? {
                        Answer::Usable | Answer::Crash(_) => return Ok(split),
                        Answer::Anchor(_) => {}
                        Answer::Unregistered | Answer::Options(_) => break,
                    }
                }
                Ok(Vec::new())
            }
            Asked::Pipeline(text) => {
                let text = text.trim();
                // Any operation may be at the root, and here it is a module.
                let text = match text.strip_prefix("any") {
                    Some(passes) => format!("builtin.module{passes}"),
                    None => text.to_owned(),
                };
                let mut steps = pipeline::split(&text).unwrap_or_default();
                let mut usable = Vec::new();
                for step in steps.drain(..) {
                    match answer(library, &step)? {
                        Answer::Usable | Answer::Crash(_) => usable.push(step),
                        Answer::Unregistered | Answer::Options(_) | Answer::Anchor(_) => {
                            *self.unknown.entry(pipeline::pass_name(&step).to_owned()).or_default() += 1;
                        }
                    }
                }
                Ok(usable)
            }
        }
    }
}

/// The answer of the library to a step. One that reaches beyond the module is not tried.
fn answer(library: &mut dyn TriesSteps, step: &str) -> Result<Answer> {
    if reaches_out(step) {
        return Ok(Answer::Unregistered);
    }
    let probed = ask(library, vec![step.to_owned()])?;
    Ok(probed.into_iter().next().map_or(Answer::Unregistered, |probed| probed.answer))
}
