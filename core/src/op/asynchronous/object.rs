//! The objects of the async runtime: tokens, values and groups.

use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::memory::AllocationKind;
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::eval::types::{LaneType, Layout, Scalar};
use crate::ir::{Type, parse_type};
use crate::observe::{Lack, WantedType};
use crate::op::{Row, row};
use crate::runtimes::tasks::{self, THREADS, TaskState};
use std::rc::Rc;

const TOKEN_GIVEN_VALUE: Rule = Rule::new("token_given_value", "a token is given a value");
const VALUE_OF_TOKEN: Rule = Rule::new("value_of_token", "the value of a token");

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("async.runtime.create", |site| {
        let (kind, out) = (Object::of(site.result_type(0)?)?, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let made = kind.make(machine)?;
            machine.set(out, made);
            Ok(Next::On)
        }))
    }),
    row("async.runtime.create_group", group),
    row("async.create_group", group),
    row("async.runtime.add_to_group", add),
    row("async.add_to_group", add),
    row("async.runtime.set_available", |site| emplace(site, TaskState::Available)),
    row("async.runtime.set_error", |site| emplace(site, TaskState::Error)),
    row("async.runtime.is_error", |site| {
        let (object, out) = (site.operand(0)?.slot.start, site.result()?.slot.start);
        Ok(Box::new(move |machine| {
            let object = handle(machine, object)?;
            let is_error = tasks::is_error(machine, object)?;
            machine.set(out, Lane::of(is_error.into()));
            Ok(Next::On)
        }))
    }),
    row("async.runtime.await", |site| {
        let object = site.operand(0)?.slot.start;
        Ok(Box::new(move |machine| {
            let object = handle(machine, object)?;
            tasks::wait(machine, object)?;
            Ok(Next::On)
        }))
    }),
    row("async.runtime.store", |site| {
        let (value, object) = (site.operand(0)?.slot, site.operand(1)?.slot.start);
        let kind = Object::of(site.operand_type(1)?)?;
        Ok(Box::new(move |machine| {
            let object = handle(machine, object)?;
            let lanes = machine.value(value).to_vec();
            kind.store(machine, object, &lanes)?;
            Ok(Next::On)
        }))
    }),
    row("async.runtime.load", |site| {
        let (object, out) = (site.operand(0)?.slot.start, site.result()?.slot);
        let kind = Object::of(site.operand_type(0)?)?;
        Ok(Box::new(move |machine| {
            let object = handle(machine, object)?;
            kind.load(machine, object, out)?;
            Ok(Next::On)
        }))
    }),
    row("async.runtime.add_ref", |site| count(site, true)),
    row("async.runtime.drop_ref", |site| count(site, false)),
    row("async.runtime.num_worker_threads", |site| {
        let out = site.result()?.slot.start;
        Ok(Box::new(move |machine| {
            machine.set(out, Lane::of(THREADS.into()));
            Ok(Next::On)
        }))
    }),
];

/// The name of an object of the runtime.
///
/// # Errors
/// It is not defined.
pub fn handle(machine: &Machine<'_>, lane: u32) -> Result<u64, Stop> {
    Ok(machine.defined(machine.get(lane), "an async object")? as u64)
}

/// The kind of an object.
pub enum Object {
    /// A token.
    Token,
    /// A value of this layout.
    Value(Rc<Layout>),
}

impl Object {
    /// That of a type.
    ///
    /// # Errors
    /// It is neither, or a value that memory cannot hold.
    pub fn of(ty: &Type) -> Result<Object, Lack> {
        let Type::Other(spelling) = ty else {
            return Err(Lack::Kind { ty: ty.to_string(), wanted: WantedType::AsyncObject });
        };
        if &**spelling == "!async.token" {
            return Ok(Object::Token);
        }
        let inner = spelling.strip_prefix("!async.value<").and_then(|rest| rest.strip_suffix('>'));
        let inner =
            inner.ok_or_else(|| Lack::Kind { ty: spelling.to_string(), wanted: WantedType::AsyncObject })?;
        Object::holding(&parse_type(inner))
    }

    /// A value of that type.
    ///
    /// # Errors
    /// The type is not known, or memory does not hold it.
    pub fn holding(ty: &Type) -> Result<Object, Lack> {
        let layout = LaneType::of(ty).and_then(Layout::of)?;
        if layout.leaves.iter().any(|leaf| matches!(leaf.scalar, Scalar::Tensor | Scalar::Token)) {
            return Err(Lack::Kind { ty: ty.to_string(), wanted: WantedType::Held });
        }
        Ok(Object::Value(Rc::new(layout)))
    }

    /// A new one that is not there yet.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn make(&self, machine: &mut Machine<'_>) -> Result<Lane, Stop> {
        let object = match self {
            Object::Token => tasks::create_token(machine),
            Object::Value(layout) => {
                let place =
                    machine.memory.allocate(layout.size.max(1), layout.align, AllocationKind::Heap)?;
                tasks::create_value(machine, place)
            }
        };
        Ok(Lane::pointer(object, 0))
    }

    /// Sets the value of one.
    ///
    /// # Errors
    /// It has none.
    pub fn store(&self, machine: &mut Machine<'_>, object: u64, lanes: &[Lane]) -> Result<(), Stop> {
        let Object::Value(layout) = self else { return Err(TOKEN_GIVEN_VALUE.undefined(&[])) };
        let place = tasks::storage(machine, object)?;
        machine.memory.store(place, layout, layout.align, lanes)
    }

    /// Reads the value of one.
    ///
    /// # Errors
    /// It has none.
    pub fn load(&self, machine: &mut Machine<'_>, object: u64, out: Slot) -> Result<(), Stop> {
        let Object::Value(layout) = self else { return Err(VALUE_OF_TOKEN.undefined(&[])) };
        let place = tasks::storage(machine, object)?;
        machine.load(place, layout, layout.align, out)
    }
}

fn group(site: &Site<'_>) -> Result<Action, Lack> {
    let (size, out) = (site.operand(0)?.slot.start, site.result()?.slot.start);
    Ok(Box::new(move |machine| {
        let size = machine.defined(machine.get(size), "the size of an async group")? as i64;
        let made = tasks::create_group(machine, size);
        machine.set(out, Lane::pointer(made, 0));
        Ok(Next::On)
    }))
}

fn add(site: &Site<'_>) -> Result<Action, Lack> {
    let (object, group) = (site.operand(0)?.slot.start, site.operand(1)?.slot.start);
    let out = site.result()?.slot.start;
    Ok(Box::new(move |machine| {
        let (object, group) = (handle(machine, object)?, handle(machine, group)?);
        let place = tasks::add_to_group(machine, object, group)?;
        machine.set(out, Lane::of((place as u64).into()));
        Ok(Next::On)
    }))
}

fn emplace(site: &Site<'_>, state: TaskState) -> Result<Action, Lack> {
    let object = site.operand(0)?.slot.start;
    Ok(Box::new(move |machine| {
        let object = handle(machine, object)?;
        tasks::emplace(machine, object, state)?;
        Ok(Next::On)
    }))
}

/// Adds references, or drops them.
fn count(site: &Site<'_>, adds: bool) -> Result<Action, Lack> {
    let (object, count) = (site.operand(0)?.slot.start, site.int("count") as i64);
    Ok(Box::new(move |machine| {
        let object = handle(machine, object)?;
        match adds {
            true => tasks::add_reference(machine, object, count)?,
            false => tasks::drop_reference(machine, object, count)?,
        }
        Ok(Next::On)
    }))
}
