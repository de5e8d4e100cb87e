//! `lowdiff seeds`: tests with RUN lines as differential tests and as seeds of `pass_diff`.

use crate::planted;
use crate::support::{Answer, Lowdiff, toolchain};
use lowdiff::decode::Envelope;
use lowdiff::path::pipeline::pass_name;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Functions of many signatures, some of which cannot be called.
const TESTS: &str = r#"// RUN: mlir-opt %s -split-input-file -cse --symbol-dce | FileCheck %s
// RUN: mlir-opt %s -split-input-file \
// RUN:   --pass-pipeline="builtin.module(func.func(canonicalize{top-down=false}), cse, sccp, symbol-dce)"

// CHECK-LABEL: @scalars
func.func @scalars(%a: i32, %b: i32, %f: f16) -> (i32, f16) {
  %c = arith.subi %a, %b : i32
  return %c, %f : i32, f16
}

func.func @buffers(%m: memref<?x4xi16>, %s: memref<3x2xf32, strided<[?, 1], offset: ?>>, %i: index) -> i16 {
  %c = arith.constant 3 : index
  %x = memref.load %m[%i, %c] : memref<?x4xi16>
  memref.store %x, %m[%i, %i] : memref<?x4xi16>
  return %x : i16
}

func.func @vectors(%v: vector<2x3xi1>, %w: vector<2x3xbf16>, %u: vector<f32>) -> (vector<2x3xbf16>, vector<f32>) {
  %z = arith.constant dense<0.0> : vector<2x3xbf16>
  %r = arith.select %v, %w, %z : vector<2x3xi1>, vector<2x3xbf16>
  return %r, %u : vector<2x3xbf16>, vector<f32>
}

func.func @tensors(%t: tensor<?x3xi8>, %u: tensor<f64>, %n: index) -> (tensor<?x3xi8>, tensor<f64>) {
  return %t, %u : tensor<?x3xi8>, tensor<f64>
}

// -----

func.func @callee(%a: i64) -> i64 {
  return %a : i64
}

func.func @main(%a: i64) -> i64 {
  %r = call @callee(%a) : (i64) -> i64
  return %r : i64
}

// -----

func.func @invalid(%a: i64) -> i64 {
  return %b : i64
}

// -----

func.func @pointer(%p: !llvm.ptr) {
  return
}

func.func @undefined(%a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %r = arith.divsi %a, %z : i32
  return %r : i32
}

func.func @unknown(%a: i32) -> i32 {
  %r = call @somewhere(%a) : (i32) -> i32
  return %r : i32
}

func.func private @somewhere(i32) -> i32
"#;

/// A folder with tests in it.
fn tests() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("inner")).expect("a folder");
    std::fs::write(folder.path().join("inner/tests.mlir"), TESTS).expect("a file");
    std::fs::write(folder.path().join("notes.txt"), "no test").expect("a file");
    folder
}

/// Takes what `path` names on the planted library with this bug, or with none.
fn seeds(path: &Path, out: &Path, plant: &str) -> Answer {
    let library = &planted::library_and(planted::PROGRAM).1;
    let (corpus, found) = (out.join("seeds"), out.join("found"));
    let words = ["seeds", "--json", "--max-bytes", "65536", "--mlir"];
    let command = Lowdiff::new(&words).arg(library).arg(path).arg("--corpus").arg(&corpus);
    command.arg("--out").arg(&found).env(planted::PLANT, plant).run()
}

fn envelopes(folder: &Path) -> Vec<(PathBuf, Envelope)> {
    let files = std::fs::read_dir(folder).expect("there are seeds");
    let paths = files.map(|file| file.expect("a seed").path());
    paths
        .map(|path| {
            let bytes = std::fs::read(&path).expect("a seed can be read");
            let envelope = Envelope::parse(&bytes).expect("a seed is an envelope");
            (path, envelope)
        })
        .collect()
}

