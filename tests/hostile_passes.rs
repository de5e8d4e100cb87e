//! MLIR killed in every way, by a library with a bug planted in one pass: each way has its own outcome, the
//! run goes on, and the next case is not blamed.

use crate::planted;
use crate::support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::{Answer, DEFAULT_PATH, Lowdiff};

const PROGRAM: &str = "func.func @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %0 = tosa.sub %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %1 = tosa.add %0, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}
";

/// The numbers of `SIGSEGV` and `SIGABRT` on Linux.
const SIGSEGV: i32 = 11;
const SIGABRT: i32 = 6;

/// The planted library and the program above.
fn files() -> &'static (tempfile::TempDir, PathBuf, PathBuf) {
    planted::library_and(PROGRAM)
}

fn lowdiff(words: &[&str], plant: &str) -> Lowdiff {
    let (_, library, _) = files();
    Lowdiff::new(words)
        .arg("--mlir")
        .arg(library)
        .args(&["--timeout", timeout(plant)])
        .env(planted::PLANT, plant)
}

/// CPU seconds a pass may take. Touching gigabytes takes a while on a busy machine.
fn timeout(plant: &str) -> &'static str {
    if plant.ends_with(":memory") { "10" } else { "1" }
}

/// The path with `canonicalize` as its third step, where the bugs are planted.
fn path() -> String {
    DEFAULT_PATH.replace("convert-elementwise-to-linalg,", "canonicalize,convert-elementwise-to-linalg,")
}

/// Runs the program with this bug in `canonicalize`.
fn run(what: &str) -> (Answer, Value) {
    let (_, _, file) = files();
    let answer =
        lowdiff(&["run", "--json", "--path", &path()], &format!("canonicalize:{what}")).arg(file).run();
    let document = answer.json();
    assert!(answer.took < Duration::from_secs(20), "{what} took {:?}", answer.took);
    (answer, document)
}

/// Asserts that the bug ends the path with this outcome in `canonicalize`, with these words in the message.
fn ends(what: &str, outcome: &str, message: &str) -> Value {
    let (answer, document) = run(what);
    assert_eq!(document["outcome"], outcome, "{what}: {answer:?}");
    assert_eq!(document["pass"], "canonicalize", "{what}: {answer:?}");
    let said = document["message"].as_str().unwrap_or_default();
    assert!(said.contains(message), "{what}: '{said}' does not say '{message}'");
    document
}

/// Asserts that the stack of a crash names this function.
fn names(document: &Value, function: &str) {
    let frames = document["frames"].as_array().cloned().unwrap_or_default();
    let found = frames.iter().any(|frame| frame.to_string().contains(function));
    assert!(found, "no {function} in {frames:?}");
}

#[test]
fn without_a_bug_it_runs() {
    let (answer, document) = run("nothing");
    assert_eq!((answer.status, &document["outcome"]), (Some(0), &Value::from("ok")), "{answer:?}");
    let other = lowdiff(&["run", "--json", "--path", &path()], "sccp:segv").arg(&files().2).run();
    assert_eq!(other.status, Some(0), "the bug is in a pass that is not run: {other:?}");
}

#[test]
fn crashes() {
    let segv = ends("segv", "crash", "SIGSEGV");
    assert_eq!(segv["signal"], SIGSEGV);
    names(&segv, "mlirPassManagerRunOnOp");
    let abort = ends("abort", "crash", "LLVM ERROR: planted fatal error");
    assert_eq!(abort["signal"], SIGABRT);
    names(&abort, "mlirPassManagerRunOnOp");
    let overflow = ends("overflow", "crash", "SIGSEGV");
    names(&overflow, "recurse");
    ends("exit", "crash", "exit");
    // It is the last state that is printed, and no pass crashes.
    let (answer, unprintable) = run("unprintable");
    let told = [&unprintable["outcome"], &unprintable["message"]];
    let wanted = ["unreadable", "printing the module ended with SIGSEGV"].map(Value::from);
    assert_eq!((answer.status, told), (Some(1), [&wanted[0], &wanted[1]]), "{answer:?}");
    names(&unprintable, "mlirOperationPrint");
}

#[test]
fn limits() {
    ends("loop", "timeout", "did not end in time");
    ends("hang", "timeout", "did not end in time");
    ends("memory", "out-of-memory", "memory");
}

#[test]
fn what_comes_back() {
    ends("invalid", "invalid-ir", "does not dominate");
    ends("fail", "declined", "planted refusal");
    ends("objection", "declined", "planted objection");
    let (answer, document) = run("garbage");
    assert_eq!((answer.status, &document["outcome"]), (Some(0), &Value::from("ok")), "{answer:?}");
    assert!(answer.took < Duration::from_secs(5), "16 MB of output cost {:?}", answer.took);
}

