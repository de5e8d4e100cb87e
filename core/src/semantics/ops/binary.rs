//! Arithmetic of two operands.

use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::arithmetic;
use crate::semantics::rule::rule;
use crate::semantics::shape::{broadcast, broadcast_places};
use crate::semantics::tensor::{format_of, limits, signed, wrapped};
use crate::semantics::{Asked as _, Data, Float, Format, Notes, Tensor, Unevaluated};

const TOSA_PRODUCT_SHIFT_WIDTH: Rule =
    Rule::new("tosa_product_shift_width", "{}: a shift of products that are not i32");
const TOSA_PRODUCT_SHIFT: Rule = Rule::new("tosa_product_shift", "{}: a shift outside 0 to 63");
const TOSA_DIVISION_BY_ZERO: Rule = Rule::new("tosa_division_by_zero", "{}: a division by zero");
const TOSA_DIVISION_OVERFLOW: Rule =
    Rule::new("tosa_division_overflow", "{}: the least number divided by -1");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.add", |call| both(call, |a, b| a + b, arithmetic::add)).elementwise(2),
    rule("tosa.sub", |call| both(call, |a, b| a - b, arithmetic::sub)).elementwise(2),
    rule("tosa.mul", mul).elementwise(2),
    rule("tosa.intdiv", intdiv).elementwise(2).earlier("tosa.int_div"),
    rule("tosa.maximum", |call| extreme(call, i64::max, arithmetic::max)).elementwise(2),
    rule("tosa.minimum", |call| extreme(call, i64::min, arithmetic::min)).elementwise(2),
];

/// The reason noted where a sum, a product or the like does not fit.
pub const OVERFLOW: Rule = Rule::new("tosa_integer_overflow", "{}: integer overflow, which wraps in MLIR");

/// Adds or subtracts.
fn both(
    call: &mut Application<'_>,
    ints: impl Fn(i128, i128) -> i128,
    floats: impl Fn(Format, Float, Float) -> Float,
) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let element = call.element(0)?;
    if let Some(format) = Format::of(element) {
        return zip_floats(a, b, element, |x, y| floats(format, x, y));
    }
    let notes = &mut *call.notes;
    zip_ints(a, b, element, |x, y| fitted(element, ints(i128::from(x), i128::from(y)), notes))
}

/// The number as the type keeps it; noted where that is another one.
#[inline]
pub fn fitted(element: Element, exact: i128, notes: &mut Notes) -> i64 {
    let value = wrapped(element, exact);
    if i128::from(signed(element, value)) != exact && element != Element::I1 {
        notes.outside(OVERFLOW);
    }
    value
}

/// `(a * b + round) >> shift`, in 64 bits, which only the largest product leaves, and then in the result's.
fn mul(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let element = call.element(0)?;
    if let Some(format) = Format::of(element) {
        return zip_floats(a, b, element, |x, y| arithmetic::mul(format, x, y));
    }
    let shift = if call.operands.len() > 2 { call.scalar(2)? } else { call.attributes.int_or("shift", 0) };
    let (notes, from) = (&mut *call.notes, a.element);
    if shift != 0 && from != Element::I32 {
        // An error of the graph: a lowering shifts, and a fold hook does not.
        notes.undefined(TOSA_PRODUCT_SHIFT_WIDTH);
    }
    if !(0..=63).contains(&shift) {
        notes.undefined(TOSA_PRODUCT_SHIFT);
    }
    let shift = shift.clamp(0, 63) as u32;
    zip_ints(a, b, element, |x, y| {
        let product = i128::from(signed(from, x)) * i128::from(signed(from, y));
        if shift == 0 {
            return fitted(element, product, notes);
        }
        let rounded = fitted(Element::I64, product + (1i128 << (shift - 1)), notes);
        fitted(element, i128::from(rounded >> shift), notes)
    })
}

/// The quotient, rounded to zero.
fn intdiv(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let element = call.element(0)?;
    let notes = &mut *call.notes;
    zip_ints(a, b, element, |x, y| {
        if y == 0 {
            notes.undefined(TOSA_DIVISION_BY_ZERO);
            return 0;
        }
        if y == -1 && x == limits(element).0 {
            notes.undefined(TOSA_DIVISION_OVERFLOW);
            return x;
        }
        x / y
    })
}

