use super::*;

const F32: u64 = 2;
const F64: u64 = DOUBLE;

fn bits(value: f32) -> u64 {
    value.to_bits().into()
}

#[test]
fn single_precision_is_as_the_processor_has_it() {
    let pairs = [(1.5, 2.25), (1e30, -1e-30), (0.1, 0.2), (-7.0, 3.0), (f32::MAX, f32::MAX)];
    for (a, b) in pairs {
        let of = |operation| compute(operation, F32, &[bits(a), bits(b)]).unwrap();
        assert_eq!(of(FloatOperation::Add), bits(a + b));
        assert_eq!(of(FloatOperation::Subtract), bits(a - b));
        assert_eq!(of(FloatOperation::Multiply), bits(a * b));
        assert_eq!(of(FloatOperation::Divide), bits(a / b));
        assert_eq!(of(FloatOperation::Minimum), bits(a.min(b)));
        assert_eq!(of(FloatOperation::Maximum), bits(a.max(b)));
        let fused = compute(FloatOperation::MultiplyAdd, F32, &[bits(a), bits(b), bits(0.5)]);
        assert_eq!(fused, Ok(bits(a.mul_add(b, 0.5))));
    }
    assert_eq!(compute(FloatOperation::Remainder, F32, &[bits(5.0), bits(3.0)]), Ok(bits(-1.0)));
    assert_eq!(compute(FloatOperation::Negate, F32, &[bits(0.0)]), Ok(bits(-0.0)));
    assert_eq!(compute(FloatOperation::Magnitude, F32, &[bits(-2.0)]), Ok(bits(2.0)));
}

#[test]
fn zeros_have_an_order_and_nan_wins_or_loses() {
    let of = |operation, a: f32, b: f32| {
        f32::from_bits(compute(operation, F32, &[bits(a), bits(b)]).unwrap() as u32)
    };
    for (a, b) in [(0.0, -0.0), (-0.0, 0.0)] {
        assert!(of(FloatOperation::Minimum, a, b).is_sign_negative());
        assert!(of(FloatOperation::MinimumNumber, a, b).is_sign_negative());
        assert!(of(FloatOperation::Maximum, a, b).is_sign_positive());
    }
    assert!(of(FloatOperation::Minimum, 1.0, f32::NAN).is_nan());
    assert_eq!(of(FloatOperation::MaximumNumber, f32::NAN, 1.0), 1.0);
}

#[test]
fn floats_compare() {
    let of = |a: f32, b: f32| compare(F32, bits(a), bits(b)).unwrap();
    assert_eq!([of(1.0, 2.0), of(2.0, 2.0), of(3.0, 2.0), of(f32::NAN, 2.0)], [0, 1, 2, 3]);
    assert_eq!(of(0.0, -0.0), 1);
}

#[test]
fn questions_are_answered() {
    let of = |value: f32| {
        [FloatQuestion::Finite, FloatQuestion::Infinite, FloatQuestion::Normal, FloatQuestion::Nan]
            .map(|question| ask(question, F32, bits(value)).unwrap())
    };
    assert_eq!(of(1.0), [true, false, true, false]);
    assert_eq!(of(f32::INFINITY), [false, true, false, false]);
    assert_eq!(of(1e-40), [true, false, false, false]);
    assert_eq!(of(f32::NAN), [false, false, false, true]);
}

#[test]
fn narrow_floats_are_computed_with_and_converted() {
    const F8: u64 = 10;
    let narrow = |value: f64| convert(F64, F8, value.to_bits()).unwrap();
    let sum = compute(FloatOperation::Add, F8, &[narrow(1.4), narrow(2.2)]).unwrap();
    // 1.375 and 2.25, and the nearest number to their sum.
    assert_eq!(shown(F8, sum), Ok((Element::F8E4M3FN, sum)));
    assert_eq!(convert(F8, F64, sum), Ok(3.5f64.to_bits()));
    assert_eq!(shown(18, 7), Ok((Element::F64, 6f64.to_bits())));
    // Rounded once: by way of single precision it would be 1.
    let above_a_tie = 1.0 + 2f64.powi(-8) + 2f64.powi(-40);
    assert_eq!(convert(F64, 1, above_a_tie.to_bits()), Ok(0x3f81));
}

#[test]
fn integers_are_rounded_to_and_from() {
    assert_eq!(to_integer(F32, 8, false, bits(2.5)), Ok(2));
    assert_eq!(to_integer(F32, 8, false, bits(-1.75)), Ok(0xfe));
    assert_eq!(to_integer(F32, 8, false, bits(1000.0)), Ok(0x7f));
    assert_eq!(to_integer(F32, 8, true, bits(-3.0)), Ok(0));
    assert_eq!(from_integer(F32, 8, false, 0xff), Ok(bits(-1.0)));
    assert_eq!(from_integer(F32, 8, true, 0xff), Ok(bits(255.0)));
    assert_eq!(from_integer(F32, 64, true, u64::MAX), Ok(bits(u64::MAX as f32)));
    assert!(to_integer(F32, 65, true, 0).unwrap_err() == APFLOAT_WIDTH);
}

#[test]
fn formats_go_by_mlirs_names() {
    let of = |name, value| nearest(format_named(name).unwrap(), value);
    assert_eq!(of("f4E2M1FN", 3.0), Ok(5));
    assert_eq!(of("f8E8M0FNU", 2.0), Ok(128));
    assert_eq!(of("f8E4M3FN", 1.5), Ok(0x3c));
    assert_eq!(of("f16", 1.0), Ok(0x3c00));
    assert_eq!(format_named("i8"), None);
}

#[test]
fn unknown_formats_are_refused() {
    assert!(compute(FloatOperation::Add, 4, &[0, 0]).unwrap_err() == APFLOAT_FORMAT);
    assert!(ask(FloatQuestion::Nan, 99, 0).unwrap_err() == APFLOAT_FORMAT);
}
