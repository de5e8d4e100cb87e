//! A worker process of one build: reads its task, then orders, one a line, and answers each with a line.
//!
//! It ends when its input does. Input is read between cases by the only thread there is, because MLIR is forked from this process.

use super::protocol::{BuildAnswer, BuildCase, BuildOrder, BuildRun};
use crate::case::Case;
use crate::decode::{Generator, seeded_by};
use crate::execute::{ExecutorKind, InvalidJob, Terms};
use crate::explore::{Campaign, CaseResult, FAMILY, MadeInput, PathOptions, StepInputs, Target, declared};
use crate::judge::Known;
use crate::mlir::toolchain;
use crate::path::{PathSpec, SearchFocus, Strategy};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

/// Whole programs of a family: each takes as long as some hundred single steps.
const WHOLE: u64 = 4;
/// Findings of one signature that are kept.
const KEPT: usize = 3;

/// The task of a worker: the first line it reads, as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PatchTask {
    /// The toolchain, by name or path.
    pub mlir: String,
    /// The folder that its findings go to.
    pub out: PathBuf,
    /// Seed of the inputs.
    pub seed: u64,
    /// Inputs to begin with, beside states of generated programs.
    pub files: Vec<PathBuf>,
    /// The part of MLIR that inputs are directed at.
    pub focus: SearchFocus,
    /// True of the build that makes the inputs.
    pub makes: bool,
    /// Bugs to go on past.
    pub known: Known,
    /// The major version of the older build.
    pub oldest: u32,
    /// The terms on which one path is run.
    pub terms: Terms,
}

/// Works until `input` ends.
///
/// # Errors
/// The search cannot be reached; everything else is told to it.
pub fn work(task: PatchTask, input: impl BufRead, mut output: impl Write) -> Result<()> {
    let mut tell = |answer: &BuildAnswer| -> Result<()> {
        // A line of its own, whatever a pass may have printed before.
        write!(output, "\n{}\n", serde_json::to_string(answer)?)?;
        Ok(output.flush()?)
    };
    let mut worker = match Worker::open(task) {
        Ok(worker) => worker,
        Err(error) => return tell(&BuildAnswer::Unable { error: format!("{error:#}") }),
    };
    tell(&BuildAnswer::Ready { mlir: worker.campaign.mlir().clone() })?;
    for line in input.lines() {
        let order: BuildOrder = serde_json::from_str(&line?).context("an order was expected")?;
        let answer = worker.obey(order);
        tell(&answer.unwrap_or_else(|error| match error.is::<InvalidJob>() {
            true => BuildAnswer::Rejected,
            false => BuildAnswer::Failed { error: format!("{error:#}") },
        }))?;
    }
    Ok(())
}

/// Makes and runs inputs on one build.
struct Worker {
    campaign: Campaign,
    seed: u64,
    focus: SearchFocus,
    known: Known,
    terms: Terms,
    /// The kinds of single steps that inputs are of. Families take turns, and every so many of them are whole programs.
    steps: Vec<StepInputs>,
    /// The ways of drawing a whole path: through each pass of the focus that this build has, or any.
    ways: Vec<Strategy>,
}

impl Worker {
    fn open(task: PatchTask) -> Result<Worker> {
        let PatchTask { mlir, out, seed, files, focus, makes, known, oldest, terms } = task;
        let mut campaign = Campaign::open(&mlir, ExecutorKind::Interp, &out)?;
        campaign.limit(terms);
        campaign.decode_for(oldest);
        // Both builds are to be judged alike, so known bugs have their names when they are kept.
        campaign.know(Known::default());
        campaign.keep(0);
        let toolchain = toolchain::find(&mlir)?;
        campaign.declare(declared(&toolchain));
        let read =
            |file: &PathBuf| std::fs::read(file).with_context(|| format!("cannot read {}", file.display()));
        let given: Vec<Vec<u8>> = files.iter().map(read).collect::<Result<_>>()?;
        let made = |generator, given| StepInputs::new(generator, seed, given, focus.clone());
        let mut steps = vec![made(Generator::Tosa, Vec::new()), made(Generator::Drawn, Vec::new())];
        if !given.is_empty() {
            steps.push(made(Generator::Tosa, given));
        }
        let through = |pass: &String| {
            let options = PathOptions { through: vec![pass.clone()], ..PathOptions::default() };
            let way = options.strategy(&toolchain, false);
            way.inspect_err(|error| log::info!("no whole path is drawn through {pass}: {error:#}")).ok()
        };
        // A pass is tried before it is drawn, which may take long on a build that makes nothing.
        let mut ways: Vec<Strategy> = focus.passes().iter().filter(|_| makes).filter_map(through).collect();
        if ways.is_empty() {
            ways.push(Strategy::default());
        }
        Ok(Worker { campaign, seed, focus, known, terms, steps, ways })
    }

