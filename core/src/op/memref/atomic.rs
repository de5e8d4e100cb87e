//! Reading and writing in one. Nothing comes between, since there is one thread.

use super::access::{ElementAccess, indices};
use super::combine::Combine;
use crate::eval::machine::Next;
use crate::eval::stop::Stop;
use crate::grow::NeededRoom;
use crate::observe::Lack;
use crate::op::region::leave;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    // It gives what was there.
    row("memref.atomic_rmw", |site| {
        let (access, indices, out) = (ElementAccess::of(site, 1)?, indices(site, 2)?, site.result()?.slot);
        let (kind, value) = (site.int("kind"), site.operand(0)?.slot.start);
        let combine = Combine::of(kind, access.source.element.scalar(), site.layouts.version)
            .map_err(|form| site.lacks(form))?;
        Ok(Box::new(move |machine| {
            let place = access.place(machine, "an atomic access to a memref", |at| indices[at])?;
            machine.load(place, &access.source.element, access.align, out)?;
            let made = combine.lane(machine.get(out.start), machine.get(value));
            machine.memory.store(place, &access.source.element, access.align, &[made])?;
            Ok(Next::On)
        }))
    })
    .grown(super::placing::atomic),
    // Its documentation has the sentence of atomic_rmw, which memref-expand rewrites to it: it gives what was there.
    row("memref.generic_atomic_rmw", |site| {
        let (access, indices, out) = (ElementAccess::of(site, 0)?, indices(site, 1)?, site.result()?.slot);
        let body = site.region(0)?;
        Ok(Box::new(move |machine| {
            let place = access.place(machine, "an atomic access to a memref", |at| indices[at])?;
            machine.load(place, &access.source.element, access.align, out)?;
            let old = machine.value(out).to_vec();
            body.run(machine, &old)?;
            let made = machine.left.clone();
            if made.len() != old.len() {
                return Err(Stop::lacks(Lack::RegionValues {}));
            }
            machine.memory.store(place, &access.source.element, access.align, &made)?;
            Ok(Next::On)
        }))
    })
    .grown_in(NeededRoom::Blocks, super::placing::any_atomic),
    row("memref.atomic_yield", leave),
];
