//! Repairs that no pair of `tests/undefined/` shows: the undefined program is defined then, and the defined one shows what it did.

use super::{ROWS, Repair, sanitize, sanitize_but};
use crate::eval::{self, Layouts, RunBounds, RunFacts, World};
use crate::ir::{self, Module};
use crate::op;
use std::collections::HashSet;

const BOUNDS: RunBounds = RunBounds { memory: 1 << 20, fuel: 1 << 12, world: World::USUAL };

/// A module whose `main` has these operations. The indices `%0` to `%2` are constants of 0 to 2; `%3` and `%4` are numbers that no repair
/// knows.
fn module(numbers: [i64; 2], operations: &str) -> Module {
    let [one, other] = numbers;
    let text = format!(
        r#""builtin.module"() ({{
  "func.func"() ({{
    %0 = "arith.constant"() {{value = 0 : index}} : () -> index
    %1 = "arith.constant"() {{value = 1 : index}} : () -> index
    %2 = "arith.constant"() {{value = 2 : index}} : () -> index
    %5 = "arith.constant"() {{value = {one} : index}} : () -> index
    %6 = "arith.constant"() {{value = {other} : index}} : () -> index
    %3 = "arith.addi"(%5, %0) : (index, index) -> index
    %4 = "arith.addi"(%6, %0) : (index, index) -> index
    %7 = "arith.constant"() {{value = 0 : i64}} : () -> i64
    %8 = "arith.constant"() {{value = 1 : i64}} : () -> i64
    {operations}
  }}) {{function_type = () -> (), sym_name = "main"}} : () -> ()
  "func.func"() ({{
  }}) {{function_type = (i64) -> (), sym_name = "printI64", sym_visibility = "private"}} : () -> ()
}}) : () -> ()
"#
    );
    ir::module(&text).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

const END: &str = "\"func.call\"(%90) {callee = @printI64} : (i64) -> ()\n\"func.return\"() : () -> ()\n";

fn run(module: &Module) -> RunFacts {
    eval::run(module, "main", &Layouts::default(), op::rule, BOUNDS)
}

/// Repairs the operations with numbers that leave them undefined, and with others that do not.
fn is_repaired(change: Repair, undefined: [i64; 2], defined: [i64; 2], operations: &str) {
    let [bad, good] = [undefined, defined].map(|numbers| module(numbers, operations));
    let before = run(&bad);
    assert!(before.stopped.is_some(), "it is defined: {operations}");
    let repaired = sanitize(&bad);
    assert!(repaired.found.iter().any(|found| found.change == change && found.repaired), "{operations}");
    let after = run(&repaired.module);
    assert!(after.stopped.is_none(), "{:?}\n{}", after.stopped, repaired.module.generic());
    let (before, after) = (run(&good), run(&sanitize(&good).module));
    assert!(before.stopped.is_none() && !before.outputs.is_empty(), "{:?}\n{operations}", before.stopped);
    assert_eq!((before.outputs, after.stopped.is_none()), (after.outputs, true), "{operations}");
}

/// A loop over these bounds that counts its iterations.
fn counting(bounds: &str, attributes: &str) -> String {
    format!(
        r#"%90 = "scf.for"({bounds}, %7) ({{
    ^bb0(%91: index, %92: i64):
      %93 = "arith.addi"(%92, %8) : (i64, i64) -> i64
      "scf.yield"(%93) : (i64) -> ()
    }}) {attributes} : (index, index, index, i64) -> i64
    {END}"#
    )
}

#[test]
fn no_counter_overflows() {
    let most = i64::MAX;
    is_repaired(Repair::Counter, [most - 3, most], [most - 2, most], &counting("%3, %4, %2", ""));
    is_repaired(Repair::Counter, [most, most - 5], [5, 4], &counting("%0, %3, %4", ""));
    let unsigned = counting("%0, %3, %4", "{unsignedCmp}");
    is_repaired(Repair::Counter, [-1, -2], [-9, -9], &unsigned);
    let steps = module([1, 1], &counting("%0, %3, %1", ""));
    assert!(sanitize(&steps).found.is_empty(), "a step of one is never too far");
}

