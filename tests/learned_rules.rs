//! The pass catalogue and the learned rules against real libraries: what tables and files say is what the library shows.

use crate::planted;
use crate::support;

use lowdiff::decode::{decode, seeded};
use lowdiff::execute::{Jit, Limits, Trials, Tried};
use lowdiff::observe::Refusal;
use lowdiff::path::catalogue::pairs;
use lowdiff::path::event::StepError;
use lowdiff::path::learned::{Learned, Met, compare};
use lowdiff::program::Syntax;
use lowdiff::version::VERSIONS;
use serde_json::Value;
use std::collections::BTreeSet;
use support::{Answer, Lowdiff, alone, loadable, toolchain};

/// The differences between the table of rules and the rules learned from MLIR 22. When they change for a good reason, this file
/// becomes what `lowdiff rules --mlir 22` prints from "Written down" on.
const DIFFERENCES: &str = include_str!("learned_rules/22.txt");

fn committed(name: &str) -> Learned {
    let toolchain = toolchain(name);
    Learned::committed(name, &toolchain.version).unwrap_or_else(|| panic!("no rules of MLIR {name} are kept"))
}

/// Operation and pass of every rule.
fn rules(learned: &Learned) -> BTreeSet<(Met, String)> {
    learned.rules.iter().map(|rule| (rule.operation.clone(), rule.pass.clone())).collect()
}

/// Runs a command that keeps what it learns in `cache`.
fn run(words: &[&str], cache: &std::path::Path) -> Answer {
    let answer = Lowdiff::new(words).env("XDG_CACHE_HOME", cache).run();
    assert_eq!(answer.status, Some(0), "{words:?}: {}", answer.stderr);
    answer
}

// The short form of this is `a_pass_that_crashes_is_listed_and_the_rest_is_learned`, which learns from two programs.
#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn learning_22_anew_gives_the_rules_that_are_kept() {
    let kept = committed("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("22.json");
    let out = file.display().to_string();
    let first = run(&["rules", "--learn", "--mlir", "22", "--out", &out], folder.path());
    let text = std::fs::read_to_string(&file).expect("it was written");
    let learned: Learned = serde_json::from_str(&text).expect("it can be read");
    let differences = |other: &Learned| -> Vec<(Met, String)> {
        rules(&kept).symmetric_difference(&rules(other)).cloned().collect()
    };
    assert_eq!(differences(&learned), [], "learned and kept differ");
    assert_eq!(learned.unknown, kept.unknown);
    // It would show.
    let mut less = learned.clone();
    less.rules.pop();
    assert_eq!(differences(&less).len(), 1);
    // From now on this is what is known of this build.
    assert_eq!(run(&["rules", "--mlir", "22"], folder.path()).stdout, first.stdout);
}

#[test]
fn rules_are_kept_for_every_version() {
    for name in VERSIONS.iter().map(|version| version.name) {
        let learned = committed(name);
        let dialects: BTreeSet<&str> =
            learned.rules.iter().filter_map(|rule| rule.operation.operation.split('.').next()).collect();
        assert!(dialects.len() >= 15, "{name}: {dialects:?}");
        for rule in &learned.rules {
            let evidence = &learned.evidence[rule.evidence];
            assert_eq!(evidence.pass, rule.pass);
            assert!(rule.helped > 0 && rule.helped >= rule.cleared && rule.before > rule.after, "{rule:?}");
            let gone = evidence.disappear.contains(&rule.operation);
            assert_eq!(gone, rule.after == 0, "{rule:?}");
            assert!(learned.paths[evidence.path].steps.len() >= evidence.steps);
        }
        let known: BTreeSet<&Met> = learned.rules.iter().map(|rule| &rule.operation).collect();
        assert!(learned.unknown.iter().all(|operation| !known.contains(operation)), "{name}");
    }
}

