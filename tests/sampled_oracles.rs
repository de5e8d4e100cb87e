//! Oracles beside the results of whole paths: what a pass leaves is written and read back, a path is lowered twice, and each step is
//! judged by itself. Each finds what was planted for it and names the pass, from the campaign to the reduced finding, and stays silent
//! where nothing is wrong.

use crate::planted;
use crate::support;

use planted::lowdiff;
use serde_json::Value;
use std::path::Path;
use support::{Answer, DEFAULT_PATH};

/// Compares the plain path with one on which `canonicalize` has this bug, steps behind it included.
fn compare(what: &str) -> (Answer, Value) {
    let path = DEFAULT_PATH.replace("lower-affine,", "lower-affine,canonicalize,");
    let words = ["compare", "--json", "--path", DEFAULT_PATH, "--path", &path];
    let answer = lowdiff(&words, &format!("canonicalize:{what}")).arg(planted::small()).run();
    let document = answer.json();
    (answer, document)
}

/// Asserts that the bug is this verdict, and shows right behind the pass that has it.
fn shows(what: &str, oracle: &str, verdict: &str, said: &str) {
    let (answer, document) = compare(what);
    assert_eq!((answer.status, &document["verdict"]), (Some(1), &Value::from(verdict)), "{what}: {answer:?}");
    assert_eq!(document["oracle"], oracle, "{what}: {answer:?}");
    assert_eq!(document["pass"], "canonicalize", "{what}: {answer:?}");
    let detail = document["detail"].as_str().unwrap_or_default();
    assert!(detail.contains(said), "{what}: '{detail}' does not say '{said}'");
}

#[test]
fn what_is_written_has_to_be_read() {
    without_a_bug_nothing_shows();
    shows("unreadable", "reread", "unreadable", "its generic form cannot be read back: ");
    shows("misprint", "reread", "round-trip", "its generic form is read back as another module");
}

#[test]
fn a_parser_that_falls_over_is_no_crash_of_the_pass() {
    shows("misparse", "reread", "unreadable", "SIGSEGV");
}

#[test]
fn the_same_path_twice_has_to_come_to_the_same() {
    without_a_bug_nothing_shows();
    shows("heap-order", "determinism", "nondeterministic", "leaves other IR when memory lies elsewhere");
}

/// A value that is cast meets another in three blocks: MLIR 22 computes one range of it or another, by where memory lies (LLVM 126195).
const RANGES: &str = "func.func @main() -> i64 {
  %true = llvm.mlir.constant(true) : i1
  %false = index.bool.constant false
  %nine = index.constant 9
  %right = llvm.mlir.constant(29 : index) : i64
  %cast = builtin.unrealized_conversion_cast %right : i64 to index
  cf.cond_br %false, ^cast0, ^nine0
^cast0:
  cf.br ^join0(%cast : index)
^nine0:
  cf.br ^join0(%nine : index)
^join0(%joined0: index):
  vector.print %joined0 : index
  cf.cond_br %false, ^cast1, ^nine1
^cast1:
  cf.br ^join1(%cast : index)
^nine1:
  cf.br ^join1(%nine : index)
^join1(%joined1: index):
  vector.print %joined1 : index
  cf.cond_br %true, ^cast2, ^nine2
^cast2:
  cf.br ^join2(%cast : index)
^nine2:
  cf.br ^join2(%nine : index)
^join2(%joined2: index):
  %result = builtin.unrealized_conversion_cast %joined2 : index to i64
  vector.print %joined2 : index
  return %result : i64
}
";

#[test]
fn given_paths_are_lowered_in_as_many_heaps_as_it_takes() {
    let plain = ["arith", "vector", "index", "func", "cf"]
        .map(|dialect| format!("convert-{dialect}-to-llvm"))
        .join(",");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("ranges.mlir");
    std::fs::write(&program, RANGES).expect("it is written");
    let path = |before: &str| format!("builtin.module({before}{plain},reconcile-unrealized-casts)");
    let words = ["compare", "--json", "--path", &path(""), "--path", &path("int-range-optimizations,")];
    for _ in 0..4 {
        let answer = support::Lowdiff::new(&words).args(&["--mlir", "22"]).arg(&program).run();
        let document = answer.json();
        assert_eq!(document["verdict"], "nondeterministic", "{answer:?}");
        let fact = &document["fact"]["other-heap"];
        let (shown, all) = (fact["runs"]["shown"].as_u64(), fact["runs"]["all"].as_u64());
        assert!(Some(2) <= shown && shown < all, "{answer:?}");
        assert_ne!(fact["lines"]["texts"][0], fact["lines"]["texts"][1], "{answer:?}");
    }
}

