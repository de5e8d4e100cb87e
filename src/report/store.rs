//! Findings on disk. A finding is a directory; it appears whole or not at all, because it is written under
//! another name, flushed, and renamed. A finding that was kept stays, whatever kills the process later.

use super::demonstration::PROGRAM;
use super::{Asking, Judged, culprit, expected, issue, reproduce};
use crate::case::{Case, program_bytes};
use crate::files;
use crate::finding::{FILE, Finding};
use crate::judge::{Verdict, VerdictKind, file_name};
use crate::path::PathSpec;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of findings of one signature (pass and kind) that a directory keeps, so that one bug does not fill
/// the disk. Five are enough to see what they have in common.
pub const KEPT_PER_SIGNATURE: usize = 5;
/// The number of findings of one known bug: it is there to be looked at, and takes no room from others.
pub const KEPT_PER_KNOWN: usize = 1;

/// The prefix of the directories of findings that the user of the campaign knows.
pub const KNOWN: &str = "known-";
/// Unfinished findings begin with this; nobody should look at them.
const UNFINISHED: &str = ".unfinished-";
/// The times that a finding is tried to be written, and the first pause between two of them; later ones are longer.
const ATTEMPTS: u32 = 3;
const FIRST_PAUSE: Duration = Duration::from_millis(20);
/// Held while a finding is written, so that jobs of one campaign count each other's.
const LOCK: &str = ".lock";

/// A directory of findings.
#[derive(Clone, Debug)]
pub struct Store {
    out: PathBuf,
    per_signature: usize,
    asking: Asking,
}

/// The fate of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Written to this directory.
    Kept(PathBuf),
    /// The very same case was there already.
    Known(PathBuf),
    /// Enough of this signature are there already.
    Surplus,
    /// It could not be written.
    Failed(String),
}

impl Stored {
    /// Its directory, if it has one.
    pub fn directory(&self) -> Option<&Path> {
        match self {
            Stored::Kept(dir) | Stored::Known(dir) => Some(dir),
            Stored::Surplus | Stored::Failed(_) => None,
        }
    }

    /// Its directory of before, if it was there.
    pub fn there(&self) -> Option<&Path> {
        match self {
            Stored::Known(dir) => Some(dir),
            Stored::Kept(_) | Stored::Surplus | Stored::Failed(_) => None,
        }
    }
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stored::Kept(dir) => write!(f, "kept in {}", dir.display()),
            Stored::Known(dir) => write!(f, "known already, in {}", dir.display()),
            Stored::Surplus => f.write_str("enough of its kind are kept already"),
            Stored::Failed(why) => f.write_str(why),
        }
    }
}

impl Store {
    /// A store in `out`, which is created when the first finding comes.
    pub fn new(out: impl Into<PathBuf>) -> Store {
        Store { out: out.into(), per_signature: KEPT_PER_SIGNATURE, asking: Asking::Now }
    }

    /// The store with `most` findings of one signature at the most.
    pub fn keeping(self, most: usize) -> Store {
        Store { per_signature: most, ..self }
    }

    /// The store that leaves the commands of reports to later.
    pub fn in_a_hurry(self) -> Store {
        Store { asking: Asking::Later, ..self }
    }

    /// The directory all findings are in.
    pub fn directory(&self) -> &Path {
        &self.out
    }

