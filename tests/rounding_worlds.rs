//! Steps whose states differ in how floats are rounded (`lowdiff check`): a pass that may change them has as much room as rounding needs,
//! and no more.

use crate::worlds::{BUG, check, with_bug};

#[test]
fn a_product_and_a_sum_that_a_contraction_leaves_open_may_be_rounded_once() {
    let program = "func.func @main() -> vector<1xf32> {
  %a = arith.constant dense<[[1.1, 2.2]]> : vector<1x2xf32>
  %b = arith.constant dense<[[3.3], [4.7]]> : vector<2x1xf32>
  %c = arith.constant dense<0.1> : vector<1x1xf32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"], kind = #vector.kind<add>} %a, %b, %c : vector<1x2xf32>, vector<2x1xf32> into vector<1x1xf32>
  %s = vector.extract %r[0] : vector<1xf32> from vector<1x1xf32>
  return %s : vector<1xf32>
}
";
    let answer = check(program, "convert-vector-to-llvm", &[]);
    assert!(answer.stdout.contains("the same but for rounding"), "{answer:?}");
}

#[test]
fn numbers_that_no_operation_rounds_are_kept() {
    let one = |operation: &str| {
        format!("func.func @main(%x: f32) -> f32 {{\n  %0 = {operation} %x : f32\n  return %0 : f32\n}}\n")
    };
    let expands = |number: &str| check(&one("math.round"), "math-expand-ops", &["--args", number]);
    let (wrong, right) = (expands("0.49999997"), expands("0.25"));
    assert_eq!((wrong.status, right.status), (Some(1), Some(0)), "{wrong:?} {right:?}");
    for number in ["1e-3", "1e-6", "0.5"] {
        let near = check(&one("math.expm1"), "convert-math-to-llvm", &["--args", number]);
        assert_eq!(near.status, Some(0), "{near:?}");
    }
    for (operation, number) in [("math.sinh", "1e-8"), ("math.atanh", "1e-9")] {
        let tiny = check(&one(operation), "math-expand-ops", &["--args", number]);
        assert_eq!(tiny.status, Some(0), "{tiny:?}");
    }
    let huge = check(&one("math.sinh"), "math-expand-ops", &["--args", "89.0"]);
    assert_eq!(huge.status, Some(3), "{huge:?}");
}

#[test]
fn squares_that_overflow_are_open() {
    let abs = "func.func @main(%a: f32, %b: f32) -> f32 {
  %x = complex.create %a, %b : complex<f32>
  %r = complex.abs %x : complex<f32>
  return %r : f32
}
";
    for (numbers, status) in [("1e20,1e20", 3), ("3.0,4.0", 0)] {
        let answer = check(abs, "convert-complex-to-llvm", &["--args", numbers]);
        assert_eq!(answer.status, Some(status), "{answer:?}");
    }
}

#[test]
fn a_pass_that_may_change_floats_has_as_much_room_as_rounding_needs() {
    let scaled = |ty: &str| {
        format!(
            "func.func @main(%x: {ty}) -> {ty} {{
  %a = arith.constant {{bug}} 0.1 : {ty}
  %b = arith.constant 0.3 : {ty}
  %c = arith.mulf %a, %x : {ty}
  %d = arith.addf %c, %b : {ty}
  return %d : {ty}
}}"
        )
    };
    for (ty, other, status) in [
        ("f32", "0.10001 : f32", 1),
        ("f32", "0.10000001 : f32", 0),
        ("f64", "0.1000000001 : f64", 1),
        ("f64", "0.1 : f64", 0),
    ] {
        let answer = check(&with_bug(&scaled(ty), other), BUG, &["--args", "0.7"]);
        assert_eq!(answer.status, Some(status), "{other}: {answer:?}");
    }
    let tanh = "func.func @main(%x: vector<8xf32>) -> vector<8xf32> {
  %a = math.tanh %x : vector<8xf32>
  %b = math.exp %a : vector<8xf32>
  %c = arith.divf %b, %x : vector<8xf32>
  return %c : vector<8xf32>
}
";
    let answer = check(tanh, "func.func(math-expand-ops)", &[]);
    assert!(answer.stdout.contains("the same but for rounding"), "{answer:?}");
}

