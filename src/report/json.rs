//! The documents of `--json`, and how the document of a finding is filled; their keys are a contract with scripts.

use super::{Judged, Mlir, culprit, remedy};
use crate::blame::Prefix;
use crate::execute::{Ending, ExecutorKind};
use crate::finding::{CaseRecord, Comparison, ExpectedOutput, Finding, OracleName, Output, PathRecord};
use crate::judge::{Verdict, VerdictOf};
use crate::mlir::Processor;
use crate::observe::{Buffer, Expected, PathReport};
use crate::semantics::{Evaluated, Remark};
use crate::words;
use serde_json::{Map, Value, json};

/// The prints of a program: a list in the order of the print calls.
pub fn outputs(outputs: &[Buffer]) -> Value {
    json!(Output::all(outputs))
}

/// The expectation of the reference semantics: a list as above.
pub fn expected(expected: &[Expected]) -> Vec<ExpectedOutput> {
    expected.iter().map(ExpectedOutput::from).collect()
}

/// The document of `eval`: `outputs` as above, but `open` is a remark as a whole. `remarks` are what TOSA leaves open, or worse. A
/// program that the reference semantics know ends, and shows what it returns as outputs.
pub fn evaluation(evaluation: &Evaluated) -> Map<String, Value> {
    let mut outputs = json!(expected(&evaluation.outputs));
    for (index, open) in evaluation.open.iter().enumerate() {
        if let Some(place) = *open {
            outputs[index]["open"] = remark(&evaluation.remarks[place]);
        }
    }
    object(json!({
        "outputs": outputs,
        "remarks": evaluation.remarks.iter().map(remark).collect::<Value>(),
        "ending": ending(&Ending::Done),
        "location": null,
    }))
}

fn remark(remark: &Remark) -> Value {
    json!({
        "operation": remark.operation,
        "location": remark.location,
        "kind": remark.kind,
        "rule": remark.rule,
        "reason": words::remark(&remark.rule),
    })
}

/// The end of a run, its reason in words.
pub fn ending(ending: &Ending) -> Value {
    match ending {
        Ending::Done => json!("Done"),
        Ending::Undefined(why) => json!({ "Undefined": words::cause(why) }),
        Ending::Fault(why) => json!({ "Fault": words::cause(why) }),
        Ending::Open(why) => json!({ "Open": words::cause(why) }),
        Ending::Unsupported(why) => json!({ "Unsupported": words::cause(why) }),
    }
}

/// One path: outcome, outputs, steps, and for a failure pass, message, signal and frames.
pub fn path(report: &PathReport) -> Map<String, Value> {
    object(json!(PathRecord::of(report)))
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
    let Judged { case, input: _, syntax: _, verdict, reports, mlir, executor, clean, source_broken, blamed } =
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
        culprit: named.map(|named| crate::finding::CulpritRecord {
            mlir: Some(mlir.clone()),
            ..culprit::summary(named)
        }),
        ..Finding::new(CaseRecord::of(verdict, reports))
    }
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
    use crate::observe::example::{crashed, ok};

    #[test]
    fn a_path_has_the_documented_keys() {
        let expected = json!({
            "outcome": "ok",
            "outputs": [{ "shape": [], "element": "i64", "bits": ["0xffffffffffffffff"] }],
            "steps": [{ "pipeline": "builtin.module(cse)", "effect": "changed" }],
        });
        assert_eq!(Value::Object(path(&ok("cse", u64::MAX))), expected);
        let crash = path(&crashed("cse"));
        assert_eq!(crash["pass"], "cse");
        assert_eq!(crash["message"], "it fell over");
        assert_eq!(crash["signal"], 11);
        assert_eq!(crash["frames"], json!([{ "function": { "function": "mlir::it()", "library": "" } }]));
    }

    #[test]
    fn an_evaluation_has_bounds_for_floats_alone() {
        use crate::observe::Element;
        use crate::semantics::{Definedness, Evaluation, Float, Printed, Tensor};
        let values = vec![Float { value: 1.0, bound: 0.5 }, Float::unknown(2.0)];
        let floats = Printed { tensor: Tensor::floats(Element::F32, &[2], values).into(), open: None };
        let ints = Printed { tensor: Tensor::ints(Element::I8, &[1], vec![-1]).into(), open: Some(0) };
        let remark = Remark {
            operation: "tosa.intdiv".into(),
            location: "1:2".into(),
            kind: Definedness::Undefined,
            rule: "tosa_division_by_zero".into(),
        };
        let document = evaluation(&Evaluation { printed: vec![floats, ints], remarks: vec![remark] }.told());
        let told = json!({
            "operation": "tosa.intdiv", "location": "1:2", "kind": "undefined", "rule": "tosa_division_by_zero",
            "reason": "a division by zero",
        });
        let expected = json!({
            "outputs": [
                {
                    "shape": [2], "element": "f32", "float": "f32", "bits": ["0x3f800000", "0x40000000"],
                    "bound": [0.5, f64::MAX],
                },
                { "shape": [1], "element": "i8", "bits": ["0xff"], "open": told },
            ],
            "remarks": [told],
            "ending": "Done",
            "location": null,
        });
        assert_eq!(Value::Object(document), expected);
    }

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
