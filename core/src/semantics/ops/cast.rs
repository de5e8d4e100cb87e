//! Conversion between element types.

use super::unary::{map_floats, map_ints};
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::rule::rule;
use crate::semantics::tensor::{limits, signed, wrapped};
use crate::semantics::{Data, Float, Format, Notes, Tensor, Unevaluated};
use std::borrow::Cow;

const TOSA_CAST_CUT_CLOSE: Rule =
    Rule::new("tosa_cast_cut_close", "{}: a number cut off within its bound of an integer");
const TOSA_CAST_UNKNOWN: Rule =
    Rule::new("tosa_cast_unknown", "{}: a conversion of a number of which nothing is known");
const TOSA_CAST_MAYBE_ZERO: Rule =
    Rule::new("tosa_cast_maybe_zero", "{}: a conversion to i1 of what may or may not be zero");
const TOSA_CAST_UNSIGNED: Rule =
    Rule::new("tosa_cast_unsigned", "{}: a float as an unsigned integer, which MLIR takes for a signed one");
const TOSA_CAST_TIE: Rule =
    Rule::new("tosa_cast_tie", "{}: a conversion to an integer within its bound of a tie");
const FLOAT_AS_INTEGER: Rule =
    Rule::new("float_as_integer", "{}: a number as an integer that it does not fit into");
const TOSA_CAST_NAN: Rule = Rule::new("tosa_cast_nan", "{}: a conversion of NaN to an integer");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[rule("tosa.cast", cast).elementwise(1)];

fn cast(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, to) = (call.operand(0)?, call.element(0)?);
    let from = input.element;
    match (Format::of(from), Format::of(to)) {
        _ if from == to => Ok(vec![input.clone()]),
        (None, None) if to == Element::I1 => map_ints(input, to, |value| i64::from(value != 0)),
        (None, None) => map_ints(input, to, |value| wrapped(to, value.into())),
        (None, Some(format)) => {
            let values = input.as_ints()?.iter().map(|&value| float_of(format, value)).collect();
            Ok(vec![Tensor { shape: input.shape.clone(), element: to, data: Data::Floats(values) }])
        }
        (Some(_), Some(format)) => map_floats(input, to, |value| narrowed(format, value)),
        (Some(_), None) => {
            let notes = &mut *call.notes;
            let values = input.as_floats()?.iter().map(|&value| int_of(to, value, notes)).collect();
            Ok(vec![Tensor { shape: input.shape.clone(), element: to, data: Data::Ints(values) }])
        }
    }
}

/// The operand of a product as MLIR converts it to the kind of numbers the products are added in: integers to the nearest float, and floats
/// to integers by cutting off what comes after the point.
pub fn converted<'t>(input: &'t Tensor, to: Element, notes: &mut Notes) -> Cow<'t, Tensor> {
    let data = match (&input.data, Format::of(to)) {
        (Data::Ints(values), Some(format)) => {
            let float = |value: &i64| float_of(format, signed(input.element, *value));
            Data::Floats(values.iter().map(float).collect())
        }
        (Data::Floats(values), None) => {
            let whole = |value: &Float| truncated(to, *value, notes);
            Data::Ints(values.iter().map(whole).collect())
        }
        _ => return Cow::Borrowed(input),
    };
    Cow::Owned(Tensor { shape: input.shape.clone(), element: to, data })
}

/// The integer towards zero; there is none for what does not fit.
fn truncated(to: Element, value: Float, notes: &mut Notes) -> i64 {
    let (least, most) = limits(to);
    let [low, high] = [value.low(), value.high()].map(f64::trunc);
    if !(low >= least as f64 && high <= most as f64) {
        notes.undefined(FLOAT_AS_INTEGER);
    } else if low != high {
        notes.undecided(TOSA_CAST_CUT_CLOSE);
    }
    (value.value.trunc() as i64).clamp(least, most)
}

/// The nearest float. Processors convert to formats narrower than single precision in two steps, which may round otherwise.
pub fn float_of(format: Format, value: i64) -> Float {
    let nearest = Float::rounded(format, rounded_to_odd(value));
    if format.bits >= 32 {
        return if format.bits == 32 {
            Float::exact(f64::from(value as f32))
        } else {
            Float::exact(value as f64)
        };
    }
    nearest.or(Float::rounded(format, f64::from(value as f32)))
}

/// A double that rounds to narrower formats as the integer does: where bits are lost, the last one kept is set.
fn rounded_to_odd(value: i64) -> f64 {
    let magnitude = value.unsigned_abs();
    let surplus = 64 - 53u32.max(64 - magnitude.leading_zeros()).min(64);
    let lost = 11 - surplus;
    let kept = magnitude >> lost << lost;
    let odd = if kept == magnitude { kept } else { kept | 1 << lost };
    let float = odd as f64;
    if value < 0 { -float } else { float }
}

/// The nearest float of another format.
pub fn narrowed(format: Format, value: Float) -> Float {
    if value.bound == 0.0 {
        return Float::rounded(format, value.value);
    }
    if value.is_unknown() {
        return Float::unknown(format.round(value.value));
    }
    if value == Float::EITHER_ZERO {
        return value;
    }
    Float::within(format, value.value, value.low(), value.high())
}

