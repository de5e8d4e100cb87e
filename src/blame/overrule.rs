//! A check of the plain lowering before it is believed.
//!
//! Without the reference semantics it is the third opinion on two paths. But it may have the bug itself, and then a path that gets round
//! it is taken for wrong, by whichever pass it does so. It is overruled where with another option of a pass that both have it comes to
//! the same as that path by itself: what the path does is not what makes the difference then.
//!
//! Leaving out a pass says nothing: another one does its work, and which of the two is wrong is as open as before.

use super::prefix::{Correctness, Reference};
use super::runner::PathRunner;
use crate::observe::{Outcome, PathReport};
use crate::path::pipeline::pass_name;
use crate::path::{PathSpec, catalogue};

/// True where the plain lowering, whose results `reference` holds, is overruled by the `suspect`, a path that gives other results.
pub(super) fn overruled(
    runner: &mut PathRunner<'_>,
    reference: &Reference,
    plain: &PathReport,
    suspect: &PathReport,
) -> bool {
    let own = Reference { path: Some(suspect.clone()), ..reference.clone() };
    let agrees = |report: &PathReport| {
        report.outcome == Outcome::Ok
            && own.standing(report).result == Correctness::Good
            && reference.standing(report).result == Correctness::Wrong
    };
    variants(&plain.pipelines(), &suspect.pipelines()).into_iter().any(|steps| {
        // Another version may not know an option.
        let reports = runner.run(vec![PathSpec::finished_plainly(&steps)]).unwrap_or_default();
        reports.iter().any(agrees)
    })
}

/// The plain lowering with another option of one of its steps that the suspect has as it is: an option of its own may be what is wrong
/// with it.
fn variants(plain: &[String], suspect: &[String]) -> Vec<Vec<String>> {
    let mut variants = Vec::new();
    for (at, step) in plain.iter().enumerate() {
        let mut own = suspect.iter().filter(|other| pass_name(other) == pass_name(step)).peekable();
        if own.peek().is_some() && own.all(|other| other == step) {
            let others = catalogue::with_other_options(step);
            variants.extend(others.map(|other| [&plain[..at], &[other], &plain[at + 1..]].concat()));
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
    fn the_plain_lowering_is_varied_where_the_suspect_does_as_it_does() {
        let plain = steps(&["convert-vector-to-llvm", "convert-arith-to-llvm"]);
        let indices = "builtin.module(convert-vector-to-llvm{force-32bit-vector-indices=false})";
        let varied = |suspect: &[&str]| {
            let variants = variants(&plain, &steps(suspect));
            variants.iter().any(|steps| steps[0] == indices && steps[1..] == plain[1..])
        };
        assert!(varied(&["canonicalize", "convert-vector-to-llvm"]));
        assert!(!varied(&["canonicalize"]), "it does that in another way");
        assert!(
            !varied(&["convert-vector-to-llvm{force-32bit-vector-indices=false}"]),
            "it may be wrong by that"
        );
    }
}
