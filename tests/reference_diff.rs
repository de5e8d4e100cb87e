//! The reference semantics as a witness, on real MLIR: what all paths have in common shows, and of two paths that differ the wrong
//! one is named.

use crate::planted;
use crate::support;

use lowdiff::decode::seeded;
use serde_json::json;
use std::path::{Path, PathBuf};
use support::{Answer, DEFAULT_PATH, Lowdiff, program, toolchain};

const PROGRAM: &str = "func.func @main() {
  %a = \"tosa.const\"() <{values = dense<[5, 6, 7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %b = \"tosa.const\"() <{values = dense<[1, 2, 4]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = tosa.sub %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %1 = tosa.add %0, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %2 = tensor.cast %1 : tensor<3xi32> to tensor<*xi32>
  call @printMemrefI32(%2) : (tensor<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = \"read\"})
";

/// `main` returns floats and takes them, and needs no print calls.
const FLOATS: &str = "func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %c = \"tosa.const\"() <{values = dense<[3.0, 7.0, 1024.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %0 = tosa.reciprocal %c : (tensor<3xf32>) -> tensor<3xf32>
  %1 = tosa.sub %a, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = tosa.add %1, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}
";

/// A path with `pass` as its first step.
fn begun_by(pass: &str) -> String {
    DEFAULT_PATH.replace("builtin.module(func.func(", &format!("builtin.module(func.func({pass},"))
}

fn compare(library: &Path, plant: &str, file: &Path, paths: [&str; 2]) -> Answer {
    let [a, b] = paths;
    Lowdiff::new(&["compare", "--json", "--path", a, "--path", b, "--mlir"])
        .arg(library)
        .arg(file)
        .env(planted::PLANT, plant)
        .run()
}

/// The planted library and the program in `folder`.
fn files(folder: &Path, text: &str) -> (PathBuf, PathBuf) {
    toolchain("22");
    (planted::library(folder), program(folder, "p.mlir", text))
}

#[test]
fn the_witness_that_stands_alone_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (library, file) = files(folder.path(), PROGRAM);
    let longer = begun_by("canonicalize");
    let alone = |plant: &str, paths: [&str; 2]| {
        let answer = compare(&library, plant, &file, paths);
        let document = answer.json();
        assert_eq!((answer.status, &document["verdict"]), (Some(1), &json!("mismatch")), "{answer:?}");
        (document["alone"].clone(), document["detail"].as_str().unwrap_or_default().to_owned())
    };
    let (witness, detail) = alone("canonicalize:miscompile", [DEFAULT_PATH, &longer]);
    assert_eq!(witness, "path b", "{detail}");
    assert!(detail.contains("expected 5, path b gave "), "{detail}");
    assert!(detail.ends_with("path b stands alone: path a gives what is expected"), "{detail}");
    assert_eq!(alone("canonicalize:miscompile", [&longer, DEFAULT_PATH]).0, "path a");
    let (witness, detail) = alone("tosa-to-linalg:miscompile", [DEFAULT_PATH, &longer]);
    assert_eq!(witness, "semantics", "{detail}");
    assert!(detail.ends_with("every path differs from the reference semantics, and they agree"), "{detail}");
}

#[test]
fn where_nothing_is_wrong_all_witnesses_agree() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for text in [PROGRAM, FLOATS] {
        let (library, file) = files(folder.path(), text);
        let answer = compare(&library, "", &file, [DEFAULT_PATH, &begun_by("canonicalize")]);
        assert_eq!((answer.status, &answer.json()["verdict"]), (Some(0), &json!("agree")), "{answer:?}");
    }
    // Stock runners print floats with six digits.
    let file = folder.path().join("p.mlir");
    let words = ["compare", "--json", "--executor", "tools", "--path", DEFAULT_PATH, "--path", DEFAULT_PATH];
    let answer = Lowdiff::new(&words).arg(&file).args(&["--mlir", "22"]).run();
    assert_eq!((answer.status, &answer.json()["verdict"]), (Some(0), &json!("agree")), "{answer:?}");
}

#[test]
fn a_wrong_float_shows_on_every_path() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (library, file) = files(folder.path(), FLOATS);
    let answer =
        compare(&library, "tosa-to-linalg:miscompile", &file, [DEFAULT_PATH, &begun_by("canonicalize")]);
    let document = answer.json();
    assert_eq!((answer.status, &document["alone"]), (Some(1), &json!("semantics")), "{answer:?}");
}

