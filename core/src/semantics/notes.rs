//! Remarks about an evaluation beside its values.

use crate::observe::Rule;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// The reason why a result is not simply the one TOSA prescribes.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Definedness {
    /// TOSA leaves it open, and every lowering of MLIR gives the value that is given here.
    OutsideSpecification,
    /// The operation jumps within the bound of an operand; the value given is the one on the best guess's side.
    Undecided,
    /// No value at all is prescribed: poison in MLIR, unpredictable in TOSA. The value given stands for nothing.
    Undefined,
}

/// One thing to be said about one operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The kind of remark.
    pub kind: Definedness,
    /// The rule by which that is so, which names the operation and nothing else.
    pub rule: Rule,
}

/// The notes that were made while one operation was evaluated: each rule once, however many elements it concerns.
#[derive(Debug, Default)]
pub struct Notes {
    said: Vec<Note>,
}

impl Notes {
    #[cold]
    fn add(&mut self, kind: Definedness, rule: Rule) {
        let note = Note { kind, rule };
        if !self.said.contains(&note) {
            self.said.push(note);
        }
    }

    /// Notes that TOSA leaves the result open and MLIR does not.
    #[cold]
    pub fn outside(&mut self, rule: Rule) {
        self.add(Definedness::OutsideSpecification, rule);
    }

    /// Notes that the operand is too close to a jump.
    #[cold]
    pub fn undecided(&mut self, rule: Rule) {
        self.add(Definedness::Undecided, rule);
    }

    /// Notes that there is no result.
    #[cold]
    pub fn undefined(&mut self, rule: Rule) {
        self.add(Definedness::Undefined, rule);
    }

    /// The notes that were made since they were last taken.
    pub fn take(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.said)
    }

    /// True if nothing was noted.
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }
}

/// The reason why an operation is not evaluated: these semantics do not know it in this form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unevaluated {
    /// The thing that it wants or does not know, as the end of a sentence that begins with the operation's name.
    pub message: String,
    /// The rule that the values break, and those of them that it names behind the operation: with these the program is
    /// undefined, whoever knows the operation.
    pub misfit: Option<(Rule, Vec<String>)>,
}

impl Unevaluated {
    /// For this reason.
    pub fn new(message: impl Into<String>) -> Unevaluated {
        Unevaluated { message: message.into(), misfit: None }
    }

    /// Values do not go together by this rule, which names the operation and then these.
    pub fn misfit(rule: Rule, values: &[&dyn Display]) -> Unevaluated {
        let values = Rule::texts(values);
        let message = Rule { says: rule.predicate(), ..rule }.worded(&values);
        Unevaluated { message, misfit: Some((rule, values)) }
    }
}

impl Display for Unevaluated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Unevaluated {}
