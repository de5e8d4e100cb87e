//! The facts about a path that a worker tells beside its events.

use super::wire::Frame;
use crate::observe::{BrokenRule, Checks, Failure, Outcome, Subject};

/// Facts about one path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathFacts {
    /// States that were written and read back.
    pub reread: u64,
    /// The steps that were judged by themselves.
    pub checks: Checks,
    /// The subject of the path's end, should its outcome be of that kind.
    pub about: Option<Subject>,
    /// The rule that the end breaks, where it is one.
    pub broken: Option<BrokenRule>,
}

impl PathFacts {
    /// Takes in a frame that tells such a fact, and gives back any other.
    pub(super) fn read(&mut self, frame: Frame) -> Option<Frame> {
        match frame {
            Frame::Reread => self.reread += 1,
            Frame::Checked(check) => self.checks.add(&check),
            Frame::About(subject) => self.about = Some(subject),
            Frame::Broken(broken) => self.broken = Some(*broken),
            other => return Some(other),
        }
        None
    }

    /// The failure of a path that ended so, with what is told of such an end.
    pub fn of_end(self, outcome: Outcome, failure: Failure) -> Failure {
        let about = self.about.filter(|subject| subject.is_of(outcome));
        let broken = self.broken.filter(|_| outcome.breaks_rules());
        Failure { about, broken, ..failure }
    }
}
