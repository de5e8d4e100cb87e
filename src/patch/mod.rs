//! A change of MLIR under test: inputs made on one build are run on it and on another, and a difference between the two is told.
//!
//! Each build has worker processes of its own, since only one MLIR fits into a process. The workers of the *baseline* make the inputs, so both
//! builds see equal ones: modules at any level with one to three passes, and whole programs along drawn paths. An input that ends in another
//! way on the *patched* build is run again in new processes on both before it counts.

mod change;
mod outcome;
mod pair;
mod protocol;
mod search;
mod worker;

pub use change::{BuildChange, change};
pub use outcome::{Changed, PatchOutcome};
pub use search::{PatchPlan, search};
pub use worker::{PatchTask, work};
