//! Tasks, and waiting for them.

use super::object::{Object, handle};
use crate::eval::executable::Callee;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::observe::Cause;
use crate::observe::{Lack, MissingPart};
use crate::op::region::{gather, leave, scatter, slots};
use crate::op::{Row, row};
use crate::runtimes::tasks::{self, TaskState};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("async.execute", execute),
    row("async.yield", leave),
    row("async.await", |site| {
        let (object, out) = (site.operand(0)?.slot.start, site.result()?.slot);
        let kind = Object::of(site.operand_type(0)?)?;
        Ok(Box::new(move |machine| {
            let object = wait(machine, object)?;
            if out.lanes > 0 {
                kind.load(machine, object, out)?;
            }
            Ok(Next::On)
        }))
    }),
    row("async.await_all", |site| {
        let object = site.operand(0)?.slot.start;
        Ok(Box::new(move |machine| {
            wait(machine, object)?;
            Ok(Next::On)
        }))
    }),
    row("async.call", |site| {
        let name =
            site.text("callee").ok_or_else(|| site.without(MissingPart::Attribute("callee".to_owned())))?;
        let known = site.names.callees.get(name).copied();
        let callee: Callee = known.ok_or_else(|| Lack::Function(name.to_owned()))?;
        let (arguments, results) =
            (slots(&site.operands(0..site.node.operands.len())?), slots(&site.results()?));
        let kinds = kinds(site, results.len())?;
        Ok(Box::new(move |machine| {
            let given = gather(machine, &arguments);
            match machine.task(true, |machine| machine.call_callee(callee, &given))? {
                Some(made) => scatter(machine, &results, &made),
                None => fail(machine, &kinds, &results)?,
            }
            Ok(Next::On)
        }))
    }),
    // A function that is a task gives a token, if it says so, and its values as objects.
    row("async.return", |site| {
        let values = slots(&site.operands(0..site.node.operands.len())?);
        let kinds = (0..values.len())
            .map(|at| Object::holding(site.operand_type(at)?))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(move |machine| {
            let mut left = Vec::new();
            if machine.result_count() > kinds.len() {
                left.push(Object::Token.make(machine)?);
            }
            for (kind, value) in kinds.iter().zip(&values) {
                let made = kind.make(machine)?;
                let lanes = machine.value(*value).to_vec();
                kind.store(machine, made.bits as u64, &lanes)?;
                left.push(made);
            }
            for object in left.iter().rev() {
                tasks::emplace(machine, object.bits as u64, TaskState::Available)?;
            }
            machine.left = left;
            Ok(Next::ReturnLeft)
        }))
    }),
];

/// Waits for an object, which must not have ended in an error.
fn wait(machine: &mut Machine<'_>, object: u32) -> Result<u64, Stop> {
    let object = handle(machine, object)?;
    tasks::wait(machine, object)?;
    match tasks::is_error(machine, object)? {
        // In a task that is an error of its own (async, "async.await").
        true => Err(Stop::assertion(Cause::AwaitsError {})),
        false => Ok(object),
    }
}

/// The objects that an operation has as its results.
fn kinds(site: &Site<'_>, count: usize) -> Result<Vec<Object>, Lack> {
    (0..count).map(|at| Object::of(site.result_type(at)?)).collect()
}

/// Makes the objects of a task that has ended in an error: they hold nothing.
fn fail(machine: &mut Machine<'_>, kinds: &[Object], results: &[Slot]) -> Result<(), Stop> {
    for (kind, out) in kinds.iter().zip(results) {
        let made = kind.make(machine)?;
        tasks::emplace(machine, made.bits as u64, TaskState::Error)?;
        machine.set(out.start, made);
    }
    Ok(())
}

/// Runs its body once everything it depends on is there.
fn execute(site: &Site<'_>) -> Result<Action, Lack> {
    let (needs, given) = (slots(&site.operands(site.segment(0))?), slots(&site.operands(site.segment(1))?));
    let unwrapped =
        site.segment(1).map(|at| Object::of(site.operand_type(at)?)).collect::<Result<Vec<_>, Lack>>()?;
    let (body, results) = (site.region(0)?, slots(&site.results()?));
    let kinds = kinds(site, results.len())?;
    Ok(Box::new(move |machine| {
        let since = machine.memory.stack();
        let ran = machine.task(false, |machine| {
            for need in needs.iter().chain(&given) {
                wait(machine, need.start)?;
            }
            let mut arguments = Vec::new();
            for ((kind, object), argument) in unwrapped.iter().zip(&given).zip(&body.arguments) {
                let object = handle(machine, object.start)?;
                kind.load(machine, object, argument.slot)?;
                arguments.extend_from_slice(machine.value(argument.slot));
            }
            body.run(machine, &arguments)
        })?;
        if ran.is_none() {
            fail(machine, &kinds, &results)?;
            return Ok(Next::On);
        }
        machine.memory.leave_scope(since);
        let left = machine.left.clone();
        finish(machine, &kinds, &results, &left)?;
        Ok(Next::On)
    }))
}

/// Makes the objects of a task that has ended with these lanes.
fn finish(machine: &mut Machine<'_>, kinds: &[Object], results: &[Slot], left: &[Lane]) -> Result<(), Stop> {
    let mut rest = left;
    for (kind, out) in kinds.iter().zip(results) {
        let made = kind.make(machine)?;
        if let Object::Value(layout) = kind {
            let Some((own, after)) = rest.split_at_checked(layout.leaves.len()) else {
                return Err(Stop::lacks(Lack::RegionValues {}));
            };
            kind.store(machine, made.bits as u64, own)?;
            rest = after;
        }
        tasks::emplace(machine, made.bits as u64, TaskState::Available)?;
        machine.set(out.start, made);
    }
    Ok(())
}
