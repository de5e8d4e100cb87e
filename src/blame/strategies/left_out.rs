//! The step without which the path is right. It applies where the results of two prefixes differ and those between the two could not be
//! finished. It asks for the path without each of the steps there, and, where a pass is there several times and goes wrong every time,
//! without all of its steps. It concludes that the one step is to blame without which all is well, or the first of that pass that goes
//! wrong by itself.

use super::{Evidence, Suspect};
use crate::blame::prefix::{Correctness, Reference};
use crate::blame::runner::PathRunner;
use crate::blame::untold::Untold;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use anyhow::Result;
use std::collections::BTreeMap;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(wrong), Some((good, first))) = (suspect.finishable(), evidence.between) else { return Ok(()) };
    if good + 1 == first {
        evidence.step = Some(first);
        return Ok(());
    }
    let mut path = Path { steps: &suspect.steps, reference: wrong.reference(), runner };
    let mut candidates = Vec::new();
    for step in good + 1..=first {
        if path.without(|other| other == step)? == Correctness::Good {
            candidates.push(step);
        }
    }
    evidence.step = match candidates[..] {
        [] => path.repeated(good, first)?,
        [one] => Some(one),
        _ => None,
    };
    if evidence.step.is_none() {
        let passes = suspect.steps[good..first].iter().map(|step| pass_name(step).to_owned()).collect();
        let (first, needless) = (good + 1, candidates.len());
        evidence.found.reason = Some(Untold::OneOfUnfinished { first, passes, needless });
    }
    Ok(())
}

/// The path that steps are left out of.
struct Path<'p, 'r> {
    steps: &'p [String],
    reference: &'p Reference,
    runner: &'p mut PathRunner<'r>,
}

impl Path<'_, '_> {
    /// The step of the one pass without all of whose steps the path gives the expected results.
    fn repeated(&mut self, good: usize, wrong: usize) -> Result<Option<usize>> {
        let mut steps: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for step in good + 1..=wrong {
            steps.entry(pass_name(&self.steps[step - 1])).or_default().push(step);
        }
        let mut convicted = Vec::new();
        for steps in steps.into_values().filter(|steps| steps.len() > 1) {
            if self.without(|step| steps.contains(&step))? == Correctness::Good {
                convicted.push(steps);
            }
        }
        let [steps] = &convicted[..] else { return Ok(None) };
        for alone in steps {
            let others = |step| step != *alone && steps.contains(&step);
            if self.without(others)? == Correctness::Wrong {
                return Ok(Some(*alone));
            }
        }
        Ok(None)
    }

    /// Runs the path without the steps, counted from 1, that are left out.
    fn without(&mut self, left_out: impl Fn(usize) -> bool) -> Result<Correctness> {
        let rest = self.steps.iter().enumerate().filter(|(index, _)| !left_out(index + 1));
        let rest: Vec<String> = rest.map(|(_, step)| step.clone()).collect();
        let reports = self.runner.run(vec![PathSpec::finished_plainly(&rest)])?;
        Ok(self.reference.standing(&reports[0]).result)
    }
}
