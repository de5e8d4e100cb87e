//! One file per subcommand: parse, call the library, print, exit status.

/// Runs the `lowdiff` command.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
