//! `scripts/integration/run.py` reads RUN lines as lit does, and tells equal numbers from others.

use crate::support;

use std::fs;
use std::path::Path;
use std::process::Command;
use support::toolchain;

/// Two lines that run the same program by passes that a name stands for, and one that is expected to fail.
const ADDS: &str = r#"// DEFINE: %{entry} = entry
// DEFINE: %{options} = index-bitwidth=64
// DEFINE: %{lower} = mlir-opt %s -convert-vector-to-llvm -convert-arith-to-llvm="%{options}" \
// DEFINE:   --finalize-memref-to-llvm
// DEFINE: %{run} = mlir-runner -e %{entry} -entry-point-result=void -shared-libs=%mlir_c_runner_utils,%mlir_runner_utils
//
// RUN: %{lower} | mlir-opt -convert-func-to-llvm -reconcile-unrealized-casts | \
// RUN:   %{run} | FileCheck %s
// REDEFINE: %{options} = index-bitwidth=32
// RUN: %{lower} -o %t && mlir-opt %t -convert-func-to-llvm \
// RUN:   -reconcile-unrealized-casts | %{run} | FileCheck %s
// RUN: %if other %{ other-program %} %else %{ not mlir-runner %s %}
func.func private @printMemrefF32(memref<*xf32>) attributes { llvm.emit_c_interface }
memref.global "private" constant @two : memref<2xf32> = dense<[1.5, 0.333333343]>
func.func @entry() {
  %a = arith.constant 40 : i32
  %b = arith.constant 2 : i32
  %c = arith.addi %a, %b : i32
  vector.print str "the number 7 is: "
  vector.print %c : i32
  %d = memref.get_global @two : memref<2xf32>
  %e = memref.cast %d : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%e) : (memref<*xf32>) -> ()
  // CHECK: 42
  return
}
"#;

/// Reads out of bounds, which the program's own checks notice.
const BEYOND: &str = r#"// RUN: mlir-opt %s -generate-runtime-verification -expand-strided-metadata -test-cf-assert -convert-to-llvm | \
// RUN:   mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils
func.func @reads(%a: memref<?xf32>, %i: index) {
  %0 = memref.load %a[%i] : memref<?xf32>
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %a = memref.alloca(%c1) : memref<?xf32>
  func.call @reads(%a, %c1) : (memref<?xf32>, index) -> ()
  return
}
"#;

/// Casts to a size that is not that of the buffer, which gives poison that nobody uses.
const UNUSED: &str = r#"// RUN: mlir-opt %s -generate-runtime-verification -expand-strided-metadata -test-cf-assert -convert-to-llvm \
// RUN:   -reconcile-unrealized-casts | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils
func.func @casts(%a: memref<?xf32>) {
  %0 = memref.cast %a : memref<?xf32> to memref<7xf32>
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %a = memref.alloca(%c1) : memref<?xf32>
  func.call @casts(%a) : (memref<?xf32>) -> ()
  return
}
"#;

/// Computes and shows nothing.
const SILENT: &str = r#"// RUN: mlir-opt %s -convert-to-llvm | mlir-runner -e main -entry-point-result=void
func.func @main() {
  return
}
"#;

/// Returns a number, which the runner prints.
const RETURNS: &str = r#"// RUN: mlir-runner %s -e main -entry-point-result=f32
llvm.func @main() -> f32 {
  %0 = llvm.mlir.constant(1.5 : f32) : f32
  llvm.return %0 : f32
}
"#;

/// The script's status and standard output on these tests.
fn run(tests: &[(&str, &str)], lowdiff: &Path) -> (Option<i32>, String) {
    run_with(tests, lowdiff, &[])
}

/// It, with these options.
fn run_with(tests: &[(&str, &str)], lowdiff: &Path, options: &[&str]) -> (Option<i32>, String) {
    let found = toolchain("22");
    let home = found.library.parent().and_then(Path::parent).expect("the library lies in a tree");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in tests {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder is made");
        fs::write(file, text).expect("the folder takes a file");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/integration/run.py");
    let mut command = Command::new("python3");
    command
        .arg(script)
        .arg("--sources")
        .arg(folder.path())
        .arg("--toolchain")
        .arg(home)
        .args(["--mlir", "22"])
        .args(options);
    let done = command.arg("--lowdiff").arg(lowdiff).arg("--all").output().expect("python3 can be started");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.code() != Some(2), "{said}{}", String::from_utf8_lossy(&done.stderr));
    (done.status.code(), said)
}

#[test]
fn run_lines_are_run_and_numbers_compared() {
    let tests = [("Integration/Dialect/Own/CPU/adds.mlir", ADDS)];
    let (status, said) = run(&tests, Path::new(env!("CARGO_BIN_EXE_lowdiff")));
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("adds.mlir:7\tran\tok\tok"), "{said}");
    assert!(said.contains("adds.mlir:10\tran\tok\tok"), "{said}");
    assert!(said.contains("adds.mlir:12\tn/a\t-\t-\tit is expected to fail"), "{said}");
    assert!(said.contains("1 tests can be compared (2 runs): 1 give stock's numbers (100.0%)"), "{said}");
}

#[test]
fn other_numbers_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let wrong = folder.path().join("wrong");
    let buffers = r#"[{"shape": [], "element": "i64", "bits": ["0x2b"]}]"#;
    let answer = format!(r#"{{"outcome": "ok", "interpreted": true, "outputs": {buffers}, "returned": []}}"#);
    fs::write(&wrong, format!("#!/bin/sh\necho '{answer}'\n")).expect("the folder takes a file");
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(&wrong, fs::Permissions::from_mode(0o755)).expect("the file is ours");
    for options in [&[][..], &["--eval"]] {
        let tests = [("Integration/Dialect/Own/CPU/adds.mlir", ADDS)];
        let (status, said) = run_with(&tests, &wrong, options);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("number 0 is 43 (i64) instead of 42"), "{said}");
    }
}

#[test]
fn programs_are_computed_without_a_pass() {
    let tests = [
        ("Integration/Dialect/Own/CPU/adds.mlir", ADDS),
        ("Integration/Dialect/Own/CPU/beyond.mlir", BEYOND),
        ("Integration/Dialect/Own/CPU/returns.mlir", RETURNS),
        ("Integration/Dialect/Own/CPU/silent.mlir", SILENT),
        ("Integration/Dialect/Own/CPU/unused.mlir", UNUSED),
    ];
    let (status, said) = run_with(&tests, Path::new(env!("CARGO_BIN_EXE_lowdiff")), &["--eval"]);
    assert_eq!(status, Some(0), "{said}");
    for line in [
        "adds.mlir:7\tran\tok",
        "adds.mlir:10\tran\tok",
        "beyond.mlir:1\tran\ttold",
        "returns.mlir:1\tran\tok",
        "silent.mlir:1\tran\tsilent",
        "unused.mlir:1\tran\ttold",
        "1 are left out: it prints no number",
        "4 tests can be compared (5 runs): 2 give stock's numbers without a pass, 2 break a rule where their own checks say so (100.0% together)",
    ] {
        assert!(said.contains(line), "no {line} in {said}");
    }
}