#[test]
fn functions_beside_an_operation_that_nobody_knows_are_taken() {
    let (folder, out) = (tests(), tempfile::tempdir().expect("a temporary folder"));
    let file = folder.path().join("theirs.mlir");
    let text = "// RUN: their-opt %s --cse
func.func @known(%a: i64) -> i64 {
  %r = arith.addi %a, %a : i64
  return %r : i64
}
func.func @theirs(%a: i64) -> i64 {
  %r = \"their.operation\"(%a) : (i64) -> i64
  return %r : i64
}
";
    std::fs::write(&file, text).expect("a file");
    let answer = seeds(&file, out.path(), "");
    let document = answer.json();
    assert_eq!(answer.status, Some(0), "{document:#}");
    let told = &document["tests"];
    for (name, count) in [("parts", 1), ("invalid", 1), ("functions", 2), ("alone", 1), ("called", 1)] {
        assert_eq!(told[name], count, "{name}: {told:#}");
    }
    assert_eq!(told["left"], json!({ "invalid": 1 }), "{told:#}");
}

#[test]
fn functions_are_called_and_run_lines_become_steps() {
    let (folder, out) = (tests(), tempfile::tempdir().expect("a temporary folder"));
    let answer = seeds(folder.path(), out.path(), "");
    let document = answer.json();
    assert_eq!(answer.status, Some(0), "{document:#}");
    let told = &document["tests"];
    for (name, count) in
        [("files", 1), ("parts", 4), ("invalid", 1), ("functions", 9), ("called", 7), ("sanitized", 1)]
    {
        assert_eq!(told[name], count, "{name}: {told:#}");
    }
    for left in ["signature", "unsupported"] {
        assert_eq!(told["left"][left], 1, "{left}: {told:#}");
    }
    assert_eq!(
        (&told["runs"], &told["unused"], &told["unknown"]),
        (&2.into(), &json!({}), &json!({})),
        "{told:#}"
    );
    // Three inputs a function: the first line is short, the second one is longer than an input may be.
    assert_eq!((&told["inputs"], &told["verdicts"]["agree"]), (&21.into(), &21.into()), "{told:#}");
    let kept = envelopes(&out.path().join("seeds"));
    assert_eq!(kept.len(), 21);
    let steps: std::collections::BTreeSet<_> = kept.iter().map(|(_, seed)| seed.steps.join(" ")).collect();
    let module = |pass: &str| format!("builtin.module({pass})");
    let first = [module("func.func(canonicalize{top-down=false})"), module("cse"), module("sccp")].join(" ");
    let all = [[module("cse"), module("symbol-dce")].join(" "), first, module("symbol-dce")];
    assert_eq!(steps, all.into());
    // With the function that is called there are those that it calls, and no others.
    let functions = |seed: &Envelope| seed.module.matches("\"func.func\"() ({\n  ^bb0").count();
    let most = kept.iter().map(|(_, seed)| functions(seed)).max();
    assert_eq!(most, Some(2), "{kept:?}");
    let steps = &document["steps"];
    assert!(steps["decided"].as_u64() >= Some(6) && steps["arguments"].as_u64() >= Some(20), "{document:#}");
}

#[test]
fn kept_seeds_are_inputs_of_the_target() {
    let (folder, out) = (tests(), tempfile::tempdir().expect("a temporary folder"));
    assert_eq!(seeds(folder.path(), out.path(), "").status, Some(0));
    let (seed, _) = envelopes(&out.path().join("seeds")).swap_remove(0);
    let library = &planted::library_and(planted::PROGRAM).1;
    let words = ["replay", "--target", "pass_diff", "--json", "--mlir"];
    let answer = Lowdiff::new(&words).arg(library).arg(&seed).run();
    assert_eq!((answer.status, answer.json()["verdict"].as_str()), (Some(0), Some("agree")), "{answer:?}");
}

