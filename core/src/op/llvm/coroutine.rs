//! Coroutines, as lowered async code has them: a frame that is put aside and taken up again.

use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::{RESUME_UNSUSPENDED, Suspended};
use crate::observe::{Lack, MissingPart};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.intr.coro.id", |site| fixed(site, 1)),
    // The frame that is put aside is kept elsewhere; the memory asked for is only a name.
    row("llvm.intr.coro.size", |site| fixed(site, 64)),
    row("llvm.intr.coro.align", |site| fixed(site, 16)),
    row("llvm.intr.coro.begin", |site| second(site)),
    row("llvm.intr.coro.free", |site| second(site)),
    row("llvm.intr.coro.end", |site| fixed(site, 0)),
    row("llvm.intr.coro.save", save),
    row("llvm.intr.coro.suspend", |site| {
        // Whoever takes it up again goes on behind this; here the suspension itself is all there is.
        let out = site.result()?.slot.start;
        Ok(Box::new(move |machine| {
            machine.set(out, Lane::of(0xff));
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.coro.resume", |site| {
        let handle = site.operand(0)?.slot.start;
        Ok(Box::new(move |machine| {
            let handle = machine.get(handle);
            let address = machine.defined(handle, "the coroutine that is resumed")?;
            let Some(Suspended { function, step, answer, lanes }) =
                machine.tasks.suspended.remove(&(address as u64))
            else {
                return Err(RESUME_UNSUSPENDED.undefined(&[]));
            };
            machine.enter(function, step, |frame| {
                frame.copy_from_slice(&lanes);
                frame[answer as usize] = Lane::of(0);
            })?;
            Ok(Next::On)
        }))
    }),
];

fn fixed(site: &Site<'_>, bits: u128) -> Result<Action, Lack> {
    let out = site.result()?.slot;
    Ok(Box::new(move |machine| {
        machine.value_mut(out).fill(Lane::of(bits));
        Ok(Next::On)
    }))
}

fn second(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, out) = (site.operand(1)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        machine.copy(out, from);
        Ok(Next::On)
    }))
}

/// From here on it can be taken up again, behind the suspension that follows.
fn save(site: &Site<'_>) -> Result<Action, Lack> {
    let handle = site.operand(0)?.slot.start;
    let ahead = site.following.iter().position(|node| node.name == "llvm.intr.coro.suspend");
    let ahead = ahead.ok_or_else(|| site.without(MissingPart::Suspension))?;
    let answer = site.values[site.following[ahead].results[0] as usize].start;
    let (function, step) = (site.function, site.step + ahead as u32 + 2);
    let out = site.result()?.slot;
    Ok(Box::new(move |machine| {
        let handle = machine.get(handle);
        let address = machine.defined(handle, "the coroutine that is saved")? as u64;
        machine.value_mut(out).fill(Lane::of(0));
        let lanes = machine.frame();
        machine.tasks.suspended.insert(address, Suspended { function, step, answer, lanes });
        Ok(Next::On)
    }))
}
