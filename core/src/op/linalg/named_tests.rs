//! Structured operations on tensors and memrefs, by the regions they carry.

use crate::eval::StopKind;
use crate::op::testing::{bits, stopped, values};

/// A tensor of as many numbers as its type has, counted from this one on, row-major.
fn counted(name: &str, shape: &[i64], from: i64) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    let mut body = format!("%{name}0 = \"llvm.mlir.constant\"() <{{value = {from} : i32}}> : () -> i32\n");
    let count: i64 = shape.iter().product();
    for at in 1..count {
        body += &format!(
            "%{name}{at} = \"llvm.mlir.constant\"() <{{value = {} : i32}}> : () -> i32\n",
            from + at
        );
    }
    let all: Vec<String> = (0..count).map(|at| format!("%{name}{at}")).collect();
    let types = vec!["i32"; count as usize].join(", ");
    body + &format!(
        "%{name} = \"tensor.from_elements\"({}) : ({types}) -> tensor<{extents}xi32>\n",
        all.join(", ")
    )
    .replace("xx", "x")
}

/// A region that adds a product to the sum so far.
const PRODUCT: &str = r#"({
    ^bb0(%l: i32, %r: i32, %sum: i32):
      %product = "llvm.mul"(%l, %r) : (i32, i32) -> i32
      %next = "llvm.add"(%sum, %product) : (i32, i32) -> i32
      "linalg.yield"(%next) : (i32) -> ()
    })"#;

const SEGMENTS: &str = "operandSegmentSizes = array<i32: 2, 1>";

fn product(name: &str, attributes: &str, types: [&str; 3]) -> String {
    let [a, b, c] = types;
    format!(
        r#"
        %made = "{name}"(%a, %b, %c) <{{{attributes}{SEGMENTS}}}> {PRODUCT} : ({a}, {b}, {c}) -> {c}
        "func.return"(%made) : ({c}) -> ()"#
    )
}

#[test]
fn matrices_are_multiplied() {
    let types = ["tensor<2x3xi32>", "tensor<3x2xi32>", "tensor<2x2xi32>"];
    let operands = counted("a", &[2, 3], 1) + &counted("b", &[3, 2], 1) + &counted("c", &[2, 2], 100);
    let plain = operands.clone() + &product("linalg.matmul", "", types);
    // 1*1+2*3+3*5 = 22, 28, 49, 64.
    assert_eq!(bits(types[2], &plain), [122, 129, 151, 167].map(Some));
    let maps = "indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], ";
    let square = ["tensor<2x2xi32>"; 3];
    let operands = counted("a", &[2, 2], 1) + &counted("b", &[2, 2], 1) + &counted("c", &[2, 2], 0);
    let transposed = operands + &product("linalg.matmul", maps, square);
    // Rows by rows: 1*1+2*2 = 5, 1*3+2*4 = 11, 25, and each with what was there before.
    assert_eq!(bits(square[2], &transposed), [5, 12, 13, 28].map(Some));
}

#[test]
fn extents_that_disagree_are_undefined() {
    let types = ["tensor<?x?xi32>", "tensor<3x2xi32>", "tensor<2x2xi32>"];
    let text = counted("s", &[2, 2], 1)
        + &counted("b", &[3, 2], 1)
        + &counted("c", &[2, 2], 100)
        + "%a = \"tensor.cast\"(%s) : (tensor<2x2xi32>) -> tensor<?x?xi32>\n"
        + &product("linalg.matmul", "", types);
    let ended = stopped(types[2], &text).expect("undefined");
    assert_eq!(ended.0, StopKind::Undefined);
    assert!(ended.1.contains("disagree on a loop"), "{}", ended.1);
}

