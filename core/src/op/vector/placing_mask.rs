//! The way in which `vector.mask` is placed: around an operation that may stand under a mask and has none of its own.

use super::placing::mask;
use super::placing_access::masked_extents;
use crate::grow::types::extents;
use crate::grow::{Growth, Kind};
use crate::ir::{Attribute, Expression, Operation};
/// Operations that are masked, those that are drawn here.
const MASKED: &[&str] = &[
    "vector.contract",
    "vector.multi_reduction",
    "vector.outerproduct",
    "vector.reduction",
    "vector.transfer_read",
    "vector.transfer_write",
];

/// A mask around an operation that is placed for it. It has no other values for elements that are off: no conversion takes these
/// (`lower-vector-mask`).
pub fn masked(growth: &mut Growth<'_>) -> Option<()> {
    let inner = growth.place_apart(|part| MASKED.contains(&part.name))?;
    let extents = mask_extents(growth, &inner)?;
    let mask = mask(growth, &extents);
    let results = growth.types(&inner.results);
    let body = growth.region(Kind::Plain, &[], |growth, _| {
        let handed = inner.results.clone();
        growth.put(inner);
        growth.end("vector.yield", &handed, &[]);
        Some(())
    })?;
    growth.emit_with("vector.mask", &[mask], &results, &[], vec![body]);
    Some(())
}

/// The extents of the mask of an operation (vector, 'MaskableOpInterface'). None if it has a mask of its own.
fn mask_extents(growth: &Growth<'_>, inner: &Operation) -> Option<Vec<u64>> {
    let of = |value: Option<&u32>| extents(&growth.ty(*value?));
    match inner.name {
        "vector.outerproduct" => of(inner.results.first()),
        "vector.contract" => {
            let (left, made) = (of(inner.operands.first())?, of(inner.results.first())?);
            let depth = left.iter().product::<u64>() / made.first()?;
            Some([&made[..], &[depth]].concat())
        }
        "vector.transfer_read" | "vector.transfer_write" => {
            let Some(Attribute::Ints(_, counts)) = inner.attribute("operandSegmentSizes") else {
                return None;
            };
            if counts.last() != Some(&0) {
                return None;
            }
            let sizes = of(inner.results.first().or(inner.operands.first()))?;
            Some(masked_extents(&sizes, &dimensions(inner)))
        }
        _ => of(inner.operands.first()),
    }
}

/// The dimensions of memory that a transfer goes along.
fn dimensions(transfer: &Operation) -> Vec<u32> {
    let Some(Attribute::Map(map)) = transfer.attribute("permutation_map") else { return Vec::new() };
    let dimension = |result: &Expression| match result {
        Expression::Dimension(at) => Some(*at),
        _ => None,
    };
    map.results.iter().filter_map(dimension).collect()
}
