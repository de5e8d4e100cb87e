//! The first step behind which the program does what it may not do before it. It applies to wrong results, and asks the machine that runs
//! every level for a run of each state of the path. No lowering comes in between, so it tells where every way down shares the bug too.
//! It concludes that the step is to blame whose output does not refine its input, or a fold hook that it calls.

use super::folded::folding;
use super::{Evidence, Suspect};
use crate::blame::blamed::{Before, Culprit};
use crate::blame::prefix::Standing;
use crate::blame::runner::Runner;
use crate::execute::{Checking, StateRun};
use crate::judge::refine::{Breach, Refinement, agrees};
use crate::observe::{Ended, Expected, Failure, Outcome, PathReport};
use crate::path::PathSpec;
use anyhow::Result;

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut Runner<'_>) -> Result<()> {
    let (Some(wrong), None) = (suspect.wrong(), &evidence.found.culprit) else { return Ok(()) };
    let reference = wrong.reference();
    let checking = Checking {
        program: runner.program.clone(),
        printed: reference.printed.clone(),
        steps: suspect.steps.clone(),
        limits: runner.limits,
    };
    let Some(machine) = runner.executor.checks_steps() else { return Ok(()) };
    // A program that the machine cannot run is one for the other strategies.
    let Ok(states) = machine.check(checking) else { return Ok(()) };
    let Some((run, breach)) = states.runs.iter().find_map(|run| broken(&states.runs, run)) else {
        return Ok(());
    };
    let (step, steps) = (run.steps, &suspect.steps);
    let is_same = |folded: &[Expected]| agrees(&run.outputs, folded);
    if let Some(found) = folding(runner, &steps[..step], reference, is_same) {
        evidence.found.way = Some(found.way());
        evidence.blame(found.culprit(runner, reference, (suspect.path, step, &steps[step - 1])));
        return Ok(());
    }
    let Ok(ir_before) = runner.text_after(&steps[..step - 1]) else { return Ok(()) };
    let ir_after = runner.text_after(&steps[..step]).ok();
    // Without the step and with it, each finished plainly, where that tells; else the rest of the path shows it alone.
    let own = [&[][..], &steps[step - 1..step]].map(PathSpec::finished_plainly).to_vec();
    let pair = runner.run_alone(&ir_before, own).unwrap_or_default();
    let alone = match reference.is_pair(&pair) {
        true => pair.iter().map(PathReport::pipelines).collect(),
        false => {
            let rest = steps[step - 1..].to_vec();
            let again = runner.run_alone(&ir_before, vec![PathSpec::Fixed(rest.clone())]).unwrap_or_default();
            let shows = again.iter().any(|report| reference.standing(report).result == Standing::Wrong);
            if shows { vec![rest] } else { Vec::new() }
        }
    };
    evidence.blame(Culprit {
        path: suspect.path,
        step,
        pipeline: steps[step - 1].clone(),
        before: Before::Witnessed,
        after: breach.told(),
        ended: ended(breach),
        ir_before,
        ir_after,
        alone,
        ..Culprit::default()
    });
    Ok(())
}

/// The way in which a state is not allowed by the one just before its step; none where it is, or where other steps lie between the two.
fn broken<'r>(runs: &'r [StateRun], run: &'r StateRun) -> Option<(&'r StateRun, &'r Breach)> {
    let (against, Refinement::Broken(breach)) = run.relation.as_ref()? else { return None };
    (runs.get(*against)?.steps + 1 == run.steps).then_some((run, breach))
}

/// The early end that a breach is.
fn ended(breach: &Breach) -> Option<Ended> {
    let (outcome, message) = match breach {
        Breach::Undefined(message) => (Outcome::Undefined, message),
        Breach::Fault { earlier: false, message } => (Outcome::Fault, message),
        _ => return None,
    };
    Some(Ended { outcome, failure: Failure { message: message.clone(), ..Failure::default() } })
}
