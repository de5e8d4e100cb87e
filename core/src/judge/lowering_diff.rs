//! The lowering equivalence property: all paths of one program compute the same; and the same as the reference semantics say,
//! where these know the program.
//!
//! A difference that only a
//! comparison shows needs paths that ran to their end, and where one did not nothing is said: a false alarm
//! costs more than a missed case.

use super::alone::{end, pass};
use super::held;
use super::oracle::{Needs, Oracle};
use super::reference_diff::{self, twins};
use super::{Detail, Floats, Reason, Verdict, VerdictKind, compare};
use crate::observe::{Outcome, PathLetter, PathReport, Prescribed};

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "lowering-diff",
    sees: "Two paths of one program give different results.",
    needs: Needs::OtherPaths,
    convicts: &[],
    judge: Some(differing),
    finds: |verdict| match verdict.detail.seen_once() {
        Some(seen) => !matches!(seen, Detail::Unexpected { .. }),
        None => verdict.kind == VerdictKind::Mismatch && verdict.against.is_none() && !verdict.zero_sign,
    },
    stock: true,
    planted: "sampled_oracles::paths_that_differ_are_found_where_nobody_knows_what_is_right",
};

/// The finding on paths that ran to their end and differ from the first, where it is not known what they should compute.
fn differing(reports: &[PathReport], prescribed: Prescribed<'_>) -> Option<Verdict> {
    if prescribed.expected.is_some() || unfinished(reports).is_some() {
        return None;
    }
    let (first, others) = reports.split_first()?;
    others.iter().enumerate().find_map(|(index, other)| {
        let floats = Floats::between(first, other);
        let difference = compare(&first.outputs, &other.outputs, prescribed.printed, floats).err()?;
        let detail = Detail::Differ { paths: [0, index + 1].map(PathLetter), difference };
        let Some(same) = twins(first, other) else {
            return Some(Verdict::finding(VerdictKind::Mismatch, None, detail));
        };
        let detail = Detail::Twice { same, seen: Box::new(detail) };
        Some(Verdict::finding(VerdictKind::Nondeterministic, None, detail))
    })
}

/// The verdict on paths of which no oracle says anything.
pub(super) fn where_nothing_is_wrong(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    let unfinished = unfinished(reports).or_else(|| held::held(reports));
    unfinished.unwrap_or_else(|| ran(reports, prescribed))
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

/// The verdict on paths that all ran to their end.
fn ran(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    if let Some(expected) = prescribed.expected.filter(|_| !reports.is_empty()) {
        return reference_diff::where_open(reports, prescribed, expected).unwrap_or_else(|| agreed(reports));
    }
    match reports {
        [] | [_] => Verdict::incomparable(Reason::Unsupported, None, Detail::NothingToCompare),
        _ => agreed(reports),
    }
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