    /// Writes a finding with its document down, unless it or enough like it are there. A step that fails is tried again, as what was found
    /// may not come again. Trouble that stays is no error: the search should go on, and it is told in [`Stored::Failed`].
    pub fn save(&self, finding: &Judged, document: &Finding) -> Stored {
        let mut pause = FIRST_PAUSE;
        let mut saved = self.try_save(finding, document);
        for _ in 1..ATTEMPTS {
            let Err(error) = &saved else { break };
            log::info!("a finding is not written yet, and is tried again: {error}");
            std::thread::sleep(pause);
            pause *= 4;
            saved = match self.try_save(finding, document) {
                // It was renamed before, and only then something failed.
                Ok(Stored::Known(directory)) => Ok(Stored::Kept(directory)),
                other => other,
            };
        }
        saved.unwrap_or_else(|error| {
            let out = self.out.display();
            Stored::Failed(match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    format!("the disk is full, so a finding could not be written to {out}; free some space")
                }
                _ => format!("a finding could not be written to {out}: {error}"),
            })
        })
    }

    /// True where this finding would not be kept, because enough like it are there. One that is there itself, because the process that kept
    /// it did not live to tell, is treated as it was then.
    pub fn is_full(&self, verdict: &Verdict, case: &Case) -> bool {
        let (kind, most) = self.shelf(verdict);
        let there = self.out.join(named(&kind, case)).exists();
        !there && self.count(&kind).is_ok_and(|count| count >= most)
    }

    /// Writes a finding with its document into a folder of its own choice, in place of one that is there: each file whole or not at all.
    ///
    /// # Errors
    /// The folder takes no file.
    pub fn replace(folder: &Path, finding: &Judged, document: &Finding) -> io::Result<()> {
        let unfinished = files::folder_in(folder, UNFINISHED)?;
        write_all(unfinished.path(), finding, document, Asking::Now)?;
        for file in fs::read_dir(unfinished.path())? {
            let file = file?;
            files::rename(&file.path(), &folder.join(file.file_name()))?;
        }
        files::flush_folder(folder)
    }

    /// Writes files into a folder called by `kind` and the first number that nobody has, whole or not at all. Where the very same
    /// files are in one already, that is it.
    ///
    /// # Errors
    /// The disk does not take them.
    pub fn keep(&self, kind: &str, files: &[(String, String)]) -> io::Result<PathBuf> {
        let _lock = self.lock()?;
        self.clear_unfinished()?;
        let same = |folder: &Path| {
            files.iter().all(|(name, text)| fs::read_to_string(folder.join(name)).is_ok_and(|it| it == *text))
        };
        let mut folders = (1..).map(|number: u32| self.out.join(format!("{kind}-{number}")));
        let there = |folder: &PathBuf| !folder.exists() || same(folder);
        let folder = folders.find(there).ok_or(io::ErrorKind::AlreadyExists)?;
        if folder.exists() {
            return Ok(folder);
        }
        self.put(&folder, |unfinished| {
            files.iter().try_for_each(|(name, text)| write(unfinished, name, 0o644, text.as_bytes()))
        })?;
        Ok(folder)
    }

    /// Makes sure that the directory takes findings: one is begun, and taken away.
    ///
    /// # Errors
    /// It does not.
    pub fn probe(&self) -> io::Result<()> {
        let _lock = self.lock()?;
        let begun = files::folder_in(&self.out, UNFINISHED)?;
        write(begun.path(), "case.bin", 0o644, &[])
    }

    /// The lock of the directory, which is made where it is missing.
    fn lock(&self) -> io::Result<File> {
        files::make_folder(&self.out)?;
        let lock = OpenOptions::new().create(true).append(true).open(self.out.join(LOCK))?;
        lock.lock()?;
        Ok(lock)
    }

    /// Makes a directory, whole or not at all.
    fn put(&self, directory: &Path, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        let unfinished = files::folder_in(&self.out, UNFINISHED)?;
        // mkdtemp made it private; findings are for everyone the directory is for.
        fs::set_permissions(unfinished.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        fill(unfinished.path())?;
        files::flush_folder(unfinished.path())?;
        files::rename(unfinished.path(), directory)?;
        // Only now does the name no longer belong to something that should vanish on drop.
        let _ = unfinished.keep();
        files::flush_folder(&self.out)
    }

    fn try_save(&self, finding: &Judged, document: &Finding) -> io::Result<Stored> {
        let _lock = self.lock()?;
        let (kind, most) = self.shelf(finding.verdict);
        let directory = self.out.join(named(&kind, finding.case));
        if directory.exists() {
            return Ok(Stored::Known(directory));
        }
        self.clear_unfinished()?;
        if self.count(&kind)? >= most {
            return Ok(Stored::Surplus);
        }
        self.put(&directory, |unfinished| write_all(unfinished, finding, document, self.asking))?;
        Ok(Stored::Kept(directory))
    }

    /// The name of a finding's directory, before the case, and the number of directories that may have it.
    fn shelf(&self, verdict: &Verdict) -> (String, usize) {
        match &verdict.known {
            Some(label) => (format!("{KNOWN}{}", file_name(label)), KEPT_PER_KNOWN),
            None => (verdict.signature(), self.per_signature),
        }
    }

    /// The number of findings whose directories are called by this kind.
    fn count(&self, kind: &str) -> io::Result<usize> {
        let of_kind = |name: &String| name.rsplit_once('-').is_some_and(|(start, _)| start == kind);
        Ok(self.names()?.iter().filter(|name| of_kind(name)).count())
    }

    /// Clears away what killed processes left behind. The caller holds the lock, so nobody is writing.
    fn clear_unfinished(&self) -> io::Result<()> {
        let mut unfinished = self.names()?.into_iter().filter(|name| name.starts_with(UNFINISHED));
        unfinished.try_for_each(|name| {
            let path = self.out.join(name);
            if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
        })
    }

    /// Clears away what killed processes left behind, and says how many findings that were.
    ///
    /// # Errors
    /// The directory cannot be read or written.
    pub fn clear(&self) -> io::Result<usize> {
        let _lock = self.lock()?;
        let unfinished = self.names()?.iter().filter(|name| name.starts_with(UNFINISHED)).count();
        self.clear_unfinished()?;
        Ok(unfinished)
    }

    /// Takes a copy of a finding of another directory, whole or not at all, unless one of that name is here; true if it was taken.
    ///
    /// # Errors
    /// It cannot be read, or the disk does not take it.
    pub fn adopt(&self, finding: &Path) -> io::Result<bool> {
        let name = finding.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let _lock = self.lock()?;
        let directory = self.out.join(name);
        if directory.exists() {
            return Ok(false);
        }
        self.put(&directory, |unfinished| copy(finding, unfinished))?;
        Ok(true)
    }

    /// The content of the directory.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(&self.out)?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }
}

