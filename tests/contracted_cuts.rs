//! A cut to a narrower format and the extension behind it, which `contract` lets a pass leave out together (`lowdiff check`), and what hangs
//! on the number that comes of it.

use crate::support::Lowdiff;
use crate::worlds::{BUG, check, with_bug};

/// A function of a number that is cut to f16 and extended again, with this code between and behind.
fn cut(results: &str, between: &str, extended: &str, behind: &str) -> String {
    format!(
        "func.func @main(%x: f32) -> ({results}) {{
  %t = arith.truncf %x fastmath<contract> : f32 to f16
{between}
  %e = arith.extf {extended} fastmath<contract> : f16 to f32
{behind}
}}
"
    )
}

#[test]
fn a_cut_may_be_left_out_wherever_its_result_goes() {
    let branch = "  %c = arith.constant true
  %z = arith.constant 0.0 : f16
  %u = scf.if %c -> f16 { scf.yield %t : f16 } else { scf.yield %z : f16 }";
    let tensor = "  %c0 = arith.constant 0 : index
  %l = tensor.from_elements %t : tensor<1xf16>
  %u = tensor.extract %l[%c0] : tensor<1xf16>";
    for between in [branch, tensor] {
        let program = cut("f32", between, "%u", "  return %e : f32");
        // 70000 overflows in f16.
        let open = check(&program, "canonicalize", &["--args", "70000.0"]);
        assert!(open.status == Some(3) && open.stdout.contains("nobody can tell"), "{open:?}");
        let rounded = check(&program, "canonicalize", &["--args", "0.1"]);
        assert!(rounded.status == Some(0) && rounded.stdout.contains("but for rounding"), "{rounded:?}");
    }
}

#[test]
fn effects_that_hang_on_a_cut_say_nothing() {
    let one = "  %one = arith.constant 1.0 : f32\n  %g = arith.cmpf ogt, %e, %one : f32\n";
    let text =
        "  %k = arith.constant 5 : i32\n  scf.if %g { vector.print str \"greater\" }\n  return %k : i32";
    let fails = "  %k = arith.constant 5 : i32\n  cf.assert %g, \"greater\"\n  return %k : i32";
    let equal = "  %c = arith.cmpf oeq, %e, %x : f32\n  %k = arith.extui %c : i1 to i32\n  return %k : i32";
    for behind in [format!("{one}{text}"), format!("{one}{fails}"), equal.to_owned()] {
        let answer = check(&cut("i32", "", "%t", &behind), "canonicalize", &["--args", "1.0003"]);
        assert!(answer.status == Some(3) && answer.stdout.contains("nobody can tell"), "{answer:?}");
    }
    // The reference semantics do not say which of the two numbers a path gives.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, cut("f32", "", "%t", "  return %e : f32")).unwrap();
    let lower = "convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts";
    let paths =
        [lower.to_owned(), format!("canonicalize,{lower}")].map(|path| format!("builtin.module({path})"));
    let words = ["compare", "--path", &paths[0], "--path", &paths[1], "--args", "1.0003"];
    let answer = Lowdiff::new(&words).arg(&file).run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    // Two sums in f16, of which the first overflows; emulated ones with such cuts between.
    let sums = "func.func @main(%x: f16, %y: f16) -> (f16, i32) {
  %k = arith.constant 3 : i32
  %a = arith.addf %x, %y : f16
  %b = arith.subf %a, %y : f16
  return %b, %k : f16, i32
}
";
    std::fs::write(&file, sums).unwrap();
    let emulated = format!(
        "builtin.module(arith-emulate-unsupported-floats{{source-types=f16 target-type=f32}},canonicalize,{lower})"
    );
    let words = ["compare", "--path", &paths[0], "--path", &emulated, "--args", "60000.0, 30000.0"];
    let answer = Lowdiff::new(&words).arg(&file).run();
    assert_eq!(answer.status, Some(3), "{answer:?}");
}

#[test]
fn a_wrong_step_beside_a_cut_is_found() {
    let behind = "  %k = arith.constant {bug} 5 : i32\n  return %e, %k : f32, i32";
    for number in ["70000.0", "0.1"] {
        let bug = check(&with_bug(&cut("f32, i32", "", "%t", behind), "6 : i32"), BUG, &["--args", number]);
        assert_eq!(bug.status, Some(1), "{bug:?}");
    }
    // An integer that hangs on the cut is all there is.
    let hangs = "  %k = arith.constant {bug} 2 : i32
  %h = arith.constant 1.0e7 : f32
  %m = arith.mulf %e, %h : f32
  %i = arith.fptosi %m : f32 to i32
  %r = arith.addi %i, %k : i32
  return %r : i32";
    let nobody = check(&with_bug(&cut("i32", "", "%t", hangs), "3 : i32"), BUG, &["--args", "1.0003"]);
    assert!(nobody.status == Some(3) && nobody.stdout.contains("each element"), "{nobody:?}");
}

#[test]
fn an_address_that_is_shown_does_not_excuse_undefined_behaviour() {
    let program = "func.func @main() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %k = arith.constant 7 : i32
  %z = arith.constant 0 : i32
  %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %c0, %n = %z, %s = %z) -> (index, i32, i32) {
    %m = memref.alloc() : memref<4xi32>
    %q = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
    memref.store %k, %m[%i] : memref<4xi32>
    %v = memref.load %m[%i] : memref<4xi32>
    %e = arith.cmpi eq, %p, %q : index
    %x = arith.extui %e : i1 to i32
    %n1 = arith.addi %n, %x : i32
    %s1 = arith.addi %s, %v : i32
    memref.dealloc %m : memref<4xi32>
    scf.yield %q, %n1, %s1 : index, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}
";
    // It takes the allocation out of the loop, and leaves the deallocation inside.
    let hoisted = check(program, "func.func(buffer-loop-hoisting)", &[]);
    assert!(hoisted.status == Some(1) && hoisted.stdout.contains("freed"), "{hoisted:?}");
}
