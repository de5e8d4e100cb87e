//! Builds the library of `planted.c`: MLIR 22 with a bug of our choice in one pass.
#![allow(dead_code, reason = "every test file uses a part of its own")]

use crate::support::{Lowdiff, program, toolchain};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The variable that names the bug, `<pass>:<what>`, or several with commas between; `planted.c` lists what there is.
pub const PLANT: &str = "LOWDIFF_PLANT";

/// Compiles the planted library into `folder`.
pub fn library(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/planted.c");
    let planted = folder.join("libplanted.so");
    compile(&source, &planted, &over_the_real_one("LOWDIFF_PLANT_REAL"));
    planted
}

/// The planted library and a file of this program, once a program, in a folder that stays until the tests have ended.
pub fn library_and(text: &'static str) -> &'static (tempfile::TempDir, PathBuf, PathBuf) {
    static FILES: Mutex<BTreeMap<&str, &(tempfile::TempDir, PathBuf, PathBuf)>> = Mutex::new(BTreeMap::new());
    let mut files = FILES.lock().expect("no test fails while it makes files");
    files.entry(text).or_insert_with(|| {
        toolchain("22");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = library(folder.path());
        let file = program(folder.path(), "p.mlir", text);
        Box::leak(Box::new((folder, library, file)))
    })
}

/// A program that no fold computes away, with two operations that planted bugs change.
pub const PROGRAM: &str = r#"
func.func @main() {
  %a = "tosa.const"() {values = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %b = "tosa.const"() {values = dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %c = tosa.add %a, %b : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %d = tosa.sub %c, %a : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %u = tensor.cast %d : tensor<2x2xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"})
"#;

/// The file of [`PROGRAM`].
pub fn small() -> &'static Path {
    &library_and(PROGRAM).2
}

/// A command on the planted library, with this bug in it.
pub fn lowdiff(words: &[&str], plant: &str) -> Lowdiff {
    Lowdiff::new(words).arg("--mlir").arg(&library_and(PROGRAM).1).env(PLANT, plant)
}

/// Arguments for a library that is MLIR 22's but for the functions it has of its own; the macro `name` is the path
/// of the real one.
pub fn over_the_real_one(name: &str) -> Vec<String> {
    let real = std::fs::canonicalize(&toolchain("22").library).expect("the toolchain's library is there");
    let lib = real.parent().expect("a library lies in a folder");
    vec![
        format!("-I{}", lib.join("../include").display()),
        format!("-D{name}=\"{}\"", real.display()),
        // Linked to, so that every other symbol is found through it.
        real.display().to_string(),
        format!("-Wl,-rpath,{}", lib.display()),
        "-ldl".into(),
    ]
}

/// Compiles C source text into a shared library of this name in `folder`.
pub fn from_text(folder: &Path, name: &str, text: &str) -> PathBuf {
    let (source, library) = (folder.join(format!("{name}.c")), folder.join(format!("lib{name}.so")));
    std::fs::write(&source, text).expect("the temporary folder takes a file");
    compile(&source, &library, &[]);
    library
}

/// Compiles a C file into a shared library.
pub fn compile(source: &Path, library: &Path, arguments: &[String]) {
    let done = Command::new("cc")
        .args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden", "-o"])
        .arg(library)
        .arg(source)
        .args(arguments)
        .output()
        .expect("the tests need a C compiler called cc");
    assert!(done.status.success(), "cc: {}", String::from_utf8_lossy(&done.stderr));
}
