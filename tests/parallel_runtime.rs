//! Lowered async and OpenMP code runs, gives what sequential code gives, and mistakes of it are told.

use crate::support;
use lowdiff::version::VERSIONS;

use std::path::{Path, PathBuf};
use support::{Answer, Lowdiff, toolchain};

const TAIL: &str = "convert-scf-to-cf,finalize-memref-to-llvm,convert-arith-to-llvm,convert-index-to-llvm,convert-func-to-llvm,\
                    convert-cf-to-llvm,reconcile-unrealized-casts";
const ASYNC: &str =
    "async-to-async-runtime,async-runtime-ref-counting,async-runtime-ref-counting-opt,convert-async-to-llvm";

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parallel").join(name)
}

fn pipeline(passes: &[&str]) -> String {
    format!("builtin.module({})", passes.join(","))
}

/// Holds a path of the loops against the sequential one.
fn against_sequential(passes: &[&str], options: &[&str]) -> Answer {
    Lowdiff::new(&["compare", "--path", &pipeline(&[TAIL]), "--path", &pipeline(passes)])
        .args(options)
        .arg(program("loops.mlir"))
        .run()
}

fn run(name: &str) -> Answer {
    Lowdiff::new(&["run", "--path", &pipeline(&["convert-async-to-llvm", TAIL])]).arg(program(name)).run()
}

#[test]
fn tasks_give_what_sequential_loops_give() {
    for mlir in VERSIONS.iter().map(|version| version.name) {
        toolchain(mlir);
        for options in
            ["", "{async-dispatch=false num-workers=3 min-task-size=1}", "{num-workers=4 min-task-size=2}"]
        {
            let parallel = format!("async-parallel-for{options}");
            let answer = against_sequential(&[&parallel, ASYNC, TAIL], &["--mlir", mlir]);
            assert_eq!(answer.status, Some(0), "{mlir} {options}: {answer:?}");
        }
    }
}

#[test]
fn a_team_gives_what_sequential_loops_give() {
    for mlir in VERSIONS.iter().map(|version| version.name) {
        toolchain(mlir);
        let passes = ["convert-scf-to-openmp", "convert-scf-to-cf", "convert-openmp-to-llvm", TAIL];
        let answer = against_sequential(&passes, &["--mlir", mlir]);
        assert_eq!(answer.status, Some(0), "{mlir}: {answer:?}");
    }
}

#[test]
fn stock_programs_run_tasks_too() {
    let answer = against_sequential(&["async-parallel-for", ASYNC, TAIL], &["--executor", "tools"]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
}

#[test]
fn openmp_that_keeps_an_index_is_not_lowered() {
    let answer = against_sequential(&["convert-scf-to-openmp", TAIL], &[]);
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stdout.contains("omp.loop_nest"), "{answer:?}");
}

#[test]
fn a_dropped_token_is_a_fault_of_the_lowered_code() {
    let answer = run("dropped.mlir");
    assert!(answer.stderr.contains("fault"), "{answer:?}");
    assert!(answer.stderr.contains("after its last reference was dropped"), "{answer:?}");
}

#[test]
fn a_wait_without_end_is_not_judged() {
    let answer = run("blocked.mlir");
    assert!(answer.stderr.contains("unsupported"), "{answer:?}");
    assert!(answer.stderr.contains("needs another thread"), "{answer:?}");
}
