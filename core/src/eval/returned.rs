//! The values that an entry function returned, and those that it left where others may look, read out before memory is gone.

use super::Returned;
use super::executable::RunnableFunction;
use super::lane::Lane;
use super::machine::Machine;
use super::memref::Memref;
use super::stop::Stop;
use super::tensor::Shaped;
use super::types::{LaneType, Layout, Scalar};
use crate::ir;
use crate::observe::Escape;
use std::rc::Rc;

/// The results of a function, by number, as values.
///
/// # Errors
/// A memref among them does not lie in memory.
pub(super) fn read_out(
    machine: &mut Machine<'_>,
    function: usize,
    lanes: &[Lane],
) -> Result<Vec<Returned>, Stop> {
    let RunnableFunction { results, .. } = &machine.program.functions[function];
    let (mut rest, mut read) = (lanes, Vec::new());
    for (ty, layout) in results {
        let Some((own, after)) = rest.split_at_checked(layout.leaves.len()) else { break };
        rest = after;
        let value = match &**ty {
            ir::Type::Memref { element, .. } => {
                let memref = Memref::of(machine, own, true)?;
                elements(machine, element, &memref)?
            }
            // The descriptor of one of any rank may have been the function's own.
            ir::Type::UnrankedMemref(element, _) if let Ok(memref) = Memref::of(machine, own, false) => {
                elements(machine, element, &memref)?
            }
            _ if layout.scalar() == Scalar::Tensor && own.len() == 1 && own[0].taint.is_none() => {
                (*machine.tensor(own[0])?).clone()
            }
            _ => Shaped { shape: Vec::new(), parts: own.len(), lanes: own.to_vec() },
        };
        read.push(Returned { ty: ty.clone(), value });
    }
    Ok(read)
}

/// The values in public globals, and the bytes behind pointers that the function returned.
///
/// # Errors
/// A value is not one that can be read.
pub(super) fn escaped(
    machine: &mut Machine<'_>,
    function: usize,
    lanes: &[Lane],
) -> Result<Vec<(Escape, Returned)>, Stop> {
    let program = machine.program;
    let mut all = Vec::new();
    for (number, global) in program.globals.iter().enumerate() {
        let Some((name, ty)) = &global.seen else { continue };
        machine.charge(global.layout.size)?;
        let mut lanes = vec![Lane::default(); global.layout.leaves.len()];
        machine.memory.load(machine.places[number], &global.layout, 1, machine.at, &mut lanes)?;
        for (part, (leaf, lane)) in global.layout.leaves.iter().zip(&lanes).enumerate() {
            if leaf.scalar == Scalar::Pointer
                && let Some(value) = behind(machine, *lane)?
            {
                let at = Escape::BehindGlobal { global: name.clone(), part };
                all.push((at, Returned { ty: ty.clone(), value }));
            }
        }
        let value = Shaped { shape: Vec::new(), parts: lanes.len(), lanes };
        all.push((Escape::Global(name.clone()), Returned { ty: ty.clone(), value }));
    }
    for (number, seen) in program.seen.iter().enumerate() {
        let Some((name, ty)) = seen else { continue };
        let held = machine.variables[number];
        if held.taint.is_none() {
            let value = (*machine.tensor(held)?).clone();
            all.push((Escape::Global(name.clone()), Returned { ty: ty.clone(), value }));
        }
    }
    let mut at = 0;
    for (number, (ty, layout)) in program.functions[function].results.iter().enumerate() {
        let pointer = lanes.get(at).copied().unwrap_or_default();
        at += layout.leaves.len();
        if layout.ty == LaneType::Scalar(Scalar::Pointer)
            && let Some(value) = behind(machine, pointer)?
        {
            all.push((Escape::Behind(number), Returned { ty: ty.clone(), value }));
        }
    }
    Ok(all)
}

/// The bytes behind a pointer; none where there is nothing to read.
///
/// # Errors
/// They are more than a run may take.
fn behind(machine: &mut Machine<'_>, pointer: Lane) -> Result<Option<Shaped>, Stop> {
    let count = machine.memory.bytes_behind(pointer).min(MOST_BEHIND);
    if count == 0 || !pointer.taint.is_none() {
        return Ok(None);
    }
    machine.charge(count)?;
    let bytes = LaneType::Array(count, Rc::new(LaneType::Scalar(Scalar::Int(8))));
    let bytes = Layout::of(bytes).map_err(Stop::lacks)?;
    let mut lanes = vec![Lane::default(); bytes.leaves.len()];
    machine.memory.load(pointer, &bytes, 1, machine.at, &mut lanes)?;
    Ok(Some(Shaped { shape: Vec::new(), parts: lanes.len(), lanes }))
}

/// Bytes behind a pointer that are read out.
const MOST_BEHIND: u64 = 1 << 16;

/// A memref that the entry function was given, as it is now; none where that is freed, and of anything else.
///
/// # Errors
/// It cannot be read.
pub(super) fn given_back(
    machine: &mut Machine<'_>,
    ty: &Rc<ir::Type>,
    lanes: &[Lane],
) -> Result<Option<Returned>, Stop> {
    let (element, is_ranked) = match &**ty {
        ir::Type::Memref { element, .. } => (element, true),
        ir::Type::UnrankedMemref(element, _) => (element, false),
        _ => return Ok(None),
    };
    let memref = Memref::of(machine, lanes, is_ranked)?;
    if machine.memory.is_over(memref.aligned) {
        return Ok(None);
    }
    Ok(Some(Returned { ty: ty.clone(), value: elements(machine, element, &memref)? }))
}

/// The elements that a memref holds, wherever they are aligned.
fn elements(machine: &mut Machine<'_>, element: &Rc<ir::Type>, memref: &Memref) -> Result<Shaped, Stop> {
    let layout = LaneType::of(element).and_then(Layout::of).map_err(Stop::lacks)?;
    let shape: Vec<u64> = memref.extents.iter().map(|extent| *extent as u64).collect();
    let (count, parts) = (Shaped::count(&shape)?, layout.leaves.len());
    machine.charge(count as u64 * layout.size.max(1))?;
    let mut lanes = vec![Lane::default(); count * parts];
    for (place, out) in memref.places(layout.size).zip(lanes.chunks_mut(parts.max(1))) {
        machine.memory.load(place, &layout, 1, machine.at, out)?;
    }
    Ok(Shaped { shape, parts, lanes })
}
