//! The fact that a verdict rests on, as data: [`crate::words`] has the sentence for each.

use super::{Deviation, Difference, Verdict};
use crate::observe::{
    Cause, Element, Lack, Outcome, PathLetter, Unprescribed, Why, fact_or_maybe_text, fact_or_text,
    maybe_fact_or_text,
};
use serde::{Deserialize, Serialize};

/// The number of runs that show something, of all that were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Runs {
    /// Those that show it.
    pub shown: usize,
    /// All of them.
    pub all: usize,
}

/// Runs in which nearly everything is to show that shows in some of them: beyond them it is too seldom to look for.
const MOST_TRIES: usize = 24;

impl Runs {
    /// The number of runs of which one shows it nineteen times in twenty.
    pub fn tries(self) -> usize {
        (3 * self.all).div_ceil(self.shown.max(1)).min(MOST_TRIES)
    }
}

/// The first line in which two texts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineDifference {
    /// Its number, counted from 1.
    pub line: usize,
    /// The line in each text, without the space around it; empty behind the end of one.
    pub texts: [String; 2],
}

impl LineDifference {
    /// That of two texts; none where they are equal.
    pub fn first(one: &str, other: &str) -> Option<LineDifference> {
        let (mut ones, mut others) = (one.lines(), other.lines());
        for line in 1.. {
            match (ones.next(), others.next()) {
                (None, None) => return None,
                (a, b) if a == b => {}
                (a, b) => {
                    let texts = [a, b].map(|text| text.unwrap_or_default().trim().to_owned());
                    return Some(LineDifference { line, texts });
                }
            }
        }
        None
    }
}

/// The fact that a verdict rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Detail {
    /// A sentence, from a document that has no facts.
    Told(String),
    /// The results are equal.
    Equal,
    /// The results are equal but for what lowerings may change.
    NearlyEqual,
    /// Nothing went wrong, and the program prints nothing.
    Silent,
    /// Steps were judged, and hold.
    Held {
        /// The number of steps that could be judged.
        decided: u64,
        /// The number of steps whose states were run.
        run: u64,
    },
    /// No step changed anything.
    Unchanged,
    /// No step could be judged.
    NoStepJudged {
        /// The first thing that the machine does not have, where that is why.
        #[serde(default, deserialize_with = "maybe_fact_or_text")]
        unsupported: Option<Lack>,
    },
    /// A path ended early.
    Ended(PathEnd),
    /// A path did not end within the limits, and no other path did.
    NoneEnds(PathEnd),
    /// There are no two results to compare.
    NothingToCompare,
    /// The results of two paths differ.
    Differ {
        /// The paths.
        paths: [PathLetter; 2],
        /// The difference.
        difference: Box<Difference>,
    },
    /// The results of a path are not as expected.
    Unexpected {
        /// The path.
        path: PathLetter,
        /// The difference.
        deviation: Box<Deviation>,
        /// The results of the other paths, where these count.
        others: Option<Others>,
    },
    /// One lowered program showed this in one run and not in another.
    Twice {
        /// The thing that ran twice.
        same: Same,
        /// The difference.
        seen: Box<Detail>,
    },
    /// Nothing is prescribed, and so this is no finding.
    Open {
        /// The reason of the first output.
        #[serde(deserialize_with = "fact_or_text")]
        why: Unprescribed,
        /// The fact.
        seen: Box<Detail>,
    },
    /// Nothing is prescribed where two paths differ.
    OpenWhereTheyDiffer {
        /// The reason, where it is another than a float that is not known.
        #[serde(default, deserialize_with = "maybe_fact_or_text")]
        why: Option<Unprescribed>,
        /// The paths.
        paths: [PathLetter; 2],
        /// The difference.
        difference: Box<Difference>,
    },
    /// Nothing is prescribed for any output.
    OpenEverywhere {
        /// The reason, where it is another than a float that is not known.
        #[serde(default, deserialize_with = "maybe_fact_or_text")]
        why: Option<Unprescribed>,
    },
    /// A path shows something else where fresh memory holds other bytes.
    Refilled {
        /// The path.
        path: PathLetter,
        /// The result with the other bytes.
        shows: Refilled,
    },
    /// A step leaves other IR when memory lies elsewhere.
    OtherHeap {
        /// The path.
        path: PathLetter,
        /// The number of the step, counted from 1.
        step: usize,
        /// The step.
        pipeline: String,
        /// The number of heaps in which the path comes to something else than in most; none in a document of before version 6.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        runs: Option<Runs>,
        /// The first line that is another one, where both modules could be had.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lines: Option<LineDifference>,
    },
    /// A module shows something else when it is compiled than the interpreter does.
    Compiled {
        /// The path that ends in the module.
        path: PathLetter,
        /// The result of compiled code.
        shows: Compiled,
    },
    /// A second run showed another finding.
    Another {
        /// The fact of the first run.
        first: Box<Detail>,
        /// The signature of the second run.
        second: String,
    },
    /// It was a finding at first, and is not held to be one.
    Unseen {
        /// The reason.
        why: Unseen,
        /// The verdict at first.
        first: Box<Verdict>,
    },
    /// It would be a finding elsewhere.
    Excused {
        /// The reason why it is none here.
        why: Excuse,
        /// The verdict.
        verdict: Box<Verdict>,
    },
    /// The paths from the source do not show what the graph of states shows.
    OffGraph {
        /// The verdict on the paths.
        verdict: Box<Verdict>,
        /// The verdict on the graph.
        seen: Box<Verdict>,
    },
    /// Stock programs do not look for this, and show nothing.
    Unwatched(Box<Detail>),
    /// Stock programs show another finding, which says less.
    StockGave {
        /// The fact that lowdiff showed.
        first: Box<Detail>,
        /// The signature of the finding of stock programs.
        stock: String,
    },
    /// Stock programs show this, and lowdiff something else.
    StockShow {
        /// The fact that stock programs show.
        shown: Box<Detail>,
        /// The verdict on what lowdiff showed.
        first: Box<Verdict>,
    },
    /// An MLIR cannot run it.
    CannotRun {
        /// The chain of the error that says so, in one line: the words of whoever failed, which nothing reads.
        #[serde(alias = "message")]
        said: String,
    },
    /// The passes that ended a path elsewhere do their work.
    PassesWork,
    /// The program is undefined with every argument that was tried.
    NeverDefined {
        /// The way in which it is with the last of them.
        #[serde(deserialize_with = "fact_or_maybe_text")]
        why: Cause,
    },
    /// The documentation leaves open what the program does with every argument that was tried.
    NeverTold {
        /// The reason with the last of them.
        why: Cause,
    },
    /// The program is undefined, and nothing of its call is open.
    UndefinedProgram {
        /// The way in which it is.
        why: Cause,
    },
}