#[test]
fn a_window_moves_by_strides() {
    let types = ["tensor<1x5x1xi32>", "tensor<2x1x1xi32>", "tensor<1x2x1xi32>"];
    let operands = counted("a", &[1, 5, 1], 1) + &counted("b", &[2, 1, 1], 1) + &counted("c", &[1, 2, 1], 0);
    let attributes = "strides = dense<2> : tensor<1xi64>, dilations = dense<2> : tensor<1xi64>, ";
    let text = operands.clone() + &product("linalg.conv_1d_nwc_wcf", attributes, types);
    // 1*1 + 3*2 = 7 and 3*1 + 5*2 = 13, and 0 and 1 that were there.
    assert_eq!(bits(types[2], &text), [7, 14].map(Some));
    let beyond = operands + &product("linalg.conv_1d_nwc_wcf", &attributes.replace("<2>", "<3>"), types);
    assert_eq!(stopped(types[2], &beyond).map(|ended| ended.0), Some(StopKind::Undefined));
}

#[test]
fn a_generic_knows_its_indices_and_reads_through_its_maps() {
    let text = counted("a", &[2, 3], 0)
        + r#"
        %c = "tensor.empty"() : () -> tensor<3x2xi64>
        %made = "linalg.generic"(%a, %c) <{indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%x: i32, %old: i64):
          %i = "linalg.index"() <{dim = 0 : i64}> : () -> index
          %j = "linalg.index"() <{dim = 1 : i64}> : () -> index
          %ten = "llvm.mlir.constant"() <{value = 10 : index}> : () -> index
          %tens = "llvm.mul"(%i, %ten) : (index, index) -> index
          %place = "llvm.add"(%tens, %j) : (index, index) -> index
          %wide = "llvm.zext"(%x) : (i32) -> i64
          %hundred = "llvm.mlir.constant"() <{value = 100 : i64}> : () -> i64
          %whole = "llvm.mul"(%wide, %hundred) : (i64, i64) -> i64
          %p = "builtin.unrealized_conversion_cast"(%place) : (index) -> i64
          %r = "llvm.add"(%whole, %p) : (i64, i64) -> i64
          "linalg.yield"(%r) : (i64) -> ()
        }) : (tensor<2x3xi32>, tensor<3x2xi64>) -> tensor<3x2xi64>
        "func.return"(%made) : (tensor<3x2xi64>) -> ()"#;
    assert_eq!(bits("tensor<3x2xi64>", &text), [0, 301, 110, 411, 220, 521].map(Some));
}

#[test]
fn elements_are_filled_mapped_and_copied() {
    let text = counted("a", &[2], 5)
        + r#"
        %v = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
        %e = "tensor.empty"() : () -> tensor<2xi32>
        %f = "linalg.fill"(%v, %e) <{operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%x: i32, %old: i32):
          "linalg.yield"(%x) : (i32) -> ()
        }) : (i32, tensor<2xi32>) -> tensor<2xi32>
        %m = "linalg.map"(%a, %f, %e) ({
        ^bb0(%x: i32, %y: i32):
          %s = "llvm.sub"(%x, %y) : (i32, i32) -> i32
          "linalg.yield"(%s) : (i32) -> ()
        }) : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
        %n = "linalg.map"(%m, %e) ({
        ^bb0(%x: i32, %old: i32):
          %s = "llvm.add"(%x, %x) : (i32, i32) -> i32
          "linalg.yield"(%s) : (i32) -> ()
        }) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
        %z = "tensor.empty"() : () -> tensor<i32>
        %s = "linalg.fill"(%v, %z) <{operandSegmentSizes = array<i32: 1, 1>}> ({
        ^bb0(%x: i32, %old: i32):
          "linalg.yield"(%x) : (i32) -> ()
        }) : (i32, tensor<i32>) -> tensor<i32>
        "func.return"(%n, %s) : (tensor<2xi32>, tensor<i32>) -> ()"#;
    let made = values("tensor<2xi32>, tensor<i32>", &text);
    assert_eq!(made[0].lanes.iter().map(|lane| lane.bits).collect::<Vec<_>>(), [4, 6]);
    assert_eq!((made[1].lanes[0].bits, made[1].shape.len()), (3, 0));
}

