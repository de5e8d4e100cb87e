//! The reference semantics against recorded results of Arm's TOSA reference model. `scripts/conformance.sh` compares many more
//! programs, and `scripts/conformance.sh --record` records these again.

#[path = "conformance/compared.rs"]
mod compared;
use crate::support;

use compared::{Outcome, Record, Status, hexadecimal};
use lowdiff::mlir::{Context, Library};
use support::alone;

fn records() -> Vec<Record> {
    compared::read(include_str!("conformance/recorded.jsonl"))
}

fn context() -> Context {
    let library = Library::open(&support::loadable("22").library).expect("MLIR 22 loads");
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
                let (outcome, why) = record.judged(&context);
                let fine = matches!(outcome, Outcome::Agree | Outcome::UndefinedInBoth);
                (!fine).then(|| format!("{}: {why}\n{}", record.name(), record.program))
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
        let evaluation = record.evaluate(&context).expect("what is recorded can be evaluated");
        if record.status != Status::Valid || evaluation.printed[0].tensor.float_type().is_some() {
            continue;
        }
        let bits = &mut record.outputs[0].1[0];
        *bits = format!("{:#x}", hexadecimal(bits) ^ 1);
        let (outcome, _) = record.judged(&context);
        assert_eq!(outcome, Outcome::Differ, "{} with another bit passes", record.name());
        planted += 1;
    }
    assert!(planted > 20, "only {planted} differences were planted");
}
