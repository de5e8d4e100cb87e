//! The fuzz targets: what an input of each stands for.

use crate::case::Case;
use crate::decode::{
    self, Generated, as_mixed, decode_bytecode, decode_case, decode_mixed_case, decode_sanitized,
    decode_steps, decode_text,
};
use crate::execute::{Limits, Looks, PATIENCE, StepChecks, Terms};
use std::borrow::Cow;

/// A fuzz target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum), value(rename_all = "snake_case"))]
pub enum Target {
    /// Two drawn paths of one generated program, against each other and the reference semantics.
    #[default]
    LoweringDiff,
    /// Two drawn paths of one program of a drawn smith, against each other and what the evaluator says.
    MixedDiff,
    /// Bytecode of a module, read, written and read back, with the passes that follow from it.
    MlirBytecode,
    /// The text of a module, read, written and read back, with the passes that follow from it.
    MlirText,
    /// One to three passes on a module at any level, which may do anything: they must not crash.
    PassCrash,
    /// One to three passes on a module at any level, each judged by itself.
    PassDiff,
    /// One drawn path of a generated program, against the reference semantics.
    ReferenceDiff,
    /// Two drawn paths of one module that is repaired, against each other and what the evaluator says of each state.
    SanitizeDiff,
}

/// The way from bytes to a case, for this MLIR and newer ones.
type Decode = fn(&[u8], u32) -> Option<(Case, Generated)>;

/// The input that bytes of an engine stand for.
type Frame = fn(&[u8]) -> Cow<'_, [u8]>;

/// A target's row in the table.
#[derive(Clone, Copy)]
pub struct TargetRow {
    /// The target.
    pub target: Target,
    /// The name of its program.
    pub name: &'static str,
    /// The property that must hold, for the table of the README.
    pub property: &'static str,
    /// The input that bytes of an engine stand for; that of an input is itself.
    frame: Frame,
    /// The case in an input, for this MLIR and newer ones, and its program in numbers; none if it does not decode.
    case: Decode,
    /// The modules that its inputs may hold.
    modules: Modules,
    /// Where its inputs are steps on states, and the paths need not come down: the steps that are judged.
    steps: Option<StepChecks>,
}

/// The modules that inputs of a target may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Modules {
    /// None.
    None,
    /// Those of envelopes.
    Envelopes,
    /// Those of envelopes, and other bytes are a module itself, as text or as bytecode.
    Raw,
}

