//! The source program by itself: a rule that it breaks before any pass has run is not a pass's doing.

use crate::case::Case;
use crate::execute::{Checking, Executor, Isolation, Limits};
use crate::observe::BrokenRule;
use crate::program::Syntax;

/// The rule that the source program of a case breaks when it is run as it is; none where it breaks none, or cannot be run so.
pub fn broken_by_source(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    limits: Limits,
) -> Option<BrokenRule> {
    let (program, printed) = (case.source.text(syntax).to_owned(), case.printed.clone());
    let (steps, isolation) = (Vec::new(), Isolation::New);
    let states = executor.checks_steps()?.check(Checking { program, printed, steps, limits, isolation });
    states.ok()?.runs.into_iter().next()?.broken
}
