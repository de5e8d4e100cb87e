//! The reference semantics, element by element.

use crate::eval::StopKind;
use crate::op::testing::{bits, body, stopped, values};

/// A constant by its elements and type.
fn constant(name: &str, elements: &str, ty: &str) -> String {
    format!("%{name} = \"tosa.const\"() <{{values = dense<{elements}> : {ty}}}> : () -> {ty}\n")
}

/// The result of an operation on `%a` and `%b`.
fn of_two(name: &str, types: [&str; 3], attributes: &str) -> String {
    let [a, b, r] = types;
    format!(
        "%r = \"{name}\"(%a, %b) <{{{attributes}}}> : ({a}, {b}) -> {r}\n\"func.return\"(%r) : ({r}) -> ()"
    )
}

#[test]
fn exact_results_are_bits_and_others_near() {
    let ty = "tensor<2xf32>";
    let text = constant("a", "[1.5, -0.0]", ty)
        + &constant("b", "[0.25, -0.0]", ty)
        + &of_two("tosa.add", [ty; 3], "");
    assert_eq!(bits(ty, &text), [1.75f32, -0.0].map(|value| Some(value.to_bits().into())));
    let text = constant("a", "[0.5, 0.0]", ty)
        + &format!("%r = \"tosa.exp\"(%a) : ({ty}) -> {ty}\n\"func.return\"(%r) : ({ty}) -> ()");
    let run = body(ty, &text);
    let made = run.returned[0].value.lanes[0];
    let near = f32::from_bits(made.bits as u32);
    assert!(made.taint.is_none() && run.approximate && (near - 0.5f32.exp()).abs() < 1e-6, "{near}");
}

#[test]
fn what_is_undefined_is_poison_where_it_is() {
    let ty = "tensor<3xi32>";
    let text = constant("a", "[1, -8, 7]", ty)
        + &constant("b", "[31, 32, -1]", ty)
        + &of_two("tosa.arithmetic_right_shift", [ty; 3], "round = false");
    let made = &values(ty, &text)[0];
    assert_eq!(made.lanes[0].bits, 0);
    assert!(made.lanes[0].taint.is_none());
    assert!(made.lanes[1].taint.is_poison() && made.lanes[2].taint.is_poison());
}

#[test]
fn what_is_outside_of_the_specification_is_open_where_it_is() {
    let ty = "tensor<2xi32>";
    let text = constant("a", "[5, 2147483647]", ty)
        + &constant("b", "[1, 1]", ty)
        + &of_two("tosa.add", [ty; 3], "");
    let made = &values(ty, &text)[0];
    assert_eq!(made.lanes[0].bits, 6);
    assert!(made.lanes[0].taint.is_none() && made.lanes[1].taint.is_open());
}

#[test]
fn taints_stay_with_their_elements() {
    let text = r#"
        %x = "llvm.mlir.constant"() <{value = 3 : i8}> : () -> i8
        %p = "llvm.mlir.poison"() : () -> i8
        %t = "tensor.from_elements"(%x, %p) : (i8, i8) -> tensor<2xi8>
        %y = "tensor.from_elements"(%x) : (i8) -> tensor<1xi8>
        %s = "tosa.add"(%t, %y) : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
        %r = "tosa.reverse"(%s) <{axis = 0 : i32}> : (tensor<2xi8>) -> tensor<2xi8>
        "func.return"(%r) : (tensor<2xi8>) -> ()"#;
    assert_eq!(bits("tensor<2xi8>", text), [None, Some(6)]);
    assert!(values("tensor<2xi8>", text)[0].lanes[0].taint.is_poison());
}

