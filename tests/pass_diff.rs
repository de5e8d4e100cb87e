//! The target `pass_diff`: single passes on modules of any level.

use crate::planted;
use crate::support::{self, Answer, Lowdiff, program, toolchain};
use lowdiff::decode::envelope::MutationBounds;
use lowdiff::decode::{Envelope, envelope, is_envelope, seeded};
use lowdiff::explore::{Target, ToldStats};
use lowdiff::judge::VerdictKind;
use lowdiff::path::declared::Declared;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A module that is far from llvm, and does not have to come there.
const MODULE: &str = r#"
func.func @main() {
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %c = arith.constant 7 : i32
  %i = arith.constant 2 : index
  %e = tensor.extract %a[%i] : tensor<4xi32>
  %s = arith.subi %c, %e : i32
  %f = tensor.from_elements %s, %e : tensor<2xi32>
  %u = tensor.cast %f : tensor<2xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(tensor<*xi32>)
"#;

/// Replays an input of the target on the planted library, with this bug or with none.
fn replay(input: &str, plant: &str) -> Answer {
    replay_with(&[], input, plant)
}

fn replay_with(words: &[&str], input: &str, plant: &str) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "input", input);
    let library = &planted::library_and(planted::PROGRAM).1;
    let replay = Lowdiff::new(&["replay", "--target", "pass_diff", "--json"]).args(words);
    replay.arg("--mlir").arg(library).arg(&file).env(planted::PLANT, plant).run()
}

fn input(steps: &[&str], module: &str) -> String {
    let steps = steps.iter().map(|step| format!("builtin.module({step})")).collect();
    Envelope { steps, printed: Vec::new(), module: module.to_owned() }.to_string()
}

/// The status and the verdict on the module after these steps.
fn verdict(steps: &[&str], plant: &str) -> (Option<i32>, String) {
    verdict_on(MODULE, steps, plant)
}

fn verdict_on(module: &str, steps: &[&str], plant: &str) -> (Option<i32>, String) {
    let answer = replay(&input(steps, module), plant);
    (answer.status, answer.json()["verdict"].as_str().unwrap_or("none").to_owned())
}

#[test]
fn steps_that_hold_are_no_finding() {
    for steps in [&["canonicalize"][..], &["cse", "sccp", "linalg-fold-unit-extent-dims"]] {
        assert_eq!(verdict(steps, ""), (Some(0), "agree".to_owned()), "{steps:?}");
    }
}

/// A known bug keeps no step from being run: its finding is known.
#[test]
fn steps_that_show_a_known_bug_are_run() {
    let module = include_str!("../docs/known/dead-operands-of-calls.mlir");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let replay = |steps: &[&str]| {
        let file = program(folder.path(), "input", &input(steps, module));
        let words = ["replay", "--target", "pass_diff", "--json", "--mlir", "22"];
        Lowdiff::new(&words).arg(&file).run()
    };
    let shown = replay(&["convert-to-llvm", "remove-dead-values"]);
    let document = shown.json();
    let told = [&document["verdict"], &document["known"]];
    assert_eq!(told, ["invalid-ir", "dead-operands-of-calls"], "{shown:?}");
    let before = replay(&["remove-dead-values", "convert-to-llvm"]);
    assert_eq!(before.json()["verdict"], "agree", "{before:?}");
}

/// The fold hook of `tosa.cast` to i1 is wrong. `inline` calls it, and is not at fault.
#[test]
fn a_fold_hook_is_known_whichever_pass_calls_it() {
    let kernel = "func.func private @kernel(%a: tensor<1xbf16>) -> (tensor<1xi1>, tensor<1xbf16>) {\n\
                  \x20 %c = tosa.cast %a : (tensor<1xbf16>) -> tensor<1xi1>\n\
                  \x20 %s = tosa.ceil %a : (tensor<1xbf16>) -> tensor<1xbf16>\n\
                  \x20 return %c, %s : tensor<1xi1>, tensor<1xbf16>\n}\n";
    let main = printing(
        "  %a = arith.constant dense<3.75> : tensor<1xbf16>\n\
         \x20 %k:2 = call @kernel(%a) : (tensor<1xbf16>) -> (tensor<1xi1>, tensor<1xbf16>)\n\
         \x20 %i = arith.constant 0 : index\n  %e = tensor.extract %k#0[%i] : tensor<1xi1>\n\
         \x20 %n = arith.extui %e : i1 to i64\n",
    );
    for step in ["canonicalize", "inline"] {
        let answer = replay(&input(&[step], &(main.clone() + kernel)), "");
        let document = answer.json();
        let told = [&document["culprits"][0], &document["operation"], &document["known"]];
        match step {
            "inline" => {
                assert_eq!(
                    told,
                    ["canonicalize", "tosa.cast-bf16-i1", "fold-of-cast-to-i1-bf16"],
                    "{answer:?}"
                );
            }
            _ => assert_eq!(document["verdict"], "agree", "nothing is constant in the function: {answer:?}"),
        }
    }
}

