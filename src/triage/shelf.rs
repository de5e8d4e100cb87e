//! Findings lie in a directory, those that are fixed in `regression` below it. One is moved by a rename, so it is in one
//! place or the other and nowhere else.

use crate::files;
use anyhow::{Context, Result};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// Below a directory of findings, those that no longer show.
pub const REGRESSION: &str = "regression";
/// The file that holds a directory while findings are written to it.
const LOCK: &str = ".lock";

/// A directory of findings.
pub struct Shelf {
    directory: PathBuf,
}

impl Shelf {
    /// The directory, which has to be there.
    ///
    /// # Errors
    /// It is none.
    pub fn open(directory: &Path) -> Result<Shelf> {
        let entries = std::fs::read_dir(directory);
        entries.with_context(|| format!("cannot read {}", directory.display()))?;
        Ok(Shelf { directory: directory.to_owned() })
    }

    /// Its findings: those that show something, and those that are fixed.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn findings(&self) -> Result<Vec<PathBuf>> {
        let mut found = below(&self.directory)?;
        let fixed = self.directory.join(REGRESSION);
        if fixed.is_dir() {
            found.extend(below(&fixed)?);
        }
        Ok(found)
    }

    /// Folders of findings that have lost what is replayed: there is a document, and no case.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn remains(&self) -> Result<Vec<PathBuf>> {
        let fixed = self.directory.join(REGRESSION);
        let mut folders = folders(&self.directory)?;
        if fixed.is_dir() {
            folders.extend(self::folders(&fixed)?);
        }
        folders.retain(|folder| !is_finding(folder) && folder.join("finding.json").is_file());
        Ok(folders)
    }

    /// True of a finding that is among those that are fixed.
    pub fn is_fixed(&self, finding: &Path) -> bool {
        finding.parent() == Some(&self.directory.join(REGRESSION))
    }

    /// Moves a finding among those that are fixed, or back, and says where it is now.
    ///
    /// # Errors
    /// It cannot be moved; it is where it was.
    pub fn shelve(&self, finding: &Path, fixed: bool) -> Result<PathBuf> {
        let to = if fixed { self.directory.join(REGRESSION) } else { self.directory.clone() };
        if finding.parent() == Some(&to) {
            return Ok(finding.to_owned());
        }
        let cannot = || format!("cannot move {} to {}", finding.display(), to.display());
        files::make_folder(&to).with_context(cannot)?;
        // A campaign that goes on looks at what is there before it keeps another one.
        let lock = OpenOptions::new().create(true).append(true).open(self.directory.join(LOCK));
        let lock = lock.with_context(cannot)?;
        lock.lock().with_context(cannot)?;
        let name = finding.file_name().context("a finding has a name")?.to_string_lossy().into_owned();
        let free = |name: &str| Some(to.join(name)).filter(|place| !place.exists());
        let place = free(&name).or_else(|| (2..).find_map(|number| free(&format!("{name}-{number}"))));
        let place = place.with_context(cannot)?;
        files::rename(finding, &place).with_context(cannot)?;
        for folder in [&to, &self.directory] {
            files::flush_folder(folder).with_context(cannot)?;
        }
        Ok(place)
    }
}

/// The findings of one directory, by name.
fn below(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = folders(directory)?;
    found.retain(|folder| is_finding(folder));
    Ok(found)
}

fn is_finding(folder: &Path) -> bool {
    folder.join("case.bin").is_file()
}

/// The entries of one directory, by name, without those that are hidden.
fn folders(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        std::fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let hidden = |path: &Path| path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    found.retain(|path| !hidden(path));
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(folder: &Path, name: &str) -> PathBuf {
        let finding = folder.join(name);
        std::fs::create_dir_all(&finding).unwrap();
        std::fs::write(finding.join("case.bin"), name).unwrap();
        finding
    }

    #[test]
    fn findings_are_moved_and_never_lost() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b) = (finding(dir.path(), "a"), finding(dir.path(), "b"));
        finding(dir.path(), ".unfinished-x");
        std::fs::create_dir(dir.path().join("no-finding")).unwrap();
        let shelf = Shelf::open(dir.path()).unwrap();
        assert_eq!(shelf.findings().unwrap(), [a.clone(), b.clone()]);
        let moved = shelf.shelve(&a, true).unwrap();
        assert!(shelf.is_fixed(&moved) && !shelf.is_fixed(&b) && !a.exists());
        assert_eq!(shelf.findings().unwrap(), [b.clone(), moved.clone()]);
        // One of the same name takes nobody's place.
        let again = finding(dir.path(), "a");
        let second = shelf.shelve(&again, true).unwrap();
        assert_eq!(second.file_name().unwrap(), "a-2");
        assert_eq!(shelf.shelve(&second, true).unwrap(), second, "it is there already");
        assert_eq!(shelf.shelve(&moved, false).unwrap(), a);
        assert_eq!(std::fs::read_to_string(a.join("case.bin")).unwrap(), "a");
        assert_eq!(shelf.findings().unwrap().len(), 3);
        assert_eq!(shelf.remains().unwrap(), Vec::<PathBuf>::new());
        // A document without its case is no finding any more, and is told.
        std::fs::write(a.join("finding.json"), "{}").unwrap();
        std::fs::remove_file(a.join("case.bin")).unwrap();
        assert_eq!((shelf.findings().unwrap().len(), shelf.remains().unwrap()), (2, vec![a]));
        assert!(Shelf::open(&dir.path().join("none")).is_err());
    }
}
