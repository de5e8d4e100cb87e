//! The targets `mlir_text` and `pass_crash`: modules of which nobody knows what they do.

use crate::planted;
use crate::support::{self, Answer, Lowdiff, program, toolchain};
use lowdiff::explore::Target;
use lowdiff::judge::{Reason, VerdictKind};
use std::process::Command;

/// A module in the form that people write, which has an attribute of this name.
fn text(attribute: &str) -> String {
    format!(
        "module attributes {{planted.{attribute}}} {{\n  func.func @f(%a: i32) -> i32 {{\n    %0 = arith.divsi %a, %a : i32\n    return %0 : i32\n  }}\n}}\n"
    )
}

/// Replays an input on the planted library.
fn replay(target: &str, input: &str, plant: &str) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "input", input);
    let library = &planted::library_and(planted::PROGRAM).1;
    let words = ["replay", "--target", target, "--json", "--mlir"];
    Lowdiff::new(&words).arg(library).arg(&file).env(planted::PLANT, plant).run()
}

fn verdict(target: &str, input: &str, plant: &str) -> (Option<i32>, String) {
    let answer = replay(target, input, plant);
    (answer.status, answer.json()["verdict"].as_str().unwrap_or("none").to_owned())
}

#[test]
fn a_text_is_read_and_written_and_read_back() {
    let is = |attribute: &str| verdict("mlir_text", &text(attribute), "no-pass:nothing");
    assert_eq!(is("nothing"), (Some(0), "agree".to_owned()));
    assert_eq!(is("misparse"), (Some(1), "crash".to_owned()), "the parser");
    assert_eq!(is("misprint"), (Some(1), "round-trip".to_owned()), "the printer");
    // What MLIR refuses is no finding.
    let refused = replay("mlir_text", "func.func @f(%a: i32) {\n", "no-pass:nothing");
    assert_eq!(
        (refused.status, &refused.json()["verdict"]),
        (Some(3), &"incomparable".into()),
        "{refused:?}"
    );
}

#[test]
fn bytecode_is_read_and_written_and_read_back() {
    let bytecode = |attribute: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (source, made) = (program(folder.path(), "p.mlir", &text(attribute)), folder.path().join("made"));
        let opt = toolchain("22").mlir_opt.expect("stock programs are there");
        let words = ["--allow-unregistered-dialect", "--emit-bytecode", "-o"];
        let done = Command::new(opt).args(words).arg(&made).arg(&source).status().expect("it can be started");
        assert!(done.success());
        std::fs::read(made).expect("it is there")
    };
    let is = |bytes: &[u8]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("input");
        std::fs::write(&file, bytes).expect("room");
        let library = &planted::library_and(planted::PROGRAM).1;
        let words = ["replay", "--target", "mlir_bytecode", "--json", "--mlir"];
        let answer =
            Lowdiff::new(&words).arg(library).arg(&file).env(planted::PLANT, "no-pass:nothing").run();
        (answer.status, answer.json()["verdict"].as_str().unwrap_or("none").to_owned())
    };
    let clean = bytecode("nothing");
    assert_eq!(is(&clean), (Some(0), "agree".to_owned()));
    assert_eq!(is(&bytecode("misparse")), (Some(1), "crash".to_owned()), "the reader");
    assert_eq!(is(&bytecode("misprint")), (Some(1), "round-trip".to_owned()), "the printer");
    assert_eq!(is(&clean[..clean.len() / 2]), (Some(3), "incomparable".to_owned()), "MLIR refuses it");
}

#[test]
fn passes_crash_on_modules_that_nobody_can_run() {
    let with_steps =
        |text: &str| format!("// step: builtin.module(cse)\n// step: builtin.module(symbol-dce)\n{text}");
    for target in ["mlir_text", "pass_crash"] {
        let is = |plant: &str| verdict(target, &with_steps(&text("nothing")), plant);
        assert_eq!(is("cse:nothing"), (Some(0), "agree".to_owned()), "{target}");
        assert_eq!(is("symbol-dce:abort"), (Some(1), "crash".to_owned()), "{target}");
        assert_eq!(is("symbol-dce:invalid"), (Some(1), "invalid-ir".to_owned()), "{target}");
        // Nobody runs the states.
        assert_eq!(is("symbol-dce:miscompile"), (Some(0), "agree".to_owned()), "{target}");
    }
    // The parser's crash is nobody's step.
    let input = with_steps(&text("misparse"));
    assert_eq!(verdict("pass_crash", &input, "cse:nothing"), (Some(1), "crash".to_owned()));
}

#[test]
fn committed_seeds_are_taken_and_are_no_findings() {
    toolchain("22");
    support::alone("committed_seeds_are_taken_and_are_no_findings", || {
        for target in [Target::MlirBytecode, Target::MlirText, Target::PassCrash] {
            let out = tempfile::tempdir().expect("a temporary folder");
            let mut campaign = support::campaign(target, out.path());
            for (path, bytes) in support::seeds(target) {
                let result = campaign.run_bytes(&bytes).expect("it can be run");
                let verdict = result.unwrap_or_else(|| panic!("{} is refused", path.display())).verdict;
                let holds = verdict.kind == VerdictKind::Agree || verdict.reason == Some(Reason::Declined);
                assert!(holds, "{}: {verdict:?}", path.display());
            }
            assert!(campaign.stats.inputs > 20);
        }
    });
}
