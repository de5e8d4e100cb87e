//! Makes and prunes the committed seeds: inputs that agree, and together reach many operations and passes.
//!
//! `seeds TARGET make DIR COUNT` tries random inputs and keeps those that add an operation or a pass to what the ones
//! before reach; `seeds TARGET choose INTO LEAST FROM...` keeps those of earlier runs that reach at least so many blocks of MLIR
//! more than the ones chosen before; `seeds TARGET prune DIR` removes those that do not agree on the MLIR under test. A seed that is a finding
//! would end every run before it has begun. See `scripts/seeds.sh`.
//!
//! The seeds of `sanitize_diff` are mutants of the committed seeds of `pass_diff`. The seeds of `pass_diff` are states of drawn paths, with the steps that come next there. They are text of one version, so on
//! another one those alone are removed that are findings.

use anyhow::{Context, Result, bail};
use lowdiff::case::Case;
use lowdiff::coverage::{Options, Wanted};
use lowdiff::decode::envelope::{self, MOST_STEPS, MutationBounds};
use lowdiff::decode::{Envelope, Generator};
use lowdiff::execute::{ExecutorKind, Jit, Terms};
use lowdiff::explore::{Campaign, CaseResult, TakenPath, Target};
use lowdiff::ir;
use lowdiff::judge::VerdictKind;
use lowdiff::observe::dialects;
use lowdiff::path::pipeline::pass_name;
use lowdiff::sanitize::sanitize;
use lowdiff::smith::Smith;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Inputs tried before `make` is content with what it has.
const TRIES: u64 = 400;
/// Longer seeds make slower cases and cost the repository more than they reach.
const LONGEST: usize = 1024;

/// Inputs whose paths are looked at for states.
const STATE_TRIES: u64 = 3000;
/// Operations of their programs, at most.
const MOST_OPERATIONS: usize = 3;
/// Bytes of a state and its steps, at most: `scripts/fuzz.sh` takes no longer inputs.
const LONGEST_STATE: usize = 4090;
/// States before one pass, at most.
const PER_PASS: usize = 4;
/// States of operations of the same dialects, at most.
const PER_LEVEL: usize = 4;
/// Dialects of states that are some way down; of others a third is enough.
const LOW: [&str; 6] = ["affine", "cf", "memref", "scf", "vector", "bufferization"];

/// The committed states, of which seeds with modules that are repaired are mutants.
const STATES: &str = "corpus/pass_diff";
/// Changes of a state, at most.
const MUTATIONS: usize = 5;

const USAGE: &str = "usage: seeds TARGET make DIR COUNT | choose INTO LEAST FROM... | prune DIR";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let scratch = tempfile::tempdir()?;
    let mlir = lowdiff::mlir::toolchain::default_name();
    let Some((target, words)) = words.split_first() else { bail!(USAGE) };
    let target = Target::named(target).with_context(|| format!("there is no target {target}"))?;
    // Compiled code runs no states.
    let executor = if target.is_of_steps() { ExecutorKind::Interp } else { ExecutorKind::Jit };
    let mut campaign = Campaign::open(&mlir, executor, scratch.path())?;
    campaign.aim(target);
    match words[..] {
        ["make", directory, count] if target.is_of_steps() => {
            make_states(&mut campaign, &mlir, Path::new(directory), count.parse()?)
        }
        ["make", directory, count] if target.takes_modules() => {
            make_repaired(&mut campaign, Path::new(directory), count.parse()?)
        }
        ["make", directory, count] => make(&mut campaign, target, Path::new(directory), count.parse()?),
        ["choose", into, least, ref from @ ..] => {
            choose(&mut campaign, Path::new(into), least.parse()?, from)
        }
        ["prune", directory] => prune(&mut campaign, target, Path::new(directory)),
        _ => bail!(USAGE),
    }
}

fn make(campaign: &mut Campaign, target: Target, directory: &Path, count: usize) -> Result<()> {
    std::fs::create_dir_all(directory)?;
    let (mut reached, mut kept) = (BTreeSet::new(), 0);
    for index in 0..TRIES {
        if kept == count {
            break;
        }
        let mut bytes = lowdiff::decode::seeded(0, index);
        bytes.truncate(LONGEST);
        let bytes = target.input(&bytes);
        let Some(result) = campaign.run_bytes(&bytes)? else { continue };
        if result.verdict.kind != VerdictKind::Agree {
            continue;
        }
        let before = reached.len();
        reached.extend(reaches(&result));
        if reached.len() > before {
            kept += 1;
            keep(directory, &bytes)?;
        }
    }
    eprintln!("{kept} seeds reach {} operations and passes", reached.len());
    Ok(())
}

