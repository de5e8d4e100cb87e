//! One path of a finding, and what it printed.

use crate::observe::{
    Breach, BrokenRule, Buffer, Cause, Element, Expected, Failure, Leaked, Outcome, PathReport, StackFrame,
    StepReport, Subject, Unprescribed, maybe_fact_or_text, maybe_frames_or_lines,
};
use crate::words;
use serde::{Deserialize, Serialize};

/// The facts of one path. The last nine fields are of a path that did not end well.
///
/// Two replays of a finding agree in `outcome` and `steps`. Where the verdict varies, or a crash is in spoiled memory, they may differ in all else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathRecord {
    /// The outcome of the path.
    pub outcome: Outcome,
    /// The prints of the lowered program: the actual values.
    #[serde(default)]
    pub outputs: Vec<Output>,
    /// The steps taken, declined ones included.
    #[serde(default)]
    pub steps: Vec<StepReport>,
    /// The memory that was not freed; absent where all was, or nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaked: Option<Leaked>,
    /// True where the interpreter ran it, false where compiled code did; absent where the interpreter was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreted: Option<bool>,
    /// The pass that was running, without options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
    /// The reason in a sentence, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The reason; absent in older documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The words of MLIR, of a stock program or of a worker that died, where it has any and they are kept apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The signal that ended the process, by number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// Symbolised stack, innermost first.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe_frames_or_lines")]
    pub frames: Option<Vec<StackFrame>>,
    /// The subject of its end, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Subject>,
    /// The rule that the program breaks there, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<BrokenRule>,
    /// The way in which the module that the step left is not allowed, with the values before it and after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breach: Option<Box<Breach>>,
}

impl PathRecord {
    /// True of a run that ended well and showed what this path showed, which ended well, too: the values of one that did not are not what is
    /// wrong with it.
    pub fn is_shown_by(&self, report: &PathReport) -> bool {
        let both = self.outcome == Outcome::Ok && report.outcome == Outcome::Ok;
        let shows = both && !report.outputs.is_empty();
        shows && Output::all(&report.outputs) == self.outputs
    }

    /// The record of a report.
    pub fn of(report: &PathReport) -> PathRecord {
        let effort = &report.effort;
        let failure = report.failure.clone();
        let asked = effort.interpreted + effort.left_to_jit > 0;
        PathRecord {
            outcome: report.outcome,
            outputs: Output::all(&report.outputs),
            steps: report.steps.clone(),
            leaked: Some(report.leaked).filter(|leaked| *leaked != Leaked::default()),
            interpreted: asked.then_some(effort.left_to_jit == 0),
            pass: failure.as_ref().and_then(|failure| failure.pass.clone()),
            message: failure.as_ref().map(words::failure),
            cause: failure.as_ref().map(|failure| failure.cause.clone()),
            said: failure.as_ref().and_then(|failure| failure.said.clone()),
            signal: failure.as_ref().and_then(|failure| failure.signal),
            about: failure.as_ref().and_then(|failure| failure.about),
            broken: failure.as_ref().and_then(|failure| failure.broken.clone()),
            breach: failure.as_ref().and_then(|failure| failure.breach.clone()),
            frames: failure.map(|failure| failure.frames),
        }
    }

    /// The early end as it was reported; none where the path came to its end.
    pub fn failure(&self) -> Option<Failure> {
        let cause = self.cause.clone().or_else(|| self.message.clone().map(Cause::Told))?;
        Some(Failure {
            pass: self.pass.clone(),
            said: self.said.clone(),
            signal: self.signal,
            frames: self.stack().to_vec(),
            about: self.about,
            broken: self.broken.clone(),
            breach: self.breach.clone(),
            ..Failure::of(cause)
        })
    }

    /// The stack, innermost first; empty where there is none.
    pub fn stack(&self) -> &[StackFrame] {
        self.frames.as_deref().unwrap_or_default()
    }
}

/// The result of one print call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// Extents, outermost first; empty for a scalar.
    pub shape: Vec<u64>,
    /// Type of the elements as they were handed to the print function.
    pub element: Element,
    /// One hexadecimal string an element, row-major: two's complement or IEEE bits in the width of `element`.
    #[serde(with = "hexadecimal")]
    #[schemars(with = "Vec<String>")]
    pub bits: Vec<u64>,
}

impl Output {
    /// The prints of a program, in the order of the print calls.
    pub fn all(outputs: &[Buffer]) -> Vec<Output> {
        outputs.iter().map(Output::from).collect()
    }
}

impl From<&Buffer> for Output {
    fn from(buffer: &Buffer) -> Output {
        Output { shape: buffer.shape.clone(), element: buffer.element, bits: buffer.bits.clone() }
    }
}

/// The expected result of one print call, whichever path the program is lowered along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedOutput {
    /// Extents, outermost first; empty for a scalar.
    pub shape: Vec<u64>,
    /// Type of the elements as they are handed to the print function.
    pub element: Element,
    /// The best guess, as in an [`Output`].
    #[serde(with = "hexadecimal")]
    #[schemars(with = "Vec<String>")]
    pub bits: Vec<u64>,
    /// Of floats: their type before they were bitcast for printing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub float: Option<Element>,
    /// Of floats: the absolute error that a correct lowering may have, one an element, in the unit of the value before it was
    /// bitcast; 0 is exact, the largest double that nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Vec<f64>>,
    /// The reason why nothing is prescribed for any element, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe_fact_or_text")]
    pub open: Option<Unprescribed>,
}

impl From<&Expected> for ExpectedOutput {
    fn from(expected: &Expected) -> ExpectedOutput {
        let float = expected.held.is_float();
        let bounds = || (0..expected.bits.len()).map(|place| expected.bound(place).min(f64::MAX)).collect();
        ExpectedOutput {
            shape: expected.shape.clone(),
            element: expected.element,
            bits: expected.bits.clone(),
            float: float.then_some(expected.held),
            bound: float.then(bounds),
            open: expected.open.clone(),
        }
    }
}

/// Numbers as hexadecimal strings, because JSON's numbers are doubles to many who read them.
mod hexadecimal {
    use crate::observe::ElementBits;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bits: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(bits.iter().copied().map(ElementBits))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        let bits = Vec::<ElementBits>::deserialize(deserializer)?;
        Ok(bits.into_iter().map(|ElementBits(bits)| bits).collect())
    }
}
