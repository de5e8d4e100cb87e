//! Paths that differ in the sign of zeros alone, or in how a product and a sum are rounded: a finding where a step changes it that may not,
//! and none where the program or a pass leaves it open.

use crate::planted;
use crate::support;

use lowdiff::case::{Case, Source};
use lowdiff::observe::{Element, Expected};
use lowdiff::path::{PathSpec, pipeline};
use planted::lowdiff;
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{Answer, Lowdiff};

/// Subtracts with these flags.
fn program(folder: &Path, flags: &str) -> PathBuf {
    let file = folder.join("difference.mlir");
    let text = format!(
        "func.func @main(%a: f32, %b: f32) -> f32 {{\n  %0 = arith.subf %a, %b{flags} : f32\n  return %0 : f32\n}}\n"
    );
    std::fs::write(&file, text).expect("it is written");
    file
}

const PLAIN: &str = "convert-arith-to-llvm,convert-func-to-llvm";
/// Their difference is -0, and +0 the other way around.
const ZEROS: [&str; 2] = ["--args", "-0.0, 0.0"];
/// The pass does `b - a` for `a - b`.
const PLANT: &str = "canonicalize:turn-around";

fn path(pass: &str) -> String {
    format!("builtin.module({pass}{PLAIN})")
}

/// Compares the plain path with one that has this pass, with a bug planted.
fn compare(flags: &str, pass: &str, plant: &str) -> (Answer, Value) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), flags);
    let words = ["compare", "--json", "--path", &path(""), "--path", &path(pass), ZEROS[0], ZEROS[1]];
    let answer = lowdiff(&words, plant).arg(&file).run();
    let document = answer.json();
    (answer, document)
}

#[test]
fn a_zero_that_a_pass_turns_around_is_found() {
    let (answer, document) = compare("", "canonicalize,", PLANT);
    assert_eq!((answer.status, &document["verdict"]), (Some(1), &Value::from("mismatch")), "{answer:?}");
    assert_eq!(
        (&document["zero_sign"], &document["oracle"]),
        (&true.into(), &"zero-sign".into()),
        "{answer:?}"
    );
    assert_eq!(document["culprits"], serde_json::json!(["canonicalize"]), "{answer:?}");
    let detail = document["detail"].as_str().unwrap_or_default();
    assert!(detail.contains("is a zero of another sign"), "{detail}");
    assert!(detail.contains("-0.0") && detail.contains(" 0.0"), "{detail}");
}

#[test]
fn nothing_is_found_where_nothing_is_wrong_or_the_sign_is_open() {
    for (flags, pass, plant) in [
        ("", "canonicalize,", "canonicalize:nothing"),
        (" fastmath<nsz>", "canonicalize,", PLANT),
        ("", "math-uplift-to-fma,", "math-uplift-to-fma:turn-around"),
    ] {
        let (answer, document) = compare(flags, pass, plant);
        let told = (answer.status, &document["verdict"], &document["zero_sign"]);
        assert_eq!(told, (Some(0), &"agree".into(), &Value::Null), "{flags} {pass} {plant}: {answer:?}");
    }
}