#[test]
fn dimensions_are_reduced_permuted_and_added() {
    let text = counted("a", &[2, 3], 1)
        + &counted("z", &[3], 0)
        + r#"
        %sum = "linalg.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
        ^bb0(%x: i32, %so_far: i32):
          %s = "llvm.add"(%x, %so_far) : (i32, i32) -> i32
          "linalg.yield"(%s) : (i32) -> ()
        }) : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<3xi32>
        %e = "tensor.empty"() : () -> tensor<3x2xi32>
        %t = "linalg.transpose"(%a, %e) <{permutation = array<i64: 1, 0>}> ({
        ^bb0(%x: i32, %old: i32):
          "linalg.yield"(%x) : (i32) -> ()
        }) : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
        %w = "linalg.broadcast"(%sum, %e) <{dimensions = array<i64: 1>}> ({
        ^bb0(%x: i32, %old: i32):
          "linalg.yield"(%x) : (i32) -> ()
        }) : (tensor<3xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
        "func.return"(%sum, %t, %w) : (tensor<3xi32>, tensor<3x2xi32>, tensor<3x2xi32>) -> ()"#;
    let made = values("tensor<3xi32>, tensor<3x2xi32>, tensor<3x2xi32>", &text);
    let numbers = |at: usize| made[at].lanes.iter().map(|lane| lane.bits).collect::<Vec<_>>();
    assert_eq!(numbers(0), [5, 8, 11]);
    assert_eq!(numbers(1), [1, 4, 2, 5, 3, 6]);
    assert_eq!(numbers(2), [5, 5, 8, 8, 11, 11]);
}

#[test]
fn several_tensors_are_reduced_at_once() {
    let text = counted("a", &[2, 2], 1)
        + &counted("z", &[2], 0)
        + r#"
        %r:2 = "linalg.reduce"(%a, %a, %z, %z) <{dimensions = array<i64: 1>}> ({
        ^bb0(%x: i32, %y: i32, %sum: i32, %product: i32):
          %s = "llvm.add"(%x, %sum) : (i32, i32) -> i32
          %p = "llvm.sub"(%product, %y) : (i32, i32) -> i32
          "linalg.yield"(%s, %p) : (i32, i32) -> ()
        }) : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
        "func.return"(%r#0, %r#1) : (tensor<2xi32>, tensor<2xi32>) -> ()"#;
    let made = values("tensor<2xi32>, tensor<2xi32>", &text);
    let numbers = |at: usize| made[at].lanes.iter().map(|lane| lane.bits as i32).collect::<Vec<_>>();
    assert_eq!((numbers(0), numbers(1)), (vec![3, 8], vec![-3, -6]));
}

#[test]
fn parallel_iterations_that_write_one_element_are_undefined() {
    let text = |kind: &str| {
        counted("a", &[3], 1)
            + &counted("c", &[1], 0)
            + &format!(
                r#"
                %z = "tensor.collapse_shape"(%c) <{{reassociation = []}}> : (tensor<1xi32>) -> tensor<i32>
                %r = "linalg.generic"(%a, %z) <{{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#linalg.iterator_type<{kind}>], operandSegmentSizes = array<i32: 1, 1>}}> ({{
                ^bb0(%x: i32, %sum: i32):
                  %s = "llvm.add"(%x, %sum) : (i32, i32) -> i32
                  "linalg.yield"(%s) : (i32) -> ()
                }}) : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
                "func.return"(%r) : (tensor<i32>) -> ()"#
            )
    };
    assert_eq!(bits("tensor<i32>", &text("reduction")), [Some(6)]);
    assert_eq!(stopped("tensor<i32>", &text("parallel")).map(|ended| ended.0), Some(StopKind::Undefined));
}

