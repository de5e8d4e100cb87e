//! Tensors: immutable elements under a shape, which lanes name by handles.

use super::lane::{Lane, Taint};
use super::memory::Memory;
use super::memref::Memref;
use super::stop::Stop;
use super::types::Layout;
use crate::observe::Lack;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A tensor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shaped {
    /// Its extents, outermost first.
    pub shape: Vec<u64>,
    /// Lanes of one element: two of a complex number, those of the vector in a tensor of vectors, or else one.
    pub parts: usize,
    /// The elements, row-major, each with its own taint.
    pub lanes: Vec<Lane>,
}

/// Marks a lane that is a handle, where pointers have their allocation.
const HANDLE: u32 = u32::MAX;
/// Lanes of new tensors after which those that nobody names any more are looked for.
const SWEEP: usize = 1 << 20;

/// A buffer that a tensor was made of, or that was made of a tensor: both are one thing for as long as nobody writes there.
pub struct SharedBuffer {
    /// The buffer.
    pub memref: Memref,
    /// The kind of an element.
    pub element: Layout,
    /// The number of changes that it had had when it was as the tensor is.
    pub changes: u64,
}

impl SharedBuffer {
    /// True if the buffer still holds what the tensor does. `operation` is who asks.
    fn is_as(&self, tensor: &Shaped, memory: &Memory, operation: u32) -> bool {
        if memory.changes(self.memref.aligned) == self.changes {
            return true;
        }
        let mut lanes = vec![Lane::default(); tensor.parts];
        let alike = |(old, new): (&Lane, &Lane)| {
            if old.taint.is_none() { old == new } else { !new.taint.is_none() }
        };
        self.memref.places(self.element.size).enumerate().all(|(place, pointer)| {
            memory.load(pointer, &self.element, self.element.align, operation, &mut lanes).is_ok()
                && tensor.element(place).iter().zip(&lanes).all(alike)
        })
    }
}

/// All tensors of a run.
#[derive(Default)]
pub struct Tensors {
    shared: HashMap<u32, SharedBuffer>,
    ended: HashSet<u32>,
    all: Vec<Option<Rc<Shaped>>>,
    free: Vec<u32>,
    lanes: usize,
    since: usize,
}

impl Shaped {
    /// The number of elements of a shape.
    ///
    /// # Errors
    /// They are more than fit into memory.
    pub fn count(shape: &[u64]) -> Result<usize, Stop> {
        Shaped::checked_count(shape).ok_or_else(|| Stop::lacks(Lack::TensorElements {}))
    }

    /// The number of elements of a shape, where they fit into memory.
    pub fn checked_count(shape: &[u64]) -> Option<usize> {
        let count = shape.iter().try_fold(1u64, |count, extent| count.checked_mul(*extent))?;
        (count <= u32::MAX.into()).then_some(count as usize)
    }

    /// A tensor of this shape, all of whose elements are these lanes.
    ///
    /// # Errors
    /// It has too many elements.
    pub fn filled(shape: Vec<u64>, element: &[Lane]) -> Result<Shaped, Stop> {
        let lanes = element.repeat(Shaped::count(&shape)?);
        Ok(Shaped { shape, parts: element.len(), lanes })
    }

    /// The place of an element among all, row-major; none where an index is out of bounds.
    pub fn place(&self, indices: &[i64]) -> Option<usize> {
        let mut place = 0;
        for (extent, index) in self.shape.iter().zip(indices) {
            let index = u64::try_from(*index).ok().filter(|index| index < extent)?;
            place = place * *extent as usize + index as usize;
        }
        Some(place)
    }

    /// The lanes of the element at this place.
    pub fn element(&self, place: usize) -> &[Lane] {
        &self.lanes[place * self.parts..(place + 1) * self.parts]
    }

    /// The lanes of the element at this place, to be set.
    pub fn element_mut(&mut self, place: usize) -> &mut [Lane] {
        &mut self.lanes[place * self.parts..(place + 1) * self.parts]
    }

    /// Hands over the indices of each element, row-major.
    ///
    /// # Errors
    /// Those of `met`.
    pub fn each_index<E>(shape: &[u64], mut met: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        if shape.contains(&0) {
            return Ok(());
        }
        let mut indices = vec![0i64; shape.len()];
        loop {
            met(&indices)?;
            let next = (0..shape.len()).rev().find(|at| (indices[*at] as u64) + 1 < shape[*at]);
            let Some(next) = next else { return Ok(()) };
            indices[next] += 1;
            indices[next + 1..].fill(0);
        }
    }
}

