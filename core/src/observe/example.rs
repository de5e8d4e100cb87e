//! Reports made by hand, as tests of verdicts, stores and campaigns need them.

use super::{Buffer, Effect, Element, Failure, Outcome, PathReport, StepReport};

fn steps(pass: &str, effect: Option<Effect>) -> Vec<StepReport> {
    vec![StepReport { pipeline: format!("builtin.module({pass})"), effect }]
}

/// A path of one pass that printed one i64.
pub fn ok(pass: &str, value: u64) -> PathReport {
    PathReport {
        outputs: vec![Buffer { shape: vec![], element: Element::I64, bits: vec![value] }],
        steps: steps(pass, Some(Effect::Changed)),
        ..PathReport::of(Outcome::Ok)
    }
}

/// A path of one pass that crashed in it.
pub fn crashed(pass: &str) -> PathReport {
    let failure = Failure {
        pass: Some(pass.to_string()),
        signal: Some(11),
        frames: vec!["mlir::it()".to_owned().into()],
        ..Failure::said("it fell over".into())
    };
    let steps = steps(pass, None);
    PathReport { outcome: Outcome::Crash, outputs: vec![], steps, failure: Some(failure), ..ok(pass, 0) }
}