#[test]
fn an_integer_that_hangs_on_rounding_says_nothing() {
    // The quotient is so near to a half that the last bits of the exponential decide.
    let program = |threshold: &str| {
        format!(
            "func.func @main() -> i32 {{
  %x = arith.constant 0.5 : f32
  %t = math.tanh %x : f32
  %h = arith.constant {threshold} : f32
  %c = arith.cmpf ogt, %t, %h : f32
  %r = arith.extui %c : i1 to i32
  return %r : i32
}}
"
        )
    };
    let near = check(&program("0x3EEC9A9F"), "func.func(math-expand-ops),convert-math-to-llvm", &[]);
    assert_eq!(near.status, Some(0), "{near:?}");
}

#[test]
fn a_sum_that_hangs_on_its_order_is_known_within_a_bound() {
    let sum = |element: &str| {
        let text = format!(
            "func.func @main(%x: tensor<16x{element}>) -> tensor<{element}> {{
  %k = arith.constant {{bug}} dense<0.0> : tensor<{element}>
  %r = linalg.reduce {{arith.addf}} ins(%x : tensor<16x{element}>) outs(%k : tensor<{element}>) dimensions = [0]
  return %r : tensor<{element}>
}}
"
        );
        with_bug(&text, &format!("dense<1000.0> : tensor<{element}>"))
    };
    let cancelling = "[0.1,-0.1,0.3,-0.3,0.1,-0.1,0.1,-0.1,0.1,-0.1,0.1,-0.1,0.7,-0.7,1.1,-1.1]";
    for (element, numbers) in [("f32", cancelling), ("bf16", "0.7"), ("f16", "0.7")] {
        let wrong = check(&sum(element), BUG, &["--args", numbers]);
        assert_eq!(wrong.status, Some(1), "{element}: {wrong:?}");
        let right = check(&sum(element), "linalg-generalize-named-ops", &["--args", numbers]);
        assert_eq!(right.status, Some(0), "{element}: {right:?}");
    }
}

#[test]
fn a_function_of_narrow_numbers_is_rounded_once() {
    let exp = "func.func @main(%x: bf16) -> bf16 {
  %c = arith.constant {bug} 1.0 : bf16
  %s = arith.mulf %x, %c : bf16
  %e = math.exp %s : bf16
  return %e : bf16
}
";
    let program = with_bug(exp, "1.0625 : bf16");
    let (wrong, right) = (
        check(&program, BUG, &["--args", "1.5"]),
        check(&program, "math-extend-to-supported-types", &["--args", "1.5"]),
    );
    assert_eq!((wrong.status, right.status), (Some(1), Some(0)), "{wrong:?} {right:?}");
}

#[test]
fn a_term_that_a_sum_loses_is_rounded() {
    let sum = |element: &str| {
        format!(
            "func.func @main(%x: memref<16x{element}>, %i: {element}) -> {element} {{
  %r = affine.for %k = 0 to 16 iter_args(%s = %i) -> ({element}) {{
    %v = affine.load %x[%k] : memref<16x{element}>
    %q = arith.addf %s, %v : {element}
    affine.yield %q : {element}
  }}
  return %r : {element}
}}
"
        )
    };
    let vectorized = "func.func(affine-super-vectorize{virtual-vector-size=4 vectorize-reductions=true})";
    let numbers = "[1e20,1,1,1,-1e20,0,0,0,0,0,0,0,0,0,0,0],0.0";
    for element in ["f32", "f64", "bf16"] {
        let right = check(&sum(element), vectorized, &["--args", numbers]);
        assert_eq!(right.status, Some(0), "{element}: {right:?}");
        let kept =
            check(&sum(element), "func.func(affine-loop-unroll{unroll-factor=4})", &["--args", numbers]);
        assert!(kept.status == Some(0) && kept.stdout.contains(": the same\n"), "{element}: {kept:?}");
    }
    let one = |operation: &str, element: &str| {
        format!(
            "func.func @main(%x: {element}) -> {element} {{\n  %0 = {operation} %x : {element}\n  return %0 : {element}\n}}\n"
        )
    };
    for (operation, element, pass, number, status) in [
        ("math.log1p", "f32", "convert-math-to-llvm", "1e-20", 0),
        ("math.log1p", "f64", "convert-math-to-llvm", "1e-20", 0),
        ("math.asinh", "f32", "math-expand-ops", "1e-17", 0),
        ("math.sinh", "f16", "math-expand-ops", "11.5", 3),
        ("math.sinh", "f16", "math-expand-ops", "9.5", 0),
    ] {
        let answer = check(&one(operation, element), pass, &["--args", number]);
        assert_eq!(answer.status, Some(status), "{operation} {element}: {answer:?}");
    }
}

