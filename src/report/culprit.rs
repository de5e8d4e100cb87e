//! What was learned about a finding after it was kept. A file is written under another name, flushed and renamed,
//! so whatever kills the process, the finding is as it was or as it should be.

use anyhow::{Context, Result};
use serde_json::Value;
use std::io::Write;
use std::path::Path;

/// Writes a file whole or not at all.
///
/// # Errors
/// The folder takes no file.
pub fn write(file: &Path, content: &str) -> Result<()> {
    let cannot = || format!("cannot write {}: is the disk full?", file.display());
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut unfinished = tempfile::Builder::new()
        .prefix(".unfinished-")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))
        .tempfile_in(folder)
        .with_context(cannot)?;
    unfinished.write_all(content.as_bytes()).with_context(cannot)?;
    unfinished.as_file().sync_all().with_context(cannot)?;
    unfinished.persist(file).with_context(cannot)?;
    Ok(())
}

/// Puts `culprit` into the `finding.json` of a finding, where there is one, and leaves the rest of it as it is.
///
/// # Errors
/// The file is not the document of a finding, or cannot be written.
pub fn note(finding: &Path, culprit: Value) -> Result<()> {
    let file = finding.join("finding.json");
    if !file.exists() {
        return Ok(());
    }
    let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut document: Value = serde_json::from_str(&text)
        .with_context(|| format!("{} is no JSON; restore or delete it", file.display()))?;
    let map = document
        .as_object_mut()
        .with_context(|| format!("{} is not about a finding; restore or delete it", file.display()))?;
    map.insert("culprit".into(), culprit);
    write(&file, &format!("{document:#}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_finding_gains_its_culprit_and_keeps_the_rest() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("finding.json");
        note(dir.path(), json!("cse")).unwrap();
        assert!(!file.exists(), "what has no document gets none");
        std::fs::write(&file, r#"{ "verdict": "mismatch", "culprit": "sccp" }"#).unwrap();
        note(dir.path(), json!({ "pass": "cse" })).unwrap();
        let read: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(read, json!({ "verdict": "mismatch", "culprit": { "pass": "cse" } }));
        let names = std::fs::read_dir(dir.path()).unwrap().count();
        assert_eq!(names, 1, "nothing unfinished stays");
    }

    #[test]
    fn a_damaged_document_is_said_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("finding.json");
        for text in ["{ \"verdict\":", "[]"] {
            std::fs::write(&file, text).unwrap();
            let error = format!("{:#}", note(dir.path(), json!(1)).unwrap_err());
            assert!(error.contains("finding.json") && error.contains("restore or delete it"), "{error}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
    }
}
