//! What every way down has in common: the plain lowering is wrong too, so nothing finishes a prefix in a good way. As long as the
//! IR is one that the reference semantics evaluate, they tell how it stands themselves. The step behind which they cannot is the
//! conversion of what they know; it is to blame where no way down from there is right either.

use super::blamed::{Culprit, Trail};
use super::folding::folding;
use super::prefix::{Reference, Standing};
use super::scene::Scene;
use crate::judge::agree;
use crate::observe::Expected;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;

/// Follows `steps`, those of the path with this index, by evaluating the IR after each. Where the program is about one `operation`,
/// the step that converts it is told from one that converts what is around it.
///
/// # Errors
/// Nothing can be run any more.
pub fn evaluated(
    scene: &mut Scene<'_>,
    path: usize,
    steps: &[String],
    reference: &Reference,
    operation: Option<&str>,
) -> Result<Trail> {
    let expected = reference.expected.as_deref().unwrap_or_default();
    let mut trail = Trail { path, ..Trail::default() };
    let mut before = scene.program.clone();
    for (index, step) in steps.iter().enumerate() {
        let after = after_of(scene, &steps[..=index]);
        let found = after.as_ref().and_then(|after| scene.executor.expected(after).ok());
        let (Some(found), Some(after)) = (found, &after) else {
            let converted = Converted { path, steps, index, before, reference };
            return match (operation, &after) {
                (Some(name), Some(after)) if mentions(&converted.before, name) && !mentions(after, name) => {
                    converted.trail(scene)
                }
                _ => Ok(Trail { reason: Some(converted.why()), ..trail }),
            };
        };
        if let Err(detail) = agree(&found, expected, reference.zero_sign) {
            let same = |folded: &[Expected]| agree(&found, folded, reference.zero_sign).is_ok();
            if let Some(found) = folding(scene, &steps[..=index], reference, same) {
                trail.culprit = Some(found.culprit(scene, reference, (path, index + 1, step)));
                return Ok(trail);
            }
            trail.culprit = Some(Culprit {
                path,
                step: index + 1,
                pipeline: step.clone(),
                before: "as the reference semantics evaluate it".to_owned(),
                after: detail,
                ir_before: before,
                ir_after: Some(after.clone()),
                evaluated: true,
                ..Culprit::default()
            });
            return Ok(trail);
        }
        before.clone_from(after);
    }
    trail.reason =
        Some("the reference semantics find the expected results in the IR after every step".to_owned());
    Ok(trail)
}

fn after_of(scene: &mut Scene<'_>, steps: &[String]) -> Option<String> {
    scene.executor.text_after(&scene.program, steps, &scene.limits).ok()
}

/// Whether an operation of this name is in a program.
pub(super) fn mentions(program: &str, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || "_.".contains(c));
    program.match_indices(name).any(|(at, _)| ends(&program[at + name.len()..]))
}

/// A path whose step `index` makes something that the semantics cannot evaluate of IR that is as it should be.
struct Converted<'a> {
    path: usize,
    steps: &'a [String],
    index: usize,
    /// The IR before that step.
    before: String,
    reference: &'a Reference,
}

impl Converted<'_> {
    fn trail(self, scene: &mut Scene<'_>) -> Result<Trail> {
        let trail = Trail { path: self.path, ..Trail::default() };
        let behind = self.index + 1;
        // Each beginning behind it finished plainly, then the whole without one of the steps behind it.
        let mut ways: Vec<Vec<String>> =
            (behind..=self.steps.len()).map(|length| self.steps[..length].to_vec()).collect();
        let beginnings = ways.len();
        ways.extend(
            (behind..self.steps.len()).map(|step| [&self.steps[..step], &self.steps[step + 1..]].concat()),
        );
        let paths = ways.iter().map(|steps| PathSpec::finished_plainly(steps)).collect();
        let reports = scene.run(paths)?;
        let standings: Vec<(Standing, String)> =
            reports.iter().map(|report| self.reference.standing(report)).collect();
        let good = |(standing, _): &(Standing, String)| *standing == Standing::Good;
        let (begun, without) = standings.split_at(beginnings);
        if let Some(last) = begun.iter().rposition(good) {
            let step = behind + last;
            if step < self.steps.len() {
                return self.culprit(
                    scene,
                    trail,
                    step,
                    "it is as expected where the plain lowering takes over",
                    begun[last + 1].1.clone(),
                );
            }
        }
        let right: Vec<usize> = (0..without.len()).filter(|place| good(&without[*place])).collect();
        if let [one] = right[..] {
            return self.culprit(
                scene,
                trail,
                behind + one,
                "without it the path is as expected",
                begun[begun.len() - 1].1.clone(),
            );
        }
        let wrong = |(standing, _): &&(Standing, String)| *standing == Standing::Wrong;
        match standings.iter().find(wrong) {
            Some((_, detail)) if right.is_empty() => {
                let ways = standings.iter().filter(wrong).count();
                let detail = format!("all {ways} ways down from there that were tried are wrong: {detail}");
                self.culprit(scene, trail, self.index, "as the reference semantics evaluate it", detail)
            }
            _ => Ok(Trail { reason: Some(self.why()), ..trail }),
        }
    }

    /// Why nobody is named.
    fn why(&self) -> String {
        let passes: Vec<&str> = self.steps[self.index..].iter().map(|step| pass_name(step)).collect();
        format!(
            "the plain lowering of the program gives other results than the reference semantics too, so it is one of \
             steps {} to {} ({}): before these the semantics find the expected results in the IR, and then they \
             cannot evaluate it any more",
            self.index + 1,
            self.steps.len(),
            passes.join(", ")
        )
    }

    /// Names the step behind so many.
    fn culprit(
        &self,
        scene: &mut Scene<'_>,
        trail: Trail,
        step: usize,
        before: &str,
        after: String,
    ) -> Result<Trail> {
        let mut text =
            |steps: &[String]| scene.executor.text_after(&scene.program, steps, &scene.limits).ok();
        let ir_before = match step == self.index {
            true => Some(self.before.clone()),
            false => text(&self.steps[..step]),
        };
        let Some(ir_before) = ir_before else { return Ok(Trail { reason: Some(self.why()), ..trail }) };
        let ir_after = text(&self.steps[..=step]);
        // There is no good path from there on to lay beside it.
        let rest = self.steps[step..].to_vec();
        let again = scene.run_alone(&ir_before, vec![PathSpec::Fixed(rest.clone())]).unwrap_or_default();
        let shows = again.iter().any(|report| self.reference.standing(report).0 == Standing::Wrong);
        let culprit = Culprit {
            path: self.path,
            step: step + 1,
            pipeline: self.steps[step].clone(),
            before: before.to_owned(),
            after,
            ir_before,
            ir_after,
            alone: if shows { vec![rest] } else { Vec::new() },
            ..Culprit::default()
        };
        Ok(Trail { culprit: Some(culprit), ..trail })
    }
}
