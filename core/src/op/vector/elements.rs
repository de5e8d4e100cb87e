//! The elements of a memref or of a tensor, by their indices.

use super::misfit;
use crate::eval::lane::{Lane, signed};
use crate::eval::machine::{Machine, Slot};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::eval::tensor::Shaped;
use crate::eval::types::{LaneType, Layout, Scalar};
use crate::ir::{MemrefLayout, Type as IrType};
use crate::observe::Lack;
use std::rc::Rc;

/// An operand that has elements.
pub struct Base {
    slot: Slot,
    is_tensor: bool,
    /// The number of indices it takes.
    pub rank: usize,
    /// Its element.
    pub element: Rc<Layout>,
    align: u64,
}

impl Base {
    /// The operand of that number.
    ///
    /// # Errors
    /// It is none that has ranked elements, or lies in memory in a way that is not known.
    pub fn of(site: &Site<'_>, operand: usize) -> Result<Base, Lack> {
        let ty = site.operand_type(operand)?;
        let (is_tensor, rank, element) = match &**ty {
            IrType::Memref { shape, element, layout, .. } => {
                let strided = match layout {
                    MemrefLayout::Identity | MemrefLayout::Strided { .. } => true,
                    MemrefLayout::Map(map) => map.is_identity(),
                    MemrefLayout::Other(_) => false,
                };
                if !strided {
                    return Err(site.of(ty));
                }
                (false, shape.len(), element)
            }
            IrType::Tensor(shape, element, _) => (true, shape.len(), element),
            _ => return Err(misfit(site)),
        };
        let element = site.layouts.get(element)?;
        let align = LaneType::Scalar(element.scalar()).size_and_align().1;
        Ok(Base { slot: site.operand(operand)?.slot, is_tensor, rank, element, align })
    }

    /// Its elements at this step.
    ///
    /// # Errors
    /// It is not defined.
    pub fn view(&self, machine: &Machine<'_>) -> Result<VectorView, Stop> {
        let lanes = machine.value(self.slot);
        if self.is_tensor {
            let tensor = machine.tensor(lanes[0])?;
            if tensor.shape.len() != self.rank || tensor.parts != self.element.leaves.len() {
                return Err(Stop::lacks(Lack::TensorParts {}));
            }
            return Ok(VectorView::Tensor(tensor));
        }
        let number = |lane: &Lane| {
            Ok::<_, Stop>(signed(machine.defined(*lane, "a part of a memref's descriptor")?, 64) as i64)
        };
        let offset = number(&lanes[2])?;
        let numbers = lanes[3..].iter().map(number).collect::<Result<Vec<i64>, Stop>>()?;
        let (extents, strides) = numbers.split_at(self.rank);
        Ok(VectorView::Memref {
            base: lanes[1],
            offset,
            extents: extents.iter().map(|extent| u64::try_from(*extent).unwrap_or(0)).collect(),
            strides: strides.to_vec(),
            element: self.element.clone(),
            align: self.align,
        })
    }
}

/// The elements of an operand at one step.
pub enum VectorView {
    /// Those of a memref.
    Memref {
        /// The pointer they are counted from.
        base: Lane,
        /// Elements before the first one.
        offset: i64,
        /// Extents.
        extents: Vec<u64>,
        /// Elements from one index to the next, by dimension.
        strides: Vec<i64>,
        /// One element.
        element: Rc<Layout>,
        /// Alignment of one.
        align: u64,
    },
    /// Those of a tensor.
    Tensor(Rc<Shaped>),
}

impl VectorView {
    /// Its extents.
    pub fn extents(&self) -> &[u64] {
        match self {
            VectorView::Memref { extents, .. } => extents,
            VectorView::Tensor(tensor) => &tensor.shape,
        }
    }

    /// True if an index is within the extent of a dimension.
    pub fn is_within(&self, dimension: usize, index: i64) -> bool {
        u64::try_from(index).is_ok_and(|index| index < self.extents()[dimension])
    }

