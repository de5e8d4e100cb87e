//! Memrefs as LLVM has them: two pointers, an offset, extents and strides (MLIR's "LLVM IR Target", "Ranked MemRef Types").

use super::lane::{Lane, Taint};
use super::machine::Machine;
use super::stop::{Rule, Stop};
use super::tensor::Shaped;
use super::types::{LaneType, Layout, Scalar};
use crate::eval::Breaking as _;
use crate::observe::Lack;
use crate::runtimes::elements::Elements;

const MEMREF_RANK: Rule = Rule::new("memref_rank", "a memref of rank {}");
const MEMREF_EXTENT: Rule = Rule::new("memref_extent", "a memref with extent {}");
const INDEX_PAST_EXTENT: Rule =
    Rule::new("index_past_extent", "{} at index {} of dimension {}, which has extent {}");

/// Most dimensions of a memref.
const MOST_DIMENSIONS: i64 = 16;
/// Lanes of a descriptor before its extents: two pointers and the offset.
pub const BEFORE_EXTENTS: usize = 3;
/// Bytes that could be copied while the place of an element is found.
const BYTES_AN_ELEMENT: u64 = 64;

/// A memref, all parts of which are defined.
#[derive(Clone, Debug, PartialEq)]
pub struct Memref {
    /// The pointer that is given back to the heap.
    pub allocated: Lane,
    /// The pointer that the elements are counted from.
    pub aligned: Lane,
    /// Elements before the first one.
    pub offset: i64,
    /// Extents, outermost first.
    pub extents: Vec<i64>,
    /// Elements from one to the next, by dimension.
    pub strides: Vec<i64>,
}

impl Memref {
    /// A memref whose elements lie row-major behind a pointer; none where a stride does not fit into 64 bits.
    pub fn row_major(place: Lane, extents: Vec<i64>) -> Option<Memref> {
        let mut strides = vec![1i64; extents.len()];
        for at in (1..extents.len()).rev() {
            strides[at - 1] = strides[at].checked_mul(extents[at])?;
        }
        Some(Memref { allocated: place, aligned: place, offset: 0, extents, strides })
    }

    /// The memref that lanes are: a descriptor, or of one of any rank its rank and a pointer to its descriptor.
    ///
    /// # Errors
    /// It is not there, or not defined.
    pub fn of(machine: &Machine<'_>, lanes: &[Lane], is_ranked: bool) -> Result<Memref, Stop> {
        match (is_ranked, lanes) {
            (true, [allocated, aligned, numbers @ ..]) => {
                let numbers = numbers.iter().map(|lane| part(machine, *lane));
                Memref::made(*allocated, *aligned, &numbers.collect::<Result<Vec<i64>, Stop>>()?)
            }
            (false, [rank, descriptor]) => {
                let rank = machine.defined(*rank, "the rank of a memref")? as i64;
                Memref::ranked(machine, rank, *descriptor)
            }
            _ => Err(Stop::lacks(Lack::Descriptor {})),
        }
    }

    /// Reads the pair of a rank and a descriptor.
    ///
    /// # Errors
    /// It is not there, or not defined.
    pub fn unranked(machine: &Machine<'_>, pointer: Lane) -> Result<Memref, Stop> {
        let rank = scalar(machine, pointer, 0, Scalar::Int(64))?;
        let descriptor = scalar(machine, pointer, 8, Scalar::Pointer)?;
        let rank = machine.defined(rank, "the rank of a memref")? as i64;
        Memref::ranked(machine, rank, descriptor)
    }

    /// Reads a descriptor.
    ///
    /// # Errors
    /// It is not there, or not defined.
    pub fn ranked(machine: &Machine<'_>, rank: i64, descriptor: Lane) -> Result<Memref, Stop> {
        let lanes = Memref::descriptor(machine, rank, descriptor)?;
        Memref::of(machine, &lanes, true)
    }

