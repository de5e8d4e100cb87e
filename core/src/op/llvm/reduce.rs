//! Reductions of a vector to one number, from the first element on.

use super::float::{maximum, minimum};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::site::{Fast, Site};
use crate::eval::stop::Rule;
use crate::grow::families;
use crate::observe::{Form, Lack};
use crate::op::lanewise::{decode, made, rounded, rounded_sum};
use crate::op::{Row, row};
use crate::semantics::Format;

const LLVM_PREDICATED_LENGTH: Rule =
    Rule::new("llvm_predicated_length", "a predicated reduction of more elements than there are");

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.intr.vector.reduce.add", |site| integers(site, |x, y, _| x.wrapping_add(y)))
        .grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.mul", |site| integers(site, |x, y, _| x.wrapping_mul(y)))
        .grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.and", |site| integers(site, |x, y, _| x & y))
        .grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.or", |site| integers(site, |x, y, _| x | y))
        .grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.xor", |site| integers(site, |x, y, _| x ^ y))
        .grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.smax", |site| integers(site, greatest)).grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.smin", |site| integers(site, least)).grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.umax", |site| integers(site, |x, y, _| x.max(y)))
        .grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.umin", |site| integers(site, |x, y, _| x.min(y)))
        .grown(families::integer_reduction),
    row("llvm.intr.vector.reduce.fadd", |site| floats(site, true, rounded_sum)),
    row("llvm.intr.vector.reduce.fmul", |site| floats(site, true, of(|x, y| x * y))),
    row("llvm.intr.vector.reduce.fmax", |site| floats(site, false, of(f64::max))),
    row("llvm.intr.vector.reduce.fmin", |site| floats(site, false, of(f64::min))),
    row("llvm.intr.vector.reduce.fmaximum", |site| floats(site, false, of(maximum))),
    row("llvm.intr.vector.reduce.fminimum", |site| floats(site, false, of(minimum))),
    row("llvm.intr.vp.reduce.add", |site| predicated_integers(site, |x, y, _| x.wrapping_add(y))),
    row("llvm.intr.vp.reduce.mul", |site| predicated_integers(site, |x, y, _| x.wrapping_mul(y))),
    row("llvm.intr.vp.reduce.and", |site| predicated_integers(site, |x, y, _| x & y)),
    row("llvm.intr.vp.reduce.or", |site| predicated_integers(site, |x, y, _| x | y)),
    row("llvm.intr.vp.reduce.xor", |site| predicated_integers(site, |x, y, _| x ^ y)),
    row("llvm.intr.vp.reduce.smax", |site| predicated_integers(site, greatest)),
    row("llvm.intr.vp.reduce.smin", |site| predicated_integers(site, least)),
    row("llvm.intr.vp.reduce.umax", |site| predicated_integers(site, |x, y, _| x.max(y))),
    row("llvm.intr.vp.reduce.umin", |site| predicated_integers(site, |x, y, _| x.min(y))),
    row("llvm.intr.vp.reduce.fadd", |site| predicated_floats(site, rounded_sum)),
    row("llvm.intr.vp.reduce.fmul", |site| predicated_floats(site, of(|x, y| x * y))),
    row("llvm.intr.vp.reduce.fmax", |site| predicated_floats(site, of(f64::max))),
    row("llvm.intr.vp.reduce.fmin", |site| predicated_floats(site, of(f64::min))),
];

fn greatest(x: u128, y: u128, width: u32) -> u128 {
    if signed(x, width) > signed(y, width) { x } else { y }
}

fn least(x: u128, y: u128, width: u32) -> u128 {
    if signed(x, width) < signed(y, width) { x } else { y }
}

fn integers(site: &Site<'_>, work: fn(u128, u128, u32) -> u128) -> Result<Action, Lack> {
    let (a, out) = (site.operand(0)?, site.result()?.slot.start);
    let width = a.layout.scalar().bits();
    fold(site.node.name, a.slot, None, out, move |x, y| Some(work(x, y, width) & mask(width)))
}

/// Two numbers combined and rounded.
trait Combine: Fn(Fast, [f64; 2], Format) -> Option<u128> + 'static {}

impl<F: Fn(Fast, [f64; 2], Format) -> Option<u128> + 'static> Combine for F {}

fn of(work: fn(f64, f64) -> f64) -> impl Combine {
    move |fast: Fast, [x, y]: [f64; 2], format: Format| rounded(fast, &[x, y], format, work(x, y))
}

/// With a number to begin with, where `begun`.
fn floats(site: &Site<'_>, begun: bool, work: impl Combine) -> Result<Action, Lack> {
    let a = site.operand(usize::from(begun))?;
    let first = if begun { Some(site.operand(0)?.slot.start) } else { None };
    let (format, fast, out) = (site.format(&a)?, site.fast(), site.result()?.slot.start);
    fold(site.node.name, a.slot, first, out, move |x, y| {
        work(fast, [decode(format, x), decode(format, y)], format)
    })
}

