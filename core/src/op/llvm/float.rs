//! Arithmetic of floats. In double precision and then rounded, which is the same as rounding once for what is at most half as
//! precise.

use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine};
use crate::eval::site::{Fast, Site};
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::{
    binary, decode, elements, float_binary, float_bits, float_sum, float_unary, lost, made, rounded_fused,
    sign_bit, ternary, unary,
};
use crate::op::{Row, row};
use crate::semantics::Format;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.fadd", |site| float_sum(site, 1.0)).grown(families::float_binary),
    row("llvm.fsub", |site| float_sum(site, -1.0)).grown(families::float_binary),
    row("llvm.fmul", |site| float_binary(site, |x, y| x * y)).grown(families::float_binary),
    row("llvm.fdiv", |site| float_binary(site, |x, y| x / y)).grown(families::float_binary),
    row("llvm.frem", |site| float_binary(site, |x, y| x % y)).grown(families::float_binary),
    row("llvm.fneg", |site| float_bits(site, |x, sign| x ^ sign)).grown(families::float_unary),
    row("llvm.intr.fabs", |site| float_bits(site, |x, sign| x & !sign)).grown(families::float_unary),
    row("llvm.intr.copysign", copy_sign).grown(families::float_sign),
    row("llvm.intr.minnum", |site| float_binary(site, f64::min)),
    row("llvm.intr.maxnum", |site| float_binary(site, f64::max)),
    row("llvm.intr.minimum", |site| float_binary(site, minimum)).grown(families::float_binary),
    row("llvm.intr.maximum", |site| float_binary(site, maximum)).grown(families::float_binary),
    row("llvm.intr.sqrt", |site| float_unary(site, |x, _| x.sqrt())).grown(families::float_unary),
    row("llvm.intr.floor", |site| float_unary(site, |x, _| x.floor())).grown(families::float_unary),
    row("llvm.intr.ceil", |site| float_unary(site, |x, _| x.ceil())).grown(families::float_unary),
    row("llvm.intr.trunc", |site| float_unary(site, |x, _| x.trunc())).grown(families::float_unary),
    row("llvm.intr.round", |site| float_unary(site, |x, _| x.round())).grown(families::float_unary),
    row("llvm.intr.roundeven", |site| float_unary(site, |x, _| x.round_ties_even()))
        .grown(families::float_unary),
    row("llvm.intr.rint", |site| float_unary(site, |x, _| x.round_ties_even())).grown(families::float_unary),
    row("llvm.intr.nearbyint", |site| float_unary(site, |x, _| x.round_ties_even()))
        .grown(families::float_unary),
    row("llvm.intr.fma", fused).grown(families::float_ternary),
    // May be fused or not, so that two lowerings may differ in the last place.
    row("llvm.intr.fmuladd", fused).approximate(),
    row("llvm.intr.is.fpclass", class).grown(families::float_kinds),
];

/// The first one with the sign of the second.
pub fn copy_sign(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let sign = sign_bit(site, format)?;
    binary(site, move |x, y| {
        let kept = fast.allows(decode(format, x)) && fast.allows(decode(format, y));
        kept.then_some(x & !sign | y & sign)
    })
}

/// The lesser, NaN if one of them is, -0 before +0.
pub fn minimum(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == y { if x.is_sign_negative() { x } else { y } } else { x.min(y) }
}

/// The greater, NaN if one of them is, +0 after -0.
pub fn maximum(x: f64, y: f64) -> f64 {
    -minimum(-x, -y)
}

/// The product and the sum, rounded once.
pub fn fused(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    ternary(site, move |x, y, z| {
        let [x, y, z] = [x, y, z].map(|bits| decode(format, bits));
        rounded_fused(fast, [x, y, z], format, product_and_sum(format, x, y, z))
    })
}

/// The product and the sum, rounded once, as passes are free to round it twice: the machine takes note of what comes out otherwise then.
pub fn fused_by_choice(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    elements(site, move |machine, lanes| Ok([fused_lane(machine, format, fast, lanes)]))
}

/// One element of [`fused_by_choice`].
pub fn fused_lane(machine: &Machine<'_>, format: Format, fast: Fast, [x, y, z]: [Lane; 3]) -> Lane {
    let taint = x.taint.merge(y.taint).merge(z.taint);
    if !taint.is_none() {
        return Lane::tainted(taint);
    }
    let [x, y, z] = [x, y, z].map(|lane| decode(format, lane.bits));
    let once = product_and_sum(format, x, y, z);
    if is_other_rounded_twice(format, once, [x, y, z]) && machine.rounded_once.get().is_none() {
        machine.rounded_once.set(Some(machine.at));
    }
    made(machine, rounded_fused(fast, [x, y, z], format, once))
}

/// True if another number comes out where the product is rounded by itself, or all of it in a wider format first.
fn is_other_rounded_twice(format: Format, once: f64, [x, y, z]: [f64; 3]) -> bool {
    let once = format.round(once);
    let single = |value: f64| if format.is_narrow() { f64::from(value as f32) } else { value };
    [format.round(x * y) + z, x * y + z, single(x * y + z)].into_iter().any(|value| {
        let twice = format.round(value);
        twice.to_bits() != once.to_bits() && !(twice.is_nan() && once.is_nan())
    })
}

/// The sum of a product and a number, which has to be rounded to the format yet: then it is rounded once.
pub fn product_and_sum(format: Format, x: f64, y: f64, z: f64) -> f64 {
    if format.bits == 64 { x.mul_add(y, z) } else { rounded_to_odd(x * y, z) }
}

/// A sum in double precision that keeps, in its last bit, whether anything of it was lost: rounded to a format at most half as precise it
/// is rounded once. The product of two numbers of such a format is exact in double precision.
fn rounded_to_odd(x: f64, y: f64) -> f64 {
    let sum = x + y;
    let lost = lost(x, y);
    if !sum.is_finite() || lost == 0.0 || !lost.is_finite() || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let outwards = (lost > 0.0) == (sum > 0.0);
    f64::from_bits(if outwards { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// True if a number is of one of the kinds that the bits of the mask stand for (LLVM's `FPClassTest`).
fn class(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, mask) = (site.operand_format(0)?, site.int("bit"));
    unary(site, move |bits| {
        let value = decode(format, bits);
        let quiet = bits >> (format.precision - 2) & 1 != 0;
        let kind = match (value.is_nan(), value.is_infinite(), value == 0.0) {
            (true, ..) => return Some(u128::from(mask >> u32::from(quiet) & 1 != 0)),
            (_, true, _) => 7,
            (_, _, true) => 4,
            _ if value.abs() < format.least_normal() => 5,
            _ => 6,
        };
        let kind = match (value.is_sign_negative(), kind) {
            (false, 4) => 6,
            (false, 5) => 7,
            (false, 6) => 8,
            (false, _) => 9,
            (true, 4) => 5,
            (true, 5) => 4,
            (true, 6) => 3,
            (true, _) => 2,
        };
        Some(u128::from(mask >> kind & 1 != 0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    #[test]
    fn a_product_and_a_sum_of_halves_are_rounded_once() -> Result<(), String> {
        let half = Format::of(Element::F16).ok_or("a format")?;
        // The sum is 2051 - 2^-20: single precision loses the last part, and then it lies in the middle of 2050 and 2052.
        let (x, y, z) = (1.0 - 2f64.powi(-10), 1.0 + 2f64.powi(-10), 2050.0);
        let single = f64::from((x as f32).mul_add(y as f32, z as f32));
        assert_eq!([half.round(product_and_sum(half, x, y, z)), half.round(single)], [2050.0, 2052.0]);
        Ok(())
    }
}
