//! Elements spread out, taken out, put in and moved.

use super::{all, constant, line, poison, result};
use crate::observe::Lack;

fn given() -> String {
    constant("v", "dense<[[1, 2, 3], [4, 5, 6]]>", "vector<2x3xi8>")
}

#[test]
fn numbers_and_vectors_are_spread_out() {
    let one = constant("x", "7", "i8");
    let spread = line(r#"%r = "vector.broadcast"(%x) : (i8) -> vector<2x2xi8>"#);
    assert_eq!(result("vector<2x2xi8>", &[one.clone(), spread]), all([7; 4]));
    let spread = line(r#"%r = "vector.splat"(%x) : (i8) -> vector<3xi8>"#);
    assert_eq!(result("vector<3xi8>", &[one, spread]), all([7; 3]));
    let column = constant("x", "dense<[[1], [2]]>", "vector<2x1xi8>");
    let spread = line(r#"%r = "vector.broadcast"(%x) : (vector<2x1xi8>) -> vector<2x2x3xi8>"#);
    let rows = [1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2];
    assert_eq!(result("vector<2x2x3xi8>", &[column, spread]), all(rows));
    let empty = constant("x", "dense<5>", "vector<i8>");
    let spread = line(r#"%r = "vector.broadcast"(%x) : (vector<i8>) -> vector<2xi8>"#);
    assert_eq!(result("vector<2xi8>", &[empty, spread]), all([5; 2]));
    let spread = line(r#"%r = "vector.broadcast"(%x) : (i8) -> vector<2xi8>"#);
    assert_eq!(result("vector<2xi8>", &[poison("x", "i8"), spread]), [None, None]);
}

/// Takes the element, or the part, at a static position, whose dynamic indices are `%i`.
fn extracted(position: &str, operands: &str, ty: &str) -> String {
    let types = if operands.is_empty() { "" } else { ", index" };
    line(&format!(
        r#"%r = "vector.extract"(%v{operands}) <{{static_position = array<i64{position}>}}> : (vector<2x3xi8>{types}) -> {ty}"#
    ))
}

#[test]
fn elements_and_parts_are_taken_out() {
    assert_eq!(result("i8", &[given(), extracted(": 1, 2", "", "i8")]), all([6]));
    assert_eq!(result("vector<3xi8>", &[given(), extracted(": 1", "", "vector<3xi8>")]), all([4, 5, 6]));
    let whole = extracted("", "", "vector<2x3xi8>");
    assert_eq!(result("vector<2x3xi8>", &[given(), whole]), all([1, 2, 3, 4, 5, 6]));
    let dynamic = |index: &str| {
        let taken = extracted(": 1, -9223372036854775808", ", %i", "i8");
        result("i8", &[given(), constant("i", index, "index"), taken])
    };
    assert_eq!((dynamic("0"), dynamic("2")), (all([4]), all([6])));
    assert_eq!((dynamic("3"), dynamic("-1"), dynamic("-9")), (vec![None], vec![None], vec![None]));
    assert_eq!(result("i8", &[given(), extracted(": 0, -1", "", "i8")]), [None]);
    let taken = extracted(": 0, -9223372036854775808", ", %i", "i8");
    assert_eq!(result("i8", &[given(), poison("i", "index"), taken]), [None]);
}

#[test]
fn elements_and_parts_are_put_in() {
    let put = |value: &str, ty: &str, position: &str| {
        let row = line(&format!(
            r#"%r = "vector.insert"(%x, %v) <{{static_position = array<i64: {position}>}}> : ({ty}, vector<2x3xi8>) -> vector<2x3xi8>"#
        ));
        result("vector<2x3xi8>", &[given(), constant("x", value, ty), row])
    };
    assert_eq!(put("9", "i8", "0, 1"), all([1, 9, 3, 4, 5, 6]));
    assert_eq!(put("dense<[7, 8, 9]>", "vector<3xi8>", "1"), all([1, 2, 3, 7, 8, 9]));
    assert_eq!(put("9", "i8", "-1, 0"), [None; 6]);
    let row = line(
        r#"%r = "vector.insert"(%x, %v, %i) <{static_position = array<i64: -9223372036854775808, 0>}> : (i8, vector<2x3xi8>, index) -> vector<2x3xi8>"#,
    );
    let put = |index: &str| [given(), constant("x", "9", "i8"), constant("i", index, "index"), row.clone()];
    assert_eq!(result("vector<2x3xi8>", &put("1")), all([1, 2, 3, 9, 5, 6]));
    assert_eq!(result("vector<2x3xi8>", &put("2")), [None; 6]);
    let poisoned = [given(), poison("x", "i8"), constant("i", "0", "index"), row];
    let made = result("vector<2x3xi8>", &poisoned);
    assert_eq!((made[0], made[1]), (None, Some(2)));
}

#[test]
fn elements_of_older_versions_have_an_index_or_none() {
    let vector = constant("v", "dense<[1, 2, 3]>", "vector<3xi8>");
    let take = line(r#"%r = "vector.extractelement"(%v, %i) : (vector<3xi8>, i32) -> i8"#);
    let taken = |index: &str| result("i8", &[vector.clone(), constant("i", index, "i32"), take.clone()]);
    assert_eq!((taken("2"), taken("3"), taken("-1")), (all([3]), vec![None], vec![None]));
    let put = line(r#"%r = "vector.insertelement"(%x, %v, %i) : (i8, vector<3xi8>, i8) -> vector<3xi8>"#);
    let done = |index: &str| {
        let values = [constant("x", "9", "i8"), constant("i", index, "i8")].concat();
        result("vector<3xi8>", &[vector.clone(), values, put.clone()])
    };
    assert_eq!((done("1"), done("3")), (all([1, 9, 3]), vec![None; 3]));
    let alone = constant("v", "dense<4>", "vector<i8>");
    let take = line(r#"%r = "vector.extractelement"(%v) : (vector<i8>) -> i8"#);
    assert_eq!(result("i8", &[alone.clone(), take]), all([4]));
    let put = line(r#"%r = "vector.insertelement"(%x, %v) : (i8, vector<i8>) -> vector<i8>"#);
    assert_eq!(result("vector<i8>", &[alone, constant("x", "9", "i8"), put]), all([9]));
}

#[test]
fn vectors_are_made_of_elements_and_come_apart() {
    let three = [constant("a", "1", "i8"), poison("b", "i8"), constant("c", "3", "i8")].concat();
    let make = line(r#"%r = "vector.from_elements"(%a, %b, %c) : (i8, i8, i8) -> vector<3xi8>"#);
    assert_eq!(result("vector<3xi8>", &[three, make]), [Some(1), None, Some(3)]);
    let apart = line(r#"%e:6 = "vector.to_elements"(%v) : (vector<2x3xi8>) -> (i8, i8, i8, i8, i8, i8)"#);
    let make = line(r#"%r = "vector.from_elements"(%e#5, %e#0) : (i8, i8) -> vector<2xi8>"#);
    assert_eq!(result("vector<2xi8>", &[given(), apart, make]), all([6, 1]));
    let step = line(r#"%r = "vector.step"() : () -> vector<3xindex>"#);
    assert_eq!(result("vector<3xindex>", &[step]), all([0, 1, 2]));
}

#[test]
fn shapes_change_and_elements_keep_their_order() {
    let cast = line(r#"%r = "vector.shape_cast"(%v) : (vector<2x3xi8>) -> vector<3x2xi8>"#);
    assert_eq!(result("vector<3x2xi8>", &[given(), cast]), all([1, 2, 3, 4, 5, 6]));
    let turn = line(
        r#"%r = "vector.transpose"(%v) <{permutation = array<i64: 1, 0>}> : (vector<2x3xi8>) -> vector<3x2xi8>"#,
    );
    assert_eq!(result("vector<3x2xi8>", &[given(), turn]), all([1, 4, 2, 5, 3, 6]));
    let deep = constant("v", "dense<[[[1, 2, 3]], [[4, 5, 6]]]>", "vector<2x1x3xi8>");
    let turn = line(
        r#"%r = "vector.transpose"(%v) <{permutation = array<i64: 2, 0, 1>}> : (vector<2x1x3xi8>) -> vector<3x2x1xi8>"#,
    );
    assert_eq!(result("vector<3x2x1xi8>", &[deep, turn]), all([1, 4, 2, 5, 3, 6]));
}

#[test]
fn bits_are_cut_anew_with_what_is_poison() {
    let four = constant("v", "dense<[1, 2, 3, -1]>", "vector<4xi8>");
    let cast = line(r#"%r = "vector.bitcast"(%v) : (vector<4xi8>) -> vector<2xi16>"#);
    assert_eq!(result("vector<2xi16>", &[four, cast.clone()]), all([0x0201, 0xff03]));
    let wide = constant("v", "dense<[513, -1]>", "vector<2xi16>");
    let narrow = line(r#"%r = "vector.bitcast"(%v) : (vector<2xi16>) -> vector<4xi8>"#);
    assert_eq!(result("vector<4xi8>", &[wide, narrow]), all([1, 2, 0xff, 0xff]));
    let half = [constant("a", "1", "i8"), poison("b", "i8")].concat();
    let make = line(r#"%v = "vector.from_elements"(%a, %a, %b, %a) : (i8, i8, i8, i8) -> vector<4xi8>"#);
    assert_eq!(result("vector<2xi16>", &[half, make, cast]), [Some(0x0101), None]);
    let float = constant("v", "dense<1.0>", "vector<f32>");
    let cast = line(r#"%r = "vector.bitcast"(%v) : (vector<f32>) -> vector<i32>"#);
    assert_eq!(result("vector<i32>", &[float, cast]), all([0x3f80_0000]));
}

#[test]
fn parts_of_two_vectors_are_shuffled() {
    let two =
        [constant("a", "dense<[1, 2]>", "vector<2xi8>"), constant("b", "dense<[3, 4, 5]>", "vector<3xi8>")];
    let shuffle = line(
        r#"%r = "vector.shuffle"(%a, %b) <{mask = array<i64: 4, 0, -1, 1>}> : (vector<2xi8>, vector<3xi8>) -> vector<4xi8>"#,
    );
    assert_eq!(result("vector<4xi8>", &[two.concat(), shuffle]), [Some(5), Some(1), None, Some(2)]);
    let rows = line(
        r#"%r = "vector.shuffle"(%v, %v) <{mask = array<i64: 3, 0>}> : (vector<2x3xi8>, vector<2x3xi8>) -> vector<2x3xi8>"#,
    );
    assert_eq!(result("vector<2x3xi8>", &[given(), rows]), all([4, 5, 6, 1, 2, 3]));
    let alone = constant("a", "dense<8>", "vector<i8>");
    let both = line(
        r#"%r = "vector.shuffle"(%a, %a) <{mask = array<i64: 1, 0, 1>}> : (vector<i8>, vector<i8>) -> vector<3xi8>"#,
    );
    assert_eq!(result("vector<3xi8>", &[alone, both]), all([8; 3]));
}

#[test]
fn elements_are_interleaved_and_parted() {
    let two =
        [constant("a", "dense<[1, 2]>", "vector<2xi8>"), constant("b", "dense<[3, 4]>", "vector<2xi8>")];
    let mix = line(r#"%r = "vector.interleave"(%a, %b) : (vector<2xi8>, vector<2xi8>) -> vector<4xi8>"#);
    assert_eq!(result("vector<4xi8>", &[two.concat(), mix]), all([1, 3, 2, 4]));
    let four = constant("v", "dense<[[1, 2, 3, 4], [5, 6, 7, 8]]>", "vector<2x4xi8>");
    let part =
        line(r#"%e, %r = "vector.deinterleave"(%v) : (vector<2x4xi8>) -> (vector<2x2xi8>, vector<2x2xi8>)"#);
    assert_eq!(result("vector<2x2xi8>", &[four, part]), all([2, 4, 6, 8]));
}

#[test]
fn boxes_are_cut_out_and_put_in() {
    let cut = line(
        r#"%r = "vector.extract_strided_slice"(%v) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x3xi8>) -> vector<2x2xi8>"#,
    );
    assert_eq!(result("vector<2x2xi8>", &[given(), cut]), all([2, 3, 5, 6]));
    let row = line(
        r#"%r = "vector.extract_strided_slice"(%v) <{offsets = [1], sizes = [1], strides = [1]}> : (vector<2x3xi8>) -> vector<1x3xi8>"#,
    );
    assert_eq!(result("vector<1x3xi8>", &[given(), row]), all([4, 5, 6]));
    let small = constant("x", "dense<[8, 9]>", "vector<2xi8>");
    let put = line(
        r#"%r = "vector.insert_strided_slice"(%x, %v) <{offsets = [1, 1], strides = [1]}> : (vector<2xi8>, vector<2x3xi8>) -> vector<2x3xi8>"#,
    );
    assert_eq!(result("vector<2x3xi8>", &[given(), small, put]), all([1, 2, 3, 4, 8, 9]));
}

#[test]
fn matrices_lie_column_by_column() {
    let two = [
        constant("a", "dense<[1.0, 2.0, 3.0, 4.0]>", "vector<4xf32>"),
        constant("b", "dense<[5.0, 6.0]>", "vector<2xf32>"),
    ];
    let times = line(
        r#"%r = "vector.matrix_multiply"(%a, %b) <{lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 1 : i32}> : (vector<4xf32>, vector<2xf32>) -> vector<2xf32>"#,
    );
    assert_eq!(result("vector<2xf32>", &[two.concat(), times]), super::singles([23.0, 34.0]));
    let flat = constant("v", "dense<[1, 2, 3, 4, 5, 6]>", "vector<6xi8>");
    let turn = line(
        r#"%r = "vector.flat_transpose"(%v) <{rows = 2 : i32, columns = 3 : i32}> : (vector<6xi8>) -> vector<6xi8>"#,
    );
    assert_eq!(result("vector<6xi8>", &[flat, turn]), all([1, 3, 5, 2, 4, 6]));
}

#[test]
fn scalable_vectors_are_refused_by_name() {
    let spread = line(r#"%r = "vector.broadcast"(%x) : (i8) -> vector<[4]xi8>"#);
    let text = constant("x", "7", "i8") + &spread + "\"func.return\"() : () -> ()";
    let run = crate::op::testing::body("", &text);
    assert_eq!(run.unknown, [Lack::Type("vector<[4]xi8>".to_owned())]);
}
