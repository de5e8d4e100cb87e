//! Tests of the affine dialect. Expected values are worked out by hand from its documentation.

use crate::eval::StopKind;
use crate::op::testing::{bits, stopped, values};

/// A body in which `%i0` to `%i9` are these indices, `%neg` is -1, `%big` the greatest, and `%m` holds 0.0 to 9.0.
fn with_numbers(text: &str) -> String {
    let mut all = String::from(
        "%m = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<10xf32>\n",
    );
    for number in 0..10 {
        all +=
            &format!("%i{number} = \"llvm.mlir.constant\"() <{{value = {number} : index}}> : () -> index\n");
        all += &format!("%f{number} = \"llvm.mlir.constant\"() <{{value = {number}.0 : f32}}> : () -> f32\n");
        all +=
            &format!("\"memref.store\"(%f{number}, %m, %i{number}) : (f32, memref<10xf32>, index) -> ()\n");
    }
    all += "%nz = \"llvm.mlir.constant\"() <{value = -0.0 : f32}> : () -> f32\n";
    all += "%neg = \"llvm.mlir.constant\"() <{value = -1 : index}> : () -> index\n";
    all += "%big = \"llvm.mlir.constant\"() <{value = 9223372036854775807 : index}> : () -> index\n";
    all + text
}

fn run(results: &str, text: &str) -> Vec<Option<u128>> {
    bits(results, &with_numbers(text))
}

fn ends(results: &str, text: &str) -> (StopKind, String) {
    stopped(results, &with_numbers(text)).expect("an early end")
}

fn index(value: i64) -> Option<u128> {
    Some(u128::from(value as u64))
}

fn float(value: f32) -> Option<u128> {
    Some(value.to_bits().into())
}

fn number(name: &str, map: &str, operands: &str, types: &str) -> String {
    format!(
        "%p = \"llvm.mlir.poison\"() : () -> index\n%r = \"affine.{name}\"({operands}) <{{map = affine_map<{map}>}}> : ({types}) -> index\n\"func.return\"(%r) : (index) -> ()"
    )
}

#[test]
fn maps_round_to_the_floor() {
    let apply = |map: &str, operand: &str| run("index", &number("apply", map, operand, "index"));
    assert_eq!(apply("(d0) -> (d0 floordiv 4)", "%neg"), [index(-1)]);
    assert_eq!(apply("(d0) -> (d0 mod 4)", "%neg"), [index(3)]);
    assert_eq!(apply("(d0) -> (d0 ceildiv 4)", "%neg"), [index(0)]);
    assert_eq!(apply("()[s0] -> (s0 * 3 - 1)", "%i5"), [index(14)]);
    assert_eq!(apply("(d0) -> (d0 + 1)", "%big"), [None]);
    assert_eq!(apply("(d0) -> (d0 + 1)", "%p"), [None]);
    let semi = number("apply", "(d0)[s0] -> (d0 mod s0)", "%i5, %i0", "index, index");
    assert_eq!(run("index", &semi), [None]);
    let all = "(d0, d1) -> (d0, d1 - 3, 2)";
    assert_eq!(run("index", &number("min", all, "%i5, %i4", "index, index")), [index(1)]);
    assert_eq!(run("index", &number("max", all, "%i5, %i4", "index, index")), [index(5)]);
}

fn summing(from: &str, to: &str, bound: &str, step: u32) -> String {
    format!(
        r#"%s = "affine.for"({bound}, {bound}, %i0) <{{lowerBoundMap = affine_map<(d0) -> ({from})>, upperBoundMap = affine_map<(d0) -> ({to})>, step = {step} : index, operandSegmentSizes = array<i32: 1, 1, 1>}}> ({{
        ^bb0(%i: index, %sum: index):
          %next = "affine.apply"(%i, %sum) <{{map = affine_map<(d0, d1) -> (d0 + d1)>}}> : (index, index) -> index
          "affine.yield"(%next) : (index) -> ()
        }}) : (index, index, index) -> index
        "func.return"(%s) : (index) -> ()"#
    )
}

