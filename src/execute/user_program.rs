//! A program somebody wrote, as a case.

use super::Executor;
use crate::case::{Case, Source};
use crate::path::PathSpec;
use crate::program::Syntax;

/// A program somebody wrote, as far as it can be compared.
#[derive(Clone, Debug)]
pub struct UserProgram {
    /// It, with the paths it is to be lowered along.
    pub case: Case,
    /// Why the reference semantics expect no results of it, where they do not.
    pub silent: Option<String>,
    /// True if it has a `main` to be run.
    pub runs: bool,
}

/// A program somebody wrote, made ready for comparison along `paths`; arguments of its `main` are drawn from `seed`.
///
/// # Errors
/// The program is not valid, or has no `main` that can be compared.
pub fn user_program(
    executor: &mut dyn Executor,
    program: &str,
    seed: u64,
    paths: Vec<PathSpec>,
) -> anyhow::Result<UserProgram> {
    let prepared = executor.prepare(program, seed)?;
    let source = Source::verbatim(prepared.program);
    let mut case = Case { source, printed: prepared.printed, paths, expected: None };
    // Both spellings are the same text.
    let silent = expect_results(executor, &mut case, Syntax::V22);
    Ok(UserProgram { case, silent, runs: prepared.runs })
}

/// Puts into a case what the reference semantics expect of it, unless that is in it; why they expect nothing, where they do not.
pub fn expect_results(executor: &mut dyn Executor, case: &mut Case, syntax: Syntax) -> Option<String> {
    if case.expected.is_some() {
        return None;
    }
    match executor.expected(case.source.text(syntax)) {
        Ok(expected) => case.expected = Some(expected),
        Err(error) => {
            log::info!("no results are expected: {error:#}");
            return Some(format!("{error:#}"));
        }
    }
    None
}
