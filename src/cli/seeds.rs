//! `lowdiff seeds`: anybody's tests as differential tests, and as seeds of a fuzz target.

use super::counting::Counting;
use super::explore::heed_signals;
use super::folder_lock::FolderLock;
use super::input::{KnownBugs, STANDARD_INPUT, mlir_name, read_program};
use super::output;
use crate::execute::ExecutorKind;
use crate::explore::Campaign;
use crate::explore::step_counts::Steps;
use crate::files;
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::pool::{MOST_SEEDS, SeedPool};
use crate::report::Mlir;
use crate::seeds::{Left, Seeding, TakenTests, Unused};
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Sets of arguments, where nobody says how many. A test is run once, as is a program that is checked, so each gets more than an input of a
/// fuzzer: 16 find what four do not in MLIR's own tests, and cost a sixth more (docs/evaluation.md).
pub(super) const ARGUMENTS: u32 = 16;

/// Run .mlir tests as differential tests, and keep them as seeds of pass_diff
///
/// Each function of each module is called with drawn arguments, and the passes that the file's RUN lines name are taken, three at a time. A
/// step is right where the program behind it may do all that it does before it. A function that holds becomes a seed: copy those to
/// fuzz/corpus/pass_diff. Exit status: 0 nothing found; 1 findings; 2 usage or set-up error; 3 no input could be run.
#[derive(Debug, Args)]
pub struct Seeds {
    /// Files of tests, - for standard input, and folders whose .mlir files are taken
    #[arg(required = true, value_name = "DIR|FILE")]
    tests: Vec<PathBuf>,
    /// The folder that seeds go to
    #[arg(long, value_name = "DIR", default_value = "seeds")]
    corpus: PathBuf,
    /// Keep seeds in this pool as well, and whole modules that no function of can be called
    #[arg(long, value_name = "DIR")]
    pool: Option<PathBuf>,
    /// The folder that findings go to
    #[arg(long, value_name = "DIR", default_value = "findings")]
    out: PathBuf,
    /// Bytes of a seed that is kept, at most; longer inputs are run, and no more. scripts/fuzz.sh takes none that is longer than 4096
    #[arg(long, value_name = "N", default_value_t = 4096)]
    max_bytes: usize,
    /// Sets of arguments that each input is run with, beside the first one that leaves it defined
    #[arg(long, value_name = "N", default_value_t = ARGUMENTS, value_parser = clap::value_parser!(u32).range(0..=1000))]
    arguments: u32,
    #[command(flatten)]
    known: KnownBugs,
    /// End after this many seconds, with the input that is being run then; a signal ends it so, too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// The MLIR under test
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Reasons and words that are told in the summary, at most.
const TOLD: usize = 12;

impl Seeds {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let files = files(&self.tests)?;
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if toolchain.is_program() {
            bail!("states are read by MLIR's C API, which {} has not: name another --mlir", toolchain.name);
        }
        let mut held = FolderLock::new();
        held.hold(&self.out)?;
        held.hold(&self.corpus)?;
        let mut campaign = Campaign::open(&toolchain.name, ExecutorKind::Interp, &self.out)?;
        campaign.judge_with(self.arguments);
        campaign.know(self.known.read()?);
        let mut seeding = Seeding::new(campaign, &toolchain, &self.corpus, self.max_bytes)?;
        if let Some(folder) = &self.pool {
            seeding.keep_in(SeedPool::open(folder, MOST_SEEDS)?);
        }
        let (mut unread, mut stopped) = (0, None);
        let stop = Arc::new(AtomicBool::new(false));
        heed_signals(stop.clone())?;
        let until = self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        let is_over = || stop.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until);
        let (counting, mut done) = (Counting::new(files.len(), "files"), 0);
        for file in files.iter().take_while(|_| !is_over()) {
            match take(&mut seeding, file, &mut unread, &is_over) {
                Ok(is_whole) => done += usize::from(is_whole),
                Err(error) => {
                    stopped = Some(error);
                    break;
                }
            }
            counting.show(done);
        }
        drop(counting);
        let untaken = files.len() - done;
        if untaken > 0 && stopped.is_none() {
            tell(&format!(
                "ended before all was run: {untaken} of {} left",
                words::count(files.len(), "file")
            ));
        }
        let (taken, stats) = (seeding.taken(), &seeding.campaign().stats);
        let findings = stats.first_queue();
        if self.json {
            let document = json!({
                "tests": taken,
                "unread": unread,
                "untaken": untaken,
                "steps": Steps::of(stats),
                "findings": stats.signatures,
                "known": stats.known,
                "closed": stats.closed,
                "mlir": Mlir::of(&toolchain),
            });
            output::data(&format!("{document:#}"))?;
        } else {
            summary(&taken, unread, &Steps::of(stats))?;
        }
        let seeds = match (taken.new_seeds, taken.seeds - taken.new_seeds) {
            (0, 0) => "no seeds".to_owned(),
            (new, old) => {
                let old = if old == 0 { String::new() } else { format!(" and {old} that were there before") };
                let new = words::count(new, "new seed");
                format!("{new}{old} in {}", self.corpus.display())
            }
        };
        let seeds = match taken.pooled {
            Some(pooled) => format!("{seeds}, {pooled} more in the pool"),
            None => seeds,
        };
        let seeds = match &taken.first_invalid {
            Some(why) if taken.inputs == 0 => {
                format!("no input could be run; {} is invalid: {why}; {seeds}", taken.invalid_at[0])
            }
            None if taken.inputs == 0 => format!("no input could be run; {seeds}"),
            _ => seeds,
        };
        tell(&format!("{seeds}; {}", stats.next_step(&self.out)));
        match stopped {
            Some(error) => Err(error),
            None if taken.inputs == 0 => Ok(3),
            None => Ok(u8::from(findings > 0)),
        }
    }
}

