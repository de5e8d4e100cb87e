//! Other descriptors of the same memory: casts, windows, and descriptors made by hand.

use super::form::{self, MemrefSource, Number, numbers};
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::memory::AllocationKind;
use crate::eval::memref::{BEFORE_EXTENTS, Memref, moved, taint};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::eval::types::{LaneType, Layout};
use crate::ir::{Attribute, MemrefLayout, Type};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::region::scatter;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("memref.cast", cast).grown(super::placing::cast),
    row("memref.subview", subview).grown(super::placing_views::subview),
    // Pointers of the operand, everything else as it is said.
    row("memref.reinterpret_cast", |site| {
        let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot);
        let offsets = numbers(site, "static_offsets", site.segment(1))?;
        let sizes = numbers(site, "static_sizes", site.segment(2))?;
        let strides = numbers(site, "static_strides", site.segment(3))?;
        Ok(Box::new(move |machine| {
            let mut lanes = source.descriptor(machine)?[..BEFORE_EXTENTS - 1].to_vec();
            let said = offsets.iter().chain(&sizes).chain(&strides).map(|number| number.lane(machine));
            lanes.extend(said);
            let negative = lanes[BEFORE_EXTENTS..][..sizes.len()].iter().any(|lane| (lane.bits as i64) < 0);
            if negative {
                lanes.fill(machine.poison_ahead());
            }
            scatter(machine, &[out], &lanes);
            Ok(Next::On)
        }))
    })
    .grown(super::placing_views::reinterpreted),
    // Bytes from a shift on, as elements that lie row-major.
    row("memref.view", |site| {
        let (source, shift, out) =
            (MemrefSource::of(site, 0)?, site.operand(1)?.slot.start, site.result()?.slot);
        let Type::Memref { shape, .. } = &**site.result_type(0)? else {
            return Err(site.lacks(Form::NoMemref));
        };
        let mut given = site.operands(2..site.node.operands.len())?.into_iter();
        let mut sizes = Vec::new();
        for extent in shape {
            sizes.push(match extent {
                Some(extent) => Number::Fixed(*extent as i64),
                None => {
                    Number::Lane(given.next().ok_or_else(|| site.without(MissingPart::Sizes))?.slot.start)
                }
            });
        }
        Ok(Box::new(move |machine| {
            let (lanes, shift) = (source.descriptor(machine)?, machine.get(shift));
            let sizes: Vec<Lane> = sizes.iter().map(|size| size.lane(machine)).collect();
            let taint = taint(&sizes).merge(shift.taint).merge(taint(&lanes[..BEFORE_EXTENTS]));
            let extents: Vec<i64> = sizes.iter().map(|size| size.bits as i64).collect();
            let bytes = i128::from(shift.bits as i64) + i128::from(lanes[2].bits as i64);
            let made = Memref::row_major(moved(lanes[1], bytes), extents);
            let made = made.map(|made| Memref { allocated: lanes[0], ..made });
            settle(machine, out, taint, made);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::bytes),
    row("memref.transpose", |site| {
        let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot);
        let rank = source.rank.unwrap_or(0);
        let order = match site.attribute("permutation") {
            Some(Attribute::Map(map)) if map.is_permutation() => map.permutation(),
            _ => None,
        };
        let order = order
            .filter(|order| order.len() == rank)
            .ok_or_else(|| site.without(MissingPart::Attribute("permutation".to_owned())))?;
        Ok(Box::new(move |machine| {
            let lanes = machine.value(source.slot);
            let (head, parts) = lanes.split_at(BEFORE_EXTENTS);
            let mut made = head.to_vec();
            made.extend(order.iter().map(|at| parts[*at as usize]));
            made.extend(order.iter().map(|at| parts[rank + *at as usize]));
            scatter(machine, &[out], &made);
            Ok(Next::On)
        }))
    })
    .grown(super::placing_views::transposed),
];

/// Sets a value to a descriptor; to what is wrong with what it is made from, or to poison where there is none.
pub fn settle(machine: &mut Machine<'_>, out: Slot, taint: Taint, made: Option<Memref>) {
    let lanes = match made {
        _ if !taint.is_none() => vec![Lane::tainted(taint); out.lanes as usize],
        Some(made) => made.lanes(),
        None => vec![machine.poison_ahead(); out.lanes as usize],
    };
    scatter(machine, &[out], &lanes);
}

/// The facts of a type about extents, offset and strides that are known before the program runs.
pub struct Claims {
    extents: Vec<Option<i64>>,
    layout: MemrefLayout,
}

impl Claims {
    /// Those of a memref's type; none of one of any rank.
    pub fn of(ty: &Type) -> Result<Option<Claims>, Lack> {
        let Type::Memref { shape, layout, .. } = ty else { return Ok(None) };
        form::known(layout)?;
        let extents = shape.iter().map(|extent| extent.map(|extent| extent as i64)).collect();
        Ok(Some(Claims { extents, layout: layout.clone() }))
    }

    /// True if a descriptor is as they say; what of it is not defined is as it may be.
    pub fn hold(&self, lanes: &[Lane]) -> bool {
        let (head, parts) = lanes.split_at(BEFORE_EXTENTS);
        let (extents, strides) = parts.split_at(parts.len() / 2);
        let agrees = |lane: &Lane, said: Option<i64>| {
            !lane.taint.is_none() || said.is_none_or(|said| said == lane.bits as i64)
        };
        let shape = extents.iter().zip(&self.extents).all(|(lane, said)| agrees(lane, *said));
        let (offset, said) = match &self.layout {
            MemrefLayout::Strided { offset, strides } => (*offset, strides.clone()),
            MemrefLayout::Map(map) if map.symbols > 0 => return shape,
            layout if taint(extents).is_none() => {
                let actual: Vec<i64> = extents.iter().map(|lane| lane.bits as i64).collect();
                match form::strides(layout, &actual, &[]) {
                    Some((offset, strides)) => (Some(offset), strides.into_iter().map(Some).collect()),
                    None => return shape,
                }
            }
            _ => return shape,
        };
        shape && agrees(&head[2], offset) && strides.iter().zip(&said).all(|(lane, said)| agrees(lane, *said))
    }
}

/// Between types of memrefs that may be one; it asserts what the new one knows and the old one does not ("memref.cast"), so that its
/// result is poison where that does not hold.
fn cast(site: &Site<'_>) -> Result<Action, Lack> {
    let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot);
    let (claims, is_ranked) = (Claims::of(site.result_type(0)?)?, source.rank.is_some());
    let rank = claims.as_ref().map(|claims| claims.extents.len());
    Ok(Box::new(move |machine| {
        match (&claims, is_ranked) {
            (None, false) => machine.copy(out, source.slot),
            (None, true) => {
                let lanes = machine.value(source.slot).to_vec();
                let place = keep(machine, &lanes)?;
                let rank = (lanes.len() - BEFORE_EXTENTS) / 2;
                scatter(machine, &[out], &[Lane::of(rank as u128), place]);
            }
            (Some(claims), _) => {
                let lanes = machine.value(source.slot);
                let wrong = if is_ranked { Taint::NONE } else { taint(lanes) };
                let other_rank = !is_ranked && rank != Some(lanes[0].bits as usize);
                // Lowered code reads as many numbers as the new rank has, whether they are there or not.
                machine.unpredictable |= other_rank;
                let poison = || vec![machine.poison_ahead(); out.lanes as usize];
                let made = match () {
                    () if !wrong.is_none() => vec![Lane::tainted(wrong); out.lanes as usize],
                    () if other_rank => poison(),
                    () => {
                        let lanes = source.descriptor(machine)?;
                        if claims.hold(&lanes) { lanes } else { poison() }
                    }
                };
                scatter(machine, &[out], &made);
            }
        }
        Ok(Next::On)
    }))
}

/// Puts a descriptor into memory, for as long as the program runs: one of any rank may be returned from where it is made.
pub fn keep(machine: &mut Machine<'_>, lanes: &[Lane]) -> Result<Lane, Stop> {
    let rank = (lanes.len() - BEFORE_EXTENTS) / 2;
    let ty = Type::Memref {
        shape: vec![None; rank],
        element: std::rc::Rc::new(Type::Index),
        layout: MemrefLayout::Identity,
        space: None,
    };
    let layout = LaneType::of(&ty).and_then(Layout::of).map_err(Stop::lacks)?;
    let place = machine.memory.allocate(layout.size, layout.align, AllocationKind::Global)?;
    machine.memory.store(place, &layout, layout.align, lanes)?;
    machine.memory.seal(place);
    Ok(place)
}

/// A window: offsets are added up, strides multiplied. One that is not inside of its source is poison; of an empty one nothing is asked but
/// that it begins inside or at the end.
fn subview(site: &Site<'_>) -> Result<Action, Lack> {
    let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot);
    let rank = source.rank.ok_or_else(|| site.lacks(Form::AnyRank))?;
    let offsets = numbers(site, "static_offsets", site.segment(1))?;
    let sizes = numbers(site, "static_sizes", site.segment(2))?;
    let strides = numbers(site, "static_strides", site.segment(3))?;
    let kept = kept_dimensions(site, &sizes, &strides)?;
    if [offsets.len(), sizes.len(), strides.len()] != [rank; 3] {
        return Err(site.lacks(Form::Numbers));
    }
    Ok(Box::new(move |machine| {
        let lanes = machine.value(source.slot);
        let said = |numbers: &[Number]| numbers.iter().map(|number| number.lane(machine)).collect::<Vec<_>>();
        let (offsets, sizes, strides) = (said(&offsets), said(&sizes), said(&strides));
        let all = [&offsets[..], &sizes, &strides].into_iter().map(taint).fold(taint(lanes), Taint::merge);
        let number = |lane: &Lane| i128::from(lane.bits as i64);
        let mut offset = number(&lanes[2]);
        let (mut extents, mut steps, mut is_inside) = (Vec::new(), Vec::new(), true);
        for at in 0..rank {
            let (extent, stride) = (&lanes[BEFORE_EXTENTS + at], &lanes[BEFORE_EXTENTS + rank + at]);
            let [begin, size, step] = [&offsets[at], &sizes[at], &strides[at]].map(number);
            let extent = number(extent);
            let last = begin + (size - 1).saturating_mul(step);
            is_inside &= match size {
                ..0 => false,
                0 => (0..=extent).contains(&begin),
                _ => (0..extent).contains(&begin) && (0..extent).contains(&last),
            };
            offset += begin.saturating_mul(number(stride));
            if kept[at] {
                extents.push(size as i64);
                steps.push(step.saturating_mul(number(stride)));
            }
        }
        let steps: Result<Vec<i64>, _> = steps.into_iter().map(i64::try_from).collect();
        let made = match (steps, i64::try_from(offset)) {
            (Ok(strides), Ok(offset)) if is_inside => {
                Some(Memref { allocated: lanes[0], aligned: lanes[1], offset, extents, strides })
            }
            _ => None,
        };
        settle(machine, out, all, made);
        Ok(Next::On)
    }))
}

