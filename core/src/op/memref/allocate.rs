//! Buffers that begin and end.

use super::form::{self, MemrefSource, Number};
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::memory::{AllocationKind, MALLOC_ALIGNMENT};
use crate::eval::memref::Memref;
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::types::Layout;
use crate::grow::NeededRoom;
use crate::ir::{MemrefLayout, Type};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::region::{leave, scatter, slots, take_left};
use crate::op::{Row, row};

const ALLOC_NEGATIVE: Rule = Rule::new("alloc_negative", "an allocation of a memref with extent {}");

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("memref.alloc", |site| allocate(site, AllocationKind::Heap)).grown(super::placing::on_heap),
    // It lives until the operation around ends that is marked as an automatic allocation scope.
    row("memref.alloca", |site| {
        allocate(site, if site.coroutine { AllocationKind::Global } else { AllocationKind::Scoped })
    })
    .grown(super::placing::on_stack),
    row("memref.dealloc", |site| {
        let source = MemrefSource::of(site, 0)?;
        Ok(Box::new(move |machine| {
            let freed = source.descriptor(machine)?[0];
            machine.memory.free(freed)?;
            Ok(Next::On)
        }))
    }),
    row("memref.realloc", |site| {
        let (source, out) = (MemrefSource::of(site, 0)?, site.result()?.slot);
        let size = match (site.node.operands.len(), &**site.result_type(0)?) {
            (1, Type::Memref { shape, .. }) => match shape[..] {
                [Some(extent)] => Number::Fixed(extent as i64),
                _ => return Err(site.without(MissingPart::Sizes)),
            },
            _ => Number::Lane(site.operand(1)?.slot.start),
        };
        let align = alignment(site, source.element.align.max(MALLOC_ALIGNMENT))?;
        Ok(Box::new(move |machine| {
            let old = source.memref(machine)?;
            let size = size.lane(machine);
            let count = machine.defined(size, "the size of memref.realloc")? as i64;
            machine.memory.vacate(old.allocated);
            let new = make(machine, &source.element, (0, vec![count], vec![1]), align, AllocationKind::Heap)?;
            let kept = u64::try_from(count.min(old.count() as i64)).unwrap_or(0) * source.element.size;
            machine.charge(kept)?;
            machine.memory.copy(new.aligned, old.first(source.element.size), kept, true)?;
            machine.memory.free(old.allocated)?;
            scatter(machine, &[out], &new.lanes());
            Ok(Next::On)
        }))
    })
    .grown(super::placing::again),
    row("memref.alloca_scope", |site| {
        let (body, results) = (site.region(0)?, slots(&site.results()?));
        Ok(Box::new(move |machine| {
            let since = machine.memory.stack();
            body.run(machine, &[])?;
            machine.memory.leave_scope(since);
            take_left(machine, &results);
            Ok(Next::On)
        }))
    })
    .grown_in(NeededRoom::Blocks, super::placing::scope),
    row("memref.alloca_scope.return", leave),
];

fn alignment(site: &Site<'_>, usual: u64) -> Result<u64, Lack> {
    match site.int("alignment") {
        0 => Ok(usual),
        stated => u64::try_from(stated)
            .ok()
            .filter(|stated| stated.is_power_of_two())
            .map(|stated| stated.max(usual))
            .ok_or_else(|| site.lacks(Form::value("alignment", stated))),
    }
}

/// A buffer of the result's type: dynamic extents are the first operands, symbols of its layout those behind them.
fn allocate(site: &Site<'_>, kind: AllocationKind) -> Result<Action, Lack> {
    let Type::Memref { shape, layout, .. } = &**site.result_type(0)? else {
        return Err(site.lacks(Form::NoMemref));
    };
    form::known(layout)?;
    let (element, out) = (form::element(site.result_type(0)?)?, site.result()?.slot);
    let usual =
        if kind == AllocationKind::Heap { element.align.max(MALLOC_ALIGNMENT) } else { element.align };
    let align = alignment(site, usual)?;
    let mut given = slots(&site.operands(0..site.node.operands.len())?).into_iter();
    let mut extents = Vec::new();
    for extent in shape {
        extents.push(match extent {
            Some(extent) => Number::Fixed(*extent as i64),
            None => Number::Lane(given.next().ok_or_else(|| site.without(MissingPart::Sizes))?.start),
        });
    }
    let (layout, symbols): (MemrefLayout, Vec<Slot>) = (layout.clone(), given.collect());
    let name = site.node.name;
    Ok(Box::new(move |machine| {
        let number = |lane: Lane| Ok(machine.defined(lane, "the size of an allocation")? as i64);
        let extents: Vec<i64> =
            extents.iter().map(|extent| number(extent.lane(machine))).collect::<Result<_, Stop>>()?;
        let symbols: Vec<i64> =
            symbols.iter().map(|slot| number(machine.get(slot.start))).collect::<Result<_, Stop>>()?;
        not_negative(&extents)?;
        let (offset, strides) = form::strides(&layout, &extents, &symbols)
            .ok_or_else(|| Stop::lacks(Lack::form(name, Form::TooLarge)))?;
        let made = make(machine, &element, (offset, extents, strides), align, kind)?;
        scatter(machine, &[out], &made.lanes());
        Ok(Next::On)
    }))
}

/// The documentation says nothing of an extent below zero.
fn not_negative(extents: &[i64]) -> Result<(), Stop> {
    match extents.iter().find(|extent| **extent < 0) {
        Some(extent) => Err(ALLOC_NEGATIVE.open(&[&extent])),
        None => Ok(()),
    }
}

/// A buffer for elements at this offset, with these extents and strides.
///
/// # Errors
/// An extent is negative, or there is not enough memory.
pub fn make(
    machine: &mut Machine<'_>,
    element: &Layout,
    (offset, extents, strides): (i64, Vec<i64>, Vec<i64>),
    align: u64,
    kind: AllocationKind,
) -> Result<Memref, Stop> {
    not_negative(&extents)?;
    let span = form::span(offset, &extents, &strides);
    let size = span.and_then(|span| span.checked_mul(element.size));
    let size = size.ok_or_else(|| Stop::lacks(Lack::Memory {}))?;
    machine.charge(size)?;
    let place = machine.memory.allocate(size, align, kind)?;
    Ok(Memref { allocated: place, aligned: place, offset, extents, strides })
}
