//! The options of `lowdiff explore` that say how paths are drawn, on a real MLIR.

use crate::support;

use lowdiff::decode::seeded;
use lowdiff::execute::{ExecutorKind, Terms};
use lowdiff::explore::{Campaign, PathOptions, Record};
use lowdiff::path::pipeline::pass_name;
use std::path::Path;
use support::{Lowdiff, alone, loadable};

/// The steps of every path that some programs are lowered along, but for those a bug of MLIR ends.
fn paths(path_options: &PathOptions, programs: u64) -> Vec<Vec<String>> {
    let out = tempfile::tempdir().expect("a temporary folder");
    loadable("22");
    let mut campaign = Campaign::open("22", ExecutorKind::Jit, out.path()).expect("the tests need MLIR 22");
    campaign.plan(Terms::default(), path_options).expect("the passes exist");
    let run = |i| campaign.run_bytes(&seeded(11, i)).expect("generated cases can be run");
    let results = (0..).filter_map(run).take(programs as usize);
    let reports = results.flat_map(|result| result.reports).filter(|report| !report.outcome.condemns());
    reports.map(|report| report.pipelines()).collect()
}

fn has(path: &[String], pass: &str) -> bool {
    path.iter().any(|step| pass_name(step) == pass)
}

#[test]
fn every_path_goes_through_what_is_asked_for() {
    alone("every_path_goes_through_what_is_asked_for", || {
        // It works on loops that most paths do not have.
        let through = vec!["affine-loop-tile".to_owned()];
        let all = paths(&PathOptions { through, ..PathOptions::default() }, 4);
        assert!(all.iter().all(|path| has(path, "affine-loop-tile")), "{all:#?}");
        let places =
            all.iter().map(|path| path.iter().position(|step| pass_name(step) == "affine-loop-tile"));
        let places: std::collections::BTreeSet<_> = places.collect();
        assert!(places.len() > 1, "always the same place: {all:#?}");
    });
}

#[test]
fn no_path_takes_what_is_skipped_and_some_take_what_is_added() {
    alone("no_path_takes_what_is_skipped_and_some_take_what_is_added", || {
        let added = "builtin.module(func.func(affine-loop-unroll{unroll-factor=5}))";
        let path_options = PathOptions {
            skip: vec!["canonicalize".into(), "cse".into(), "convert-linalg-to-loops".into()],
            passes: vec!["affine-loop-unroll{unroll-factor=5}".into()],
            ..PathOptions::default()
        };
        let all = paths(&path_options, 2);
        for skipped in &path_options.skip {
            assert!(!all.iter().any(|path| has(path, skipped)), "{skipped}: {all:#?}");
        }
        assert!(all.iter().flatten().any(|step| step == added), "{all:#?}");
    });
}

#[test]
fn parts_of_the_algorithm_are_switched_off() {
    alone("parts_of_the_algorithm_are_switched_off", || {
        let optimizing =
            ["sccp", "linalg-fuse-elementwise-ops", "topological-sort", "loop-invariant-code-motion"];
        let optimizes = |path: &Vec<String>| optimizing.iter().any(|pass| has(path, pass));
        let usual = paths(&PathOptions::default(), 3);
        assert!(usual.iter().any(optimizes), "{usual:#?}");
        let plain = paths(&PathOptions { no_opts: true, ..PathOptions::default() }, 3);
        assert!(!plain.iter().any(optimizes), "{plain:#?}");
        let short = paths(&PathOptions { max_step: 2, no_opts: true, ..PathOptions::default() }, 3);
        assert!(short.iter().all(|path| path.len() <= 2), "{short:#?}");
        let wild = paths(&PathOptions { no_rules: true, ..PathOptions::default() }, 3);
        let early = |path: &Vec<String>| path.iter().take(10).any(|step| step.contains("-to-llvm"));
        assert!(wild.iter().any(early), "drawn from all: {wild:#?}");
    });
}

fn explore(out: &Path, words: &[&str]) -> support::Answer {
    Lowdiff::new(&["explore", "--json", "--programs", "2", "--seed", "59"])
        .args(words)
        .arg("--out")
        .arg(out)
        .run()
}

#[test]
fn what_was_asked_for_is_counted_and_recorded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let few = explore(folder.path(), &["--max-step", "3"]);
    let summary = few.json();
    assert_eq!((few.status, &summary["success_rate"]), (Some(0), &serde_json::json!(0.0)), "{summary:#}");
    assert_eq!(
        (&summary["paths_built"], &summary["incomparable"]["incomplete"]),
        (&4.into(), &2.into()),
        "{summary:#}"
    );
    let many = explore(folder.path(), &["--through", "affine-loop-tile", "--paths", "5", "--no-feedback"]);
    let summary = many.json();
    let count = |key: &str| summary[key].as_u64().unwrap_or_else(|| panic!("no {key}: {summary:#}"));
    assert!(count("paths_executed") + count("paths_in_findings") <= count("paths_built"), "{summary:#}");
    assert!(count("distinct_edges") > 0 && count("final_modules") > 0, "{summary:#}");
    let records = Record::all(folder.path()).expect("they were written");
    let path_options: Vec<&PathOptions> = records.iter().map(|record| &record.path_options).collect();
    let first = PathOptions { max_step: 3, ..PathOptions::default() };
    let through = vec!["affine-loop-tile".to_owned()];
    assert_eq!(path_options, [&first, &PathOptions { through, no_feedback: true, ..PathOptions::default() }]);
}

#[test]
fn what_is_named_is_taken_where_the_tables_see_nothing_for_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "func.func @main() {\n%c = arith.constant 5 : i32\nvector.print %c : i32\nreturn\n}\n";
    let file = support::program(folder.path(), "p.mlir", text);
    let out = folder.path().join("findings").display().to_string();
    let words = ["explore", "--json", "--programs", "3", "--through", "affine-loop-tile", "--out", &out];
    let answer = Lowdiff::new(&words).arg(file).run();
    let summary = answer.json();
    assert_eq!((answer.status, &summary["compared"]), (Some(0), &serde_json::json!(3)), "{summary:#}");
}

#[test]
fn a_pass_that_cannot_be_taken_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (words, said) in [
        (["--through", "no-such-pass"], "MLIR 22 has no pass 'no-such-pass'"),
        (["--skip-pass", "no-such-pass"], "MLIR 22 has no pass 'no-such-pass'"),
        (["--pass", "cse sccp"], "'cse sccp' does not name a pass"),
        (["--pass", "sccp{speed=9}"], "no such option speed"),
        (["--through", "tosa-narrow-i64-to-i32"], "tosa-narrow-i64-to-i32 changes what a program computes"),
    ] {
        let answer = explore(folder.path(), &words);
        assert_eq!(answer.status, Some(2), "{answer:?}");
        assert!(answer.stderr.contains(said) && answer.stderr.trim().lines().count() == 1, "{answer:?}");
    }
}
