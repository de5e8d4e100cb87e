//! Comparisons and choices.

use super::arithmetic::width;
use crate::eval::lane::{Lane, signed};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::{Fast, Site};
use crate::eval::types::Scalar;
use crate::grow::families;
use crate::observe::{Form, Lack};
use crate::op::lanewise::{binary, decode, elements, keeps};
use crate::op::{Row, row};
use std::cmp::Ordering;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.icmp", icmp).grown(families::integer_compare),
    row("llvm.fcmp", fcmp).grown(families::float_compare),
    row("llvm.select", select).grown(families::select),
    row("llvm.intr.ucmp", |site| three_way(site, false)),
    row("llvm.intr.scmp", |site| three_way(site, true)),
];

/// Compares integers or pointers by the number of a predicate.
pub fn icmp(site: &Site<'_>) -> Result<Action, Lack> {
    compare_integers(site, site.int("predicate"))
}

/// Compares integers or pointers by this predicate.
pub fn compare_integers(site: &Site<'_>, predicate: i128) -> Result<Action, Lack> {
    let width = width(site)?;
    let holds: fn(u128, u128, u32) -> bool = match predicate {
        0 => |x, y, _| x == y,
        1 => |x, y, _| x != y,
        2 => |x, y, w| signed(x, w) < signed(y, w),
        3 => |x, y, w| signed(x, w) <= signed(y, w),
        4 => |x, y, w| signed(x, w) > signed(y, w),
        5 => |x, y, w| signed(x, w) >= signed(y, w),
        6 => |x, y, _| x < y,
        7 => |x, y, _| x <= y,
        8 => |x, y, _| x > y,
        9 => |x, y, _| x >= y,
        other => return Err(site.lacks(Form::value("predicate", other))),
    };
    binary(site, move |x, y| Some(holds(x, y, width).into()))
}

/// For which orders each predicate holds: equal is 1, greater 2, less 4, unordered 8.
const ORDERS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15];

/// Compares floats by the number of a predicate.
pub fn fcmp(site: &Site<'_>) -> Result<Action, Lack> {
    let predicate = *ORDERS
        .get(site.int("predicate") as usize)
        .ok_or_else(|| site.lacks(Form::value("predicate", site.int("predicate"))))?;
    let (format, fast) = (site.operand_format(0)?, site.fast());
    binary(site, move |x, y| {
        let (x, y) = (decode(format, x), decode(format, y));
        let bit = match x.partial_cmp(&fast.world.compared(format, x, y)) {
            Some(Ordering::Equal) => 1,
            Some(Ordering::Greater) => 2,
            Some(Ordering::Less) => 4,
            None => 8,
        };
        (fast.allows(x) && fast.allows(y)).then(|| u128::from(predicate & bit != 0))
    })
}

/// One of two values by a bit, or each element by a bit of its own. That the other one is poison does not matter.
pub fn select(site: &Site<'_>) -> Result<Action, Lack> {
    let (chooses, made) = (site.operand(0)?.layout.scalar(), site.result()?.layout.scalar());
    if chooses == Scalar::Tensor || made == Scalar::Tensor && site.fast().promises() {
        let (fast, scalar) = (site.fast(), site.result_scalar(0)?);
        return elements(site, move |machine, [chosen, then, other]| {
            let value = match chosen.taint.is_none() {
                true if chosen.bits != 0 => then,
                true => other,
                false => Lane::tainted(chosen.taint),
            };
            Ok([if keeps(fast, scalar, value) { value } else { machine.poison() }])
        });
    }
    let (condition, then) = (site.operand(0)?.slot, site.operand(1)?.slot);
    let (other, out) = (site.operand(2)?.slot, site.result()?.slot);
    let (fast, result) = (site.fast(), site.result()?.layout.scalar());
    if condition.lanes == 1 {
        return Ok(Box::new(move |machine| {
            let chosen = machine.get(condition.start);
            if chosen.taint.is_none() {
                machine.copy(out, if chosen.bits != 0 { then } else { other });
                hold(machine, fast, result, out);
            } else {
                machine.value_mut(out).fill(Lane::tainted(chosen.taint));
            }
            Ok(Next::On)
        }));
    }
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let chosen = machine.get(condition.start + lane);
            let value = if chosen.taint.is_none() {
                machine.get(if chosen.bits != 0 { then.start } else { other.start } + lane)
            } else {
                Lane::tainted(chosen.taint)
            };
            machine.set(out.start + lane, value);
        }
        hold(machine, fast, result, out);
        Ok(Next::On)
    }))
}

/// Makes poison of floats that break a promise.
fn hold(machine: &mut Machine<'_>, fast: Fast, scalar: Scalar, value: Slot) {
    if !fast.promises() {
        return;
    }
    for lane in value.start..value.start + value.lanes {
        if !keeps(fast, scalar, machine.get(lane)) {
            let poison = machine.poison();
            machine.set(lane, poison);
        }
    }
}

fn three_way(site: &Site<'_>, of_signed: bool) -> Result<Action, Lack> {
    let (width, made) = (site.operand(0)?.layout.scalar().bits(), site.result()?.layout.scalar().bits());
    binary(site, move |x, y| {
        let order = if of_signed { signed(x, width).cmp(&signed(y, width)) } else { x.cmp(&y) };
        Some(order as i8 as u128 & crate::eval::lane::mask(made))
    })
}
