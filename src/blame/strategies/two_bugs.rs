//! Two bugs on one path. It applies to a path that is convicted by how it ends, where the first step behind which anything is wrong makes
//! something else wrong. It asks for the path without that step, and where that ends as before, concludes what is found on it.

use super::{Evidence, Suspect, follow};
use crate::blame::runner::PathRunner;
use crate::path::PathSpec;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), Some(culprit)) = (suspect.finishable(), &evidence.found.culprit) else { return Ok(()) };
    let ended = culprit.ended.as_ref().map(|ended| ended.outcome);
    let Some(outcome) = wrong.convicted.filter(|outcome| ended != Some(*outcome)) else { return Ok(()) };
    let left_out = culprit.step;
    let steps = [&suspect.steps[..left_out - 1], &suspect.steps[left_out..]].concat();
    let reports = runner.run(vec![PathSpec::finished_plainly(&steps)])?;
    if reports.iter().any(|report| report.outcome != outcome) {
        return Ok(());
    }
    let shorter = suspect.with(steps);
    let mut found = follow(&shorter, runner)?;
    found.way = found.way.take().or_else(|| shorter.way(&found));
    if let Some(culprit) = found.culprit.as_mut().filter(|culprit| culprit.step >= left_out) {
        culprit.step += 1;
    }
    evidence.found = found;
    Ok(())
}
