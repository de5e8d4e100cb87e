//! The files that keep facts about a library from one run to the next, by build-id.

use crate::files;
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};

/// `$XDG_CACHE_HOME/lowdiff/KIND`, or the same below `~/.cache`; none where there is no home.
pub fn folder(kind: &str) -> Option<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME").filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = base.or_else(|| std::env::home_dir().map(|home| home.join(".cache")))?;
    Some(base.join("lowdiff").join(kind))
}

/// The file of one kind for a library; none where there is no home, or the library has no build-id to know it by.
pub fn file(kind: &str, build_id: &str) -> Option<PathBuf> {
    let known = !build_id.is_empty() && build_id.chars().all(|c| c.is_ascii_hexdigit());
    folder(kind).filter(|_| known).map(|folder| folder.join(format!("{build_id}.json")))
}

/// Writes a file, whole or not at all, in a folder that is made where it is missing.
///
/// # Errors
/// The folder cannot be made or written to.
pub fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let folder = file.parent().context("it has no folder")?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    files::write(file, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_without_a_name_is_not_kept() {
        assert_eq!(file("rules", "unknown"), None);
        assert_eq!(file("rules", ""), None);
        let kept = file("rules", "12ab").expect("a home");
        assert!(kept.ends_with("lowdiff/rules/12ab.json"), "{}", kept.display());
    }

    #[test]
    fn a_folder_that_is_missing_is_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("new/a.json");
        write(&file, "1").expect("room");
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "1");
        assert!(write(&file.join("b.json"), "1").is_err(), "a file is no folder");
    }
}
