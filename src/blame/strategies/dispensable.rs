//! The pass that a path can do without. Every way down that is known is wrong, the plain lowering too, so nothing finishes a prefix in a
//! good way. But some passes of it are there for operations that a program need not have. It applies where nobody else is named, asks
//! for the path and the plain lowering without each pass that both have, and concludes that the one pass without which both are as
//! expected is to blame.

use super::{Evidence, Suspect, Wrong};
use crate::blame::blamed::{Before, Culprit};
use crate::blame::prefix::{Correctness, JudgedReport};
use crate::blame::runner::PathRunner;
use crate::blame::split::Split;
use crate::observe::PathReport;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;
use std::collections::BTreeSet;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), None) = (suspect.unfinishable(), &evidence.found.culprit) else { return Ok(()) };
    let plain = runner.run(vec![PathSpec::Drawn(Vec::new())])?;
    let plain = plain.first().map(|report| report.pipelines()).unwrap_or_default();
    let shared: BTreeSet<&str> = plain.iter().map(|step| pass_name(step)).collect();
    let own: BTreeSet<&str> = suspect.steps.iter().map(|step| pass_name(step)).collect();
    let mut spared: Vec<&str> = shared.intersection(&own).copied().collect();
    for steps in [&plain, &suspect.steps] {
        let ways: Vec<Vec<String>> = spared.iter().map(|pass| without(steps, pass)).collect();
        let judged = judged(wrong, runner, &ways)?;
        let mut good = judged.into_iter().map(|judged| judged.result == Correctness::Good);
        spared.retain(|_| good.next() == Some(true));
    }
    let [pass] = spared[..] else { return Ok(()) };
    let Some((culprit, way)) = convicted(suspect, wrong, runner, pass)? else { return Ok(()) };
    evidence.found.way = Some(way);
    evidence.blame(culprit);
    Ok(())
}

/// The first step of the pass that makes the path wrong by itself, and the path that shows it.
fn convicted(
    suspect: &Suspect<'_>,
    wrong: Wrong<'_>,
    runner: &mut PathRunner<'_>,
    pass: &str,
) -> Result<Option<(Culprit, Split)>> {
    let of_pass = |step: &usize| pass_name(&suspect.steps[*step]) == pass;
    let steps: Vec<usize> = (0..suspect.steps.len()).filter(of_pass).collect();
    let ways: Vec<Split> = steps.iter().map(|step| way_by(&suspect.steps, *step, pass)).collect();
    let with = judged(wrong, runner, &ways.iter().map(Split::with).collect::<Vec<_>>())?;
    let Some(first) = with.iter().position(|judged| judged.result == Correctness::Wrong) else {
        return Ok(None);
    };
    let (way, after) = (ways[first].clone(), with[first].told());
    let again = runner.run_isolated(plainly(&[way.without(), way.with()]))?;
    let again = standings(wrong, &again);
    let varies = again.iter().map(|judged| judged.result).ne([Correctness::Good, Correctness::Wrong]);
    let Ok(ir_before) = runner.text_after(&way.before) else { return Ok(None) };
    let ir_after = runner.text_after(&[&way.before[..], std::slice::from_ref(&way.culprit)].concat()).ok();
    let paths = [way.after.clone(), [std::slice::from_ref(&way.culprit), &way.after[..]].concat()];
    let paths = paths.iter().map(|steps| PathSpec::finished_plainly(steps)).collect();
    let alone = runner.run_alone(&ir_before, paths).unwrap_or_default();
    let shows = wrong.reference().is_pair(&alone);
    let culprit = Culprit {
        path: suspect.path,
        step: steps[first] + 1,
        pipeline: way.culprit.clone(),
        before: Before::RightWithoutAsPlain,
        after,
        ir_before,
        ir_after,
        alone: if shows { alone.iter().map(|report| report.pipelines()).collect() } else { Vec::new() },
        varies,
        ..Culprit::default()
    };
    Ok(Some((culprit, way)))
}

/// The path with one step, counted from 0, of the pass.
fn way_by(steps: &[String], step: usize, pass: &str) -> Split {
    Split {
        before: without(&steps[..step], pass),
        culprit: steps[step].clone(),
        after: without(&steps[step + 1..], pass),
    }
}

/// Judges these paths, finished plainly.
fn judged(wrong: Wrong<'_>, runner: &mut PathRunner<'_>, ways: &[Vec<String>]) -> Result<Vec<JudgedReport>> {
    if ways.is_empty() {
        return Ok(Vec::new());
    }
    Ok(standings(wrong, &runner.run(plainly(ways))?))
}

fn plainly(ways: &[Vec<String>]) -> Vec<PathSpec> {
    ways.iter().map(|steps| PathSpec::finished_plainly(steps)).collect()
}

fn standings(wrong: Wrong<'_>, reports: &[PathReport]) -> Vec<JudgedReport> {
    reports.iter().map(|report| wrong.reference().standing(report)).collect()
}

/// A path without the steps of a pass.
fn without(steps: &[String], pass: &str) -> Vec<String> {
    steps.iter().filter(|step| pass_name(step) != pass).cloned().collect()
}
