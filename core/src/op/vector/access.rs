//! Elements from memory and into it, under masks and by indices of their own.

use super::elements::{Base, VectorView, indices, parts};
use super::mask::{around, is_on};
use super::{count, each, extents, misfit};
use crate::eval::Breaking as _;
use crate::eval::lane::signed;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::{Site, SiteValue};
use crate::eval::stop::{Rule, Stop};
use crate::observe::Lack;
use crate::op::region::slots;
use crate::op::{Row, row};
use std::collections::HashSet;

const LOAD_MISALIGNED: Rule = Rule::new("load_misaligned", "an access to memory that is not aligned to {}");
const LOAD_OUT_OF_BOUNDS: Rule = Rule::new(
    "load_out_of_bounds",
    "a load or store of a vector that is out of bounds, which is for the target to support",
);
const MASKEDLOAD_OUT_OF_BOUNDS: Rule = Rule::new(
    "maskedload_out_of_bounds",
    "an access to memory under a mask is out of bounds where the mask is on",
);
const GATHER_OTHER_ROW: Rule = Rule::new(
    "gather_other_row",
    "an index of a gather or scatter leads into another row, of which its documentation says nothing",
);
const SCATTER_DUPLICATE: Rule =
    Rule::new("scatter_duplicate", "two elements of vector.scatter go to one place");

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("vector.load", |site| plain(site, Direction::In)).grown(super::placing_access::load),
    row("vector.store", |site| plain(site, Direction::Out)).grown(super::placing_access::store),
    row("vector.maskedload", |site| masked(site, Direction::In)).grown(super::placing_access::masked_load),
    row("vector.maskedstore", |site| masked(site, Direction::Out)).grown(super::placing_access::masked_store),
    row("vector.expandload", |site| packed(site, Direction::In)).grown(super::placing_access::masked_load),
    row("vector.compressstore", |site| packed(site, Direction::Out))
        .grown(super::placing_access::masked_store),
    row("vector.gather", |site| indexed(site, Direction::In)).grown(super::placing_access::gather),
    row("vector.scatter", |site| indexed(site, Direction::Out)).grown(super::placing_access::scatter),
];

/// Which way elements go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// Into a vector.
    In,
    /// Out of one.
    Out,
}

impl Direction {
    /// Moves one element.
    fn go(
        self,
        machine: &mut Machine<'_>,
        view: &mut VectorView,
        at: &[i64],
        lanes: Slot,
    ) -> Result<(), Stop> {
        match self {
            Direction::In => view.read(machine, at, lanes),
            Direction::Out => view.write(machine, at, lanes),
        }
    }
}

/// The parts that all accesses have: the elements, the indices of the first one, the vector, how many lanes of it an element has, and
/// the alignment that is promised of the first one.
struct VectorAccess {
    base: Base,
    first: Vec<Slot>,
    vector: Slot,
    parts: usize,
    align: u128,
}

impl VectorAccess {
    /// That of the operand of one number and of this vector.
    fn of(site: &Site<'_>, base: usize, vector: &SiteValue) -> Result<VectorAccess, Lack> {
        let at = base + 1;
        let base = Base::of(site, base)?;
        let first = slots(&site.operands(at..at + base.rank)?);
        let parts = parts(&base.element, vector.layout.scalar()).ok_or_else(|| misfit(site))?;
        let align = u128::try_from(site.int("alignment")).unwrap_or(1).max(1);
        Ok(VectorAccess { base, first, vector: vector.slot, parts, align })
    }

    /// The elements and the indices of the first one at this step, which has the alignment that is promised.
    fn begin(&self, machine: &mut Machine<'_>) -> Result<(VectorView, Vec<i64>), Stop> {
        machine.charge(16 * u64::from(self.vector.lanes))?;
        let (view, first) = (self.base.view(machine)?, indices(machine, &self.first)?);
        match view.pointer(&first) {
            Some(pointer) if pointer.taint.is_none() && !pointer.bits.is_multiple_of(self.align) => {
                Err(LOAD_MISALIGNED.undefined(&[&self.align]))
            }
            _ => Ok((view, first)),
        }
    }

