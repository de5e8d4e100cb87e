//! Operations of the arith dialect on numbers at the edges.

use crate::eval::StopKind;
use crate::observe::{Form, Lack};
use crate::op::testing::{bits, body, stopped};

/// One operation of two constants of this type, by their spellings.
fn two(name: &str, ty: &str, attributes: &str, values: [&str; 2]) -> String {
    let [a, b] = values;
    format!(
        "%0 = \"arith.constant\"() <{{value = {a}}}> : () -> {ty}
%1 = \"arith.constant\"() <{{value = {b}}}> : () -> {ty}
%2 = \"{name}\"(%0, %1) <{{{attributes}}}> : ({ty}, {ty}) -> {ty}
\"func.return\"(%2) : ({ty}) -> ()"
    )
}

#[test]
fn tensors_and_vectors_are_taken_element_by_element() {
    for of in ["tensor", "vector"] {
        let ty = format!("{of}<3xi8>");
        let values = [format!("dense<[127, -1, 3]> : {ty}"), format!("dense<[1, 1, -5]> : {ty}")];
        let program = two("arith.addi", &ty, "", [&values[0], &values[1]]);
        assert_eq!(bits(&ty, &program), [Some(0x80), Some(0), Some(0xfe)]);
        let promised =
            two("arith.addi", &ty, "overflowFlags = #arith.overflow<nsw>", [&values[0], &values[1]]);
        assert_eq!(bits(&ty, &promised), [None, Some(0), Some(0xfe)]);
    }
}

#[test]
fn quotients_are_rounded_as_they_say() {
    let of = |name: &str, x: i64, y: i64| {
        let [x, y] = [x, y].map(|number| format!("{number} : i8"));
        bits("i8", &two(name, "i8", "", [&x, &y]))[0].map(|bits| bits as u8 as i8)
    };
    let all = |x, y| {
        ["arith.divsi", "arith.ceildivsi", "arith.floordivsi", "arith.remsi"].map(|name| of(name, x, y))
    };
    assert_eq!(all(7, 2), [Some(3), Some(4), Some(3), Some(1)]);
    assert_eq!(all(-7, 2), [Some(-3), Some(-3), Some(-4), Some(-1)]);
    assert_eq!(all(7, -2), [Some(-3), Some(-3), Some(-4), Some(1)]);
    assert_eq!(all(-7, -2), [Some(3), Some(4), Some(3), Some(-1)]);
    assert_eq!(all(-128, 1), [Some(-128), Some(-128), Some(-128), Some(0)]);
    assert_eq!(all(-6, 3), [Some(-2), Some(-2), Some(-2), Some(0)]);
    let unsigned = |x, y| ["arith.divui", "arith.ceildivui", "arith.remui"].map(|name| of(name, x, y));
    assert_eq!(unsigned(-1, 2), [Some(127), Some(-128), Some(1)]);
}

#[test]
fn divisions_without_a_result_are_undefined() {
    for name in ["divsi", "ceildivsi", "floordivsi", "remsi", "divui", "ceildivui", "remui"] {
        let name = format!("arith.{name}");
        let by = |x: i64, y: i64| {
            stopped("i8", &two(&name, "i8", "", [&format!("{x} : i8"), &format!("{y} : i8")]))
                .map(|(kind, _)| kind)
        };
        assert_eq!(by(1, 0), Some(StopKind::Division), "{name}");
        // The documentation of the remainder names a divisor of zero alone.
        let overflow = match name.as_str() {
            "arith.remsi" => Some(StopKind::Open),
            _ => name.ends_with("si").then_some(StopKind::Division),
        };
        assert_eq!(by(-128, -1), overflow, "{name}");
    }
}

/// Returns what the operations of these lines make, which may take constants of this name, type and value.
fn made(constants: &[[&str; 3]], lines: &str, result: [&str; 2]) -> String {
    let mut text = String::new();
    for [name, ty, value] in constants {
        text += &format!("%{name} = \"arith.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}\n");
    }
    let [name, ty] = result;
    format!("{text}{lines}\n\"func.return\"(%{name}) : ({ty}) -> ()")
}

