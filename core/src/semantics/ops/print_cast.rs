//! Operations that prepare a result for printing: casts, extensions and bitcasts outside of tosa.

use super::cast::narrowed;
use super::unary::{map_floats, map_ints};
use super::{Application, EvaluationRule};
use crate::ir::attribute;
use crate::observe::Element;
use crate::semantics::rule::rule;
use crate::semantics::tensor::{signed, wrapped};
use crate::semantics::{Data, Float, Format, Tensor, Unevaluated};

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tensor.cast", |call| Ok(vec![call.operand(0)?.clone()])),
    rule("arith.bitcast", bitcast),
    rule("tensor.bitcast", bitcast),
    rule("arith.extsi", |call| extended(call, true)),
    rule("arith.extui", |call| extended(call, false)),
    rule("arith.trunci", |call| extended(call, true)),
    rule("arith.index_cast", |call| extended(call, true)),
    rule("arith.index_castui", |call| extended(call, false)),
    rule("arith.extf", |call| {
        let flags = attribute(call.attributes, "fastmath");
        if flags.is_some_and(|flags| flags.allows("contract")) {
            return Err(Unevaluated::new("may be left out with the cut before it"));
        }
        to_format(call)
    }),
    rule("arith.truncf", to_format),
    rule("builtin.unrealized_conversion_cast", same_bits),
];

fn bitcast(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, to) = (call.operand(0)?, call.element(0)?);
    let data = match &input.data {
        Data::Floats(values) if !to.is_float() => {
            Data::Bits { of: input.element, zero_extended: false, values: values.clone() }
        }
        Data::Bits { of, values, .. } if to == *of => Data::Floats(values.clone()),
        Data::Ints(values) => match Format::of(to) {
            Some(format) => {
                let float = |value: &i64| Float::exact(format.decode(*value as u64 & to.low_bits()));
                Data::Floats(values.iter().map(float).collect())
            }
            None => Data::Ints(values.iter().map(|value| wrapped(to, i128::from(*value))).collect()),
        },
        same => same.clone(),
    };
    Ok(vec![Tensor { shape: input.shape.clone(), element: to, data }])
}

/// Wider or narrower integers. The bits of floats stay what they are while none is cut off.
fn extended(call: &mut Application<'_>, with_sign: bool) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, to) = (call.operand(0)?, call.element(0)?);
    let from = input.element;
    let each = |input: &Tensor| map_ints(input, to, |value| between_widths(value, from, to, with_sign));
    match &input.data {
        // The first extension says by what; a later one has zeros or a sign to go on with.
        Data::Bits { of, zero_extended, values } if to.bits() >= of.bits() => {
            let first = from.bits() == of.bits();
            let zero_extended = if first { !with_sign } else { *zero_extended };
            if !first && !with_sign && !zero_extended && to.bits() > from.bits() {
                return each(&decayed(input)?);
            }
            let data = Data::Bits { of: *of, zero_extended, values: values.clone() };
            Ok(vec![Tensor { shape: input.shape.clone(), element: to, data }])
        }
        Data::Bits { .. } => each(&decayed(input)?),
        _ => each(input),
    }
}

fn between_widths(value: i64, from: Element, to: Element, with_sign: bool) -> i64 {
    if with_sign {
        wrapped(to, signed(from, value).into())
    } else {
        wrapped(to, i128::from(value as u64 & from.low_bits()))
    }
}

/// The bits of floats as plain integers.
///
/// # Errors
/// One of them is not exactly known.
fn decayed(input: &Tensor) -> Result<Tensor, Unevaluated> {
    let (integers, certain) = input.decayed();
    certain
        .then_some(integers)
        .ok_or_else(|| Unevaluated::new("cuts off bits of floats that are not exactly known"))
}

fn to_format(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, to) = (call.operand(0)?, call.element(0)?);
    let format = crate::semantics::tensor::format_of(to)?;
    map_floats(input, to, |value| narrowed(format, value))
}

/// Signless and unsigned integers of one width.
fn same_bits(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, to) = (call.operand(0)?, call.element(0)?);
    if input.element == to || input.element.is_float() {
        return Ok(vec![input.clone()]);
    }
    map_ints(input, to, |value| wrapped(to, value.into()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::Attributes;

    fn one(name: &str, input: &Tensor, to: Element) -> Tensor {
        run(name, &[input], Attributes::default(), to).0
    }

    #[test]
    fn floats_are_printed_by_their_bits_and_keep_their_bounds() {
        let values = vec![Float { value: -2.0, bound: 0.25 }, Float::exact(1.0)];
        let bits = one("arith.bitcast", &Tensor::floats(Element::F16, &[2], values), Element::I16);
        let wide = one("arith.extsi", &bits, Element::I64);
        assert_eq!((wide.bits(0), wide.bits(1)), (0xffff_ffff_ffff_c000, 0x3c00));
        assert_eq!((wide.bound(0), wide.bound(1)), (0.25, 0.0));
    }

    #[test]
    fn integers_are_extended_as_the_operation_says() {
        let bytes = ints(Element::I8, &[-1, 5]);
        assert_eq!(one("arith.extsi", &bytes, Element::I64).data, Data::Ints(vec![-1, 5]));
        assert_eq!(one("arith.extui", &bytes, Element::I64).data, Data::Ints(vec![255, 5]));
        assert_eq!(one("arith.extsi", &ints(Element::I1, &[1]), Element::I64).data, Data::Ints(vec![-1]));
        assert_eq!(one("arith.extui", &ints(Element::I1, &[1]), Element::I64).data, Data::Ints(vec![1]));
        let float = one("arith.bitcast", &ints(Element::I32, &[0x3f80_0000]), Element::F32);
        assert_eq!(float.as_floats().unwrap(), [Float::exact(1.0)]);
        let exact = one("arith.bitcast", &floats(Element::F32, &[-1.0]), Element::I32);
        assert_eq!(one("arith.extui", &exact, Element::I64).bits(0), 0xbf80_0000);
        assert_eq!(one("arith.trunci", &exact, Element::I16).data, Data::Ints(vec![0]));
    }
}
