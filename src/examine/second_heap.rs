//! The second look of an oracle that asks for a second heap: each path is lowered again, in other heaps.

use super::look::{LookFinding, LookedAt};
use crate::execute::{Executor, HeapRun, Terms};
use crate::judge::JudgeOfHeaps;
use crate::judge::determinism::{HeapStates, UnsteadyStep, first_unsteady, is_unsteady};
use crate::observe::PathReport;
use anyhow::Result;
use sha2::{Digest, Sha256};

/// Processes a path is lowered in, at most.
const PROCESSES: u64 = 5;
/// Heaps in disorder in each process: a process and its context cost more than a lowering does. An effect of where memory lies comes out
/// one way or the other, so of so many heaps all but one are alike once in a thousand times where both come out equally often, and in
/// a tenth where one does once in five times.
const HEAPS: u64 = 4;

/// Lowers each path again, in other heaps; the verdict where something else comes out.
pub fn look(subject: &mut LookedAt<'_>, judge: JudgeOfHeaps) -> Result<Option<LookFinding>> {
    let (program, terms, given) = (subject.program().to_owned(), subject.terms, subject.given);
    let found = unsteady_path(subject.executor, &program, subject.reports, &terms, given);
    Ok(found.map(|(path, step)| LookFinding {
        verdict: judge(path, &subject.reports[path].pipelines(), &step),
        reports: None,
        is_repeat: true,
    }))
}

/// The first of these paths that comes to something else in another heap, by number, and its step. Those that are looked at are counted in
/// their reports. A path that is looked at `wholly` is lowered in all heaps, and another in one unless that shows something.
pub fn unsteady_path(
    executor: &mut dyn Executor,
    program: &str,
    reports: &mut [PathReport],
    terms: &Terms,
    wholly: bool,
) -> Option<(usize, UnsteadyStep)> {
    for (path, report) in reports.iter_mut().enumerate() {
        let lowered = report.final_module.filter(|_| !wholly);
        match unsteady(executor, program, &report.pipelines(), terms, lowered) {
            Ok(found) => {
                report.effort.lowered_twice += 1;
                if let Some(step) = found {
                    return Some((path, step));
                }
            }
            Err(error) => {
                log::info!("not lowered twice: {error:#}");
                return None;
            }
        }
    }
    None
}

/// The first step of a path that leaves another state in another heap; none where all leave the same. `lowered` is the hash of the text
/// that the path came to elsewhere: where it comes to that again nobody looks any further.
///
/// # Errors
/// The executor shows no states, or a step does not do its work.
pub fn unsteady(
    executor: &mut dyn Executor,
    program: &str,
    steps: &[String],
    terms: &Terms,
    lowered: Option<[u8; 32]>,
) -> Result<Option<UnsteadyStep>> {
    let (mut all, mut hashes) = (Vec::new(), Vec::new());
    for process in 0..=PROCESSES {
        let seeds = seeds(process, lowered.is_some());
        let runs = in_heaps(executor, program, steps, terms, &seeds)?;
        hashes.extend(runs.iter().map(hashed));
        all.extend(runs);
        let text = hashes.first().and_then(|run: &HeapStates| run.hashes.last());
        if process == 0 && lowered.is_some() && text == lowered.as_ref() {
            return Ok(None);
        }
        if is_unsteady(&hashes) {
            break;
        }
    }
    let Some((step, runs)) = first_unsteady(&hashes, steps.len()) else { return Ok(None) };
    if step < steps.len() {
        all = behind(executor, program, &steps[..step], terms);
    }
    Ok(Some(UnsteadyStep { step, runs, texts: differing(&all) }))
}

/// A run of a path in one heap, with the number of runs that its process made before.
type NumberedRun = (usize, HeapRun);

/// The texts of two runs that differ though each comes after as many others.
fn differing(all: &[NumberedRun]) -> Option<[String; 2]> {
    all.iter().find_map(|(earlier, one)| {
        let mut others = all.iter().filter(|(number, _)| number == earlier);
        let (_, other) = others.find(|(_, other)| other.text != one.text)?;
        Some([one.text.clone(), other.text.clone()])
    })
}

