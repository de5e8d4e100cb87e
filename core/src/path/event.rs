//! The events of a program's way down. Each is told the moment it happens, so that a compiler that dies of a step loses nothing
//! of what came before it.

use super::construct::End;
use super::graph::Key;
use super::operations::Operations;
use crate::observe::{Cause, Effort, Failure, Outcome, StepRefusal};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::rc::Rc;

/// An event on the way down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A path begins at this state.
    Begin {
        /// Its hash.
        state: Key,
        /// The operations in it.
        operations: Operations,
    },
    /// The steps that follow are drawn; those before were given.
    Drawing,
    /// A step begins.
    Step {
        /// The step, in the form that [`super::pipeline::split`] gives.
        step: String,
        /// Turns of construction up to here, the one at hand included; 0 where steps are given.
        turns: u32,
    },
    /// The step led to this state.
    To {
        /// Its hash.
        state: Key,
        /// The operations in it; none where they have been told.
        operations: Option<Operations>,
        /// True if a module of it stays, so that other paths can branch from it.
        stays: bool,
    },
    /// The step, or one that is run again, leads nowhere.
    Failed(StepError),
    /// The path goes back to the state of this number, among those it came to.
    Back(usize),
    /// A step is run again, to get to where the path is.
    Again(String),
    /// The steps run again led to this state, which stays.
    Remade {
        /// Its hash: that of the state the path was at, unless the compiler does it otherwise this time.
        state: Key,
        /// The operations in it; none where they have been told.
        operations: Option<Operations>,
    },
    /// The effort of construction up to now.
    Effort(Effort),
    /// The path has come to its end.
    Over(End),
}

/// The reason why a step leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepError {
    /// The pass reported failure, for this reason.
    Declined(Box<Failure>),
    /// This MLIR does not have the pass, does not take its options, or does not run it under its anchor; nothing was run.
    Refused(StepRefusal),
    /// The pass left more operations than this limit.
    Grew(u64),
    /// The pass left what no path can go on with, for this reason.
    Broken(Outcome, Box<Failure>),
}

impl StepError {
    /// A pass that reported failure, in these words of MLIR.
    pub fn declined(words: &str) -> StepError {
        StepError::Declined(Box::new(Failure::said(words.to_owned())))
    }

    /// True if a path that draws its steps goes on without this one.
    pub fn is_passed_by(&self) -> bool {
        !matches!(self, StepError::Broken(..))
    }

    /// The outcome of a path that ends with such a step, and the reason.
    pub fn ending(self) -> (Outcome, Failure) {
        match self {
            StepError::Declined(failure) => (Outcome::Declined, *failure),
            StepError::Refused(refusal) => {
                (Outcome::Declined, Failure::of(Cause::Refused(Box::new(refusal))))
            }
            StepError::Grew(most) => (Outcome::Incomplete, Failure::of(Cause::Grew(most))),
            StepError::Broken(outcome, failure) => (outcome, *failure),
        }
    }
}

/// The states that a path comes to and the steps it takes, by number, as its events tell them.
#[derive(Debug, Default)]
pub struct StateTrack {
    states: Vec<Visit>,
    /// Steps begun, those that failed included.
    begun: usize,
}

/// A state that a path came to.
#[derive(Clone, Copy, Debug)]
struct Visit {
    state: Key,
    /// Steps begun before the one that led there.
    before: usize,
}

impl StateTrack {
    /// Follows an event.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Begin { state, .. } => {
                *self = StateTrack { states: vec![Visit { state: *state, before: 0 }], begun: 0 };
            }
            Event::Step { .. } => self.begun += 1,
            Event::To { state, .. } => {
                self.states.push(Visit { state: *state, before: self.begun.saturating_sub(1) });
            }
            Event::Remade { state, .. } => self.states.push(Visit { state: *state, before: self.begun }),
            Event::Back(mark) => {
                if let Some(left) = self.states.get(mark + 1) {
                    self.begun = left.before;
                }
                self.states.truncate(mark + 1);
            }
            Event::Drawing | Event::Failed(_) | Event::Again(_) | Event::Effort(_) | Event::Over(_) => {}
        }
    }

    /// The number of steps that the path has begun; those it went back from do not count.
    pub fn begun(&self) -> usize {
        self.begun
    }

    /// The state that the path is at; none before it begins.
    pub fn here(&self) -> Option<Key> {
        self.states.last().map(|visit| visit.state)
    }
}

/// The events of a path, as a reader takes them in: where the path is, and the operations that are there.
#[derive(Debug, Default)]
pub struct PathReading {
    track: StateTrack,
    /// The operations of the states that were told.
    told: HashMap<Key, Rc<Operations>>,
}

impl PathReading {
    /// Takes in an event.
    pub fn follow(&mut self, event: &Event) {
        self.track.follow(event);
        match event {
            Event::Begin { state, operations } => {
                self.told = [(*state, Rc::new(operations.clone()))].into();
            }
            Event::To { state, operations: Some(told), .. }
            | Event::Remade { state, operations: Some(told) } => {
                self.told.insert(*state, Rc::new(told.clone()));
            }
            _ => {}
        }
    }

    /// The number of steps that the path has begun; those it went back from do not count.
    pub fn begun(&self) -> usize {
        self.track.begun()
    }

    /// The state that the path is at; none before it begins.
    pub fn here(&self) -> Option<Key> {
        self.track.here()
    }

    /// The operations of the state that the path is at; none before it begins, and of a state that was not told.
    pub fn operations(&self) -> Option<Rc<Operations>> {
        self.told.get(&self.here()?).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_that_goes_back_keeps_the_steps_that_failed_before() {
        let key = |n: u8| [n; 32];
        let step = || Event::Step { step: String::new(), turns: 0 };
        let to = |n| Event::To { state: key(n), operations: None, stays: false };
        let failed = || Event::Failed(StepError::declined(""));
        let mut track = StateTrack::default();
        let mut follow = |events: &[Event]| {
            events.iter().for_each(|event| track.follow(event));
            (track.begun(), track.here())
        };
        let begin = Event::Begin { state: key(0), operations: Operations::new() };
        assert_eq!(follow(&[begin, step(), to(1), step(), failed()]), (2, Some(key(1))));
        let remade = Event::Remade { state: key(1), operations: None };
        assert_eq!(follow(&[remade, step(), to(2), step(), to(3)]), (4, Some(key(3))));
        assert_eq!(follow(&[Event::Back(2)]), (2, Some(key(1))), "two steps are undone");
        assert_eq!(follow(&[Event::Back(2)]), (2, Some(key(1))), "nothing is");
        assert_eq!(follow(&[Event::Back(1)]), (2, Some(key(1))), "the step that failed was taken there");
        assert_eq!(follow(&[Event::Back(0)]), (0, Some(key(0))));
    }
}
