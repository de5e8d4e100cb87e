//! The result of a reduction: both programs run again in new processes, with the steps that were taken.

use super::question::Candidate;
use super::state::ReductionState;
use crate::blame::{
    After, Authority, Before, BlameExtent, Blamed, BlamedPath, Culprit, Split, Untold, blame_examined,
};
use crate::case::{Case, Source};
use crate::examine::{Examined, examine, terms_of};
use crate::execute::{Checking, Executor, Isolation, Job, Looks, Terms};
use crate::judge::{VerdictKind, convicting_path};
use crate::observe::Outcome;
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use crate::program::Syntax;
use anyhow::Result;
use std::collections::BTreeSet;

/// The rest of a finding.
pub struct Reduced {
    /// Its program and its paths; the verdict carries the culprit.
    pub examined: Examined,
    /// The pass to blame, with the program just before it; none where every path is wrong.
    pub blamed: Blamed,
}

/// Runs what a reduction came to; none where a new process does not show it, of a flaky finding as many as show it nearly always.
///
/// # Errors
/// It cannot be run at all.
pub fn outcome(
    executor: &mut dyn Executor,
    state: &ReductionState,
    syntax: Syntax,
    terms: Terms,
) -> Result<Option<Reduced>> {
    let question = &state.question;
    // Nothing but its steps shows it.
    let is_of_a_step = question.kind == VerdictKind::Miscompiled;
    let terms = if is_of_a_step { terms_of(question.kind, terms) } else { terms };
    let mut again = |candidate: &Candidate| -> Result<Option<Examined>> {
        let expected =
            if question.asks_semantics() { Some(executor.expected(&candidate.program)?) } else { None };
        let case = Case {
            source: Source::verbatim(candidate.program.clone()),
            printed: candidate.printed.clone(),
            paths: question.paths(&candidate.path),
            expected,
        };
        // A run that does not show a flaky one is no reason for second looks at it.
        let looks = match question.tries {
            Some(_) => Looks { sample: 0, compiled: 0, ..terms.looks },
            None => terms.looks,
        };
        for _ in 0..question.tries.unwrap_or(1) {
            let examined = examine(executor, &case, syntax, Terms { looks, ..terms }.isolated())?;
            if examined.verdict.kind == question.kind {
                return Ok(Some(examined));
            }
        }
        Ok(None)
    };
    let Some(mut examined) = again(&state.source)? else { return Ok(None) };
    if question.every_path {
        // The rest may be small enough to see which operation it is, and which step converts it.
        let mut blamed = blame_examined(executor, examined.clone(), syntax, terms, BlameExtent::TO_CULPRIT)?;
        if blamed.culprits().next().is_none() {
            blamed.reason = Some(Untold::PlainlyWrong);
        }
        blamed.note(&mut examined.verdict);
        return Ok(Some(Reduced { examined, blamed }));
    }
    let alone = match &state.alone {
        Some(alone) => again(alone)?.map(|examined| (alone, examined)),
        None => None,
    };
    if examined.verdict.pass.is_none() {
        examined.verdict.culprits = vec![question.pass.clone()];
    }
    let ended = question.ended.is_some();
    let path = examined.case.paths.len() - 1;
    let steps = &state.source.path.before;
    let (ir_before, paths) = match &alone {
        Some((candidate, examined)) => (candidate.program.clone(), fixed(&examined.case)),
        None => (executor.text_after(&state.source.program, steps, &terms.limits)?, Vec::new()),
    };
    let Candidate { printed, path: Split { culprit, .. }, .. } =
        state.alone.as_ref().unwrap_or(&state.source).clone();
    let ir_after = match ended {
        true => None,
        false => executor.text_after(&ir_before, std::slice::from_ref(&culprit), &terms.limits).ok(),
    };
    let last = alone.as_ref().map_or(&examined, |(_, examined)| examined);
    let checking = Checking {
        program: ir_before.clone(),
        printed,
        steps: vec![culprit.clone()],
        limits: terms.limits,
        isolation: Isolation::New,
    };
    let found = Culprit {
        path,
        step: steps.len() + 1,
        pipeline: culprit,
        before: match ended {
            true => Before::StepsWork,
            false if is_witnessed(executor, checking) => Before::Witnessed,
            false => {
                let passes = state.source.path.after.iter().map(|step| pass_name(step).to_owned());
                Before::FinishedBehind(passes.collect())
            }
        },
        after: After::Seen(last.verdict.detail.clone()),
        ended: convicting_path(last.verdict.kind, &last.reports).and_then(|path| last.reports[path].ended()),
        ir_before,
        ir_after,
        alone: paths,
        met: met(executor, state, terms),
        varies: question.rounds > 1
            || question.tries.is_some()
            || question.kind == VerdictKind::Nondeterministic,
        ..Culprit::default()
    };
    let followed = BlamedPath { path, culprit: Some(found), ..BlamedPath::default() };
    let blamed = Blamed {
        case: examined.case.clone(),
        verdict: examined.verdict.clone(),
        reference: (!ended).then_some(Authority::PlainLowering),
        agreeing: (0..path).collect(),
        paths: vec![followed],
        reason: None,
        operation: None,
    };
    Ok(Some(Reduced { examined, blamed }))
}

/// True where the one step of `checking`, run without lowering, leaves what its input does not allow.
fn is_witnessed(executor: &mut dyn Executor, checking: Checking) -> bool {
    let states = executor.checks_steps().and_then(|machine| machine.check(checking).ok());
    states.is_some_and(|states| states.culprit().is_some())
}

/// A program with an entry that does nothing, where it has none: without one there is no lowering to its end.
fn with_entry(program: &str) -> String {
    match program.rfind('}') {
        Some(end) if !program.contains("@main") && program.starts_with("module") => {
            format!("{}  func.func @main() {{\n    return\n  }}\n{}", &program[..end], &program[end..])
        }
        _ => program.to_owned(),
    }
}

fn fixed(case: &Case) -> Vec<Vec<String>> {
    let steps = |path: &PathSpec| match path {
        PathSpec::Fixed(steps) => steps.clone(),
        _ => Vec::new(),
    };
    case.paths.iter().map(steps).collect()
}

/// The passes before the culprit that the plain lowering of the program does not have: none of them could be dropped.
fn met(executor: &mut dyn Executor, state: &ReductionState, terms: Terms) -> Vec<String> {
    let program = with_entry(&state.source.program);
    let job = Job::new(program, vec![PathSpec::Drawn(Vec::new())], terms);
    let plain = executor.run(&job).ok().and_then(|reports| reports.into_iter().next());
    let plain = plain.filter(|report| report.outcome == Outcome::Ok).map(|report| report.pipelines());
    // The steps of the plain lowering behind the culprit do not belong before it.
    let passes = plain.iter().flatten().map(|step| pass_name(step));
    let plain: BTreeSet<&str> = passes.take_while(|pass| *pass != state.question.pass).collect();
    let mut met: Vec<String> = Vec::new();
    for pass in state.source.path.before.iter().map(|step| pass_name(step)) {
        if !plain.contains(pass) && !met.iter().any(|other| other == pass) {
            met.push(pass.to_owned());
        }
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_an_entry_to_be_lowered() {
        let kernel = "module {\n  func.func @k() {\n    return\n  }\n}\n";
        let whole = with_entry(kernel);
        assert!(
            whole.starts_with("module {\n  func.func @k()") && whole.ends_with("return\n  }\n}\n"),
            "{whole}"
        );
        assert_eq!(whole.matches("func.func @main()").count(), 1);
        assert_eq!(with_entry(&whole), whole);
    }
}
