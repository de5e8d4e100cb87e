//! The commands of a report, run as they are printed: by a shell in the finding's folder, with stock programs and an environment
//! of nothing else. `stock.json` keeps what they printed, so that a report that is made again runs nothing twice.

use super::Demonstration;
use crate::execute::run_in_shell;
use crate::finding::Mlir;
use crate::judge::{LineDifference, Runs, VerdictKind};
use crate::mlir::{Toolchain, toolchain};
use crate::words;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::{Duration, Instant};

/// The file's name.
pub const FILE: &str = "stock.json";
/// The time for one command, which may be twenty runs of `mlir-opt` on a machine that is busy.
const LIMIT: Duration = Duration::from_secs(60);
/// The lines of an output that are shown.
const MOST_PRINTED: usize = 40;
/// The lines in front of the first that differs, where there are too many to show all.
const BEFORE_DIFFERENCE: usize = 10;
/// Runs of a command that ends by a signal: what depends on where memory lies does so in some of them.
const RUNS: usize = 10;
/// So many runs are enough where each ends by the same signal.
const SURE: usize = 3;
/// Most bytes of one stream that are kept.
const MOST_KEPT: usize = 16 << 20;
/// Shells add this to the number of a signal.
const SIGNALLED: i32 = 128;

/// The output of stock programs of one MLIR.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// The build-id of the MLIR.
    pub build_id: String,
    /// The hash of the program.
    pub program: String,
    /// `mlir-opt --version`.
    pub version: String,
    /// A run each command.
    pub runs: Vec<StockRun>,
}

/// A command that was run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockRun {
    /// The command as it is printed.
    pub command: String,
    /// The exit status; none after a signal, or where it was stopped.
    pub status: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Of a command that ended by a signal: the number of runs that ended by it, and of all runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<Runs>,
    /// Standard output, its beginning where there is much.
    pub stdout: String,
    /// Standard error, likewise.
    pub stderr: String,
    /// True where there was more than is kept; none in a file of before this was told.
    #[serde(default)]
    pub cut: Option<bool>,
}

impl StockRun {
    /// True if it ended well.
    pub fn succeeded(&self) -> bool {
        self.status == Some(0)
    }

    /// True if it ended well, and all that it printed is here.
    pub fn is_whole(&self) -> bool {
        self.succeeded() && self.cut == Some(false)
    }

    fn output(&self) -> String {
        format!("{}{}", self.stderr, self.stdout)
    }

    /// The end and the output, as it was printed; of a long one the beginning.
    pub fn told(&self) -> String {
        self.told_from(0)
    }

    /// As [`StockRun::told`], of a long output the lines around the first that another run does not have in its place.
    pub fn told_beside(&self, other: &StockRun) -> String {
        let (own, others) = (self.output(), other.output());
        let own = own.trim_end();
        let differs = LineDifference::first(own, others.trim_end()).map(|difference| difference.line - 1);
        let lines = own.lines().count();
        let differs = differs.filter(|line| *line >= MOST_PRINTED && lines > MOST_PRINTED);
        match differs {
            None => self.told(),
            Some(line) => self.told_from(line.min(lines - 1).saturating_sub(BEFORE_DIFFERENCE)),
        }
    }

    /// The end, and the lines of the output from this one on, counted from 0.
    fn told_from(&self, first: usize) -> String {
        let output = self.output();
        let lines: Vec<&str> = output.trim_end().lines().collect();
        if lines.is_empty() {
            return format!("{} It prints nothing.\n", self.end());
        }
        let last = lines.len().min(first + MOST_PRINTED);
        let shown = lines[first..last].join("\n");
        let more = match lines.len() - last {
            _ if self.cut == Some(true) => "\nThere are more lines than were kept.\n".to_owned(),
            0 => String::new(),
            more => format!("\nLeft out: {}.\n", words::count(more, "line")),
        };
        let from = match first {
            0 => "It prints:".to_owned(),
            _ => format!(
                "Up to line {} it prints what the other path does. From line {} on it prints:",
                (first + BEFORE_DIFFERENCE).min(lines.len()),
                first + 1
            ),
        };
        format!("{} {from}\n\n```\n{shown}\n```\n{more}", self.end())
    }

