//! Reductions of a vector to one number, from the first element on.

use super::float::{maximum, minimum};
use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::op::lanewise::{decode, rounded};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.intr.vector.reduce.add", |site| integers(site, |x, y, _| x.wrapping_add(y))),
    row("llvm.intr.vector.reduce.mul", |site| integers(site, |x, y, _| x.wrapping_mul(y))),
    row("llvm.intr.vector.reduce.and", |site| integers(site, |x, y, _| x & y)),
    row("llvm.intr.vector.reduce.or", |site| integers(site, |x, y, _| x | y)),
    row("llvm.intr.vector.reduce.xor", |site| integers(site, |x, y, _| x ^ y)),
    row("llvm.intr.vector.reduce.smax", |site| {
        integers(site, |x, y, w| if signed(x, w) > signed(y, w) { x } else { y })
    }),
    row("llvm.intr.vector.reduce.smin", |site| {
        integers(site, |x, y, w| if signed(x, w) < signed(y, w) { x } else { y })
    }),
    row("llvm.intr.vector.reduce.umax", |site| integers(site, |x, y, _| x.max(y))),
    row("llvm.intr.vector.reduce.umin", |site| integers(site, |x, y, _| x.min(y))),
    row("llvm.intr.vector.reduce.fadd", |site| floats(site, true, |x, y| x + y)),
    row("llvm.intr.vector.reduce.fmul", |site| floats(site, true, |x, y| x * y)),
    row("llvm.intr.vector.reduce.fmax", |site| floats(site, false, f64::max)),
    row("llvm.intr.vector.reduce.fmin", |site| floats(site, false, f64::min)),
    row("llvm.intr.vector.reduce.fmaximum", |site| floats(site, false, maximum)),
    row("llvm.intr.vector.reduce.fminimum", |site| floats(site, false, minimum)),
];

fn integers(site: &Site<'_>, work: fn(u128, u128, u32) -> u128) -> Result<Action, String> {
    let (a, out) = (site.operand(0)?, site.result()?.slot.start);
    let width = a.layout.scalar().bits();
    fold(a.slot, None, out, move |x, y| Some(work(x, y, width) & mask(width)))
}

/// With a number to begin with, where `begun`.
fn floats(site: &Site<'_>, begun: bool, work: fn(f64, f64) -> f64) -> Result<Action, String> {
    let a = site.operand(usize::from(begun))?;
    let first = if begun { Some(site.operand(0)?.slot.start) } else { None };
    let (format, fast, out) = (site.format(&a)?, site.fast(), site.result()?.slot.start);
    fold(a.slot, first, out, move |x, y| {
        let (x, y) = (decode(format, x), decode(format, y));
        rounded(fast, &[x, y], format, work(x, y))
    })
}

fn fold(
    a: crate::eval::machine::Slot,
    first: Option<u32>,
    out: u32,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, String> {
    if a.lanes == 0 {
        return Err("a reduction of nothing".to_owned());
    }
    Ok(Box::new(move |machine| {
        let (mut made, rest) = match first {
            Some(first) => (machine.get(first), 0),
            None => (machine.get(a.start), 1),
        };
        for lane in rest..a.lanes {
            let next = machine.get(a.start + lane);
            let taint = made.taint.merge(next.taint);
            made = match taint.is_none() {
                true => work(made.bits, next.bits).map_or_else(|| machine.poison(), Lane::of),
                false => Lane::tainted(taint),
            };
        }
        machine.set(out, made);
        Ok(Next::On)
    }))
}
