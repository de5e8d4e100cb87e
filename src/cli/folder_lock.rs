//! Folders that a command works on: held against another lowdiff as long as it runs, and left as they were when it is interrupted.

use crate::files;
use crate::observe::tell;
use anyhow::{Context, bail};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// Exit status of what a signal ended.
const STATUS_INTERRUPTED: i32 = 130;

/// Folders held by this process: nobody else gets them until it ends, however it ends.
pub struct FolderLock {
    held: Vec<File>,
    folders: Vec<PathBuf>,
    /// Those that were not there before.
    made: Vec<PathBuf>,
}

impl FolderLock {
    /// Nothing is held.
    pub fn new() -> FolderLock {
        FolderLock { held: Vec::new(), folders: Vec::new(), made: Vec::new() }
    }

    /// Holds a folder, which is made where it is not there; one that was made and is still empty in the end goes.
    ///
    /// # Errors
    /// Another process holds it, or it cannot be made or read.
    pub fn hold(&mut self, folder: &Path) -> anyhow::Result<()> {
        if self.folders.iter().any(|own| own == folder) {
            return Ok(());
        }
        if !folder.exists() {
            self.made.push(folder.to_owned());
        }
        files::open_folder(folder)?;
        let file = File::open(folder).with_context(|| format!("cannot open {}", folder.display()))?;
        match file.try_lock() {
            Ok(()) => self.held.push(file),
            Err(TryLockError::WouldBlock) => {
                bail!("another lowdiff works in {}: wait for it to end, or end it", folder.display())
            }
            // Not every file system has locks; who works alone needs none.
            Err(TryLockError::Error(_)) => {}
        }
        self.folders.push(folder.to_owned());
        Ok(())
    }

    /// True if another process holds a folder.
    pub fn is_held(folder: &Path) -> bool {
        let Ok(file) = File::open(folder) else { return false };
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// From now on a signal ends lowdiff with what `said` says, and status 130.
    ///
    /// # Errors
    /// The system takes no handler.
    pub fn heed_signals(&self, said: impl Fn() -> String + Send + 'static) -> anyhow::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("cannot heed signals")?;
        let made = self.made.clone();
        std::thread::spawn(move || {
            if signals.forever().next().is_some() {
                tell(&said());
                sweep(&made);
                low_level::exit(STATUS_INTERRUPTED);
            }
        });
        Ok(())
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        sweep(&self.made);
    }
}

/// Removes folders that hold nothing; the others stay.
fn sweep(folders: &[PathBuf]) {
    for folder in folders {
        let _ = std::fs::remove_dir(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_held_once_and_goes_when_it_is_empty() {
        let dir = tempfile::tempdir().unwrap();
        let [full, empty] = ["full", "empty"].map(|name| dir.path().join(name));
        let mut lock = FolderLock::new();
        lock.hold(&full).unwrap();
        lock.hold(&full).unwrap();
        lock.hold(&empty).unwrap();
        std::fs::write(full.join("f"), "").unwrap();
        let said = format!("{:#}", FolderLock::new().hold(&full).unwrap_err());
        assert!(said.contains("another lowdiff works in") && said.contains("wait for it to end"), "{said}");
        drop(lock);
        assert!(full.exists() && !empty.exists());
        std::fs::remove_file(full.join("f")).unwrap();
        FolderLock::new().hold(&full).unwrap();
        assert!(full.exists(), "it was there before");
    }
}