/// A program of so many operations, by one generator after the other, each second one of tosa: of that each lowered state is short.
fn small_case(index: u64, operations: usize, version: u32) -> Option<Case> {
    let smiths: Vec<Generator> =
        Generator::all().filter(|generator| matches!(generator, Generator::Smith(_))).collect();
    let Generator::Smith(number) = smiths[(index / 2) as usize % smiths.len()] else { return None };
    if index.is_multiple_of(2) {
        let bytes = lowdiff::decode::seeded_small(1, index, operations);
        return Target::LoweringDiff.case(&bytes, version).map(|(case, _)| case);
    }
    let shipped = lowdiff::smith::shipped(number.into()).clone();
    let smith = Smith {
        operations: [1, operations],
        depth: 2,
        body: 1,
        nested: 1,
        extent: 2,
        elements: 4,
        ..shipped
    };
    let generator = Generator::Own(Box::new(smith));
    let bytes = lowdiff::decode::seeded_by(&generator, 1, index);
    generator.case(&bytes, version).map(|(case, _)| case)
}

/// States of drawn paths: each that brings an operation, a pass, or a pass on a dialect, that no seed so far has.
fn make_states(campaign: &mut Campaign, mlir: &str, directory: &Path, count: usize) -> Result<()> {
    std::fs::create_dir_all(directory)?;
    let toolchain = lowdiff::mlir::toolchain::find(mlir)?;
    let mut jit = Jit::interpreting(&toolchain)?;
    let terms = Terms::default();
    let (mut reached, mut kept, mut high) = (BTreeSet::new(), 0, 0);
    let (mut passes, mut levels) = (BTreeMap::<String, usize>::new(), BTreeMap::<String, usize>::new());
    for index in 0..STATE_TRIES {
        if kept == count {
            break;
        }
        let Some(case) = small_case(index, 1 + kept % MOST_OPERATIONS, toolchain.major()) else { continue };
        for mut lowering in TakenPath::of(&mut jit, &case, toolchain.syntax(), terms)? {
            // States far down are seldom short enough, so they come first.
            for at in (0..lowering.steps().len()).rev() {
                let pass = pass_name(&lowering.steps()[at]).to_owned();
                if kept == count || passes.get(&pass).is_some_and(|times| *times >= PER_PASS) {
                    continue;
                }
                let state = lowering.state(&mut jit, at, 1 + kept % MOST_STEPS, &terms.limits);
                let Ok(envelope) = state else { continue };
                let text = envelope.to_string();
                let news = operations_of(&envelope.module, &pass);
                let brings = news.iter().filter(|name| !reached.contains(*name)).count();
                let level = dialects(news.iter().filter(|name| name.contains('.')).map(String::as_str));
                let is_low =
                    LOW.iter().any(|low| level.split(['+', ',', ' ']).any(|dialect| dialect == *low));
                let is_full = levels.get(&level).is_some_and(|times| *times >= PER_LEVEL)
                    || (!is_low && high >= count / 3);
                if text.len() > LONGEST_STATE || brings == 0 || is_full {
                    continue;
                }
                let result = campaign.run_bytes(text.as_bytes())?;
                let told = |result: &CaseResult| {
                    result.verdict.kind == VerdictKind::Agree && result.facts.checks.decided() > 0
                };
                if result.as_ref().is_some_and(told) {
                    reached.extend(news);
                    high += usize::from(!is_low);
                    *passes.entry(pass).or_default() += 1;
                    *levels.entry(level).or_default() += 1;
                    kept += 1;
                    keep(directory, text.as_bytes())?;
                }
            }
        }
    }
    eprintln!("{kept} states reach {} operations and {} passes", reached.len(), passes.len());
    Ok(())
}

