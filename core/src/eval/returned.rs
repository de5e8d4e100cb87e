//! The values that an entry function returned, read out before memory is gone.

use super::lane::Lane;
use super::machine::Machine;
use super::stop::Stop;
use super::tensor::Shaped;
use super::types::{Layout, Scalar, Type};
use super::{Returned, machine};
use crate::ir;
use std::rc::Rc;

/// Lanes of a descriptor before its extents: two pointers and the offset.
const BEFORE_EXTENTS: usize = 3;

impl Machine<'_> {
    /// The results of a function, by number, as values.
    ///
    /// # Errors
    /// A memref among them does not lie in memory.
    pub(super) fn read_out(&mut self, function: usize, lanes: &[Lane]) -> Result<Vec<Returned>, Stop> {
        let machine::Function { results, .. } = &self.program.functions[function];
        let (mut rest, mut read) = (lanes, Vec::new());
        for (ty, layout) in results {
            let Some((own, after)) = rest.split_at_checked(layout.leaves.len()) else { break };
            rest = after;
            let value = match &**ty {
                ir::Type::Memref { element, .. } => self.elements(element, own)?,
                _ if layout.scalar() == Scalar::Tensor && own.len() == 1 && own[0].taint.is_none() => {
                    (*self.tensor(own[0])?).clone()
                }
                _ => Shaped { shape: Vec::new(), parts: own.len(), lanes: own.to_vec() },
            };
            read.push(Returned { ty: ty.clone(), value });
        }
        Ok(read)
    }

    /// The elements that a memref with this descriptor holds.
    fn elements(&mut self, element: &Rc<ir::Type>, descriptor: &[Lane]) -> Result<Shaped, Stop> {
        let layout = Type::of(element).and_then(Layout::of).map_err(|unknown| Stop::unknown(&unknown))?;
        let rank = (descriptor.len() - BEFORE_EXTENTS) / 2;
        let number = |lane: &Lane| self.defined(*lane, "a part of a memref").map(|bits| bits as u64);
        let numbers = descriptor[2..].iter().map(number).collect::<Result<Vec<u64>, Stop>>()?;
        let (shape, strides) = numbers[1..].split_at(rank);
        let count = Shaped::count(shape)?;
        self.charge(count as u64 * layout.size.max(1))?;
        let mut value = Shaped { shape: shape.to_vec(), parts: layout.leaves.len(), lanes: Vec::new() };
        value.lanes.resize(count * value.parts, Lane::default());
        let (base, mut place) = (descriptor[1], 0);
        Shaped::each_index(shape, |indices| {
            let steps =
                indices.iter().zip(strides).map(|(index, stride)| (*index as u64).wrapping_mul(*stride));
            let offset = steps.fold(numbers[0], u64::wrapping_add).wrapping_mul(layout.size);
            let at = Lane { bits: (base.bits as u64).wrapping_add(offset).into(), ..base };
            let out = &mut value.lanes[place * value.parts..(place + 1) * value.parts];
            place += 1;
            self.memory.load(at, &layout, 1, self.at, out)
        })?;
        Ok(value)
    }
}
