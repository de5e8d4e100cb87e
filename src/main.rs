//! The `lowdiff` command.

fn main() -> std::process::ExitCode {
    lowdiff::cli::main()
}
