//! Further processes of lowdiff itself: only one MLIR fits into one.

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use std::ffi::OsStr;
use std::io::BufRead;
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

/// The next message, a JSON line, of a worker. Whatever else comes out of it is passed over: some passes print.
///
/// # Errors
/// It says nothing more.
pub fn listen<M: DeserializeOwned>(output: &mut impl BufRead) -> Result<M> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if output.read_until(b'\n', &mut line)? == 0 {
            bail!("it said nothing more");
        }
        if let Ok(message) = serde_json::from_slice(&line) {
            return Ok(message);
        }
    }
}
