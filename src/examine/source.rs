//! The source program by itself: a rule that it breaks before any pass has run is not a pass's doing.

use crate::case::Case;
use crate::execute::{Checking, Executor, Isolation, Limits};
use crate::judge::{Verdict, policy};
use crate::observe::{BrokenRule, PathReport};
use crate::program::Syntax;

/// The rules that paths broke which came to these reports.
pub fn broken_rules(reports: &[PathReport]) -> Vec<BrokenRule> {
    reports.iter().filter_map(|report| report.failure.as_ref()?.broken.clone()).collect()
}

/// The rule that the source program of a case breaks by itself, where that decides who takes a finding of this verdict: its paths came to
/// these reports.
pub fn deciding_rule(
    executor: &mut dyn Executor,
    case: &Case,
    (verdict, reports): (&Verdict, &[PathReport]),
    syntax: Syntax,
    limits: Limits,
) -> Option<BrokenRule> {
    let broken = broken_rules(reports);
    policy::asks_source(verdict, &broken).then(|| broken_by_source(executor, case, syntax, limits)).flatten()
}

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
