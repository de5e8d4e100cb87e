//! Conversions.

use super::arithmetic::{promises, width};
use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::machine::{Action, Next};
use crate::eval::site::{Site, SiteValue};
use crate::eval::types::Scalar;
use crate::grow::families;
use crate::observe::{Form, Lack};
use crate::op::lanewise::{bitwise, decode, each, encode, rounded, unary};
use crate::op::{Row, row};
use crate::semantics::Format;
use crate::semantics::format::power_of_two;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.trunc", |site| sized(site, |from, to| to < from, truncate)).grown(families::integer_truncate),
    row("llvm.zext", |site| sized(site, |from, to| to > from, extend_unsigned))
        .grown(families::integer_extend),
    row("llvm.sext", |site| sized(site, |from, to| to > from, extend_signed)).grown(families::integer_extend),
    row("llvm.fptosi", |site| sized(site, |_, _| true, to_signed)).grown(families::float_to_integer),
    row("llvm.fptoui", |site| sized(site, |_, _| true, to_unsigned)).grown(families::float_to_integer),
    row("llvm.sitofp", |site| sized(site, |_, _| true, of_signed)).grown(families::integer_to_float),
    row("llvm.uitofp", |site| sized(site, |_, _| true, of_unsigned)).grown(families::integer_to_float),
    row("llvm.fpext", |site| sized(site, |from, to| to > from, convert)).grown(families::float_extend),
    row("llvm.fptrunc", |site| sized(site, |from, to| to < from, convert)).grown(families::float_truncate),
    row("llvm.bitcast", bitcast).grown(families::bitcast),
    row("llvm.addrspacecast", pass),
    row("llvm.ptrtoint", |site| {
        let to = made(site)?;
        unary(site, move |x| Some(x & mask(to)))
    }),
    row("llvm.inttoptr", |site| {
        let (a, out) = (site.operand(0)?.slot, site.result()?.slot);
        Ok(Box::new(move |machine| {
            for lane in 0..out.lanes {
                let x = machine.get(a.start + lane);
                let pointer = machine.memory.pointer_at(x.bits as u64);
                machine.set(out.start + lane, Lane { taint: x.taint, ..pointer });
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.freeze", freeze).grown(families::freeze),
    row("llvm.intr.expect", pass),
    row("llvm.intr.launder.invariant.group", pass),
    row("llvm.intr.strip.invariant.group", pass),
];

/// A conversion whose elements are as many as they were, of as many bits as `fit` says. LangRef asks for both, and MLIR's verifier does not in
/// every version.
fn sized(
    site: &Site<'_>,
    fit: fn(u32, u32) -> bool,
    action: fn(&Site<'_>) -> Result<Action, Lack>,
) -> Result<Action, Lack> {
    let (a, out) = (site.operand(0)?, site.result()?);
    let fits = fit(a.layout.scalar().bits(), out.layout.scalar().bits());
    if a.slot.lanes == out.slot.lanes && fits { action(site) } else { Err(site.lacks(Form::Types)) }
}

/// The value, or any other one for good where it is none.
pub fn freeze(site: &Site<'_>) -> Result<Action, Lack> {
    let width = made(site)?;
    each(site, move |_, x| if x.taint.is_none() { x } else { Lane::of(x.extremes(width)[0]) })
}

/// The lowest bits; poison where a promise is broken.
pub fn truncate(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, to, (no_signed, no_unsigned)) = (width(site)?, made(site)?, promises(site));
    bitwise(site, move |x| {
        let left = x & mask(to);
        let holds = (!no_unsigned || left == x) && (!no_signed || signed(left, to) == signed(x, from));
        holds.then_some(left)
    })
}

/// Zeros in front; poison where a number is negative that is promised not to be.
pub fn extend_unsigned(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, not_negative) = (width(site)?, site.has("nonNeg"));
    bitwise(site, move |x| (!(not_negative && signed(x, from) < 0)).then_some(x))
}

/// The sign in front.
pub fn extend_signed(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, to) = (width(site)?, made(site)?);
    bitwise(site, move |x| Some(signed(x, from) as u128 & mask(to)))
}

/// The signed integer towards zero from a float; poison where there is none.
pub fn to_signed(site: &Site<'_>) -> Result<Action, Lack> {
    to_integer(site, |width| (-two_to(width - 1), two_to(width - 1)))
}

/// The integer without a sign towards zero from a float; poison where there is none.
pub fn to_unsigned(site: &Site<'_>) -> Result<Action, Lack> {
    to_integer(site, |width| (0.0, two_to(width)))
}

/// The float nearest to a signed integer.
pub fn of_signed(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, format) = (width(site)?, site.result_format()?);
    unary(site, move |x| {
        let x = signed(x, from);
        nearest(format, x.unsigned_abs(), x < 0)
    })
}

/// The float nearest to an integer without a sign.
pub fn of_unsigned(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, format, not_negative) = (width(site)?, site.result_format()?, site.has("nonNeg"));
    unary(site, move |x| {
        let kept = !(not_negative && signed(x, from) < 0);
        nearest(format, x, false).filter(|_| kept)
    })
}

/// Width of the integers an operation makes.
pub fn made(site: &Site<'_>) -> Result<u32, Lack> {
    Ok(site.result_scalar(0)?.bits())
}

fn two_to(exponent: u32) -> f64 {
    power_of_two(exponent as i32)
}

/// The value as it is.
pub fn pass(site: &Site<'_>) -> Result<Action, Lack> {
    let (a, out) = (site.operand(0)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        machine.copy(out, a);
        Ok(Next::On)
    }))
}

