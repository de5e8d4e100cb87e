//! Conversions.

use super::arithmetic::{promises, width};
use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::types::Scalar;
use crate::op::lanewise::{bitwise, decode, encode, rounded, unary};
use crate::op::{Row, row};
use crate::semantics::Format;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.trunc", |site| {
        let (from, to, (no_signed, no_unsigned)) = (width(site)?, made(site)?, promises(site));
        bitwise(site, move |x| {
            let left = x & mask(to);
            let holds = (!no_unsigned || left == x) && (!no_signed || signed(left, to) == signed(x, from));
            holds.then_some(left)
        })
    }),
    row("llvm.zext", |site| {
        let (from, not_negative) = (width(site)?, site.has("nonNeg"));
        bitwise(site, move |x| (!(not_negative && signed(x, from) < 0)).then_some(x))
    }),
    row("llvm.sext", |site| {
        let (from, to) = (width(site)?, made(site)?);
        bitwise(site, move |x| Some(signed(x, from) as u128 & mask(to)))
    }),
    row("llvm.fptosi", |site| to_integer(site, |width| (-two_to(width - 1), two_to(width - 1)))),
    row("llvm.fptoui", |site| to_integer(site, |width| (0.0, two_to(width)))),
    row("llvm.sitofp", |site| {
        let (from, format) = (width(site)?, site.format(&site.result()?)?);
        unary(site, move |x| {
            let x = signed(x, from);
            Some(nearest(format, x.unsigned_abs(), x < 0))
        })
    }),
    row("llvm.uitofp", |site| {
        let (from, format, not_negative) = (width(site)?, site.format(&site.result()?)?, site.has("nonNeg"));
        unary(site, move |x| (!(not_negative && signed(x, from) < 0)).then(|| nearest(format, x, false)))
    }),
    row("llvm.fpext", convert),
    row("llvm.fptrunc", convert),
    row("llvm.bitcast", bitcast),
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
    row("llvm.freeze", |site| {
        let (a, out, width) =
            (site.operand(0)?.slot, site.result()?.slot, site.result()?.layout.scalar().bits());
        Ok(Box::new(move |machine| {
            for lane in 0..out.lanes {
                let x = machine.get(a.start + lane);
                // Any value will do, but one and the same for good.
                let frozen = if x.taint.is_none() { x } else { Lane::of(x.extremes(width)[0]) };
                machine.set(out.start + lane, frozen);
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.expect", pass),
    row("llvm.intr.launder.invariant.group", pass),
    row("llvm.intr.strip.invariant.group", pass),
];

/// Width of the integers an operation makes.
fn made(site: &Site<'_>) -> Result<u32, String> {
    Ok(site.result()?.layout.scalar().bits())
}

fn two_to(exponent: u32) -> f64 {
    2f64.powi(exponent as i32)
}

/// The value as it is.
pub fn pass(site: &Site<'_>) -> Result<Action, String> {
    let (a, out) = (site.operand(0)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        machine.copy(out, a);
        Ok(Next::On)
    }))
}

/// Towards zero; poison where the integer has no room for it. `range`: the least number, and the one behind the greatest.
fn to_integer(site: &Site<'_>, range: fn(u32) -> (f64, f64)) -> Result<Action, String> {
    let (format, to) = (site.format(&site.operand(0)?)?, made(site)?);
    let (least, behind) = range(to);
    unary(site, move |x| {
        let x = decode(format, x).trunc();
        (x >= least && x < behind).then(|| if x < 0.0 { x as i128 as u128 } else { x as u128 } & mask(to))
    })
}

/// The bits of the float nearest to an integer, which is rounded once.
fn nearest(format: Format, magnitude: u128, negative: bool) -> u128 {
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
    encode(format, if negative { -number } else { number })
}

fn convert(site: &Site<'_>) -> Result<Action, String> {
    let (from, to) = (site.format(&site.operand(0)?)?, site.format(&site.result()?)?);
    let fast = site.fast();
    unary(site, move |x| {
        let x = decode(from, x);
        rounded(fast, &[x], to, x)
    })
}

fn bitcast(site: &Site<'_>) -> Result<Action, String> {
    let (a, out) = (site.operand(0)?, site.result()?);
    if a.slot.lanes == out.slot.lanes {
        return pass(site);
    }
    if a.layout.scalar() == Scalar::Pointer {
        return Err("llvm.bitcast of pointers".to_owned());
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
