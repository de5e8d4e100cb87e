//! The lowering equivalence property: all paths of one program compute the same; and the same as the reference semantics say,
//! where these know the program.
//!
//! What a path shows by itself (a crash, a fault, invalid IR) is a finding whatever the others do. What only a
//! comparison shows needs paths that ran to their end, and where one did not nothing is said: a false alarm
//! costs more than a missed case.

use super::reference_diff::{self, Prescribed, twins};
use super::{Reason, Verdict, VerdictKind, compare};
use crate::observe::{Failure, Outcome, PathReport};

/// Judges the reports of one program's paths.
///
/// Precedence: crash, memory, invalid-ir, unreadable, round-trip, undefined, limits, results that are not those expected, then what cannot be compared,
/// then mismatch of one path with another.
pub fn judge(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    let expected = || {
        let expected = prescribed.expected?;
        reference_diff::against(reports, prescribed, expected)
    };
    alone(reports)
        .or_else(|| limits(reports))
        .or_else(expected)
        .or_else(|| unfinished(reports))
        .unwrap_or_else(|| compared(reports, prescribed))
}

/// What one path shows by itself, worst first.
fn alone(reports: &[PathReport]) -> Option<Verdict> {
    let kinds = [
        (Outcome::Crash, VerdictKind::Crash),
        (Outcome::Fault, VerdictKind::Memory),
        (Outcome::InvalidIr, VerdictKind::InvalidIr),
        (Outcome::Unreadable, VerdictKind::Unreadable),
        (Outcome::RoundTrip, VerdictKind::RoundTrip),
        (Outcome::Undefined, VerdictKind::Undefined),
    ];
    kinds.into_iter().find_map(|(outcome, kind)| {
        let index = reports.iter().position(|r| r.outcome == outcome)?;
        Some(Verdict::finding(kind, pass(&reports[index]), say(index, &reports[index])))
    })
}

/// Time and memory. A pass that exceeds its limit is a finding. Lowered code that does is one only beside
/// another path of the same program that ran to its end; where none did, the program itself may be endless or
/// huge, and nothing can be said.
fn limits(reports: &[PathReport]) -> Option<Verdict> {
    let kinds = [(Outcome::OutOfMemory, VerdictKind::OutOfMemory), (Outcome::Timeout, VerdictKind::Timeout)];
    let limited = |want_pass: bool| {
        kinds.into_iter().find_map(|(outcome, kind)| {
            let wanted = |r: &PathReport| r.outcome == outcome && pass(r).is_some() == want_pass;
            reports.iter().position(wanted).map(|index| (index, kind))
        })
    };
    if let Some((index, kind)) = limited(true) {
        return Some(Verdict::finding(kind, pass(&reports[index]), say(index, &reports[index])));
    }
    let (index, kind) = limited(false)?;
    if reports.iter().any(|r| r.outcome == Outcome::Ok) {
        return Some(Verdict::finding(kind, None, say(index, &reports[index])));
    }
    if let Some(other) = unfinished(reports) {
        return Some(other);
    }
    let detail = format!("no path of this program ends within the limits; {}", say(index, &reports[index]));
    Some(Verdict::incomparable(Reason::Unsupported, None, detail))
}

/// Paths that never gave results, the harness's own trouble first.
fn unfinished(reports: &[PathReport]) -> Option<Verdict> {
    let reasons = [
        (Outcome::HarnessError, Reason::HarnessError),
        (Outcome::Declined, Reason::Declined),
        (Outcome::Incomplete, Reason::Incomplete),
        (Outcome::Unsupported, Reason::Unsupported),
    ];
    reasons.into_iter().find_map(|(outcome, reason)| {
        let index = reports.iter().position(|r| r.outcome == outcome)?;
        Some(Verdict::incomparable(reason, pass(&reports[index]), say(index, &reports[index])))
    })
}

/// All paths ran to their end: each is compared with the first, where it is not known what they should compute.
fn compared(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    if let Some(expected) = prescribed.expected.filter(|_| !reports.is_empty()) {
        return reference_diff::where_open(reports, prescribed, expected).unwrap_or_else(|| agreed(reports));
    }
    let Some((first, others)) = reports.split_first().filter(|(_, others)| !others.is_empty()) else {
        return Verdict::incomparable(Reason::Unsupported, None, "there is nothing to compare with".into());
    };
    for (index, other) in others.iter().enumerate() {
        let Err(difference) = compare(&first.outputs, &other.outputs, prescribed.printed) else { continue };
        let detail = difference.detail.replace("path b", &path_name(index + 1));
        if let Some(same) = twins(first, other) {
            return Verdict::finding(VerdictKind::Nondeterministic, None, format!("{same}: {detail}"));
        }
        return Verdict::finding(VerdictKind::Mismatch, None, detail);
    }
    agreed(reports)
}

fn agreed(reports: &[PathReport]) -> Verdict {
    let silent = reports.iter().all(|report| report.outputs.is_empty());
    if silent { Verdict::silent() } else { Verdict::agree() }
}

/// The path that convicts by itself, where one does: the first that ended as `kind` says.
pub fn convicting_path(kind: VerdictKind, reports: &[PathReport]) -> Option<usize> {
    let outcome = match kind {
        VerdictKind::Crash => Outcome::Crash,
        VerdictKind::Memory => Outcome::Fault,
        VerdictKind::InvalidIr => Outcome::InvalidIr,
        VerdictKind::Unreadable => Outcome::Unreadable,
        VerdictKind::RoundTrip => Outcome::RoundTrip,
        VerdictKind::Undefined => Outcome::Undefined,
        VerdictKind::Timeout => Outcome::Timeout,
        VerdictKind::OutOfMemory => Outcome::OutOfMemory,
        VerdictKind::Agree
        | VerdictKind::Mismatch
        | VerdictKind::Nondeterministic
        | VerdictKind::Incomparable => return None,
    };
    reports.iter().position(|report| report.outcome == outcome)
}

fn pass(report: &PathReport) -> Option<String> {
    report.failure.as_ref().and_then(|f| f.pass.clone())
}

/// `path a`, `path b`, ...
pub fn path_name(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => format!("path {}", char::from(b'a' + index)),
        _ => format!("path {index}"),
    }
}

/// What happened on one path, in a sentence.
fn say(index: usize, report: &PathReport) -> String {
    let nothing = Failure::default();
    let failure = report.failure.as_ref().unwrap_or(&nothing);
    let mut text = format!("{} ended as {}", path_name(index), report.outcome);
    if let Some(pass) = &failure.pass {
        text += &format!(" in {pass}");
    }
    if let Some(signal) = failure.signal {
        text += &format!(" by signal {signal}");
    }
    if let Some(line) = failure.message.lines().find(|line| !line.trim().is_empty()) {
        text += &format!(": {}", line.trim());
    }
    text
}

#[cfg(test)]
#[path = "lowering_diff_tests.rs"]
mod tests;
