//! Every way down that is known is wrong, the plain lowering too, so nothing finishes a prefix in a good way. But some passes of it
//! are there for operations that a program need not have: where the path and the plain lowering come down without
//! such a pass, and both are as expected then, it is to blame.

use super::blamed::{Culprit, Trail};
use super::prefix::Standing;
use super::scene::Scene;
use super::search::Follow;
use super::shared::evaluated;
use super::split::Split;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;
use std::collections::BTreeSet;

impl Follow<'_> {
    /// The trail of a path that goes wrong as the plain lowering does too; where the program is about one `operation`, by what happens to it.
    ///
    /// # Errors
    /// Nothing can be run any more.
    pub(super) fn every_way(&self, scene: &mut Scene<'_>, operation: Option<&str>) -> Result<Trail> {
        let trail = evaluated(scene, self.path, &self.steps, self.finishing.reference, operation)?;
        match trail.culprit {
            Some(_) => Ok(trail),
            None => Ok(self.dispensable(scene)?.unwrap_or(trail)),
        }
    }

    /// The trail of the one pass without which this path and the plain lowering are right; none where there is none, or several.
    fn dispensable(&self, scene: &mut Scene<'_>) -> Result<Option<Trail>> {
        let plain = scene.run(vec![PathSpec::Drawn(Vec::new())])?;
        let plain = plain.first().map(|report| report.pipelines()).unwrap_or_default();
        let shared: BTreeSet<&str> = plain.iter().map(|step| pass_name(step)).collect();
        let own: BTreeSet<&str> = self.steps.iter().map(|step| pass_name(step)).collect();
        let mut spared: Vec<&str> = shared.intersection(&own).copied().collect();
        for steps in [&plain, &self.steps] {
            let ways: Vec<Vec<String>> = spared.iter().map(|pass| without(steps, pass)).collect();
            let standings = self.standings(scene, &ways)?;
            let mut good = standings.into_iter().map(|(standing, _)| standing == Standing::Good);
            spared.retain(|_| good.next() == Some(true));
        }
        let [pass] = spared[..] else { return Ok(None) };
        self.convicted(scene, pass)
    }

    /// The trail to the first step of the pass that makes the path wrong by itself.
    fn convicted(&self, scene: &mut Scene<'_>, pass: &str) -> Result<Option<Trail>> {
        let steps: Vec<usize> =
            (0..self.steps.len()).filter(|step| pass_name(&self.steps[*step]) == pass).collect();
        let ways: Vec<Split> = steps.iter().map(|step| self.way_by(*step, pass)).collect();
        let standings = self.standings(scene, &ways.iter().map(Split::with).collect::<Vec<_>>())?;
        let wrong = |(standing, _): &(Standing, String)| *standing == Standing::Wrong;
        let Some(first) = standings.iter().position(wrong) else { return Ok(None) };
        let (way, after) = (ways[first].clone(), standings[first].1.clone());
        let pair = [Standing::Good, Standing::Wrong];
        scene.executor.fresh();
        let again = self.standings(scene, &[way.without(), way.with()])?;
        let varies = again.iter().map(|(standing, _)| *standing).ne(pair);
        let mut text =
            |steps: &[String]| scene.executor.text_after(&scene.program, steps, &scene.limits).ok();
        let Some(ir_before) = text(&way.before) else { return Ok(None) };
        let ir_after = text(&[&way.before[..], std::slice::from_ref(&way.culprit)].concat());
        let paths = [way.after.clone(), [std::slice::from_ref(&way.culprit), &way.after[..]].concat()];
        let alone = scene
            .run_alone(&ir_before, paths.iter().map(|steps| PathSpec::finished_plainly(steps)).collect());
        let alone = alone.unwrap_or_default();
        let shows = alone.iter().map(|report| self.finishing.reference.standing(report).0).eq(pair);
        let culprit = Culprit {
            path: self.path,
            step: steps[first] + 1,
            pipeline: way.culprit.clone(),
            before: "without it this path is as expected, and so is the plain lowering".to_owned(),
            after,
            ir_before,
            ir_after,
            alone: if shows { alone.iter().map(|report| report.pipelines()).collect() } else { Vec::new() },
            varies,
            ..Culprit::default()
        };
        Ok(Some(Trail { path: self.path, culprit: Some(culprit), way: Some(way), ..Trail::default() }))
    }

    /// The path with one step, counted from 0, of the pass.
    fn way_by(&self, step: usize, pass: &str) -> Split {
        Split {
            before: without(&self.steps[..step], pass),
            culprit: self.steps[step].clone(),
            after: without(&self.steps[step + 1..], pass),
        }
    }

    /// What each of these paths, finished plainly, comes to.
    fn standings(&self, scene: &mut Scene<'_>, ways: &[Vec<String>]) -> Result<Vec<(Standing, String)>> {
        if ways.is_empty() {
            return Ok(Vec::new());
        }
        let reports = scene.run(ways.iter().map(|steps| PathSpec::finished_plainly(steps)).collect())?;
        Ok(reports.iter().map(|report| self.finishing.reference.standing(report)).collect())
    }
}

/// A path without the steps of a pass.
fn without(steps: &[String], pass: &str) -> Vec<String> {
    steps.iter().filter(|step| pass_name(step) != pass).cloned().collect()
}
