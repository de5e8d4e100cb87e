//! Inputs that are a module and its steps, as text: what stands between any two states of a path.
//!
//! ```text
//! // step: builtin.module(canonicalize)
//! // step: builtin.module(func.func(affine-loop-unroll{unroll-factor=5}))
//! // prints: i32 bf16
//! "builtin.module"() ({
//! ...
//! ```
//!
//! One to three steps come first. A line may tell what the module's outputs were before they were bitcast for printing. Everything behind
//! that is the module, which stock `mlir-opt` reads together with the lines above it, for they are comments.

mod edit;
mod mutate;
mod options;
mod steps;

pub use edit::{Mutation, kin};
pub use mutate::{Mutant, MutationBounds, aim, cross, mutant};
pub use steps::{dictionary, drawn_steps, likely, named_in, operations};

use crate::observe::Element;
use crate::path::pipeline;
use std::collections::BTreeSet;
use std::fmt;

/// First bytes of each envelope.
const STEP: &str = "// step: ";
/// First bytes of the line about outputs.
const PRINTS: &str = "// prints: ";
/// Steps of an envelope, at most.
pub const MOST_STEPS: usize = 3;

/// A module and the steps that are to be taken from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The steps, one to [`MOST_STEPS`].
    pub steps: Vec<String>,
    /// The element type that each print call of the module shows, before it was bitcast for printing; empty where that is not known.
    pub printed: Vec<Element>,
    /// The module.
    pub module: String,
}

/// True of bytes that are meant to be an envelope. [`Envelope::parse`] tells whether they are one.
pub fn is_envelope(bytes: &[u8]) -> bool {
    bytes.starts_with(STEP.as_bytes())
}

impl Envelope {
    /// Reads an envelope; none where a step is none, there are too many or too few, or no module follows.
    pub fn parse(bytes: &[u8]) -> Option<Envelope> {
        let mut rest = std::str::from_utf8(bytes).ok()?;
        let mut envelope = Envelope { steps: Vec::new(), printed: Vec::new(), module: String::new() };
        while let Some((line, behind)) = rest.split_once('\n') {
            if let Some(step) = line.strip_prefix(STEP) {
                let [step] = &pipeline::split(step).ok()?[..] else { return None };
                envelope.steps.push(step.clone());
            } else if let Some(printed) = line.strip_prefix(PRINTS) {
                envelope.printed = printed.split_whitespace().map(Element::parse).collect::<Option<_>>()?;
            } else {
                break;
            }
            rest = behind;
        }
        let is_whole = (1..=MOST_STEPS).contains(&envelope.steps.len()) && !rest.trim().is_empty();
        is_whole.then(|| Envelope { module: rest.to_owned(), ..envelope })
    }

    /// The operations that its module names, as far as the text tells them, and its passes.
    pub fn names(&self) -> BTreeSet<String> {
        let operations = named_in(&self.module).map(str::to_owned);
        operations.chain(self.steps.iter().map(|step| pipeline::pass_name(step).to_owned())).collect()
    }
}

/// The text that [`Envelope::parse`] reads.
impl fmt::Display for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| writeln!(f, "{STEP}{step}"))?;
        if !self.printed.is_empty() {
            let words: Vec<&str> = self.printed.iter().map(|element| element.name()).collect();
            writeln!(f, "{PRINTS}{}", words.join(" "))?;
        }
        f.write_str(&self.module)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope() -> Envelope {
        Envelope {
            steps: vec![
                "builtin.module(cse)".to_owned(),
                "builtin.module(func.func(affine-loop-tile{tile-size=3}))".to_owned(),
            ],
            printed: vec![Element::I32, Element::Bf16],
            module: "module {\n  // step: none of ours\n}\n".to_owned(),
        }
    }

    #[test]
    fn an_envelope_is_read_as_it_was_written() {
        let text = envelope().to_string();
        assert!(text.starts_with("// step: builtin.module(cse)\n// step: ") && is_envelope(text.as_bytes()));
        assert_eq!(Envelope::parse(text.as_bytes()), Some(envelope()));
        let silent = Envelope { printed: Vec::new(), ..envelope() };
        assert_eq!(Envelope::parse(silent.to_string().as_bytes()), Some(silent));
    }

    #[test]
    fn operations_and_passes_are_named() {
        let module = "\"builtin.module\"() ({\n  \"tosa.add\"() : () -> ()\n})".to_owned();
        let names: Vec<String> = Envelope { module, ..envelope() }.names().into_iter().collect();
        assert_eq!(names, ["affine-loop-tile", "builtin.module", "cse", "tosa.add"]);
    }

    #[test]
    fn what_is_no_envelope_is_refused() {
        for text in [
            "",
            "module {}\n",
            "// step: cse\nmodule {}\n",
            "// step: builtin.module(cse,sccp)\nmodule {}\n",
            "// step: builtin.module(cse)\n",
            "// step: builtin.module(cse)\n  \n",
            "// step: builtin.module(cse)\n// prints: i32 string\nmodule {}\n",
            "// step: builtin.module(cse)\n// step: builtin.module(cse)\n// step: builtin.module(cse)\n\
             // step: builtin.module(cse)\nmodule {}\n",
        ] {
            assert_eq!(Envelope::parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Envelope::parse(b"// step: builtin.module(cse)\n\xff"), None);
    }
}
