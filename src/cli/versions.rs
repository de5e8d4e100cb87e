//! One question to one or several versions of MLIR.
//!
//! Only one MLIR fits into a process: two would share symbols and global tables. So with several versions each
//! is asked by a process of its own, the same command with one `--mlir` and `--json`.

use super::output::NotationOption;
use super::{ERROR, output};
use crate::blame::{BlameExtent, blame_examined};
use crate::case::Case;
use crate::examine::{Sought, broken_rules, deciding_rule, examine_sought};
use crate::execute::{Argument, Executor, ExecutorKind, Terms, Undefined, itself};
use crate::finding::Comparison;
use crate::judge::{Detail, Known, Reason, Verdict, policy};
use crate::mlir::Toolchain;
use crate::observe::{PathReport, path_name};
use crate::report::{Mlir, json, remedy};
use crate::words;
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::path::Path;

/// One version's answer.
#[derive(Clone, Debug)]
pub struct MlirAnswer {
    /// The document of `--json`.
    document: Comparison,
    /// Lines for a person.
    explanation: Vec<String>,
    /// Exit status: 0, 1 or 3.
    status: u8,
}

impl MlirAnswer {
    /// Runs and judges a case; what looks like a finding is repeated in a fresh process, and the word of the
    /// executor stands. What is `sought` and does not show is looked for in other heaps. Where it may be one of the bugs in `known`, it is
    /// asked who is to blame. A program may be known to make `poison`.
    pub fn examine(
        executor: &mut dyn Executor,
        toolchain: &Toolchain,
        case: &Case,
        terms: Terms,
        known: &Known,
        (sought, poison): (Sought<'_>, bool),
    ) -> anyhow::Result<MlirAnswer> {
        let mut examined = examine_sought(executor, case, toolchain.syntax(), terms, sought)?;
        if poison {
            examined.verdict = examined.verdict.of_poison_maker();
        }
        let mlir = Mlir::of(toolchain);
        let name = [mlir.name.as_str(), mlir.version.as_str()];
        let program = case.source.text(toolchain.syntax());
        // A process for every pass of every prefix would take minutes.
        let can = !executor.capabilities().stock;
        if can && known.hinges_on_culprit(&examined.verdict, &examined.reports, program, name) {
            let blamed = blame_examined(
                executor,
                examined.clone(),
                toolchain.syntax(),
                terms,
                BlameExtent::TO_CULPRIT,
            );
            match blamed {
                Ok(blamed) => blamed.note(&mut examined.verdict),
                Err(error) => log::warn!("no culprit can be named, so it may be a known bug: {error:#}"),
            }
        }
        let label = known.label(&examined.verdict, &examined.reports, program, name).map(str::to_owned);
        examined.verdict.known = label;
        let told = match &examined.verdict.detail {
            Detail::Ended(end) => Some(end.path.0),
            _ => None,
        };
        let said = |report: &PathReport| (report.outcome, report.failure.as_ref().map(words::failure));
        let told = told.and_then(|path| examined.reports.get(path)).map(said);
        // One reason is told once.
        let path = |(index, report)| match told.as_ref() == Some(&said(report)) {
            true => output::path_of_verdict(&path_name(index), report),
            false => output::path(&path_name(index), report),
        };
        let mut explanation: Vec<String> = examined.reports.iter().enumerate().map(path).collect();
        let broken = broken_rules(&examined.reports);
        let asked = (&examined.verdict, &*examined.reports);
        let source = deciding_rule(executor, case, asked, toolchain.syntax(), terms.limits);
        let suspect = examined.verdict.suspect();
        if let Some(closed) =
            policy::closed(&examined.verdict, suspect.as_deref(), &[], &broken, source.as_ref())
        {
            explanation
                .push(format!("second queue: maintainers close it: {} ({})", closed.reason, closed.source));
        }
        Ok(MlirAnswer {
            document: json::comparison(&examined.verdict, &examined.reports, &mlir, executor.kind()),
            explanation,
            status: examined.verdict.exit_status(),
        })
    }

    /// An answer where nothing was run.
    pub fn incomparable(
        reason: Reason,
        detail: Detail,
        toolchain: &Toolchain,
        executor: ExecutorKind,
    ) -> MlirAnswer {
        let verdict = Verdict::incomparable(reason, None, detail);
        MlirAnswer {
            document: json::comparison(&verdict, &[], &Mlir::of(toolchain), executor),
            explanation: vec![],
            status: verdict.exit_status(),
        }
    }

    /// An answer about a program that is undefined by itself, with the place in its file.
    pub fn undefined(
        undefined: &Undefined,
        file: &Path,
        toolchain: &Toolchain,
        executor: ExecutorKind,
    ) -> MlirAnswer {
        let mut answer = MlirAnswer::incomparable(Reason::Hazard, undefined.detail(), toolchain, executor);
        answer.document.location.clone_from(&undefined.place);
        if undefined.place.is_some() {
            let place = undefined.within(file.display());
            answer.explanation.push(format!("{place}: this operation is undefined"));
        }
        answer
    }

    /// The answer with the arguments that the program was called with.
    pub fn with(mut self, arguments: Vec<Argument>) -> MlirAnswer {
        self.explanation.splice(0..0, Argument::lines(&arguments));
        self.document.arguments = arguments;
        self
    }

    /// True of a finding that holds whatever the program does: a crash, or IR that is invalid.
    pub fn is_of_passes(&self) -> bool {
        self.document.seen.verdict.is_of_passes()
    }

    /// A finding outweighs what cannot be compared, that outweighs a known bug, and that outweighs agreement.
    fn weight(&self) -> u8 {
        match self.status {
            1 => 3,
            3 => 2,
            _ => u8::from(self.document.seen.verdict.kind.is_finding()),
        }
    }

    /// The verdict in one line.
    fn line(&self) -> String {
        remedy::verdict(&self.document.seen.verdict)
    }

    /// The elements that differ behind the one that the verdict tells, or all of them as bits.
    fn differing(&self, notation: NotationOption) -> Vec<String> {
        words::differing(&self.document.seen.verdict.detail, notation.of_elements())
    }

    fn name(&self) -> &str {
        &self.document.mlir.name
    }
}

/// Asks each version by a process of its own: this subcommand on this file with these other arguments.
///
/// # Errors
/// One of them could not answer; its own sentence.
pub fn each(
    mlirs: &[String],
    subcommand: &str,
    file: &Path,
    words: &[String],
) -> anyhow::Result<Vec<MlirAnswer>> {
    let mut answers = Vec::new();
    for mlir in mlirs {
        let words = [subcommand].into_iter().chain(words.iter().map(String::as_str));
        let words = words.chain(["--json", "--mlir", mlir, "--"]).map(OsStr::new);
        let asked = itself::run(words.chain([file.as_os_str()]))?;
        let said = String::from_utf8_lossy(&asked.stderr);
        let status = match asked.status.code() {
            Some(status @ (0 | 1 | 3)) => status as u8,
            _ => {
                let last = said.lines().last().unwrap_or_default();
                bail!("with MLIR {mlir}: {}", last.strip_prefix(ERROR).unwrap_or(last));
            }
        };
        let document = serde_json::from_slice(&asked.stdout).context("another lowdiff gave no document")?;
        let explanation = said.lines().map(str::to_string).collect();
        answers.push(MlirAnswer { document, explanation, status });
    }
    Ok(answers)
}

/// Prints the answers; the worst is the document and decides the exit status, and where there are several all
/// of them are under `versions`.
pub fn print(answers: Vec<MlirAnswer>, as_json: bool, notation: NotationOption) -> anyhow::Result<u8> {
    let worst = answers.iter().rev().max_by_key(|answer| answer.weight()).context("nobody was asked")?;
    for answer in &answers {
        for line in &answer.explanation {
            crate::observe::tell(line);
        }
        if !as_json {
            let version = if answers.len() > 1 { format!("{}: ", answer.name()) } else { String::new() };
            output::data(&format!("{version}{}", answer.line()))?;
            for line in answer.differing(notation) {
                output::data(&line)?;
            }
        }
    }
    if as_json {
        let mut document = worst.document.clone();
        if answers.len() > 1 {
            document.versions = answers.iter().map(|answer| answer.document.clone()).collect();
        }
        output::data(&format!("{:#}", remedy::document(&document)))?;
    }
    Ok(worst.status)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u8) -> MlirAnswer {
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let document = json::comparison(&Verdict::agree(), &[], &mlir, ExecutorKind::Interp);
        MlirAnswer { document, explanation: vec![], status }
    }

    #[test]
    fn the_worst_version_decides() {
        let status = |all: &[u8]| {
            print(all.iter().map(|s| answer(*s)).collect(), false, NotationOption::default()).unwrap()
        };
        assert_eq!(status(&[0, 0]), 0);
        assert_eq!(status(&[0, 3]), 3);
        assert_eq!(status(&[3, 1, 0]), 1);
    }

    #[test]
    fn what_another_process_prints_is_read_as_it_was() {
        let verdict =
            Verdict::incomparable(Reason::Declined, Some("cse".into()), Detail::Told("it would not".into()));
        let mut one = answer(3).document;
        one.seen.verdict = verdict;
        let read: Comparison = serde_json::from_str(&serde_json::to_string(&one).unwrap()).unwrap();
        assert_eq!(read, one);
        let line = MlirAnswer { document: read, explanation: vec![], status: 3 }.line();
        assert_eq!(line, "incomparable (declined) in cse: it would not");
    }
}
