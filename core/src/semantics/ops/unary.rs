//! Exact functions of one operand.

use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::arithmetic;
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::{Reach, rule};
use crate::semantics::tensor::{limits, signed, wrapped};
use crate::semantics::{Data, Float, Format, Notes, Tensor, Unevaluated};

const TOSA_MAGNITUDE_OVERFLOW: Rule =
    Rule::new("tosa_magnitude_overflow", "{}: the magnitude of the least number, which MLIR leaves as it is");
const TOSA_NEGATION_OVERFLOW: Rule = Rule::new(
    "tosa_negation_overflow",
    "{}: the negation does not fit, and MLIR saturates up to 48 bits and wraps with 64",
);
const TOSA_ROUNDING_CLOSE: Rule =
    Rule::new("tosa_rounding_close", "{}: rounded to an integer within its bound of one");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.abs", abs).elementwise(1),
    rule("tosa.negate", negate).elementwise(1),
    rule("tosa.ceil", |call| rounded(call, f64::ceil)).elementwise(1),
    rule("tosa.floor", |call| rounded(call, f64::floor)).elementwise(1),
    rule("tosa.reciprocal", reciprocal).elementwise(1),
    rule("tosa.identity", |call| Ok(vec![call.operand(0)?.clone()]))
        .reach(Reach::Moved(&[0]))
        .extents(OpenExtents::Broadcast(1)),
];

fn abs(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    if element.is_float() {
        let format = input.format()?;
        return map_floats(input, element, |value| arithmetic::abs(value).flushed(format));
    }
    let notes = &mut *call.notes;
    map_ints(input, element, |value| {
        if value == limits(element).0 && !element.is_unsigned() {
            notes.outside(TOSA_MAGNITUDE_OVERFLOW);
        }
        wrapped(element, i128::from(signed(element, value)).abs())
    })
}

/// `input_zp + output_zp - input`, saturated to the type; 64 bits wrap, because there is nothing wider to compute in.
fn negate(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    if element.is_float() {
        let format = input.format()?;
        return map_floats(input, element, |value| arithmetic::negate(value).flushed(format));
    }
    let zeros: i64 = call.zero_points(1)?.iter().sum();
    let notes = &mut *call.notes;
    let (least, most) = limits(element);
    map_ints(input, element, |value| {
        let exact = i128::from(zeros) - i128::from(signed(element, value));
        let fits = (i128::from(least)..=i128::from(most)).contains(&exact);
        if !fits && element.bits() > 16 {
            notes.outside(TOSA_NEGATION_OVERFLOW);
        }
        let saturates = element.bits() < 64;
        wrapped(element, if saturates { exact.clamp(least.into(), most.into()) } else { exact })
    })
}

fn rounded(call: &mut Application<'_>, function: impl Fn(f64) -> f64) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    let format = input.format()?;
    let notes = &mut *call.notes;
    map_floats(input, element, |value| jumping(format, value, &function, notes))
}

/// A function that jumps; noted where it does so within the bound.
fn jumping(format: Format, value: Float, function: impl Fn(f64) -> f64, notes: &mut Notes) -> Float {
    let result = arithmetic::growing(format, value, function);
    if !result.is_exact() {
        notes.undecided(TOSA_ROUNDING_CLOSE);
    }
    result
}

fn reciprocal(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    let format = input.format()?;
    map_floats(input, element, |value| arithmetic::div(format, Float::exact(1.0), value))
}

/// Applies a function to each integer.
pub fn map_ints(
    input: &Tensor,
    element: Element,
    function: impl FnMut(i64) -> i64,
) -> Result<Vec<Tensor>, Unevaluated> {
    let values = input.as_ints()?.iter().copied().map(function).collect();
    Ok(vec![Tensor { shape: input.shape.clone(), element, data: Data::Ints(values) }])
}

