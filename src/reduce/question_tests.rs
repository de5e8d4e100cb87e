//! Candidates that show it, and those that show something else.

use super::*;
use crate::execute::fake::Fake;
use crate::observe::Expected;
use crate::observe::example::{crashed, ok};

fn candidate(before: &[&str]) -> Candidate {
    let step = |pass: &&str| format!("builtin.module({pass})");
    let path = Split { before: before.iter().map(step).collect(), culprit: step(&"p"), after: vec![] };
    Candidate { program: String::new(), printed: vec![], path }
}

fn wrong() -> Question {
    Question {
        kind: VerdictKind::Mismatch,
        pass: "p".into(),
        ended: None,
        plainly: true,
        rounds: 1,
        tries: None,
        checks: DefinedChecks { memory: true, bounds: true },
        every_path: false,
        by_semantics: false,
        zero_sign: false,
        traits: Traits::default(),
    }
}

fn run(value: u64, module: u8) -> PathReport {
    // One path that gives two results is not two paths that differ.
    PathReport { final_module: Some([module; 32]), ..ok(&format!("to-{module}"), value) }
}

/// The result of the question where these are the answers, and the number of answers that it took.
fn asked(question: &Question, before: &[&str], answers: Vec<Vec<PathReport>>) -> (bool, usize) {
    let mut fake = Fake::new(answers);
    let holds = question.holds(&mut fake, &candidate(before), &Terms::default()).unwrap();
    (holds, fake.jobs.len())
}

#[test]
fn a_wrong_result_holds_when_the_culprit_makes_it_wrong() {
    let both = || vec![run(1, 1), run(2, 2)];
    assert_eq!(asked(&wrong(), &[], vec![both(), both()]), (true, 2));
    assert_eq!(asked(&wrong(), &["a"], vec![both(), both(), vec![run(1, 1)]]), (true, 3));
    assert_eq!(asked(&wrong(), &["a"], vec![both(), both(), vec![run(2, 1)]]), (false, 3), "a is wrong too");
    assert_eq!(asked(&wrong(), &[], vec![vec![run(1, 1), run(1, 2)]]), (false, 1), "equal results");
    assert_eq!(asked(&wrong(), &[], vec![]), (false, 1), "it cannot be run");
    let silent = || PathReport { outputs: vec![], ..run(1, 1) };
    assert_eq!(asked(&wrong(), &[], vec![vec![silent(), run(2, 2)]]), (false, 1), "nothing is printed");
}

#[test]
fn what_depends_on_fresh_memory_is_no_candidate() {
    let both = || vec![run(1, 1), run(2, 2)];
    assert_eq!(asked(&wrong(), &[], vec![both(), vec![run(7, 1), run(2, 2)]]), (false, 2));
    assert_eq!(asked(&wrong(), &[], vec![both(), vec![run(1, 1), run(1, 2)]]), (false, 2));
    let lenient = Question { checks: DefinedChecks { memory: false, bounds: false }, ..wrong() };
    assert_eq!(asked(&lenient, &[], vec![both()]), (true, 1));
}

#[test]
fn what_is_out_of_bounds_is_no_candidate() {
    let lowered = |value, module| {
        let mut report = run(value, module);
        report.steps.extend(ok("convert-arith-to-llvm", value).steps);
        report
    };
    let both = || vec![lowered(1, 1), lowered(2, 2)];
    assert_eq!(asked(&wrong(), &[], vec![both(), both(), vec![run(1, 3)]]), (true, 3));
    let fault = PathReport { outcome: Outcome::Fault, ..crashed("p") };
    assert_eq!(asked(&wrong(), &[], vec![both(), both(), vec![fault]]), (false, 3));
    let Some(PathSpec::Begun { steps, .. }) = with_checks(&lowered(1, 1).pipelines()) else { panic!("none") };
    let checks = "builtin.module(generate-runtime-verification)";
    assert_eq!(steps, ["builtin.module(to-1)", checks], "before what would be too late");
}

#[test]
fn a_crash_holds_in_the_same_pass_at_the_same_place() {
    let question = Question { kind: VerdictKind::Crash, ended: ending(&crashed("p")), ..wrong() };
    assert_eq!(asked(&question, &[], vec![vec![crashed("p")]]), (true, 1));
    assert_eq!(asked(&question, &[], vec![vec![crashed("q")]]), (false, 1), "another pass");
    let mut elsewhere = crashed("p");
    elsewhere.failure.as_mut().unwrap().frames = vec!["mlir::other()".to_owned().into()];
    assert_eq!(asked(&question, &[], vec![vec![elsewhere]]), (false, 1), "another place");
}

#[test]
fn what_varies_has_to_show_every_time() {
    let question = Question { rounds: 3, checks: DefinedChecks { memory: false, bounds: false }, ..wrong() };
    let both = || vec![run(1, 1), run(2, 2)];
    assert_eq!(asked(&question, &[], vec![both(), both(), both()]), (true, 3));
    assert_eq!(asked(&question, &[], vec![both(), vec![run(1, 1), run(1, 2)]]), (false, 2));
}

#[test]
fn what_shows_in_some_runs_has_to_show_in_one() {
    let question =
        Question { tries: Some(3), checks: DefinedChecks { memory: false, bounds: false }, ..wrong() };
    let (shows, not) = (|| vec![run(1, 1), run(2, 2)], || vec![run(1, 1), run(1, 2)]);
    assert_eq!(asked(&question, &[], vec![not(), not(), shows()]), (true, 3));
    assert_eq!(asked(&question, &[], vec![not(), not(), not(), shows()]), (false, 3));
}

#[test]
fn what_only_the_semantics_tell_has_to_be_the_culprits_doing() {
    let checks = DefinedChecks { memory: false, bounds: false };
    let question = Question { by_semantics: true, plainly: false, checks, ..wrong() };
    let holds = |value: Option<u64>| {
        let expected = |value| Expected {
            shape: vec![],
            element: Element::I64,
            held: Element::I64,
            bits: vec![value],
            bounds: vec![],
            open: None,
        };
        let expects = value.map(|value| vec![expected(value)]);
        let mut fake = Fake::new([vec![run(1, 1), run(2, 2)]]);
        fake.expects = expects;
        question.holds(&mut fake, &candidate(&[]), &Terms::default()).unwrap()
    };
    assert!(holds(Some(1)));
    assert!(!holds(Some(2)), "the path without it is the wrong one");
    assert!(!holds(Some(3)), "both are");
    assert!(!holds(None), "the semantics cannot evaluate it");
}
