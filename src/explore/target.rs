//! The fuzz targets: what an input of each stands for.

use crate::case::Case;
use crate::decode::{self, Generated, decode_case, decode_steps};
use crate::execute::{Limits, Looks, StepChecks, Terms};

/// A fuzz target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum), value(rename_all = "snake_case"))]
pub enum Target {
    /// Two drawn paths of one generated program, against each other and the reference semantics.
    #[default]
    LoweringDiff,
    /// One to three passes on a module at any level, each judged by itself.
    PassDiff,
    /// One drawn path of a generated program, against the reference semantics.
    ReferenceDiff,
}

impl Target {
    /// Every target, in the order of the documentation.
    pub const ALL: [Target; 3] = [Target::LoweringDiff, Target::PassDiff, Target::ReferenceDiff];

    /// The name of its program.
    pub fn name(self) -> &'static str {
        match self {
            Target::LoweringDiff => "lowering_diff",
            Target::PassDiff => "pass_diff",
            Target::ReferenceDiff => "reference_diff",
        }
    }

    /// The target of this name.
    pub fn named(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }

    /// The case in `bytes`, for this MLIR and newer ones, and its program in numbers; none if they do not decode.
    pub fn case(self, bytes: &[u8], oldest: u32) -> Option<(Case, Generated)> {
        if self == Target::PassDiff {
            return decode_steps(bytes, oldest);
        }
        let (mut case, generated) = decode_case(bytes, oldest)?;
        if self == Target::ReferenceDiff {
            case.paths.truncate(1);
        }
        Some((case, generated))
    }

    /// The terms of a case, with the steps of it that are judged.
    pub fn terms(self, terms: Terms) -> Terms {
        match self {
            Target::LoweringDiff | Target::ReferenceDiff => terms,
            Target::PassDiff => {
                let looks = Looks { steps: StepChecks::Alone, compiled: 0, ..terms.looks };
                Terms { looks, ..terms }
            }
        }
    }

    /// The terms of the case in `bytes`, whose path may be meant to be shorter than all its draws make it.
    pub fn terms_of(self, bytes: &[u8], terms: Terms) -> Terms {
        let turns = if self == Target::PassDiff { decode::turns(bytes) } else { None };
        let terms = self.terms(terms);
        let most = terms.limits.max_step;
        terms.within(Limits { max_step: turns.map_or(most, |turns| turns.min(most)), ..terms.limits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;

    #[test]
    fn a_target_has_as_many_paths_as_it_compares() {
        let bytes = decode::seeded(0, 0);
        let paths = |target: Target| target.case(&bytes, 22).unwrap().0.paths;
        let [first, _] = &paths(Target::LoweringDiff)[..] else { panic!("two paths") };
        assert_eq!(paths(Target::ReferenceDiff), std::slice::from_ref(first));
        assert!(Target::ALL.iter().all(|target| target.case(b"few", 22).is_none()));
    }

    #[test]
    fn an_envelope_and_other_bytes_are_inputs_of_pass_diff() {
        let target = Target::PassDiff;
        let envelope = b"// step: builtin.module(cse)\n// prints: bf16\nmodule {}\n";
        let (case, _) = target.case(envelope, 22).expect("it is an envelope");
        assert_eq!(case.source.text(crate::program::Syntax::V19), "module {}\n");
        assert_eq!(case.paths, [crate::path::PathSpec::Fixed(vec!["builtin.module(cse)".to_owned()])]);
        assert_eq!(case.printed, [crate::observe::Element::Bf16]);
        assert!(target.case(b"// step: builtin.module(cse\nmodule {}\n", 22).is_none());
        let bytes = decode::seeded(0, 0);
        let (case, _) = target.case(&bytes, 22).expect("any bytes are a program");
        assert_eq!((case.paths.len(), case.expected), (1, None));
        let terms = target.terms_of(&bytes, Terms::default());
        assert!((1..=6).contains(&terms.limits.max_step) && terms.looks.steps == StepChecks::Alone);
        assert_eq!(target.terms_of(envelope, Terms::default()).limits, Limits::default());
        assert_eq!(Target::LoweringDiff.terms_of(&bytes, Terms::default()), Terms::default());
    }

    #[test]
    fn targets_are_called_by_their_programs() {
        for target in Target::ALL {
            assert_eq!(Target::named(target.name()), Some(target));
        }
        assert_eq!(Target::named("no_such_target"), None);
    }
}