/// Which dimensions of a window are in its result: all but as many as that has fewer, of size one, so that the others fit its type.
fn kept_dimensions(site: &Site<'_>, sizes: &[Number], steps: &[Number]) -> Result<Vec<bool>, Lack> {
    let (Type::Memref { layout: from, shape: whole, .. }, Type::Memref { shape, layout, .. }) =
        (&**site.operand_type(0)?, &**site.result_type(0)?)
    else {
        return Err(site.lacks(Form::NoMemref));
    };
    let fixed = |number: &Number| match number {
        Number::Fixed(number) => Some(*number),
        Number::Lane(_) => None,
    };
    let strides_of = |layout: &MemrefLayout, shape: &[Option<u64>]| -> Vec<Option<i64>> {
        let extents: Option<Vec<i64>> =
            shape.iter().map(|extent| extent.map(|extent| extent as i64)).collect();
        match (layout, extents) {
            (MemrefLayout::Strided { strides, .. }, _) => strides.clone(),
            (MemrefLayout::Map(map), _) if map.symbols > 0 => vec![None; shape.len()],
            (layout, Some(extents)) => match form::strides(layout, &extents, &[]) {
                Some((_, strides)) => strides.into_iter().map(Some).collect(),
                None => vec![None; shape.len()],
            },
            _ => vec![None; shape.len()],
        }
    };
    let (begins, ends) = (strides_of(from, whole), strides_of(layout, shape));
    let fits = |at: usize, into: usize| {
        let extent = shape[into].map(|extent| extent as i64);
        let stride = begins[at].zip(fixed(&steps[at])).and_then(|(stride, step)| stride.checked_mul(step));
        let may_be_one = |x: Option<i64>, y: Option<i64>| x.zip(y).is_none_or(|(x, y)| x == y);
        fixed(&sizes[at]) == extent && may_be_one(stride, ends[into])
    };
    let mut kept = vec![true; sizes.len()];
    let matched = choose(&mut kept, (0, 0), shape.len(), &|at| fixed(&sizes[at]) == Some(1), &fits);
    matched.then_some(kept).ok_or_else(|| site.lacks(Form::ResultDimensions))
}

/// Decides from a dimension on which are kept, so that those go into the result from one on.
fn choose(
    kept: &mut [bool],
    (at, into): (usize, usize),
    rank: usize,
    may_go: &impl Fn(usize) -> bool,
    fits: &impl Fn(usize, usize) -> bool,
) -> bool {
    if at == kept.len() {
        return into == rank;
    }
    if into < rank && fits(at, into) {
        kept[at] = true;
        if choose(kept, (at + 1, into + 1), rank, may_go, fits) {
            return true;
        }
    }
    kept[at] = false;
    may_go(at) && kept.len() - at > rank - into && choose(kept, (at + 1, into), rank, may_go, fits)
}
