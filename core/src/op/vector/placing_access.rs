//! The ways in which accesses of vectors to memory are placed: boxes, masks, indices of their own, transfers that go out of bounds.

use super::placing::{is_vector, mask};
use crate::grow::control::segments;
use crate::grow::types::{element, extents, index, integer, is_number, shape, vector};
use crate::grow::{Growth, buffers, constant, draw, new_values};
use crate::ir::{Attribute, Expression, Map, Type, Value};
use std::rc::Rc;

/// Memory of known extents whose last dimension holds a box of this many elements.
fn holds(ty: &Type, count: u64) -> bool {
    let Type::Memref { element, .. } = ty else { return false };
    // Lowerings want the elements of a row one behind the other.
    let is_dense = buffers::ElementOrder::of(ty).strides.last() == Some(&Some(1));
    is_number(element)
        && is_dense
        && extents(ty).is_some_and(|all| all.last().is_some_and(|last| *last >= count))
}

/// Indices of the first of so many elements that lie in a row.
fn first(growth: &mut Growth<'_>, of: Value, count: u64) -> Vec<Value> {
    let whole = extents(&growth.ty(of)).unwrap_or_default();
    let room = |at: usize| if at + 1 == whole.len() { whole[at] - count + 1 } else { whole[at] };
    (0..whole.len()).map(|at| new_values::below(growth, room(at))).collect()
}

/// Memory, the indices of a box of one dimension in it, and the type of the vector.
fn row_of(growth: &mut Growth<'_>, writes: bool) -> Option<(Value, Vec<Value>, Rc<Type>)> {
    let count = draw::extents(growth, 1)[0];
    let fits = |ty: &Type| holds(ty, count);
    let of = if writes { buffers::writable(growth, fits)? } else { buffers::some(growth, fits)? };
    let at = first(growth, of, count);
    let ty = vector(&[count], &element(&growth.ty(of)));
    Some((of, at, ty))
}

/// A row of elements is read.
pub fn load(growth: &mut Growth<'_>) -> Option<()> {
    let (of, at, ty) = row_of(growth, false)?;
    growth.one("vector.load", &[&[of], &at[..]].concat(), &ty, &[]);
    Some(())
}

/// A row of elements is written.
pub fn store(growth: &mut Growth<'_>) -> Option<()> {
    let (of, at, ty) = row_of(growth, true)?;
    let value = growth.value(&ty);
    growth.emit("vector.store", &[&[value, of], &at[..]].concat(), &[], &[]);
    Some(())
}

/// Elements of a row are read where a mask is on.
pub fn masked_load(growth: &mut Growth<'_>) -> Option<()> {
    let (of, at, ty) = row_of(growth, false)?;
    let others = [mask(growth, &extents(&ty)?), growth.value(&ty)];
    growth.one(growth.name(), &[&[of], &at[..], &others].concat(), &ty, &[]);
    Some(())
}

/// Elements of a row are written where a mask is on.
pub fn masked_store(growth: &mut Growth<'_>) -> Option<()> {
    let (of, at, ty) = row_of(growth, true)?;
    let others = [mask(growth, &extents(&ty)?), growth.value(&ty)];
    growth.emit(growth.name(), &[&[of], &at[..], &others].concat(), &[], &[]);
    Some(())
}

/// Memory of one dimension, and an index of its own for each element of a vector.
fn each_index(growth: &mut Growth<'_>, writes: bool) -> Option<(Value, Value, Rc<Type>)> {
    let fits = |ty: &Type| holds(ty, 1) && shape(ty).is_some_and(|shape| shape.len() == 1);
    let of = if writes { buffers::writable(growth, fits)? } else { buffers::some(growth, fits)? };
    let (extent, numbers) = (extents(&growth.ty(of))?[0], element(&growth.ty(of)));
    let count =
        if writes { 1 + growth.choices.below(extent as usize) as u64 } else { draw::extents(growth, 1)[0] };
    let at = if growth.plan.integers.contains(&32) { integer(32) } else { index() };
    // Two elements must not be written to one place.
    let mut order = draw::order(growth, extent as usize);
    order.resize_with((count as usize).max(extent as usize), || growth.choices.below(extent as usize));
    let places: Vec<u128> = order[..count as usize].iter().map(|at| *at as u128).collect();
    let indices = constant::made(growth, &vector(&[count], &at), &places);
    Some((of, indices, vector(&[count], &numbers)))
}