#[test]
fn a_campaign_finds_it_and_it_goes_all_the_way() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, out) = (program(folder.path(), ""), folder.path().join("out").display().to_string());
    let steps = path("canonicalize,");
    let check = lowdiff(&["check", "--json", "--path", &steps, ZEROS[0], ZEROS[1]], PLANT).arg(&file).run();
    let document = check.json();
    assert_eq!((check.status, &document["verdict"]), (Some(1), &Value::from("mismatch")), "{check:?}");
    assert_eq!(document["culprit"]["pass"], "canonicalize", "{check:?}");
    assert_eq!(document["culprit"]["zero_sign"], true, "{check:?}");
    let words = [
        "explore",
        "--json",
        "--programs",
        "6",
        "--through",
        "canonicalize",
        ZEROS[0],
        ZEROS[1],
        "--out",
        &out,
    ];
    let explored = lowdiff(&words, PLANT).arg(&file).run();
    let summary = explored.json();
    assert_eq!(explored.status, Some(1), "{explored:?}");
    let signatures = summary["signatures"].as_object().cloned().unwrap_or_default();
    assert!(signatures.contains_key("mismatch-zero-sign-canonicalize"), "{summary:#}");
    let findings = summary["findings"].as_array().cloned().unwrap_or_default();
    let of_zeros = |finding: &&Value| finding["signature"] == "mismatch-zero-sign-canonicalize";
    let finding = findings.iter().find(of_zeros).and_then(|finding| finding["directory"].as_str());
    let finding = finding.expect("it is kept").to_owned();
    for (command, key) in [("replay", "culprits"), ("blame", "culprit")] {
        let answer = lowdiff(&[command, "--json", &finding], PLANT).run();
        let document = answer.json();
        assert!(document[key].to_string().contains("canonicalize"), "{command}: {answer:?}");
    }
    let smaller = folder.path().join("smaller").display().to_string();
    let reduced = lowdiff(&["reduce", "--seconds", "10", "--out", &smaller, &finding], PLANT).run();
    assert_eq!(reduced.status, Some(0), "{reduced:?}");
}

/// LLVM issue 218111: `math.ceil` of -0.5 is -0, and +0 where the pass has expanded it.
#[test]
fn ceil_of_a_small_negative_number_loses_its_sign() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("ceil.mlir");
    std::fs::write(
        &file,
        "func.func @main(%a: f32) -> f32 {\n  %0 = math.ceil %a : f32\n  return %0 : f32\n}\n",
    )
    .expect("it is written");
    let path = |pass: &str| format!("builtin.module({pass}convert-math-to-llvm,{PLAIN})");
    let words = ["compare", "--json", "--mlir", "22", "--no-builtin-known", "--args", "-0.5"];
    let paths = ["--path", &path(""), "--path", &path("math-expand-ops,")];
    let answer = Lowdiff::new(&words).args(&paths).arg(&file).run();
    let document = answer.json();
    assert_eq!((answer.status, &document["zero_sign"]), (Some(1), &true.into()), "{answer:?}");
    assert_eq!(document["culprits"], serde_json::json!(["math-expand-ops"]), "{answer:?}");
}

/// `arith.maximumf` takes -0 for less than +0; the comparison that `arith-expand` makes of it does not.
#[test]
fn the_maximum_of_both_zeros_loses_its_sign() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("maximum.mlir");
    let text = "func.func @main(%a: f32, %b: f32) -> f32 {\n  %0 = arith.maximumf %a, %b : f32\n  return %0 : f32\n}\n";
    std::fs::write(&file, text).expect("it is written");
    let path = |pass: &str| {
        format!("builtin.module({pass}{PLAIN},finalize-memref-to-llvm,reconcile-unrealized-casts)")
    };
    let (plain, expanded) = (path(""), path("arith-expand,"));
    let paths = ["--mlir", "22", "--args", "0.0, -0.0", "--path", &plain, "--path", &expanded];
    let answer = Lowdiff::new(&["compare", "--json"]).args(&paths).arg(&file).run();
    let document = answer.json();
    assert_eq!((answer.status, &document["zero_sign"]), (Some(1), &true.into()), "{answer:?}");
    assert_eq!(document["culprits"], serde_json::json!(["arith-expand"]), "{answer:?}");
    let out = folder.path().join("reduced").display().to_string();
    let answer =
        Lowdiff::new(&["reduce", "--json", "--seconds", "5", "--out", &out]).args(&paths).arg(&file).run();
    assert_eq!(
        (answer.status, &answer.json()["culprit"]["pass"]),
        (Some(0), &"arith-expand".into()),
        "{answer:?}"
    );
}

