//! Culprits are named from scripted answers of an executor.

use super::*;
use crate::blame::{Authority, Finish};
use crate::case::Source;
use crate::execute::fake::Fake;
use crate::observe::example::{crashed, ok};
use crate::observe::{PathReport, StepReport};
use crate::path::PathSpec;
use crate::report::{after, untold};

/// A path of these passes, one character each, that printed this value.
fn path(passes: &str, value: u64) -> PathReport {
    let effect = ok("p", 0).steps[0].effect;
    let pipeline = |pass: char| format!("builtin.module({pass})");
    let steps = passes.chars().map(|pass| StepReport { pipeline: pipeline(pass), effect }).collect();
    PathReport { steps, ..ok("p", value) }
}

/// One that could not be lowered to the end.
fn incomplete() -> PathReport {
    PathReport { outcome: Outcome::Incomplete, outputs: vec![], ..ok("p", 0) }
}

fn values(values: &[u64]) -> Vec<PathReport> {
    values.iter().map(|value| path("x", *value)).collect()
}

/// Reports of the plain lowering, by a pass that no path has.
fn plainly(value: u64) -> Vec<PathReport> {
    vec![path("l", value)]
}

fn asked(answers: Vec<Vec<PathReport>>) -> (Blamed, Fake) {
    let case = Case {
        source: Source::verbatim("module {}\n".into()),
        printed: vec![],
        paths: vec![],
        expected: None,
    };
    let mut fake = Fake::new(answers);
    let blamed = blame(&mut fake, &case, Syntax::V22, Terms::default(), false).unwrap();
    (blamed, fake)
}

#[test]
fn the_first_step_with_a_wrong_result_is_named() {
    let case = || vec![path("ab", 7), path("axb", 9)];
    let again = || values(&[7, 9]);
    // Twice the case, the plain lowering, the four prefixes of path b, two repeats, and the culprit alone.
    let answers = vec![case(), case(), plainly(7), values(&[7, 7, 9, 9]), again(), again(), again()];
    let (blamed, fake) = asked(answers);
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.path, culprit.step, culprit.pass()), (1, 2, "x"));
    assert_eq!(culprit.ir_before, "module {}\n// after 1 steps\n");
    assert_eq!(culprit.ir_after.as_deref(), Some("module {}\n// after 2 steps\n"));
    assert_eq!((culprit.alone.len(), culprit.varies), (2, false));
    assert!(after(&culprit.after).ends_with("the plain lowering 7, this 9"), "{culprit:?}");
    assert_eq!(blamed.paths.len(), 1, "path a agrees with the plain lowering");
    assert_eq!(blamed.paths[0].prefixes.len(), 3, "what is behind the culprit does not count");
    let steps = |text: &str| text.chars().map(|pass| format!("builtin.module({pass})")).collect::<Vec<_>>();
    let last = fake.jobs.last().unwrap();
    assert_eq!(last.program, culprit.ir_before);
    assert_eq!(last.paths, ["", "x"].map(|text| PathSpec::finished_plainly(&steps(text))));
}

/// Path b is wrong behind x as c and d finish it, and so it is without x, where what finishes the step before has e in it.
fn finished_otherwise(without: u64) -> Blamed {
    let case = || vec![path("ab", 7), path("axb", 9)];
    let again = || vec![path("aecd", 7), path("axcd", 9)];
    let control = || vec![path("a", 7), path("acd", 9)];
    let named = vec![case(), case(), plainly(7), values(&[7, 7, 9, 9]), again(), again(), again()];
    let then = vec![vec![path("acd", without)], values(&[7, 7, 9, 9]), control(), control(), control()];
    asked([named, then, values(&[7]).into_iter().map(|report| vec![report]).collect()].concat()).0
}

