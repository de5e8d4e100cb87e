//! `lowdiff replay`: a finding or a fuzzer's artifact again, or every finding of a folder.

use super::finding_arguments::{home, own_mlir, step_by_step, whole};
use super::input::{ExecutorName, How, Jobs, KnownBugs, STANDARD_INPUT, oldest};
use super::output::{self, NotationOption};
use super::replay_folder::{FolderReplay, ReplayFiles, holds_findings};
use super::sentence;
use super::versions::{self, MlirAnswer};
use crate::case::Case;
use crate::decode;
use crate::examine::Sought;
use crate::execute::{ExecutorKind, Terms, expect_results};
use crate::explore::{Target, is_of_campaign};
use crate::finding::Finding;
use crate::judge::{Detail, Reason};
use crate::observe::tell;
use crate::triage::RecordedFinding;
use crate::version::DEFAULT;
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// Replay a finding, a saved case, a fuzzer's artifact, or each finding of a folder
///
/// A folder of findings (--out) gives a table, with a column for each --mlir. Nothing is written into it.
///
/// Exit status: 0 the paths agree, or each finding is fixed or known; 1 a finding; 2 usage or set-up error, or a damaged finding; 3 incomparable. With
/// several --mlir the worst decides.
#[derive(Debug, Args)]
pub struct Replay {
    /// A finding's directory, its case.bin, bytes of a fuzz target, or a folder of findings
    #[arg(value_parser = PathBufValueParser::new().map(whole))]
    finding: PathBuf,
    /// The fuzz target the bytes are of
    #[arg(long, default_value = "lowering_diff")]
    target: Target,
    /// The MLIR under test; may be repeated
    #[arg(long = "mlir", value_name = "NAME|PATH")]
    mlirs: Vec<String>,
    /// For a folder of findings: how many are replayed at a time
    #[arg(long, value_name = "N|auto", default_value = "1")]
    jobs: Jobs,
    #[command(flatten)]
    files: ReplayFiles,
    #[command(flatten)]
    known: KnownBugs,
    #[command(flatten)]
    notation: NotationOption,
    #[command(flatten)]
    how: How,
}

impl Replay {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let toolchains = self.how.executor.toolchains(&self.mlirs)?;
        if self.finding.is_dir() && (self.files.is_wanted() || holds_findings(&self.finding)) {
            if self.how.executor != ExecutorName::Kind(ExecutorKind::default()) {
                bail!("each finding of a folder is run as it was found: leave --executor out");
            }
            let (timeout, jobs, json) = (self.how.timeout.word(), self.jobs.number(), self.how.json);
            let known = &self.known.read()?;
            return FolderReplay { mlirs: &toolchains, timeout, jobs, known, json }
                .run(&self.finding, &self.files);
        }
        let is_finding = self.finding.join("case.bin").exists();
        if self.finding.is_dir() && !is_finding && is_of_campaign(&self.finding) {
            return output::no_findings(&self.finding, self.how.json);
        }
        if self.files.is_wanted() {
            bail!("--junit and --sarif are for folders of findings, and {} is none", self.finding.display());
        }
        // `tools:PATH` is no toolchain of its own; what it runs is new.
        let is_open = self.mlirs.is_empty() && self.how.executor.has_no_mlir();
        let own = if is_open { own_mlir(&self.finding) } else { None };
        let toolchains = own.map_or(toolchains, |own| vec![own]);
        let major = oldest(&toolchains).unwrap_or(DEFAULT.major);
        let (mut case, decoded) = load_counted(&self.finding, self.target, major)?;
        let known = self.known.read()?;
        let (finding, target) = (self.finding.display(), self.target.name());
        match decoded {
            Some(Decoded::Program(count)) => {
                let operations = words::count(count, "operation");
                tell(&format!("{finding} is decoded as an input of {target}: {operations}"));
            }
            Some(Decoded::Module) => tell(&format!("{finding} is read as an input of {target}")),
            None => {}
        }
        let answers = match toolchains.as_slice() {
            [one] => {
                let (toolchain, mut executor) = self.how.executor.open(Some(one))?;
                if !self.how.json {
                    tell(format!("{case:?}").trim_end());
                }
                expect_results(executor.as_mut(), &mut case, toolchain.syntax());
                // Nobody typed these pipelines: a version without one of their passes cannot be compared.
                let recorded = RecordedFinding::read(&self.finding)?;
                let terms = recorded.terms(self.how.timeout.terms());
                let terms = terms_of(&self.finding, self.target, terms)?;
                let sought = recorded.sought(Sought::Any);
                let asked = (sought, false);
                let answer = MlirAnswer::examine(executor.as_mut(), &toolchain, &case, terms, &known, asked)
                    .unwrap_or_else(|error| {
                        let detail = Detail::CannotRun { said: sentence(&error) };
                        MlirAnswer::incomparable(
                            Reason::Unsupported,
                            detail,
                            &toolchain,
                            self.how.executor.kind(),
                        )
                    });
                vec![answer]
            }
            several => {
                let timeout = self.how.timeout.word();
                let words =
                    ["--executor", self.how.executor.word(), &timeout, "--target", self.target.name()];
                let words = words.map(str::to_owned).into_iter().chain(self.known.words());
                versions::each(several, "replay", &self.finding, &words.collect::<Vec<_>>())?
            }
        };
        let asked: Vec<&str> = toolchains.iter().map(String::as_str).collect();
        let status = versions::print(answers, self.how.json, self.notation)?;
        if status != 1 {
            let first = asked.first().copied();
            let hints = [home(&self.finding, &asked), step_by_step(&self.finding, first)];
            hints.into_iter().flatten().for_each(|hint| tell(&hint));
        }
        Ok(status)
    }
}