impl Tensors {
    /// A handle of this tensor.
    pub fn add(&mut self, tensor: Rc<Shaped>) -> Lane {
        self.lanes += tensor.lanes.len();
        self.since += tensor.lanes.len() + 1;
        let number = self.free.pop().unwrap_or_else(|| {
            self.all.push(None);
            self.all.len() as u32 - 1
        });
        self.all[number as usize] = Some(tensor);
        Lane { bits: number.into(), origin: HANDLE, taint: Taint::NONE }
    }

    /// The tensor that a handle names.
    pub fn get(&self, handle: Lane) -> Option<&Rc<Shaped>> {
        (handle.origin == HANDLE).then(|| self.all.get(handle.bits as usize)?.as_ref()).flatten()
    }

    /// From now on a tensor is what this buffer holds.
    pub fn share(&mut self, handle: Lane, shared: SharedBuffer) {
        self.shared.insert(handle.bits as u32, shared);
    }

    /// The buffer that a tensor is what it holds.
    pub fn shared(&self, handle: Lane) -> Option<&SharedBuffer> {
        self.shared.get(&(handle.bits as u32)).filter(|_| handle.origin == HANDLE)
    }

    /// From now on a tensor may not be used.
    pub fn end(&mut self, handle: Lane) {
        self.ended.insert(handle.bits as u32);
    }

    /// True if a tensor may not be used any more.
    pub fn has_ended(&self, handle: Lane) -> bool {
        handle.origin == HANDLE && self.ended.contains(&(handle.bits as u32))
    }

    /// True if the buffer of a tensor still holds its elements, or it has no buffer. `operation` is the one that asks.
    pub fn is_current(&self, handle: Lane, memory: &Memory, operation: u32) -> bool {
        match (self.shared(handle), self.get(handle)) {
            (Some(shared), Some(tensor)) => shared.is_as(tensor, memory, operation),
            _ => true,
        }
    }

    /// Lanes of all tensors that are kept.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// True if enough has been made that it is worth a look for tensors nobody names.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.since > SWEEP && self.since > self.lanes / 2
    }

    /// Drops each tensor that none of these lanes names.
    pub fn sweep<'l>(&mut self, named: impl Iterator<Item = &'l Lane>) {
        let mut kept = vec![false; self.all.len()];
        for lane in named.filter(|lane| lane.origin == HANDLE) {
            if let Some(kept) = kept.get_mut(lane.bits as usize) {
                *kept = true;
            }
        }
        for (number, kept) in kept.into_iter().enumerate().filter(|(_, kept)| !kept) {
            debug_assert!(!kept);
            if let Some(tensor) = self.all[number].take() {
                self.lanes -= tensor.lanes.len();
                self.free.push(number as u32);
                self.shared.remove(&(number as u32));
                self.ended.remove(&(number as u32));
            }
        }
        self.since = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_lie_row_major() {
        let lanes: Vec<Lane> = (0..6).map(Lane::of).collect();
        let tensor = Shaped { shape: vec![2, 3], parts: 1, lanes };
        assert_eq!(tensor.place(&[1, 2]).map(|place| tensor.element(place)), Some(&[Lane::of(5)][..]));
        assert_eq!((tensor.place(&[2, 0]), tensor.place(&[0, -1])), (None, None));
        let mut met = Vec::new();
        let walked = Shaped::each_index(&[2, 2], |at| {
            met.push(at.to_vec());
            Ok::<_, ()>(())
        });
        assert_eq!((walked, met), (Ok(()), vec![vec![0, 0], vec![0, 1], vec![1, 0], vec![1, 1]]));
        assert_eq!(Shaped::each_index(&[2, 0], |_| Err(())), Ok(()));
        assert_eq!(Shaped::each_index(&[], |at| if at.is_empty() { Err(()) } else { Ok(()) }), Err(()));
        assert!(Shaped::count(&[u64::MAX, 2]).is_err());
    }

    #[test]
    fn what_nobody_names_is_dropped() {
        let mut tensors = Tensors::default();
        let made = |number| Rc::new(Shaped { shape: vec![], parts: 1, lanes: vec![Lane::of(number)] });
        let (first, second) = (tensors.add(made(1)), tensors.add(made(2)));
        tensors.sweep([second, Lane::of(0)].iter());
        assert!(tensors.get(first).is_none());
        assert_eq!(tensors.get(second).map(|tensor| tensor.lanes[0]), Some(Lane::of(2)));
        assert_eq!((tensors.lanes(), tensors.add(made(3)).bits), (1, first.bits));
        assert!(tensors.get(Lane::of(1)).is_none(), "a number is no handle");
    }
}
