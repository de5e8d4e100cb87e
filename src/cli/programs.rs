//! The programs that files and folders hold: a folder stands for its `.mlir` files, and lines `// -----` part a file.

use super::input::read_program;
use super::output;
use crate::execute::itself;
use crate::explore::entries;
use crate::files;
use crate::observe::tell;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A line between two programs of one file.
const PART: &str = "// -----";
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
            let parts = parts(&text);
            if parts.len() < 2 {
                return Ok(GivenPrograms::One(text));
            }
            return Ok(GivenPrograms::Several(kept(file, &parts, folder.path())?, folder));
        }
        let mut all = Vec::new();
        for file in files_of(&[file.to_owned()], is_program, NO_PROGRAMS)? {
            match &parts(&read_program(&file)?)[..] {
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
        let [said, printed] = [&asked.stderr, &asked.stdout].map(|text| String::from_utf8_lossy(text));
        let said = said.replace(&own.display().to_string(), name);
        if as_json {
            let mut document: Value = serde_json::from_str(&printed).unwrap_or_default();
            document["program"] = json!(name);
            documents.push(document);
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
        output::data(&format!("{:#}", json!({ "programs": documents })))?;
    }
    Ok(worst)
}

/// The parts of a text that have anything in them.
fn parts(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines.split(|line| line.trim_end() == PART).map(|part| part.join("\n") + "\n");
    parts.filter(|part| !part.trim().is_empty()).collect()
}

/// Parts of a file, each in a file of `folder`, with a name for people.
fn kept(file: &Path, parts: &[String], folder: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let stem = file.file_stem().unwrap_or(OsStr::new("program")).to_string_lossy();
    let one = |(place, part): (usize, &String)| {
        let own = folder.join(format!("{stem}-{}.mlir", place + 1));
        files::write(&own, part)?;
        Ok((format!("{}, part {}", file.display(), place + 1), own))
    };
    parts.iter().enumerate().map(one).collect()
}

fn is_program(file: &Path) -> anyhow::Result<bool> {
    Ok(file.extension().is_some_and(|extension| extension == "mlir"))
}

/// The programs among these files, each in a file of its own: a folder stands for its `.mlir` files, `-` for standard input, and a file
/// may hold several with lines `// -----` between them. Parts, and what came from standard input, are kept in a hidden folder of `out`.
pub(super) fn programs(given: &[PathBuf], out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let files = files_of(given, is_program, NO_PROGRAMS)?;
    let mut programs = Vec::new();
    for file in files {
        let text = read_program(&file)?;
        let parts = parts(&text);
        let is_input = file == Path::new("-");
        if parts.len() == 1 && !is_input {
            programs.push(file);
            continue;
        }
        let folder = out.join(".given");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let stem = if is_input { OsStr::new("standard-input") } else { file.file_stem().unwrap_or_default() };
        for (number, part) in parts.iter().enumerate() {
            let content = Sha256::digest(part);
            let content = u32::from_be_bytes([content[0], content[1], content[2], content[3]]);
            let name = format!("{}-{}-{content:08x}.mlir", stem.to_string_lossy(), number + 1);
            files::write(&folder.join(&name), part)?;
            programs.push(folder.join(name));
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
    fn a_line_parts_programs_and_empty_parts_are_none() {
        assert_eq!(parts("a\n// -----\n\n// -----  \nb"), ["a\n", "b\n"]);
        assert_eq!(parts("a // -----\n"), ["a // -----\n"], "the line has nothing else");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("b.mlir"), "x\n// -----\ny").unwrap();
        std::fs::write(folder.path().join("a.mlir"), "z").unwrap();
        let GivenPrograms::Several(all, _kept) = GivenPrograms::read(folder.path()).unwrap() else {
            panic!("there are three")
        };
        let names: Vec<&str> = all.iter().map(|(name, _)| name.rsplit('/').next().unwrap()).collect();
        assert_eq!(names, ["a.mlir", "b.mlir, part 1", "b.mlir, part 2"]);
        assert_eq!(std::fs::read_to_string(&all[2].1).unwrap(), "y\n");
        assert!(
            matches!(GivenPrograms::read(&folder.path().join("a.mlir")).unwrap(), GivenPrograms::One(text) if text == "z")
        );
        let empty = tempfile::tempdir().unwrap();
        assert!(
            GivenPrograms::read(empty.path()).err().unwrap().to_string().ends_with("holds no .mlir files")
        );
    }
}
