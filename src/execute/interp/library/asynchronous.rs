//! The async runtime: tokens, values, groups, and who waits for them. Types and counts are those of MLIR's
//! `ExecutionEngine/AsyncRuntime.h`.

use super::Row;
use crate::execute::interp::lane::Lane;
use crate::execute::interp::machine::Machine;
use crate::execute::interp::memory;
use crate::execute::interp::stop::{Stop, misuse, undefined};
use crate::execute::interp::tasks::{Kind, Object, State};

/// Threads the code is told there are.
const THREADS: u128 = 4;
/// Distance between handles, which stand for no memory.
const STEP: u64 = 16;

/// One row a function. One of the names is spelt as MLIR spells it.
pub const ROWS: &[Row] = &[
    ("mlirAsyncRuntimeAddRef", |machine, all| {
        let count = number(machine, all[1])?;
        object(machine, all[0])?.references += count;
        Ok(None)
    }),
    ("mlirAsyncRuntimeDropRef", |machine, all| {
        let count = number(machine, all[1])?;
        drop_reference(machine, all[0], count).map(|()| None)
    }),
    // Two references: the caller's, and one until it is available.
    ("mlirAsyncRuntimeCreateToken", |machine, _| create(machine, Kind::Token, State::Pending, 2)),
    ("mlirAsyncRuntimeCreateValue", |machine, all| {
        let size = number(machine, all[0])?.max(1) as u64;
        let storage = machine.memory.allocate(size, 64, memory::Kind::Heap)?;
        create(machine, Kind::Value(storage), State::Pending, 2)
    }),
    ("mlirAsyncRuntimeCreateGroup", |machine, all| {
        let size = number(machine, all[0])?;
        let state = if size > 0 { State::Pending } else { State::Available };
        create(machine, Kind::Group(size, 0, 0), state, 1)
    }),
    ("mlirAsyncRuntimeAddTokenToGroup", add_to_group),
    ("mlirAsyncRuntimeEmplaceToken", |machine, all| emplace(machine, all[0], State::Available)),
    ("mlirAsyncRuntimeEmplaceValue", |machine, all| emplace(machine, all[0], State::Available)),
    ("mlirAsyncRuntimeSetTokenError", |machine, all| emplace(machine, all[0], State::Error)),
    ("mlirAsyncRuntimeSetValueError", |machine, all| emplace(machine, all[0], State::Error)),
    ("mlirAsyncRuntimeIsTokenError", is_error),
    ("mlirAsyncRuntimeIsValueError", is_error),
    ("mlirAsyncRuntimeIsGroupError", is_error),
    ("mlirAsyncRuntimeAwaitToken", wait),
    ("mlirAsyncRuntimeAwaitValue", wait),
    ("mlirAsyncRuntimeAwaitAllInGroup", wait),
    ("mlirAsyncRuntimeGetValueStorage", |machine, all| match object(machine, all[0])?.kind {
        Kind::Value(storage) => Ok(Some(storage)),
        _ => Err(undefined("a value is looked for in what is none")),
    }),
    ("mlirAsyncRuntimeExecute", |machine, all| machine.call_pointer(all[1], &all[..1]).map(|_| None)),
    ("mlirAsyncRuntimeAwaitTokenAndExecute", wait_and_execute),
    ("mlirAsyncRuntimeAwaitValueAndExecute", wait_and_execute),
    ("mlirAsyncRuntimeAwaitAllInGroupAndExecute", wait_and_execute),
    ("mlirAsyncRuntimGetNumWorkerThreads", |_, _| Ok(Some(Lane::of(THREADS)))),
    ("mlirAsyncRuntimePrintCurrentThreadId", |_, _| Ok(None)),
];

type Answer = Result<Option<Lane>, Stop>;

fn number(machine: &Machine<'_>, lane: Lane) -> Result<i64, Stop> {
    Ok(machine.defined(lane, "a number given to the async runtime")? as i64)
}

fn create(machine: &mut Machine<'_>, kind: Kind, state: State, references: i64) -> Answer {
    let objects = &mut machine.tasks.objects;
    objects.push(Object { kind, state, references, groups: Vec::new(), waiting: Vec::new() });
    Ok(Some(Lane::pointer(objects.len() as u64 * STEP, 0)))
}

