//! A pool of seeds: a folder of distinct modules at any level, each with the steps that come next, which campaigns fill and draw from.
//!
//! A seed is a file that is named by its content and written whole or not at all. So processes share a pool without a lock, a pool is kept from
//! one campaign to the next, and two pools are merged by copying their files, in any order and more than once.

mod cover;
mod entry;

pub use cover::cover;
pub use entry::{PoolEntry, SeedContents, SeedOrigin, SeedProgram, SeedRun};

use crate::files;
use anyhow::{Context as _, Result};
use std::collections::{BTreeSet, HashSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Seeds of a pool, at most, unless somebody says otherwise.
pub const MOST_SEEDS: usize = 4096;

/// The answer to a seed that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It is kept.
    Added,
    /// The module is there, or nothing in it is new.
    Known,
    /// The pool is full.
    Full,
}

/// A pool that is open to new seeds.
#[derive(Debug)]
pub struct SeedPool {
    folder: PathBuf,
    most: usize,
    names: BTreeSet<String>,
    features: HashSet<u64>,
}

/// A file of a pool, as it is read.
#[derive(Clone, Debug)]
pub struct PoolFile {
    /// Its place.
    pub path: PathBuf,
    /// The seed in it; none where the content is not what the name says.
    pub entry: Option<PoolEntry>,
}

impl SeedPool {
    /// Opens the pool in a folder, which is made where it is not there. It takes `most` seeds at most.
    ///
    /// # Errors
    /// The folder cannot be made or read.
    pub fn open(folder: &Path, most: usize) -> Result<SeedPool> {
        files::open_folder(folder)?;
        let mut pool =
            SeedPool { folder: folder.to_owned(), most, names: BTreeSet::new(), features: HashSet::new() };
        for file in files_of(folder)? {
            let entry = file.entry;
            entry.iter().for_each(|entry| pool.note(entry.name(), &entry.contents()));
        }
        Ok(pool)
    }

    fn note(&mut self, name: String, contents: &SeedContents) {
        self.features.extend(&contents.features);
        self.names.insert(name);
    }

    /// Keeps a seed that has a feature that no other one has, as long as there is room.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn offer(&mut self, entry: &PoolEntry) -> Result<Offered> {
        let contents = entry.contents();
        if contents.features.iter().all(|feature| self.features.contains(feature)) {
            return Ok(Offered::Known);
        }
        self.keep(entry, &contents)
    }

    /// Keeps a seed of another pool, as long as there is room.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn take(&mut self, entry: &PoolEntry) -> Result<Offered> {
        self.keep(entry, &entry.contents())
    }

    fn keep(&mut self, entry: &PoolEntry, contents: &SeedContents) -> Result<Offered> {
        let name = entry.name();
        if self.names.contains(&name) {
            return Ok(Offered::Known);
        }
        if self.names.len() >= self.most {
            return Ok(Offered::Full);
        }
        self.note(name.clone(), contents);
        let file = self.folder.join(name);
        // Another process may have been first. A damaged file is replaced.
        let kept = std::fs::read(&file).ok().and_then(|bytes| PoolEntry::read(&bytes));
        if kept.is_some_and(|kept| kept.name() == entry.name()) {
            return Ok(Offered::Known);
        }
        files::write(&file, entry.text()?)?;
        Ok(Offered::Added)
    }
}

/// The seeds in a folder, in the order of their names. Other files are passed over.
///
/// # Errors
/// The folder cannot be read.
pub fn files_of(folder: &Path) -> Result<Vec<PoolFile>> {
    let mut files = Vec::new();
    for name in seed_names(folder)? {
        let path = folder.join(&name);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            // Another process has minimized the pool.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let entry = PoolEntry::read(&bytes).filter(|entry| entry.name() == name);
        files.push(PoolFile { path, entry });
    }
    Ok(files)
}

/// These seeds as inputs of single steps.
///
/// # Errors
/// One is not there any more, or is none.
pub fn inputs(files: &[PathBuf]) -> Result<Vec<Vec<u8>>> {
    let read = |file: &PathBuf| {
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let entry = PoolEntry::read(&bytes).with_context(|| format!("{} is no seed", file.display()))?;
        Ok(entry.envelope.to_string().into_bytes())
    };
    files.iter().map(read).collect()
}

/// The names of the seeds in a folder, in order.
fn seed_names(folder: &Path) -> Result<Vec<String>> {
    let names = names_in(folder)?;
    Ok(names.into_iter().filter(|name| entry::is_seed_name(name)).collect())
}

/// The names of the files in a folder, in order.
fn names_in(folder: &Path) -> Result<BTreeSet<String>> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut names = BTreeSet::new();
    for file in std::fs::read_dir(folder).with_context(cannot)? {
        names.extend(file.with_context(cannot)?.file_name().into_string().ok());
    }
    Ok(names)
}

#[cfg(test)]
mod tests;
