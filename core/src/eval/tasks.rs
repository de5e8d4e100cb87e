//! Coroutines that were put aside, beside the objects of the async runtime.

use super::lane::Lane;
use super::machine::Machine;
use super::stop::{Rule, Stop};
use crate::eval::Breaking as _;
use crate::observe::Lack;
use crate::runtimes::tasks::{Host, Misuse, Objects};
use std::collections::HashMap;

/// A coroutine has to be suspended to go on.
pub const RESUME_UNSUSPENDED: Rule =
    Rule::new("resume_unsuspended", "a coroutine is resumed that is not suspended");

/// A coroutine that was put aside: where it goes on, with which frame, and the lane that tells it so.
#[derive(Clone)]
pub struct Suspended {
    /// Number of the function.
    pub function: usize,
    /// The step it goes on at.
    pub step: u32,
    /// The lane of the answer that it was taken up again.
    pub answer: u32,
    /// The frame.
    pub lanes: Vec<Lane>,
}

/// All objects, and all coroutines that wait.
#[derive(Default)]
pub struct Tasks {
    /// By handle.
    pub suspended: HashMap<u64, Suspended>,
    /// The objects; who waits for one is a function, and what it is given.
    pub objects: Objects<Lane, (Lane, Lane)>,
}

impl Machine<'_> {
    /// Runs a task: nothing where an assertion of its own does not hold, which is an error of its objects (async, "async.runtime.set_error").
    /// An assertion of a function that the task calls ends the program. A task that is a function itself has a frame of its own.
    ///
    /// # Errors
    /// The task does not come to an end.
    pub fn task<T>(
        &mut self,
        is_function: bool,
        work: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let (before, stack) = (self.standing(), self.memory.stack());
        let own = if is_function { before.lanes } else { before.base };
        match work(self) {
            Ok(made) => Ok(Some(made)),
            Err(stop) if stop.0.asserts && self.standing().base == own => {
                self.stand(before);
                self.memory.leave_scope(stack);
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// Takes up a coroutine again that was put aside under this address.
    ///
    /// # Errors
    /// There is none, or it does not come back.
    pub fn take_up(&mut self, address: u64) -> Result<(), Stop> {
        let Some(put_aside) = self.tasks.suspended.remove(&address) else {
            return Err(RESUME_UNSUSPENDED.undefined(&[]));
        };
        let Suspended { function, step, answer, lanes } = put_aside;
        self.enter(function, step, |frame| {
            frame.copy_from_slice(&lanes);
            frame[answer as usize] = Lane::of(0);
        })?;
        Ok(())
    }
}

impl Host for Machine<'_> {
    type Storage = Lane;
    /// A function, and what it is given.
    type Coroutine = (Lane, Lane);
    type Stop = Stop;

    fn with<T>(&mut self, work: impl FnOnce(&mut Objects<Lane, (Lane, Lane)>) -> T) -> T {
        work(&mut self.tasks.objects)
    }

    fn resume(&mut self, (go_on, frame): (Lane, Lane)) -> Result<(), Stop> {
        // One that the async dialect's own operations put aside has no function that goes on.
        if go_on == Lane::of(0) {
            return self.take_up(frame.bits as u64);
        }
        self.call_pointer(go_on, &[frame]).map(|_| ())
    }

    fn free(&mut self, storage: Lane) -> Result<(), Stop> {
        self.memory.free(storage)
    }

    fn misuse(&mut self, misuse: Misuse) -> Stop {
        match misuse {
            Misuse::Memory(rule) => rule.misuse(&[]),
            Misuse::Undefined(rule) => rule.undefined(&[]),
            Misuse::Blocks => Stop::lacks(Lack::Thread {}),
        }
    }
}
