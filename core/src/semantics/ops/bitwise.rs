//! Operations on bits: logic, shifts, counting.

use super::binary::zip_ints;
use super::unary::map_ints;
use super::{Application, EvaluationRule};
use crate::observe::Rule;
use crate::semantics::rule::rule;
use crate::semantics::tensor::{signed, wrapped};
use crate::semantics::{Asked as _, Notes, Tensor, Unevaluated};

const SHIFT_WIDTH: Rule =
    Rule::new("shift_width", "{}: a shift by less than nothing, or by the width of the type or more");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.bitwise_and", |call| bits(call, |a, b| a & b)).elementwise(2),
    rule("tosa.bitwise_or", |call| bits(call, |a, b| a | b)).elementwise(2),
    rule("tosa.bitwise_xor", |call| bits(call, |a, b| a ^ b)).elementwise(2),
    rule("tosa.logical_and", |call| bits(call, |a, b| a & b)).elementwise(2),
    rule("tosa.logical_or", |call| bits(call, |a, b| a | b)).elementwise(2),
    rule("tosa.logical_xor", |call| bits(call, |a, b| a ^ b)).elementwise(2),
    rule("tosa.bitwise_not", not).elementwise(1),
    rule("tosa.logical_not", not).elementwise(1),
    rule("tosa.logical_left_shift", left_shift).elementwise(2),
    rule("tosa.logical_right_shift", logical_right_shift).elementwise(2),
    rule("tosa.arithmetic_right_shift", arithmetic_right_shift).elementwise(2),
    rule("tosa.clz", clz).elementwise(1),
];

/// Sign extension, zero extension and i1's single bit all survive these.
fn bits(call: &mut Application<'_>, function: impl Fn(i64, i64) -> i64) -> Result<Vec<Tensor>, Unevaluated> {
    zip_ints(call.operand(0)?, call.operand(1)?, call.element(0)?, function)
}

fn not(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    map_ints(call.operand(0)?, element, |value| wrapped(element, i128::from(!value)))
}

fn left_shift(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    let notes = &mut *call.notes;
    zip_ints(call.operands[0], call.operands[1], element, |value, by| {
        let by = checked(by, element.bits(), notes);
        wrapped(element, i128::from(value) << by)
    })
}

fn logical_right_shift(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    let notes = &mut *call.notes;
    zip_ints(call.operands[0], call.operands[1], element, |value, by| {
        let by = checked(by, element.bits(), notes);
        wrapped(element, i128::from((value as u64 & element.low_bits()) >> by))
    })
}

/// With `round`, the last bit shifted out is added.
fn arithmetic_right_shift(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    let round = call.attributes.int_or("round", 0) != 0;
    let notes = &mut *call.notes;
    zip_ints(call.operands[0], call.operands[1], element, |value, by| {
        let by = checked(by, element.bits(), notes);
        let value = i128::from(signed(element, value));
        let last = if round && by > 0 { value >> (by - 1) & 1 } else { 0 };
        wrapped(element, (value >> by) + last)
    })
}

/// The shift, or none where MLIR gives poison for it.
fn checked(by: i64, bits: u32, notes: &mut Notes) -> u32 {
    if (0..i64::from(bits)).contains(&by) {
        return by as u32;
    }
    notes.undefined(SHIFT_WIDTH);
    0
}

/// Leading zeros; of zero, all bits.
fn clz(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    map_ints(call.operand(0)?, element, |value| {
        let zeros = (value as u64 & element.low_bits()).leading_zeros() - (64 - element.bits());
        wrapped(element, i128::from(zeros))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use crate::ir::{Attribute, Attributes, attributes};
    use crate::observe::Element;
    use crate::semantics::{Data, Definedness};

    fn done(name: &str, a: i64, b: i64) -> i64 {
        let round = attributes([("round", Attribute::flag(true))]);
        let (a, b) = (ints(Element::I8, &[a]), ints(Element::I8, &[b]));
        match run(name, &[&a, &b], round, Element::I8) {
            (tensor, notes) if notes.is_empty() => tensor.as_ints().unwrap()[0],
            (_, notes) => panic!("{notes:?}"),
        }
    }

    #[test]
    fn shifts_by_their_definition() {
        assert_eq!(done("tosa.logical_left_shift", 0x41, 1), -126);
        assert_eq!(done("tosa.logical_right_shift", -1, 7), 1);
        assert_eq!(done("tosa.arithmetic_right_shift", -5, 1), -2);
        assert_eq!(done("tosa.arithmetic_right_shift", 5, 1), 3);
        assert_eq!(done("tosa.arithmetic_right_shift", 5, 0), 5);
        let (_, notes) = run(
            "tosa.logical_left_shift",
            &[&ints(Element::I8, &[1, 1]), &ints(Element::I8, &[8, -1])],
            Attributes::default(),
            Element::I8,
        );
        assert_eq!(notes, [Definedness::Undefined]);
    }

    #[test]
    fn zeros_are_counted_in_the_width_of_the_type() {
        for (element, values, zeros) in [
            (Element::I8, [0, 1, -1], [8, 7, 0]),
            (Element::I48, [0, 1, -1], [48, 47, 0]),
            (Element::I4, [0, 1, -1], [4, 3, 0]),
        ] {
            let (counted, _) = run("tosa.clz", &[&ints(element, &values)], Attributes::default(), element);
            assert_eq!(counted.data, Data::Ints(zeros.to_vec()), "{element}");
        }
    }

    #[test]
    fn one_bit_is_negated_within_itself() {
        let (negated, _) =
            run("tosa.logical_not", &[&ints(Element::I1, &[0, 1])], Attributes::default(), Element::I1);
        assert_eq!(negated.data, Data::Ints(vec![1, 0]));
        let (negated, _) =
            run("tosa.bitwise_not", &[&ints(Element::I8, &[0])], Attributes::default(), Element::I8);
        assert_eq!(negated.data, Data::Ints(vec![-1]));
    }
}
