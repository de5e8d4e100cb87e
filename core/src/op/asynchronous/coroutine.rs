//! Coroutines: a frame that is put aside and taken up again behind its suspension.

use super::object::handle;
use crate::eval::Suspended;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Next};
use crate::eval::memory::AllocationKind;
use crate::eval::site::Site;
use crate::observe::{Lack, MissingPart};
use crate::op::{Row, row};
use crate::runtimes::tasks;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("async.coro.id", |site| {
        let out = site.result()?.slot.start;
        Ok(Box::new(move |machine| {
            machine.set(out, Lane::of(0));
            Ok(Next::On)
        }))
    }),
    // Its frame is kept elsewhere; the memory is a name for it.
    row("async.coro.begin", |site| {
        let out = site.result()?.slot.start;
        Ok(Box::new(move |machine| {
            let place = machine.memory.allocate(1, 1, AllocationKind::Global)?;
            machine.set(out, place);
            Ok(Next::On)
        }))
    }),
    row("async.coro.free", |_| Ok(Box::new(|_| Ok(Next::On)))),
    row("async.coro.end", |_| Ok(Box::new(|_| Ok(Next::On)))),
    row("async.coro.save", save),
    row("async.coro.suspend", |site| {
        let edge = site.edge(0, 0..0)?;
        Ok(Box::new(move |machine| Ok(edge.take(machine))))
    }),
    row("async.runtime.resume", |site| {
        let coroutine = site.operand(0)?.slot.start;
        Ok(Box::new(move |machine| {
            let address = handle(machine, coroutine)?;
            machine.take_up(address)?;
            Ok(Next::On)
        }))
    }),
    row("async.runtime.await_and_resume", |site| {
        let (object, coroutine) = (site.operand(0)?.slot.start, site.operand(1)?.slot.start);
        Ok(Box::new(move |machine| {
            let object = handle(machine, object)?;
            let waiting = (Lane::of(0), machine.get(coroutine));
            tasks::wait_and_execute(machine, object, waiting)?;
            Ok(Next::On)
        }))
    }),
];

/// From here on it can be taken up again, where the suspension that follows says.
fn save(site: &Site<'_>) -> Result<Action, Lack> {
    let (coroutine, out) = (site.operand(0)?.slot.start, site.result()?.slot.start);
    let suspension = site.following.iter().find(|node| node.name == "async.coro.suspend");
    let block = suspension.and_then(|node| node.successors.get(1));
    let block = block.ok_or_else(|| site.without(MissingPart::Suspension))?;
    let (function, step) = (site.function, site.blocks[*block as usize].0);
    Ok(Box::new(move |machine| {
        let address = handle(machine, coroutine)?;
        machine.set(out, Lane::of(0));
        let lanes = machine.frame();
        machine.tasks.suspended.insert(address, Suspended { function, step, answer: out, lanes });
        Ok(Next::On)
    }))
}
