//! The difference of two results, as a fact: its place and both values. [`crate::words`] makes a sentence of it, with the names
//! that the two results go by.

use super::Element;
use serde::{Deserialize, Serialize};

/// The part of two results that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Place {
    /// The number of outputs.
    Outputs,
    /// The shape or the type of an output.
    Kind {
        /// The output's number.
        output: usize,
    },
    /// Elements of an output.
    Elements {
        /// The output's number.
        output: usize,
        /// Its shape and type, as in `2x3xi64`.
        kind: String,
        /// The type the program held before it was bitcast for printing.
        held: Element,
        /// The number of elements that differ.
        count: usize,
        /// The number of elements there are.
        of: usize,
        /// The index of the first such element, outermost dimension first.
        first: Vec<u64>,
    },
}

/// A difference of two results: the values of both at the first place that differs, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The place of the difference.
    pub at: Place,
    /// The value that one of them has there.
    pub one: String,
    /// The other one's.
    pub other: String,
}

/// The difference of a result from the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// True where it is the sign of zeros alone.
    pub zero_sign: bool,
    /// The place, the expected value, and the value that was given.
    pub difference: Difference,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_keep_it() {
        let outputs = Difference { at: Place::Outputs, one: "1".into(), other: "0".into() };
        let document = serde_json::to_value(&outputs).expect("a plain struct");
        assert_eq!(document, serde_json::json!({ "at": "outputs", "one": "1", "other": "0" }));
        assert_eq!(serde_json::from_value::<Difference>(document).expect("it was one"), outputs);
    }
}