/// Takes the tests of a file, or counts it among those that are no text; false where it was over before all of them were taken.
///
/// # Errors
/// It cannot be read, or a seed of it not be kept.
fn take(
    seeding: &mut Seeding,
    file: &Path,
    unread: &mut u64,
    is_over: &dyn Fn() -> bool,
) -> anyhow::Result<bool> {
    if file == Path::new(STANDARD_INPUT) {
        return seeding.take(Path::new("standard input"), &read_program(file)?, is_over);
    }
    let bytes = files::read_given(file).with_context(|| format!("cannot read {}", file.display()))?;
    match String::from_utf8(bytes) {
        Ok(text) => {
            seeding.take(file, &text, is_over).with_context(|| format!("stopped at {}", file.display()))
        }
        Err(_) => {
            *unread += 1;
            Ok(true)
        }
    }
}

/// The files of tests that are named, and those in folders that are, in order and each once.
///
/// # Errors
/// One does not exist, or there is none.
fn files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if path.is_dir() {
            let before = files.len();
            gather(path, &mut files)?;
            if files.len() == before {
                bail!("there is no .mlir file in {}: name a folder of tests", path.display());
            }
        } else if path.exists() || path == Path::new(STANDARD_INPUT) {
            files.push(path.clone());
        } else {
            bail!("there is no {}: name .mlir files and folders of them", path.display());
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        let kind =
            std::fs::symlink_metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if kind.is_dir() {
            gather(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mlir") && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn summary(taken: &TakenTests, unread: u64, steps: &Steps) -> anyhow::Result<()> {
    let TakenTests { files, parts, invalid, functions, called, sanitized, .. } = taken;
    let TakenTests { inputs, seeds, new_seeds, runs, .. } = taken;
    let unread = if unread == 0 { String::new() } else { format!(", {unread} more are no UTF-8 text") };
    let places = match &taken.invalid_at[..] {
        [] => String::new(),
        places if places.len() as u64 == *invalid => format!(" ({})", places.join(", ")),
        places => format!(" (the first are {})", places.join(", ")),
    };
    output::data(&format!(
        "{}{unread}: {}, {invalid} of them not taken by this library{places}; {}",
        words::count(files, "file"),
        words::count(parts, "module"),
        words::count(functions, "function")
    ))?;
    let used = runs - taken.unused.values().sum::<u64>();
    let unused = reasons(&taken.unused, Unused::word);
    output::data(&format!("{used} of {runs} RUN lines give steps; left out: {unused}"))?;
    let left = reasons(&taken.left, Left::word);
    let alone = match taken.alone {
        0 => String::new(),
        alone => format!("; {alone} taken without the others of their module"),
    };
    output::data(&format!(
        "{} called, {sanitized} of them repaired first{alone}; left out: {left}",
        words::count(called, "function")
    ))?;
    output::data(&format!(
        "{} run ({}); {seeds} kept, {new_seeds} of them new",
        words::count(inputs, "input"),
        counted(&taken.verdicts)
    ))?;
    output::data(&format!(
        "{} applied, {} changed the IR, {} checked, {} decided",
        words::count(steps.applied, "step"),
        steps.changed,
        steps.checked,
        steps.decided
    ))?;
    let beside = match taken.declined_beside_main.values().sum::<u64>() {
        0 => String::new(),
        _ => format!(
            "; of these only with the `main` that calls the function: {}",
            counted(&taken.declined_beside_main)
        ),
    };
    output::data(&format!("declined: {}{beside}", counted(&taken.declined)))?;
    let lacks = taken.unsupported.all();
    let lacks = lacks.iter().map(|counted| (words::counted_lack(counted), counted.count)).collect();
    output::data(&format!("functions that the machine does not run, for want of: {}", counted(&lacks)))?;
    let lacks = steps.unsupported.iter().map(|lack| (lack.detail.clone(), lack.counted.count)).collect();
    output::data(&format!("states of them that it does not run, for want of: {}", counted(&lacks)))?;
    output::data(&format!("no steps of this library: {}", counted(&taken.unknown)))
}

/// Numbers with their reasons, in a line.
fn reasons<R: Copy>(counts: &BTreeMap<R, u64>, word: fn(R) -> &'static str) -> String {
    let told = counts.iter().map(|(reason, count)| format!("{count} {}", word(*reason)));
    or_none(told.collect::<Vec<_>>().join(", "))
}

/// The most frequent ones, in a line.
fn counted(counts: &BTreeMap<String, u64>) -> String {
    let mut counts: Vec<(&String, &u64)> = counts.iter().collect();
    counts.sort_by_key(|(word, count)| (std::cmp::Reverse(**count), *word));
    let told: Vec<String> = counts.iter().take(TOLD).map(|(word, count)| format!("{count} {word}")).collect();
    let more = counts.len().saturating_sub(TOLD);
    let text = told.join(", ");
    or_none(if more == 0 { text } else { format!("{text}, and {more} more") })
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}
