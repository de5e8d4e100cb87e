//! Campaigns of single steps: what is planted is found, nothing is made up, and which inputs there are follows from the options alone.

use crate::planted;
use crate::support;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{Answer, counts};

/// A state that is far from llvm, and two passes that hold there.
const STATE: &str = r#"// step: builtin.module(cse)
// step: builtin.module(symbol-dce)
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
    %0 = "arith.constant"() <{value = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
    %1 = "arith.constant"() <{value = 7 : i32}> : () -> i32
    %2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %3 = "tensor.extract"(%0, %2) : (tensor<4xi32>, index) -> i32
    %4 = "arith.subi"(%1, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %5 = "tensor.from_elements"(%4, %3) : (i32, i32) -> tensor<2xi32>
    %6 = "tensor.cast"(%5) : (tensor<2xi32>) -> tensor<*xi32>
    "func.call"(%6) <{callee = @printMemrefI32}> : (tensor<*xi32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<*xi32>) -> (), sym_name = "printMemrefI32", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
"#;

const PLANT: &str = "symbol-dce:miscompile";
/// No bug.
const NONE: &str = "symbol-dce:nothing";

/// A folder of inputs with the state in it.
fn given(within: &Path) -> PathBuf {
    let folder = within.join("given");
    std::fs::create_dir_all(&folder).expect("room");
    std::fs::write(folder.join("state"), STATE).expect("room");
    folder
}

/// Explores single steps with this bug in the library.
fn explore(within: &Path, plant: &str, words: &[&str]) -> Answer {
    let out = within.join("found").display().to_string();
    let all = ["explore", "--step", "--json", "--quiet", "--seed", "3", "--out", &out];
    planted::lowdiff(&[&all[..], words].concat(), plant).run()
}

/// Explores from the state above.
fn explore_given(within: &Path, plant: &str, words: &[&str]) -> Answer {
    let folder = given(within).display().to_string();
    explore(within, plant, &[&[folder.as_str()], words].concat())
}

fn count(document: &Value, key: &str) -> u64 {
    document[key].as_u64().unwrap_or_else(|| panic!("no {key}: {document:#}"))
}

#[test]
fn a_planted_bug_is_found_and_nothing_without_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clean = explore_given(folder.path(), NONE, &["--programs", "60"]);
    let document = clean.json();
    assert_eq!((clean.status, &document["findings"]), (Some(0), &json!([])), "{document:#}");
    assert!(count(&document["steps"], "decided") > 20, "{document:#}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let found = explore_given(folder.path(), PLANT, &["--programs", "60"]);
    let document = found.json();
    assert_eq!(found.status, Some(1), "{document:#}");
    let findings = document["findings"].as_array().cloned().unwrap_or_default();
    assert!(
        !findings.is_empty() && findings.iter().all(|finding| finding["culprit"] == "symbol-dce"),
        "{document:#}"
    );
    let pass = &document["steps"]["passes"]["symbol-dce"];
    assert!(count(pass, "findings") >= findings.len() as u64, "{pass:#}");
    let directory = findings[0]["directory"].as_str().expect("it is kept");
    let again = planted::lowdiff(&["replay", "--json", directory], PLANT).run();
    assert_eq!((again.status, &again.json()["verdict"]), (Some(1), &findings[0]["verdict"]), "{again:?}");
    let gone = planted::lowdiff(&["replay", "--json", directory], NONE).run();
    assert_ne!(gone.status, Some(1), "{gone:?}");
}

#[test]
fn states_of_generated_programs_are_stepped_from() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let answer = explore(folder.path(), PLANT, &["--programs", "70"]);
    let document = answer.json();
    assert!(matches!(answer.status, Some(0 | 1)), "{answer:?}");
    assert_eq!(count(&document, "programs") + count(&document, "rejected"), 70, "{document:#}");
    assert!(count(&document["steps"], "decided") > 10, "{document:#}");
    assert_eq!(count(&document, "paths_lowered"), 0, "nothing is lowered: {document:#}");
    let levels = document["dialects_met"].as_array().map_or(0, Vec::len);
    assert!(levels >= 4, "{document:#}");
    // The very same inputs are made again from what the campaign wrote down.
    let found = folder.path().join("found").display().to_string();
    let covered = planted::lowdiff(&["coverage", "--json", &found], NONE).run().json();
    let taken = count(&covered, "inputs") - count(&covered, "rejected") - count(&covered, "failed");
    assert_eq!(taken, count(&document, "programs"), "{covered:#}");
}

#[test]
fn states_are_run_with_as_many_sets_of_arguments_as_asked_for() {
    let compared = |generator: &str, words: &[&str]| {
        let within = tempfile::tempdir().expect("a temporary folder");
        let out = within.path().join("found").display().to_string();
        let how =
            ["explore", "--generator", generator, "--json", "--quiet", "--seed", "5", "--programs", "4"];
        let all = [&how[..], &["--out", &out]].concat();
        let document = support::Lowdiff::new(&[&all[..], words].concat()).run().json();
        (count(&document["steps"], "decided"), count(&document["steps"], "arguments"))
    };
    for generator in ["arith", "tosa"] {
        let (decided, with_none) = compared(generator, &["--arguments", "0"]);
        assert!(decided > 20 && with_none == 0, "{generator}: {decided} {with_none}");
        let [few, many] = [&["--arguments", "1"][..], &[]].map(|words| compared(generator, words).1);
        assert!(0 < few && few < many, "{generator}: {few} {many}");
    }
}

/// A comparison that a bug makes unsigned, of numbers that are all positive in the program itself.
const COMPARED: &str = r#"
func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = "read"})
func.func @kernel(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi1> {
  %less = arith.cmpi slt, %a, %b : tensor<4xi32>
  return %less : tensor<4xi1>
}
func.func @main() {
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = arith.constant dense<[4, 3, 2, 1]> : tensor<4xi32>
  %less = call @kernel(%a, %b) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %wide = arith.extui %less : tensor<4xi1> to tensor<4xi64>
  %shown = tensor.cast %wide : tensor<4xi64> to tensor<*xi64>
  call @printMemrefI64(%shown) : (tensor<*xi64>) -> ()
  return
}
"#;

#[test]
fn a_function_that_main_calls_is_run_with_other_arguments() {
    let found = |plant: &str, words: &[&str]| {
        let within = tempfile::tempdir().expect("a temporary folder");
        let file = support::program(within.path(), "p.mlir", COMPARED).display().to_string();
        let out = within.path().join("found").display().to_string();
        let all = ["explore", "--json", "--quiet", "--seed", "1", "--programs", "3", "--reduce", "0"];
        let all = [&all[..], &["--through", "cse", "--out", &out, &file], words].concat();
        let answer = planted::lowdiff(&all, plant).run();
        let document = answer.json();
        let findings = document["findings"].as_array().expect("a list").clone();
        (answer.status, findings.iter().map(|finding| finding["signature"].clone()).collect::<Vec<_>>())
    };
    let (status, shown) = found("cse:unsigned", &[]);
    assert_eq!(status, Some(1));
    assert!(!shown.is_empty() && shown.iter().all(|signature| signature == "mismatch-cse"), "{shown:?}");
    assert_eq!(found("cse:unsigned", &["--arguments", "0"]), (Some(0), vec![]));
    assert_eq!(found("cse:nothing", &[]), (Some(0), vec![]));
}

#[test]
fn inputs_follow_from_the_options_and_not_from_the_jobs() {
    let alone = |jobs: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        counts(&explore_given(folder.path(), NONE, &["--programs", "150", "--jobs", jobs]).json())
    };
    let one = alone("1");
    assert_eq!(one, alone("1"));
    assert_eq!(one, alone("2"));
}