fn object<'m>(machine: &'m mut Machine<'_>, handle: Lane) -> Result<&'m mut Object, Stop> {
    let address = machine.defined(handle, "an async object")? as u64;
    let index = (address / STEP).checked_sub(1);
    match index.and_then(|index| machine.tasks.objects.get_mut(index as usize)) {
        Some(object) if object.references > 0 => Ok(object),
        Some(_) => Err(misuse("an async object is used after its last reference was dropped")),
        None => Err(misuse("an async object is used that was never made")),
    }
}

fn drop_reference(machine: &mut Machine<'_>, handle: Lane, count: i64) -> Result<(), Stop> {
    let object = object(machine, handle)?;
    object.references -= count;
    match (object.references, object.kind) {
        (i64::MIN..0, _) => Err(misuse("more references of an async object are dropped than there are")),
        (0, Kind::Value(storage)) => machine.memory.free(storage),
        _ => Ok(()),
    }
}

/// Which of the group's tokens it is.
fn add_to_group(machine: &mut Machine<'_>, all: &[Lane]) -> Answer {
    let (token, group) = (all[0], all[1]);
    let state = {
        let token = object(machine, token)?;
        if token.state == State::Pending {
            token.groups.push(group);
        }
        token.state
    };
    let owner = object(machine, group)?;
    let Kind::Group(_, added, _) = &mut owner.kind else {
        return Err(undefined("a token is added to what is no group"));
    };
    let place = *added;
    *added += 1;
    match state {
        // A group lives as long as a token of it is pending.
        State::Pending => owner.references += 1,
        done => count_down(machine, group, done == State::Error)?,
    }
    Ok(Some(Lane::of(place as u64 as u128)))
}

fn count_down(machine: &mut Machine<'_>, group: Lane, failed: bool) -> Result<(), Stop> {
    let owner = object(machine, group)?;
    let Kind::Group(pending, _, errors) = &mut owner.kind else { return Ok(()) };
    *pending -= 1;
    *errors += i64::from(failed);
    if *pending > 0 {
        return Ok(());
    }
    owner.state = State::Available;
    let ready = std::mem::take(&mut owner.waiting);
    resume(machine, ready)
}

fn resume(machine: &mut Machine<'_>, ready: Vec<(Lane, Lane)>) -> Result<(), Stop> {
    ready.into_iter().try_for_each(|(go_on, frame)| machine.call_pointer(go_on, &[frame]).map(|_| ()))
}

fn emplace(machine: &mut Machine<'_>, handle: Lane, state: State) -> Answer {
    let object = object(machine, handle)?;
    if object.state == State::Pending {
        object.state = state;
        let (groups, ready) = (std::mem::take(&mut object.groups), std::mem::take(&mut object.waiting));
        for group in groups {
            count_down(machine, group, state == State::Error)?;
            drop_reference(machine, group, 1)?;
        }
        resume(machine, ready)?;
    }
    drop_reference(machine, handle, 1).map(|()| None)
}

fn is_error(machine: &mut Machine<'_>, all: &[Lane]) -> Answer {
    let object = object(machine, all[0])?;
    let failed = match object.kind {
        Kind::Group(_, _, errors) => errors > 0,
        _ => object.state == State::Error,
    };
    Ok(Some(Lane::of(failed.into())))
}

/// A thread that blocks: whoever could go on has gone on already.
fn wait(machine: &mut Machine<'_>, all: &[Lane]) -> Answer {
    match object(machine, all[0])?.state {
        State::Pending => Err(Stop::unsupported("the program blocks for a task that needs another thread")),
        _ => Ok(None),
    }
}

fn wait_and_execute(machine: &mut Machine<'_>, all: &[Lane]) -> Answer {
    let (frame, go_on) = (all[1], all[2]);
    let object = object(machine, all[0])?;
    if object.state == State::Pending {
        object.waiting.push((go_on, frame));
        return Ok(None);
    }
    machine.call_pointer(go_on, &[frame]).map(|_| None)
}
