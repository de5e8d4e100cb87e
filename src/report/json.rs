//! The documents of `--json` and of `finding.json`; their keys are a contract with scripts.

use super::{Finding, Mlir};
use crate::judge::Verdict;
use crate::mlir::Processor;
use crate::observe::{Buffer, Expected, Leaked, PathReport};
use crate::semantics::{Evaluated, Remark};
use serde_json::{Map, Value, json};

/// What a program printed: a list in the order of the print calls. `bits` are hexadecimal, one string an
/// element, row-major, in the width of `element`.
pub fn outputs(outputs: &[Buffer]) -> Value {
    let one = |buffer: &Buffer| {
        let bits: Vec<String> = buffer.bits.iter().map(|bits| format!("{bits:#x}")).collect();
        json!({ "shape": buffer.shape, "element": buffer.element, "bits": bits })
    };
    outputs.iter().map(one).collect()
}

/// What the reference semantics expect: a list as above, each output with `bound` for floats (the absolute error a correct lowering may
/// have, in the unit of the value before it was bitcast; 0 is exact, the largest double that nothing is known) and with `float`, the
/// type they had then; `open` where nothing is prescribed for any element, with the reason.
pub fn expected(expected: &[Expected]) -> Value {
    let one = |output: &Expected| {
        let mut shown = outputs(&[output.guess()])[0].take();
        if output.held.is_float() {
            let bounds = (0..output.bits.len()).map(|place| json!(output.bound(place).min(f64::MAX)));
            shown["float"] = json!(output.held);
            shown["bound"] = bounds.collect();
        }
        if let Some(why) = &output.open {
            shown["open"] = json!(why);
        }
        shown
    };
    expected.iter().map(one).collect()
}

/// What `eval` prints: `outputs` as above, but `open` is a remark as a whole. `remarks` are what TOSA leaves open, or worse.
pub fn evaluation(evaluation: &Evaluated) -> Map<String, Value> {
    let mut outputs = expected(&evaluation.outputs);
    for (index, open) in evaluation.open.iter().enumerate() {
        if let Some(place) = *open {
            outputs[index]["open"] = remark(&evaluation.remarks[place]);
        }
    }
    object(json!({
        "outputs": outputs,
        "remarks": evaluation.remarks.iter().map(remark).collect::<Value>(),
    }))
}

fn remark(remark: &Remark) -> Value {
    json!({
        "operation": remark.operation,
        "location": remark.location,
        "kind": remark.kind,
        "reason": remark.reason,
    })
}

/// One path: outcome, outputs, steps, and for a failure pass, message, signal and frames.
pub fn path(report: &PathReport) -> Map<String, Value> {
    let mut map = object(json!({
        "outcome": report.outcome,
        "outputs": outputs(&report.outputs),
        "steps": report.steps,
    }));
    // Absent where it freed everything, or nobody looked.
    if report.leaked != Leaked::default() {
        map.insert("leaked".into(), json!(report.leaked));
    }
    // Absent where the interpreter was not asked for.
    if report.effort.interpreted + report.effort.left_to_jit > 0 {
        map.insert("interpreted".into(), json!(report.effort.left_to_jit == 0));
    }
    if let Some(failure) = &report.failure {
        map.extend(object(serde_json::to_value(failure).expect("a plain struct")));
    }
    map
}

/// The judgement of one case: `verdict`, `pass`, `detail`, and where there is one `reason`, `known`, who stands `alone` among paths
/// and `semantics`, and the `operation` that goes wrong on every path; `zero_sign` where the sign of zeros is all that is wrong;
/// what the results are `against`, whether the values of two runs were different (`varies`), and the operation that is MLIR's `complaint`.
pub fn verdict(verdict: &Verdict) -> Map<String, Value> {
    let mut map = object(json!({ "verdict": verdict.kind, "pass": verdict.pass, "detail": verdict.detail }));
    if let Some(reason) = verdict.reason {
        map.insert("reason".into(), json!(reason));
    }
    if let Some(known) = &verdict.known {
        map.insert("known".into(), json!(known));
    }
    if let Some(witness) = verdict.alone {
        map.insert("alone".into(), json!(witness.to_string()));
    }
    if let Some(operation) = &verdict.operation {
        map.insert("operation".into(), json!(operation));
    }
    if verdict.zero_sign {
        map.insert("zero_sign".into(), json!(true));
    }
    if let Some(against) = &verdict.against {
        map.insert("against".into(), json!(against));
    }
    if verdict.varies {
        map.insert("varies".into(), json!(true));
    }
    if let Some(complaint) = &verdict.complaint {
        map.insert("complaint".into(), json!(complaint));
    }
    map
}

/// A judged case on one toolchain, as `compare` and `replay` print it.
pub fn comparison(
    judged: &Verdict,
    reports: &[PathReport],
    mlir: &Mlir,
    executor: &str,
) -> Map<String, Value> {
    let mut map = verdict(judged);
    map.insert("executor".into(), json!(executor));
    let processor = Processor::chosen().unwrap_or_default();
    if processor != Processor::default() {
        map.insert("cpu".into(), json!(processor));
    }
    map.insert("mlir".into(), json!(mlir));
    map.insert("paths".into(), reports.iter().map(path).collect());
    map
}

/// The content of `finding.json`.
pub fn finding(finding: &Finding) -> Value {
    let mut map = comparison(finding.verdict, finding.reports, finding.mlir, finding.executor);
    map.insert("lowdiff".into(), json!(env!("CARGO_PKG_VERSION")));
    map.insert("case".into(), json!(finding.case.id()));
    map.insert("printed".into(), json!(finding.case.printed));
    map.insert("expected".into(), finding.case.expected.as_deref().map_or(Value::Null, expected));
    map.insert("confirmed".into(), json!(finding.clean.and_then(|clean| clean.confirmed)));
    map.insert("clean".into(), json!(finding.clean));
    map.insert("signature".into(), json!(finding.verdict.signature()));
    if let Some(culprit) = finding.blamed.and_then(|blamed| blamed.culprits().next()) {
        let mut culprit = super::culprit::summary(culprit);
        culprit.insert("mlir".into(), json!(finding.mlir));
        map.insert("culprit".into(), Value::Object(culprit));
    }
    Value::Object(map)
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
        assert_eq!(crash["frames"], json!(["mlir::it()"]));
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
            reason: "a division by zero".into(),
        };
        let document = evaluation(&Evaluation { printed: vec![floats, ints], remarks: vec![remark] }.told());
        let told = json!({
            "operation": "tosa.intdiv", "location": "1:2", "kind": "undefined", "reason": "a division by zero",
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
        });
        assert_eq!(Value::Object(document), expected);
    }

    #[test]
    fn a_reason_is_there_only_when_there_is_one() {
        assert!(!verdict(&Verdict::agree()).contains_key("reason"));
        let odd = Verdict::incomparable(crate::judge::Reason::Declined, None, String::new());
        assert_eq!(verdict(&odd)["reason"], "declined");
    }

    #[test]
    fn mlir_has_a_build_id() {
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into() };
        let map = comparison(&Verdict::agree(), &[], &mlir, "jit");
        assert_eq!(map["mlir"], json!({ "name": "22", "version": "22.1.8", "build-id": "ab" }));
    }
}
