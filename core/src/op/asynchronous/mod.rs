//! The async dialect: tasks, the objects of its runtime, and coroutines.
//!
//! One thread runs everything, each task the moment it is handed over; that is one of the orders in which a pool of threads may run it.
//! In a task an assertion that does not hold makes an error of its token and its values, and so does waiting for such an error.

mod coroutine;
mod object;
mod task;
#[cfg(test)]
mod tests;

use super::Row;

/// All families.
pub const FAMILIES: &[&[Row]] = &[coroutine::ROWS, object::ROWS, task::ROWS];
