//! StoredFinding findings as regression tests: each is run again on each MLIR, and nothing is written beside it.

mod junit;
mod sarif;

pub use junit::junit;
pub use sarif::sarif;

use super::crew::Crew;
use super::fact::{Fact, Shows};
use crate::case::Case;
use crate::finding::Finding;
use crate::judge::{Known, Verdict};
use crate::report::{Mlir, remedy};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// A stored finding, and what each MLIR answers about it.
pub struct StoredFinding {
    /// Its folder.
    pub folder: PathBuf,
    /// Its document, or the sentence that says why it cannot be read.
    pub finding: Result<Finding, String>,
    /// One answer an MLIR, in the order in which they were asked.
    pub answers: Vec<ReplayAnswer>,
    /// The label of the known bug that it is.
    pub known: Option<String>,
}

/// The answer of one MLIR.
pub struct ReplayAnswer {
    /// Which MLIR it is.
    pub mlir: Mlir,
    /// Its answer, or the sentence that says why there is none.
    pub fact: Result<Fact, String>,
    /// The seconds that it took.
    pub seconds: f64,
}

/// The state of a stored finding on the MLIRs that were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayState {
    /// Some MLIR shows it, or shows another finding in its place, in each run or in some.
    Shows,
    /// As `Shows`, and it is a known bug.
    Known,
    /// Each MLIR that can tell ran it, and nothing was wrong.
    Fixed,
    /// No MLIR can tell.
    Untold,
    /// It cannot be read.
    Damaged,
}

impl ReplayState {
    /// The word of JSON.
    pub fn name(self) -> &'static str {
        match self {
            ReplayState::Shows => "shows",
            ReplayState::Known => "known",
            ReplayState::Fixed => "fixed",
            ReplayState::Untold => "untold",
            ReplayState::Damaged => "damaged",
        }
    }
}

impl ReplayAnswer {
    /// The answer about the finding as it was found. Where that cannot be told, as of a path that a pass ended and that does not come down
    /// without that, it is the answer about what the report shows.
    fn told(&self) -> Option<(Shows, &Verdict)> {
        let fact = self.fact.as_ref().ok()?;
        Some(if fact.shows == Shows::Unknown { fact.of_report() } else { (fact.shows, &fact.verdict) })
    }

    fn shows(&self) -> Shows {
        self.told().map_or(Shows::Unknown, |(shows, _)| shows)
    }

    /// The word of JSON.
    pub fn word(&self) -> &'static str {
        self.shows().name()
    }

    /// True where a run showed a finding.
    pub fn is_bad(&self) -> bool {
        matches!(self.shows(), Shows::Yes | Shows::Other | Shows::Flaky)
    }

    /// True where it is gone.
    pub fn is_good(&self) -> bool {
        self.shows() == Shows::No
    }

    /// What is wrong, or why nothing is known, in one line.
    pub fn said(&self) -> String {
        match (&self.fact, self.told()) {
            (Err(why), _) => why.clone(),
            (Ok(_), told) => told.map(|(_, verdict)| remedy::verdict(verdict)).unwrap_or_default(),
        }
    }
}

impl StoredFinding {
    /// The name of its folder.
    pub fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Its state on the MLIRs that were asked.
    pub fn state(&self) -> ReplayState {
        match &self.finding {
            Err(_) => ReplayState::Damaged,
            Ok(_) if self.answers.iter().any(ReplayAnswer::is_bad) => match self.known {
                Some(_) => ReplayState::Known,
                None => ReplayState::Shows,
            },
            Ok(_) if self.answers.iter().any(ReplayAnswer::is_good) => ReplayState::Fixed,
            Ok(_) => ReplayState::Untold,
        }
    }

    /// The oldest MLIR from which on no newer one that was asked and can tell shows it; none where the newest does.
    pub fn first_good(&self) -> Option<&Mlir> {
        let mut newest_first: Vec<&ReplayAnswer> = self.answers.iter().collect();
        newest_first.sort_by_key(|answer| std::cmp::Reverse(answer.mlir.numbers()));
        let good = newest_first.into_iter().take_while(|answer| !answer.is_bad());
        good.filter(|answer| answer.is_good()).last().map(|answer| &answer.mlir)
    }

    /// Its kind, and the pass to look at first, as it was found.
    fn found(&self) -> (&'static str, String) {
        match &self.finding {
            Ok(finding) => (finding.verdict().kind.name(), finding.verdict().suspect().unwrap_or_default()),
            Err(_) => ("damaged", String::new()),
        }
    }

