//! Compiles the receivers that a library with sanitizer counters calls when it is loaded; `mlir/receivers.rs` says why.

use std::path::PathBuf;
use std::process::Command;

const SOURCE: &str = "src/mlir/receivers.c";

fn main() {
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-env-changed=CC");
    let folder = std::env::var_os("OUT_DIR").expect("cargo says where to build");
    let library = PathBuf::from(folder).join("receivers.so");
    // The linker of a Rust program is a C compiler already, so this asks for nothing new.
    let compiler = std::env::var_os("CC").filter(|v| !v.is_empty()).unwrap_or_else(|| "cc".into());
    let flags = ["-O1", "-shared", "-fPIC", "-nostdlib", "-o"];
    let done = Command::new(&compiler).args(flags).arg(&library).arg(SOURCE).output();
    let said = match &done {
        Ok(done) if done.status.success() => return,
        Ok(done) => String::from_utf8_lossy(&done.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    println!("cargo::error=building lowdiff needs a C compiler: install one, or name it in $CC");
    for line in said.lines() {
        println!("cargo::error={}: {line}", compiler.display());
    }
}
