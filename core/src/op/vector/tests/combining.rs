//! Reductions, scans, contractions and masks over them.

use super::{all, constant, line, poison, result, singles};
use crate::observe::{Form, Lack};
use crate::op::testing;

/// A reduction of a constant vector of so many elements.
fn reduced(kind: &str, element: &str, count: usize, values: &str, more: &str) -> Vec<Option<u128>> {
    let vector = format!("vector<{count}x{element}>");
    let reduce = line(&format!(
        r#"%r = "vector.reduction"(%v) <{{kind = #vector.kind<{kind}>{more}}}> : ({vector}) -> {element}"#
    ));
    result(element, &[constant("v", &format!("dense<{values}>"), &vector), reduce])
}

#[test]
fn integers_are_reduced_by_each_kind() {
    let of = |kind: &str| reduced(kind, "i8", 3, "[-128, 3, -2]", "");
    assert_eq!(of("add"), all([0x81]));
    assert_eq!(of("mul"), all([0]));
    assert_eq!((of("minsi"), of("maxsi")), (all([0x80]), all([3])));
    assert_eq!((of("minui"), of("maxui")), (all([3]), all([0xfe])));
    assert_eq!((of("and"), of("or"), of("xor")), (all([0]), all([0xff]), all([0x7d])));
}

#[test]
fn floats_are_reduced_from_the_first_on() {
    assert_eq!(reduced("add", "f32", 3, "[1.0e8, 1.0, -1.0e8]", ""), singles([0.0]));
    assert_eq!(reduced("mul", "f32", 3, "[2.0, -3.0, 0.5]", ""), singles([-3.0]));
    let nan = "[1.0, 0x7FC00000, 3.0]";
    assert_eq!(reduced("maximumf", "f32", 3, nan, ""), singles([f32::NAN]));
    assert_eq!(reduced("maxnumf", "f32", 3, nan, ""), singles([3.0]));
    assert_eq!(reduced("minnumf", "f32", 3, nan, ""), singles([1.0]));
    assert_eq!(reduced("minimumf", "f32", 2, "[0.0, -0.0]", ""), singles([-0.0]));
    assert_eq!(reduced("maximumf", "f32", 2, "[-0.0, 0.0]", ""), singles([0.0]));
    assert_eq!(reduced("maxnumf", "f32", 2, "[-0.0, 0.0]", ""), [None], "either zero");
    assert_eq!(reduced("add", "f32", 2, "[-0.0, -0.0]", ""), [None], "it may begin with zero");
    assert_eq!(reduced("add", "f16", 2, "[65504.0, 65504.0]", ""), all([0x7c00]));
}

#[test]
fn promises_and_freedoms_of_floats_count() {
    let fast = |flag: &str| format!(", fastmath = #arith.fastmath<{flag}>");
    assert_eq!(reduced("add", "f32", 3, "[1.0e8, 1.0, -1.0e8]", &fast("reassoc")), [None]);
    assert_eq!(reduced("add", "f32", 3, "[2.0, 1.0, -2.0]", &fast("reassoc")), singles([1.0]));
    assert_eq!(reduced("mul", "f32", 3, "[3.0, 5.0, 0.25]", &fast("fast")), singles([3.75]));
    assert_eq!(reduced("mul", "f32", 3, "[1.0e30, 1.0e30, 1.0e-30]", &fast("reassoc")), [None]);
    assert_eq!(reduced("add", "f32", 2, "[1.0, 0x7F800000]", &fast("ninf")), [None]);
    assert_eq!(reduced("add", "f32", 2, "[1.0, 0x7F800000]", &fast("nnan")), singles([f32::INFINITY]));
}

