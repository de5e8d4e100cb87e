//! The async runtime: tokens, values, groups, and the coroutines that wait for them, whoever runs the code.
//!
//! One thread runs everything, each task the moment it is handed over and each waiting coroutine the moment what it waits
//! for is there. That is one of the orders a pool of threads may take, and always the same one, so a path gives the same
//! outputs every time and a fault has one place. Objects are counted as MLIR's own runtime counts them; their handles are
//! names that no memory lies behind, so one that was dropped too often is noticed when it is next used. The functions, their types
//! and the counts are those of MLIR's `ExecutionEngine/AsyncRuntime.h`.

use crate::observe::Rule;

/// Threads the code is told there are: loops are cut into blocks for them.
pub const THREADS: u8 = 4;

/// Distance between the handles of two objects, and the first of them: on a page that is never mapped, so that nobody
/// reads through one.
const STEP: u64 = 16;

/// The state of an object that is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TaskState {
    /// Not yet.
    Pending,
    /// It is.
    Available,
    /// It never will be.
    Error,
}

/// The kind of an object.
#[derive(Clone, Copy)]
enum TaskKind<S> {
    Token,
    /// The place the value goes to.
    Value(S),
    /// The numbers of its tokens that are still to come, that were added, and that ended in an error.
    Group {
        pending: i64,
        added: i64,
        errors: i64,
    },
}

struct TaskObject<S, C> {
    kind: TaskKind<S>,
    state: TaskState,
    references: i64,
    /// Groups the token belongs to.
    groups: Vec<u64>,
    /// Those who go on once it is available.
    waiting: Vec<C>,
}

/// The objects of a run, whose values lie in places `S` and which coroutines `C` wait for.
pub struct Objects<S, C>(Vec<TaskObject<S, C>>);

impl<S, C> Objects<S, C> {
    /// A table without objects.
    pub const fn new() -> Objects<S, C> {
        Objects(Vec::new())
    }
}

impl<S, C> Default for Objects<S, C> {
    fn default() -> Objects<S, C> {
        Objects::new()
    }
}

/// A misuse of an object by a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// It uses an object that is not there.
    Memory(Rule),
    /// It takes an object for another one.
    Undefined(Rule),
    /// It blocks the one thread there is. Another runtime would go on.
    Blocks,
}

const ASYNC_GONE: Rule =
    Rule::new("async_gone", "the lowered program uses an async object after its last reference was dropped");
const ASYNC_NEVER_MADE: Rule =
    Rule::new("async_never_made", "the lowered program uses an async object that was never made");
const ASYNC_OVERDROPPED: Rule = Rule::new(
    "async_overdropped",
    "the lowered program drops more references of an async object than there are",
);
const ASYNC_NO_GROUP: Rule =
    Rule::new("async_no_group", "the lowered program adds a token to what is no group");
const ASYNC_NO_VALUE: Rule =
    Rule::new("async_no_value", "the lowered program looks for a value in what is none");

/// The one that runs the code: compiled, or interpreted.
pub trait Host {
    /// The place a value goes to.
    type Storage: Copy;
    /// The code that goes on once what it waits for is there.
    type Coroutine;
    /// An end of a run before its time.
    type Stop;

    /// Works on the objects of the run.
    fn with<T>(&mut self, work: impl FnOnce(&mut Objects<Self::Storage, Self::Coroutine>) -> T) -> T;

    /// Lets a coroutine go on.
    fn resume(&mut self, coroutine: Self::Coroutine) -> Result<(), Self::Stop>;

    /// Frees the place of a value.
    fn free(&mut self, storage: Self::Storage) -> Result<(), Self::Stop>;

    /// The end of a run that does this.
    fn misuse(&mut self, misuse: Misuse) -> Self::Stop;
}

/// Works on a living object.
fn object<H: Host, T>(
    host: &mut H,
    handle: u64,
    work: impl FnOnce(&mut TaskObject<H::Storage, H::Coroutine>) -> Result<T, Misuse>,
) -> Result<T, H::Stop> {
    let index = (handle / STEP).checked_sub(1);
    let worked =
        host.with(|objects| match index.and_then(|index| objects.0.get_mut(usize::try_from(index).ok()?)) {
            Some(object) if object.references > 0 => work(object),
            Some(_) => Err(Misuse::Memory(ASYNC_GONE)),
            None => Err(Misuse::Memory(ASYNC_NEVER_MADE)),
        });
    worked.map_err(|misuse| host.misuse(misuse))
}