#[test]
fn planted_bugs_are_found() {
    for (plant, kinds) in [
        ("symbol-dce:miscompile", &["mismatch", "miscompiled"][..]),
        ("symbol-dce:abort", &["crash"]),
        ("symbol-dce:segv", &["crash"]),
        ("symbol-dce:invalid", &["invalid-ir"]),
    ] {
        let (status, kind) = verdict(&["cse", "symbol-dce"], plant);
        assert_eq!(status, Some(1), "{plant}: {kind}");
        assert!(kinds.contains(&kind.as_str()), "{plant}: {kind}");
        let without = verdict(&["cse"], plant);
        assert_eq!(without, (Some(0), "agree".to_owned()), "{plant} is of another pass");
    }
}

#[test]
fn of_an_undefined_module_crashes_alone_are_findings() {
    let used = MODULE.replace("constant 2 : index", "constant 9 : index");
    // Poison that nobody uses: the documentation of the operation calls the program undefined all the same.
    let extract = "%s = arith.subi";
    let unused =
        format!("%o = arith.constant 9 : index\n  %x = tensor.extract %a[%o] : tensor<4xi32>\n  {extract}");
    for undefined in [used, MODULE.replace(extract, &unused)] {
        let verdict = |plant| verdict_on(&undefined, &["symbol-dce"], plant);
        assert_eq!(verdict("symbol-dce:invalid"), (Some(3), "incomparable".to_owned()));
        assert_eq!(verdict("symbol-dce:segv"), (Some(1), "crash".to_owned()));
    }
    assert_eq!(verdict_on(MODULE, &["symbol-dce"], "symbol-dce:invalid"), (Some(1), "invalid-ir".to_owned()));
}

#[test]
fn the_wrong_step_is_the_one_that_is_told() {
    let answer = replay(&input(&["cse", "symbol-dce", "sccp"], MODULE), "symbol-dce:miscompile");
    let document = answer.json();
    assert_eq!(answer.status, Some(1), "{document:#}");
    let steps = |path: &serde_json::Value| path["steps"].as_array().map(Vec::len);
    let paths: Vec<_> = document["paths"].as_array().into_iter().flatten().map(steps).collect();
    let text = document.to_string();
    assert!(text.contains("symbol-dce") && !paths.is_empty(), "{document:#}");
}

/// A program that is undefined allows everything; one that is not valid is nobody's fault.
#[test]
fn programs_at_fault_are_no_findings() {
    let undefined = MODULE.replace("constant 2 : index", "constant 9 : index");
    let answer = replay(&input(&["cse", "symbol-dce"], &undefined), "symbol-dce:miscompile");
    assert_eq!(answer.status, Some(3), "{answer:?}");
    let invalid = MODULE.replace("tensor<2xi32> to", "tensor<3xi32> to");
    let answer = replay(&input(&["symbol-dce"], &invalid), "symbol-dce:abort");
    assert_eq!(answer.status, Some(3), "{answer:?}");
    let unsound = replay(&input(&["symbol-privatize"], MODULE), "symbol-privatize:abort");
    assert_eq!(unsound.status, Some(3), "a pass that may change results is not run: {unsound:?}");
}

/// A module whose `main` prints one number.
fn printing(body: &str) -> String {
    format!(
        "func.func @main() {{\n{body}  call @printI64(%n) : (i64) -> ()\n  return\n}}\nfunc.func private @printI64(i64)\n"
    )
}