#[test]
fn planted_bugs_are_found_and_are_no_seeds() {
    let (folder, out) = (tests(), tempfile::tempdir().expect("a temporary folder"));
    for (plant, signature) in [
        ("sccp:turn-around", &["mismatch-sccp", "miscompiled-sccp"][..]),
        ("sccp:abort", &["crash-sccp"]),
        ("cse:invalid", &["invalid-ir-cse"]),
    ] {
        let out = out.path().join(plant.replace(':', "-"));
        let answer = seeds(folder.path(), &out, plant);
        let document = answer.json();
        assert_eq!(answer.status, Some(1), "{plant}: {document:#}");
        let found = document["findings"].as_object().expect("findings by signature");
        let fits = |name: &String| signature.iter().any(|signature| name.starts_with(signature));
        assert!(!found.is_empty() && found.keys().all(fits), "{plant}: {found:?}");
        let pass = signature[0].rsplit('-').next().expect("a pass");
        let counted = document["steps"]["passes"][pass]["findings"].as_u64();
        assert!(counted >= Some(found.len() as u64), "{plant}: {document:#}");
        let seeds = document["tests"]["seeds"].as_u64();
        assert!(seeds < Some(21), "{plant}: {seeds:?} of 21 inputs are seeds");
    }
}

#[test]
fn a_step_that_is_declined_is_counted_and_the_others_are_tested() {
    let (folder, out) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let text = "// RUN: mlir-opt %s -sccp -cse -symbol-dce -canonicalize\n\
                func.func @f(%a: i32) -> i32 {\n  %b = arith.addi %a, %a : i32\n  return %b : i32\n}\n";
    std::fs::write(folder.path().join("test.mlir"), text).expect("a file");
    let document = seeds(folder.path(), out.path(), "sccp:fail").json();
    let told = &document["tests"];
    assert_eq!((&told["declined"], &told["inputs"]), (&json!({ "sccp": 1 }), &2.into()), "{document:#}");
    assert_eq!(told["verdicts"], json!({ "agree": 1, "declined": 1 }), "{document:#}");
    let [(_, kept)] = &envelopes(&out.path().join("seeds"))[..] else { panic!("one seed: {document:#}") };
    let passes: Vec<&str> = kept.steps.iter().map(|step| pass_name(step)).collect();
    assert_eq!(passes, ["cse", "symbol-dce", "canonicalize"]);
}

/// Symbols that lowdiff would give others, names in quotes, and outputs of one element type in tensors, memrefs and vectors.
const NAMES: &str = r#"// RUN: mlir-opt %s -split-input-file -cse -symbol-dce
func.func @lowdiff_main(%a: i32) -> i32 { return %a : i32 }
func.func @other(%a: i32) -> i32 { return %a : i32 }
// -----
func.func @"a b"(%a: i32) -> i32 { return %a : i32 }
func.func @"ac"(%a: i32) -> i32 { return %a : i32 }
func.func @calls(%a: i32) -> i32 {
  %r = call @"ac"(%a) : (i32) -> i32
  return %r : i32
}
// -----
memref.global "private" @lowdiff_in0 : memref<2xi32> = dense<3>
func.func @reads(%a: i32) -> i32 {
  %0 = memref.get_global @lowdiff_in0 : memref<2xi32>
  %c = arith.constant 0 : index
  %1 = memref.load %0[%c] : memref<2xi32>
  %2 = arith.subi %a, %1 : i32
  return %2 : i32
} // -----
func.func @printI64(%a: i32) -> i32 { return %a : i32 }
func.func @own_printI64(%a: i32) -> i32 {
  %r = call @printI64(%a) : (i32) -> i32
  return %r : i32
}
// -----
func.func private @printMemrefF32(tensor<*xf32>)
func.func @memref(%a: memref<2xf32>) { return }
// -----
func.func @both(%a: memref<2xf32>, %t: tensor<2x?xf32>, %u: tensor<f32>) -> (tensor<2x?xf32>, tensor<f32>) {
  return %t, %u : tensor<2x?xf32>, tensor<f32>
}
func.func @narrow(%a: memref<2xf16>, %t: tensor<?xf16>, %v: vector<2xi64>) -> (tensor<?xf16>, vector<2xi64>) {
  return %t, %v : tensor<?xf16>, vector<2xi64>
}
"#;

