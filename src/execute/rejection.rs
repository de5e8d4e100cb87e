//! The errors of a worker, as it tells them to its parent.

use crate::observe::Failure;
use crate::words;
use serde::{Deserialize, Serialize};

/// The reason why a request is wrong, which is the user's to mend.
#[derive(Clone, Debug, thiserror::Error, Serialize, Deserialize)]
pub enum Rejection {
    /// The words of whoever refused it: MLIR, or a reader of its text. Nothing reads them.
    #[error("{0}")]
    Said(String),
    /// A step on the way to the state that it is about did not succeed.
    #[error("the step {step} did not succeed: {}", words::failure(failure))]
    Step {
        /// The step.
        step: String,
        /// The failure.
        failure: Box<Failure>,
    },
    /// The answer has no room.
    #[error("the answer is too large to be told")]
    TooLarge,
}

/// The reason why lowdiff's own code failed.
#[derive(Clone, Debug, thiserror::Error, Serialize, Deserialize)]
pub enum HarnessFault {
    /// The request does not decode, in the words of the decoder.
    #[error("the request does not decode: {0}")]
    Undecoded(String),
    /// What the worker wrote does not decode, in the words of the decoder.
    #[error("{0}")]
    Unread(String),
    /// A panic, in its words.
    #[error("{0}")]
    Panicked(String),
    /// A way down from a program that is not open.
    #[error("there is no program to go down from")]
    NoProgram,
    /// A way down from a state that is not there.
    #[error("there is no such state to go down from")]
    NoState,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Cause;

    #[test]
    fn a_step_that_fails_is_named() {
        let failure = Box::new(Failure::of(Cause::NoReason {}));
        let step = Rejection::Step { step: "cse".to_owned(), failure };
        assert_eq!(step.to_string(), "the step cse did not succeed: MLIR does not say why");
    }
}
