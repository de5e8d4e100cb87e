//! Types: which are drawn, and which fits which operation.

use super::{Growth, Shape};
use crate::ir::{Signedness, Type, Value};
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

/// Bits of a number.
pub fn width(ty: &Type) -> u32 {
    ty.width().unwrap_or(0)
}

impl Growth<'_> {
    /// A type of numbers that fits and that the plan has.
    pub fn number(&mut self, fits: impl Fn(&Type) -> bool) -> Option<Rc<Type>> {
        let plan = self.plan;
        let integers = plan.integers.iter().map(|width| integer(*width));
        let floats = plan.floats.iter().map(|name| Rc::new(Type::Float(name)));
        let all: Vec<Rc<Type>> =
            integers.chain(plan.index.then(index)).chain(floats).filter(|ty| fits(ty)).collect();
        let at = self.choices.below(all.len());
        all.get(at).cloned()
    }

    /// Extents of so many dimensions, within what the plan allows.
    pub fn extents(&mut self, rank: usize) -> Vec<u64> {
        let mut room = self.plan.elements.max(1);
        (0..rank)
            .map(|_| {
                let most = self.plan.extent.min(room).max(1);
                let extent = 1 + self.choices.below(most as usize) as u64;
                room /= extent;
                extent
            })
            .collect()
    }

    /// Extents of one to three dimensions.
    pub fn some_extents(&mut self) -> Vec<u64> {
        let rank = [1, 1, 2, 2, 3][self.choices.below(5)];
        self.extents(rank)
    }

    /// The type of a number, or of a vector or tensor of such, that fits an operation on each element.
    pub fn lanes(&mut self, fits: impl Fn(&Type) -> bool) -> Option<Rc<Type>> {
        let shapes = &self.plan.shapes;
        let fits_whole = |ty: &Type| match ty {
            Type::Vector(_, element) => shapes.contains(&Shape::Vector) && fits(element),
            Type::Tensor(shape, element, None) => {
                shapes.contains(&Shape::Tensor) && shape.iter().all(Option::is_some) && fits(element)
            }
            _ => shapes.contains(&Shape::Scalar) && fits(ty),
        };
        if self.choices.below(4) > 0
            && let Some(value) = self.find(fits_whole)
        {
            return Some(self.ty(value));
        }
        let element = self.number(fits)?;
        let at = self.choices.below(shapes.len());
        Some(match shapes.get(at)? {
            Shape::Scalar => element,
            Shape::Vector => {
                let extents = self.some_extents();
                vector(&extents, &element)
            }
            Shape::Tensor => {
                let extents: Vec<_> = self.some_extents().into_iter().map(Some).collect();
                tensor(&extents, &element)
            }
        })
    }

    /// A vector or tensor in reach, none of whose extents is open, that fits.
    pub fn shaped(&mut self, fits: impl Fn(&Type) -> bool) -> Option<Value> {
        self.find(|ty| extents(ty).is_some() && fits(ty))
    }
}