#[test]
fn addresses_and_unpredictable_results_are_no_differences() {
    let address = printing(
        "  %g = memref.alloc() : memref<4xi32>\n\
         \x20 %m = memref.alloc() : memref<4xi32>\n\
         \x20 %p = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index\n\
         \x20 %n = arith.index_cast %p : index to i64\n",
    );
    assert_eq!(verdict_of("finalize-memref-to-llvm", &address), Some(3), "an address is printed");
    let outside = |index: u32| {
        printing(&format!(
            "  %t = arith.constant dense<[[[1], [2]]]> : tensor<1x2x1xi32>\n\
             \x20 %i = arith.constant dense<{index}> : tensor<1x1xi32>\n\
             \x20 %u = tosa.gather %t, %i : (tensor<1x2x1xi32>, tensor<1x1xi32>) -> tensor<1x1x1xi32>\n\
             \x20 %n = arith.constant 3 : i64\n"
        ))
    };
    assert_eq!(verdict_of("func.func(tosa-to-linalg)", &outside(1)), Some(0), "all is inside");
    // Nobody looks at the element, and an extract may be run ahead of time.
    assert_eq!(verdict_of("func.func(tosa-to-linalg)", &outside(7)), Some(0), "the index is outside");
}

/// What `main` prints has no value; the function that it calls gives back more than that, and is run with other arguments.
#[test]
fn a_step_is_wrong_for_what_main_does_not_print() {
    let kernel = "func.func @kernel(%a: tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>) {\n\
                  \x20 %u = bufferization.alloc_tensor() : tensor<1xi64>\n\
                  \x20 %o = arith.constant dense<1> : tensor<1xi64>\n\
                  \x20 %s = arith.subi %a, %o : tensor<1xi64>\n\
                  \x20 return %u, %s : tensor<1xi64>, tensor<1xi64>\n}\n";
    let main = printing(
        "  %a = arith.constant dense<5> : tensor<1xi64>\n\
         \x20 %k:2 = call @kernel(%a) : (tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>)\n\
         \x20 %i = arith.constant 0 : index\n\
         \x20 %n = tensor.extract %k#0[%i] : tensor<1xi64>\n",
    );
    let module = main + kernel;
    assert_eq!(
        verdict_on(&module, &["symbol-dce"], "symbol-dce:miscompile"),
        (Some(1), "miscompiled".to_owned())
    );
    assert_ne!(verdict_on(&module, &["symbol-dce"], "").0, Some(1));
}

#[test]
fn what_tosa_leaves_unpredictable_may_change() {
    let twice = |ty: &str, least: i64| {
        let t = format!("tensor<1x{ty}>");
        let negate =
            |to: &str, of: &str| format!("  %{to} = tosa.negate %{of}, %z, %z : ({t}, {t}, {t}) -> {t}\n");
        let kernel = format!(
            "func.func private @kernel(%a: {t}) -> {t} {{\n  %z = arith.constant dense<0> : {t}\n{}{}  return %c : {t}\n}}\n",
            negate("b", "a"),
            negate("c", "b")
        );
        let main = printing(&format!(
            "  %a = arith.constant dense<{least}> : {t}\n  %c = call @kernel(%a) : ({t}) -> {t}\n  %i = arith.constant 0 : index\n\
             \x20 %e = tensor.extract %c[%i] : {t}\n  %n = arith.extsi %e : {ty} to i64\n"
        ));
        verdict_of("canonicalize", &(main + &kernel))
    };
    // TOSA, "NEGATE": 16 bits saturate, and 32 bits overflow where no result is prescribed.
    assert_eq!(twice("i16", i16::MIN.into()), Some(1));
    assert_ne!(twice("i32", i32::MIN.into()), Some(1));
    assert_eq!(twice("i32", 5), Some(0));
}

