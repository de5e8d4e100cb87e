//! A step without which the path is as wrong. The steps that finish a path behind a step need not be those that finish it in front of it, so
//! that difference counts too. It applies to a culprit on wrong results, asks for the path behind it, as that was finished, without the step,
//! and where that is as wrong, concludes what is found on it.

use super::{Evidence, ShownFault, Suspect, Wrong, follow};
use crate::blame::prefix::Correctness;
use crate::blame::runner::PathRunner;
use crate::blame::untold::Untold;
use crate::observe::PathReport;
use crate::path::PathSpec;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let Some(wrong) = suspect.finishable().filter(|wrong| wrong.convicted.is_none() && wrong.restarts > 0)
    else {
        return Ok(());
    };
    let Some(control) = without_culprit(evidence, runner, wrong)? else { return Ok(()) };
    let pass = evidence.found.culprit.as_ref().map(|culprit| culprit.pass().to_owned());
    let left_out = evidence.found.culprit.as_ref().map_or(0, |culprit| culprit.step);
    let shows = ShownFault::Wrong(Wrong { restarts: wrong.restarts - 1, ..wrong });
    let shorter = Suspect { steps: control, shows, ..*suspect };
    let mut found = follow(&shorter, runner)?;
    found.way = found.way.take().or_else(|| shorter.way(&found));
    match &mut found.culprit {
        // The step as the finding's own path counts it, where that has it.
        Some(culprit) => {
            let own = suspect.steps.iter().skip(left_out).position(|step| *step == culprit.pipeline);
            culprit.step = own.map_or(culprit.step, |own| left_out + own + 1);
        }
        None => {
            let there = found.reason.take().map(Box::new);
            found.reason = Some(Untold::WithoutToo { pass, there });
        }
    }
    evidence.found = found;
    Ok(())
}

/// The path to behind the culprit, as it was finished, without the culprit, if that is as wrong.
fn without_culprit(
    evidence: &Evidence,
    runner: &mut PathRunner<'_>,
    wrong: Wrong<'_>,
) -> Result<Option<Vec<String>>> {
    // A culprit with a way of its own has been controlled.
    let (Some(culprit), None) = (&evidence.found.culprit, &evidence.found.way) else { return Ok(None) };
    let finished = evidence.again.as_ref().and_then(|again| again.wrong.as_ref());
    let mut steps = finished.map(PathReport::pipelines).unwrap_or_default();
    if culprit.varies || steps.get(culprit.step - 1) != Some(&culprit.pipeline) {
        return Ok(None);
    }
    steps.remove(culprit.step - 1);
    let reports = runner.run(vec![PathSpec::Fixed(steps.clone())])?;
    let is_wrong = |report: &PathReport| wrong.reference().standing(report).result == Correctness::Wrong;
    Ok(reports.first().is_some_and(is_wrong).then_some(steps))
}
