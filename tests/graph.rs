//! The lowering graph through a real MLIR: equal IR has equal hashes and no other, states are branched from and made
//! again, and a campaign on it finds what a bug planted in one pass does and blames nobody else.

use crate::planted;
use crate::support;

use lowdiff::decode::decode_case;
use lowdiff::decode::seeded;
use lowdiff::execute::{Descended, Executor, HoldsLibrary, Jit, Job, Ready, Stepper, Terms};
use lowdiff::mlir::{Context, Digester, Library, Module, PassOutcome, run_pass};
use lowdiff::observe::{Outcome, PathReport};
use lowdiff::path::Strategy;
use lowdiff::path::event::Event;
use lowdiff::path::{PathSpec, pipeline};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use support::{Answer, DEFAULT_PATH, Lowdiff, alone, loadable, toolchain};

const PROGRAM: &str = r#"func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %1 = arith.cmpi slt, %0, %b : i32
  cf.cond_br %1, ^one(%a : i32), ^two(%0 : i32)
^one(%c: i32):
  return %c : i32
^two(%d: i32):
  %2 = arith.addi %d, %b {note = "x"} : i32
  return %2 : i32
}
"#;

/// The hash of a program's module.
fn hash(context: &Context, text: &str) -> [u8; 32] {
    let module = Module::parse(context, text).unwrap_or_else(|said| panic!("{said:?} in\n{text}"));
    Digester::new(context).digest(&module)
}

#[test]
fn names_and_places_do_not_count_and_everything_else_does() {
    alone("names_and_places_do_not_count_and_everything_else_does", || {
        let context = Context::new(Library::open(&loadable("22").library).expect("the library loads"));
        let hash = |text: &str| hash(&context, text);
        let it = hash(PROGRAM);
        let renamed = PROGRAM.replace("%0", "%first").replace("^one", "^bb7").replace("%a", "%z");
        assert_eq!(hash(&renamed), it);
        let placed = PROGRAM.replace("%b : i32\n  %1", "%b : i32 loc(\"here\":1:2)\n\n\n  %1");
        assert!(placed != PROGRAM && hash(&placed) == it);
        for (from, to) in [
            ("arith.subi", "arith.muli"),
            ("%a, %b : i32", "%b, %a : i32"),
            ("slt", "sle"),
            ("\"x\"", "\"y\""),
            (" {note = \"x\"}", ""),
            ("^one(%a : i32)", "^one(%b : i32)"),
            ("^one(%a : i32), ^two(%0 : i32)", "^two(%a : i32), ^one(%0 : i32)"),
            ("return %c", "return %b"),
            ("i32", "i64"),
            ("@f", "@g"),
            ("%1 = arith.cmpi slt, %0, %b", "%9 = arith.addi %a, %a : i32\n  %1 = arith.cmpi slt, %0, %b"),
        ] {
            let other = PROGRAM.replacen(from, to, if from == "i32" { usize::MAX } else { 1 });
            assert!(other != PROGRAM && hash(&other) != it, "{from} and {to} look alike");
        }
        // Flags that an operation keeps without telling the C API.
        let sum = |flags: &str| {
            hash(&format!(
                "llvm.func @f(%a: i32) -> i32 {{\n  %0 = llvm.add %a, %a {flags} : i32\n  llvm.return %0 : i32\n}}"
            ))
        };
        assert_ne!(sum("overflow<nsw>"), sum(""));
        assert_ne!(sum("overflow<nsw>"), sum("overflow<nuw>"));
    });
}

/// Along real paths, modules have the same hash only if they print the same, and a copy always has it.
#[test]
fn equal_hashes_are_equal_texts() {
    alone("equal_hashes_are_equal_texts", || {
        let context = Context::new(Library::open(&loadable("22").library).expect("the library loads"));
        let mut digester = Digester::new(&context);
        let mut texts: HashMap<[u8; 32], String> = HashMap::new();
        let steps = pipeline::split(DEFAULT_PATH).expect("it is a pipeline");
        let (mut met, mut again) = (0, 0);
        for index in 0..12 {
            let Some((case, _)) = decode_case(&seeded(5, index), 22) else { continue };
            let module = Module::parse(&context, case.source.newest()).expect("generated programs are valid");
            for step in &steps {
                let text = module.to_string();
                let key = digester.digest(&module);
                assert_eq!(Digester::new(&context).digest(&module.duplicate()), key, "a copy before {step}");
                met += 1;
                if let Some(known) = texts.insert(key, text.clone()) {
                    again += 1;
                    assert_eq!(known, text, "before {step}");
                }
                if !matches!(run_pass(&module, step), Ok(PassOutcome::Succeeded(_))) {
                    module.leak();
                    break;
                }
            }
        }
        // Some steps change nothing.
        assert!(texts.len() > 30 && again > 0 && texts.len() + again == met, "{} {again} {met}", texts.len());
    });
}

