//! Integers of the arith dialect, scalar or element by element ("'arith' Dialect" in MLIR's documentation): two's complement, and
//! signedness is the operation's.

use super::binary::zip_ints;
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::rule::rule;
use crate::semantics::tensor::{limits, signed, wrapped};
use crate::semantics::{Tensor, Unevaluated};

const INTEGER_QUOTIENT: Rule =
    Rule::new("integer_quotient", "{} divides by zero, or to what does not fit: that is undefined");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("arith.addi", |call| sum(call, |a, b| a + b)),
    rule("arith.subi", |call| sum(call, |a, b| a - b)),
    rule("arith.muli", |call| sum(call, |a, b| a * b)),
    rule("arith.andi", |call| each(call, with_sign, |a, b| a & b)),
    rule("arith.ori", |call| each(call, with_sign, |a, b| a | b)),
    rule("arith.xori", |call| each(call, with_sign, |a, b| a ^ b)),
    rule("arith.maxsi", |call| each(call, with_sign, i128::max)),
    rule("arith.minsi", |call| each(call, with_sign, i128::min)),
    rule("arith.maxui", |call| each(call, without_sign, i128::max)),
    rule("arith.minui", |call| each(call, without_sign, i128::min)),
    rule("arith.divsi", |call| division(call, with_sign, |a, b| a / b)),
    rule("arith.divui", |call| division(call, without_sign, |a, b| a / b)),
    rule("arith.remsi", |call| division(call, with_sign, |a, b| a % b)),
    rule("arith.remui", |call| division(call, without_sign, |a, b| a % b)),
    rule("arith.ceildivsi", |call| division(call, with_sign, ceiling)),
    rule("arith.ceildivui", |call| division(call, without_sign, ceiling)),
    rule("arith.floordivsi", |call| division(call, with_sign, floor)),
];

fn with_sign(element: Element, value: i64) -> i128 {
    signed(element, value).into()
}

fn without_sign(element: Element, value: i64) -> i128 {
    (value as u64 & element.low_bits()).into()
}

fn ceiling(a: i128, b: i128) -> i128 {
    a / b + i128::from(a % b != 0 && (a < 0) == (b < 0))
}

fn floor(a: i128, b: i128) -> i128 {
    a / b - i128::from(a % b != 0 && (a < 0) != (b < 0))
}

/// A sum, difference or product.
fn sum(call: &mut Application<'_>, function: fn(i128, i128) -> i128) -> Result<Vec<Tensor>, Unevaluated> {
    each(call, with_sign, function)
}

/// Each pair of elements, extended as the operation takes them.
fn each(
    call: &mut Application<'_>,
    wide: fn(Element, i64) -> i128,
    function: fn(i128, i128) -> i128,
) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    zip_ints(call.operand(0)?, call.operand(1)?, element, |a, b| {
        wrapped(element, function(wide(element, a), wide(element, b)))
    })
}

/// A quotient or remainder of each pair of elements. By zero, and where the quotient does not fit, the whole program is undefined,
/// and not the result alone.
fn division(
    call: &mut Application<'_>,
    wide: fn(Element, i64) -> i128,
    function: fn(i128, i128) -> i128,
) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    let (least, _) = limits(element);
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let mut undefined = false;
    let results = zip_ints(a, b, element, |a, b| {
        let (a, b) = (wide(element, a), wide(element, b));
        if b == 0 || b == -1 && a == i128::from(least) {
            undefined = true;
            return 0;
        }
        wrapped(element, function(a, b))
    })?;
    if undefined { Err(Unevaluated::misfit(INTEGER_QUOTIENT, &[])) } else { Ok(results) }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::Attributes;
    use crate::semantics::Notes;
    use crate::semantics::program::TensorType;

    fn of(name: &str, element: Element, a: &[i64], b: &[i64]) -> Vec<i64> {
        let (a, b) = (ints(element, a), ints(element, b));
        let (result, notes) = run(name, &[&a, &b], Attributes::default(), element);
        assert_eq!(notes, [], "{name}");
        result.as_ints().unwrap().to_vec()
    }

    #[test]
    fn quotients_are_rounded_as_the_name_says() {
        let (a, b) = ([7, -7, 7, -7, 6, i64::MIN], [2, 2, -2, -2, 3, 1_000_000_007]);
        assert_eq!(of("arith.divsi", Element::I64, &a, &b), [3, -3, -3, 3, 2, -9_223_371_972]);
        assert_eq!(of("arith.ceildivsi", Element::I64, &a, &b), [4, -3, -3, 4, 2, -9_223_371_972]);
        assert_eq!(of("arith.floordivsi", Element::I64, &a, &b), [3, -4, -4, 3, 2, -9_223_371_973]);
        assert_eq!(of("arith.remsi", Element::I64, &a[..4], &b[..4]), [1, -1, 1, -1]);
        assert_eq!(of("arith.ceildivui", Element::I8, &[-1, 7], &[2, 2]), [-128, 4], "255 / 2, up");
        assert_eq!(of("arith.divui", Element::I64, &[-1], &[2]), [i64::MAX]);
        assert_eq!(of("arith.remui", Element::I8, &[-1], &[16]), [15]);
    }

    #[test]
    fn sums_wrap_and_order_is_by_the_sign_or_not() {
        assert_eq!(of("arith.addi", Element::I8, &[127], &[1]), [-128]);
        assert_eq!(of("arith.subi", Element::I64, &[i64::MIN], &[1]), [i64::MAX]);
        assert_eq!(of("arith.muli", Element::I64, &[i64::MIN], &[i64::MIN]), [0]);
        assert_eq!(of("arith.maxsi", Element::I8, &[-1], &[1]), [1]);
        assert_eq!(of("arith.maxui", Element::I8, &[-1], &[1]), [-1]);
        assert_eq!(of("arith.minui", Element::I1, &[1, 0], &[1, 1]), [1, 0]);
        assert_eq!(of("arith.minsi", Element::I1, &[1, 0], &[0, 0]), [1, 0], "true is -1");
        assert_eq!(of("arith.xori", Element::I1, &[1, 0], &[1, 1]), [0, 1]);
    }

    #[test]
    fn what_has_no_result_is_said_to() {
        for (name, a, b) in
            [("arith.divui", 1, 0), ("arith.remsi", i64::MIN, -1), ("arith.ceildivsi", i64::MIN, -1)]
        {
            let (a, b) = (ints(Element::I64, &[a]), ints(Element::I64, &[b]));
            let results = [TensorType::of(Element::I64, &[1])];
            let attributes = Attributes::default();
            let (operands, notes) = (&[&a, &b], &mut Notes::default());
            let mut call = Application { operands, attributes: &attributes, results: &results, notes };
            let refused = (find(name).unwrap().evaluate)(&mut call).unwrap_err();
            assert!(refused.to_string().contains("divides by zero"), "{name}: {refused}");
        }
        assert_eq!(of("arith.divui", Element::I64, &[i64::MIN], &[-1]), [0]);
    }
}
