//! The second look of an oracle that asks for every state: each state between the passes is run and held against the one before.

use super::look::{LookFinding, LookedAt};
use crate::execute::{Job, Looks, StepChecks, Terms};
use crate::judge::JudgeOfStates;

/// Runs every state of the paths of the case.
pub fn look(subject: &mut LookedAt<'_>, judge: JudgeOfStates) -> anyhow::Result<Option<LookFinding>> {
    let terms = subject.terms;
    let every = Terms { looks: Looks { steps: StepChecks::Every, ..terms.looks }, ..terms };
    let reports = subject.executor.run(&Job::of(subject.case, subject.syntax, every.isolated()))?;
    let verdict = judge(&reports, subject.case.prescribed());
    Ok(verdict.map(|verdict| LookFinding { verdict, reports: Some(reports), is_repeat: false }))
}
