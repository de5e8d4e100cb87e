//! The call of a program: which function is entered, and with which arguments.

mod argument;
mod defined;
mod direct;
mod literal;
mod part;

pub use argument::{Argument, ArgumentLayout, by};
pub(super) use defined::{CallWorth, Choice, MOST_STEPS, TriedCall, defined};
pub(super) use direct::arguments;
pub use literal::Literal;
pub(super) use literal::{held, spelt};
pub(super) use part::ValuePart;

use super::{Ending, Inputs, Interpreted};
use crate::judge::Detail;
use crate::observe::Cause;
use crate::words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The function of a program that is called, and the arguments it is called with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Its name; without one `main`, else the only public function.
    pub entry: Option<String>,
    /// The places that its arguments come from.
    pub inputs: Inputs,
    /// The seed that those are drawn from that are not given.
    pub seed: u64,
    /// The arguments that are given, by position from 0.
    pub given: BTreeMap<usize, UserArgument>,
    /// True where lowdiff's `main` returns what the function does and prints nothing of it, so that its types may be any.
    pub hands_on: bool,
}

/// An argument as far as it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserArgument {
    /// Its extents.
    pub extents: Option<Vec<u64>>,
    /// Its value; a number stands for each element.
    pub value: Option<Literal>,
}

/// A program that nothing can be said of, since it is undefined with every argument that was tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{}", words::detail(&self.detail()))]
pub struct Undefined {
    /// The way in which it is, with the last of them.
    pub why: Cause,
    /// True where other arguments could be tried: some were drawn.
    pub drawn: bool,
    /// True where the documentation leaves open what it does.
    pub open: bool,
    /// The place in the program's text of the operation at which it is, in line and column, where that is known.
    pub place: Option<String>,
    /// The last arguments that were tried, where a command tells them.
    pub arguments: Vec<Argument>,
}

impl Undefined {
    /// The name of the program's file, with the place behind it.
    pub fn within(&self, file: impl fmt::Display) -> String {
        match &self.place {
            Some(place) => format!("{file}:{place}"),
            None => file.to_string(),
        }
    }

    /// This end as the program's own run shows it: the part of lowdiff's `main` in it tells the user nothing.
    pub(super) fn with_own_run(self, own: Option<Interpreted>) -> Undefined {
        match own {
            Some(Interpreted { ending: Ending::Undefined(why) | Ending::Fault(why), place, .. }) => {
                Undefined { why, place, open: false, ..self }
            }
            Some(Interpreted { ending: Ending::Open(why), place, .. }) => Undefined { why, place, ..self },
            // The operation that shows it is lowdiff's.
            _ => Undefined { why: unplaced(&self.why), ..self },
        }
    }

    /// As the fact that a verdict rests on.
    pub fn detail(&self) -> Detail {
        let why = self.why.clone();
        match self.drawn {
            true if self.open => Detail::NeverTold { why },
            true => Detail::NeverDefined { why },
            false => Detail::UndefinedProgram { why },
        }
    }
}

/// The reason without the operation at which it was met.
fn unplaced(why: &Cause) -> Cause {
    match why {
        Cause::At { why, origin, .. } if origin.is_some() => {
            Cause::At { why: why.clone(), operation: None, origin: origin.clone() }
        }
        Cause::At { why, .. } => (**why).clone(),
        other => other.clone(),
    }
}

impl Default for Call {
    fn default() -> Call {
        Call::drawn(0)
    }
}

impl Call {
    /// The program's own entry function with constants that are drawn from this seed.
    pub fn drawn(seed: u64) -> Call {
        Call { entry: None, inputs: Inputs::Constants, seed, given: BTreeMap::new(), hands_on: false }
    }

    /// This function with arguments in memory that are drawn from this seed.
    pub fn in_memory(entry: &str, seed: u64) -> Call {
        Call { entry: Some(entry.to_owned()), inputs: Inputs::Memory, ..Call::drawn(seed) }
    }

    /// A call of this function with these arguments.
    pub fn with(entry: &str, arguments: &[Argument]) -> Call {
        let given = arguments.iter().map(|Argument { shape, values, .. }| UserArgument {
            extents: Some(shape.clone()),
            value: Some(Literal::of(values, shape)),
        });
        let given = given.enumerate().collect();
        Call { entry: Some(entry.to_owned()), given, ..Call::drawn(0) }
    }
}

impl UserArgument {
    /// The extents, where they are given in themselves or by the value.
    pub fn shape(&self) -> Option<Vec<u64>> {
        let of_value =
            || self.value.as_ref().filter(|value| matches!(value, Literal::List(_)))?.extents().ok();
        self.extents.clone().or_else(of_value)
    }
}
