//! Further processes of lowdiff itself: only one MLIR fits into one.

use anyhow::{Context, Result};
use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

/// The command that starts another lowdiff.
///
/// # Errors
/// The executable cannot be found.
pub fn command() -> Result<Command> {
    std::env::current_exe().map(Command::new).context("cannot find lowdiff's own executable")
}

/// Runs another lowdiff with these words to its end.
///
/// # Errors
/// It cannot be started.
pub fn run(words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Output> {
    command()?.args(words).stdin(Stdio::null()).output().context("cannot start another lowdiff")
}
