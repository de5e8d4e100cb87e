//! The ways in which a run ends before its time.

use super::lane::Taint;
pub use crate::observe::Rule;
use crate::observe::{Cause, Lack};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The reason why a run does not go on.
#[derive(Debug)]
pub struct Stop(pub Box<StopReason>);

/// Why, and where.
#[derive(Debug)]
pub struct StopReason {
    /// The kind it counts as.
    pub kind: StopKind,
    /// The reason.
    pub cause: Cause,
    /// Number of the operation that made the value undefined, where another one met it.
    pub origin: Option<u32>,
    /// True of an assertion that does not hold: in a task it ends the task alone.
    pub asserts: bool,
}

/// The ends of runs that break a rule. Each has the values that the rule's sentence names.
pub trait Breaking: Copy {
    /// The end of a run of this kind.
    fn ends(self, kind: StopKind, values: &[&dyn Display]) -> Stop;

    /// The end of a run whose behaviour is undefined by this rule.
    fn undefined(self, values: &[&dyn Display]) -> Stop {
        self.ends(StopKind::Undefined, values)
    }

    /// The end of a run that hangs on what this rule leaves to MLIR.
    fn open(self, values: &[&dyn Display]) -> Stop {
        self.ends(StopKind::Open, values)
    }

    /// The end of a run that uses memory which is not the program's to use, as compiled code may notice too.
    fn misuse(self, values: &[&dyn Display]) -> Stop {
        self.ends(StopKind::Memory, values)
    }

    /// The end of a run by a division, or its remainder, that has no result.
    fn divided(self, values: &[&dyn Display]) -> Stop {
        self.ends(StopKind::Division, values)
    }
}

impl Breaking for Rule {
    fn ends(self, kind: StopKind, values: &[&dyn Display]) -> Stop {
        assert_eq!(self.says.matches("{}").count(), values.len(), "{self:?}");
        Stop::new(kind, Cause::Rule { rule: self.id.to_owned(), values: Rule::texts(values) })
    }
}

/// The kind of an early end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopKind {
    /// The program's behaviour is undefined from here on.
    Undefined,
    /// As [`StopKind::Undefined`], by a division or its remainder that has no result.
    Division,
    /// Memory is used that is not the program's to use.
    Memory,
    /// The program gave up by itself.
    Fault,
    /// The program needs something the interpreter does not have.
    Unsupported,
    /// The program takes more steps than it may.
    TooLong,
    /// The next step hangs on a value that the documentation leaves to MLIR.
    Open,
}

impl Stop {
    fn new(kind: StopKind, cause: Cause) -> Stop {
        Stop(Box::new(StopReason { kind, cause, origin: None, asserts: false }))
    }

    /// The interpreter cannot go on for want of this; the program may be as good as ever.
    #[cold]
    pub fn lacks(lack: Lack) -> Stop {
        Stop::new(StopKind::Unsupported, Cause::Lacks(Box::new(lack)))
    }

    /// The program takes more steps than it may; compiled it may be quick enough.
    pub fn too_long() -> Stop {
        Stop::new(StopKind::TooLong, Cause::TooManySteps {})
    }

    /// The program gave up by itself.
    pub fn fault(cause: Cause) -> Stop {
        Stop::new(StopKind::Fault, cause)
    }

    /// An assertion of the program does not hold.
    pub fn assertion(cause: Cause) -> Stop {
        let mut stop = Stop::fault(cause);
        stop.0.asserts = true;
        stop
    }

    /// Names the operation that a taint comes from.
    pub fn from(mut self, taint: Taint) -> Stop {
        self.0.origin = Some(taint.operation());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_has_the_rule_and_its_values() {
        const RULE: Rule = Rule { id: "there", says: "{} at {} is not there" };
        let Stop(reason) = RULE.undefined(&[&"an element", &format_args!("{:?}", [1, 2])]);
        let broken = reason.cause.broken().expect("a rule is broken");
        assert_eq!(
            (broken.rule.as_str(), broken.values),
            ("there", vec!["an element".into(), "[1, 2]".into()])
        );
    }
}
