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
fn the_pass_of_a_flaky_finding_is_named_and_the_finding_reduced() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("blamed").display().to_string();
    let (answer, document) = run("blame", &["--out", &out], &counter(folder.path()));
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert_eq!(document["culprit"]["pass"], "canonicalize", "{answer:?}");
}
