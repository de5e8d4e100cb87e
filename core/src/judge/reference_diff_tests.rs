//! Every rule fires, and its clean neighbour does not.

use super::*;
use crate::judge::judge;
use crate::observe::Failure;
use crate::observe::example::{crashed, ok};
use crate::words;

/// A path of this pass that printed these bits as i64.
fn path(pass: &str, bits: &[u64]) -> PathReport {
    let outputs = vec![Buffer { shape: vec![bits.len() as u64], element: Element::I64, bits: bits.to_vec() }];
    PathReport { outputs, ..ok(pass, 0) }
}

fn floats(pass: &str, values: &[f32]) -> PathReport {
    path(pass, &values.iter().map(|value| value.to_bits() as i32 as i64 as u64).collect::<Vec<_>>())
}

fn integers(values: &[u64]) -> Expected {
    let shape = vec![values.len() as u64];
    let (element, bounds) = (Element::I64, vec![]);
    Expected { shape, element, held: element, bits: values.to_vec(), bounds, open: None }
}

fn reals(values: &[Float]) -> Expected {
    let bits = floats("", &values.iter().map(|float| float.value as f32).collect::<Vec<_>>());
    let bits = bits.outputs[0].bits.clone();
    let bounds = values.iter().map(|float| float.bound).collect();
    Expected { held: Element::F32, bounds, ..integers(&bits) }
}

fn judged(reports: &[PathReport], expected: &[Expected]) -> Verdict {
    judge(reports, Prescribed { expected: Some(expected), ..Prescribed::default() })
}

/// The verdict on two paths of floats, each of one element.
fn of_floats(values: [f32; 2], expected: Float) -> Verdict {
    judged(&[floats("a", &values[..1]), floats("b", &values[1..])], &[reals(&[expected])])
}

#[test]
fn the_path_that_is_wrong_is_named() {
    let expected = [integers(&[1, 2])];
    let right = || path("a", &[1, 2]);
    assert_eq!(judged(&[right(), path("b", &[1, 2])], &expected), Verdict::agree());
    let second = judged(&[right(), path("b", &[1, 9])], &expected);
    assert_eq!((second.kind, second.alone), (VerdictKind::Mismatch, Some(Witness::Path(1))));
    assert_eq!(
        words::detail(&second.detail),
        "output 0 (2xi64): 1 of 2 elements are not as expected, the first at [1]: expected 2, \
         path b gave 9; path b stands alone: path a gives what is expected"
    );
    let first = judged(&[path("a", &[7, 2]), path("b", &[1, 2])], &expected);
    assert_eq!(first.alone, Some(Witness::Path(0)));
    let third = judged(&[right(), path("b", &[1, 2]), path("c", &[0, 2])], &expected);
    assert!(
        words::detail(&third.detail)
            .ends_with("path c stands alone: path a and path b give what is expected")
    );
}

#[test]
fn what_all_paths_have_in_common_shows() {
    let expected = [integers(&[1])];
    let shared = judged(&[path("a", &[2]), path("b", &[2])], &expected);
    assert_eq!((shared.kind, shared.alone), (VerdictKind::Mismatch, Some(Witness::Semantics)));
    assert!(
        words::detail(&shared.detail)
            .ends_with("every path differs from the reference semantics, and they agree")
    );
    assert_eq!(shared.signature(), "mismatch-every-path");
    let split = judged(&[path("a", &[2]), path("b", &[3])], &expected);
    assert_eq!((split.kind, split.alone), (VerdictKind::Mismatch, None));
    let two = judged(&[path("a", &[2]), path("b", &[2]), path("c", &[1])], &expected);
    assert_eq!(two.alone, None);
    assert!(
        words::detail(&two.detail)
            .ends_with("path a and path b differ from the reference semantics, path c not")
    );
}