/// Applies a function to each float.
pub fn map_floats(
    input: &Tensor,
    element: Element,
    function: impl FnMut(Float) -> Float,
) -> Result<Vec<Tensor>, Unevaluated> {
    let values = input.as_floats()?.iter().copied().map(function).collect();
    Ok(vec![Tensor { shape: input.shape.clone(), element, data: Data::Floats(values) }])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::Attributes;
    use crate::semantics::Definedness::{OutsideSpecification, Undecided, Undefined};

    fn one(name: &str, input: &Tensor) -> (Tensor, Vec<crate::semantics::Definedness>) {
        run(name, &[input], Attributes::default(), input.element)
    }

    #[test]
    fn the_least_integer_has_no_opposite() {
        let (all, notes) = one("tosa.abs", &ints(Element::I32, &[-5, i32::MIN.into()]));
        assert_eq!((all.data, notes), (Data::Ints(vec![5, i32::MIN.into()]), vec![OutsideSpecification]));
        let zero = ints(Element::I8, &[0]);
        let input = ints(Element::I8, &[-128, 3]);
        let (all, notes) = run("tosa.negate", &[&input, &zero, &zero], Attributes::default(), Element::I8);
        assert_eq!((all.data, notes), (Data::Ints(vec![127, -3]), vec![]));
        let (all, notes) = one("tosa.negate", &ints(Element::I64, &[i64::MIN]));
        assert_eq!((all.data, notes), (Data::Ints(vec![i64::MIN]), vec![OutsideSpecification]));
    }

    #[test]
    fn zero_points_are_taken_off() {
        let (input, a, b) = (ints(Element::I8, &[10]), ints(Element::I8, &[3]), ints(Element::I8, &[-4]));
        let (all, _) = run("tosa.negate", &[&input, &a, &b], Attributes::default(), Element::I8);
        assert_eq!(all.data, Data::Ints(vec![-11]));
    }

    #[test]
    fn zero_points_are_of_i8() {
        let of = |element: Element, zero: i64| {
            let [input, first, second] = [10, zero, 0].map(|value| ints(element, &[value]));
            run("tosa.negate", &[&input, &first, &second], Attributes::default(), element).1
        };
        assert_eq!(of(Element::I16, 3), [Undefined]);
        assert_eq!((of(Element::I16, 0), of(Element::I8, 3)), (vec![], vec![]));
    }

    #[test]
    fn rounding_keeps_the_sign_of_zero() {
        let (all, notes) = one("tosa.ceil", &floats(Element::F32, &[-0.5, 1.5]));
        let values = all.as_floats().unwrap();
        assert!(values[0].value.is_sign_negative() && values[0] == Float::exact(-0.0));
        assert_eq!((values[1], notes), (Float::exact(2.0), vec![]));
    }

    #[test]
    fn rounding_jumps() {
        let near = Tensor::floats(
            Element::F32,
            &[2],
            vec![Float { value: 1.5, bound: 0.1 }, Float { value: 1.0, bound: 0.1 }],
        );
        let (all, notes) = one("tosa.floor", &near);
        let values = all.as_floats().unwrap();
        assert_eq!((values[0], notes), (Float::exact(1.0), vec![Undecided]));
        assert!(values[1].low() <= 0.0 && values[1].high() >= 1.0);
    }

    #[test]
    fn the_reciprocal_of_zero_is_infinite() {
        let (all, _) = one("tosa.reciprocal", &floats(Element::F16, &[0.0, 3.0, -0.0]));
        let expected = [f64::INFINITY, 0.333251953125, f64::NEG_INFINITY].map(Float::exact);
        assert_eq!(all.as_floats().unwrap(), expected);
    }

    #[test]
    fn a_bfloat_with_another_sign_may_be_flushed() {
        let least = 2f64.powi(-133);
        for (name, number) in [("tosa.abs", least), ("tosa.negate", -least)] {
            let narrow = one(name, &floats(Element::Bf16, &[least])).0.as_floats().unwrap()[0];
            assert!(narrow.value == number && narrow.admits(0f64.copysign(number)), "{name}: {narrow:?}");
            let wide = one(name, &floats(Element::F32, &[least])).0.as_floats().unwrap()[0];
            assert_eq!(wide, Float::exact(number), "{name}");
        }
    }
}
