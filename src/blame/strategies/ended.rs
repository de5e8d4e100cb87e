//! The pass that ended its path. It applies to a path that did not come to its end, asks for the steps before that pass without it and
//! with it, and concludes that it is the culprit.

use super::{Evidence, ShownFault, Suspect, again::REPEATS};
use crate::blame::after::After;
use crate::blame::blamed::{Before, Culprit};
use crate::blame::runner::PathRunner;
use crate::blame::untold::Untold;
use crate::observe::{PathReport, Why};
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let ShownFault::Ended(report) = suspect.shows else { return Ok(()) };
    let Some((pipeline, earlier)) = suspect.steps.split_last() else {
        evidence.found.reason = Some(Untold::NoSteps);
        return Ok(());
    };
    let shown = |reports: &[PathReport], index: usize| {
        reports.get(index).is_some_and(|r| r.outcome == report.outcome && pass_of(r) == pass_of(report))
    };
    let [without, with] = [earlier, &suspect.steps[..]].map(|steps| PathSpec::Fixed(steps.to_vec()));
    let mut varies = false;
    for _ in 0..REPEATS {
        let reports = runner.run_isolated(vec![without.clone(), with.clone()])?;
        varies |= shown(&reports, 0) || !shown(&reports, 1);
    }
    let ir_before = match runner.text_after(earlier) {
        Ok(text) => text,
        Err(error) => {
            let (pass, said) = (pass_name(pipeline).to_owned(), format!("{error:#}"));
            evidence.found.reason = Some(Untold::NotReached { pass, said });
            return Ok(());
        }
    };
    let own = vec![pipeline.clone()];
    let again = runner.run_alone(&ir_before, vec![PathSpec::Fixed(own.clone())]);
    let alone = if again.is_ok_and(|reports| shown(&reports, 0)) { vec![own] } else { Vec::new() };
    evidence.blame(Culprit {
        path: suspect.path,
        step: suspect.steps.len(),
        pipeline: pipeline.clone(),
        before: Before::StepsWork,
        after: end(report),
        ir_before,
        ir_after: None,
        alone,
        varies,
        ended: report.ended(),
        ..Culprit::default()
    });
    Ok(())
}

fn pass_of(report: &PathReport) -> Option<&str> {
    report.failure.as_ref().and_then(|failure| failure.pass.as_deref())
}

/// The end of a path in a pass.
fn end(report: &PathReport) -> After {
    After::Ended { outcome: report.outcome, why: report.failure.as_ref().map(Why::from).unwrap_or_default() }
}
