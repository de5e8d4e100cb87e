//! Culprits that a path names by itself: the pass it ended in, or the step that leaves one state or another.

use super::blamed::{Culprit, Trail};
use super::scene::Scene;
use crate::examine::unsteady;
use crate::observe::PathReport;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;

/// How often a pass that ended its path is looked at again, each time in a new process.
const REPEATS: usize = 2;

/// A pass that ended its path is the culprit, when the steps before it run without it.
pub(super) fn ended(scene: &mut Scene<'_>, path: usize, report: &PathReport) -> Result<Trail> {
    let steps = report.pipelines();
    let mut trail = Trail { path, ..Trail::default() };
    let Some((pipeline, earlier)) = steps.split_last() else {
        trail.reason = Some("the path ended before its first step".into());
        return Ok(trail);
    };
    let shown = |reports: &[PathReport], index: usize| {
        reports.get(index).is_some_and(|r| r.outcome == report.outcome && pass_of(r) == pass_of(report))
    };
    let [without, with] = [earlier, &steps[..]].map(|steps| PathSpec::Fixed(steps.to_vec()));
    let mut varies = false;
    for _ in 0..REPEATS {
        scene.executor.fresh();
        let reports = scene.run(vec![without.clone(), with.clone()])?;
        varies |= shown(&reports, 0) || !shown(&reports, 1);
    }
    let ir_before = match scene.executor.text_after(&scene.program, earlier, &scene.limits) {
        Ok(text) => text,
        Err(error) => {
            trail.reason =
                Some(format!("the steps before {} cannot be run alone: {error:#}", pass_name(pipeline)));
            return Ok(trail);
        }
    };
    let own = vec![pipeline.clone()];
    let again = scene.run_alone(&ir_before, vec![PathSpec::Fixed(own.clone())]);
    let alone = if again.is_ok_and(|reports| shown(&reports, 0)) { vec![own] } else { Vec::new() };
    trail.culprit = Some(Culprit {
        path,
        step: steps.len(),
        pipeline: pipeline.clone(),
        before: "the steps before it do their work".into(),
        after: said(report),
        ir_before,
        ir_after: None,
        alone,
        varies,
        ..Culprit::default()
    });
    Ok(trail)
}

/// A step that leaves one state or another, depending on where memory lies, is the culprit.
pub(super) fn varying(scene: &mut Scene<'_>, path: usize, steps: &[String]) -> Result<Trail> {
    let mut trail = Trail { path, ..Trail::default() };
    let Some(step) = unsteady(scene.executor, &scene.program, steps, &scene.limits, None)? else {
        trail.reason = Some("it comes to the same wherever memory lies".into());
        return Ok(trail);
    };
    let mut text = |steps: &[String]| scene.executor.text_after(&scene.program, steps, &scene.limits);
    let (ir_before, ir_after) = (text(&steps[..step - 1])?, text(&steps[..step]).ok());
    let own = vec![steps[step - 1].clone()];
    let again = unsteady(scene.executor, &ir_before, &own, &scene.limits, None);
    trail.culprit = Some(Culprit {
        path,
        step,
        pipeline: steps[step - 1].clone(),
        before: "the same IR wherever memory lies".into(),
        after: "other IR when memory lies elsewhere".into(),
        ir_before,
        ir_after,
        alone: if again.is_ok_and(|step| step == Some(1)) { vec![own] } else { Vec::new() },
        ..Culprit::default()
    });
    Ok(trail)
}

fn pass_of(report: &PathReport) -> Option<&str> {
    report.failure.as_ref().and_then(|failure| failure.pass.as_deref())
}

/// How a pass ended its path, in a sentence.
fn said(report: &PathReport) -> String {
    let message = report.failure.as_ref().map(|failure| failure.message.as_str()).unwrap_or_default();
    match message.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) => format!("{}: {line}", report.outcome),
        None => report.outcome.to_string(),
    }
}