impl Detail {
    /// The fact that one run of a lowered program showed and another did not.
    pub fn seen_once(&self) -> Option<&Detail> {
        match self {
            Detail::Twice { seen, .. } => Some(seen),
            _ => None,
        }
    }
}

impl Default for Detail {
    /// That nothing is told.
    fn default() -> Detail {
        Detail::Told(String::new())
    }
}

/// The early end of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathEnd {
    /// The path.
    pub path: PathLetter,
    /// The outcome.
    pub outcome: Outcome,
    /// The pass that was running, where one was.
    pub pass: Option<String>,
    /// The signal, where one ended it.
    pub signal: Option<i32>,
    /// The reason. Older documents have its sentence, as `message`.
    #[serde(alias = "message", deserialize_with = "fact_or_maybe_text")]
    pub why: Why,
}

/// The results of other paths beside a wrong one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Others {
    /// There are none.
    Absent,
    /// These are right.
    Right(Vec<PathLetter>),
    /// They are wrong, and agree.
    WrongAlike,
    /// They are wrong, and differ.
    WrongOtherwise,
    /// Some are wrong and some are right.
    Mixed {
        /// All paths that are wrong.
        wrong: Vec<PathLetter>,
        /// Those that are right.
        right: Vec<PathLetter>,
    },
}

/// A thing that ran twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Same {
    /// One path.
    Path,
    /// One lowered module, at the end of two paths.
    Module,
}

/// The result of a path where fresh memory holds other bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Refilled {
    /// It ends early.
    Ended(Outcome),
    /// It gives other results.
    Results(Box<Difference>),
}

