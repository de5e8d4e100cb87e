//! The outputs that a program should show, as far as somebody knows them without lowering the program.

use super::{Buffer, Element};
use serde::{Deserialize, Serialize};

/// The output of one print call, whichever path the program is lowered along.
///
/// Floats come with a bound on how far a correct lowering may be off, in the value's own unit and before it was bitcast for
/// printing. The table of `semantics::Float` gives the special ones: zero is exactly this, infinity that nothing is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// Extents, outermost first; empty for a scalar.
    pub shape: Vec<u64>,
    /// Type of the elements as they are handed to the print function.
    pub element: Element,
    /// Their type before they were bitcast for printing; `element` where they were not.
    pub held: Element,
    /// The best guess, raw and row-major as in a [`Buffer`].
    pub bits: Vec<u64>,
    /// One bound an element, never negative and never NaN; empty where all elements are exactly known, as integers are.
    pub bounds: Vec<f64>,
    /// The reason why nothing is prescribed for any element, where that is so.
    pub open: Option<Unprescribed>,
}

/// The reason why the reference semantics prescribe nothing. [`crate::words`] makes a sentence of it.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Unprescribed {
    /// The rule, by its identifier. Documents and case files of before there were rules have a sentence in its place, which stands
    /// for itself.
    #[serde(alias = "why")]
    pub rule: String,
    /// The operation's name; empty beside a sentence that has it.
    pub operation: String,
    /// Its location; empty beside a sentence that has it.
    pub location: String,
}

impl From<String> for Unprescribed {
    fn from(rule: String) -> Unprescribed {
        Unprescribed { rule, ..Unprescribed::default() }
    }
}

/// Bounds are never NaN.
impl Eq for Expected {}

impl Expected {
    /// The results of a run all of whose numbers are exactly known.
    pub fn exact(Buffer { shape, element, bits }: Buffer) -> Expected {
        Expected { shape, element, held: element, bits, bounds: Vec::new(), open: None }
    }

    /// The best guess, as a path would have printed it.
    pub fn guess(&self) -> Buffer {
        Buffer { shape: self.shape.clone(), element: self.element, bits: self.bits.clone() }
    }

    /// The most that element `place` may be off.
    pub fn bound(&self, place: usize) -> f64 {
        self.bounds.get(place).copied().unwrap_or(0.0)
    }
}

/// The standard by which the outputs of a program are judged, beside each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prescribed<'a> {
    /// The element type that each print call shows, before it was bitcast for printing.
    pub printed: &'a [Element],
    /// The output that each has to show, where somebody knows.
    pub expected: Option<&'a [Expected]>,
    /// True if floats that are printed as such come back from decimal text, which stock print functions round to
    /// six digits.
    pub decimal: bool,
    /// True if the sign of zeros counts where nobody knows the outputs: a step was seen to change it that may not.
    pub zero_sign: bool,
}

impl Prescribed<'_> {
    /// This standard for the paths of a finding, which may be about the sign of zeros.
    #[must_use]
    pub fn of_finding(self, zero_sign: bool) -> Self {
        Prescribed { zero_sign, ..self }
    }
}