    /// The end, in a sentence.
    pub fn end(&self) -> String {
        match (self.status, self.signal) {
            (_, Some(signal)) => match self.runs.filter(|runs| runs.shown < runs.all) {
                Some(Runs { shown, all }) => format!("It ends by signal {signal} in {shown} of {all} runs."),
                None => format!("It ends by signal {signal}."),
            },
            (Some(status), None) => format!("It ends with status {status}."),
            (None, None) => format!("It was stopped after {} s.", LIMIT.as_secs()),
        }
    }
}

/// The text that each run of two paths printed, around the first difference.
pub fn told_together(runs: &[&StockRun]) -> Vec<String> {
    match runs {
        [one, other] => vec![one.told_beside(other), other.told_beside(one)],
        runs => runs.iter().map(|run| run.told()).collect(),
    }
}

/// The time at which stock programs run the commands of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// As it is written.
    Now,
    /// When it is written the next time: a search has no time for it.
    Later,
}

impl Asking {
    /// The reason why a report of a finding of this kind has no output of stock programs, in a sentence.
    pub(super) fn why_unasked(self, kind: VerdictKind) -> &'static str {
        match self {
            Asking::Now => "Stock programs were not run: none of this MLIR were at hand.",
            Asking::Later if kind.is_finding() => {
                "Stock programs have not run the commands of this report yet: `lowdiff triage ..` has them do it."
            }
            // Triage is of findings.
            Asking::Later => "Stock programs have not run the commands of this report.",
        }
    }
}

impl Stock {
    /// The output of these commands on the program that is shown, as it was kept or from a run in the finding's folder; none where they are
    /// to run later, and where the MLIR came without stock programs or is not set up here.
    pub fn of(
        finding: &Path,
        demonstration: &Demonstration,
        commands: &[String],
        asking: Asking,
    ) -> Option<Stock> {
        let mlir = demonstration.document.mlir.as_ref()?;
        let program = std::fs::read(demonstration.folder.join(demonstration.file)).ok()?;
        let program = hash(&program);
        let kept = std::fs::read_to_string(finding.join(FILE)).ok();
        let kept = kept.and_then(|text| serde_json::from_str::<Stock>(&text).ok());
        let kept = kept.filter(|stock| stock.build_id == mlir.build_id && stock.program == program);
        // An older lowdiff kept the beginning of what they print, and did not tell.
        let kept = kept.filter(|stock| stock.runs.iter().all(|run| run.cut.is_some()));
        let is_run = |stock: &Stock, command: &String| stock.runs.iter().any(|run| &run.command == command);
        if let Some(kept) = kept.as_ref().filter(|kept| commands.iter().all(|command| is_run(kept, command)))
        {
            return Some(kept.clone());
        }
        let shell = Shell::of(mlir).filter(|_| asking == Asking::Now)?;
        let asked = || -> Result<Stock> {
            let mut stock = match kept {
                Some(kept) => kept,
                None => Stock {
                    build_id: mlir.build_id.clone(),
                    program,
                    version: shell.run("mlir-opt --version", finding)?.stdout,
                    runs: Vec::new(),
                },
            };
            for command in commands {
                if !is_run(&stock, command) {
                    let crashes = demonstration.document.verdict().kind == VerdictKind::Crash;
                    stock.runs.push(shell.run_often(command, finding, crashes)?);
                }
            }
            Ok(stock)
        };
        let stock = asked().ok()?;
        // A report that cannot keep them asks again.
        let _ = crate::files::write(&finding.join(FILE), serde_json::to_string_pretty(&stock).ok()?);
        Some(stock)
    }
}

/// The hash of a program, in hexadecimal.
pub fn hash(program: &[u8]) -> String {
    crate::observe::hexadecimal(&Sha256::digest(program))
}

/// A shell that finds the stock programs of one MLIR.
struct Shell {
    path: String,
}

impl Shell {
    /// The one for this MLIR; none where it is not set up, is another build by now, or has no program called mlir-opt.
    fn of(mlir: &Mlir) -> Option<Shell> {
        let toolchain: Toolchain = toolchain::find(&mlir.name).ok()?;
        let opt = toolchain.mlir_opt.as_ref().filter(|opt| opt.ends_with("mlir-opt"))?;
        if toolchain.build_id() != mlir.build_id {
            return None;
        }
        let folder = opt.parent()?.canonicalize().ok()?;
        Some(Shell { path: format!("PATH={}:/usr/bin:/bin", folder.display()) })
    }