/// The heaps of a process. One process has one heap, which is as MLIR leaves it, and the first one has one where that may do.
fn seeds(process: u64, one_may_do: bool) -> Vec<u64> {
    match process {
        0 if one_may_do => vec![1],
        1 => Vec::new(),
        _ => (1..=HEAPS).map(|heap| process * HEAPS + heap).collect(),
    }
}

/// The states that these steps lead to in these heaps. Nobody else is to run in a process with such heaps.
fn in_heaps(
    executor: &mut dyn Executor,
    program: &str,
    steps: &[String],
    terms: &Terms,
    seeds: &[u64],
) -> Result<Vec<NumberedRun>> {
    let runs = executor.modules()?.states(program, steps, &terms.limits, seeds)?;
    Ok(runs.into_iter().enumerate().collect())
}

/// The states that these steps lead to, in as many heaps as it takes to have two different texts, or in all.
fn behind(executor: &mut dyn Executor, program: &str, steps: &[String], terms: &Terms) -> Vec<NumberedRun> {
    let mut all = Vec::new();
    for process in 0..=PROCESSES {
        all.extend(in_heaps(executor, program, steps, terms, &seeds(process, false)).unwrap_or_default());
        if differing(&all).is_some() {
            break;
        }
    }
    all
}

fn hashed((earlier, run): &NumberedRun) -> HeapStates {
    let text = Sha256::digest(&run.text).into();
    HeapStates { earlier: *earlier, hashes: run.states.iter().copied().chain([text]).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::fake::Fake;

    const STEPS: [&str; 2] = ["builtin.module(cse)", "builtin.module(canonicalize)"];

    /// The step, where each run is the states behind both steps and the text.
    fn first(states: &[&[u8]], lowered: Option<u8>) -> Option<usize> {
        let mut fake = Fake::new([]);
        let text = |run: &[u8]| run[2].to_string();
        fake.states = states
            .iter()
            .map(|run| HeapRun {
                states: run[..2].iter().map(|state| [*state; 32]).collect(),
                text: text(run),
            })
            .collect();
        let steps = STEPS.map(str::to_owned);
        let lowered = lowered.map(|byte| Sha256::digest(byte.to_string()).into());
        let found = unsteady(&mut fake, "", &steps, &Terms::default(), lowered).expect("there are states");
        found.map(|found| found.step)
    }

    #[test]
    fn a_path_that_comes_to_the_same_is_steady() {
        assert_eq!(first(&[&[1, 2, 9]], Some(9)), None, "nobody looks any further");
        assert_eq!(first(&[&[1u8, 2, 9][..]; 21], None), None);
    }

    #[test]
    fn the_step_that_differs_first_is_named() {
        let [one, other]: [&[u8]; 2] = [&[1, 3, 8], &[1, 2, 9]];
        assert_eq!(first(&turns(one, other), Some(9)), Some(2));
        assert_eq!(first(&[one, one, one, one, other, one, other], None), Some(2), "two of seven");
        assert_eq!(first(&turns(&[4, 3, 8], other), Some(9)), Some(1));
        assert_eq!(first(&turns(&[1, 2, 8], other), Some(9)), Some(2), "its text alone");
    }

    /// One and the other in processes by turns, of which the first two have one run each.
    fn turns<'a>(one: &'a [u8], other: &'a [u8]) -> Vec<&'a [u8]> {
        [&[one, other][..], &[one; 4], &[other; 4]].concat()
    }

    #[test]
    fn a_pass_that_goes_on_counting_is_steady() {
        let process: [&[u8]; 4] = [&[1, 2, 9], &[1, 3, 8], &[1, 4, 7], &[1, 5, 6]];
        let runs = [&process[..1], &process[..1], &process, &process, &process, &process].concat();
        assert_eq!(first(&runs, Some(0)), None);
        let runs = [&process[..], &process[..1], &process, &process, &process, &process].concat();
        assert_eq!(first(&runs, None), None);
    }

    #[test]
    fn once_is_not_enough() {
        let mut runs: [&[u8]; 18] = [&[1, 2, 9]; 18];
        runs[0] = &[1, 3, 8];
        assert_eq!(first(&runs, Some(9)), None);
    }
}