/// `convert-func-to-llvm` reports success here, but has said what it does not support.
const VARIADIC: &str =
    "func.func private @f(%a: i32) attributes {func.varargs = true, llvm.emit_c_interface} {
  return
}
func.func @main() {
  %c = arith.constant 5 : i32
  call @f(%c) : (i32) -> ()
  return
}
";

#[test]
fn an_error_that_a_pass_emits_is_its_answer_whatever_it_leaves() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("variadic.mlir");
    std::fs::write(&file, VARIADIC).expect("room");
    let tool = support::toolchain("22").mlir_opt.expect("22 comes with mlir-opt");
    for mlir in ["22".to_owned(), format!("tools:{}", tool.display())] {
        let path = "builtin.module(convert-func-to-llvm)";
        let words = ["run", "--json", "--path", path, "--mlir", &mlir];
        let answer = Lowdiff::new(&words).arg(&file).run();
        let document = answer.json();
        assert_eq!(document["outcome"], "declined", "{mlir}: {answer:?}");
        let said = document["message"].as_str().unwrap_or_default();
        assert!(said.ends_with("C interface for variadic functions is not supported yet."), "{answer:?}");
    }
}

#[test]
fn a_comparison_gives_the_verdict_and_the_status() {
    let (_, _, file) = files();
    let compare = |what: &str, status: i32, verdict: &str| {
        let words = ["compare", "--json", "--path", DEFAULT_PATH, "--path", &path()];
        let answer = lowdiff(&words, &format!("canonicalize:{what}")).arg(file).run();
        let document = answer.json();
        assert_eq!(
            (answer.status, &document["verdict"]),
            (Some(status), &Value::from(verdict)),
            "{answer:?}"
        );
        document
    };
    let agrees = compare("nothing", 0, "agree");
    assert!(agrees["oracle"].is_null(), "{agrees:#}");
    assert_eq!(compare("miscompile", 1, "mismatch")["oracle"], "reference-diff");
    assert_eq!(compare("segv", 1, "crash")["oracle"], "crash");
    assert_eq!(compare("invalid", 1, "invalid-ir")["oracle"], "invalid-ir");
    assert_eq!(compare("loop", 1, "timeout")["oracle"], "termination");
    assert_eq!(compare("memory", 1, "out-of-memory")["oracle"], "termination");
    assert_eq!(compare("fail", 3, "incomparable")["reason"], "declined");
}

/// Explores the program with a bug in a pass that some paths run, and returns the summary.
fn explore(out: &Path, plant: &str) -> (Answer, Value) {
    let out = out.display().to_string();
    // One runs cse itself, and would be blamed with it. The other has a bug of its own.
    let skip = ["--skip-pass", "composite-fixed-point-pass", "--skip-pass", "remove-dead-values"];
    let words = ["explore", "--json", "--programs", "12", "--out", &out];
    let answer = lowdiff(&[&words[..], &skip].concat(), plant).arg(&files().2).run();
    let summary = answer.json();
    (answer, summary)
}

#[test]
fn a_campaign_goes_on_and_blames_nobody_else() {
    let clean = tempfile::tempdir().expect("a temporary folder");
    let (answer, without) = explore(clean.path(), "cse:nothing");
    assert_eq!(answer.status, Some(0), "nothing is wrong with it: {answer:?}");
    let compared = without["compared"].as_u64().unwrap_or(0);
    assert!(compared >= 6, "too few to tell: {without:#}");

    for (what, verdict) in
        [("segv", "crash"), ("abort", "crash"), ("exit", "crash"), ("invalid", "invalid-ir")]
    {
        let out = tempfile::tempdir().expect("a temporary folder");
        let (answer, with) = explore(out.path(), &format!("cse:{what}"));
        assert_eq!(answer.status, Some(1), "{what}: {answer:?}");
        let signature = format!("{verdict}-cse");
        let found = with["signatures"][&signature].as_u64().unwrap_or(0);
        assert!(found > 0, "{what} was not found: {with:#}");
        let signatures = with["signatures"].as_object().map_or(0, |all| all.len());
        assert_eq!(signatures, 1, "{what}: something else was blamed: {with:#}");
        // Every case has been judged, and those that never came to the bug as if there were none.
        let verdicts = |of: &Value| of["verdicts"].as_object().cloned().unwrap_or_default();
        let count: u64 = verdicts(&with).values().filter_map(Value::as_u64).sum();
        // Where enough are kept of a crash, the programs behind it are judged as well.
        let programs = with["programs"].as_u64().unwrap_or(0);
        assert!((programs..=programs + found.saturating_sub(5)).contains(&count), "{count}: {with:#}");
        let agreed = with["verdicts"]["agree"].as_u64().unwrap_or(0);
        assert!(agreed > 0 && agreed + found >= compared, "{what}: agree {agreed}, found {found}: {with:#}");
        let kept = with["findings"].as_array().map_or(0, Vec::len) as u64;
        assert_eq!(kept, found.min(5), "{what}: {with:#}");
    }
}