    /// True if there is an element with these indices.
    pub fn has(&self, indices: &[i64]) -> bool {
        indices.iter().enumerate().all(|(dimension, index)| self.is_within(dimension, *index))
    }

    /// The place among all elements, row-major, that indices stand for; none before the first or behind the last one.
    pub fn linear(&self, indices: &[i64]) -> Option<u128> {
        let extents = self.extents();
        let place = indices.iter().zip(extents).fold(0i128, |place, (index, extent)| {
            place.saturating_mul(i128::from(*extent)).saturating_add(i128::from(*index))
        });
        let count = extents.iter().fold(1u128, |count, extent| count.saturating_mul(u128::from(*extent)));
        u128::try_from(place).ok().filter(|place| *place < count)
    }

    /// The pointer to the element with these indices; none in a tensor.
    pub fn pointer(&self, indices: &[i64]) -> Option<Lane> {
        let VectorView::Memref { base, offset, strides, element, .. } = self else { return None };
        let steps = indices.iter().zip(strides).map(|(index, stride)| index.wrapping_mul(*stride));
        let bytes = steps.fold(*offset, i64::wrapping_add).wrapping_mul(element.size as i64);
        Some(Lane { bits: (base.bits as u64).wrapping_add(bytes as u64).into(), ..*base })
    }

    /// Reads the element with these indices, which it has.
    ///
    /// # Errors
    /// The memory may not be read.
    pub fn read(&self, machine: &mut Machine<'_>, indices: &[i64], out: Slot) -> Result<(), Stop> {
        match (self, self.pointer(indices)) {
            (VectorView::Memref { element, align, .. }, Some(pointer)) => {
                machine.load(pointer, element, *align, out)
            }
            (VectorView::Tensor(tensor), _) => {
                let place = tensor.place(indices).ok_or_else(outside)?;
                machine.value_mut(out).copy_from_slice(tensor.element(place));
                Ok(())
            }
            _ => Err(outside()),
        }
    }

    /// Writes the element with these indices, which it has.
    ///
    /// # Errors
    /// The memory may not be written.
    pub fn write(&mut self, machine: &mut Machine<'_>, indices: &[i64], from: Slot) -> Result<(), Stop> {
        let pointer = self.pointer(indices);
        match (self, pointer) {
            (VectorView::Memref { element, align, .. }, Some(pointer)) => {
                machine.store(pointer, element, *align, from)
            }
            (VectorView::Tensor(tensor), _) => {
                let place = tensor.place(indices).ok_or_else(outside)?;
                Rc::make_mut(tensor).element_mut(place).copy_from_slice(machine.value(from));
                Ok(())
            }
            _ => Err(outside()),
        }
    }

    /// Sets the result to what a tensor has become; a memref has none.
    ///
    /// # Errors
    /// All tensors take more memory than there is.
    pub fn finish(self, machine: &mut Machine<'_>, result: Slot) -> Result<(), Stop> {
        if let VectorView::Tensor(tensor) = self
            && result.lanes == 1
        {
            let made = machine.new_tensor(tensor)?;
            machine.set(result.start, made);
        }
        Ok(())
    }
}

fn outside() -> Stop {
    Stop::lacks(Lack::TensorElement {})
}

/// The indices that operands are.
///
/// # Errors
/// One is not defined.
pub fn indices(machine: &Machine<'_>, slots: &[Slot]) -> Result<Vec<i64>, Stop> {
    let index = |slot: &Slot| machine.defined(machine.get(slot.start), "an index").map(|bits| bits as i64);
    slots.iter().map(index).collect()
}

/// Lanes of one element; `vector` has some of them, and a vector that is an element has all of its own.
pub fn parts(element: &Layout, vector: Scalar) -> Option<usize> {
    (element.scalar() == vector && !element.leaves.is_empty()).then_some(element.leaves.len())
}
