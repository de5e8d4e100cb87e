//! The complaint of MLIR, of an assertion or of the C++ runtime before it gives up.

use crate::observe::Said;

/// The line in which LLVM, an assertion or the C++ runtime says why it gives up.
pub fn complaint(printed: &str) -> Option<String> {
    let gives_up = |said| {
        matches!(
            said,
            Said::FatalError | Said::Assertion | Said::Unreachable | Said::Uncaught | Said::NoMemory
        )
    };
    let line = printed.lines().rev().find(|line| Said::all_in(line).any(gives_up))?;
    Some(line.trim().chars().take(1000).collect())
}
