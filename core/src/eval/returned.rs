//! The values that an entry function returned, read out before memory is gone.

use super::Returned;
use super::lane::Lane;
use super::machine::{Machine, RunnableFunction};
use super::memref::Memref;
use super::stop::Stop;
use super::tensor::Shaped;
use super::types::{LaneType, Layout, Scalar};
use crate::ir;
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
            ir::Type::Memref { element, .. } => elements(machine, element, own)?,
            _ if layout.scalar() == Scalar::Tensor && own.len() == 1 && own[0].taint.is_none() => {
                (*machine.tensor(own[0])?).clone()
            }
            _ => Shaped { shape: Vec::new(), parts: own.len(), lanes: own.to_vec() },
        };
        read.push(Returned { ty: ty.clone(), value });
    }
    Ok(read)
}

/// The elements that a memref with this descriptor holds, wherever they are aligned.
fn elements(machine: &mut Machine<'_>, element: &Rc<ir::Type>, descriptor: &[Lane]) -> Result<Shaped, Stop> {
    let layout = LaneType::of(element).and_then(Layout::of).map_err(Stop::lacks)?;
    let memref = Memref::of(machine, descriptor, true)?;
    let shape: Vec<u64> = memref.extents.iter().map(|extent| *extent as u64).collect();
    let (count, parts) = (Shaped::count(&shape)?, layout.leaves.len());
    machine.charge(count as u64 * layout.size.max(1))?;
    let mut lanes = vec![Lane::default(); count * parts];
    for (place, out) in memref.places(layout.size).zip(lanes.chunks_mut(parts.max(1))) {
        machine.memory.load(place, &layout, 1, machine.at, out)?;
    }
    Ok(Shaped { shape, parts, lanes })
}
