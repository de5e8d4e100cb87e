//! Copies of whole buffers.

use super::form::MemrefSource;
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Machine, Next};
use crate::eval::memref::Memref;
use crate::eval::stop::{Rule, Stop};
use crate::op::{Row, row};
use std::collections::HashMap;

const COPY_SHAPES: Rule = Rule::new("copy_shapes", "a copy of a memref of {} to one of {}");
const COPY_OVERLAP: Rule =
    Rule::new("copy_overlap", "a copy between memrefs that overlap, of which its documentation says nothing");

/// Bytes that could be copied while the place of an element is found.
const BYTES_AN_ELEMENT: u64 = 64;

/// One row an operation.
pub const ROWS: &[Row] = &[row("memref.copy", |site| {
    let (from, to) = (MemrefSource::of(site, 0)?, MemrefSource::of(site, 1)?);
    Ok(Box::new(move |machine| {
        let (source, target) = (from.memref(machine)?, to.memref(machine)?);
        copy(machine, &source, &target, from.element.size)?;
        Ok(Next::On)
    }))
})
.grown(super::placing::copy)];

/// Copies all elements, of so many bytes ("memref.copy"): shapes have to be equal, layouts do not. Of a target that overlaps its source
/// in another way than element on element the documentation says nothing.
///
/// # Errors
/// The shapes differ, or memory may not be read or written.
pub fn copy(machine: &mut Machine<'_>, source: &Memref, target: &Memref, size: u64) -> Result<(), Stop> {
    if source.extents != target.extents {
        let [from, to] = [source, target].map(|memref| format!("{:?}", memref.extents));
        return Err(COPY_SHAPES.undefined(&[&from, &to]));
    }
    let total = source.count().saturating_mul(size);
    if source.is_contiguous() && target.is_contiguous() {
        machine.charge(total)?;
        let (from, to) = (source.first(size), target.first(size));
        if total > 0
            && from.origin == to.origin
            && from != to
            && from.bits.abs_diff(to.bits) < u128::from(total)
        {
            return Err(overlap());
        }
        return machine.memory.copy(to, from, total, true);
    }
    machine.charge(source.count().saturating_mul(BYTES_AN_ELEMENT + size))?;
    if source.aligned.origin == target.aligned.origin {
        let read: HashMap<u128, Lane> =
            target.places(size).zip(source.places(size)).map(|(to, from)| (from.bits, to)).collect();
        if target.places(size).any(|to| read.get(&to.bits).is_some_and(|own| own.bits != to.bits)) {
            return Err(overlap());
        }
    }
    for (from, to) in source.places(size).zip(target.places(size)) {
        machine.memory.copy(to, from, size, false)?;
    }
    Ok(())
}

fn overlap() -> Stop {
    COPY_OVERLAP.open(&[])
}
