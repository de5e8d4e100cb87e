//! The documents that `run` and `eval` print with `--json`, and the forms of a document that commands of programs have in common.

use super::Mlir;
use crate::execute::{Argument, Ending, ExecutorKind, Interpreted, Maker, ReturnedValue};
use crate::finding::{ExpectedOutput, Output, PathRecord};
use crate::observe::{Buffer, Defect, Element, ElementBits};
use crate::semantics::{Definedness, Evaluated, Remark};
use crate::words;
use schemars::JsonSchema;
use serde::Serialize;

/// The document of a command that takes programs. It is one of these.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Document<T> {
    /// The answer about one program.
    Answer(T),
    /// The answers about several programs.
    Programs {
        /// They, in order.
        programs: Vec<OfProgram<T>>,
    },
    /// The command could not be run, or its arguments are wrong.
    Error {
        /// The reason, in a sentence.
        error: String,
    },
}

/// The document of one program among several.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OfProgram<T> {
    /// The name of the program: its file, and the line that it begins in where the file holds several.
    pub program: String,
    /// Its document.
    #[serde(flatten)]
    pub document: AnswerOrError<T>,
}

/// An answer, or the reason why there is none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnswerOrError<T> {
    /// The answer.
    Answer(T),
    /// The program could not be asked about.
    Error {
        /// The reason, in a sentence.
        error: String,
    },
}

/// The document of `run`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RunDocument {
    /// The path. Its keys stand beside the others.
    #[serde(flatten)]
    pub path: PathRecord,
    /// The arguments that the program was called with.
    pub arguments: Vec<Argument>,
    /// The place in the program's text at which it is undefined by itself, in line and column, where it is.
    pub location: Option<String>,
    /// Which executor ran it.
    pub executor: ExecutorKind,
    /// Which MLIR it was.
    pub mlir: Mlir,
}

/// The document of `eval`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EvalDocument {
    /// The arguments that the program was called with.
    pub arguments: Vec<Argument>,
    /// The prints of the program; where it prints nothing, what it returns.
    pub outputs: Vec<EvalOutput>,
    /// The number of prints; absent of a program that the reference semantics computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<usize>,
    /// The values that it returns; absent of a program that the reference semantics computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returned: Option<Vec<ReturnedValue>>,
    /// The end of the run.
    pub ending: EndingDocument,
    /// The place in the program's text at which the run ended early, in line and column, where that is known.
    pub location: Option<String>,
    /// The operations that leave something open, or make a value that is none.
    pub remarks: Vec<EvalRemark>,
    /// Which MLIR parsed it.
    pub mlir: Mlir,
}

/// An output of `eval`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EvalOutput {
    /// Extents, outermost first; empty for a scalar.
    pub shape: Vec<u64>,
    /// Type of the elements as they are handed to the print function.
    pub element: Element,
    /// One hexadecimal string an element, row-major: two's complement or IEEE bits in the width of `element`.
    pub bits: Vec<ElementBits>,
    /// Of floats that the reference semantics computed: their type before they were bitcast for printing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub float: Option<Element>,
    /// Of those floats: the absolute error that a correct lowering may have, one an element; 0 is exact, the largest double that nothing
    /// is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Vec<f64>>,
    /// The remark that leaves every element open, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<EvalRemark>,
}

/// A remark of `eval`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum EvalRemark {
    /// Of the reference semantics.
    OfRule {
        /// The operation's name.
        operation: String,
        /// Its location.
        location: String,
        /// The kind of remark.
        kind: Definedness,
        /// The rule by which that is so, by its identifier.
        rule: String,
        /// The rule in words.
        reason: String,
    },
    /// An operation that made a value without bits.
    OfMaker {
        /// The reason why the value has none.
        kind: Defect,
        /// The operation, as the user reads it.
        reason: String,
        /// Its place in the program's text, in line and column, where that is known.
        location: Option<String>,
    },
}

/// The end of a run, with its reason in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum EndingDocument {
    /// The program came to its end.
    Done,
    /// It is undefined.
    Undefined(String),
    /// It faults, as by an access to memory that it does not have.
    Fault(String),
    /// It goes on in a way that its rules leave open.
    Open(String),
    /// The evaluator cannot run it on.
    Unsupported(String),
}

impl From<&Ending> for EndingDocument {
    fn from(ending: &Ending) -> EndingDocument {
        match ending {
            Ending::Done => EndingDocument::Done,
            Ending::Undefined(why) => EndingDocument::Undefined(words::cause(why)),
            Ending::Fault(why) => EndingDocument::Fault(words::cause(why)),
            Ending::Open(why) => EndingDocument::Open(words::cause(why)),
            Ending::Unsupported(why) => EndingDocument::Unsupported(words::cause(why)),
        }
    }
}

