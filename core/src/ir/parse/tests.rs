use super::*;
use crate::ir::*;
use std::rc::Rc;

#[test]
fn integers_take_their_width() {
    let int = |text: &str| parse_attribute(text).int();
    assert_eq!(int("-5 : i32"), Some(-5));
    assert_eq!(int("5 : index"), Some(5));
    assert_eq!(int("5"), Some(5));
    assert_eq!(int("true"), Some(1));
    assert_eq!(int("255 : i8"), Some(-1));
    assert_eq!(int("255 : ui8"), Some(255));
    assert_eq!(int("0xFF : i8"), Some(-1));
    assert_eq!(int("256 : i8"), None);
    assert_eq!(int("-1 : ui8"), None);
    assert_eq!(int("-1 : i1"), Some(1));
    assert_eq!(int("-1 : si1"), Some(-1));
    assert_eq!(int("-170141183460469231731687303715884105728 : i128"), Some(i128::MIN));
    assert_eq!(int("340282366920938463463374607431768211455 : i128"), Some(-1));
    assert_eq!(int("340282366920938463463374607431768211455 : ui128"), None);
}

/// Spellings that MLIR itself prints: each is structure, and is printed as it was read.
const TYPES: &str = "
i1
i48
si8
ui16
i0
index
none
f16
bf16
f32
f64
f80
f128
tf32
f8E5M2
f8E4M3
f8E4M3FN
f8E5M2FNUZ
f8E4M3FNUZ
f8E4M3B11FNUZ
f8E3M4
f8E8M0FNU
f6E3M2FN
f6E2M3FN
f4E2M1FN
complex<f32>
complex<i8>
vector<f32>
vector<4xi32>
vector<0xi32>
vector<[4]x2xf32>
vector<2x[4]xindex>
vector<4x!llvm.ptr>
tensor<i1>
tensor<2x?xf32>
tensor<0x4xf32>
tensor<*xf32>
tensor<4xf32, #foo.encoding<\"x>y\", [1, 2]>>
tensor<4xvector<2xf32>>
tensor<2x!foo.bar<\"x>y\">>
memref<f32>
memref<?x0xf32>
memref<*xf32>
memref<*xf32, 3>
memref<4xf32, 1>
memref<4xf32, 1 : i32>
memref<4xf32, #gpu.address_space<workgroup>>
memref<4xf32, #foo.layout, 1>
memref<4x4xf32, strided<[4, 1]>>
memref<4x?xf32, strided<[?, 1], offset: ?>, 2>
memref<4xf32, strided<[-1], offset: 3>>
memref<f32, strided<[], offset: ?>>
memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0 * 8 + s0 + d1)>>
memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>
memref<2x!foo.bar<\"x>y\">>
memref<2xmemref<?xf32>>
tuple<>
tuple<i32, tuple<f32>, tensor<2xi1>>
() -> ()
(i32, f32) -> f32
() -> (i32, i32)
(() -> ()) -> (() -> ())
!llvm.ptr
!llvm.ptr<3>
!llvm.void
!llvm.array<4 x i32>
!llvm.array<0 x array<2 x f64>>
!llvm.array<2 x vector<4xf32>>
!llvm.struct<()>
!llvm.struct<(ptr, i64, array<2 x i64>)>
!llvm.struct<packed (i8, i32)>
!llvm.struct<\"a b\", opaque>
!llvm.struct<\"a\", packed (i8)>
!llvm.struct<\"a\", (ptr, struct<\"a\">, struct<\"b\", (array<2 x struct<\"a\">>, struct<\"b\">)>)>
!llvm.func<void ()>
!llvm.func<i32 (i32, ptr<1>, ...)>
!llvm.func<void (...)>
!llvm.func<ptr (struct<(i1, i1)>)>
";

/// Types without structure.
const OTHER_TYPES: [&str; 7] = [
    "!foo.bar",
    "!foo.bar<\"x>y\", (i32) -> f32, [1, {a = 2}]>",
    "!llvm.ppc_fp128",
    "!llvm.target<\"a\", ptr, 1>",
    "!async.value<i32>",
    "!llvm.ptr<#foo.space<1>>",
    "!gpu.async.token",
];

