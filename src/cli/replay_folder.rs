//! `lowdiff replay` on a folder of findings: each as a regression test.

use super::output;
use crate::judge::Known;
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::report::Mlir;
use crate::triage::{RecordedFinding, ReplayState, Shelf, StoredFinding, junit, regression, sarif};
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The time between two messages about progress.
const OFTEN: Duration = Duration::from_secs(10);

/// Where the answers about a folder of findings go, beside the table.
#[derive(Debug, Args)]
pub struct ReplayFiles {
    /// For a folder of findings: write the answers as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// For a folder of findings: write what shows in SARIF, for pages of code scanning
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
}

impl ReplayFiles {
    /// True if a file is wanted.
    pub fn is_wanted(&self) -> bool {
        self.junit.is_some() || self.sarif.is_some()
    }
}

/// How findings of a folder are replayed.
pub struct FolderReplay<'a> {
    /// The MLIRs, by name.
    pub mlirs: &'a [String],
    /// `--timeout=N`.
    pub timeout: String,
    /// The number of threads.
    pub jobs: usize,
    /// Bugs that are no reason for exit status 1.
    pub known: &'a Known,
    /// True if standard output gets a JSON document in place of a table.
    pub json: bool,
}

/// True of a folder that is no finding itself and holds some.
pub fn holds_findings(path: &Path) -> bool {
    let is_finding = path.join("case.bin").exists();
    let any = |shelf: Shelf| Ok(!shelf.findings()?.is_empty() || !shelf.remains()?.is_empty());
    !is_finding && Shelf::open(path).and_then(any).unwrap_or(false)
}

impl FolderReplay<'_> {
    /// Replays the findings in `folder`, or the one that it is, and says what shows; the exit status.
    ///
    /// # Errors
    /// There is no finding, no such MLIR, or a file cannot be written.
    pub fn run(&self, folder: &Path, files: &ReplayFiles) -> anyhow::Result<u8> {
        let all = match folder.join("case.bin").is_file() {
            true => vec![folder.to_owned()],
            false => {
                let shelf = Shelf::open(folder)?;
                let mut all = shelf.findings()?;
                all.extend(shelf.remains()?);
                all
            }
        };
        let is_open =
            |place: &PathBuf| RecordedFinding::read(place).is_ok_and(|origin| origin.is_incomparable());
        let (open, findings): (Vec<PathBuf>, Vec<PathBuf>) = all.into_iter().partition(is_open);
        if findings.is_empty() {
            bail!("{} holds no finding: give a finding's folder, or the folder of --out", folder.display());
        }
        // Before the hours that the replay may take.
        for file in [&files.junit, &files.sarif].into_iter().flatten() {
            output::can_take(file)?;
        }
        if let (Some(junit), Some(sarif)) = (&files.junit, &files.sarif)
            && output::is_one_file(junit, sarif)
        {
            bail!("--junit and --sarif are both {}: give each a file of its own", junit.display());
        }
        let mlirs = self.mlirs.iter().map(|name| Ok(Mlir::of(&toolchain::find(name)?)));
        let mlirs: Vec<Mlir> = mlirs.collect::<anyhow::Result<_>>()?;
        let (begin, last) = (Instant::now(), Mutex::new(Instant::now()));
        let progress = |done: usize| {
            let mut last = last.lock().expect("no thread panics with the lock");
            if last.elapsed() >= OFTEN {
                *last = Instant::now();
                tell(&format!(
                    "{} s: {done} of {} replayed",
                    begin.elapsed().as_secs(),
                    words::count(findings.len(), "finding")
                ));
            }
        };
        let replayed = regression::replay(&findings, &mlirs, self.known, &self.timeout, self.jobs, &progress);
        if let Some(file) = &files.junit {
            let text = junit(&replayed).context("the findings cannot be told in XML")?;
            output::file(file, &text)?;
        }
        if let Some(file) = &files.sarif {
            output::file(file, &format!("{:#}\n", sarif(&replayed)))?;
        }
        self.tell(&replayed, open.len())?;
        Ok(status(&replayed))
    }

    fn tell(&self, replayed: &[StoredFinding], open: usize) -> anyhow::Result<()> {
        let count = |standing| replayed.iter().filter(|one| one.state() == standing).count();
        let (shows, known, fixed) =
            (count(ReplayState::Shows), count(ReplayState::Known), count(ReplayState::Fixed));
        let (untold, damaged) = (count(ReplayState::Untold), count(ReplayState::Damaged));
        if self.json {
            let document = json!({
                "findings": replayed.iter().map(StoredFinding::document).collect::<Vec<_>>(),
                "shows": shows, "known": known, "fixed": fixed, "untold": untold, "damaged": damaged, "incomparable": open,
            });
            return output::data(&format!("{document:#}"));
        }
        for line in regression::table(replayed) {
            output::data(&line)?;
        }
        let open = if open > 0 { format!("; incomparable, left out: {open}") } else { String::new() };
        output::data(&format!(
            "findings: {}; shows: {shows}; known: {known}; fixed: {fixed}; untold: {untold}; damaged: {damaged}{open}",
            replayed.len()
        ))?;
        for one in replayed {
            if let Err(why) = &one.finding {
                tell(&format!("error: {why}"));
            }
        }
        Ok(())
    }
}

/// A damaged finding outweighs all others, and one that shows outweighs what cannot be told.
fn status(replayed: &[StoredFinding]) -> u8 {
    let any = |standing| replayed.iter().any(|one| one.state() == standing);
    match () {
        () if any(ReplayState::Damaged) => super::STATUS_ERROR,
        () if any(ReplayState::Shows) => 1,
        () if any(ReplayState::Untold) => super::STATUS_INCOMPARABLE,
        () => 0,
    }
}
