//! Repairs of views and slices: parts lie within what they are parts of.

use super::site::{Predicate, RepairSite, Room};
use crate::ir::{Attribute, MemrefLayout, Type, Value};

/// Stands in a list of static numbers for one that is an operand.
pub const DYNAMIC: i64 = i64::MIN;

/// A number of a slice: known, or the operand at a place.
#[derive(Clone, Copy)]
enum SliceNumber {
    Known(i64),
    Operand(usize),
}

/// Offsets, sizes and strides of a slice by dimension, from the place of the first of their operands on.
fn slice_of(site: &RepairSite<'_>, mut operand: usize) -> Option<[Vec<SliceNumber>; 3]> {
    let mut list = |name: &str| {
        let Some(Attribute::Ints(_, numbers)) = site.op().attribute(name) else { return None };
        let number = |number: &i64| {
            if *number == DYNAMIC {
                operand += 1;
                SliceNumber::Operand(operand - 1)
            } else {
                SliceNumber::Known(*number)
            }
        };
        Some(numbers.iter().map(number).collect())
    };
    Some([list("static_offsets")?, list("static_sizes")?, list("static_strides")?])
}

impl SliceNumber {
    fn value(self, site: &mut RepairSite<'_>) -> Option<Value> {
        match self {
            SliceNumber::Known(number) => Some(site.index(number.into())),
            SliceNumber::Operand(place) => site.operand(place),
        }
    }

    fn known(self, site: &RepairSite<'_>) -> Option<i128> {
        match self {
            SliceNumber::Known(number) => Some(number.into()),
            SliceNumber::Operand(place) => site.number(site.operand(place)?),
        }
    }
}

/// A slice lies within the extents of what it is taken from or put into, whose place among the operands is `whole`. One that does not
/// begins at the first element, has a stride of one, and is empty where its size is an operand; where that does not help, it is not taken.
pub fn slice(site: &mut RepairSite<'_>, whole: usize, first: usize) -> Option<bool> {
    let base = site.operand(whole)?;
    let (is_changed, needed) = fitted(site, base, first)?;
    taken_where(site, base, is_changed, &needed)
}

/// The operation, where these conditions hold.
fn taken_where(site: &mut RepairSite<'_>, base: Value, is_changed: bool, needed: &[Value]) -> Option<bool> {
    match site.all_of(needed) {
        Some(condition) => site.guard_keeping(condition, base).then_some(true),
        None => Some(is_changed),
    }
}

/// Changes the numbers of a slice that are operands: true if one is another now, and the conditions that the slice fits then.
fn fitted(site: &mut RepairSite<'_>, base: Value, first: usize) -> Option<(bool, Vec<Value>)> {
    let rooms = site.rooms(base)?;
    let [offsets, sizes, strides] = slice_of(site, first)?;
    let (mut is_changed, mut needed) = (false, Vec::new());
    for (place, room) in rooms.iter().enumerate() {
        let [offset, size, stride] = [*offsets.get(place)?, *sizes.get(place)?, *strides.get(place)?];
        if let (Some(offset), Some(size), Some(stride), Room::Known(extent)) =
            (offset.known(site), size.known(site), stride.known(site), room)
        {
            let last = offset + (size - 1) * stride;
            let inside = |at: i128| (0..i128::from(*extent)).contains(&at);
            if size == 0 && (0..=i128::from(*extent)).contains(&offset)
                || size > 0 && inside(offset) && inside(last)
            {
                continue;
            }
        }
        is_changed = true;
        let fits = fits(site, *room, [offset, size, stride])?;
        let (zero, one) = (site.index(0), site.index(1));
        let mut is_sure = false;
        for (number, instead) in [(offset, zero), (size, zero), (stride, one)] {
            if let SliceNumber::Operand(at) = number {
                let old = site.operand(at)?;
                let chosen = site.select(fits, old, instead);
                site.op_mut().operands[at] = chosen;
                is_sure |= at == size_place(size);
            }
        }
        let offset_is_free =
            matches!(offset, SliceNumber::Operand(_)) || matches!(offset, SliceNumber::Known(0));
        if !(is_sure && offset_is_free) {
            let moved = [offset, size, stride];
            needed.push(self::fits(site, *room, moved)?);
        }
    }
    Some((is_changed, needed))
}

