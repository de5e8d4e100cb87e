//! `lowdiff explore` finds bugs of real MLIR by itself: given the program of a known bug, and nothing of its path.

use crate::planted;
use crate::support;

use serde_json::json;
use std::path::{Path, PathBuf};
use support::{Answer, Lowdiff, toolchain};

/// The program of a known bug, in the spelling of MLIR 22 or of both.
fn known(issue: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known_bugs").join(issue).join("program.mlir")
}

fn explore(issue: &str, programs: u32, words: &[&str]) -> Answer {
    let out = tempfile::tempdir().expect("a temporary folder");
    Lowdiff::new(&["explore", "--json", "--no-builtin-known", "--programs", &programs.to_string(), "--out"])
        .arg(out.path())
        .args(words)
        .arg(known(issue))
        .run()
}

fn signatures(answer: &Answer) -> Vec<String> {
    let document = answer.json();
    let findings = document["findings"].as_array().cloned().unwrap_or_default();
    findings.iter().filter_map(|finding| finding["signature"].as_str().map(str::to_owned)).collect()
}

/// Explores a few programs' worth of paths under one seed after the other until the bug is found.
fn finds(issue: &str, mlir: &str, signature: &str) {
    toolchain(mlir);
    let mut last = None;
    for seed in 1..=40 {
        let answer = explore(issue, 4, &["--mlir", mlir, "--seed", &seed.to_string()]);
        assert!(matches!(answer.status, Some(0 | 1)), "{issue}: {answer:?}");
        let document = answer.json();
        let findings = document["findings"].as_array().cloned().unwrap_or_default();
        assert!(findings.iter().all(|finding| finding["mlir"] == mlir), "{issue}: {document}");
        if signatures(&answer).iter().any(|found| found == signature) {
            return;
        }
        last = Some(answer);
    }
    panic!("{issue} is not found; the last answer was {last:?}");
}

#[test]
fn invalid_ir() {
    finds("224020", "22", "invalid-ir-tosa-to-linalg");
}

#[test]
fn a_crash() {
    finds("118445", "19", "crash-buffer-hoisting");
}

#[test]
fn wrong_arithmetic() {
    finds("115293", "22", "mismatch-int-range-optimizations");
}

#[test]
fn a_call_that_is_overlooked() {
    finds("211599", "22", "mismatch-affine-loop-fusion");
}

/// A program like mlir-opt is all it takes, under either name.
#[test]
fn a_projects_own_tool_is_enough() {
    let tool = toolchain("22").mlir_opt.expect("22 comes with mlir-opt");
    let tool = format!("tools:{}", tool.display());
    for option in ["--executor", "--mlir"] {
        let answer = explore("224020", 1, &[option, &tool]);
        assert_eq!(answer.status, Some(1), "{answer:?}");
        assert_eq!(signatures(&answer), ["invalid-ir-tosa-to-linalg"], "{answer:?}");
        assert_eq!(answer.json()["mlir"]["version"], "22.1.8", "{answer:?}");
    }
    // It draws paths and runs what they lead to.
    let answer = explore("115293", 1, &["--executor", &tool]);
    let document = answer.json();
    assert_eq!((&document["paths_built"], &document["compared"]), (&json!(2), &json!(1)), "{answer:?}");
}

/// Options on paths are granted by the program, which may have passes that no library has.
#[test]
fn a_projects_own_tool_is_asked_for_passes() {
    let tool = toolchain("22").mlir_opt.expect("22 comes with mlir-opt");
    let tool = format!("tools:{}", tool.display());
    let answer = explore("211599", 1, &["--mlir", &tool, "--through", "test-single-fold"]);
    assert!(matches!(answer.status, Some(0 | 1)), "{answer:?}");
    assert!(answer.json()["paths_lowered"].as_u64() > Some(0), "{answer:?}");
    let answer = explore("211599", 1, &["--mlir", &tool, "--through", "no-such-pass"]);
    assert_eq!(answer.status, Some(2), "{answer:?}");
    assert!(answer.stderr.contains("has no pass 'no-such-pass'"), "{answer:?}");
    let library = explore("211599", 1, &["--mlir", "22", "--through", "test-single-fold"]);
    assert_eq!(library.status, Some(2), "no library has it: {library:?}");
}

#[test]
fn what_is_no_tool_is_refused() {
    for (option, program, said) in [
        ("--executor", "tools:/nowhere/mlir-opt", "give a path to an mlir-opt"),
        ("--mlir", "tools:/bin/true", "names no LLVM version"),
    ] {
        let answer = explore("224020", 1, &[option, program]);
        assert_eq!(answer.status, Some(2), "{answer:?}");
        assert!(answer.stderr.contains(said), "{answer:?}");
        assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
    }
    let both = explore("224020", 1, &["--mlir", "22", "--executor", "tools:/bin/true"]);
    assert!(both.status == Some(2) && both.stderr.contains("leave --mlir out"), "{both:?}");
}

/// The plain lowerings of 19 and of 22 divide differently, and one of them is wrong.
#[test]
fn a_difference_between_versions_is_told_once() {
    toolchain("19");
    let answer = explore("115293", 2, &["--mlir", "22", "--mlir", "19"]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let document = answer.json();
    let between = document["between_versions"].as_array().cloned().unwrap_or_default();
    assert_eq!(between.len(), 1, "{document}");
    let mut versions: Vec<_> = between[0]["versions"].as_array().into_iter().flatten().collect();
    versions.sort_by_key(|version| version.as_str());
    assert_eq!(versions, ["19", "22"], "{document}");
    assert_eq!(between[0]["verdict"], "mismatch");
}

/// A campaign ends with the first finding of each kind made smaller.
#[test]
fn the_first_finding_of_each_kind_is_made_smaller() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let folder = out.path().display().to_string();
    let words = ["explore", "--programs", "4", "--through", "cse", "--reduce", "20", "--out", &folder];
    let found = planted::lowdiff(&words, "cse:segv").arg(planted::small()).run();
    assert_eq!(found.status, Some(1), "{found:?}");
    let told: Vec<&str> = found.stderr.lines().filter(|line| line.starts_with("reduced: ")).collect();
    assert!(told.len() == 1 && told[0].starts_with("reduced: crash in cse: "), "{found:?}");
    let entries = std::fs::read_dir(out.path()).expect("a folder").filter_map(Result::ok);
    let reduced = entries.filter(|entry| entry.path().join("reduced/program.mlir").exists()).count();
    assert_eq!(reduced, 1, "{found:?}");
    let lines: Vec<&str> = found.stderr.lines().filter(|line| line.starts_with("lowdiff: ")).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| line.contains(&folder)), "a line each: {found:?}");
}
