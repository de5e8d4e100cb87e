//! Arithmetic of shapes, which lowers in MLIR's development branch alone.

use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::rule::rule;
use crate::semantics::{Asked as _, Notes, Tensor, Unevaluated};

const TOSA_EXTENT_NEGATIVE: Rule = Rule::new("tosa_extent_negative", "{}: a negative extent");
const TOSA_EXTENT_DIVISION: Rule =
    Rule::new("tosa_extent_division", "{}: a division of extents by zero, or of what is negative");
const TOSA_EXTENT_POWER: Rule = Rule::new("tosa_extent_power", "{}: two to a power that is no extent");
const TOSA_EXTENT_LOGARITHM: Rule =
    Rule::new("tosa_extent_logarithm", "{}: the logarithm of what is not positive");
const TOSA_SHAPES_EQUAL: Rule =
    Rule::new("tosa_shapes_equal", "{}: shapes that were to be equal and are not");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.add_shape", |call| pairs(call, |a, b, _| a + b)),
    rule("tosa.sub_shape", |call| pairs(call, |a, b, _| a - b)),
    rule("tosa.mul_shape", |call| pairs(call, |a, b, _| a * b)),
    rule("tosa.max_shape", |call| pairs(call, |a, b, _| a.max(b))),
    rule("tosa.min_shape", |call| pairs(call, |a, b, _| a.min(b))),
    rule("tosa.div_floor_shape", |call| pairs(call, |a, b, notes| over(a, b, notes).0)),
    rule("tosa.div_ceil_shape", |call| pairs(call, rounded_up)),
    rule("tosa.mod_shape", |call| pairs(call, |a, b, notes| over(a, b, notes).1)),
    rule("tosa.exp2_shape", |call| each(call, power)),
    rule("tosa.log2_floor_shape", |call| each(call, |a, notes| logarithm(a, false, notes))),
    rule("tosa.log2_ceil_shape", |call| each(call, |a, notes| logarithm(a, true, notes))),
    rule("tosa.concat_shape", concat),
    rule("tosa.slice_shape", slice),
    rule("tosa.dim", dim),
    rule("tosa.assert_equal_shape", assert_equal),
];

fn shape(values: Vec<i64>) -> Result<Vec<Tensor>, Unevaluated> {
    Ok(vec![Tensor::ints(Element::Index, &[values.len()], values)])
}

fn noted(value: i64, notes: &mut Notes) -> i64 {
    if value < 0 {
        notes.undefined(TOSA_EXTENT_NEGATIVE);
    }
    value
}

fn pairs(
    call: &mut Application<'_>,
    function: fn(i64, i64, &mut Notes) -> i64,
) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?.as_ints()?, call.operand(1)?.as_ints()?);
    if a.len() != b.len() {
        return Err(Unevaluated::new("computes with shapes of different rank"));
    }
    let notes = &mut *call.notes;
    shape(a.iter().zip(b).map(|(&a, &b)| noted(function(a, b, notes), notes)).collect())
}

fn each(
    call: &mut Application<'_>,
    function: fn(i64, &mut Notes) -> i64,
) -> Result<Vec<Tensor>, Unevaluated> {
    let values = call.operand(0)?.as_ints()?;
    let notes = &mut *call.notes;
    shape(values.iter().map(|&value| function(value, notes)).collect())
}

/// The quotient, rounded down, and the remainder.
fn over(a: i64, b: i64, notes: &mut Notes) -> (i64, i64) {
    if b <= 0 || a < 0 {
        notes.undefined(TOSA_EXTENT_DIVISION);
        return (0, 0);
    }
    (a / b, a % b)
}

fn rounded_up(a: i64, b: i64, notes: &mut Notes) -> i64 {
    let (whole, rest) = over(a, b, notes);
    whole + i64::from(rest > 0)
}

fn power(exponent: i64, notes: &mut Notes) -> i64 {
    if (0..63).contains(&exponent) {
        return 1 << exponent;
    }
    notes.undefined(TOSA_EXTENT_POWER);
    0
}

fn logarithm(value: i64, up: bool, notes: &mut Notes) -> i64 {
    if value <= 0 {
        notes.undefined(TOSA_EXTENT_LOGARITHM);
        return 0;
    }
    let down = i64::from(value.ilog2());
    down + i64::from(up && value.count_ones() > 1)
}

fn concat(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let parts: Result<Vec<&[i64]>, Unevaluated> =
        call.operands.iter().map(|tensor| tensor.as_ints()).collect();
    shape(parts?.concat())
}

fn slice(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let values = call.operand(0)?.as_ints()?;
    let (start, size) = (call.scalar(1)?, call.scalar(2)?);
    let whole = usize::try_from(start).ok().zip(usize::try_from(size).ok());
    let part = whole.and_then(|(start, size)| values.get(start..start.checked_add(size)?));
    shape(part.ok_or_else(|| Unevaluated::new("takes what is not in the shape"))?.to_vec())
}

fn dim(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let axis = super::reduce::axis_of(call, input)?;
    shape(vec![input.shape[axis] as i64])
}

/// Nothing, or the end of the program.
fn assert_equal(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?.as_ints()?, call.operand(1)?.as_ints()?);
    let broadcasts = call.attributes.int_or("allow_broadcast", 0) != 0;
    let meets = |(a, b): (&i64, &i64)| a == b || broadcasts && (*a == 1 || *b == 1);
    if a.len() != b.len() || !a.iter().zip(b).all(meets) {
        call.notes.undefined(TOSA_SHAPES_EQUAL);
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::Attributes;
    use crate::semantics::Definedness::Undefined;

    fn done(name: &str, operands: &[&[i64]]) -> (Vec<i64>, bool) {
        let operands: Vec<Tensor> = operands.iter().map(|values| ints(Element::Index, values)).collect();
        let operands: Vec<&Tensor> = operands.iter().collect();
        let (tensor, notes) = run(name, &operands, Attributes::default(), Element::Index);
        (tensor.as_ints().unwrap().to_vec(), notes == [Undefined])
    }

    #[test]
    fn extents_are_computed() {
        assert_eq!(done("tosa.div_ceil_shape", &[&[7, 6], &[2, 2]]), (vec![4, 3], false));
        assert_eq!(done("tosa.div_floor_shape", &[&[7, 6], &[2, 0]]), (vec![3, 0], true));
        assert_eq!(done("tosa.mod_shape", &[&[7, 6], &[2, 4]]), (vec![1, 2], false));
        assert_eq!(done("tosa.sub_shape", &[&[7], &[9]]), (vec![-2], true));
        assert_eq!(done("tosa.exp2_shape", &[&[0, 5]]), (vec![1, 32], false));
        assert_eq!(done("tosa.log2_ceil_shape", &[&[1, 5, 8]]), (vec![0, 3, 3], false));
        assert_eq!(done("tosa.log2_floor_shape", &[&[1, 5, 8]]), (vec![0, 2, 3], false));
        assert_eq!(done("tosa.concat_shape", &[&[1], &[2, 3]]), (vec![1, 2, 3], false));
        assert_eq!(done("tosa.slice_shape", &[&[4, 5, 6], &[1], &[2]]), (vec![5, 6], false));
    }
}