#[test]
fn one_path_is_enough_and_convicts_whatever_became_of_the_others() {
    let expected = [integers(&[1])];
    assert_eq!(judged(&[path("a", &[1])], &expected), Verdict::agree());
    let alone = judged(&[path("a", &[2])], &expected);
    assert_eq!((alone.kind, alone.alone), (VerdictKind::Mismatch, None));
    let declined = PathReport { outcome: Outcome::Declined, failure: Some(Failure::default()), ..ok("b", 0) };
    let beside = |bits| judged(&[path("a", &[bits]), declined.clone()], &expected);
    assert_eq!(beside(2).kind, VerdictKind::Mismatch);
    assert_eq!(beside(1).reason, Some(Reason::Declined));
    assert_eq!(judged(&[path("a", &[2]), crashed("p")], &expected).kind, VerdictKind::Crash);
    assert_eq!(judged(&[], &expected).kind, VerdictKind::Incomparable);
}

#[test]
fn bounds_take_the_place_of_the_tolerance() {
    let tight = Float { value: 1.0, bound: 1e-6 };
    assert_eq!(of_floats([1.0, 1.0 + 5e-7], tight).kind, VerdictKind::Agree);
    let off = of_floats([1.0, 1.0001], tight);
    assert_eq!((off.kind, off.alone), (VerdictKind::Mismatch, Some(Witness::Path(1))));
    assert!(words::detail(&off.detail).contains("expected 1.0 ± 1e-6, path b gave 1.0001"), "{off:?}");
    let wide = Float { value: 1.0, bound: 0.5 };
    assert_eq!(of_floats([0.6, 1.4], wide).kind, VerdictKind::Agree, "less than twice the bound apart");
    assert_eq!(of_floats([0.6, 1.6], wide).kind, VerdictKind::Mismatch);
    let narrow = Expected { held: Element::F16, bounds: vec![0.01], ..integers(&[0xffff_ffff_ffff_bc00]) };
    assert_eq!(judged(&[path("a", &[0xbc01])], std::slice::from_ref(&narrow)).kind, VerdictKind::Agree);
    assert_eq!(judged(&[path("a", &[0x3c01])], &[narrow]).kind, VerdictKind::Mismatch);
}

#[test]
fn nan_and_infinity_are_expected_or_not() {
    let agree = |values, expected| of_floats(values, expected).kind == VerdictKind::Agree;
    assert!(agree([f32::NAN, -f32::NAN], Float::NAN), "sign and payload are nobody's business");
    assert!(!agree([f32::NAN, 0.0], Float::NAN));
    assert!(!agree([1.0, f32::NAN], Float { value: 1.0, bound: 1e30 }));
    assert!(agree([f32::INFINITY; 2], Float::exact(f64::INFINITY)));
    assert!(!agree([f32::INFINITY, f32::NEG_INFINITY], Float::exact(f64::INFINITY)));
    assert!(!agree([f32::MAX, f32::INFINITY], Float { value: f32::MAX.into(), bound: 1e30 }));
}

#[test]
fn the_sign_of_zero_is_a_class_of_its_own() {
    assert_eq!(of_floats([0.0, -0.0], Float::EITHER_ZERO).kind, VerdictKind::Agree);
    assert_eq!(of_floats([-0.0, -0.0], Float::exact(-0.0)).kind, VerdictKind::Agree);
    let lost = of_floats([-0.0, 0.0], Float::exact(-0.0));
    assert_eq!(
        (lost.kind, lost.zero_sign, lost.alone),
        (VerdictKind::Mismatch, true, Some(Witness::Path(1)))
    );
    assert_eq!(lost.signature(), "mismatch-zero-sign-lowered-code");
    assert!(words::detail(&lost.detail).contains("is a zero of the wrong sign"), "{lost:?}");
    assert!(!of_floats([-0.0, 1e-30], Float::exact(-0.0)).zero_sign);
    assert_eq!(of_floats([0.0, 1e-30], Float::EITHER_ZERO).kind, VerdictKind::Mismatch);
    let both = [reals(&[Float::exact(0.0)]), integers(&[4])];
    let with = |zero: f32, number: u64| {
        let outputs = [floats("p", &[zero]).outputs, path("p", &[number]).outputs].concat();
        PathReport { outputs, ..ok("p", 0) }
    };
    let worse = judged(&[with(-0.0, 4), PathReport { steps: vec![], ..with(0.0, 5) }], &both);
    assert_eq!((worse.zero_sign, worse.alone), (false, Some(Witness::Path(1))), "numbers count before signs");
}