/// Mutants of the committed states that may be undefined, and agree when they are repaired: each that brings an operation or a pass that no
/// seed so far has.
fn make_repaired(campaign: &mut Campaign, directory: &Path, count: usize) -> Result<()> {
    std::fs::create_dir_all(directory)?;
    let mut files: Vec<_> = std::fs::read_dir(STATES)
        .with_context(|| format!("cannot read {STATES}: run this in the folder of lowdiff"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.sort();
    let states: Vec<Vec<u8>> = files.iter().map(std::fs::read).collect::<std::io::Result<_>>()?;
    let (mut random, mut reached, mut kept) = (ChaCha8Rng::seed_from_u64(1), BTreeSet::new(), 0);
    for index in 0..STATE_TRIES as usize {
        if kept == count {
            break;
        }
        let mut input = states[index % states.len()].clone();
        for _ in 0..random.random_range(1..=MUTATIONS) {
            let (version, declared) = (campaign.oldest(), campaign.declared());
            let bounds = MutationBounds { most: LONGEST_STATE, version, declared };
            let mutant = envelope::mutant(&input, None, bounds, &mut random);
            input = mutant.map_or(input, |mutant| mutant.bytes);
        }
        let module = Envelope::parse(&input).and_then(|envelope| ir::module(&envelope.module).ok());
        if module.is_none_or(|module| sanitize(&module).found.is_empty()) {
            continue;
        }
        let Some(result) = campaign.run_bytes(&input)? else { continue };
        let before = reached.len();
        if result.verdict.kind == VerdictKind::Agree {
            reached.extend(reaches(&result));
        }
        if reached.len() > before {
            kept += 1;
            keep(directory, &input)?;
        }
    }
    eprintln!("{kept} seeds reach {} operations and passes", reached.len());
    Ok(())
}

/// The operations named in a module, the pass, and the pass on each of their dialects.
fn operations_of(module: &str, pass: &str) -> BTreeSet<String> {
    let quoted = module.split('"').skip(1).step_by(2);
    let names = quoted.filter(|name| name.contains('.') && !name.contains(' '));
    let with_dialect = |name: &str| {
        let dialect = name.split('.').next().unwrap_or_default();
        [name.to_owned(), format!("{pass} on {dialect}")]
    };
    names.flat_map(with_dialect).chain([pass.to_owned()]).collect()
}

fn keep(directory: &Path, bytes: &[u8]) -> Result<()> {
    let name = lowdiff::observe::hexadecimal(&Sha256::digest(bytes)[..8]);
    std::fs::write(directory.join(name), bytes).context("cannot write a seed")
}

/// Small inputs come first: they are quick to run, and what they reach the larger ones need not.
fn choose(campaign: &mut Campaign, into: &Path, least: u32, from: &[&str]) -> Result<()> {
    std::fs::create_dir_all(into)?;
    let mut inputs = Vec::new();
    for folder in from {
        for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {folder}"))? {
            inputs.push(std::fs::read(entry?.path())?);
        }
    }
    inputs.sort_by_key(|bytes| (bytes.len(), Sha256::digest(bytes)));
    inputs.dedup();
    campaign.watch(&Options { wanted: Wanted::Code, ..Options::default() })?;
    let (mut kept, mut bytes_kept) = (0, 0);
    for bytes in &inputs {
        let before = reached(campaign);
        let Some(result) = campaign.run_bytes(bytes)? else { continue };
        // Blocks that a finding reached count as reached: otherwise each of its relatives would be kept.
        if result.verdict.kind == VerdictKind::Agree && reached(campaign) >= before + least {
            keep(into, bytes)?;
            (kept, bytes_kept) = (kept + 1, bytes_kept + bytes.len());
        }
    }
    eprintln!(
        "{kept} of {} inputs ({bytes_kept} bytes); all reach {} blocks",
        inputs.len(),
        reached(campaign)
    );
    Ok(())
}

fn reached(campaign: &mut Campaign) -> u32 {
    campaign.coverage().map_or(0, |coverage| coverage.reached().reached)
}

/// The operations of a program and the passes of its paths.
fn reaches(result: &CaseResult) -> BTreeSet<String> {
    let operations = envelope::named_in(result.case.source.newest()).map(str::to_owned);
    let steps = result.reports.iter().flat_map(|r| &r.steps);
    operations.chain(steps.map(|s| pass_name(&s.pipeline).to_owned())).collect()
}

fn prune(campaign: &mut Campaign, target: Target, directory: &Path) -> Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        let result = campaign.run_bytes(&std::fs::read(&path)?)?;
        // Text of one version is no input on another.
        let stays = match target {
            Target::MlirBytecode
            | Target::MlirText
            | Target::PassCrash
            | Target::PassDiff
            | Target::SanitizeDiff => result.is_none_or(|result| !result.verdict.kind.is_finding()),
            _ => result.is_some_and(|result| result.verdict.kind == VerdictKind::Agree),
        };
        if !stays {
            eprintln!("{} does not agree on {}: removed", path.display(), campaign.mlir().name);
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}
