//! A pass, or the lowered code, takes all the time or memory it may have.
//!
//! A pass that does is a finding. Lowered code that does is one only beside another path of the same program that ran to its end; where
//! none did, the program itself may be endless or huge, and nothing can be said. The time that a path may take grows with its program,
//! so that slow is told from endless.

use super::alone::{end, pass};
use super::lowering_diff::unfinished;
use super::oracle::{Convicting, Needs, Oracle};
use super::{Detail, Reason, Verdict, VerdictKind};
use crate::observe::{Outcome, PathReport};

/// Outcomes without an end, memory first: a path that waits for memory may not get to the end of the time.
const ENDLESS: &[Convicting] = &[
    Convicting { outcome: Outcome::OutOfMemory, kind: VerdictKind::OutOfMemory },
    Convicting { outcome: Outcome::Timeout, kind: VerdictKind::Timeout },
];

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "termination",
    sees: "Something comes to no end, or takes all memory.",
    needs: Needs::OtherPaths,
    convicts: ENDLESS,
    judge: Some(|reports, _| limits(reports)),
    finds: |verdict| matches!(verdict.kind, VerdictKind::Timeout | VerdictKind::OutOfMemory),
    stock: true,
    planted: "hostile_passes::a_comparison_gives_the_verdict_and_the_status",
};

/// The finding that limits show.
fn limits(reports: &[PathReport]) -> Option<Verdict> {
    let limited = |want_pass: bool| {
        ENDLESS.iter().find_map(|Convicting { outcome, kind }| {
            let wanted = |r: &PathReport| r.outcome == *outcome && pass(r).is_some() == want_pass;
            reports.iter().position(wanted).map(|index| (index, *kind))
        })
    };
    let ended = |index: usize| Detail::Ended(end(index, &reports[index]));
    if let Some((index, kind)) = limited(true) {
        return Some(Verdict::finding(kind, pass(&reports[index]), ended(index)));
    }
    let (index, kind) = limited(false)?;
    if reports.iter().any(|r| r.outcome == Outcome::Ok) {
        return Some(Verdict::finding(kind, None, ended(index)));
    }
    if let Some(other) = unfinished(reports) {
        return Some(other);
    }
    let detail = Detail::NoneEnds(end(index, &reports[index]));
    Some(Verdict::incomparable(Reason::Unsupported, None, detail))
}