/// A slice that something is put into: it also has the extents of what is put there.
pub fn inserted(site: &mut RepairSite<'_>) -> Option<bool> {
    let (source, whole) = (site.operand(0)?, site.operand(1)?);
    let (is_changed, mut needed) = fitted(site, whole, 2)?;
    let extents = site.shape(source)?;
    let [_, sizes, _] = slice_of(site, 2)?;
    if sizes.len() == extents.len() {
        for (place, (size, extent)) in sizes.iter().zip(&extents).enumerate() {
            if let (SliceNumber::Known(_), Some(_)) = (size, extent) {
                continue;
            }
            let (size, extent) = (size.value(site)?, site.extent_of(source, place)?);
            needed.push(site.compare(Predicate::Equal, size, extent));
        }
    } else if !extents.iter().all(Option::is_some)
        || sizes.iter().any(|size| matches!(size, SliceNumber::Operand(_)))
    {
        return None;
    }
    taken_where(site, whole, is_changed, &needed)
}

fn size_place(size: SliceNumber) -> usize {
    match size {
        SliceNumber::Operand(at) => at,
        SliceNumber::Known(_) => usize::MAX,
    }
}

/// The condition that a slice lies within an extent. Numbers that would overflow are none: a size is at most the extent, and a stride counts
/// from a size of two on and is at most the extent in either direction.
fn fits(site: &mut RepairSite<'_>, room: Room, [offset, size, stride]: [SliceNumber; 3]) -> Option<Value> {
    let extent = site.room(room);
    let (offset, size, stride) = (offset.value(site)?, size.value(site)?, stride.value(site)?);
    let (zero, one) = (site.index(0), site.index(1));
    let is_some = site.compare(Predicate::SignedGreater, size, zero);
    let small = site.compare(Predicate::UnsignedAtMost, size, extent);
    let begins = site.compare(Predicate::UnsignedLess, offset, extent);
    let negated = site.binary("arith.subi", zero, extent);
    let [not_past, not_before] = [
        site.compare(Predicate::SignedAtMost, stride, extent),
        site.compare(Predicate::SignedAtLeast, stride, negated),
    ];
    let steps = site.binary("arith.subi", size, one);
    let way = site.binary("arith.muli", steps, stride);
    let last = site.binary("arith.addi", offset, way);
    let ends = site.compare(Predicate::UnsignedLess, last, extent);
    let is_one = site.compare(Predicate::Equal, size, one);
    let tame = site.all_of(&[not_past, not_before, ends])?;
    let tame = site.binary("arith.ori", is_one, tame);
    let lies = site.all_of(&[is_some, small, begins, tame])?;
    let is_empty = site.compare(Predicate::Equal, size, zero);
    let begins = site.compare(Predicate::UnsignedAtMost, offset, extent);
    let empty = site.binary("arith.andi", is_empty, begins);
    Some(site.binary("arith.ori", lies, empty))
}

