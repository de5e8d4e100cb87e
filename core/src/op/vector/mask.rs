//! Masks, and operations under one.

use super::{count, each, extents, misfit, numbers, place, strides};
use crate::eval::lane::{Lane, Taint, signed};
use crate::eval::machine::{Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::grow::NeededRoom;
use crate::ir::{Attribute, Operation};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::region::{leave, slots, take_left};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    // A box at the origin is on (vector, 'vector.constant_mask').
    row("vector.constant_mask", |site| {
        let (extents, out) = (extents(site.result_type(0)?)?, site.result()?.slot);
        let sizes = numbers(site, "mask_dim_sizes");
        // One without dimensions has one size, which is zero or one.
        let within: Vec<u64> = if extents.is_empty() { vec![1] } else { extents };
        if sizes.len() != within.len() || count(&within) != out.lanes as usize {
            return Err(misfit(site));
        }
        let mut lanes = Vec::with_capacity(out.lanes as usize);
        each(&within, |indices| {
            let on = indices.iter().zip(&sizes).all(|(index, size)| (*index as i64) < *size);
            lanes.push(Lane::of(on.into()));
        });
        Ok(Box::new(move |machine| {
            machine.value_mut(out).copy_from_slice(&lanes);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::constant_mask)
    .since(22),
    // A box at the origin is on; sizes that are negative count as zero (vector, 'vector.create_mask').
    row("vector.create_mask", |site| {
        let (extents, out) = (extents(site.result_type(0)?)?, site.result()?.slot);
        let sizes = slots(&site.operands(0..site.node.operands.len())?);
        let within: Vec<u64> = if extents.is_empty() { vec![1] } else { extents };
        if sizes.len() != within.len() || count(&within) != out.lanes as usize {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            let sizes: Vec<Lane> = sizes.iter().map(|size| machine.get(size.start)).collect();
            let mut lane = out.start;
            each(&within, |indices| {
                let (mut taint, mut on) = (Taint::NONE, true);
                for (index, size) in indices.iter().zip(&sizes) {
                    taint = taint.merge(size.taint);
                    on &= (*index as i128) < signed(size.bits, 64);
                }
                machine.set(lane, if taint.is_none() { Lane::of(on.into()) } else { Lane::tainted(taint) });
                lane += 1;
            });
            Ok(Next::On)
        }))
    })
    .grown(super::placing::create_mask),
    row("vector.mask", |site| {
        let inside =
            site.node.body().and_then(|blocks| blocks.first()).map_or(&[][..], |block| &block.operations);
        let others: Vec<&str> =
            inside.iter().map(|node| node.name).filter(|name| *name != "vector.yield").collect();
        match others[..] {
            [] => {}
            [name] if MASKABLE.contains(&name) => {}
            _ => {
                return Err(site.lacks(Form::Holding(others.iter().map(|name| (*name).to_owned()).collect())));
            }
        }
        let passthru = site.operand(1).ok().map(|value| value.slot);
        let alike = is_alike(site, inside.first())?;
        if passthru.is_some() && !alike {
            return Err(
                site.lacks(Form::HoldingWithValues(others.iter().map(|name| (*name).to_owned()).collect()))
            );
        }
        let mask = site.operand(0)?.slot;
        let (body, results) = (site.region(0)?, slots(&site.results()?));
        Ok(Box::new(move |machine| {
            body.run(machine, &[])?;
            take_left(machine, &results);
            // Without an operation inside, the values that are handed over are masked themselves (vector, 'vector.mask').
            if let (Some(passthru), [result]) = (passthru, &results[..]) {
                for lane in 0..result.lanes {
                    if !is_on(machine, mask, lane)? {
                        machine.copy(result.part(lane as usize, 1), passthru.part(lane as usize, 1));
                    }
                }
            }
            Ok(Next::On)
        }))
    })
    .grown_in(NeededRoom::Regions, super::placing_mask::masked),
    row("vector.yield", leave),
];

/// Operations that may stand under a mask (vector, 'MaskableOpInterface').
const MASKABLE: &[&str] = &[
    "vector.contract",
    "vector.gather",
    "vector.multi_reduction",
    "vector.outerproduct",
    "vector.reduction",
    "vector.scatter",
    "vector.transfer_read",
    "vector.transfer_write",
];

/// True if the elements of the result are those of the mask, one by one: without an operation inside, and where that reads elements in the
/// order in which they lie.
fn is_alike(site: &Site<'_>, inside: Option<&Operation>) -> Result<bool, Lack> {
    let Some(ty) = site.node.results.first().map(|result| &site.types[*result as usize]) else {
        return Ok(false);
    };
    let in_order = match inside.map(|node| (node.name, node.attribute("permutation_map"))) {
        None | Some(("vector.yield" | "vector.gather" | "vector.transfer_read", None)) => true,
        Some(("vector.transfer_read", Some(Attribute::Map(map)))) => {
            map.permutation().is_some_and(|order| order.is_sorted())
        }
        _ => false,
    };
    Ok(in_order && extents(ty)? == extents(site.operand_type(0)?)?)
}

/// A mask, with its extents.
pub struct Mask {
    /// Its elements.
    pub slot: Slot,
    /// Its extents.
    pub extents: Vec<u64>,
}

impl Mask {
    /// True if the element with these indices is on.
    ///
    /// # Errors
    /// It is not defined.
    pub fn is_on_at(&self, machine: &Machine<'_>, indices: &[usize]) -> Result<bool, Stop> {
        is_on(machine, self.slot, place(indices, &strides(&self.extents)) as u32)
    }
}

/// The mask of the `vector.mask` that an operation is in.
///
/// # Errors
/// Its type is not known.
pub fn around(site: &Site<'_>) -> Result<Option<Mask>, Lack> {
    let Some(around) = site.around.as_ref().filter(|around| around.node.name == "vector.mask") else {
        return Ok(None);
    };
    let mask =
        *around.node.operands.first().ok_or_else(|| Lack::without(around.node.name, MissingPart::Operand))?;
    let (slot, ty) = (site.values[mask as usize], &site.types[mask as usize]);
    Ok(Some(Mask { slot, extents: extents(ty)? }))
}

/// True if an element of a mask is on.
///
/// # Errors
/// It is not defined.
pub fn is_on(machine: &Machine<'_>, mask: Slot, lane: u32) -> Result<bool, Stop> {
    Ok(machine.defined(machine.get(mask.start + lane), "an element of a mask")? != 0)
}
