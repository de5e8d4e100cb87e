//! Tests of the memref dialect. Expected values are worked out by hand from its documentation.

use crate::eval::StopKind;
use crate::op::testing::{bits, stopped};

/// A body in which `%0` to `%9` are these indices, `%f0` to `%f9` these floats of 32 bits, and `%t` is true.
pub fn with_numbers(text: &str) -> String {
    let mut all = String::from("%t = \"llvm.mlir.constant\"() <{value = true}> : () -> i1\n");
    for number in 0..10 {
        all +=
            &format!("%i{number} = \"llvm.mlir.constant\"() <{{value = {number} : index}}> : () -> index\n");
        all += &format!("%f{number} = \"llvm.mlir.constant\"() <{{value = {number}.0 : f32}}> : () -> f32\n");
    }
    all + "%neg = \"llvm.mlir.constant\"() <{value = -1 : index}> : () -> index\n" + text
}

fn run(results: &str, text: &str) -> Vec<Option<u128>> {
    bits(results, &with_numbers(text))
}

fn ends(results: &str, text: &str) -> (StopKind, String) {
    stopped(results, &with_numbers(text)).expect("an early end")
}

fn float(value: f32) -> Option<u128> {
    Some(value.to_bits().into())
}

const STATIC: &str = r#"%m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2x3xf32>
"#;

/// A buffer of two rows whose elements are 0, 1, ... 5, but for the last one, which is not written.
fn filled() -> String {
    let mut text = STATIC.to_owned();
    for number in 0..5 {
        text += &format!(
            "\"memref.store\"(%f{number}, %m, %i{}, %i{}) : (f32, memref<2x3xf32>, index, index) -> ()\n",
            number / 3,
            number % 3
        );
    }
    text
}

#[test]
fn what_is_stored_is_loaded_and_the_rest_is_not_defined() {
    let returned = "\"func.return\"(%m) : (memref<2x3xf32>) -> ()";
    let values = run("memref<2x3xf32>", &(filled() + returned));
    assert_eq!(values, [float(0.0), float(1.0), float(2.0), float(3.0), float(4.0), None]);
    let load = r#"%x = "memref.load"(%m, %i1, %i1) : (memref<2x3xf32>, index, index) -> f32
        "func.return"(%x) : (f32) -> ()"#;
    assert_eq!(run("f32", &(filled() + load)), [float(4.0)]);
    let outside = load.replace("%i1, %i1", "%i0, %i3");
    let said = "a read of a memref at index 3 of dimension 1, which has extent 3";
    assert_eq!(ends("f32", &(filled() + &outside)), (StopKind::Memory, said.to_owned()));
    let before = load.replace("%i1, %i1", "%neg, %i1");
    assert_eq!(ends("f32", &(filled() + &before)).0, StopKind::Memory);
    let poison =
        format!("%p = \"llvm.mlir.poison\"() : () -> index\n{}", load.replace("%i1, %i1", "%p, %i1"));
    let said = "an index of a read of a memref is poison";
    assert_eq!(ends("f32", &(filled() + &poison)), (StopKind::Undefined, said.to_owned()));
}

#[test]
fn buffers_have_their_time() {
    let freed = filled()
        + r#""memref.dealloc"(%m) : (memref<2x3xf32>) -> ()
        %x = "memref.load"(%m, %i1, %i1) : (memref<2x3xf32>, index, index) -> f32
        "func.return"(%x) : (f32) -> ()"#;
    assert_eq!(ends("f32", &freed).0, StopKind::Memory);
    let scoped = r#"%x = "memref.alloca_scope"() ({
          %m = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<f32>
          "memref.store"(%f7, %m) : (f32, memref<f32>) -> ()
          "memref.alloca_scope.return"(%m) : (memref<f32>) -> ()
        }) : () -> memref<f32>
        %y = "memref.load"(%x) : (memref<f32>) -> f32
        "func.return"(%y) : (f32) -> ()"#;
    assert_eq!(ends("f32", scoped).0, StopKind::Memory);
    let inside = scoped
        .replace(
            "\"memref.alloca_scope.return\"(%m) : (memref<f32>)",
            "%v = \"memref.load\"(%m) : (memref<f32>) -> f32\n\"memref.alloca_scope.return\"(%v) : (f32)",
        )
        .replace("() -> memref<f32>\n        %y = \"memref.load\"(%x) : (memref<f32>) -> f32", "() -> f32")
        .replace("(%y)", "(%x)");
    assert_eq!(run("f32", &inside), [float(7.0)]);
    let negative = r#"%m = "memref.alloc"(%neg) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
        "func.return"() : () -> ()"#;
    assert_eq!(ends("", negative).0, StopKind::Open);
    let grown = r#"%m = "memref.alloc"(%i1) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
        "memref.store"(%f7, %m, %i0) : (f32, memref<?xf32>, index) -> ()
        %n = "memref.realloc"(%m, %i2) : (memref<?xf32>, index) -> memref<?xf32>
        "func.return"(%n) : (memref<?xf32>) -> ()"#;
    assert_eq!(run("memref<?xf32>", grown), [float(7.0), None]);
}