#[test]
fn loops_take_the_narrowest_bounds() {
    assert_eq!(run("index", &summing("0, d0", "d0 + 4, 20", "%i2", 1)), [index(2 + 3 + 4 + 5)]);
    assert_eq!(run("index", &summing("0, d0", "d0 + 4, 5", "%i2", 2)), [index(2 + 4)]);
    assert_eq!(run("index", &summing("d0", "d0", "%i2", 1)), [index(0)]);
    assert_eq!(run("index", &summing("d0 - 1", "d0", "%big", 1)), [index(i64::MAX - 1)]);
    assert_eq!(ends("index", &summing("d0 - 1", "d0", "%big", 4)).0, StopKind::Open);
    assert_eq!(ends("index", &summing("d0 + 1", "d0", "%big", 4)).0, StopKind::Undefined);
}

#[test]
fn a_condition_needs_all_constraints() {
    let chosen = |operand: &str| {
        format!(
            r#"%r = "affine.if"({operand}, %i3) <{{condition = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>}}> ({{
              "affine.yield"(%i1) : (index) -> ()
            }}, {{
              "affine.yield"(%i0) : (index) -> ()
            }}) : (index, index) -> index
            "func.return"(%r) : (index) -> ()"#
        )
    };
    let chosen: Vec<_> =
        ["%i2", "%i3", "%i4", "%neg"].map(|operand| run("index", &chosen(operand))[0]).to_vec();
    assert_eq!(chosen, [index(0), index(0), index(1), index(0)]);
}

#[test]
fn accesses_stay_inside() {
    let load = |map: &str, at: &str| {
        format!(
            r#"%x = "affine.load"(%m, {at}) <{{map = affine_map<(d0) -> ({map})>}}> : (memref<10xf32>, index) -> f32
            "affine.store"(%x, %m, %i0) <{{map = affine_map<(d0) -> (d0 + 1)>}}> : (f32, memref<10xf32>, index) -> ()
            %y = "memref.load"(%m, %i1) : (memref<10xf32>, index) -> f32
            "func.return"(%y) : (f32) -> ()"#
        )
    };
    assert_eq!(run("f32", &load("d0 + 2", "%i5")), [float(7.0)]);
    assert_eq!(ends("f32", &load("d0 + 2", "%i8")).0, StopKind::Memory);
    assert_eq!(ends("f32", &load("d0 + 1", "%big")).0, StopKind::Undefined);
    let vector = |at: &str, map: &str| {
        format!(
            r#"%x = "affine.vector_load"(%m, {at}) <{{map = affine_map<(d0) -> (d0)>}}> : (memref<10xf32>, index) -> vector<4xf32>
            "affine.vector_store"(%x, %m, %i0) <{{map = affine_map<(d0) -> ({map})>}}> : (vector<4xf32>, memref<10xf32>, index) -> ()
            "func.return"(%m) : (memref<10xf32>) -> ()"#
        )
    };
    let shown = [0.0, 6.0, 7.0, 8.0, 9.0, 5.0, 6.0, 7.0, 8.0, 9.0].map(float);
    assert_eq!(run("memref<10xf32>", &vector("%i6", "d0 + 1")), shown);
    assert_eq!(ends("memref<10xf32>", &vector("%i7", "d0")).0, StopKind::Open);
    assert_eq!(ends("memref<10xf32>", &vector("%i6", "d0 - 1")).0, StopKind::Memory);
}

#[test]
fn what_belongs_to_an_iteration_ends_with_it() {
    let kept = r#"%s = "affine.for"(%m2) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (1)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 1>}> ({
        ^bb0(%i: index, %old: memref<f32>):
          %own = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<f32>
          "memref.store"(%f1, %own) : (f32, memref<f32>) -> ()
          "affine.yield"(%own) : (memref<f32>) -> ()
        }) : (memref<f32>) -> memref<f32>
        %x = "memref.load"(%s) : (memref<f32>) -> f32
        "func.return"(%x) : (f32) -> ()"#;
    let outer = "%m2 = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<f32>\n";
    assert_eq!(ends("f32", &format!("{outer}{kept}")).0, StopKind::Memory);
}

