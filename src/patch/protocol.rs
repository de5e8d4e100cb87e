//! Messages between the search and its workers: one JSON line a message.

use crate::case::Case;
use crate::explore::Target;
use crate::judge::Verdict;
use crate::observe::hexadecimal;
use crate::report::Mlir;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A case, and the target that says how it is judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildCase {
    /// The name of the target.
    target: String,
    /// The bytes of the case file, in hexadecimal.
    case: String,
}

impl BuildCase {
    /// A case of a target.
    pub fn new(target: Target, case: &Case) -> BuildCase {
        BuildCase { target: target.name().to_owned(), case: hexadecimal(&case.to_bytes()) }
    }

    /// The target and the case.
    ///
    /// # Errors
    /// They are none: another lowdiff sent them.
    pub fn open(&self) -> Result<(Target, Case)> {
        let target = Target::named(&self.target).context("a target was expected")?;
        let digit = |at: usize| self.case.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..self.case.len()).step_by(2).map(digit).collect();
        Ok((target, Case::from_bytes(&bytes.context("hexadecimal digits were expected")?)?))
    }
}

/// A line to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum BuildOrder {
    /// Make the input of this number, and run it.
    Make {
        /// The number.
        number: u64,
        /// The earlier inputs of its family that joined it.
        joined: Vec<u64>,
    },
    /// Run a case, in a new process where it has to be `alone` there.
    Run {
        /// The case.
        subject: BuildCase,
        /// True where no other case may have a part in it.
        alone: bool,
    },
    /// Take so many steps of the only path of a case, and make a case of the program that they lead to and the steps that are left.
    Rest {
        /// The case.
        subject: BuildCase,
        /// The number of steps.
        steps: usize,
    },
    /// Run a case once more, have stock programs confirm what it shows, and keep that in the folder of findings.
    Keep {
        /// The case.
        subject: BuildCase,
    },
}

/// A line from a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum BuildAnswer {
    /// It is set up.
    Ready {
        /// The MLIR that it runs.
        mlir: Mlir,
    },
    /// It cannot go on, for a reason that is the user's to mend.
    Unable {
        /// One sentence.
        error: String,
    },
    /// The number stands for no input.
    Nothing,
    /// A case was run.
    Ran(Box<BuildRun>),
    /// The rest of a case.
    Rest(BuildCase),
    /// The build does not take the module of the case.
    Rejected,
    /// The worker died.
    Lost,
    /// The case could not be run: lowdiff's own fault.
    Failed {
        /// One sentence.
        error: String,
    },
}

/// The results of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuildRun {
    /// The judgement.
    pub verdict: Verdict,
    /// Of an input that was made: the case, with the steps that were taken.
    pub subject: Option<BuildCase>,
    /// True of an input that joins its family.
    pub joins: bool,
    /// True where a step of it is one of the focus.
    pub focused: bool,
    /// The folder of the finding that was kept.
    pub kept: Option<PathBuf>,
    /// Steps that were taken.
    pub steps: u64,
    /// Steps that were told right or wrong by themselves.
    pub decided: u64,
}

impl BuildRun {
    /// The judgement, and the number of steps before it.
    pub fn judged(&self) -> (&Verdict, u64) {
        (&self.verdict, self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Source;
    use crate::path::PathSpec;

    #[test]
    fn a_subject_is_what_it_was() {
        let paths = vec![PathSpec::Fixed(vec!["builtin.module(cse)".into()])];
        let case =
            Case { source: Source::verbatim("module {}".into()), printed: vec![], expected: None, paths };
        let subject = BuildCase::new(Target::PassDiff, &case);
        assert_eq!(subject.open().expect("it is a case"), (Target::PassDiff, case));
        let broken = BuildCase { case: "0".into(), ..subject.clone() };
        assert!(broken.open().is_err());
        assert!(BuildCase { target: "nothing".into(), ..subject }.open().is_err());
    }
}
