//! The reason why a worker refuses a request, as it tells it to its parent.

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
