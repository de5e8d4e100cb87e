//! The first step behind which results are wrong need not be the one to blame: a path may have two bugs, or what finishes it
//! behind the step may make the difference.

use super::blamed::Trail;
use super::prefix::{Standing, ends_as};
use super::scene::Scene;
use super::search::Follow;
use super::split::Split;
use crate::observe::{Outcome, PathReport};
use crate::path::PathSpec;
use anyhow::Result;

/// Steps without which a path is as wrong, before the next one is named all the same.
const NEEDLESS: usize = 4;

impl Follow<'_> {
    /// The trail of what ends the path like this. `first` leads to the first step behind which anything is wrong; where that is wrong in another way
    /// and the path ends like this without the step too, it is left out, and the rest of the path is followed.
    pub(super) fn about(&self, scene: &mut Scene<'_>, outcome: Outcome, first: Trail) -> Result<Trail> {
        let Some(culprit) = &first.culprit else { return Ok(first) };
        if culprit.after.starts_with(&ends_as(outcome)) {
            return Ok(first);
        }
        let left_out = culprit.step;
        let steps = [&self.steps[..left_out - 1], &self.steps[left_out..]].concat();
        let reports = scene.run(vec![PathSpec::finished_plainly(&steps)])?;
        if reports.iter().any(|report| report.outcome != outcome) {
            return Ok(first);
        }
        let shorter = Follow { steps, ..*self };
        let trail = shorter.trail(scene)?;
        let mut trail = shorter.about(scene, outcome, trail)?;
        let way = trail.way.take().or_else(|| shorter.way(&trail));
        trail.way = way;
        if let Some(culprit) = trail.culprit.as_mut().filter(|culprit| culprit.step >= left_out) {
            culprit.step += 1;
        }
        Ok(trail)
    }

    /// The trail of what the path is wrong with, and right without. What finishes a path behind a step need not be what finishes it in
    /// front of it, so that difference counts too: where the path behind the step, as it was finished, is as wrong without the step,
    /// that path is followed instead.
    pub(super) fn needed(&self, scene: &mut Scene<'_>, first: Trail) -> Result<Trail> {
        self.needed_at_last(scene, first, NEEDLESS)
    }

    fn needed_at_last(&self, scene: &mut Scene<'_>, first: Trail, times: usize) -> Result<Trail> {
        let Some(control) = self.control(scene, &first)? else { return Ok(first) };
        let named = first.culprit.as_ref().map_or("the step", |culprit| culprit.pass()).to_owned();
        let left_out = first.culprit.as_ref().map_or(0, |culprit| culprit.step);
        let shorter = Follow { steps: control, ..*self };
        let mut trail = shorter.trail(scene)?;
        trail = match times {
            0 => trail,
            _ => shorter.needed_at_last(scene, trail, times - 1)?,
        };
        let way = trail.way.take().or_else(|| shorter.way(&trail));
        trail.way = way;
        match &mut trail.culprit {
            // The step as the finding's own path counts it, where that has it.
            Some(culprit) => {
                let own = self.steps.iter().skip(left_out).position(|step| *step == culprit.pipeline);
                culprit.step = own.map_or(culprit.step, |own| left_out + own + 1);
            }
            None => {
                let reason = trail.reason.take().unwrap_or_default();
                trail.reason = Some(format!(
                    "it goes wrong behind {named} and, finished in the same way, without it too; there {reason}"
                ));
            }
        }
        Ok(trail)
    }

    /// The path to behind the culprit, as it was finished, without the culprit, if that is as wrong.
    fn control(&self, scene: &mut Scene<'_>, trail: &Trail) -> Result<Option<Vec<String>>> {
        // What was acquitted or convicted by a way round has been controlled.
        let (Some(culprit), None) = (&trail.culprit, &trail.way) else { return Ok(None) };
        let mut steps = trail.finished.clone();
        if culprit.varies || steps.get(culprit.step - 1) != Some(&culprit.pipeline) {
            return Ok(None);
        }
        steps.remove(culprit.step - 1);
        let reports = scene.run(vec![PathSpec::Fixed(steps.clone())])?;
        let wrong = |report: &PathReport| self.finishing.reference.standing(report).0 == Standing::Wrong;
        Ok(reports.first().is_some_and(wrong).then_some(steps))
    }

    /// The path up to the culprit, and what finished it.
    fn way(&self, trail: &Trail) -> Option<Split> {
        let culprit = trail.culprit.as_ref()?;
        let prefix = trail.prefixes.iter().find(|prefix| prefix.steps == culprit.step)?;
        Some(Split {
            before: self.steps[..culprit.step - 1].to_vec(),
            culprit: culprit.pipeline.clone(),
            after: prefix.path.given()[culprit.step..].to_vec(),
        })
    }
}