#[test]
fn a_step_without_which_it_is_as_wrong_is_not_to_blame() {
    let blamed = finished_otherwise(7);
    assert_eq!(blamed.culprits().next().map(|culprit| (culprit.step, culprit.pass())), Some((2, "x")));
    let blamed = finished_otherwise(9);
    assert_eq!(blamed.culprits().next().map(|culprit| culprit.pass()), Some("c"));
    let way = blamed.paths[0].way.as_ref().expect("it is on no prefix of the path");
    assert_eq!((way.before.len(), way.culprit.as_str()), (1, "builtin.module(c)"));
}

#[test]
fn both_paths_are_followed_when_both_are_wrong() {
    let case = || vec![path("a", 8), path("b", 9)];
    let answer = |value| vec![values(&[7, value]); 4];
    let answers = [vec![case(), case(), values(&[7])], answer(8), answer(9)].concat();
    let (blamed, _) = asked(answers);
    let named: Vec<_> = blamed.culprits().map(|culprit| (culprit.path, culprit.pass())).collect();
    assert_eq!(named, [(0, "a"), (1, "b")]);
}

#[test]
fn nobody_is_named_where_nothing_is_wrong() {
    let (blamed, _) = asked(vec![vec![path("a", 7), path("b", 7)]]);
    assert!(blamed.culprits().next().is_none());
    let reason = untold(&blamed.reason.expect("nobody is to blame"));
    assert_eq!(reason, "nothing is wrong here: agree: the results are equal");
    let (blamed, _) = asked(vec![vec![incomplete(), incomplete()]]);
    let reason = untold(&blamed.reason.expect("nobody is to blame"));
    assert!(reason.starts_with("there is no finding here: incomparable (incomplete): "), "{reason}");
}

#[test]
fn nobody_is_named_without_a_third_opinion() {
    let case = || vec![path("a", 7), path("b", 9)];
    let (blamed, _) = asked(vec![case(), case(), vec![incomplete()]]);
    assert!(blamed.culprits().next().is_none());
    assert!(untold(&blamed.reason.unwrap()).contains("no third opinion"));
}

#[test]
fn what_no_prefix_shows_again_is_not_told() {
    let case = || vec![path("a", 7), path("b", 9)];
    let (blamed, _) = asked(vec![case(), case(), values(&[7]), values(&[7, 7])]);
    assert!(blamed.culprits().next().is_none());
    let reason = untold(blamed.paths[0].reason.as_ref().unwrap());
    assert_eq!(reason, "the whole path gave the expected results when it was run again");
}

#[test]
fn without_a_third_opinion_the_path_that_was_added_to_is_right() {
    let case = || vec![path("ab", 7), path("axb", 9)];
    let prefixes = [7, 7, 9, 9].map(|value| values(&[value])).to_vec();
    let again = vec![values(&[7, 9]); 3];
    let (blamed, _) = asked([vec![case(), case(), vec![incomplete()]], prefixes, again].concat());
    assert_eq!(blamed.reference, Some(Authority::Path(0)));
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.path, culprit.step, culprit.pass()), (1, 2, "x"));
}

/// Path b goes wrong between prefixes that cannot be finished, by the plain lowering or by the rest of path a.
fn stuck(left_out: [u64; 3]) -> Blamed {
    let case = || vec![path("ab", 7), path("axyb", 9)];
    let prefixes = vec![path("x", 7), path("x", 7), incomplete(), incomplete(), path("x", 9)];
    let rest = vec![vec![incomplete()]; 2];
    let without = left_out.iter().map(|value| values(&[*value])).collect();
    let again = vec![values(&[7, 9]); 2];
    asked([vec![case(), case(), plainly(7), prefixes], rest, without, again].concat()).0
}

#[test]
fn between_unfinished_prefixes_it_is_the_step_without_which_all_is_well() {
    let blamed = stuck([9, 7, 9]);
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.step, culprit.pass()), (3, "y"));
    assert!(culprit.alone.is_empty());
    let blamed = stuck([7, 7, 9]);
    assert!(blamed.culprits().next().is_none());
    let reason = untold(blamed.paths[0].reason.as_ref().unwrap());
    assert!(reason.starts_with("it is one of steps 2 to 4 (x, y, b)"), "{reason}");
    assert!(reason.ends_with("good for 2 of them"), "{reason}");
}

