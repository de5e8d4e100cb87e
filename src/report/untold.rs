//! The reason why nobody is blamed, in a sentence.

use crate::blame::Untold;
use std::fmt;

impl fmt::Display for Untold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untold::NothingWrong(verdict) => write!(f, "nothing is wrong here: {verdict}"),
            Untold::NoThirdOpinion => f.write_str(
                "the plain lowering of the program gives no results, so there is no third opinion on which path is wrong",
            ),
            Untold::EachAgrees(authority) => write!(
                f,
                "each path agrees with {authority} within the tolerance, and they differ from one another alone"
            ),
            Untold::NoSteps => f.write_str("the path ended before its first step"),
            Untold::NotReached { pass, message } => {
                write!(f, "the steps before {pass} cannot be run alone: {message}")
            }
            Untold::Steady => f.write_str("it comes to the same wherever memory lies"),
            Untold::NotShown { step, message } => {
                write!(f, "step {step} is to blame, and the IR before it cannot be shown: {message}")
            }
            Untold::OutOfTries => f.write_str("as much was tried as a campaign may"),
            Untold::Vanished => {
                f.write_str("the whole path gave the expected results when it was run again")
            }
            Untold::EndedOtherwise(after) => {
                write!(f, "the whole path ended in another way when it was run again: {after}")
            }
            Untold::Unsteady(authority) => {
                write!(f, "{authority} itself gives other results when it is run again")
            }
            Untold::OneOfUnread { first, passes } => write!(
                f,
                "the plain lowering of the program gives other results than the reference semantics too, so it is one of \
                 steps {first} to {} ({}): before these the semantics find the expected results in the IR, and then they \
                 cannot evaluate it any more",
                first + passes.len() - 1,
                passes.join(", ")
            ),
            Untold::OneOfUnfinished { first, passes, needless } => write!(
                f,
                "it is one of steps {first} to {} ({}): the IR between them cannot be finished, and leaving out one of \
                 them is good for {needless} of them",
                first + passes.len() - 1,
                passes.join(", ")
            ),
            Untold::RightAfterEach => {
                f.write_str("the reference semantics find the expected results in the IR after every step")
            }
            Untold::WithoutToo { pass, there } => {
                let (pass, there) = (pass.as_deref().unwrap_or("the step"), there.as_deref());
                write!(f, "it goes wrong behind {pass} and, finished in the same way, without it too; there ")?;
                there.map_or(Ok(()), |there| write!(f, "{there}"))
            }
            Untold::PlainlyWrong => f.write_str(
                "the plain lowering of the program gives other results than the reference semantics too",
            ),
        }
    }
}