#[test]
fn a_step_that_is_known_is_another_constant() {
    let loops = module([7, 1], &counting("%0, %3, %0", "")).generic();
    let after = sanitize(&ir::module(&loops).expect("it is generic")).module;
    assert!(run(&after).stopped.is_none());
    assert!(!after.generic().contains("arith.select"), "{}", after.generic());
}

#[test]
fn a_view_with_a_stride_below_zero_or_of_zero_is_kept() {
    let view = |size: &str| {
        format!(
            r#"%80 = "memref.alloc"() {{operandSegmentSizes = array<i32: 0, 0>}} : () -> memref<4xi64>
    "memref.store"(%8, %80, %0) : (i64, memref<4xi64>, index) -> ()
    %81 = "memref.reinterpret_cast"(%80, %3, %4) {{operandSegmentSizes = array<i32: 1, 1, 0, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: {size}>, static_strides = array<i64: -9223372036854775808>}} : (memref<4xi64>, index, index) -> memref<{size}xi64, strided<[?], offset: ?>>
    %82 = "arith.addi"(%1, %2) : (index, index) -> index
    %90 = "memref.load"(%81, %82) : (memref<{size}xi64, strided<[?], offset: ?>>, index) -> i64
    {END}"#
        )
    };
    is_repaired(Repair::View, [3, 1], [3, -1], &view("4"));
    is_repaired(Repair::View, [3, -2], [0, 0], &view("9"));
}

#[test]
fn the_shift_of_a_product_is_in_range() {
    let product = |width: u32| {
        format!(
            r#"%70 = "arith.index_cast"(%3) : (index) -> i8
    %71 = "tensor.from_elements"(%70) : (i8) -> tensor<1xi8>
    %72 = "arith.index_cast"(%2) : (index) -> i{width}
    %73 = "tensor.from_elements"(%72) : (i{width}) -> tensor<1xi{width}>
    %74 = "tosa.mul"(%73, %73, %71) : (tensor<1xi{width}>, tensor<1xi{width}>, tensor<1xi8>) -> tensor<1xi{width}>
    %75 = "tensor.extract"(%74, %0) : (tensor<1xi{width}>, index) -> i{width}
    %76 = "arith.index_cast"(%75) : (i{width}) -> index
    %90 = "arith.index_cast"(%76) : (index) -> i64
    {END}"#
        )
    };
    is_repaired(Repair::Shift, [64, 0], [1, 0], &product(32));
    is_repaired(Repair::Shift, [1, 0], [0, 0], &product(16));
}

#[test]
fn an_expansion_names_the_extents_of_its_type() {
    let expansion = |named: u32| {
        format!(
            r#"%80 = "arith.constant"() {{value = dense<[1, 2]> : tensor<2xi64>}} : () -> tensor<2xi64>
    %81 = "tensor.expand_shape"(%80) {{reassociation = [[0, 1]], static_output_shape = array<i64: {named}, 1>}} : (tensor<2xi64>) -> tensor<2x1xi64>
    %90 = "tensor.extract"(%81, %1, %0) : (tensor<2x1xi64>, index, index) -> i64
    {END}"#
        )
    };
    let [bad, good] = [1, 2].map(|named| module([0, 0], &expansion(named)));
    assert!(run(&bad).stopped.is_some());
    let after = run(&sanitize(&bad).module);
    assert!(after.stopped.is_none(), "{:?}", after.stopped);
    assert_eq!(after.outputs, run(&good).outputs);
    assert!(sanitize(&good).found.is_empty());
}

#[test]
fn a_transfer_behind_the_end_begins_right_there() {
    let transfer = format!(
        r#"%80 = "arith.constant"() {{value = dense<[1, 2, 3]> : tensor<3xi64>}} : () -> tensor<3xi64>
    %81 = "vector.transfer_read"(%80, %3, %7) {{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}} : (tensor<3xi64>, index, i64) -> vector<4xi64>
    %90 = "vector.extract"(%81) {{static_position = array<i64: 0>}} : (vector<4xi64>) -> i64
    {END}"#
    );
    for defined in [0, 2, 3, 9] {
        is_repaired(Repair::Bounds, [i64::MAX, 0], [defined, 0], &transfer);
    }
}

