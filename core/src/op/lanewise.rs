//! Operations that work on each lane by itself.

use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::site::{Fast, Site};
use crate::eval::stop::{Stop, divided};
use crate::eval::types::Scalar;
use crate::semantics::Format;

/// Makes each lane of the result of that lane of the operand.
fn each(site: &Site<'_>, make: impl Fn(&Machine<'_>, Lane) -> Lane + 'static) -> Result<Action, String> {
    let (a, out) = (site.operand(0)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let made = make(machine, machine.get(a.start + lane));
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// The same of two operands.
fn each_of_two(
    site: &Site<'_>,
    make: impl Fn(&Machine<'_>, Lane, Lane) -> Result<Lane, Stop> + 'static,
) -> Result<Action, String> {
    let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let made = make(machine, machine.get(a.start + lane), machine.get(b.start + lane))?;
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// These bits, or poison for none.
fn made(machine: &Machine<'_>, bits: Option<u128>) -> Lane {
    bits.map_or_else(|| machine.poison(), Lane::of)
}

/// One operand; `work` gives the bits, or none for poison.
pub fn unary(site: &Site<'_>, work: impl Fn(u128) -> Option<u128> + 'static) -> Result<Action, String> {
    each(
        site,
        move |machine, x| {
            if x.taint.is_none() { made(machine, work(x.bits)) } else { Lane::tainted(x.taint) }
        },
    )
}

/// Two operands; `work` gives the bits, or none for poison.
pub fn binary(
    site: &Site<'_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    each_of_two(site, move |machine, x, y| {
        let taint = x.taint.merge(y.taint);
        Ok(if taint.is_none() { made(machine, work(x.bits, y.bits)) } else { Lane::tainted(taint) })
    })
}

/// Two operands of which the second may make behaviour undefined at once: then `work` says how.
pub fn dividing(
    site: &Site<'_>,
    work: impl Fn(u128, u128) -> Result<Option<u128>, &'static str> + 'static,
) -> Result<Action, String> {
    each_of_two(site, move |machine, x, y| {
        let divisor = machine.defined(y, "the divisor")?;
        if !x.taint.is_none() {
            return Ok(Lane::tainted(x.taint));
        }
        Ok(made(machine, work(x.bits, divisor).map_err(divided)?))
    })
}

/// Two operands where one that is undef does not matter if the other one is zero.
pub fn annulling(
    site: &Site<'_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    each_of_two(site, move |machine, x, y| {
        let taint = x.taint.merge(y.taint);
        let is_zero = |lane: Lane| lane == Lane::of(0);
        Ok(match () {
            () if taint.is_none() => made(machine, work(x.bits, y.bits)),
            () if taint.is_undef() && (is_zero(x) || is_zero(y)) => Lane::of(0),
            () => Lane::tainted(taint),
        })
    })
}

/// One operand, each bit of which decides bits of the result by itself; `work` gives those, or none for poison.
pub fn bitwise(site: &Site<'_>, work: impl Fn(u128) -> Option<u128> + 'static) -> Result<Action, String> {
    let widths = Widths::of(site)?;
    each(site, move |machine, x| {
        if x.taint.is_none() {
            return made(machine, work(x.bits));
        }
        widths.undecided(x.taint, x.extremes(widths.operand).map(&work))
    })
}

/// Two operands; what a bit of the result is depends on one bit of each.
pub fn bitwise_of_two(
    site: &Site<'_>,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    let widths = Widths::of(site)?;
    each_of_two(site, move |machine, x, y| {
        let taint = x.taint.merge(y.taint);
        if taint.is_none() {
            return Ok(made(machine, work(x.bits, y.bits)));
        }
        let ([x0, x1], [y0, y1]) = (x.extremes(widths.operand), y.extremes(widths.operand));
        let all = [(x0, y0), (x0, y1), (x1, y0), (x1, y1)].map(|(x, y)| work(x, y));
        Ok(widths.undecided(taint, all))
    })
}

/// Bits of the operands and of the result.
struct Widths {
    operand: u32,
    result: u32,
}

impl Widths {
    fn of(site: &Site<'_>) -> Result<Widths, String> {
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
pub fn shift(site: &Site<'_>, work: impl Fn(u128, u128) -> Option<u128> + 'static) -> Result<Action, String> {
    let widths = Widths::of(site)?;
    each_of_two(site, move |machine, x, y| {
        Ok(match (x.taint.is_none(), y.taint.is_none()) {
            (true, true) => made(machine, work(x.bits, y.bits)),
            (false, true) => widths.undecided(x.taint, x.extremes(widths.operand).map(|x| work(x, y.bits))),
            _ => Lane::tainted(x.taint.merge(y.taint)),
        })
    })
}

/// A float operation: `work` on the numbers, rounded to the format; poison where a promise is broken.
pub fn float_unary(site: &Site<'_>, work: impl Fn(f64, Format) -> f64 + 'static) -> Result<Action, String> {
    let (format, fast) = (site.format(&site.operand(0)?)?, site.fast());
    unary(site, move |x| {
        let x = decode(format, x);
        rounded(fast, &[x], format, work(x, format))
    })
}

/// The same of two operands.
pub fn float_binary(site: &Site<'_>, work: impl Fn(f64, f64) -> f64 + 'static) -> Result<Action, String> {
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
pub fn float_bits(site: &Site<'_>, work: impl Fn(u128, u128) -> u128 + 'static) -> Result<Action, String> {
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
