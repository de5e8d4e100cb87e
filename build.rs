//! Tells the commit that is built, and compiles the receivers that a library with sanitizer counters calls when it is loaded;
//! `mlir/receivers.rs` says why.

use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = "src/mlir/receivers.c";

/// Files and folders that the command is made of.
const PARTS: [&str; 5] = ["src", "core", "build.rs", "Cargo.toml", "Cargo.lock"];

/// Not `$CC`, which fuzzing engines point at compilers that instrument.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

fn main() {
    PARTS.iter().for_each(|part| println!("cargo::rerun-if-changed={part}"));
    println!("cargo::rustc-env=LOWDIFF_COMMIT={}", commit().unwrap_or_else(|| "unknown".into()));
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

/// The commit, where this folder is a checkout and not a part of another one, with a mark if [`PARTS`] differ from it. The script runs
/// again when another commit is checked out.
fn commit() -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()?;
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != here {
        return None;
    }
    let file = |name: &str| git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).is_file());
    // The log of HEAD has a line for each commit that was checked out. Cargo runs a script each time for a file that is not there.
    let watched: Vec<String> = match file("logs/HEAD") {
        Some(log) => vec![log],
        None => {
            let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
            ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()).filter_map(file).collect()
        }
    };
    watched.iter().for_each(|path| println!("cargo::rerun-if-changed={path}"));
    let changed = git(&[&["status", "--porcelain", "--untracked-files=no", "--"], &PARTS[..]].concat())?;
    Some(git(&["rev-parse", "--short=12", "HEAD"])? + if changed.is_empty() { "" } else { "-dirty" })
}

/// All that git prints, without space at the ends.
fn git(arguments: &[&str]) -> Option<String> {
    let done = Command::new("git")
        .arg("--no-optional-locks")
        .args(arguments)
        .output()
        .ok()
        .filter(|done| done.status.success())?;
    Some(String::from_utf8(done.stdout).ok()?.trim().to_owned())
}
