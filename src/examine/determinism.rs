//! A path that is lowered twice gives the same IR, wherever memory lies.
//!
//! A pass that walks a table of pointers in the order they lie in does one thing in one process and another in the next. So a path
//! is lowered once more, in a new process with a new context, after allocations that leave the heap in disorder. Where something
//! else comes out, the states of both runs say after which pass first.

use super::look::{At, Look, LookedAt, Seen};
use crate::execute::{Executor, Terms};
use crate::judge::{Detail, Verdict, VerdictKind};
use crate::observe::PathLetter;
use crate::path::pipeline::pass_name;
use anyhow::Result;

/// Heaps a path is lowered in, at most. An effect of the order of two pointers comes out one way or the other, so of so many runs all but one
/// are alike once in a hundred times.
const HEAPS: u64 = 12;
/// Pairs of runs that have to differ, none of them twice in a pair: what shows once only is not believed.
const PAIRS: usize = 2;

/// The look.
pub const LOOK: Look =
    Look { one_in: |looks| looks.sample, salt: "", at: At::GivenAnyway, look: lowered_twice };

/// Lowers each path once more, in another heap; the verdict where something else comes out.
fn lowered_twice(subject: &mut LookedAt<'_>) -> Result<Option<Seen>> {
    let (program, terms) = (subject.program().to_owned(), subject.terms);
    for (path, report) in subject.reports.iter_mut().enumerate() {
        let steps = report.pipelines();
        let lowered = report.final_module.filter(|_| !terms.looks.thorough);
        match unsteady(subject.executor, &program, &steps, &terms, lowered) {
            Ok(step) => {
                report.effort.lowered_twice += 1;
                if let Some(step) = step {
                    return Ok(Some(Seen { verdict: verdict(path, &steps, step), reports: None }));
                }
            }
            Err(error) => {
                log::info!("not lowered twice: {error:#}");
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// The first step of a path that leaves another state in another heap, counted from 1; none where all leave the same. `lowered` is the
/// hash of the text that the path came to elsewhere: where it comes to that again nobody looks any further.
///
/// # Errors
/// The executor shows no states, or a step does not do its work.
pub fn unsteady(
    executor: &mut dyn Executor,
    program: &str,
    steps: &[String],
    terms: &Terms,
    lowered: Option<[u8; 32]>,
) -> Result<Option<usize>> {
    let mut runs: Vec<Vec<[u8; 32]>> = Vec::new();
    for heap in 0..HEAPS {
        executor.new_worker();
        // One of them is as MLIR leaves it.
        let disorder = if heap == 1 { None } else { Some(heap + 1) };
        let states = executor.states(program, steps, &terms.limits, disorder);
        // Nobody else is to run in such a heap.
        executor.new_worker();
        runs.push(states?);
        if heap == 0 && lowered.is_some() && runs[0].last() == lowered.as_ref() {
            return Ok(None);
        }
        if differing_pairs(&runs) >= PAIRS {
            break;
        }
    }
    if differing_pairs(&runs) < PAIRS {
        return Ok(None);
    }
    let shortest = runs.iter().map(Vec::len).min().unwrap_or(0);
    let differs = (0..shortest).find(|at| runs.iter().any(|run| run[*at] != runs[0][*at]));
    // Behind the states stands the text, which is the last pass's doing.
    Ok(differs.map(|at| (at + 1).min(steps.len())).filter(|step| *step > 0))
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
fn verdict(path: usize, steps: &[String], step: usize) -> Verdict {
    let pipeline = steps[step - 1].clone();
    let pass = Some(pass_name(&pipeline).to_owned());
    let detail = Detail::OtherHeap { path: PathLetter(path), step, pipeline };
    Verdict::finding(VerdictKind::Nondeterministic, pass, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::fake::Fake;

    const STEPS: [&str; 2] = ["builtin.module(cse)", "builtin.module(canonicalize)"];

    fn first(states: &[&[u8]], lowered: Option<u8>) -> Option<usize> {
        let mut fake = Fake::new([]);
        fake.states = states.iter().map(|run| run.iter().map(|state| [*state; 32]).collect()).collect();
        let steps = STEPS.map(str::to_owned);
        let lowered = lowered.map(|byte| [byte; 32]);
        unsteady(&mut fake, "", &steps, &Terms::default(), lowered).expect("there are states")
    }

    #[test]
    fn a_path_that_comes_to_the_same_is_steady() {
        assert_eq!(first(&[&[1, 2, 9]], Some(9)), None, "nobody looks any further");
        assert_eq!(first(&[&[1u8, 2, 9][..]; 12], None), None);
    }

    #[test]
    fn the_step_that_differs_first_is_named() {
        let [one, other]: [&[u8]; 2] = [&[1, 3, 8], &[1, 2, 9]];
        assert_eq!(first(&[one, other, one, other], Some(9)), Some(2));
        assert_eq!(first(&[one, one, one, one, other, one, other], None), Some(2), "two of seven");
        assert_eq!(first(&[&[4, 3, 8], other, one, other], Some(9)), Some(1));
        assert_eq!(first(&[&[1, 2, 8], other, &[1, 2, 8], other], Some(9)), Some(2), "its text alone");
    }

    #[test]
    fn once_is_not_enough() {
        let mut runs: [&[u8]; 12] = [&[1, 2, 9]; 12];
        runs[0] = &[1, 3, 8];
        assert_eq!(first(&runs, Some(9)), None);
    }

    #[test]
    fn the_verdict_names_the_pass() {
        let verdict = verdict(1, &STEPS.map(str::to_owned), 2);
        assert_eq!(verdict.signature(), "nondeterministic-canonicalize");
        assert!(verdict.detail.to_string().starts_with("path b: step 2, "), "{verdict}");
    }
}
