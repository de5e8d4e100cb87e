//! The third opinion: it says whose results are right where paths differ, and which paths are wrong then.
//!
//! Two paths that differ do not say which of them is wrong. The reference semantics do, where they know the program. Else
//! the plain lowering of the program is the third opinion; a path that gives other results than it does is taken to be the wrong
//! one. Without the plain lowering, where lowered code faults, the path that runs is right; where both run, it is the path that the other
//! one only adds passes to.

use super::overrule::overruled;
use super::prefix::{Authority, Correctness, Reference, rest};
use super::runner::PathRunner;
use crate::case::Case;
use crate::judge::{Verdict, VerdictKind};
use crate::observe::{Outcome, PathReport};
use crate::path::PathSpec;
use anyhow::Result;

/// The right results, and the paths that do not give them.
pub struct Opinion {
    /// The right results.
    pub reference: Reference,
    /// True where the plain lowering is known to be right: where the semantics know better, it may be as wrong as a path is.
    pub plainly: bool,
    /// Indices of the paths that are wrong.
    pub suspects: Vec<usize>,
    /// Indices of the paths that are right.
    pub agreeing: Vec<usize>,
}

/// Asks whose results are right; none where nobody can tell. `convicted` is the path that is wrong whatever the others are, where there is one.
///
/// # Errors
/// Nothing can be run any more.
pub fn opinion(
    runner: &mut PathRunner<'_>,
    case: &Case,
    verdict: &Verdict,
    reports: &[PathReport],
    convicted: Option<usize>,
) -> Result<Option<Opinion>> {
    let plain = runner.run(vec![PathSpec::Drawn(Vec::new())])?.into_iter().next();
    let plain = plain.filter(|plain| plain.outcome == Outcome::Ok);
    let Some((authority, path)) = third(&plain, case, reports, convicted) else { return Ok(None) };
    let mut reference = Reference {
        authority,
        expected: case.expected.clone(),
        path,
        printed: case.printed.clone(),
        zero_sign: verdict.zero_sign,
        translation_crashes: verdict.kind == VerdictKind::Crash,
    };
    let mut plainly =
        plain.as_ref().is_some_and(|plain| reference.standing(plain).result == Correctness::Good);
    let stand = |reference: &Reference, standing| -> Vec<usize> {
        let stands = |index: &usize| reference.standing(&reports[*index]).result == standing;
        (0..reports.len()).filter(stands).collect()
    };
    let mut suspects: Vec<usize> = match (convicted, verdict.kind) {
        (Some(path), _) => vec![path],
        (None, VerdictKind::Nondeterministic) => (0..reports.len()).collect(),
        (None, _) => stand(&reference, Correctness::Wrong),
    };
    if let (Some(plain), [one], VerdictKind::Mismatch, None) =
        (&plain, &suspects[..], verdict.kind, &reference.expected)
        && reports[*one].outcome == Outcome::Ok
        && overruled(runner, &reference, plain, &reports[*one])
    {
        (reference.authority, reference.path) = (Authority::Path(*one), Some(reports[*one].clone()));
        (plainly, suspects) = (false, stand(&reference, Correctness::Wrong));
    }
    suspects.dedup_by_key(|index| reports[*index].pipelines());
    let mut agreeing = stand(&reference, Correctness::Good);
    agreeing.retain(|index| !suspects.contains(index));
    Ok(Some(Opinion { reference, plainly, suspects, agreeing }))
}

/// The one that has the third opinion, and the path that shows it; no path for the semantics.
fn third(
    plain: &Option<PathReport>,
    case: &Case,
    reports: &[PathReport],
    convicted: Option<usize>,
) -> Option<(Authority, Option<PathReport>)> {
    if case.expected.is_some() {
        return Some((Authority::Semantics, None));
    }
    if let Some(plain) = plain {
        return Some((Authority::PlainLowering, Some(plain.clone())));
    }
    let added_to = |own: &PathReport| {
        let steps = own.pipelines();
        let mut others = reports.iter().filter(|other| steps.len() < other.steps.len());
        others.any(|other| rest(&steps, &other.pipelines()).is_empty())
    };
    let right =
        |report: &PathReport| report.outcome == Outcome::Ok && (convicted.is_some() || added_to(report));
    let index = reports.iter().position(right)?;
    Some((Authority::Path(index), Some(reports[index].clone())))
}