/// Elements are read by indices of their own.
pub fn gather(growth: &mut Growth<'_>) -> Option<()> {
    let (of, indices, ty) = each_index(growth, false)?;
    let zero = constant::index(growth, 0);
    let operands = [of, zero, indices, mask(growth, &extents(&ty)?), growth.value(&ty)];
    growth.one("vector.gather", &operands, &ty, &[]);
    Some(())
}

/// Elements are written by indices of their own.
pub fn scatter(growth: &mut Growth<'_>) -> Option<()> {
    let (of, indices, ty) = each_index(growth, true)?;
    let zero = constant::index(growth, 0);
    let operands = [of, zero, indices, mask(growth, &extents(&ty)?), growth.value(&ty)];
    growth.emit("vector.scatter", &operands, &[], &[]);
    Some(())
}

/// A box of elements of memory that may go out of bounds: its type, where it begins, and the attributes.
struct Transferred {
    ty: Rc<Type>,
    at: Vec<Value>,
    map: Attribute,
    in_bounds: Attribute,
    mask: Vec<Value>,
}

fn transferred(growth: &mut Growth<'_>, of: Value) -> Option<Transferred> {
    let shape = shape(&growth.ty(of))?;
    let rank = 1 + growth.choices.below(shape.len().min(2));
    let sizes = draw::extents(growth, rank);
    let mut along: Vec<usize> = (shape.len() - rank..shape.len()).collect();
    if rank > 1 && growth.choices.below(4) == 0 {
        along.reverse();
    }
    let mut at = buffers::indices(growth, of);
    let in_bounds: Vec<bool> = (0..rank)
        .map(|dimension| match shape[along[dimension]] {
            // It is in bounds at the beginning, if it fits at all.
            Some(extent) if extent >= sizes[dimension] && growth.choices.coin() => {
                at[along[dimension]] = new_values::below(growth, extent - sizes[dimension] + 1);
                true
            }
            _ => false,
        })
        .collect();
    let results = along.iter().map(|at| Expression::Dimension(*at as u32)).collect();
    let masked = masked_extents(&sizes, &along);
    let mask = if growth.choices.below(3) == 0 { vec![mask(growth, &masked)] } else { Vec::new() };
    let flags = in_bounds.iter().map(|flag| Rc::new(Attribute::flag(*flag))).collect();
    Some(Transferred {
        ty: vector(&sizes, &element(&growth.ty(of))),
        at,
        map: Attribute::Map(Map { dimensions: shape.len() as u32, symbols: 0, results }),
        in_bounds: Attribute::List(flags),
        mask,
    })
}

/// The extents of the mask of a transfer of this many elements along these dimensions of memory: they are in the order of memory.
pub(super) fn masked_extents<D: Ord>(sizes: &[u64], along: &[D]) -> Vec<u64> {
    let mut places: Vec<usize> = (0..sizes.len()).collect();
    places.sort_by_key(|at| along.get(*at));
    places.into_iter().map(|at| sizes[at]).collect()
}

fn is_transferable(ty: &Type) -> bool {
    let Type::Memref { element, shape, .. } = ty else { return false };
    let is_dense = buffers::ElementOrder::of(ty).strides.last() == Some(&Some(1));
    is_number(element) && !shape.is_empty() && is_dense
}

/// A box is read; what is out of bounds is padding.
pub fn read(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::some(growth, is_transferable)?;
    let Transferred { ty, at, map, in_bounds, mask } = transferred(growth, of)?;
    let padding = growth.value(&element(&ty));
    let operands = [&[of], &at[..], &[padding], &mask].concat();
    let sizes = segments(&[1, at.len(), 1, mask.len()]);
    let attributes = [("permutation_map", map), ("in_bounds", in_bounds), sizes];
    growth.one("vector.transfer_read", &operands, &ty, &attributes);
    Some(())
}

/// A box is written; what is out of bounds is not.
pub fn write(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::writable(growth, is_transferable)?;
    let Transferred { ty, at, map, in_bounds, mask } = transferred(growth, of)?;
    debug_assert!(is_vector(&ty));
    let value = growth.value(&ty);
    let operands = [&[value, of], &at[..], &mask].concat();
    let sizes = segments(&[1, 1, at.len(), mask.len()]);
    let attributes = [("permutation_map", map), ("in_bounds", in_bounds), sizes];
    growth.emit("vector.transfer_write", &operands, &[], &attributes);
    Some(())
}
