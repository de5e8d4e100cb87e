//! A breach of refinement, in a sentence.

use crate::judge::refine::Breach;
use std::fmt;

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::Undefined(why) => write!(f, "it is undefined: {why}"),
            Breach::Fault { earlier: true, message } => {
                write!(f, "the program gave up before, and does no more: {message}")
            }
            Breach::Fault { earlier: false, message } => write!(f, "it gives up: {message}"),
            Breach::Outputs(difference) => f.write_str(&difference.told("before", "after")),
            Breach::Undetermined { value, element } => {
                write!(f, "element {element} of result {value} was defined, and is not")
            }
            Breach::Returned { value, element, bits: [before, after] } => {
                write!(f, "element {element} of result {value} was {before}, and is {after}")
            }
        }
    }
}
