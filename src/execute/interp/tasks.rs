//! Objects of the async runtime and coroutines that were put aside.
//!
//! One thread runs everything: each task the moment it is handed over, each waiting coroutine the moment what it waits for is
//! there, as `execute/tasks.rs` has it for compiled code.

use super::lane::Lane;
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

/// Whether what is waited for is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Not yet.
    Pending,
    /// It is.
    Available,
    /// It never will be.
    Error,
}

/// What an object is.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A token.
    Token,
    /// A value, and where it goes.
    Value(Lane),
    /// So many tokens: how many are still to come, were added, ended in an error.
    Group(i64, i64, i64),
}

/// An object of the async runtime.
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// Whether it is there.
    pub state: State,
    /// References to it.
    pub references: i64,
    /// Groups it belongs to.
    pub groups: Vec<Lane>,
    /// Who goes on once it is available: a function, and what it is given.
    pub waiting: Vec<(Lane, Lane)>,
}

/// All objects, and all coroutines that wait.
#[derive(Default)]
pub struct Tasks {
    /// By handle.
    pub suspended: HashMap<u64, Suspended>,
    /// By number.
    pub objects: Vec<Object>,
}
