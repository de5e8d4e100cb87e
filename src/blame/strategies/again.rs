//! A second look at one step. It applies where the results of two prefixes differ by one step, asks what both come to in new
//! processes, and concludes whether that varies.

use super::{Again, Evidence, Suspect};
use crate::blame::prefix::Correctness;
use crate::blame::runner::PathRunner;
use anyhow::Result;

/// The number of further looks at a culprit, each in a new process.
pub const REPEATS: usize = 2;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), Some((good, first)), Some(_)) = (suspect.finishable(), evidence.between, evidence.step)
    else {
        return Ok(());
    };
    let paths = [good, first].map(|prefix| evidence.found.prefixes[prefix].path.clone());
    let mut again = Again { varies: false, wrong: None };
    for _ in 0..REPEATS {
        let reports = runner.run_isolated(paths.to_vec())?;
        let now = reports.iter().map(|report| wrong.reference().standing(report).result);
        again.varies |= now.ne([Correctness::Good, Correctness::Wrong]);
        again.wrong = reports.into_iter().next_back();
    }
    evidence.again = Some(again);
    Ok(())
}