#[test]
fn the_pass_that_spoils_every_path_is_blamed_where_evaluated_ir_tells() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (library, file) = files(folder.path(), PROGRAM);
    let blame = |plant: &str| {
        let paths = ["--path", DEFAULT_PATH, "--path", &begun_by("canonicalize")];
        let answer = Lowdiff::new(&["blame", "--json", "--mlir"])
            .arg(&library)
            .arg(&file)
            .args(&paths)
            .env(planted::PLANT, plant)
            .run();
        let document = answer.json();
        assert_eq!(document["reference"], "the reference semantics", "{answer:?}");
        (answer.status, document)
    };
    // It leaves the addition in tosa, so that the semantics still read what it makes.
    let (status, document) = blame("tosa-to-linalg-named:miscompile");
    assert_eq!(
        (status, &document["culprit"]["pass"]),
        (Some(0), &json!("tosa-to-linalg-named")),
        "{document:#}"
    );
    assert_eq!(document["operation"]["operation"], "tosa.sub-i32", "{document:#}");
    // It converts all there is, and the semantics read nothing behind it: the first operation by itself tells.
    let (status, document) = blame("tosa-to-linalg:miscompile");
    assert_eq!((status, &document["culprit"]["pass"]), (Some(0), &json!("tosa-to-linalg")), "{document:#}");
    let operation = &document["operation"];
    let alone = operation["program"].as_str().unwrap_or_default();
    assert_eq!(operation["operation"], "tosa.sub-i32", "{document:#}");
    assert!(alone.contains("tosa.sub") && !alone.contains("tosa.add"), "{alone}");
    assert_eq!(document["culprit"]["before"], "as lowdiff's evaluator runs it, without lowering it");
}

/// MLIR 22 folds a product of i8 in i8, though it is an i32. As long as the function is called, nothing is folded.
const PRODUCT: &str = "func.func @product(%a: tensor<2xi8>, %b: tensor<2xi8>) -> tensor<2xi32> {
  %s = \"tosa.const\"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %b, %s : (tensor<2xi8>, tensor<2xi8>, tensor<1xi8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() -> tensor<2xi32> {
  %a = arith.constant dense<3> : tensor<2xi8>
  %b = arith.constant dense<FACTOR> : tensor<2xi8>
  %0 = call @product(%a, %b) : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
";

#[test]
fn what_a_fold_hook_does_is_not_blamed_on_who_calls_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    toolchain("22");
    let blame = |factor: &str, first: &str| {
        let file = program(folder.path(), "p.mlir", &PRODUCT.replace("FACTOR", factor));
        let begun = DEFAULT_PATH.replacen("builtin.module(", &format!("builtin.module({first},"), 1);
        let answer =
            Lowdiff::new(&["blame", "--json", "--mlir", "22", "--path", DEFAULT_PATH, "--path", &begun])
                .arg(file)
                .run();
        (answer.status, answer.json())
    };
    // It folds; it brings constants to where a conversion folds them; what brings them is another step.
    let conversion = "step 3, tosa-to-linalg, comes to the same by folding";
    for (first, words) in [("inline", ""), ("inline{default-pipeline=}", conversion), ("cse,inline,sccp", "")]
    {
        let (status, document) = blame("-1", first);
        let culprit = &document["culprit"];
        assert_eq!((status, &culprit["pass"]), (Some(0), &json!("canonicalize")), "{first}: {document}");
        assert_eq!(culprit["pipeline"], "builtin.module(canonicalize)", "{first}: {document}");
        assert_eq!(culprit["evaluated"], true, "{first}: {document}");
        assert_eq!(culprit["met"], json!(["inline"]), "{first}: {document}");
        assert_eq!(document["operation"]["operation"], "tosa.mul-i8-i32", "{first}: {document}");
        let after = culprit["after"].as_str().unwrap_or_default();
        assert!(after.contains("expected -3, this gave 253"), "{first}: {after}");
        assert!(after.contains(words), "{first}: {after}");
    }
    // Results that have room in an i8 are folded as they should be. (Buffers in the order of pointers are something else.)
    let (_, document) = blame("2", "inline");
    assert_ne!(
        (&document["verdict"], &document["culprit"]["pass"]),
        (&json!("mismatch"), &json!("canonicalize"))
    );
    assert_eq!(document["operation"], json!(null), "{document}");
}