/// Runs an operation on constants of these types and values.
fn of(name: &str, attributes: &str, operands: &[[&str; 2]], result: &str) -> Vec<Option<u128>> {
    let names = ["a", "b", "c"];
    let constants: Vec<_> =
        names.iter().zip(operands).map(|(name, [ty, value])| [*name, *ty, *value]).collect();
    let types: Vec<_> = operands.iter().map(|[ty, _]| *ty).collect();
    let taken: Vec<_> = names[..operands.len()].iter().map(|name| format!("%{name}")).collect();
    let line = format!(
        "%r = \"arith.{name}\"({}) <{{{attributes}}}> : ({}) -> {result}",
        taken.join(", "),
        types.join(", ")
    );
    bits(result, &made(&constants, &line, ["r", result]))
}

#[test]
fn what_does_not_fit_is_a_second_result() {
    let both = |name: &str, ty: &str, second: &str, x: &str, y: &str| {
        let lines = format!("%r, %s = \"arith.{name}\"(%a, %b) : ({ty}, {ty}) -> ({ty}, {second})");
        let constants = [["a", ty, x], ["b", ty, y]];
        [["r", ty], ["s", second]].map(|result| bits(result[1], &made(&constants, &lines, result))[0])
    };
    assert_eq!(both("addui_extended", "i8", "i1", "200", "100"), [Some(44), Some(1)]);
    assert_eq!(both("addui_extended", "i8", "i1", "-1", "0"), [Some(255), Some(0)]);
    assert_eq!(both("addui_extended", "i128", "i1", "-1", "1"), [Some(0), Some(1)]);
    assert_eq!(both("subui_extended", "i8", "i1", "1", "2"), [Some(255), Some(1)]);
    assert_eq!(both("mului_extended", "i8", "i8", "-1", "-1"), [Some(1), Some(0xfe)]);
    assert_eq!(both("mulsi_extended", "i8", "i8", "-1", "-1"), [Some(1), Some(0)]);
    assert_eq!(both("mulsi_extended", "i8", "i8", "-128", "127"), [Some(0x80), Some(0xc0)]);
    assert_eq!(both("mulsi_extended", "i128", "i128", "-1", "2"), [Some(u128::MAX - 1), Some(u128::MAX)]);
    assert_eq!(both("mului_extended", "i128", "i128", "-1", "-1"), [Some(1), Some(u128::MAX - 1)]);
    assert_eq!(
        both("mulsi_extended", "i64", "i64", "-9223372036854775808", "-9223372036854775808"),
        [Some(0), Some(1 << 62)]
    );
}

#[test]
fn bits_are_moved_and_joined() {
    let two = |name: &str, x: &str, y: &str| of(name, "", &[["i8", x], ["i8", y]], "i8")[0];
    assert_eq!(
        [two("andi", "12", "10"), two("ori", "12", "10"), two("xori", "12", "10")],
        [8, 14, 6].map(Some)
    );
    assert_eq!(
        [two("shli", "-127", "1"), two("shrui", "-128", "7"), two("shrsi", "-128", "7")],
        [2, 1, 0xff].map(Some)
    );
    assert_eq!([two("shli", "1", "8"), two("shrui", "1", "8"), two("shrsi", "1", "-1")], [None; 3]);
    assert_eq!(
        of("shli", "overflowFlags = #arith.overflow<nuw>", &[["i8", "-128"], ["i8", "1"]], "i8"),
        [None]
    );
    assert_eq!(of("shrui", "isExact", &[["i8", "3"], ["i8", "1"]], "i8"), [None]);
    assert_eq!(
        [two("maxsi", "-1", "1"), two("minsi", "-1", "1"), two("maxui", "-1", "1"), two("minui", "-1", "1")],
        [1, 0xff, 0xff, 1].map(Some)
    );
    assert_eq!(two("subi", "-128", "1"), Some(0x7f));
    assert_eq!(two("muli", "16", "16"), Some(0));
    assert_eq!(
        of("muli", "overflowFlags = #arith.overflow<nsw, nuw>", &[["i8", "16"], ["i8", "16"]], "i8"),
        [None]
    );
}

const NAN: &str = "0x7FC00000";
const INFINITY: &str = "0x7F800000";

