//! Elements and parts of vectors: spread out, taken out, put in.

use super::{DYNAMIC, count, each, extents, misfit, place, strides};
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::grow::families;
use crate::grow::types::vector;
use crate::observe::Lack;
use crate::op::region::{gather, slots};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("vector.splat", broadcast),
    row("vector.broadcast", broadcast).grown(super::placing::broadcast),
    // "The result is undefined if any index is out-of-bounds", and -1 makes poison (vector, 'vector.extract' and 'vector.insert'). An
    // undefined result is poison here, as LLVM has it in what both are lowered to.
    row("vector.extract", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        let position = LeadingPosition::of(site, 0, 1)?;
        if position.lanes != out.lanes as usize {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            match position.find(machine) {
                Ok(at) => machine.copy(out, from.part(at, out.lanes as usize)),
                Err(taint) => machine.value_mut(out).fill(Lane::tainted(taint)),
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::extract),
    row("vector.insert", |site| {
        let (value, into, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
        let position = LeadingPosition::of(site, 1, 2)?;
        if position.lanes != value.lanes as usize || into.lanes != out.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            match position.find(machine) {
                Ok(at) => {
                    machine.copy(out, into);
                    machine.copy(out.part(at, value.lanes as usize), value);
                }
                Err(taint) => machine.value_mut(out).fill(Lane::tainted(taint)),
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::insert),
    // Both were in MLIR 19 and are gone since: an index that is an operand, or a vector without dimensions.
    row("vector.extractelement", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot.start);
        let index = site.operand(1).ok().map(|value| value.slot.start);
        let width = site.operand(1).map_or(64, |value| value.layout.scalar().bits());
        Ok(Box::new(move |machine| {
            let value = match chosen(machine, index, width, from) {
                Ok(lane) => machine.get(lane),
                Err(taint) => Lane::tainted(taint),
            };
            machine.set(out, value);
            Ok(Next::On)
        }))
    }),
    row("vector.insertelement", |site| {
        let (value, into, out) = (site.operand(0)?.slot.start, site.operand(1)?.slot, site.result()?.slot);
        let index = site.operand(2).ok().map(|value| value.slot.start);
        let width = site.operand(2).map_or(64, |value| value.layout.scalar().bits());
        Ok(Box::new(move |machine| {
            let value = machine.get(value);
            machine.copy(out, into);
            match chosen(machine, index, width, out) {
                Ok(lane) => machine.set(lane, value),
                Err(taint) => machine.value_mut(out).fill(Lane::tainted(taint)),
            }
            Ok(Next::On)
        }))
    }),
    row("vector.from_elements", |site| {
        let (from, out) = (slots(&site.operands(0..site.node.operands.len())?), site.result()?.slot);
        if from.iter().map(|slot| slot.lanes).sum::<u32>() != out.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            let lanes = gather(machine, &from);
            machine.value_mut(out).copy_from_slice(&lanes);
            Ok(Next::On)
        }))
    })
    .grown(|growth| families::from_elements(growth, vector)),
    row("vector.to_elements", |site| {
        let (from, out) = (site.operand(0)?.slot, slots(&site.results()?));
        if out.iter().map(|slot| slot.lanes).sum::<u32>() != from.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            (0..from.lanes).zip(&out).for_each(|(at, to)| machine.copy(*to, from.part(at as usize, 1)));
            Ok(Next::On)
        }))
    })
    .grown(super::placing::to_elements)
    .since(22),
    // The numbers from zero on (vector, 'vector.step').
    row("vector.step", |site| {
        let out = site.result()?.slot;
        Ok(Box::new(move |machine| {
            (0..out.lanes).for_each(|lane| machine.set(out.start + lane, Lane::of(lane.into())));
            Ok(Next::On)
        }))
    })
    .grown(super::placing::step)
    .since(22),
];

/// A number, or a vector whose dimensions are the last ones of the result; of these an extent of one is stretched
/// (vector, 'vector.broadcast').
fn broadcast(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
    let (given, made) = (extents(site.operand_type(0)?)?, extents(site.result_type(0)?)?);
    let leading = made.len().checked_sub(given.len()).ok_or_else(|| misfit(site))?;
    let fits = given.iter().zip(&made[leading..]).all(|(from, to)| *from == 1 || from == to);
    if !fits || from.lanes as usize != count(&given) {
        return Err(misfit(site));
    }
    let mut steps = strides(&given);
    steps.iter_mut().zip(&given).filter(|(_, extent)| **extent == 1).for_each(|(step, _)| *step = 0);
    let mut places = Vec::with_capacity(out.lanes as usize);
    each(&made, |indices| places.push(place(&indices[leading..], &steps) as u32));
    Ok(moves(from, out, places))
}

/// Makes each lane of the result the one at this place of the operand.
pub fn moves(from: Slot, out: Slot, places: Vec<u32>) -> Action {
    Box::new(move |machine| {
        for (lane, place) in (out.start..out.start + out.lanes).zip(&places) {
            let value = machine.get(from.start + place);
            machine.set(lane, value);
        }
        Ok(Next::On)
    })
}

/// The lane an index means; the only one where there is none.
fn chosen(machine: &Machine<'_>, index: Option<u32>, width: u32, of: Slot) -> Result<u32, Taint> {
    let Some(index) = index else { return Ok(of.start) };
    let index = machine.get(index);
    match () {
        () if !index.taint.is_none() => Err(index.taint),
        () if crate::eval::lane::signed(index.bits, width) < 0 || index.bits >= of.lanes.into() => {
            Err(machine.poison().taint)
        }
        () => Ok(of.start + index.bits as u32),
    }
}

/// A position in the leading dimensions of a vector.
struct LeadingPosition {
    /// Of each: its index or the lane that has it, its extent, and elements from one to the next.
    steps: Vec<(Index, u64, usize)>,
    /// Lanes of what is there.
    lanes: usize,
}

/// An index.
enum Index {
    Fixed(i64),
    Lane(u32),
}

impl LeadingPosition {
    /// That of an operation on the operand of one number; operands from another one on are indices.
    fn of(site: &Site<'_>, vector: usize, first: usize) -> Result<LeadingPosition, Lack> {
        let extents = extents(site.operand_type(vector)?)?;
        let fixed = site.ints("static_position");
        let mut dynamic = first..site.node.operands.len();
        let mut steps = Vec::new();
        if fixed.len() > extents.len() {
            return Err(misfit(site));
        }
        for ((number, extent), stride) in fixed.iter().zip(&extents).zip(strides(&extents)) {
            let index = match *number {
                DYNAMIC => Index::Lane(site.operand(dynamic.next().ok_or_else(|| misfit(site))?)?.slot.start),
                number => Index::Fixed(number),
            };
            steps.push((index, *extent, stride));
        }
        Ok(LeadingPosition { lanes: count(&extents[steps.len()..]), steps })
    }

    /// The first lane at the position; or else what the result is.
    fn find(&self, machine: &Machine<'_>) -> Result<usize, Taint> {
        let (mut at, mut taint) = (0, Taint::NONE);
        for (index, extent, stride) in &self.steps {
            let index = match index {
                Index::Fixed(number) => *number,
                Index::Lane(lane) => {
                    let lane = machine.get(*lane);
                    taint = taint.merge(lane.taint);
                    lane.bits as i64
                }
            };
            match u64::try_from(index) {
                Ok(index) if index < *extent => at += index as usize * stride,
                _ => taint = taint.merge(machine.poison().taint),
            }
        }
        if taint.is_none() { Ok(at) } else { Err(taint) }
    }
}
