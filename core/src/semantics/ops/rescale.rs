//! Multiplication by a fixed-point factor (TOSA sections RESCALE and "Quantization", `apply_scale_32` and `apply_scale_16`).

use super::{Application, EvaluationRule, TOSA_ZERO_POINT_TYPE};
use crate::observe::{Element, Rule};
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::{Reach, rule};
use crate::semantics::shape::broadcast_places;
use crate::semantics::tensor::{limits, signed, wrapped};
use crate::semantics::{Asked as _, Data, Notes, Tensor, Unevaluated};

const TOSA_SCALE_NEGATIVE: Rule =
    Rule::new("tosa_scale_negative", "{}: a negative multiplier, which MLIR takes as it is");
const TOSA_SCALE_SHIFT_EDGE: Rule =
    Rule::new("tosa_scale_shift_edge", "{}: a shift by 1 or 63, which MLIR takes as it is");
const TOSA_SCALE_OVERFLOW: Rule =
    Rule::new("tosa_scale_overflow", "{}: a scaled value that does not fit, which wraps in MLIR");
const TOSA_RESCALE_WIDE: Rule =
    Rule::new("tosa_rescale_wide", "{}: a value that does not fit into as many bits as it is shifted by");
const TOSA_RESCALE_UNSIGNED: Rule = Rule::new(
    "tosa_rescale_unsigned",
    "{}: an unsigned result of 32 bits, for which MLIR compares signed numbers with its largest",
);
const TOSA_RESCALE_SIGNS: Rule =
    Rule::new("tosa_rescale_signs", "{} of types of which TOSA does not take these as unsigned");
const TOSA_RESCALE_ZERO_POINT: Rule = Rule::new(
    "tosa_rescale_zero_point",
    "{}: a sum with the output's zero point that does not fit, which wraps in MLIR",
);
const TOSA_SCALE_SHIFT_ZERO: Rule =
    Rule::new("tosa_scale_shift_zero", "{}: a shift by 0, of which lowerings of MLIR make different results");
const TOSA_SCALE_SHIFT_RANGE: Rule =
    Rule::new("tosa_scale_shift_range", "{}: a shift that is negative or more than 63");
const TOSA_SCALE_INEXACT: Rule =
    Rule::new("tosa_scale_inexact", "{}: inexact rounding, which is up to the implementation");
const TOSA_RESCALE_CHANNELS: Rule =
    Rule::new("tosa_rescale_channels", "{} has no multiplier and shift for each of {} channels");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.apply_scale", apply_scale).reach(Reach::Own),
    rule("tosa.rescale", rescale).extents(OpenExtents::ButScaledChannels),
];

/// The rounding of the product when it is shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Once, halves up.
    Single,
    /// Before the last 31 bits of the shift and again after, halves away from zero first.
    Double,
    /// Down or up as the implementation likes.
    Inexact,
}

impl Rounding {
    fn of(call: &Application<'_>) -> Rounding {
        match () {
            // The older spelling is a Boolean.
            () if call.attributes.says("rounding_mode", "DOUBLE_ROUND") => Rounding::Double,
            () if call.attributes.int_or("double_round", 0) != 0 => Rounding::Double,
            () if call.attributes.says("rounding_mode", "INEXACT_ROUND") => Rounding::Inexact,
            () => Rounding::Single,
        }
    }
}

/// `value * multiplier / 2^shift`, rounded, as a number of `element`; the three are given in this order.
pub fn scaled(
    element: Element,
    [value, multiplier, shift]: [i64; 3],
    rounding: Rounding,
    notes: &mut Notes,
) -> i64 {
    if multiplier < 0 {
        notes.outside(TOSA_SCALE_NEGATIVE);
    }
    match shift {
        2..=62 => {}
        1 | 63 => notes.outside(TOSA_SCALE_SHIFT_EDGE),
        // The lowering in 32 bits makes its least number of everything.
        0 => notes.undefined(TOSA_SCALE_SHIFT_ZERO),
        _ => {
            notes.undefined(TOSA_SCALE_SHIFT_RANGE);
            return 0;
        }
    }
    if rounding == Rounding::Inexact {
        notes.undefined(TOSA_SCALE_INEXACT);
    }
    let product = i128::from(value) * i128::from(multiplier);
    let mut round = (1i128 << shift) >> 1;
    if rounding == Rounding::Double && shift > 31 {
        round += if value >= 0 { 1 << 30 } else { -(1 << 30) };
    }
    // 64 bits are all that the product has.
    let sum = wrapped(Element::I64, product + round);
    let exact = sum >> shift;
    if i128::from(sum) != product + round || wrapped(element, exact.into()) != exact {
        notes.outside(TOSA_SCALE_OVERFLOW);
    }
    wrapped(element, exact.into())
}

