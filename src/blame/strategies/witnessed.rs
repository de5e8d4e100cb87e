//! The first step behind which the program does what it may not do before it. It applies to wrong results, and asks the machine that runs
//! every level for a run of each state of the path. No lowering comes in between, so it tells where every way down shares the bug too.
//! It concludes that the step is to blame whose output does not refine its input, or a fold hook that it calls.

use super::folded::folding;
use super::{Evidence, Suspect, Wrong};
use crate::blame::after::After;
use crate::blame::blamed::{Before, Culprit};
use crate::blame::prefix::{Correctness, Reference, rest};
use crate::blame::runner::PathRunner;
use crate::execute::{Checking, Isolation, StateRun, States};
use crate::judge::refine::{Breach, agrees};
use crate::observe::{Ended, Expected, Failure, Outcome, PathReport};
use crate::path::PathSpec;
use crate::path::catalogue::Role;
use crate::path::pipeline::pass_name;
use anyhow::Result;

/// Steps up to which the path is taken without each of them.
const MOST_LEFT_OUT: usize = 24;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    // Whoever asks for every prefix has prefixes judged.
    let asked = suspect.wrong().filter(|wrong| !wrong.all);
    let (Some(wrong), None) = (asked, &evidence.found.culprit) else { return Ok(()) };
    let reference = wrong.reference();
    let checking = Checking {
        program: runner.program.clone(),
        printed: reference.printed.clone(),
        steps: suspect.steps.clone(),
        limits: runner.terms.limits,
        isolation: Isolation::Shared,
    };
    let Some(machine) = runner.executor.checks_steps() else { return Ok(()) };
    // A program that the machine cannot run is one for the other strategies.
    let Ok(states) = machine.check(checking) else { return Ok(()) };
    let broken = states.culprit().map(|(run, breach)| (run, After::Broken(breach.clone()), ended(breach)));
    let found = broken.or_else(|| turned(&states, reference).map(|(run, after)| (run, after, None)));
    let Some((run, after, ended)) = found else { return Ok(()) };
    let (step, steps) = (run.steps, &suspect.steps);
    let is_same = |folded: &[Expected]| agrees(&run.outputs, folded);
    if let Some(found) = folding(runner, &steps[..step], reference, is_same) {
        evidence.found.way = Some(found.way());
        let mut culprit = found.culprit(runner, reference, (suspect.path, step, &steps[step - 1]));
        if culprit.met.is_empty() {
            culprit.met = met(suspect, wrong, step, runner)?;
        }
        evidence.blame(culprit);
        return Ok(());
    }
    let Ok(ir_before) = runner.text_after(&steps[..step - 1]) else { return Ok(()) };
    let ir_after = runner.text_after(&steps[..step]).ok();
    let alone = alone(suspect, wrong, step, &ir_before, runner);
    let is_round = alone.len() != 2 && Role::Bufferizes.is_of(&steps[step - 1]);
    let met = met(suspect, wrong, step, runner)?;
    let culprit = Culprit {
        path: suspect.path,
        step,
        pipeline: steps[step - 1].clone(),
        before: Before::Witnessed,
        after,
        ended,
        ir_before,
        ir_after,
        alone,
        met,
        ..Culprit::default()
    };
    // Every way down bufferizes: the strategy that gets round it shows what meets there.
    match is_round && suspect.finishable().is_some() {
        true => evidence.set_aside = Some(culprit),
        false => evidence.blame(culprit),
    }
    Ok(())
}

/// Names the culprit that was set aside, where no bufferization is named by now: a way down that turns wrong at an earlier step is wrong by the
/// bufferization that is on it, too.
pub(super) fn ask_again(
    _suspect: &Suspect<'_>,
    evidence: &mut Evidence,
    _runner: &mut PathRunner<'_>,
) -> Result<()> {
    let Some(culprit) = evidence.set_aside.take() else { return Ok(()) };
    let named = evidence.found.culprit.as_ref();
    if !named.is_some_and(|named| Role::Bufferizes.is_of(&named.pipeline)) {
        evidence.blame(culprit);
    }
    Ok(())
}

/// The first state with a zero of the wrong sign where the state just before it has the right ones, in a finding about that. Steps may turn
/// zeros around as far as states tell, so that nothing but the expected results convicts one.
fn turned<'s>(states: &'s States, reference: &Reference) -> Option<(&'s StateRun, After)> {
    if !reference.zero_sign {
        return None;
    }
    states.neighbours().find_map(|(before, run)| {
        let is_right = reference.standing_of(before)?.result == Correctness::Good;
        let judged = reference.standing_of(run)?;
        judged.after.filter(|_| is_right && judged.result == Correctness::Wrong).map(|after| (run, after))
    })
}

