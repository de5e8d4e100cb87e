//! Findings that show in some runs only: a planted bug that shows in one run of three, whichever process it is.

use crate::planted;
use crate::support;

use planted::lowdiff;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use support::{Answer, DEFAULT_PATH};

/// The pass has a bug each third time it runs, the first time included.
const PLANT: &str = "canonicalize:seldom";

/// Runs a command on two paths, one of which has the pass.
fn run(command: &str, words: &[&str], counter: &Path) -> (Answer, Value) {
    let path = DEFAULT_PATH.replace("lower-affine,", "lower-affine,canonicalize,");
    let paths = ["--json", "--path", DEFAULT_PATH, "--path", &path];
    let words = [&[command][..], &paths, words].concat();
    let answer = lowdiff(&words, PLANT).env("LOWDIFF_PLANT_ONCE", counter).arg(planted::small()).run();
    let document = answer.json();
    (answer, document)
}

fn counter(folder: &Path) -> PathBuf {
    folder.join("count")
}

#[test]
fn a_finding_says_in_how_many_runs_it_shows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (answer, document) = run("compare", &[], &counter(folder.path()));
    assert_eq!((answer.status, &document["verdict"]), (Some(1), &Value::from("mismatch")), "{answer:?}");
    // The first run, the second, which does not show it, and six more.
    assert_eq!(document["runs"], json!({ "shown": 3, "all": 8 }), "{answer:?}");
}

#[test]
fn the_pass_of_a_flaky_finding_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("blamed").display().to_string();
    let (answer, document) = run("blame", &["--out", &out], &counter(folder.path()));
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert_eq!(document["culprit"]["pass"], "canonicalize", "{answer:?}");
}

#[test]
fn a_flaky_finding_is_reduced_and_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("reduced");
    let words = ["--seconds", "30", "--out", &out.display().to_string()];
    let (answer, document) = run("reduce", &words, &counter(folder.path()));
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert_eq!(document["culprit"]["pass"], "canonicalize", "{answer:?}");
    let finding = std::fs::read_to_string(out.join("finding.json")).expect("a document");
    let finding: Value = serde_json::from_str(&finding).expect("JSON");
    let [shown, all] = ["shown", "all"].map(|key| finding["runs"][key].as_u64().unwrap_or_default());
    assert!(0 < shown && shown < all, "it shows in some runs: {finding:#}");
    let report = std::fs::read_to_string(out.join("report.md")).expect("a report");
    assert!(report.contains(&format!("{shown} of {all}")), "{report}");
}

/// An artifact has no verdict that was kept, so whatever a pass does in another heap is its finding.
#[test]
fn a_pass_that_reads_fresh_memory_shows_in_other_heaps() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let replay = |pass: &str| {
        let input = format!("// step: builtin.module({pass})\nfunc.func @main() {{\n  return\n}}\n");
        let file = support::program(folder.path(), "artifact", &input);
        let words = ["replay", "--json", "--target", "pass_diff", &file.display().to_string()];
        let answer = lowdiff(&words, "canonicalize:fresh").run();
        let document = answer.json();
        (answer.status, document["verdict"].clone(), document["runs"].clone())
    };
    let runs = json!({ "shown": 6, "all": 7 });
    assert_eq!(replay("canonicalize"), (Some(1), json!("crash"), runs));
    assert_eq!(replay("cse"), (Some(0), json!("agree"), Value::Null));
}
