//! One pass on one module, and what it left: whoever runs passes in a worker does it by these functions.

use crate::mlir::{Diagnostic, Module, NO_REASON, PassOutcome, run_pass};
use crate::observe::Outcome;
use crate::path::Operations;
use serde::{Deserialize, Serialize};

/// What a pass did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tried {
    /// It succeeded and left these operations.
    Left(Operations),
    /// It reported failure, for this reason.
    Declined(String),
    /// It reported success and left what the verifier rejects, for this reason.
    Invalid(String),
    /// This MLIR does not have it, does not take its options, or does not run it under its anchor; nothing was run.
    Refused(String),
    /// It left more operations than the limit.
    Grew,
    /// It did not come back: a crash, or a limit on time or memory.
    Lost(Outcome, String),
}

impl Tried {
    /// What a path counts as that ends with it, under a limit of `most` operations, and why.
    pub fn ending(self, most: u64) -> (Outcome, String) {
        match self {
            Tried::Left(_) => (Outcome::Ok, String::new()),
            Tried::Declined(why) | Tried::Refused(why) => (Outcome::Declined, why),
            Tried::Invalid(why) => (Outcome::InvalidIr, why),
            Tried::Grew => (Outcome::Incomplete, format!("the module grew past {most} operations")),
            Tried::Lost(outcome, why) => (outcome, why),
        }
    }
}

/// Runs a step. After a failure other than [`Tried::Refused`] the module may be in any state: it is to be leaked.
///
/// # Errors
/// The pass reports failure, or cannot be run at all.
pub fn run(module: &Module<'_>, step: &str) -> Result<(), Tried> {
    match run_pass(module, step) {
        Err(error) => Err(Tried::Refused(error.0)),
        Ok(PassOutcome::Failed(said)) => Err(Tried::Declined(foremost(&said))),
        Ok(PassOutcome::Succeeded) => Ok(()),
    }
}

/// Verifies what a step left. Should the verifier crash, the pass is to blame.
///
/// # Errors
/// It is invalid.
pub fn verify(module: &Module<'_>) -> Result<(), Tried> {
    module.verify().map_err(|said| Tried::Invalid(foremost(&said)))
}

/// Counts what a step left, of at most `most` operations.
pub fn count(module: &Module<'_>, most: u64) -> Tried {
    let (operations, count) = module.scan(most);
    if count > most { Tried::Grew } else { Tried::Left(operations) }
}

/// Runs a step and looks at what it left.
pub fn apply(module: &Module<'_>, step: &str, most: u64) -> Tried {
    let valid = run(module, step).and_then(|()| verify(module));
    valid.map_or_else(|failed| failed, |()| count(module, most))
}

fn foremost(said: &[Diagnostic]) -> String {
    Diagnostic::foremost(said).map_or(NO_REASON.to_owned(), |d| d.message.clone())
}