#[test]
fn a_fused_sum_of_linalg_has_any_order() {
    let interchanged = r#"module attributes {transform.with_named_sequence} {
func.func @main(%x: tensor<4x4xf64>, %y: tensor<4x4xf64>, %i: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<4x4xf64>, tensor<4x4xf64>) outs(%i : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %q = math.fma %a, %b, %s : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.interchange %0 iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
"#;
    let numbers = "[[1e17,1.0,-1e17,0.0],[1.0,0.0,0.0,0.0],[1.0,0.0,0.0,0.0],[1.0,0.0,0.0,0.0]],1.0,0.0";
    let answer = check(interchanged, BUG, &["--args", numbers]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
}

#[test]
fn a_sum_that_hangs_on_its_order_once_it_is_rounded_otherwise_excuses_no_other_result() {
    // One third three times is one, so that nothing hangs on the order until a term is rounded otherwise.
    let program = "func.func @main(%x: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %least = arith.constant 9.5367431640625e-7 : f32
  %minus = arith.constant -1.0 : f32
  %third = arith.divf %one, %three : f32
  %whole = arith.mulf %third, %three : f32
  %terms = tensor.from_elements %whole, %minus, %least : tensor<3xf32>
  %begin = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} ins(%terms : tensor<3xf32>) outs(%begin : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %r = tensor.extract %sum[] : tensor<f32>
  %a = arith.constant {bug} 0.1 : f32
  %c = arith.mulf %a, %x : f32
  return %r, %c : f32, f32
}";
    for (other, status) in [("0.10001 : f32", 1), ("0.10000001 : f32", 0)] {
        let answer = check(&with_bug(program, other), BUG, &["--args", "0.7"]);
        assert_eq!(answer.status, Some(status), "{other}: {answer:?}");
    }
}

#[test]
fn a_cut_and_an_extension_that_may_be_left_out_together_may_be() {
    let program = "func.func @main(%a: f32, %b: f32) -> f32 {
  %k = arith.constant {bug} 2.0 : f32
  %p = arith.mulf %a, %a : f32
  %t = arith.truncf %p fastmath<contract> : f32 to f16
  %e = arith.extf %t fastmath<contract> : f16 to f32
  %q = arith.mulf %e, %b : f32
  %r = arith.mulf %q, %k : f32
  return %r : f32
}
";
    // 90000 overflows in f16.
    for (numbers, status, told) in [("300.0,0.01", 3, "nobody can tell"), ("1.1,0.7", 0, "but for rounding")]
    {
        let answer = check(program, "canonicalize", &["--args", numbers]);
        assert!(answer.status == Some(status) && answer.stdout.contains(told), "{answer:?}");
    }
    let bug = check(&with_bug(program, "2.25 : f32"), BUG, &["--args", "1.1,0.7"]);
    assert_eq!(bug.status, Some(1), "{bug:?}");
    let strict = program.replace(" fastmath<contract>", "");
    let wrong = check(&with_bug(&strict, "2.01 : f32"), BUG, &["--args", "1.1,0.7"]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
}
