//! The programs that files and folders hold: a folder stands for its `.mlir` files, and lines `// -----` part a file.

use super::input::{is_stream, read_program, shown};
use super::output;
use crate::execute::itself;
use crate::explore::{GivenPart, entries};
use crate::files;
use crate::observe::tell;
use crate::report::{AnswerOrError, Document, OfProgram};
use anyhow::{Context, bail};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Said of a folder without programs.
const NO_PROGRAMS: &str = "holds no .mlir files";

/// The program or programs that a command of one program was given.
pub(super) enum GivenPrograms {
    /// One program, and its text.
    One(String),
    /// Several: their names, and a file of each; the folder has those that are parts.
    Several(Vec<(String, PathBuf)>, TempDir),
}

impl GivenPrograms {
    /// The programs of a file, of standard input, or of a folder.
    ///
    /// # Errors
    /// The file cannot be read, or the folder holds none.
    pub(super) fn read(file: &Path) -> anyhow::Result<GivenPrograms> {
        let folder = tempfile::tempdir().context("no folder for parts of a program can be had")?;
        if !file.is_dir() {
            let text = read_program(file)?;
            let parts = GivenPart::all(&text);
            if parts.len() < 2 {
                return Ok(GivenPrograms::One(text));
            }
            return Ok(GivenPrograms::Several(kept(file, &parts, folder.path())?, folder));
        }
        let mut all = Vec::new();
        for file in files_of(&[file.to_owned()], is_program, NO_PROGRAMS)? {
            match &GivenPart::all(&read_program(&file)?)[..] {
                [] | [_] => all.push((file.display().to_string(), file)),
                several => all.extend(kept(&file, several, folder.path())?),
            }
        }
        Ok(GivenPrograms::Several(all, folder))
    }
}

/// Asks about each of these programs of `file` by a process of its own: by the words of this one, with the program's own file in place of
/// `file`. The exit status is that of a finding where there is one, else that of the first that is worst.
///
/// # Errors
/// No process can be started, or nothing can be printed.
pub(super) fn each(file: &Path, programs: &[(String, PathBuf)], as_json: bool) -> anyhow::Result<u8> {
    let mut documents = Vec::new();
    let mut worst = 0;
    for (name, own) in programs {
        let words = std::env::args_os().skip(1);
        let words: Vec<OsString> =
            words.map(|word| if word == file.as_os_str() { own.clone().into() } else { word }).collect();
        let asked = itself::run(words)?;
        let named =
            |text: &Vec<u8>| with_name(&String::from_utf8_lossy(text), &own.display().to_string(), name);
        let [said, printed] = [&asked.stderr, &asked.stdout].map(named);
        if as_json {
            let document: Value = serde_json::from_str(&printed)
                .with_context(|| format!("the process that was asked about {name} gave no document"))?;
            documents.push(OfProgram { program: name.clone(), document: AnswerOrError::Answer(document) });
        } else {
            output::data(&format!("{name}:"))?;
        }
        for line in said.lines() {
            tell(line);
        }
        if !as_json {
            for line in printed.lines() {
                output::data(line)?;
            }
        }
        let status =
            asked.status.code().and_then(|status| u8::try_from(status).ok()).unwrap_or(super::STATUS_ERROR);
        worst =
            [1, super::STATUS_ERROR, 3].into_iter().find(|bad| [worst, status].contains(bad)).unwrap_or(0);
    }
    if as_json {
        output::data(&format!("{:#}", json!(Document::Programs { programs: documents })))?;
    }
    Ok(worst)
}

/// A text with the name of a program in place of that of its own file. A line behind it is one of the file that it is part of.
fn with_name(text: &str, own: &str, name: &str) -> String {
    let file = GivenPart::file(Path::new(name)).display().to_string();
    let mut pieces = text.split(own);
    let mut named = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let has_line =
            piece.strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        named += if has_line { &file } else { name };
        named += piece;
    }
    named
}

