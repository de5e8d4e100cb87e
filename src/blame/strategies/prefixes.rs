//! The first wrong prefix. It applies where beginnings of a path can be finished in a way that is known to be good, asks what each of
//! them comes to, and concludes between which two of them the results turn wrong.
//!
//! The search is linear and not by halving: a prefix behind the culprit may come out right again (a later pass
//! removes the code that went wrong, or moves memory to where a stray read does no harm), and halving would
//! then name a step that did nothing. It ends at the first wrong prefix, so steps behind it cost nothing.

use super::{Evidence, Suspect};
use crate::blame::prefix::{Correctness, Prefix};
use crate::blame::runner::PathRunner;
use crate::blame::untold::Untold;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), None) = (suspect.finishable(), &evidence.found.culprit) else { return Ok(()) };
    let is_wrong = |prefix: &Prefix| prefix.result == Correctness::Wrong;
    let found = &mut evidence.found;
    let lengths: Vec<usize> = (0..=suspect.steps.len()).collect();
    for some in lengths.chunks(wrong.together) {
        if !runner.tries.take(some.len()) {
            found.reason = Some(Untold::OutOfTries);
            return Ok(());
        }
        (runner.watch)(some[0], lengths.len());
        let prefixes = runner.prefixes(&suspect.steps, some, &wrong.finishing)?;
        found.prefixes.extend(prefixes);
        if !wrong.all && found.prefixes.iter().any(is_wrong) {
            break;
        }
    }
    let Some(first) = found.prefixes.iter().position(is_wrong) else {
        let unlike = found.prefixes.last().filter(|whole| whole.result != Correctness::Good);
        evidence.vanished = unlike.is_none();
        found.reason = Some(match unlike {
            None => Untold::Vanished,
            Some(whole) => Untold::EndedOtherwise(whole.after.clone().unwrap_or_default()),
        });
        return Ok(());
    };
    if !wrong.all {
        found.prefixes.truncate(first + 1);
    }
    match found.prefixes[..first].iter().rposition(|prefix| prefix.result == Correctness::Good) {
        Some(good) => evidence.between = Some((good, first)),
        None => {
            let authority = wrong.reference().authority;
            found.reason = Some(Untold::Unsteady(authority));
        }
    }
    Ok(())
}