/// Towards zero; poison where the integer has no room for it. `range`: the least number, and the one behind the greatest.
fn to_integer(site: &Site<'_>, range: fn(u32) -> (f64, f64)) -> Result<Action, Lack> {
    let (format, to) = (site.operand_format(0)?, made(site)?);
    let (least, behind) = range(to);
    unary(site, move |x| {
        let x = decode(format, x).trunc();
        (x >= least && x < behind).then(|| if x < 0.0 { x as i128 as u128 } else { x as u128 } & mask(to))
    })
}

/// The bits of the float nearest to an integer, which is rounded once; none where the format has no such number.
fn nearest(format: Format, magnitude: u128, negative: bool) -> Option<u128> {
    let number = match format.bits {
        64 => magnitude as f64,
        32 => f64::from(magnitude as f32),
        _ => {
            // As many bits as a double has; of those that are lost the last one tells that they were not zero.
            let spare = (128 - magnitude.leading_zeros()).saturating_sub(f64::MANTISSA_DIGITS);
            let kept = magnitude >> spare;
            let lost = u128::from(kept << spare != magnitude);
            (kept | lost) as f64 * two_to(spare)
        }
    };
    let number = if negative { -number } else { number };
    format.has(number).then(|| encode(format, number))
}

/// The nearest number of another float format.
pub fn convert(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, to) = (site.operand_format(0)?, site.result_format()?);
    let fast = site.fast();
    unary(site, move |x| {
        let x = decode(from, x);
        rounded(fast, &[x], to, x)
    })
}

fn bitcast(site: &Site<'_>) -> Result<Action, Lack> {
    let (a, out) = (site.operand(0)?, site.result()?);
    // LangRef: both have the same size. MLIR's verifier does not hold it to that.
    let bits = |value: &SiteValue| u64::from(value.layout.scalar().bits()) * u64::from(value.slot.lanes);
    if bits(&a) != bits(&out) {
        return Err(site.lacks(Form::Types));
    }
    if a.slot.lanes == out.slot.lanes {
        return pass(site);
    }
    if a.layout.scalar() == Scalar::Pointer {
        return Err(site.of(&Scalar::Pointer));
    }
    let (from, to) = (a.layout.scalar().bits(), out.layout.scalar().bits());
    let (a, out) = (a.slot, out.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (mut bits, mut known, mut taint) = (0u128, 0u128, Taint::NONE);
            let first = lane * to;
            for bit in first / from..(first + to).div_ceil(from) {
                let part = machine.get(a.start + bit);
                taint = taint.merge(part.taint);
                let begin = bit * from;
                let moved = |bits: u128| {
                    if begin >= first { bits << (begin - first) } else { bits >> (first - begin) }
                };
                bits |= moved(part.bits & mask(from));
                known |= moved(part.known(from));
            }
            let made =
                if taint.is_poison() { Lane::tainted(taint) } else { Lane::partly(bits, known, to, taint) };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}
