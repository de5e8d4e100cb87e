//! Members and facts for the tests of groups and exchange.

use super::fact::{Fact, Minimal, Shows};
use crate::blame::Split;
use crate::finding::AskedRun;
use crate::judge::{Detail, Signs, Verdict, VerdictKind};
use crate::observe::PathReport;
use crate::reduce::{Candidate, DefinedChecks, Question, Size, Traits, ending};
use crate::report::Mlir;

/// The least of a finding of this kind in this pass.
pub fn minimal(kind: VerdictKind, pass: &str) -> Minimal {
    let crash: PathReport = crate::observe::example::crashed(pass);
    let ended = (!kind.is_wrong_result()).then(|| ending(&crash)).flatten();
    let question = Question {
        kind,
        pass: pass.to_owned(),
        ended,
        plainly: true,
        rounds: 1,
        tries: None,
        checks: DefinedChecks { memory: true, bounds: true },
        every_path: false,
        by_semantics: false,
        zero_sign: false,
        traits: Traits::default(),
    };
    let path = Split { before: vec![], culprit: format!("builtin.module({pass})"), after: vec![] };
    let candidate = Candidate { program: format!("{pass} of {kind}"), printed: vec![], path };
    Minimal { question, candidate, size: Size::default(), source: None }
}

/// A fact of a finding of this kind in this pass.
pub fn fact(kind: VerdictKind, pass: &str) -> Fact {
    let shown = (!kind.is_wrong_result()).then(|| pass.to_owned());
    let culprits = if shown.is_some() { vec![] } else { vec![pass.to_owned()] };
    let minimal = minimal(kind, pass);
    Fact {
        mlir: Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None },
        shows: Shows::Yes,
        verdict: Verdict { culprits, ..Verdict::finding(kind, shown, Detail::Told("it is so".into())) },
        run: AskedRun::Whole {},
        ended: minimal.question.ended.clone(),
        signs: Signs::default(),
        source_broken: None,
        minimal: Some(minimal),
        untold: None,
        reported: None,
    }
}
