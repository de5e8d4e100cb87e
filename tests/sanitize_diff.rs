//! The target `sanitize_diff`: two paths of a module that is repaired where it may be undefined.

use crate::planted;
use crate::support::{self, Lowdiff, program, toolchain};
use lowdiff::decode::envelope::MutationBounds;
use lowdiff::decode::{Envelope, envelope, is_envelope};
use lowdiff::explore::Target;
use lowdiff::judge::{Reason, VerdictKind};
use lowdiff::path::declared::Declared;
use lowdiff::{ir, sanitize};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A module in generic form that divides by a number from memory, with this one there.
fn module(divisor: u32) -> String {
    format!(
        r#""builtin.module"() ({{
  "memref.global"() {{initial_value = dense<{divisor}> : tensor<1xi32>, sym_name = "d", sym_visibility = "private", type = memref<1xi32>}} : () -> ()
  "func.func"() ({{
    %0 = "arith.constant"() {{value = 40 : i32}} : () -> i32
    %1 = "arith.constant"() {{value = 0 : index}} : () -> index
    %2 = "memref.get_global"() {{name = @d}} : () -> memref<1xi32>
    %3 = "memref.load"(%2, %1) : (memref<1xi32>, index) -> i32
    %4 = "arith.divui"(%0, %3) : (i32, i32) -> i32
    %5 = "arith.subi"(%0, %4) : (i32, i32) -> i32
    %6 = "arith.addi"(%5, %0) : (i32, i32) -> i32
    %7 = "arith.extsi"(%6) : (i32) -> i64
    "func.call"(%7) {{callee = @printI64}} : (i64) -> ()
    "func.return"() : () -> ()
  }}) {{function_type = () -> (), sym_name = "main"}} : () -> ()
  "func.func"() ({{
  }}) {{function_type = (i64) -> (), sym_name = "printI64", sym_visibility = "private"}} : () -> ()
}}) : () -> ()
"#
    )
}

/// The status and the verdict of an input on the planted library, with this bug or with none.
fn replay(module: &str, step: &str, plant: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let steps = vec![format!("builtin.module({step})")];
    let input = Envelope { steps, printed: Vec::new(), module: module.to_owned() }.to_string();
    let file = program(folder.path(), "input", &input);
    let library = &planted::library_and(planted::PROGRAM).1;
    let words = ["replay", "--target", "sanitize_diff", "--json", "--mlir"];
    let answer = Lowdiff::new(&words).arg(library).arg(&file).env(planted::PLANT, plant).run();
    let verdict = serde_json::from_str::<serde_json::Value>(&answer.stdout).unwrap_or_default();
    (answer.status, verdict["verdict"].as_str().unwrap_or("none").to_owned())
}

#[test]
fn repaired_programs_agree_and_a_planted_bug_shows_on_them() {
    for divisor in [0, 7] {
        let text = module(divisor);
        let read = ir::module(&text).expect("it is generic");
        assert!(!sanitize::sanitize(&read).found.is_empty(), "a division may be undefined");
        let mut shown = Vec::new();
        for step in ["cse", "sccp", "canonicalize"] {
            assert_eq!(replay(&text, step, ""), (Some(0), "agree".to_owned()), "{divisor} {step}");
            shown.push(replay(&text, step, "convert-to-llvm:anywhere,convert-arith-to-llvm:anywhere"));
        }
        let is_found = |(status, verdict): &(Option<i32>, String)| {
            *status == Some(1) && ["mismatch", "miscompiled"].contains(&verdict.as_str())
        };
        assert!(
            shown.iter().any(is_found),
            "the planted bug does not show with a divisor of {divisor}: {shown:?}"
        );
    }
}

#[test]
fn an_input_that_is_undefined_still_is_none() {
    let unknown = module(7).replace(
        "\"func.return\"() : () -> ()",
        "\"test.unknown\"() : () -> ()\n\"func.return\"() : () -> ()",
    );
    assert_eq!(replay(&unknown, "cse", "cse:segv").0, Some(2));
    assert_eq!(replay("module {}", "cse", "").0, Some(2));
}

#[test]
fn committed_seeds_are_repaired_and_agree() {
    toolchain("22");
    support::alone("committed_seeds_are_repaired_and_agree", || {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut campaign = support::campaign(Target::SanitizeDiff, out.path());
        let seeds = support::seeds(Target::SanitizeDiff);
        assert!(seeds.len() >= 10, "{} seeds", seeds.len());
        for (path, bytes) in &seeds {
            assert!(is_envelope(bytes) && bytes.len() < 4096, "{}", path.display());
            let read = Envelope::parse(bytes).expect("an envelope").module;
            let found = sanitize::sanitize(&ir::module(&read).expect("it is generic")).found;
            assert!(!found.is_empty(), "{}: nothing is repaired", path.display());
            let result = campaign.run_bytes(bytes).expect("it can be run").expect("it is taken");
            assert_eq!(result.verdict.kind, VerdictKind::Agree, "{}: {:?}", path.display(), result.verdict);
            assert_eq!(result.reports.len(), 2);
        }
    });
}

#[test]
fn mutants_are_never_the_harness_at_fault() {
    toolchain("22");
    support::alone("mutants_are_never_the_harness_at_fault", || {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut campaign = support::campaign(Target::SanitizeDiff, out.path());
        let bounds = MutationBounds { most: 4096, version: 22, declared: Declared::of(22) };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for (_, bytes) in support::seeds(Target::SanitizeDiff).into_iter().take(15) {
            let mutants = (0..3)
                .filter_map(|_| envelope::mutant(&bytes, None, bounds, &mut random))
                .map(|mutant| mutant.bytes);
            for mutant in mutants {
                if let Some(result) = campaign.run_bytes(&mutant).expect("it can be run") {
                    assert_ne!(result.verdict.reason, Some(Reason::HarnessError), "{:?}", result.verdict);
                }
            }
        }
        let stats = &campaign.stats;
        assert!(
            stats.inputs > 30 && 2 * stats.rejected < stats.inputs,
            "{} of {}",
            stats.rejected,
            stats.inputs
        );
    });
}
