//! A path that is lowered twice gives the same IR, wherever memory lies.
//!
//! A pass that walks a table of pointers in the order they lie in does one thing in one process and another in the next. So a path
//! is lowered once more, in a new process with a new context, after allocations that leave the heap in disorder. Where something
//! else comes out, the states of both runs say after which pass first.

use super::oracle::{At, Needs, Oracle, Sampled, Share};
use super::{Detail, LineDifference, Runs, Verdict, VerdictKind};
use crate::observe::PathLetter;
use crate::path::pipeline::pass_name;

/// Pairs of runs that have to differ, none of them twice in a pair: what shows once only is not believed.
const PAIRS: usize = 2;

/// The oracle.
pub const ORACLE: Oracle = Oracle {
    name: "determinism",
    sees: "A path leaves other IR when memory lies elsewhere.",
    needs: Needs::SecondHeap(Sampled { share: Share::Sample, salt: "", at: At::GivenPathsAnyway }, judge),
    convicts: &[],
    judge: None,
    finds: |verdict| verdict.kind == VerdictKind::Nondeterministic && verdict.pass.is_some(),
    stock: false,
    planted: "sampled_oracles::the_same_path_twice_has_to_come_to_the_same",
};

/// The states of a path in one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapStates {
    /// The number of runs of the path that its process made before: passes may go on counting from one to the next, as they do in a process
    /// that lowers several modules.
    pub earlier: usize,
    /// The hash of each state, then that of the last one's text.
    pub hashes: Vec<[u8; 32]>,
}

/// True where these runs of one path differ often enough to be believed. A run is held against those of other processes that come after as
/// many.
pub fn is_unsteady(runs: &[HeapStates]) -> bool {
    let pairs = |group: Vec<&HeapStates>| (group.len() - most_alike(&group)).min(group.len() / 2);
    groups(runs).map(pairs).sum::<usize>() >= PAIRS
}

/// The first of so many steps that leaves another state in another run, counted from 1, and how many runs come to something else than
/// most do; none where all leave the same.
pub fn first_unsteady(runs: &[HeapStates], steps: usize) -> Option<(usize, Runs)> {
    if !is_unsteady(runs) {
        return None;
    }
    let shortest = runs.iter().map(|run| run.hashes.len()).min().unwrap_or(0);
    let differs =
        |at: usize, group: &[&HeapStates]| group.iter().any(|run| run.hashes[at] != group[0].hashes[at]);
    let at = (0..shortest).find(|at| groups(runs).any(|group| differs(*at, &group)))?;
    // Behind the states stands the text, which is the last pass's doing.
    let step = Some((at + 1).min(steps)).filter(|step| *step > 0)?;
    let shown = groups(runs).map(|group| group.len() - most_alike(&group)).sum();
    Some((step, Runs { shown, all: runs.len() }))
}

/// The runs that come after as many others in their processes.
fn groups(runs: &[HeapStates]) -> impl Iterator<Item = Vec<&HeapStates>> {
    let last = runs.iter().map(|run| run.earlier).max().unwrap_or(0);
    (0..=last).map(|earlier| runs.iter().filter(|run| run.earlier == earlier).collect())
}

/// The number of runs that come to what most come to.
fn most_alike(runs: &[&HeapStates]) -> usize {
    let alike = |run: &&HeapStates| runs.iter().filter(|other| other.hashes == run.hashes).count();
    runs.iter().map(alike).max().unwrap_or(0)
}

/// A step of a path that leaves one state or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsteadyStep {
    /// The number of the step, counted from 1.
    pub step: usize,
    /// The number of heaps in which the path comes to something else than in most.
    pub runs: Runs,
    /// The module behind the step in two heaps, where both could be had.
    pub texts: Option<[String; 2]>,
}

/// The verdict on a path of which this step leaves one state or another.
fn judge(path: usize, steps: &[String], unsteady: &UnsteadyStep) -> Verdict {
    let step = unsteady.step;
    let pipeline = steps[step - 1].clone();
    let pass = Some(pass_name(&pipeline).to_owned());
    let lines = unsteady.texts.as_ref().and_then(|[one, other]| LineDifference::first(one, other));
    let detail =
        Detail::OtherHeap { path: PathLetter(path), step, pipeline, runs: Some(unsteady.runs), lines };
    Verdict::finding(VerdictKind::Nondeterministic, pass, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn the_verdict_names_the_pass() {
        let steps = ["builtin.module(cse)", "builtin.module(canonicalize)"].map(str::to_owned);
        let texts = Some(["a\nb\n", "a\nc\n"].map(str::to_owned));
        let verdict = judge(1, &steps, &UnsteadyStep { step: 2, runs: Runs { shown: 3, all: 9 }, texts });
        assert_eq!(verdict.signature(), "nondeterministic-canonicalize");
        assert_eq!(
            words::detail(&verdict.detail),
            "path b: step 2, builtin.module(canonicalize), leaves other IR when memory lies elsewhere, in 3 of 9 \
             heaps: line 2 is `b` or `c`"
        );
    }
}
