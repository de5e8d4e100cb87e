//! The question about a step that the machine for every level has seen to be wrong, on the step's own input.
//!
//! Where every way down is wrong no lowering tells right from wrong, and the step does: its input is defined, and its output does what the
//! input does not allow. The machine runs both of each candidate, so that a candidate stays defined, and nothing is lowered.

use super::ending::ending;
use super::question::{Candidate, Checks, Question};
use super::traits::Traits;
use crate::blame::{After, Culprit, Split};
use crate::examine::terms_of;
use crate::execute::{Executor, Job, Terms};
use crate::judge::{VerdictKind, judge};
use crate::observe::Element;
use crate::path::PathSpec;
use anyhow::Result;

/// The program just before the culprit with the culprit alone, and the question about it; none where the machine did not name the
/// culprit, or does not see it on that program.
///
/// # Errors
/// Nothing can be run at all.
pub fn judged(
    executor: &mut dyn Executor,
    culprit: &Culprit,
    printed: &[Element],
    terms: &Terms,
) -> Result<Option<(Question, Candidate)>> {
    if !matches!(culprit.after, After::Broken(_)) {
        return Ok(None);
    }
    let path = Split { culprit: culprit.pipeline.clone(), ..Split::default() };
    let candidate = Candidate { program: culprit.ir_before.clone(), printed: printed.to_vec(), path };
    let kind = VerdictKind::Miscompiled;
    let paths = vec![PathSpec::Fixed(candidate.path.with())];
    executor.new_worker();
    // A state that cannot be read back is no program.
    let job = Job::new(candidate.program.clone(), paths, terms_of(kind, *terms));
    let reports = executor.run(&job).unwrap_or_default();
    let Some(report) = reports.first() else { return Ok(None) };
    if judge(&reports, candidate.prescribed()).kind != kind {
        return Ok(None);
    }
    let question = Question {
        kind,
        pass: culprit.pass().to_owned(),
        ended: ending(report),
        plainly: false,
        rounds: 1,
        checks: Checks::ALL[0],
        every_path: false,
        by_semantics: false,
        zero_sign: false,
        traits: Traits::default(),
    };
    let holds = question.holds(executor, &candidate, terms)?;
    Ok(holds.then_some((question, candidate)))
}