/// A fold of a number to begin with and a vector, under a mask and up to a length.
fn predicated_integers(site: &Site<'_>, work: fn(u128, u128, u32) -> u128) -> Result<Action, Lack> {
    let width = site.operand(1)?.layout.scalar().bits();
    predicated(site, move |x, y| Some(work(x, y, width) & mask(width)))
}

fn predicated_floats(site: &Site<'_>, work: impl Combine) -> Result<Action, Lack> {
    let (format, fast) = (site.format(&site.operand(1)?)?, site.fast());
    predicated(site, move |x, y| work(fast, [decode(format, x), decode(format, y)], format))
}

/// Elements that the mask leaves out, or that lie behind the length, do not count. A length beyond that of the vector is undefined
/// (LangRef, "Vector Predication Intrinsics").
fn predicated(site: &Site<'_>, work: impl Fn(u128, u128) -> Option<u128> + 'static) -> Result<Action, Lack> {
    let (first, a, on) = (site.operand(0)?.slot.start, site.operand(1)?.slot, site.operand(2)?.slot);
    let (length, out) = (site.operand(3)?.slot.start, site.result()?.slot.start);
    if on.lanes != a.lanes {
        return Err(site.lacks(Form::MaskLength));
    }
    Ok(Box::new(move |machine| {
        let length = machine.defined(machine.get(length), "the length of a predicated reduction")?;
        if length > a.lanes.into() {
            return Err(LLVM_PREDICATED_LENGTH.undefined(&[]));
        }
        let mut made = machine.get(first);
        for lane in 0..length as u32 {
            let (on, next) = (machine.get(on.start + lane), machine.get(a.start + lane));
            made = match (on.taint.is_none(), on.bits) {
                (false, _) => Lane::tainted(made.taint.merge(on.taint)),
                (true, 0) => made,
                (true, _) => combined(machine, made, next, &work),
            };
        }
        machine.set(out, made);
        Ok(Next::On)
    }))
}

/// One value of two.
fn combined(machine: &Machine<'_>, x: Lane, y: Lane, work: &impl Fn(u128, u128) -> Option<u128>) -> Lane {
    let taint = x.taint.merge(y.taint);
    match taint.is_none() {
        true => made(machine, work(x.bits, y.bits)),
        false => Lane::tainted(taint),
    }
}

fn fold(
    name: &str,
    a: crate::eval::machine::Slot,
    first: Option<u32>,
    out: u32,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, Lack> {
    if a.lanes == 0 {
        return Err(Lack::form(name, Form::Nothing));
    }
    Ok(Box::new(move |machine| {
        let (mut made, rest) = match first {
            Some(first) => (machine.get(first), 0),
            None => (machine.get(a.start), 1),
        };
        for lane in rest..a.lanes {
            made = combined(machine, made, machine.get(a.start + lane), &work);
        }
        machine.set(out, made);
        Ok(Next::On)
    }))
}

#[cfg(test)]
mod tests {
    use crate::eval::StopKind;
    use crate::op::testing::{bits, stopped};

    fn reduced(name: &str, mask: &str, length: u32) -> String {
        format!(
            r#"%s = "llvm.mlir.constant"() <{{value = 10 : i8}}> : () -> i8
            %v = "llvm.mlir.constant"() <{{value = dense<[1, -2, 3, 100]> : vector<4xi8>}}> : () -> vector<4xi8>
            %m = "llvm.mlir.constant"() <{{value = dense<{mask}> : vector<4xi1>}}> : () -> vector<4xi1>
            %n = "llvm.mlir.constant"() <{{value = {length} : i32}}> : () -> i32
            %r = "llvm.intr.vp.reduce.{name}"(%s, %v, %m, %n) : (i8, vector<4xi8>, vector<4xi1>, i32) -> i8
            "func.return"(%r) : (i8) -> ()"#
        )
    }

    #[test]
    fn what_is_masked_off_or_behind_the_length_does_not_count() {
        let one = |name: &str, mask: &str, length: u32| bits("i8", &reduced(name, mask, length))[0];
        assert_eq!(one("add", "[true, false, true, true]", 3), Some(14));
        assert_eq!(one("add", "true", 4), Some(112));
        assert_eq!(one("smin", "true", 4), Some(0xfe));
        assert_eq!((one("umax", "true", 4), one("umax", "true", 0)), (Some(0xfe), Some(10)));
        assert_eq!(one("mul", "false", 4), Some(10));
        let ended = stopped("i8", &reduced("add", "true", 5));
        assert_eq!(ended.map(|ended| ended.0), Some(StopKind::Undefined));
    }
}
