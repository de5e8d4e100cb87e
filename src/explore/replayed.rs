//! A corpus again, for what it reaches in MLIR.
//!
//! Nothing is kept: findings go to a folder that vanishes, and stock tools are not asked about them.

use super::corpus::{Corpus, CorpusInput};
use super::step_inputs::StepInputs;
use super::user_programs;
use super::worker::{Tests, drawn};
use super::{Campaign, GivenPart, Mode, Record, SearchExtent, Target, declared, search};
use crate::case::Case;
use crate::coverage::{FEATURES, Lines, Options, Places};
use crate::decode;
use crate::execute::{ExecutorKind, Terms};
use crate::mlir::Toolchain;
use crate::path::Strategy;
use crate::pool;
use crate::report::{Covered, Mlir, Point, Store};
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};

/// Runs every input of `corpus` on `toolchain`, watched as `options` say, and tells `progress` how many are done.
/// `lines` is where the counts of a library that counts its lines go.
///
/// # Errors
/// The toolchain does not load, or a program the campaign explored is not there any more.
pub fn replay(
    corpus: &Corpus,
    toolchain: &Toolchain,
    terms: Terms,
    options: &Options,
    lines: Option<&Path>,
    mut progress: impl FnMut(usize),
) -> Result<Covered> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let executor = ExecutorKind::default().open(toolchain)?;
    let store = Store::new(scratch.path());
    let mut campaign = Campaign::with(Mlir::of(toolchain), toolchain.syntax(), executor, None, store);
    campaign.limit(terms);
    let mut explored = Vec::new();
    for record in &corpus.campaigns {
        explored.push((
            prepare(&mut campaign, toolchain, record)?,
            record.path_options.strategy(toolchain, false)?,
        ));
    }
    campaign.watch(options)?;
    // Late, so that what watching tried out does not count.
    let counted = lines.map(|file| Lines::share(toolchain).map(|lines| (lines, file))).transpose()?;
    campaign.new_template();
    let mut blocks = 0;
    let mut indices = FEATURES;
    if let Some(coverage) = campaign.coverage() {
        // Code that watching tried out is not the corpus's doing.
        coverage.begin(false);
        (blocks, indices) = (coverage.reached().blocks, coverage.end_of_code());
    }
    let mut seen = Seen { reached: vec![false; indices as usize], blocks: 0, features: 0 };
    let mut curve = Vec::with_capacity(corpus.inputs.len());
    for (at, (input, seconds)) in corpus.inputs.iter().enumerate() {
        run(&mut campaign, input, corpus, &mut explored);
        if let Some(coverage) = campaign.coverage() {
            coverage.journal().into_iter().for_each(|index| seen.mark(index));
        }
        curve.push(Point { inputs: at as u64 + 1, reached: seen.blocks, seconds: *seconds });
        progress(at + 1);
    }
    if let Some((lines, file)) = counted {
        lines.write(file)?;
    }
    let stats = campaign.stats.clone();
    let reached = |index: u32| seen.reached[index as usize];
    // Breakpoints that were taken out again left no blocks to look up.
    let places = campaign.coverage().map(|c| Places::of(c)).transpose()?.unwrap_or_default();
    Ok(Covered {
        mlir: Mlir::of(toolchain),
        focus: options.focus.to_string(),
        inputs: stats.inputs,
        rejected: stats.rejected,
        failed: stats.failed,
        findings: stats.findings(),
        blocks,
        reached: seen.blocks,
        features: seen.features,
        by_namespace: places.by_namespace(reached),
        by_function: places.by_function(reached),
        by_file: places.by_file(reached),
        curve,
    })
}

/// Everything reached so far.
struct Seen {
    reached: Vec<bool>,
    blocks: u32,
    features: u32,
}

impl Seen {
    fn mark(&mut self, index: u32) {
        if !std::mem::replace(&mut self.reached[index as usize], true) {
            *if index < FEATURES { &mut self.features } else { &mut self.blocks } += 1;
        }
    }
}

