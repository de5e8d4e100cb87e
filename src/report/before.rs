//! The result without a culprit, in words.

use super::authority;
use crate::blame::{Before, WayRound};

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

fn way_round(round: WayRound) -> &'static str {
    match round {
        WayRound::LiftedBranches => "with its branches lifted to scf first",
        WayRound::Copies => "with a copy before every write",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blame::Authority;

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
