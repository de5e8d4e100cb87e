//! Slices at the bounds of their tensors and beyond.

use crate::eval::StopKind;
use crate::op::testing::{bits, stopped, values};

/// A tensor of the numbers from 0 to 11 in three rows, and three numbers.
fn with(numbers: [i64; 3], rest: &str) -> String {
    let [x, y, z] = numbers;
    format!(
        r#"
        %four = "llvm.mlir.constant"() <{{value = 4 : index}}> : () -> index
        %x = "llvm.mlir.constant"() <{{value = {x} : index}}> : () -> index
        %y = "llvm.mlir.constant"() <{{value = {y} : index}}> : () -> index
        %z = "llvm.mlir.constant"() <{{value = {z} : index}}> : () -> index
        %t = "tensor.generate"() ({{
        ^bb0(%i: index, %j: index):
          %row = "llvm.mul"(%i, %four) : (index, index) -> index
          %e = "llvm.add"(%row, %j) : (index, index) -> index
          "tensor.yield"(%e) : (index) -> ()
        }}) : () -> tensor<3x4xindex>
        {rest}"#
    )
}

/// Columns of the first row: from, how many, and how far apart.
const EXTRACT: &str = r#"
    %r = "tensor.extract_slice"(%t, %x, %y, %z) <{static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 1, -9223372036854775808>, static_strides = array<i64: 1, -9223372036854775808>, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<3x4xindex>, index, index, index) -> tensor<?xindex>
    "func.return"(%r) : (tensor<?xindex>) -> ()"#;

#[test]
fn a_slice_is_taken_from_inside() {
    let ty = "tensor<?xindex>";
    assert_eq!(bits(ty, &with([1, 3, 1], EXTRACT)), [5, 6, 7].map(Some));
    assert_eq!(bits(ty, &with([0, 2, 3], EXTRACT)), [4, 7].map(Some));
    assert_eq!(bits(ty, &with([3, 2, -1], EXTRACT)), [7, 6].map(Some));
    assert_eq!(bits(ty, &with([2, 2, 0], EXTRACT)), [6, 6].map(Some));
    assert_eq!(values(ty, &with([4, 0, 1], EXTRACT))[0].shape, [0]);
    let outside =
        [[1, 4, 1], [-1, 2, 1], [0, 2, 4], [0, -1, 1], [5, 0, 1], [0, 2, i64::MAX], [i64::MAX, 2, 1]];
    for numbers in outside {
        assert_eq!(
            stopped(ty, &with(numbers, EXTRACT)).map(|ended| ended.0),
            Some(StopKind::Undefined),
            "{numbers:?}"
        );
    }
}

#[test]
fn a_slice_of_nothing_is_open_where_a_dimension_is_out_of_bounds() {
    let ty = "tensor<?x?xindex>";
    let slice = r#"
    %r = "tensor.extract_slice"(%t, %x, %y) <{static_offsets = array<i64: 0, 0>, static_sizes = array<i64: -9223372036854775808, -9223372036854775808>, static_strides = array<i64: 2, 2>, operandSegmentSizes = array<i32: 1, 0, 2, 0>}> : (tensor<3x4xindex>, index, index) -> tensor<?x?xindex>
    "func.return"(%r) : (tensor<?x?xindex>) -> ()"#;
    let program = |[rows, columns]: [i64; 2]| with([rows, columns, 0], slice);
    assert_eq!(values(ty, &program([2, 0]))[0].shape, [2, 0]);
    assert_eq!(stopped(ty, &program([3, 0])).map(|ended| ended.0), Some(StopKind::Open));
    assert_eq!(stopped(ty, &program([3, 1])).map(|ended| ended.0), Some(StopKind::Undefined));
}

/// A column is put in: from which row on, how many, and which column.
const INSERT: &str = r#"
    %nine = "llvm.mlir.constant"() <{value = 99 : index}> : () -> index
    %s = "tensor.splat"(%nine, %y) : (index, index) -> tensor<?xindex>
    %r = "tensor.insert_slice"(%s, %t, %x, %z, %y) <{static_offsets = array<i64: -9223372036854775808, -9223372036854775808>, static_sizes = array<i64: -9223372036854775808, 1>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 1, 2, 1, 0>}> : (tensor<?xindex>, tensor<3x4xindex>, index, index, index) -> tensor<3x4xindex>
    "func.return"(%r) : (tensor<3x4xindex>) -> ()"#;

#[test]
fn a_slice_is_put_in() {
    let ty = "tensor<3x4xindex>";
    assert_eq!(bits(ty, &with([1, 2, 3], INSERT)), [0, 1, 2, 3, 4, 5, 6, 99, 8, 9, 10, 99].map(Some));
    assert_eq!(stopped(ty, &with([2, 2, 3], INSERT)).map(|ended| ended.0), Some(StopKind::Undefined));
    let other = INSERT.replace("%x, %z, %y) <{", "%x, %z, %x) <{");
    assert_eq!(stopped(ty, &with([1, 2, 3], &other)).map(|ended| ended.0), Some(StopKind::Undefined));
}

#[test]
fn elements_are_gathered_and_scattered_by_indices() {
    let gather = r#"
        %i = "tensor.from_elements"(%x, %y) : (index, index) -> tensor<2x1xindex>
        %r = "tensor.gather"(%t, %i) <{gather_dims = array<i64: 0>}> : (tensor<3x4xindex>, tensor<2x1xindex>) -> tensor<2x4xindex>
        "func.return"(%r) : (tensor<2x4xindex>) -> ()"#;
    let made = bits("tensor<2x4xindex>", &with([2, 0, 0], gather));
    assert_eq!(made, [8, 9, 10, 11, 0, 1, 2, 3].map(Some));
    assert_eq!(
        stopped("tensor<2x4xindex>", &with([3, 0, 0], gather)).map(|ended| ended.0),
        Some(StopKind::Undefined)
    );
    let unique = gather.replace("array<i64: 0>}>", "array<i64: 0>, unique}>");
    assert_eq!(bits("tensor<2x4xindex>", &with([2, 0, 0], &unique)), made);
    assert_eq!(
        stopped("tensor<2x4xindex>", &with([1, 1, 0], &unique)).map(|ended| ended.0),
        Some(StopKind::Undefined)
    );
    let whole = gather.replace("tensor<2x4xindex>", "tensor<2x1x4xindex>");
    assert_eq!(values("tensor<2x1x4xindex>", &with([2, 0, 0], &whole))[0].shape, [2, 1, 4]);
    let scatter = r#"
        %i = "tensor.from_elements"(%x, %y) : (index, index) -> tensor<2x1xindex>
        %s = "tensor.splat"(%four) : (index) -> tensor<2x1x4xindex>
        %r = "tensor.scatter"(%s, %t, %i) <{scatter_dims = array<i64: 0>, unique}> : (tensor<2x1x4xindex>, tensor<3x4xindex>, tensor<2x1xindex>) -> tensor<3x4xindex>
        "func.return"(%r) : (tensor<3x4xindex>) -> ()"#;
    let made = bits("tensor<3x4xindex>", &with([2, 0, 0], scatter));
    assert_eq!(made, [4, 4, 4, 4, 4, 5, 6, 7, 4, 4, 4, 4].map(Some));
    let twice = stopped("tensor<3x4xindex>", &with([1, 1, 0], scatter)).expect("undefined");
    assert_eq!(twice, (StopKind::Undefined, "tensor.scatter to one place twice".to_owned()));
}
