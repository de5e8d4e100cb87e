//! Input that several commands share: toolchains, executors, programs.

use crate::execute::{Executor, ExecutorKind, Limits, Terms};
use crate::files;
use crate::judge::Known;
use crate::mlir::toolchain::{self, Toolchain};
use crate::version::{self, Version};
use anyhow::{Context, bail};
use clap::Args;
use std::io::{Read as _, Write as _};
use std::num::{NonZero, NonZeroU16};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tempfile::NamedTempFile;

/// The executor that runs a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecutorName {
    /// One of this kind, for the toolchain that is asked for.
    Kind(ExecutorKind),
    /// By this program, in place of an mlir-opt, and no library: the name of it as a toolchain.
    Program(String),
}

impl FromStr for ExecutorName {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<ExecutorName, &'static str> {
        match word.parse() {
            Ok(kind) => Ok(ExecutorName::Kind(kind)),
            _ if word.starts_with("tools:") => Ok(ExecutorName::Program(word.to_owned())),
            _ => Err("use interp, jit, tools, or tools:PATH with the path of an mlir-opt"),
        }
    }
}

impl ExecutorName {
    /// The word of the command line.
    pub fn word(&self) -> &str {
        match self {
            ExecutorName::Kind(kind) => kind.word(),
            ExecutorName::Program(name) => name,
        }
    }

    /// Its kind, whatever the toolchain.
    pub fn kind(&self) -> ExecutorKind {
        match self {
            ExecutorName::Kind(kind) => *kind,
            ExecutorName::Program(_) => ExecutorKind::Tools,
        }
    }

    /// Opens the executor on the toolchain called `mlir`, or on the default one; a program brings its own.
    pub fn open(&self, mlir: Option<&str>) -> anyhow::Result<(Toolchain, Box<dyn Executor>)> {
        let given: Vec<String> =
            mlir.filter(|name| *name != self.word()).into_iter().map(str::to_owned).collect();
        let name = self.toolchains(&given)?.swap_remove(0);
        let toolchain = toolchain::find(&name)?;
        let executor = self.kind().open(&toolchain)?;
        Ok((toolchain, executor))
    }

    /// True of one that runs any MLIR: a program is one itself.
    pub fn has_no_mlir(&self) -> bool {
        !matches!(self, ExecutorName::Program(_))
    }

    /// The toolchains asked for, else the default one, each once; a program is one itself.
    pub fn toolchains(&self, mlirs: &[String]) -> anyhow::Result<Vec<String>> {
        match self {
            ExecutorName::Program(name) if mlirs.is_empty() => Ok(vec![name.clone()]),
            ExecutorName::Program(name) => bail!("--executor {name} brings its own MLIR: leave --mlir out"),
            _ => Ok(mlir_names(mlirs)),
        }
    }
}

/// Each job takes a process of some hundred megabytes.
const MOST_JOBS: u16 = 256;

/// Worker processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs(NonZeroU16);

impl Jobs {
    /// Their number. More than there are cores are announced: they take turns, and time limits with them.
    pub fn number(self) -> usize {
        let (number, cores) = (usize::from(self.0.get()), cores());
        if number > cores {
            crate::observe::tell(&format!(
                "warning: {number} jobs share {cores} cores: --jobs auto takes one a core"
            ));
        }
        number
    }
}

impl FromStr for Jobs {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Jobs, &'static str> {
        let number = match word {
            "auto" => NonZeroU16::new(cores().min(usize::from(MOST_JOBS)) as u16),
            number => number.parse().ok().filter(|number: &NonZeroU16| number.get() <= MOST_JOBS),
        };
        number.map(Jobs).ok_or("use a number from 1 to 256, or auto for one a core")
    }
}

/// The cores that this process may use; one where that is not known.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The limits on one path.
#[derive(Clone, Copy, Debug, Args)]
pub struct Timeout {
    /// CPU seconds a pass, the compilation or the lowered code may take; six times as much for it all
    #[arg(long = "timeout", value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
}