#[test]
fn elements_have_the_containers_that_they_have_in_llvm() {
    for (ty, value, expected) in
        [("i1", "true", 1), ("i4", "-3 : i4", 13), ("i48", "-1 : i48", (1 << 48) - 1)]
    {
        let text = format!(
            r#"%v = "llvm.mlir.constant"() <{{value = {value}}}> : () -> {ty}
            %m = "memref.alloc"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<3x{ty}>
            "memref.store"(%v, %m, %i2) : ({ty}, memref<3x{ty}>, index) -> ()
            "memref.store"(%v, %m, %i0) : ({ty}, memref<3x{ty}>, index) -> ()
            "func.return"(%m) : (memref<3x{ty}>) -> ()"#
        );
        assert_eq!(run(&format!("memref<3x{ty}>"), &text), [Some(expected), None, Some(expected)], "{ty}");
    }
}

#[test]
fn a_layout_says_where_elements_lie() {
    // By columns: (i, j) is element i + 2 j.
    let columns = r#"%m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>
        %b, %o, %s0, %s1, %t0, %t1 = "memref.extract_strided_metadata"(%m) : (memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>) -> (memref<f32>, index, index, index, index, index)
        "func.return"(%t0, %t1, %o) : (index, index, index) -> ()"#;
    let shown = crate::op::testing::values("index, index, index", &with_numbers(columns));
    let numbers: Vec<u128> = shown.iter().map(|value| value.lanes[0].bits).collect();
    assert_eq!(numbers, [1, 2, 0]);
    let tiled = columns.replace("(d1, d0)", "(d0 floordiv 2, d1, d0 mod 2)");
    assert_eq!(ends("index, index, index", &tiled).0, StopKind::Unsupported);
}

#[test]
fn windows_share_what_they_show() {
    let window = |offset: &str, size: &str| {
        filled()
            + &format!(
                r#"%w = "memref.subview"(%m, {offset}, {size}) <{{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 1, -9223372036854775808>, static_strides = array<i64: 1, 1>}}> : (memref<2x3xf32>, index, index) -> memref<?xf32, strided<[1], offset: ?>>
                "func.return"(%w) : (memref<?xf32, strided<[1], offset: ?>>) -> ()"#
            )
    };
    let ty = "memref<?xf32, strided<[1], offset: ?>>";
    assert_eq!(run(ty, &window("%i0", "%i2")), [float(3.0), float(4.0)]);
    assert_eq!(run(ty, &window("%i3", "%i0")), [None; 0]);
    for (offset, size) in [("%i1", "%i3"), ("%neg", "%i1"), ("%i0", "%neg")] {
        assert_eq!(ends(ty, &window(offset, size)).0, StopKind::Undefined, "{offset} {size}");
    }
}

#[test]
fn casts_assert_what_the_new_type_knows() {
    let cast = |to: &str| {
        filled()
            + &format!(
                r#"%d = "memref.cast"(%m) : (memref<2x3xf32>) -> memref<?x?xf32>
                %u = "memref.cast"(%d) : (memref<?x?xf32>) -> memref<*xf32>
                %r = "memref.rank"(%u) : (memref<*xf32>) -> index
                %e = "memref.dim"(%u, %i1) : (memref<*xf32>, index) -> index
                %c = "memref.cast"(%u) : (memref<*xf32>) -> {to}
                %x = "memref.load"(%c, %i1, %i0) : ({to}, index, index) -> f32
                "func.return"(%x, %r, %e) : (f32, index, index) -> ()"#
            )
    };
    let shown = crate::op::testing::values("f32, index, index", &with_numbers(&cast("memref<?x3xf32>")));
    let numbers: Vec<u128> = shown.iter().map(|value| value.lanes[0].bits).collect();
    assert_eq!(numbers, [3.0f32.to_bits().into(), 2, 3]);
    assert_eq!(ends("f32, index, index", &cast("memref<?x4xf32>")).0, StopKind::Undefined);
    assert_eq!(ends("f32, index, index", &cast("memref<?x?xf32, strided<[4, 1]>>")).0, StopKind::Undefined);
}

