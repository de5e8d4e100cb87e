//! The heap, and copies between memrefs.

use super::Row;
use crate::execute::interp::lane::Lane;
use crate::execute::interp::machine::Machine;
use crate::execute::interp::memory::Kind;
use crate::execute::interp::stop::{Stop, undefined};
use crate::execute::interp::types::{Layout, Scalar, Type};

/// Alignment of plain `malloc`, as the C library gives it.
const MALLOC_ALIGNMENT: u64 = 16;
/// Most dimensions of a memref.
const MOST_DIMENSIONS: i64 = 16;

/// One row a function.
pub const ROWS: &[Row] = &[
    ("malloc", |machine, arguments| {
        let size = machine.defined(arguments[0], "the size of an allocation")?;
        machine.memory.allocate(size as u64, MALLOC_ALIGNMENT, Kind::Heap).map(Some)
    }),
    ("_mlir_memref_to_llvm_alloc", |machine, arguments| {
        let size = machine.defined(arguments[0], "the size of an allocation")?;
        machine.memory.allocate(size as u64, MALLOC_ALIGNMENT, Kind::Heap).map(Some)
    }),
    ("aligned_alloc", aligned),
    ("_mlir_memref_to_llvm_aligned_alloc", aligned),
    ("free", |machine, arguments| machine.memory.free(arguments[0]).map(|()| None)),
    ("_mlir_memref_to_llvm_free", |machine, arguments| machine.memory.free(arguments[0]).map(|()| None)),
    // What an assertion that does not hold calls, after it has said which.
    ("abort", |_, _| Err(Stop::fault("the lowered program called abort"))),
    ("puts", |_, _| Ok(Some(Lane::of(0)))),
    ("memrefCopy", |machine, arguments| {
        let size = machine.defined(arguments[0], "the size of an element")? as u64;
        let from = Memref::unranked(machine, arguments[1])?;
        let to = Memref::unranked(machine, arguments[2])?;
        for (from, to) in from.places(size).into_iter().zip(to.places(size)) {
            machine.memory.copy(to, from, size, false)?;
        }
        Ok(None)
    }),
];

fn aligned(machine: &mut Machine<'_>, arguments: &[Lane]) -> Result<Option<Lane>, Stop> {
    let align = machine.defined(arguments[0], "the alignment of an allocation")? as u64;
    let size = machine.defined(arguments[1], "the size of an allocation")? as u64;
    if !align.is_power_of_two() {
        return Err(undefined(&format!("an allocation aligned to {align}")));
    }
    machine.memory.allocate(size, align.max(MALLOC_ALIGNMENT), Kind::Heap).map(Some)
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

    /// Where each element of so many bytes is, row-major.
    pub fn places(&self, bytes: u64) -> Vec<Lane> {
        let mut places = vec![self.offset];
        for (extent, stride) in self.extents.iter().zip(&self.strides) {
            let along = |at: i64| (0..*extent).map(move |i| at.wrapping_add(i.wrapping_mul(*stride)));
            places = places.into_iter().flat_map(along).collect();
        }
        let base = self.aligned;
        let place = |at: i64| {
            let address = (base.bits as u64).wrapping_add(at.wrapping_mul(bytes as i64) as u64);
            Lane { bits: address.into(), ..base }
        };
        places.into_iter().map(place).collect()
    }
}

fn scalar(machine: &Machine<'_>, pointer: Lane, offset: u64, scalar: Scalar) -> Result<Lane, Stop> {
    let layout = Layout::of(Type::Scalar(scalar)).map_err(|what| Stop::unsupported(&what))?;
    let mut out = [Lane::default()];
    let at = Lane { bits: pointer.bits + u128::from(offset), ..pointer };
    machine.memory.load(at, &layout, 8, machine.at, &mut out)?;
    Ok(out[0])
}
