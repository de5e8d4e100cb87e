//! `lowdiff coverage`: what a corpus reaches in MLIR.

use super::counting::Counting;
use super::input::{Timeout, mlir_name};
use super::output;
use crate::coverage::{Focus, Options};
use crate::explore::{Corpus, replay};
use crate::mlir::toolchain;
use anyhow::{Context, bail};
use clap::Args;
use std::path::PathBuf;

/// Run a corpus or a campaign again and show which of MLIR's code it reaches
///
/// Exit status: 0 whatever the inputs show; 2 usage or set-up error.
#[derive(Debug, Args)]
pub struct Coverage {
    /// A fuzzer's corpus, an output folder of AFL++, or the --out of `lowdiff explore`
    corpus: PathBuf,
    /// The MLIR under test
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Which part of it: mlir, llvm, all, or words in the names of functions, with commas between
    #[arg(long, value_name = "WORDS", default_value_t)]
    focus: Focus,
    /// Show functions too
    #[arg(long)]
    functions: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Draw the curve of blocks reached into this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Write line counts into this file, a raw profile for llvm-profdata; for an MLIR built to count them
    #[arg(long, value_name = "FILE.profraw")]
    lines: Option<PathBuf>,
    #[command(flatten)]
    timeout: Timeout,
}

impl Coverage {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let corpus = Corpus::read(&self.corpus)?;
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if let Some(plot) = &self.plot {
            // Minutes of work should not end at a name that cannot be written.
            std::fs::write(plot, "").with_context(|| format!("cannot write {}", plot.display()))?;
        }
        let options = Options { focus: self.focus, ..Options::default() };
        let counting = Counting::new(corpus.inputs.len(), "inputs");
        let terms = self.timeout.terms();
        let lines = self.lines.as_deref();
        let mut covered = replay(&corpus, &toolchain, terms, &options, lines, |done| counting.show(done))?;
        drop(counting);
        if covered.rejected == covered.inputs && covered.inputs > 0 {
            bail!(
                "no input of {} decodes: name a fuzzer's corpus, an output folder of AFL++, or the --out of lowdiff explore",
                self.corpus.display()
            );
        }
        if let Some(plot) = &self.plot {
            std::fs::write(plot, covered.svg())
                .with_context(|| format!("cannot write {}", plot.display()))?;
        }
        if !self.functions {
            covered.by_function.clear();
        }
        let text = if self.json { serde_json::to_string(&covered)? } else { covered.to_string() };
        output::data(&text)?;
        Ok(0)
    }
}
