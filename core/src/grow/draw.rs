//! Types that are drawn: of numbers, of what holds them, of counters.

use super::types::{closed_tensor, index, integer, is_float, is_whole, truth, vector, width};
use super::{Growth, ShapeKind, types};
use crate::ir::{Extent, Type, Value};
use std::rc::Rc;

/// A type of numbers that fits and that the plan has.
pub fn number(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<Rc<Type>> {
    let plan = growth.plan;
    let integers = plan.integers.iter().map(|width| integer(*width));
    let floats = plan.floats.iter().map(|name| Rc::new(Type::Float(name)));
    let all: Vec<Rc<Type>> =
        integers.chain(plan.index.then(index)).chain(floats).filter(|ty| fits(ty)).collect();
    let at = growth.choices.below(all.len());
    all.get(at).cloned()
}

/// Extents of so many dimensions, within what the plan allows.
pub fn extents(growth: &mut Growth<'_>, rank: usize) -> Vec<u64> {
    let mut room = growth.plan.elements.max(1);
    (0..rank)
        .map(|_| {
            let most = growth.plan.extent.min(room).max(1);
            let extent = 1 + growth.choices.below(most as usize) as u64;
            room /= extent;
            extent
        })
        .collect()
}

/// Extents of one to three dimensions, or of one where the operation at hand takes no more.
pub fn some_extents(growth: &mut Growth<'_>) -> Vec<u64> {
    let of_two = vector(&[1, 1], &truth());
    let rank = if growth.taken()(&of_two) { [1, 1, 2, 2, 3][growth.choices.below(5)] } else { 1 };
    extents(growth, rank.min(growth.plan.dimensions))
}

/// The type of a number, or of a vector or tensor of such, that fits an operation on each element.
pub fn lanes(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<Rc<Type>> {
    let (plan, taken) = (growth.plan, growth.taken());
    let is_scalar = growth.is_of_elements() || !taken(&vector(&[1], &truth()));
    let shapes = if is_scalar { &[ShapeKind::Scalar][..] } else { &plan.shapes };
    let fits_whole = |ty: &Type| {
        taken(ty)
            && match ty {
                Type::Vector(_, element) => shapes.contains(&ShapeKind::Vector) && fits(element),
                Type::Tensor(shape, element, None) => {
                    let is_closed = shape.iter().all(Option::is_some);
                    is_closed && shapes.contains(&ShapeKind::Tensor) && fits(element)
                }
                _ => shapes.contains(&ShapeKind::Scalar) && fits(ty),
            }
    };
    if growth.choices.below(4) > 0
        && let Some(value) = growth.find(fits_whole)
    {
        return Some(growth.ty(value));
    }
    let element = number(growth, |ty| taken(ty) && fits(ty))?;
    let at = growth.choices.below(shapes.len());
    Some(match shapes.get(at)? {
        ShapeKind::Tensor if taken(&closed_tensor(&[1], &element)) => {
            let extents = some_extents(growth);
            closed_tensor(&extents, &element)
        }
        ShapeKind::Vector => {
            let extents = some_extents(growth);
            vector(&extents, &element)
        }
        ShapeKind::Tensor | ShapeKind::Scalar => element,
    })
}

/// Extents of so many dimensions, some of which are open.
pub fn shape(growth: &mut Growth<'_>, rank: usize) -> Vec<Extent> {
    let extents = extents(growth, rank);
    extents.into_iter().map(|extent| if is_open(growth) { None } else { Some(extent) }).collect()
}

/// True where an extent, an offset or a stride is to be left open, as often as the plan says.
pub fn is_open(growth: &mut Growth<'_>) -> bool {
    growth.plan.index && growth.choices.below(100) < usize::from(growth.plan.dynamic)
}

/// Extents of so many dimensions that have so many elements.
pub fn factors(growth: &mut Growth<'_>, count: u64, rank: usize) -> Vec<u64> {
    let mut left = count;
    let mut all: Vec<u64> = (1..rank)
        .map(|_| {
            let divisors: Vec<u64> = (1..=left).filter(|one| left.is_multiple_of(*one)).collect();
            let one = divisors[growth.choices.below(divisors.len())];
            left /= one;
            one
        })
        .collect();
    all.push(left);
    all
}

/// An order of so many dimensions.
pub fn order(growth: &mut Growth<'_>, rank: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..rank).collect();
    (0..rank).map(|_| left.remove(growth.choices.below(left.len()))).collect()
}

/// A vector or tensor in reach, none of whose extents is open, that fits.
pub fn shaped(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<Value> {
    growth.find(|ty| types::extents(ty).is_some() && fits(ty))
}

/// A type of numbers that memory holds in whole bytes.
pub fn stored(growth: &mut Growth<'_>) -> Option<Rc<Type>> {
    number(growth, |ty| is_float(ty) || *ty == Type::Index || matches!(width(ty), 8 | 16 | 32 | 64))
}

/// The counter of a loop: an index, or an integer of at least eight bits.
pub fn counter(growth: &mut Growth<'_>) -> Rc<Type> {
    let drawn =
        if growth.choices.coin() { None } else { number(growth, |ty| is_whole(ty) && width(ty) >= 8) };
    match (drawn, growth.plan.llvm) {
        (Some(ty), _) if !(growth.plan.llvm && *ty == Type::Index) => ty,
        (_, true) => integer(64),
        (..) => index(),
    }
}
