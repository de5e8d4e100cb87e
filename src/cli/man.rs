//! `lowdiff man`: the manual.

use super::Cli;
use anyhow::Context;
use clap::{Args, CommandFactory};
use std::path::PathBuf;

/// Write the manual, a page for each command
///
/// To read one: man DIR/lowdiff.1
#[derive(Debug, Args)]
pub struct Man {
    /// The folder for the pages; it is made where it is not there
    folder: PathBuf,
}

impl Man {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let cannot = || format!("cannot write the manual to {}", self.folder.display());
        std::fs::create_dir_all(&self.folder).with_context(cannot)?;
        clap_mangen::generate_to(Cli::command(), &self.folder).with_context(cannot)?;
        Ok(0)
    }
}