    /// The lanes of a descriptor in memory.
    ///
    /// # Errors
    /// It is not there, or no memref has that rank.
    pub fn descriptor(machine: &Machine<'_>, rank: i64, descriptor: Lane) -> Result<Vec<Lane>, Stop> {
        if !(0..=MOST_DIMENSIONS).contains(&rank) {
            return Err(MEMREF_RANK.undefined(&[&rank]));
        }
        let kind = |index: u64| if index < 2 { Scalar::Pointer } else { Scalar::Int(64) };
        let lanes = BEFORE_EXTENTS as u64 + 2 * rank as u64;
        (0..lanes).map(|index| scalar(machine, descriptor, 8 * index, kind(index))).collect()
    }

    fn made(allocated: Lane, aligned: Lane, numbers: &[i64]) -> Result<Memref, Stop> {
        let (offset, rest) = numbers.split_first().map_or((0, numbers), |(offset, rest)| (*offset, rest));
        let (extents, strides) = rest.split_at(rest.len() / 2);
        if let Some(extent) = extents.iter().find(|extent| **extent < 0) {
            return Err(MEMREF_EXTENT.undefined(&[&extent]));
        }
        Ok(Memref { allocated, aligned, offset, extents: extents.to_vec(), strides: strides.to_vec() })
    }

    /// The lanes of its descriptor.
    pub fn lanes(&self) -> Vec<Lane> {
        let numbers = std::iter::once(&self.offset).chain(&self.extents).chain(&self.strides);
        let numbers = numbers.map(|number| Lane::of((*number as u64).into()));
        [self.allocated, self.aligned].into_iter().chain(numbers).collect()
    }

    /// The number of its elements.
    pub fn count(&self) -> u64 {
        if self.extents.contains(&0) {
            return 0;
        }
        self.extents.iter().fold(1, |count, extent| u64::saturating_mul(count, *extent as u64))
    }

    /// True if the elements of both lie alike: at equal offsets, with equal extents and strides.
    pub fn is_laid_out_like(&self, other: &Memref) -> bool {
        (self.offset, &self.extents, &self.strides) == (other.offset, &other.extents, &other.strides)
    }

    /// True if its elements lie row-major, one behind the other.
    pub fn is_contiguous(&self) -> bool {
        let mut expected = 1i64;
        self.extents.iter().zip(&self.strides).rev().all(|(extent, stride)| {
            let fits = *extent == 1 || *stride == expected;
            expected = expected.saturating_mul(*extent);
            fits
        })
    }

    /// The parts of all elements, row-major; `what` says what for.
    ///
    /// # Errors
    /// One may not be read, or is not defined.
    pub fn parts(&self, machine: &mut Machine<'_>, elements: Elements, what: &str) -> Result<Vec<u64>, Stop> {
        self.each_part(machine, elements, |machine, lane| Ok(machine.defined(lane, what)? as u64))
    }