/// A memref of three numbers at `malloc`ed bytes, every second element of them, from the second on.
const STRIDED: &str = r#"
    %size = "llvm.mlir.constant"() <{value = 6 : i64}> : () -> i64
    %p = "llvm.alloca"(%size) <{elem_type = i32}> : (i64) -> !llvm.ptr
    %u = "llvm.mlir.undef"() : () -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %one = "llvm.mlir.constant"() <{value = 1 : i64}> : () -> i64
    %two = "llvm.mlir.constant"() <{value = 2 : i64}> : () -> i64
    %three = "llvm.mlir.constant"() <{value = 3 : i64}> : () -> i64
    %d0 = "llvm.insertvalue"(%u, %p) <{position = array<i64: 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = "llvm.insertvalue"(%d0, %p) <{position = array<i64: 1>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d2 = "llvm.insertvalue"(%d1, %one) <{position = array<i64: 2>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d3 = "llvm.insertvalue"(%d2, %EXTENT) <{position = array<i64: 3, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d4 = "llvm.insertvalue"(%d3, %two) <{position = array<i64: 4, 0>}> : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %m = "builtin.unrealized_conversion_cast"(%d4) : (!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>) -> memref<?xi32, strided<[?], offset: ?>>
    %v = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
    "linalg.fill"(%v, %m) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: i32, %old: i32):
      "linalg.yield"(%x) : (i32) -> ()
    }) : (i32, memref<?xi32, strided<[?], offset: ?>>) -> ()
    "linalg.copy"(%m, %m) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: i32, %old: i32):
      %s = "llvm.add"(%x, %old) : (i32, i32) -> i32
      "linalg.yield"(%s) : (i32) -> ()
    }) : (memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>) -> ()
    %at = "llvm.getelementptr"(%p, %AT) <{elem_type = i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i64) -> !llvm.ptr
    %r = "llvm.load"(%at) : (!llvm.ptr) -> i32
    "func.return"(%r) : (i32) -> ()"#;

#[test]
fn elements_in_memory_are_read_and_written_where_they_lie() {
    let text = |extent: &str, at: &str| STRIDED.replace("EXTENT", extent).replace("%AT", at);
    assert_eq!(bits("i32", &text("three", "%three")), [Some(6)]);
    assert_eq!(bits("i32", &text("two", "%one")), [Some(6)]);
    assert_eq!(bits("i32", &text("three", "%two")), [None], "what lies between is not written");
    let ended = stopped("i32", &text("size", "%one")).expect("out of bounds");
    assert_eq!(ended.0, StopKind::Memory, "{}", ended.1);
}

#[test]
fn a_sum_of_floats_is_open_where_the_order_tells() {
    let text = |numbers: &str| {
        format!(
            r#"
            %a = "tosa.const"() <{{values = dense<{numbers}> : tensor<3xf32>}}> : () -> tensor<3xf32>
            %z = "tosa.const"() <{{values = dense<0.0> : tensor<f32>}}> : () -> tensor<f32>
            %r = "linalg.reduce"(%a, %z) <{{dimensions = array<i64: 0>}}> ({{
            ^bb0(%x: f32, %sum: f32):
              %s = "arith.addf"(%x, %sum) <{{fastmath = #arith.fastmath<none>}}> : (f32, f32) -> f32
              "linalg.yield"(%s) : (f32) -> ()
            }}) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
            "func.return"(%r) : (tensor<f32>) -> ()"#
        )
    };
    assert_eq!(bits("tensor<f32>", &text("[2.0, 1.0, -2.0]")), [Some(1.0f32.to_bits().into())]);
    let open = &values("tensor<f32>", &text("[1.0e20, 1.0, -1.0e20]"))[0];
    assert!(open.lanes[0].taint.is_open());
    let two = bits("tensor<f32>", &text("[1.0e20, 1.0, 0.0]"));
    assert_eq!(two, [Some(1.0e20f32.to_bits().into())]);
}
