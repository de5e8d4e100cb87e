//! Which pass is to blame: after each step of the failing path, finish in a way that is known to be good, and
//! see from which step on the result is wrong.
//!
//! The search is linear and not by halving: a prefix behind the culprit may come out right again (a later pass
//! removes the code that went wrong, or moves memory to where a stray read does no harm), and halving would
//! then name a step that did nothing. It ends at the first wrong prefix, so steps behind it cost nothing.
//!
//! Two paths that differ do not say which of them is wrong. The reference semantics do, where they know the program. Else
//! the plain lowering of the program is the third opinion; a path that gives other results than it does is taken to be the wrong
//! one.

use super::blamed::{Blamed, Culprit, Found, Trail};
use super::direct::{ended, varying};
use super::isolate::{Isolated, wrong_operation};
use super::overrule::overruled;
use super::prefix::{Finish, Prefix, Reference, Standing, rest};
use super::scene::{Finishing, Scene, Tries};
use crate::case::Case;
use crate::examine::{Examined, examine, is_of_lowering_twice, limits_of};
use crate::execute::{Executor, Limits};
use crate::judge::{VerdictKind, convicting_path};
use crate::observe::{Outcome, PathReport, path_name};
use crate::path::PathSpec;
use crate::program::Syntax;
use anyhow::Result;

/// Prefixes judged in one go; equal modules among them are run once.
const TOGETHER: usize = 8;
/// How often a culprit is looked at again, each time in a new process.
const REPEATS: usize = 2;

/// Runs a case and names the passes that are to blame for what it shows. With `all` every prefix is judged, also
/// those behind the culprit.
///
/// # Errors
/// The case cannot be run at all.
pub fn blame(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    limits: Limits,
    all: bool,
) -> Result<Blamed> {
    let examined = examine(executor, case, syntax, limits)?;
    blame_examined(executor, pass_alone(examined), syntax, limits, all, Tries::UNLIMITED)
}

/// Where a pass ends the path, that and the program just before it say it all: what it has to do with which operation, each run by
/// itself, is for who knows bugs by operations.
pub fn pass_alone(mut examined: Examined) -> Examined {
    if examined.verdict.pass.is_some() {
        examined.case.expected = None;
    }
    examined
}

/// The same of a case that has just been run; where `tries` run out no more prefixes are judged.
///
/// # Errors
/// The case cannot be run at all.
pub fn blame_examined(
    executor: &mut dyn Executor,
    examined: Examined,
    syntax: Syntax,
    limits: Limits,
    all: bool,
    tries: Tries,
) -> Result<Blamed> {
    let Examined { case, reports, verdict } = examined;
    let limits = limits_of(verdict.kind, limits);
    let mut blamed = Blamed::nobody(case, verdict);
    if !blamed.verdict.kind.is_finding() {
        blamed.reason = Some(format!("nothing is wrong here: {}", blamed.verdict));
        return Ok(blamed);
    }
    let rounds = if blamed.verdict.kind == VerdictKind::Nondeterministic { 1 + REPEATS } else { 1 };
    let mut scene = Scene { rounds, tries, ..Scene::new(executor, &blamed.case, syntax, limits) };
    match convicting_path(blamed.verdict.kind, &reports) {
        _ if is_of_lowering_twice(&blamed.verdict) => {
            for (path, report) in reports.iter().enumerate() {
                blamed.trails.push(varying(&mut scene, path, &report.pipelines())?);
            }
        }
        Some(path) if blamed.verdict.pass.is_some() => {
            let trail = ended(&mut scene, path, &reports[path])?;
            blamed.trails.push(trail);
        }
        convicted => wrong_results(&mut scene, &mut blamed, &reports, convicted, all)?,
    }
    // What some paths have right, or would without a pass, is between passes.
    let shared = blamed.verdict.kind == VerdictKind::Mismatch
        && blamed.agreeing.is_empty()
        && blamed.trails.iter().all(|trail| trail.way.is_none())
        && reports.iter().all(|report| report.outcome == Outcome::Ok);
    let folded = blamed.culprits().any(|culprit| culprit.folded.is_some());
    if blamed.case.expected.is_some() && (shared || folded || blamed.verdict.pass.is_some()) {
        let path = convicting_path(blamed.verdict.kind, &reports).unwrap_or(0);
        let tries = scene.tries;
        wrong_operation(executor, &mut blamed, &reports[path].pipelines(), tries, (syntax, limits))?;
    }
    Ok(blamed)
}

