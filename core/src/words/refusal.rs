//! Sentences for steps that MLIR refuses.

use crate::observe::{OptionKind, StepAdvice, StepRefusal};

/// The sentence for a step that MLIR refuses, with a way out where one is known.
pub fn refusal(refusal: &StepRefusal) -> String {
    let StepRefusal { step, said, advice, .. } = refusal;
    let said = said.as_deref().unwrap_or("MLIR does not say why");
    let advice = advice.as_ref().map(|advice| format!("; {}", self::advice(advice))).unwrap_or_default();
    format!("the pipeline '{step}' is not valid: {said}{advice}")
}

/// A way out.
pub fn advice(advice: &StepAdvice) -> String {
    match advice {
        StepAdvice::Name(name) => format!("did you mean {name}?"),
        StepAdvice::Options { pass, names } if names.is_empty() => format!("{pass} has no options"),
        StepAdvice::Options { pass, names } => format!("the options of {pass} are {}", names.join(", ")),
        StepAdvice::Value { option, takes } => format!("{option} takes {}", values(takes)),
        StepAdvice::Nest {} => {
            "nest the pass under the operation it works on, such as func.func(...)".to_owned()
        }
    }
}

/// The values of an option.
fn values(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Integer { .. } => "an integer".to_owned(),
        OptionKind::Boolean => "true or false".to_owned(),
        OptionKind::Real => "a decimal number".to_owned(),
        OptionKind::Words { words, .. } => format!("one of {}", words.join(", ")),
        OptionKind::Text | OptionKind::Unknown => "another value".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_ends_with_a_way_out() {
        let advice = Some(StepAdvice::Name("canonicalize".to_owned()));
        let refused = StepRefusal { step: "canonicalise".to_owned(), part: None, said: None, advice };
        let sentence =
            "the pipeline 'canonicalise' is not valid: MLIR does not say why; did you mean canonicalize?";
        assert_eq!(refusal(&refused), sentence);
        let plain = StepRefusal { said: Some("no such option x".to_owned()), advice: None, ..refused };
        assert_eq!(refusal(&plain), "the pipeline 'canonicalise' is not valid: no such option x");
    }

    #[test]
    fn options_are_listed() {
        let of = |names: &[&str]| StepAdvice::Options {
            pass: "cse".to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        assert_eq!(advice(&of(&[])), "cse has no options");
        assert_eq!(advice(&of(&["a", "b"])), "the options of cse are a, b");
        assert!(advice(&StepAdvice::Nest {}).contains("func.func(...)"));
    }
}
