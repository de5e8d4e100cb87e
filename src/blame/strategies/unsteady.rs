//! The step that leaves one state or another, depending on where memory lies. It applies to a path that was lowered twice to different
//! ends, and to one whose wrong results are gone when it is run again. It lowers the path in other heaps, and concludes that the step
//! behind which states differ first is the culprit.

use super::{Evidence, ShownFault, Suspect};
use crate::blame::after::After;
use crate::blame::blamed::{Before, Culprit};
use crate::blame::runner::PathRunner;
use crate::blame::untold::Untold;
use crate::examine;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let found = match suspect.shows {
        ShownFault::Unsteady => culprit(suspect, runner)?,
        // A result that hangs on where memory lies may come right beside other paths.
        _ if evidence.vanished => culprit(suspect, runner).ok().flatten(),
        _ => return Ok(()),
    };
    match found {
        Some(culprit) => evidence.blame(Culprit { varies: evidence.vanished, ..culprit }),
        None if evidence.vanished => {}
        None => evidence.found.reason = Some(Untold::Steady),
    }
    Ok(())
}

fn culprit(suspect: &Suspect<'_>, runner: &mut PathRunner<'_>) -> Result<Option<Culprit>> {
    let steps = &suspect.steps;
    let found = examine::unsteady(runner.executor, &runner.program, steps, &runner.terms, None)?;
    let Some(found) = found else { return Ok(None) };
    let step = found.step;
    let (ir_before, ir_after) =
        (runner.text_after(&steps[..step - 1])?, runner.text_after(&steps[..step]).ok());
    let own = vec![steps[step - 1].clone()];
    let again = examine::unsteady(runner.executor, &ir_before, &own, &runner.terms, None);
    Ok(Some(Culprit {
        path: suspect.path,
        step,
        pipeline: steps[step - 1].clone(),
        before: Before::Steady,
        after: After::OtherIr,
        ir_before,
        ir_after,
        alone: if again.is_ok_and(|found| found.is_some_and(|found| found.step == 1)) {
            vec![own]
        } else {
            Vec::new()
        },
        ..Culprit::default()
    }))
}
