//! The reference semantics against recorded results of Arm's TOSA reference model. `scripts/conformance.sh` compares many more
//! programs, and `scripts/conformance.sh --record` records these anew.

mod support;

use lowdiff::mlir::{Context, Library, Module};
use lowdiff::semantics::{self, Data, Evaluation, Float, Format, Tensor};
use serde::Deserialize;
use support::alone;

/// A program of one operation and what the model made of it.
#[derive(Deserialize)]
struct Record {
    operation: String,
    types: String,
    number: u32,
    status: Status,
    /// Shapes and bits.
    outputs: Vec<(Vec<usize>, Vec<String>)>,
    program: String,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Status {
    Valid,
    Unpredictable,
}

impl Record {
    fn name(&self) -> String {
        format!("{} {} {}", self.operation, self.types, self.number)
    }

    fn evaluate(&self, context: &Context) -> Evaluation {
        let module = Module::parse(context, &self.program)
            .unwrap_or_else(|said| panic!("{} does not parse: {said:?}", self.name()));
        let program = module.read(&self.program).unwrap_or_else(|said| panic!("{}: {said}", self.name()));
        semantics::evaluate(&program).unwrap_or_else(|stopped| panic!("{}: {stopped}", self.name()))
    }

    /// What is not as the model has it, if anything.
    fn difference(&self, context: &Context) -> Option<String> {
        let evaluation = self.evaluate(context);
        if self.status == Status::Unpredictable {
            return evaluation
                .remarks
                .is_empty()
                .then(|| "is defined here, and unpredictable for the model".to_owned());
        }
        if evaluation.printed.len() != self.outputs.len() {
            return Some(format!("gives {} tensors, not {}", evaluation.printed.len(), self.outputs.len()));
        }
        let pairs = evaluation.printed.iter().zip(&self.outputs);
        pairs.map(|(printed, output)| unlike(&printed.tensor, output)).find_map(|found| found)
    }
}

/// Where the two tensors differ.
fn unlike(ours: &Tensor, (shape, bits): &(Vec<usize>, Vec<String>)) -> Option<String> {
    if ours.shape != *shape || ours.len() != bits.len() {
        return Some(format!("has shape {:?}, not {shape:?}", ours.shape));
    }
    (0..ours.len()).find_map(|place| {
        let model =
            u64::from_str_radix(bits[place].trim_start_matches("0x"), 16).expect("recorded in hexadecimal");
        let same = match &ours.data {
            Data::Floats(values) => admits(values[place], ours.format().expect("these are floats"), model),
            _ => ours.bits(place) == model & (u64::MAX >> (64 - ours.element.bits())),
        };
        (!same).then(|| format!("differs at {place}: {:#x}, not {model:#x}", ours.bits(place)))
    })
}

/// Whether the model's number is one that ours leaves room for.
fn admits(ours: Float, format: Format, bits: u64) -> bool {
    let model = format.decode(bits);
    if ours.is_unknown() || ours.value.is_nan() || model.is_nan() {
        return ours.is_unknown() || (ours.is_nan() && model.is_nan());
    }
    if ours.bound == 0.0 {
        return ours.encode(format) == bits;
    }
    ours.low() <= model && model <= ours.high()
}

fn records() -> Vec<Record> {
    include_str!("conformance/recorded.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is a record"))
        .collect()
}

fn context() -> Context {
    let library = Library::open(&support::toolchain("22").library).expect("MLIR 22 loads");
    Context::new(library)
}

#[test]
fn recorded_results_of_the_reference_model_are_ours() {
    alone("recorded_results_of_the_reference_model_are_ours", || {
        let context = context();
        let records = records();
        assert!(records.len() >= 150, "{} are recorded", records.len());
        let differences: Vec<String> = records
            .iter()
            .filter_map(|record| {
                let difference = record.difference(&context)?;
                Some(format!("{} {difference}\n{}", record.name(), record.program))
            })
            .collect();
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    });
}

#[test]
fn another_last_bit_is_a_difference() {
    alone("another_last_bit_is_a_difference", plant);
}

fn plant() {
    let context = context();
    let mut planted = 0;
    for mut record in records() {
        if record.status != Status::Valid {
            continue;
        }
        if record.evaluate(&context).printed[0].tensor.float_type().is_some() {
            continue;
        }
        let bits = &mut record.outputs[0].1[0];
        let number = u64::from_str_radix(bits.trim_start_matches("0x"), 16).expect("recorded in hexadecimal");
        *bits = format!("{:#x}", number ^ 1);
        assert!(record.difference(&context).is_some(), "{} with another bit passes", record.name());
        planted += 1;
    }
    assert!(planted > 20, "only {planted} differences were planted");
}
