//! A miscompile planted in one rare pass is found, and shows as what it is: a mismatch that goes away when the
//! bug does.
//!
//! The fuzz target finds it too, from the committed seeds or others. With `libplanted.so` compiled as
//! `planted/mod.rs` does it:
//!
//! ```text
//! LOWDIFF_PLANT=sccp:miscompile LOWDIFF_MLIR=/path/libplanted.so cargo fuzz run -s none lowering_diff \
//!     fuzz/corpus/lowering_diff corpus/lowering_diff -- -max_len=4096 -max_total_time=120
//! ```

use crate::planted;
use crate::support;

use lowdiff::decode::decode_case;
use lowdiff::execute::{Executor, Jit, Job, Terms};
use lowdiff::path::pipeline::pass_name;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use support::{Answer, Lowdiff, loadable};

/// The pass with the bug.
const RARE: &str = "sccp";
/// Cases, of this seed, that suffice to find it.
const SEED: &str = "28";
const PROGRAMS: u64 = 6;

/// The share of each pass in the steps of drawn paths.
fn shares(cases: u64) -> BTreeMap<String, f64> {
    let mlir = loadable("22");
    let mut jit = Jit::open(&mlir).expect("the toolchain works");
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for index in 0..cases {
        let Some((case, _)) = decode_case(&lowdiff::decode::seeded(0, index), 22) else { continue };
        let program = case.source.text(mlir.syntax()).to_string();
        let reports = jit.run(&Job::new(program, case.paths, Terms::default()));
        for step in reports.expect("generated cases can be run").iter().flat_map(|report| &report.steps) {
            *counts.entry(pass_name(&step.pipeline).to_string()).or_default() += 1;
        }
    }
    let all: u32 = counts.values().sum();
    counts.into_iter().map(|(pass, count)| (pass, f64::from(count) / f64::from(all))).collect()
}

#[test]
fn the_pass_is_rare() {
    support::alone("the_pass_is_rare", || {
        let shares = shares(10);
        println!("{shares:#?}");
        let share = shares.get(RARE).copied().unwrap_or(0.0);
        assert!(share > 0.0 && share < 0.05, "{RARE} is {:.1}% of the steps", 100.0 * share);
    });
}

/// Replays a finding with this bug, or with none.
fn replay(library: &Path, plant: &str, finding: &Path) -> Answer {
    Lowdiff::new(&["replay", "--json", "--mlir"]).arg(library).arg(finding).env(planted::PLANT, plant).run()
}

/// True if a path in a replay's answer runs the pass with the bug.
fn runs_the_pass(document: &Value) -> bool {
    let paths = document["paths"].as_array().into_iter().flatten();
    let steps = paths.flat_map(|path| path["steps"].as_array().into_iter().flatten());
    steps.filter_map(|step| step["pipeline"].as_str()).any(|pipeline| pass_name(pipeline) == RARE)
}

#[test]
fn the_miscompile_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = planted::library(folder.path());
    let plant = format!("{RARE}:miscompile");
    let words = ["explore", "--json", "--jobs", "2", "--seed", SEED, "--programs", &PROGRAMS.to_string()];
    let out = folder.path().join("findings");
    let found = Lowdiff::new(&words)
        .arg("--out")
        .arg(&out)
        .arg("--mlir")
        .arg(&library)
        .env(planted::PLANT, &plant)
        .run();
    assert_eq!(found.status, Some(1), "{found:?}");
    let summary = found.json();
    let findings = summary["findings"].as_array().cloned().unwrap_or_default();
    let mismatches = findings.iter().filter(|finding| finding["verdict"] == "mismatch");
    // MLIR has bugs of its own: ours are those that are gone without it.
    let mut ours = 0;
    for finding in mismatches {
        let directory = Path::new(finding["directory"].as_str().expect("a finding has a directory"));
        let with = replay(&library, &plant, directory);
        assert_eq!((with.status, &with.json()["verdict"]), (Some(1), &Value::from("mismatch")), "{with:?}");
        let without = replay(&library, "", directory);
        if without.status == Some(0) {
            assert!(runs_the_pass(&with.json()), "blamed without having run: {with:?}");
            ours += 1;
        }
    }
    assert!(ours > 0, "not found in {PROGRAMS} programs: {summary:#}");
}
