//! The fuzz targets: what an input of each stands for.

use crate::case::Case;
use crate::decode::{self, Generated, decode_case, decode_steps};
use crate::execute::{Looks, StepChecks, Terms};

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

/// The way from bytes to a case, for this MLIR and newer ones.
type Decode = fn(&[u8], u32) -> Option<(Case, Generated)>;

/// A target's row in the table.
#[derive(Clone, Copy)]
pub struct TargetRow {
    /// The target.
    pub target: Target,
    /// The name of its program.
    pub name: &'static str,
    /// The property that must hold, for the table of the README.
    pub property: &'static str,
    /// The case in bytes, for this MLIR and newer ones, and its program in numbers; none if they do not decode.
    case: Decode,
    /// True if its inputs are steps on states, each judged by itself: the paths need not come down.
    is_of_steps: bool,
}

/// Every target, in the order of the documentation.
pub const TARGETS: &[TargetRow] = &[
    TargetRow {
        target: Target::LoweringDiff,
        name: "lowering_diff",
        property: "two lowering paths of one program give equal results",
        case: decode_case,
        is_of_steps: false,
    },
    TargetRow {
        target: Target::PassDiff,
        name: "pass_diff",
        property: "each of one to three passes leaves a module that does what the module before it allows",
        case: decode_steps,
        is_of_steps: true,
    },
    TargetRow {
        target: Target::ReferenceDiff,
        name: "reference_diff",
        property: "a lowering path of a program gives what the reference semantics say",
        case: |bytes, oldest| {
            let (mut case, generated) = decode_case(bytes, oldest)?;
            case.paths.truncate(1);
            Some((case, generated))
        },
        is_of_steps: false,
    },
];

impl Target {
    fn row(self) -> &'static TargetRow {
        TARGETS.iter().find(|row| row.target == self).expect("a test holds that each target has a row")
    }

    /// The name of its program.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// True if its inputs are steps on states, each judged by itself, and not whole paths.
    pub fn is_of_steps(self) -> bool {
        self.row().is_of_steps
    }

    /// The target of this name.
    pub fn named(name: &str) -> Option<Target> {
        TARGETS.iter().find(|row| row.name == name).map(|row| row.target)
    }

    /// The case in `bytes`, for this MLIR and newer ones, and its program in numbers; none if they do not decode.
    pub fn case(self, bytes: &[u8], oldest: u32) -> Option<(Case, Generated)> {
        (self.row().case)(bytes, oldest)
    }

    /// The terms of a case, with the steps of it that are judged.
    pub fn terms(self, terms: Terms) -> Terms {
        if !self.is_of_steps() {
            return terms;
        }
        let looks = Looks { steps: StepChecks::Alone, compiled: 0, ..terms.looks };
        Terms { looks, ..terms }
    }

    /// The terms of the case in `bytes`, whose path may be meant to be shorter than all its draws make it.
    pub fn terms_of(self, bytes: &[u8], terms: Terms) -> Terms {
        let turns = if self.is_of_steps() { decode::turns(bytes) } else { None };
        let terms = self.terms(terms);
        Terms { turns: turns.map_or(terms.turns, |turns| turns.min(terms.turns)), ..terms }
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
        assert!(TARGETS.iter().all(|row| row.target.case(b"few", 22).is_none()));
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
        assert!((1..=6).contains(&terms.turns) && terms.looks.steps == StepChecks::Alone);
        assert_eq!(target.terms_of(envelope, Terms::default()).turns, Terms::default().turns);
        assert_eq!(Target::LoweringDiff.terms_of(&bytes, Terms::default()), Terms::default());
    }

    #[test]
    fn targets_are_called_by_their_programs() {
        for row in TARGETS {
            assert_eq!((Target::named(row.name), row.target.name()), (Some(row.target), row.name));
        }
        let each = <Target as clap::ValueEnum>::value_variants();
        assert_eq!(each, TARGETS.iter().map(|row| row.target).collect::<Vec<_>>());
        assert_eq!(Target::named("no_such_target"), None);
    }
}
