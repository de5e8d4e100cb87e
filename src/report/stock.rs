//! The commands of a report, run as they are printed: by a shell in the finding's folder, with stock programs and an environment
//! of nothing else. `stock.json` keeps what they printed, so that a report that is made again runs nothing twice.

use super::Demonstration;
use crate::execute::run_in_shell;
use crate::finding::Mlir;
use crate::mlir::{Toolchain, toolchain};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::Duration;

/// The file's name.
pub const FILE: &str = "stock.json";
/// The time for one command, which may be twenty runs of `mlir-opt` on a machine that is busy.
const LIMIT: Duration = Duration::from_secs(60);
/// The lines of an output that are shown.
const MOST_PRINTED: usize = 40;
/// Most bytes of one stream that are kept.
const MOST_KEPT: usize = 32 << 10;
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
    /// Standard output, its beginning where there is much.
    pub stdout: String,
    /// Standard error, likewise.
    pub stderr: String,
}

impl StockRun {
    /// True if it ended well.
    pub fn succeeded(&self) -> bool {
        self.status == Some(0)
    }

    /// The end and the output, as it was printed.
    pub fn told(&self) -> String {
        let output = format!("{}{}", self.stderr, self.stdout);
        let lines: Vec<&str> = output.trim_end().lines().collect();
        if lines.is_empty() {
            return format!("{} It prints nothing.\n", self.end());
        }
        let shown = lines[..lines.len().min(MOST_PRINTED)].join("\n");
        let more = match lines.len().saturating_sub(MOST_PRINTED) {
            0 => String::new(),
            more => format!("\nThere are {more} lines more.\n"),
        };
        format!("{} It prints:\n\n```\n{shown}\n```\n{more}", self.end())
    }

    /// The end, in a sentence.
    pub fn end(&self) -> String {
        match (self.status, self.signal) {
            (_, Some(signal)) => format!("It ends by signal {signal}."),
            (Some(status), None) => format!("It ends with status {status}."),
            (None, None) => format!("It was stopped after {} s.", LIMIT.as_secs()),
        }
    }
}

impl Stock {
    /// The output of these commands on the program that is shown, as it was kept or from a run in the finding's folder; none where the
    /// MLIR came without stock programs, or is not set up here.
    pub fn of(finding: &Path, demonstration: &Demonstration, commands: &[String]) -> Option<Stock> {
        let mlir = demonstration.document.mlir.as_ref()?;
        let program = std::fs::read(demonstration.folder.join(demonstration.file)).ok()?;
        let program = hash(&program);
        let kept = std::fs::read_to_string(finding.join(FILE)).ok();
        let kept = kept.and_then(|text| serde_json::from_str::<Stock>(&text).ok());
        let kept = kept.filter(|stock| stock.build_id == mlir.build_id && stock.program == program);
        let is_run = |stock: &Stock, command: &String| stock.runs.iter().any(|run| &run.command == command);
        if let Some(kept) = kept.as_ref().filter(|kept| commands.iter().all(|command| is_run(kept, command)))
        {
            return Some(kept.clone());
        }
        let shell = Shell::of(mlir)?;
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
                    stock.runs.push(shell.run(command, finding)?);
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
            stdout: kept(&ended.stdout),
            stderr: kept(&ended.stderr),
        })
    }
}
