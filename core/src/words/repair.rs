//! The change that keeps an operation from being undefined, in a sentence.

use crate::sanitize::Repair;

/// A change, as a comment beside the operation says it.
pub fn change(change: Repair) -> &'static str {
    match change {
        Repair::Division => "no divisor is zero, and no quotient overflows",
        Repair::Shift => "no shift is by the width or more",
        Repair::Conversion => "a float that does not fit into the integer is zero",
        Repair::Domain => "an operand outside of the domain is another one inside",
        Repair::Bounds => "an index out of bounds is another one inside",
        Repair::Mask => "lanes out of bounds are masked off",
        Repair::Distinct => "of lanes that go to one place the last one alone is written",
        Repair::View => "a part that reaches out of bounds is another one inside",
        Repair::Shape => "a shape that is not the claimed one gives zeros",
        Repair::Number => "a divisor that is not positive is one",
        Repair::Initialise => "what nobody wrote is zero",
        Repair::Extent => "an extent below zero is zero",
        Repair::Promise => "a promise that nobody checks is left out",
        Repair::Release => "memory that may be used later is not released",
        Repair::Copy => "a copy is between memrefs of one shape that share no memory",
        Repair::Step => "a step that is not positive is one",
        Repair::Counter => "an upper bound that lets the counter overflow is the last one that does not",
        Repair::Unreachable => "a place that nothing may reach returns zeros",
    }
}
