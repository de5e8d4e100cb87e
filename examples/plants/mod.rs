//! MLIR 22 with bugs to choose from, for programs that plant them.

use anyhow::{Context as _, Result, ensure};
use lowdiff::mlir::toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The MLIR that bugs are planted in.
pub const MLIR: &str = "22";

/// The variable that names the bug, `PASS:WHAT`; `tests/planted/planted.c` lists what there is.
pub const PLANT: &str = "LOWDIFF_PLANT";

/// The command that is built beside this example.
pub fn lowdiff() -> Result<PathBuf> {
    let program = std::env::current_exe().context("this program has no path")?;
    let lowdiff = program.parent().and_then(Path::parent).map(|folder| folder.join("lowdiff"));
    lowdiff.filter(|file| file.is_file()).context("lowdiff is not built in this profile: build it first")
}

/// The library in `folder`, compiled as the tests do where it is not there.
pub fn library(folder: &Path) -> Result<PathBuf> {
    let library = folder.join("libplanted.so");
    if !library.is_file() {
        compile(&library)?;
    }
    Ok(library)
}

fn compile(library: &Path) -> Result<()> {
    let real = toolchain::find(MLIR)?.library.canonicalize()?;
    let lib = real.parent().context("a library lies in a folder")?;
    let done = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-o"])
        .arg(library)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/planted.c"))
        .arg(format!("-I{}", lib.join("../include").display()))
        .arg(format!("-DLOWDIFF_PLANT_REAL=\"{}\"", real.display()))
        .arg(&real)
        .arg(format!("-Wl,-rpath,{}", lib.display()))
        .arg("-ldl")
        .status()
        .context("a C compiler called cc is needed")?;
    ensure!(done.success(), "the planted library does not compile");
    Ok(())
}