fn without_a_bug_nothing_shows() {
    let (answer, document) = compare("nothing");
    assert_eq!((answer.status, &document["verdict"]), (Some(0), &Value::from("agree")), "{answer:?}");
}

/// One pass runs cse itself, and would be blamed with it. The other has a bug of its own.
const SKIP: [&str; 4] = ["--skip-pass", "composite-fixed-point-pass", "--skip-pass", "scf-for-loop-peeling"];

fn explore(out: &Path, plant: &str, sample: &str) -> (Answer, Value) {
    let out = out.display().to_string();
    let words = ["explore", "--json", "--programs", "8", "--sample", sample, "--out", &out];
    let answer = lowdiff(&[&words[..], &SKIP].concat(), plant).arg(planted::small()).run();
    let summary = answer.json();
    (answer, summary)
}

#[test]
fn a_campaign_samples_and_what_it_finds_goes_all_the_way() {
    for (what, verdict, sample) in [
        ("unreadable", "unreadable", "50"),
        ("misprint", "round-trip", "50"),
        ("heap-order", "nondeterministic", "1"),
    ] {
        let out = tempfile::tempdir().expect("a temporary folder");
        let plant = format!("cse:{what}");
        let (answer, summary) = explore(out.path(), &plant, sample);
        assert_eq!(answer.status, Some(1), "{what}: {answer:?}");
        let signature = format!("{verdict}-cse");
        let signatures = summary["signatures"].as_object().cloned().unwrap_or_default();
        assert_eq!(signatures.keys().collect::<Vec<_>>(), [&signature], "{what}: {summary:#}");
        let counted = if what == "heap-order" { "lowered_twice" } else { "reread" };
        assert!(summary["construction"][counted].as_u64() > Some(0), "{what}: {summary:#}");
        goes_all_the_way(&summary, &plant, verdict, "cse");
    }
}

/// Asserts that a campaign's first finding is replayed, blamed on the pass, reduced and reported, and gone without the bug.
fn goes_all_the_way(summary: &Value, plant: &str, verdict: &str, pass: &str) {
    let finding = summary["findings"][0]["directory"].as_str().expect("it is kept").to_owned();
    let again = lowdiff(&["replay", "--json"], plant).arg(&finding).run();
    assert_eq!(
        (again.status, &again.json()["verdict"]),
        (Some(1), &Value::from(verdict)),
        "{plant}: {again:?}"
    );
    let blamed = lowdiff(&["blame", "--json"], plant).arg(&finding).run();
    assert_eq!(blamed.status, Some(0), "{plant}: {blamed:?}");
    assert!(blamed.stdout.contains(&format!("\"{pass}\"")), "{plant}: {blamed:?}");
    let reduced = lowdiff(&["reduce", "--json", "--seconds", "30"], plant).arg(&finding).run();
    assert_eq!(reduced.status, Some(0), "{plant}: {reduced:?}");
    assert_eq!(reduced.json()["signature"], format!("{verdict}-{pass}"), "{plant}: {reduced:?}");
    let report = std::fs::read_to_string(Path::new(&finding).join("reduced/report.md")).expect("a report");
    assert!(report.contains(pass), "{plant}: {report}");
    let gone = lowdiff(&["replay", "--json"], "cse:nothing").arg(&finding).run();
    assert_ne!(gone.json()["verdict"], verdict, "{plant}: without the bug it is gone: {gone:?}");
}

