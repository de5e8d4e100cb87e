//! A breach of refinement, in a sentence.

use super::{cause, difference};
use crate::judge::decimal;
use crate::judge::refine::Breach;
use crate::observe::{Element, Escape, LaneBits};

/// The way in which a run is not allowed.
pub fn breach(breach: &Breach) -> String {
    match breach {
        Breach::Undefined(why) => format!("it is undefined: {}", cause(why)),
        Breach::Fault { earlier: true, cause: why } => {
            format!("the program gave up before, and does no more: {}", cause(why))
        }
        Breach::Fault { earlier: false, cause: why } => format!("it gives up: {}", cause(why)),
        Breach::Outputs(outputs) => difference(outputs, "before", "after"),
        Breach::Undetermined { value, element } => {
            format!("element {element} of result {value} was defined, and is not")
        }
        Breach::Returned { value, element, bits, held } => {
            format!("element {element} of result {value} {}", became(*bits, *held))
        }
        Breach::Endless { steps: [before, after] } => {
            format!("it goes on after {after} steps, and the program ended after {before} before")
        }
        Breach::Said { behind, texts } => {
            let [before, after] = texts.each_ref().map(|text| match text {
                Some(text) => format!("{text:?}"),
                None => "nothing".to_owned(),
            });
            format!("the text behind {behind} outputs was {before}, and is {after}")
        }
        Breach::Left { at, element, bits, held } => {
            let place = match at {
                Escape::Global(name) => format!("the global @{name}"),
                Escape::BehindGlobal { global, part } => {
                    format!("the memory behind the pointer in part {part} of the global @{global}")
                }
                Escape::Behind(result) => format!("the memory behind result {result}"),
            };
            match bits {
                Some(bits) => format!("element {element} of {place} {}", became(*bits, *held)),
                None => format!("element {element} of {place} was defined, and is not"),
            }
        }
    }
}

/// The two values of an element.
fn became(bits: [LaneBits; 2], held: Option<Element>) -> String {
    let [before, after] = bits.map(|LaneBits(bits)| match held {
        Some(held) => decimal(held, bits as u64),
        None => format!("{bits:#x}"),
    });
    format!("was {before}, and is {after}")
}
