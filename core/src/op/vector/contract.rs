//! Products of vectors, and sums of them.

use super::combine::{CombiningKind, LaneCombiner, ReductionOrder, is_exact_sum};
use super::mask::{around, is_on};
use super::{count, each, extents, misfit, place, strides};
use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::site::{Fast, Site};
use crate::eval::types::Scalar;
use crate::ir::Attribute;
use crate::observe::Lack;
use crate::op::lanewise::{decode, encode, rounded};
use crate::op::llvm::float::{fused_lane, product_and_sum};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("vector.contract", contract).grown(super::placing::contract),
    row("vector.outerproduct", outerproduct).grown(super::placing::outer_product),
    // Rounded once (vector, 'vector.fma'). Its lowering is `llvm.intr.fmuladd`, which may round twice.
    row("vector.fma", |site| {
        let (a, b, c) = (site.operand(0)?, site.operand(1)?.slot, site.operand(2)?.slot);
        let (format, fast, out) = (site.format(&a)?, site.fast(), site.result()?.slot);
        let a = a.slot;
        Ok(Box::new(move |machine| {
            for lane in 0..out.lanes {
                let all = [a, b, c].map(|slot| machine.get(slot.start + lane));
                let made = fused_lane(machine, format, fast, all);
                machine.set(out.start + lane, made);
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::fused),
];

/// Each product of two elements, or of an element and a number; with an accumulator it is combined with that, as a sum of floats rounded
/// once (vector, 'vector.outerproduct'). An element that a mask leaves out stays as the accumulator is; without one it is poison.
fn outerproduct(site: &Site<'_>) -> Result<Action, Lack> {
    let (a, b, out) = (site.operand(0)?, site.operand(1)?.slot, site.result()?.slot);
    let before = site.operand(2).ok().map(|value| value.slot);
    let scalar = a.layout.scalar();
    let (combine, fast, a) = (LaneCombiner::of(site, scalar)?, site.fast(), a.slot);
    let mask = around(site)?.map(|mask| mask.slot);
    let others = [before, mask].into_iter().flatten();
    if a.lanes * b.lanes != out.lanes || others.into_iter().any(|slot| slot.lanes != out.lanes) {
        return Err(misfit(site));
    }
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (x, y) = (machine.get(a.start + lane / b.lanes), machine.get(b.start + lane % b.lanes));
            let before = before.map(|before| machine.get(before.start + lane));
            let on = mask.map_or(Ok(true), |mask| is_on(machine, mask, lane))?;
            let made = match (on, before, scalar) {
                (false, before, _) => before.unwrap_or_else(|| machine.poison()),
                (true, Some(before), Scalar::Float(format)) if combine.kind == CombiningKind::Add => {
                    fused_lane(machine, format, fast, [x, y, before])
                }
                (true, Some(before), _) => {
                    let product = product(machine, scalar, fast, x, y);
                    combine.two(machine, product, before)
                }
                (true, None, _) => product(machine, scalar, fast, x, y),
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// A product of integers or floats.
fn product(machine: &Machine<'_>, scalar: Scalar, fast: Fast, x: Lane, y: Lane) -> Lane {
    let taint = x.taint.merge(y.taint);
    if !taint.is_none() {
        return Lane::tainted(taint);
    }
    match scalar {
        Scalar::Float(format) => {
            let (x, y) = (decode(format, x.bits), decode(format, y.bits));
            rounded(fast, &[x, y], format, x * y).map_or_else(|| machine.poison(), Lane::of)
        }
        _ => Lane::of(x.bits.wrapping_mul(y.bits) & mask(scalar.bits())),
    }
}

/// A lane in a wider type: integers keep their sign, floats their value (vector, 'vector.contract').
fn promoted(lane: Lane, from: Scalar, to: Scalar) -> Lane {
    match (from, to) {
        _ if !lane.taint.is_none() || from == to => lane,
        (Scalar::Float(narrow), Scalar::Float(wide)) => Lane::of(encode(wide, decode(narrow, lane.bits))),
        _ => Lane::of(signed(lane.bits, from.bits()) as u128 & mask(to.bits())),
    }
}

/// For each iteration the product of an element of either operand, combined into an element of the accumulator; maps say of which
/// (vector, 'vector.contract'). Neither the order of a sum of floats is said, nor whether its products are rounded by themselves: it is
/// open unless all ways give the same. An iteration that a mask leaves out takes no part.
fn contract(site: &Site<'_>) -> Result<Action, Lack> {
    let [a, b, before] = [0, 1, 2].map(|index| site.operand(index));
    let (a, b, before, out) = (a?, b?, before?, site.result()?);
    let scalar = out.layout.scalar();
    let combine = LaneCombiner::of(site, scalar)?;
    let fast = site.fast();
    let Some(Attribute::List(maps)) = site.attribute("indexing_maps") else { return Err(misfit(site)) };
    let mut indexed = Vec::new();
    for (index, map) in maps.iter().enumerate() {
        let Attribute::Map(map) = &**map else { return Err(misfit(site)) };
        let dimensions = map.permutation().ok_or_else(|| misfit(site))?;
        indexed.push((dimensions, extents(site.operand_type(index)?)?));
    }
    let space = site.attribute("iterator_types");
    let rank = match space {
        Some(Attribute::List(all)) => all.len(),
        _ => return Err(misfit(site)),
    };
    let mut bounds: Vec<Option<u64>> = vec![None; rank];
    for (dimensions, extents) in &indexed {
        if dimensions.len() != extents.len() {
            return Err(misfit(site));
        }
        for (dimension, extent) in dimensions.iter().zip(extents) {
            let bound = bounds.get_mut(*dimension as usize).ok_or_else(|| misfit(site))?;
            if *bound.get_or_insert(*extent) != *extent {
                return Err(misfit(site));
            }
        }
    }
    let bounds = bounds.into_iter().collect::<Option<Vec<u64>>>().ok_or_else(|| misfit(site))?;
    let [first, second, third] = &indexed[..] else { return Err(misfit(site)) };
    let step = |(dimensions, extents): &(Vec<u32>, Vec<u64>)| {
        let mut steps = vec![0; rank];
        dimensions.iter().zip(strides(extents)).for_each(|(at, stride)| steps[*at as usize] = stride);
        steps
    };
    let steps = [step(first), step(second), step(third)];
    let mask = around(site)?;
    if before.slot.lanes != out.slot.lanes
        || count(&third.1) != out.slot.lanes as usize
        || mask.as_ref().is_some_and(|mask| mask.extents != bounds)
    {
        return Err(misfit(site));
    }
    let given = [a.layout.scalar(), b.layout.scalar()];
    if given.iter().any(|given| matches!(given, Scalar::Float(_)) != matches!(scalar, Scalar::Float(_))) {
        return Err(misfit(site));
    }
    let (a, b, before, out) = (a.slot, b.slot, before.slot, out.slot);
    Ok(Box::new(move |machine| {
        machine.charge(16 * count(&bounds) as u64)?;
        let mut terms: Vec<Vec<[Lane; 2]>> = vec![Vec::new(); out.lanes as usize];
        let mut stopped = Ok(());
        each(&bounds, |indices| {
            match mask.as_ref().map_or(Ok(true), |mask| mask.is_on_at(machine, indices)) {
                Ok(true) => {
                    let [x, y, target] = steps.each_ref().map(|steps| place(indices, steps));
                    let x = promoted(machine.get(a.start + x as u32), given[0], scalar);
                    let y = promoted(machine.get(b.start + y as u32), given[1], scalar);
                    terms[target].push([x, y]);
                }
                Ok(false) => {}
                Err(stop) => stopped = Err(stop),
            }
        });
        stopped?;
        for (lane, terms) in (0..out.lanes).zip(&terms) {
            let before = machine.get(before.start + lane);
            let all = terms.iter().map(|[x, y]| product(machine, scalar, fast, *x, *y));
            let all: Vec<Lane> = std::iter::once(before).chain(all).collect();
            let made = all[1..].iter().fold(before, |so_far, term| combine.two(machine, so_far, *term));
            let settled =
                !made.taint.is_none() || terms.is_empty() || is_settled(&combine, before, terms, &all);
            // A product that is rounded before it is added is off by as much as one more term.
            let order =
                if settled { ReductionOrder::Settled } else { combine.order(&all).at_least_rounding() };
            let made = combine.settle(machine, order, made);
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// True if each order, and each way to round products, gives the same.
fn is_settled(combine: &LaneCombiner, before: Lane, terms: &[[Lane; 2]], all: &[Lane]) -> bool {
    let Scalar::Float(format) = combine.scalar else { return true };
    let numbers = |lanes: &[Lane]| lanes.iter().map(|lane| decode(format, lane.bits)).collect::<Vec<f64>>();
    match combine.kind {
        CombiningKind::Add => {
            let exact = |[x, y]: &[Lane; 2]| {
                let (x, y) = (decode(format, x.bits), decode(format, y.bits));
                let product = format.round(x * y);
                let whole = product == x * y && (format.bits != 64 || x.mul_add(y, -product) == 0.0);
                x.is_infinite() || y.is_infinite() || whole
            };
            // One product alone may be rounded before the sum or not.
            let alone = || match terms {
                [[x, y]] if format.bits == 64 => {
                    let [x, y, z] = [*x, *y, before].map(|lane| decode(format, lane.bits));
                    (x.mul_add(y, z)).to_bits() == (x * y + z).to_bits()
                }
                [[x, y]] => {
                    let [x, y, z] = [*x, *y, before].map(|lane| decode(format, lane.bits));
                    let apart = encode(format, format.round(x * y) + z);
                    encode(format, product_and_sum(format, x, y, z)) == apart
                }
                _ => false,
            };
            // NaN is what comes of it in each order.
            numbers(all).iter().any(|number| number.is_nan())
                || terms.iter().all(exact) && is_exact_sum(format, &numbers(all))
                || alone()
        }
        _ => combine.order(all) == ReductionOrder::Settled,
    }
}
