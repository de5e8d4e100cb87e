//! The reason why nobody can tell whether a run is allowed, in a sentence.

use super::cause;
use crate::judge::refine::{Openness, Unknown};
use crate::observe::{OpenChoice, Rule, Unprescribed};

/// The reason why nobody can tell.
pub fn unknown(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Unsupported(why) => cause(why),
        Unknown::TooLong => "it takes too many steps".to_owned(),
        Unknown::Open(what) => openness(what),
        Unknown::Types => "the results have other types".to_owned(),
    }
}

/// The thing that is open.
pub fn openness(openness: &Openness) -> String {
    let plain = match openness {
        Openness::Run(why) => return cause(why),
        Openness::Unpredictable => "a result that is unpredictable",
        Openness::Returned => "an element that is returned",
        Openness::LeftOpen => "all elements, which were definite, are open here",
        Openness::Whole => "each element that is shown is open",
        Openness::Shown(OpenChoice::Address) => "an address that is shown",
        Openness::Shown(OpenChoice::Nan) => "the sign or payload of a NaN that is shown",
        Openness::Shown(OpenChoice::Order) => "the order of iterations that is shown",
        Openness::Rounding => {
            "floats may be rounded in another way, and nobody knows how far that may take the results"
        }
        Openness::Checks => "the pass makes programs give up where there is poison, used or not",
        Openness::Lenient => "the state before goes on where a stricter reading of the documentation ends it",
        Openness::Design => "the pass changes results by design, with these options at least",
        Openness::GivenBack => {
            "a function gives back memory that it was given, which the pass copies or frees as if it were its own"
        }
        Openness::Pass => "no table knows the pass, which may change results by design",
    };
    plain.to_owned()
}

/// The reason why the reference semantics prescribe nothing.
pub fn unprescribed(why: &Unprescribed) -> String {
    let Unprescribed { rule, operation, location } = why;
    match operation.is_empty() {
        true => rule.clone(),
        false => format!("{operation} at {location}: {}", remark(rule)),
    }
}

/// The rule of a remark about an operation, without the operation's name.
pub fn remark(rule: &str) -> &str {
    match Rule::listed(rule) {
        Some(rule) => rule.predicate(),
        None => rule,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_tells_why_nothing_is_prescribed() {
        let why = Unprescribed {
            rule: "tosa_division_by_zero".into(),
            operation: "tosa.intdiv".into(),
            location: "3:5".into(),
        };
        let sentence = "tosa.intdiv at 3:5: a division by zero";
        assert_eq!(unprescribed(&why), sentence);
        assert_eq!(unprescribed(&sentence.to_owned().into()), sentence);
    }
}