fn create<H: Host>(host: &mut H, kind: TaskKind<H::Storage>, state: TaskState, references: i64) -> u64 {
    host.with(|Objects(all)| {
        all.push(TaskObject { kind, state, references, groups: Vec::new(), waiting: Vec::new() });
        all.len() as u64 * STEP
    })
}

/// Two references: the caller's, and one until it is available.
pub fn create_token<H: Host>(host: &mut H) -> u64 {
    create(host, TaskKind::Token, TaskState::Pending, 2)
}

/// A value that goes to this place. It has two references, as a token has.
pub fn create_value<H: Host>(host: &mut H, storage: H::Storage) -> u64 {
    create(host, TaskKind::Value(storage), TaskState::Pending, 2)
}

/// A group of so many tokens.
pub fn create_group<H: Host>(host: &mut H, size: i64) -> u64 {
    let state = if size > 0 { TaskState::Pending } else { TaskState::Available };
    create(host, TaskKind::Group { pending: size, added: 0, errors: 0 }, state, 1)
}

/// Adds references.
pub fn add_reference<H: Host>(host: &mut H, handle: u64, count: i64) -> Result<(), H::Stop> {
    object(host, handle, |object| {
        object.references += count;
        Ok(())
    })
}

/// Drops references; the last one takes the place of a value along.
pub fn drop_reference<H: Host>(host: &mut H, handle: u64, count: i64) -> Result<(), H::Stop> {
    let storage = object(host, handle, |object| {
        object.references -= count;
        match (object.references, object.kind) {
            (..0, _) => Err(Misuse::Memory(ASYNC_OVERDROPPED)),
            (0, TaskKind::Value(storage)) => Ok(Some(storage)),
            _ => Ok(None),
        }
    })?;
    storage.map_or(Ok(()), |storage| host.free(storage))
}

/// Adds a token to a group, and gives which of its tokens it is.
pub fn add_to_group<H: Host>(host: &mut H, token: u64, group: u64) -> Result<i64, H::Stop> {
    let state = object(host, token, |token| {
        if token.state == TaskState::Pending {
            token.groups.push(group);
        }
        Ok(token.state)
    })?;
    let place = object(host, group, |object| match &mut object.kind {
        TaskKind::Group { added, .. } => {
            *added += 1;
            Ok(*added - 1)
        }
        _ => Err(Misuse::Undefined(ASYNC_NO_GROUP)),
    })?;
    match state {
        // A group lives as long as a token of it is pending.
        TaskState::Pending => add_reference(host, group, 1)?,
        done => count_down(host, group, done == TaskState::Error)?,
    }
    Ok(place)
}

fn count_down<H: Host>(host: &mut H, group: u64, failed: bool) -> Result<(), H::Stop> {
    let ready = object(host, group, |object| {
        let TaskKind::Group { pending, errors, .. } = &mut object.kind else { return Ok(Vec::new()) };
        *pending -= 1;
        *errors += i64::from(failed);
        if *pending > 0 {
            return Ok(Vec::new());
        }
        object.state = TaskState::Available;
        Ok(std::mem::take(&mut object.waiting))
    })?;
    ready.into_iter().try_for_each(|coroutine| host.resume(coroutine))
}

/// The object is there, or never will be: its groups count it, and who waits for it goes on.
pub fn emplace<H: Host>(host: &mut H, handle: u64, state: TaskState) -> Result<(), H::Stop> {
    let (groups, ready) = object(host, handle, |object| {
        if object.state != TaskState::Pending {
            return Ok((Vec::new(), Vec::new()));
        }
        object.state = state;
        Ok((std::mem::take(&mut object.groups), std::mem::take(&mut object.waiting)))
    })?;
    for group in groups {
        count_down(host, group, state == TaskState::Error)?;
        drop_reference(host, group, 1)?;
    }
    ready.into_iter().try_for_each(|coroutine| host.resume(coroutine))?;
    drop_reference(host, handle, 1)
}

