//! Arithmetic of floats, as IEEE 754 has it, rounded to nearest.
//!
//! `nnan` and `ninf` make poison of what breaks them ("FastMathFlagsAttr", which refers to LLVM). The other flags let a compiler rewrite
//! an operation; the result here is the one of the operation as it stands.

use super::rounding;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::{decode, each, each_of_two, float_binary, float_bits, float_sum, made, rounded};
use crate::op::llvm::float::{maximum, minimum};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("arith.addf", |site| plain_sum(site, 1.0)).grown(families::float_binary),
    row("arith.subf", |site| plain_sum(site, -1.0)).grown(families::float_binary),
    row("arith.mulf", |site| plain(site, |x, y| x * y)).grown(families::float_binary),
    row("arith.divf", |site| plain(site, |x, y| x / y)).grown(families::float_binary),
    // The sign is that of the dividend.
    row("arith.remf", |site| float_binary(site, |x, y| x % y)).grown(families::float_binary),
    row("arith.negf", |site| float_bits(site, |x, sign| x ^ sign)).grown(families::float_unary),
    // NaN if one of them is, and -0 is less than +0.
    row("arith.maximumf", |site| float_binary(site, maximum)).grown(families::float_binary),
    row("arith.minimumf", |site| float_binary(site, minimum)).grown(families::float_binary),
    // The other one where one is NaN.
    row("arith.maxnumf", |site| number(site, f64::max)).grown(families::float_binary),
    row("arith.minnumf", |site| number(site, f64::min)).grown(families::float_binary),
    row("arith.flush_denormals", flush),
];

fn plain(site: &Site<'_>, work: fn(f64, f64) -> f64) -> Result<Action, Lack> {
    rounding::to_nearest_only(site)?;
    float_binary(site, work)
}

fn plain_sum(site: &Site<'_>, sign: f64) -> Result<Action, Lack> {
    rounding::to_nearest_only(site)?;
    float_sum(site, sign)
}

/// The lesser or the greater; of zeros of both signs it is either ("arith.maxnumf").
fn number(site: &Site<'_>, work: fn(f64, f64) -> f64) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    each_of_two(site, move |machine, a, b| {
        let taint = a.taint.merge(b.taint);
        if !taint.is_none() {
            return Ok(Lane::tainted(taint));
        }
        let (x, y) = (decode(format, a.bits), decode(format, b.bits));
        if x == 0.0 && y == 0.0 && a.bits != b.bits {
            return Ok(Lane::tainted(Taint::open(machine.at)));
        }
        Ok(made(machine, rounded(fast, &[x, y], format, work(x, y))))
    })
}

/// Zero of what is subnormal, and anything else as it is. The documentation does not tell the sign of that zero, so that of a negative
/// number is left to MLIR.
fn flush(site: &Site<'_>) -> Result<Action, Lack> {
    let format = site.operand_format(0)?;
    each(site, move |machine, x| {
        let value = decode(format, x.bits);
        match x.taint.is_none() && value != 0.0 && value.abs() < format.least_normal() {
            true if value < 0.0 => Lane::tainted(Taint::open(machine.at)),
            true => Lane::of(0),
            false => x,
        }
    })
}
