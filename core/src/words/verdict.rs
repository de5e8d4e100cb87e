//! A verdict, in a sentence.

use super::detail::{detail, ended_so, reported};
use crate::judge::{Detail, Runs, Verdict};
use std::fmt::Write as _;

/// The judgement of a case, with the fact that it rests on.
pub fn verdict(verdict: &Verdict) -> String {
    told(
        verdict,
        match &verdict.detail {
            // No word is said twice: the verdict is spelt as the outcome is, and has the pass.
            Detail::Ended(end) if end.outcome.name() == verdict.kind.name() && end.pass == verdict.pass => {
                ended_so(end)
            }
            fact => detail(fact),
        },
    )
}

/// The judgement of a case as a report has it, about the same on each run.
pub fn reported_verdict(verdict: &Verdict) -> String {
    told(verdict, reported(&verdict.detail, verdict.pass.is_some()))
}

fn told(verdict: &Verdict, fact: String) -> String {
    let mut said = verdict.kind.to_string();
    if let Some(reason) = verdict.reason {
        let _ = write!(said, " ({reason})");
    }
    if let Some(pass) = &verdict.pass {
        let _ = write!(said, " in {pass}");
    }
    if let Some(known) = &verdict.known {
        let _ = write!(said, " (known: {known})");
    }
    let _ = write!(said, ": {fact}");
    if verdict.varies {
        said += "; the values vary from run to run";
    }
    if let Some(Runs { shown, all }) = verdict.runs {
        let _ = write!(said, "; it shows in {shown} of {all} runs");
    }
    said
}
