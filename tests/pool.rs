//! Pools of seeds: campaigns fill them and draw from them, and they can be looked at, merged and minimized.

use crate::planted;
use crate::support::{Answer, Lowdiff};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// A test whose function can be called, and one with a function that cannot.
const TESTS: &str = "// RUN: mlir-opt %s -split-input-file -cse\n\
func.func @sum(%a: i32, %b: i32) -> i32 {\n  %c = arith.addi %a, %b : i32\n  return %c : i32\n}\n\
// -----\n\
func.func @pointer(%p: !llvm.ptr) -> i32 {\n  %0 = llvm.load %p : !llvm.ptr -> i32\n  return %0 : i32\n}\n";

fn pool(folder: &Path, words: &[&str]) -> Answer {
    Lowdiff::new(&["pool", &folder.display().to_string()]).args(words).run()
}

fn stat(folder: &Path) -> Value {
    let answer = pool(folder, &["--json"]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    answer.json()
}

/// Explores single steps with a pool.
fn explore(within: &Path, pool: &Path, plant: &str, words: &[&str]) -> Answer {
    let [out, pool] = [within, pool].map(|path| path.display().to_string());
    let all = ["explore", "--step", "--json", "--quiet", "--reduce", "0", "--out", &out, "--pool", &pool];
    planted::lowdiff(&[&all[..], words].concat(), plant).run()
}

#[test]
fn campaigns_fill_a_pool_and_begin_with_what_is_in_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    let seeds = at("pool");
    let words = ["--programs", "140", "--seed", "5"];
    let first = explore(&at("one"), &seeds, "symbol-dce:nothing", &words);
    assert_eq!(first.status, Some(0), "{first:?}");
    let counts = stat(&seeds);
    assert!(counts["seeds"].as_u64() > Some(5), "{counts:#}");
    assert!(counts["origins"]["generated programs"].as_u64() > Some(0), "{counts:#}");
    assert!(counts["dialects"].as_object().is_some_and(|all| all.len() >= 4), "{counts:#}");
    // The answer depends on what was in the pool at the beginning alone: two jobs come to what one comes to.
    let copy = |name: &str| {
        let to = at(name);
        std::fs::create_dir(&to).expect("room");
        for file in std::fs::read_dir(&seeds).expect("a pool").map(|file| file.expect("a file")) {
            std::fs::copy(file.path(), to.join(file.file_name())).expect("room");
        }
        to
    };
    let words = ["--programs", "256", "--seed", "6", "--jobs"];
    let ran = |name: &str, jobs: &str| {
        let answer = explore(
            &at(&format!("out-{name}")),
            &copy(name),
            "symbol-dce:nothing",
            &[&words[..], &[jobs]].concat(),
        );
        crate::support::counts(&answer.json())
    };
    assert_eq!(ran("alone", "1"), ran("together", "2"));
    // What was met joins the pool, and nothing that was there is gone.
    let names = |folder: &Path| -> BTreeSet<String> {
        let lines = pool(folder, &["--list", "--json"]).json();
        let lines = lines.as_array().cloned().unwrap_or_default();
        lines.iter().map(|line| line["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert!(names(&at("alone")).is_superset(&names(&seeds)));
    assert_eq!(names(&at("alone")), names(&at("together")));
    // Two pools make one.
    let merged = at("merged");
    for other in ["alone", "together", "pool", "alone"] {
        let answer = pool(&merged, &["--merge", &at(other).display().to_string()]);
        assert_eq!(answer.status, Some(0), "{answer:?}");
    }
    assert_eq!(names(&merged), names(&at("alone")));
}

#[test]
fn tests_of_others_and_whole_modules_become_seeds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("tests.mlir");
    std::fs::write(&file, TESTS).expect("room");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let file = file.display().to_string();
    let words =
        ["seeds", &file, "--json", "--corpus", &at("corpus"), "--out", &at("out"), "--pool", &at("pool")];
    let answer = Lowdiff::new(&words).run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert_eq!(answer.json()["tests"]["pooled"], 3, "{answer:?}");
    let lines = pool(&folder.path().join("pool"), &["--list", "--json"]).json();
    let lines = lines.as_array().cloned().unwrap_or_default();
    let ran: Vec<&str> = lines.iter().filter_map(|line| line["ran"].as_str()).collect();
    assert_eq!(ran.iter().filter(|ran| **ran == "agree").count(), 1, "{lines:#?}");
    assert_eq!(ran.iter().filter(|ran| **ran == "not run").count(), 2, "{lines:#?}");
    assert!(lines.iter().all(|line| line["origin"].as_str().is_some_and(|from| from.contains("tests.mlir"))));
}

#[test]
fn a_minimized_pool_keeps_every_operation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let seeds = folder.path().join("pool");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pass_diff");
    let merged = pool(&seeds, &["--merge", &corpus.display().to_string(), "--json"]).json();
    let before = stat(&seeds);
    assert!(merged["merged"].as_u64() > Some(10) && merged["merged"] == before["seeds"], "{merged:#}");
    let small = pool(&seeds, &["--minimize", "--json"]);
    assert_eq!(small.status, Some(0), "{small:?}");
    let (small, after) = (small.json(), stat(&seeds));
    let count = |document: &Value, key: &str| document[key].as_u64().unwrap_or_default();
    assert!(count(&small, "removed") > 0, "{small:#}");
    assert_eq!(count(&before, "seeds") - count(&small, "removed"), count(&after, "seeds"), "{small:#}");
    assert_eq!(after["operations"], before["operations"], "{after:#}");
    // Again, hardly anything more goes: a few blocks depend on where memory lies.
    let again = pool(&seeds, &["--minimize", "--json"]).json();
    assert!(count(&again, "removed") * 20 < count(&after, "seeds"), "{again:#}");
    let few = pool(&seeds, &["--minimize", "--most", "3", "--json"]).json();
    assert_eq!(count(&few, "seeds"), 3, "{few:#}");
}

#[test]
fn what_is_no_pool_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let none = pool(&folder.path().join("none"), &[]);
    assert_eq!((none.status, none.stderr.trim().lines().count()), (Some(2), 1), "{none:?}");
    assert!(none.stderr.contains("there is no folder"), "{none:?}");
    let empty = folder.path().display().to_string();
    let other = pool(&folder.path().join("pool"), &["--merge", &empty]);
    assert!(other.status == Some(2) && other.stderr.contains("holds no seeds"), "{other:?}");
    let programs = folder.path().join("programs");
    std::fs::create_dir(&programs).expect("a folder");
    assert_eq!(pool(&programs, &[]).status, Some(0), "an empty pool is one");
    std::fs::write(programs.join("program.mlir"), TESTS).expect("a file");
    for words in [&[][..], &["--minimize"]] {
        let odd = pool(&programs, words);
        assert!(odd.status == Some(2) && odd.stderr.contains("none of them is a seed"), "{odd:?}");
    }
    let paths = Lowdiff::new(&["explore", "--pool", &empty]).run();
    assert!(paths.status == Some(2) && paths.stderr.contains("--step"), "{paths:?}");
}