#[test]
fn slices_out_of_bounds_that_nobody_uses_are_no_findings() {
    let slices = |rows: u32| {
        printing(&format!(
            "  %t = arith.constant dense<0> : tensor<1x3xi64>\n  %r = arith.constant {rows} : index\n\
             \x20 %s = tensor.extract_slice %t[0, 0] [%r, 1] [1, 1] : tensor<1x3xi64> to tensor<?x1xi64>\n\
             \x20 %u = tensor.insert_slice %s into %t[0, 0] [%r, 1] [1, 1] : tensor<?x1xi64> into tensor<1x3xi64>\n\
             \x20 %n = arith.constant 3 : i64\n"
        ))
    };
    assert_eq!(verdict_of("one-shot-bufferize", &slices(1)), Some(0));
    assert_eq!(verdict_of("one-shot-bufferize", &slices(2)), Some(3));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "slices.mlir", &slices(2));
    let step = ["check", "--path", "builtin.module(one-shot-bufferize)", "--mlir", "22"];
    assert_eq!(Lowdiff::new(&step).arg(&file).run().status, Some(3));
}

/// The status of a module after this step.
fn verdict_of(step: &str, module: &str) -> Option<i32> {
    let answer = replay_with(&["--no-builtin-known"], &input(&[step], module), "");
    if answer.status == Some(1) {
        eprintln!("{answer:?}");
    }
    answer.status
}

#[test]
fn committed_seeds_hold_and_are_of_all_levels() {
    toolchain("22");
    support::alone("committed_seeds_hold_and_are_of_all_levels", || {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut campaign = support::campaign(Target::PassDiff, out.path());
        let seeds = support::seeds(Target::PassDiff);
        assert!(seeds.len() >= 40, "{} seeds", seeds.len());
        for (path, bytes) in &seeds {
            assert!(is_envelope(bytes) && bytes.len() < 4096, "{}", path.display());
            let result = campaign.run_bytes(bytes).expect("it can be run").expect("it is taken");
            let verdict = &result.verdict;
            assert_eq!(verdict.kind, VerdictKind::Agree, "{}: {verdict:?}", path.display());
            assert!(result.facts.checks.decided() > 0, "{}: no step was told", path.display());
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for dialect in ["tosa.", "linalg.", "tensor.", "memref.", "scf.", "arith.", "affine.", "llvm."] {
            let with =
                seeds.iter().filter(|(_, bytes)| text(bytes).contains(&format!("\"{dialect}"))).count();
            assert!(with > 0, "no seed has an operation of {dialect}");
        }
    });
}

#[test]
fn mutants_are_mostly_taken_and_never_the_harness_at_fault() {
    toolchain("22");
    support::alone("mutants_are_mostly_taken_and_never_the_harness_at_fault", || {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut campaign = support::campaign(Target::PassDiff, out.path());
        let bounds = MutationBounds { most: 4096, version: 22, declared: Declared::of(22) };
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for (_, bytes) in support::seeds(Target::PassDiff) {
            let mutants = (0..4)
                .filter_map(|_| envelope::mutant(&bytes, None, bounds, &mut random))
                .map(|mutant| mutant.bytes);
            for mutant in mutants {
                if let Some(result) = campaign.run_bytes(&mutant).expect("it can be run") {
                    assert_ne!(
                        result.verdict.reason,
                        Some(lowdiff::judge::Reason::HarnessError),
                        "{:?}",
                        result.verdict
                    );
                }
            }
        }
        let stats = &campaign.stats;
        println!("{}", ToldStats(stats, true));
        assert!(
            stats.inputs > 100 && 3 * stats.rejected < stats.inputs,
            "{} of {}",
            stats.rejected,
            stats.inputs
        );
    });
}

#[test]
fn any_bytes_are_a_program_and_a_way_to_a_state() {
    toolchain("22");
    support::alone("any_bytes_are_a_program_and_a_way_to_a_state", || {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut campaign = support::campaign(Target::PassDiff, out.path());
        for number in 0..20 {
            let result = campaign.run_bytes(&seeded(5, number)).expect("it can be run").expect("it decodes");
            assert_eq!(result.reports.len(), 1);
            assert_eq!(result.reports[0].effort.interpreted, 0, "nothing is lowered and run");
        }
        let held = campaign.stats.verdicts.get("agree").copied().unwrap_or(0);
        assert!(held >= 15, "{held} of 20 hold");
    });
}