impl Timeout {
    /// The option as terms of a job.
    pub fn terms(self) -> Terms {
        Limits::timeout(self.timeout).into()
    }

    /// The option as a word of the command line.
    pub fn word(self) -> String {
        format!("--timeout={}", self.timeout)
    }
}

/// Options for running and showing a case, for every command that runs any.
#[derive(Clone, Debug, Args)]
pub struct How {
    /// The executor: interp (which sees undefined behaviour), jit (which compiles it), tools (stock mlir-opt and
    /// mlir-runner), or tools:PATH (a project's own mlir-opt)
    #[arg(long, value_name = "interp|jit|tools|tools:PATH", default_value = ExecutorKind::default().word())]
    pub executor: ExecutorName,
    #[command(flatten)]
    pub timeout: Timeout,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Which bugs a command is told of.
#[derive(Clone, Debug, Args)]
pub struct KnownBugs {
    /// Say of a finding that is listed in this file what it is called there, as `explore` does
    #[arg(long, value_name = "FILE.toml")]
    known: Option<PathBuf>,
    /// Say nothing of bugs that lowdiff knows by itself
    #[arg(long)]
    no_builtin_known: bool,
}

impl KnownBugs {
    /// The bugs of the file, and those that lowdiff knows by itself.
    ///
    /// # Errors
    /// The file cannot be read, or a line of it makes no sense.
    pub fn read(&self) -> anyhow::Result<Known> {
        known_bugs(self.known.as_deref(), !self.no_builtin_known)
    }

    /// Bugs that a finding may be like, of those that lowdiff knows by itself.
    pub fn alike(&self) -> Known {
        if self.no_builtin_known { Known::default() } else { Known::alike().clone() }
    }

    /// The options as words of the command line.
    pub fn words(&self) -> Vec<String> {
        let file = self.known.iter().map(|file| format!("--known={}", file.display()));
        file.chain(self.no_builtin_known.then(|| "--no-builtin-known".to_owned())).collect()
    }
}

/// The bugs of a file, and those that are known without one.
///
/// # Errors
/// The file cannot be read, or a line of it makes no sense.
pub fn known_bugs(file: Option<&Path>, builtin: bool) -> anyhow::Result<Known> {
    let listed = file.map_or_else(|| Ok(Known::default()), Known::read)?;
    Ok(if builtin { listed.and(Known::builtin()) } else { listed })
}

/// The toolchain asked for, else the default one.
pub fn mlir_name(mlir: Option<&str>) -> String {
    mlir.map_or_else(toolchain::default_name, str::to_string)
}

/// The toolchains asked for, else the default one, each once.
pub fn mlir_names(mlirs: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in mlirs {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    if names.is_empty() {
        names.push(toolchain::default_name());
    }
    names
}

/// The name of a file that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// A program in text form, and the file that it is in.
#[derive(Debug)]
pub struct InputProgram {
    /// The program.
    pub text: String,
    file: PathBuf,
    /// A copy of what came from standard input or a pipe.
    copy: Option<NamedTempFile>,
}

impl InputProgram {
    /// A program that was read from this file, or from standard input.
    pub fn of(file: &Path, text: String) -> InputProgram {
        InputProgram { text, file: file.to_owned(), copy: None }
    }

    /// A file with this program, for another process.
    ///
    /// # Errors
    /// It came from standard input or a pipe, and cannot be written.
    pub fn file(&mut self) -> anyhow::Result<&Path> {
        if !is_stream(&self.file) {
            return Ok(&self.file);
        }
        let copied = || -> std::io::Result<NamedTempFile> {
            let mut file = NamedTempFile::new()?;
            file.write_all(self.text.as_bytes())?;
            Ok(file)
        };
        let cannot = || format!("cannot keep a copy of {}", self.file.display());
        Ok(self.copy.insert(copied().with_context(cannot)?).path())
    }
}

/// True of what can be read once: standard input, or a pipe.
pub fn is_stream(file: &Path) -> bool {
    file == Path::new(STANDARD_INPUT) || files::is_pipe(file)
}

/// The name of a file for people.
pub fn shown(file: &Path) -> String {
    match file == Path::new(STANDARD_INPUT) {
        true => "standard input".to_owned(),
        false => file.display().to_string(),
    }
}

/// Reads a program in text form; `-` is standard input.
pub fn read_program(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    match file == Path::new(STANDARD_INPUT) {
        true => std::io::stdin().read_to_end(&mut bytes).map(drop),
        false => files::read_given(file).map(|read| bytes = read),
    }
    .with_context(|| format!("cannot read {}", file.display()))?;
    match String::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => {
            bail!("{} is empty: give the text of an MLIR module", shown(file))
        }
        Ok(text) => Ok(text),
        Err(error) if error.as_bytes().starts_with(b"ML\xefR") => bail!(
            "{} is MLIR bytecode; turn it into text with `mlir-opt {0} -o program.mlir`",
            file.display()
        ),
        Err(error) => bail!(
            "{} is not UTF-8 text (byte {} is not), so it is no MLIR program",
            file.display(),
            error.utf8_error().valid_up_to() + 1
        ),
    }
}

/// The version of MLIR that a toolchain is taken for. Those that lowdiff knows by name need not be there for this.
///
/// # Errors
/// There is no such toolchain.
pub fn version(mlir: &str) -> anyhow::Result<&'static Version> {
    match (version::named(mlir), mlir.parse()) {
        (Some(version), _) => Ok(version),
        (None, Ok(major)) => Ok(version::of(major)),
        _ => Ok(version::of(toolchain::find(mlir)?.major())),
    }
}