/// A view of a buffer by offset, sizes and strides of any choice: all its elements lie in the buffer, which has no layout of its own, or there
/// are none.
pub fn reinterpreted(site: &mut RepairSite<'_>) -> Option<bool> {
    let source = site.operand(0)?;
    let result = *site.op().results.first()?;
    let to = site.ty(result);
    if !matches!(&*site.ty(source), Type::Memref { layout: MemrefLayout::Identity, .. }) {
        return None;
    }
    let [offsets, sizes, strides] = slice_of(site, 1)?;
    let rooms = site.rooms(source)?;
    let known: Option<Vec<i128>> =
        [&offsets, &sizes, &strides].into_iter().flatten().map(|number| number.known(site)).collect();
    let whole: Option<i128> = rooms
        .iter()
        .map(|room| if let Room::Known(extent) = room { Some(i128::from(*extent)) } else { None })
        .product();
    if let (Some(known), Some(whole)) = (known, whole) {
        let (sizes, strides) = known[1..].split_at(sizes.len());
        let is_sized = sizes.iter().all(|size| *size >= 0);
        let is_empty = sizes.contains(&0);
        let ends: Vec<i128> = sizes.iter().zip(strides).map(|(size, stride)| (size - 1) * stride).collect();
        let last = known[0] + ends.iter().filter(|end| **end > 0).sum::<i128>();
        let least = known[0] + ends.iter().filter(|end| **end < 0).sum::<i128>();
        if is_sized && (is_empty || (least >= 0 && last < whole)) {
            return Some(false);
        }
    }
    let rooms: Vec<Value> = rooms.into_iter().map(|room| site.room(room)).collect();
    let whole = product(site, &rooms);
    let (zero, one) = (site.index(0), site.index(1));
    let farthest = site.binary("arith.subi", zero, whole);
    let offset = offsets.first()?.value(site)?;
    let (mut least, mut last) = (offset, offset);
    let (mut sized, mut empty) = (Vec::new(), Vec::new());
    let mut inside = vec![site.compare(Predicate::UnsignedLess, offset, whole)];
    for (size, stride) in sizes.iter().zip(&strides) {
        let (size, stride) = (size.value(site)?, stride.value(site)?);
        sized.push(site.compare(Predicate::SignedAtLeast, size, zero));
        empty.push(site.compare(Predicate::Equal, size, zero));
        // A dimension of one element, or one that stays where it is, reaches nowhere. Numbers of others are too small to overflow.
        let is_single = site.compare(Predicate::Equal, size, one);
        let stays = site.compare(Predicate::Equal, stride, zero);
        let reaches_nowhere = site.binary("arith.ori", is_single, stays);
        let steps = site.binary("arith.subi", size, one);
        let [steps, stride] = [steps, stride].map(|number| site.select(reaches_nowhere, zero, number));
        inside.push(site.compare(Predicate::UnsignedAtMost, steps, whole));
        inside.push(site.compare(Predicate::SignedAtMost, stride, whole));
        inside.push(site.compare(Predicate::SignedAtLeast, stride, farthest));
        let way = site.binary("arith.muli", steps, stride);
        let [back, forth] = ["arith.minsi", "arith.maxsi"].map(|name| site.binary(name, way, zero));
        least = site.binary("arith.addi", least, back);
        last = site.binary("arith.addi", last, forth);
    }
    inside.push(site.compare(Predicate::SignedAtLeast, least, zero));
    inside.push(site.compare(Predicate::SignedLess, last, whole));
    let mut condition = site.all_of(&inside)?;
    for is_empty in empty {
        condition = site.binary("arith.ori", condition, is_empty);
    }
    sized.push(condition);
    let condition = site.all_of(&sized)?;
    site.guard(condition, |site| Some(vec![site.nothing(&to)?])).then_some(true)
}

/// A typed view of bytes: it ends within them, and begins at a place that its elements are aligned to.
pub fn view(site: &mut RepairSite<'_>) -> Option<bool> {
    let (source, shift) = (site.operand(0)?, site.operand(1)?);
    let result = *site.op().results.first()?;
    let to = site.ty(result);
    let Type::Memref { shape, element, .. } = &*to else { return None };
    let bytes = i128::from(super::site::element(element).width()?.div_ceil(8).next_power_of_two());
    let lanes = match &**element {
        Type::Vector(shape, _) => shape.iter().map(|(extent, _)| i128::from(*extent)).product(),
        _ => 1,
    };
    let length = site.extent_of(source, 0)?;
    let mut next = 2;
    let mut extents = Vec::new();
    for extent in shape {
        match extent {
            Some(extent) => extents.push(site.index((*extent).into())),
            None => {
                extents.push(site.operand(next)?);
                next += 1;
            }
        }
    }
    let mut claims = vec![site.compare(Predicate::UnsignedAtMost, shift, length)];
    for extent in &extents {
        claims.push(site.compare(Predicate::UnsignedAtMost, *extent, length));
    }
    let count = product(site, &extents);
    claims.push(site.compare(Predicate::UnsignedAtMost, count, length));
    let size = site.index(bytes * lanes);
    let taken = site.binary("arith.muli", count, size);
    let end = site.binary("arith.addi", shift, taken);
    claims.push(site.compare(Predicate::UnsignedAtMost, end, length));
    let align = site.index(bytes);
    let past = site.binary("arith.remui", shift, align);
    let zero = site.index(0);
    claims.push(site.compare(Predicate::Equal, past, zero));
    let condition = site.all_of(&claims)?;
    site.guard(condition, |site| Some(vec![site.nothing(&to)?])).then_some(true)
}

/// The product of extents.
pub fn product(site: &mut RepairSite<'_>, extents: &[Value]) -> Value {
    let one = site.index(1);
    extents.iter().copied().fold(one, |all, next| site.binary("arith.muli", all, next))
}
