//! The result without a culprit, in words.

use super::authority;
use crate::blame::{Authority, Before, WayRound};

/// The words behind `before it:`.
pub fn before(before: &Before) -> String {
    match before {
        Before::StepsWork => "the steps before it do their work".to_owned(),
        Before::Steady => "the same IR wherever memory lies".to_owned(),
        Before::Witnessed => "as lowdiff's evaluator runs it, without lowering it".to_owned(),
        Before::Evaluated => "as the reference semantics evaluate it".to_owned(),
        Before::As(whose) => format!("as {} has it", authority(*whose)),
        Before::GoneRound(whose, round) => {
            format!("as {} has it, {}", authority(*whose), way_round(*round))
        }
        Before::FinishedBehind(passes) if passes.is_empty() => "as the plain lowering has it".to_owned(),
        Before::FinishedBehind(passes) => format!("as the plain lowering has it after {}", passes.join(", ")),
        Before::PlainTakesOver => "it is as expected where the plain lowering takes over".to_owned(),
        Before::RightWithout => "without it the path is as expected".to_owned(),
        Before::RightWithoutAsPlain => {
            "without it this path is as expected, and so is the plain lowering".to_owned()
        }
    }
}

/// The evidence for the results of the path without the culprit, as a sentence.
pub(super) fn evidence(before: &Before) -> String {
    match before {
        Before::StepsWork => "The passes before the culprit do their work.".to_owned(),
        Before::Steady => "Before the pass, the IR is the same wherever memory lies.".to_owned(),
        Before::Witnessed => {
            "lowdiff's evaluator runs the input of the pass without lowering it, and gives them, too."
                .to_owned()
        }
        Before::Evaluated => "The reference semantics give them for the input of the pass.".to_owned(),
        Before::As(Authority::Path(_)) => {
            "The right one of the paths that were compared at first gives them.".to_owned()
        }
        Before::As(Authority::Semantics) => "The reference semantics give them.".to_owned(),
        Before::As(Authority::PlainLowering) | Before::PlainTakesOver => {
            "The plain lowering gives them.".to_owned()
        }
        Before::GoneRound(_, round) => format!("They are right {}.", way_round(*round)),
        Before::FinishedBehind(passes) if passes.is_empty() => "The plain lowering gives them.".to_owned(),
        Before::FinishedBehind(passes) => {
            format!("The plain lowering gives them, after {}.", passes.join(", "))
        }
        Before::RightWithout => "Without the pass, the path gives them.".to_owned(),
        Before::RightWithoutAsPlain => {
            "Without the pass, the path gives them, and so does the plain lowering.".to_owned()
        }
    }
}

fn way_round(round: WayRound) -> &'static str {
    match round {
        WayRound::LiftedBranches => "with its branches lifted to scf first",
        WayRound::Copies => "with a copy before every write",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_lowering_has_it_behind_passes_or_by_itself() {
        let behind =
            |passes: &[&str]| before(&Before::FinishedBehind(passes.iter().map(|p| p.to_string()).collect()));
        assert_eq!(behind(&[]), before(&Before::As(Authority::PlainLowering)));
        assert_eq!(behind(&["cse", "sccp"]), "as the plain lowering has it after cse, sccp");
        let round = before(&Before::GoneRound(Authority::Path(1), WayRound::Copies));
        assert_eq!(round, "as path b has it, with a copy before every write");
    }
}
