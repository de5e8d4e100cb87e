//! `lowdiff compare`: one program, two paths.

use super::call_arguments::{CallArguments, NOT_CALLED};
use super::input::{How, InputProgram, KnownBugs};
use super::output::NotationOption;
use super::programs::{self, GivenPrograms};
use super::versions::{self, MlirAnswer};
use crate::examine::Sought;
use crate::execute::user_program;
use crate::judge::Known;
use crate::observe::tell;
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
    /// The program, or - for standard input; a function without prints compares what it returns
    file: PathBuf,
    /// A pipeline anchored on builtin.module, or @FILE with one pipeline a line; given twice
    #[arg(long = "path", value_name = "PIPELINE|@FILE", required = true)]
    paths: Vec<String>,
    /// The MLIR under test; may be repeated
    #[arg(long = "mlir", value_name = "NAME|PATH")]
    mlirs: Vec<String>,
    #[command(flatten)]
    call: CallArguments,
    #[command(flatten)]
    known: KnownBugs,
    #[command(flatten)]
    notation: NotationOption,
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
        let text = match GivenPrograms::read(&self.file)? {
            GivenPrograms::One(text) => text,
            GivenPrograms::Several(all, _kept) => return programs::each(&self.file, &all, self.how.json),
        };
        let mut program = InputProgram::of(&self.file, text);
        let known = self.known.read()?;
        let answers = match self.how.executor.toolchains(&self.mlirs)?.as_slice() {
            [one] => vec![self.on(one, &program.text, paths, &known)?],
            several => {
                let [a, b] = [&self.paths[0], &self.paths[1]];
                let timeout = self.how.timeout.word();
                let words = ["--executor", self.how.executor.word(), &timeout, "--path", a, "--path", b];
                let words = words.map(str::to_owned).into_iter().chain(self.known.words());
                let words = words.chain(self.call.words()).collect::<Vec<_>>();
                versions::each(several, "compare", program.file()?, &words)?
            }
        };
        versions::print(answers, self.how.json, self.notation)
    }

    fn on(&self, mlir: &str, text: &str, paths: Vec<PathSpec>, known: &Known) -> anyhow::Result<MlirAnswer> {
        let (toolchain, mut executor) = self.how.executor.open(Some(mlir))?;
        let given = user_program(executor.as_mut(), text, &self.call.call(0)?, paths)
            .with_context(|| format!("cannot compare {}", self.file.display()))?;
        if !given.runs {
            tell(NOT_CALLED);
        }
        let terms = self.how.timeout.terms();
        let answer = MlirAnswer::examine(
            executor.as_mut(),
            &toolchain,
            &given.case,
            terms,
            known,
            (Sought::Nothing, given.poison),
        )?;
        let answer = match given.undefined {
            Some(undefined) if !answer.is_of_passes() => {
                MlirAnswer::undefined(&undefined, &self.file, &toolchain, executor.kind())
            }
            Some(_) | None => answer,
        };
        Ok(answer.with(given.arguments))
    }
}
