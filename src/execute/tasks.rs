//! Functions that compiled async code calls: wrappers of the async runtime with the types of C.

use super::compiled_memory;
use crate::observe::{Cause, Lack};
use crate::runtimes::tasks::{self, Host, Misuse, Objects, THREADS, TaskState};
use std::cell::RefCell;
use std::convert::Infallible;
use std::ffi::c_void;

type Handle = *mut c_void;
type Continue = extern "C" fn(*mut c_void);

thread_local! {
    static OBJECTS: RefCell<Objects<*mut c_void, (*mut c_void, Continue)>> = const { RefCell::new(Objects::new()) };
}

/// Forgets the objects of the last run.
pub fn begin() {
    OBJECTS.take();
}

/// Compiled code, which a misuse ends.
struct CompiledTasks;

impl Host for CompiledTasks {
    type Storage = *mut c_void;
    type Coroutine = (*mut c_void, Continue);
    type Stop = Infallible;

    fn with<T>(&mut self, work: impl FnOnce(&mut Objects<Self::Storage, Self::Coroutine>) -> T) -> T {
        OBJECTS.with_borrow_mut(work)
    }

    fn resume(&mut self, (frame, go_on): Self::Coroutine) -> Result<(), Infallible> {
        go_on(frame);
        Ok(())
    }

    fn free(&mut self, storage: *mut c_void) -> Result<(), Infallible> {
        compiled_memory::free(storage);
        Ok(())
    }

    fn misuse(&mut self, misuse: Misuse) -> Infallible {
        match misuse {
            Misuse::Blocks => compiled_memory::unsupported(Cause::Lacks(Box::new(Lack::Thread {}))),
            Misuse::Memory(rule) | Misuse::Undefined(rule) => compiled_memory::breaks(rule),
        }
    }
}

fn handle(object: u64) -> Handle {
    std::ptr::without_provenance_mut(object as usize)
}

fn object(handle: Handle) -> u64 {
    handle.addr() as u64
}

extern "C" fn add_reference(handle: Handle, count: i64) {
    let Ok(()) = tasks::add_reference(&mut CompiledTasks, object(handle), count);
}

extern "C" fn drop_reference(handle: Handle, count: i64) {
    let Ok(()) = tasks::drop_reference(&mut CompiledTasks, object(handle), count);
}

extern "C" fn create_token() -> Handle {
    handle(tasks::create_token(&mut CompiledTasks))
}

extern "C" fn create_value(size: i64) -> Handle {
    handle(tasks::create_value(&mut CompiledTasks, compiled_memory::allocate(size.max(1) as usize, 64)))
}

extern "C" fn create_group(size: i64) -> Handle {
    handle(tasks::create_group(&mut CompiledTasks, size))
}

extern "C" fn add_token_to_group(token: Handle, group: Handle) -> i64 {
    let Ok(place) = tasks::add_to_group(&mut CompiledTasks, object(token), object(group));
    place
}

extern "C" fn emplace_done(handle: Handle) {
    let Ok(()) = tasks::emplace(&mut CompiledTasks, object(handle), TaskState::Available);
}

extern "C" fn emplace_error(handle: Handle) {
    let Ok(()) = tasks::emplace(&mut CompiledTasks, object(handle), TaskState::Error);
}

extern "C" fn is_error(handle: Handle) -> bool {
    let Ok(failed) = tasks::is_error(&mut CompiledTasks, object(handle));
    failed
}

extern "C" fn wait(handle: Handle) {
    let Ok(()) = tasks::wait(&mut CompiledTasks, object(handle));
}

extern "C" fn storage(handle: Handle) -> *mut c_void {
    let Ok(storage) = tasks::storage(&mut CompiledTasks, object(handle));
    storage
}

extern "C" fn execute(frame: *mut c_void, go_on: Continue) {
    go_on(frame);
}

extern "C" fn wait_and_execute(handle: Handle, frame: *mut c_void, go_on: Continue) {
    let Ok(()) = tasks::wait_and_execute(&mut CompiledTasks, object(handle), (frame, go_on));
}

extern "C" fn threads() -> i64 {
    THREADS.into()
}

extern "C" fn print_thread() {}

/// Every function of the async runtime, by the name lowered code calls it with. One of the names is spelt as MLIR spells it.
pub fn symbols() -> Vec<(String, *mut c_void)> {
    let all: [(&str, *mut c_void); 23] = [
        ("mlirAsyncRuntimeAddRef", add_reference as *mut c_void),
        ("mlirAsyncRuntimeDropRef", drop_reference as *mut c_void),
        ("mlirAsyncRuntimeCreateToken", create_token as *mut c_void),
        ("mlirAsyncRuntimeCreateValue", create_value as *mut c_void),
        ("mlirAsyncRuntimeCreateGroup", create_group as *mut c_void),
        ("mlirAsyncRuntimeAddTokenToGroup", add_token_to_group as *mut c_void),
        ("mlirAsyncRuntimeEmplaceToken", emplace_done as *mut c_void),
        ("mlirAsyncRuntimeEmplaceValue", emplace_done as *mut c_void),
        ("mlirAsyncRuntimeSetTokenError", emplace_error as *mut c_void),
        ("mlirAsyncRuntimeSetValueError", emplace_error as *mut c_void),
        ("mlirAsyncRuntimeIsTokenError", is_error as *mut c_void),
        ("mlirAsyncRuntimeIsValueError", is_error as *mut c_void),
        ("mlirAsyncRuntimeIsGroupError", is_error as *mut c_void),
        ("mlirAsyncRuntimeAwaitToken", wait as *mut c_void),
        ("mlirAsyncRuntimeAwaitValue", wait as *mut c_void),
        ("mlirAsyncRuntimeAwaitAllInGroup", wait as *mut c_void),
        ("mlirAsyncRuntimeGetValueStorage", storage as *mut c_void),
        ("mlirAsyncRuntimeExecute", execute as *mut c_void),
        ("mlirAsyncRuntimeAwaitTokenAndExecute", wait_and_execute as *mut c_void),
        ("mlirAsyncRuntimeAwaitValueAndExecute", wait_and_execute as *mut c_void),
        ("mlirAsyncRuntimeAwaitAllInGroupAndExecute", wait_and_execute as *mut c_void),
        ("mlirAsyncRuntimGetNumWorkerThreads", threads as *mut c_void),
        ("mlirAsyncRuntimePrintCurrentThreadId", print_thread as *mut c_void),
    ];
    all.into_iter().map(|(name, address)| (name.to_owned(), address)).collect()
}
