//! `lowdiff patch`: two builds of MLIR on the same inputs.

use super::explore::{check_input, heed_signals, inputs, reduce_first, reducing_time};
use super::focus_option::FocusOption;
use super::folder_lock::FolderLock;
use super::input::{Jobs, KnownBugs, Timeout};
use super::{STATUS_INCOMPARABLE, output};

use crate::execute::{Looks, StepChecks, Terms};
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::patch::{BuildChange, PatchOutcome, PatchPlan, PatchTask, search, work};
use anyhow::{Context, bail};
use clap::Args;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tell what a change of MLIR breaks and mends, by running the same inputs on two builds
///
/// The inputs are modules at any level with one to three passes, and whole programs along drawn paths. They are directed at what the diff
/// changes. A difference is run again on both builds before it is told, and the pass to blame is named. The page patch.md in --out has the
/// outcome. Exit status: 0 nothing new; 1 a new finding, or a step or a module that is refused
/// now; 2 usage or set-up error; 3 nothing was tested.
#[derive(Debug, Args)]
pub struct Patch {
    /// Inputs of pass_diff to begin with, beside states of generated programs, and folders of them: `lowdiff seeds` makes them of tests
    #[arg(value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    /// Begin with the seeds of this pool, too
    #[arg(long, value_name = "DIR")]
    pool: Option<PathBuf>,
    /// The MLIR before the change
    #[arg(long, value_name = "NAME|PATH")]
    baseline: String,
    /// The MLIR with the change
    #[arg(long, value_name = "NAME|PATH")]
    patched: String,
    /// The change as a unified diff, - for standard input: inputs are directed at the passes and dialects of its files
    #[arg(long, value_name = "FILE")]
    diff: Option<PathBuf>,
    #[command(flatten)]
    focus: FocusOption,
    /// End after this many seconds
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// End after this many inputs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    inputs: Option<u64>,
    /// Pairs of processes, one of each build
    #[arg(long, value_name = "N|auto", default_value = "1")]
    jobs: Jobs,
    /// Seed of the inputs
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The folder that changes go to
    #[arg(long, value_name = "DIR", default_value = "patch")]
    out: PathBuf,
    /// Seconds in which the first new finding of each kind is made smaller when the search is over; by default a tenth of --seconds,
    /// and at least 10
    #[arg(long, value_name = "SECONDS")]
    reduce: Option<u64>,
    #[command(flatten)]
    known: KnownBugs,
    #[command(flatten)]
    timeout: Timeout,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Patch {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        for mlir in [&self.baseline, &self.patched] {
            if toolchain::find(mlir)?.is_program() {
                bail!("states are read by MLIR's C API, which {mlir} has not: name a library");
            }
        }
        let (focus, without_direction) = self.focus.read(self.diff.as_deref())?;
        let named: Vec<PathBuf> = self.files.into_iter().chain(self.pool).collect();
        let files = inputs(&named)?;
        files.iter().try_for_each(|file| check_input(file))?;
        let mut held = FolderLock::new();
        held.hold(&self.out)?;
        let plan = PatchPlan {
            baseline: self.baseline,
            patched: self.patched,
            focus,
            without_direction,
            files,
            seed: self.seed,
            out: self.out,
            jobs: self.jobs.number(),
            time: Duration::from_secs(self.seconds),
            most: self.inputs,
            known: self.known.read()?,
            terms: Terms {
                looks: Looks { steps: StepChecks::Chosen, ..Looks::default() },
                ..self.timeout.terms()
            },
        };
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = heed_signals(stop.clone())?;
        let outcome = search(&plan, &stop)?;
        if !interrupted.load(Ordering::Relaxed) {
            let new = outcome.of(BuildChange::New).filter(|changed| changed.after.known.is_none());
            let new = new.filter_map(|changed| {
                Some((&*plan.patched, &*changed.signature, changed.directory.as_deref()?))
            });
            let took = Duration::from_secs(self.seconds);
            reduce_first(new.collect(), reducing_time(self.reduce, took), false)?;
        }
        match self.json {
            true => output::data(&format!("{:#}", serde_json::to_value(&outcome)?))?,
            false => output::data(&outcome.to_string())?,
        }
        tell(&next_step(&outcome, &plan.out));
        Ok(match outcome.is_regression() {
            false if outcome.is_empty() => STATUS_INCOMPARABLE,
            found => u8::from(found),
        })
    }
}

/// The last line: what there is to answer for, and where.
fn next_step(outcome: &PatchOutcome, out: &Path) -> String {
    let page = out.join("patch.md");
    if outcome.is_empty() && !outcome.is_regression() {
        let what = if outcome.inputs == 0 { "input was run" } else { "input has a pass of the focus" };
        return format!(
            "nothing can be said, as no {what}: give more --seconds; the page: {}",
            page.display()
        );
    }
    let rejected = usize::from(outcome.rejected > 0);
    let new = rejected + outcome.changes.iter().filter(|changed| changed.change.is_regression()).count();
    match new {
        0 => format!("nothing new was found; the page: {}", page.display()),
        1 => format!("1 change to answer for; the page: {}", page.display()),
        new => format!("{new} changes to answer for; the page: {}", page.display()),
    }
}

/// Works for a search, which says on standard input what to do.
#[derive(Debug, Args)]
pub struct PatchWorker {}

impl PatchWorker {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let mut input = std::io::stdin().lock();
        let mut line = String::new();
        input.read_line(&mut line)?;
        let task: PatchTask =
            serde_json::from_str(&line).context("patch-worker is for lowdiff itself; use `lowdiff patch`")?;
        work(task, input, std::io::stdout())?;
        Ok(0)
    }
}
