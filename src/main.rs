//! The `lowdiff` command.

fn main() {
    lowdiff::cli::main()
}
