//! What happened: the facts about one path, with no judgement in them.

mod buffers;
mod outcome;

pub use buffers::{Buffer, Element};
pub use outcome::{Effect, Failure, Outcome, PathReport, Spent, StepReport};
