//! What evaluating a program comes to.

use super::program::Operation;
use super::{Definedness, Tensor};
use crate::observe::Expected;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::rc::Rc;

/// What a program comes to.
#[derive(Debug)]
pub struct Evaluation {
    /// One entry a print call, in order; what `main` returns where it prints nothing.
    pub printed: Vec<Printed>,
    /// What is to be said about its operations, in the order they were met.
    pub remarks: Vec<Remark>,
}

impl Evaluation {
    /// The same as plain data, for paths to be held against: one entry a print call.
    pub fn expected(&self) -> Vec<Expected> {
        let why = |place: usize| {
            let Remark { operation, location, reason, .. } = &self.remarks[place];
            format!("{operation} at {location}: {reason}")
        };
        self.printed.iter().map(|printed| printed.tensor.expected(printed.open.map(why))).collect()
    }

    /// All of it as plain data.
    pub fn told(self) -> Evaluated {
        let open = self.printed.iter().map(|printed| printed.open).collect();
        Evaluated { outputs: self.expected(), open, remarks: self.remarks }
    }
}

/// What evaluating a program came to, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluated {
    /// One entry a print call, in order; what `main` returns where it prints nothing.
    pub outputs: Vec<Expected>,
    /// For each of these the remark (by its place in the list) that leaves its values open, if one does.
    pub open: Vec<Option<usize>>,
    /// What is to be said about the operations, in the order they were met.
    pub remarks: Vec<Remark>,
}

/// What one print call shows.
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
    /// Where it stands.
    pub location: String,
    /// What kind of thing.
    pub kind: Definedness,
    /// Why.
    pub reason: Cow<'static, str>,
}

/// An operation that cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Where it stands: `line:column`, or the name of a function.
    pub location: String,
    /// What there is to say, beginning with the operation's name.
    pub message: String,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.location, self.message)
    }
}

impl std::error::Error for Stopped {}

/// One time that an operation ran.
#[derive(Clone, Debug)]
pub struct Step<'p> {
    /// The operation.
    pub operation: &'p Operation,
    /// What it took.
    pub operands: Vec<Rc<Tensor>>,
    /// What it made.
    pub results: Vec<Rc<Tensor>>,
}
