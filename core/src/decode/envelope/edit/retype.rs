//! A type of integers that becomes another one in all of the module.

use super::{At, keeps_operands};
use crate::ir::{Attribute, Block, Dense, MemrefLayout, Module, Operation, Signedness, Type};
use crate::path::OperationTrait::HoldsValue;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::collections::HashSet;
use std::rc::Rc;

/// Widths that integers may have.
const WIDTHS: [u32; 9] = [2, 7, 8, 16, 24, 31, 32, 48, 64];

/// Makes integers of one width those of another one everywhere. Those that a print call takes keep their width.
pub(super) fn retype(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    if at.places.has_views {
        return false;
    }
    let mut met = HashSet::new();
    module.values.iter().for_each(|ty| note(ty, &mut met));
    let mut kept = HashSet::new();
    module.walk(&mut |operation| {
        if keeps_operands(operation) || operation.body().is_none() && operation.text("sym_name").is_some() {
            let values = operation.operands.iter().chain(&operation.results);
            values.for_each(|value| note(module.ty(*value), &mut kept));
            operation.attributes.iter().for_each(|(_, attribute)| note_attribute(attribute, &mut kept));
        }
    });
    let mut free: Vec<u32> = met.difference(&kept).copied().filter(|width| *width > 1).collect();
    free.sort_unstable();
    let (Some(old), Some(new)) = (free.choose(random).copied(), WIDTHS.choose(random).copied()) else {
        return false;
    };
    // Other values of the new type would be taken for those that change.
    if old == new || random.random_range(0..4) > 0 && met.contains(&new) {
        return false;
    }
    let change = Change { old, new };
    module.values.iter_mut().for_each(|ty| *ty = change.ty(ty));
    module.operations.iter_mut().for_each(|operation| change.operation(operation));
    true
}

/// Widths of integers in a type.
fn note(ty: &Type, met: &mut HashSet<u32>) {
    match ty {
        Type::Integer(width, Signedness::Signless) => {
            met.insert(*width);
        }
        Type::Complex(element)
        | Type::Vector(_, element)
        | Type::Tensor(_, element, _)
        | Type::UnrankedTensor(element)
        | Type::UnrankedMemref(element, _)
        | Type::Memref { element, .. } => note(element, met),
        Type::Function(inputs, results) => inputs.iter().chain(results).for_each(|ty| note(ty, met)),
        _ => {}
    }
}

fn note_attribute(attribute: &Attribute, met: &mut HashSet<u32>) {
    if let Attribute::Type(ty) = attribute {
        note(ty, met);
    }
}

/// A width that becomes another one.
#[derive(Clone, Copy)]
struct Change {
    old: u32,
    new: u32,
}

impl Change {
    fn ty(self, ty: &Rc<Type>) -> Rc<Type> {
        let of = |ty: &Rc<Type>| self.ty(ty);
        Rc::new(match &**ty {
            Type::Integer(width, Signedness::Signless) if *width == self.old => {
                Type::Integer(self.new, Signedness::Signless)
            }
            Type::Complex(element) => Type::Complex(of(element)),
            Type::Vector(shape, element) => Type::Vector(shape.clone(), of(element)),
            Type::Tensor(shape, element, encoding) => {
                Type::Tensor(shape.clone(), of(element), encoding.clone())
            }
            Type::UnrankedTensor(element) => Type::UnrankedTensor(of(element)),
            Type::UnrankedMemref(element, space) => Type::UnrankedMemref(of(element), space.clone()),
            Type::Memref { shape, element, layout, space } => {
                let layout: MemrefLayout = layout.clone();
                Type::Memref { shape: shape.clone(), element: of(element), layout, space: space.clone() }
            }
            Type::Function(inputs, results) => {
                Type::Function(inputs.iter().map(of).collect(), results.iter().map(of).collect())
            }
            _ => return Rc::clone(ty),
        })
    }

    /// A number within the new width.
    fn number(self, value: i128) -> i128 {
        let shift = 128 - self.new;
        (value << shift) >> shift
    }

    fn attribute(self, attribute: &Attribute) -> Attribute {
        match attribute {
            Attribute::Type(ty) => Attribute::Type(self.ty(ty)),
            Attribute::Int(value, ty) => {
                let new = self.ty(ty);
                let value = if new == *ty { *value } else { self.number(*value) };
                Attribute::Int(value, new)
            }
            Attribute::Dense(dense) => self.dense(dense).map_or_else(|| attribute.clone(), Attribute::Dense),
            Attribute::List(all) => {
                Attribute::List(all.iter().map(|one| Rc::new(self.attribute(one))).collect())
            }
            other => other.clone(),
        }
    }

    /// Constant elements in as many bytes as the new type takes; none where they do not change.
    fn dense(self, dense: &Dense) -> Option<Dense> {
        let ty = self.ty(&dense.ty);
        if ty == dense.ty || dense.parts != 1 {
            return None;
        }
        let stride = self.new.div_ceil(8) as usize;
        let mask = u64::MAX >> (64 - self.new);
        let mut data = Vec::new();
        for element in dense.data.chunks(dense.stride) {
            let negative = element.last().is_some_and(|byte| byte & 0x80 != 0);
            let mut bytes = [if negative { 0xff } else { 0 }; 8];
            let count = element.len().min(8);
            bytes[..count].copy_from_slice(&element[..count]);
            data.extend(&(u64::from_le_bytes(bytes) & mask).to_le_bytes()[..stride]);
        }
        Some(Dense { ty, stride, parts: 1, data: data.into() })
    }

    fn operation(self, operation: &mut Operation) {
        for (_, attribute) in operation.attributes.iter_mut() {
            // A number that says something of the operation, such as a predicate, keeps its type.
            if HoldsValue.is_of(operation.name) || !matches!(**attribute, Attribute::Int(..)) {
                *attribute = Rc::new(self.attribute(attribute));
            }
        }
        let blocks = operation.regions.iter_mut().flatten();
        blocks.for_each(|block: &mut Block| block.operations.iter_mut().for_each(|one| self.operation(one)));
    }
}