/// The multiplier and the shift that divide by `count`, as the specification's `reciprocal_scale` has them.
pub fn reciprocal_scale(count: usize) -> (i64, i64) {
    let bits = i64::from(usize::BITS - (count - 1).leading_zeros());
    let numerator = ((1i128 << 30) + 1) << bits;
    ((numerator / count as i128) as i64, 30 + bits)
}

fn apply_scale(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (value, multiplier, shift) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let (element, rounding) = (call.element(0)?, Rounding::of(call));
    let [multipliers, shifts] = [multiplier, shift].map(|other| broadcast_places(&other.shape, &value.shape));
    let (values, all, by) = (value.as_ints()?, multiplier.as_ints()?, shift.as_ints()?);
    let notes = &mut *call.notes;
    let scale = |place: usize| {
        let factors = [signed(value.element, values[place]), all[multipliers[place]], by[shifts[place]]];
        scaled(element, factors, rounding, notes)
    };
    let data = Data::Ints((0..values.len()).map(scale).collect());
    Ok(vec![Tensor { shape: value.shape.clone(), element, data }])
}

fn rescale(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, multiplier, shift, element) =
        (call.operand(0)?, call.operand(1)?, call.operand(2)?, call.element(0)?);
    let flag = |name: &str| call.attributes.int_or(name, 0) != 0;
    let (wide, per_channel) = (flag("scale32"), flag("per_channel"));
    let unsigned_in = flag("input_unsigned") || input.element.is_unsigned();
    let unsigned_out = flag("output_unsigned") || element.is_unsigned();
    let (zero_in, zero_out) = (call.scalar(3)?, call.scalar(4)?);
    let channels = if per_channel { input.shape.last().copied().unwrap_or(1) } else { 1 };
    let (multipliers, shifts) = (multiplier.as_ints()?, shift.as_ints()?);
    if multipliers.len() != channels || shifts.len() != channels {
        return Err(Unevaluated::misfit(TOSA_RESCALE_CHANNELS, &[&channels]));
    }
    let number = |of: Element, unsigned: bool, value: i64| {
        if unsigned { value & of.low_bits() as i64 } else { signed(of, value) }
    };
    let zero_in = number(input.element, unsigned_in, zero_in);
    let zero_out = i128::from(number(element, unsigned_out, zero_out));
    let (least, most) = if unsigned_out { (0, element.low_bits() as i64) } else { limits(element) };
    let rounding = Rounding::of(call);
    let notes = &mut *call.notes;
    // An ERROR_IF of TOSA 1.0.
    let may_be = |of: Element, unsigned: bool, zero: i128| {
        zero == 0 || of.bits() == 8 || (of.bits() == 16 && unsigned && zero == 1 << 15)
    };
    if !may_be(input.element, unsigned_in, zero_in.into()) || !may_be(element, unsigned_out, zero_out) {
        notes.undefined(TOSA_ZERO_POINT_TYPE);
    }
    // Further ones: no more than one side is unsigned, and neither has more than 16 bits then.
    let is_wide = |of: Element| of.bits() > 16;
    if unsigned_in && unsigned_out
        || (unsigned_in || unsigned_out) && (is_wide(input.element) || is_wide(element))
    {
        notes.undefined(TOSA_RESCALE_SIGNS);
    }
    let scale = |(place, &value): (usize, &i64)| {
        let value = number(input.element, unsigned_in, value).wrapping_sub(zero_in);
        let channel = place % channels.max(1);
        let (multiplier, shift) = (multipliers[channel], shifts[channel]);
        if wide && (2..=62).contains(&shift) && !within(value, shift) {
            notes.outside(TOSA_RESCALE_WIDE);
        }
        let result = i128::from(scaled(Element::I32, [value, multiplier, shift], rounding, notes));
        if unsigned_out && element.bits() >= 32 {
            notes.outside(TOSA_RESCALE_UNSIGNED);
            return wrapped(element, -1);
        }
        let sum = result + zero_out;
        if i32::try_from(sum).is_err() {
            notes.outside(TOSA_RESCALE_ZERO_POINT);
        }
        wrapped(element, i128::from(sum as i32).clamp(least.into(), most.into()))
    };
    let data = Data::Ints(input.as_ints()?.iter().enumerate().map(scale).collect());
    Ok(vec![Tensor { shape: input.shape.clone(), element, data }])
}

