//! Compiles the receivers that a library with sanitizer counters calls when it is loaded; `mlir/receivers.rs` says why.

use std::path::PathBuf;
use std::process::Command;

const SOURCE: &str = "src/mlir/receivers.c";

/// Not `$CC`, which fuzzing engines point at compilers that instrument.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

fn main() {
    println!("cargo::rerun-if-changed={SOURCE}");
    let folder = std::env::var_os("OUT_DIR").expect("cargo says where to build");
    let library = PathBuf::from(folder).join("receivers.so");
    let mut said = Vec::new();
    for compiler in COMPILERS {
        let flags = ["-O1", "-shared", "-fPIC", "-nostdlib", "-o"];
        match Command::new(compiler).args(flags).arg(&library).arg(SOURCE).output() {
            Ok(done) if done.status.success() => return,
            Ok(done) => said.push(format!("{compiler}: {}", String::from_utf8_lossy(&done.stderr).trim())),
            Err(error) => said.push(format!("{compiler}: {error}")),
        }
    }
    println!("cargo::error=lowdiff needs a C compiler to be built: install gcc or clang");
    said.iter().flat_map(|text| text.lines()).for_each(|line| println!("cargo::error={line}"));
}