    /// As [`Shell::run`], and again where it ends by a signal or may do so, to tell how often it does.
    fn run_often(&self, command: &str, folder: &Path, may_crash: bool) -> Result<StockRun> {
        let begun = Instant::now();
        let mut run = self.run(command, folder)?;
        let mut signals = vec![run.signal];
        let is_sure = |signals: &[Option<i32>]| {
            signals.len() >= SURE && signals.iter().all(|signal| signal.is_some() && *signal == signals[0])
        };
        while (run.signal.is_some() || may_crash)
            && signals.len() < RUNS
            && !is_sure(&signals)
            && begun.elapsed() < LIMIT / 2
        {
            let again = self.run(command, folder)?;
            signals.push(again.signal);
            if run.signal.is_none() && again.signal.is_some() {
                run = again;
            }
        }
        run.runs = run.signal.map(|_| {
            let shown = signals.iter().filter(|signal| **signal == run.signal).count();
            Runs { shown, all: signals.len() }
        });
        Ok(run)
    }

    fn run(&self, command: &str, folder: &Path) -> Result<StockRun> {
        let ended = run_in_shell(command, &[&self.path, "LC_ALL=C"], folder, LIMIT)?;
        let kept = |text: &str| {
            let end = (0..=MOST_KEPT.min(text.len())).rfind(|end| text.is_char_boundary(*end)).unwrap_or(0);
            text[..end].to_owned()
        };
        let status = ended.status.and_then(|status| status.code());
        // A shell that did not become the command tells of its signal by the status.
        let told = status.and_then(|status| status.checked_sub(SIGNALLED)).filter(|signal| *signal > 0);
        Ok(StockRun {
            command: command.to_owned(),
            status: status.filter(|_| told.is_none()),
            signal: ended.signal().or(told),
            runs: None,
            stdout: kept(&ended.stdout),
            stderr: kept(&ended.stderr),
            cut: Some(ended.stdout.len().max(ended.stderr.len()) > MOST_KEPT),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(lines: impl Iterator<Item = String>) -> StockRun {
        let stdout = lines.map(|line| line + "\n").collect();
        StockRun { status: Some(0), stdout, cut: Some(false), ..StockRun::default() }
    }

    #[test]
    fn a_crash_that_comes_in_some_runs_is_told_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let shell = Shell { path: "PATH=/usr/bin:/bin".to_owned() };
        let told = |command: &str| shell.run_often(command, folder.path(), false).unwrap().end();
        // The first run, and each second one behind it.
        let now_and_then = "if [ -e gone ]; then rm gone; else touch gone; kill -SEGV $$; fi";
        assert_eq!(told(now_and_then), "It ends by signal 11 in 5 of 10 runs.");
        let always = shell.run_often("kill -SEGV $$", folder.path(), true).unwrap();
        assert_eq!(always.end(), "It ends by signal 11.");
        assert!(always.runs.is_some_and(|runs| (runs.shown, runs.all) == (SURE, SURE)));
        assert_eq!(told("true"), "It ends with status 0.");
        let later = "if [ -e there ]; then kill -SEGV $$; else touch there; fi";
        let seldom = shell.run_often(later, folder.path(), true).unwrap();
        assert_eq!(seldom.end(), "It ends by signal 11 in 9 of 10 runs.");
        assert_eq!(shell.run_often("true", folder.path(), true).unwrap().end(), "It ends with status 0.");
    }

    #[test]
    fn a_long_output_is_shown_around_the_first_difference() {
        let one = printed((1..=500).map(|line| format!("[{line}]")));
        let other =
            printed((1..=500).map(|line| if line == 300 { "[7]".into() } else { format!("[{line}]") }));
        let told = other.told_beside(&one);
        assert!(
            told.contains("Up to line 299 it prints what the other path does. From line 290 on"),
            "{told}"
        );
        assert!(told.contains("\n[299]\n[7]\n[301]\n") && !told.contains("[289]"), "{told}");
        assert!(told.ends_with("Left out: 171 lines.\n"), "{told}");
        assert!(one.told_beside(&other).contains("\n[299]\n[300]\n"));
        // Text that fits is shown from its beginning.
        let (short, end) =
            (printed((1..=30).map(|line| line.to_string())), printed(["1".to_owned()].into_iter()));
        assert_eq!(short.told_beside(&end), short.told());
        assert!(one.told().ends_with("Left out: 460 lines.\n"), "{}", one.told());
        let cut = StockRun { cut: Some(true), ..one };
        assert!(cut.told().ends_with("There are more lines than were kept.\n"), "{}", cut.told());
    }
}
