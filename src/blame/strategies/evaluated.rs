//! The step behind which the IR itself shows other results. It applies where the plain lowering is wrong too, so that nothing finishes a
//! prefix in a good way. As long as the IR is one that the reference semantics evaluate, they tell how it stands themselves; that is
//! asked after every step. It concludes that the first step behind which they find other results is to blame, or a fold hook that is
//! called there; else it leaves the step behind which they cannot evaluate the IR.

use super::folded::folding;
use super::{Evidence, Suspect, Unread};
use crate::blame::blamed::{Before, Culprit};
use crate::blame::runner::Runner;
use crate::judge::agree;
use crate::observe::Expected;
use crate::path::pipeline::pass_name;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut Runner<'_>) -> Result<()> {
    let (Some(wrong), None) = (suspect.unfinishable(), &evidence.found.culprit) else { return Ok(()) };
    let (reference, steps) = (wrong.reference(), &suspect.steps);
    let expected = reference.expected.as_deref().unwrap_or_default();
    let mut before = runner.program.clone();
    for (index, step) in steps.iter().enumerate() {
        let after = runner.text_after(&steps[..=index]).ok();
        let found = after.as_ref().and_then(|after| runner.executor.expected(after).ok());
        let (Some(found), Some(after)) = (found, &after) else {
            evidence.found.reason = Some(one_of(&steps[index..], index + 1));
            evidence.unread = Some(Unread { step: index, before, after });
            return Ok(());
        };
        if let Err(detail) = agree(&found, expected, reference.zero_sign) {
            let same = |folded: &[Expected]| agree(&found, folded, reference.zero_sign).is_ok();
            let culprit = match folding(runner, &steps[..=index], reference, same) {
                Some(folding) => folding.culprit(runner, reference, (suspect.path, index + 1, step)),
                None => Culprit {
                    path: suspect.path,
                    step: index + 1,
                    pipeline: step.clone(),
                    before: Before::Evaluated,
                    after: detail,
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
    evidence.found.reason =
        Some("the reference semantics find the expected results in the IR after every step".to_owned());
    Ok(())
}

/// Why nobody is named, where it is one of these steps, of which the first has this number.
fn one_of(steps: &[String], first: usize) -> String {
    let passes: Vec<&str> = steps.iter().map(|step| pass_name(step)).collect();
    format!(
        "the plain lowering of the program gives other results than the reference semantics too, so it is one of \
         steps {first} to {} ({}): before these the semantics find the expected results in the IR, and then they \
         cannot evaluate it any more",
        first + steps.len() - 1,
        passes.join(", ")
    )
}