    fn obey(&mut self, order: BuildOrder) -> Result<BuildAnswer> {
        match order {
            BuildOrder::Make { number, joined } => self.make(number, &joined),
            BuildOrder::Run { subject, alone } => {
                let (target, case) = subject.open()?;
                if alone {
                    self.campaign.new_template();
                }
                let result = self.run(target, &case)?;
                Ok(self.answer(&result, None, false))
            }
            BuildOrder::Rest { subject, steps } => {
                let (target, case) = subject.open()?;
                let rest = self.campaign.rest(&case, steps);
                Ok(rest.map_or(BuildAnswer::Nothing, |rest| BuildAnswer::Rest(BuildCase::new(target, &rest))))
            }
            BuildOrder::Keep { subject } => {
                let (target, case) = subject.open()?;
                self.campaign.new_template();
                self.campaign.keep(KEPT);
                self.campaign.know(self.known.clone());
                let result = self.run(target, &case);
                self.campaign.know(Known::default());
                self.campaign.keep(0);
                Ok(self.answer(&result?, None, false))
            }
        }
    }

    fn make(&mut self, number: u64, joined: &[u64]) -> Result<BuildAnswer> {
        let family = number / FAMILY;
        let kind = (family % (self.steps.len() as u64 + 1)) as usize;
        if let Some(inputs) = self.steps.get_mut(kind) {
            self.campaign.aim(Target::PassDiff);
            self.campaign.draw_by(self.ways[(family as usize) % self.ways.len()].clone(), self.terms.turns);
            let Some(MadeInput { bytes: input, .. }) = inputs.input(&mut self.campaign, number, joined)?
            else {
                return Ok(BuildAnswer::Nothing);
            };
            let Some((case, _)) = Target::PassDiff.case(&input, self.campaign.oldest()) else {
                return Ok(BuildAnswer::Nothing);
            };
            let Some(result) = self.campaign.run_bytes(&input)? else { return Ok(BuildAnswer::Nothing) };
            let joins = self.steps[kind].joins(number, &input, &result);
            return Ok(self.answer(&result, Some((Target::PassDiff, &case)), joins));
        }
        if number % FAMILY >= WHOLE {
            return Ok(BuildAnswer::Nothing);
        }
        let (generator, target) = match number % 2 {
            0 => (Generator::Tosa, Target::LoweringDiff),
            _ => (Generator::Drawn, Target::MixedDiff),
        };
        let bytes = seeded_by(&generator, self.seed, number);
        let made = generator.case(&bytes, self.campaign.oldest());
        // A program that shows a bug which is known would show that alone.
        let Some((case, _)) = made.filter(|(_, generated)| generated.drawn.is_empty()) else {
            return Ok(BuildAnswer::Nothing);
        };
        self.campaign.draw_by(self.ways[(number as usize) % self.ways.len()].clone(), self.terms.turns);
        let result = self.run(target, &case)?;
        Ok(self.answer(&result, Some((target, &result.case)), false))
    }

    fn run(&mut self, target: Target, case: &Case) -> Result<CaseResult> {
        self.campaign.aim(target);
        self.campaign.run_case(case, None)
    }

    /// The answer about a case that was run; of an input that was `made` it has the case, with every step.
    fn answer(&self, result: &CaseResult, made: Option<(Target, &Case)>, joins: bool) -> BuildAnswer {
        let steps = made.iter().flat_map(|(_, case)| &case.paths).flat_map(PathSpec::given);
        let focused = steps.into_iter().any(|step| self.focus.takes(step));
        let subject = made.map(|(target, case)| BuildCase::new(target, case));
        BuildAnswer::Ran(Box::new(BuildRun {
            verdict: result.verdict.clone(),
            subject,
            joins,
            focused,
            kept: result.stored.as_ref().and_then(|stored| stored.directory()).map(Path::to_owned),
            steps: result.facts.passes,
            decided: result.facts.checks.decided(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_that_is_missing_is_told() {
        let task = PatchTask {
            mlir: "/nowhere/libMLIR-C.so".into(),
            out: "unused".into(),
            seed: 0,
            files: vec![],
            focus: SearchFocus::default(),
            makes: true,
            known: Known::default(),
            oldest: 22,
            terms: Terms::default(),
        };
        let mut output = Vec::new();
        work(task, &b""[..], &mut output).expect("the output takes it");
        let answer: BuildAnswer = serde_json::from_slice(&output).expect("it is an answer");
        assert!(matches!(answer, BuildAnswer::Unable { error } if error.contains("/nowhere/libMLIR-C.so")));
    }
}
