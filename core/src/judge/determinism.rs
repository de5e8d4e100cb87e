//! A path that is lowered twice gives the same IR, wherever memory lies.
//!
//! A pass that walks a table of pointers in the order they lie in does one thing in one process and another in the next. So a path
//! is lowered once more, in a new process with a new context, after allocations that leave the heap in disorder. Where something
//! else comes out, the states of both runs say after which pass first.

use super::oracle::{At, Needs, Oracle, Sampled, Share};
use super::{Detail, Verdict, VerdictKind};
use crate::observe::PathLetter;
use crate::path::pipeline::pass_name;

/// Pairs of runs that have to differ, none of them twice in a pair: what shows once only is not believed.
const PAIRS: usize = 2;

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "determinism",
    sees: "A path leaves other IR when memory lies elsewhere.",
    needs: Needs::SecondHeap(Sampled { share: Share::Sample, salt: "", at: At::GivenPathsAnyway }),
    convicts: &[],
    judge: None,
    finds: is_of_lowering_twice,
    planted: "sampled_oracles::the_same_path_twice_has_to_come_to_the_same",
};

/// True where these runs of one path differ often enough to be believed. A run is the hash of each state, then that of the last one's
/// text.
pub fn is_unsteady(runs: &[Vec<[u8; 32]>]) -> bool {
    differing_pairs(runs) >= PAIRS
}

/// The first of so many steps that leaves another state in another run, counted from 1; none where all leave the same.
pub fn first_unsteady(runs: &[Vec<[u8; 32]>], steps: usize) -> Option<usize> {
    if !is_unsteady(runs) {
        return None;
    }
    let shortest = runs.iter().map(Vec::len).min().unwrap_or(0);
    let differs = (0..shortest).find(|at| runs.iter().any(|run| run[*at] != runs[0][*at]));
    // Behind the states stands the text, which is the last pass's doing.
    differs.map(|at| (at + 1).min(steps)).filter(|step| *step > 0)
}

/// The number of pairs of different runs that can be made, each run in one of them.
fn differing_pairs(runs: &[Vec<[u8; 32]>]) -> usize {
    let alike = |run: &Vec<[u8; 32]>| runs.iter().filter(|other| *other == run).count();
    let most = runs.iter().map(alike).max().unwrap_or(0);
    (runs.len() - most).min(runs.len() / 2)
}

/// True of the verdict on a path that was lowered twice.
pub fn is_of_lowering_twice(verdict: &Verdict) -> bool {
    verdict.kind == VerdictKind::Nondeterministic && verdict.pass.is_some()
}

/// The verdict on a path of which this step leaves one state or another.
pub fn judge(path: usize, steps: &[String], step: usize) -> Verdict {
    let pipeline = steps[step - 1].clone();
    let pass = Some(pass_name(&pipeline).to_owned());
    let detail = Detail::OtherHeap { path: PathLetter(path), step, pipeline };
    Verdict::finding(VerdictKind::Nondeterministic, pass, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn the_verdict_names_the_pass() {
        let steps = ["builtin.module(cse)", "builtin.module(canonicalize)"].map(str::to_owned);
        let verdict = judge(1, &steps, 2);
        assert_eq!(verdict.signature(), "nondeterministic-canonicalize");
        assert!(words::detail(&verdict.detail).starts_with("path b: step 2, "), "{verdict:?}");
    }
}