fn open(jit: &mut Jit, program: &str) -> [u8; 32] {
    let ready = Ready { program, printed: &[] };
    jit.open(ready, &Terms::default(), &Strategy::default(), None).expect("the program is valid").0
}

fn descend(jit: &mut Jit, from: &[u8; 32], draws: &[u8]) -> Descended {
    jit.descend(from, draws, vec![]).expect("a program is open")
}

/// The states a path came to, in order, and those of them that stay.
fn states(descended: &Descended) -> (Vec<[u8; 32]>, Vec<[u8; 32]>) {
    let came = descended.events.iter().filter_map(|event| match event {
        Event::To { state, stays, .. } => Some((*state, *stays)),
        Event::Remade { state, .. } => Some((*state, true)),
        _ => None,
    });
    let came: Vec<_> = came.collect();
    let stay = came.iter().filter(|(_, stays)| *stays).map(|(state, _)| *state);
    (came.iter().map(|(state, _)| *state).collect(), stay.collect())
}

fn count(descended: &Descended, which: impl Fn(&Event) -> bool) -> usize {
    descended.events.iter().filter(|event| which(event)).count()
}

/// Going down on the graph gives what taking the path by itself gives.
#[test]
fn a_descent_computes_what_the_path_does() {
    let mlir = toolchain("22");
    alone("a_descent_computes_what_the_path_does", || {
        let mut jit = Jit::open(&mlir).expect("the toolchain works");
        let mut compared = 0;
        for index in 0..8 {
            let Some((case, _)) = decode_case(&seeded(1, index), 22) else { continue };
            let program = case.source.text(mlir.syntax()).to_owned();
            let paths = case.paths.clone();
            let job = Job::new(program.clone(), paths, Terms::default());
            let reports: Vec<PathReport> = jit.run(&job).expect("generated cases can be run");
            let source = open(&mut jit, &program);
            for (report, path) in reports.iter().zip(&case.paths) {
                let PathSpec::Drawn(draws) = path else { panic!("generated paths are drawn") };
                if report.outcome != Outcome::Ok {
                    continue;
                }
                let descended = descend(&mut jit, &source, draws);
                let came_to = states(&descended).0.last().copied();
                let launched = descended.launched.expect("no path came down there before");
                assert_eq!((launched.outcome, &launched.outputs), (Outcome::Ok, &report.outputs));
                assert_eq!(launched.final_module, came_to);
                let again = descend(&mut jit, &source, draws);
                // A path that went back knows better the second time, and need not go there at all.
                if report.effort.paths_back == 0 {
                    assert_eq!(again.launched, None, "it has been run");
                    assert_eq!(states(&again).0.last(), launched.final_module.as_ref());
                }
                compared += 1;
            }
        }
        assert!(compared >= 6, "{compared}");
    });
}

#[test]
fn states_stay_as_long_as_asked() {
    let mlir = toolchain("22");
    alone("states_stay_as_long_as_asked", || {
        let mut jit = Jit::open(&mlir).expect("the toolchain works");
        let (case, _) =
            (0..).find_map(|index| decode_case(&seeded(1, index), 22)).expect("some bytes decode");
        let program = case.source.text(mlir.syntax()).to_owned();
        let source = open(&mut jit, &program);
        let plain = descend(&mut jit, &source, &[]);
        let report = plain.launched.clone().expect("the plain lowering works");
        let (way, stay) = states(&plain);
        assert!(stay.len() > 1 && stay.len() < way.len(), "{} of {}", stay.len(), way.len());
        let is_run = |event: &Event| matches!(event, Event::To { operations: Some(_), .. });
        let again = |event: &Event| matches!(event, Event::Again(_));
        // From a state that stays nothing is run again, not even what leads on.
        let late = descend(&mut jit, &stay[0], &[]);
        assert_eq!((count(&late, is_run), count(&late, again), &late.launched), (0, 0, &None));
        assert_eq!(states(&late).0.last(), report.final_module.as_ref());
        // canonicalize leaves another module in most states, which has to be made.
        let canonicalize = [1, 0, 0x01, 0, 0, 0, 0];
        let other = descend(&mut jit, &stay[0], &canonicalize);
        assert!(count(&other, |event| matches!(event, Event::Step { .. })) > 1);
        assert_eq!(count(&other, again), 0, "it was held");
        jit.descend(&source, &[], vec![stay[1]]).expect("it is open");
        let made = descend(&mut jit, &stay[1], &canonicalize);
        assert!(count(&made, again) > 0, "nobody held it any more");
        assert!(states(&made).1.contains(&stay[1]), "it is held again");
        jit.new_template();
        assert!(!jit.is_open(), "its worker is gone");
        assert!(jit.descend(&source, &[], vec![]).is_err());
        let invalid = Ready { program: "func.func @f() { return 1 }", printed: &[] };
        let invalid = jit.open(invalid, &Terms::default(), &Strategy::default(), None).unwrap_err();
        assert!(invalid.to_string().contains("not valid MLIR"), "{invalid}");
        assert!(!jit.is_open());
    });
}