#[test]
fn what_is_not_chosen_does_not_matter() {
    let text = r#"
        %x = "llvm.mlir.constant"() <{value = 3 : i8}> : () -> i8
        %p = "llvm.mlir.poison"() : () -> i8
        %t = "tensor.from_elements"(%x, %p) : (i8, i8) -> tensor<2xi8>
        %u = "tensor.from_elements"(%p, %x) : (i8, i8) -> tensor<2xi8>
        %c = "tosa.const"() <{values = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
        %r = "tosa.select"(%c, %t, %u) : (tensor<2xi1>, tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
        "func.return"(%r) : (tensor<2xi8>) -> ()"#;
    assert_eq!(bits("tensor<2xi8>", text), [Some(3), Some(3)]);
}

#[test]
fn elements_are_moved_with_all_their_bits() {
    // A NaN keeps its payload.
    let text = constant("a", "[0x7FC12345, 1.0, 2.0, 3.0]", "tensor<4xf32>")
        + r#"
        %n = "tosa.const_shape"() <{values = dense<[2, 2]> : tensor<2xindex>}> : () -> !tosa.shape<2>
        %q = "tosa.reshape"(%a, %n) : (tensor<4xf32>, !tosa.shape<2>) -> tensor<2x2xf32>
        %t = "tosa.transpose"(%q) <{perms = array<i32: 1, 0>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
        "#
        + &constant("z", "9.0", "tensor<1xf32>")
        + r#"
        %e = "tosa.const_shape"() <{values = dense<[0, 1, 0, 0]> : tensor<4xindex>}> : () -> !tosa.shape<4>
        %p = "tosa.pad"(%t, %e, %z) : (tensor<2x2xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x2xf32>
        %r = "tosa.concat"(%p, %t) <{axis = 0 : i32}> : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<5x2xf32>
        "func.return"(%r) : (tensor<5x2xf32>) -> ()"#;
    let nan = 0x7fc1_2345;
    let numbers = [2.0f32, 1.0, 3.0, 9.0].map(|value| u128::from(value.to_bits()));
    let [two, one, three, nine] = numbers;
    let expected = [nan, two, one, three, nine, nine, nan, two, one, three];
    assert_eq!(bits("tensor<5x2xf32>", &text), expected.map(Some));
}

#[test]
fn indices_out_of_range_leave_a_result_open_and_slices_end_the_run() {
    let gathered = |index: i32| {
        constant("a", "[[[1], [2], [3]]]", "tensor<1x3x1xi8>")
            + &constant("b", &format!("[[{index}]]"), "tensor<1x1xi32>")
            + &of_two("tosa.gather", ["tensor<1x3x1xi8>", "tensor<1x1xi32>", "tensor<1x1x1xi8>"], "")
    };
    assert_eq!(bits("tensor<1x1x1xi8>", &gathered(2)), [Some(3)]);
    assert!(values("tensor<1x1x1xi8>", &gathered(3))[0].lanes[0].taint.is_open());
    let sliced = constant("a", "[1, 2, 3]", "tensor<3xi8>")
        + r#"
        %from = "tosa.const_shape"() <{values = dense<2> : tensor<1xindex>}> : () -> !tosa.shape<1>
        %r = "tosa.slice"(%a, %from, %from) : (tensor<3xi8>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi8>
        "func.return"(%r) : (tensor<2xi8>) -> ()"#;
    assert_eq!(stopped("tensor<2xi8>", &sliced).map(|ended| ended.0), Some(StopKind::Undefined));
}

#[test]
fn products_and_sums_are_exact_where_integers_are() {
    let text = constant("a", "[[[1, 2]]]", "tensor<1x1x2xi8>")
        + &constant("b", "[[[3], [-4]]]", "tensor<1x2x1xi8>")
        + &constant("z", "0", "tensor<1xi8>")
        + r#"
        %m = "tosa.matmul"(%a, %b, %z, %z) : (tensor<1x1x2xi8>, tensor<1x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1xi32>
        %r = "tosa.reduce_sum"(%m) <{axis = 2 : i32}> : (tensor<1x1x1xi32>) -> tensor<1x1x1xi32>
        "func.return"(%r) : (tensor<1x1x1xi32>) -> ()"#;
    assert_eq!(bits("tensor<1x1x1xi32>", &text), [Some(0xffff_fffb)]);
}

#[test]
fn scalars_are_scaled_as_lanes() {
    let text = r#"
        %x = "llvm.mlir.constant"() <{value = 100 : i32}> : () -> i32
        %m = "llvm.mlir.constant"() <{value = 1073741824 : i32}> : () -> i32
        %s = "llvm.mlir.constant"() <{value = 31 : i8}> : () -> i8
        %r = "tosa.apply_scale"(%x, %m, %s) <{rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>}> : (i32, i32, i8) -> i32
        "func.return"(%r) : (i32) -> ()"#;
    assert_eq!(bits("i32", text), [Some(50)]);
}

#[test]
fn shapes_are_computed() {
    let text = r#"
        %a = "tosa.const_shape"() <{values = dense<[2, 3]> : tensor<2xindex>}> : () -> !tosa.shape<2>
        %s = "tosa.mul_shape"(%a, %a) : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
        %x = "tosa.const"() <{values = dense<1> : tensor<36xi8>}> : () -> tensor<36xi8>
        %r = "tosa.reshape"(%x, %s) : (tensor<36xi8>, !tosa.shape<2>) -> tensor<?x?xi8>
        "func.return"(%r) : (tensor<?x?xi8>) -> ()"#;
    assert_eq!(values("tensor<?x?xi8>", text)[0].shape, [4, 9]);
}

#[test]
fn operations_are_run_in_the_spelling_of_an_earlier_version() {
    let constant = |name: &str, elements: &str, ty: &str| {
        format!("%{name} = \"tosa.const\"() <{{value = dense<{elements}> : {ty}}}> : () -> {ty}\n")
    };
    let of_one = |name: &str, attributes: &str, operands: &str, types: &str, to: &str| {
        format!(
            "%r = \"tosa.{name}\"({operands}) <{{{attributes}}}> : ({types}) -> {to}\n\"func.return\"(%r) : ({to}) -> ()"
        )
    };
    let numbers = |ty: &str, text: &str| -> Vec<i64> {
        bits(ty, text).into_iter().map(|bits| bits.expect("it is defined") as i32 as i64).collect()
    };
    let (two, row) = ("tensor<2x3xi32>", "tensor<3x2xi32>");
    let a = constant("a", "[[1, -2, 3], [40, 50, 60]]", two);
    let own =
        |name: &str, attributes: &str| numbers(two, &(a.clone() + &of_one(name, attributes, "%a", two, two)));
    let (small, zeros) =
        ("tensor<2x3xi8>", "quantization_info = #tosa.unary_quant<input_zp = 1, output_zp = 2>");
    let b = constant("b", "[[1, -2, 3], [40, 50, 60]]", small);
    let negated = bits(small, &(b + &of_one("negate", zeros, "%b", small, small)));
    let negated: Vec<Option<i8>> = negated.into_iter().map(|bits| bits.map(|bits| bits as i8)).collect();
    assert_eq!(negated, [2, 5, 0, -37, -47, -57].map(Some));
    assert_eq!(own("negate", ""), [-1, 2, -3, -40, -50, -60]);
    let clamp = "max_fp = 9.0 : f32, max_int = 41 : i64, min_fp = -9.0 : f32, min_int = 0 : i64";
    assert_eq!(own("clamp", clamp), [1, 0, 3, 40, 41, 41]);
    let reshaped = a.clone() + &of_one("reshape", "new_shape = array<i64: 3, 2>", "%a", two, row);
    assert_eq!(numbers(row, &reshaped), [1, -2, 3, 40, 50, 60]);
    let order = constant("o", "[1, 0]", "tensor<2xi32>");
    let turned =
        a.clone() + &order + &of_one("transpose", "", "%a, %o", &format!("{two}, tensor<2xi32>"), row);
    assert_eq!(numbers(row, &turned), [1, 40, -2, 50, 3, 60]);
    let cut =
        of_one("slice", "size = array<i64: 1, 2>, start = array<i64: 1, 1>", "%a", two, "tensor<1x2xi32>");
    assert_eq!(numbers("tensor<1x2xi32>", &(a.clone() + &cut)), [50, 60]);
    let product = of_one("mul", "shift = 1 : i8", "%a, %a", &format!("{two}, {two}"), two);
    assert_eq!(numbers(two, &(a.clone() + &product)), [1, 2, 5, 800, 1250, 1800]);
    let (flat, padded) = ("tensor<2xi32>", "tensor<4xi32>");
    let padding = constant("o", "[7, 8]", flat) + &constant("p", "[[1, 1]]", "tensor<1x2xi32>");
    let pad = of_one("pad", "", "%o, %p", &format!("{flat}, tensor<1x2xi32>"), padded);
    assert_eq!(numbers(padded, &(padding + &pad)), [0, 7, 8, 0]);
    let cubes = constant("c", "[[[1, 2], [3, 4]]]", "tensor<1x2x2xi8>");
    let quantized = "quantization_info = #tosa.matmul_quant<a_zp = 1, b_zp = 2>";
    let (eight, wide) = ("tensor<1x2x2xi8>", "tensor<1x2x2xi32>");
    let matmul = of_one("matmul", quantized, "%c, %c", &format!("{eight}, {eight}"), wide);
    // [[0, 1], [2, 3]] by [[-1, 0], [1, 2]]
    assert_eq!(numbers(wide, &(cubes + &matmul)), [1, 2, 1, 6]);
}