#[test]
fn floats_are_rounded_once_and_keep_their_signs() {
    let flagged = |name: &str, flags: &str, x: &str, y: &str| {
        of(name, flags, &[["f32", x], ["f32", y]], "f32")[0].map(|bits| f32::from_bits(bits as u32))
    };
    let two = |name: &str, x: &str, y: &str| flagged(name, "", x, y);
    assert_eq!([two("addf", "16777216.0", "1.0"), two("subf", "1.0", "3.0")], [16_777_216.0, -2.0].map(Some));
    assert_eq!(
        [two("mulf", "3.0e+38", "2.0"), two("divf", "1.0", "-0.0")],
        [f32::INFINITY, f32::NEG_INFINITY].map(Some)
    );
    assert_eq!([two("remf", "-7.5", "2.0"), two("remf", "7.5", INFINITY)], [-1.5, 7.5].map(Some));
    assert!(
        two("divf", "0.0", "0.0").is_some_and(f32::is_nan)
            && two("remf", "1.0", "0.0").is_some_and(f32::is_nan)
    );
    let zero = |name: &str| two(name, "0.0", "-0.0").map(f32::to_bits);
    assert_eq!([zero("maximumf"), zero("minimumf")], [Some(0), Some(0x8000_0000)]);
    assert_eq!([zero("maxnumf"), zero("minnumf")], [None; 2]);
    assert!(
        two("maximumf", NAN, "1.0").is_some_and(f32::is_nan)
            && two("minimumf", "1.0", NAN).is_some_and(f32::is_nan)
    );
    assert_eq!([two("maxnumf", NAN, "1.0"), two("minnumf", "1.0", NAN)], [Some(1.0); 2]);
    assert_eq!(flagged("addf", "fastmath = #arith.fastmath<nnan>", NAN, "1.0"), None);
    assert_eq!(flagged("addf", "fastmath = #arith.fastmath<ninf,reassoc>", "3.0e+38", "3.0e+38"), None);
    assert_eq!(flagged("addf", "fastmath = #arith.fastmath<fast>", "1.0", "1.0"), Some(2.0));
    let one = |name: &str, x: &str| of(name, "", &[["f32", x]], "f32")[0];
    assert_eq!([one("negf", "0.0"), one("negf", "-1.0")], [Some(0x8000_0000), Some(0x3f80_0000)]);
    assert_eq!([one("flush_denormals", "0x00000001"), one("flush_denormals", "0x80000001")], [Some(0), None]);
    assert_eq!(one("flush_denormals", "-0.0"), Some(0x8000_0000));
    let half = of("addf", "", &[["f16", "2048.0"], ["f16", "1.0"]], "f16");
    assert_eq!(half, [Some(0x6800)]);
    assert_eq!(of("mulf", "", &[["f8E4M3FN", "448.0"], ["f8E4M3FN", "2.0"]], "f8E4M3FN"), [Some(0x7f)]);
}

#[test]
fn numbers_are_compared_by_their_predicates() {
    let integers = |x: &str, y: &str| {
        let all = (0..10).map(|number| {
            of("cmpi", &format!("predicate = {number} : i64"), &[["i8", x], ["i8", y]], "i1")[0] == Some(1)
        });
        all.collect::<Vec<_>>()
    };
    let (yes, no) = (true, false);
    assert_eq!(integers("-1", "1"), [no, yes, yes, yes, no, no, no, no, yes, yes]);
    assert_eq!(integers("5", "5"), [yes, no, no, yes, no, yes, no, yes, no, yes]);
    let floats = |x: &str, y: &str| {
        let all = (0..16).map(|number| {
            of("cmpf", &format!("predicate = {number} : i64"), &[["f32", x], ["f32", y]], "i1")[0] == Some(1)
        });
        all.collect::<Vec<_>>()
    };
    assert_eq!(
        floats("0.0", "-0.0"),
        [no, yes, no, yes, no, yes, no, yes, yes, no, yes, no, yes, no, no, yes]
    );
    assert_eq!(
        floats("1.0", "2.0"),
        [no, no, no, no, yes, yes, yes, yes, no, no, no, yes, yes, yes, no, yes]
    );
    assert_eq!(floats(NAN, NAN), [no, no, no, no, no, no, no, no, yes, yes, yes, yes, yes, yes, yes, yes]);
    assert_eq!(
        of(
            "cmpf",
            "fastmath = #arith.fastmath<nnan>, predicate = 1 : i64",
            &[["f32", NAN], ["f32", NAN]],
            "i1"
        ),
        [None]
    );
    let program = made(
        &[["a", "i8", "1"]],
        "%r = \"arith.cmpi\"(%a, %a) <{predicate = 10 : i64}> : (i8, i8) -> i1",
        ["r", "i1"],
    );
    let form = Form::value("predicate", 10);
    assert_eq!(body("i1", &program).unknown, [Lack::form("arith.cmpi", form)]);
}

