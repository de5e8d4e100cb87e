//! Programs that print: they come down to llvm whatever they print, and show that alone.

use crate::support;

use lowdiff::decode::seeded;
use lowdiff::execute::{Executor, Jit, Job, Terms};
use lowdiff::observe::Outcome;
use lowdiff::path::PathSpec;
use lowdiff::version::{DEFAULT, VERSIONS};
use serde_json::{Value, json};
use support::{Lowdiff, loadable, program};

/// Vectors of each kind, of one dimension and of two, and what has no value.
const VECTORS: &str = r#"func.func @main() {
  %i = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  vector.print %i : vector<3xi32>
  %b = arith.constant dense<[true, false, true]> : vector<3xi1>
  vector.print %b : vector<3xi1>
  %f = arith.constant dense<[[1.5, 2.0], [3.0, -4.25]]> : vector<2x2xf32>
  vector.print %f : vector<2x2xf32>
  %x = arith.constant dense<[4, 5]> : vector<2xindex>
  vector.print %x : vector<2xindex>
  vector.print str "seven:"
  vector.print punctuation <newline>
  %s = arith.constant 7 : i64
  vector.print %s : i64
  return
}
"#;

fn vectors_come_down(name: &str) {
    let mut jit = Jit::interpreting(&loadable(name)).expect("the toolchain works");
    let paths = std::iter::once(Vec::new()).chain((0..8).map(|index| seeded(5, index)));
    let paths = paths.map(PathSpec::Drawn).collect();
    let job = Job::new(VECTORS.to_owned(), paths, Terms::default());
    let reports = jit.run(&job).expect("every path can be run");
    let shown: Vec<Vec<u64>> = reports[0].outputs.iter().map(|output| output.bits.clone()).collect();
    assert_eq!(reports[0].outcome, Outcome::Ok, "{:?}", reports[0]);
    let floats = [1.5f32, 2.0, 3.0, -4.25].map(|number| u64::from(number.to_bits()));
    assert_eq!(shown, [vec![1, 2, 3], vec![1, 0, 1], floats.to_vec(), vec![4, 5], vec![7]]);
    for (index, report) in reports.iter().enumerate() {
        assert_ne!(report.outcome, Outcome::Incomplete, "path {index}: {:?}", report.failure);
    }
}

on_each_version!(vectors_come_down);

/// Down to llvm, with the prints before the functions.
const PATH: &str = "builtin.module(convert-vector-to-llvm,expand-strided-metadata,finalize-memref-to-llvm,\
    convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)";

/// The results that a program shows, by the executor.
fn shown(executor: &str, mlir: &str, text: &str) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "p.mlir", text);
    let words = ["run", "--json", "--executor", executor, "--mlir", mlir, "--path", PATH];
    let document = Lowdiff::new(&words).arg(file).run().json();
    assert_eq!(document["outcome"], "ok", "{executor} {mlir} {text}: {document:#}");
    let outputs = document["outputs"].as_array().expect("outputs").iter();
    outputs.map(|output| output["bits"].clone()).collect()
}

#[test]
fn what_prints_and_returns_shows_its_prints() {
    let five = "%c = arith.constant 5 : i32\n";
    let own = |ty: &str, value: &str| {
        format!("func.func @main() -> {ty} {{\n{five}vector.print %c : i32\n{value}\n}}\n")
    };
    let programs = [
        own("i32", "return %c : i32"),
        own("f32", "%f = arith.constant 2.5 : f32\nreturn %f : f32"),
        // Comes back through a pointer.
        own(
            "(i32, i32, i64, i32)",
            "%d = arith.constant 9 : i64\nreturn %c, %c, %d, %c : i32, i32, i64, i32",
        ),
        own("memref<4xi32>", "%m = memref.alloc() : memref<4xi32>\nreturn %m : memref<4xi32>"),
        own("vector<4xi32>", "%v = arith.constant dense<3> : vector<4xi32>\nreturn %v : vector<4xi32>"),
        // A function prints that only another one calls.
        format!(
            "func.func @show(%x: i32) {{\nvector.print %x : i32\nreturn\n}}\n\
             func.func @by(%x: i32) {{\ncall @show(%x) : (i32) -> ()\nreturn\n}}\n\
             func.func @main() -> i32 {{\n{five}call @by(%c) : (i32) -> ()\nreturn %c : i32\n}}\n"
        ),
    ];
    for text in &programs {
        let interpreted = VERSIONS.iter().map(|version| ("interp", version.name));
        for (executor, mlir) in interpreted.chain([("jit", DEFAULT.name), ("tools", DEFAULT.name)]) {
            assert_eq!(shown(executor, mlir, text), json!([["0x5"]]), "{executor} {mlir}: {text}");
        }
    }
}

#[test]
fn what_prints_no_value_shows_what_it_returns() {
    let text = "func.func @unused(%x: i32) {\nreturn\n}\n\
        func.func @main() -> i32 {\nvector.print str \"text\"\n%c = arith.constant 5 : i32\nreturn %c : i32\n}\n";
    assert_eq!(shown("interp", "22", text), json!([["0x5"]]));
}

#[test]
fn a_person_reads_the_types_that_a_program_held_before_it_printed() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let text = "func.func private @printI64(i64)\nfunc.func private @printF32(f32)\nfunc.func @main() {\n\
        %a = arith.constant -3 : i8\n%b = arith.extsi %a : i8 to i64\ncall @printI64(%b) : (i64) -> ()\n\
        %c = arith.constant 1069547520 : i32\n%d = arith.bitcast %c : i32 to f32\n\
        call @printF32(%d) : (f32) -> ()\n%e = arith.addi %b, %b : i64\ncall @printI64(%e) : (i64) -> ()\n\
        return\n}\n";
    let file = program(folder.path(), "p.mlir", text);
    let held = "output 0: i8 -3\noutput 1: i32 1069547520\noutput 2: i64 -6\n";
    for command in ["run", "eval"] {
        let answer = Lowdiff::new(&[command]).arg(&file).run();
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), held), "{command}: {answer:?}");
        let document = Lowdiff::new(&[command, "--json"]).arg(&file).run().json();
        assert_eq!(document["outputs"][0]["element"], "i64", "as it was printed: {document:#}");
    }
}
