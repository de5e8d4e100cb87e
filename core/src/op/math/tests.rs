//! Operations of the math dialect on numbers at the edges.

use crate::eval::StopKind;
use crate::op::is_approximate;
use crate::op::testing::{bits, body, stopped, values};

/// One operation of constants of one type, by their spellings.
fn program(name: &str, ty: &str, result: &str, constants: &[&str]) -> String {
    let (mut text, mut names) = (String::new(), Vec::new());
    for (number, value) in constants.iter().enumerate() {
        text += &format!("%{number} = \"arith.constant\"() <{{value = {value} : {ty}}}> : () -> {ty}\n");
        names.push(format!("%{number}"));
    }
    let types = vec![ty; constants.len()].join(", ");
    let made = constants.len();
    text += &format!("%{made} = \"{name}\"({}) : ({types}) -> {result}\n", names.join(", "));
    text + &format!("\"func.return\"(%{made}) : ({result}) -> ()")
}

fn float(name: &str, constants: &[&str]) -> Option<f32> {
    let made = bits("f32", &program(name, "f32", "f32", constants))[0];
    made.map(|bits| f32::from_bits(bits as u32))
}

fn integer(name: &str, constants: &[&str]) -> Option<i8> {
    bits("i8", &program(name, "i8", "i8", constants))[0].map(|bits| bits as u8 as i8)
}

const INFINITY: &str = "0x7F800000";
const NAN: &str = "0x7FC00000";

#[test]
fn rounding_has_its_direction_and_keeps_the_sign_of_zero() {
    let all = |x: &str| {
        ["ceil", "floor", "trunc", "round", "roundeven"].map(|name| float(&format!("math.{name}"), &[x]))
    };
    assert_eq!(all("2.5"), [3.0, 2.0, 2.0, 3.0, 2.0].map(Some));
    assert_eq!(all("-0.5"), [-0.0, -1.0, -0.0, -1.0, -0.0].map(Some));
    assert!(float("math.ceil", &["-0.5"]).is_some_and(f32::is_sign_negative));
    assert_eq!(all("1.0e+20"), [1e20; 5].map(Some));
    assert!(all(NAN).iter().all(|made| made.is_some_and(f32::is_nan)));
}

#[test]
fn exact_functions_are_exact() {
    assert_eq!(float("math.absf", &["-0.0"]).map(f32::to_bits), Some(0));
    assert_eq!(float("math.copysign", &["3.0", "-0.0"]), Some(-3.0));
    assert_eq!(float("math.sqrt", &["2.0"]), Some(2f32.sqrt()));
    assert_eq!(float("math.sqrt", &["-0.0"]).map(f32::to_bits), Some(1 << 31));
    assert_eq!(float("math.sqrt", &["-1.0"]), None);
    // The product has bits that single precision alone would lose.
    assert_eq!(float("math.fma", &["1.00000012", "1.00000012", "-1.0"]), Some(2.3841859e-7));
    // Either way it is the bound.
    assert_eq!(float("math.clampf", &["7.0", "2.0", "2.0"]), Some(2.0));
    assert_eq!(float("math.clampf", &["1.0", "0.0", "2.0"]), None);
}

#[test]
fn a_product_and_a_sum_that_passes_may_round_twice_are_noted() {
    let noted = |name: &str, ty: &str, constants: [&str; 3]| {
        body(ty, &program(name, ty, ty, &constants)).rounded_once.is_some()
    };
    assert!(!noted("math.fma", "f32", ["2.0", "3.0", "0.1"]));
    assert!(
        !noted("math.fma", "f32", [INFINITY, "3.0", "1.0"]) && !noted("math.fma", "f32", [NAN, "3.0", "1.0"])
    );
    for three in [
        ["1.00000012", "1.00000012", "-1.00000024"],
        ["3.0e+38", "2.0", "-3.0e+38"],
        ["1.0e-30", "-1.0e-30", "0.0"],
    ] {
        assert!(noted("math.fma", "f32", three), "{three:?}");
        assert!(!noted("llvm.intr.fma", "f32", three), "{three:?}");
    }
    // In single precision the sum is rounded to the number in the middle between two numbers.
    assert!(noted("math.fma", "f16", ["32.03125", "48.0", "-5.9605e-08"]));
}

#[test]
fn kinds_are_told_apart() {
    let all = |x: &str| {
        ["isfinite", "isinf", "isnan", "isnormal"]
            .map(|name| bits("i1", &program(&format!("math.{name}"), "f32", "i1", &[x]))[0] == Some(1))
    };
    assert_eq!(all("1.0"), [true, false, false, true]);
    assert_eq!(all("0.0"), [true, false, false, false]);
    assert_eq!(all("0x00000001"), [true, false, false, false]);
    assert_eq!(all(INFINITY), [false, true, false, false]);
    assert_eq!(all(NAN), [false, false, true, false]);
}