#[test]
fn choices_take_a_bit_for_all_or_one_for_each() {
    let pick = |condition: [&str; 2], ty: &str| {
        let values = [format!("dense<[1, 2]> : {ty}"), format!("dense<[3, 4]> : {ty}")];
        let [a, b] = values.each_ref().map(|value| value.trim_end_matches(&format!(" : {ty}")));
        of("select", "", &[condition, [ty, a], [ty, b]], ty)
    };
    for of in ["tensor", "vector"] {
        let ty = format!("{of}<2xi8>");
        assert_eq!(pick(["i1", "1"], &ty), [Some(1), Some(2)]);
        assert_eq!(pick([&format!("{of}<2xi1>"), "dense<[false, true]>"], &ty), [Some(3), Some(2)]);
    }
    // Poison that is not chosen does not count, and a condition that is poison does.
    let text = "%p = \"ub.poison\"() <{value = #ub.poison}> : () -> i8
%c = \"ub.poison\"() <{value = #ub.poison}> : () -> i1
%a = \"arith.constant\"() <{value = 7 : i8}> : () -> i8
%t = \"arith.constant\"() <{value = true}> : () -> i1
%r = \"arith.select\"(%t, %a, %p) : (i1, i8, i8) -> i8
%s = \"arith.select\"(%c, %a, %a) : (i1, i8, i8) -> i8\n";
    let one = |name: &str| bits("i8", &format!("{text}\"func.return\"(%{name}) : (i8) -> ()"));
    assert_eq!([one("r"), one("s")], [[Some(7)], [None]]);
}

#[test]
fn integers_change_their_width() {
    let one = |name: &str, attributes: &str, from: [&str; 2], to: &str| of(name, attributes, &[from], to)[0];
    assert_eq!(
        [one("extsi", "", ["i1", "1"], "i8"), one("extui", "", ["i1", "1"], "i8")],
        [Some(0xff), Some(1)]
    );
    assert_eq!(one("extui", "nonNeg", ["i8", "-1"], "i16"), None);
    assert_eq!(one("trunci", "", ["i16", "4660"], "i8"), Some(0x34));
    assert_eq!(one("trunci", "overflowFlags = #arith.overflow<nsw>", ["i16", "4660"], "i8"), None);
    assert_eq!(one("index_cast", "", ["i8", "-1"], "index"), Some(u64::MAX.into()));
    assert_eq!(one("index_castui", "", ["i8", "-1"], "index"), Some(0xff));
    assert_eq!(one("index_cast", "", ["index", "-2"], "i8"), Some(0xfe));
    assert_eq!(one("index_cast", "", ["index", "-2"], "i128"), Some(u128::MAX - 1));
}

