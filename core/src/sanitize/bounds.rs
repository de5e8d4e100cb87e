//! Repairs of accesses: indices that lie within their extents, masks that leave out what lies outside, and dimensions that are there.

use super::site::{Predicate, RepairSite, Room, boolean, element, with_element};
use crate::ir::{self, Attribute, Attributes, Dense, Type, Value};
use crate::observe::Element;
use std::collections::HashSet;
use std::rc::Rc;

/// Operands of an access: the place of the memref or tensor, and of its first index.
pub type Subscripted = (usize, usize);

/// An access to one element.
pub fn element_at(site: &mut RepairSite<'_>, (base, first): Subscripted) -> Option<bool> {
    let rank = site.shape(site.operand(base)?)?.len();
    within(site, (base, first), &vec![1; rank])
}

/// An access to a vector that lies in the innermost dimensions.
pub fn vector_at(site: &mut RepairSite<'_>, access: Subscripted, vector: Value) -> Option<bool> {
    let rank = site.shape(site.operand(access.0)?)?.len();
    let Type::Vector(shape, _) = &*site.ty(vector) else { return None };
    if shape.iter().any(|(_, scalable)| *scalable) || shape.len() > rank {
        return None;
    }
    let mut spans = vec![1; rank - shape.len()];
    spans.extend(shape.iter().map(|(extent, _)| *extent));
    within(site, access, &spans)
}

/// Lets each index begin a span that ends within its extent. Where an extent has no room for its span nothing is accessed.
fn within(site: &mut RepairSite<'_>, (base, first): Subscripted, spans: &[u64]) -> Option<bool> {
    let based = site.operand(base)?;
    let rooms = site.rooms(based)?;
    let (mut is_changed, mut needed, mut is_empty) = (false, Vec::new(), false);
    for (place, (room, span)) in rooms.iter().zip(spans).enumerate() {
        let index = site.operand(first + place)?;
        is_empty |= matches!(room, Room::Known(extent) if extent < span);
        if let (Room::Known(extent), Some(number)) = (room, site.number(index))
            && number >= 0
            && number + i128::from(*span) <= i128::from(*extent)
        {
            continue;
        }
        is_changed = true;
        // The number of places where a span may begin; none below zero, so a comparison without signs tells.
        let extent = site.room(*room);
        let places = match span {
            1 => extent,
            span => {
                let before = site.index(i128::from(*span) - 1);
                site.binary("arith.subi", extent, before)
            }
        };
        if let Room::Read(_) = room {
            let span = site.index((*span).into());
            needed.push(site.compare(Predicate::SignedAtLeast, extent, span));
        }
        let fits = site.compare(Predicate::UnsignedLess, index, places);
        let zero = site.index(0);
        let chosen = site.select(fits, index, zero);
        site.op_mut().operands[first + place] = chosen;
    }
    if is_empty {
        let never = site.emit(
            "arith.constant",
            &[],
            ir::attributes([(ir::name("value"), Attribute::flag(false))]),
            &boolean(),
        );
        needed = vec![never];
    }
    if let Some(condition) = site.all_of(&needed) {
        return site.guard_keeping(condition, based).then_some(true);
    }
    Some(is_changed)
}

/// A dimension that a shaped value is asked for.
pub fn dimension(site: &mut RepairSite<'_>) -> Option<bool> {
    let (shaped, asked) = (site.operand(0)?, site.operand(1)?);
    let Some(shape) = site.shape(shaped) else {
        let name =
            if matches!(&*site.ty(shaped), Type::UnrankedTensor(_)) { "tensor.rank" } else { "memref.rank" };
        let rank = site.emit(name, &[shaped], Attributes::default(), &Rc::new(Type::Index));
        return guarded_dimension(site, asked, rank);
    };
    let rank = i128::try_from(shape.len()).ok()?;
    if site.number(asked).is_some_and(|asked| (0..rank).contains(&asked)) {
        return Some(false);
    }
    let rank = site.index(rank);
    if shape.is_empty() {
        return guarded_dimension(site, asked, rank);
    }
    let fits = site.compare(Predicate::UnsignedLess, asked, rank);
    let zero = site.index(0);
    let chosen = site.select(fits, asked, zero);
    site.op_mut().operands[1] = chosen;
    Some(true)
}

