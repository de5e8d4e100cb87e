//! A program somebody wrote, as a case.

use super::{Argument, Call, Executor, Prepared, Undefined};
use crate::case::{Case, Source};
use crate::path::PathSpec;
use crate::program::Syntax;
use serde::{Deserialize, Serialize};

/// The reason why no results are expected of a program. No variant is a plain word, which would be read as text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Unexpected {
    /// A text, from a document of before there were fields.
    Told(String),
    /// The reference semantics tell none, and whoever asked them has these words for it.
    Said(String),
    /// The case was saved without results.
    SavedWithout {},
    /// One of more reasons than are told apart.
    Others {},
}

impl From<String> for Unexpected {
    fn from(text: String) -> Unexpected {
        Unexpected::Told(text)
    }
}

/// A program somebody wrote, as far as it can be compared.
#[derive(Clone, Debug)]
pub struct UserProgram {
    /// It, with the paths it is to be lowered along.
    pub case: Case,
    /// The reason why the reference semantics expect no results of it, where they do not.
    pub silent: Option<Unexpected>,
    /// True if it has a function to be run.
    pub runs: bool,
    /// The arguments that the function is called with.
    pub arguments: Vec<Argument>,
    /// The way in which it is undefined, with every argument that was tried.
    pub undefined: Option<Undefined>,
    /// True if an operation of it makes poison, with the arguments that it is called with.
    pub poison: bool,
}

/// A program somebody wrote, made ready for comparison along `paths`, called in this way.
///
/// # Errors
/// The program is not valid, or has no function that can be compared.
pub fn user_program(
    executor: &mut dyn Executor,
    program: &str,
    call: &Call,
    paths: Vec<PathSpec>,
) -> anyhow::Result<UserProgram> {
    let prepared = executor.prepare(program, call)?;
    let source = Source::verbatim(prepared.program.clone());
    let mut case = Case { source, printed: prepared.printed.clone(), paths, expected: None };
    // Both spellings are the same text.
    let silent = expect_results(executor, &mut case, Syntax::NEWEST);
    let Prepared { runs, arguments, undefined, poison, .. } = prepared;
    Ok(UserProgram { case, silent, runs, arguments, undefined, poison })
}

/// Puts into a case what the reference semantics expect of it, unless that is in it; why they expect nothing, where they do not.
pub fn expect_results(executor: &mut dyn Executor, case: &mut Case, syntax: Syntax) -> Option<Unexpected> {
    if case.expected.is_some() {
        return None;
    }
    match executor.expected(case.source.text(syntax)) {
        Ok(expected) => case.expected = Some(expected),
        Err(error) => {
            log::info!("no results are expected: {error:#}");
            return Some(Unexpected::Said(format!("{error:#}")));
        }
    }
    None
}
