//! A program of one operation, what another implementation made of it, and whether the semantics leave room for that.

use lowdiff::mlir::{Context, Module};
use lowdiff::semantics::{self, Definedness, Evaluation};
use lowdiff::words;
use serde::Deserialize;

/// A line of a file of programs.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// The operation, without its dialect.
    pub operation: String,
    /// Its element types.
    pub types: String,
    /// Which of the programs of this operation and these types.
    pub number: u32,
    /// The status of its evaluation.
    pub status: Status,
    /// Why, where there is no result.
    #[serde(default)]
    pub reason: String,
    /// Shapes and bits.
    pub outputs: Vec<(Vec<usize>, Vec<String>)>,
    /// In the spelling of MLIR 22.
    pub program: String,
}

/// The status of a program by the other implementation.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It has results.
    Valid,
    /// TOSA leaves them open.
    Unpredictable,
    /// It did not evaluate the program.
    Error,
    /// It is MLIR, and these are the results of a lowering.
    Lowered,
}

/// The result of holding the semantics against a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The results are ones that the semantics leave room for.
    Agree,
    /// There are none, for either.
    UndefinedInBoth,
    /// They are others, and it is known why.
    Explained,
    /// The other implementation has none.
    NotByTheModel,
    /// The semantics do not know the operation in this form.
    NotByLowdiff,
    /// They are others.
    Differ,
}

impl Record {
    /// Operation, types and number.
    pub fn name(&self) -> String {
        format!("{} {} {}", self.operation, self.types, self.number)
    }

    /// The evaluation of the program by the semantics.
    ///
    /// # Errors
    /// It does not parse, or holds something they do not know.
    pub fn evaluate(&self, context: &Context) -> Result<Evaluation, String> {
        let module = Module::parse(context, &self.program).map_err(|said| format!("{said:?}"))?;
        let program = lowdiff::mlir::read(&module)?;
        semantics::evaluate(&program).map_err(|stopped| stopped.to_string())
    }

    /// The outcome, and what there is to say of it.
    pub fn judged(&self, context: &Context) -> (Outcome, String) {
        if self.status == Status::Error {
            return (Outcome::NotByTheModel, self.reason.clone());
        }
        let evaluation = match self.evaluate(context) {
            Ok(evaluation) => evaluation,
            Err(why) => return (Outcome::NotByLowdiff, why),
        };
        let undefined = evaluation.remarks.iter().find(|remark| remark.kind != Definedness::Undecided);
        let open = evaluation.printed.iter().any(|printed| printed.open.is_some());
        match (self.status, undefined) {
            (Status::Lowered, _) if open => (Outcome::UndefinedInBoth, String::new()),
            (Status::Lowered, _) => match self.difference(&evaluation) {
                Some(what) => (Outcome::Differ, what),
                None => (Outcome::Agree, String::new()),
            },
            (Status::Unpredictable, Some(_)) => (Outcome::UndefinedInBoth, String::new()),
            (Status::Unpredictable, None) => {
                let why = format!("defined here, but unpredictable for the model: {}", self.reason);
                (Outcome::Differ, why)
            }
            (_, Some(remark)) if self.operation == "cast" && remark.rule == "tosa_cast_nan" => {
                let why = "NaN as an integer is a number for the model and undefined here, as it is in MLIR";
                (Outcome::Explained, why.into())
            }
            (_, Some(remark)) => {
                (Outcome::Differ, format!("undefined here: {}", words::remark(&remark.rule)))
            }
            (_, None) => match self.difference(&evaluation) {
                Some(what) => (Outcome::Differ, what),
                None => (Outcome::Agree, String::new()),
            },
        }
    }

    /// The first result the semantics leave no room for.
    fn difference(&self, evaluation: &Evaluation) -> Option<String> {
        if evaluation.printed.len() != self.outputs.len() {
            return Some(format!("{} results, and {}", evaluation.printed.len(), self.outputs.len()));
        }
        evaluation.printed.iter().zip(&self.outputs).find_map(|(printed, (shape, bits))| {
            let ours = &printed.tensor;
            if ours.shape != *shape {
                return Some(format!("shape {:?}, and {shape:?}", ours.shape));
            }
            let bits: Vec<u64> = bits.iter().map(|bits| hexadecimal(bits)).collect();
            let place = ours.first_unlike(&bits)?;
            let (mine, bound) = (ours.bits(place), ours.bound(place));
            Some(format!("element {place}: {mine:#x} within {bound:e}, and {:#x}", bits[place]))
        })
    }
}

/// The number that is written so.
pub fn hexadecimal(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("bits are hexadecimal")
}

/// Records, one a line.
pub fn read(lines: &str) -> Vec<Record> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a line is a record")).collect()
}
