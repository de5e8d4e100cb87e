//! Between two prefixes that could not be finished: which of the steps there is to blame, by leaving out some of them.

use super::prefix::Standing;
use super::scene::Scene;
use super::search::Follow;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;
use std::collections::BTreeMap;

impl Follow<'_> {
    /// The one step, counted from 1, that turns prefix `good` into prefix `wrong`. Where prefixes between the two
    /// could not be finished it is the one without which the path gives the expected results; where a pass is there several times and
    /// goes wrong every time, the first of its steps that does by itself.
    pub(super) fn between(
        &self,
        scene: &mut Scene<'_>,
        good: usize,
        wrong: usize,
    ) -> Result<Result<usize, String>> {
        if good + 1 == wrong {
            return Ok(Ok(wrong));
        }
        let mut candidates = Vec::new();
        for step in good + 1..=wrong {
            if self.without(scene, |other| other == step)? == Standing::Good {
                candidates.push(step);
            }
        }
        if candidates.is_empty()
            && let Some(step) = self.repeated(scene, good, wrong)?
        {
            return Ok(Ok(step));
        }
        Ok(match candidates[..] {
            [one] => Ok(one),
            _ => {
                let passes: Vec<&str> = self.steps[good..wrong].iter().map(|step| pass_name(step)).collect();
                Err(format!(
                    "it is one of steps {} to {wrong} ({}): the IR between them cannot be finished, and leaving \
                     out one of them is good for {} of them",
                    good + 1,
                    passes.join(", "),
                    candidates.len()
                ))
            }
        })
    }

    /// The step of the one pass without all of whose steps the path gives the expected results.
    fn repeated(&self, scene: &mut Scene<'_>, good: usize, wrong: usize) -> Result<Option<usize>> {
        let mut steps: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for step in good + 1..=wrong {
            steps.entry(pass_name(&self.steps[step - 1])).or_default().push(step);
        }
        let mut convicted = Vec::new();
        for steps in steps.into_values().filter(|steps| steps.len() > 1) {
            if self.without(scene, |step| steps.contains(&step))? == Standing::Good {
                convicted.push(steps);
            }
        }
        let [steps] = &convicted[..] else { return Ok(None) };
        for alone in steps {
            let others = |step| step != *alone && steps.contains(&step);
            if self.without(scene, others)? == Standing::Wrong {
                return Ok(Some(*alone));
            }
        }
        Ok(None)
    }

    /// What the path comes to without the steps, counted from 1, that are left out.
    fn without(&self, scene: &mut Scene<'_>, left_out: impl Fn(usize) -> bool) -> Result<Standing> {
        let rest = self.steps.iter().enumerate().filter(|(index, _)| !left_out(index + 1));
        let rest: Vec<String> = rest.map(|(_, step)| step.clone()).collect();
        let reports = scene.run(vec![PathSpec::finished_plainly(&rest)])?;
        Ok(self.finishing.reference.standing(&reports[0]).0)
    }
}
