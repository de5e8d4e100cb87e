//! The reason why a worker refuses a request, as it tells it to its parent.

use crate::observe::{Failure, StepRefusal};
use crate::words;
use serde::{Deserialize, Serialize};

/// The reason why a request is wrong, which is the user's to mend.
#[derive(Clone, Debug, thiserror::Error, Serialize, Deserialize)]
pub enum Rejection {
    /// The words of whoever refused it: MLIR, or a reader of its text. Nothing reads them.
    #[error("{0}")]
    Said(String),
    /// A step is none that MLIR runs.
    #[error("{}", words::refusal(.0))]
    Refused(StepRefusal),
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

impl Rejection {
    /// With the reason that MLIR handed over to nobody and printed: values of options are parsed by LLVM's command line library, which
    /// prints what it dislikes.
    pub fn with_printed(mut self, printed: &str) -> Rejection {
        if let Rejection::Refused(refusal) = &mut self
            && refusal.said.is_none()
        {
            let line = printed.lines().map(str::trim).find(|line| !line.is_empty());
            refusal.said = line.map(str::to_owned);
        }
        self
    }
}

impl From<String> for Rejection {
    fn from(said: String) -> Rejection {
        Rejection::Said(said)
    }
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
