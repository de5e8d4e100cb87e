//! Programs that print: they come down to llvm whatever they print, and show that alone.

mod support;

use lowdiff::decode::seeded;
use lowdiff::execute::{Executor, Jit, Job, Limits};
use lowdiff::observe::Outcome;
use lowdiff::path::PathSpec;
use serde_json::{Value, json};
use support::{Lowdiff, alone, program, toolchain};

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
    let mut jit = Jit::interpreting(&toolchain(name)).expect("the toolchain works");
    let paths = std::iter::once(Vec::new()).chain((0..8).map(|index| seeded(5, index)));
    let paths = paths.map(PathSpec::Drawn).collect();
    let job = Job { program: VECTORS.to_owned(), paths, limits: Limits::default() };
    let reports = jit.run(&job).expect("every path can be run");
    let shown: Vec<Vec<u64>> = reports[0].outputs.iter().map(|output| output.bits.clone()).collect();
    assert_eq!(reports[0].outcome, Outcome::Ok, "{:?}", reports[0]);
    let floats = [1.5f32, 2.0, 3.0, -4.25].map(|number| u64::from(number.to_bits()));
    assert_eq!(shown, [vec![1, 2, 3], vec![1, 0, 1], floats.to_vec(), vec![4, 5], vec![7]]);
    for (index, report) in reports.iter().enumerate() {
        assert_ne!(report.outcome, Outcome::Incomplete, "path {index}: {:?}", report.failure);
    }
}

#[test]
fn vectors_come_down_on_22() {
    alone("vectors_come_down_on_22", || vectors_come_down("22"));
}

#[test]
fn vectors_come_down_on_19() {
    alone("vectors_come_down_on_19", || vectors_come_down("19"));
}

#[test]
fn vectors_come_down_on_head() {
    alone("vectors_come_down_on_head", || vectors_come_down("head"));
}