/// Follows each path whose results are wrong.
pub(super) fn wrong_results(
    scene: &mut Scene<'_>,
    blamed: &mut Blamed,
    reports: &[PathReport],
    convicted: Option<usize>,
    all: bool,
) -> Result<()> {
    let plain = scene.run(vec![PathSpec::Drawn(Vec::new())])?.into_iter().next();
    let plain = plain.filter(|plain| plain.outcome == Outcome::Ok);
    // Without the plain lowering: where lowered code faults, the path that runs is right. Where both run, it is the
    // path that the other one only adds passes to.
    let added_to = |own: &PathReport| {
        let steps = own.pipelines();
        reports
            .iter()
            .any(|other| steps.len() < other.steps.len() && rest(&steps, &other.pipelines()).is_empty())
    };
    let right = |(_, report): &(usize, &PathReport)| {
        report.outcome == Outcome::Ok && (convicted.is_some() || added_to(report))
    };
    let expected = blamed.case.expected.clone();
    let (name, path) = match (&plain, reports.iter().enumerate().find(right)) {
        _ if expected.is_some() => ("the reference semantics".to_owned(), None),
        (Some(plain), _) => ("the plain lowering".to_owned(), Some(plain.clone())),
        (None, Some((index, report))) => (path_name(index), Some(report.clone())),
        (None, None) => {
            let why = "the plain lowering of the program gives no results, so there is no third opinion on which \
                       path is wrong";
            blamed.reason = Some(why.into());
            return Ok(());
        }
    };
    let mut reference = Reference {
        name,
        expected,
        path,
        printed: blamed.case.printed.clone(),
        zero_sign: blamed.verdict.zero_sign,
        translation_crashes: blamed.verdict.kind == VerdictKind::Crash,
    };
    // Where the semantics know better, the plain lowering may be as wrong as the path is.
    let mut plainly = plain.as_ref().is_some_and(|plain| reference.standing(plain).0 == Standing::Good);
    let wrong = |reference: &Reference| -> Vec<usize> {
        let is_wrong = |index: &usize| reference.standing(&reports[*index]).0 == Standing::Wrong;
        (0..reports.len()).filter(is_wrong).collect()
    };
    let mut suspects: Vec<usize> = match (convicted, blamed.verdict.kind) {
        (Some(path), _) => vec![path],
        (None, VerdictKind::Nondeterministic) => (0..reports.len()).collect(),
        (None, _) => wrong(&reference),
    };
    if let (Some(plain), [one], VerdictKind::Mismatch, None) =
        (&plain, &suspects[..], blamed.verdict.kind, &reference.expected)
        && reports[*one].outcome == Outcome::Ok
        && overruled(scene, &reference, plain, &reports[*one])
    {
        (reference.name, reference.path) = (path_name(*one), Some(reports[*one].clone()));
        (plainly, suspects) = (false, wrong(&reference));
    }
    let stands = |index: usize, standing| reference.standing(&reports[index]).0 == standing;
    suspects.dedup_by_key(|index| reports[*index].pipelines());
    let good = |index: &usize| !suspects.contains(index) && stands(*index, Standing::Good);
    blamed.agreeing = (0..reports.len()).filter(good).collect();
    let other = blamed.agreeing.first().map(|index| reports[*index].pipelines());
    blamed.reference = Some(reference.name.clone());
    if suspects.is_empty() {
        let name = &reference.name;
        blamed.reason = Some(format!(
            "each path agrees with {name} within the tolerance, and they differ from one another alone"
        ));
    }
    let together = match blamed.verdict.kind {
        // Each wrong prefix would take all the time or memory there is.
        VerdictKind::Timeout | VerdictKind::OutOfMemory => 1,
        _ => TOGETHER,
    };
    for path in suspects {
        let finishing = Finishing { reference: &reference, plainly, other: other.as_deref() };
        let follow = Follow { path, steps: reports[path].pipelines(), finishing, together, all };
        if reference.expected.is_some() && !plainly && other.is_none() {
            let operation = blamed.operation.as_ref().map(Isolated::name);
            blamed.trails.push(follow.every_way(scene, operation)?);
            continue;
        }
        let trail = follow.trail(scene)?;
        blamed.trails.push(match convicted {
            Some(_) => follow.about(scene, reports[path].outcome, trail)?,
            None => follow.needed(scene, trail)?,
        });
    }
    Ok(())
}

/// A path that leads to wrong results, to be followed step by step.
pub(super) struct Follow<'a> {
    pub(super) path: usize,
    pub(super) steps: Vec<String>,
    pub(super) finishing: Finishing<'a>,
    pub(super) together: usize,
    pub(super) all: bool,
}

