//! What lowered async code calls: tokens, values, groups, and the coroutines that wait for them.
//!
//! One thread runs everything, each task the moment it is handed over and each waiting coroutine the moment what it waits
//! for is there. That is one of the orders a pool of threads may take, and always the same one, so a path gives the same
//! outputs every time and a fault has one place. Objects are counted as MLIR's own runtime counts them; their addresses are
//! names that no memory lies behind, so one that was dropped too often is noticed when it is next used. The functions, their types
//! and the counts are those of MLIR's `ExecutionEngine/AsyncRuntime.h`.

use super::memory;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ffi::c_void;

/// Threads the code is told there are: loops are cut into blocks for them.
const THREADS: i64 = 4;
/// Distance between the addresses of two objects, and the first of them: on a page that is never mapped, so that nobody
/// reads through one.
const STEP: usize = 16;

type Handle = *mut c_void;
type Coroutine = (*mut c_void, extern "C" fn(*mut c_void));

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Pending,
    Available,
    Error,
}

enum Kind {
    Token,
    /// Where the value goes.
    Value(*mut c_void),
    /// How many of its tokens are still to come, how many were added, how many ended in an error.
    Group {
        pending: i64,
        added: i64,
        errors: i64,
    },
}

struct Object {
    kind: Kind,
    state: State,
    references: i64,
    /// Groups the token belongs to.
    groups: Vec<usize>,
    /// Who goes on once it is available.
    waiting: Vec<Coroutine>,
}

thread_local! {
    static OBJECTS: RefCell<Vec<Object>> = const { RefCell::new(Vec::new()) };
}

/// Forgets the objects of the last run.
pub fn begin() {
    OBJECTS.take();
}

fn create(kind: Kind, state: State, references: i64) -> Handle {
    OBJECTS.with_borrow_mut(|objects| {
        let object = Object { kind, state, references, groups: Vec::new(), waiting: Vec::new() };
        objects.push(object);
        std::ptr::without_provenance_mut(objects.len() * STEP)
    })
}

/// Works on the object behind `handle`; anything else than a living one is a fault of the lowered code.
fn with<T>(handle: Handle, work: impl FnOnce(&mut Object) -> T) -> T {
    let worked = OBJECTS.with_borrow_mut(|objects| {
        let object = (handle.addr() / STEP).checked_sub(1).and_then(|index| objects.get_mut(index));
        match object {
            Some(object) if object.references > 0 => Ok(work(object)),
            Some(_) => Err("the lowered program uses an async object after its last reference was dropped"),
            None => Err("the lowered program uses an async object that was never made"),
        }
    });
    worked.unwrap_or_else(|message| memory::fault(message))
}

extern "C" fn add_reference(handle: Handle, count: i64) {
    with(handle, |object| object.references += count);
}

extern "C" fn drop_reference(handle: Handle, count: i64) {
    let (left, storage) = with(handle, |object| {
        object.references -= count;
        let storage = if let Kind::Value(storage) = object.kind { Some(storage) } else { None };
        (object.references, storage)
    });
    if left < 0 {
        memory::fault("the lowered program drops more references of an async object than there are");
    }
    if let (0, Some(storage)) = (left, storage) {
        memory::free(storage);
    }
}

/// Two references: the caller's, and one until it is available.
extern "C" fn create_token() -> Handle {
    create(Kind::Token, State::Pending, 2)
}

extern "C" fn create_value(size: i64) -> Handle {
    create(Kind::Value(memory::allocate(size.max(1) as usize, 64)), State::Pending, 2)
}

extern "C" fn create_group(size: i64) -> Handle {
    let state = if size > 0 { State::Pending } else { State::Available };
    create(Kind::Group { pending: size, added: 0, errors: 0 }, state, 1)
}

/// Which of the group's tokens it is.
extern "C" fn add_token_to_group(token: Handle, group: Handle) -> i64 {
    let state = with(token, |token| {
        if token.state == State::Pending {
            token.groups.push(group.addr());
        }
        token.state
    });
    let place = with(group, |object| match &mut object.kind {
        Kind::Group { added, .. } => {
            *added += 1;
            *added - 1
        }
        _ => memory::fault("the lowered program adds a token to what is no group"),
    });
    match state {
        // A group lives as long as a token of it is pending.
        State::Pending => add_reference(group, 1),
        done => count_down(group, done == State::Error),
    }
    place
}

fn count_down(group: Handle, failed: bool) {
    let ready = with(group, |object| {
        let Kind::Group { pending, errors, .. } = &mut object.kind else { return VecDeque::new() };
        *pending -= 1;
        *errors += i64::from(failed);
        if *pending > 0 {
            return VecDeque::new();
        }
        object.state = State::Available;
        std::mem::take(&mut object.waiting).into()
    });
    resume(ready);
}

fn resume(ready: VecDeque<Coroutine>) {
    for (frame, go_on) in ready {
        go_on(frame);
    }
}

fn emplace(handle: Handle, state: State) {
    let (groups, ready) = with(handle, |object| {
        if object.state != State::Pending {
            return (Vec::new(), VecDeque::new());
        }
        object.state = state;
        (std::mem::take(&mut object.groups), std::mem::take(&mut object.waiting).into())
    });
    for group in groups {
        let group = std::ptr::without_provenance_mut(group);
        count_down(group, state == State::Error);
        drop_reference(group, 1);
    }
    resume(ready);
    drop_reference(handle, 1);
}

extern "C" fn emplace_done(handle: Handle) {
    emplace(handle, State::Available);
}

extern "C" fn emplace_error(handle: Handle) {
    emplace(handle, State::Error);
}

extern "C" fn is_error(handle: Handle) -> bool {
    with(handle, |object| match object.kind {
        Kind::Group { errors, .. } => errors > 0,
        _ => object.state == State::Error,
    })
}

/// A thread that blocks: whoever could go on has gone on already.
extern "C" fn wait(handle: Handle) {
    if with(handle, |object| object.state) == State::Pending {
        memory::unsupported("the lowered program blocks for a task that needs another thread");
    }
}

extern "C" fn storage(handle: Handle) -> *mut c_void {
    with(handle, |object| match object.kind {
        Kind::Value(storage) => storage,
        _ => memory::fault("the lowered program looks for a value in what is none"),
    })
}

extern "C" fn execute(frame: *mut c_void, go_on: extern "C" fn(*mut c_void)) {
    go_on(frame);
}

extern "C" fn wait_and_execute(handle: Handle, frame: *mut c_void, go_on: extern "C" fn(*mut c_void)) {
    let pending = with(handle, |object| {
        let pending = object.state == State::Pending;
        if pending {
            object.waiting.push((frame, go_on));
        }
        pending
    });
    if !pending {
        go_on(frame);
    }
}

extern "C" fn threads() -> i64 {
    THREADS
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
