//! Advice on steps that MLIR refuses, such as the names that they may have been meant to have.

use super::declared::Declared;
use super::pipeline::pass_name;
use super::settings::Settings;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// Likeness from 0 to 1 from which on a name is taken for another one misspelt.
const ALIKE: f64 = 0.7;

/// A way out for whoever wrote a step that MLIR refuses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StepAdvice {
    /// The pass, or the option, of this name may be meant.
    Name(String),
    /// The pass of this name has these options and no others.
    Options(String, Vec<String>),
    /// The pass runs on another operation than a module.
    Nest,
}

impl Display for StepAdvice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            StepAdvice::Name(name) => write!(f, "did you mean {name}?"),
            StepAdvice::Options(pass, none) if none.is_empty() => write!(f, "{pass} has no options"),
            StepAdvice::Options(pass, names) => write!(f, "the options of {pass} are {}", names.join(", ")),
            StepAdvice::Nest => {
                f.write_str("nest the pass under the operation it works on, such as func.func(...)")
            }
        }
    }
}

/// Advice on a step that MLIR's major version `version` does not take: the pass or the option that it may have meant, or the options that
/// the pass has. There is none on a step whose names are right, or of which nothing is known.
pub fn meant(step: &str, version: u32) -> Option<StepAdvice> {
    let declared = Declared::of(version);
    let pass = pass_name(step);
    let did_you = |name: &str| StepAdvice::Name(name.to_owned());
    let Some(known) = declared.passes.get(pass) else {
        return nearest(pass, declared.passes.keys()).map(did_you);
    };
    let settings = Settings::of(step)?;
    let names: Vec<&String> = known.options.iter().map(|option| &option.name).collect();
    let (unknown, _) = settings.options.iter().find(|(name, _)| !names.contains(&name))?;
    nearest(unknown, names.iter().copied()).map(did_you).or_else(|| {
        let listed = names.iter().copied().cloned().collect();
        // Of some passes not all options have names that are known.
        (known.unnamed == 0).then_some(StepAdvice::Options(pass.to_owned(), listed))
    })
}

/// The name that is most like `wanted`, if one is like it at all.
fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a String>) -> Option<&'a str> {
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(wanted, name);
    let all = names.map(|name| (likeness(name), name.as_str()));
    let best = all.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 >= ALIKE).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(pass: &str) -> Option<String> {
        meant(&format!("builtin.module({pass})"), 22).map(|advice| advice.to_string())
    }

    #[test]
    fn a_misspelt_pass_is_another_one() {
        assert_eq!(said("canonicalise").as_deref(), Some("did you mean canonicalize?"));
        assert_eq!(said("func.func(tosa-to-lnialg{x=1})").as_deref(), Some("did you mean tosa-to-linalg?"));
        assert_eq!(said("frobnicate"), None);
    }

    #[test]
    fn options_are_misspelt_or_listed() {
        assert_eq!(said("canonicalize{top-dwon=true}").as_deref(), Some("did you mean top-down?"));
        assert_eq!(
            said("convert-scf-to-cf{x=1}").as_deref(),
            Some("the options of convert-scf-to-cf are allow-pattern-rollback")
        );
        assert_eq!(said("symbol-dce{x=1}").as_deref(), Some("symbol-dce has no options"));
        assert_eq!(said("canonicalize{top-down=true}"), None);
    }
}
