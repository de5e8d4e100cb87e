//! The documents of `--json`, and how the document of a finding is filled; their keys are a contract with scripts.

use super::{Judged, Mlir, culprit, remedy};
use crate::blame::Prefix;
use crate::execute::ExecutorKind;
use crate::finding::{CaseRecord, Comparison, ExpectedOutput, Finding, OracleName, Output};
use crate::judge::{Known, Verdict, VerdictOf};
use crate::mlir::Processor;
use crate::observe::{Buffer, Expected, PathReport};
use serde_json::{Map, Value, json};

/// The prints of a program: a list in the order of the print calls.
pub fn outputs(outputs: &[Buffer]) -> Value {
    json!(Output::all(outputs))
}

/// The expectation of the reference semantics: a list as above.
pub fn expected(expected: &[Expected]) -> Vec<ExpectedOutput> {
    expected.iter().map(ExpectedOutput::from).collect()
}

/// The judgement of one case, by its fields.
pub fn verdict(verdict: &Verdict) -> Map<String, Value> {
    object(remedy::document(verdict))
}

/// A beginning of a path, and what it shows.
pub fn prefix(prefix: &Prefix) -> Value {
    let Prefix { steps, result, finish, after, .. } = prefix;
    let detail = after.as_ref().map(super::after).unwrap_or_default();
    json!({ "steps": steps, "result": result, "finish": finish, "detail": detail })
}

/// A judged case on one toolchain, as `compare` and `replay` print it.
pub fn comparison(
    judged: &Verdict,
    reports: &[PathReport],
    mlir: &Mlir,
    executor: ExecutorKind,
) -> Comparison {
    Comparison {
        seen: CaseRecord::of(judged, reports),
        oracle: OracleName::of(judged, VerdictOf::OneMlir),
        executor,
        cpu: processor(),
        mlir: mlir.clone(),
        arguments: Vec::new(),
        location: None,
        versions: Vec::new(),
    }
}

/// The processor that code is made for, where that is not the baseline.
fn processor() -> Option<Processor> {
    Processor::chosen().ok().filter(|processor| *processor != Processor::default())
}

/// The document of a finding.
pub fn finding(judged: &Judged) -> Finding {
    let Judged { case, input: _, syntax, verdict, reports, mlir, executor, clean, source_broken, blamed } =
        *judged;
    let named = blamed.and_then(|blamed| blamed.culprits().next());
    Finding {
        mlir: Some(mlir.clone()),
        executor: Some(executor),
        cpu: processor(),
        case: Some(case.id()),
        printed: case.printed.clone(),
        expected: case.expected.as_deref().map(expected),
        confirmed: clean.and_then(|clean| clean.confirmed),
        clean: clean.cloned(),
        source_broken: source_broken.cloned(),
        like: like(verdict, reports, case.source.text(syntax), mlir),
        culprit: named.map(|named| crate::finding::CulpritRecord {
            mlir: Some(mlir.clone()),
            ..culprit::summary(named)
        }),
        ..Finding::new(CaseRecord::of(verdict, reports))
    }
}

/// The label of a reported bug that a finding may be, where it is no known one: nothing but the pass says so.
fn like(verdict: &Verdict, reports: &[PathReport], program: &str, mlir: &Mlir) -> Option<String> {
    if verdict.known.is_some() {
        return None;
    }
    let label = Known::alike().label(verdict, reports, program, [&mlir.name, &mlir.version]);
    label.map(str::to_owned)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => unreachable!("not an object: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Detail, Reason};

    #[test]
    fn a_reason_is_there_only_when_there_is_one() {
        assert!(!verdict(&Verdict::agree()).contains_key("reason"));
        let odd = Verdict::incomparable(Reason::Declined, None, Detail::default());
        assert_eq!(verdict(&odd)["reason"], "declined");
    }

    #[test]
    fn mlir_has_a_build_id() {
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let document = json!(comparison(&Verdict::agree(), &[], &mlir, ExecutorKind::Jit));
        assert_eq!(document["mlir"], json!({ "name": "22", "version": "22.1.8", "build-id": "ab" }));
    }
}