/// The greater or the smaller one.
fn extreme(
    call: &mut Application<'_>,
    ints: impl Fn(i64, i64) -> i64,
    floats: impl Fn(Float, Float) -> Float,
) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let element = call.element(0)?;
    if !element.is_float() {
        // Signed, so that of i1 true is the smaller one.
        return zip_ints(a, b, element, |x, y| signed(element, ints(signed(element, x), signed(element, y))));
    }
    let (ignore, format) = (call.attributes.says("nan_mode", "IGNORE"), format_of(element)?);
    zip_floats(a, b, element, |x, y| nan_aware(x, y, ignore, &floats).flushed(format))
}

/// An operation on two numbers where NaN counts as `nan_mode` says: it wins, or it is ignored.
pub fn nan_aware(a: Float, b: Float, ignore: bool, of_numbers: impl Fn(Float, Float) -> Float) -> Float {
    match (a.is_nan(), b.is_nan()) {
        (false, false) => of_numbers(a, b),
        (true, false) if ignore => b,
        (false, true) if ignore => a,
        _ => Float::NAN,
    }
}

/// Applies a function to each pair of integers that meet.
pub fn zip_ints(
    a: &Tensor,
    b: &Tensor,
    element: Element,
    mut function: impl FnMut(i64, i64) -> i64,
) -> Result<Vec<Tensor>, Unevaluated> {
    let (x, y) = (a.as_ints()?, b.as_ints()?);
    let (shape, places) = meeting(a, b)?;
    let values = match places {
        None => x.iter().zip(y).map(|(&x, &y)| function(x, y)).collect(),
        Some((p, q)) => p.iter().zip(&q).map(|(&p, &q)| function(x[p], y[q])).collect(),
    };
    Ok(vec![Tensor { shape, element, data: Data::Ints(values) }])
}

/// Applies a function to each pair of floats that meet.
pub fn zip_floats(
    a: &Tensor,
    b: &Tensor,
    element: Element,
    mut function: impl FnMut(Float, Float) -> Float,
) -> Result<Vec<Tensor>, Unevaluated> {
    let (x, y) = (a.as_floats()?, b.as_floats()?);
    let (shape, places) = meeting(a, b)?;
    let values = match places {
        None => x.iter().zip(y).map(|(&x, &y)| function(x, y)).collect(),
        Some((p, q)) => p.iter().zip(&q).map(|(&p, &q)| function(x[p], y[q])).collect(),
    };
    Ok(vec![Tensor { shape, element, data: Data::Floats(values) }])
}

/// For each element of a result, the places of the two operands' elements.
type OperandIndices = (Vec<usize>, Vec<usize>);

