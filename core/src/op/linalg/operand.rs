//! Operands of structured operations, element by element: scalars, tensors and memrefs.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, signed};
use crate::eval::machine::{Machine, Slot};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::types::Layout;
use crate::ir::{Map, Type};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::tensor::common::element_layout;
use std::rc::Rc;

const LINALG_MEMREF_NEGATIVE: Rule =
    Rule::new("linalg_memref_negative", "the extent of a memref is negative");
const LINALG_MEMREF_INDEX: Rule = Rule::new("linalg_memref_index", "{} at {} of a memref of {}");
const LINALG_TENSOR_INDEX: Rule = Rule::new("linalg_tensor_index", "{} at {} of a tensor of {}");

/// An operand before the program runs.
pub struct Operand {
    /// Its lanes.
    pub slot: Slot,
    /// From loops to its elements; none of a scalar.
    pub map: Option<Map>,
    /// The way in which one element is kept.
    pub element: Layout,
    /// The extents of a memref, by number; none of anything else.
    memref: Option<usize>,
}

impl Operand {
    /// An operand whose elements this map finds.
    ///
    /// # Errors
    /// Its type is not known, or is no ranked one.
    pub fn of(site: &Site<'_>, index: usize, map: Option<Map>) -> Result<Operand, Lack> {
        let (value, ty) = (site.operand(index)?, site.operand_type(index)?);
        let memref = match &**ty {
            Type::Memref { shape, .. } => Some(shape.len()),
            Type::Tensor(..) => None,
            Type::UnrankedTensor(_) | Type::UnrankedMemref(..) => {
                return Err(site.of(ty));
            }
            _ => {
                return Ok(Operand {
                    slot: value.slot,
                    map: None,
                    element: (*value.layout).clone(),
                    memref: None,
                });
            }
        };
        let map = map.ok_or_else(|| site.without(MissingPart::Maps))?;
        Ok(Operand { slot: value.slot, map: Some(map), element: element_layout(ty)?, memref })
    }

    /// True if it is a handle of a tensor.
    pub fn is_tensor(&self) -> bool {
        self.map.is_some() && self.memref.is_none()
    }

    /// The operand as the program runs.
    ///
    /// # Errors
    /// It is no tensor that was ever made, or an extent or a stride is not defined.
    pub fn view(&self, machine: &Machine<'_>) -> Result<View, Stop> {
        let Some(rank) = self.memref else {
            return match self.map {
                Some(_) => Ok(View::Tensor(machine.tensor(machine.get(self.slot.start))?)),
                None => Ok(View::Scalar(machine.value(self.slot).to_vec())),
            };
        };
        let lanes = machine.value(self.slot);
        let number = |at: usize, what: &str| {
            let lane = lanes.get(at).copied().unwrap_or_default();
            machine.defined(lane, what).map(|bits| signed(bits, 64) as i64)
        };
        let strides = (0..rank).map(|at| number(3 + rank + at, "the stride of a memref"));
        let extent = |at: usize| {
            let extent = number(3 + at, "the extent of a memref")?;
            u64::try_from(extent).map_err(|_| LINALG_MEMREF_NEGATIVE.undefined(&[]))
        };
        Ok(View::Memref(MemrefOperand {
            pointer: lanes.get(1).copied().unwrap_or_default(),
            offset: number(2, "the offset of a memref")?,
            shape: (0..rank).map(extent).collect::<Result<_, _>>()?,
            strides: strides.collect::<Result<_, _>>()?,
        }))
    }
}

/// An operand as the program runs.
pub enum View {
    /// One value for all.
    Scalar(Vec<Lane>),
    /// A tensor that is read.
    Tensor(Rc<Shaped>),
    /// A tensor that is made.
    Made(Shaped),
    /// A memref.
    Memref(MemrefOperand),
}

/// The indices of an element, and the operation that asks for it.
pub type ElementPlace<'a> = (&'a str, &'a [i64]);

/// Elements in memory.
pub struct MemrefOperand {
    pointer: Lane,
    offset: i64,
    shape: Vec<u64>,
    strides: Vec<i64>,
}

impl MemrefOperand {
    /// The pointer to the element at these indices.
    fn pointer(&self, (name, indices): ElementPlace<'_>, size: u64) -> Result<Lane, Stop> {
        let mut at = self.offset;
        for ((index, extent), stride) in indices.iter().zip(&self.shape).zip(&self.strides) {
            if u64::try_from(*index).is_err() || *index as u64 >= *extent {
                return Err(LINALG_MEMREF_INDEX.undefined(&[
                    &name,
                    &format_args!("{indices:?}"),
                    &format_args!("{:?}", self.shape),
                ]));
            }
            at = at.wrapping_add(index.wrapping_mul(*stride));
        }
        let address = (self.pointer.bits as u64).wrapping_add((at as u64).wrapping_mul(size));
        Ok(Lane { bits: address.into(), ..self.pointer })
    }
}

impl View {
    /// Its extents.
    pub fn shape(&self) -> &[u64] {
        match self {
            View::Scalar(_) => &[],
            View::Tensor(tensor) => &tensor.shape,
            View::Made(tensor) => &tensor.shape,
            View::Memref(memref) => &memref.shape,
        }
    }

    /// Appends the element at these indices.
    ///
    /// # Errors
    /// There is none, or it may not be read.
    pub fn read(
        &self,
        machine: &Machine<'_>,
        element: &Layout,
        at: ElementPlace<'_>,
        into: &mut Vec<Lane>,
    ) -> Result<(), Stop> {
        match self {
            View::Scalar(lanes) => into.extend_from_slice(lanes),
            View::Tensor(tensor) => into.extend_from_slice(tensor.element(place(tensor, at)?)),
            View::Made(tensor) => into.extend_from_slice(tensor.element(place(tensor, at)?)),
            View::Memref(memref) => {
                let pointer = memref.pointer(at, element.size)?;
                let from = into.len();
                into.resize(from + element.leaves.len(), Lane::default());
                machine.memory.load(pointer, element, element.align, machine.at, &mut into[from..])?;
            }
        }
        Ok(())
    }

    /// Sets the element at these indices.
    ///
    /// # Errors
    /// There is none, or it may not be written.
    pub fn write(
        &mut self,
        machine: &mut Machine<'_>,
        element: &Layout,
        at: ElementPlace<'_>,
        lanes: &[Lane],
    ) -> Result<(), Stop> {
        match self {
            View::Made(tensor) => {
                let place = place(tensor, at)?;
                tensor.element_mut(place).copy_from_slice(lanes);
                Ok(())
            }
            View::Memref(memref) => {
                let pointer = memref.pointer(at, element.size)?;
                machine.memory.store(pointer, element, element.align, lanes)
            }
            View::Scalar(_) | View::Tensor(_) => Err(Stop::lacks(Lack::form(at.0, Form::IntoScalar))),
        }
    }
}

/// The place of an element.
fn place(tensor: &Shaped, (name, indices): ElementPlace<'_>) -> Result<usize, Stop> {
    tensor.place(indices).ok_or_else(|| {
        LINALG_TENSOR_INDEX.undefined(&[
            &name,
            &format_args!("{indices:?}"),
            &format_args!("{:?}", tensor.shape),
        ])
    })
}