    /// Its entry in the JSON document.
    pub fn document(&self) -> Value {
        let (verdict, pass) = self.found();
        let answers = self.answers.iter().map(|answer| {
            json!({ "mlir": answer.mlir, "shows": answer.word(), "detail": answer.said(), "seconds": answer.seconds })
        });
        json!({
            "finding": self.name(),
            "verdict": verdict,
            "pass": pass,
            "state": self.state().name(),
            "known": self.known,
            "first_good": self.first_good().map(|mlir| &mlir.name),
            "error": self.finding.as_ref().err(),
            "answers": answers.collect::<Vec<_>>(),
        })
    }
}

/// The findings as a table: a line each, a column an MLIR.
pub fn table(replayed: &[StoredFinding]) -> Vec<String> {
    let mlirs = replayed.first().map(|one| &one.answers[..]).unwrap_or_default();
    let mut head = vec!["finding".to_owned(), "verdict".to_owned(), "pass".to_owned()];
    head.extend(mlirs.iter().map(|answer| answer.mlir.name.clone()));
    head.push("state".to_owned());
    let mut rows = vec![head];
    for one in replayed {
        let (verdict, pass) = one.found();
        let mut row =
            vec![one.name(), verdict.to_owned(), if pass.is_empty() { "-".to_owned() } else { pass }];
        row.extend(one.answers.iter().map(|answer| answer.word().to_owned()));
        row.push(match (one.state(), one.first_good()) {
            (ReplayState::Fixed, Some(mlir)) => format!("fixed, first good: {}", mlir.name),
            (ReplayState::Shows, Some(mlir)) => format!("shows, first good: {}", mlir.name),
            (ReplayState::Known, _) => format!("known: {}", one.known.as_deref().unwrap_or_default()),
            (standing, _) => standing.name().to_owned(),
        });
        rows.push(row);
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Runs each finding on each MLIR, by this many threads, each with worker processes of its own; `progress` is told how many are done.
/// `timeout` is a word of the command line of workers. A finding that one of the bugs in `known` fits, or that was kept as one of them, is known.
pub fn replay(
    findings: &[PathBuf],
    mlirs: &[Mlir],
    known: &Known,
    timeout: &str,
    jobs: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Vec<StoredFinding> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let slots: Vec<Mutex<Option<StoredFinding>>> = findings.iter().map(|_| Mutex::default()).collect();
    let work = || {
        let mut crew = Crew::new(timeout.to_owned());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(folder) = findings.get(index) else { break };
            let replayed = one(&mut crew, folder, mlirs, known);
            *slots[index].lock().expect("no thread panics with the lock") = Some(replayed);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| (0..jobs.max(1)).for_each(|_| drop(scope.spawn(work))));
    slots.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()).collect()
}

/// The document of a finding whose case can be read as well.
fn whole(folder: &Path) -> anyhow::Result<Finding> {
    Case::load(&folder.join("case.bin"))?;
    Finding::read(folder)
}

/// The program of a finding; empty where its case cannot be read.
pub fn program(folder: &Path) -> String {
    Case::load(&folder.join("case.bin")).map(|case| case.source.newest().to_owned()).unwrap_or_default()
}

fn one(crew: &mut Crew, folder: &Path, mlirs: &[Mlir], known: &Known) -> StoredFinding {
    let finding = whole(folder).map_err(|error| format!("{error:#}"));
    let answer = |mlir: &Mlir| {
        let begin = Instant::now();
        let fact = match &finding {
            Ok(_) => crew.fact(&mlir.name, folder, false, None).map_err(|error| format!("{error:#}")),
            Err(why) => Err(why.clone()),
        };
        ReplayAnswer { mlir: mlir.clone(), fact, seconds: begin.elapsed().as_secs_f64() }
    };
    let answers: Vec<ReplayAnswer> = mlirs.iter().map(answer).collect();
    let mut facts =
        answers.iter().filter(|answer| answer.is_bad()).filter_map(|answer| answer.fact.as_ref().ok());
    let program = program(folder);
    let is_bad = answers.iter().any(ReplayAnswer::is_bad);
    // A replay blames nobody for what lowered code does. The campaign named the pass that some bugs are recognized by.
    let kept = || {
        let label = finding.as_ref().ok()?.verdict().known.clone()?;
        (is_bad && known.lists(&label)).then_some(label)
    };
    let known = facts.find_map(|fact| fact.label(known, &program)).map(str::to_owned).or_else(kept);
    StoredFinding { folder: folder.to_owned(), finding, answers, known }
}

#[cfg(test)]
#[path = "regression_tests.rs"]
mod tests;