#[test]
fn evidence_can_be_seen_again() {
    let body = || {
        let learned = committed("22");
        let mut jit = Jit::open(&loadable("22")).expect("the tests need MLIR 22");
        for rule in learned.rules.iter().step_by(40) {
            let evidence = &learned.evidence[rule.evidence];
            let path = &learned.paths[evidence.path];
            let program = decode(&seeded(learned.seed, path.program)).expect("a program").program;
            let trials = Trials {
                program: program.print(Syntax::V22),
                prefix: path.steps[..evidence.steps].to_vec(),
                candidates: vec![evidence.pass.clone(), "builtin.module(no-such-pass)".into()],
                finish: Vec::new(),
                limits: Limits::default(),
            };
            let seen = jit.try_out(&trials).expect("the state is reached");
            let key = (rule.operation.operation.clone(), rule.operation.kind);
            assert_eq!(seen.states.last().and_then(|state| state.get(&key)), Some(&rule.before), "{rule:?}");
            let Tried::Left(after) = &seen.tried[0] else { panic!("{rule:?}: {:?}", seen.tried[0]) };
            assert_eq!(after.get(&key).copied().unwrap_or(0), rule.after, "{rule:?}");
            let Tried::Failed(StepError::Refused(refusal)) = &seen.tried[1] else {
                panic!("{:?}", seen.tried)
            };
            assert_eq!(refusal.part, Some(Refusal::Name));
        }
    };
    alone("evidence_can_be_seen_again", body);
}

#[test]
fn a_pass_that_crashes_is_listed_and_the_rest_is_learned() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = planted::library(folder.path()).display().to_string();
    let learn = |plant: &str| -> Learned {
        // Two small programs.
        let words = ["rules", "--learn", "--seed", "59", "--programs", "2", "--mlir", &library, "--json"];
        let command = Lowdiff::new(&words).env("XDG_CACHE_HOME", folder.path()).env(planted::PLANT, plant);
        let answer = command.run();
        assert_eq!(answer.status, Some(0), "{}", answer.stderr);
        serde_json::from_value(answer.json()["learned"].clone()).expect("what was learned")
    };
    let of =
        |learned: &Learned, pass: &str| learned.rules.iter().filter(|rule| rule.pass.contains(pass)).count();
    let crashed = |learned: &Learned| -> BTreeSet<String> {
        learned.crashed.iter().map(|crashed| crashed.pass.clone()).collect()
    };
    // Without the plant this is known of the same library.
    let sound = committed("22");
    let (planted, by_itself) = ("one-shot-bufferize", crashed(&sound));
    assert!(!by_itself.contains("builtin.module(one-shot-bufferize)"), "{by_itself:?}");
    assert!(of(&sound, planted) > 0);
    let crashing = learn("one-shot-bufferize:segv");
    // Crashes of MLIR by itself are no part of the plant: this pass crashes in some runs and not in others.
    let mut crashed: BTreeSet<String> = &crashed(&crashing) - &by_itself;
    crashed.retain(|pass| !pass.contains("buffer-deallocation-simplification"));
    assert!(crashed.contains("builtin.module(one-shot-bufferize)"), "{crashed:?}");
    assert!(crashed.iter().all(|pass| pass.contains(planted)), "{crashed:?}");
    assert!(crashing.crashed.iter().all(|crashed| crashed.outcome == "crash"));
    assert_eq!(of(&crashing, planted), 0);
    assert!(of(&crashing, "tosa-to-linalg") > 0);
}

#[test]
fn limits_and_mistakes_are_answers() {
    let body = || {
        let mut jit = Jit::open(&loadable("22")).expect("the tests need MLIR 22");
        let trials = Trials {
            program: "func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n\
                      %0 = tosa.exp %a : (tensor<2xf32>) -> tensor<2xf32>\n return %0 : tensor<2xf32> }"
                .into(),
            prefix: Vec::new(),
            // A limit of one operation: what is left is too much, and nothing else is wrong.
            candidates: vec!["builtin.module(func.func(tosa-to-linalg))".into()],
            finish: Vec::new(),
            limits: Limits { operations: 1, ..Limits::default() },
        };
        assert_eq!(jit.try_out(&trials).expect("answers").tried, [Tried::Failed(StepError::Grew(1))]);
        let trials = Trials { limits: Limits::default(), ..trials };
        assert!(jit.try_out(&trials).expect("answers").tried.iter().all(|t| matches!(t, Tried::Left(_))));
        let wrong = Trials { prefix: vec!["builtin.module(no-such-pass)".into()], ..trials };
        let error = jit.try_out(&wrong).expect_err("there is no such state").to_string();
        assert!(error.contains("no-such-pass"), "{error}");
    };
    alone("limits_and_mistakes_are_answers", body);
}

