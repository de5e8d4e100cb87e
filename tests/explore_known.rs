//! Bugs the user knows of: what fits a row is counted apart and kept once, everything else is found as ever.

use crate::planted;
use crate::support;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use support::{Answer, Lowdiff, program, toolchain};

const PROGRAM: &str = "func.func @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %0 = tosa.sub %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %1 = tosa.add %0, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}
";

/// The planted library and the program above, in a folder that stays until the tests have ended.
fn files() -> &'static (tempfile::TempDir, PathBuf, PathBuf) {
    static FILES: OnceLock<(tempfile::TempDir, PathBuf, PathBuf)> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = planted::library(folder.path());
        let file = program(folder.path(), "p.mlir", PROGRAM);
        (folder, library, file)
    })
}

/// Explores the program with this bug, and with these rows as what is known.
fn explore(out: &Path, plant: &str, rows: &str, words: &[&str]) -> Answer {
    let (_, library, file) = files();
    let known = program(out, "known.toml", rows);
    Lowdiff::new(&["explore", "--json", "--seed", "1", "--programs", "12", "--timeout", "2"])
        .args(words)
        .arg("--mlir")
        .arg(library)
        .arg("--known")
        .arg(known)
        .arg("--out")
        .arg(out.join("findings"))
        .arg(file)
        .env(planted::PLANT, plant)
        .run()
}

fn count(document: &Value, key: &str) -> u64 {
    document[key].as_u64().unwrap_or_else(|| panic!("no {key}: {document:#}"))
}

/// Every path takes the pass with the bug, and no other that could have bugs of its own.
const THROUGH: [&str; 3] = ["--no-opts", "--through", "cse"];
/// It runs the pass with the bug inside, and is to blame itself then.
const SKIP: [&str; 2] = ["--skip-pass", "composite-fixed-point-pass"];
const CRASH: &str = "[[bug]]\nknown = 'LLVM 1'\nverdict = 'crash'\npass = 'cse'\n";

#[test]
fn a_known_crash_is_counted_and_is_no_reason_for_status_one() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let answer = explore(out.path(), "cse:segv", CRASH, &THROUGH);
    let document = answer.json();
    let crashes = document["signatures"]["crash-cse"].as_u64().unwrap_or(0);
    assert!(crashes > 1, "too few to tell: {document:#}");
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert_eq!(document["known"], json!({ "LLVM 1": crashes }));
    assert_eq!((count(&document, "findings_known"), count(&document, "findings_not_kept")), (crashes, 0));
    // One is there to be looked at, and says what it is.
    let findings = document["findings"].as_array().cloned().unwrap_or_default();
    assert_eq!(findings.len(), 1, "{document:#}");
    let told = [&findings[0]["verdict"], &findings[0]["known"], &findings[0]["culprit"]];
    assert_eq!(told, [&json!("crash"), &json!("LLVM 1"), &json!("cse")]);
    let directory = Path::new(findings[0]["directory"].as_str().expect("a directory"));
    let text = std::fs::read_to_string(directory.join("finding.json")).expect("it is kept");
    let kept: Value = serde_json::from_str(&text).expect("a document");
    assert_eq!((&kept["known"], &kept["verdict"]), (&json!("LLVM 1"), &json!("crash")));

    let (_, library, _) = files();
    let replay = |known: &[&str]| {
        let command = Lowdiff::new(&["replay", "--json"]).args(known).arg("--mlir").arg(library);
        command.arg(directory).env(planted::PLANT, "cse:segv").run()
    };
    let rows = out.path().join("known.toml").display().to_string();
    let folder = directory.parent().expect("a folder of findings");
    // It is known by the rows in force, and not by what was written down; one rule for one finding and for a folder.
    for (words, known, status) in [(&["--known", &rows][..], json!("LLVM 1"), 0), (&[], Value::Null, 1)] {
        let one = replay(words);
        assert_eq!((&one.json()["known"], one.status), (&known, Some(status)), "{one:?}");
        let all = Lowdiff::new(&["replay", "--json"]).args(words).arg("--mlir").arg(library).arg(folder);
        let all = all.env(planted::PLANT, "cse:segv").run();
        assert_eq!((&all.json()["findings"][0]["known"], all.status), (&known, Some(status)), "{all:?}");
    }
}

