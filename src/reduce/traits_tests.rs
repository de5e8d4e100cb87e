//! Traits keep a finding from becoming another one of the same pass.

use super::*;
use crate::blame::Split;
use crate::execute::fake::Fake;
use crate::observe::example::ok;
use crate::observe::{Element, Outcome};
use crate::reduce::question::DefinedChecks;

fn candidate() -> Candidate {
    let path = Split { culprit: "builtin.module(p)".into(), ..Split::default() };
    Candidate { program: String::new(), printed: vec![], path }
}

fn question(kind: VerdictKind) -> Question {
    Question {
        kind,
        pass: "p".into(),
        ended: None,
        plainly: false,
        rounds: 1,
        tries: None,
        checks: DefinedChecks { memory: false, bounds: false },
        every_path: false,
        by_semantics: false,
        zero_sign: false,
        traits: Traits::default(),
    }
}

/// The runs of a path that is right and one that gives these.
fn runs(right: &[u64], wrong: &[u64]) -> Vec<PathReport> {
    let run = |module: u8, bits: &[u64]| {
        let mut report = ok(&format!("to-{module}"), 0);
        report.final_module = Some([module; 32]);
        (report.outputs[0].shape, report.outputs[0].element) = (vec![bits.len() as u64], Element::I64);
        report.outputs[0].bits = bits.to_vec();
        report
    };
    vec![run(1, right), run(2, wrong)]
}

fn undefined() -> Vec<PathReport> {
    let mut reports = runs(&[1], &[2]);
    reports[1] = PathReport { outcome: Outcome::Undefined, outputs: vec![], ..reports[1].clone() };
    reports
}

#[test]
fn a_culprit_that_does_another_thing_is_another_bug() {
    let grown = |operations: &[(&str, bool)]| {
        let mut reports = runs(&[1], &[2]);
        reports[1].steps[0].pipeline = "builtin.module(p)".into();
        let grown = operations.iter().map(|(name, new)| Grown { operation: (*name).into(), new: *new });
        reports[1].grown.insert(0, grown.collect());
        reports
    };
    let asked = |question: &Question, operations: &[(&str, bool)]| {
        let mut fake = Fake::new([grown(operations)]);
        question.holds(&mut fake, &candidate(), &Terms::default()).unwrap()
    };
    let any = || question(VerdictKind::Mismatch);
    let of = |operations: &[(&str, bool)]| {
        any().with_traits(&mut Fake::new([grown(operations)]), &candidate(), &Terms::default())
    };
    let moved = of(&[("affine.apply", true), ("affine.load", false)]);
    assert!(asked(&moved, &[("affine.apply", true)]));
    assert!(!asked(&moved, &[("memref.alloc", true)]), "it makes a buffer, and the first did not");
    assert!(asked(&moved, &[("affine.load", true)]), "the first had some before");
    assert!(asked(&moved, &[("memref.alloc", false)]), "one more of what there is");
    assert!(asked(&of(&[]), &[("arith.addi", true), ("tosa.const", true)]), "these say nothing");
    assert!(asked(&any(), &[("memref.alloc", true)]), "nothing is known of the first");
}

#[test]
fn what_compiled_code_shows_it_goes_on_to_show() {
    let (wrong, same) = (|| runs(&[1], &[2]).split_off(1), || runs(&[1], &[1]).split_off(1));
    let of = |compiled: [Vec<PathReport>; 2]| {
        let mut fake = Fake::new([undefined()]);
        fake.compiled = compiled.into();
        question(VerdictKind::Undefined).with_traits(&mut fake, &candidate(), &Terms::default())
    };
    let asked = |question: &Question, compiled: Vec<Vec<PathReport>>| {
        let mut fake = Fake::new([undefined()]);
        fake.compiled = compiled.into();
        question.holds(&mut fake, &candidate(), &Terms::default()).unwrap()
    };
    let seen = of([wrong(), wrong()]);
    assert_eq!(seen.traits.compiled, Some(VerdictKind::Mismatch));
    assert!(asked(&seen, vec![wrong()]));
    assert!(!asked(&seen, vec![same()]));
    assert!(!asked(&seen, vec![]), "it cannot be run");
    for unseen in [of([same(), wrong()]), of([wrong(), same()])] {
        assert_eq!(unseen.traits.compiled, None);
        assert!(asked(&unseen, vec![same()]), "nobody saw it before");
    }
}

#[test]
fn smaller_numbers_are_wrong_in_the_same_ways() {
    let asked = |question: &Question, right: &[u64], wrong: &[u64]| {
        let mut fake = Fake::new([runs(right, wrong)]);
        question.holds(&mut fake, &candidate(), &Terms::default()).unwrap()
    };
    let any = question(VerdictKind::Mismatch);
    let mut fake = Fake::new([runs(&[0, 1, 0], &[1, 0, 0])]);
    let both = any.with_ways(&mut fake, &candidate(), &Terms::default());
    assert_eq!(both.traits.ways.len(), 2);
    assert!(asked(&both, &[7, 1], &[1, 7]));
    assert!(!asked(&both, &[0, 1], &[1, 1]), "nothing is missing any more");
    assert!(asked(&any, &[0, 1], &[1, 1]));
    let open = question(VerdictKind::Undefined);
    let mut fake = Fake::new([undefined()]);
    assert_eq!(open.with_ways(&mut fake, &candidate(), &Terms::default()), open);
}