    /// The lanes of an element by its place in the vector.
    fn lanes(&self, place: usize) -> Slot {
        self.vector.part(place * self.parts, self.parts)
    }
}

/// Extents of the box of elements that a vector is.
fn extents_of_box(site: &Site<'_>, ty: &crate::ir::Type, access: &VectorAccess) -> Result<Vec<u64>, Lack> {
    let mut shape = extents(ty)?;
    let mut lanes = access.parts as u64;
    while lanes > 1 {
        let last = shape.pop().filter(|last| *last > 0 && lanes.is_multiple_of(*last));
        lanes /= last.ok_or_else(|| misfit(site))?;
    }
    match shape.len() <= access.base.rank && count(&shape) * access.parts == access.vector.lanes as usize {
        true => Ok(shape),
        false => Err(misfit(site)),
    }
}

/// The indices of an element of a box that lies in the last dimensions.
fn moved(first: &[i64], inside: &[usize]) -> Vec<i64> {
    let mut at = first.to_vec();
    let leading = at.len() - inside.len();
    at[leading..].iter_mut().zip(inside).for_each(|(at, inside)| *at = at.wrapping_add(*inside as i64));
    at
}

/// A box of elements that begins with the indices. Those out of bounds may be accessed or not: it is for the target to support that
/// (vector, 'vector.load' and 'vector.store').
fn plain(site: &Site<'_>, way: Direction) -> Result<Action, Lack> {
    let (access, ty) = match way {
        Direction::In => (VectorAccess::of(site, 0, &site.result()?)?, site.result_type(0)?),
        Direction::Out => (VectorAccess::of(site, 1, &site.operand(0)?)?, site.operand_type(0)?),
    };
    let within = extents_of_box(site, ty, &access)?;
    Ok(Box::new(move |machine| {
        let (mut view, first) = access.begin(machine)?;
        let (mut place, mut ended) = (0, Ok(()));
        each(&within, |inside| {
            let at = moved(&first, inside);
            if ended.is_ok() {
                ended = match view.has(&at) {
                    true => way.go(machine, &mut view, &at, access.lanes(place)),
                    false => Err(LOAD_OUT_OF_BOUNDS.open(&[])),
                };
            }
            place += 1;
        });
        ended?;
        Ok(Next::On)
    }))
}

/// The end of a run where an element that a mask leaves on is out of bounds (vector, 'vector.maskedload' and its like).
fn out_of_bounds() -> Stop {
    MASKEDLOAD_OUT_OF_BOUNDS.undefined(&[])
}

/// The vector of an access under a mask, and that of what is off, where elements come in.
fn sides(site: &Site<'_>, way: Direction, last: usize) -> Result<(SiteValue, Option<Slot>), Lack> {
    let value = site.operand(last)?;
    match way {
        Direction::In => Ok((site.result()?, Some(value.slot))),
        Direction::Out => Ok((value, None)),
    }
}

/// A box of elements as far as a mask is on; the others come from a vector, or stay.
fn masked(site: &Site<'_>, way: Direction) -> Result<Action, Lack> {
    let rank = Base::of(site, 0)?.rank;
    let (vector, off) = sides(site, way, rank + 2)?;
    let access = VectorAccess::of(site, 0, &vector)?;
    let ty = site.operand_type(rank + 2)?;
    let (within, mask) = (extents_of_box(site, ty, &access)?, site.operand(rank + 1)?.slot);
    if mask.lanes as usize != count(&within) || off.is_some_and(|off| off.lanes != access.vector.lanes) {
        return Err(misfit(site));
    }
    Ok(Box::new(move |machine| {
        let (mut view, first) = access.begin(machine)?;
        let (mut place, mut ended) = (0, Ok(()));
        each(&within, |inside| {
            if ended.is_ok() {
                ended = is_on(machine, mask, place as u32).and_then(|on| match on {
                    true => {
                        let at = moved(&first, inside);
                        if !view.has(&at) {
                            return Err(out_of_bounds());
                        }
                        way.go(machine, &mut view, &at, access.lanes(place))
                    }
                    false => {
                        leave_off(machine, &access, off, place);
                        Ok(())
                    }
                });
            }
            place += 1;
        });
        ended?;
        Ok(Next::On)
    }))
}