fn guarded_dimension(site: &mut RepairSite<'_>, asked: Value, rank: Value) -> Option<bool> {
    let fits = site.compare(Predicate::UnsignedLess, asked, rank);
    site.guard(fits, |site| Some(vec![site.index(0)])).then_some(true)
}

/// Positions in a vector: -1, or one past the end, becomes the first.
pub fn vector_position(site: &mut RepairSite<'_>, vector: usize) -> Option<bool> {
    let Type::Vector(shape, _) = &*site.ty(site.operand(vector)?) else { return None };
    if shape.iter().any(|(_, scalable)| *scalable) {
        return None;
    }
    let Some(Attribute::Ints(ty, positions)) = site.op().attribute("static_position").cloned() else {
        return None;
    };
    let (mut positions, ty) = (positions, ty);
    let (mut next, mut is_changed) = (vector + 1, false);
    for (position, (extent, _)) in positions.iter_mut().zip(shape) {
        if *position == i64::MIN {
            let index = site.operand(next)?;
            if !site.number(index).is_some_and(|index| (0..i128::from(*extent)).contains(&index)) {
                let room = site.index((*extent).into());
                let fits = site.compare(Predicate::UnsignedLess, index, room);
                let zero = site.index(0);
                let chosen = site.select(fits, index, zero);
                site.op_mut().operands[next] = chosen;
                is_changed = true;
            }
            next += 1;
        } else if *position < 0 {
            *position = 0;
            is_changed = true;
        }
    }
    set(site, "static_position", Attribute::Ints(ty, positions));
    Some(is_changed)
}

/// The position of an element as an operand: one past the end becomes the first.
pub fn vector_element(site: &mut RepairSite<'_>, (vector, position): Subscripted) -> Option<bool> {
    let Some(index) = site.operand(position) else { return Some(false) };
    let Type::Vector(shape, _) = &*site.ty(site.operand(vector)?) else { return None };
    let [(extent, false)] = shape[..] else { return None };
    if site.number(index).is_some_and(|index| (0..i128::from(extent)).contains(&index)) {
        return Some(false);
    }
    let ty = site.ty(index);
    if element(&ty).width().is_some_and(|width| i128::from(extent) >= 1_i128 << width) {
        // No number of the type lies behind the last element.
        return Some(false);
    }
    let (last, zero) = (site.integer(&ty, i128::from(extent) - 1, index)?, site.integer(&ty, 0, index)?);
    let fits = site.compare(Predicate::UnsignedAtMost, index, last);
    let chosen = site.select(fits, index, zero);
    site.op_mut().operands[position] = chosen;
    Some(true)
}

/// A mask of places that are chosen: none is -1.
pub fn shuffled(site: &mut RepairSite<'_>) -> Option<bool> {
    let Some(Attribute::Ints(ty, mask)) = site.op().attribute("mask").cloned() else { return None };
    let kept: Vec<i64> = mask.iter().map(|place| (*place).max(0)).collect();
    let is_changed = kept != mask;
    set(site, "mask", Attribute::Ints(ty, kept));
    Some(is_changed)
}

/// Sets an attribute.
pub fn set(site: &mut RepairSite<'_>, name: &str, attribute: Attribute) {
    let attributes = &mut site.op_mut().attributes;
    match attributes.iter_mut().find(|(other, _)| *other == name) {
        Some((_, old)) => *old = Rc::new(attribute),
        None => attributes.push((ir::name(name), Rc::new(attribute))),
    }
}

