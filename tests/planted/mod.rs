//! Builds the library of `planted.c`: MLIR 22 with a bug of our choice in one pass.
#![allow(dead_code, reason = "every test file uses a part of its own")]

use crate::support::{program, toolchain};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The variable that names the bug, `<pass>:<what>`, or several with commas between; `planted.c` lists what there is.
pub const PLANT: &str = "LOWDIFF_PLANT";

/// Compiles the planted library into `folder`.
pub fn library(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/planted.c");
    let planted = folder.join("libplanted.so");
    compile(&source, &planted, &over_the_real_one("LOWDIFF_PLANT_REAL"));
    planted
}

/// The planted library and a file of this program, one a test file, in a folder that stays until its tests have ended.
pub fn library_and(text: &str) -> &'static (tempfile::TempDir, PathBuf, PathBuf) {
    static FILES: OnceLock<(tempfile::TempDir, PathBuf, PathBuf)> = OnceLock::new();
    FILES.get_or_init(|| {
        toolchain("22");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = library(folder.path());
        let file = program(folder.path(), "p.mlir", text);
        (folder, library, file)
    })
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