#[test]
fn what_no_row_fits_is_found_as_ever() {
    for rows in [
        "[[bug]]\nknown = 1\nverdict = 'crash'\npass = 'sccp'\n",
        "[[bug]]\nknown = 1\nverdict = 'invalid-ir'\npass = 'cse'\n",
        "[[bug]]\nknown = 1\npass = 'cse'\ntext = 'Assertion'\n",
        "[[bug]]\nknown = 1\npass = 'cse'\nuntil = 19\n",
    ] {
        let out = tempfile::tempdir().expect("a temporary folder");
        let answer = explore(out.path(), "cse:segv", rows, &["--quiet"]);
        let document = answer.json();
        assert_eq!((answer.status, &document["known"]), (Some(1), &json!({})), "{rows}: {answer:?}");
        assert!(document["signatures"]["crash-cse"].as_u64() > Some(1), "{rows}: {document:#}");
        assert_eq!(count(&document, "findings_known"), 0);
        assert!(answer.stderr.is_empty(), "it is quiet: {answer:?}");
    }
}

/// Code that the crash would have hidden is seen: paths beside it are looked at by themselves, and held against the plain
/// lowering. Here that is another pass, which runs the one with the bug inside.
#[test]
fn paths_beside_a_known_crash_are_looked_at() {
    let explore = |rows| {
        let out = tempfile::tempdir().expect("a temporary folder");
        explore(out.path(), "cse:segv", rows, &[]).json()
    };
    let (none, known) = (explore(""), explore(CRASH));
    assert!(count(&known, "compared") > count(&none, "compared"), "{known:#}\n{none:#}");
    assert_eq!((&known["programs"], &known["paths_built"]), (&none["programs"], &none["paths_built"]));
    let crashes = |of: &Value, pass: &str| of["signatures"][format!("crash-{pass}")].as_u64().unwrap_or(0);
    assert_eq!(crashes(&known, "cse"), crashes(&none, "cse"));
    let other = "composite-fixed-point-pass";
    assert!(crashes(&known, other) > crashes(&none, other), "{known:#}\n{none:#}");
    assert_eq!(count(&known, "findings_known"), crashes(&known, "cse"));
}

#[test]
fn a_graph_is_searched_on_past_a_known_crash() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let answer = explore(out.path(), "cse:nothing", CRASH, &THROUGH);
    assert_eq!(answer.status, Some(0), "nothing is wrong: {answer:?}");
    let (_, library, file) = files();
    let graph = |known: bool| {
        let out = tempfile::tempdir().expect("a temporary folder");
        let rows = program(out.path(), "known.toml", CRASH);
        let words =
            ["explore", "--json", "--seed", "6", "--timeout", "2", "--paths", "20", "--programs", "2"];
        let mut command = Lowdiff::new(&words).args(&THROUGH);
        if known {
            command = command.arg("--known").arg(rows);
        }
        let command = command.arg("--mlir").arg(library).arg("--out").arg(out.path());
        command.arg(file).env(planted::PLANT, "cse:segv").run()
    };
    let (without, with) = (graph(false), graph(true));
    assert_eq!((without.status, with.status), (Some(1), Some(0)), "{without:?}\n{with:?}");
    assert_eq!(with.json()["paths_built"], 40, "no program is left early: {with:?}");
    assert!(count(&without.json(), "paths_built") < 40, "three of them are enough: {without:?}");
}

