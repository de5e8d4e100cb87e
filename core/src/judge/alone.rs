//! One path can show a finding by itself, whatever the other paths do.
//!
//! The executor tells these from one another as they happen, and says so by the outcome. Each oracle says which outcomes convict.

use super::oracle::Convicting;
use super::{Detail, ORACLES, PathEnd, Verdict, VerdictKind};
use crate::observe::{Failure, PathLetter, PathReport, Why};

/// The finding of the first of these outcomes that a path has.
pub fn alone(convicts: &[Convicting], reports: &[PathReport]) -> Option<Verdict> {
    convicts.iter().find_map(|convicting| {
        let index = convicting.path(reports)?;
        let report = &reports[index];
        let verdict = Verdict::finding(convicting.kind, pass(report), Detail::Ended(end(index, report)));
        let complaint = report.failure.as_ref().filter(|_| convicting.kind.is_about_an_operation());
        let complaint = complaint.and_then(Failure::operation).map(str::to_owned);
        let breach = report.failure.as_ref().and_then(|failure| failure.breach.as_ref());
        let zero_sign = breach.is_some_and(|breach| breach.is_of_zeros());
        Some(Verdict { complaint, zero_sign, ..verdict })
    })
}

/// The path that convicts by itself, where one does: the first that ended as `kind` says.
pub fn convicting_path(kind: VerdictKind, reports: &[PathReport]) -> Option<usize> {
    let mut all = ORACLES.iter().flat_map(|oracle| oracle.convicts);
    all.find(|convicting| convicting.kind == kind)?.path(reports)
}

impl Convicting {
    fn path(&self, reports: &[PathReport]) -> Option<usize> {
        reports.iter().position(|report| report.outcome == self.outcome)
    }
}

/// The pass in which a path ended.
pub fn pass(report: &PathReport) -> Option<String> {
    report.failure.as_ref().and_then(|f| f.pass.clone())
}

/// The early end of a path.
pub fn end(index: usize, report: &PathReport) -> PathEnd {
    let failure = report.failure.clone().unwrap_or_default();
    PathEnd {
        path: PathLetter(index),
        outcome: report.outcome,
        signal: failure.signal,
        why: Why::from(&failure),
        pass: failure.pass,
    }
}