#[test]
fn types_are_printed_as_they_were_read() {
    for text in TYPES.lines().filter(|line| !line.is_empty()) {
        let ty = parse_type(text);
        assert!(!matches!(ty, Type::Other(_)), "{text}");
        assert_eq!(ty.to_string(), text);
        assert_eq!(parse_type(&ty.to_string()), ty);
        assert_eq!(parse_attribute(text), Attribute::Type(Rc::new(ty)));
    }
    for text in OTHER_TYPES {
        assert_eq!(parse_type(text), Type::Other(text.into()));
        let tensor = format!("tensor<2x{text}>");
        assert!(matches!(parse_type(&tensor), Type::Tensor(..)), "{tensor}");
        assert_eq!(parse_type(&tensor).to_string(), tensor);
    }
}

#[test]
fn types_say_what_they_are() {
    let i32 = || Rc::new(Type::Integer(32, Signedness::Signless));
    assert_eq!(parse_type("vector<[4]x2xi32>"), Type::Vector(vec![(4, true), (2, false)], i32()));
    assert_eq!(parse_type("tensor<?x3xi32>"), Type::Tensor(vec![None, Some(3)], i32(), None));
    let strided = MemrefLayout::Strided { offset: None, strides: vec![Some(-4), None] };
    let Type::Memref { layout, space, .. } = parse_type("memref<2x2xi32, strided<[-4, ?], offset: ?>, 3>")
    else {
        panic!("no memref")
    };
    assert_eq!((layout, space.and_then(|space| space.int())), (strided, Some(3)));
    let identity = "memref<2x2xi32, affine_map<(a, b) -> (a, b)>>";
    assert_eq!(parse_type(identity).to_string(), "memref<2x2xi32>");
    // Pointers in vectors, as MLIR 19 spells them, and types in full inside others.
    assert_eq!(parse_type("!llvm.vec<4 x ptr>").to_string(), "vector<4x!llvm.ptr>");
    assert_eq!(
        parse_type("!llvm.struct<(vec<? x 2 x ptr>)>").to_string(),
        "!llvm.struct<(vector<[2]x!llvm.ptr>)>"
    );
    assert_eq!(
        parse_type("!llvm.struct<(!llvm.ptr, ppc_fp128)>").to_string(),
        "!llvm.struct<(ptr, !llvm.ppc_fp128)>"
    );
    let nested = format!("{}i1{}", "tuple<".repeat(100_000), ">".repeat(100_000));
    assert_eq!(parse_type(&nested), Type::Other((&*nested).into()));
}

/// Attributes that are structure and printed as they were read.
const ATTRIBUTES: &str = r#"
unit
true
false
-5 : i32
5 : index
5 : i64
255 : ui8
-1 : si1
1 : ui1
170141183460469231731687303715884105727 : i128
-170141183460469231731687303715884105728 : i128
1.000000e+00 : f32
-0.000000e+00 : f32
1.500000e-05 : f64
0x7FC00000 : f32
0x7F800000 : f32
0xFFF0000000000000 : f64
0x7E00 : f16
6.550400e+04 : f16
1.000000e+00 : bf16
4.480000e+02 : f8E4M3FN
0x7F : f8E4M3FN
1.000000e+00 : f8E5M2
0x3FFF8000000000000000 : f80
0x3FFF0000000000000000000000000000 : f128
""
"a\22b\\c\0A\C3\A9"
@a
@a::@"b c"::@c
[]
[1 : i32, "a", [unit], {a}]
{}
{a, b = 1 : i64, "c d" = @e}
array<i32>
array<i32: -1, 2>
array<i1: true, false>
array<i8: -1>
array<i16: 3>
array<i64: 9223372036854775807>
array<f32: 1.000000e+00, 0x7FC00000>
array<f64: 0x7FF0000000000000, -2.500000e+00>
dense<> : tensor<0xf32>
dense<1> : tensor<2x2xi32>
dense<-1> : vector<[4]xi8>
dense<[[1, -2], [3, 4]]> : tensor<2x2xi4>
dense<[true, false, true]> : vector<3xi1>
dense<[255, 0]> : tensor<2xui8>
dense<[-1, 2]> : vector<2xindex>
dense<[-140737488355328, 1]> : tensor<2xi48>
dense<1.000000e+00> : tensor<f32>
dense<[1.000000e+00, 0x7FC0]> : tensor<2xbf16>
dense<[(1.000000e+00,-2.000000e+00), (0.000000e+00,0x7F800000)]> : tensor<2xcomplex<f32>>
dense<(1,2)> : tensor<4xcomplex<i8>>
affine_map<() -> ()>
affine_map<(d0, d1)[s0] -> (d0 + s0, d1 mod 2, -d0, d0 - d1 * 3 - 7)>
affine_map<(d0) -> ((d0 floordiv 4) ceildiv 3, (d0 + 1) * -2)>
affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>
"#;

