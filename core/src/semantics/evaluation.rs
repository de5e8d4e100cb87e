//! The results of evaluating a program.

use super::program::TreeOperation;
use super::{Definedness, Tensor};
use crate::observe::{Expected, Unprescribed};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::rc::Rc;

/// The results of a program, and the remarks about it.
#[derive(Debug)]
pub struct Evaluation {
    /// One entry a print call, in order; what `main` returns where it prints nothing.
    pub printed: Vec<Printed>,
    /// The remarks about its operations, in the order they were met.
    pub remarks: Vec<Remark>,
}

impl Evaluation {
    /// The results as plain data, for paths to be held against: one entry a print call.
    pub fn expected(&self) -> Vec<Expected> {
        let why = |place: usize| self.remarks[place].unprescribed();
        self.printed.iter().map(|printed| printed.tensor.expected(printed.open.map(why))).collect()
    }

    /// All of it as plain data.
    pub fn told(self) -> Evaluated {
        let open = self.printed.iter().map(|printed| printed.open).collect();
        Evaluated { outputs: self.expected(), open, remarks: self.remarks }
    }
}

/// An evaluation as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluated {
    /// One entry a print call, in order; what `main` returns where it prints nothing.
    pub outputs: Vec<Expected>,
    /// For each of these the remark (by its place in the list) that leaves its values open, if one does.
    pub open: Vec<Option<usize>>,
    /// The remarks about the operations, in the order they were met.
    pub remarks: Vec<Remark>,
}

/// The values that one print call shows.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The tensor handed over.
    pub tensor: Rc<Tensor>,
    /// The remark (by its place in the list) that leaves its values open, if one does.
    pub open: Option<usize>,
}

/// Something to be said about one operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The operation's name.
    pub operation: String,
    /// Its location.
    pub location: String,
    /// The kind of remark.
    pub kind: Definedness,
    /// The rule by which that is so, by its identifier.
    pub rule: Cow<'static, str>,
}

impl Remark {
    /// The remark as the reason why nothing is prescribed.
    pub fn unprescribed(&self) -> Unprescribed {
        let Remark { operation, location, rule, .. } = self.clone();
        Unprescribed { rule: rule.into_owned(), operation, location }
    }
}

/// An operation that cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotEvaluated {
    /// Its location: `line:column`, or the name of a function.
    pub location: String,
    /// The reason, as a sentence that begins with the operation's name.
    pub message: String,
}

impl std::fmt::Display for NotEvaluated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.location, self.message)
    }
}

impl std::error::Error for NotEvaluated {}

/// One time that an operation ran.
#[derive(Clone, Debug)]
pub struct EvaluatedStep<'p> {
    /// The operation.
    pub operation: &'p TreeOperation,
    /// The values that it took.
    pub operands: Vec<Rc<Tensor>>,
    /// The values that it made.
    pub results: Vec<Rc<Tensor>>,
}
