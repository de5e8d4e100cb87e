//! The same again. It applies where the results of two prefixes differ by one step, asks what both come to in new processes, and
//! concludes whether that varies.

use super::{Again, Known, Suspect};
use crate::blame::prefix::Standing;
use crate::blame::runner::Runner;
use anyhow::Result;

/// How often a culprit is looked at again, each time in a new process.
pub const REPEATS: usize = 2;

pub(super) fn ask(suspect: &Suspect<'_>, known: &mut Known, runner: &mut Runner<'_>) -> Result<()> {
    let (Some(wrong), Some((good, first)), Some(_)) = (suspect.comparable(), known.between, known.step)
    else {
        return Ok(());
    };
    let paths = [good, first].map(|prefix| known.found.prefixes[prefix].path.clone());
    let mut again = Again { varies: false, wrong: None };
    for _ in 0..REPEATS {
        runner.executor.fresh();
        let reports = runner.run(paths.to_vec())?;
        let now = reports.iter().map(|report| wrong.reference().standing(report).result);
        again.varies |= now.ne([Standing::Good, Standing::Wrong]);
        again.wrong = reports.into_iter().next_back();
    }
    known.again = Some(again);
    Ok(())
}