#[test]
fn the_last_of_lanes_that_go_to_one_place_is_written() {
    let scatter = |mask: &str| {
        format!(
            r#"%80 = "memref.alloc"() {{operandSegmentSizes = array<i32: 0, 0>}} : () -> memref<4xi64>
    %70 = "arith.index_cast"(%3) : (index) -> i64
    %71 = "vector.broadcast"(%70) : (i64) -> vector<3xi64>
    %72 = "arith.constant"() {{value = dense<[0, 1, 2]> : vector<3xi64>}} : () -> vector<3xi64>
    %73 = "arith.muli"(%71, %72) : (vector<3xi64>, vector<3xi64>) -> vector<3xi64>
    %74 = "arith.constant"() {{value = dense<[{mask}]> : vector<3xi1>}} : () -> vector<3xi1>
    "vector.scatter"(%80, %0, %73, %74, %72) : (memref<4xi64>, index, vector<3xi64>, vector<3xi1>, vector<3xi64>) -> ()
    %90 = "memref.load"(%80, %0) : (memref<4xi64>, index) -> i64
    {END}"#
        )
    };
    is_repaired(Repair::Distinct, [0, 0], [1, 0], &scatter("true, true, true"));
    let shown = |numbers: [i64; 2], mask: &str| {
        let run = run(&sanitize(&module(numbers, &scatter(mask))).module);
        run.outputs.iter().map(|output| output.bits.clone()).collect::<Vec<_>>()
    };
    assert_eq!(shown([0, 0], "true, true, true"), [[2]]);
    assert_eq!(shown([0, 0], "true, true, false"), [[1]]);
    assert_eq!(shown([0, 0], "true, false, false"), [[0]]);
}

#[test]
fn a_place_that_nothing_may_reach_returns() {
    let branch = format!(
        r#"%80 = "arith.cmpi"(%3, %0) {{predicate = 0 : i64}} : (index, index) -> i1
    "cf.cond_br"(%80)[^bb1, ^bb2] {{operandSegmentSizes = array<i32: 1, 0, 0>}} : (i1) -> ()
  ^bb1:
    "ub.unreachable"() : () -> ()
  ^bb2:
    %90 = "arith.addi"(%8, %8) : (i64, i64) -> i64
    {END}"#
    );
    is_repaired(Repair::Unreachable, [0, 0], [1, 0], &branch);
    let foreign = r#""builtin.module"() ({
  "llvm.func"() ({
    "llvm.unreachable"() : () -> ()
  }) {function_type = !llvm.func<ptr ()>, sym_name = "main"} : () -> ()
}) : () -> ()
"#;
    let foreign = ir::module(foreign).expect("it is generic");
    let after = sanitize(&foreign).module.generic();
    assert!(after.contains("llvm.mlir.zero") && after.contains("llvm.return"), "{after}");
    let inside = r#""scf.execute_region"() ({
      "ub.unreachable"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()"#;
    let inside = sanitize(&module([0, 0], inside));
    assert!(
        inside.found.iter().any(|found| !found.repaired && !found.spared),
        "nothing can be returned there"
    );
}

#[test]
fn an_operation_is_left_alone_where_the_caller_says_so() {
    let loops = module([1, 1], &counting("%0, %3, %4", ""));
    let all = sanitize(&loops);
    assert!(all.found.len() == 2 && all.found.iter().all(|found| found.repaired));
    let spared: HashSet<u32> = all.found.iter().map(|found| found.number).collect();
    let left = sanitize_but(&loops, &spared);
    assert!(left.found.iter().all(|found| found.spared && !found.repaired));
    assert!(left.changed.is_empty());
    assert_eq!(left.module.generic(), loops.generic());
}

#[test]
fn each_change_has_a_row() {
    use Repair::{Counter, Distinct, Step, Unreachable};
    for change in [Counter, Distinct, Step, Unreachable] {
        assert!(ROWS.iter().any(|row| row.change == change), "{change:?}");
    }
}