#[test]
fn a_dimension_that_is_not_there_has_no_extent() {
    let dim = |index: &str| {
        filled()
            + &format!(
                r#"%d = "memref.dim"(%m, {index}) : (memref<2x3xf32>, index) -> index
                "func.return"(%d) : (index) -> ()"#
            )
    };
    assert_eq!(run("index", &dim("%i0")), [Some(2)]);
    assert_eq!((run("index", &dim("%i2")), run("index", &dim("%neg"))), (vec![None], vec![None]));
}

#[test]
fn dimensions_are_split_and_joined() {
    let flat = filled()
        + r#"%c = "memref.collapse_shape"(%m) <{reassociation = [[0, 1]]}> : (memref<2x3xf32>) -> memref<6xf32>
        %e = "memref.expand_shape"(%c) <{reassociation = [[0, 1, 2]], static_output_shape = array<i64: 3, 1, 2>}> : (memref<6xf32>) -> memref<3x1x2xf32>
        %x = "memref.load"(%e, %i2, %i0, %i0) : (memref<3x1x2xf32>, index, index, index) -> f32
        "func.return"(%x) : (f32) -> ()"#;
    assert_eq!(run("f32", &flat), [float(4.0)]);
    let transposed = filled()
        + r#"%t1 = "memref.transpose"(%m) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<2x3xf32>) -> memref<3x2xf32, strided<[1, 3]>>
        "func.return"(%t1) : (memref<3x2xf32, strided<[1, 3]>>) -> ()"#;
    let expected = [float(0.0), float(3.0), float(1.0), float(4.0), float(2.0), None];
    assert_eq!(run("memref<3x2xf32, strided<[1, 3]>>", &transposed), expected);
    let apart = transposed.replace(
        "\"func.return\"(%t1) : (memref<3x2xf32, strided<[1, 3]>>)",
        "%d = \"memref.cast\"(%t1) : (memref<3x2xf32, strided<[1, 3]>>) -> memref<?x?xf32, strided<[?, ?]>>\n%c = \"memref.collapse_shape\"(%d) <{reassociation = [[0, 1]]}> : (memref<?x?xf32, strided<[?, ?]>>) -> memref<?xf32, strided<[?]>>\n\"func.return\"(%c) : (memref<?xf32, strided<[?]>>)",
    );
    assert_eq!(ends("memref<?xf32, strided<[?]>>", &apart).0, StopKind::Undefined);
}

#[test]
fn shapes_may_be_data() {
    let reshaped = |first: u32| {
        filled()
            + &format!(
                r#"%s = "memref.alloc"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<2xindex>
                "memref.store"(%i{first}, %s, %i0) : (index, memref<2xindex>, index) -> ()
                "memref.store"(%i2, %s, %i1) : (index, memref<2xindex>, index) -> ()
                %r = "memref.reshape"(%m, %s) : (memref<2x3xf32>, memref<2xindex>) -> memref<?x?xf32>
                %x = "memref.load"(%r, %i2, %i0) : (memref<?x?xf32>, index, index) -> f32
                "func.return"(%x) : (f32) -> ()"#
            )
    };
    assert_eq!(run("f32", &reshaped(3)), [float(4.0)]);
    assert_eq!(ends("f32", &reshaped(4)).0, StopKind::Undefined);
}

#[test]
fn descriptors_can_be_made_by_hand() {
    let made = filled()
        + r#"%r = "memref.reinterpret_cast"(%m, %i1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 2>, static_strides = array<i64: 2>}> : (memref<2x3xf32>, index) -> memref<2xf32, strided<[2], offset: ?>>
        "func.return"(%r) : (memref<2xf32, strided<[2], offset: ?>>) -> ()"#;
    assert_eq!(run("memref<2xf32, strided<[2], offset: ?>>", &made), [float(1.0), float(3.0)]);
    let viewed = r#"%m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16xi8>
        %v = "memref.view"(%m, %i4, %i3) : (memref<16xi8>, index, index) -> memref<?xf32>
        "memref.store"(%f5, %v, %i2) : (f32, memref<?xf32>, index) -> ()
        "func.return"(%v) : (memref<?xf32>) -> ()"#;
    assert_eq!(run("memref<?xf32>", viewed), [None, None, float(5.0)]);
    assert_eq!(ends("memref<?xf32>", &viewed.replace("%i4, %i3", "%i1, %i3")).0, StopKind::Open);
    assert_eq!(ends("memref<?xf32>", &viewed.replace("%i4, %i3", "%i8, %i3")).0, StopKind::Memory);
    let aligned = filled()
        + r#"%a = "memref.assume_alignment"(%m) <{alignment = 32 : i32}> : (memref<2x3xf32>) -> memref<2x3xf32>
        "func.return"(%a) : (memref<2x3xf32>) -> ()"#;
    assert_eq!(ends("memref<2x3xf32>", &aligned).0, StopKind::Undefined);
    assert_eq!(run("memref<2x3xf32>", &aligned.replace("32 : i32", "16 : i32"))[4], float(4.0));
}

