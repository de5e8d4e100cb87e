//! The heap, and copies between memrefs.

use super::LibraryFunction;
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::Machine;
use crate::eval::memory::{AllocationKind, MALLOC_ALIGNMENT};
use crate::eval::memref::Memref;
use crate::eval::stop::{Rule, Stop};
use crate::observe::Cause;
use crate::observe::Lack;

const ALLOCATION_ALIGNMENT: Rule = Rule::new("allocation_alignment", "an allocation aligned to {}");

/// Bytes that could be copied while the place of an element is found.
const BYTES_OF_COPY: u64 = 256;

/// One row a function.
pub const ROWS: &[LibraryFunction] = &[
    ("malloc", plain),
    ("_mlir_memref_to_llvm_alloc", plain),
    ("mlirAlloc", plain),
    ("calloc", |machine, arguments| {
        let (count, each) = (size(machine, arguments[0])?, size(machine, arguments[1])?);
        let size = count.saturating_mul(each);
        machine.charge(size)?;
        let place = machine.memory.allocate(size, MALLOC_ALIGNMENT, AllocationKind::Heap)?;
        machine.memory.fill(place, Lane::of(0), size)?;
        Ok(Some(place))
    }),
    ("realloc", |machine, arguments| match size(machine, arguments[1])? {
        // C libraries differ in the result.
        0 => Err(Stop::lacks(Lack::EmptyBlock {})),
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
    // The function that a failed assertion calls, after it has said which.
    ("abort", |_, _| Err(Stop::fault(Cause::GivesUp("abort".to_owned())))),
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
    machine.memory.allocate(size, MALLOC_ALIGNMENT, AllocationKind::Heap).map(Some)
}

fn aligned(machine: &mut Machine<'_>, arguments: &[Lane]) -> Result<Option<Lane>, Stop> {
    let align = machine.defined(arguments[0], "the alignment of an allocation")? as u64;
    let size = size(machine, arguments[1])?;
    machine.charge(size)?;
    if !align.is_power_of_two() {
        return Err(ALLOCATION_ALIGNMENT.undefined(&[&align]));
    }
    machine.memory.allocate(size, align.max(MALLOC_ALIGNMENT), AllocationKind::Heap).map(Some)
}

fn free(machine: &mut Machine<'_>, arguments: &[Lane]) -> Result<Option<Lane>, Stop> {
    machine.memory.free(arguments[0]).map(|()| None)
}