fn named(kind: &str, case: &Case) -> String {
    format!("{kind}-{}", &case.id()[..12])
}

/// Copies what is in a folder, with the folders in it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        // Of a link, what it stands for. A pipe or a device is no part of a finding, and may never end.
        let is_plain = fs::metadata(entry.path()).is_ok_and(|about| about.is_file());
        if entry.file_type()?.is_dir() {
            files::make_folder(&place)?;
            copy(&entry.path(), &place)?;
            files::flush_folder(&place)?;
        } else if is_plain {
            files::copy(&entry.path(), &place)?;
        } else {
            log::warn!("{} is no plain file, and is not copied", entry.path().display());
        }
    }
    Ok(())
}

/// The file of a finding with the steps of a path, one a line.
pub fn path_file(index: usize) -> String {
    format!("path-{}.txt", crate::observe::path_letter(index))
}

fn write(folder: &Path, name: &str, mode: u32, content: &[u8]) -> io::Result<()> {
    files::fresh(&folder.join(name), mode, content)
}

fn write_all(dir: &Path, finding: &Judged, document: &Finding, asking: Asking) -> io::Result<()> {
    let write = |name: &str, mode: u32, content: &[u8]| write(dir, name, mode, content);
    if let Some(input) = finding.input {
        write("input.bin", 0o644, input)?;
    }
    write("case.bin", 0o644, &finding.case.to_bytes())?;
    // What stock programs read: of bytecode it is the bytes.
    write(PROGRAM, 0o644, &program_bytes(finding.case.source.text(finding.syntax)))?;
    for (index, path) in finding.case.paths.iter().enumerate() {
        let PathSpec::Fixed(steps) = path else { continue };
        let lines: String = steps.iter().map(|step| format!("{step}\n")).collect();
        write(&path_file(index), 0o644, lines.as_bytes())?;
    }
    if let Some(expected) = finding.case.expected.as_deref().filter(|_| is_held_against_them(finding)) {
        write("expected.txt", 0o644, expected::listed(expected).as_bytes())?;
    }
    if let Some(blamed) = finding.blamed {
        culprit::keep(dir, blamed).map_err(io::Error::other)?;
    }
    write(FILE, 0o644, document.text().as_bytes())?;
    write("reproduce.sh", 0o755, reproduce::script(finding, PROGRAM).as_bytes())?;
    issue::write(dir, asking).map_err(io::Error::other)
}

/// True of a finding that results are not those expected.
fn is_held_against_them(finding: &Judged) -> bool {
    finding.verdict.kind == VerdictKind::Mismatch
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
