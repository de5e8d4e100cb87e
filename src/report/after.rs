//! The result after a culprit, in a sentence.

use crate::blame::After;
use std::fmt;

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            After::Seen(detail) => write!(f, "{detail}"),
            After::Ended { outcome, message: None } => write!(f, "{outcome}"),
            After::Ended { outcome, message: Some(message) } => write!(f, "{outcome}: {message}"),
            After::EndsEarly { outcome, pass: None, message } => write!(f, "it ends as {outcome}: {message}"),
            After::EndsEarly { outcome, pass: Some(pass), message } => {
                write!(f, "it ends as {outcome} in {pass}: {message}")
            }
            After::Unlike(authority, difference) => {
                f.write_str(&difference.told(&authority.to_string(), "this"))
            }
            After::Unexpected(deviation) => {
                write!(f, "{}; this differs from the reference semantics", deviation.told("this"))
            }
            After::Evaluated(deviation) => f.write_str(&deviation.told("this")),
            After::Folded { deviation, step, pass, behind } => {
                let what = if *behind { "what is behind step" } else { "step" };
                write!(f, "{}; {what} {step}, {pass}, comes to the same by folding", deviation.told("this"))
            }
            After::Broken(breach) => write!(f, "{breach}"),
            After::OtherIr => f.write_str("other IR when memory lies elsewhere"),
            After::EveryWay { ways, first } => {
                write!(f, "all {ways} ways down from there that were tried are wrong: {first}")
            }
        }
    }
}
