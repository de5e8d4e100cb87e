//! The heap, and copies between memrefs.

use super::LibraryFunction;
use crate::eval::lane::Lane;
use crate::eval::machine::Machine;
use crate::eval::memory::Kind;
use crate::eval::stop::{Stop, undefined};
use crate::eval::types::{Layout, Scalar, Type};
use crate::runtimes::elements::Elements;

/// Alignment of plain `malloc`, as the C library gives it.
const MALLOC_ALIGNMENT: u64 = 16;
/// Bytes that could be copied while the place of an element is found.
const BYTES_OF_COPY: u64 = 256;
/// Most dimensions of a memref.
const MOST_DIMENSIONS: i64 = 16;

/// One row a function.
pub const ROWS: &[LibraryFunction] = &[
    ("malloc", plain),
    ("_mlir_memref_to_llvm_alloc", plain),
    ("mlirAlloc", plain),
    ("calloc", |machine, arguments| {
        let (count, each) = (size(machine, arguments[0])?, size(machine, arguments[1])?);
        let size = count.saturating_mul(each);
        machine.charge(size)?;
        let place = machine.memory.allocate(size, MALLOC_ALIGNMENT, Kind::Heap)?;
        machine.memory.fill(place, Lane::of(0), size)?;
        Ok(Some(place))
    }),
    ("realloc", |machine, arguments| match size(machine, arguments[1])? {
        // What comes of it differs between C libraries.
        0 => Err(Stop::unknown("a block that is resized to nothing")),
        size => {
            machine.charge(size)?;
            machine.memory.resize(arguments[0], size, MALLOC_ALIGNMENT).map(Some)
        }
    }),
    ("aligned_alloc", aligned),
    ("_mlir_memref_to_llvm_aligned_alloc", aligned),
    ("mlirAlignedAlloc", aligned),
    ("free", free),
    ("_mlir_memref_to_llvm_free", free),
    ("mlirFree", free),
    ("mlirAlignedFree", free),
    // What an assertion that does not hold calls, after it has said which.
    ("abort", |_, _| Err(Stop::fault("the lowered program called abort"))),
    ("puts", |_, _| Ok(Some(Lane::of(0)))),
    ("memrefCopy", |machine, arguments| {
        let size = machine.defined(arguments[0], "the size of an element")? as u64;
        let from = Memref::unranked(machine, arguments[1])?;
        let to = Memref::unranked(machine, arguments[2])?;
        for (from, to) in from.places(size).zip(to.places(size)) {
            machine.charge(BYTES_OF_COPY + size)?;
            machine.memory.copy(to, from, size, false)?;
        }
        Ok(None)
    }),
];

fn size(machine: &Machine<'_>, lane: Lane) -> Result<u64, Stop> {
    Ok(machine.defined(lane, "the size of an allocation")? as u64)
}

fn plain(machine: &mut Machine<'_>, arguments: &[Lane]) -> Result<Option<Lane>, Stop> {
    let size = size(machine, arguments[0])?;
    machine.charge(size)?;
    machine.memory.allocate(size, MALLOC_ALIGNMENT, Kind::Heap).map(Some)
}

fn aligned(machine: &mut Machine<'_>, arguments: &[Lane]) -> Result<Option<Lane>, Stop> {
    let align = machine.defined(arguments[0], "the alignment of an allocation")? as u64;
    let size = size(machine, arguments[1])?;
    machine.charge(size)?;
    if !align.is_power_of_two() {
        return Err(undefined(&format!("an allocation aligned to {align}")));
    }
    machine.memory.allocate(size, align.max(MALLOC_ALIGNMENT), Kind::Heap).map(Some)
}

fn free(machine: &mut Machine<'_>, arguments: &[Lane]) -> Result<Option<Lane>, Stop> {
    machine.memory.free(arguments[0]).map(|()| None)
}

/// A memref as functions of any rank are given it.
pub struct Memref {
    aligned: Lane,
    offset: i64,
    /// Extents, outermost first.
    pub extents: Vec<i64>,
    strides: Vec<i64>,
}

impl Memref {
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
        if !(0..=MOST_DIMENSIONS).contains(&rank) {
            return Err(undefined(&format!("a memref of rank {rank}")));
        }
        let aligned = scalar(machine, descriptor, 8, Scalar::Pointer)?;
        let number = |index: i64| {
            let lane = scalar(machine, descriptor, 16 + 8 * index as u64, Scalar::Int(64))?;
            Ok(machine.defined(lane, "a part of a memref")? as i64)
        };
        let extents: Vec<i64> = (1..=rank).map(number).collect::<Result<_, Stop>>()?;
        let strides: Vec<i64> = (rank + 1..=2 * rank).map(number).collect::<Result<_, Stop>>()?;
        if let Some(extent) = extents.iter().find(|extent| **extent < 0) {
            return Err(undefined(&format!("a memref with extent {extent}")));
        }
        Ok(Memref { aligned, offset: number(0)?, extents, strides })
    }

    /// How many elements it has.
    pub fn count(&self) -> u64 {
        self.extents.iter().fold(1, |count, extent| u64::saturating_mul(count, *extent as u64))
    }

    /// Whether the elements of both lie alike: at equal offsets, with equal extents and strides.
    pub fn is_laid_out_like(&self, other: &Memref) -> bool {
        (self.offset, &self.extents, &self.strides) == (other.offset, &other.extents, &other.strides)
    }

    /// The parts of all elements, row-major; `what` says what for.
    ///
    /// # Errors
    /// One may not be read, or is not defined.
    pub fn parts(&self, machine: &mut Machine<'_>, elements: Elements, what: &str) -> Result<Vec<u64>, Stop> {
        let layout = Layout::of(Type::Scalar(Scalar::Int(elements.part.bits())));
        let layout = layout.map_err(|what| Stop::unsupported(&what))?;
        let mut bits = Vec::new();
        for place in self.places(elements.bytes()) {
            machine.charge(elements.bytes())?;
            for part in 0..elements.count() {
                let at = Lane { bits: place.bits + u128::from(part * layout.size), ..place };
                let mut lane = [Lane::default()];
                machine.memory.load(at, &layout, 1, machine.at, &mut lane)?;
                bits.push(machine.defined(lane[0], what)? as u64);
            }
        }
        Ok(bits)
    }

    /// Where each element of so many bytes is, row-major.
    pub fn places(&self, bytes: u64) -> impl Iterator<Item = Lane> {
        let base = self.aligned;
        (0..self.count()).map(move |number| {
            let (mut left, mut at) = (number, self.offset);
            for (extent, stride) in self.extents.iter().zip(&self.strides).rev() {
                let index = left % *extent as u64;
                left /= *extent as u64;
                at = at.wrapping_add((index as i64).wrapping_mul(*stride));
            }
            let address = (base.bits as u64).wrapping_add(at.wrapping_mul(bytes as i64) as u64);
            Lane { bits: address.into(), ..base }
        })
    }
}

fn scalar(machine: &Machine<'_>, pointer: Lane, offset: u64, scalar: Scalar) -> Result<Lane, Stop> {
    let layout = Layout::of(Type::Scalar(scalar)).map_err(|what| Stop::unsupported(&what))?;
    let mut out = [Lane::default()];
    let at = Lane { bits: pointer.bits + u128::from(offset), ..pointer };
    machine.memory.load(at, &layout, 8, machine.at, &mut out)?;
    Ok(out[0])
}
