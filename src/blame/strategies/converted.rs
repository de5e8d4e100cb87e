//! The conversion of the only operation. It applies to a program of one operation, where the IR that the reference semantics cannot
//! evaluate any more has that operation no more. It asks for every way down from there. The step is to blame where no way down is right;
//! where one is, the step that makes the difference is.

use super::{Evidence, Suspect, Unread};
use crate::blame::after::After;
use crate::blame::blamed::{Before, Culprit};
use crate::blame::prefix::{Correctness, JudgedReport, Reference};
use crate::blame::runner::PathRunner;
use crate::path::PathSpec;
use crate::path::operations::mentions;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), Some(unread)) = (suspect.unfinishable(), &evidence.unread) else { return Ok(()) };
    let (Some(operation), Some(after)) = (wrong.operation, &unread.after) else { return Ok(()) };
    if !mentions(&unread.before, operation) || mentions(after, operation) {
        return Ok(());
    }
    let Some(found) = difference(suspect, wrong.reference(), unread.step, runner)? else { return Ok(()) };
    if let Some(culprit) = named(suspect, wrong.reference(), unread, found, runner) {
        evidence.blame(culprit);
    }
    Ok(())
}

/// The step that makes the difference between ways down.
struct DecisiveStep {
    /// Its index.
    step: usize,
    /// The results without it.
    before: Before,
    /// The results with it.
    after: After,
}

/// The step to blame, where the one with this index converts the operation; none where ways down do not tell.
fn difference(
    suspect: &Suspect<'_>,
    reference: &Reference,
    conversion: usize,
    runner: &mut PathRunner<'_>,
) -> Result<Option<DecisiveStep>> {
    let steps = &suspect.steps;
    let behind = conversion + 1;
    // Each beginning behind it finished plainly, then the whole without one of the steps behind it.
    let mut ways: Vec<Vec<String>> = (behind..=steps.len()).map(|length| steps[..length].to_vec()).collect();
    let beginnings = ways.len();
    ways.extend((behind..steps.len()).map(|step| [&steps[..step], &steps[step + 1..]].concat()));
    let reports = runner.run(ways.iter().map(|steps| PathSpec::finished_plainly(steps)).collect())?;
    let judged: Vec<JudgedReport> = reports.iter().map(|report| reference.standing(report)).collect();
    let good = |judged: &JudgedReport| judged.result == Correctness::Good;
    let (begun, without) = judged.split_at(beginnings);
    if let Some(last) = begun.iter().rposition(good)
        && behind + last < steps.len()
    {
        let before = Before::PlainTakesOver;
        return Ok(Some(DecisiveStep { step: behind + last, before, after: begun[last + 1].told() }));
    }
    let right: Vec<usize> = (0..without.len()).filter(|place| good(&without[*place])).collect();
    if let [one] = right[..] {
        let (before, after) = (Before::RightWithout, begun[begun.len() - 1].told());
        return Ok(Some(DecisiveStep { step: behind + one, before, after }));
    }
    let wrong: Vec<&JudgedReport> =
        judged.iter().filter(|judged| judged.result == Correctness::Wrong).collect();
    Ok(wrong.first().filter(|_| right.is_empty()).map(|first| DecisiveStep {
        step: conversion,
        before: Before::Evaluated,
        after: After::EveryWay { ways: wrong.len(), first: Box::new(first.told()) },
    }))
}

/// The culprit that makes the difference; none where the IR before it cannot be shown.
fn named(
    suspect: &Suspect<'_>,
    reference: &Reference,
    unread: &Unread,
    DecisiveStep { step, before, after }: DecisiveStep,
    runner: &mut PathRunner<'_>,
) -> Option<Culprit> {
    let steps = &suspect.steps;
    let ir_before = match step == unread.step {
        true => unread.before.clone(),
        false => runner.text_after(&steps[..step]).ok()?,
    };
    let ir_after = runner.text_after(&steps[..=step]).ok();
    // There is no good path from there on to lay beside it.
    let rest = steps[step..].to_vec();
    let again = runner.run_alone(&ir_before, vec![PathSpec::Fixed(rest.clone())]).unwrap_or_default();
    let shows = again.iter().any(|report| reference.standing(report).result == Correctness::Wrong);
    Some(Culprit {
        path: suspect.path,
        step: step + 1,
        pipeline: steps[step].clone(),
        before,
        after,
        ir_before,
        ir_after,
        alone: if shows { vec![rest] } else { Vec::new() },
        ..Culprit::default()
    })
}
