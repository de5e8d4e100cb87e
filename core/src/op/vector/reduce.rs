//! Reductions and scans.

use super::combine::{CombiningKind, LaneCombiner};
use super::mask::{around, is_on};
use super::{count, each, extents, misfit, numbers, place, strides};
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::observe::Lack;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("vector.reduction", reduction).grown(super::placing::reduction),
    row("vector.multi_reduction", multi_reduction).grown(super::placing::multi_reduction).since(22),
    row("vector.scan", scan),
];

/// The elements of a vector that a mask leaves on, where there is one.
fn chosen(machine: &Machine<'_>, from: Slot, mask: Option<Slot>) -> Result<Vec<Lane>, Stop> {
    let mut lanes = Vec::with_capacity(from.lanes as usize);
    for lane in 0..from.lanes {
        if mask.map_or(Ok(true), |mask| is_on(machine, mask, lane))? {
            lanes.push(machine.get(from.start + lane));
        }
    }
    Ok(lanes)
}

/// The result of a reduction of nothing at all: the number that changes nothing (LLVM's Language Reference, "Vector Reduction
/// Intrinsics"), where that is one number.
fn neutral(combine: &LaneCombiner, machine: &Machine<'_>) -> Lane {
    match (combine.kind, combine.scalar) {
        (CombiningKind::Add | CombiningKind::Or | CombiningKind::Xor, crate::eval::types::Scalar::Int(_)) => {
            Lane::of(0)
        }
        (CombiningKind::Mul, crate::eval::types::Scalar::Int(_)) => Lane::of(1),
        (CombiningKind::And, scalar) => Lane::of(crate::eval::lane::mask(scalar.bits())),
        // Its documentation does not say what comes of no elements.
        _ => Lane::tainted(Taint::open(machine.at)),
    }
}

/// From the first element on, behind the accumulator where there is one (vector, 'vector.reduction'; LLVM's Language Reference, "Vector
/// Reduction Intrinsics"). An element that a mask leaves out takes no part (vector, 'vector.mask').
fn reduction(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, out) = (site.operand(0)?, site.result()?.slot.start);
    let before = site.operand(1).ok().map(|value| value.slot.start);
    let combine = LaneCombiner::of(site, from.layout.scalar())?;
    let (from, mask) = (from.slot, around(site)?.map(|mask| mask.slot));
    if mask.is_some_and(|mask| mask.lanes != from.lanes) {
        return Err(misfit(site));
    }
    Ok(Box::new(move |machine| {
        let mut terms: Vec<Lane> = before.map(|lane| machine.get(lane)).into_iter().collect();
        terms.extend(chosen(machine, from, mask)?);
        let made = match combine.all(machine, &terms) {
            None => neutral(&combine, machine),
            // A sum of negative zeros is one, unless it begins with a zero that nobody wrote: that is not said.
            Some(made) if before.is_none() && combine.is_negative_zero(made) => {
                Lane::tainted(Taint::open(machine.at))
            }
            Some(made) => made,
        };
        machine.set(out, made);
        Ok(Next::On)
    }))
}

/// Over some dimensions, with the accumulator (vector, 'vector.multi_reduction'). No order is named, so that a sum of floats is open where
/// rounding tells it.
fn multi_reduction(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, before, out) = (site.operand(0)?, site.operand(1)?.slot, site.result()?.slot);
    let combine = LaneCombiner::of(site, from.layout.scalar())?.in_any_order();
    let given = extents(site.operand_type(0)?)?;
    let reduced = numbers(site, "reduction_dims");
    let (from, mask) = (from.slot, around(site)?.map(|mask| mask.slot));
    let is_kept = |at: usize| !reduced.contains(&(at as i64));
    let kept: Vec<u64> = (0..given.len()).filter(|at| is_kept(*at)).map(|at| given[at]).collect();
    let fits = count(&kept) == out.lanes as usize && before.lanes == out.lanes;
    if !fits || mask.is_some_and(|mask| mask.lanes != from.lanes) {
        return Err(misfit(site));
    }
    // The place in the result of each element.
    let mut targets = Vec::with_capacity(from.lanes as usize);
    let steps = strides(&kept);
    each(&given, |indices| {
        let own: Vec<usize> = (0..given.len()).filter(|at| is_kept(*at)).map(|at| indices[at]).collect();
        targets.push(place(&own, &steps));
    });
    Ok(Box::new(move |machine| {
        let mut terms: Vec<Vec<Lane>> = machine.value(before).iter().map(|lane| vec![*lane]).collect();
        for (lane, target) in (0..from.lanes).zip(&targets) {
            if mask.map_or(Ok(true), |mask| is_on(machine, mask, lane))? {
                terms[*target].push(machine.get(from.start + lane));
            }
        }
        for (lane, terms) in (out.start..).zip(&terms) {
            let made = combine.all(machine, terms).unwrap_or_default();
            machine.set(lane, made);
        }
        Ok(Next::On)
    }))
}

/// Along one dimension; an inclusive one has each element in its own place of the result, an exclusive one begins with the initial value.
/// The other result is the last of these (vector, 'vector.scan'). For an inclusive one the documentation speaks of the initial value and
/// not of its place, so that what it might change is open. So is the order of a sum of floats.
fn scan(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, begins) = (site.operand(0)?, site.operand(1)?.slot);
    let combine = LaneCombiner::of(site, from.layout.scalar())?.in_any_order();
    let (from, given) = (from.slot, extents(site.operand_type(0)?)?);
    let results = site.results()?;
    let [out, last] = &results[..] else { return Err(misfit(site)) };
    let (out, last) = (out.slot, last.slot);
    let along = usize::try_from(site.int("reduction_dim")).ok().filter(|at| *at < given.len());
    let along = along.ok_or_else(|| misfit(site))?;
    let inclusive = site.int("inclusive") != 0;
    let (length, step) = (given[along] as usize, strides(&given)[along]);
    let mut across = given.clone();
    across[along] = 1;
    let all = strides(&given);
    let mut firsts = Vec::new();
    each(&across, |indices| firsts.push(place(indices, &all)));
    if length == 0
        || out.lanes != from.lanes
        || firsts.len() != begins.lanes as usize
        || last.lanes != begins.lanes
    {
        return Err(misfit(site));
    }
    Ok(Box::new(move |machine| {
        machine.charge((16 * length * length * firsts.len()) as u64)?;
        for (at, first) in firsts.iter().enumerate() {
            let lane = |index: usize| (first + index * step) as u32;
            let initial = machine.get(begins.start + at as u32);
            let mut terms = if inclusive { Vec::new() } else { vec![initial] };
            for index in 0..length {
                if inclusive || index > 0 {
                    let next = if inclusive { index } else { index - 1 };
                    terms.push(machine.get(from.start + lane(next)));
                }
                let so_far = combine.all(machine, &terms).unwrap_or_default();
                let changed = inclusive && combine.two(machine, initial, so_far) != so_far;
                let made = if changed { Lane::tainted(Taint::open(machine.at)) } else { so_far };
                machine.set(out.start + lane(index), made);
            }
            let made = machine.get(out.start + lane(length - 1));
            machine.set(last.start + at as u32, made);
        }
        Ok(Next::On)
    }))
}