/// Parts of a file, each in a file of `folder`, with a name for people.
fn kept(file: &Path, parts: &[GivenPart], folder: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let stem = file.file_stem().unwrap_or(OsStr::new("program")).to_string_lossy();
    let one = |part: &GivenPart| {
        let own = folder.join(format!("{stem}-{}.mlir", part.line));
        files::write(&own, &part.text)?;
        Ok((part.of(Path::new(&shown(file))).display().to_string(), own))
    };
    parts.iter().map(one).collect()
}

fn is_program(file: &Path) -> anyhow::Result<bool> {
    Ok(file.extension().is_some_and(|extension| extension == "mlir"))
}

/// The programs among these files: a folder stands for its `.mlir` files, `-` for standard input, and a file may hold several with lines
/// `// -----` between them, of which each is named `FILE:LINE`. A campaign reads its programs again, so what came from standard input or a
/// pipe is kept in `out`.
pub(super) fn programs(given: &[PathBuf], out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let files = files_of(given, is_program, NO_PROGRAMS)?;
    let mut programs = Vec::new();
    for mut file in files {
        let is_once = is_stream(&file);
        let text = read_program(&file)?;
        if is_once {
            files::open_folder(out)?;
            let content = Sha256::digest(&text);
            let content = u32::from_be_bytes([content[0], content[1], content[2], content[3]]);
            file = out.join(format!("standard-input-{content:08x}.mlir"));
            files::write(&file, &text)?;
        }
        match &GivenPart::all(&text)[..] {
            [] | [_] => programs.push(file),
            several => programs.extend(several.iter().map(|part| part.of(&file))),
        }
    }
    Ok(programs)
}

/// These files, and in place of each folder those in it that fit, in order. It is told how many do not.
pub(super) fn files_of(
    given: &[PathBuf],
    fits: impl Fn(&Path) -> anyhow::Result<bool>,
    without: &str,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        let hidden = |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        let inside = entries(path)?.into_iter().map(|entry| entry.path());
        let mut left_out = 0;
        for file in inside.filter(|path| path.is_file() && !hidden(path)) {
            match fits(&file)? {
                true => files.push(file),
                false => left_out += 1,
            }
        }
        files[before..].sort();
        if files.len() == before {
            bail!("{} {without}", path.display());
        }
        if left_out > 0 {
            tell(&format!("{}: {left_out} other files are left out", path.display()));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_part_is_one_of_its_file() {
        let said = "cannot run /t/a-8.mlir:10:8: it is undefined\nerror: cannot run /t/a-8.mlir: no";
        let named = with_name(said, "/t/a-8.mlir", "/nowhere/a.mlir:8");
        assert_eq!(
            named,
            "cannot run /nowhere/a.mlir:10:8: it is undefined\nerror: cannot run /nowhere/a.mlir:8: no"
        );
    }

    #[test]
    fn folders_and_parts_are_programs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("b.mlir"), "x\n// -----\ny").unwrap();
        std::fs::write(folder.path().join("a.mlir"), "z").unwrap();
        let GivenPrograms::Several(all, _kept) = GivenPrograms::read(folder.path()).unwrap() else {
            panic!("there are three")
        };
        let names: Vec<&str> = all.iter().map(|(name, _)| name.rsplit('/').next().unwrap()).collect();
        assert_eq!(names, ["a.mlir", "b.mlir:1", "b.mlir:3"]);
        assert_eq!(std::fs::read_to_string(&all[2].1).unwrap(), "\n\ny\n", "lines are those of the file");
        assert!(
            matches!(GivenPrograms::read(&folder.path().join("a.mlir")).unwrap(), GivenPrograms::One(text) if text == "z")
        );
        let empty = tempfile::tempdir().unwrap();
        assert!(
            GivenPrograms::read(empty.path()).err().unwrap().to_string().ends_with("holds no .mlir files")
        );
    }
}