/// Two passes turn every difference around: on each path the second hides what the first has done, and paths agree with each other and
/// with the semantics. Each step is judged by itself, whatever is sampled.
#[test]
fn a_step_that_is_wrong_is_found_where_a_later_one_hides_it() {
    let plant = "cse:turn-around,topological-sort:turn-around";
    let out = tempfile::tempdir().expect("a temporary folder");
    let path = out.path().display().to_string();
    let words = ["explore", "--json", "--programs", "20", "--sample", "0", "--no-opts", "--out", &path];
    let through = ["--through", "cse", "--through", "topological-sort"];
    let answer = lowdiff(&[&words[..], &through[..]].concat(), plant).arg(planted::small()).run();
    let summary = answer.json();
    assert_eq!(answer.status, Some(1), "{answer:?}");
    assert!(summary["steps"]["decided"].as_u64() > Some(0), "{summary:#}");
    let signatures = summary["signatures"].as_object().cloned().unwrap_or_default();
    let hidden =
        ["mismatch-cse", "mismatch-topological-sort", "miscompiled-cse", "miscompiled-topological-sort"];
    assert!(
        !signatures.is_empty() && signatures.keys().all(|signature| hidden.contains(&&signature[..])),
        "{summary:#}"
    );
    let finding = &summary["findings"][0];
    let said = |key: &str| finding[key].as_str().expect("a finding says what it is").to_owned();
    goes_all_the_way(&summary, plant, &said("verdict"), &said("culprit"));
}

/// No way leads down to llvm, so that no lowered code can show it.
#[test]
fn a_step_that_is_wrong_is_found_where_nothing_comes_down() {
    let stuck = "finalize-memref-to-llvm:fail,convert-to-llvm:fail";
    let campaign = |plant: &str| {
        let out = tempfile::tempdir().expect("a temporary folder");
        let path = out.path().display().to_string();
        let words = ["explore", "--json", "--programs", "12", "--sample", "0", "--out", &path];
        let answer =
            lowdiff(&[&words[..], &["--through", "cse"], &SKIP].concat(), plant).arg(planted::small()).run();
        (out, answer)
    };
    let (_out, answer) = campaign(stuck);
    assert_eq!((answer.status, &answer.json()["findings"]), (Some(0), &Value::Array(vec![])), "{answer:?}");
    let plant = format!("cse:miscompile,{stuck}");
    let (_out, answer) = campaign(&plant);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let summary = answer.json();
    let signatures = summary["signatures"].as_object().cloned().unwrap_or_default();
    assert_eq!(signatures.keys().collect::<Vec<_>>(), ["miscompiled-cse"], "{summary:#}");
    goes_all_the_way(&summary, &plant, "miscompiled", "cse");
}

#[test]
fn nothing_is_looked_at_where_nobody_wants_it() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let (answer, summary) = explore(out.path(), "cse:misprint", "0");
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert_eq!(summary["construction"]["reread"], 0, "{summary:#}");
    let out = tempfile::tempdir().expect("a temporary folder");
    let (answer, summary) = explore(out.path(), "cse:nothing", "1");
    assert_eq!(answer.status, Some(0), "nothing is wrong: {answer:?}");
    assert!(summary["construction"]["reread"].as_u64() > Some(100), "{summary:#}");
    assert!(summary["construction"]["lowered_twice"].as_u64() > Some(10), "{summary:#}");
}

/// Explores a program whose function of this name rounds a number, compiled and interpreted; the reasons of what cannot be told, and
/// the files that are kept of it.
fn rounded_by(name: &str) -> (Value, Vec<String>) {
    support::toolchain("22");
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "func.func private @{name}(%x: f32) -> bf16 {{\n  %r = arith.truncf %x : f32 to bf16\n  return %r : bf16\n}}\n\
         func.func @main(%x: f32) -> bf16 {{\n  %r = call @{name}(%x) : (f32) -> bf16\n  return %r : bf16\n}}\n"
    );
    let file = support::program(folder.path(), "p.mlir", &text);
    let out = folder.path().join("out");
    let words =
        ["explore", "--json", "--mlir", "22", "--programs", "1", "--sample", "1", "--no-checks", "--no-opts"];
    let answer =
        support::Lowdiff::new(&words).args(&["--cpu", "baseline", "--out"]).arg(&out).arg(&file).run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let kept = std::fs::read_dir(&out).expect("findings").flatten().map(|entry| entry.path());
    let files = kept.filter_map(|kept| std::fs::read_dir(kept).ok()).flatten().flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    (answer.json()["incomparable"].clone(), names)
}

