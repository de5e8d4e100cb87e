//! Arguments that an entry function is called with, as values of its parameters' types.

use super::lane::Lane;
use super::layouts::Layouts;
use super::machine::Machine;
use super::memory::{AllocationKind, MALLOC_ALIGNMENT};
use super::memref::Memref;
use super::stop::Stop;
use super::tensor::Shaped;
use super::types::Layout;
use crate::ir::{self, MemrefLayout};
use crate::observe::Lack;
use std::rc::Rc;

/// An argument of the entry function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryArgument {
    /// Its extents; nothing of what is neither a tensor nor a memref.
    pub extents: Vec<u64>,
    /// The bits of the parts of its elements, row by row, each in the width of the part.
    pub parts: Vec<u128>,
}

/// The type of the elements of a tensor or a memref; of any other type that itself.
pub fn element_type(ty: &ir::Type) -> &ir::Type {
    match ty {
        ir::Type::Tensor(_, element, _) | ir::Type::UnrankedTensor(element) => element,
        ir::Type::Memref { element, .. } | ir::Type::UnrankedMemref(element, _) => element,
        _ => ty,
    }
}

/// The extents of a tensor or a memref, each none where it is open; none where even the rank is.
pub fn extents(ty: &ir::Type) -> Option<Vec<ir::Extent>> {
    match ty {
        ir::Type::Tensor(extents, ..) => Some(extents.to_vec()),
        ir::Type::Memref { shape, .. } => Some(shape.to_vec()),
        ir::Type::UnrankedTensor(_) | ir::Type::UnrankedMemref(..) => None,
        _ => Some(Vec::new()),
    }
}

/// True if an argument of this type can be made: of a memref, one whose elements lie row-major behind each other in the usual memory.
pub fn is_made(ty: &ir::Type) -> bool {
    match ty {
        ir::Type::Memref { layout, space, .. } => *layout == MemrefLayout::Identity && space.is_none(),
        ir::Type::UnrankedMemref(_, space) => space.is_none(),
        _ => true,
    }
}

/// The lanes of an argument of this type.
///
/// # Errors
/// It takes more memory than there is, or its type is not known.
pub(super) fn lanes(
    machine: &mut Machine<'_>,
    (ty, layouts): (&ir::Type, &Layouts),
    argument: &EntryArgument,
) -> Result<Vec<Lane>, Stop> {
    let lanes: Vec<Lane> = argument.parts.iter().map(|bits| Lane::of(*bits)).collect();
    let element = || layouts.get(&Rc::new(element_type(ty).clone())).map_err(Stop::lacks);
    match ty {
        ir::Type::Tensor(..) | ir::Type::UnrankedTensor(_) => {
            let parts = element()?.leaves.len();
            Ok(vec![machine.new_tensor(Shaped { shape: argument.extents.clone(), parts, lanes })?])
        }
        ir::Type::Memref { .. } => Ok(buffer(machine, element()?.as_ref(), argument, &lanes)?.lanes()),
        ir::Type::UnrankedMemref(..) => {
            let held = buffer(machine, element()?.as_ref(), argument, &lanes)?.lanes();
            let rank = argument.extents.len() as u64;
            let spelling = format!("memref<{}i8>", "?x".repeat(argument.extents.len()));
            let descriptor = layouts.get(&Rc::new(ir::parse_type(&spelling))).map_err(Stop::lacks)?;
            let place = machine.memory.allocate(descriptor.size, descriptor.align, AllocationKind::Global)?;
            machine.memory.store(place, &descriptor, descriptor.align, &held)?;
            Ok(vec![Lane::of(rank.into()), place])
        }
        _ => Ok(lanes),
    }
}

/// A fresh buffer on the heap that holds these elements.
fn buffer(
    machine: &mut Machine<'_>,
    element: &Layout,
    argument: &EntryArgument,
    lanes: &[Lane],
) -> Result<Memref, Stop> {
    let count = Shaped::count(&argument.extents)? as u64;
    let bytes = count.checked_mul(element.size).ok_or_else(|| Stop::lacks(Lack::Memory {}))?;
    machine.charge(bytes)?;
    let place = machine.memory.allocate(bytes, element.align.max(MALLOC_ALIGNMENT), AllocationKind::Heap)?;
    let extents = argument.extents.iter().map(|extent| *extent as i64).collect();
    let memref = Memref::row_major(place, extents).ok_or_else(|| Stop::lacks(Lack::Memory {}))?;
    memref.write(machine, element, lanes)?;
    Ok(memref)
}