/// Path b goes wrong by a pass that it has twice, and cannot be finished between the two.
#[test]
fn a_pass_that_goes_wrong_each_time_is_convicted_by_all_its_steps() {
    let case = || vec![path("ab", 7), path("axyxb", 9)];
    let prefixes = vec![path("x", 7), path("x", 7), incomplete(), incomplete(), incomplete(), path("x", 9)];
    let rest = vec![vec![incomplete()]; 3];
    let asked = |left_out: &[u64]| {
        let without = left_out.iter().map(|value| values(&[*value])).collect();
        let again = vec![values(&[7, 9]); 2];
        asked([vec![case(), case(), plainly(7), prefixes.clone()], rest.clone(), without, again].concat()).0
    };
    // Each of four steps, then both of x, then each of these alone.
    let blamed = asked(&[9, 9, 9, 9, 7, 7, 9]);
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.step, culprit.pass()), (4, "x"));
    let blamed = asked(&[9, 9, 9, 9, 9]);
    assert!(blamed.culprits().next().is_none());
}

#[test]
fn what_varies_is_said_to() {
    let case = || vec![path("a", 7), path("b", 9)];
    let (right, wrong) = (values(&[7, 7]), values(&[7, 9]));
    let answers = vec![case(), case(), values(&[7]), wrong.clone(), right, wrong.clone(), wrong];
    let (blamed, fake) = asked(answers);
    assert!(blamed.culprits().next().unwrap().varies);
    assert_eq!(
        fake.isolated(),
        4,
        "the case again, two repeats and the culprit alone, each in a new process"
    );
}

#[test]
fn a_pass_that_ends_its_path_is_named() {
    let case = || vec![path("a", 7), crashed("x")];
    let again = || vec![path("", 7), crashed("x")];
    let (blamed, _) = asked(vec![case(), case(), again(), again(), vec![crashed("x")]]);
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.path, culprit.step, culprit.pass()), (1, 1, "x"));
    assert_eq!(after(&culprit.after), "crash: it fell over");
    assert_eq!((culprit.alone.len(), culprit.varies), (1, false));
}

#[test]
fn lowered_code_that_faults_is_held_against_the_path_that_runs() {
    let failure = crashed("x").failure.map(|failure| crate::observe::Failure { pass: None, ..failure });
    let fault = |passes| PathReport { outcome: Outcome::Fault, failure: failure.clone(), ..path(passes, 0) };
    let case = || vec![path("ab", 7), fault("axb")];
    // The plain lowering is of no use, so each prefix is finished by the rest of path a, by itself.
    let prefixes = [path("ab", 7), path("ab", 7), fault("axb"), fault("axb")].map(|report| vec![report]);
    let again = vec![vec![path("ab", 7), fault("axb")]; 3];
    let (blamed, fake) = asked([vec![case(), case(), vec![incomplete()]], prefixes.to_vec(), again].concat());
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.path, culprit.step, culprit.pass()), (1, 2, "x"));
    assert_eq!(blamed.reference, Some(Authority::Path(0)));
    assert_eq!(blamed.paths[0].prefixes[1].finish, Finish::OtherPath);
    let alone = &fake.jobs.last().unwrap().paths;
    let steps = |text: &str| text.chars().map(|pass| format!("builtin.module({pass})")).collect::<Vec<_>>();
    assert_eq!(alone[..], ["b", "xb"].map(|text| PathSpec::finished_plainly(&steps(text))));
}