#[test]
fn where_nothing_is_prescribed_nobody_is_wrong() {
    let unknown = Float::unknown(1.0);
    assert_eq!(of_floats([5.0, 5.0], unknown).kind, VerdictKind::Agree);
    let differ = of_floats([5.0, f32::INFINITY], unknown);
    assert_eq!((differ.kind, differ.reason), (VerdictKind::Incomparable, Some(Reason::Open)));
    let open =
        Expected { open: Some("tosa.intdiv at 3:5: division by zero".to_owned().into()), ..integers(&[1]) };
    let open = [open, integers(&[4])];
    let report = |pass, bits: [u64; 2]| {
        let outputs = bits.iter().flat_map(|bits| path(pass, &[*bits]).outputs).collect();
        PathReport { outputs, ..ok(pass, 0) }
    };
    assert_eq!(judged(&[report("a", [7, 4]), report("b", [7, 4])], &open).kind, VerdictKind::Agree);
    let differ = judged(&[report("a", [7, 4]), report("b", [8, 4])], &open);
    assert_eq!(differ.reason, Some(Reason::Open));
    assert!(words::detail(&differ.detail).contains("(tosa.intdiv at 3:5: division by zero)"), "{differ:?}");
    assert_eq!(judged(&[report("a", [7, 4]), report("b", [8, 5])], &open).kind, VerdictKind::Mismatch);
    assert_eq!(judged(&[path("a", &[7])], &open[..1]).reason, Some(Reason::Open));
}

#[test]
fn the_same_code_with_two_results_is_nondeterministic() {
    let expected = [integers(&[1])];
    assert_eq!(judged(&[path("a", &[1]), path("a", &[2])], &expected).kind, VerdictKind::Nondeterministic);
    let module = |pass, bits| PathReport { final_module: Some([7; 32]), ..path(pass, &[bits]) };
    assert_eq!(judged(&[module("a", 1), module("b", 2)], &expected).kind, VerdictKind::Nondeterministic);
    assert_eq!(judged(&[path("a", &[2]), path("a", &[2])], &expected).kind, VerdictKind::Mismatch);
}

#[test]
fn shapes_and_types_are_read_as_they_are_printed() {
    let expected = [integers(&[1, 2])];
    let said = words::detail(&judged(&[path("a", &[1])], &expected).detail);
    assert!(said.starts_with("output 0: path a printed 1xi64, and 2xi64 is expected"), "{said}");
    let none = PathReport { outputs: vec![], ..ok("a", 0) };
    let none = words::detail(&judged(&[none], &expected).detail);
    assert!(none.starts_with("path a printed 0 outputs, and 1 are expected"));
    // A narrow integer is printed as a wide one by some print functions.
    let narrow = Expected { element: Element::I8, held: Element::I8, ..integers(&[0xfe]) };
    assert_eq!(judged(&[path("a", &[u64::MAX - 1])], std::slice::from_ref(&narrow)).kind, VerdictKind::Agree);
    assert_eq!(judged(&[path("a", &[1])], &[narrow]).kind, VerdictKind::Mismatch);
}

#[test]
fn decimal_text_has_six_digits() {
    let expected = [Expected { element: Element::F32, ..reals(&[Float::exact(1.234_567_8)]) }];
    let bits = vec![u64::from(1.23457f32.to_bits())];
    let outputs = vec![Buffer { shape: vec![1], element: Element::F32, bits }];
    let reports = [PathReport { outputs, ..ok("a", 0) }];
    let prescribed = Prescribed { expected: Some(&expected), decimal: true, ..Prescribed::default() };
    assert_eq!(judge(&reports, prescribed).kind, VerdictKind::Agree);
    assert_eq!(judge(&reports, Prescribed { decimal: false, ..prescribed }).kind, VerdictKind::Mismatch);
}
