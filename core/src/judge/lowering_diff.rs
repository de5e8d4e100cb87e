//! The lowering equivalence property: all paths of one program compute the same; and the same as the reference semantics say,
//! where these know the program.
//!
//! A difference that only a
//! comparison shows needs paths that ran to their end, and where one did not nothing is said: a false alarm
//! costs more than a missed case.

use super::alone::{end, pass};
use super::oracle::{Needs, Oracle};
use super::reference_diff::{self, twins};
use super::{Detail, Floats, Reason, Verdict, VerdictKind, compare};
use super::{steps, zero_sign};
use crate::observe::{Outcome, PathLetter, PathReport, Prescribed};

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "lowering-diff",
    sees: "Two paths of one program give different results.",
    needs: Needs::OtherPaths,
    convicts: &[],
    judge: None,
    finds: |verdict| verdict.kind == VerdictKind::Mismatch && verdict.against.is_none() && !verdict.zero_sign,
    planted: "sampled_oracles::paths_that_differ_are_found_where_nobody_knows_what_is_right",
};

/// The verdict on paths of which nothing else is known.
pub(super) fn between(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    let unfinished = unfinished(reports).or_else(|| steps::held(reports));
    unfinished.unwrap_or_else(|| compared(reports, prescribed))
}

/// Paths that never gave results, the harness's own trouble first.
pub(super) fn unfinished(reports: &[PathReport]) -> Option<Verdict> {
    let reasons = [
        (Outcome::HarnessError, Reason::HarnessError),
        (Outcome::Declined, Reason::Declined),
        (Outcome::Incomplete, Reason::Incomplete),
        (Outcome::Unsupported, Reason::Unsupported),
    ];
    reasons.into_iter().find_map(|(outcome, reason)| {
        let index = reports.iter().position(|r| r.outcome == outcome)?;
        let detail = Detail::Ended(end(index, &reports[index]));
        Some(Verdict::incomparable(reason, pass(&reports[index]), detail))
    })
}

/// All paths ran to their end: each is compared with the first, where it is not known what they should compute.
fn compared(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    if let Some(expected) = prescribed.expected.filter(|_| !reports.is_empty()) {
        return reference_diff::where_open(reports, prescribed, expected).unwrap_or_else(|| agreed(reports));
    }
    let Some((first, others)) = reports.split_first().filter(|(_, others)| !others.is_empty()) else {
        return Verdict::incomparable(Reason::Unsupported, None, Detail::NothingToCompare);
    };
    for (index, other) in others.iter().enumerate() {
        let floats = Floats::between(first, other);
        let compared = compare(&first.outputs, &other.outputs, prescribed.printed, floats);
        let Err(difference) = compared else { continue };
        let detail = Detail::Differ { paths: [0, index + 1].map(PathLetter), difference };
        if let Some(same) = twins(first, other) {
            let detail = Detail::Twice { same, seen: Box::new(detail) };
            return Verdict::finding(VerdictKind::Nondeterministic, None, detail);
        }
        return Verdict::finding(VerdictKind::Mismatch, None, detail);
    }
    zero_sign::between(reports, prescribed).unwrap_or_else(|| agreed(reports))
}

fn agreed(reports: &[PathReport]) -> Verdict {
    let silent = reports.iter().all(|report| report.outputs.is_empty());
    match () {
        () if silent => Verdict::silent(),
        () if reports.iter().all(|report| report.outputs == reports[0].outputs) => Verdict::agree(),
        () => Verdict::agree_nearly(),
    }
}

#[cfg(test)]
#[path = "lowering_diff_tests.rs"]
mod tests;
