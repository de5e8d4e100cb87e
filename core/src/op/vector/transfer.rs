//! Transfers: boxes of elements under a permutation of their dimensions, which may lie out of bounds.

use super::elements::{Base, VectorView, indices, parts};
use super::mask::{Mask, around};
use super::{count, each, extents, misfit};
use crate::eval::Breaking as _;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::ir::{Attribute, Expression, Map};
use crate::observe::Lack;
use crate::op::region::slots;
use crate::op::{Row, row};

const TRANSFER_READ_IN_BOUNDS: Rule =
    Rule::new("transfer_read_in_bounds", "a vector transfer is out of bounds where it is said not to be");
const TRANSFER_READ_NEGATIVE: Rule = Rule::new(
    "transfer_read_negative",
    "an index of a vector transfer is below zero, of which its documentation says nothing",
);

/// One row an operation.
pub const ROWS: &[Row] = &[
    // An element out of bounds where it may be, or masked off, is the padding (vector, 'vector.transfer_read').
    row("vector.transfer_read", |site| {
        let out = site.result()?;
        let transfer = Transfer::of(site, 0, site.result_type(0)?, out.slot, out.layout.scalar())?;
        let padding = site.operand(site.segment(2).start)?.slot;
        if padding.lanes as usize != transfer.parts {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            let mut view = transfer.base.view(machine)?;
            transfer.run(machine, &mut view, |machine, view, at, lanes| match at {
                Some(at) => view.read(machine, at, lanes),
                None => {
                    machine.copy(lanes, padding);
                    Ok(())
                }
            })?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing_access::read),
    // An element out of bounds where it may be, or masked off, is not written (vector, 'vector.transfer_write').
    row("vector.transfer_write", |site| -> Result<Action, Lack> {
        let (value, result) = (site.operand(0)?, site.result()?.slot);
        let transfer = Transfer::of(site, 1, site.operand_type(0)?, value.slot, value.layout.scalar())?;
        Ok(Box::new(move |machine| {
            let mut view = transfer.base.view(machine)?;
            transfer.run(machine, &mut view, |machine, view, at, lanes| match at {
                Some(at) => view.write(machine, at, lanes),
                None => Ok(()),
            })?;
            view.finish(machine, result)?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing_access::write),
];

/// A transfer.
struct Transfer {
    base: Base,
    first: Vec<Slot>,
    vector: Slot,
    /// Lanes of one element.
    parts: usize,
    /// Extents of the vector, of which those of an element that is a vector are left out.
    within: Vec<u64>,
    /// For each of these the dimension of the elements it goes along, unless it repeats what is there.
    along: Vec<Option<usize>>,
    /// For each whether the elements are said to be in bounds.
    in_bounds: Vec<bool>,
    /// Masks, and for each of their dimensions that of the vector.
    masks: Vec<(Mask, Vec<usize>)>,
}

impl Transfer {
    /// That of the operand of one number and of this vector.
    fn of(
        site: &Site<'_>,
        base: usize,
        ty: &crate::ir::Type,
        vector: Slot,
        scalar: crate::eval::types::Scalar,
    ) -> Result<Transfer, Lack> {
        let own = Base::of(site, base)?;
        let parts = parts(&own.element, scalar).ok_or_else(|| misfit(site))?;
        let first = slots(&site.operands(base + 1..base + 1 + own.rank)?);
        let mut within = extents(ty)?;
        let along = dimensions(site, own.rank, &within, parts)?;
        within.truncate(along.len());
        if within.len() != along.len() || count(&within) * parts != vector.lanes as usize {
            return Err(misfit(site));
        }
        let said = match site.attribute("in_bounds") {
            Some(Attribute::List(all)) => all.iter().map(|one| one.int() == Some(1)).collect(),
            Some(Attribute::Ints(_, all)) => all.iter().map(|one| *one != 0).collect(),
            _ => Vec::new(),
        };
        let in_bounds = (0..along.len()).map(|at| said.get(at).copied().unwrap_or(false)).collect();
        let operand = site.segment(3);
        let given = match site.node.operands.get(operand.start).filter(|_| !operand.is_empty()) {
            Some(_) => {
                let extents = extents(site.operand_type(operand.start)?)?;
                Some(Mask { slot: site.operand(operand.start)?.slot, extents })
            }
            None => None,
        };
        // A mask has the dimensions of the elements, in their order, as far as the vector has them.
        let mut order: Vec<usize> = (0..along.len()).filter(|at| along[*at].is_some()).collect();
        order.sort_by_key(|at| along[*at]);
        let mut masks = Vec::new();
        for mask in [given, around(site)?].into_iter().flatten() {
            let expected: Vec<u64> = order.iter().map(|at| within[*at]).collect();
            // Of one element that is repeated everywhere the mask has one as well.
            let fits = mask.extents == expected || order.is_empty() && mask.slot.lanes == 1;
            if !fits {
                return Err(misfit(site));
            }
            masks.push((mask, order.clone()));
        }
        Ok(Transfer { base: own, first, vector, parts, within, along, in_bounds, masks })
    }

    /// Hands over each element of the vector by its lanes, with its indices unless it is masked off or out of bounds.
    fn run(
        &self,
        machine: &mut Machine<'_>,
        view: &mut VectorView,
        mut go: impl FnMut(&mut Machine<'_>, &mut VectorView, Option<&[i64]>, Slot) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        machine.charge(16 * u64::from(self.vector.lanes))?;
        let first = indices(machine, &self.first)?;
        let (mut place, mut ended) = (0, Ok(()));
        each(&self.within, |inside| {
            if ended.is_ok() {
                let lanes = self.vector.part(place * self.parts, self.parts);
                ended = self
                    .target(machine, view, &first, inside)
                    .and_then(|at| go(machine, view, at.as_deref(), lanes));
            }
            place += 1;
        });
        ended?;
        // Lanes in front of the first element are masked off, and still an index is below zero.
        let is_in_front = self.along.iter().flatten().any(|along| first[*along] < 0);
        if is_in_front { Err(TRANSFER_READ_NEGATIVE.open(&[])) } else { Ok(()) }
    }

    /// The indices of an element; none where it is masked off, or out of bounds where it may be.
    fn target(
        &self,
        machine: &Machine<'_>,
        view: &VectorView,
        first: &[i64],
        inside: &[usize],
    ) -> Result<Option<Vec<i64>>, Stop> {
        for (mask, order) in &self.masks {
            let own: Vec<usize> = order.iter().map(|at| inside[*at]).collect();
            if !mask.is_on_at(machine, &own)? {
                return Ok(None);
            }
        }
        let (mut at, mut may) = (first.to_vec(), vec![false; first.len()]);
        for ((inside, along), in_bounds) in inside.iter().zip(&self.along).zip(&self.in_bounds) {
            if let Some(along) = along {
                at[*along] = at[*along].wrapping_add(*inside as i64);
                may[*along] |= !in_bounds;
            }
        }
        let mut out = false;
        for (dimension, index) in at.iter().enumerate() {
            if !view.is_within(dimension, *index) {
                if !may[dimension] {
                    return Err(TRANSFER_READ_IN_BOUNDS.undefined(&[]));
                }
                if *index < 0 {
                    return Err(TRANSFER_READ_NEGATIVE.open(&[]));
                }
                out = true;
            }
        }
        Ok(if out { None } else { Some(at) })
    }
}

/// For each dimension of the vector the one of the elements it goes along, by the permutation map.
fn dimensions(
    site: &Site<'_>,
    rank: usize,
    vector: &[u64],
    parts: usize,
) -> Result<Vec<Option<usize>>, Lack> {
    let map = match site.attribute("permutation_map") {
        Some(Attribute::Map(map)) => map.clone(),
        None => {
            // The last dimensions in their order.
            let mut taken = vector.len();
            let mut lanes = parts as u64;
            while lanes > 1 && taken > 0 {
                taken -= 1;
                lanes /= vector[taken].max(1);
            }
            let first = rank.checked_sub(taken).ok_or_else(|| misfit(site))? as u32;
            let results = (first..rank as u32).map(Expression::Dimension).collect();
            Map { dimensions: rank as u32, symbols: 0, results }
        }
        Some(_) => return Err(misfit(site)),
    };
    if map.dimensions as usize != rank || !map.is_projected_permutation(true) {
        return Err(misfit(site));
    }
    Ok(map.results.iter().map(|result| result.dimension().map(|at| at as usize)).collect())
}
