//! Transfers from memrefs and into them.

use super::{all, constant, line, poison, result, returning};
use crate::eval::StopKind;
use crate::op::testing;

/// A memref `%b` of two rows of three numbers, which begin with 10 and 20.
fn base() -> String {
    let sizes: String = [("o", 0), ("n", 2), ("w", 3), ("u", 1), ("all", 6)]
        .map(|(name, value)| constant(name, &value.to_string(), "i64"))
        .concat();
    sizes
        + &line(r#"%m = "llvm.alloca"(%all) <{elem_type = i32}> : (i64) -> !llvm.ptr"#)
        + &line(
            r#"%b = "builtin.unrealized_conversion_cast"(%m, %m, %o, %n, %w, %w, %u) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64) -> memref<2x3xi32>"#,
        )
        + &[("zero", "0"), ("one", "1"), ("two", "2"), ("before", "-1")]
            .map(|(name, value)| constant(name, value, "index"))
            .concat()
        + &constant("data", "dense<[[10, 11, 12], [20, 21, 22]]>", "vector<2x3xi32>")
        + &line(
            r#""vector.store"(%data, %b, %zero, %zero) : (vector<2x3xi32>, memref<2x3xi32>, index, index) -> ()"#,
        )
        + &constant("pad", "-1", "i32")
}

/// The padding, as bits.
const PAD: u128 = 0xffff_ffff;

/// A read from these indices through this map into a vector of this type.
fn read(indices: &str, map: &str, in_bounds: &str, ty: &str) -> String {
    line(&format!(
        r#"%r = "vector.transfer_read"(%b, {indices}, %pad) <{{in_bounds = [{in_bounds}], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> ({map})>}}> : (memref<2x3xi32>, index, index, i32) -> {ty}"#
    ))
}

/// The end of these lines, whose result would be of this type.
fn ended(ty: &str, lines: &[String]) -> Option<StopKind> {
    testing::stopped(ty, &(lines.concat() + &returning("r", ty))).map(|(kind, _)| kind)
}

#[test]
fn what_is_out_of_bounds_is_padded() {
    let made = |indices: &str, map: &str, bounds: &str, ty: &str| {
        result(ty, &[base(), read(indices, map, bounds, ty)])
    };
    assert_eq!(made("%one, %one", "d1", "false", "vector<3xi32>"), all([21, 22, PAD]));
    assert_eq!(made("%zero, %two", "d0, d1", "true, false", "vector<2x2xi32>"), all([12, PAD, 22, PAD]));
    assert_eq!(made("%zero, %one", "d1, d0", "true, true", "vector<2x2xi32>"), all([11, 21, 12, 22]));
    assert_eq!(made("%one, %zero", "d1, 0", "true, true", "vector<3x2xi32>"), all([20, 20, 21, 21, 22, 22]));
    assert_eq!(made("%one, %two", "", "", "vector<i32>"), all([22]));
    assert_eq!(made("%two, %zero", "d0, d1", "false, false", "vector<1x2xi32>"), all([PAD, PAD]));
}

#[test]
fn a_transfer_keeps_its_word_on_bounds() {
    let end = |indices: &str, map: &str, bounds: &str, ty: &str| {
        ended(ty, &[base(), read(indices, map, bounds, ty)])
    };
    assert_eq!(end("%one, %one", "d1", "true", "vector<3xi32>"), Some(StopKind::Undefined));
    assert_eq!(end("%two, %zero", "d1", "false", "vector<3xi32>"), Some(StopKind::Undefined), "of no vector");
    assert_eq!(end("%zero, %before", "d1", "false", "vector<3xi32>"), Some(StopKind::Open), "not described");
    assert_eq!(end("%zero, %before", "d1", "true", "vector<3xi32>"), Some(StopKind::Undefined));
}

#[test]
fn a_mask_has_the_dimensions_of_the_elements() {
    let read = line(
        r#"%r = "vector.transfer_read"(%b, %zero, %one, %pad, %k) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<2x3xi32>, index, index, i32, vector<2x2xi1>) -> vector<2x2xi32>"#,
    );
    let mask = constant("k", "dense<[[true, false], [true, true]]>", "vector<2x2xi1>");
    assert_eq!(result("vector<2x2xi32>", &[base(), mask.clone(), read.clone()]), all([11, 21, PAD, 22]));
    let past = read.replace("%zero, %one, %pad", "%zero, %two, %pad");
    assert_eq!(ended("vector<2x2xi32>", &[base(), mask, past.clone()]), Some(StopKind::Undefined));
    let off = constant("k", "dense<[[true, false], [true, false]]>", "vector<2x2xi1>");
    assert_eq!(result("vector<2x2xi32>", &[base(), off, past]), all([12, 22, PAD, PAD]));
    let lost = [base(), poison("k", "vector<2x2xi1>"), read];
    assert_eq!(ended("vector<2x2xi32>", &lost), Some(StopKind::Undefined));
}

/// All of the memref behind a write of two numbers at these indices.
fn written(indices: &str, in_bounds: bool, more: &str) -> Vec<String> {
    let segments = if more.is_empty() { 0 } else { 1 };
    let (mask, ty) = if more.is_empty() { ("", "") } else { (", %k", ", vector<2xi1>") };
    let write = line(&format!(
        r#""vector.transfer_write"(%v, %b, {indices}{mask}) <{{in_bounds = [{in_bounds}], operandSegmentSizes = array<i32: 1, 1, 2, {segments}>, permutation_map = affine_map<(d0, d1) -> (d1)>}}> : (vector<2xi32>, memref<2x3xi32>, index, index{ty}) -> ()"#
    ));
    let load =
        line(r#"%r = "vector.load"(%b, %zero, %zero) : (memref<2x3xi32>, index, index) -> vector<2x3xi32>"#);
    vec![base(), constant("v", "dense<[1, 2]>", "vector<2xi32>"), more.to_owned(), write, load]
}

#[test]
fn what_is_out_of_bounds_is_not_written() {
    let made = |lines: Vec<String>| result("vector<2x3xi32>", &lines);
    assert_eq!(made(written("%one, %one", true, "")), all([10, 11, 12, 20, 1, 2]));
    assert_eq!(made(written("%one, %two", false, "")), all([10, 11, 12, 20, 21, 1]));
    let mask = constant("k", "dense<[false, true]>", "vector<2xi1>");
    assert_eq!(made(written("%zero, %zero", true, &mask)), all([10, 2, 12, 20, 21, 22]));
    assert_eq!(ended("vector<2x3xi32>", &written("%one, %two", true, "")), Some(StopKind::Undefined));
    assert_eq!(ended("vector<2x3xi32>", &written("%two, %zero", false, "")), Some(StopKind::Undefined));
}

#[test]
fn a_mask_around_counts_like_one_inside() {
    let read = read("%one, %zero", "d1", "true", "vector<3xi32>").replace("%r =", "%x =");
    let around = format!(
        "%r = \"vector.mask\"(%k) ({{\n{read}\"vector.yield\"(%x) : (vector<3xi32>) -> ()\n}}) : (vector<3xi1>) -> vector<3xi32>\n"
    );
    let mask = constant("k", "dense<[true, false, true]>", "vector<3xi1>");
    assert_eq!(result("vector<3xi32>", &[base(), mask, around]), all([20, PAD, 22]));
}

/// A tensor `%t` of two rows of two numbers.
fn tensor() -> String {
    line(
        r#"%t = "arith.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>"#,
    ) + &constant("zero", "0", "index")
        + &constant("one", "1", "index")
        + &constant("pad", "-1", "i32")
}

#[test]
fn tensors_are_read_and_written() {
    let read = line(
        r#"%r = "vector.transfer_read"(%t, %zero, %one, %pad) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d0)>}> : (tensor<2x2xi32>, index, index, i32) -> vector<3xi32>"#,
    );
    assert_eq!(result("vector<3xi32>", &[tensor(), read]), all([2, 4, PAD]));
    let value = constant("v", "dense<[8, 9]>", "vector<2xi32>");
    let write = line(
        r#"%r = "vector.transfer_write"(%v, %t, %one, %one) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (vector<2xi32>, tensor<2x2xi32>, index, index) -> tensor<2x2xi32>"#,
    );
    assert_eq!(result("tensor<2x2xi32>", &[tensor(), value.clone(), write.clone()]), all([1, 2, 3, 8]));
    // The tensor before stays as it is.
    let before = write.replace("%r =", "%w =")
        + &line(r#"%r = "tensor.cast"(%t) : (tensor<2x2xi32>) -> tensor<2x2xi32>"#);
    assert_eq!(result("tensor<2x2xi32>", &[tensor(), value, before]), all([1, 2, 3, 4]));
}

#[test]
fn elements_of_a_tensor_may_be_vectors() {
    let given =
        [constant("v", "dense<[1, 2]>", "vector<2xi32>"), constant("w", "dense<[3, 4]>", "vector<2xi32>")];
    let text = r#"%t = "tensor.from_elements"(%v, %w) : (vector<2xi32>, vector<2xi32>) -> tensor<2xvector<2xi32>>
        %one = "llvm.mlir.constant"() <{value = 1 : index}> : () -> index
        %r = "vector.transfer_read"(%t, %one, %v) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (tensor<2xvector<2xi32>>, index, vector<2xi32>) -> vector<2x2xi32>
        "#;
    assert_eq!(result("vector<2x2xi32>", &[given.concat(), text.to_owned()]), all([3, 4, 1, 2]));
}

#[test]
fn what_is_off_comes_from_elsewhere_where_that_is_said() {
    let read = read("%one, %zero", "d1", "true", "vector<3xi32>").replace("%r =", "%x =");
    let others = constant("k", "dense<[true, false, true]>", "vector<3xi1>")
        + &constant("p", "dense<[7, 8, 9]>", "vector<3xi32>");
    let around = |inside: &str, handed: &str| {
        format!(
            "%r = \"vector.mask\"(%k, %p) ({{\n{inside}\"vector.yield\"({handed}) : (vector<3xi32>) -> ()\n}}) : (vector<3xi1>, vector<3xi32>) -> vector<3xi32>\n"
        )
    };
    let masked = [base(), others.clone(), around(&read, "%x")];
    assert_eq!(result("vector<3xi32>", &masked), all([20, 8, 22]));
    let alone = [others, constant("x", "dense<[1, 2, 3]>", "vector<3xi32>"), around("", "%x")];
    assert_eq!(result("vector<3xi32>", &alone), all([1, 8, 3]));
}
