//! A folder of findings as regression tests: what shows fails, what is gone is told, and the folder stays as it is.

use crate::planted;
use crate::support::{Answer, Lowdiff};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A crash in a pass that some paths of some programs run.
const PLANT: &str = "cse:segv";

/// A folder with findings of the planted bug.
fn findings(out: &Path) {
    let skip = ["--skip-pass", "composite-fixed-point-pass", "--skip-pass", "remove-dead-values"];
    let words = ["explore", "--programs", "12", "--keep", "2", "--reduce", "0", "--quiet"];
    let found = planted::lowdiff(&[&words[..], &skip].concat(), PLANT)
        .arg("--out")
        .arg(out)
        .arg(planted::small())
        .run();
    assert_eq!(found.status, Some(1), "{found:?}");
}

/// Each file below a folder, and what is in it.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("a file");
                all.insert(path, bytes);
            }
        }
    }
    all
}

fn replay(plant: &str, out: &Path, more: &[&str]) -> Answer {
    planted::lowdiff(&["replay", "--jobs", "2"], plant).args(more).arg(out).run()
}

/// The text of an attribute in the first element of this name.
fn attribute(xml: &str, element: &str, name: &str) -> String {
    let from = xml.find(&format!("<{element} ")).expect("the element");
    let rest = &xml[from..];
    let rest = &rest[rest.find(&format!(" {name}=\"")).expect("the attribute") + name.len() + 3..];
    rest[..rest.find('"').expect("its end")].to_owned()
}

#[test]
fn what_shows_fails_and_what_is_gone_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (out, xml, sarif) =
        (folder.path().join("f"), folder.path().join("j.xml"), folder.path().join("s.sarif"));
    findings(&out);
    let before = contents(&out);
    let files =
        ["--junit", &xml.display().to_string(), "--sarif", &sarif.display().to_string()].map(str::to_owned);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let read = |file: &Path| std::fs::read_to_string(file).expect("it was written");
    // A bug of MLIR's own that is known is a note.
    let errors = || {
        let document: Value = serde_json::from_str(&read(&sarif)).expect("JSON");
        let results = document["runs"][0]["results"].as_array().expect("results").clone();
        let errors = results.into_iter().filter(|result| result["level"] == "error");
        errors.map(|result| result["ruleId"].as_str().expect("a rule").to_owned()).collect::<Vec<_>>()
    };

    let shows = replay(PLANT, &out, &files);
    assert_eq!(shows.status, Some(1), "{shows:?}");
    assert!(shows.stdout.contains("; shows: 2; known: "), "{shows:?}");
    assert_eq!(attribute(&read(&xml), "testsuite", "failures"), "2");
    assert_eq!(errors(), ["crash", "crash"]);

    let gone = replay("", &out, &files);
    assert_eq!(gone.status, Some(0), "{gone:?}");
    assert!(gone.stdout.contains("; fixed: 2; untold: 0;"), "{gone:?}");
    assert!(gone.stdout.contains("fixed, first good: "), "{gone:?}");
    assert_eq!(attribute(&read(&xml), "testsuite", "failures"), "0");
    assert_eq!(errors(), [] as [&str; 0]);
    assert!(contents(&out) == before, "a replay writes nothing into the folder");

    let document = replay(PLANT, &out, &["--json"]).json();
    assert_eq!(
        (&document["shows"], &document["findings"][0]["state"]),
        (&Value::from(2), &Value::from("shows"))
    );
}

#[test]
fn a_damaged_finding_is_named_and_the_others_are_replayed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("f");
    findings(&out);
    let first = contents(&out).into_keys().find(|path| path.ends_with("finding.json")).expect("a finding");
    let (document, case) = (std::fs::read(&first).expect("a document"), first.with_file_name("case.bin"));
    let bytes = std::fs::read(&case).expect("a case");
    let damaged = |told: &str| {
        let answer = replay(PLANT, &out, &[]);
        assert_eq!(answer.status, Some(2), "{answer:?}");
        assert!(answer.stdout.contains("fixed: 0; untold: 0; damaged: 1"), "{answer:?}");
        assert!(answer.stderr.contains(told), "{answer:?}");
    };
    std::fs::write(&first, "{ \"verdict\":").expect("the folder takes it");
    damaged("finding.json");
    std::fs::write(&first, document).expect("the folder takes it");
    std::fs::write(&case, &bytes[..bytes.len() / 2]).expect("the folder takes it");
    damaged("case.bin");
    // A folder that has lost its case is no folder without a finding.
    std::fs::remove_file(&case).expect("it is ours");
    damaged("case.bin");
}

#[test]
fn what_is_no_folder_of_findings_has_one_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = Lowdiff::new(&["replay", "--junit", "j.xml"]).arg(folder.path()).within(folder.path()).run();
    assert_eq!(empty.status, Some(2), "{empty:?}");
    assert!(empty.stderr.contains("holds no finding: give a finding's folder"), "{empty:?}");
    let finding = folder.path().join("f/crash-cse-0");
    std::fs::create_dir_all(&finding).expect("room");
    std::fs::write(finding.join("case.bin"), "none").expect("room");
    let files = |words: &[&str]| {
        let words = [&["replay"], words, &["f"]].concat();
        let refused = Lowdiff::new(&words).within(folder.path()).run();
        assert_eq!((refused.status, refused.stderr.lines().count()), (Some(2), 1), "{refused:?}");
        refused.stderr
    };
    let one = files(&["--junit", "one.xml", "--sarif", "./one.xml"]);
    assert!(one.contains("--junit and --sarif are both one.xml: give each a file of its own"), "{one}");
    assert!(files(&["--junit", "f"]).contains("cannot write f: it is a folder"));
    assert!(files(&["--sarif", "none/s"]).contains("cannot write none/s"));
    let file = folder.path().join("artifact");
    std::fs::write(&file, "x").expect("the folder takes it");
    let artifact = Lowdiff::new(&["replay", "--sarif", "s"]).arg(&file).run();
    assert_eq!(artifact.status, Some(2), "{artifact:?}");
    assert!(artifact.stderr.contains("are for folders of findings"), "{artifact:?}");
}