fn reducing(kinds: &str, given: &str, to: &str) -> String {
    format!(
        r#"%r:2 = "affine.parallel"({to}) <{{lowerBoundsMap = affine_map<() -> (0, 1)>, lowerBoundsGroups = dense<1> : tensor<2xi32>, upperBoundsMap = affine_map<(d0) -> (d0, 5, d0)>, upperBoundsGroups = dense<[2, 1]> : tensor<2xi32>, steps = [2, 1], reductions = [{kinds}]}}> ({{
        ^bb0(%i: index, %j: index):
          %n = "affine.apply"(%i, %j) <{{map = affine_map<(d0, d1) -> (d0 * 10 + d1)>}}> : (index, index) -> index
          "affine.yield"(%n, {given}) : (index, f32) -> ()
        }}) : (index) -> (index, f32)
        "func.return"(%r#0, %r#1) : (index, f32) -> ()"#
    )
}

#[test]
fn values_of_iterations_are_combined() {
    let both = |text: &str| -> Vec<Option<u128>> {
        let all = values("index, f32", &with_numbers(text));
        all.iter().map(|value| value.lanes[0].taint.is_none().then_some(value.lanes[0].bits)).collect()
    };
    // i is 0 or 2, j is 1 or 2.
    assert_eq!(both(&reducing("1, 0", "%f3", "%i3")), [index(1 + 2 + 21 + 22), float(12.0)]);
    assert_eq!(both(&reducing("6, 4", "%f3", "%i3")), [index(22), float(3.0)]);
    assert_eq!(both(&reducing("6, 0", "%nz", "%i3")), [index(22), None]);
    assert_eq!(both(&reducing("1, 0", "%f3", "%i0")), [index(0), None]);
    assert_eq!(both(&reducing("13, 12", "%f3", "%i0")), [index(1), float(1.0)]);
}

#[test]
fn digits_are_taken_and_put_together() {
    let digits = |basis: &str, operands: &str, types: &str, last: u32| {
        format!(
            r#"%r:2 = "affine.delinearize_index"({operands}) <{{static_basis = array<i64: {basis}>}}> : ({types}) -> (index, index)
            "func.return"(%r#{last}) : (index) -> ()"#
        )
    };
    assert_eq!(run("index", &digits("4", "%i9", "index", 0)), [index(2)]);
    assert_eq!(run("index", &digits("4", "%i9", "index", 1)), [index(1)]);
    assert_eq!(run("index", &digits("4", "%neg", "index", 0)), [index(-1)]);
    assert_eq!(run("index", &digits("4", "%neg", "index", 1)), [index(3)]);
    let dynamic = "-9223372036854775808, 4";
    assert_eq!(run("index", &digits(dynamic, "%i5, %i2", "index, index", 0)), [index(1)]);
    for (operands, last) in [("%i9, %i2", 0), ("%i9, %i2", 1), ("%neg, %i2", 1)] {
        let beyond = digits(dynamic, operands, "index, index", last);
        assert_eq!(run("index", &beyond), [None], "no index within the extents");
    }
    assert_eq!(run("index", &digits(dynamic, "%i9, %i0", "index, index", 0)), [None]);
    let old = digits("4", "%i5, %i2, %i4", "index, index, index", 1)
        .replace(" <{static_basis = array<i64: 4>}>", "");
    assert_eq!(run("index", &old), [index(1)]);
    let joined = |flag: &str, first: &str, second: &str| {
        format!(
            r#"%r = "affine.linearize_index"({first}, {second}) <{{{flag}operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 3, 4>}}> : (index, index) -> index
            "func.return"(%r) : (index) -> ()"#
        )
    };
    assert_eq!(run("index", &joined("disjoint, ", "%i2", "%i3")), [index(11)]);
    assert_eq!(run("index", &joined("", "%i2", "%i5")), [index(13)]);
    assert_eq!(run("index", &joined("disjoint = false, ", "%i2", "%i5")), [index(13)]);
    assert_eq!(run("index", &joined("", "%i2", "%neg")), [index(7)]);
    assert_eq!(run("index", &joined("disjoint, ", "%i2", "%i5")), [None]);
    assert_eq!(run("index", &joined("disjoint, ", "%i3", "%i0")), [None]);
    assert_eq!(run("index", &joined("", "%big", "%i0")), [None]);
}
