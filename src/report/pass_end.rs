//! The end of a path in a pass, in words.

use crate::observe::Outcome;
use crate::reduce::PassEnd;
use crate::words;

/// The words for the end of a path in a pass.
pub fn pass_end(end: &PassEnd) -> String {
    match end {
        PassEnd::Said(said) => said.clone(),
        PassEnd::Fell { functions, places } => [&functions[..], places].concat().join(" "),
        PassEnd::Caused { cause } => words::cause(cause),
        PassEnd::Seen { outcome: Outcome::Timeout, .. } => "the pass did not end in time".to_owned(),
        PassEnd::Seen { outcome: Outcome::OutOfMemory, .. } => "the pass took too much memory".to_owned(),
        PassEnd::Seen { about: Some(form), .. } => words::read_otherwise(*form),
        PassEnd::Seen { outcome, rule, operation, .. } => {
            let facts = [rule, operation].into_iter().flatten();
            facts.fold(outcome.to_string(), |said, fact| format!("{said}, {fact}"))
        }
    }
}
