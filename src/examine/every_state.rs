//! The second look of an oracle that asks for every state: each state between the passes is run and held against the one before.

use super::look::{LookFinding, LookedAt};
use crate::execute::{Job, Looks, StepChecks, Terms};
use crate::judge::{VerdictKind, judge};

/// Runs every state of the paths of the case; the verdict where a step turns a zero around that may not.
pub fn look(subject: &mut LookedAt<'_>) -> anyhow::Result<Option<LookFinding>> {
    let terms = subject.terms;
    let every = Terms { looks: Looks { steps: StepChecks::Every, ..terms.looks }, ..terms };
    let reports = subject.executor.run(&Job::of(subject.case, subject.syntax, every.isolated()))?;
    let verdict = judge(&reports, subject.case.prescribed());
    let is_turned = verdict.kind == VerdictKind::Miscompiled && verdict.zero_sign;
    Ok(is_turned.then_some(LookFinding { verdict, reports: Some(reports), is_repeat: false }))
}