#[test]
fn what_leads_down_is_told_from_what_does_not() {
    let body = || {
        let mut jit = Jit::open(&loadable("22")).expect("the tests need MLIR 22");
        let [first, tidy] =
            ["func.func(tosa-to-linalg)", "cse"].map(|pass| format!("builtin.module({pass})"));
        let mut follow = |program: &str| {
            let trials = Trials {
                program: program.into(),
                prefix: Vec::new(),
                candidates: vec![first.clone(), tidy.clone()],
                finish: vec![first.clone()],
                limits: Limits::default(),
            };
            jit.try_out(&trials).expect("answers")
        };
        let seen = follow(
            "func.func @main() {\n\
             %0 = \"tosa.const\"() {values = dense<1.0> : tensor<2xf32>} : () -> tensor<2xf32>\n\
             %1 = tosa.exp %0 : (tensor<2xf32>) -> tensor<2xf32>\n\
             %2 = call @id(%1) : (tensor<2xf32>) -> tensor<2xf32>\n return }\n\
             func.func private @id(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }",
        );
        assert_eq!((seen.down, &seen.leads[..]), (Some(true), &[Some(true), None][..]), "{:?}", seen.tried);
        assert!(seen.changed[0]);
        // No conversion of the table is for what GPUs do.
        let seen = follow("func.func @main() {\n gpu.barrier\n return }");
        assert_eq!((seen.down, &seen.leads[..]), (Some(false), &[None, None][..]), "{:?}", seen.tried);
        assert_eq!(seen.changed, [false, false]);
    };
    alone("what_leads_down_is_told_from_what_does_not", body);
}

#[test]
fn differences_from_the_table_are_known() {
    let comparison = compare(&committed("22"), 22).to_string();
    let (now, known): (Vec<&str>, Vec<&str>) = (comparison.lines().collect(), DIFFERENCES.lines().collect());
    let new: Vec<_> = now.iter().filter(|line| !known.contains(line)).collect();
    let gone: Vec<_> = known.iter().filter(|line| !now.contains(line)).collect();
    assert!(new.is_empty() && gone.is_empty(), "not known: {new:#?}\nno longer: {gone:#?}");
}

#[test]
fn the_catalogue_says_which_version_has_what() {
    for name in VERSIONS.iter().map(|version| version.name) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let major = toolchain(name).major();
        let answer = run(&["passes", "--mlir", name, "--json"], folder.path());
        let document = answer.json();
        let rows = document["passes"].as_array().expect("a list");
        assert_eq!(rows.len(), pairs().len());
        let mut held_back = Vec::new();
        for (row, (_, pass)) in rows.iter().zip(pairs()) {
            assert_eq!(row["step"], Value::from(pass.step()));
            match pass.exists_in(major) {
                true => assert_eq!(row["usable"], true, "{name}: {row}"),
                false if row["usable"] == true => held_back.push(pass.step()),
                false => {}
            }
        }
        // The tables hold these back on MLIR 19, although it would take them. Functions have to be converted last there.
        let known: &[&str] = match name {
            "19" => &[
                "builtin.module(convert-to-llvm{filter-dialects=func})",
                "builtin.module(remove-dead-values)",
                "builtin.module(func.func(linalg-detensorize))",
                "builtin.module(generate-runtime-verification)",
            ],
            _ => &[],
        };
        assert_eq!(held_back, known, "{name}");
        // The second answer comes from what was kept, and is the same.
        assert_eq!(run(&["passes", "--mlir", name, "--json"], folder.path()).stdout, answer.stdout);
    }
}

#[test]
fn an_mlir_nobody_learned_from_is_told_how_to() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // By its path a development build is anybody's.
    let library = toolchain("head").library.display().to_string();
    let answer = Lowdiff::new(&["rules", "--mlir", &library]).env("XDG_CACHE_HOME", folder.path()).run();
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""), "{answer:?}");
    assert!(answer.stderr.contains("no rules") && answer.stderr.contains("--learn"), "{answer:?}");
    assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
}

#[test]
fn one_operation_can_be_asked_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let answer = run(&["rules", "tosa.concat", "--mlir", "22", "--json"], folder.path());
    let document = answer.json();
    let rules = document["learned"]["rules"].as_array().expect("a list");
    assert!(!rules.is_empty() && rules.iter().all(|rule| rule["operation"] == "tosa.concat on tensor"));
    assert!(rules.iter().any(|rule| rule["pass"] == "builtin.module(tosa-to-tensor)"));
    let none =
        Lowdiff::new(&["rules", "nowhere.*", "--mlir", "22"]).env("XDG_CACHE_HOME", folder.path()).run();
    assert_eq!(none.status, Some(2), "{none:?}");
    assert!(none.stderr.contains("no operation like nowhere.*"), "{none:?}");
}