#[test]
fn attributes_are_printed_as_they_were_read() {
    for text in ATTRIBUTES.lines().filter(|line| !line.is_empty()) {
        let attribute = parse_attribute(text);
        assert!(!matches!(attribute, Attribute::Other(_)), "{text}");
        let printed = attribute.to_string();
        assert_eq!(parse_attribute(&printed), attribute, "{text} {printed}");
        assert_eq!(printed, text);
    }
}

#[test]
fn other_spellings_of_attributes_are_read() {
    for (text, printed) in [
        ("5", "5 : i64"),
        ("1.0", "1.000000e+00 : f64"),
        ("1.0E+300 : f64", "1.000000e+300 : f64"),
        ("0.10000000000000001 : f64", "1.000000e-01 : f64"),
        ("0.3333333333333333 : f64", "3.333333333333333e-01 : f64"),
        ("16777217.0 : f32", "1.6777216e+07 : f32"),
        ("1.0 : f80", "0x3FFF8000000000000000 : f80"),
        ("-2.5 : f128", "0xC0004000000000000000000000000000 : f128"),
        ("-1 : i1", "true"),
        ("{b, a}", "{a, b}"),
        (
            "affine_map<(i)[n] -> (i - (n - 1), n + -2, -(i + 1))>",
            "affine_map<(d0)[s0] -> (d0 - (s0 - 1), s0 - 2, -(d0 + 1))>",
        ),
        ("affine_set<(d0) : (d0 >= 1, d0 <= 5)>", "affine_set<(d0) : (d0 - 1 >= 0, 5 - d0 >= 0)>"),
        ("dense<[[5, 5]]> : tensor<1x2xi32>", "dense<5> : tensor<1x2xi32>"),
        ("dense<\"0x0100FFFF\"> : tensor<2xi16>", "dense<[1, -1]> : tensor<2xi16>"),
        ("dense<\"0x05\"> : tensor<3xi1>", "dense<[true, false, true]> : tensor<3xi1>"),
        ("dense<\"0x010001\"> : tensor<3xi1>", "dense<[true, false, true]> : tensor<3xi1>"),
        (
            "dense<\"0x0000803F0000C0FF\"> : tensor<2xf32>",
            "dense<[1.000000e+00, 0xFFC00000]> : tensor<2xf32>",
        ),
        ("dense<[[1, 2], [3]]> : tensor<2x2xi32>", "dense<[[1, 2], [3]]> : tensor<2x2xi32>"),
    ] {
        let attribute = parse_attribute(text);
        assert_eq!(parse_attribute(&attribute.to_string()), attribute, "{text}");
        assert_eq!(attribute.to_string(), printed, "{text}");
    }
}

#[test]
fn attributes_of_no_structure_are_kept_as_they_are() {
    for text in [
        "#foo.bar",
        "#foo.bar<\"x>y\", [a -> b], {c}>",
        "#foo.bar<1> : i32",
        "\"a\" : !foo.bar",
        "\"\\FF\"",
        "loc(\"a\":1:2)",
        "distinct[0]<unit>",
        "dense_resource<a> : tensor<2xi32>",
        "sparse<[[0]], [1]> : tensor<2xi32>",
        "dense<[\"a\", \"b\"]> : tensor<2x!foo.text>",
        "strided<[1], offset: ?>",
        "256 : i8",
        "array<i24: 1>",
        "[1",
        "5 : !foo.bar",
    ] {
        assert_eq!(parse_attribute(text), Attribute::Other(text.into()));
        assert_eq!(parse_attribute(text).to_string(), text);
    }
}
