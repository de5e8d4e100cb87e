//! Wrong results: whose are right, and what each path is wrong by whose are not.

use super::blamed::Blamed;
use super::opinion::opinion;
use super::runner::{Finishing, PathRunner};
use super::strategies::{ShownFault, Suspect, Wrong, follow};
use super::untold::Untold;
use crate::judge::VerdictKind;
use crate::observe::PathReport;
use anyhow::Result;

/// Prefixes judged in one go; equal modules among them are run once.
const TOGETHER: usize = 8;
/// The number of times that the search begins again on a path without a step that is not needed for it to be wrong.
const RESTARTS: usize = 5;

/// Follows each path whose results are wrong.
pub fn wrong_results(
    runner: &mut PathRunner<'_>,
    blamed: &mut Blamed,
    reports: &[PathReport],
    convicted: Option<usize>,
    all: bool,
) -> Result<()> {
    let Some(opinion) = opinion(runner, &blamed.case, &blamed.verdict, reports, convicted)? else {
        blamed.reason = Some(Untold::NoThirdOpinion);
        return Ok(());
    };
    let authority = opinion.reference.authority;
    blamed.reference = Some(authority);
    if opinion.suspects.is_empty() {
        blamed.reason = Some(Untold::EachAgrees(authority));
    }
    let other = opinion.agreeing.first().map(|index| reports[*index].pipelines());
    blamed.agreeing = opinion.agreeing;
    let operation = blamed.operation.as_ref().map(|isolated| isolated.name().to_owned());
    for path in opinion.suspects {
        let wrong = Wrong {
            finishing: Finishing {
                reference: &opinion.reference,
                plainly: opinion.plainly,
                other: other.as_deref(),
            },
            convicted: convicted.map(|_| reports[path].outcome),
            operation: operation.as_deref(),
            together: match blamed.verdict.kind {
                // Each wrong prefix would take all the time or memory there is, and so may one that the machine gives up.
                VerdictKind::Timeout | VerdictKind::OutOfMemory => 1,
                _ if reports[path].effort.left_to_jit > 0 => 1,
                _ => TOGETHER,
            },
            all,
            restarts: RESTARTS,
        };
        let suspect = Suspect { path, steps: reports[path].pipelines(), shows: ShownFault::Wrong(wrong) };
        blamed.paths.push(follow(&suspect, runner)?);
    }
    Ok(())
}