/// True if a value is a signed number of so many bits.
fn within(value: i64, bits: i64) -> bool {
    let half = 1i64 << (bits - 1);
    (-half..half).contains(&value)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::{Attribute, Attributes, attributes};
    use crate::semantics::Definedness::{OutsideSpecification, Undefined};

    fn settings(flags: &[&'static str], mode: &str) -> Attributes {
        let mut all: Vec<_> = flags.iter().map(|flag| (*flag, Attribute::flag(true))).collect();
        all.push(("rounding_mode", Attribute::Other(format!("#tosa.rounding_mode<{mode}>").into())));
        attributes(all)
    }

    fn by(value: i64, multiplier: i64, shift: i64, rounding: Rounding) -> i64 {
        scaled(Element::I32, [value, multiplier, shift], rounding, &mut Notes::default())
    }

    #[test]
    fn halves_go_up_or_away_from_zero() {
        let half = 1 << 30;
        assert_eq!([1, -1, 3, -3].map(|v| by(v, half, 31, Rounding::Single)), [1, 0, 2, -1]);
        // One bit more than 31: a quarter, with 2^30 more or less before the shift by 2^32.
        assert_eq!([1, 2, -2, -3].map(|v| by(v, half, 32, Rounding::Single)), [0, 1, 0, -1]);
        assert_eq!([1, 2, -2, -3].map(|v| by(v, half, 32, Rounding::Double)), [1, 1, -1, -1]);
        assert_eq!(by(-3, half, 31, Rounding::Double), -1);
    }

    #[test]
    fn reciprocals_are_normalised() {
        assert_eq!(reciprocal_scale(1), ((1 << 30) + 1, 30));
        assert_eq!(reciprocal_scale(2), ((1 << 30) + 1, 31));
        assert_eq!(reciprocal_scale(3), (((1i64 << 32) + 4) / 3, 32));
        assert_eq!(by(9, reciprocal_scale(3).0, reciprocal_scale(3).1, Rounding::Single), 3);
    }

    #[test]
    fn zero_points_move_and_the_type_saturates() {
        let input = ints(Element::I8, &[-128, 0, 127]);
        let (half, shift) = (ints(Element::I32, &[1 << 30]), ints(Element::I8, &[30]));
        let (a, b) = (ints(Element::I8, &[-100]), ints(Element::I8, &[20]));
        let flags = settings(&["scale32"], "SINGLE_ROUND");
        let (all, notes) = run("tosa.rescale", &[&input, &half, &shift, &a, &b], flags, Element::I8);
        assert_eq!((all.data, notes), (Data::Ints(vec![-8, 120, 127]), vec![]));
        // As unsigned numbers these bits are 128, 0 and 127, of which 156 are taken off; 20 is added.
        let flags = settings(&["scale32", "input_unsigned"], "SINGLE_ROUND");
        let (all, _) = run("tosa.rescale", &[&input, &half, &shift, &a, &b], flags, Element::I16);
        assert_eq!(all.data, Data::Ints(vec![-8, -136, -9]));
        let flags = settings(&["scale32", "output_unsigned"], "SINGLE_ROUND");
        let (all, _) = run("tosa.rescale", &[&input, &half, &shift, &a, &b], flags, Element::I8);
        assert_eq!(all.data, Data::Ints(vec![0, 120, -9]), "0, 120 and 247");
        // The sum is one of 32 bits, whatever it is held to then.
        let (most, one) = (ints(Element::I32, &[i32::MAX.into()]), ints(Element::I8, &[1]));
        let (none, flags) = (ints(Element::I32, &[0]), settings(&["scale32"], "SINGLE_ROUND"));
        let (all, notes) = run("tosa.rescale", &[&most, &half, &shift, &none, &one], flags, Element::I8);
        assert_eq!((all.data, notes), (Data::Ints(vec![-128]), vec![OutsideSpecification; 2]));
    }

    #[test]
    fn zero_points_are_of_eight_bits_or_half_of_sixteen() {
        let (half, shift) = (ints(Element::I32, &[1 << 30]), ints(Element::I8, &[30]));
        let notes = |(from, to): (Element, Element), flags: &[&'static str], zeros: [i64; 2]| {
            let (input, zeros) = (ints(from, &[1]), [(from, zeros[0]), (to, zeros[1])]);
            let [a, b] = zeros.map(|(of, zero)| ints(of, &[zero]));
            let flags = [&["scale32"], flags].concat();
            run("tosa.rescale", &[&input, &half, &shift, &a, &b], settings(&flags, "SINGLE_ROUND"), to).1
        };
        assert_eq!(notes((Element::I8, Element::I8), &[], [3, -4]), []);
        assert_eq!(notes((Element::I32, Element::I8), &[], [0, -4]), []);
        assert_eq!(notes((Element::I32, Element::I8), &[], [1, 0]), [Undefined]);
        assert_eq!(notes((Element::I8, Element::I32), &[], [0, 1]), [Undefined]);
        assert_eq!(notes((Element::I16, Element::I8), &[], [-32768, 0]), [Undefined]);
        assert_eq!(notes((Element::I16, Element::I8), &["input_unsigned"], [-32768, 0]), []);
        assert_eq!(notes((Element::I8, Element::I16), &["output_unsigned"], [0, 5]), [Undefined]);
    }

    #[test]
    fn each_channel_has_its_own_factor() {
        let input = Tensor::ints(Element::I48, &[2, 2], vec![1 << 40, 1 << 40, -(1 << 40), 0]);
        let (factors, shifts) = (ints(Element::I16, &[1, 2]), ints(Element::I8, &[40, 36]));
        let zero = [ints(Element::I48, &[0]), ints(Element::I32, &[0])];
        let operands = [&input, &factors, &shifts, &zero[0], &zero[1]];
        let (all, notes) =
            run("tosa.rescale", &operands, settings(&["per_channel"], "SINGLE_ROUND"), Element::I32);
        assert_eq!((all.data, notes), (Data::Ints(vec![1, 32, -1, 0]), vec![]));
    }

    #[test]
    fn not_everything_is_defined() {
        let one = |value: i64, multiplier: i64, shift: i64, mode: &str| {
            let operands = [
                ints(Element::I32, &[value]),
                ints(Element::I32, &[multiplier]),
                ints(Element::I8, &[shift]),
            ];
            let operands: Vec<&Tensor> = operands.iter().collect();
            run("tosa.apply_scale", &operands, settings(&[], mode), Element::I32).1
        };
        assert_eq!(one(1, 1, 31, "SINGLE_ROUND"), []);
        assert_eq!(one(1, -1, 31, "SINGLE_ROUND"), [OutsideSpecification]);
        assert_eq!(one(1, 1, 63, "SINGLE_ROUND"), [OutsideSpecification]);
        assert_eq!(one(1 << 30, 1 << 30, 2, "SINGLE_ROUND"), [OutsideSpecification]);
        assert_eq!(one(1, 1, 0, "SINGLE_ROUND"), [Undefined]);
        assert_eq!(one(1, 1, 64, "SINGLE_ROUND"), [Undefined]);
        assert_eq!(one(1, 1, 31, "INEXACT_ROUND"), [Undefined]);
    }
}
