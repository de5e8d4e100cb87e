//! Repairs of structured operations: the extents that their operands give one loop agree, and no window reaches beyond its operand.

use super::site::{Predicate, RepairSite};
use crate::ir::{Attribute, Expression, Map, Type, Value};
use crate::observe::dialect;
use crate::op::named_maps;
use crate::path::OperationTrait;

/// An operation of linalg on tensors or memrefs: run where extents agree; or else its destinations stay as they are.
pub fn structured(site: &mut RepairSite<'_>) -> Option<bool> {
    let operation = site.op();
    if operation.regions.is_empty() && OperationTrait::FreeBody.is_of(operation.name) {
        // It is part of a body.
        return Some(false);
    }
    let operands = shaped(site)?;
    if operands.iter().all(|(shape, _, _)| shape.iter().all(Option::is_some)) {
        return Some(false);
    }
    let maps = maps(site, &operands)?;
    if maps.len() != operands.len() {
        return None;
    }
    let loops = maps.iter().map(|map| map.dimensions as usize).max().unwrap_or(0);
    let mut extents: Vec<Option<Value>> = vec![None; loops];
    for ((shape, operand, _), map) in operands.iter().zip(&maps) {
        for (place, result) in map.results.iter().enumerate().take(shape.len()) {
            if let Expression::Dimension(of) = result
                && extents[*of as usize].is_none()
            {
                extents[*of as usize] = Some(site.extent_of(*operand, place)?);
            }
        }
    }
    let mut claims = Vec::new();
    for ((shape, operand, _), map) in operands.iter().zip(&maps) {
        for (place, result) in map.results.iter().enumerate().take(shape.len()) {
            let extent = site.extent_of(*operand, place)?;
            if let Expression::Dimension(of) = result {
                let first = extents[*of as usize]?;
                claims.push(site.compare(Predicate::Equal, first, extent));
            } else {
                let last = last(site, result, &extents)?;
                claims.push(site.compare(Predicate::SignedLess, last, extent));
            }
        }
    }
    let condition = site.all_of(&claims)?;
    let results = site.op().results.len();
    let destinations: Vec<Value> =
        operands.iter().filter(|(_, _, written)| *written).map(|(_, operand, _)| *operand).collect();
    site.guard(condition, |_| {
        (results == 0 || results == destinations.len()).then(|| destinations[..results].to_vec())
    })
    .then_some(true)
}

/// An operand with its shape, and whether it is a destination.
type Shaped = (Vec<Option<u64>>, Value, bool);

fn shaped(site: &RepairSite<'_>) -> Option<Vec<Shaped>> {
    let operation = site.op();
    let inputs = match operation.attribute("operandSegmentSizes") {
        Some(Attribute::Ints(_, counts)) => usize::try_from(*counts.first()?).ok()?,
        _ => operation.operands.len().checked_sub(operation.results.len().max(1))?,
    };
    let one = |(place, operand): (usize, &Value)| match &*site.ty(*operand) {
        Type::Tensor(shape, ..) | Type::Memref { shape, .. } => {
            Some((shape.clone(), *operand, place >= inputs))
        }
        _ => None,
    };
    Some(operation.operands.iter().enumerate().filter_map(one).collect())
}

/// The map of each shaped operand.
fn maps(site: &RepairSite<'_>, operands: &[Shaped]) -> Option<Vec<Map>> {
    let operation = site.op();
    if let Some(Attribute::List(maps)) = operation.attribute("indexing_maps") {
        let map = |map: &std::rc::Rc<Attribute>| match &**map {
            Attribute::Map(map) => Some(map.clone()),
            _ => None,
        };
        return maps.iter().map(map).collect();
    }
    let numbers = |name: &str| match operation.attribute(name) {
        Some(Attribute::Ints(_, numbers)) => numbers.clone(),
        Some(Attribute::Dense(dense)) => dense
            .data
            .chunks_exact(dense.stride)
            .map(|bytes| i64::from_le_bytes(bytes.try_into().unwrap_or([1, 0, 0, 0, 0, 0, 0, 0])))
            .collect(),
        _ => Vec::new(),
    };
    debug_assert_eq!(dialect(operation.name), "linalg");
    if let Some(maps) = named_maps(operation.name, &numbers("strides"), &numbers("dilations")) {
        return Some(maps);
    }
    let rank = operands.iter().map(|(shape, ..)| shape.len()).max()?;
    let of = |picked: Vec<u32>| Map {
        dimensions: rank as u32,
        symbols: 0,
        results: picked.into_iter().map(Expression::Dimension).collect(),
    };
    let all = || of((0..rank as u32).collect());
    let permutation = numbers("permutation");
    if !permutation.is_empty() {
        let own =
            |at: u32| permutation.iter().position(|from| *from == i64::from(at)).map(|place| place as u32);
        return Some(vec![of((0..rank as u32).map(own).collect::<Option<_>>()?), all()]);
    }
    let dimensions = numbers("dimensions");
    let kept: Vec<u32> = (0..rank as u32).filter(|at| !dimensions.contains(&i64::from(*at))).collect();
    let map = |(shape, ..): &Shaped| match shape.len() {
        full if full == rank => Some(all()),
        0 => Some(of(Vec::new())),
        fewer => (fewer == kept.len()).then(|| of(kept.clone())),
    };
    operands.iter().map(map).collect()
}

/// The greatest value of an index of sums and products by positive numbers: that in the last iteration of all loops.
fn last(site: &mut RepairSite<'_>, expression: &Expression, extents: &[Option<Value>]) -> Option<Value> {
    Some(match expression {
        Expression::Dimension(of) => {
            let extent = extents.get(*of as usize).copied().flatten()?;
            let one = site.index(1);
            site.binary("arith.subi", extent, one)
        }
        Expression::Constant(number @ 0..) => site.index((*number).into()),
        Expression::Add(left, right) => {
            let (left, right) = (last(site, left, extents)?, last(site, right, extents)?);
            site.binary("arith.addi", left, right)
        }
        Expression::Multiply(left, right) => {
            let (left, right) = (last(site, left, extents)?, last(site, right, extents)?);
            site.binary("arith.muli", left, right)
        }
        _ => return None,
    })
}
