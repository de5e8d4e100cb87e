//! Features of the IR, through a real MLIR: the same for the same case in any run and process, others for another
//! order of passes, and none where nobody watches.

use crate::support;

use lowdiff::case::Case;
use lowdiff::coverage::{FEATURES, FeedbackSource, Options, Wanted, is_watched};
use lowdiff::execute::ExecutorKind;
use lowdiff::explore::Campaign;
use lowdiff::path::{PathSpec, pipeline};
use std::collections::BTreeSet;
use support::{DEFAULT_PATH, alone, loadable};

const PROGRAM: &str = "func.func @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %0 = tosa.sub %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %1 = tosa.add %0, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}
";

/// The features that a case runs into.
fn features(campaign: &mut Campaign, case: &Case) -> Vec<u32> {
    campaign.run_case(case, None).expect("the case can be run");
    let journal = campaign.coverage().map_or(Vec::new(), |coverage| coverage.journal());
    assert!(journal.iter().all(|&index| index < FEATURES), "nothing but features is watched");
    journal
}

/// A campaign that watches features alone, and the program along the plain path, with `pass` as the step `at`.
fn watched() -> (tempfile::TempDir, Campaign) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    loadable("22");
    let mut campaign =
        Campaign::open("22", ExecutorKind::Jit, folder.path()).expect("the tests need MLIR 22");
    campaign
        .watch(&Options { wanted: Wanted::Features, ..Options::default() })
        .expect("features work anywhere");
    assert_eq!(campaign.coverage().expect("watched").source(), FeedbackSource::Features);
    (folder, campaign)
}

fn case(campaign: &mut Campaign, pass: Option<(usize, &str)>) -> Case {
    let mut steps = pipeline::split(DEFAULT_PATH).expect("a pipeline");
    if let Some((at, pass)) = pass {
        steps.insert(at, format!("builtin.module({pass})"));
    }
    let prepared = lowdiff::explore::prepare(campaign, PROGRAM, &lowdiff::execute::Call::default(), false)
        .expect("a program")
        .program
        .case;
    Case { paths: vec![PathSpec::Fixed(steps)], ..prepared }
}

#[test]
fn the_same_case_has_the_same_features_in_every_run_and_process() {
    let test = "the_same_case_has_the_same_features_in_every_run_and_process";
    let print = || {
        let (_folder, mut campaign) = watched();
        let case = case(&mut campaign, None);
        let first = features(&mut campaign, &case);
        assert!(first.len() > 100, "{} features", first.len());
        assert_eq!(features(&mut campaign, &case), first);
        println!("features {first:?}");
    };
    let Some(one) = alone(test, print) else { return };
    let two = alone(test, || {}).expect("another process");
    let line = |said: &str| said.lines().find_map(|l| l.split_once("features ")).map(|(_, l)| l.to_owned());
    assert!(line(&one).is_some_and(|features| features.starts_with('[')), "{one}");
    assert_eq!(line(&one), line(&two));
}

#[test]
fn another_order_of_passes_has_other_features() {
    alone("another_order_of_passes_has_other_features", || {
        let (_folder, mut campaign) = watched();
        let mut of = |at| {
            let case = case(&mut campaign, Some((at, "canonicalize")));
            features(&mut campaign, &case).into_iter().collect::<BTreeSet<u32>>()
        };
        let (early, late) = (of(0), of(6));
        assert!(!early.is_subset(&late) && !late.is_subset(&early), "{} and {}", early.len(), late.len());
        assert_eq!(of(0), early);
    });
}

#[test]
fn a_pass_that_declines_is_a_feature() {
    alone("a_pass_that_declines_is_a_feature", || {
        let (_folder, mut campaign) = watched();
        let plain = case(&mut campaign, None);
        let mut of = |steps: &[&str]| {
            let steps = steps.iter().map(|&step| step.to_owned()).collect();
            let case = Case { paths: vec![PathSpec::Fixed(steps)], ..plain.clone() };
            features(&mut campaign, &case).into_iter().collect::<BTreeSet<u32>>()
        };
        // Bufferization cannot do anything with tosa's operations.
        let (nothing, declined) = (of(&[]), of(&["builtin.module(one-shot-bufferize)"]));
        // One for each sort of operation: module, function, tosa's two, the return, and those that draw arguments.
        assert!(
            nothing.is_subset(&declined) && declined.len() >= nothing.len() + 5,
            "{nothing:?} {declined:?}"
        );
    });
}

#[test]
fn nothing_is_recorded_where_nobody_watches() {
    alone("nothing_is_recorded_where_nobody_watches", || {
        let folder = tempfile::tempdir().expect("a temporary folder");
        loadable("22");
        let mut campaign =
            Campaign::open("22", ExecutorKind::Jit, folder.path()).expect("the tests need MLIR 22");
        let case = case(&mut campaign, None);
        assert_eq!(features(&mut campaign, &case), [0; 0]);
        assert!(!is_watched());
    });
}
