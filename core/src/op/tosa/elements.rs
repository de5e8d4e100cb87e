//! Lanes as elements of the reference semantics' tensors, and back.

use crate::eval::lane::{Lane, Taint};
use crate::eval::tensor::Shaped;
use crate::eval::world::FloatWorld;
use crate::ir;
use crate::observe::Element;
use crate::observe::{Lack, WantedType};
use crate::semantics::tensor::wrapped;
use crate::semantics::{Data, Float, Format, Tensor};

/// The parts of a value.
#[derive(Clone, Copy, Debug)]
pub struct ElementKind {
    /// The type of an element.
    pub element: Element,
    /// True if the value is a handle of a tensor; else its lanes are its elements.
    pub is_handle: bool,
}

impl ElementKind {
    /// The kind of values of a type.
    ///
    /// # Errors
    /// The semantics do not know the elements.
    pub fn of(ty: &ir::Type) -> Result<ElementKind, Lack> {
        let (element, is_handle) = match ty {
            ir::Type::Tensor(_, element, _) | ir::Type::UnrankedTensor(element) => (&**element, true),
            ir::Type::Other(spelling) if spelling.starts_with("!tosa.shape<") => {
                return Ok(ElementKind { element: Element::Index, is_handle: true });
            }
            ir::Type::Vector(_, element) => (&**element, false),
            other => (other, false),
        };
        let element = element
            .element()
            .ok_or_else(|| Lack::Kind { ty: ty.to_string(), wanted: WantedType::KnownElements })?;
        Ok(ElementKind { element, is_handle })
    }

    /// The tensor of the semantics. A float that is no number is not known there; an integer that is none stands for nothing.
    pub fn tensor(self, from: &Shaped) -> Tensor {
        let shape: Vec<usize> = from.shape.iter().map(|extent| *extent as usize).collect();
        match Format::of(self.element) {
            Some(format) => {
                let float = |lane: &Lane| {
                    let value = format.decode(lane.bits as u64);
                    if lane.taint.is_none() { Float::exact(value) } else { Float::unknown(value) }
                };
                Tensor::floats(self.element, &shape, from.lanes.iter().map(float).collect())
            }
            None => {
                let number = |lane: &Lane| wrapped(self.element, lane.bits as i128);
                Tensor::ints(self.element, &shape, from.lanes.iter().map(number).collect())
            }
        }
    }
}

/// The lanes of a tensor of the semantics. A float of which nothing is known has this taint. One that is known within a bound is another one
/// within it in worlds that round otherwise.
pub fn lanes(tensor: &Tensor, unknown: Taint, world: FloatWorld) -> Vec<Lane> {
    let bound = bounds(tensor);
    let format = Format::of(tensor.element).filter(|_| world.rounding.is_some());
    let lane = |place: usize| {
        let bits = tensor.bits(place);
        let lane = match format {
            Some(format) if bound(place) != 0.0 && bound(place) < f64::MAX => {
                format.encode(world.bounded(format, format.decode(bits), bound(place)))
            }
            _ => bits,
        };
        let lane = Lane::of(lane.into());
        if bound(place) < f64::MAX { lane } else { Lane { taint: unknown, ..lane } }
    };
    (0..tensor.len()).map(lane).collect()
}

/// True if some float of a tensor is known within a bound alone.
pub fn is_approximate(tensor: &Tensor) -> bool {
    let bound = bounds(tensor);
    (0..tensor.len()).any(|place| bound(place) != 0.0)
}

/// The error that each element may have, by place.
fn bounds(tensor: &Tensor) -> impl Fn(usize) -> f64 {
    move |place| match &tensor.data {
        Data::Ints(_) => 0.0,
        Data::Floats(values) | Data::Bits { values, .. } => values[place].bound,
    }
}
