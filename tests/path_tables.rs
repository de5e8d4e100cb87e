//! The pass tables against the real `mlir-opt`: every (pass, option string) pair a path can contain is
//! registered, parses, and may stand where its row puts it.

use crate::support::toolchain;

use lowdiff::explore::PROBED;
use lowdiff::path::{catalogue, pipeline, rules};
use lowdiff::version::DEFAULT;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Runs `pipeline` on a module that holds one operation of the dialects conversions ask for by name
/// (`convert-to-llvm` refuses to filter by a dialect that is not loaded) and gives what was said on failure.
fn run(mlir_opt: &Path, input: &Path, pipeline: &str) -> Result<(), String> {
    let option = format!("--pass-pipeline={pipeline}");
    let output = Command::new(mlir_opt).arg(option).arg(input).output().expect("mlir-opt starts");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn steps(version: u32) -> BTreeSet<String> {
    let drawn = catalogue::rows().iter().flat_map(catalogue::PassRow::passes);
    let conversions = rules::RULES.iter().flat_map(|rule| rule.ways.iter().copied());
    let tests = catalogue::TEST_PASSES.iter().map(|row| row.pass);
    drawn
        .chain(conversions)
        .chain(tests)
        .filter(|pass| pass.exists_in(version))
        .map(|pass| pass.step())
        .collect()
}

/// Stock `mlir-opt` accepts each pair; of a toolchain without it `declared_options` holds the options to what its library declares.
fn each_pair_is_accepted(name: &str) {
    let toolchain = toolchain(name);
    let Some(mlir_opt) = &toolchain.mlir_opt else {
        return assert_ne!(name, DEFAULT.name, "the default comes with mlir-opt");
    };
    let directory = tempfile::tempdir().expect("a temporary directory");
    let input = directory.path().join("input.mlir");
    std::fs::write(&input, PROBED).expect("the input is written");
    // A process for each step takes half a minute, so several share one; only where those fail together
    // are they run alone.
    let steps: Vec<String> = steps(toolchain.major()).into_iter().collect();
    let mut wrong: Vec<String> = Vec::new();
    for several in steps.chunks(24) {
        if run(mlir_opt, &input, &pipeline::join(several)).is_ok() {
            continue;
        }
        for step in several {
            if let Err(said) = run(mlir_opt, &input, step) {
                wrong.push(format!("{step}: {}", said.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The check fires on a pass that does not exist and on a wrong anchor.
    assert!(run(mlir_opt, &input, "builtin.module(no-such-pass)").is_err());
    assert!(run(mlir_opt, &input, "builtin.module(tosa-to-linalg)").is_err());
    let step = pipeline::join(&["builtin.module(cse)", "builtin.module(func.func(sccp))"]);
    assert_eq!(run(mlir_opt, &input, &step), Ok(()));
}

on_each_version!(each_pair_is_accepted);