/// Explores three programs with this bug, on eight paths each.
fn explore(library: &Path, out: &Path, plant: &str, jobs: &str) -> (Answer, Value) {
    let words = ["explore", "--json", "--programs", "3", "--paths", "8", "--seed", "83", "--jobs", jobs];
    let answer = Lowdiff::new(&words)
        .args(&["--mlir"])
        .arg(library)
        .arg("--out")
        .arg(out)
        .env(planted::PLANT, plant)
        .run();
    let summary = answer.json();
    (answer, summary)
}

/// With one function, no pass is known whose work goes by addresses.
#[test]
fn states_of_one_function_are_the_same_in_every_process() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known_bugs/203693/program.mlir");
    let explored = |jobs: &str| {
        let words =
            ["explore", "--json", "--quiet", "--programs", "2", "--paths", "10", "--jobs", jobs, "--out"];
        Lowdiff::new(&words).arg(folder.path().join(jobs)).arg(&program).run().json()
    };
    let (one, two) = (explored("1"), explored("2"));
    for key in ["paths_built", "paths_lowered", "distinct_states", "distinct_edges", "final_modules"] {
        assert_eq!(one[key], two[key], "{key} depends on the process");
    }
    assert!(one["distinct_states"].as_u64() > Some(100), "{one:#}");
}

#[test]
fn a_campaign_on_graphs_finds_what_is_there_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = planted::library(folder.path());
    let out = |name: &str| folder.path().join(name);
    let (_, without) = explore(&library, &out("clean"), "", "1");
    let (_, twice) = explore(&library, &out("again"), "", "2");
    for key in ["programs", "paths_built", "paths_lowered", "distinct_edges", "final_modules"] {
        assert_eq!(without[key], twice[key], "{key} depends on the number of jobs");
    }
    let count = |of: &Value, key: &str| of[key].as_u64().unwrap_or_else(|| panic!("no {key} in {of:#}"));
    // one-shot-bufferize makes the globals of constants in the order of its functions' addresses: where there are several
    // functions, one state in a thousand is another one in another process, whatever the number of jobs.
    let states = [&without, &twice].map(|of| count(of, "distinct_states"));
    assert!(states[0].abs_diff(states[1]) * 200 <= states[0], "{states:?} depends on the number of jobs");
    assert!(count(&without, "distinct_edges") > count(&without, "distinct_states"), "{without:#}");
    assert!(count(&without, "compared") > 18, "{without:#}");
    assert!(without["incomparable"]["harness-error"].is_null(), "{without:#}");
    let signatures = |of: &Value| of["signatures"].as_object().cloned().unwrap_or_default();
    for (what, signature) in [("segv", "crash-cse"), ("invalid", "invalid-ir-cse")] {
        let (answer, with) = explore(&library, &out(what), &format!("cse:{what}"), "1");
        assert_eq!(answer.status, Some(1), "{answer:?}");
        assert!(signatures(&with).contains_key(signature), "{with:#}");
        // MLIR's own bugs may show with it or without it, and a pass that runs passes runs the planted one.
        let runs_it = |other: &String| other == signature || other.ends_with("composite-fixed-point-pass");
        let others = signatures(&with).keys().filter(|other| !runs_it(other)).count();
        assert!(others <= signatures(&without).len(), "something else was blamed: {with:#}\n{without:#}");
        assert!(count(&with, "compared") > 0, "the others go on: {with:#}");
        let finding = with["findings"][0]["directory"].as_str().expect("it is kept");
        let replayed = Lowdiff::new(&["replay", finding, "--json", "--mlir"])
            .arg(&library)
            .env(planted::PLANT, format!("cse:{what}"))
            .run();
        assert_eq!(
            (replayed.status, &replayed.json()["verdict"]),
            (Some(1), &with["findings"][0]["verdict"])
        );
    }
}
