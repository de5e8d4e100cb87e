//! The generator and the paths are good enough to be worth fuzzing with: few inputs are wasted, most cases
//! come down to a comparison, of different modules, of programs that are not folded away before.

use crate::support;

use lowdiff::decode::{decode, seeded};
use lowdiff::mlir::{Context, Library, Module, PassOutcome, run_pass};
use lowdiff::program::Syntax;
use support::{Lowdiff, loadable, toolchain};

/// Inputs of the sample; what is asserted of it holds of 2000 too.
const SAMPLE: u64 = 150;

/// Explores so many inputs and counts.
fn few_are_wasted(inputs: u64) {
    toolchain("22");
    let out = tempfile::tempdir().expect("a temporary folder");
    let words = ["explore", "--json", "--seed", "0", "--jobs", "2", "--programs", &inputs.to_string()];
    let answer = Lowdiff::new(&words).arg("--out").arg(out.path()).run();
    let summary = answer.json();
    let count = |key: &str| summary[key].as_u64().unwrap_or_else(|| panic!("no {key} in {summary:#}"));
    let (compared, rejected) = (count("compared"), count("rejected"));
    assert_eq!(count("programs") + rejected, inputs, "{summary:#}");
    assert!(compared * 100 >= inputs * 60, "compared: {summary:#}");
    assert!(rejected * 100 < inputs * 10, "rejected: {summary:#}");
    assert!(count("modules_differ") * 2 >= compared, "different modules: {summary:#}");
    assert!(count("median_operations") >= 8, "operations: {summary:#}");
    assert_eq!(summary["incomparable"]["harness-error"].as_u64(), None, "{summary:#}");
}

#[test]
fn most_inputs_are_compared_and_few_are_wasted() {
    few_are_wasted(24);
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn most_inputs_of_the_whole_sample_are_compared() {
    few_are_wasted(SAMPLE);
}

/// Passes that could take a program's computation away before it is lowered.
const FOLDING: [&str; 7] = [
    "builtin.module(inline)",
    "builtin.module(symbol-dce)",
    "builtin.module(canonicalize)",
    "builtin.module(sccp)",
    "builtin.module(func.func(tosa-layerwise-constant-fold))",
    "builtin.module(canonicalize)",
    "builtin.module(cse)",
];

/// tosa operations that compute something.
fn computations(module: &Module<'_>) -> u32 {
    let (operations, _) = lowdiff::mlir::scan(module, u64::MAX);
    let computes = |name: &str| name.starts_with("tosa.") && !name.starts_with("tosa.const");
    operations.iter().filter(|((name, _), _)| computes(name)).map(|(_, count)| *count).sum()
}

/// The computing operations of a program, before and after folding.
fn folded(context: &Context, text: &str) -> (u32, u32) {
    // A private kernel goes once it is inlined, so that only what `main` computes from constants is counted.
    let text = text.replace("func.func @kernel", "func.func private @kernel");
    let module = Module::parse(context, &text).expect("generated programs are valid");
    let before = computations(&module);
    for pass in FOLDING {
        let ran = run_pass(&module, pass);
        assert!(matches!(ran, Ok(PassOutcome::Succeeded(_))), "{ran:?}: {pass} on\n{text}");
    }
    (before, computations(&module))
}

/// At least half of the computing operations are left in at least half of the programs.
#[test]
fn most_programs_are_not_folded_to_constants() {
    support::alone("most_programs_are_not_folded_to_constants", || {
        let library = Library::open(&loadable("22").library).expect("the library loads");
        let context = Context::new(library);
        let (mut programs, mut kept) = (0, 0);
        for index in 0..SAMPLE {
            let Ok(decoded) = decode(&seeded(0, index)) else { continue };
            let (before, after) = folded(&context, &decoded.program.print(Syntax::V22));
            programs += 1;
            kept += u32::from(after * 2 >= before);
        }
        println!("{kept} of {programs} programs keep half of their operations");
        assert!(kept * 2 > programs, "{kept} of {programs}");

        let constant = r#"func.func @kernel(%a: tensor<2xi32>) -> tensor<2xi32> {
  %b = "tosa.const"() <{values = dense<5> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = tosa.add %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() -> tensor<2xi32> {
  %a = "tosa.const"() <{values = dense<4> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = call @kernel(%a) : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}"#;
        assert_eq!(folded(&context, constant), (1, 0), "what can be folded is");
    });
}
