//! Reading and writing memrefs at indices that maps give.

use super::number::AppliedMap;
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Machine, Next, Slot};
use crate::eval::memref::moved;
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::observe::{Form, Lack, WantedType};
use crate::op::memref::access::{ElementAccess, indices, nothing};
use crate::op::{Row, row};

const AFFINE_VECTOR_BEYOND: Rule =
    Rule::new("affine_vector_beyond", "{} by a vector that reaches beyond dimension {}");

/// One row an operation. An index that is out of bounds makes behaviour undefined.
pub const ROWS: &[Row] = &[
    row("affine.load", |site| {
        let (at, out) = (ElementAddress::of(site, 0)?, site.result()?.slot);
        Ok(Box::new(move |machine| {
            let place = at.place(machine, "a read of a memref")?;
            machine.load(place, &at.access.source.element, at.access.align, out)?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing::load),
    row("affine.store", |site| {
        let (value, at) = (site.operand(0)?.slot, ElementAddress::of(site, 1)?);
        Ok(Box::new(move |machine| {
            let place = at.place(machine, "a write to a memref")?;
            machine.store(place, &at.access.source.element, at.access.align, value)?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing::store),
    row("affine.vector_load", |site| {
        let (at, out) = (ElementAddress::of(site, 0)?, site.result()?.slot);
        let shape = VectorWindow::of(site.result_type(0)?, &at)?;
        Ok(Box::new(move |machine| {
            shape.each(machine, &at, "a read of a memref", |machine, place, index| {
                let parts = at.access.source.element.leaves.len();
                machine.load(
                    place,
                    &at.access.source.element,
                    at.access.align,
                    out.part(index * parts, parts),
                )
            })?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing::vector_load),
    row("affine.vector_store", |site| {
        let (value, at) = (site.operand(0)?.slot, ElementAddress::of(site, 1)?);
        let shape = VectorWindow::of(site.operand_type(0)?, &at)?;
        Ok(Box::new(move |machine| {
            shape.each(machine, &at, "a write to a memref", |machine, place, index| {
                let parts = at.access.source.element.leaves.len();
                let part: Slot = value.part(index * parts, parts);
                machine.store(place, &at.access.source.element, at.access.align, part)
            })?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing::vector_store),
    // It changes nothing that could be seen.
    row("affine.prefetch", nothing).grown(super::placing::prefetch),
];

/// A memref, and the indices of an element of it.
struct ElementAddress {
    access: ElementAccess,
    map: AppliedMap,
}

impl ElementAddress {
    /// The operand of that number, at the indices that those behind it give.
    fn of(site: &Site<'_>, operand: usize) -> Result<ElementAddress, Lack> {
        let access = ElementAccess::of(site, operand)?;
        let map = AppliedMap::of(site, "map", indices(site, operand + 1)?)?;
        if access.source.rank != Some(map.count()) {
            return Err(site.lacks(Form::Numbers));
        }
        Ok(ElementAddress { access, map })
    }

    fn place(&self, machine: &Machine<'_>, doing: &str) -> Result<Lane, Stop> {
        let all = self.map.defined(machine, "an index of a memref")?;
        self.access.place_at(machine, doing, |dimension| Ok(all[dimension]))
    }
}

/// The innermost dimensions of a memref, as far as a vector has as many.
struct VectorWindow {
    extents: Vec<u64>,
}

impl VectorWindow {
    fn of(ty: &crate::ir::Type, at: &ElementAddress) -> Result<VectorWindow, Lack> {
        let crate::ir::Type::Vector(extents, _) = ty else {
            return Err(Lack::Kind { ty: ty.to_string(), wanted: WantedType::Vector });
        };
        if extents.len() > at.map.count() || at.access.source.element.leaves.len() != 1 {
            return Err(Lack::Kind { ty: ty.to_string(), wanted: WantedType::VectorInMemref });
        }
        Ok(VectorWindow { extents: extents.iter().map(|(extent, _)| *extent).collect() })
    }

    /// Hands over the place of each element in order. One beyond the end of its dimension is for the target to support, as in
    /// `vector.load`, to which this is lowered.
    fn each(
        &self,
        machine: &mut Machine<'_>,
        at: &ElementAddress,
        doing: &str,
        mut work: impl FnMut(&mut Machine<'_>, Lane, usize) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let begin = at.map.defined(machine, "an index of a memref")?;
        let memref = at.access.source.memref(machine)?;
        let outer = begin.len() - self.extents.len();
        let first = memref.place(&begin, 1, doing)?;
        let mut index = 0;
        crate::eval::Shaped::each_index(&self.extents, |inner| {
            let mut elements = 0i128;
            for (dimension, step) in inner.iter().enumerate() {
                let dimension = outer + dimension;
                if begin[dimension].checked_add(*step).is_none_or(|last| last >= memref.extents[dimension]) {
                    return Err(AFFINE_VECTOR_BEYOND.open(&[&doing, &dimension]));
                }
                elements += i128::from(*step) * i128::from(memref.strides[dimension]);
            }
            let from = (first.bits as i128) - (memref.aligned.bits as i128);
            let bytes = (from + elements) * i128::from(at.access.source.element.size);
            index += 1;
            work(machine, moved(memref.aligned, bytes), index - 1)
        })
    }
}