/// Every target, in the order of the documentation.
pub const TARGETS: &[TargetRow] = &[
    TargetRow {
        target: Target::LoweringDiff,
        name: "lowering_diff",
        property: "two lowering paths of one program give equal results",
        frame: |bytes| bytes.into(),
        case: decode_case,
        modules: Modules::None,
        steps: None,
    },
    TargetRow {
        target: Target::MixedDiff,
        name: "mixed_diff",
        property: "two lowering paths of one program in mixed dialects give equal results",
        frame: as_mixed,
        case: decode_mixed_case,
        modules: Modules::None,
        steps: None,
    },
    TargetRow {
        target: Target::MlirBytecode,
        name: "mlir_bytecode",
        property: "MLIR reads any bytecode without a crash, reads back what it writes, and its passes leave valid IR",
        frame: |bytes| bytes.into(),
        case: decode_bytecode,
        modules: Modules::Raw,
        steps: Some(StepChecks::Bare),
    },
    TargetRow {
        target: Target::MlirText,
        name: "mlir_text",
        property: "MLIR reads any text without a crash, reads back what it writes, and its passes leave valid IR",
        frame: |bytes| bytes.into(),
        case: decode_text,
        modules: Modules::Raw,
        steps: Some(StepChecks::Bare),
    },
    TargetRow {
        target: Target::PassCrash,
        name: "pass_crash",
        property: "each of one to three passes leaves valid IR of any module, and does not crash",
        frame: |bytes| bytes.into(),
        case: decode_steps,
        modules: Modules::Envelopes,
        steps: Some(StepChecks::Bare),
    },
    TargetRow {
        target: Target::PassDiff,
        name: "pass_diff",
        property: "each of one to three passes leaves a module that does what the module before it allows",
        frame: |bytes| bytes.into(),
        case: decode_steps,
        modules: Modules::Envelopes,
        steps: Some(StepChecks::Alone),
    },
    TargetRow {
        target: Target::ReferenceDiff,
        name: "reference_diff",
        property: "a lowering path of a program gives what the reference semantics say",
        frame: |bytes| bytes.into(),
        case: |bytes, oldest| {
            let (mut case, generated) = decode_case(bytes, oldest)?;
            case.paths.truncate(1);
            Some((case, generated))
        },
        modules: Modules::None,
        steps: None,
    },
    TargetRow {
        target: Target::SanitizeDiff,
        name: "sanitize_diff",
        property: "two lowering paths of one module, repaired where it may be undefined, give equal results",
        frame: |bytes| bytes.into(),
        case: decode_sanitized,
        modules: Modules::Envelopes,
        steps: None,
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

    /// True if its inputs are steps on states, and not whole paths.
    pub fn is_of_steps(self) -> bool {
        self.row().steps.is_some()
    }

    /// True if its inputs may be envelopes, which hold a module.
    pub fn takes_modules(self) -> bool {
        self.row().modules != Modules::None
    }

    /// True if its inputs are modules as MLIR reads them.
    pub fn takes_raw(self) -> bool {
        self.row().modules == Modules::Raw
    }

    /// The target of this name.
    pub fn named(name: &str) -> Option<Target> {
        TARGETS.iter().find(|row| row.name == name).map(|row| row.target)
    }

    /// The input that bytes of an engine stand for, of the same length. It is what is changed, kept and read.
    pub fn input(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        (self.row().frame)(bytes)
    }

    /// The case in `bytes`, for this MLIR and newer ones, and its program in numbers; none if they do not decode.
    pub fn case(self, bytes: &[u8], oldest: u32) -> Option<(Case, Generated)> {
        (self.row().case)(&self.input(bytes), oldest)
    }

    /// The terms of a case, with the steps of it that are judged.
    pub fn terms(self, terms: Terms) -> Terms {
        let Some(steps) = self.row().steps else { return terms };
        // What a text holds is written and read back as often as it is read.
        let sample = if self.takes_raw() { 1 } else { terms.looks.sample };
        // A pass that takes longer has all the time when it is repeated.
        let limits = Limits { cpu: terms.limits.cpu / PATIENCE, ..terms.limits };
        Terms { looks: Looks { steps, sample, compiled: 0, ..terms.looks }, limits, ..terms }
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
        assert_eq!(paths(Target::MixedDiff).len(), 2);
        let [first, _] = &paths(Target::LoweringDiff)[..] else { panic!("two paths") };
        assert_eq!(paths(Target::ReferenceDiff), std::slice::from_ref(first));
        let others = TARGETS.iter().filter(|row| !row.target.takes_raw());
        assert!(others.map(|row| row.target.case(b"few", 22)).all(|case| case.is_none()));
        assert!(Target::MlirText.case(b"few", 22).is_some());
    }

    #[test]
    fn an_engines_bytes_stand_for_one_input() {
        let bytes = decode::seeded(0, 0);
        for row in TARGETS.iter().filter(|row| !row.target.takes_raw()) {
            let input = row.target.input(&bytes);
            assert_eq!(row.target.input(&input), input, "{}", row.name);
            assert_eq!(input.len(), bytes.len(), "{}", row.name);
            let cases = [&bytes[..], &input].map(|bytes| row.target.case(bytes, 22).expect("it decodes").0);
            assert_eq!(cases[0], cases[1], "{}", row.name);
        }
        assert!(decode::is_mixed(&Target::MixedDiff.input(&bytes)));
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