/// The result of compiled code, beside the interpreter's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Compiled {
    /// It ends early.
    Ended(Outcome),
    /// Another number of outputs.
    Outputs {
        /// The number that compiled code shows.
        compiled: usize,
        /// The number that the interpreter shows.
        interpreted: usize,
    },
    /// Other extents of an output.
    Extents {
        /// The output's number.
        output: usize,
        /// The extents that compiled code shows.
        compiled: Vec<u64>,
        /// The extents that the interpreter shows.
        interpreted: Vec<u64>,
    },
    /// Other bits of an element.
    Bits {
        /// The output's number.
        output: usize,
        /// The element's type.
        element: Element,
        /// The element's number.
        at: usize,
        /// The bits that compiled code shows, in hexadecimal.
        compiled: String,
        /// The bits that the interpreter shows, in hexadecimal.
        interpreted: String,
    },
}

/// The reason why a finding is not held to be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Unseen {
    /// The repeat could not be run.
    NotRun {
        /// The chain of the error that says so, in one line: the words of whoever failed, which nothing reads.
        #[serde(alias = "message")]
        said: String,
    },
    /// A new process does not show it.
    NotAgain {
        /// The times as long that it had, where it had more time.
        times: Option<u32>,
        /// The verdict on the new process, where there is one.
        second: Option<Box<Verdict>>,
    },
    /// Stock programs do not show it.
    Denied(Box<Verdict>),
    /// Stock programs denied the last one of its signature, and were not asked.
    Unasked,
    /// No machine runs the states again.
    NoMachine,
    /// The arguments that show it cannot be put into the program.
    Arguments(Misfit),
    /// One of several steps is wrong, and states between them cannot be run.
    StatesBetween,
}

/// The reason why arguments cannot be put into a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Misfit {
    /// The program cannot be read.
    Unread {
        /// The words of the reader, which nothing reads.
        #[serde(alias = "message")]
        said: String,
    },
    /// The program takes none.
    NoArguments,
    /// They do not fit.
    Values,
}

/// The reason why something is no finding here that is one elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Excuse {
    /// No table knows when the pass may be taken.
    UnknownPass,
    /// The program faults when it is lowered plainly, too.
    FaultsPlainly,
    /// The program makes poison, and a check in its lowered code ends it.
    MakesPoison,
}

/// A fact among the keys of a document, `#[serde(flatten, with = "fact")]`: it stands in `fact`. Documents for people have its sentence
/// in `detail` besides, which `words::document` adds.
pub mod fact {
    use super::Detail;
    use serde::de::{DeserializeOwned, Error};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// The keys.
    #[derive(Serialize, Deserialize, schemars::JsonSchema)]
    pub struct Keys {
        /// A sentence or two for a person.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text")]
        #[schemars(with = "String")]
        detail: Option<String>,
        /// The fact that these words tell; absent where the words are all there is.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "own")]
        fact: Option<Detail>,
    }

    /// Writes the fact, or the sentence where there is no fact.
    ///
    /// # Errors
    /// The serializer's.
    pub fn serialize<S: Serializer>(fact: &Detail, serializer: S) -> Result<S::Ok, S::Error> {
        let (detail, fact) = match fact {
            Detail::Told(sentence) => (Some(sentence.clone()), None),
            fact => (None, Some(fact.clone())),
        };
        Keys { detail, fact }.serialize(serializer)
    }

    /// Reads the fact, or the sentence where there is no fact.
    ///
    /// # Errors
    /// One of the keys has another type.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Detail, D::Error> {
        let Keys { detail, fact } = Keys::deserialize(deserializer)?;
        Ok(fact.unwrap_or_else(|| Detail::Told(detail.unwrap_or_default())))
    }

    fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
        located("detail", deserializer).map(Some)
    }

    fn own<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Detail>, D::Error> {
        located("fact", deserializer)
    }

    /// The value of a key, or an error with its name: among the keys of another type serde forgets the place of an error.
    fn located<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        key: &str,
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer).map_err(|error| D::Error::custom(format_args!("`{key}`: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_without_a_fact_has_its_words() {
        let old = json!({ "verdict": "mismatch", "detail": "they differ" });
        let verdict: Verdict = serde_json::from_value(old).expect("it was one");
        assert_eq!(verdict.detail, Detail::Told("they differ".into()));
        assert_eq!(json!(verdict).get("fact"), None);
        let odd = json!({ "verdict": "mismatch", "fact": { "held": { "run": 1 } } });
        let said = serde_json::from_value::<Verdict>(odd).expect_err("a number is missing").to_string();
        assert_eq!(said, "`fact`: missing field `decided`");
    }
}
