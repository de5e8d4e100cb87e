//! Loads, stores, gathers and scatters.

use super::{all, constant, line, poison, result, returning};
use crate::eval::StopKind;
use crate::op::testing;

/// A memref `%b` of two rows of four numbers, which begin with 10 and 20 and lie six apart behind one that is none of them. `%m` is the
/// memory.
fn base() -> String {
    let sizes: String = [("o", 1), ("n", 2), ("w", 4), ("s", 6), ("u", 1), ("all", 12)]
        .map(|(name, value)| constant(name, &value.to_string(), "i64"))
        .concat();
    let values = "dense<[0, 10, 11, 12, 13, 0, 0, 20, 21, 22, 23, 0]>";
    sizes
        + &constant("data", values, "!llvm.array<12 x i32>")
            .replace(": !llvm.array<12 x i32>}", ": tensor<12xi32>}")
        + &line(r#"%m = "llvm.alloca"(%all) <{elem_type = i32}> : (i64) -> !llvm.ptr"#)
        + &line(r#""llvm.store"(%data, %m) : (!llvm.array<12 x i32>, !llvm.ptr) -> ()"#)
        + &line(
            r#"%b = "builtin.unrealized_conversion_cast"(%m, %m, %o, %n, %w, %s, %u) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64) -> memref<?x?xi32, strided<[?, ?], offset: ?>>"#,
        )
        + &constant("zero", "0", "index")
        + &constant("one", "1", "index")
        + &constant("two", "2", "index")
        + &constant("three", "3", "index")
}

/// Its type.
const BASE: &str = "memref<?x?xi32, strided<[?, ?], offset: ?>>";

/// A load of a box.
fn loaded(indices: &str, ty: &str) -> String {
    line(&format!(r#"%r = "vector.load"(%b, {indices}) : ({BASE}, index, index) -> {ty}"#))
}

/// The end of these lines, whose result would be of this type.
fn ended(ty: &str, lines: &[String]) -> Option<(StopKind, String)> {
    testing::stopped(ty, &(lines.concat() + &returning("r", ty)))
}

#[test]
fn boxes_are_loaded_by_strides() {
    let load = |indices: &str, ty: &str| result(ty, &[base(), loaded(indices, ty)]);
    assert_eq!(load("%zero, %one", "vector<3xi32>"), all([11, 12, 13]));
    assert_eq!(load("%one, %three", "vector<i32>"), all([23]));
    assert_eq!(load("%zero, %two", "vector<2x2xi32>"), all([12, 13, 22, 23]));
    let past = ended("vector<2xi32>", &[base(), loaded("%zero, %three", "vector<2xi32>")]);
    assert_eq!(past.map(|(kind, _)| kind), Some(StopKind::Open));
    let lost = [base(), poison("i", "index"), loaded("%i, %zero", "vector<2xi32>")];
    assert_eq!(ended("vector<2xi32>", &lost).map(|(kind, _)| kind), Some(StopKind::Undefined));
}

#[test]
fn boxes_are_stored_by_strides() {
    let value = constant("v", "dense<[[1, 2], [3, 4]]>", "vector<2x2xi32>");
    let store = line(&format!(
        r#""vector.store"(%v, %b, %zero, %one) : (vector<2x2xi32>, {BASE}, index, index) -> ()"#
    ));
    let load = loaded("%zero, %zero", "vector<2x4xi32>");
    let made = result("vector<2x4xi32>", &[base(), value.clone(), store.clone(), load]);
    assert_eq!(made, all([10, 1, 2, 13, 20, 3, 4, 23]));
    let past = [base(), value, store.replace("%one", "%three"), loaded("%zero, %zero", "vector<1xi32>")];
    assert_eq!(ended("vector<1xi32>", &past).map(|(kind, _)| kind), Some(StopKind::Open));
}

#[test]
fn a_promised_alignment_counts() {
    let load = loaded("%zero, %one", "vector<1xi32>").replace(") : (", ") <{alignment = 64 : i64}> : (");
    let ended = ended("vector<1xi32>", &[base(), load]);
    assert_eq!(
        ended,
        Some((StopKind::Undefined, "an access to memory that is not aligned to 64".to_owned()))
    );
    let load = loaded("%zero, %one", "vector<1xi32>").replace(") : (", ") <{alignment = 4 : i64}> : (");
    assert_eq!(result("vector<1xi32>", &[base(), load]), all([11]));
}

#[test]
fn elements_of_a_memref_may_be_vectors() {
    let two =
        [constant("n", "0", "i64"), constant("all", "8", "i64"), constant("one", "1", "index")].concat();
    let parts = r#"%m = "llvm.alloca"(%all) <{elem_type = i32}> : (i64) -> !llvm.ptr
        %k = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
        %s = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
        %b = "builtin.unrealized_conversion_cast"(%m, %m, %n, %k, %s) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> memref<2xvector<2xi32>>
        "vector.store"(%v, %b, %one) : (vector<2xi32>, memref<2xvector<2xi32>>, index) -> ()
        %r = "vector.load"(%b, %one) : (memref<2xvector<2xi32>>, index) -> vector<2xi32>
        "#;
    let value = constant("v", "dense<[7, 8]>", "vector<2xi32>");
    assert_eq!(result("vector<2xi32>", &[two, value, parts.to_owned()]), all([7, 8]));
}

/// A mask, and numbers for what is off.
fn mask(values: &str) -> String {
    constant("k", values, "vector<3xi1>") + &constant("p", "dense<[-1, 0, 5]>", "vector<3xi32>")
}

#[test]
fn masked_loads_leave_alone_what_is_off() {
    let load = line(&format!(
        r#"%r = "vector.maskedload"(%b, %zero, %two, %k, %p) : ({BASE}, index, index, vector<3xi1>, vector<3xi32>) -> vector<3xi32>"#
    ));
    let made = result("vector<3xi32>", &[base(), mask("dense<[false, true, false]>"), load.clone()]);
    assert_eq!(made, all([0xffff_ffff, 13, 5]));
    let past = ended("vector<3xi32>", &[base(), mask("dense<true>"), load.clone()]);
    assert_eq!(past.map(|(kind, _)| kind), Some(StopKind::Undefined));
    let lost = [base(), mask("dense<true>"), load].concat().replace(
        r#"%k = "llvm.mlir.constant"() <{value = dense<true> : vector<3xi1>}>"#,
        r#"%k = "llvm.mlir.poison"()"#,
    );
    assert_eq!(ended("vector<3xi32>", &[lost]).map(|(kind, _)| kind), Some(StopKind::Undefined));
}

#[test]
fn masked_stores_leave_alone_what_is_off() {
    let store = line(&format!(
        r#""vector.maskedstore"(%b, %zero, %two, %k, %p) : ({BASE}, index, index, vector<3xi1>, vector<3xi32>) -> ()"#
    ));
    let load = loaded("%zero, %zero", "vector<4xi32>");
    let made = result("vector<4xi32>", &[base(), mask("dense<[false, true, false]>"), store.clone(), load]);
    assert_eq!(made, all([10, 11, 12, 0]));
    let lines = [base(), mask("dense<true>"), store, loaded("%zero, %zero", "vector<4xi32>")];
    assert_eq!(ended("vector<4xi32>", &lines).map(|(kind, _)| kind), Some(StopKind::Undefined));
}

#[test]
fn what_is_on_lies_packed() {
    let expand = line(&format!(
        r#"%r = "vector.expandload"(%b, %zero, %two, %k, %p) : ({BASE}, index, index, vector<3xi1>, vector<3xi32>) -> vector<3xi32>"#
    ));
    let made = result("vector<3xi32>", &[base(), mask("dense<[true, false, true]>"), expand.clone()]);
    assert_eq!(made, all([12, 0, 13]));
    let past = ended("vector<3xi32>", &[base(), mask("dense<true>"), expand]);
    assert_eq!(past.map(|(kind, _)| kind), Some(StopKind::Undefined));
    let compress = line(&format!(
        r#""vector.compressstore"(%b, %zero, %two, %k, %p) : ({BASE}, index, index, vector<3xi1>, vector<3xi32>) -> ()"#
    ));
    let lines =
        [base(), mask("dense<[false, true, true]>"), compress, loaded("%zero, %zero", "vector<4xi32>")];
    assert_eq!(result("vector<4xi32>", &lines), all([10, 11, 0, 5]));
}

/// Numbers to be added to the last index.
fn steps(values: &str) -> String {
    constant("x", values, "vector<3xi32>")
}

#[test]
fn elements_are_gathered_by_numbers_of_their_own() {
    let gather = line(&format!(
        r#"%r = "vector.gather"(%b, %one, %one, %x, %k, %p) : ({BASE}, index, index, vector<3xi32>, vector<3xi1>, vector<3xi32>) -> vector<3xi32>"#
    ));
    let made = |numbers: &str, on: &str| [base(), steps(numbers), mask(on), gather.clone()];
    let some = made("dense<[2, 99, -1]>", "dense<[true, false, true]>");
    assert_eq!(result("vector<3xi32>", &some), all([23, 0, 20]));
    let end = |lines: [String; 4]| ended("vector<3xi32>", &lines).map(|(kind, _)| kind);
    assert_eq!(end(made("dense<[0, 0, -2]>", "dense<true>")), Some(StopKind::Open), "the row before");
    assert_eq!(end(made("dense<[0, 0, 3]>", "dense<true>")), Some(StopKind::Undefined), "past the end");
}

#[test]
fn elements_are_gathered_from_tensors_and_scattered_into_them() {
    let given = [
        constant("zero", "0", "index"),
        constant("one", "1", "index"),
        line(
            r#"%t = "arith.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>}> : () -> tensor<8xi32>"#,
        ),
    ]
    .concat();
    let gather = line(
        r#"%r = "vector.gather"(%t, %one, %x, %k, %p) : (tensor<8xi32>, index, vector<3xi32>, vector<3xi1>, vector<3xi32>) -> vector<3xi32>"#,
    );
    let lines = [given.clone(), steps("dense<[6, 0, 0]>"), mask("dense<[true, true, false]>"), gather];
    assert_eq!(result("vector<3xi32>", &lines), all([7, 1, 5]));
    let scatter = line(
        r#"%r = "vector.scatter"(%t, %one, %x, %k, %p) : (tensor<8xi32>, index, vector<3xi32>, vector<3xi1>, vector<3xi32>) -> tensor<8xi32>"#,
    );
    let lines = [given, steps("dense<[6, 0, 0]>"), mask("dense<[true, true, false]>"), scatter];
    assert_eq!(result("tensor<8xi32>", &lines), all([0, 0, 2, 3, 4, 5, 6, 0xffff_ffff]));
}

#[test]
fn elements_are_scattered_each_to_its_own_place() {
    let scatter = line(&format!(
        r#""vector.scatter"(%b, %zero, %one, %x, %k, %p) : ({BASE}, index, index, vector<3xi32>, vector<3xi1>, vector<3xi32>) -> ()"#
    ));
    let load = loaded("%zero, %zero", "vector<4xi32>");
    let done = |numbers: &str, on: &str| [base(), steps(numbers), mask(on), scatter.clone(), load.clone()];
    let some = done("dense<[2, 2, -1]>", "dense<[false, true, true]>");
    assert_eq!(result("vector<4xi32>", &some), all([5, 11, 12, 0]));
    let twice = ended("vector<4xi32>", &done("dense<[2, 2, -1]>", "dense<true>"));
    let said = "two elements of vector.scatter go to one place";
    assert_eq!(twice, Some((StopKind::Undefined, said.to_owned())));
}

#[test]
fn a_memref_is_one_vector_too() {
    let given = [
        constant("n", "0", "i64"),
        constant("all", "4", "i64"),
        constant("s", "1", "i64"),
        constant("zero", "0", "index"),
    ]
    .concat();
    let text = r#"%m = "llvm.alloca"(%all) <{elem_type = i32}> : (i64) -> !llvm.ptr
        %b = "builtin.unrealized_conversion_cast"(%m, %m, %n, %all, %s) : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> memref<4xi32>
        "vector.store"(%v, %b, %zero) : (vector<4xi32>, memref<4xi32>, index) -> ()
        %c = "vector.type_cast"(%b) : (memref<4xi32>) -> memref<vector<4xi32>>
        %r = "vector.load"(%c) : (memref<vector<4xi32>>) -> vector<4xi32>
        "#;
    let value = constant("v", "dense<[7, 8, 9, 10]>", "vector<4xi32>");
    assert_eq!(result("vector<4xi32>", &[given, value, text.to_owned()]), all([7, 8, 9, 10]));
}
