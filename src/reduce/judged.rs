//! The question about a step that the machine for every level has seen to be wrong.
//!
//! If every way down is wrong, no lowering tells right from wrong, and the step does: its input is defined, and its output does what the
//! input does not allow. The machine runs both of each candidate, so that a candidate stays defined, and nothing is lowered.

use super::ending::ending;
use super::question::{Candidate, DefinedChecks, Question};
use super::traits::Traits;
use crate::blame::{After, Culprit, Split};
use crate::examine::terms_of;
use crate::execute::{Executor, Job, Terms};
use crate::judge::{VerdictKind, judge};
use crate::path::PathSpec;
use anyhow::Result;

/// The question about a culprit that the machine named, and the program that it holds of: the finding's own with its path up to the
/// culprit, or else the one just before the culprit. There is none where the machine named nobody, or sees it on neither.
///
/// # Errors
/// Nothing can be run at all.
pub fn judged(
    executor: &mut dyn Executor,
    culprit: &Culprit,
    source: &Candidate,
    terms: &Terms,
) -> Result<Option<(Question, Candidate)>> {
    if !matches!(culprit.after, After::Broken(_)) {
        return Ok(None);
    }
    // Nothing is finished.
    let path = Split { after: Vec::new(), ..source.path.clone() };
    let alone = Split { before: Vec::new(), ..path.clone() };
    let whole = Candidate { path, ..source.clone() };
    let alone = Candidate { program: culprit.ir_before.clone(), path: alone, ..source.clone() };
    for candidate in [whole, alone] {
        if let Some(question) = seen(executor, culprit, &candidate, &terms.isolated())? {
            return Ok(Some((question, candidate)));
        }
    }
    Ok(None)
}

/// The question about a candidate whose last step the machine sees to be wrong.
fn seen(
    executor: &mut dyn Executor,
    culprit: &Culprit,
    candidate: &Candidate,
    terms: &Terms,
) -> Result<Option<Question>> {
    let kind = VerdictKind::Miscompiled;
    let paths = vec![PathSpec::Fixed(candidate.path.with())];
    // A state that cannot be read back is no program.
    let job = Job::new(candidate.program.clone(), paths, terms_of(kind, *terms));
    let reports = executor.run(&job).unwrap_or_default();
    let Some(report) = reports.first().filter(|_| judge(&reports, candidate.prescribed()).kind == kind)
    else {
        return Ok(None);
    };
    let question = Question {
        kind,
        pass: culprit.pass().to_owned(),
        ended: ending(report),
        plainly: false,
        rounds: 1,
        tries: None,
        checks: DefinedChecks::ALL[0],
        every_path: false,
        by_semantics: false,
        zero_sign: false,
        traits: Traits::default(),
    };
    Ok(question.holds(executor, candidate, terms)?.then_some(question))
}