/// The nearest integer, ties to even, saturated to the type; Booleans say whether the number is not zero.
fn int_of(to: Element, value: Float, notes: &mut Notes) -> i64 {
    if value.is_unknown() {
        notes.undecided(TOSA_CAST_UNKNOWN);
        return 0;
    }
    if to == Element::I1 {
        // Unordered: NaN is not zero.
        if !value.is_exact() && value.low() <= 0.0 && value.high() >= 0.0 {
            notes.undecided(TOSA_CAST_MAYBE_ZERO);
        }
        return i64::from(value.value != 0.0);
    }
    if value.is_nan() {
        notes.undefined(TOSA_CAST_NAN);
        return 0;
    }
    if to.is_unsigned() {
        notes.outside(TOSA_CAST_UNSIGNED);
    }
    let [low, high] = [value.low(), value.high()].map(|end| saturated(to, end));
    if low != high {
        notes.undecided(TOSA_CAST_TIE);
    }
    saturated(to, value.value)
}

/// MLIR saturates to the signed numbers of the width, whatever the type.
fn saturated(to: Element, value: f64) -> i64 {
    let bits = to.bits();
    let (least, most) = (-1i64 << (bits - 1), (u64::MAX >> (65 - bits)) as i64);
    // `as` saturates at 64 bits.
    wrapped(to, i128::from((value.round_ties_even() as i64).clamp(least, most)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::Attributes;
    use crate::semantics::Definedness::{Undecided, Undefined};

    fn cast_to(input: &Tensor, to: Element) -> (Tensor, Vec<crate::semantics::Definedness>) {
        run("tosa.cast", &[input], Attributes::default(), to)
    }

    #[test]
    fn floats_become_the_nearest_integer_that_fits() {
        let input = floats(Element::F32, &[2.5, 3.5, -0.5, 1e9, f64::NEG_INFINITY, -128.6]);
        let (all, notes) = cast_to(&input, Element::I8);
        assert_eq!((all.data, notes), (Data::Ints(vec![2, 4, 0, 127, -128, -128]), vec![]));
        let (all, _) = cast_to(&floats(Element::F32, &[1e30, -1e30]), Element::I64);
        assert_eq!(all.data, Data::Ints(vec![i64::MAX, i64::MIN]));
        assert_eq!(cast_to(&floats(Element::F32, &[f64::NAN]), Element::I32).1, [Undefined]);
        let near = Tensor::floats(
            Element::F32,
            &[2],
            vec![Float { value: 1.5, bound: 0.1 }, Float { value: 1.0, bound: 0.1 }],
        );
        let (all, notes) = cast_to(&near, Element::I32);
        assert_eq!((all.data, notes), (Data::Ints(vec![2, 1]), vec![Undecided]));
    }

    #[test]
    fn booleans_say_whether_it_is_zero() {
        let (all, notes) = cast_to(&floats(Element::F32, &[0.0, -0.0, 1e-30, f64::NAN]), Element::I1);
        assert_eq!((all.data, notes), (Data::Ints(vec![0, 0, 1, 1]), vec![]));
        assert_eq!(cast_to(&ints(Element::I8, &[0, -1, 2]), Element::I1).0.data, Data::Ints(vec![0, 1, 1]));
        assert_eq!(cast_to(&ints(Element::I1, &[0, 1]), Element::I8).0.data, Data::Ints(vec![0, 1]));
    }

    #[test]
    fn integers_become_the_nearest_float() {
        let (all, _) = cast_to(&ints(Element::I32, &[16_777_217, -1]), Element::F32);
        assert_eq!(all.as_floats().unwrap(), [16_777_216.0, -1.0].map(Float::exact));
        let (all, _) = cast_to(&ints(Element::I32, &[70000]), Element::F16);
        assert_eq!(all.as_floats().unwrap(), [Float::exact(f64::INFINITY)]);
        // 2^24 + 2^16 + 1 is above the middle of two bfloats; in single precision it is the middle.
        let (all, _) = cast_to(&ints(Element::I32, &[(1 << 24) + (1 << 16) + 1]), Element::Bf16);
        let value = all.as_floats().unwrap()[0];
        assert_eq!((value.value, value.low() <= 16_777_216.0), (16_908_288.0, true));
    }

    #[test]
    fn the_last_bit_kept_tells_that_more_were_lost() {
        assert_eq!(rounded_to_odd((1 << 60) + 1), (1i64 << 60) as f64 + 256.0);
        assert_eq!(rounded_to_odd(-12345), -12345.0);
        assert_eq!(rounded_to_odd(i64::MIN), -(2f64.powi(63)));
        assert_eq!(rounded_to_odd(0), 0.0);
    }

    #[test]
    fn integers_wrap_when_they_are_cut() {
        assert_eq!(cast_to(&ints(Element::I32, &[300, -300]), Element::I8).0.data, Data::Ints(vec![44, -44]));
    }
}