#[test]
fn functions_are_called_whatever_their_symbols_and_containers() {
    let (folder, out) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    std::fs::write(folder.path().join("names.mlir"), NAMES).expect("a file");
    let document = seeds(folder.path(), out.path(), "").json();
    let told = &document["tests"];
    for (name, count) in [("parts", 6), ("invalid", 0), ("functions", 11), ("called", 11)] {
        assert_eq!(told[name], count, "{name}: {document:#}");
    }
    // Five of them come to one and the same input.
    assert_eq!((&told["left"], &told["verdicts"]), (&json!({}), &json!({ "agree": 7 })), "{document:#}");
    let shown = envelopes(&out.path().join("seeds"));
    let prints = |seed: &Envelope| seed.printed.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let all: Vec<String> = shown.iter().map(|(_, seed)| prints(seed)).collect();
    assert!(all.contains(&"f32 f32 f32".to_owned()) && all.contains(&"f16 i64 f16".to_owned()), "{all:?}");
}

#[test]
fn each_run_line_and_file_is_counted() {
    let (folder, out) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let text = "// RUN: mlir-opt %s -pass-pipeline='func.func(cse)'\n\
                // RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(sccp))'\n\
                // RUN: mlir-opt %s -pass-pipeline='builtin.module(cse'\n\
                // RUN: mlir-opt 'open %s -cse\n\
                // RUN: not mlir-opt %s -cse\n\
                // RUN: FileCheck %s\n\
                // RUN: mlir-opt %s -verify-diagnostics\n\
                // RUN: mlir-opt %s -pass-pipeline\n\
                func.func @f(%a: i32) -> i32 { return %a : i32 }\n";
    std::fs::write(folder.path().join("runs.mlir"), text).expect("a file");
    std::fs::write(folder.path().join("bytes.mlir"), b"\xff\xfe").expect("a file");
    let run = |json: &[&str]| {
        let command = Lowdiff::new(&["seeds", "--mlir"]).arg(&planted::library_and(planted::PROGRAM).1);
        let command = command.args(json).arg(folder.path()).arg("--corpus").arg(out.path().join("seeds"));
        command.arg("--out").arg(out.path().join("found")).run()
    };
    let document = run(&["--json"]).json();
    let told = &document["tests"];
    let unused =
        json!({ "quotes": 1, "other-programs": 1, "expected-to-fail": 1, "pipeline": 2, "no-steps": 1 });
    assert_eq!(
        (&told["runs"], &told["unused"], &told["inputs"]),
        (&8.into(), &unused, &2.into()),
        "{told:#}"
    );
    assert_eq!(told["unknown"], json!({ "verify-diagnostics": 1 }), "{told:#}");
    assert_eq!((&told["seeds"], &told["fresh"], &document["unread"]), (&2.into(), &2.into(), &1.into()));
    let again = run(&[]);
    assert!(again.stdout.contains("1 file, 1 more are no UTF-8 text: "), "{again:?}");
    assert!(
        again.stdout.contains("\n2 of 8 RUN lines give steps; left out: 1 with an open quote, "),
        "{again:?}"
    );
    assert!(again.stdout.contains("2 kept, 0 of them new\n"), "{again:?}");
    // A seed that cannot be written ends the run, and the summary is told all the same.
    let kept = envelopes(&out.path().join("seeds")).swap_remove(0).0;
    std::fs::remove_file(&kept).expect("it is there");
    std::fs::create_dir(&kept).expect("a folder");
    let stopped = run(&[]);
    assert_eq!(stopped.status, Some(2), "{stopped:?}");
    assert!(stopped.stdout.contains("\n1 function called, "), "{stopped:?}");
    let said = format!("{}: Is a directory (os error 21): make room for the seed", kept.display());
    assert!(stopped.stderr.contains(&said), "{stopped:?}");
}

