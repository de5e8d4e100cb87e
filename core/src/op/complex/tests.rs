//! Operations of the complex dialect, at the edges too.

use crate::op::is_approximate;
use crate::op::testing::{bits, values};

const INFINITY: &str = "0x7F800000";
const NAN: &str = "0x7FC00000";

fn program(name: &str, result: &str, constants: &[[&str; 2]]) -> String {
    let (mut text, mut names) = (String::new(), Vec::new());
    for (number, [re, im]) in constants.iter().enumerate() {
        text += &format!(
            "%{number} = \"complex.constant\"() <{{value = [{re} : f32, {im} : f32]}}> : () -> complex<f32>\n"
        );
        names.push(format!("%{number}"));
    }
    let types = vec!["complex<f32>"; constants.len()].join(", ");
    let made = constants.len();
    text += &format!("%{made} = \"{name}\"({}) : ({types}) -> {result}\n", names.join(", "));
    text + &format!("\"func.return\"(%{made}) : ({result}) -> ()")
}

fn of(name: &str, result: &str, constants: &[[&str; 2]]) -> Vec<Option<f32>> {
    let made = bits(result, &program(&format!("complex.{name}"), result, constants));
    made.into_iter().map(|bits| bits.map(|bits| f32::from_bits(bits as u32))).collect()
}

#[test]
fn exact_operations_take_part_by_part() {
    let two = [["1.5", "-2.0"], ["0.5", "3.0"]];
    assert_eq!(of("add", "complex<f32>", &two), [Some(2.0), Some(1.0)]);
    assert_eq!(of("sub", "complex<f32>", &two), [Some(1.0), Some(-5.0)]);
    assert_eq!(of("neg", "complex<f32>", &two[..1]), [Some(-1.5), Some(2.0)]);
    assert_eq!(of("conj", "complex<f32>", &two[..1]), [Some(1.5), Some(2.0)]);
    assert_eq!([of("re", "f32", &two[..1]), of("im", "f32", &two[..1])], [[Some(1.5)], [Some(-2.0)]]);
    let infinite = of("add", "complex<f32>", &[[INFINITY, "0.0"], [INFINITY, "-0.0"]]);
    assert_eq!(infinite, [Some(f32::INFINITY), Some(0.0)]);
    assert!(!is_approximate("complex.add"));
}

#[test]
fn nothing_equals_nan() {
    let holds =
        |name: &str, two: &[[&str; 2]; 2]| bits("i1", &program(&format!("complex.{name}"), "i1", two))[0];
    let zeros = [["0.0", "-0.0"], ["-0.0", "0.0"]];
    let nan = [[NAN, "0.0"], [NAN, "0.0"]];
    let differ = [["1.0", "2.0"], ["1.0", "3.0"]];
    assert_eq!([&zeros, &nan, &differ].map(|two| holds("eq", two)), [Some(1), Some(0), Some(0)]);
    assert_eq!([&zeros, &nan, &differ].map(|two| holds("neq", two)), [Some(0), Some(1), Some(1)]);
}

#[test]
fn functions_are_near_and_open_at_their_edges() {
    let near = |name: &str, z: &[[&str; 2]], wanted: [f32; 2]| {
        assert!(is_approximate(&format!("complex.{name}")));
        for (made, wanted) in of(name, "complex<f32>", z).into_iter().zip(wanted) {
            assert!(made.is_some_and(|made| (made - wanted).abs() < 1e-6), "{name}: {made:?} for {wanted}");
        }
    };
    near("mul", &[["1.0", "2.0"], ["3.0", "-1.0"]], [5.0, 5.0]);
    near("div", &[["5.0", "5.0"], ["3.0", "-1.0"]], [1.0, 2.0]);
    near("pow", &[["0.0", "1.0"], ["2.0", "0.0"]], [-1.0, 0.0]);
    near("atan2", &[["1.0", "0.0"], ["1.0", "0.0"]], [std::f32::consts::FRAC_PI_4, 0.0]);
    near("exp", &[["0.0", "0.0"]], [1.0, 0.0]);
    near("expm1", &[["0.0", "0.0"]], [0.0, 0.0]);
    near("log", &[["-1.0", "0.0"]], [0.0, std::f32::consts::PI]);
    near("log1p", &[["0.0", "0.0"]], [0.0, 0.0]);
    near("sqrt", &[["-4.0", "0.0"]], [0.0, 2.0]);
    near("rsqrt", &[["4.0", "0.0"]], [0.5, 0.0]);
    near("sign", &[["3.0", "-4.0"]], [0.6, -0.8]);
    near("sign", &[["0.0", "0.0"]], [0.0, 0.0]);
    near("sin", &[["0.0", "0.0"]], [0.0, 0.0]);
    near("cos", &[["0.0", "0.0"]], [1.0, 0.0]);
    near("tan", &[["0.0", "50.0"]], [0.0, 1.0]);
    near("tanh", &[["50.0", "0.0"]], [1.0, 0.0]);
    assert_eq!(of("abs", "f32", &[["3.0", "-4.0"]]), [Some(5.0)]);
    assert_eq!(of("angle", "f32", &[["0.0", "1.0"]]), [Some(std::f32::consts::FRAC_PI_2)]);
    let open = |name: &str, z: &[[&str; 2]]| of(name, "complex<f32>", z) == [None, None];
    assert!(open("mul", &[[INFINITY, "0.0"], ["1.0", "0.0"]]));
    assert!(open("mul", &[["3.0e+38", "0.0"], ["3.0e+38", "0.0"]]));
    assert!(open("div", &[["1.0", "0.0"], ["0.0", "0.0"]]));
    assert!(
        open("log", &[["0.0", "0.0"]]) && open("exp", &[["100.0", "0.0"]]) && open("sin", &[[NAN, "0.0"]])
    );
    assert!(open("rsqrt", &[["0.0", "0.0"]]));
}

#[test]
fn tensors_hold_complex_numbers() {
    let text = "%0 = \"arith.constant\"() <{value = dense<[(1.0, 2.0), (-3.0, 0.5)]> : tensor<2xcomplex<f64>>}> : () -> tensor<2xcomplex<f64>>
%1 = \"complex.add\"(%0, %0) : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
%2 = \"complex.im\"(%1) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
\"func.return\"(%1, %2) : (tensor<2xcomplex<f64>>, tensor<2xf64>) -> ()";
    let all = values("tensor<2xcomplex<f64>>, tensor<2xf64>", text);
    let numbers: Vec<f64> =
        all.iter().flat_map(|value| &value.lanes).map(|lane| f64::from_bits(lane.bits as u64)).collect();
    assert_eq!(numbers, [2.0, 4.0, -6.0, 1.0, 4.0, 1.0]);
    assert_eq!((all[0].parts, all[1].parts), (2, 1));
}

#[test]
fn powers_numbers_and_casts() {
    let text = "%0 = \"arith.constant\"() <{value = 2.0 : f64}> : () -> f64
%1 = \"arith.constant\"() <{value = -2 : i32}> : () -> i32
%2 = \"complex.create\"(%0, %0) : (f64, f64) -> complex<f64>
%3 = \"complex.powi\"(%2, %1) : (complex<f64>, i32) -> complex<f64>
%4 = \"complex.bitcast\"(%3) : (complex<f64>) -> complex<f64>
\"func.return\"(%4) : (complex<f64>) -> ()";
    let made =
        bits("complex<f64>", text).into_iter().map(|bits| bits.map(|bits| f64::from_bits(bits as u64)));
    assert_eq!(made.collect::<Vec<_>>(), [Some(0.0), Some(-0.125)]);
}
