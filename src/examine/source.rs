//! The source program by itself: a rule that it breaks before any pass has run is not a pass's doing.

use crate::case::Case;
use crate::execute::{Executor, Job, Looks, StepChecks, Terms};
use crate::observe::BrokenRule;
use crate::path::PathSpec;
use crate::program::Syntax;

/// The rule that the source program of a case breaks when it is run as it is; none where it breaks none, or cannot be run so.
pub fn broken_by_source(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    terms: Terms,
) -> Option<BrokenRule> {
    executor.new_worker();
    let looks = Looks { steps: StepChecks::Alone, ..Looks::NONE };
    let job =
        Job { paths: vec![PathSpec::Fixed(Vec::new())], ..Job::of(case, syntax, Terms { looks, ..terms }) };
    let [report] = &executor.run(&job).ok()?[..] else { return None };
    report.failure.as_ref()?.broken.clone()
}
