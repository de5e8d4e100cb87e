//! A program somebody wrote, as a case.

use super::Executor;
use crate::case::{Case, Source};
use crate::path::PathSpec;

/// A program somebody wrote, made ready for comparison along `paths`; arguments of its `main` are drawn from `seed`. Beside it, why
/// the reference semantics expect no results of it, where they do not.
///
/// # Errors
/// The program is not valid, or has no `main` that can be compared.
pub fn given(
    executor: &mut dyn Executor,
    program: &str,
    seed: u64,
    paths: Vec<PathSpec>,
) -> anyhow::Result<(Case, Option<String>)> {
    let prepared = executor.prepare(program, seed)?;
    let (expected, why) = match executor.expected(&prepared.program) {
        Ok(expected) => (Some(expected), None),
        Err(error) => (None, Some(format!("{error:#}"))),
    };
    if let Some(why) = &why {
        log::info!("no results are expected: {why}");
    }
    let source = Source::verbatim(prepared.program);
    Ok((Case { source, printed: prepared.printed, paths, expected }, why))
}