/// Indices below this one do not overflow when the number of a lane is added.
const FAR: i128 = 1 << 32;

/// A transfer between a vector and memory or a tensor: what reaches beyond the end is padded, or left out; it begins no earlier than the
/// first element, and no later than behind the last one; dimensions that are none of the vector are in bounds.
pub fn transfer(site: &mut RepairSite<'_>, access: Subscripted, vector: Value) -> Option<bool> {
    let (base, first) = access;
    let rooms = site.rooms(site.operand(base)?)?;
    let Type::Vector(shape, _) = &*site.ty(vector) else { return None };
    let Some(Attribute::Map(map)) = site.op().attribute("permutation_map").cloned() else { return None };
    let mut is_changed = false;
    // The dimension of the memory that each of the vector lies in; none of one that is broadcast.
    let dimensions: Vec<Option<usize>> = map
        .results
        .iter()
        .map(|result| match result {
            ir::Expression::Dimension(place) => Some(*place as usize),
            _ => None,
        })
        .collect();
    if dimensions.len() != shape.len() {
        return None;
    }
    let mut kept = Vec::new();
    for (dimension, (span, scalable)) in dimensions.iter().zip(shape) {
        let is_sure = dimension.is_none_or(|dimension| {
            let begin = site.operand(first + dimension).and_then(|index| site.number(index));
            match (rooms.get(dimension), begin) {
                (Some(Room::Known(extent)), Some(begin)) if !scalable => {
                    begin >= 0 && begin + i128::from(*span) <= i128::from(*extent)
                }
                _ => false,
            }
        });
        kept.push(is_sure);
    }
    if let Some(Attribute::List(flags)) = site.op().attribute("in_bounds").cloned() {
        let flags: Vec<_> = flags
            .iter()
            .zip(&kept)
            .map(|(flag, is_sure)| if *is_sure { Rc::clone(flag) } else { Rc::new(Attribute::flag(false)) })
            .collect();
        let new = Attribute::List(flags);
        is_changed |= site.op().attribute("in_bounds") != Some(&new);
        set(site, "in_bounds", new);
    }
    let mut needed = Vec::new();
    for (place, room) in rooms.iter().enumerate() {
        let index = site.operand(first + place)?;
        let zero = site.index(0);
        if dimensions.contains(&Some(place)) {
            // No lane of a transfer that begins behind the last element is inside, so it may begin right there.
            let begin = site.number(index);
            if begin.is_some_and(|begin| (0..FAR).contains(&begin)) {
                continue;
            }
            let from = site.binary("arith.maxsi", index, zero);
            let extent = site.room(*room);
            site.op_mut().operands[first + place] = site.binary("arith.minsi", from, extent);
            is_changed = true;
            continue;
        }
        if let (Room::Known(extent), Some(number)) = (room, site.number(index))
            && (0..i128::from(*extent)).contains(&number)
        {
            continue;
        }
        is_changed = true;
        let extent = site.room(*room);
        let fits = site.compare(Predicate::UnsignedLess, index, extent);
        let chosen = site.select(fits, index, zero);
        site.op_mut().operands[first + place] = chosen;
        if !matches!(room, Room::Known(1..)) {
            needed.push(site.compare(Predicate::SignedGreater, extent, zero));
        }
    }
    if let Some(condition) = site.all_of(&needed) {
        let based = site.operand(base)?;
        return site.guard_keeping(condition, based).then_some(true);
    }
    Some(is_changed)
}

/// Lanes of a vector that are at their indices behind each other: those that lie outside are masked off.
pub fn masked(site: &mut RepairSite<'_>, access: Subscripted, mask: usize) -> Option<bool> {
    lanes(site, access, mask, None)
}

/// Lanes of a vector that are each at an index of their own.
pub fn gathered(site: &mut RepairSite<'_>, access: Subscripted, indices: usize, mask: usize) -> Option<bool> {
    lanes(site, access, mask, Some(indices))
}