    /// The parts of all elements, row-major, as `take` has them.
    ///
    /// # Errors
    /// One may not be read, or those of `take`.
    pub fn each_part(
        &self,
        machine: &mut Machine<'_>,
        elements: Elements,
        mut take: impl FnMut(&mut Machine<'_>, Lane) -> Result<u64, Stop>,
    ) -> Result<Vec<u64>, Stop> {
        let layout = Layout::of(LaneType::Scalar(Scalar::Int(elements.part.bits())));
        let layout = layout.map_err(Stop::lacks)?;
        let mut bits = Vec::new();
        for place in self.places(elements.bytes()) {
            machine.charge(elements.bytes())?;
            for part in 0..elements.count() {
                let at = Lane { bits: place.bits + u128::from(part * layout.size), ..place };
                let mut lane = [Lane::default()];
                machine.memory.load(at, &layout, 1, machine.at, &mut lane)?;
                bits.push(take(machine, lane[0])?);
            }
        }
        Ok(bits)
    }

    /// The pointer to its first element, of so many bytes.
    pub fn first(&self, bytes: u64) -> Lane {
        moved(self.aligned, i128::from(self.offset) * i128::from(bytes))
    }

    /// The pointer to the element at these indices; `doing` says what for.
    ///
    /// # Errors
    /// One is out of bounds.
    pub fn place(&self, indices: &[i64], bytes: u64, doing: &str) -> Result<Lane, Stop> {
        let mut at = i128::from(self.offset);
        for (dimension, index) in indices.iter().enumerate() {
            let (extent, stride) = (self.extents[dimension], self.strides[dimension]);
            if *index < 0 || *index >= extent {
                return Err(outside(doing, *index, dimension, extent));
            }
            at += i128::from(*index) * i128::from(stride);
        }
        Ok(moved(self.aligned, at * i128::from(bytes)))
    }

    /// The pointers to all elements of so many bytes, row-major.
    pub fn places(&self, bytes: u64) -> impl Iterator<Item = Lane> {
        let base = self.aligned;
        (0..self.count()).map(move |number| {
            let (mut left, mut at) = (number, i128::from(self.offset));
            for (extent, stride) in self.extents.iter().zip(&self.strides).rev() {
                let index = left % *extent as u64;
                left /= *extent as u64;
                at += i128::from(index) * i128::from(*stride);
            }
            moved(base, at * i128::from(bytes))
        })
    }

    /// All elements as they are now.
    ///
    /// # Errors
    /// One may not be read.
    pub fn read(&self, machine: &mut Machine<'_>, element: &Layout) -> Result<Shaped, Stop> {
        let shape: Vec<u64> = self.extents.iter().map(|extent| *extent as u64).collect();
        let (count, parts) = (Shaped::count(&shape)?, element.leaves.len());
        machine.charge((count as u64).saturating_mul(BYTES_AN_ELEMENT + element.size))?;
        let mut lanes = vec![Lane::default(); count * parts];
        for (place, out) in self.places(element.size).zip(lanes.chunks_mut(parts.max(1))) {
            machine.memory.load(place, element, element.align, machine.at, out)?;
        }
        Ok(Shaped { shape, parts, lanes })
    }

    /// Sets all elements to these lanes, row-major.
    ///
    /// # Errors
    /// One may not be written.
    pub fn write(&self, machine: &mut Machine<'_>, element: &Layout, lanes: &[Lane]) -> Result<(), Stop> {
        machine.charge(self.count().saturating_mul(BYTES_AN_ELEMENT + element.size))?;
        let parts = element.leaves.len().max(1);
        for (place, value) in self.places(element.size).zip(lanes.chunks(parts)) {
            machine.memory.store(place, element, element.align, value)?;
        }
        Ok(())
    }
}

/// A pointer that is moved by so many bytes.
pub fn moved(pointer: Lane, bytes: i128) -> Lane {
    Lane { bits: ((pointer.bits as i128).wrapping_add(bytes) as u64).into(), ..pointer }
}

/// An index that is out of bounds.
pub fn outside(doing: &str, index: i64, dimension: usize, extent: i64) -> Stop {
    INDEX_PAST_EXTENT.misuse(&[&doing, &index, &dimension, &extent])
}

/// A number of a descriptor, which has to be defined.
fn part(machine: &Machine<'_>, lane: Lane) -> Result<i64, Stop> {
    Ok(machine.defined(lane, "a part of a memref")? as i64)
}

/// The defects of a pointer and the numbers of a descriptor, all in one; nothing where it is defined.
pub fn taint(lanes: &[Lane]) -> Taint {
    lanes.iter().fold(Taint::NONE, |taint, lane| taint.merge(lane.taint))
}

fn scalar(machine: &Machine<'_>, pointer: Lane, offset: u64, scalar: Scalar) -> Result<Lane, Stop> {
    let layout = Layout::of(LaneType::Scalar(scalar)).map_err(Stop::lacks)?;
    let mut out = [Lane::default()];
    let at = moved(pointer, offset.into());
    machine.memory.load(at, &layout, 8, machine.at, &mut out)?;
    Ok(out[0])
}
