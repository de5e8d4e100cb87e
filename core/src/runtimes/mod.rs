//! MLIR's runtime libraries: prints, tasks, comparisons of memrefs, random numbers, clocks.
//!
//! The facts are here, as functions over bits that compiled code and the interpreter share. Compiled code reaches them
//! by functions of C, the interpreter by rows of its own library.

pub mod apfloat;
pub mod elements;
pub mod print_functions;
pub mod printing;
pub mod random;
mod small;
pub mod tasks;

/// Seconds between one look at the clock and the next: time passes by being looked at, so it is the same in every run.
pub const TICK: f64 = 1.0;
/// [`TICK`] in nanoseconds.
pub const TICK_NANOSECONDS: u64 = 1_000_000_000;
