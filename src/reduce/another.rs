//! Two bugs on one path: the first step behind which results are wrong need not be the one that a finding is about.

use super::blame::Follow;
use super::blamed::Trail;
use super::prefix::ends_as;
use super::question::Split;
use super::scene::Scene;
use crate::observe::Outcome;
use crate::path::PathSpec;
use anyhow::Result;

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
