//! Probing: what a library says of every pair of the catalogue, without running it on anything that matters.

use crate::execute::{Limits, Trials, Tried, TriesSteps};
use crate::observe::Failure;
use crate::observe::Refusal;
use crate::path::catalogue::pairs;
use crate::path::event::StepError;
use crate::words;
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// One operation of each dialect that a conversion asks for by name, as such a conversion refuses a dialect that is not there.
pub const PROBED: &str = "\
func.func private @with(%x: f32, %m: memref<2xf32>) {
  %i = arith.constant 0 : index
  %y = math.sqrt %x : f32
  memref.store %y, %m[%i] : memref<2xf32>
  %p = ub.poison : f32
  cf.br ^end
^end:
  return
}
func.func @main() { return }
";

/// The degree to which a library goes along with a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProbeAnswer {
    /// It is registered, takes the options, and runs under its anchor.
    Usable,
    /// There is no pass of the name.
    Unregistered,
    /// It does not take these options, in MLIR's words.
    Options(String),
    /// It does not run under this anchor, in MLIR's words.
    Anchor(String),
    /// It crashed on a small program.
    Crash(Box<Failure>),
}

/// A pair and what the library says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probed {
    /// The pass, as a step.
    pub pass: String,
    /// The answer of the library.
    pub answer: ProbeAnswer,
}

/// Asks the library about every pair of [`pairs`], in their order.
///
/// # Errors
/// No worker can be had.
pub fn probe(library: &mut dyn TriesSteps) -> Result<Vec<Probed>> {
    let steps: Vec<String> = pairs().iter().map(|(_, pass)| pass.step()).collect();
    ask(library, steps)
}

/// Asks the library about these steps.
///
/// # Errors
/// No worker can be had.
pub fn ask(library: &mut dyn TriesSteps, steps: Vec<String>) -> Result<Vec<Probed>> {
    let trials = Trials {
        program: PROBED.to_owned(),
        prefix: Vec::new(),
        candidates: steps.clone(),
        finish: Vec::new(),
        limits: Limits::default(),
    };
    let tried = library.try_steps(&trials)?;
    Ok(steps.into_iter().zip(tried).map(|(pass, tried)| Probed { pass, answer: answer(tried) }).collect())
}

fn answer(tried: Tried) -> ProbeAnswer {
    match tried {
        // Failing on the program is no refusal of the pair.
        Tried::Left(_)
        | Tried::Failed(StepError::Declined(_) | StepError::Grew(_) | StepError::Broken(..)) => {
            ProbeAnswer::Usable
        }
        Tried::Lost(_, failure) => ProbeAnswer::Crash(failure),
        Tried::Failed(StepError::Refused(refusal)) => match refusal.part {
            Some(Refusal::Name) => ProbeAnswer::Unregistered,
            Some(Refusal::Place) => ProbeAnswer::Anchor(words::refusal(&refusal)),
            Some(Refusal::Option) | None => ProbeAnswer::Options(words::refusal(&refusal)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Outcome, StepRefusal};

    #[test]
    fn what_mlir_says_is_told_apart() {
        let refusal = |part| StepRefusal { step: "cse".to_owned(), part, said: None, advice: None };
        let refused = |part| answer(Tried::Failed(StepError::Refused(refusal(part))));
        let said = words::refusal(&refusal(None));
        assert_eq!(refused(Some(Refusal::Name)), ProbeAnswer::Unregistered);
        assert_eq!(refused(Some(Refusal::Option)), ProbeAnswer::Options(said.clone()));
        assert_eq!(refused(Some(Refusal::Place)), ProbeAnswer::Anchor(said.clone()));
        assert_eq!(refused(None), ProbeAnswer::Options(said.clone()));
        assert_eq!(answer(Tried::Failed(StepError::declined("there is no loop"))), ProbeAnswer::Usable);
        let lost = Tried::Lost(Outcome::Crash, Box::new(Failure::said("it fell over".to_owned())));
        assert!(matches!(answer(lost), ProbeAnswer::Crash(_)));
    }
}
