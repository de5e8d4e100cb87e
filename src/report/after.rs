//! The result after a culprit, in a sentence.

use super::authority;
use crate::blame::After;
use crate::judge::VerdictKind;
use crate::judge::refine::Breach;
use crate::words::{self, deviation};

/// The result after a step, for whoever has said the verdict.
pub(super) fn reported(fact: &After, kind: VerdictKind) -> String {
    match fact {
        After::Ended { outcome, why } if outcome.to_string() == kind.to_string() => {
            words::why(why).unwrap_or_else(|| after(fact))
        }
        After::Broken(Breach::Undefined(why)) if kind == VerdictKind::Undefined => words::cause(why),
        _ => after(fact),
    }
}

/// The result after a step.
pub fn after(after: &After) -> String {
    match after {
        After::Seen(detail) => words::detail(detail),
        After::Ended { outcome, why } => match words::why(why) {
            None => outcome.to_string(),
            Some(why) => format!("{outcome}: {why}"),
        },
        After::EndsEarly { outcome, pass, why } => {
            let pass = pass.as_ref().map(|pass| format!(" in {pass}")).unwrap_or_default();
            format!("it ends as {outcome}{pass}: {}", words::why(why).unwrap_or_default())
        }
        After::Unlike(whose, difference) => words::difference(difference, &authority(*whose), "this"),
        After::Unexpected(other) => {
            format!("{}; this differs from the reference semantics", deviation(other, "this"))
        }
        After::Evaluated(other) => deviation(other, "this"),
        After::Folded { deviation: other, step, pass, behind } => {
            let what = if *behind { "what is behind step" } else { "step" };
            format!("{}; {what} {step}, {pass}, comes to the same by folding", deviation(other, "this"))
        }
        After::Broken(breach) => words::breach(breach),
        After::OtherIr => "other IR when memory lies elsewhere".to_owned(),
        After::EveryWay { ways, first } => {
            format!("all {ways} ways down from there that were tried are wrong: {}", self::after(first))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Cause, Outcome, Why};

    #[test]
    fn a_verdict_that_is_said_is_not_said_twice() {
        let ended = After::Ended { outcome: Outcome::Crash, why: "it fell".to_owned().into() };
        assert_eq!(after(&ended), "crash: it fell");
        assert_eq!(reported(&ended, VerdictKind::Crash), "it fell");
        assert_eq!(reported(&ended, VerdictKind::Mismatch), "crash: it fell");
        let silent = After::Ended { outcome: Outcome::Crash, why: Why::default() };
        assert_eq!(reported(&silent, VerdictKind::Crash), "crash", "something is said");
        let broken = After::Broken(Breach::Undefined(Cause::Told("poison".into())));
        assert_eq!(after(&broken), "it is undefined: poison");
        assert_eq!(reported(&broken, VerdictKind::Undefined), "poison");
        assert_eq!(reported(&broken, VerdictKind::Mismatch), "it is undefined: poison");
    }
}
