//! The difference of two results, as a fact: its place and both values. Callers make sentences of it, with the names they give the two
//! results.

use crate::observe::Element;
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

impl Difference {
    /// A sentence about results of these names.
    pub fn told(&self, one: &str, other: &str) -> String {
        let (first, second) = (&self.one, &self.other);
        match &self.at {
            Place::Outputs => format!("{one} printed {first} outputs, {other} {second}"),
            Place::Kind { output } => format!("output {output}: {one} printed {first}, {other} {second}"),
            Place::Elements { .. } => {
                format!("{}: {one} {first}, {other} {second}", self.at.told("differ"))
            }
        }
    }

    /// A sentence about an expected result and the result that `name` gave. `zero_sign` says that only signs of zeros are wrong.
    pub fn told_of(&self, name: &str, zero_sign: bool) -> String {
        let (wanted, given) = (&self.one, &self.other);
        match &self.at {
            Place::Outputs => format!("{name} printed {given} outputs, and {wanted} are expected"),
            Place::Kind { output } => {
                format!("output {output}: {name} printed {given}, and {wanted} is expected")
            }
            Place::Elements { .. } => {
                let are = if zero_sign { "are zeros of the wrong sign" } else { "are not as expected" };
                format!("{}: expected {wanted}, {name} gave {given}", self.at.told(are))
            }
        }
    }
}

impl Place {
    /// The count of such elements of an output, and the place of the first.
    fn told(&self, are: &str) -> String {
        match self {
            Place::Outputs => "the number of outputs".to_owned(),
            Place::Kind { output } => format!("output {output}"),
            Place::Elements { output, kind, held, count, of, first } => {
                format!(
                    "output {output} ({kind}, holding {held}): {count} of {of} elements {are}, the first at {first:?}"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_take_the_names_of_whoever_is_told() {
        let at = Place::Elements {
            output: 1,
            kind: "2xi64".into(),
            held: Element::F32,
            count: 1,
            of: 2,
            first: vec![1],
        };
        let elements = Difference { at, one: "2".into(), other: "-1".into() };
        assert_eq!(
            elements.told("path a", "path c"),
            "output 1 (2xi64, holding f32): 1 of 2 elements differ, the first at [1]: path a 2, path c -1"
        );
        assert_eq!(
            elements.told_of("this", false),
            "output 1 (2xi64, holding f32): 1 of 2 elements are not as expected, the first at [1]: expected 2, this gave -1"
        );
        assert!(elements.told_of("this", true).contains("1 of 2 elements are zeros of the wrong sign, "));
        let kind = Difference { at: Place::Kind { output: 0 }, one: "2xi64".into(), other: "1x2xi64".into() };
        assert_eq!(kind.told("before", "then"), "output 0: before printed 2xi64, then 1x2xi64");
        assert_eq!(kind.told_of("path b", false), "output 0: path b printed 1x2xi64, and 2xi64 is expected");
        let outputs = Difference { at: Place::Outputs, one: "1".into(), other: "0".into() };
        assert_eq!(outputs.told("path a", "path b"), "path a printed 1 outputs, path b 0");
        assert_eq!(outputs.told_of("path a", false), "path a printed 0 outputs, and 1 are expected");
    }

    #[test]
    fn documents_keep_it() {
        let outputs = Difference { at: Place::Outputs, one: "1".into(), other: "0".into() };
        let document = serde_json::to_value(&outputs).expect("a plain struct");
        assert_eq!(document, serde_json::json!({ "at": "outputs", "one": "1", "other": "0" }));
        assert_eq!(serde_json::from_value::<Difference>(document).expect("it was one"), outputs);
    }
}
