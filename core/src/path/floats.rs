//! The freedom that passes have with the results of a program, with its floats above all.

use super::catalogue::{self, Role};
use crate::observe::{Effect, PathReport};

/// The freedom with floats of the passes that set two paths, or two states, apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Floats {
    /// Nothing, by the catalogue; what they reorder adds up to a few units of the last places of an output's largest number.
    Kept,
    /// Rounding. A zero keeps its sign.
    Rounded,
    /// Rounding, contraction, another approximation, the sign of a zero.
    Changed,
}

impl Floats {
    /// Of two paths, by their passes that may change floats; whatever no table knows may.
    pub fn between(one: &PathReport, other: &PathReport) -> Floats {
        let differ = |least| changing_steps(one, least) != changing_steps(other, least);
        match () {
            () if differ(Floats::Changed) => Floats::Changed,
            () if differ(Floats::Rounded) => Floats::Rounded,
            () => Floats::Kept,
        }
    }
}

/// The freedom of steps in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freedom {
    /// With floats.
    pub floats: Floats,
    /// True if one of them may change results by design.
    pub by_design: bool,
    /// True if one of them inserts what frees buffers: it asks for functions that give back no memory that they are given
    /// (OwnershipBasedBufferDeallocation.md, "Function boundary ABI").
    pub frees: bool,
}

impl Freedom {
    /// Of no step.
    pub const NONE: Freedom = Freedom { floats: Floats::Kept, by_design: false, frees: false };

    /// With one more step.
    pub fn and(self, step: &str) -> Freedom {
        let by_design = self.by_design || catalogue::changes_results(step);
        let frees = self.frees || Role::Frees.is_of(step);
        Freedom { floats: self.floats.max(catalogue::floats(step)), by_design, frees }
    }

    /// Of these steps in a row.
    pub fn of<'s>(steps: impl IntoIterator<Item = &'s String>) -> Freedom {
        steps.into_iter().fold(Freedom::NONE, |so_far, step| so_far.and(step))
    }
}

/// The steps of a path that did something and have this freedom at least, in alphabetical order.
fn changing_steps(report: &PathReport, least: Floats) -> Vec<&str> {
    let idle = [Some(Effect::Declined), Some(Effect::Unchanged)];
    let steps =
        report.steps.iter().filter(|step| !idle.contains(&step.effect)).map(|step| step.pipeline.as_str());
    let mut changing: Vec<&str> = steps.filter(|step| catalogue::floats(step) >= least).collect();
    changing.sort_unstable();
    changing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Outcome, StepReport};

    #[test]
    fn floats_are_kept_by_all_that_both_paths_have_or_that_keeps_them() {
        let path = |steps: &[(&str, Effect)]| {
            let step = |(pass, effect): &(&str, Effect)| StepReport {
                pipeline: format!("builtin.module({pass})"),
                effect: Some(*effect),
            };
            PathReport { steps: steps.iter().map(step).collect(), ..PathReport::of(Outcome::Ok) }
        };
        use Effect::{Changed, Unchanged};
        let plain = path(&[("cse", Changed), ("convert-math-to-libm", Changed)]);
        let more = |pass, effect| path(&[("convert-math-to-libm", Changed), (pass, effect)]);
        assert_eq!(Floats::between(&plain, &more("canonicalize", Changed)), Floats::Kept);
        assert_eq!(Floats::between(&plain, &more("math-uplift-to-fma", Unchanged)), Floats::Kept);
        assert_eq!(Floats::between(&plain, &more("math-uplift-to-fma", Changed)), Floats::Changed);
        assert_eq!(Floats::between(&plain, &more("my-own-pass", Changed)), Floats::Changed);
        assert_eq!(Floats::between(&plain, &more("canonicalize{max-rewrites=7}", Changed)), Floats::Kept);
        for expansion in ["math-expand-ops", "math-expand-ops{ops=ceil}"] {
            assert_eq!(Floats::between(&plain, &more(expansion, Changed)), Floats::Rounded, "{expansion}");
        }
    }

    #[test]
    fn steps_in_a_row_have_the_freedom_of_the_freest() {
        let after = |passes: &[&str]| {
            let steps: Vec<String> = passes.iter().map(|pass| format!("builtin.module({pass})")).collect();
            Freedom::of(&steps)
        };
        assert_eq!(after(&[]), Freedom::NONE);
        assert_eq!(after(&["cse", "math-expand-ops"]).floats, Floats::Rounded);
        assert_eq!(after(&["math-uplift-to-fma", "math-expand-ops"]).floats, Floats::Changed);
        let narrowing = "convert-index-to-llvm{index-bitwidth=32}";
        assert!(after(&[narrowing, "cse"]).by_design && !after(&["cse", "convert-index-to-llvm"]).by_design);
    }
}
