//! The functions of MLIR's runtime libraries, as compiled code, the interpreter and stock programs have them.

use crate::support;

use lowdiff::version;
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{Lowdiff, toolchain};

/// Lowers every program here.
const DOWN: &str = "builtin.module(func.func(convert-vector-to-scf),convert-scf-to-cf,expand-strided-metadata,convert-vector-to-llvm,convert-complex-to-llvm,finalize-memref-to-llvm,\
    convert-arith-to-llvm,convert-index-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)";

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runtimes").join(name)
}

/// The bits of each output on MLIR 22, in order; the program has to run to its end, by the executor itself.
fn shown(name: &str, executor: &str) -> Vec<Vec<u64>> {
    shown_on("22", name, executor)
}

fn shown_on(mlir: &str, name: &str, executor: &str) -> Vec<Vec<u64>> {
    toolchain(mlir);
    let answer = Lowdiff::new(&["run", "--json", "--mlir", mlir, "--executor", executor, "--path", DOWN])
        .arg(program(name))
        .run();
    assert_eq!(answer.status, Some(0), "{name} {executor}: {answer:?}");
    let document = answer.json();
    assert_eq!(document["interpreted"] == true, executor == "interp", "{name} {executor}: {document}");
    let bits = |bit: &Value| u64::from_str_radix(bit.as_str()?.strip_prefix("0x")?, 16).ok();
    let output = |output: &Value| output["bits"].as_array().expect("bits").iter().filter_map(bits).collect();
    document["outputs"].as_array().expect("outputs").iter().map(output).collect()
}

fn singles(values: &[f32]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits().into()).collect()
}

fn doubles(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Holds both ways to run a program, and stock programs where they are named, to these numbers.
fn expect(name: &str, executors: &[&str], expected: &[Vec<u64>]) {
    for executor in executors {
        assert_eq!(shown(name, executor), expected, "{name} {executor}");
    }
}

const OWN: [&str; 2] = ["interp", "jit"];
const ALL: [&str; 3] = ["interp", "jit", "tools"];

#[test]
fn floats_of_any_format_are_computed_with() {
    let (a, b) = (5.5f32, 1.75f32);
    let single = |value: f32| u64::from(value.to_bits());
    let mut expected = vec![
        single(a + b),
        single(a - b),
        single(a * b),
        single(a / b),
        // The quotient is nearest to 3.
        single(0.25),
        single(b),
        single(a),
        single(-a),
        single(a),
        2,
        0,
        1,
    ];
    // 3.625 is halfway between 3.5 and 3.75 and goes to the even one; -0.875, 3.09375 and 0.6111 are rounded to 3 bits behind
    // the point; the remainder is of a quotient nearest to 1.
    expected.extend([0x46, 0xb6, 0x44, 0x32, 0xb6, 0x3b, 0x41, 0xbb, 0x3b, 0, 0, 1]);
    // 5.5 is nearest to 6, which is the largest number, 2.5 is halfway between 2 and 3, whose even one is 2, 2.667 is nearest to 3,
    // and 4 is 1.5 times 3 less 0.5.
    expected.extend([7, 4, 7, 5, 9, 3, 6, 14, 6, 2, 0, 1]);
    // 2.25 as a double, 5.5 of four bits and as an integer, -3 and 253 as floats; 1.5 times 1.5 and 4 more is 6.25.
    expected.extend([2.25f64.to_bits(), 7, 6, 0xc4, single(253.0), 7]);
    let expected: Vec<Vec<u64>> = expected.into_iter().map(|bits| vec![bits]).collect();
    expect("floats.mlir", &ALL, &expected);
}

#[test]
fn memrefs_are_compared_and_printed() {
    let number = |number: i64| vec![number as u64];
    let expected = [
        vec![1, 0xfffe, 3, 0xfffc],
        vec![0x3e00, 0xc000],
        vec![0x4020, 0x3f00],
        doubles(&[1.0, 2.0, 3.0, -4.0]),
        singles(&[2.0, 4.0]),
        number(2),
        number(1),
        number(-1),
        number(0),
    ];
    expect("memrefs.mlir", &OWN, &expected);
}

#[test]
fn random_numbers_are_those_of_stock_programs() {
    let expected = shown("chance.mlir", "tools");
    assert_eq!(expected.len(), 4);
    assert_eq!(expected[3], doubles(&[-1.0, -0.5, 0.0, 2.5, 10.0]));
    expect("chance.mlir", &OWN, &expected);
}

#[test]
fn time_passes_by_being_looked_at() {
    expect("clock.mlir", &OWN, &[doubles(&[1.0]), vec![1_000_000_000]]);
}

#[test]
fn functions_of_the_program_come_before_those_of_the_same_name() {
    for mlir in version::VERSIONS.iter().map(|version| version.name) {
        for executor in OWN {
            assert_eq!(
                shown_on(mlir, "names.mlir", executor),
                [doubles(&[84.0, 7056.0])],
                "{mlir} {executor}"
            );
        }
    }
}

#[test]
fn functions_around_main_are_run() {
    expect("around.mlir", &ALL, &[vec![1], vec![2], vec![3], vec![4]]);
}

#[test]
fn matrices_are_multiplied_and_transposed() {
    let expected = [singles(&[23.0, 34.0, 31.0, 46.0]), vec![1, 3, 5, 2, 4, 6]];
    expect("matrices.mlir", &OWN, &expected);
}

#[test]
fn constants_of_every_kind_are_read() {
    let mut expected: Vec<Vec<u64>> = [0.25, 3.0, 5.0, 7.0].map(|value| singles(&[value])).to_vec();
    expected.extend([vec![0], vec![7], vec![-8i64 as u64], vec![5]]);
    expect("constants.mlir", &OWN, &expected);
}