#[test]
fn what_was_killed_comes_to_what_it_would_have() {
    let words = ["--programs", "400"];
    let whole = tempfile::tempdir().expect("a temporary folder");
    let whole = explore_given(whole.path(), PLANT, &words);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (given, out) = (given(folder.path()), folder.path().join("found"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_lowdiff"))
        .args(["explore", "--step", "--quiet", "--seed", "3", "--out"])
        .arg(&out)
        .arg("--mlir")
        .arg(&planted::library_and(planted::PROGRAM).1)
        .arg(&given)
        .args(words)
        .env_remove("LOWDIFF_MLIR")
        .env(planted::PLANT, PLANT)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("lowdiff can be started");
    let begin = Instant::now();
    let written =
        || std::fs::read_to_string(out.join("campaign-1.jsonl")).unwrap_or_default().lines().count();
    while written() < 3 {
        assert!(begin.elapsed() < Duration::from_secs(300), "nothing is written");
        assert!(child.try_wait().expect("it is ours").is_none(), "it has ended before it could be killed");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is ours");
    child.wait().expect("it is ours");
    let resumed = explore(folder.path(), PLANT, &["--resume"]);
    assert_eq!((resumed.status, counts(&resumed.json())), (whole.status, counts(&whole.json())));
}

#[test]
fn other_files_of_a_folder_are_left_out_and_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(given(folder.path()).join("bytes"), [0, 1, 2]).expect("room");
    let answer = explore_given(folder.path(), NONE, &["--programs", "2"]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert!(answer.stderr.contains("given: 1 other files are left out"), "{answer:?}");
    assert_eq!(count(&answer.json(), "programs"), 2, "{answer:?}");
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("room");
    let (empty, program) = (empty.display().to_string(), planted::small().display().to_string());
    let missing = folder.path().join("missing").display().to_string();
    for (words, said) in [
        (&["--paths", "4"][..], "leave --paths out"),
        (&["--through", "cse"], "leave --through out"),
        (&["--max-step", "4"], "leave --max-step out"),
        (&["--no-opts"], "leave --no-opts out"),
        (&["--no-checks"], "leave --no-checks out"),
        (&["--executor", "jit"], "leave --executor out"),
        (&["--executor", "tools"], "leave --executor out"),
        (&[empty.as_str()], "holds no inputs"),
        (&[program.as_str()], "is no input of --step"),
        (&[missing.as_str()], "cannot read"),
    ] {
        let answer = explore(folder.path(), NONE, words);
        assert_eq!(
            (answer.status, answer.stderr.trim().lines().count()),
            (Some(2), 1),
            "{words:?}: {answer:?}"
        );
        assert!(answer.stderr.contains(said), "{words:?}: {answer:?}");
    }
    assert!(!folder.path().join("found").exists(), "nothing was begun");
    // A campaign of steps goes on as one.
    let begun = explore_given(folder.path(), NONE, &["--programs", "2"]);
    assert_eq!(begun.status, Some(0), "{begun:?}");
    let out = folder.path().join("found").display().to_string();
    let other = planted::lowdiff(&["explore", "--resume", "--paths", "4", "--out", &out], NONE).run();
    assert!(other.status == Some(2) && other.stderr.contains("was begun with another --paths"), "{other:?}");
}