#[test]
fn compiled_code_that_does_something_else_is_kept_with_its_modules() {
    // Code for the baseline calls this function to round, so that it calls itself.
    let (reasons, files) = rounded_by("__truncsfbf2");
    assert_eq!(reasons, serde_json::json!({ "executors": 1 }));
    for module in ["lowered-0.mlir", "lowered-1.mlir"] {
        assert!(files.iter().any(|file| file == module), "{files:?}");
    }
    assert_eq!(rounded_by("rounded"), (serde_json::json!({}), Vec::new()));
}

/// Compares two paths of this program.
fn compared(body: &str, executor: &str) -> (Option<i32>, Value) {
    support::toolchain("22");
    let folder = tempfile::tempdir().expect("a folder");
    let file = support::program(folder.path(), "p.mlir", body);
    let words = ["compare", "--json", "--mlir", "22", "--executor", executor];
    let paths = ["--path", "builtin.module(canonicalize)", "--path", "builtin.module(cse)"];
    let answer = support::Lowdiff::new(&words).args(&paths).arg(&file).run();
    (answer.status, answer.json())
}

/// A program that shows what `malloc` gave it, after these operations.
fn of_fresh_memory(operations: &str) -> String {
    format!(
        "llvm.func @printI64(i64)\nllvm.func @malloc(i64) -> !llvm.ptr\nllvm.func @main() {{\n  \
         %c = llvm.mlir.constant(8 : i64) : i64\n  \
         %p = llvm.call @malloc(%c) : (i64) -> !llvm.ptr\n  {operations}\n  \
         %x = llvm.load %p : !llvm.ptr -> i64\n  llvm.call @printI64(%x) : (i64) -> ()\n  llvm.return\n}}\n"
    )
}

const WRITTEN: &str = "llvm.store %c, %p : i64, !llvm.ptr\n";

#[test]
fn undefined_behaviour_is_found() {
    let (status, shown) = compared(&of_fresh_memory(""), "interp");
    assert_eq!((status, &shown["oracle"]), (Some(1), &Value::from("undefined")), "{shown:#}");
    let (status, shown) = compared(&of_fresh_memory(WRITTEN), "interp");
    assert_eq!((status, &shown["verdict"]), (Some(0), &Value::from("agree")), "{shown:#}");
}

/// The interpreter knows no inline assembly, so this is compiled.
#[test]
fn results_that_hang_on_fresh_memory_are_found() {
    let assembly = "llvm.inline_asm has_side_effects \"nop\", \"\" : () -> ()\n";
    let (status, shown) = compared(&of_fresh_memory(assembly), "jit");
    assert_eq!((status, &shown["verdict"]), (Some(1), &Value::from("nondeterministic")), "{shown:#}");
    assert_eq!((&shown["oracle"], &shown["pass"]), (&Value::from("fresh-memory"), &Value::Null), "{shown:#}");
    let (status, shown) = compared(&of_fresh_memory(&format!("{assembly}{WRITTEN}")), "jit");
    assert_eq!((status, &shown["verdict"]), (Some(0), &Value::from("agree")), "{shown:#}");
}

/// The reference semantics know no memref, so that paths are compared with one another alone.
#[test]
fn paths_that_differ_are_found_where_nobody_knows_what_is_right() {
    let text = "func.func @main(%a: i32, %b: i32) -> i32 {\n  %i = arith.constant 0 : index\n  \
        %m = memref.alloca() : memref<1xi32>\n  %s = arith.addi %a, %b : i32\n  \
        memref.store %s, %m[%i] : memref<1xi32>\n  %r = memref.load %m[%i] : memref<1xi32>\n  \
        return %r : i32\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = support::program(folder.path(), "p.mlir", text);
    let plain = "builtin.module(convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,\
        reconcile-unrealized-casts)";
    let other = plain.replace("convert-arith", "canonicalize,convert-arith");
    let shown = |what: &str| {
        let words = ["compare", "--json", "--path", plain, "--path", &other];
        let answer = lowdiff(&words, &format!("canonicalize:{what}")).arg(&file).run();
        (answer.status, answer.json())
    };
    let (status, found) = shown("miscompile");
    assert_eq!((status, &found["oracle"]), (Some(1), &Value::from("lowering-diff")), "{found:#}");
    let (status, clean) = shown("nothing");
    assert_eq!((status, &clean["verdict"]), (Some(0), &Value::from("agree")), "{clean:#}");
}
