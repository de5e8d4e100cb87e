//! Operations with regions, and the terminators that leave these.

use crate::eval::Breaking as _;
use crate::eval::World;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::{RegionBody, Site, SiteValue};
use crate::eval::stop::{Rule, Stop};
use crate::eval::world::IterationOrdering;
use crate::observe::Lack;

/// The number of a loop overflows.
pub const INDUCTION_OVERFLOW: Rule = Rule::new(
    "for_induction_overflow",
    "the number of a loop overflows, of which its documentation says nothing",
);

/// The number of the next iteration of a loop over `index`: lowerings of every loop add the step to the number before they compare it.
///
/// # Errors
/// It is no number of 64 bits.
pub fn next_index(at: i128, step: i128) -> Result<i128, Stop> {
    let next = at + step;
    if i64::try_from(next).is_err() { Err(INDUCTION_OVERFLOW.open(&[])) } else { Ok(next) }
}

/// Runs iterations whose order is open, for all numbers of a loop: from, to and by, which is positive.
///
/// # Errors
/// Those of `each`, and of a number that overflows.
pub fn in_order(
    world: World,
    [from, to, by]: [i128; 3],
    mut each: impl FnMut(i128) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if world.order == IterationOrdering::Ascending {
        let mut at = from;
        while at < to {
            each(at)?;
            at = next_index(at, by)?;
        }
        return Ok(());
    }
    let count = ((to - from).max(0) as u128).div_ceil(by as u128) as u64;
    if count > 0 {
        next_index(from + i128::from(count - 1) * by, by)?;
    }
    (0..count).try_for_each(|place| each(from + i128::from(world.order.at(place, count)) * by))
}

/// A terminator that hands its operands to the operation around.
pub fn leave(site: &Site<'_>) -> Result<Action, Lack> {
    let slots = slots(&site.operands(0..site.node.operands.len())?);
    Ok(Box::new(move |machine| {
        let mut left = std::mem::take(&mut machine.left);
        left.clear();
        slots.iter().for_each(|slot| left.extend_from_slice(machine.value(*slot)));
        machine.left = left;
        Ok(Next::Leave)
    }))
}

/// The places of these values.
pub fn slots(values: &[SiteValue]) -> Vec<Slot> {
    values.iter().map(|value| value.slot).collect()
}

/// All lanes of these values, one behind the other.
pub fn gather(machine: &Machine<'_>, slots: &[Slot]) -> Vec<Lane> {
    slots.iter().flat_map(|slot| machine.value(*slot).iter().copied()).collect()
}

/// Sets these values to lanes that lie one behind the other; what there are too few of stays as it is.
pub fn scatter(machine: &mut Machine<'_>, slots: &[Slot], mut lanes: &[Lane]) {
    for slot in slots {
        let Some((own, rest)) = lanes.split_at_checked(slot.lanes as usize) else { return };
        machine.value_mut(*slot).copy_from_slice(own);
        lanes = rest;
    }
}

/// Sets these values to what the region that was run last has handed over.
pub fn take_left(machine: &mut Machine<'_>, slots: &[Slot]) {
    let left = std::mem::take(&mut machine.left);
    scatter(machine, slots, &left);
    machine.left = left;
}

/// Runs a body in a scope of its own, whose variables end with it: each iteration of an operation that is an automatic allocation scope
/// (Traits, "AutomaticAllocationScope").
///
/// # Errors
/// It does not come to an end, or it takes other arguments.
pub fn scoped(machine: &mut Machine<'_>, body: &RegionBody, arguments: &[Lane]) -> Result<(), Stop> {
    let since = machine.memory.stack();
    body.run(machine, arguments)?;
    machine.memory.leave_scope(since);
    Ok(())
}
