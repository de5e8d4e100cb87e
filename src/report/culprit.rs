//! The pass to blame for a finding, written down beside it: with the finding, or later, when somebody asks.

use super::Mlir;
use super::after::after;
use super::before::before;
use crate::blame::{Blamed, Culprit};
use crate::files::write;
use crate::finding::{self, Finding};
use crate::observe::{PathLetter, path_letter, path_name};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// A culprit as a finding's document has it.
pub fn summary(culprit: &Culprit) -> finding::CulpritRecord {
    finding::CulpritRecord {
        pass: culprit.pass().to_owned(),
        pipeline: Some(culprit.pipeline.clone()),
        path: Some(PathLetter(culprit.path)),
        step: Some(culprit.step),
        before: Some(before(&culprit.before)),
        after: Some(after(&culprit.after)),
        before_fact: Some(culprit.before.clone()),
        after_fact: Some(culprit.after.clone()),
        ended: culprit.ended.clone(),
        alone: !culprit.alone.is_empty(),
        met: culprit.met.clone(),
        varies: culprit.varies,
        evaluated: culprit.evaluated,
        ..finding::CulpritRecord::default()
    }
}

/// The file of the operation that goes wrong by itself.
pub const OPERATION: &str = "operation.mlir";

/// Writes the operation that goes wrong by itself, the IR around each culprit and the shortest paths that show it into `folder`, and returns the files.
///
/// # Errors
/// The folder takes no file.
pub fn keep(folder: &Path, blamed: &Blamed) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if let Some(isolated) = &blamed.operation {
        files.push(folder.join(OPERATION));
        write(&folder.join(OPERATION), isolated.case.source.newest())?;
    }
    if blamed.culprits().next().is_none() {
        return Ok(files);
    }
    // Files of an earlier answer would be read as part of this one.
    for old in ["before.mlir", "after.mlir", "change.diff", "culprit.txt", "without.txt", "with.txt"] {
        let _ = std::fs::remove_file(folder.join(old));
    }
    for (index, found) in blamed.culprits().enumerate() {
        // A second path that is wrong has files of its own.
        let suffix = if index == 0 { String::new() } else { format!("-{}", path_letter(found.path)) };
        let mut put = |name: &str, text: &str| {
            let (stem, extension) = name.split_once('.').unwrap_or((name, "txt"));
            let file = folder.join(format!("{stem}{suffix}.{extension}"));
            write(&file, text).map(|()| files.push(file))
        };
        put("before.mlir", &found.ir_before)?;
        if let Some(after) = &found.ir_after {
            put("after.mlir", after)?;
            put("change.diff", &change(&found.ir_before, after))?;
        }
        put("culprit.txt", &sentence(found))?;
        if let [without, with] = &found.alone[..] {
            put("without.txt", &listed(without))?;
            put("with.txt", &listed(with))?;
        }
    }
    Ok(files)
}

/// The change by the culprit, as `diff -u` shows it.
pub fn change(before: &str, after: &str) -> String {
    let lines = similar::TextDiff::from_lines(before, after);
    lines.unified_diff().context_radius(3).header("before.mlir", "after.mlir").to_string()
}

/// The culprit as a step, and in words as comments.
fn sentence(culprit: &Culprit) -> String {
    let mut text = format!(
        "step {} of {}\nbefore it: {}\nafter it: {}\n",
        culprit.step,
        path_name(culprit.path),
        before(&culprit.before),
        after(&culprit.after)
    );
    if !culprit.met.is_empty() {
        text += &format!("it shows only after: {}\n", culprit.met.join(", "));
    }
    if culprit.alone.is_empty() {
        text += "from before.mlir on it was not seen: the steps before may have a part in it\n";
    }
    let words: String = text.lines().map(|line| format!("# {line}\n")).collect();
    format!("{}\n{words}", culprit.pipeline)
}

/// A path as its file lists it.
fn listed(steps: &[String]) -> String {
    steps.iter().map(|step| format!("{step}\n")).collect()
}

/// Puts `culprit` into the document of a finding, where there is one, and leaves the rest of it as it is.
///
/// # Errors
/// The document is none of a finding, or cannot be written.
pub fn note(folder: &Path, culprit: &Culprit, mlir: &Mlir) -> Result<()> {
    let named = finding::CulpritRecord { mlir: Some(mlir.clone()), ..summary(culprit) };
    Finding::update(folder, |finding| finding.culprit = Some(named))
}

/// Puts the pass that is to blame into the document of a finding, where nobody was blamed before: which step of its own paths it
/// is was not asked.
///
/// # Errors
/// The document is none of a finding, or cannot be written.
pub fn note_once(folder: &Path, pass: &str, mlir: &Mlir) -> Result<()> {
    Finding::update(folder, |finding| {
        finding.culprit.get_or_insert_with(|| finding::CulpritRecord::named(pass, mlir));
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blame::{After, Before};
    use serde_json::{Value, json};

    fn note(finding: &Path) -> Result<()> {
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let culprit = Culprit {
            path: 1,
            step: 2,
            pipeline: "builtin.module(cse)".into(),
            before: Before::Evaluated,
            after: After::OtherIr,
            ir_before: String::new(),
            ir_after: None,
            ..Culprit::default()
        };
        super::note(finding, &culprit, &mlir)
    }

    fn read(folder: &Path) -> Value {
        serde_json::from_str(&std::fs::read_to_string(folder.join("finding.json")).unwrap()).unwrap()
    }

    #[test]
    fn a_finding_gains_its_culprit_and_keeps_the_rest() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("finding.json");
        note(dir.path()).unwrap();
        assert!(!file.exists(), "what has no document gets none");
        std::fs::write(&file, r#"{ "verdict": "mismatch", "culprit": { "pass": "sccp" } }"#).unwrap();
        note(dir.path()).unwrap();
        let read = read(dir.path());
        assert_eq!((&read["verdict"], &read["culprit"]["pass"]), (&json!("mismatch"), &json!("cse")));
        assert_eq!((&read["culprit"]["path"], &read["culprit"]["mlir"]["name"]), (&json!("b"), &json!("22")));
        let names = std::fs::read_dir(dir.path()).unwrap().count();
        assert_eq!(names, 1, "nothing unfinished stays");
    }

    #[test]
    fn a_culprit_that_was_named_stays_with_its_path_and_step() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("finding.json");
        let read = || read(dir.path());
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        std::fs::write(&file, r#"{ "verdict": "mismatch" }"#).unwrap();
        note_once(dir.path(), "sccp", &mlir).unwrap();
        assert_eq!((&read()["culprit"]["pass"], &read()["culprit"]["step"]), (&json!("sccp"), &Value::Null));
        note(dir.path()).unwrap();
        note_once(dir.path(), "sccp", &mlir).unwrap();
        assert_eq!((&read()["culprit"]["pass"], &read()["culprit"]["step"]), (&json!("cse"), &json!(2)));
    }

    #[test]
    fn a_damaged_document_is_said_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("finding.json");
        for text in ["{ \"verdict\":", "[]"] {
            std::fs::write(&file, text).unwrap();
            let error = format!("{:#}", note(dir.path()).unwrap_err());
            assert!(error.contains("finding.json") && error.contains("restore or delete it"), "{error}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
    }
}