/// Paths from the IR before the step that show it: one without the step and one with it, finished plainly or as a good path is; or else
/// the rest of the suspect; none where that shows nothing.
fn alone(
    suspect: &Suspect<'_>,
    wrong: Wrong<'_>,
    step: usize,
    ir_before: &str,
    runner: &mut PathRunner<'_>,
) -> Vec<Vec<String>> {
    let (reference, own) = (wrong.reference(), &suspect.steps[step - 1..step]);
    let plain = [&[][..], own].map(PathSpec::finished_plainly);
    let other = wrong.finishing.other.map(|other| {
        let [without, with] = [step - 1, step].map(|length| rest(other, &suspect.steps[..length]));
        [without.to_vec(), [own, with].concat()].map(|steps| PathSpec::finished_plainly(&steps))
    });
    for pair in [Some(plain), other].into_iter().flatten() {
        let reports = runner.run_alone(ir_before, pair.to_vec()).unwrap_or_default();
        if reference.is_pair(&reports) {
            return reports.iter().map(PathReport::pipelines).collect();
        }
    }
    let rest = suspect.steps[step - 1..].to_vec();
    let again = runner.run_alone(ir_before, vec![PathSpec::Fixed(rest.clone())]).unwrap_or_default();
    let shows = again.iter().any(|report| reference.standing(report).result == Correctness::Wrong);
    if shows { vec![rest] } else { Vec::new() }
}

/// The passes before the step without whose work the path up to it, finished plainly, is right. Of a long path that is not asked.
fn met(
    suspect: &Suspect<'_>,
    wrong: Wrong<'_>,
    step: usize,
    runner: &mut PathRunner<'_>,
) -> Result<Vec<String>> {
    if !wrong.finishing.plainly || step > MOST_LEFT_OUT {
        return Ok(Vec::new());
    }
    let (steps, own) = (&suspect.steps[..step - 1], &suspect.steps[step - 1..step]);
    let mut ways = vec![suspect.steps[..step].to_vec()];
    ways.extend((0..steps.len()).map(|place| [&steps[..place], &steps[place + 1..], own].concat()));
    let reports = runner.run(ways.iter().map(|steps| PathSpec::finished_plainly(steps)).collect())?;
    let mut standings = reports.iter().map(|report| wrong.reference().standing(report).result);
    if standings.next() != Some(Correctness::Wrong) {
        return Ok(Vec::new());
    }
    let needed = steps.iter().zip(standings).filter(|(_, standing)| *standing == Correctness::Good);
    Ok(needed.map(|(step, _)| pass_name(step).to_owned()).collect())
}

/// The early end that a breach is.
fn ended(breach: &Breach) -> Option<Ended> {
    let (outcome, cause) = match breach {
        Breach::Undefined(cause) => (Outcome::Undefined, cause),
        Breach::Fault { earlier: false, cause } => (Outcome::Fault, cause),
        _ => return None,
    };
    Some(Ended { outcome, failure: Failure::of(cause.clone()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blame::Authority;
    use crate::execute::Ending;
    use crate::judge::refine::Refinement;
    use crate::observe::{Buffer, Element};
    use std::time::Duration;

    const ZERO: u64 = 0;
    const MINUS_ZERO: u64 = 1 << 31;

    fn state(steps: usize, bits: u64, against: Option<usize>) -> StateRun {
        StateRun {
            broken: None,
            steps,
            ending: Ending::Done,
            outputs: vec![Buffer { shape: vec![1], element: Element::F32, bits: vec![bits] }],
            relation: against.map(|against| (against, Refinement::Same)),
            spent: [Duration::ZERO; 2],
            pass: None,
        }
    }

    #[test]
    fn a_zero_that_is_turned_around_convicts_where_the_finding_is_about_that() {
        let expected = Expected {
            shape: vec![1],
            element: Element::F32,
            held: Element::F32,
            bits: vec![MINUS_ZERO],
            bounds: Vec::new(),
            open: None,
        };
        let mut reference = Reference {
            authority: Authority::Semantics,
            expected: Some(vec![expected]),
            path: None,
            printed: vec![Element::F32],
            zero_sign: true,
            translation_crashes: false,
        };
        let runs = vec![state(0, MINUS_ZERO, None), state(1, MINUS_ZERO, Some(0)), state(3, ZERO, Some(1))];
        let states = States { runs: runs.clone(), ended: None };
        let (run, after) = turned(&states, &reference).expect("a step turned it around");
        assert!(run.steps == 3 && matches!(after, After::Unexpected(_)), "{after:?}");
        // One that could not be run leaves open which step it was.
        let apart = States { runs: vec![runs[0].clone(), state(3, ZERO, Some(7))], ended: None };
        assert!(turned(&apart, &reference).is_none());
        reference.zero_sign = false;
        assert!(turned(&states, &reference).is_none());
    }
}
