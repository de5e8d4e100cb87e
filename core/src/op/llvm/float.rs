//! Arithmetic of floats. In double precision and then rounded, which is the same as rounding once for what is at most half as
//! precise.

use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::op::lanewise::{binary, decode, float_binary, float_bits, float_unary, rounded, ternary, unary};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.fadd", |site| float_binary(site, |x, y| x + y)),
    row("llvm.fsub", |site| float_binary(site, |x, y| x - y)),
    row("llvm.fmul", |site| float_binary(site, |x, y| x * y)),
    row("llvm.fdiv", |site| float_binary(site, |x, y| x / y)),
    row("llvm.frem", |site| float_binary(site, |x, y| x % y)),
    row("llvm.fneg", |site| float_bits(site, |x, sign| x ^ sign)),
    row("llvm.intr.fabs", |site| float_bits(site, |x, sign| x & !sign)),
    row("llvm.intr.copysign", copy_sign),
    row("llvm.intr.minnum", |site| float_binary(site, f64::min)),
    row("llvm.intr.maxnum", |site| float_binary(site, f64::max)),
    row("llvm.intr.minimum", |site| float_binary(site, minimum)),
    row("llvm.intr.maximum", |site| float_binary(site, maximum)),
    row("llvm.intr.sqrt", |site| float_unary(site, |x, _| x.sqrt())),
    row("llvm.intr.floor", |site| float_unary(site, |x, _| x.floor())),
    row("llvm.intr.ceil", |site| float_unary(site, |x, _| x.ceil())),
    row("llvm.intr.trunc", |site| float_unary(site, |x, _| x.trunc())),
    row("llvm.intr.round", |site| float_unary(site, |x, _| x.round())),
    row("llvm.intr.roundeven", |site| float_unary(site, |x, _| x.round_ties_even())),
    row("llvm.intr.rint", |site| float_unary(site, |x, _| x.round_ties_even())),
    row("llvm.intr.nearbyint", |site| float_unary(site, |x, _| x.round_ties_even())),
    row("llvm.intr.fma", fused),
    // May be fused or not; where the processor can, it is.
    row("llvm.intr.fmuladd", fused),
    row("llvm.intr.is.fpclass", class),
];

/// The first one with the sign of the second.
pub fn copy_sign(site: &Site<'_>) -> Result<Action, String> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let sign = 1 << (format.bits - 1);
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
pub fn fused(site: &Site<'_>) -> Result<Action, String> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    ternary(site, move |x, y, z| {
        let [x, y, z] = [x, y, z].map(|bits| decode(format, bits));
        // Single precision is fused as such, since its product and sum do not fit into double precision; what is narrower is
        // computed in it.
        let made = if format.bits == 64 {
            x.mul_add(y, z)
        } else {
            f64::from((x as f32).mul_add(y as f32, z as f32))
        };
        rounded(fast, &[x, y, z], format, made)
    })
}

/// True if a number is of one of the kinds that the bits of the mask stand for (LLVM's `FPClassTest`).
fn class(site: &Site<'_>) -> Result<Action, String> {
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
