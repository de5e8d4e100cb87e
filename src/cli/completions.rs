//! `lowdiff completions`: what a shell needs to complete the command line.

use super::{Cli, output};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

/// Print a script by which a shell completes commands and options
///
/// For bash: lowdiff completions bash > ~/.local/share/bash-completion/completions/lowdiff
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "lowdiff", &mut script);
        output::data(String::from_utf8(script)?.trim_end())?;
        Ok(0)
    }
}
