//! Parts of loops: bounds of known trips, counters, and values that are carried from one iteration to the next.

use super::types::{index, truth, width};
use super::{Growth, constant, whole};
use crate::ir::{Attribute, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// The bounds of a loop.
#[derive(Clone, Copy, Debug)]
pub struct LoopBounds {
    /// The first number.
    pub from: Value,
    /// The number at which it ends.
    pub to: Value,
    /// The step, which is positive.
    pub by: Value,
}

/// The bounds of a loop, as numbers.
#[derive(Clone, Copy, Debug)]
pub struct Trips {
    /// The first number.
    pub from: i64,
    /// The number at which it ends.
    pub to: i64,
    /// The step, which is positive.
    pub by: i64,
}

/// Bounds within so many bits: no trip, one or a few, steps other than one, bounds below zero and near both ends.
pub fn trips(growth: &mut Growth<'_>, bits: u32) -> Trips {
    let count = [2, 1, 0, 3, 5, 2, 1, 4][growth.choices.below(8)];
    let by = [1, 1, 2, 3, 7, 5][growth.choices.below(6)];
    let least = -1i64 << (bits.min(64) - 1);
    let most = !least;
    let way = count * by;
    let from = match growth.choices.below(8) {
        0 => least,
        // The number after the last one has to fit.
        1 => most - way - by,
        2 => -way,
        3 => -3,
        4 => 1,
        5 => 7,
        _ => 0,
    };
    let to = match count {
        0 => from.saturating_sub(growth.choices.below(3) as i64).max(least),
        _ => from + way - growth.choices.below(by as usize) as i64,
    };
    Trips { from, to, by }
}

/// Bounds of a loop whose counter has this type. One in three ends at a number that no pass can know.
pub fn bounds(growth: &mut Growth<'_>, ty: &Rc<Type>) -> LoopBounds {
    let Trips { from, to, by } = trips(growth, width(ty));
    let (from_value, by_value) =
        (constant::whole(growth, ty, from.into()), constant::whole(growth, ty, by.into()));
    let trips = (to - from).max(0) / by + 1;
    let end = match growth.choices.below(3) {
        0 => {
            let (any, most) = (growth.value(ty), constant::whole(growth, ty, trips.into()));
            let count = whole::remainder(growth, any, most);
            let way = whole::multiply(growth, count, by_value);
            whole::add(growth, from_value, way)
        }
        _ => constant::whole(growth, ty, to.into()),
    };
    LoopBounds { from: from_value, to: end, by: by_value }
}

/// A truth that is made of values in reach.
pub fn condition(growth: &mut Growth<'_>) -> Value {
    growth.value(&truth())
}

/// An index below a number of choices, or now and then past it.
pub fn choice(growth: &mut Growth<'_>, among: usize) -> Value {
    let (any, among) = (growth.value(&index()), constant::index(growth, among as u64));
    whole::remainder(growth, any, among)
}

/// Compares two integers by the predicate of that number.
pub fn compared(growth: &mut Growth<'_>, predicate: i64, left: Value, right: Value) -> Value {
    let name = growth.named(&growth.ty(left), "arith.cmpi", "llvm.icmp");
    let predicate = Attribute::of_int(Element::I64, predicate);
    growth.hidden(name, &[left, right], &truth(), &[("predicate", predicate)])
}

/// The predicate that the left number is less than the right one, both without sign.
pub const BELOW: i64 = 6;

/// `operandSegmentSizes` of these numbers.
pub fn segments(counts: &[usize]) -> (&'static str, Attribute) {
    let counts = counts.iter().map(|count| *count as i64).collect();
    ("operandSegmentSizes", Attribute::array(Element::I32, counts))
}
