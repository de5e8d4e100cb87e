//! Elements of vectors: taken out, put in, shuffled, loaded and stored under a mask.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::types::{LaneType, Layout};
use crate::observe::{Form, Lack};
use crate::op::{Row, row};

const LLVM_MASKED_ALIGNMENT: Rule =
    Rule::new("llvm_masked_alignment", "a masked access that is not aligned to {}");

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.extractelement", |site| {
        let (from, at, out) = (site.operand(0)?.slot, site.operand(1)?.slot.start, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let at = machine.get(at);
            let value = element(machine, at, from).map_or_else(Lane::tainted, |lane| machine.get(lane));
            machine.set(out, value);
            Ok(Next::On)
        }))
    }),
    row("llvm.insertelement", |site| {
        let (into, value) = (site.operand(0)?.slot, site.operand(1)?.slot.start);
        let (at, out) = (site.operand(2)?.slot.start, site.result()?.slot);
        Ok(Box::new(move |machine| {
            let (at, value) = (machine.get(at), machine.get(value));
            machine.copy(out, into);
            match element(machine, at, out) {
                Ok(lane) => machine.set(lane, value),
                Err(taint) => machine.value_mut(out).fill(Lane::tainted(taint)),
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.shufflevector", |site| {
        let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
        let places: Vec<Option<u32>> = site
            .ints("mask")
            .iter()
            .map(|index| {
                let index = u32::try_from(*index).ok()?;
                Some(if index < a.lanes { a.start + index } else { b.start + index - a.lanes })
            })
            .collect();
        Ok(Box::new(move |machine| {
            for (lane, place) in places.iter().enumerate() {
                let value = place.map_or_else(|| machine.poison(), |place| machine.get(place));
                machine.set(out.start + lane as u32, value);
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.vector.insert", |site| {
        let (into, part, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
        // Which operand is which differs between versions: the part is the smaller one.
        let (into, part) = if into.lanes >= part.lanes { (into, part) } else { (part, into) };
        let place = out.part(site.int("pos") as usize, part.lanes as usize);
        if place.start + place.lanes > out.start + out.lanes {
            return Err(site.lacks(Form::OutOfBounds("pos".to_owned())));
        }
        Ok(Box::new(move |machine| {
            machine.copy(out, into);
            machine.copy(place, part);
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.vector.extract", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        let place = from.part(site.int("pos") as usize, out.lanes as usize);
        if place.start + place.lanes > from.start + from.lanes {
            return Err(site.lacks(Form::OutOfBounds("pos".to_owned())));
        }
        Ok(Box::new(move |machine| {
            machine.copy(out, place);
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.vector.interleave2", |site| {
        let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
        Ok(Box::new(move |machine| {
            for lane in 0..out.lanes {
                let from = if lane % 2 == 0 { a } else { b };
                let value = machine.get(from.start + lane / 2);
                machine.set(out.start + lane, value);
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.vector.deinterleave2", |site| {
        let (a, out) = (site.operand(0)?.slot, site.result()?.slot);
        let half = out.lanes / 2;
        Ok(Box::new(move |machine| {
            for lane in 0..out.lanes {
                let value = machine.get(a.start + 2 * (lane % half) + lane / half);
                machine.set(out.start + lane, value);
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.stepvector", |site| {
        let out = site.result()?.slot;
        Ok(Box::new(move |machine| {
            (0..out.lanes).for_each(|lane| machine.set(out.start + lane, Lane::of(lane.into())));
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.get.active.lane.mask", |site| {
        let (base, count, out) =
            (site.operand(0)?.slot.start, site.operand(1)?.slot.start, site.result()?.slot);
        Ok(Box::new(move |machine| {
            let (base, count) = (machine.get(base), machine.get(count));
            let taint = base.taint.merge(count.taint);
            for lane in 0..out.lanes {
                let active = base.bits + u128::from(lane) < count.bits;
                machine.set(out.start + lane, Lane { bits: active.into(), origin: 0, taint });
            }
            Ok(Next::On)
        }))
    }),
    // Pointer and mask, then what the lanes that are switched off are.
    row("llvm.intr.masked.load", |site| {
        let (pointer, on, off) = (site.operand(0)?.slot, site.operand(1)?.slot, site.operand(2).ok());
        let (out, off) = (site.result()?, off.map(|value| value.slot));
        masked(
            site,
            pointer,
            on,
            out.layout,
            MaskedElements::Apart,
            move |machine, lane, reach| match reach {
                Some((pointer, one)) => machine.load(pointer, one, 1, out.slot.part(lane, 1)),
                None => other_lane(machine, off, out.slot, lane),
            },
        )
    }),
    row("llvm.intr.masked.store", |site| {
        let (value, pointer, on) = (site.operand(0)?, site.operand(1)?.slot, site.operand(2)?.slot);
        masked(site, pointer, on, value.layout, MaskedElements::Apart, move |machine, lane, reach| {
            reach.map_or(Ok(()), |(pointer, one)| machine.store(pointer, one, 1, value.slot.part(lane, 1)))
        })
    }),
    row("llvm.intr.masked.gather", |site| {
        let (pointer, on, off) = (site.operand(0)?.slot, site.operand(1)?.slot, site.operand(2).ok());
        let (out, off) = (site.result()?, off.map(|value| value.slot));
        masked(site, pointer, on, out.layout, MaskedElements::Own, move |machine, lane, reach| match reach {
            Some((pointer, one)) => machine.load(pointer, one, 1, out.slot.part(lane, 1)),
            None => other_lane(machine, off, out.slot, lane),
        })
    }),
    row("llvm.intr.masked.scatter", |site| {
        let (value, pointer, on) = (site.operand(0)?, site.operand(1)?.slot, site.operand(2)?.slot);
        masked(site, pointer, on, value.layout, MaskedElements::Own, move |machine, lane, reach| {
            reach.map_or(Ok(()), |(pointer, one)| machine.store(pointer, one, 1, value.slot.part(lane, 1)))
        })
    }),
    row("llvm.intr.masked.expandload", |site| {
        let (pointer, on, off) = (site.operand(0)?.slot, site.operand(1)?.slot, site.operand(2).ok());
        let (out, off) = (site.result()?, off.map(|value| value.slot));
        masked(site, pointer, on, out.layout, MaskedElements::Packed, move |machine, lane, reach| match reach
        {
            Some((pointer, one)) => machine.load(pointer, one, 1, out.slot.part(lane, 1)),
            None => other_lane(machine, off, out.slot, lane),
        })
    }),
    row("llvm.intr.masked.compressstore", |site| {
        let (value, pointer, on) = (site.operand(0)?, site.operand(1)?.slot, site.operand(2)?.slot);
        masked(site, pointer, on, value.layout, MaskedElements::Packed, move |machine, lane, reach| {
            reach.map_or(Ok(()), |(pointer, one)| machine.store(pointer, one, 1, value.slot.part(lane, 1)))
        })
    }),
];

/// The lane an index means; poison where it is out of range.
fn element(machine: &Machine<'_>, index: Lane, of: Slot) -> Result<u32, Taint> {
    match () {
        () if !index.taint.is_none() => Err(index.taint),
        () if index.bits >= of.lanes.into() => Err(machine.poison().taint),
        () => Ok(of.start + index.bits as u32),
    }
}

fn other_lane(machine: &mut Machine<'_>, off: Option<Slot>, out: Slot, lane: usize) -> Result<(), Stop> {
    let value = off.map_or_else(|| machine.poison(), |off| machine.get(off.start + lane as u32));
    machine.set(out.start + lane as u32, value);
    Ok(())
}

/// The places of the elements of a masked access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MaskedElements {
    /// One behind the other.
    Apart,
    /// One behind the other, without those that are switched off.
    Packed,
    /// Each has a pointer of its own.
    Own,
}

/// Goes through the lanes; `work` is given the place and the type of one element, or none where it is switched off.
fn masked(
    site: &Site<'_>,
    pointer: Slot,
    on: Slot,
    layout: std::rc::Rc<Layout>,
    between: MaskedElements,
    work: impl Fn(&mut Machine<'_>, usize, Option<(Lane, &Layout)>) -> Result<(), Stop> + 'static,
) -> Result<Action, Lack> {
    let LaneType::Vector(count, of) = &layout.ty else { return Err(site.lacks(Form::NoVector)) };
    let (count, one) = (*count as usize, Layout::of((**of).clone())?);
    // In memory a vector of them is packed to the bit, and what is done for one at a time takes them for bytes.
    if between != MaskedElements::Own && u64::from(one.scalar().bits()) != one.size * 8 {
        return Err(site.lacks(Form::PartialBytes));
    }
    let align = site.int("alignment").max(1) as u128;
    Ok(Box::new(move |machine| {
        let mut packed = 0;
        for lane in 0..count {
            let chosen = machine.get(on.start + lane as u32);
            if machine.defined(chosen, "the mask of an access to memory")? == 0 {
                work(machine, lane, None)?;
                continue;
            }
            let place = match between {
                MaskedElements::Own => machine.get(pointer.start + lane as u32),
                _ => {
                    let steps = if between == MaskedElements::Packed { packed } else { lane };
                    let base = machine.get(pointer.start);
                    Lane { bits: base.bits + (steps as u64 * one.size) as u128, ..base }
                }
            };
            // Promised is the alignment of the pointer that is given.
            let given =
                machine.get(pointer.start + if between == MaskedElements::Own { lane as u32 } else { 0 });
            if given.taint.is_none() && !given.bits.is_multiple_of(align) {
                return Err(LLVM_MASKED_ALIGNMENT.undefined(&[&align]));
            }
            packed += 1;
            work(machine, lane, Some((place, &one)))?;
        }
        Ok(Next::On)
    }))
}