fn lanes(
    site: &mut RepairSite<'_>,
    (base, first): Subscripted,
    mask: usize,
    own: Option<usize>,
) -> Option<bool> {
    let rooms = site.rooms(site.operand(base)?)?;
    let (last, outer) = rooms.split_last()?;
    let masked = site.operand(mask)?;
    let lanes = vector_of(site, masked, Element::Index)?;
    let steps = match own {
        Some(own) => {
            let indices = site.operand(own)?;
            match &*site.ty(indices) {
                Type::Vector(_, element) if **element == Type::Index => indices,
                _ => site.emit("arith.index_cast", &[indices], Attributes::default(), &lanes),
            }
        }
        None => counted(site, &lanes)?,
    };
    let begin = site.operand(first + outer.len())?;
    let begin = broadcast(site, begin, &lanes);
    let places = site.binary("arith.addi", begin, steps);
    let extent = site.room(*last);
    let extent = broadcast(site, extent, &lanes);
    let mut kept = site.compare(Predicate::UnsignedLess, places, extent);
    for (place, room) in outer.iter().enumerate() {
        let index = site.operand(first + place)?;
        let extent = site.room(*room);
        let fits = site.compare(Predicate::UnsignedLess, index, extent);
        let ty = site.ty(masked);
        let fits = broadcast(site, fits, &ty);
        kept = site.binary("arith.andi", kept, fits);
    }
    let kept = site.binary("arith.andi", masked, kept);
    site.op_mut().operands[mask] = kept;
    Some(true)
}

/// Lanes that are each written to an index of their own: one is masked off where a later one goes to its place.
pub fn distinct(site: &mut RepairSite<'_>, indices: usize, mask: usize) -> Option<bool> {
    let (given, masked) = (site.operand(indices)?, site.operand(mask)?);
    let Type::Vector(shape, place) = &*site.ty(given) else { return None };
    let [(lanes, false)] = shape[..] else { return None };
    if let Some(known) = site.known(given) {
        let all: HashSet<&i128> = known.iter().collect();
        if all.len() as u64 == lanes {
            return Some(false);
        }
    }
    let ty = site.ty(masked);
    let all_off = site.integer(&ty, 0, masked)?;
    let mut kept = masked;
    for lane in 1..lanes {
        let index = lane_of(site, given, lane, place)?;
        let is_on = lane_of(site, kept, lane, &boolean())?;
        let [index, is_on] =
            [(index, site.ty(given)), (is_on, Rc::clone(&ty))].map(|(value, ty)| broadcast(site, value, &ty));
        let is_there = site.compare(Predicate::Equal, given, index);
        let data = (0..lanes).map(|other| u8::from(other < lane)).collect();
        let earlier = Dense { ty: Rc::clone(&ty), stride: 1, parts: 1, data };
        let earlier = site.constant(&ty, Attribute::Dense(earlier));
        let goes_under = site.all_of(&[is_there, is_on, earlier])?;
        kept = site.select(goes_under, all_off, kept);
    }
    site.op_mut().operands[mask] = kept;
    Some(lanes > 1)
}

/// One lane of a vector.
fn lane_of(site: &mut RepairSite<'_>, vector: Value, lane: u64, ty: &Rc<Type>) -> Option<Value> {
    let position = Attribute::array(Element::I64, vec![i64::try_from(lane).ok()?]);
    let attributes = ir::attributes([(ir::name("static_position"), position)]);
    Some(site.emit("vector.extract", &[vector], attributes, ty))
}

