//! Types of values: how they are made, and which fits which operation.

use crate::ir::{Extent, MemrefLayout, Signedness, Type};
use std::rc::Rc;

/// The signless integer type of so many bits.
pub fn integer(width: u32) -> Rc<Type> {
    Rc::new(Type::Integer(width, Signedness::Signless))
}

/// The type of a truth.
pub fn truth() -> Rc<Type> {
    integer(1)
}

/// The type of indices.
pub fn index() -> Rc<Type> {
    Rc::new(Type::Index)
}

/// True of signless integers.
pub fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Integer(_, Signedness::Signless))
}

/// True of signless integers and indices.
pub fn is_whole(ty: &Type) -> bool {
    is_integer(ty) || *ty == Type::Index
}

/// True of floats.
pub fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Float(_))
}

/// True of integers, indices and floats.
pub fn is_number(ty: &Type) -> bool {
    is_whole(ty) || is_float(ty)
}

/// True of what the dialect llvm has: integers, floats, and vectors of one dimension of them.
pub fn is_llvm(ty: &Type) -> bool {
    match ty {
        Type::Vector(shape, element) => shape.len() == 1 && **element != Type::Index,
        other => is_integer(other) || is_float(other),
    }
}

/// The type of the elements of a vector, a tensor or a memref; any other type itself.
pub fn element(ty: &Rc<Type>) -> Rc<Type> {
    match &**ty {
        Type::Vector(_, element) | Type::Tensor(_, element, _) | Type::Memref { element, .. } => {
            Rc::clone(element)
        }
        _ => Rc::clone(ty),
    }
}

/// The type of the same shape with these elements.
pub fn like(ty: &Type, element: &Rc<Type>) -> Rc<Type> {
    match ty {
        Type::Vector(shape, _) => Rc::new(Type::Vector(shape.clone(), Rc::clone(element))),
        Type::Tensor(shape, _, encoding) => {
            Rc::new(Type::Tensor(shape.clone(), Rc::clone(element), encoding.clone()))
        }
        _ => Rc::clone(element),
    }
}

/// The extents of a vector, or of a tensor or memref none of whose extents is open; none of a number.
pub fn extents(ty: &Type) -> Option<Vec<u64>> {
    match ty {
        Type::Vector(shape, _) => Some(shape.iter().map(|(extent, _)| *extent).collect()),
        Type::Tensor(shape, ..) | Type::Memref { shape, .. } => shape.iter().copied().collect(),
        _ => None,
    }
}

/// The vector type of these extents.
pub fn vector(extents: &[u64], element: &Rc<Type>) -> Rc<Type> {
    Rc::new(Type::Vector(extents.iter().map(|extent| (*extent, false)).collect(), Rc::clone(element)))
}

/// The tensor type of these extents.
pub fn tensor(extents: &[Option<u64>], element: &Rc<Type>) -> Rc<Type> {
    Rc::new(Type::Tensor(extents.to_vec(), Rc::clone(element), None))
}

/// The tensor type of these extents, none of them open.
pub fn closed_tensor(extents: &[u64], element: &Rc<Type>) -> Rc<Type> {
    tensor(&extents.iter().copied().map(Some).collect::<Vec<_>>(), element)
}

/// The memref type of these extents, whose elements lie row-major.
pub fn memref(extents: &[Extent], element: &Rc<Type>) -> Rc<Type> {
    with_layout(extents, element, MemrefLayout::Identity)
}

/// The memref type of these extents, whose elements lie in this way.
pub fn with_layout(extents: &[Extent], element: &Rc<Type>, layout: MemrefLayout) -> Rc<Type> {
    Rc::new(Type::Memref { shape: extents.to_vec(), element: Rc::clone(element), layout, space: None })
}

/// True of a memref whose elements lie row-major.
pub fn is_row_major(ty: &Type) -> bool {
    matches!(ty, Type::Memref { layout: MemrefLayout::Identity, .. })
}

/// The extents of a tensor or memref, open ones included, and of a vector.
pub fn shape(ty: &Type) -> Option<Vec<Extent>> {
    match ty {
        Type::Vector(shape, _) => Some(shape.iter().map(|(extent, _)| Some(*extent)).collect()),
        Type::Tensor(shape, ..) | Type::Memref { shape, .. } => Some(shape.clone()),
        _ => None,
    }
}

/// True where an extent is zero.
pub fn is_empty(ty: &Type) -> bool {
    shape(ty).is_some_and(|shape| shape.contains(&Some(0)))
}

/// The number of dimensions; 0 of what has no shape.
pub fn rank(ty: &Type) -> usize {
    shape(ty).map_or(0, |shape| shape.len())
}

/// Bits of a number.
pub fn width(ty: &Type) -> u32 {
    ty.width().unwrap_or(0)
}
