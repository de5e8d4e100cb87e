//! Arguments of `blame` and `reduce`: a finding, or a program and two paths that differ.

use super::call_arguments::{CallArguments, NOT_CALLED, defined};
use super::input::{mlir_name, read_program, version};
use super::replay;
use crate::case::Case;
use crate::examine::examine;
use crate::execute::{Argument, Executor, Jit, Terms, expect_results, user_program};
use crate::explore::Target;
use crate::mlir::toolchain::{self, Toolchain};
use crate::observe::tell;
use crate::path::{PathSpec, pipeline};
use crate::program::Syntax;
use crate::report::{PROGRAM, path_file, quote};
use crate::triage::RecordedFinding;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// A finding, however it is given.
#[derive(Clone, Debug, Args)]
pub struct FindingArguments {
    /// A finding's directory, its case.bin, bytes of a fuzz target, or with --path a program
    #[arg(value_parser = PathBufValueParser::new().map(whole))]
    pub finding: PathBuf,
    /// With a program: a pipeline anchored on builtin.module, or @FILE with one pipeline a line; given twice
    #[arg(long = "path", value_name = "PIPELINE|@FILE")]
    pub paths: Vec<String>,
    /// The MLIR under test
    #[arg(long, value_name = "NAME|PATH")]
    pub mlir: Option<String>,
    #[command(flatten)]
    call: CallArguments,
}

/// A case that was given, and the arguments that its program was given or had drawn.
pub struct OpenedFinding {
    /// The case.
    pub case: Case,
    /// The arguments, where the program takes any.
    pub arguments: Vec<Argument>,
}

impl FindingArguments {
    /// Loads it, for a command of this name, and the MLIR.
    ///
    /// # Errors
    /// The user's to mend.
    pub fn open(&self, command: &str) -> anyhow::Result<(Toolchain, Jit, OpenedFinding)> {
        let finding = self.finding.display();
        if !matches!(self.paths.len(), 0 | 2) {
            let got = self.paths.len();
            bail!("{command} needs two paths and got {got}; give --path twice, or none for a finding");
        }
        if self.paths.is_empty() && !self.call.is_plain() {
            bail!(
                "{finding} is no program with two --path, and a finding has its arguments: leave --entry and --arg... out"
            );
        }
        if self.paths.is_empty() && self.finding.extension().is_some_and(|extension| extension == "mlir") {
            bail!("{finding} is a program; give the two paths that differ, with --path");
        }
        let text = if self.paths.is_empty() { None } else { Some(read_program(&self.finding)?) };
        let given = match text {
            Some(_) => None,
            None => {
                let oldest = version(&self.mlir())?.major;
                Some(replay::load(&self.finding, Target::LoweringDiff, oldest)?)
            }
        };
        let toolchain = toolchain::find(&self.mlir())?;
        let mut executor = Jit::interpreting(&toolchain)?;
        let (case, arguments) = match (given, text) {
            (Some(mut case), _) => {
                expect_results(&mut executor, &mut case, toolchain.syntax());
                (case, Vec::new())
            }
            (None, text) => self.case(&mut executor, toolchain.syntax(), &text.unwrap_or_default())?,
        };
        Ok((toolchain, executor, OpenedFinding { case, arguments }))
    }

    /// The MLIR that was asked for, else the one on which it was found, else the default one.
    fn mlir(&self) -> String {
        self.mlir.clone().or_else(|| own_mlir(&self.finding)).unwrap_or_else(|| mlir_name(None))
    }

    /// That there is something at all.
    ///
    /// # Errors
    /// There is nothing of this name.
    pub fn is_there(&self) -> anyhow::Result<()> {
        let name = self.finding.display();
        if !self.finding.exists() && self.finding != Path::new("-") {
            bail!("there is no {name}: name a finding's directory, or a program with two --path");
        }
        Ok(())
    }

    /// The finding's directory, where it has one.
    pub fn directory(&self) -> Option<&Path> {
        self.finding.is_dir().then_some(self.finding.as_path())
    }