#[test]
fn a_pass_that_makes_the_same_of_it_as_a_fold_hook_would_is_blamed_itself() {
    // Folded in i8 the product is zero, and what the planted pass makes of the sum of it and nothing is zero, too.
    let text = "func.func @product(%a: tensor<2xi8>, %z: tensor<2xi32>) -> tensor<2xi32> {
  %s = \"tosa.const\"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %a, %s : (tensor<2xi8>, tensor<2xi8>, tensor<1xi8>) -> tensor<2xi32>
  %1 = tosa.sub %0, %z : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
func.func @main() -> tensor<2xi32> {
  %a = arith.constant dense<16> : tensor<2xi8>
  %z = arith.constant dense<0> : tensor<2xi32>
  %0 = call @product(%a, %z) : (tensor<2xi8>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (library, file) = files(folder.path(), text);
    let behind = "loop-invariant-code-motion,convert-elementwise-to-linalg";
    let path = DEFAULT_PATH.replace("convert-elementwise-to-linalg", behind);
    let answer = Lowdiff::new(&["blame", "--json", "--path", DEFAULT_PATH, "--path", &path, "--mlir"])
        .arg(&library)
        .arg(&file)
        .env(planted::PLANT, "loop-invariant-code-motion:anywhere")
        .run();
    let document = answer.json();
    let named = (answer.status, &document["culprit"]["pass"], &document["operation"]);
    assert_eq!(named, (Some(0), &json!("loop-invariant-code-motion"), &json!(null)), "{document}");
}

#[test]
fn what_every_path_shares_is_reduced_to_one_operation() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (library, file) = files(folder.path(), PROGRAM);
    let out = folder.path().join("reduced");
    let reduce = |plant: &str| {
        let paths = ["--path", DEFAULT_PATH, "--path", DEFAULT_PATH];
        Lowdiff::new(&["reduce", "--json", "--mlir"])
            .arg(&library)
            .arg(&file)
            .args(&paths)
            .args(&["--out"])
            .arg(&out)
            .env(planted::PLANT, plant)
            .run()
    };
    let answer = reduce("");
    assert_eq!(answer.status, Some(3), "{answer:?}");
    let answer = reduce("tosa-to-linalg:miscompile");
    let document = answer.json();
    assert_eq!((answer.status, &document["to"]["operations"]), (Some(0), &json!(1)), "{answer:?}");
    assert_eq!(document["signature"], "mismatch-tosa_sub-i32-tosa-to-linalg", "{document:#}");
    let kept = std::fs::read_to_string(out.join("program.mlir")).expect("the operation's own program");
    assert!(kept.contains("tosa.sub") && !kept.contains("tosa.add"), "{kept}");
}

#[test]
fn a_campaign_finds_what_all_paths_share_and_counts_what_it_can_expect() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (library, file) = files(folder.path(), PROGRAM);
    let unknown = PROGRAM.replace(
        "tosa.add %0, %b",
        "\"tosa.custom\"(%0, %b) <{operator_name = \"a\", domain_name = \"b\", implementation_attrs = \"\"}>",
    );
    let unknown = program(folder.path(), "unknown.mlir", &unknown);
    let explore = |plant: &str, files: &[&PathBuf]| {
        let out = tempfile::tempdir().expect("a temporary folder");
        let mut command = Lowdiff::new(&["explore", "--json", "--programs", "4", "--mlir"]).arg(&library);
        for file in files {
            command = command.arg(file);
        }
        command.arg("--out").arg(out.path()).env(planted::PLANT, plant).run()
    };
    let answer = explore("tosa-to-linalg:miscompile", &[&file]);
    let document = answer.json();
    assert_eq!(answer.status, Some(1), "{answer:?}");
    // An operation is named where one could be told.
    let of_all =
        |signature: &String| signature == "mismatch-every-path" || signature.starts_with("mismatch-tosa_");
    let signatures = document["signatures"].as_object().cloned().unwrap_or_default();
    assert!(signatures.keys().any(of_all), "{document:#}");
    let expected = &document["expected"];
    assert_eq!((&expected["programs_with"], &expected["programs_without"]), (&json!(4), &json!(0)));
    let answer = explore("", &[&file, &unknown]);
    let document = answer.json();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let expected = &document["expected"];
    assert_eq!((&expected["programs_with"], &expected["programs_without"]), (&json!(2), &json!(2)));
    let [reason] = expected["reasons"].as_array().map_or(&[][..], Vec::as_slice) else {
        panic!("there is one reason: {document:#}")
    };
    let said = reason["why"]["said"].as_str().unwrap_or_default();
    assert!(said.contains("tosa.custom") && reason["programs"] == json!(2), "{document:#}");
}

#[test]
fn an_input_of_the_target_is_held_against_the_semantics() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (library, _) = files(folder.path(), PROGRAM);
    let replay = |plant: &str, number: u64| {
        let file = folder.path().join("input");
        std::fs::write(&file, seeded(0, number)).expect("the temporary folder takes a file");
        let words = ["replay", "--json", "--target", "reference_diff", "--mlir"];
        Lowdiff::new(&words).arg(&library).arg(&file).env(planted::PLANT, plant).run()
    };
    let (mut agreed, mut found) = (0, 0);
    for number in 0..16 {
        if agreed >= 4 && found > 0 {
            break;
        }
        let clean = replay("", number);
        let paths = clean.json()["paths"].as_array().map_or(0, Vec::len);
        assert_eq!(paths, 1, "{clean:?}");
        if clean.status != Some(0) {
            continue;
        }
        agreed += 1;
        let spoilt = replay("tosa-to-linalg:miscompile", number);
        found += u32::from(spoilt.status == Some(1) && spoilt.json()["verdict"] == "mismatch");
    }
    assert!(agreed >= 4, "{agreed} of 16 agree with the semantics");
    assert!(found >= 1, "none of {agreed} shows the bug");
}
