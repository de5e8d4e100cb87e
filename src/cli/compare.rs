//! `lowdiff compare`: one program, two paths.

use super::input::{How, KnownBugs, read_program};
use super::versions::{self, Answer};
use crate::execute::user_program;
use crate::judge::Known;
use crate::path::{PathSpec, pipeline};
use anyhow::{Context, bail};
use clap::Args;
use std::path::PathBuf;

/// Lower one program along two paths, run both, compare what they print
///
/// Exit status: 0 they agree; 1 a finding; 2 usage or set-up error; 3 incomparable. With several --mlir the
/// worst decides.
#[derive(Debug, Args)]
pub struct Compare {
    /// The program; a `main` without prints compares what it returns, arguments get drawn values
    file: PathBuf,
    /// A pipeline anchored on builtin.module, or @FILE with one pipeline a line; given twice
    #[arg(long = "path", value_name = "PIPELINE|@FILE", required = true)]
    paths: Vec<String>,
    /// The MLIR under test; may be repeated
    #[arg(long = "mlir", value_name = "NAME|PATH")]
    mlirs: Vec<String>,
    #[command(flatten)]
    known: KnownBugs,
    #[command(flatten)]
    how: How,
}

impl Compare {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        if self.paths.len() != 2 {
            bail!("compare needs two paths and got {}; give --path twice", self.paths.len());
        }
        let paths = self.paths.iter().map(|path| Ok(PathSpec::Fixed(pipeline::read_path(path)?)));
        let paths: Vec<PathSpec> = paths.collect::<anyhow::Result<_>>()?;
        let text = read_program(&self.file)?;
        let known = self.known.read()?;
        let answers = match self.how.executor.toolchains(&self.mlirs)?.as_slice() {
            [one] => vec![self.on(one, &text, paths, &known)?],
            several => {
                let [a, b] = [&self.paths[0], &self.paths[1]];
                let timeout = self.how.timeout.word();
                let words = ["--executor", self.how.executor.word(), &timeout, "--path", a, "--path", b];
                let words = words.map(str::to_owned).into_iter().chain(self.known.words());
                versions::each(several, "compare", &self.file, &words.collect::<Vec<_>>())?
            }
        };
        versions::print(answers, self.how.json)
    }

    fn on(&self, mlir: &str, text: &str, paths: Vec<PathSpec>, known: &Known) -> anyhow::Result<Answer> {
        let (toolchain, mut executor) = self.how.executor.open(Some(mlir))?;
        let given = user_program(executor.as_mut(), text, 0, paths)
            .with_context(|| format!("cannot compare {}", self.file.display()))?;
        Answer::examine(executor.as_mut(), &toolchain, &given.case, self.how.timeout.terms(), known)
    }
}
