//! The ways of finding the step to blame on a path: one list, asked in order.
//!
//! Each strategy is a file. It looks at what is known of a path so far, asks where that is something it can go on from, and writes down
//! what it concludes; the next ones go on from that. The order is one of trust: what the path says by itself, then what the machine shows that
//! runs every level, then what the reference semantics say of the IR, then what comes of running beginnings of the path. The last ones look at a culprit once more, and overturn it
//! where it only brings out what another step does wrong.

mod again;
mod bufferized;
mod converted;
mod dispensable;
mod ended;
mod evaluated;
mod folded;
mod itself;
mod left_out;
mod needless;
mod prefixes;
mod two_bugs;
mod unsteady;
mod witnessed;

use super::blamed::{BlamedPath, Culprit};
use super::prefix::Reference;
use super::runner::{Finishing, PathRunner};
use super::split::Split;
use crate::observe::{Outcome, PathReport};
use anyhow::Result;

pub use folded::folds;

/// A way of finding the step to blame. It leaves what is known as it is where it does not apply. An error is one of the executor.
pub type BlameStrategy = fn(&Suspect<'_>, &mut Evidence, &mut PathRunner<'_>) -> Result<()>;

/// Every strategy, in the order in which they are asked.
pub const STRATEGIES: &[BlameStrategy] = &[
    ended::ask,
    witnessed::ask,
    evaluated::ask,
    converted::ask,
    dispensable::ask,
    prefixes::ask,
    unsteady::ask,
    left_out::ask,
    again::ask,
    folded::ask,
    bufferized::ask,
    witnessed::ask_again,
    itself::ask,
    two_bugs::ask,
    needless::ask,
];

/// A path that shows a finding.
#[derive(Clone)]
pub struct Suspect<'a> {
    /// Index of the path.
    pub path: usize,
    /// Its steps.
    pub steps: Vec<String>,
    /// The fault it shows.
    pub shows: ShownFault<'a>,
}

/// The fault that a path shows.
#[derive(Clone, Copy)]
pub enum ShownFault<'a> {
    /// A pass ended it, as this report says.
    Ended(&'a PathReport),
    /// It comes to one state or another, depending on where memory lies.
    Unsteady,
    /// Its results are wrong.
    Wrong(Wrong<'a>),
}

/// Wrong results of a path, and the means to look into them.
#[derive(Clone, Copy)]
pub struct Wrong<'a> {
    /// The right results, and the ways to finish beginnings of the path.
    pub finishing: Finishing<'a>,
    /// The outcome of the path, where that alone convicts it.
    pub convicted: Option<Outcome>,
    /// The only operation of the program, where it is about one.
    pub operation: Option<&'a str>,
    /// So many prefixes are judged in one go.
    pub together: usize,
    /// True where prefixes behind the first wrong one are judged, too.
    pub all: bool,
    /// The number of times that the search may begin again on a path without a step that is not needed for it to be wrong.
    pub restarts: usize,
}

/// Everything that is known of a path so far.
#[derive(Default)]
pub struct Evidence {
    /// The answer, as far as there is one.
    pub found: BlamedPath,
    /// A bufferization that states convict, until the others have looked for what meets in it.
    pub set_aside: Option<Culprit>,
    /// The IR that the reference semantics cannot evaluate.
    pub unread: Option<Unread>,
    /// True where the whole path gave the expected results when it was run again.
    pub vanished: bool,
    /// The numbers of steps of the last good prefix and of the first wrong one.
    pub between: Option<(usize, usize)>,
    /// The step, counted from 1, that turns the one into the other.
    pub step: Option<usize>,
    /// The results of these two prefixes, run again.
    pub again: Option<Again>,
}

/// IR that the reference semantics cannot evaluate, while they find the expected results in the IR before it.
pub struct Unread {
    /// The index of the step that makes it.
    pub step: usize,
    /// The IR before it.
    pub before: String,
    /// The IR behind it; none where it cannot be shown.
    pub after: Option<String>,
}

/// The last good prefix and the first wrong one, run again in new processes.
pub struct Again {
    /// True where one of them came to something else.
    pub varies: bool,
    /// The last report of the wrong one.
    pub wrong: Option<PathReport>,
}

/// Asks every strategy of the list about a path.
///
/// # Errors
/// Nothing can be run any more.
pub fn follow(suspect: &Suspect<'_>, runner: &mut PathRunner<'_>) -> Result<BlamedPath> {
    asked(STRATEGIES, suspect, runner)
}

/// Asks these strategies, one after the other.
fn asked(
    strategies: &[BlameStrategy],
    suspect: &Suspect<'_>,
    runner: &mut PathRunner<'_>,
) -> Result<BlamedPath> {
    let mut evidence = Evidence::default();
    evidence.found.path = suspect.path;
    for ask in strategies {
        ask(suspect, &mut evidence, runner)?;
    }
    Ok(evidence.found)
}

impl<'a> Suspect<'a> {
    /// Its wrong results, where beginnings of it can be finished in a good way.
    fn finishable(&self) -> Option<Wrong<'a>> {
        self.wrong().filter(|wrong| !wrong.finishing.is_impossible())
    }

    /// Its wrong results, where no way down is known to be good.
    fn unfinishable(&self) -> Option<Wrong<'a>> {
        self.wrong().filter(|wrong| wrong.finishing.is_impossible())
    }

    fn wrong(&self) -> Option<Wrong<'a>> {
        match self.shows {
            ShownFault::Wrong(wrong) => Some(wrong),
            ShownFault::Ended(_) | ShownFault::Unsteady => None,
        }
    }

    /// The suspect with other steps.
    fn with(&self, steps: Vec<String>) -> Suspect<'a> {
        Suspect { steps, ..*self }
    }

    /// The path up to the culprit, and what finished it; where a prefix shows that.
    fn way(&self, found: &BlamedPath) -> Option<Split> {
        let culprit = found.culprit.as_ref()?;
        let prefix = found.prefixes.iter().find(|prefix| prefix.steps == culprit.step)?;
        Some(Split {
            before: self.steps[..culprit.step - 1].to_vec(),
            culprit: culprit.pipeline.clone(),
            after: prefix.path.given()[culprit.step..].to_vec(),
        })
    }
}

impl Wrong<'_> {
    fn reference(&self) -> &Reference {
        self.finishing.reference
    }
}

impl Evidence {
    /// Names this culprit.
    fn blame(&mut self, culprit: Culprit) {
        self.found.culprit = Some(culprit);
        self.found.reason = None;
    }

    /// The step that is wrong, where nobody is named yet.
    fn unnamed_step(&self) -> Option<usize> {
        self.step.filter(|_| self.found.culprit.is_none())
    }
}

#[cfg(test)]
#[path = "list_tests.rs"]
mod tests;
