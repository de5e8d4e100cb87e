//! The step itself. It applies where one step turns the results wrong and nothing else is to blame for that, asks for the IR around it
//! and for what it does alone, and concludes that it is the culprit.

use super::{Evidence, Suspect};
use crate::blame::blamed::{Before, Culprit};
use crate::blame::prefix::{Finish, Prefix};
use crate::blame::runner::PathRunner;
use crate::blame::untold::Untold;
use crate::observe::PathReport;
use crate::path::PathSpec;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), Some(step), Some((good, first)), Some(again)) =
        (suspect.finishable(), evidence.unnamed_step(), evidence.between, &evidence.again)
    else {
        return Ok(());
    };
    let reference = wrong.reference();
    let [good, first] = [good, first].map(|prefix| &evidence.found.prefixes[prefix]);
    let pipeline = &suspect.steps[step - 1];
    let ir_before = match runner.text_after(&suspect.steps[..step - 1]) {
        Ok(text) => text,
        Err(error) => {
            evidence.found.reason = Some(Untold::NotShown { step, said: format!("{error:#}") });
            return Ok(());
        }
    };
    let ir_after = runner.text_after(&suspect.steps[..step]).ok();
    // The steps that finished the prefixes in place finish them alone.
    let finish = |prefix: &Prefix, begins: &[String]| match (&prefix.path, prefix.finish) {
        (PathSpec::Begun { steps, .. }, Finish::OtherPath) => [begins, &steps[prefix.steps..]].concat(),
        _ => begins.to_vec(),
    };
    let own = std::slice::from_ref(pipeline);
    let paths = [finish(good, &[]), finish(first, own)].map(|steps| PathSpec::finished_plainly(&steps));
    // With prefixes between the two, what finishes them does not fit the IR just before the culprit.
    let near = good.steps + 1 == first.steps;
    let alone =
        if near { runner.run_alone(&ir_before, paths.to_vec()).unwrap_or_default() } else { Vec::new() };
    let shows = reference.is_pair(&alone);
    let culprit = Culprit {
        path: suspect.path,
        step,
        pipeline: pipeline.clone(),
        before: Before::As(reference.authority),
        after: first.after.clone().unwrap_or_default(),
        ir_before,
        ir_after,
        alone: if shows { alone.iter().map(PathReport::pipelines).collect() } else { Vec::new() },
        varies: again.varies,
        ended: first.ended.clone(),
        ..Culprit::default()
    };
    evidence.blame(culprit);
    Ok(())
}