#[test]
fn copies_take_any_layout() {
    let copied = |target: &str| {
        filled()
            + &format!(
                r#"%n = "memref.alloc"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> {target}
                "memref.copy"(%m, %n) : (memref<2x3xf32>, {target}) -> ()
                "func.return"(%n) : ({target}) -> ()"#
            )
    };
    let expected = [float(0.0), float(1.0), float(2.0), float(3.0), float(4.0), None];
    for target in
        ["memref<2x3xf32>", "memref<2x3xf32, strided<[1, 2]>>", "memref<2x3xf32, strided<[4, 1], offset: 3>>"]
    {
        assert_eq!(run(target, &copied(target)), expected, "{target}");
    }
    assert_eq!(ends("memref<3x2xf32>", &copied("memref<3x2xf32>")).0, StopKind::Undefined);
    let onto_itself = filled()
        + r#"%w = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (memref<2x3xf32>) -> memref<2x2xf32, strided<[3, 1]>>
        %v = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (memref<2x3xf32>) -> memref<2x2xf32, strided<[3, 1], offset: 1>>
        "memref.copy"(%w, %v) : (memref<2x2xf32, strided<[3, 1]>>, memref<2x2xf32, strided<[3, 1], offset: 1>>) -> ()
        "func.return"() : () -> ()"#;
    assert_eq!(ends("", &onto_itself).0, StopKind::Open);
}

#[test]
fn updates_give_what_was_there() {
    let update = |kind: u32, old: &str, new: &str| {
        format!(
            r#"%m = "memref.alloc"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<f32>
            "memref.store"({old}, %m) : (f32, memref<f32>) -> ()
            %x = "memref.atomic_rmw"({new}, %m) <{{kind = {kind} : i64}}> : (f32, memref<f32>) -> f32
            "memref.store"(%x, %m) : (f32, memref<f32>) -> ()
            %y = "memref.atomic_rmw"({new}, %m) <{{kind = {kind} : i64}}> : (f32, memref<f32>) -> f32
            %z = "memref.load"(%m) : (memref<f32>) -> f32
            %n = "memref.alloc"() <{{operandSegmentSizes = array<i32: 0, 0>}}> : () -> memref<2xf32>
            "memref.store"(%y, %n, %i0) : (f32, memref<2xf32>, index) -> ()
            "memref.store"(%z, %n, %i1) : (f32, memref<2xf32>, index) -> ()
            "func.return"(%n) : (memref<2xf32>) -> ()"#
        )
    };
    assert_eq!(run("memref<2xf32>", &update(0, "%f3", "%f4")), [float(3.0), float(7.0)]);
    assert_eq!(run("memref<2xf32>", &update(12, "%f3", "%f4")), [float(3.0), float(12.0)]);
    assert_eq!(run("memref<2xf32>", &update(4, "%f3", "%f4")), [float(3.0), float(4.0)]);
    assert_eq!(run("memref<2xf32>", &update(2, "%f3", "%f4")), [float(3.0), float(4.0)]);
    for kind in [1, 3, 9] {
        assert_eq!(ends("memref<2xf32>", &update(kind, "%f3", "%f4")).0, StopKind::Unsupported, "{kind}");
    }
    let generic = r#"%m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<f32>
        "memref.store"(%f3, %m) : (f32, memref<f32>) -> ()
        %x = "memref.generic_atomic_rmw"(%m) ({
        ^bb0(%old: f32):
          %new = "llvm.fadd"(%old, %old) : (f32, f32) -> f32
          "memref.atomic_yield"(%new) : (f32) -> ()
        }) : (memref<f32>) -> f32
        "func.return"(%x, %m) : (f32, memref<f32>) -> ()"#;
    assert_eq!(run("f32, memref<f32>", generic), [float(3.0)]);
}
