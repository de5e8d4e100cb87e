//! Reading and writing one element.

use super::form::MemrefSource;
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next};
use crate::eval::memref::{BEFORE_EXTENTS, moved, outside};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::observe::{Form, Lack};
use crate::op::region::slots;
use crate::op::{Row, row};

const LOAD_MISALIGNED_HINT: Rule =
    Rule::new("load_misaligned_hint", "{} at an address that is not aligned to {}, which may fault");

/// One row an operation. An index that is out of bounds makes behaviour undefined ("memref.load", "memref.store").
pub const ROWS: &[Row] = &[
    row("memref.load", |site| {
        let (access, indices, out) = (ElementAccess::of(site, 0)?, indices(site, 1)?, site.result()?.slot);
        Ok(Box::new(move |machine| {
            let place = access.place(machine, "a read of a memref", |at| indices[at])?;
            machine.load(place, &access.source.element, access.align, out)?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing::load),
    row("memref.store", |site| {
        let (access, indices, value) =
            (ElementAccess::of(site, 1)?, indices(site, 2)?, site.operand(0)?.slot);
        Ok(Box::new(move |machine| {
            let place = access.place(machine, "a write to a memref", |at| indices[at])?;
            machine.store(place, &access.source.element, access.align, value)?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing::store),
    // It changes nothing that could be seen.
    row("memref.prefetch", nothing).grown(super::placing::prefetch),
];

/// An operation that nobody sees the effect of.
pub fn nothing(_: &Site<'_>) -> Result<Action, Lack> {
    Ok(Box::new(|_| Ok(Next::On)))
}

/// The lanes of the operands from one on.
pub fn indices(site: &Site<'_>, first: usize) -> Result<Vec<u32>, Lack> {
    let all = slots(&site.operands(first..site.node.operands.len())?);
    Ok(all.iter().map(|slot| slot.start).collect())
}

/// Elements of a memref of known rank, to be read or written.
pub struct ElementAccess {
    /// The memref.
    pub source: MemrefSource,
    /// The alignment that an element must have.
    pub align: u64,
    rank: usize,
}

impl ElementAccess {
    /// The operand of that number.
    ///
    /// # Errors
    /// It is no memref of known rank, or one whose elements lie in a way that is not known.
    pub fn of(site: &Site<'_>, operand: usize) -> Result<ElementAccess, Lack> {
        let source = MemrefSource::of(site, operand)?;
        let rank = source.rank.ok_or_else(|| site.lacks(Form::AnyRank))?;
        let align = match site.int("alignment") {
            stated if stated > 0 => stated as u64,
            _ => source.element.align,
        };
        Ok(ElementAccess { source, align, rank })
    }

    /// The pointer to the element at indices whose lanes are at these places in the frame; `doing` says what for.
    ///
    /// # Errors
    /// One is not defined or out of bounds, or the memref is not defined.
    pub fn place(
        &self,
        machine: &Machine<'_>,
        doing: &str,
        index: impl Fn(usize) -> u32,
    ) -> Result<Lane, Stop> {
        let number = |dimension: usize| {
            let index = machine.get(index(dimension));
            Ok(machine.defined(index, &format_index(index, doing))? as i64)
        };
        self.place_at(machine, doing, number)
    }

    /// As above, of indices that are numbers.
    ///
    /// # Errors
    /// One is out of bounds, the memref is not defined, or the element is not aligned: the documentation of `memref.load` says of that
    /// only that it may fault or be slow.
    pub fn place_at(
        &self,
        machine: &Machine<'_>,
        doing: &str,
        index: impl Fn(usize) -> Result<i64, Stop>,
    ) -> Result<Lane, Stop> {
        let part = |at: usize| {
            let lane = machine.get(self.source.slot.start + at as u32);
            Ok::<_, Stop>(machine.defined(lane, "a part of a memref")? as i64)
        };
        let mut offset = i128::from(part(BEFORE_EXTENTS - 1)?);
        for dimension in 0..self.rank {
            let (index, extent) = (index(dimension)?, part(BEFORE_EXTENTS + dimension)?);
            if index < 0 || index >= extent {
                return Err(outside(doing, index, dimension, extent));
            }
            offset += i128::from(index) * i128::from(part(BEFORE_EXTENTS + self.rank + dimension)?);
        }
        let base = machine.get(self.source.slot.start + 1);
        let place = moved(base, offset * i128::from(self.source.element.size));
        if place.taint.is_none() && !place.bits.is_multiple_of(self.align.max(1).into()) {
            let align = self.align;
            return Err(LOAD_MISALIGNED_HINT.open(&[&doing, &align]));
        }
        Ok(place)
    }
}

/// The words for an index, made where it is not defined alone.
fn format_index(index: Lane, doing: &str) -> String {
    if index.taint.is_none() { String::new() } else { format!("an index of {doing}") }
}