/// `math-expand-ops` rounds the product of `math.fma` by itself, by design.
#[test]
fn an_expanded_product_and_sum_is_a_finding_only_where_it_is_exact() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("fma.mlir");
    let text = "func.func @main(%a: f32, %b: f32, %c: f32) -> f32 {\n  %0 = math.fma %a, %b, %c : f32\n  \
                %1 = arith.subf %0, %c : f32\n  return %1 : f32\n}\n";
    std::fs::write(&file, text).expect("it is written");
    let path = |pass: &str| format!("builtin.module({pass}convert-math-to-llvm,{PLAIN})");
    let expanded = path("math-expand-ops,");
    // A product that overflows, one that is less than all numbers but zero, and one that is lost in what is taken from it.
    for given in
        ["3.0e38, 2.0, -3.0e38", "1.0e-30, -1.0e-30, 0.0", "1.0e-30, 1.0e-15, 1.0e-44", "1.0e4, 0.1, -1.0e3"]
    {
        let given = ["--args", given];
        let words = ["compare", "--json", "--path", &path(""), "--path", &expanded, given[0], given[1]];
        let answer = lowdiff(&words, "").arg(&file).run();
        assert!(matches!(answer.status, Some(0 | 3)), "{given:?}: {answer:?}");
        let answer = lowdiff(&["check", "--path", &expanded, given[0], given[1]], "").arg(&file).run();
        assert!(matches!(answer.status, Some(0 | 3)), "{given:?}: {answer:?}");
    }
    let wrong = "math-expand-ops:turn-around";
    let words = ["compare", "--json", "--path", &path(""), "--path", &expanded, "--args", "2.0, 3.0, 1.0"];
    let answer = lowdiff(&words, wrong).arg(&file).run();
    assert_eq!((answer.status, &answer.json()["verdict"]), (Some(1), &Value::from("mismatch")), "{answer:?}");
}

/// A program that the semantics of tosa do not know, with what the evaluator shows of it.
#[test]
fn a_finding_whose_results_are_in_its_case_alone_is_reduced() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "func.func @main() {\n  %0 = memref.get_global @given : memref<1xf32>\n  %c0 = arith.constant 0 : index\n  \
                %1 = memref.load %0[%c0] : memref<1xf32>\n  %2 = math.absf %1 : f32\n  call @printF32(%2) : (f32) -> ()\n  \
                %3 = math.ceil %1 : f32\n  call @printF32(%3) : (f32) -> ()\n  return\n}\n\
                memref.global @given : memref<1xf32> = dense<-0.5>\nfunc.func private @printF32(f32)\n";
    let path = |pass: &str| {
        let steps = format!(
            "builtin.module({pass}convert-math-to-llvm,finalize-memref-to-llvm,{PLAIN},reconcile-unrealized-casts)"
        );
        PathSpec::Fixed(pipeline::split(&steps).expect("a path"))
    };
    let expected = [0.5f32, -0.0].map(|value| Expected {
        shape: Vec::new(),
        element: Element::F32,
        held: Element::F32,
        bits: vec![value.to_bits().into()],
        bounds: Vec::new(),
        open: None,
    });
    let case = Case {
        source: Source::verbatim(text.into()),
        printed: vec![Element::F32; 2],
        paths: vec![path(""), path("math-expand-ops,")],
        expected: Some(expected.to_vec()),
    };
    let file = folder.path().join("case.bin");
    std::fs::write(&file, case.to_bytes()).expect("it is written");
    let out = folder.path().join("reduced").display().to_string();
    let words = ["reduce", "--json", "--mlir", "22", "--seconds", "20", "--out", &out];
    let answer = Lowdiff::new(&words).arg(&file).run();
    let document = answer.json();
    assert_eq!((answer.status, &document["reduced"]), (Some(0), &true.into()), "{answer:?}");
    assert_eq!(document["culprit"]["pass"], "math-expand-ops", "{answer:?}");
    let least = std::fs::read_to_string(folder.path().join("reduced/program.mlir")).expect("a program");
    assert!(least.contains("math.ceil") && !least.contains("math.absf"), "{least}");
}
