//! The steps that words of a RUN line stand for, as the library knows them.

use super::lit::{RunWord, Unused};
use crate::execute::TriesSteps;
use crate::explore::{ProbeAnswer, ask};
use crate::path::catalogue::reaches_out;
use crate::path::pipeline;
use anyhow::Result;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// The anchors that a pass may need, the widest first, as `mlir-opt` puts them around a pass that asks for one.
const ANCHORS: [&str; 3] = ["", "func.func", "gpu.module"];

/// The operation that paths begin at.
const ROOT: &str = "builtin.module";

/// The steps that a word stands for.
#[derive(Debug, Default)]
struct FoundSteps {
    usable: Vec<String>,
    /// Names that stand for no step of the library.
    unknown: Vec<String>,
}

/// Steps by the words that stand for them.
#[derive(Debug, Default)]
pub struct StepsByWord {
    known: HashMap<RunWord, Option<FoundSteps>>,
    /// Names that stand for no step of the library, and how often each was met: flags, passes of test programs, other spellings.
    pub unknown: BTreeMap<String, u64>,
}

impl StepsByWord {
    /// The steps of a RUN line that the library has, in order, or why there are none.
    ///
    /// # Errors
    /// No worker can be had.
    pub fn of(
        &mut self,
        library: &mut dyn TriesSteps,
        run: &[RunWord],
    ) -> Result<Result<Vec<String>, Unused>> {
        let mut steps = Vec::new();
        for asked in run {
            if !self.known.contains_key(asked) {
                let found = self.resolved(library, asked)?;
                self.known.insert(asked.clone(), found);
            }
            let found = &self.known[asked];
            // `mlir-opt` would refuse the whole line.
            let Some(FoundSteps { usable, unknown }) = found else { return Ok(Err(Unused::Pipeline)) };
            for name in unknown {
                *self.unknown.entry(name.clone()).or_default() += 1;
            }
            steps.extend_from_slice(usable);
        }
        Ok(if steps.is_empty() { Err(Unused::NoSteps) } else { Ok(steps) })
    }

    /// The steps that the library has for this; none where it cannot read the pipeline.
    fn resolved(&self, library: &mut dyn TriesSteps, asked: &RunWord) -> Result<Option<FoundSteps>> {
        match asked {
            RunWord::Flag { name, value } => {
                let pass = if value.is_empty() { name.clone() } else { format!("{name}{{{value}}}") };
                for anchor in ANCHORS {
                    let step = match anchor {
                        "" => format!("{ROOT}({pass})"),
                        anchor => format!("{ROOT}({anchor}({pass}))"),
                    };
                    // A value with a brace in it is no option of a pass.
                    let Ok(usable) = pipeline::split(&step) else { break };
                    match answer(library, &step)? {
                        ProbeAnswer::Usable | ProbeAnswer::Crash(_) => {
                            return Ok(Some(FoundSteps { usable, ..FoundSteps::default() }));
                        }
                        ProbeAnswer::Anchor(_) => {}
                        ProbeAnswer::Unregistered | ProbeAnswer::Options(_) => break,
                    }
                }
                Ok(Some(FoundSteps { unknown: vec![name.clone()], ..FoundSteps::default() }))
            }
            RunWord::Pipeline(text) => {
                let Ok(steps) = pipeline::split(&on_module(text.trim())) else { return Ok(None) };
                let mut found = FoundSteps::default();
                for step in steps {
                    match answer(library, &step)? {
                        ProbeAnswer::Usable | ProbeAnswer::Crash(_) => found.usable.push(step),
                        ProbeAnswer::Unregistered | ProbeAnswer::Options(_) | ProbeAnswer::Anchor(_) => {
                            found.unknown.push(pipeline::pass_name(&step).to_owned());
                        }
                    }
                }
                Ok(Some(found))
            }
        }
    }
}

/// A pipeline on a module: any operation may be one, and a pipeline on another operation runs on those in it.
fn on_module(text: &str) -> Cow<'_, str> {
    match text.split_once('(') {
        Some((anchor, passes)) if anchor.trim_end() == "any" => format!("{ROOT}({passes}").into(),
        Some((anchor, _)) if anchor.trim_end() != ROOT => format!("{ROOT}({text})").into(),
        _ => text.into(),
    }
}

/// The answer of the library to a step. One that reaches beyond the module is not tried.
fn answer(library: &mut dyn TriesSteps, step: &str) -> Result<ProbeAnswer> {
    if reaches_out(step) {
        return Ok(ProbeAnswer::Unregistered);
    }
    let probed = ask(library, vec![step.to_owned()])?;
    Ok(probed.into_iter().next().map_or(ProbeAnswer::Unregistered, |probed| probed.answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipelines_on_other_operations_run_in_a_module() {
        for (text, on) in [
            ("any(cse)", "builtin.module(cse)"),
            ("any (cse,any(sccp))", "builtin.module(cse,any(sccp))"),
            ("func.func(cse)", "builtin.module(func.func(cse))"),
            ("builtin.module(func.func(cse))", "builtin.module(func.func(cse))"),
            ("cse", "cse"),
            ("", ""),
        ] {
            assert_eq!(on_module(text), on);
        }
    }
}
