//! Write it down: findings as directories a compiler engineer can act on, and briefly on the terminal.

mod after;
mod asked_run;
mod authority;
mod before;
mod between;
mod commands;
#[cfg(feature = "cli")]
mod covered;
pub mod culprit;
mod deciding;
mod demonstration;
mod documents;
mod evidence;
mod expected;
mod irreducible;
pub mod issue;
pub mod json;
#[cfg(feature = "cli")]
pub mod page;
mod pass_end;
#[cfg(feature = "cli")]
mod plot;
#[cfg(feature = "cli")]
mod reducing;
pub mod remedy;
pub mod reproduce;
mod right;
mod sentences;
mod stock;
mod store;
mod terminal;
mod test_case;
mod title;
mod unexpected;
mod untold;
mod varying;

use crate::blame::Blamed;
use crate::case::Case;
use crate::examine::Clean;
use crate::execute::ExecutorKind;
use crate::judge::Verdict;
use crate::observe::{BrokenRule, PathReport};
use crate::program::Syntax;

pub use after::after;
pub use asked_run::{answers, asked_run, no_least};
pub use authority::authority;
pub use before::before;
pub use between::between;
#[cfg(feature = "cli")]
pub use covered::{Covered, Point};
pub use demonstration::{Demonstration, PROGRAM, REDUCED};
pub use documents::{AnswerOrError, Document, EndingDocument, EvalDocument, OfProgram, RunDocument};
pub use irreducible::irreducible;
pub use pass_end::pass_end;
#[cfg(feature = "cli")]
pub use reducing::Reducing;
#[cfg(feature = "cli")]
pub use reproduce::quote;
pub use stock::{Asking, FILE as ASKED};
pub use store::{KEPT_PER_KNOWN, KEPT_PER_SIGNATURE, KNOWN, Store, Stored, path_file};
pub use terminal::{Brief, shortened};
pub use unexpected::unexpected;
pub use untold::untold;

pub use crate::finding::Mlir;

/// Everything there is to say about a case that was judged.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The case with fixed paths, so that it replays whatever becomes of the decoder.
    pub case: &'a Case,
    /// The spelling of the program that was run.
    pub syntax: Syntax,
    /// The fuzzer's bytes, when it was decoded from any.
    pub input: Option<&'a [u8]>,
    /// The judgement.
    pub verdict: &'a Verdict,
    /// The facts, one report a path.
    pub reports: &'a [PathReport],
    /// Which MLIR it was.
    pub mlir: &'a Mlir,
    /// Which executor ran it.
    pub executor: ExecutorKind,
    /// The answer of stock programs in clean processes, where there are any.
    pub clean: Option<&'a Clean>,
    /// The rule that the source program breaks by itself, where it was asked.
    pub source_broken: Option<&'a BrokenRule>,
    /// The culprits, where somebody asked.
    pub blamed: Option<&'a Blamed>,
}
