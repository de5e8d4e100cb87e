//! Coroutines that were put aside, beside the objects of the async runtime.

use super::lane::Lane;
use crate::runtimes::tasks::Objects;
use std::collections::HashMap;

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