/// The subjects of a campaign's tests.
fn prepare(campaign: &mut Campaign, toolchain: &Toolchain, record: &Record) -> Result<Tests> {
    let cannot = |file: &Path| format!("cannot read {}", file.display());
    if record.mode == Mode::Steps {
        campaign.declare(declared(toolchain));
        let read = |file: &PathBuf| std::fs::read(file).with_context(|| cannot(file));
        let given = record.files.iter().map(read).collect::<Result<_>>()?;
        let focus = record.path_options.focus.clone();
        let inputs = StepInputs::new(record.generator.clone(), record.seed, given, focus);
        return Ok(Tests::Steps(Box::new(inputs.drawing(pool::inputs(&record.pooled)?))));
    }
    let explored = |file: &PathBuf| {
        let given = user_programs::prepare(campaign, &GivenPart::read(file)?, &record.call, record.sanitize);
        // One that is not valid was left out.
        Ok(given
            .ok()
            .map(|given| given.program)
            .filter(|given| given.undefined.is_none())
            .map(|given| given.case))
    };
    Ok(Tests::Paths(record.files.iter().map(explored).collect::<Result<_>>()?))
}

/// Runs an input. Inputs that lowdiff fails on are counted and cost the others nothing.
fn run(campaign: &mut Campaign, input: &CorpusInput, corpus: &Corpus, explored: &mut [(Tests, Strategy)]) {
    let read = |path: &Path| std::fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let done = match input {
        CorpusInput::Bytes(path) => {
            // An engine at work may have removed it since the corpus was read.
            read(path).and_then(|bytes| match Case::is_case_file(&bytes) {
                true => Case::load(path).and_then(|case| campaign.run_case(&case, None)).map(drop),
                false => campaign.run_bytes(&bytes).map(drop),
            })
        }
        CorpusInput::Case(path) => Case::load(path).and_then(|case| campaign.run_case(&case, None)).map(drop),
        CorpusInput::Program(number, program) => {
            let record = &corpus.campaigns[*number];
            let (tests, strategy) = &mut explored[*number];
            campaign.draw_by(strategy.clone(), record.path_options.max_step);
            test(campaign, record, tests, *program)
        }
    };
    if let Err(error) = done {
        log::warn!("lowdiff failed on {input:?}: {error:#}");
        campaign.stats.fail();
    }
}

/// Runs the tests of a campaign's program, or its input of single steps.
fn test(campaign: &mut Campaign, record: &Record, tests: &mut Tests, program: u64) -> Result<()> {
    let bytes = decode::seeded_by(&record.generator, record.seed, program);
    let given = tests.given(program).map(|program| drawn(&program, &bytes));
    match (tests, record.mode) {
        (Tests::Steps(inputs), _) => {
            let joined: Vec<u64> = record.joined_before(program);
            let input = inputs.input(campaign, program, &joined)?;
            campaign.aim(Target::PassDiff);
            let ran = input.map_or(Ok(None), |input| campaign.run_bytes(&input.bytes));
            campaign.aim(Target::default());
            ran.map(drop)
        }
        (Tests::Paths(_), Mode::Graph(paths)) => {
            let decoded = || {
                record
                    .generator
                    .case(&bytes, campaign.oldest())
                    .map(|(case, generated)| (case, Some(generated)))
            };
            let Some((case, generated)) = given.map(|case| (case, None)).or_else(decoded) else {
                campaign.stats.reject();
                return Ok(());
            };
            search(campaign, &case, &bytes, generated, SearchExtent { paths, until: None }).map(drop)
        }
        (Tests::Paths(_), _) => match given {
            Some(case) => campaign.run_case(&case, None).map(drop),
            None => campaign.run_generated(&record.generator, &bytes).map(drop),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::fake::Fake;
    use crate::program::Syntax;

    #[test]
    fn an_input_that_is_gone_meanwhile_costs_the_others_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("input");
        std::fs::write(&file, b"short").expect("room");
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let executor = Box::new(Fake::new([]));
        let mut campaign = Campaign::with(mlir, Syntax::V22, executor, None, Store::new(folder.path()));
        for input in [file, folder.path().join("gone")].map(CorpusInput::Bytes) {
            run(&mut campaign, &input, &Corpus::default(), &mut []);
        }
        let stats = campaign.stats;
        assert_eq!((stats.inputs, stats.rejected, stats.failed), (2, 1, 1));
    }
}
