//! The change that keeps an operation from being undefined, in a sentence.

use crate::sanitize::Change;

/// A change, as a comment beside the operation says it.
pub fn change(change: Change) -> &'static str {
    match change {
        Change::Division => "no divisor is zero, and no quotient overflows",
        Change::Shift => "no shift is by the width or more",
        Change::Conversion => "a float that does not fit into the integer is zero",
        Change::Domain => "an operand outside of the domain is another one inside",
        Change::Bounds => "an index out of bounds is another one inside",
        Change::Mask => "lanes out of bounds are masked off",
        Change::View => "a part that reaches out of bounds is another one inside",
        Change::Shape => "a shape that is not the claimed one gives zeros",
        Change::Number => "a divisor that is not positive is one",
        Change::Fresh => "what nobody wrote is zero",
        Change::Extent => "an extent below zero is zero",
        Change::Promise => "a promise that nobody checks is left out",
        Change::Release => "memory that may be used later is not released",
        Change::Copy => "a copy is between memrefs of one shape that share no memory",
        Change::Step => "a step that is not positive is one",
    }
}