/// The limits on a case: an artifact is run as its target runs it.
fn terms_of(path: &Path, target: Target, terms: Terms) -> anyhow::Result<Terms> {
    if path.is_dir() {
        return Ok(terms);
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(if Case::is_case_file(&bytes) { terms } else { target.terms_of(&bytes, terms) })
}

/// The case in a finding's directory, in a case file, or decoded from a fuzzer's bytes.
pub fn load(path: &Path, target: Target, oldest: u32) -> anyhow::Result<Case> {
    load_counted(path, target, oldest).map(|(case, _)| case)
}

/// The bytes of a fuzzer, as they were taken.
enum Decoded {
    /// They were decoded to a program of so many operations.
    Program(usize),
    /// They are a module, with steps, or followed by drawn ones.
    Module,
}

/// As [`load`], with the way in which bytes of a fuzzer were taken.
fn load_counted(path: &Path, target: Target, oldest: u32) -> anyhow::Result<(Case, Option<Decoded>)> {
    if path.is_dir() {
        let file = path.join("case.bin");
        if !file.exists() {
            bail!("{} is no finding, and holds none: there is no case.bin in it", path.display());
        }
        Finding::find(path)?;
        is_regular(&file)?;
        return Ok((Case::load(&file)?, None));
    }
    if path == Path::new(STANDARD_INPUT) {
        bail!(
            "findings are not read from standard input: give a finding's directory, its case.bin, or a file of a fuzzer's artifact; `lowdiff compare -` takes \
             a program"
        );
    }
    is_regular(path)?;
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let is_input = target.takes_raw() || (target.takes_modules() && decode::is_envelope(&bytes));
    let refuse_text = |holds: bool| match holds && !is_input {
        true => bail!(
            "{} is neither a finding nor a fuzzer's artifact; give a finding's directory, or use `lowdiff compare` for a program",
            path.display()
        ),
        false => Ok(()),
    };
    refuse_text(is_text(path))?;
    if Case::is_case_file(&bytes) || path.file_name().is_some_and(|name| name == "case.bin") {
        return Ok((Case::load(path)?, None));
    }
    refuse_text(holds_text(&bytes))?;
    match target.case(&bytes, oldest) {
        Some((case, _)) if target.is_of_steps() => Ok((case, Some(Decoded::Module))),
        Some((case, generated)) => Ok((case, Some(Decoded::Program(generated.operations)))),
        None if decode::is_of_another_format(&bytes) => bail!(
            "{} is an input of a format that this lowdiff does not know: use the lowdiff that wrote it",
            path.display()
        ),
        None if decode::is_envelope(&bytes) => bail!(
            "{} is not an input of {}: after one to three lines of `// step: builtin.module(PASS)` it wants a module",
            path.display(),
            target.name()
        ),
        None => bail!(
            "{} is not an input of {}: its {} bytes are too few to decode",
            path.display(),
            target.name(),
            bytes.len()
        ),
    }
}

/// True of text, which no engine makes of numbers.
fn holds_text(bytes: &[u8]) -> bool {
    let is_plain = |sign: char| sign == '\n' || sign == '\t' || sign == '\r' || !sign.is_control();
    std::str::from_utf8(bytes).is_ok_and(|text| !text.is_empty() && text.chars().all(is_plain))
}

/// True for a file whose name says that it is a text: it is no input of a fuzz target.
pub fn is_text(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["mlir", "json", "jsonl", "md", "txt", "sh"].contains(&extension))
}