/// The major version of the oldest of these toolchains, for which bytes are decoded that all of them are to run.
///
/// # Errors
/// There is no such toolchain.
pub fn oldest(mlirs: &[String]) -> anyhow::Result<u32> {
    let majors = mlirs.iter().map(|mlir| Ok(version(mlir)?.major)).collect::<anyhow::Result<Vec<u32>>>()?;
    Ok(majors.into_iter().min().unwrap_or(version::DEFAULT.major))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_executor_and_toolchain() {
        let program: ExecutorName = "tools:/a/opt".parse().unwrap();
        assert_eq!((program.word(), program.kind()), ("tools:/a/opt", ExecutorKind::Tools));
        assert_eq!(program.toolchains(&[]).unwrap(), ["tools:/a/opt"]);
        assert!(program.toolchains(&["22".to_owned()]).is_err());
        assert_eq!(ExecutorName::Kind(ExecutorKind::Jit).toolchains(&["22".to_owned()]).unwrap(), ["22"]);
        assert!("abacus".parse::<ExecutorName>().is_err());
    }

    fn said(content: &[u8]) -> String {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("p.mlir");
        std::fs::write(&file, content).unwrap();
        let name = file.display().to_string();
        match read_program(&file) {
            Ok(text) => text,
            Err(error) => format!("{error:#}").replace(&name, "FILE"),
        }
    }

    #[test]
    fn programs_are_text() {
        assert_eq!(said(b"module {}"), "module {}");
        assert_eq!(said(b"ab\xff"), "FILE is not UTF-8 text (byte 3 is not), so it is no MLIR program");
        assert!(
            said(b"ML\xefR\x0d").starts_with("FILE is MLIR bytecode; turn it into text with `mlir-opt FILE")
        );
        let missing = read_program(Path::new("/nowhere/p.mlir")).unwrap_err();
        assert!(format!("{missing:#}").starts_with("cannot read /nowhere/p.mlir: "));
    }

    #[test]
    fn each_toolchain_is_asked_once() {
        let names = ["22", "19", "22"].map(str::to_string);
        assert_eq!(mlir_names(&names), ["22", "19"]);
    }
}