/// True if it ended in an error, or a token of the group did.
pub fn is_error<H: Host>(host: &mut H, handle: u64) -> Result<bool, H::Stop> {
    object(host, handle, |object| {
        Ok(match object.kind {
            TaskKind::Group { errors, .. } => errors > 0,
            _ => object.state == TaskState::Error,
        })
    })
}

/// Blocks until it is there: whoever could go on has gone on already.
pub fn wait<H: Host>(host: &mut H, handle: u64) -> Result<(), H::Stop> {
    object(host, handle, |object| match object.state {
        TaskState::Pending => Err(Misuse::Blocks),
        _ => Ok(()),
    })
}

/// The place a value goes to.
pub fn storage<H: Host>(host: &mut H, handle: u64) -> Result<H::Storage, H::Stop> {
    object(host, handle, |object| match object.kind {
        TaskKind::Value(storage) => Ok(storage),
        _ => Err(Misuse::Undefined(ASYNC_NO_VALUE)),
    })
}

/// Lets a coroutine go on, now or once the object is there.
pub fn wait_and_execute<H: Host>(host: &mut H, handle: u64, coroutine: H::Coroutine) -> Result<(), H::Stop> {
    let now = object(host, handle, |object| {
        if object.state == TaskState::Pending {
            object.waiting.push(coroutine);
            return Ok(None);
        }
        Ok(Some(coroutine))
    })?;
    now.map_or(Ok(()), |coroutine| host.resume(coroutine))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down who went on and what was freed.
    #[derive(Default)]
    struct Fake {
        objects: Objects<u32, &'static str>,
        resumed: Vec<&'static str>,
        freed: Vec<u32>,
    }

    impl Host for Fake {
        type Storage = u32;
        type Coroutine = &'static str;
        type Stop = Misuse;

        fn with<T>(&mut self, work: impl FnOnce(&mut Objects<u32, &'static str>) -> T) -> T {
            work(&mut self.objects)
        }

        fn resume(&mut self, coroutine: &'static str) -> Result<(), Misuse> {
            self.resumed.push(coroutine);
            Ok(())
        }

        fn free(&mut self, storage: u32) -> Result<(), Misuse> {
            self.freed.push(storage);
            Ok(())
        }

        fn misuse(&mut self, misuse: Misuse) -> Misuse {
            misuse
        }
    }

    #[test]
    fn who_waits_goes_on_in_the_order_of_events() {
        let mut host = Fake::default();
        let group = create_group(&mut host, 2);
        let [token, value] = [create_token(&mut host), create_value(&mut host, 7)];
        assert_eq!([token, value].map(|one| add_to_group(&mut host, one, group)), [Ok(0), Ok(1)]);
        wait_and_execute(&mut host, value, "of the value").unwrap();
        wait_and_execute(&mut host, group, "of the group").unwrap();
        assert_eq!(wait(&mut host, group), Err(Misuse::Blocks));
        emplace(&mut host, token, TaskState::Available).unwrap();
        assert!(host.resumed.is_empty());
        emplace(&mut host, value, TaskState::Error).unwrap();
        assert_eq!(host.resumed, ["of the group", "of the value"]);
        assert_eq!((is_error(&mut host, group), is_error(&mut host, token)), (Ok(true), Ok(false)));
        wait_and_execute(&mut host, group, "at once").unwrap();
        assert_eq!(host.resumed.last(), Some(&"at once"));
        assert_eq!((storage(&mut host, value), host.freed.len()), (Ok(7), 0));
        drop_reference(&mut host, value, 1).unwrap();
        assert_eq!(host.freed, [7]);
    }

    #[test]
    fn mistakes_are_told() {
        let mut host = Fake::default();
        let token = create_token(&mut host);
        assert_eq!(add_reference(&mut host, 0, 1), Err(Misuse::Memory(ASYNC_NEVER_MADE)));
        assert_eq!(add_to_group(&mut host, token, token), Err(Misuse::Undefined(ASYNC_NO_GROUP)));
        assert_eq!(storage(&mut host, token), Err(Misuse::Undefined(ASYNC_NO_VALUE)));
        assert_eq!(drop_reference(&mut host, token, 3), Err(Misuse::Memory(ASYNC_OVERDROPPED)));
        assert_eq!(wait(&mut host, token), Err(Misuse::Memory(ASYNC_GONE)));
    }
}
