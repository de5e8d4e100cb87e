//! The second look of [`crate::judge::determinism`]: each path is lowered once more, in another heap.

use super::look::{LookFinding, LookedAt};
use crate::execute::{Executor, Terms};
use crate::judge::determinism::{first_unsteady, is_unsteady, judge};
use anyhow::Result;

/// Heaps a path is lowered in, at most. An effect of the order of two pointers comes out one way or the other, so of so many runs all but one
/// are alike once in a hundred times.
const HEAPS: u64 = 12;

/// Lowers each path once more, in another heap; the verdict where something else comes out.
pub fn look(subject: &mut LookedAt<'_>) -> Result<Option<LookFinding>> {
    let (program, terms) = (subject.program().to_owned(), subject.terms);
    for (path, report) in subject.reports.iter_mut().enumerate() {
        let steps = report.pipelines();
        let lowered = report.final_module.filter(|_| !terms.looks.thorough);
        match unsteady(subject.executor, &program, &steps, &terms, lowered) {
            Ok(step) => {
                report.effort.lowered_twice += 1;
                if let Some(step) = step {
                    return Ok(Some(LookFinding { verdict: judge(path, &steps, step), reports: None }));
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
        let states = executor.modules()?.states(program, steps, &terms.limits, disorder);
        // Nobody else is to run in such a heap.
        executor.new_worker();
        runs.push(states?);
        if heap == 0 && lowered.is_some() && runs[0].last() == lowered.as_ref() {
            return Ok(None);
        }
        if is_unsteady(&runs) {
            break;
        }
    }
    Ok(first_unsteady(&runs, steps.len()))
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
}
