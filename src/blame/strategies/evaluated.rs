//! The step behind which the IR itself shows other results. It applies where the plain lowering is wrong too, so that nothing finishes a
//! prefix in a good way. As long as the IR is one that the reference semantics evaluate, they tell how it stands themselves; that is
//! asked after every step. It concludes that the first step behind which they find other results is to blame, or a fold hook that is
//! called there; else it leaves the step behind which they cannot evaluate the IR.

use super::folded::folding;
use super::{Evidence, Suspect, Unread};
use crate::blame::after::After;
use crate::blame::blamed::{Before, Culprit};
use crate::blame::runner::PathRunner;
use crate::blame::untold::Untold;
use crate::judge::agree;
use crate::observe::Expected;
use crate::path::pipeline::pass_name;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), None) = (suspect.unfinishable(), &evidence.found.culprit) else { return Ok(()) };
    let (reference, steps) = (wrong.reference(), &suspect.steps);
    let expected = reference.expected.as_deref().unwrap_or_default();
    let mut before = runner.program.clone();
    for (index, step) in steps.iter().enumerate() {
        let after = runner.text_after(&steps[..=index]).ok();
        let found = after.as_ref().and_then(|after| runner.executor.expected(after).ok());
        let (Some(found), Some(after)) = (found, &after) else {
            let passes = steps[index..].iter().map(|step| pass_name(step).to_owned()).collect();
            evidence.found.reason = Some(Untold::OneOfUnread { first: index + 1, passes });
            evidence.unread = Some(Unread { step: index, before, after });
            return Ok(());
        };
        if let Err(deviation) = agree(&found, expected, reference.zero_sign) {
            let same = |folded: &[Expected]| agree(&found, folded, reference.zero_sign).is_ok();
            let culprit = match folding(runner, &steps[..=index], reference, same) {
                Some(folding) => folding.culprit(runner, reference, (suspect.path, index + 1, step)),
                None => Culprit {
                    path: suspect.path,
                    step: index + 1,
                    pipeline: step.clone(),
                    before: Before::Evaluated,
                    after: After::Evaluated(deviation),
                    ir_before: before,
                    ir_after: Some(after.clone()),
                    evaluated: true,
                    ..Culprit::default()
                },
            };
            evidence.blame(culprit);
            return Ok(());
        }
        before.clone_from(after);
    }
    evidence.found.reason = Some(Untold::RightAfterEach);
    Ok(())
}
