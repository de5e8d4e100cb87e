//! The async runtime, as the interpreter's library has it.

use super::LibraryFunction;
use crate::eval::lane::Lane;
use crate::eval::machine::Machine;
use crate::eval::memory;
use crate::eval::stop::Stop;
use crate::runtimes::tasks::{self, THREADS, TaskState};

/// One row a function. One of the names is spelt as MLIR spells it.
pub const ROWS: &[LibraryFunction] = &[
    ("mlirAsyncRuntimeAddRef", |machine, all| {
        let (object, count) = (object(machine, all[0])?, number(machine, all[1])?);
        tasks::add_reference(machine, object, count).map(|()| None)
    }),
    ("mlirAsyncRuntimeDropRef", |machine, all| {
        let (object, count) = (object(machine, all[0])?, number(machine, all[1])?);
        tasks::drop_reference(machine, object, count).map(|()| None)
    }),
    ("mlirAsyncRuntimeCreateToken", |machine, _| handle(tasks::create_token(machine))),
    ("mlirAsyncRuntimeCreateValue", |machine, all| {
        let size = number(machine, all[0])?.max(1) as u64;
        let storage = machine.memory.allocate(size, 64, memory::AllocationKind::Heap)?;
        handle(tasks::create_value(machine, storage))
    }),
    ("mlirAsyncRuntimeCreateGroup", |machine, all| {
        let size = number(machine, all[0])?;
        handle(tasks::create_group(machine, size))
    }),
    ("mlirAsyncRuntimeAddTokenToGroup", |machine, all| {
        let (token, group) = (object(machine, all[0])?, object(machine, all[1])?);
        let place = tasks::add_to_group(machine, token, group)?;
        Ok(Some(Lane::of(place as u64 as u128)))
    }),
    ("mlirAsyncRuntimeEmplaceToken", |machine, all| emplace(machine, all[0], TaskState::Available)),
    ("mlirAsyncRuntimeEmplaceValue", |machine, all| emplace(machine, all[0], TaskState::Available)),
    ("mlirAsyncRuntimeSetTokenError", |machine, all| emplace(machine, all[0], TaskState::Error)),
    ("mlirAsyncRuntimeSetValueError", |machine, all| emplace(machine, all[0], TaskState::Error)),
    ("mlirAsyncRuntimeIsTokenError", is_error),
    ("mlirAsyncRuntimeIsValueError", is_error),
    ("mlirAsyncRuntimeIsGroupError", is_error),
    ("mlirAsyncRuntimeAwaitToken", wait),
    ("mlirAsyncRuntimeAwaitValue", wait),
    ("mlirAsyncRuntimeAwaitAllInGroup", wait),
    ("mlirAsyncRuntimeGetValueStorage", |machine, all| {
        let object = object(machine, all[0])?;
        tasks::storage(machine, object).map(Some)
    }),
    ("mlirAsyncRuntimeExecute", |machine, all| machine.call_pointer(all[1], &all[..1]).map(|_| None)),
    ("mlirAsyncRuntimeAwaitTokenAndExecute", wait_and_execute),
    ("mlirAsyncRuntimeAwaitValueAndExecute", wait_and_execute),
    ("mlirAsyncRuntimeAwaitAllInGroupAndExecute", wait_and_execute),
    ("mlirAsyncRuntimGetNumWorkerThreads", |_, _| Ok(Some(Lane::of(THREADS.into())))),
    ("mlirAsyncRuntimePrintCurrentThreadId", |_, _| Ok(None)),
];

type AsyncResult = Result<Option<Lane>, Stop>;

fn number(machine: &Machine<'_>, lane: Lane) -> Result<i64, Stop> {
    Ok(machine.defined(lane, "a number given to the async runtime")? as i64)
}

fn object(machine: &Machine<'_>, handle: Lane) -> Result<u64, Stop> {
    Ok(machine.defined(handle, "an async object")? as u64)
}

fn handle(object: u64) -> AsyncResult {
    Ok(Some(Lane::pointer(object, 0)))
}

fn emplace(machine: &mut Machine<'_>, handle: Lane, state: TaskState) -> AsyncResult {
    let object = object(machine, handle)?;
    tasks::emplace(machine, object, state).map(|()| None)
}

fn is_error(machine: &mut Machine<'_>, all: &[Lane]) -> AsyncResult {
    let object = object(machine, all[0])?;
    Ok(Some(Lane::of(tasks::is_error(machine, object)?.into())))
}

fn wait(machine: &mut Machine<'_>, all: &[Lane]) -> AsyncResult {
    let object = object(machine, all[0])?;
    tasks::wait(machine, object).map(|()| None)
}

fn wait_and_execute(machine: &mut Machine<'_>, all: &[Lane]) -> AsyncResult {
    let object = object(machine, all[0])?;
    tasks::wait_and_execute(machine, object, (all[2], all[1])).map(|()| None)
}
