//! Arithmetic that stops at the ends of the range, or says that it went past them.

use super::arithmetic::width;
use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::binary;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.intr.sadd.sat", |site| saturating(site, true, i128::saturating_add))
        .grown(families::integer_binary),
    row("llvm.intr.uadd.sat", |site| saturating(site, false, i128::saturating_add))
        .grown(families::integer_binary),
    row("llvm.intr.ssub.sat", |site| saturating(site, true, i128::saturating_sub))
        .grown(families::integer_binary),
    row("llvm.intr.usub.sat", |site| saturating(site, false, i128::saturating_sub))
        .grown(families::integer_binary),
    row("llvm.intr.sshl.sat", |site| shifting(site, true)),
    row("llvm.intr.ushl.sat", |site| shifting(site, false)),
    row("llvm.intr.sadd.with.overflow", |site| overflowing(site, true, i128::wrapping_add)),
    row("llvm.intr.uadd.with.overflow", |site| overflowing(site, false, i128::wrapping_add)),
    row("llvm.intr.ssub.with.overflow", |site| overflowing(site, true, i128::wrapping_sub)),
    row("llvm.intr.usub.with.overflow", |site| overflowing(site, false, i128::wrapping_sub)),
    row("llvm.intr.smul.with.overflow", |site| overflowing(site, true, i128::wrapping_mul)),
    row("llvm.intr.umul.with.overflow", |site| overflowing(site, false, i128::wrapping_mul)),
];

/// Most bits whose numbers, also without a sign, fit into an `i128`.
const MOST_BITS: u32 = 127;

/// The number that bits stand for.
fn number(bits: u128, width: u32, of_signed: bool) -> i128 {
    if of_signed { signed(bits, width) } else { bits as i128 }
}

/// The least and the greatest number.
fn range(width: u32, of_signed: bool) -> (i128, i128) {
    let whole = mask(width) as i128;
    if of_signed { (signed(1 << (width - 1), width), whole >> 1) } else { (0, whole) }
}

fn checked_width(site: &Site<'_>) -> Result<u32, Lack> {
    let width = width(site)?;
    if width > MOST_BITS { Err(site.of(&crate::eval::types::Scalar::Int(width))) } else { Ok(width) }
}

fn saturating(site: &Site<'_>, of_signed: bool, work: fn(i128, i128) -> i128) -> Result<Action, Lack> {
    let width = checked_width(site)?;
    let (least, greatest) = range(width, of_signed);
    binary(site, move |x, y| {
        let made = work(number(x, width, of_signed), number(y, width, of_signed));
        Some(made.clamp(least, greatest) as u128 & mask(width))
    })
}

/// Shifted to the left; poison where it is by as many bits as there are, or more (LangRef, Saturation Arithmetic Intrinsics).
fn shifting(site: &Site<'_>, of_signed: bool) -> Result<Action, Lack> {
    let width = checked_width(site)?;
    let (least, greatest) = range(width, of_signed);
    binary(site, move |x, by| {
        let (value, by) = (number(x, width, of_signed), u32::try_from(by).ok().filter(|by| *by < width)?);
        let made = match () {
            () if value > greatest >> by => greatest,
            () if value < least >> by => least,
            () => value << by,
        };
        Some(made as u128 & mask(width))
    })
}

fn overflowing(site: &Site<'_>, of_signed: bool, work: fn(i128, i128) -> i128) -> Result<Action, Lack> {
    let width = checked_width(site)?;
    let (least, greatest) = range(width, of_signed);
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    if width > 64 {
        return Err(site.of(&crate::eval::types::Scalar::Int(width)));
    }
    Ok(Box::new(move |machine| {
        for lane in 0..a.lanes {
            let (x, y) = (machine.get(a.start + lane), machine.get(b.start + lane));
            let taint = x.taint.merge(y.taint);
            let exact = work(number(x.bits, width, of_signed), number(y.bits, width, of_signed));
            // A product without a sign that is too large for an `i128` is negative there, and so out of range too.
            let past = exact < least || exact > greatest;
            let bits = exact as u128 & mask(width);
            machine.set(out.start + lane, Lane { bits, origin: 0, taint });
            machine.set(out.start + a.lanes + lane, Lane { bits: past.into(), origin: 0, taint });
        }
        Ok(Next::On)
    }))
}
