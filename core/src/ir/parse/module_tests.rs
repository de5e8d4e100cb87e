use super::*;
use crate::ir::{Operation, attribute};

/// Reads a module, and holds that it is the same when it is printed and read again.
fn read(text: &str) -> Module {
    let read = module(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let printed = read.generic();
    assert_eq!(module(&printed).as_ref(), Ok(&read), "{printed}");
    read
}

/// All operations by name, each with its number, operands and results.
fn listed(module: &Module) -> Vec<String> {
    let mut all = Vec::new();
    module.walk(&mut |operation: &Operation| {
        let Operation { number, name, operands, results, .. } = operation;
        all.push(format!("{number} {results:?} {name} {operands:?}"));
    });
    all
}

#[test]
fn regions_blocks_and_values_are_found() {
    let module = read(
        r#"
#map = affine_map<(d0) -> (d0)>
!pair = tuple<i32, !foo.bar>
#outer = #foo.outer<#map, !pair, "!pair">
// A comment.
"builtin.module"() <{sym_name = "m"}> ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i32 loc("a":1:2)):
    %0:2 = "foo.two"(%arg0) {map = #map, other = #outer, pair = !pair} : (i32) -> (i32, !pair)
    "cf.br"(%0#0, %0#1)[^bb2] : (i32, !pair) -> () loc(#loc)
  ^bb1:
    "func.return"(%2) : (i32) -> ()
  ^bb2(%1: i32, %p: !pair):
    %2 = "foo.one"(%1) <{inner = 1 : i32}> ({
      %3 = "foo.inner"(%2) : (i32) -> i32
    }, {
    }, {
    ^bb0:
    }) {a.b = "x", inner = 2 : i32} : (i32) -> i32
    "cf.cond_br"(%p)[^bb1, ^bb0] : (!pair) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "g"}> ({
    %0 = "foo.zero"() : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) {a.version = 3 : i32} : () -> ()
#loc = loc("a":1:1)
{-#
  dialect_resources: { builtin: { a: "0x01#-}" } }
#-}
"#,
    );
    assert_eq!(
        listed(&module),
        [
            "1 [] func.func []",
            "2 [1, 2] foo.two [0]",
            "3 [] cf.br [1, 2]",
            "4 [] func.return [5]",
            "5 [5] foo.one [3]",
            "6 [6] foo.inner [5]",
            "7 [] cf.cond_br [4]",
            "8 [] func.func []",
            "9 [7] foo.zero []",
            "10 [] func.return []",
        ]
    );
    assert_eq!(attribute(&module.attributes, "sym_name").and_then(Attribute::text), Some("m"));
    let blocks = module.operations[0].body().unwrap();
    let two = &blocks[0].operations[0];
    assert_eq!(
        two.attribute("other"),
        Some(&parse_attribute(r#"#foo.outer<affine_map<(d0) -> (d0)>, tuple<i32, !foo.bar>, "!pair">"#))
    );
    assert!(matches!(two.attribute("map"), Some(Attribute::Map(map)) if map.is_identity()));
    assert_eq!(two.attribute("pair"), Some(&parse_attribute("tuple<i32, !foo.bar>")));
    assert_eq!(**module.ty(2), parse_type("tuple<i32, !foo.bar>"));
    let one = &blocks[2].operations[0];
    assert_eq!(one.attributes.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["a.b", "inner"]);
    assert_eq!(one.attribute("inner").and_then(Attribute::int), Some(1));
    assert_eq!(one.regions.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0, 1]);
    assert_eq!(blocks[2].operations[1].successors, [1, 0]);
}

#[test]
fn a_value_may_be_used_before_it_is_defined() {
    // The module's region is a graph; functions see nothing of it, and their own names may be those around them.
    let module = read(
        r#"
"foo.user"(%0, %b#1) : (i32, f32) -> ()
"foo.region"() ({
  "foo.user"(%0) : (i32) -> ()
}) : () -> ()
"func.func"() ({
  "foo.user"(%0) : (i64) -> ()
  %0 = "foo.maker"() : () -> i64
}) : () -> ()
%0, %b:2 = "foo.maker"() : () -> (i32, i64, f32)
"#,
    );
    assert_eq!(
        listed(&module),
        [
            "1 [] foo.user [1, 3]",
            "2 [] foo.region []",
            "3 [] foo.user [1]",
            "4 [] func.func []",
            "5 [] foo.user [0]",
            "6 [0] foo.maker []",
            "7 [1, 2, 3] foo.maker []",
        ]
    );
    let types: Vec<_> = module.values.iter().map(|ty| ty.to_string()).collect();
    assert_eq!(types, ["i64", "i32", "i64", "f32"]);
}

#[test]
fn properties_that_are_no_attributes_are_printed_as_such() {
    let text = r#""llvm.add"() {overflowFlags = 1 : i32, x.y} : () -> ()"#;
    let printed = read(text).generic();
    assert!(printed.contains(r#""llvm.add"() <{overflowFlags = 1 : i32}> {x.y} : "#), "{printed}");
    let text = r#""llvm.getelementptr"() {noWrapFlags = 3 : i32, elem_type = i8, rawConstantIndices = array<i32: 1>}
        : () -> ()"#;
    let printed = read(text).generic();
    assert!(
        printed.contains("<{elem_type = i8, noWrapFlags = 3 : i32, rawConstantIndices = array<i32: 1>}> :")
    );
    let text = r#""affine.linearize_index"() {disjoint = false, operandSegmentSizes = array<i32: 0, 0>, x.y} : () -> ()"#;
    let printed = read(text).generic();
    assert!(
        printed.contains("<{disjoint = false, operandSegmentSizes = array<i32: 0, 0>}> {x.y} :"),
        "{printed}"
    );
    let printed = read(r#""arith.addi"() <{overflowFlags = #arith.overflow<nsw>}> : () -> ()"#).generic();
    assert!(printed.contains(r#""arith.addi"() {overflowFlags = #arith.overflow<nsw>} : "#), "{printed}");
}

#[test]
fn an_empty_module_is_read() {
    for text in
        ["", "\"builtin.module\"() ({\n}) : () -> ()", "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()"]
    {
        assert_eq!(read(text), Module::default());
    }
}

#[test]
fn text_that_is_no_module_is_refused_with_the_place() {
    for (text, why) in [
        ("func.func @f()", "1:1: expected an operation in generic form, its name in quotes"),
        ("\"a\"(%0) : (i32) -> ()", "1:5: the value `%0`, result 0, is not defined"),
        ("\"a\"() : (i32) -> ()", "1:4: 0 operands and 1 types for them"),
        ("\n%0 = \"a\"() : () -> ()", "2:1: 1 names and 0 types for results"),
        ("%0 = \"a\"() : () -> i1\n%0 = \"a\"() : () -> i1", "2:1: the value `%0` is defined twice"),
        ("\"a\"()[^b] : () -> ()", "1:7: a block is named outside of all regions"),
        ("\"a\"() ({\n\"b\"()[^c] : () -> ()\n}) : () -> ()", "2:7: there is no block `^c`"),
        ("\"a\"() ({\n^a:\n^a:\n}) : () -> ()", "3:1: the block `^a` is there twice"),
        ("\"a\"() {b = 1 : i32, b} : () -> ()", "1:23: the attribute `b` stands there twice"),
        ("\"a\"() {b = \"c} : () -> ()", "1:13: the string does not end"),
        ("\"a\"() {b = @} : () -> ()", "1:13: expected the name of a symbol"),
        ("\"a\"() : () ->", "1:14: expected a type"),
        ("\"a\"() {b = #c<(]>} : () -> ()", "1:16: the bracket closes none that is open"),
        (
            "\"a\"() {b = dense<[1, 2]> : tensor<3xi8>} : () -> ()",
            "1:18: the elements are not as many as the shape says",
        ),
        ("{-# a", "1:1: the resources do not end"),
        (
            "\"builtin.module\"() ({\n^a(%0: i32):\n}) : () -> ()",
            "1:1: the block of a module has no arguments",
        ),
        (
            "\"a\"() {b = affine_map<(d0) -> (d1)>} : () -> ()",
            "1:32: expected a number, a dimension or a symbol",
        ),
        (
            "\"func.func\"() ({\n\"a\"(%0) : (i1) -> ()\n}) : () -> ()\n%0 = \"b\"() : () -> i1",
            "2:5: the value `%0`, result 0, is not defined",
        ),
    ] {
        assert_eq!(module(text).map_err(|why| why.to_string()), Err(why.to_owned()), "{text}");
    }
    let deep = format!("\"a\"() {{b = {}", "[".repeat(100_000));
    assert_eq!(module(&deep).unwrap_err().what, "more than 128 brackets within brackets");
    let long = format!("\"a\"() {{b = affine_map<(d0) -> (d0{})>}} : () -> ()", " + d0".repeat(100_000));
    assert_eq!(module(&long).unwrap_err().what, "more than 1000 operators in an affine map or set");
}

/// Each alias stands for two of the one before: forty lines stand for more than any memory holds.
#[test]
fn aliases_of_aliases_are_bounded() {
    let nested = |kind: &str, first: &str, next: &dyn Fn(usize) -> String, last: &str| {
        let lines: String = (1..40).map(|n| format!("{kind}a{n} = {}\n", next(n - 1))).collect();
        format!("{kind}a0 = {first}\n{lines}\"a\"() {{b = {last}}} : () -> ()\n")
    };
    for text in [
        nested("!", "i32", &|n| format!("tuple<!a{n}, !a{n}>"), "!a39"),
        nested("!", "i32", &|n| format!("!x.y<!a{n}, !a{n}>"), "!a39"),
        nested("#", "1 : i32", &|n| format!("[#a{n}, #a{n}]"), "#a39"),
        nested("#", "1 : i32", &|n| format!("#x.y<#a{n}, #a{n}>"), "#a39"),
        nested("!", "i32", &|n| format!("!llvm.struct<(!a{n}, !a{n})>"), "!a39"),
    ] {
        assert_eq!(module(&text).unwrap_err().what, "aliases stand for more than 16 MiB", "{text}");
    }
    let few = format!("#a = 1 : i32\n\"a\"() {{b = [{}]}} : () -> ()\n", ["#a"; 10_000].join(", "));
    assert!(module(&few).is_ok());
}

/// A module of all parts, cut off and with a byte changed at each place, is read or refused.
#[test]
fn damaged_text_is_no_panic() {
    let text = r#"#m = affine_map<(d0)[s0] -> (-d0 mod 2 - 1)>
"builtin.module"() ({
  %0:2 = "a.b"() <{a = dense<[1, -2]> : vector<2xi8>, b = array<i1: true>, c = "\0A"}> ({
  ^bb0(%1: memref<?x2xf32, strided<[?, 1], offset: ?>, 3>):
    "c.d"(%1)[^bb0] {d = !llvm.struct<"s", (ptr, struct<"s">)>, e = 0x7FC0 : bf16} : (memref<*xf32>) -> () loc("x")
  }) {f = dense<"0xFF"> : tensor<4xi1>, g = @a::@"b"} : () -> (i32, tensor<2xcomplex<f32>, #m>)
}) : () -> ()
"#;
    assert!(module(text).is_ok());
    for at in 0..text.len() {
        drop(module(&text[..at]));
        for byte in ["", "(", "<", "\"", "9", "x", "-", "%", "^", "}", "\u{e9}"] {
            let changed = format!("{}{byte}{}", &text[..at], &text[at + 1..]);
            if let Ok(read) = module(&changed) {
                drop(module(&read.generic()));
            }
            drop(parse_attribute(&changed));
        }
    }
}
