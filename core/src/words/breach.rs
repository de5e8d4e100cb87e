//! A breach of refinement, in a sentence.

use super::difference;
use crate::judge::refine::Breach;

/// The way in which a run is not allowed.
pub fn breach(breach: &Breach) -> String {
    match breach {
        Breach::Undefined(why) => format!("it is undefined: {why}"),
        Breach::Fault { earlier: true, message } => {
            format!("the program gave up before, and does no more: {message}")
        }
        Breach::Fault { earlier: false, message } => format!("it gives up: {message}"),
        Breach::Outputs(outputs) => difference(outputs, "before", "after"),
        Breach::Undetermined { value, element } => {
            format!("element {element} of result {value} was defined, and is not")
        }
        Breach::Returned { value, element, bits: [before, after] } => {
            format!("element {element} of result {value} was {before}, and is {after}")
        }
    }
}