/// That a file can be read to its end: a device may have none, and a pipe waits for somebody who writes.
fn is_regular(path: &Path) -> anyhow::Result<()> {
    let about = std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    if !about.is_file() {
        bail!("{} is no regular file: give a finding's directory or its case.bin", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Source;
    use crate::path::PathSpec;

    fn said(name: &str, content: &[u8]) -> String {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, content).unwrap();
        let error = load(&path, Target::LoweringDiff, 22).unwrap_err();
        format!("{error:#}").replace(&dir.path().display().to_string(), "DIR")
    }

    fn case() -> Case {
        let paths = vec![PathSpec::Fixed(vec![]), PathSpec::Fixed(vec![])];
        Case { source: Source::verbatim("module {}".into()), printed: vec![], expected: None, paths }
    }

    #[test]
    fn each_kind_of_bad_input_has_its_sentence() {
        let bytes = case().to_bytes();
        assert!(said("x", &bytes[..30]).starts_with("cannot replay DIR/x: it is truncated: 30 bytes of "));
        assert_eq!(said("case.bin", b"something"), "cannot replay DIR/case.bin: it is not a saved case");
        let mut newer = bytes;
        newer[8] = 200;
        assert!(
            said("x", &newer).contains("it is a case of format 200, and this lowdiff reads formats 1 to 5")
        );
        assert!(said("x", b"").contains("0 bytes are too few to decode"));
        assert!(said("program.mlir", b"module {}").contains("use `lowdiff compare`"));
        assert!(said("notes", b"a text without an ending").contains("use `lowdiff compare`"));
        let endless = load(Path::new("/dev/zero"), Target::LoweringDiff, 22).unwrap_err();
        assert!(endless.to_string().starts_with("/dev/zero is no regular file"), "{endless}");
        let piped = load(Path::new("-"), Target::LoweringDiff, 22).unwrap_err().to_string();
        assert!(piped.starts_with("findings are not read from standard input: give a"), "{piped}");
        let dir = tempfile::tempdir().unwrap();
        let error = load(dir.path(), Target::LoweringDiff, 22).unwrap_err().to_string();
        assert!(error.ends_with("is no finding, and holds none: there is no case.bin in it"));
        std::fs::write(dir.path().join("case.bin"), case().to_bytes()).unwrap();
        for damaged in ["{ \"verdict\":", "[]"] {
            std::fs::write(dir.path().join("finding.json"), damaged).unwrap();
            let error = format!("{:#}", load(dir.path(), Target::LoweringDiff, 22).unwrap_err());
            assert!(error.contains("finding.json is") && error.contains("restore or delete it"), "{error}");
        }
    }

    #[test]
    fn a_finding_loads_by_directory_and_by_file() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("case.bin"), case().to_bytes()).unwrap();
        assert_eq!(load(dir.path(), Target::LoweringDiff, 22).unwrap(), case());
        std::fs::rename(dir.path().join("case.bin"), dir.path().join("other")).unwrap();
        assert_eq!(load(&dir.path().join("other"), Target::LoweringDiff, 22).unwrap(), case());
    }
}
