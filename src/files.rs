//! Files and folders that are there whole or not at all.

use anyhow::{Context, Result};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a file under another name, flushes it and renames it: whatever ends the process, the file is as it was or as it should be.
/// Whoever comes second replaces it.
///
/// # Errors
/// The folder takes no file.
pub fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut unfinished = tempfile::Builder::new()
        .prefix(".unfinished-")
        .permissions(PermissionsExt::from_mode(0o644))
        .tempfile_in(folder)
        .map_err(nameless)
        .with_context(cannot)?;
    unfinished.as_file_mut().write_all(content.as_ref()).with_context(cannot)?;
    unfinished.as_file().sync_all().with_context(cannot)?;
    unfinished.persist(file).map_err(|unkept| unkept.error).with_context(cannot)?;
    Ok(())
}

/// A new folder in `parent`, which goes when it is dropped.
///
/// # Errors
/// The parent takes no folder.
pub fn folder_in(parent: &Path, prefix: &str) -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix(prefix).tempdir_in(parent).map_err(nameless)
}

/// The error without the path that the library puts behind it: a random name means nothing to whoever reads it.
fn nameless(error: io::Error) -> io::Error {
    io::Error::from(error.kind())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole_and_refusals_name_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.json");
        write(&file, "1").expect("room");
        write(&file, "2").expect("room");
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "2");
        assert_eq!(std::fs::read_dir(folder.path()).expect("there").count(), 1, "nothing unfinished stays");
        let missing = folder.path().join("none/a.json");
        let refusals = [
            format!("{:#}", write(&missing, "1").unwrap_err()),
            format!(
                "cannot write {}: {}",
                missing.display(),
                folder_in(&folder.path().join("none"), ".a").unwrap_err()
            ),
        ];
        let said = format!("cannot write {}: entity not found", missing.display());
        assert_eq!(refusals, [said.clone(), said]);
    }
}