/// Lanes that are at indices behind each other where their mask is set: none where the last of them would lie outside.
pub fn compressed(site: &mut RepairSite<'_>, (base, first): Subscripted, mask: usize) -> Option<bool> {
    let rooms = site.rooms(site.operand(base)?)?;
    let masked = site.operand(mask)?;
    let numbers = vector_of(site, masked, Element::I64)?;
    let wide = site.emit("arith.extui", &[masked], Attributes::default(), &numbers);
    let kind = ir::attributes([(ir::name("kind"), Attribute::Other("#vector.kind<add>".into()))]);
    let count = site.emit("vector.reduction", &[wide], kind, &Rc::new(Type::of(Element::I64)));
    let count = site.emit("arith.index_cast", &[count], Attributes::default(), &Rc::new(Type::Index));
    let mut conditions = Vec::new();
    for (place, room) in rooms.iter().enumerate() {
        let index = site.operand(first + place)?;
        let extent = site.room(*room);
        if place + 1 < rooms.len() {
            conditions.push(site.compare(Predicate::UnsignedLess, index, extent));
            continue;
        }
        conditions.push(site.compare(Predicate::UnsignedAtMost, index, extent));
        let left = site.binary("arith.subi", extent, index);
        conditions.push(site.compare(Predicate::SignedAtMost, count, left));
    }
    let fits = site.all_of(&conditions)?;
    let ty = site.ty(masked);
    let none = site.integer(&ty, 0, masked)?;
    let kept = site.select(fits, masked, none);
    site.op_mut().operands[mask] = kept;
    Some(true)
}

/// The type of a vector of the same lanes; none of scalable ones.
fn vector_of(site: &RepairSite<'_>, lanes: Value, element: Element) -> Option<Rc<Type>> {
    match &*site.ty(lanes) {
        ty @ Type::Vector(shape, _) if shape.len() == 1 && !shape[0].1 => {
            Some(with_element(ty, &Rc::new(Type::of(element))))
        }
        _ => None,
    }
}

/// The numbers of lanes.
fn counted(site: &mut RepairSite<'_>, ty: &Rc<Type>) -> Option<Value> {
    let Type::Vector(shape, _) = &**ty else { return None };
    let data: Vec<u8> = (0..shape.first()?.0).flat_map(u64::to_le_bytes).collect();
    let stride = size_of::<u64>();
    let dense = Dense { ty: Rc::clone(ty), stride, parts: 1, data: data.into() };
    Some(site.constant(ty, Attribute::Dense(dense)))
}

fn broadcast(site: &mut RepairSite<'_>, value: Value, ty: &Rc<Type>) -> Value {
    site.emit("vector.broadcast", &[value], Attributes::default(), ty)
}

/// Coordinates of elements in a tensor: those outside become zero.
pub fn coordinates(site: &mut RepairSite<'_>, (base, indices): Subscripted) -> Option<bool> {
    let shape = site.shape(site.operand(base)?)?;
    let name = if site.op().attribute("gather_dims").is_some() { "gather_dims" } else { "scatter_dims" };
    let Some(Attribute::Ints(_, dimensions)) = site.op().attribute(name).cloned() else { return None };
    let given = site.operand(indices)?;
    let ty = site.ty(given);
    let Type::Tensor(extents, element, None) = &*ty else { return None };
    let width = element.width()?;
    let total: Option<u64> = extents.iter().copied().product();
    let limits: Option<Vec<u64>> =
        dimensions.iter().map(|place| shape.get(usize::try_from(*place).ok()?).copied().flatten()).collect();
    let limits = limits.filter(|limits| limits.iter().all(|limit| *limit > 0))?;
    let stride = width.div_ceil(8) as usize;
    let data: Vec<u8> = (0..usize::try_from(total?).ok()?)
        .flat_map(|at| limits[at % limits.len()].to_le_bytes()[..stride.min(8)].to_vec())
        .collect();
    let dense = Dense { ty: Rc::clone(&ty), stride, parts: 1, data: data.into() };
    let limit = site.constant(&ty, Attribute::Dense(dense));
    let zero = site.integer(&ty, 0, given)?;
    let fits = site.compare(Predicate::UnsignedLess, given, limit);
    let chosen = site.select(fits, given, zero);
    site.op_mut().operands[indices] = chosen;
    Some(true)
}
