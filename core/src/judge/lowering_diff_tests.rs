//! Every verdict fires, and its clean neighbour does not.

use super::*;
use crate::judge::VerdictKind as Kind;
use crate::judge::{convicting_path, judge};
use crate::observe::{Buffer, Effect, Element, Failure, StepReport};
use crate::words;

fn ok(passes: &[&str], values: &[u64]) -> PathReport {
    let step =
        |p: &&str| StepReport { pipeline: format!("builtin.module({p})"), effect: Some(Effect::Changed) };
    PathReport {
        outputs: vec![Buffer {
            shape: vec![values.len() as u64],
            element: Element::I64,
            bits: values.to_vec(),
        }],
        steps: passes.iter().map(step).collect(),
        ..PathReport::of(Outcome::Ok)
    }
}

fn failed(outcome: Outcome, pass: Option<&str>) -> PathReport {
    let failure = Failure {
        pass: pass.map(str::to_string),
        cause: "\nwhat it said\nand more".into(),
        ..Failure::default()
    };
    PathReport { outcome, outputs: vec![], failure: Some(failure), ..ok(&["x"], &[]) }
}

fn kind(reports: &[PathReport]) -> Kind {
    judge(reports, Prescribed::default()).kind
}

fn reason(reports: &[PathReport]) -> Option<Reason> {
    let verdict = judge(reports, Prescribed::default());
    assert_eq!(verdict.kind == Kind::Incomparable, verdict.reason.is_some());
    verdict.reason
}

#[test]
fn equal_results_agree_and_others_mismatch() {
    assert_eq!(judge(&[ok(&["a"], &[1, 2]), ok(&["b"], &[1, 2])], Prescribed::default()), Verdict::agree());
    assert_eq!(kind(&[ok(&["a"], &[1, 2]), ok(&["b"], &[1, 3])]), Kind::Mismatch);
    assert_eq!(kind(&[ok(&["a"], &[1, 2]), ok(&["b"], &[1])]), Kind::Mismatch);
}

#[test]
fn who_prints_nothing_is_not_said_to_be_equal() {
    let silent = |pass: &str| PathReport { outputs: vec![], ..ok(&[pass], &[1]) };
    let verdict = judge(&[silent("a"), silent("b")], Prescribed::default());
    assert_eq!(verdict, Verdict::silent());
    assert!(words::verdict(&verdict).contains("nothing was compared"), "{verdict:?}");
    assert_eq!(judge(&[ok(&["a"], &[1]), silent("b")], Prescribed::default()).kind, Kind::Mismatch);
}

#[test]
fn the_odd_path_is_named() {
    let reports = [ok(&["a"], &[1]), ok(&["b"], &[1]), ok(&["c"], &[2])];
    assert!(words::verdict(&judge(&reports, Prescribed::default())).ends_with("path a 1, path c 2"));
}

#[test]
fn the_same_path_with_two_results_is_nondeterministic() {
    assert_eq!(kind(&[ok(&["a"], &[1]), ok(&["a"], &[2])]), Kind::Nondeterministic);
    assert_eq!(kind(&[ok(&["a"], &[1]), ok(&["a"], &[1])]), Kind::Agree);
    let same_module = |values| PathReport { final_module: Some([7; 32]), ..ok(&["b"], values) };
    let first = PathReport { final_module: Some([7; 32]), ..ok(&["a"], &[1]) };
    assert_eq!(kind(&[first.clone(), same_module(&[2])]), Kind::Nondeterministic);
    assert_eq!(kind(&[first, same_module(&[1])]), Kind::Agree);
}

#[test]
fn a_path_can_convict_alone() {
    let cases = [
        (Outcome::Crash, Kind::Crash),
        (Outcome::Fault, Kind::Memory),
        (Outcome::InvalidIr, Kind::InvalidIr),
        (Outcome::Unreadable, Kind::Unreadable),
        (Outcome::RoundTrip, Kind::RoundTrip),
        (Outcome::Undefined, Kind::Undefined),
    ];
    for (outcome, expected) in cases {
        for other in [ok(&["a"], &[1]), failed(Outcome::Declined, None), failed(Outcome::HarnessError, None)]
        {
            assert_eq!(kind(&[failed(outcome, Some("p")), other.clone()]), expected);
            assert_eq!(kind(&[other, failed(outcome, Some("p"))]), expected);
        }
    }
    let reports = [ok(&["a"], &[1]), failed(Outcome::Crash, Some("p"))];
    assert_eq!(convicting_path(Kind::Crash, &reports), Some(1));
    assert_eq!(convicting_path(Kind::Mismatch, &reports), None);
    let verdict = judge(&reports, Prescribed::default());
    assert_eq!(verdict.pass.as_deref(), Some("p"));
    assert_eq!(words::detail(&verdict.detail), "path b ended as crash in p: what it said");
}

#[test]
fn worse_comes_first() {
    let order = [
        Outcome::Crash,
        Outcome::Fault,
        Outcome::InvalidIr,
        Outcome::Unreadable,
        Outcome::RoundTrip,
        Outcome::Undefined,
        Outcome::OutOfMemory,
    ];
    let kinds = [
        Kind::Crash,
        Kind::Memory,
        Kind::InvalidIr,
        Kind::Unreadable,
        Kind::RoundTrip,
        Kind::Undefined,
        Kind::OutOfMemory,
    ];
    for (worse, expected) in order.iter().zip(kinds) {
        for milder in order.iter().skip_while(|o| *o != worse) {
            assert_eq!(kind(&[failed(*milder, Some("m")), failed(*worse, Some("w"))]), expected);
        }
    }
}

#[test]
fn limits_in_a_pass_are_findings() {
    let good = ok(&["a"], &[1]);
    assert_eq!(kind(&[failed(Outcome::Timeout, Some("p")), good.clone()]), Kind::Timeout);
    assert_eq!(kind(&[failed(Outcome::OutOfMemory, Some("p")), good]), Kind::OutOfMemory);
    let both = [failed(Outcome::Timeout, Some("p")), failed(Outcome::Timeout, Some("p"))];
    assert_eq!(kind(&both), Kind::Timeout);
    assert_eq!(kind(&[failed(Outcome::Timeout, Some("p")), failed(Outcome::Declined, None)]), Kind::Timeout);
}

#[test]
fn limits_in_lowered_code_need_a_path_that_ends() {
    for (outcome, finding) in [(Outcome::Timeout, Kind::Timeout), (Outcome::OutOfMemory, Kind::OutOfMemory)] {
        assert_eq!(kind(&[ok(&["a"], &[1]), failed(outcome, None)]), finding);
        assert_eq!(reason(&[failed(outcome, None), failed(outcome, None)]), Some(Reason::Unsupported));
        let beside = [failed(Outcome::Declined, Some("p")), failed(outcome, None)];
        assert_eq!(reason(&beside), Some(Reason::Declined));
    }
}

#[test]
fn paths_without_results_are_incomparable() {
    let cases = [
        (Outcome::Declined, Reason::Declined),
        (Outcome::Incomplete, Reason::Incomplete),
        (Outcome::Unsupported, Reason::Unsupported),
        (Outcome::HarnessError, Reason::HarnessError),
    ];
    for (outcome, expected) in cases {
        assert_eq!(reason(&[ok(&["a"], &[1]), failed(outcome, None)]), Some(expected));
        assert_eq!(reason(&[failed(outcome, None), failed(outcome, None)]), Some(expected));
    }
    assert_eq!(reason(&[ok(&["a"], &[1])]), Some(Reason::Unsupported));
}
