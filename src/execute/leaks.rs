//! Memory that a lowered program has not freed when it ends, where its path promised to free everything.

use crate::observe::{Cause, Effect, Failure, Leaked, Outcome, PathReport};
use crate::path::freeing::frees;

/// The report of a path that ran, as a fault where its lowered program leaks.
pub fn settle(report: PathReport) -> PathReport {
    let Leaked { blocks: 1.., bytes } = report.leaked else { return report };
    let taken = report.steps.iter().filter(|step| step.effect != Some(Effect::Declined));
    match frees(taken.map(|step| step.pipeline.as_str())) {
        Some(pass) if report.outcome == Outcome::Ok => {
            let failure = Some(Failure::of(Cause::Leaks { bytes, pass: pass.to_owned() }));
            PathReport { outcome: Outcome::Fault, failure, ..report }
        }
        _ => report,
    }
}
