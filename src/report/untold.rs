//! The reason why nobody is blamed, in a sentence.

use super::{after, authority};
use crate::blame::Untold;
use crate::judge::VerdictKind;
use crate::words;

/// The reason why nobody is blamed.
pub fn untold(untold: &Untold) -> String {
    match untold {
            Untold::NothingWrong(verdict) if verdict.kind == VerdictKind::Incomparable => {
                format!("there is no finding here: {}", words::verdict(verdict))
            }
            Untold::NothingWrong(verdict) => format!("nothing is wrong here: {}", words::verdict(verdict)),
            Untold::NoThirdOpinion => "the plain lowering of the program gives no results, so there is no third opinion on which path is wrong".to_owned(),
            Untold::EachAgrees(whose) => format!(
                "each path agrees with {} within the tolerance, and they differ from one another alone",
                authority(*whose)
            ),
            Untold::NoSteps => "the path ended before its first step".to_owned(),
            Untold::NotReached { pass, said } => {
                format!("the steps before {pass} cannot be run alone: {said}")
            }
            Untold::Steady => "it comes to the same wherever memory lies".to_owned(),
            Untold::NotShown { step, said } => {
                format!("step {step} is to blame, and the IR before it cannot be shown: {said}")
            }
            Untold::OutOfTries => "as much was tried as a campaign may".to_owned(),
            Untold::Vanished => {
                "the whole path gave the expected results when it was run again".to_owned()
            }
            Untold::EndedOtherwise(other) => {
                format!("the whole path ended in another way when it was run again: {}", after(other))
            }
            Untold::Unsteady(whose) => {
                format!("{} itself gives other results when it is run again", authority(*whose))
            }
            Untold::OneOfUnread { first, passes } => format!(
                "the plain lowering of the program gives other results than the reference semantics too, so it is one of \
                 steps {first} to {} ({}): before these the semantics find the expected results in the IR, and then they \
                 cannot evaluate it any more",
                first + passes.len() - 1,
                passes.join(", ")
            ),
            Untold::OneOfUnfinished { first, passes, needless } => format!(
                "it is one of steps {first} to {} ({}): the IR between them cannot be finished, and leaving out one of \
                 them is good for {needless} of them",
                first + passes.len() - 1,
                passes.join(", ")
            ),
            Untold::RightAfterEach => {
                "the reference semantics find the expected results in the IR after every step".to_owned()
            }
            Untold::WithoutToo { pass, there } => {
                let (pass, there) = (pass.as_deref().unwrap_or("the step"), there.as_deref());
                let there = there.map(self::untold).unwrap_or_default();
                format!("it goes wrong behind {pass} and, finished in the same way, without it too; there {there}")
            }
            Untold::PlainlyWrong => "the plain lowering of the program gives other results than the reference semantics too".to_owned(),
        }
}
