//! `check`: further sets of arguments, and the programs that it takes.

use crate::planted;
use crate::support::{Answer, Lowdiff, program};

/// Compares sixteen floats, of which none is drawn as NaN at first.
const COMPARED: &str = "func.func @greater(%a: tensor<16xf32>) -> tensor<16xi1> {
  %z = arith.constant dense<0.5> : tensor<16xf32>
  %r = arith.cmpf ogt, %a, %z : tensor<16xf32>
  return %r : tensor<16xi1>
}
";

/// Checks a program on the planted library, with this bug or with none.
fn check(text: &str, words: &[&str], plant: &str) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "program.mlir", text);
    let library = &planted::library_and(planted::PROGRAM).1;
    let words = [&["check"], words].concat();
    Lowdiff::new(&words).arg(&file).arg("--mlir").arg(library).env(planted::PLANT, plant).run()
}

#[test]
fn a_step_that_is_wrong_for_nan_alone_is_found_with_further_arguments() {
    const PATH: [&str; 2] = ["--path", "builtin.module(symbol-dce,cse)"];
    const PLANT: &str = "cse:edge";
    let wrong = check(COMPARED, &PATH, PLANT);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    let told = wrong.stdout.split_once("\nwith --args '").expect("the arguments that show it").1;
    let (arguments, lines) = told.split_once("':\n").expect("the states behind them");
    assert!(lines.contains("  2 builtin.module(cse): NOT ALLOWED by the program: "), "{wrong:?}");
    // Whoever gives these arguments gets that answer at once, and whoever gives others that for them.
    for (given, status) in [(arguments, 1), ("1.5", 0)] {
        let answer = check(COMPARED, &[&PATH[..], &["--args", given]].concat(), PLANT);
        assert_eq!(answer.status, Some(status), "{answer:?}");
        assert!(!answer.stdout.contains("--args"), "{answer:?}");
    }
    let alone = check(COMPARED, &[&PATH[..], &["--arguments", "0"]].concat(), PLANT);
    assert_eq!(alone.status, Some(0), "{alone:?}");
    let document = check(COMPARED, &[&PATH[..], &["--json"]].concat(), PLANT).json();
    assert_eq!(document["verdict"], "mismatch");
    assert_eq!(document["further"]["wrong"]["culprit"]["pass"], "cse");
    let right = check(COMPARED, &PATH, "");
    assert_eq!(right.status, Some(0), "{right:?}");
    assert!(
        right.stdout.contains("\nfurther sets of arguments: 16; every step is right with 16,"),
        "{right:?}"
    );
}

/// Numbers of a loop: drawn bounds are in order at first, and others are not.
#[test]
fn numbers_have_further_values_as_well() {
    let sum = "func.func @sum(%a: index, %b: index, %v: i32) -> i32 {\n  %s = arith.constant 4 : index\n\
               \x20 %r = scf.for %i = %a to %b step %s iter_args(%c = %v) -> i32 {\n    %x = arith.index_cast %i : index to i32\n\
               \x20   %y = arith.addi %c, %x : i32\n    scf.yield %y : i32\n  }\n\
               \x20 %o = arith.cmpi sgt, %r, %v : i32\n  %e = arith.extui %o : i1 to i32\n  return %e : i32\n}\n";
    let answer = check(sum, &["--path", "builtin.module(cse)"], "cse:edge");
    assert_eq!(answer.status, Some(1), "{answer:?}");
    assert!(answer.stdout.contains("\nwith --args '"), "{answer:?}");
    let answer = check(sum, &["--path", "builtin.module(cse)"], "");
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert!(answer.stdout.contains("\nfurther sets of arguments: 16; every step is right"), "{answer:?}");
}

#[test]
fn a_global_that_is_defined_elsewhere_matters_where_it_is_named() {
    let module = |user: &str| {
        format!(
            "memref.global @elsewhere : memref<4xf32>\nllvm.mlir.global external @other() : i32\n\
             func.func @main(%a: i32) -> i32 {{\n  %i = arith.constant 1 : index\n{user}  return %a : i32\n}}\n"
        )
    };
    let path = ["--path", "builtin.module(canonicalize)"];
    let unused = check(&module(""), &path, "");
    assert_eq!(unused.status, Some(0), "{unused:?}");
    let used = "  %g = memref.get_global @elsewhere : memref<4xf32>\n  %e = memref.load %g[%i] : memref<4xf32>\n  vector.print %e : f32\n";
    assert_eq!(check(&module(used), &path, "").status, Some(3));
}

#[test]
fn the_only_public_function_may_be_of_the_llvm_dialect() {
    let hidden = "llvm.func internal @hidden(%a: i32) -> i32 {\n  llvm.return %a : i32\n}\n";
    let function =
        "llvm.func @twice(%a: i32) -> i32 {\n  %b = llvm.add %a, %a : i32\n  llvm.return %b : i32\n}\n";
    let answer = check(&format!("{hidden}{function}"), &["--path", "builtin.module(canonicalize)"], "");
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let visible = hidden.replace("internal ", "");
    let several = check(&format!("{visible}{function}"), &["--path", "builtin.module(canonicalize)"], "");
    assert_eq!(several.status, Some(2), "{several:?}");
    assert!(several.stderr.contains("--entry"), "{several:?}");
}