impl From<&Remark> for EvalRemark {
    fn from(remark: &Remark) -> EvalRemark {
        EvalRemark::OfRule {
            operation: remark.operation.clone(),
            location: remark.location.clone(),
            kind: remark.kind,
            rule: remark.rule.to_string(),
            reason: words::remark(&remark.rule).to_owned(),
        }
    }
}

impl From<&Maker> for EvalRemark {
    fn from(Maker { defect, operation, place }: &Maker) -> EvalRemark {
        EvalRemark::OfMaker { kind: *defect, reason: operation.clone(), location: place.clone() }
    }
}

impl From<&Buffer> for EvalOutput {
    fn from(buffer: &Buffer) -> EvalOutput {
        let Output { shape, element, bits } = Output::from(buffer);
        let bits = bits.into_iter().map(ElementBits).collect();
        EvalOutput { shape, element, bits, float: None, bound: None, open: None }
    }
}

impl EvalDocument {
    /// The results of the reference semantics. Such a program ends, and its outputs are the values that it returns.
    pub fn evaluated(evaluation: &Evaluated, arguments: &[Argument], mlir: &Mlir) -> EvalDocument {
        let output = |(expected, open): (_, &Option<usize>)| {
            let ExpectedOutput { shape, element, bits, float, bound, .. } = ExpectedOutput::from(expected);
            let bits = bits.into_iter().map(ElementBits).collect();
            let open = open.map(|place| EvalRemark::from(&evaluation.remarks[place]));
            EvalOutput { shape, element, bits, float, bound, open }
        };
        EvalDocument {
            arguments: arguments.to_vec(),
            outputs: evaluation.outputs.iter().zip(&evaluation.open).map(output).collect(),
            printed: None,
            returned: None,
            ending: EndingDocument::Done,
            location: None,
            remarks: evaluation.remarks.iter().map(EvalRemark::from).collect(),
            mlir: mlir.clone(),
        }
    }

    /// A run operation by operation that shows these outputs, and is told of by these makers.
    pub fn interpreted(
        interpreted: &Interpreted,
        outputs: &[Buffer],
        makers: &[Maker],
        mlir: &Mlir,
    ) -> EvalDocument {
        EvalDocument {
            arguments: interpreted.arguments.clone(),
            outputs: outputs.iter().map(EvalOutput::from).collect(),
            printed: Some(interpreted.outputs.len()),
            returned: Some(interpreted.returned.clone()),
            ending: EndingDocument::from(&interpreted.ending),
            location: interpreted.place.clone(),
            remarks: makers.iter().map(EvalRemark::from).collect(),
            mlir: mlir.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::example::{crashed, ok};
    use crate::semantics::{Evaluation, Float, Printed, Tensor};
    use serde_json::json;

    #[test]
    fn an_evaluation_has_bounds_for_floats_alone() {
        let values = vec![Float { value: 1.0, bound: 0.5 }, Float::unknown(2.0)];
        let floats = Printed { tensor: Tensor::floats(Element::F32, &[2], values).into(), open: None };
        let ints = Printed { tensor: Tensor::ints(Element::I8, &[1], vec![-1]).into(), open: Some(0) };
        let remark = Remark {
            operation: "tosa.intdiv".into(),
            location: "1:2".into(),
            kind: Definedness::Undefined,
            rule: "tosa_division_by_zero".into(),
        };
        let evaluated = Evaluation { printed: vec![floats, ints], remarks: vec![remark] }.told();
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let told = json!({
            "operation": "tosa.intdiv", "location": "1:2", "kind": "undefined", "rule": "tosa_division_by_zero",
            "reason": "a division by zero",
        });
        let expected = json!({
            "arguments": [],
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
            "mlir": mlir,
        });
        assert_eq!(json!(EvalDocument::evaluated(&evaluated, &[], &mlir)), expected);
    }

    #[test]
    fn a_path_has_the_documented_keys() {
        let expected = json!({
            "outcome": "ok",
            "outputs": [{ "shape": [], "element": "i64", "bits": ["0xffffffffffffffff"] }],
            "steps": [{ "pipeline": "builtin.module(cse)", "effect": "changed" }],
        });
        assert_eq!(json!(PathRecord::of(&ok("cse", u64::MAX))), expected);
        let crash = json!(PathRecord::of(&crashed("cse")));
        assert_eq!(crash["pass"], "cse");
        assert_eq!(crash["message"], "it fell over");
        assert_eq!(crash["signal"], 11);
        assert_eq!(crash["frames"], json!([{ "function": { "function": "mlir::it()", "library": "" } }]));
    }
}
