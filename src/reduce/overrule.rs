//! Whether the plain lowering is to be believed.
//!
//! Without the reference semantics it is the third opinion on two paths. But it may have the bug itself, and then a path that gets round
//! it is taken for wrong, by whichever pass it does so. Two things overrule it:
//!
//! - It comes to the same as that path by itself, without one of its passes or with another option of one. What the path does is then not
//!   what makes the difference.
//! - The other path is that path and more, and the plain lowering has of what is more. Then it is no third opinion but the second once again.

use super::prefix::{Reference, Standing, rest};
use super::scene::Scene;
use crate::observe::{Outcome, PathReport};
use crate::path::pipeline::pass_name;
use crate::path::{PathSpec, catalogue};
use std::collections::BTreeSet;

/// Whether `other` takes the steps of `one` in their order, and more.
pub(super) fn adds_to(other: &[String], one: &[String]) -> bool {
    one.len() < other.len() && rest(one, other).is_empty()
}

/// Whether the plain lowering, whose results `reference` holds, is overruled by the `suspect`, a path that gives other results than
/// it and these `others`.
pub(super) fn overruled(
    scene: &mut Scene<'_>,
    reference: &Reference,
    plain: &PathReport,
    suspect: &PathReport,
    others: &[&PathReport],
) -> bool {
    let (plain, suspect_steps) = (plain.pipelines(), suspect.pipelines());
    if others.iter().any(|other| repeats(&plain, &other.pipelines(), &suspect_steps)) {
        return true;
    }
    let own = Reference { path: Some(suspect.clone()), ..reference.clone() };
    let agrees = |report: &PathReport| {
        report.outcome == Outcome::Ok
            && own.standing(report).0 == Standing::Good
            && reference.standing(report).0 == Standing::Wrong
    };
    variants(&plain, &suspect_steps).into_iter().any(|steps| {
        // Another version may not know an option.
        let reports = scene.run(vec![PathSpec::finished_plainly(&steps)]).unwrap_or_default();
        reports.iter().any(agrees)
    })
}

/// Whether the plain lowering says again what `other` says, which adds to the suspect a pass that it has.
fn repeats(plain: &[String], other: &[String], suspect: &[String]) -> bool {
    let has = |steps: &[String], pass: &str| steps.iter().any(|step| pass_name(step) == pass);
    let more = other.iter().map(|step| pass_name(step)).filter(|pass| !has(suspect, pass));
    adds_to(other, suspect) && more.into_iter().any(|pass| has(plain, pass))
}

/// The plain lowering with another option of a pass, then without one, of those that the suspect has as the plain lowering has them or, for
/// options, not at all: what it does otherwise may be what is wrong with it.
fn variants(plain: &[String], suspect: &[String]) -> Vec<Vec<String>> {
    let of = |pass: &str| suspect.iter().filter(|step| pass_name(step) == pass).collect::<Vec<_>>();
    let mut variants = Vec::new();
    for (at, step) in plain.iter().enumerate() {
        if of(pass_name(step)).iter().all(|other| *other == step) {
            let others = catalogue::with_other_options(step);
            variants.extend(others.map(|other| [&plain[..at], &[other], &plain[at + 1..]].concat()));
        }
    }
    for pass in plain.iter().map(|step| pass_name(step)).collect::<BTreeSet<_>>() {
        if !of(pass).is_empty() {
            variants.push(plain.iter().filter(|step| pass_name(step) != pass).cloned().collect());
        }
    }
    variants
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(passes: &[&str]) -> Vec<String> {
        passes.iter().map(|pass| format!("builtin.module({pass})")).collect()
    }

    #[test]
    fn what_is_more_and_plain_is_no_third_opinion() {
        let plain = steps(&["x", "c"]);
        assert!(repeats(&plain, &steps(&["x", "b", "c"]), &steps(&["b", "c"])));
        assert!(!repeats(&plain, &steps(&["y", "b", "c"]), &steps(&["b", "c"])), "not of the plain lowering");
        assert!(
            !repeats(&plain, &steps(&["x", "c"]), &steps(&["b", "c"])),
            "the suspect has a step of its own"
        );
        assert!(!repeats(&plain, &steps(&["b", "c"]), &steps(&["x", "b", "c"])), "the suspect is more");
    }

    #[test]
    fn the_plain_lowering_is_varied_where_the_suspect_does_as_it_does() {
        let plain = steps(&["convert-vector-to-llvm", "convert-arith-to-llvm"]);
        let indices = "builtin.module(convert-vector-to-llvm{force-32bit-vector-indices=false})";
        let with = |suspect: &[&str]| variants(&plain, &steps(suspect));
        let has = |variants: &[Vec<String>]| variants.iter().any(|steps| steps[0] == indices);
        assert!(has(&with(&["canonicalize", "convert-vector-to-llvm"])) && has(&with(&["canonicalize"])));
        assert!(
            !has(&with(&["convert-vector-to-llvm{force-32bit-vector-indices=false}"])),
            "it may be wrong by that"
        );
        let shorter = |suspect: &[&str]| with(suspect).iter().filter(|steps| steps.len() == 1).count();
        assert_eq!((shorter(&["convert-vector-to-llvm"]), shorter(&["canonicalize"])), (1, 0));
    }
}
