//! A step that was judged by itself and found wrong, looked at once more in a new worker: every state is run, which tells the very step;
//! and both sides of it are lowered plainly, which lets anybody see it who runs lowered code.

use crate::case::{Case, Source};
use crate::eval::ArgumentSet;
use crate::execute::{Checking, Executor, Isolation, Job, Looks, StepChecks, Terms, USUAL_TURNS};
use crate::ir;
use crate::judge::refine::Refinement;
use crate::judge::{Detail, Misfit, Reason, Unseen, Verdict, VerdictKind, convicting_path, judge};
use crate::observe::{Outcome, PathReport, Prescribed, Subject};
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use crate::program::Syntax;

/// A wrong step, as it is shown best.
pub struct ShownStep {
    /// The program, along the paths that show it.
    pub case: Case,
    /// Their reports.
    pub reports: Vec<PathReport>,
    /// The judgement: of lowered code, where that shows it.
    pub verdict: Verdict,
}

/// The case with the arguments that show the wrong step of a path.
fn shown_with(case: &Case, report: &PathReport, syntax: Syntax) -> Result<Case, Misfit> {
    let about = report.failure.as_ref().and_then(|failure| failure.about);
    let Some(Subject::Arguments(number)) = about else { return Ok(case.clone()) };
    let mut module =
        ir::module(case.source.text(syntax)).map_err(|why| Misfit::Unread { said: why.to_string() })?;
    let given = ArgumentSet::drawn(&module, number).ok_or(Misfit::NoArguments)?;
    if !given.put(&mut module) {
        return Err(Misfit::Values);
    }
    Ok(Case { source: Source::verbatim(module.generic()), ..case.clone() })
}

/// Looks at the step of `case` that `reports` call wrong.
///
/// # Errors
/// The case cannot be run at all.
pub fn closer(
    executor: &mut dyn Executor,
    case: &Case,
    reports: &[PathReport],
    (syntax, terms): (Syntax, Terms),
    first: &Verdict,
) -> anyhow::Result<ShownStep> {
    let judged = |reports: &[PathReport], decimal| {
        let prescribed = Prescribed { decimal, ..case.prescribed() };
        judge(reports, prescribed.of_finding(first.zero_sign))
    };
    let unseen = |reason, why| {
        let detail = Detail::Unseen { why, first: Box::new(first.clone()) };
        let verdict = Verdict::incomparable(reason, first.pass.clone(), detail);
        ShownStep { case: case.clone(), reports: reports.to_vec(), verdict }
    };
    let path = convicting_path(VerdictKind::Miscompiled, reports).unwrap_or_default();
    let all = reports[path].pipelines();
    let Some(machine) = executor.checks_steps() else {
        return Ok(unseen(Reason::HarnessError, Unseen::NoMachine));
    };
    let case = &match shown_with(case, &reports[path], syntax) {
        Ok(case) => case,
        Err(misfit) => return Ok(unseen(Reason::HarnessError, Unseen::Arguments(misfit))),
    };
    let program = case.source.text(syntax).to_owned();
    let states = machine.check(Checking {
        program,
        printed: case.printed.clone(),
        steps: all.clone(),
        limits: terms.limits,
        isolation: Isolation::New,
    })?;
    let broken = |(_, refinement): &(usize, Refinement)| matches!(refinement, Refinement::Broken(_));
    let Some(step) = states.culprit().map(|(run, _)| run.steps) else {
        let between = states.runs.iter().any(|run| run.relation.as_ref().is_some_and(broken));
        return Ok(match between {
            true => unseen(Reason::Open, Unseen::StatesBetween),
            false => unseen(Reason::Unrepeatable, Unseen::NotAgain { times: None, second: None }),
        });
    };
    let (without, with) = (&all[..step - 1], &all[..step]);
    let along = |paths: Vec<PathSpec>| Case { paths, ..case.clone() };
    let plainly = along([without, with].map(PathSpec::finished_plainly).to_vec());
    let terms = Terms { turns: terms.turns.max(USUAL_TURNS), ..terms }.without_checks();
    let lowered = executor.run(&Job::of(&plainly, syntax, terms.isolated()))?;
    let decimal = executor.capabilities().decimals;
    let verdict = judged(&lowered, decimal);
    // Lowered code that goes wrong without the step, too, says nothing about it.
    let is_fine = lowered.first().is_some_and(|report| report.outcome == Outcome::Ok);
    if is_fine && verdict.kind.is_wrong_result() {
        // Nothing but this step is on one path and not on the other.
        let culprits =
            if verdict.pass.is_none() { vec![pass_name(&all[step - 1]).to_owned()] } else { Vec::new() };
        let verdict = Verdict { culprits, ..verdict };
        return Ok(ShownStep { case: plainly.fixed(&lowered), reports: lowered, verdict });
    }
    let alone = along(vec![PathSpec::Fixed(with.to_vec())]);
    let every = Terms { looks: Looks { steps: StepChecks::Every, ..terms.looks }, ..terms };
    let again = executor.run(&Job::of(&alone, syntax, every.isolated()))?;
    let verdict = judged(&again, decimal);
    if verdict.kind != VerdictKind::Miscompiled {
        let second = Some(Box::new(verdict));
        return Ok(unseen(Reason::Unrepeatable, Unseen::NotAgain { times: None, second }));
    }
    Ok(ShownStep { case: alone.fixed(&again), reports: again, verdict })
}
