//! Operations that work on each lane by itself.

use crate::execute::interp::lane::{Lane, Taint};
use crate::execute::interp::machine::{Action, Next};
use crate::execute::interp::site::{Fast, Site};
use crate::execute::interp::stop::{Stop, undefined};
use crate::execute::interp::types::Scalar;
use crate::semantics::Format;

/// One operand; `work` gives the bits, or none for poison.
pub fn unary(site: &Site<'_, '_>, work: impl Fn(u128) -> Option<u128> + 'static) -> Result<Action, String> {
    let (a, out) = (site.operand(0)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let x = machine.get(a.start + lane);
            let made = if x.taint.is_none() { work(x.bits) } else { Some(0) };
            let made = made.map_or_else(|| machine.poison(), |bits| Lane { bits, origin: 0, taint: x.taint });
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// Two operands; `work` gives the bits, or none for poison.
pub fn binary(
    site: &Site<'_, '_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (x, y) = (machine.get(a.start + lane), machine.get(b.start + lane));
            let made = if x.taint.is_none() && y.taint.is_none() {
                work(x.bits, y.bits).map_or_else(|| machine.poison(), Lane::of)
            } else {
                Lane::tainted(x.taint.merge(y.taint))
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// Two operands of which the second may make behaviour undefined at once: then `work` says how.
pub fn dividing(
    site: &Site<'_, '_>,
    work: impl Fn(u128, u128) -> Result<Option<u128>, &'static str> + 'static,
) -> Result<Action, String> {
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (x, y) = (machine.get(a.start + lane), machine.get(b.start + lane));
            let divisor = machine.defined(y, "the divisor")?;
            let made = if x.taint.is_none() {
                work(x.bits, divisor).map_err(undefined)?.map_or_else(|| machine.poison(), Lane::of)
            } else {
                Lane::tainted(x.taint)
            };
            machine.set(out.start + lane, made);
        }
        Ok::<_, Stop>(Next::On)
    }))
}

