//! The reason why nobody can tell whether a run is allowed, in a sentence.

use super::cause;
use crate::judge::refine::{Openness, Unknown};

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
        Openness::Address => "an address that is shown",
        Openness::Rounding => {
            "floats may be rounded in another way, and nobody knows how far that may take the results"
        }
        Openness::Checks => "the pass makes programs give up where there is poison, used or not",
        Openness::Pass => "no table knows the pass, which may change results by design",
    };
    plain.to_owned()
}