/// The shape of the result, and which elements meet where it is not one with one in order.
pub fn meeting(a: &Tensor, b: &Tensor) -> Result<(Vec<usize>, Option<OperandIndices>), Unevaluated> {
    if a.shape == b.shape {
        return Ok((a.shape.clone(), None));
    }
    let shape = broadcast(&a.shape, &b.shape)?;
    let places = (broadcast_places(&a.shape, &shape), broadcast_places(&b.shape, &shape));
    Ok((shape, Some(places)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::{Attribute, Attributes, attributes};
    use crate::semantics::Definedness::{OutsideSpecification, Undefined};

    fn none() -> Attributes {
        Attributes::default()
    }

    #[test]
    fn sums_wrap_and_say_so() {
        let (a, b) = (ints(Element::I8, &[100, -3]), ints(Element::I8, &[100, 1]));
        let (sum, notes) = run("tosa.add", &[&a, &b], none(), Element::I8);
        assert_eq!(sum.data, Data::Ints(vec![-56, -2]));
        assert_eq!(notes, [OutsideSpecification]);
        let (difference, notes) = run("tosa.sub", &[&a, &b], none(), Element::I8);
        assert_eq!((difference.data, notes), (Data::Ints(vec![0, -4]), vec![]));
    }

    #[test]
    fn products_are_shifted_with_rounding() {
        let (a, b) = (ints(Element::I32, &[3, -3, 1 << 20]), ints(Element::I32, &[1, 1, 1 << 20]));
        let shift = ints(Element::I8, &[1]);
        // 1.5 and -1.5 round up; 2^39 does not fit.
        let (product, notes) = run("tosa.mul", &[&a, &b, &shift], none(), Element::I32);
        assert_eq!((product.data, notes), (Data::Ints(vec![2, -1, 0]), vec![OutsideSpecification]));
        // 2^62 twice is one more than 64 bits hold.
        let (least, shift) = (ints(Element::I32, &[i32::MIN.into()]), ints(Element::I8, &[63]));
        let (product, notes) = run("tosa.mul", &[&least, &least, &shift], none(), Element::I32);
        assert_eq!((product.data, notes), (Data::Ints(vec![-1]), vec![OutsideSpecification]));
        let wide = ints(Element::I8, &[-128]);
        let zero = ints(Element::I8, &[0]);
        let (product, notes) = run("tosa.mul", &[&wide, &wide, &zero], none(), Element::I32);
        assert_eq!((product.data, notes), (Data::Ints(vec![16384]), vec![]));
        let one = ints(Element::I8, &[1]);
        assert_eq!(run("tosa.mul", &[&wide, &wide, &one], none(), Element::I32).1, [Undefined]);
    }

    #[test]
    fn division_has_no_result_everywhere() {
        let (a, b) = (ints(Element::I32, &[-7, 7, i32::MIN.into()]), ints(Element::I32, &[2, -2, 3]));
        let (quotient, notes) = run("tosa.intdiv", &[&a, &b], none(), Element::I32);
        assert_eq!((quotient.data, notes), (Data::Ints(vec![-3, -3, -715_827_882]), vec![]));
        let (_, notes) = run("tosa.intdiv", &[&a, &ints(Element::I32, &[0, 1, -1])], none(), Element::I32);
        assert_eq!(notes, [Undefined; 2]);
    }

    #[test]
    fn nan_wins_or_is_ignored() {
        let (a, b) = (floats(Element::F32, &[f64::NAN, 1.0, -0.0]), floats(Element::F32, &[2.0, 3.0, 0.0]));
        let (most, _) = run("tosa.maximum", &[&a, &b], none(), Element::F32);
        let most = most.as_floats().unwrap();
        assert!(most[0].is_nan() && most[1] == Float::exact(3.0) && most[2] == Float::EITHER_ZERO);
        let ignore = attributes([("nan_mode", Attribute::Text("IGNORE".into()))]);
        let (least, _) = run("tosa.minimum", &[&a, &b], ignore, Element::F32);
        assert_eq!(least.as_floats().unwrap()[..2], [Float::exact(2.0), Float::exact(1.0)]);
        let (least, _) =
            run("tosa.minimum", &[&ints(Element::I1, &[0]), &ints(Element::I1, &[1])], none(), Element::I1);
        assert_eq!(least.data, Data::Ints(vec![1]), "true is -1");
    }

    #[test]
    fn bfloat_subnormals_may_be_flushed_on_the_way() {
        let (a, b) = (floats(Element::Bf16, &[-1e-40, -1.0]), floats(Element::Bf16, &[1.0, 2.0]));
        let (least, _) = run("tosa.minimum", &[&a, &b], none(), Element::Bf16);
        let least = least.as_floats().unwrap();
        assert!(least[0].admits(-0.0) && least[0].admits(least[0].value) && least[1] == Float::exact(-1.0));
    }

    #[test]
    fn extents_of_one_are_broadcast() {
        let a = Tensor::ints(Element::I32, &[2, 1], vec![10, 20]);
        let b = Tensor::ints(Element::I32, &[1, 3], vec![1, 2, 3]);
        let (sum, _) = run("tosa.add", &[&a, &b], none(), Element::I32);
        assert_eq!(sum, Tensor::ints(Element::I32, &[2, 3], vec![11, 12, 13, 21, 22, 23]));
    }
}
