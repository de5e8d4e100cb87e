//! Logic, shifts, and counting of bits.

use super::arithmetic::{promises, width};
use crate::eval::lane::Lane;
use crate::eval::lane::{mask, signed};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::{bitwise, bitwise_of_two, shift, unary};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.and", and).grown(families::integer_binary),
    row("llvm.or", or).grown(families::integer_binary),
    row("llvm.xor", exclusive_or).grown(families::integer_binary),
    row("llvm.shl", shift_left).grown(families::shift),
    row("llvm.lshr", shift_right_unsigned).grown(families::shift),
    row("llvm.ashr", shift_right_signed).grown(families::shift),
    row("llvm.intr.ctlz", leading_zeros).grown(families::integer_zeros),
    row("llvm.intr.cttz", trailing_zeros).grown(families::integer_zeros),
    row("llvm.intr.ctpop", ones).grown(families::integer_unary),
    row("llvm.intr.bswap", |site| {
        let width = width(site)?;
        bitwise(site, move |x| Some(x.swap_bytes() >> (128 - width)))
    })
    .grown(families::integer_of_bytes),
    row("llvm.intr.bitreverse", |site| {
        let width = width(site)?;
        bitwise(site, move |x| Some(x.reverse_bits() >> (128 - width)))
    })
    .grown(families::integer_unary),
    row("llvm.intr.fshl", |site| funnel(site, true)).grown(families::integer_ternary),
    row("llvm.intr.fshr", |site| funnel(site, false)),
];

/// Bits that both have.
pub fn and(site: &Site<'_>) -> Result<Action, Lack> {
    bitwise_of_two(site, |x, y| Some(x & y))
}

/// Bits that one of them has.
pub fn or(site: &Site<'_>) -> Result<Action, Lack> {
    let disjoint = site.has("isDisjoint");
    bitwise_of_two(site, move |x, y| (!disjoint || x & y == 0).then_some(x | y))
}

/// Bits that just one of them has.
pub fn exclusive_or(site: &Site<'_>) -> Result<Action, Lack> {
    bitwise_of_two(site, |x, y| Some(x ^ y))
}

/// To the left; too far, or past what is promised, is poison.
pub fn shift_left(site: &Site<'_>) -> Result<Action, Lack> {
    let (width, (no_signed, no_unsigned)) = (width(site)?, promises(site));
    shift(site, move |x, y| {
        let made = x.checked_shl(within(y, width)?)? & mask(width);
        let back = made >> y;
        let signed_back = (signed(made, width) >> y) as u128 & mask(width);
        let holds = (!no_signed || signed_back == x) && (!no_unsigned || back == x);
        holds.then_some(made)
    })
}

/// To the right, filled with zeros.
pub fn shift_right_unsigned(site: &Site<'_>) -> Result<Action, Lack> {
    let (width, exact) = (width(site)?, site.has("isExact"));
    shift(site, move |x, y| {
        let made = x >> within(y, width)?;
        (!exact || made << y == x).then_some(made)
    })
}

/// To the right, filled with the sign.
pub fn shift_right_signed(site: &Site<'_>) -> Result<Action, Lack> {
    let (width, exact) = (width(site)?, site.has("isExact"));
    shift(site, move |x, y| {
        let made = signed(x, width) >> within(y, width)?;
        (!exact || x & mask(y as u32) == 0).then_some(made as u128 & mask(width))
    })
}

/// A shift that is less than the width.
fn within(shift: u128, width: u32) -> Option<u32> {
    (shift < u128::from(width)).then_some(shift as u32)
}

/// Zeros above the highest one.
pub fn leading_zeros(site: &Site<'_>) -> Result<Action, Lack> {
    counting(site, |x, width| x.leading_zeros() - (128 - width))
}

/// Zeros below the lowest one.
pub fn trailing_zeros(site: &Site<'_>) -> Result<Action, Lack> {
    counting(site, |x, width| x.trailing_zeros().min(width))
}

/// The number of ones.
pub fn ones(site: &Site<'_>) -> Result<Action, Lack> {
    let width = width(site)?;
    // The count of ones of a single bit is that bit, and of two bits fits into them.
    unary(site, move |x| Some(u128::from(x.count_ones()) & mask(width)))
}

fn counting(site: &Site<'_>, count: impl Fn(u128, u32) -> u32 + 'static) -> Result<Action, Lack> {
    let (width, poison) = (width(site)?, site.int("is_zero_poison") != 0);
    unary(site, move |x| (!(poison && x == 0)).then(|| u128::from(count(x, width)) & mask(width)))
}

/// Two numbers side by side, shifted; `left` gives the upper half, else the lower.
fn funnel(site: &Site<'_>, left: bool) -> Result<Action, Lack> {
    let width = width(site)?;
    let (a, b, by) = (site.operand(0)?.slot, site.operand(1)?.slot, site.operand(2)?.slot);
    let out = site.result()?.slot;
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let [x, y, by] = [a, b, by].map(|slot| machine.get(slot.start + lane));
            let taint = x.taint.merge(y.taint).merge(by.taint);
            let made = if taint.is_none() {
                let by = (by.bits % u128::from(width)) as u32;
                let (high, low) = if left { (by, width - by) } else { (width - by, by) };
                let upper = if high == width { 0 } else { x.bits << high };
                let lower = if low == width { 0 } else { y.bits >> low };
                Lane::of((upper | lower) & mask(width))
            } else {
                Lane::tainted(taint)
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}