#[test]
fn wrong_results_are_known_by_the_pass_to_blame() {
    let rows = "[[bug]]\nknown = 'the planted one'\nverdict = 'wrong-result'\npass = 'cse'\n";
    let out = tempfile::tempdir().expect("a temporary folder");
    let answer = explore(out.path(), "cse:miscompile", rows, &SKIP);
    let document = answer.json();
    let signed = |kinds: &[&str]| -> u64 {
        kinds.iter().filter_map(|kind| document["signatures"][format!("{kind}-cse")].as_u64()).sum()
    };
    // A wrong value may show as a fault of the code that uses it, or where no way leads down.
    let (lowered, states) = (signed(&["mismatch", "memory"]), signed(&["miscompiled"]));
    assert!(lowered > 1, "too few to tell: {document:#}");
    assert_eq!(
        (answer.status, &document["known"]["the planted one"]),
        (Some(0), &json!(lowered + states)),
        "{document:#}"
    );
    // A step that was judged by itself is to blame, and nobody has to look for it.
    assert!(count(&document, "blamed") < lowered, "{document:#}");
    // In a pass that nobody knows of, this bug has a signature of its own.
    let out = tempfile::tempdir().expect("a temporary folder");
    let answer = explore(out.path(), "canonicalize:miscompile", rows, &[]);
    let document = answer.json();
    assert_eq!((answer.status, &document["known"]), (Some(1), &json!({})), "{document:#}");
    assert!(document["signatures"]["mismatch-canonicalize"].as_u64() > Some(0), "{document:#}");
    let findings = document["findings"].as_array().cloned().unwrap_or_default();
    let finding = findings.iter().find(|finding| finding["culprit"] == "canonicalize").expect("it is kept");
    let directory = Path::new(finding["directory"].as_str().expect("a directory"));
    assert!(directory.join("before.mlir").exists(), "with the IR before the pass to blame");
}

#[test]
fn comparing_says_what_is_known() {
    let mlir = toolchain("22");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known_bugs/211599");
    let path = |stem: &str| format!("@{}", folder.join(stem).display());
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let said = |rows: &str, json: bool| {
        let known = program(scratch.path(), "known.toml", rows);
        let words =
            ["compare", "--mlir", &mlir.name, "--path", &path("good.txt"), "--path", &path("bad.txt")];
        let command = Lowdiff::new(&words).args(if json { &["--json"] } else { &[] });
        command.arg("--known").arg(known).arg(folder.join("program.mlir")).run()
    };
    let fits = "[[bug]]\nknown = 211599\nverdict = 'wrong-result'\npass = 'affine-loop-*'\n";
    let answer = said(fits, true);
    assert_eq!((answer.status, &answer.json()["known"]), (Some(0), &json!("211599")), "{answer:?}");
    assert!(said(fits, false).stdout.starts_with("mismatch (known: 211599): "));
    let other = said("[[bug]]\nknown = 1\npass = 'sccp'\n", true);
    assert_eq!((other.status, &other.json()["known"]), (Some(1), &Value::Null), "{other:?}");
}

#[test]
fn a_file_that_makes_no_sense_is_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let known = program(folder.path(), "known.toml", "[[bug]]\nknown = 1\nverdicts = 'crash'\n");
    let file = program(folder.path(), "p.mlir", PROGRAM);
    for words in [
        &["explore"][..],
        &["compare", "--path", "builtin.module()", "--path", "builtin.module()"],
        &["replay"],
    ] {
        let command = Lowdiff::new(words).within(folder.path()).arg("--known").arg(&known);
        let answer = if words[0] == "replay" {
            std::fs::write(folder.path().join("bytes"), [7; 4096]).expect("room");
            command.arg("bytes").run()
        } else {
            command.arg(&file).run()
        };
        assert_eq!((answer.status, answer.stderr.lines().count()), (Some(2), 1), "{answer:?}");
        assert!(answer.stderr.contains("known.toml, line 3: unknown field `verdicts`"), "{answer:?}");
    }
    assert!(!folder.path().join("findings").exists(), "nothing has begun");
}
