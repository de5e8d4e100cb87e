//! Names the pass to blame for a finding, and the operation that goes wrong by itself where that is what all paths share.

use super::blamed::Blamed;
use super::isolate::wrong_operation;
use super::results::wrong_results;
use super::runner::{BlameExtent, PathRunner};
use super::strategies::{ShownFault, Suspect, follow};
use super::untold::Untold;
use crate::case::Case;
use crate::examine::{Examined, examine, terms_of};
use crate::execute::{Executor, Terms};
use crate::judge::{VerdictKind, convicting_path, is_of_heaps};
use crate::observe::Outcome;
use crate::program::Syntax;
use anyhow::Result;

/// The number of further runs of results that vary, each in a new process.
const REPEATS: usize = 2;

/// Runs a case and names the passes that are to blame for what it shows. With `all` every prefix is judged, also
/// those behind the culprit.
///
/// # Errors
/// The case cannot be run at all.
pub fn blame(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    terms: Terms,
    all: bool,
) -> Result<Blamed> {
    let examined = examine(executor, case, syntax, terms)?;
    let extent = BlameExtent { all, ..BlameExtent::TO_CULPRIT };
    blame_examined(executor, pass_alone(examined), syntax, terms, extent)
}

/// A pass that ends the path, and the program just before it, say it all: what it has to do with which operation, each run by
/// itself, is for who knows bugs by operations.
pub fn pass_alone(mut examined: Examined) -> Examined {
    if examined.verdict.pass.is_some() {
        examined.case.expected = None;
    }
    examined
}

/// As [`blame`], of a case that has just been run, as far as `extent` says.
///
/// # Errors
/// The case cannot be run at all.
pub fn blame_examined(
    executor: &mut dyn Executor,
    examined: Examined,
    syntax: Syntax,
    terms: Terms,
    BlameExtent { all, tries, watch }: BlameExtent<'_>,
) -> Result<Blamed> {
    let Examined { case, reports, verdict, .. } = examined;
    let terms = terms_of(verdict.kind, terms);
    let mut blamed = Blamed::nobody(case, verdict);
    if !blamed.verdict.kind.is_finding() {
        blamed.reason = Some(Untold::NothingWrong(Box::new(blamed.verdict.clone())));
        return Ok(blamed);
    }
    let heaps = blamed.verdict.runs.is_some();
    let rounds = match blamed.verdict.runs {
        Some(runs) => runs.tries(),
        None if blamed.verdict.kind == VerdictKind::Nondeterministic => 1 + REPEATS,
        None => 1,
    };
    let mut runner =
        PathRunner { rounds, heaps, tries, watch, ..PathRunner::new(executor, &blamed.case, syntax, terms) };
    let mut look = |path: usize, shows: ShownFault<'_>| {
        follow(&Suspect { path, steps: reports[path].pipelines(), shows }, &mut runner)
    };
    match convicting_path(blamed.verdict.kind, &reports) {
        _ if is_of_heaps(&blamed.verdict) => {
            for path in 0..reports.len() {
                blamed.paths.push(look(path, ShownFault::Unsteady)?);
            }
        }
        Some(path) if blamed.verdict.pass.is_some() => {
            blamed.paths.push(look(path, ShownFault::Ended(&reports[path]))?);
        }
        convicted => wrong_results(&mut runner, &mut blamed, &reports, convicted, all)?,
    }
    // Passes are to blame for what some paths have right, or would without a pass.
    let shared = blamed.verdict.kind == VerdictKind::Mismatch
        && blamed.agreeing.is_empty()
        && blamed.paths.iter().all(|path| path.way.is_none())
        && reports.iter().all(|report| report.outcome == Outcome::Ok);
    let folded = blamed.culprits().any(|culprit| culprit.folded.is_some());
    if blamed.case.expected.is_some() && (shared || folded || blamed.verdict.pass.is_some()) {
        let path = convicting_path(blamed.verdict.kind, &reports).unwrap_or(0);
        let tries = runner.tries;
        wrong_operation(executor, &mut blamed, &reports[path].pipelines(), tries, (syntax, terms))?;
    }
    Ok(blamed)
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