#[test]
fn a_fault_is_not_blamed_on_what_makes_another_thing_wrong() {
    let failure = crashed("x").failure.map(|failure| crate::observe::Failure { pass: None, ..failure });
    let fault = || PathReport { outcome: Outcome::Fault, failure: failure.clone(), ..path("aymb", 0) };
    let case = || vec![path("ab", 7), fault()];
    let other = [values(&[7, 7, 9]), vec![fault(), fault()]].concat();
    let own = [values(&[7, 7]), vec![fault(), fault()]].concat();
    let both = |wrong: PathReport| vec![path("a", 7), wrong];
    let named = |without: PathReport| {
        let first = [vec![case(), case(), values(&[7]), other.clone()], vec![both(path("y", 9)); 3]].concat();
        let second = [vec![vec![without], own.clone()], vec![both(fault()); 3]].concat();
        asked([first, second].concat()).0
    };
    let blamed = named(fault());
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.path, culprit.step, culprit.pass()), (1, 3, "m"));
    let way = blamed.paths[0].way.as_ref().unwrap();
    assert_eq!(way.with(), ["builtin.module(a)", "builtin.module(m)"], "without the other one");
    let blamed = named(path("amb", 7));
    assert_eq!(blamed.culprits().next().unwrap().pass(), "y", "it does not fault without");
}

/// Like `asked`, of a program that has to print 7.
fn asked_by_the_semantics(answers: Vec<Vec<PathReport>>) -> Blamed {
    let expected = crate::observe::Expected {
        shape: vec![],
        element: crate::observe::Element::I64,
        held: crate::observe::Element::I64,
        bits: vec![7],
        bounds: vec![],
        open: None,
    };
    let source = Source::verbatim("module {}\n".into());
    let case = Case { source, printed: vec![], paths: vec![], expected: Some(vec![expected]) };
    blame(&mut Fake::new(answers), &case, Syntax::V22, Terms::default(), false).unwrap()
}

#[test]
fn the_semantics_are_the_reference_where_they_know() {
    // A single path: its run and repeat, the plain lowering, the prefixes, two repeats, and the culprit alone.
    let case = || vec![path("ax", 9)];
    let again = || values(&[7, 9]);
    let blamed = asked_by_the_semantics(vec![
        case(),
        case(),
        values(&[7]),
        values(&[7, 7, 9]),
        again(),
        again(),
        again(),
    ]);
    assert_eq!(blamed.reference, Some(Authority::Semantics));
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.path, culprit.step, culprit.pass()), (0, 2, "x"));
    assert!(after(&culprit.after).contains("expected 7, this gave 9"), "{culprit:?}");
}

#[test]
fn where_every_way_down_is_wrong_only_evaluated_ir_can_tell() {
    let case = || vec![path("ax", 9), path("b", 9)];
    // The plain lowering, and again for each path: none has a pass of it.
    let plain = || vec![path("c", 9)];
    let blamed = asked_by_the_semantics(vec![case(), case(), plain(), plain(), plain()]);
    assert_eq!(blamed.verdict.signature(), "mismatch-every-path");
    assert!(blamed.culprits().next().is_none(), "the double evaluates nothing");
    let reason = untold(blamed.paths[0].reason.as_ref().unwrap());
    assert!(reason.contains("one of steps 1 to 2 (a, x)"), "{reason}");
}

#[test]
fn a_pass_is_to_blame_without_which_every_way_is_right() {
    let case = || vec![path("axcx", 9)];
    let plain = || vec![path("xc", 9)];
    let asked = |without: Vec<Vec<PathReport>>| {
        asked_by_the_semantics([vec![case(), case(), plain(), plain()], without].concat())
    };
    // The plain lowering without c and without x, the path without x, with either x, both again, and from before it on.
    let pair = || values(&[7, 9]);
    let blamed = asked(vec![values(&[9, 7]), values(&[7]), pair(), pair(), pair()]);
    let culprit = blamed.culprits().next().unwrap();
    assert_eq!((culprit.step, culprit.pass(), culprit.alone.len(), culprit.varies), (4, "x", 2, false));
    assert_eq!(culprit.ir_before, "module {}\n// after 2 steps\n");
    let way = blamed.paths[0].way.as_ref().unwrap();
    assert_eq!(way.without(), ["builtin.module(a)", "builtin.module(c)"]);
    // Of two it cannot be told which, and what the path is as wrong without is not to blame.
    assert!(asked(vec![pair(), values(&[9])]).culprits().next().is_none());
    assert!(asked(vec![values(&[7, 7]), values(&[7, 7])]).culprits().next().is_none());
}
