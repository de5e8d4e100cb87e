//! A breach of refinement, as a fact: the way in which a run is not allowed by an earlier one, with the values that show it.
//! [`crate::words`] makes a sentence of it.

use super::cause::fact_or_maybe_text;
use super::{Cause, Difference, Element, LaneBits, Place, Rule, ShownValue};
use serde::{Deserialize, Serialize};

/// A way in which a run is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Breach {
    /// The later run is undefined, or uses memory that is not the program's, for this reason.
    Undefined(#[serde(deserialize_with = "fact_or_maybe_text")] Cause),
    /// One run gives up by itself, as where an assertion does not hold, and the other does not.
    Fault {
        /// True if the earlier run gives up.
        earlier: bool,
        /// The reason. Older documents have its sentence, as `message`.
        #[serde(alias = "message", deserialize_with = "fact_or_maybe_text")]
        cause: Cause,
    },
    /// The outputs differ.
    Outputs(Difference),
    /// A value that was returned and defined is poison or undef.
    Undetermined {
        /// The number of the value.
        value: usize,
        /// The number of the element.
        element: usize,
    },
    /// Values that were returned differ.
    Returned {
        /// The number of the value.
        value: usize,
        /// The number of the first element that differs.
        element: usize,
        /// The bits of both.
        bits: [LaneBits; 2],
        /// Their type, where it is one of numbers.
        #[serde(default)]
        held: Option<Element>,
    },
    /// The earlier run ends, and the later one goes on for much longer.
    Endless {
        /// The steps of both, until the later one was stopped.
        steps: [u64; 2],
    },
    /// Text that is printed beside the outputs differs.
    Said {
        /// The number of outputs before it.
        behind: usize,
        /// The text of both; none where one prints none there.
        texts: [Option<String>; 2],
    },
    /// Values that were left outside of the program differ.
    Left {
        /// The place.
        at: Escape,
        /// The number of the first element that differs.
        element: usize,
        /// The bits of both; none where the later one is not defined.
        bits: Option<[LaneBits; 2]>,
        /// Their type, where it is one of numbers.
        held: Option<Element>,
    },
}

/// A place outside of a program where it leaves values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// The public global of this name.
    Global(String),
    /// The memory behind the pointer that is the result of this number.
    Behind(usize),
    /// The memory behind a pointer in a public global.
    BehindGlobal {
        /// The name of the global.
        global: String,
        /// The number of the part of it that is the pointer.
        part: usize,
    },
}

impl Breach {
    /// True where nothing but the sign of zeros differs.
    pub fn is_of_zeros(&self) -> bool {
        match self {
            Breach::Outputs(difference) => difference.is_of_zeros(),
            Breach::Returned { bits, held: Some(held), .. }
            | Breach::Left { bits: Some(bits), held: Some(held), .. } => {
                bits.iter().all(|bits| ShownValue::element(*held, bits.0 as u64).is_zero())
            }
            _ => false,
        }
    }

    /// True if single elements differ, and in more than the sign of zeros.
    pub fn is_of_elements(&self) -> bool {
        let single = match self {
            Breach::Outputs(difference) => matches!(difference.at, Place::Elements { .. }),
            Breach::Returned { .. } | Breach::Left { bits: Some(_), .. } => true,
            _ => false,
        };
        single && !self.is_of_zeros()
    }

    /// The rule of refinement that it breaks, by its identifier; none where the later run breaks one of its own.
    pub fn rule(&self) -> Option<&'static str> {
        let rule = match self {
            Breach::Undefined(_) => return None,
            Breach::Fault { earlier: true, .. } => GIVES_UP_NO_MORE,
            Breach::Fault { earlier: false, .. } => GIVES_UP,
            Breach::Endless { .. } => ENDS_NO_MORE,
            Breach::Outputs(_) | Breach::Said { .. } => OTHER_OUTPUTS,
            Breach::Undetermined { .. } => LOST_VALUE,
            Breach::Returned { .. } => OTHER_RESULT,
            Breach::Left { .. } => OTHER_MEMORY,
        };
        Some(rule.id)
    }
}

const GIVES_UP_NO_MORE: Rule =
    Rule::new("gives_up_no_more", "the earlier run gives up, and the later one does not");
const GIVES_UP: Rule = Rule::new("gives_up", "the later run gives up, and the earlier one does not");
const ENDS_NO_MORE: Rule = Rule::new(
    "ends_no_more",
    "the earlier run ends, and the later one takes ten thousand times as many steps and more",
);
const OTHER_OUTPUTS: Rule = Rule::new("other_outputs", "the outputs differ");
const LOST_VALUE: Rule = Rule::new("lost_value", "a value that was returned and defined is poison or undef");
const OTHER_MEMORY: Rule = Rule::new(
    "other_memory",
    "values that were left in a public global, or behind a pointer that was returned, differ",
);
const OTHER_RESULT: Rule = Rule::new("other_result", "values that were returned differ");