    /// The case of a program and two paths.
    fn case(
        &self,
        executor: &mut dyn Executor,
        syntax: Syntax,
        text: &str,
    ) -> anyhow::Result<(Case, Vec<Argument>)> {
        let paths = self.paths.iter().map(|path| Ok(PathSpec::Fixed(pipeline::read_path(path)?)));
        let paths = paths.collect::<anyhow::Result<_>>()?;
        let cannot = || format!("cannot lower {}", self.finding.display());
        let given = user_program(executor, text, &self.call.call(0)?, paths).with_context(cannot)?;
        if given.undefined.is_some() {
            let shown = examine(executor, &given.case, syntax, Terms::default())?.verdict;
            if !shown.is_of_passes() {
                defined(given.undefined.as_ref(), "lower", &self.finding)?;
            }
        }
        if !given.runs {
            tell(NOT_CALLED);
        }
        Ok((given.case, given.arguments))
    }
}

/// The folder of the finding whose case file this is, since its document knows how it was judged; any other path as it is.
pub fn whole(path: PathBuf) -> PathBuf {
    let folder = path.parent().filter(|_| path.file_name().is_some_and(|name| name == "case.bin"));
    let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    match folder.filter(|folder| folder.join("finding.json").exists()) {
        Some(folder) => folder.to_owned(),
        None => path,
    }
}

/// The MLIR on which a finding in this directory was found; none where it is no finding, or that MLIR is not set up.
pub fn own_mlir(finding: &Path) -> Option<String> {
    RecordedFinding::read(finding).ok()?.mlir.filter(|home| toolchain::find(home).is_ok())
}

/// The MLIR on which a finding in this directory was found, as a hint, when none of these MLIRs is that one; else nothing.
pub fn home(finding: &Path, asked: &[&str]) -> Option<String> {
    let home = RecordedFinding::read(finding).ok()?.mlir.filter(|home| !asked.contains(&home.as_str()))?;
    Some(format!("it was found on {home}: give --mlir {}", quote(&home)))
}

/// The command that tells what each step of a finding does, as a hint, for a finding of a single step; else nothing.
pub fn step_by_step(finding: &Path, mlir: Option<&str>) -> Option<String> {
    if !RecordedFinding::read(finding).ok()?.is_of_a_step() {
        return None;
    }
    let file = |name: &str| quote(&finding.join(name).display().to_string());
    let mlir = mlir.map(|mlir| format!(" --mlir {}", quote(mlir))).unwrap_or_default();
    let (program, path) = (file(PROGRAM), file(&path_file(0)));
    Some(format!("what its step does now is told by: lowdiff check {program} --path @{path}{mlir}"))
}

/// A sentence with such a hint behind it.
pub fn with_home(sentence: &str, finding: &Path, asked: &[&str]) -> String {
    match home(finding, asked) {
        Some(hint) => format!("{sentence}; {hint}"),
        None => sentence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_a_finding_is_the_finding() {
        let dir = tempfile::tempdir().unwrap();
        let case = dir.path().join("case.bin");
        assert_eq!(whole(case.clone()), case);
        std::fs::write(dir.path().join("finding.json"), "{}").unwrap();
        assert_eq!(whole(case), dir.path());
        assert_eq!(whole(dir.path().join("program.mlir")), dir.path().join("program.mlir"));
        assert_eq!(whole(PathBuf::from("case.bin")), PathBuf::from("case.bin"));
    }

    #[test]
    fn a_finding_of_another_mlir_says_so() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(home(dir.path(), &["22"]), None, "it has no document");
        let text = r#"{ "verdict": "crash", "mlir": { "name": "head", "version": "24", "build-id": "ab" } }"#;
        std::fs::write(dir.path().join("finding.json"), text).unwrap();
        assert_eq!(with_home("gone", dir.path(), &["22"]), "gone; it was found on head: give --mlir head");
        assert_eq!(with_home("gone", dir.path(), &["22", "head"]), "gone");
    }
}
