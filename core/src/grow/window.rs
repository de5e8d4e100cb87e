//! Windows of memrefs and tensors: offsets, sizes and strides, which are numbers or values that no pass can fold.

use super::control::segments;
use super::types;
use super::{Growth, buffers, constant, draw, new_values, whole};
use crate::ir::{Attribute, Extent, Name, Value};
use crate::observe::Element;
use std::cmp::Ordering;
use std::rc::Rc;

/// An offset, a size or a stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowNumber {
    /// A number.
    Known(i64),
    /// A value.
    Open(Value),
}

impl WindowNumber {
    /// The number, where it is one.
    pub fn known(self) -> Option<i64> {
        match self {
            WindowNumber::Known(number) => Some(number),
            WindowNumber::Open(_) => None,
        }
    }
}

/// A window, by dimension of what it is a window of.
#[derive(Clone, Debug, Default)]
pub struct WindowNumbers {
    /// The index of the first element.
    pub offsets: Vec<WindowNumber>,
    /// Elements.
    pub sizes: Vec<WindowNumber>,
    /// Elements from one to the next.
    pub strides: Vec<WindowNumber>,
}

/// Stands in a list of static numbers for one that is an operand (MLIR's `ShapedType::kDynamic`).
pub const OPEN: i64 = i64::MIN;

impl WindowNumbers {
    /// The dimensions that are kept: all of them, or those that are not known to have one element.
    pub fn kept(&self, is_reduced: bool) -> Vec<usize> {
        let is_kept = |at: &usize| !is_reduced || self.sizes[*at] != WindowNumber::Known(1);
        (0..self.sizes.len()).filter(is_kept).collect()
    }

    /// The extents of these dimensions.
    pub fn shape(&self, kept: &[usize]) -> Vec<Extent> {
        kept.iter().map(|at| self.sizes[*at].known().map(|size| size as u64)).collect()
    }

    /// The values of its numbers that are open.
    pub fn operands(&self) -> Vec<Value> {
        let values = |numbers: &[WindowNumber]| {
            let open = |number: &WindowNumber| match number {
                WindowNumber::Open(value) => Some(*value),
                WindowNumber::Known(_) => None,
            };
            numbers.iter().filter_map(open).collect::<Vec<_>>()
        };
        [values(&self.offsets), values(&self.sizes), values(&self.strides)].concat()
    }

    /// The attributes of an operation that has so many operands in front of its numbers.
    pub fn attributes(&self, before: &[usize]) -> Vec<(Name, Attribute)> {
        let all = [&self.offsets, &self.sizes, &self.strides];
        let numbers = |numbers: &[WindowNumber]| {
            let all = numbers.iter().map(|number| number.known().unwrap_or(OPEN)).collect();
            Attribute::array(Element::I64, all)
        };
        let open = all.map(|numbers| numbers.iter().filter(|number| number.known().is_none()).count());
        vec![
            ("static_offsets", numbers(all[0])),
            ("static_sizes", numbers(all[1])),
            ("static_strides", numbers(all[2])),
            segments(&[before, &open].concat()),
        ]
    }
}

/// A window within a memref or tensor of at least one element.
pub fn within(growth: &mut Growth<'_>, of: Value) -> WindowNumbers {
    let shape = types::shape(&growth.ty(of)).unwrap_or_default();
    let mut window = WindowNumbers::default();
    for (dimension, extent) in shape.into_iter().enumerate() {
        let (offset, size, stride) = match extent {
            Some(extent) => within_known(growth, extent),
            None => within_open(growth, of, dimension),
        };
        window.offsets.push(offset);
        window.sizes.push(size);
        window.strides.push(stride);
    }
    window
}

fn within_known(growth: &mut Growth<'_>, extent: u64) -> (WindowNumber, WindowNumber, WindowNumber) {
    if growth.choices.below(3) == 0 {
        return (WindowNumber::Known(0), WindowNumber::Known(extent as i64), WindowNumber::Known(1));
    }
    let stride = [1, 1, 1, 2, 3][growth.choices.below(5)].min(extent);
    let most = extent.div_ceil(stride);
    let size = 1 + growth.choices.below(most as usize) as u64;
    // The room for the offset.
    let room = extent - (size - 1) * stride;
    let offset = match draw::is_open(growth) {
        true => WindowNumber::Open(new_values::below(growth, room)),
        false => WindowNumber::Known(growth.choices.below(room as usize) as i64),
    };
    let size = match draw::is_open(growth) {
        true => WindowNumber::Open(new_values::one_to(growth, size)),
        false => WindowNumber::Known(size as i64),
    };
    let stride = match growth.choices.below(4) == 0 && draw::is_open(growth) {
        true => WindowNumber::Open(new_values::one_to(growth, stride)),
        false => WindowNumber::Known(stride as i64),
    };
    (offset, size, stride)
}

fn within_open(
    growth: &mut Growth<'_>,
    of: Value,
    dimension: usize,
) -> (WindowNumber, WindowNumber, WindowNumber) {
    let extent = buffers::extent(growth, of, dimension);
    let (offset, size) = match growth.choices.below(4) {
        0 => (WindowNumber::Known(0), WindowNumber::Open(extent)),
        1 => (WindowNumber::Open(new_values::below_value(growth, extent)), WindowNumber::Known(1)),
        2 => {
            let below = new_values::below_value(growth, extent);
            let one = constant::index(growth, 1);
            let size = whole::add(growth, below, one);
            (WindowNumber::Known(0), WindowNumber::Open(size))
        }
        _ => {
            let offset = new_values::below_value(growth, extent);
            let size = whole::subtract(growth, extent, offset);
            (WindowNumber::Open(offset), WindowNumber::Open(size))
        }
    };
    (offset, size, WindowNumber::Known(1))
}

/// The groups of dimensions of an operation that joins or splits them: those on one side are so many, one of which is two on the other.
pub fn reassociation(rank: usize, split: usize) -> (Name, Attribute) {
    let number = |at: usize| Rc::new(Attribute::of_int(Element::I64, at as i64));
    let group = |at: usize| match at.cmp(&split) {
        Ordering::Less => vec![number(at)],
        Ordering::Equal => vec![number(at), number(at + 1)],
        Ordering::Greater => vec![number(at + 1)],
    };
    ("reassociation", Attribute::List((0..rank).map(|at| Rc::new(Attribute::List(group(at)))).collect()))
}
