//! Programs that are parts of a file, and how messages name them and places in them.

use crate::support::{Lowdiff, program};

/// A program that is fine, one that is undefined in line 8, and one that is invalid in line 14.
const PARTS: &str = "func.func @main() -> i32 {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}
// -----
func.func @main(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.divsi %n, %c0 : i32
  return %0 : i32
}
// -----
func.func @main() -> i32 {
  %c0 = arith.constant 0 : i31
  return %c0 : i32
}
";

#[test]
fn a_place_in_a_part_is_one_of_its_file() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = program(folder.path(), "parts.mlir", PARTS);
    let (name, out) = (file.display().to_string(), folder.path().join("out"));
    let explored = Lowdiff::new(&["explore", "--programs", "1", "--out"]).arg(&out).arg(&file).run();
    let ran = Lowdiff::new(&["run"]).arg(&file).run();
    let evaluated = Lowdiff::new(&["eval"]).arg(&file).run();
    for answer in [explored, ran, evaluated] {
        let said = &answer.stderr;
        assert!(said.contains(&format!("{name}:8:8")), "the division: {answer:?}");
        assert!(!said.contains(&format!("{name}:6:")), "a line of the part is one of the file: {answer:?}");
        assert!(said.contains(&format!("{name}:12")) && said.contains("line 14:10"), "{answer:?}");
    }
}

#[test]
fn the_evaluator_draws_extents_as_a_run_does() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let shape = |ty: &str| {
        let text = format!("func.func @main(%m: memref<?x{ty}>) {{\n  return\n}}\n");
        let file = program(folder.path(), "p.mlir", &text);
        let document = Lowdiff::new(&["eval", "--json"]).arg(&file).run().json();
        document["arguments"][0]["shape"].clone()
    };
    let printed = shape("i8");
    assert!(printed.as_array().is_some_and(|extents| extents.len() == 1), "{printed}");
    for more in ["i128", "complex<f32>", "vector<4xf32>"] {
        assert_eq!(shape(more), printed, "{more}");
    }
}
