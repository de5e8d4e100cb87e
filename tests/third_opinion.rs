//! The plain lowering is the third opinion on two paths of a program that the semantics do not know. Where it has the bug itself, the path
//! that gets round it is not blamed, on real MLIR.

mod support;

use serde_json::{Value, json};
use support::{Lowdiff, program, toolchain};

/// MLIR 22 takes the index for a number of 32 bits unless it is told otherwise; folded it is a mask of ones.
const MASK: &str = "func.func @main() {
  %true = arith.constant true
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  %s = scf.if %true -> (index) {
    scf.yield %c32 : index
  } else {
    scf.yield %c32 : index
  }
  %n = arith.shli %c1, %s : index
  %m = vector.create_mask %n : vector<2xi1>
  %e = vector.extract %m[0] : i1 from vector<2xi1>
  vector.print %e : i1
  return
}
";

/// No dimension is reduced, and the accumulator is to be added where the mask says: what canonicalization does and the lowering of MLIR 22
/// does not.
const SUM: &str = "func.func @main() {
  %one = arith.constant 1 : index
  %m = vector.create_mask %one, %one : vector<2x2xi1>
  %a = arith.constant dense<5> : vector<2x2xi32>
  %s = vector.mask %m { vector.multi_reduction <add>, %a, %a [] : vector<2x2xi32> to vector<2x2xi32> }
    : vector<2x2xi1> -> vector<2x2xi32>
  %e = vector.extract %s[0, 0] : i32 from vector<2x2xi32>
  vector.print %e : i32
  return
}
";

const DOWN: &str = "convert-scf-to-cf,convert-vector-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts";

fn culprit(text: &str, paths: [&str; 2]) -> Value {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "p.mlir", text);
    let [a, b] = paths.map(|begun| format!("builtin.module({begun}{DOWN})"));
    let words = ["blame", "--json", "--mlir", "22", "--path", &a, "--path", &b];
    let answer = Lowdiff::new(&words).arg(file).run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let document = answer.json();
    json!([document["reference"], document["culprit"]["pass"], document["culprit"]["path"]])
}

#[test]
fn another_option_of_the_plain_lowering_overrules_it() {
    let found = culprit(MASK, ["canonicalize,", ""]);
    assert_eq!(found, json!(["path a", "convert-vector-to-llvm", "b"]));
    // The other way round, too.
    let found = culprit(MASK, ["", "canonicalize,"]);
    assert_eq!(found, json!(["path b", "convert-vector-to-llvm", "a"]));
}

#[test]
fn a_path_that_only_adds_what_the_plain_lowering_has_is_not_two_opinions() {
    let found = culprit(SUM, ["canonicalize,", "func.func(lower-vector-multi-reduction),canonicalize,"]);
    assert_eq!(found, json!(["path a", "lower-vector-multi-reduction", "b"]));
}