#[test]
fn floats_and_integers_become_each_other() {
    let one = |name: &str, attributes: &str, from: [&str; 2], to: &str| of(name, attributes, &[from], to)[0];
    let to = |name: &str, x: &str| one(name, "", ["f32", x], "i8");
    assert_eq!(
        [to("fptosi", "-1.9"), to("fptosi", "127.9"), to("fptosi", "-128.9")],
        [0xff, 127, 0x80].map(Some)
    );
    assert_eq!([to("fptosi", "128.0"), to("fptosi", "-129.0"), to("fptosi", NAN)], [None; 3]);
    assert_eq!([to("fptoui", "255.9"), to("fptoui", "-0.9")], [Some(255), Some(0)]);
    assert_eq!([to("fptoui", "256.0"), to("fptoui", "-1.0"), to("fptoui", INFINITY)], [None; 3]);
    // Ties go to the even number.
    assert_eq!(one("sitofp", "", ["i32", "16777217"], "f32"), Some(0x4b80_0000));
    assert_eq!(one("uitofp", "", ["i8", "-1"], "f16"), Some(0x5bf8));
    assert_eq!(one("sitofp", "", ["i8", "-1"], "f64"), Some(0xbff0_0000_0000_0000));
    assert_eq!(one("sitofp", "", ["i32", "65520"], "f16"), Some(0x7c00));
    assert_eq!(one("extf", "", ["bf16", "1.0"], "f32"), Some(0x3f80_0000));
    assert_eq!(one("truncf", "", ["f32", "2049.0"], "f16"), Some(0x6800));
    for mode in ["roundingmode = 2 : i32", "roundingmode = #arith.rounding_mode<upward>"] {
        assert_eq!(one("truncf", mode, ["f32", "2049.0"], "f16"), Some(0x6801));
    }
    assert_eq!(one("truncf", "", ["f32", "1.0e+9"], "f8E4M3FN"), None, "it is open");
    assert_eq!(one("truncf", "", ["f32", "-3.0"], "f8E8M0FNU"), None, "there is no such number");
    assert_eq!(one("convertf", "", ["f16", "1.0"], "bf16"), Some(0x3f80));
    assert_eq!(one("bitcast", "", ["f32", NAN], "i32"), Some(0x7fc0_0000));
    let ints = of("bitcast", "", &[["tensor<2xi8>", "dense<[60, -1]>"]], "tensor<2xf8E5M2>");
    assert_eq!(ints, [Some(0x3c), Some(0xff)]);
    let refused = made(
        &[["a", "f32", "1.0"]],
        "%r = \"arith.addf\"(%a, %a) <{roundingmode = 1 : i32}> : (f32, f32) -> f32",
        ["r", "f32"],
    );
    let form = Form::value("roundingmode", "Down");
    assert_eq!(body("f32", &refused).unknown, [Lack::form("arith.addf", form)]);
}

#[test]
fn tensors_of_different_shapes_do_not_meet() {
    let text = "%a = \"arith.constant\"() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2xi8>
%b = \"arith.constant\"() <{value = dense<1> : tensor<3xi8>}> : () -> tensor<3xi8>
%c = \"arith.addi\"(%a, %b) : (tensor<2xi8>, tensor<3xi8>) -> tensor<?xi8>
\"func.return\"(%c) : (tensor<?xi8>) -> ()";
    assert_eq!(stopped("tensor<?xi8>", text).map(|(kind, _)| kind), Some(StopKind::Undefined));
    let empty = of("addi", "", &[["tensor<0xi8>", "dense<>"], ["tensor<0xi8>", "dense<>"]], "tensor<0xi8>");
    assert_eq!(empty, []);
}

#[test]
fn constants_are_refused_that_do_not_fit() {
    let ty = "tensor<4000000000xi8>";
    let text = made(&[["r", ty, "dense<1>"]], "", ["r", ty]);
    assert_eq!(stopped(ty, &text).map(|(kind, _)| kind), Some(StopKind::Unsupported));
    assert_eq!(
        bits("tensor<3xi8>", &made(&[["r", "tensor<3xi8>", "dense<-1>"]], "", ["r", "tensor<3xi8>"])),
        [Some(0xff); 3]
    );
    let complex = "tensor<2xcomplex<f32>>";
    let text = made(&[["r", complex, "dense<(1.0, 2.0)>"]], "", ["r", complex]);
    assert_eq!(bits(complex, &text), [0x3f80_0000, 0x4000_0000, 0x3f80_0000, 0x4000_0000].map(Some));
    let quadruple = made(&[["a", "f64", "1.0"]], "%b = \"arith.extf\"(%a) : (f64) -> f128", ["a", "f64"]);
    let form = Form::Of("f128".to_owned());
    assert_eq!(body("f64", &quadruple).unknown, [Lack::form("arith.extf", form)]);
}
