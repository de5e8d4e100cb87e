//! The plain lowering is the third opinion on two paths of a program that the semantics do not know. If it has the bug itself, the path
//! that gets round it is not blamed, on real MLIR.

use crate::support;

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