/// Two operands where one that is undef does not matter if the other one is zero.
pub fn annulling(
    site: &Site<'_, '_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (x, y) = (machine.get(a.start + lane), machine.get(b.start + lane));
            let taint = x.taint.merge(y.taint);
            let is_zero = |lane: Lane| lane == Lane::of(0);
            let made = match () {
                () if taint.is_none() => work(x.bits, y.bits).map_or_else(|| machine.poison(), Lane::of),
                () if taint.is_undef() && (is_zero(x) || is_zero(y)) => Lane::of(0),
                () => Lane::tainted(taint),
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// One operand, each bit of which decides bits of the result by itself; `work` gives those, or none for poison.
pub fn bitwise(site: &Site<'_, '_>, work: impl Fn(u128) -> Option<u128> + 'static) -> Result<Action, String> {
    let (a, out, widths) = (site.operand(0)?.slot, site.result()?.slot, Widths::of(site)?);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let x = machine.get(a.start + lane);
            let made = if x.taint.is_none() {
                work(x.bits).map_or_else(|| machine.poison(), Lane::of)
            } else {
                widths.undecided(x.taint, x.extremes(widths.operand).map(&work))
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// Two operands; what a bit of the result is depends on one bit of each.
pub fn bitwise_of_two(
    site: &Site<'_, '_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    let widths = Widths::of(site)?;
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (x, y) = (machine.get(a.start + lane), machine.get(b.start + lane));
            let made = if x.taint.is_none() && y.taint.is_none() {
                work(x.bits, y.bits).map_or_else(|| machine.poison(), Lane::of)
            } else {
                let ([x0, x1], [y0, y1]) = (x.extremes(widths.operand), y.extremes(widths.operand));
                let all = [(x0, y0), (x0, y1), (x1, y0), (x1, y1)].map(|(x, y)| work(x, y));
                widths.undecided(x.taint.merge(y.taint), all)
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// Bits of the operands and of the result.
struct Widths {
    operand: u32,
    result: u32,
}

impl Widths {
    fn of(site: &Site<'_, '_>) -> Result<Widths, String> {
        let (operand, result) =
            (site.operand(0)?.layout.scalar().bits(), site.result()?.layout.scalar().bits());
        Ok(Widths { operand, result })
    }

    /// What comes of operands that are undef in part: defined where all that may come of them are alike.
    fn undecided<const N: usize>(&self, taint: Taint, all: [Option<u128>; N]) -> Lane {
        if taint.is_poison() || all.contains(&None) {
            return Lane::tainted(taint);
        }
        let all = all.map(Option::unwrap_or_default);
        let (in_all, in_any) = all.iter().fold((u128::MAX, 0), |(and, or), one| (and & one, or | one));
        Lane::partly(in_all, !(in_all ^ in_any), self.result, taint)
    }
}

/// A shift: how far has to be defined for any of it to be.
pub fn shift(
    site: &Site<'_, '_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    let widths = Widths::of(site)?;
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (x, y) = (machine.get(a.start + lane), machine.get(b.start + lane));
            let made = match (x.taint.is_none(), y.taint.is_none()) {
                (true, true) => work(x.bits, y.bits).map_or_else(|| machine.poison(), Lane::of),
                (false, true) => {
                    widths.undecided(x.taint, x.extremes(widths.operand).map(|x| work(x, y.bits)))
                }
                _ => Lane::tainted(x.taint.merge(y.taint)),
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// A float operation: `work` on the numbers, rounded to the format; poison where a promise is broken.
pub fn float_unary(
    site: &Site<'_, '_>,
    work: impl Fn(f64, Format) -> f64 + 'static,
) -> Result<Action, String> {
    let (format, fast) = (site.format(&site.operand(0)?)?, site.fast());
    unary(site, move |x| {
        let x = decode(format, x);
        rounded(fast, &[x], format, work(x, format))
    })
}

/// The same of two operands.
pub fn float_binary(site: &Site<'_, '_>, work: impl Fn(f64, f64) -> f64 + 'static) -> Result<Action, String> {
    let (format, fast) = (site.format(&site.operand(0)?)?, site.fast());
    binary(site, move |x, y| {
        let (x, y) = (decode(format, x), decode(format, y));
        rounded(fast, &[x, y], format, work(x, y))
    })
}

/// The bits of the nearest number of the format; none, for poison, where an operand or what it is rounded to breaks a promise.
#[inline]
pub fn rounded(fast: Fast, operands: &[f64], format: Format, made: f64) -> Option<u128> {
    let made = format.round(made);
    let kept = fast.allows(made) && operands.iter().all(|value| fast.allows(*value));
    kept.then(|| format.encode(made).into())
}

/// Whether a lane keeps the promises; what is no float makes none.
pub fn keeps(fast: Fast, scalar: Scalar, lane: Lane) -> bool {
    match scalar {
        Scalar::Float(format) if fast != Fast::default() && lane.taint.is_none() => {
            fast.allows(decode(format, lane.bits))
        }
        _ => true,
    }
}

/// A float operation on the bits alone, which leaves a NaN as it is; `work` is given the sign bit too.
pub fn float_bits(
    site: &Site<'_, '_>,
    work: impl Fn(u128, u128) -> u128 + 'static,
) -> Result<Action, String> {
    let (format, fast) = (site.format(&site.operand(0)?)?, site.fast());
    let sign = 1 << (format.bits - 1);
    unary(site, move |x| fast.allows(decode(format, x)).then(|| work(x, sign)))
}

/// The number that bits stand for.
#[inline]
pub fn decode(format: Format, bits: u128) -> f64 {
    match format.bits {
        64 => f64::from_bits(bits as u64),
        32 => f32::from_bits(bits as u32).into(),
        _ => format.decode(bits as u64),
    }
}

/// The bits of the nearest number of the format.
#[inline]
pub fn encode(format: Format, value: f64) -> u128 {
    format.encode(format.round(value)).into()
}
