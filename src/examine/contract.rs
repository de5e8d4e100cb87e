//! A pass that may stand anywhere on a path keeps its promise by itself: the state before it and the state it leaves compute the same,
//! both finished by the plain lowering.
//!
//! Whole paths hide what a later pass undoes, and what goes wrong on each of them. Here nothing else is drawn behind the pass, so what
//! differs is its doing. The two are paths like any others, and are judged as such; floats have the bounds they always have.

use crate::observe::{Effect, PathReport};
use crate::path::PathSpec;
use crate::path::catalogue;
use crate::path::pipeline::pass_name;

/// The paths that tell whether one pass of `report` keeps what the catalogue promises of it; `pick` draws among those that changed the
/// IR. None where no such pass did.
pub fn paths(report: &PathReport, pick: &[u8; 32]) -> Option<Vec<PathSpec>> {
    let promised = |step: &str| {
        let name = pass_name(step);
        catalogue::rows().iter().any(|row| row.passes().any(|pass| pass.name == name))
    };
    let taken = report.steps.iter().filter(|step| step.effect != Some(Effect::Declined));
    let changed = |effect: Option<Effect>| effect == Some(Effect::Changed);
    let candidates: Vec<usize> = taken
        .enumerate()
        .filter(|(_, step)| changed(step.effect) && promised(&step.pipeline))
        .map(|(at, _)| at)
        .collect();
    let [.., a, b, c, d] = *pick;
    let draw = u32::from_be_bytes([a, b, c, d]) as usize;
    let at = *candidates.get(draw.checked_rem(candidates.len())?)?;
    let steps = report.pipelines();
    Some(vec![PathSpec::finished_plainly(&steps[..at]), PathSpec::finished_plainly(&steps[..=at])])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::StepReport;
    use crate::observe::example::ok;

    fn path(steps: &[(&str, Effect)]) -> PathReport {
        let step = |(pass, effect): &(&str, Effect)| StepReport {
            pipeline: format!("builtin.module({pass})"),
            effect: Some(*effect),
        };
        PathReport { steps: steps.iter().map(step).collect(), ..ok("p", 1) }
    }

    fn drawn(report: &PathReport, last: u8) -> Option<(usize, usize)> {
        let mut pick = [0; 32];
        pick[31] = last;
        let lengths: Vec<usize> = paths(report, &pick)?
            .iter()
            .map(|path| match path {
                PathSpec::Begun { steps, draws } if draws.is_empty() => steps.len(),
                _ => panic!("{path:?}"),
            })
            .collect();
        Some((lengths[0], lengths[1]))
    }

    #[test]
    fn a_pass_that_promises_something_and_did_something_is_drawn() {
        use Effect::{Changed, Declined, Unchanged};
        let report = path(&[
            ("convert-scf-to-cf", Changed),
            ("sccp", Declined),
            ("cse", Changed),
            ("sccp", Unchanged),
            ("canonicalize", Changed),
        ]);
        assert_eq!(drawn(&report, 0), Some((1, 2)));
        assert_eq!(drawn(&report, 1), Some((3, 4)));
        assert_eq!(drawn(&report, 2), Some((1, 2)));
        assert_eq!(drawn(&path(&[("convert-scf-to-cf", Changed), ("cse", Unchanged)]), 0), None);
    }
}