#[test]
fn folders_without_anything_are_not_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("none.mlir"), "module {}\n").expect("a file");
    let words = ["seeds", "none.mlir", "--max-bytes", "0", "--mlir"];
    let answer = Lowdiff::new(&words).arg(&toolchain("22").library).within(folder.path()).run();
    let said = "no input could be run; no seeds; nothing was found";
    assert!(answer.status == Some(3) && answer.stderr.contains(said), "{answer:?}");
    assert!(!folder.path().join("seeds").exists() && !folder.path().join("findings").exists());
}

/// Two numbers of one sign, for which a comparison is the same with a sign and without.
const COMPARED: &str = r#"// step: builtin.module(sccp)
// prints: i1
"builtin.module"() ({
  "memref.global"() {initial_value = dense<3> : tensor<1xi32>, sym_name = "lowdiff_in0", sym_visibility = "private", type = memref<1xi32>} : () -> ()
  "memref.global"() {initial_value = dense<5> : tensor<1xi32>, sym_name = "lowdiff_in1", sym_visibility = "private", type = memref<1xi32>} : () -> ()
  "func.func"() ({
  }) {function_type = (i64) -> (), sym_name = "printI64", sym_visibility = "private"} : () -> ()
  "func.func"() ({
    %0 = "memref.get_global"() {name = @lowdiff_in0} : () -> memref<1xi32>
    %1 = "arith.constant"() {value = 0 : index} : () -> index
    %2 = "memref.load"(%0, %1) : (memref<1xi32>, index) -> i32
    %3 = "memref.get_global"() {name = @lowdiff_in1} : () -> memref<1xi32>
    %4 = "memref.load"(%3, %1) : (memref<1xi32>, index) -> i32
    %5 = "arith.cmpi"(%2, %4) {predicate = 2 : i64} : (i32, i32) -> i1
    %6 = "arith.extui"(%5) : (i1) -> i64
    "func.call"(%6) {callee = @printI64} : (i64) -> ()
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "main"} : () -> ()
}) : () -> ()
"#;

#[test]
fn a_bug_that_other_arguments_show_is_a_finding_with_these() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("compared");
    std::fs::write(&file, COMPARED).expect("a file");
    let library = &planted::library_and(planted::PROGRAM).1;
    let replay = |file: &Path, plant: &str, words: &[&str]| {
        let command = Lowdiff::new(&["replay", "--json"]).args(words).arg("--mlir").arg(library);
        command.arg(file).env(planted::PLANT, plant).run()
    };
    let target = ["--target", "pass_diff"];
    let clean = replay(&file, "", &target);
    assert_eq!(clean.status, Some(0), "{clean:?}");
    let found = replay(&file, "sccp:unsigned", &target);
    let document = found.json();
    assert_eq!((found.status, &document["verdict"]), (Some(1), &"mismatch".into()), "{document:#}");
}

#[test]
fn a_known_fold_is_known_where_it_is_all_that_a_program_has() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/known/fold-of-double-negate-i16.mlir");
    let ran = |words: &[&str]| {
        let out = folder.path().join(words.len().to_string());
        Lowdiff::new(&["seeds", "--json", "--mlir", "22"])
            .args(words)
            .arg("--out")
            .arg(out)
            .arg(&known)
            .within(folder.path())
            .run()
    };
    let (known, new) = (ran(&[]), ran(&["--no-builtin-known"]));
    assert_eq!((known.status, new.status), (Some(0), Some(1)), "{known:?} {new:?}");
}

#[test]
fn bad_input_is_told_in_a_sentence() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("a folder");
    for (path, said) in [
        (folder.path().join("nothing.mlir"), "nothing.mlir: name .mlir files and folders of them"),
        (empty, "there is no .mlir file in "),
    ] {
        let answer = Lowdiff::new(&["seeds", "--mlir", "22"]).arg(&path).within(folder.path()).run();
        assert_eq!(answer.status, Some(2), "{answer:?}");
        assert!(answer.stderr.contains(said), "{answer:?}");
        assert!(!folder.path().join("findings").exists(), "nothing was made");
    }
}
