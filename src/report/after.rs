//! The result after a culprit, in a sentence.

use super::authority;
use crate::blame::After;
use crate::words::{self, deviation};

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