#[test]
fn an_accumulator_comes_first_and_poison_stays() {
    let given = constant("v", "dense<[1.0, 1.0]>", "vector<2xf32>") + &constant("a", "16777216.0", "f32");
    let reduce =
        line(r#"%r = "vector.reduction"(%v, %a) <{kind = #vector.kind<add>}> : (vector<2xf32>, f32) -> f32"#);
    assert_eq!(result("f32", &[given, reduce]), singles([16777216.0]));
    let poisoned = constant("x", "0", "i8") + &poison("y", "i8");
    let make = line(r#"%v = "vector.from_elements"(%x, %y) : (i8, i8) -> vector<2xi8>"#);
    let reduce = line(r#"%r = "vector.reduction"(%v) <{kind = #vector.kind<and>}> : (vector<2xi8>) -> i8"#);
    assert_eq!(result("i8", &[poisoned, make, reduce]), [None]);
}

#[test]
fn dimensions_are_reduced_by_name() {
    let given = constant("v", "dense<[[1, 2, 3], [4, 5, 6]]>", "vector<2x3xi32>");
    for (spelling, ty, before, expected) in [
        ("[0]", "vector<3xi32>", "dense<10>", all([15, 17, 19])),
        ("array<i64: 1>", "vector<2xi32>", "dense<[0, 100]>", all([6, 115])),
        ("array<i64: 0, 1>", "i32", "1", all([22])),
    ] {
        let reduce = line(&format!(
            r#"%r = "vector.multi_reduction"(%v, %a) <{{kind = #vector.kind<add>, reduction_dims = {spelling}}}> : (vector<2x3xi32>, {ty}) -> {ty}"#
        ));
        assert_eq!(result(ty, &[given.clone(), constant("a", before, ty), reduce]), expected);
    }
    let floats = |values: &str| {
        let given = constant("v", values, "vector<1x3xf32>") + &constant("a", "dense<0.0>", "vector<1xf32>");
        let reduce = line(
            r#"%r = "vector.multi_reduction"(%v, %a) <{kind = #vector.kind<add>, reduction_dims = array<i64: 1>}> : (vector<1x3xf32>, vector<1xf32>) -> vector<1xf32>"#,
        );
        result("vector<1xf32>", &[given, reduce])
    };
    assert_eq!(floats("dense<[[1.0e20, 1.0, -1.0e20]]>"), [None], "no order is named");
    assert_eq!(floats("dense<[[2.0, 1.0, -2.0]]>"), singles([1.0]));
}

/// Both results of a scan of numbers along the last dimension.
fn scanned(inclusive: bool, initial: &str) -> [Vec<Option<u128>>; 2] {
    let given = constant("v", "dense<[[1, 2, 3], [4, 5, 6]]>", "vector<2x3xi32>")
        + &constant("a", initial, "vector<2xi32>");
    ["%r, %l", "%d, %r"].map(|results| {
        let scan = line(&format!(
            r#"{results} = "vector.scan"(%v, %a) <{{inclusive = {inclusive}, kind = #vector.kind<add>, reduction_dim = 1 : i64}}> : (vector<2x3xi32>, vector<2xi32>) -> (vector<2x3xi32>, vector<2xi32>)"#
        ));
        let ty = if results == "%r, %l" { "vector<2x3xi32>" } else { "vector<2xi32>" };
        result(ty, &[given.clone(), scan])
    })
}

#[test]
fn scans_keep_what_comes_on_the_way() {
    let exclusive = scanned(false, "dense<[10, 20]>");
    assert_eq!(exclusive, [all([10, 11, 13, 20, 24, 29]), all([13, 29])]);
    let inclusive = scanned(true, "dense<0>");
    assert_eq!(inclusive, [all([1, 3, 6, 4, 9, 15]), all([6, 15])]);
    assert_eq!(
        scanned(true, "dense<[0, 1]>")[1],
        [Some(6), None],
        "its documentation does not place the initial value"
    );
}

#[test]
fn products_are_fused_where_it_is_said() {
    // One and a half units in the last place: the square is rounded up by itself.
    let given = constant("a", "dense<[1.00000012, -0.0]>", "vector<2xf32>")
        + &constant("c", "dense<[-1.00000024, 0.0]>", "vector<2xf32>");
    let fma = line(
        r#"%r = "vector.fma"(%a, %a, %c) : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>"#,
    );
    assert_eq!(result("vector<2xf32>", &[given.clone(), fma]), singles([1.4210855e-14, 0.0]));
    let one = constant("b", "1.00000012", "f32");
    let outer = line(
        r#"%r = "vector.outerproduct"(%a, %b, %c) <{kind = #vector.kind<add>}> : (vector<2xf32>, f32, vector<2xf32>) -> vector<2xf32>"#,
    );
    assert_eq!(result("vector<2xf32>", &[given, one, outer]), singles([1.4210855e-14, 0.0]));
    // In bf16 the product lies between two numbers, and what is added decides.
    let narrow = [
        constant("a", "dense<1.0078125>", "vector<1xbf16>"),
        constant("b", "dense<1.5>", "vector<1xbf16>"),
        constant("c", "dense<-1.0e-30>", "vector<1xbf16>"),
    ];
    let fma = line(
        r#"%r = "vector.fma"(%a, %b, %c) : (vector<1xbf16>, vector<1xbf16>, vector<1xbf16>) -> vector<1xbf16>"#,
    );
    assert_eq!(result("vector<1xbf16>", &[narrow.concat(), fma]), all([0x3fc1]));
}

#[test]
fn outer_products_have_each_pair() {
    let given =
        constant("a", "dense<[1, 2]>", "vector<2xi8>") + &constant("b", "dense<[3, 4, 100]>", "vector<3xi8>");
    let outer = line(
        r#"%r = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<2xi8>, vector<3xi8>) -> vector<2x3xi8>"#,
    );
    assert_eq!(result("vector<2x3xi8>", &[given.clone(), outer]), all([3, 4, 100, 6, 8, 200]));
    let before = constant("c", "dense<5>", "vector<2x3xi8>");
    let outer = line(
        r#"%r = "vector.outerproduct"(%a, %b, %c) <{kind = #vector.kind<maxsi>}> : (vector<2xi8>, vector<3xi8>, vector<2x3xi8>) -> vector<2x3xi8>"#,
    );
    assert_eq!(result("vector<2x3xi8>", &[given, before, outer]), all([5, 5, 100, 6, 8, 5]));
}

/// The attributes of a product of matrices.
const MATRICES: &str = r"indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>]";

#[test]
fn matrices_are_contracted() {
    let given = [
        constant("a", "dense<[[1, 2], [3, -4]]>", "vector<2x2xi8>"),
        constant("b", "dense<[[100, 6], [7, 8]]>", "vector<2x2xi8>"),
        constant("c", "dense<[[1000, 0], [0, 1]]>", "vector<2x2xi32>"),
    ];
    let contract = line(&format!(
        r#"%r = "vector.contract"(%a, %b, %c) <{{{MATRICES}, kind = #vector.kind<add>}}> : (vector<2x2xi8>, vector<2x2xi8>, vector<2x2xi32>) -> vector<2x2xi32>"#
    ));
    let made = [1114, 22, 272, (-13i32) as u32 as u128];
    assert_eq!(result("vector<2x2xi32>", &[given.concat(), contract]), all(made));
    let greatest = [
        constant("a", "dense<[[1, 2], [3, -4]]>", "vector<2x2xi32>"),
        constant("b", "dense<[[100, 6], [7, 8]]>", "vector<2x2xi32>"),
        constant("c", "dense<[[1000, 0], [0, 1]]>", "vector<2x2xi32>"),
    ];
    let contract = line(&format!(
        r#"%r = "vector.contract"(%a, %b, %c) <{{{MATRICES}, kind = #vector.kind<maxsi>}}> : (vector<2x2xi32>, vector<2x2xi32>, vector<2x2xi32>) -> vector<2x2xi32>"#
    ));
    assert_eq!(result("vector<2x2xi32>", &[greatest.concat(), contract]), all([1000, 16, 300, 18]));
}

/// The contraction of two vectors of floats to a number.
fn dotted(a: &str, b: &str, count: usize) -> Vec<Option<u128>> {
    let ty = format!("vector<{count}xf32>");
    let given = constant("a", a, &ty) + &constant("b", b, &ty) + &constant("c", "0.0", "f32");
    let contract = line(&format!(
        r#"%r = "vector.contract"(%a, %b, %c) <{{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#vector.iterator_type<reduction>]}}> : ({ty}, {ty}, f32) -> f32"#
    ));
    result("f32", &[given, contract])
}

#[test]
fn sums_of_floats_are_open_where_rounding_tells_their_order() {
    assert_eq!(dotted("dense<[1.0, 2.0, 3.0]>", "dense<[4.0, 5.0, -6.0]>", 3), singles([-4.0]));
    assert_eq!(dotted("dense<[1.0e20, 1.0, -1.0e20]>", "dense<1.0>", 3), [None]);
    // Fused or not, the last bits differ alone.
    assert_eq!(dotted("dense<[1.00000012, 1.0]>", "dense<[1.00000012, 1.0]>", 2), [Some(0x4000_0001)]);
    assert_eq!(dotted("dense<1.00000012>", "dense<1.00000012>", 1), singles([1.0000002]));
    assert_eq!(dotted("dense<[0x7F800000, 1.0]>", "dense<[0.0, 1.0]>", 2), singles([f32::NAN]));
    assert_eq!(dotted("dense<[0x7F800000, 3.0]>", "dense<[1.0, 0.25]>", 2), singles([f32::INFINITY]));
}

/// A masked operation of that spelling, between constants before it and the result of this type.
fn masked(given: &[String], mask: &str, mask_type: &str, inside: &str, ty: &str) -> String {
    let around = format!(
        "%r = \"vector.mask\"(%m) ({{\n{inside}\n\"vector.yield\"(%x) : ({ty}) -> ()\n}}) : ({mask_type}) -> {ty}\n"
    );
    given.concat() + &constant("m", mask, mask_type) + &around
}

#[test]
fn what_a_mask_leaves_out_takes_no_part() {
    let four = constant("v", "dense<[1, 2, 3, 4]>", "vector<4xi32>");
    let reduce = r#"%x = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<4xi32>) -> i32"#;
    let on = |mask: &str| {
        result("i32", &[masked(std::slice::from_ref(&four), mask, "vector<4xi1>", reduce, "i32")])
    };
    assert_eq!(on("dense<[true, false, true, false]>"), all([4]));
    assert_eq!(on("dense<false>"), all([0]));
    let given = [
        constant("v", "dense<[[1, 2], [3, 4]]>", "vector<2x2xi32>"),
        constant("a", "dense<[10, 20]>", "vector<2xi32>"),
    ];
    let reduce = r#"%x = "vector.multi_reduction"(%v, %a) <{kind = #vector.kind<add>, reduction_dims = array<i64: 1>}> : (vector<2x2xi32>, vector<2xi32>) -> vector<2xi32>"#;
    let text =
        masked(&given, "dense<[[true, false], [false, false]]>", "vector<2x2xi1>", reduce, "vector<2xi32>");
    assert_eq!(result("vector<2xi32>", &[text]), all([11, 20]));
    let outer = r#"%x = "vector.outerproduct"(%a, %a, %v) <{kind = #vector.kind<add>}> : (vector<2xi32>, vector<2xi32>, vector<2x2xi32>) -> vector<2x2xi32>"#;
    let text =
        masked(&given, "dense<[[true, false], [false, true]]>", "vector<2x2xi1>", outer, "vector<2x2xi32>");
    assert_eq!(result("vector<2x2xi32>", &[text]), all([101, 2, 3, 404]));
    let given = [constant("a", "dense<[[1, 2], [3, 4]]>", "vector<2x2xi32>")];
    let contract = format!(
        r#"%x = "vector.contract"(%a, %a, %a) <{{{MATRICES}, kind = #vector.kind<add>}}> : (vector<2x2xi32>, vector<2x2xi32>, vector<2x2xi32>) -> vector<2x2xi32>"#
    );
    let mask = "dense<[[[true, false], [false, false]], [[false, true], [true, true]]]>";
    let text = masked(&given, mask, "vector<2x2x2xi1>", &contract, "vector<2x2xi32>");
    assert_eq!(result("vector<2x2xi32>", &[text]), all([2, 2, 15, 26]));
}

#[test]
fn masks_are_boxes_at_the_origin() {
    let fixed = |sizes: &str| {
        let made = line(&format!(
            r#"%r = "vector.constant_mask"() <{{mask_dim_sizes = {sizes}}}> : () -> vector<2x3xi1>"#
        ));
        result("vector<2x3xi1>", &[made])
    };
    assert_eq!(fixed("array<i64: 1, 2>"), all([1, 1, 0, 0, 0, 0]));
    assert_eq!(fixed("[2, 1]"), all([1, 0, 0, 1, 0, 0]));
    assert_eq!(fixed("array<i64: 0, 0>"), all([0; 6]));
    let alone =
        line(r#"%r = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 1>}> : () -> vector<i1>"#);
    assert_eq!(result("vector<i1>", &[alone]), all([1]));
    let create = line(r#"%r = "vector.create_mask"(%a, %b) : (index, index) -> vector<2x3xi1>"#);
    let created =
        |a: String, b: &str| result("vector<2x3xi1>", &[a, constant("b", b, "index"), create.clone()]);
    assert_eq!(created(constant("a", "9", "index"), "2"), all([1, 1, 0, 1, 1, 0]));
    assert_eq!(created(constant("a", "2", "index"), "-1"), all([0; 6]));
    assert_eq!(created(poison("a", "index"), "2"), [None; 6]);
}

#[test]
fn other_operations_under_a_mask_are_refused() {
    let given = constant("v", "dense<1>", "vector<2xi32>");
    let inside = r#"%x = "llvm.add"(%v, %v) : (vector<2xi32>, vector<2xi32>) -> vector<2xi32>"#;
    let text = masked(&[given], "dense<true>", "vector<2xi1>", inside, "vector<2xi32>");
    let run = testing::body("vector<2xi32>", &(text + &super::returning("r", "vector<2xi32>")));
    let lack = Lack::form("vector.mask", Form::Holding(vec!["llvm.add".to_owned()]));
    assert!(run.unknown.contains(&lack), "{:?}", run.unknown);
}