impl Follow<'_> {
    pub(super) fn trail(&self, scene: &mut Scene<'_>) -> Result<Trail> {
        let mut trail = Trail { path: self.path, ..Trail::default() };
        let lengths: Vec<usize> = (0..=self.steps.len()).collect();
        let wrong = |prefix: &Prefix| prefix.result == Standing::Wrong;
        for some in lengths.chunks(self.together) {
            if !scene.tries.take(some.len()) {
                trail.reason = Some("as much was tried as a campaign may".into());
                return Ok(trail);
            }
            let prefixes = scene.prefixes(&self.steps, some, &self.finishing)?;
            trail.prefixes.extend(prefixes);
            if !self.all && trail.prefixes.iter().any(wrong) {
                break;
            }
        }
        let first = trail.prefixes.iter().position(wrong);
        if !self.all {
            trail.prefixes.truncate(first.map_or(usize::MAX, |first| first + 1));
        }
        let Some(first) = first else {
            let why = match trail.prefixes.last().map(|whole| whole.detail.as_str()) {
                // What hangs on where memory lies may come right beside other paths.
                None | Some("") => match varying(scene, self.path, &self.steps) {
                    Ok(Trail { culprit: Some(culprit), .. }) => {
                        let culprit = Some(Culprit { varies: true, ..culprit });
                        return Ok(Trail { culprit, ..trail });
                    }
                    _ => "the whole path gave the expected results when it was run again".to_owned(),
                },
                Some(detail) => {
                    format!("the whole path ended in another way when it was run again: {detail}")
                }
            };
            trail.reason = Some(why);
            return Ok(trail);
        };
        let Some(good) = trail.prefixes[..first].iter().rposition(|p| p.result == Standing::Good) else {
            let name = &self.finishing.reference.name;
            trail.reason = Some(format!("{name} itself gives other results when it is run again"));
            return Ok(trail);
        };
        match self.between(scene, good, first)? {
            Ok(step) => {
                let found = self.culprit(scene, &trail.prefixes[good], &trail.prefixes[first], step)?;
                match found {
                    Ok(found) => {
                        (trail.culprit, trail.way, trail.finished) = (Some(found.0), found.1, found.2);
                    }
                    Err(why) => trail.reason = Some(why),
                }
            }
            Err(why) => trail.reason = Some(why),
        }
        Ok(trail)
    }

    /// Looks at the culprit again, with the IR around it, and alone.
    fn culprit(
        &self,
        scene: &mut Scene<'_>,
        good: &Prefix,
        wrong: &Prefix,
        step: usize,
    ) -> Result<Result<Found, String>> {
        let reference = self.finishing.reference;
        let (mut varies, mut last) = (false, None);
        for _ in 0..REPEATS {
            scene.executor.fresh();
            let reports = scene.run(vec![good.path.clone(), wrong.path.clone()])?;
            let now: Vec<Standing> = reports.iter().map(|report| reference.standing(report).0).collect();
            varies |= now != [Standing::Good, Standing::Wrong];
            last = reports.into_iter().next_back();
        }
        let lowered = last.as_ref().map(PathReport::pipelines).unwrap_or_default();
        if let Some(last) = last.filter(|_| !varies)
            && let Some((culprit, way)) = self.by_folding(scene, step, &last)
        {
            return Ok(Ok((culprit, Some(way), lowered)));
        }
        if !varies
            && step == wrong.steps
            && let Some((culprit, way)) = self.acquitted(scene, step, &lowered)?
        {
            return Ok(Ok((culprit, Some(way), lowered)));
        }
        let pipeline = &self.steps[step - 1];
        let mut text = |steps: &[String]| scene.executor.text_after(&scene.program, steps, &scene.limits);
        let ir_before = match text(&self.steps[..step - 1]) {
            Ok(text) => text,
            Err(error) => {
                return Ok(Err(format!(
                    "step {step} is to blame, and the IR before it cannot be shown: {error:#}"
                )));
            }
        };
        let ir_after = text(&self.steps[..step]).ok();
        // What finished the prefixes in place finishes them alone.
        let finish = |prefix: &Prefix, begins: &[String]| match (&prefix.path, prefix.finish) {
            (PathSpec::Begun { steps, .. }, Finish::OtherPath) => [begins, &steps[prefix.steps..]].concat(),
            _ => begins.to_vec(),
        };
        let own = std::slice::from_ref(pipeline);
        let paths = [finish(good, &[]), finish(wrong, own)].map(|steps| PathSpec::finished_plainly(&steps));
        // With prefixes between the two, what finishes them does not fit the IR just before the culprit.
        let near = good.steps + 1 == wrong.steps;
        let again =
            if near { scene.run_alone(&ir_before, paths.to_vec()).unwrap_or_default() } else { Vec::new() };
        let now: Vec<Standing> = again.iter().map(|report| reference.standing(report).0).collect();
        let alone = match now[..] {
            [Standing::Good, Standing::Wrong] => again.iter().map(PathReport::pipelines).collect(),
            _ => Vec::new(),
        };
        let culprit = Culprit {
            path: self.path,
            step,
            pipeline: pipeline.clone(),
            before: format!("as {} has it", reference.name),
            after: wrong.detail.clone(),
            ir_before,
            ir_after,
            alone,
            varies,
            ..Culprit::default()
        };
        Ok(Ok((culprit, None, lowered)))
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