#[test]
fn integers_are_counted_and_multiplied() {
    let counts = |x: &str| ["ctlz", "cttz", "ctpop"].map(|name| integer(&format!("math.{name}"), &[x]));
    assert_eq!(counts("0"), [Some(8), Some(8), Some(0)]);
    assert_eq!(counts("-128"), [Some(0), Some(7), Some(1)]);
    assert_eq!([integer("math.absi", &["-7"]), integer("math.absi", &["-128"])], [Some(7), None]);
    let power = |x: &str, y: &str| integer("math.ipowi", &[x, y]);
    assert_eq!([power("-2", "7"), power("2", "7"), power("0", "0")], [Some(-128), None, Some(1)]);
    assert_eq!([power("2", "-1"), power("-1", "-3"), power("1", "-128")], [None, Some(-1), Some(1)]);
    let zero = stopped("i8", &program("math.ipowi", "i8", "i8", &["0", "-1"]));
    assert_eq!(zero.map(|(kind, _)| kind), Some(StopKind::Open));
}

#[test]
fn functions_have_their_values_at_the_edges() {
    // Each function, a number, and what mathematics says of it.
    for (name, x, made) in [
        ("acos", "1.0", 0.0),
        ("acosh", "1.0", 0.0),
        ("asin", "0.0", 0.0),
        ("asinh", "0.0", 0.0),
        ("atan", "0.0", 0.0),
        ("atanh", "0.0", 0.0),
        ("cbrt", "-8.0", -2.0),
        ("cos", "0.0", 1.0),
        ("cosh", "0.0", 1.0),
        ("erf", "0.0", 0.0),
        ("erfc", "0.0", 1.0),
        ("exp", "0.0", 1.0),
        ("exp2", "5.0", 32.0),
        ("expm1", "0.0", 0.0),
        ("log", "1.0", 0.0),
        ("log10", "1000.0", 3.0),
        ("log1p", "0.0", 0.0),
        ("log2", "8.0", 3.0),
        ("rsqrt", "4.0", 0.5),
        ("sin", "0.0", 0.0),
        ("sinh", "0.0", 0.0),
        ("tan", "0.0", 0.0),
        ("tanh", "0.0", 0.0),
        ("exp", "1.0e+3", f32::INFINITY),
    ] {
        let name = format!("math.{name}");
        assert!(is_approximate(&name));
        assert_eq!(float(&name, &[x]), Some(made), "{name} of {x}");
        assert!(float(&name, &[NAN]).is_some_and(f32::is_nan), "{name}");
    }
    for (name, x) in [
        ("acosh", "-128.9"),
        ("log", "-1.0"),
        ("asin", "2.0"),
        ("rsqrt", "-1.0"),
        ("sin", INFINITY),
        ("log", "0.0"),
        ("log1p", "-1.0"),
        ("rsqrt", "-0.0"),
        ("atanh", "-1.0"),
    ] {
        let name = format!("math.{name}");
        assert_eq!(float(&name, &[x]), None, "{name} of {x}");
    }
    let power = |x: &str, y: &str| float("math.powf", &[x, y]);
    assert_eq!([power("-2.0", "0.5"), power("0.0", "-1.0")], [None, None]);
    assert_eq!([power("-2.0", "3.0"), power("0.0", "2.0")], [Some(-8.0), Some(0.0)]);
    // NaN and the infinity, as bits.
    for (x, y) in
        [("0x7FC00000", "0.0"), ("1.0", "0x7FC00000"), ("0x7F800000", "0.0"), ("-1.0", "0x7F800000")]
    {
        assert_eq!(power(x, y), None, "{x} to the power of {y}");
    }
    assert_eq!([power("0x7F800000", "2.0"), power("3.0", "0.0")], [Some(f32::INFINITY), Some(1.0)]);
    assert_eq!(float("math.atan2", &["0.0", "1.0"]), Some(0.0));
    assert_eq!(float("math.powf", &["2.0", "-2.0"]), Some(0.25));
    assert!(!is_approximate("math.floor"));
}

#[test]
fn powers_and_pairs_of_tensors_are_made() {
    let text =
        "%0 = \"arith.constant\"() <{value = dense<[2.0, -3.0, 0.0]> : tensor<3xf64>}> : () -> tensor<3xf64>
%1 = \"arith.constant\"() <{value = dense<[-1, 3, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>
%2 = \"math.fpowi\"(%0, %1) : (tensor<3xf64>, tensor<3xi32>) -> tensor<3xf64>
%3 = \"arith.constant\"() <{value = 0.0 : f64}> : () -> f64
%4, %5 = \"math.sincos\"(%3) : (f64) -> (f64, f64)
\"func.return\"(%2, %4, %5) : (tensor<3xf64>, f64, f64) -> ()";
    let all = values("tensor<3xf64>, f64, f64", text);
    let numbers: Vec<f64> =
        all.iter().flat_map(|value| &value.lanes).map(|lane| f64::from_bits(lane.bits as u64)).collect();
    assert_eq!(numbers, [0.5, -27.0, 1.0, 0.0, 1.0]);
}