/// Takes an element that is off from the vector that has those.
fn leave_off(machine: &mut Machine<'_>, access: &VectorAccess, off: Option<Slot>, place: usize) {
    if let Some(off) = off {
        machine.copy(access.lanes(place), off.part(place * access.parts, access.parts));
    }
}

/// Elements that lie one behind the other without those that are off (vector, 'vector.expandload' and 'vector.compressstore').
fn packed(site: &Site<'_>, way: Direction) -> Result<Action, Lack> {
    let rank = Base::of(site, 0)?.rank;
    let (vector, off) = sides(site, way, rank + 2)?;
    let (access, mask) = (VectorAccess::of(site, 0, &vector)?, site.operand(rank + 1)?.slot);
    let flat = rank > 0 && extents(site.operand_type(rank + 1)?)?.len() == 1;
    if !flat || mask.lanes as usize * access.parts != access.vector.lanes as usize {
        return Err(misfit(site));
    }
    Ok(Box::new(move |machine| {
        let (mut view, mut at) = access.begin(machine)?;
        for place in 0..mask.lanes {
            if !is_on(machine, mask, place)? {
                leave_off(machine, &access, off, place as usize);
                continue;
            }
            if !view.has(&at) {
                return Err(out_of_bounds());
            }
            way.go(machine, &mut view, &at, access.lanes(place as usize))?;
            at[rank - 1] = at[rank - 1].wrapping_add(1);
        }
        Ok(Next::On)
    }))
}

/// Elements whose last index has a number of its own added (vector, 'vector.gather' and 'vector.scatter'). A number that leads out of the
/// last dimension and not out of the elements may count on into the next row or not. No two elements go to one place.
fn indexed(site: &Site<'_>, way: Direction) -> Result<Action, Lack> {
    let rank = Base::of(site, 0)?.rank;
    let (vector, off) = sides(site, way, rank + 3)?;
    let access = VectorAccess::of(site, 0, &vector)?;
    let (steps, mask) = (site.operand(rank + 1)?, site.operand(rank + 2)?.slot);
    let (width, steps) = (steps.layout.scalar().bits(), steps.slot);
    let around = around(site)?.map(|mask| mask.slot);
    let result = if way == Direction::Out { site.result()?.slot } else { Slot::default() };
    let masks = [Some(mask), around].into_iter().flatten().collect::<Vec<Slot>>();
    let fits = steps.lanes as usize * access.parts == access.vector.lanes as usize
        && masks.iter().all(|mask| mask.lanes == steps.lanes);
    if rank == 0 || !fits {
        return Err(misfit(site));
    }
    Ok(Box::new(move |machine| {
        let (mut view, first) = access.begin(machine)?;
        let mut written = HashSet::new();
        for place in 0..steps.lanes {
            let mut on = true;
            for mask in &masks {
                on &= is_on(machine, *mask, place)?;
            }
            if !on {
                leave_off(machine, &access, off, place as usize);
                continue;
            }
            let step = machine.get(steps.start + place);
            let step = signed(machine.defined(step, "an index of a gather or scatter")?, width);
            let mut at = first.clone();
            at[rank - 1] = at[rank - 1].wrapping_add(step as i64);
            if !view.has(&at) {
                return Err(match view.linear(&at) {
                    Some(_) => GATHER_OTHER_ROW.open(&[]),
                    None => out_of_bounds(),
                });
            }
            if way == Direction::Out && !written.insert(at[rank - 1]) {
                return Err(SCATTER_DUPLICATE.undefined(&[]));
            }
            way.go(machine, &mut view, &at, access.lanes(place as usize))?;
        }
        view.finish(machine, result)?;
        Ok(Next::On)
    }))
}
