//! Values that are made where none of a type is in reach: constants, and what is made of values that no pass can fold.

use super::types::{extents, index, is_integer, is_whole, width};
use super::{Growth, constant, types, whole};
use crate::ir::{Attribute, Type, Value};
use std::rc::Rc;

/// Elements that a tensor is made of one by one.
const ONE_BY_ONE: u64 = 6;

/// The most bits of an integer that becomes a float.
const EXACT: u32 = 32;

/// A new value of this type.
pub fn value(growth: &mut Growth<'_>, ty: &Rc<Type>) -> Value {
    if growth.choices.coin()
        && let Some(made) = opaque(growth, ty)
    {
        return made;
    }
    match &**ty {
        Type::Tensor(shape, ..) if shape.contains(&None) => splat(growth, ty),
        Type::Memref { .. } | Type::UnrankedMemref(..) | Type::UnrankedTensor(_) => {
            let poison = Attribute::Other("#ub.poison".into());
            growth.hidden("ub.poison", &[], ty, &[("value", poison)])
        }
        _ => constant::drawn(growth, ty),
    }
}

/// A new value that is made of others in reach.
fn opaque(growth: &mut Growth<'_>, ty: &Rc<Type>) -> Option<Value> {
    match &**ty {
        Type::Integer(..) | Type::Index => {
            let from = growth.find(|other| is_whole(other) && *other != **ty)?;
            resized(growth, from, ty)
        }
        Type::Float(_) => {
            let from = growth.find(|other| is_integer(other) && width(other) <= EXACT)?;
            let name = growth.named(ty, "arith.sitofp", "llvm.sitofp");
            Some(growth.one(name, &[from], ty, &[]))
        }
        Type::Vector(..) if growth.plan.llvm => None,
        Type::Vector(_, element) => {
            let element = growth.find(|other| *other == **element)?;
            Some(growth.one("vector.broadcast", &[element], ty, &[]))
        }
        Type::Tensor(_, element, _) => {
            let count = extents(ty).map(|extents| extents.iter().product::<u64>());
            match count.filter(|count| *count <= ONE_BY_ONE) {
                Some(count) => {
                    let elements: Vec<Value> = (0..count).map(|_| growth.value(element)).collect();
                    Some(growth.one("tensor.from_elements", &elements, ty, &[]))
                }
                None => Some(splat(growth, ty)),
            }
        }
        _ => None,
    }
}

/// A tensor that holds a number everywhere; its open extents are drawn.
fn splat(growth: &mut Growth<'_>, ty: &Rc<Type>) -> Value {
    let open = match &**ty {
        Type::Tensor(shape, ..) => shape.iter().filter(|extent| extent.is_none()).count(),
        _ => 0,
    };
    let element = growth.value(&types::element(ty));
    let mut operands = vec![element];
    for _ in 0..open {
        let extent = extent(growth);
        operands.push(extent);
    }
    growth.one("tensor.splat", &operands, ty, &[])
}

/// An extent that is known when the program runs: from one to what the plan allows.
pub fn extent(growth: &mut Growth<'_>) -> Value {
    let most = growth.plan.extent;
    one_to(growth, most)
}

/// An index from one to this one.
pub fn one_to(growth: &mut Growth<'_>, most: u64) -> Value {
    let below = below(growth, most);
    let one = constant::index(growth, 1);
    whole::add(growth, below, one)
}

/// An index below this one, which is not zero: a constant, or one that no pass can fold.
pub fn below(growth: &mut Growth<'_>, extent: u64) -> Value {
    if growth.choices.below(4) == 0 || !growth.plan.index {
        let at = growth.choices.below(extent as usize) as u64;
        return constant::index(growth, at);
    }
    let (any, extent) = (growth.value(&index()), constant::index(growth, extent));
    whole::remainder(growth, any, extent)
}

/// An index below an extent that is known when the program runs, and not zero.
pub fn below_value(growth: &mut Growth<'_>, extent: Value) -> Value {
    let any = growth.value(&index());
    whole::remainder(growth, any, extent)
}

/// This integer or index with the bits of another type.
pub fn resized(growth: &mut Growth<'_>, from: Value, to: &Rc<Type>) -> Option<Value> {
    let of = growth.ty(from);
    let name = match (&*of, &**to) {
        _ if of == *to => return Some(from),
        (Type::Index, Type::Index) => return Some(from),
        (Type::Index, _) | (_, Type::Index) if growth.plan.llvm => return None,
        (Type::Index, _) | (_, Type::Index) => "arith.index_cast",
        (a, b) if width(a) < width(b) => growth.named(to, "arith.extsi", "llvm.sext"),
        _ => growth.named(to, "arith.trunci", "llvm.trunc"),
    };
    Some(growth.one(name, &[from], to, &[]))
}
