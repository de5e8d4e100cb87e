//! The pass to blame is named, on real MLIR: for bugs it has, and for bugs planted into a pass of our choice.

use crate::planted;
use crate::support;

use lowdiff::case::{Case, Source};
use lowdiff::decode::decode_case;
use lowdiff::execute::ExecutorKind;
use lowdiff::explore::Campaign;
use lowdiff::judge::VerdictKind;
use lowdiff::path::{PathSpec, pipeline};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use support::{Answer, DEFAULT_PATH, Lowdiff, loadable, program, toolchain};

/// LLVM issue, MLIR, pass with the bug, index of the first step that runs it (from 1).
const CULPRITS: [(&str, &str, &str, u64); 19] = [
    ("115293", "19", "arith-expand", 1),
    ("115293", "22", "int-range-optimizations", 1),
    ("115293", "head", "int-range-optimizations", 1),
    ("118445", "19", "buffer-hoisting", 1),
    ("118445", "22", "buffer-hoisting", 1),
    ("130257", "19", "affine-data-copy-generate", 8),
    ("174540", "22", "normalize-memrefs", 3),
    ("174540", "19", "normalize-memrefs", 3),
    ("174540", "head", "normalize-memrefs", 3),
    ("203693", "19", "scf-parallel-loop-tiling", 8),
    ("203693", "22", "scf-parallel-loop-tiling", 8),
    ("203693", "head", "scf-parallel-loop-tiling", 8),
    ("210585", "19", "affine-loop-tile", 1),
    ("210585", "22", "affine-loop-tile", 1),
    ("210585", "head", "affine-loop-tile", 1),
    ("211599", "22", "affine-loop-fusion", 1),
    ("211599", "head", "affine-loop-fusion", 1),
    ("224020", "22", "tosa-to-linalg", 1),
    ("224020", "head", "tosa-to-linalg", 1),
];

/// A file of a known bug, in its variant for this MLIR.
fn known(issue: &str, mlir: &str, stem: &str, extension: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known_bugs").join(issue);
    let own = folder.join(format!("{stem}.{mlir}.{extension}"));
    if own.exists() { own } else { folder.join(format!("{stem}.{extension}")) }
}

/// Blames the known bug's good path and its path called `second`.
fn blame_known(issue: &str, mlir: &str, second: &str, out: &Path) -> Answer {
    toolchain(mlir);
    let path = |stem| format!("@{}", known(issue, mlir, stem, "txt").display());
    Lowdiff::new(&["blame", "--json", "--timeout", "1", "--mlir", mlir, "--out"])
        .arg(out)
        .arg(known(issue, mlir, "program", "mlir"))
        .args(&["--path", &path("good"), "--path", &path(second)])
        .run()
}

#[test]
fn known_bugs_are_blamed_on_the_pass_that_has_them() {
    for (issue, mlir, pass, step) in CULPRITS {
        let out = tempfile::tempdir().expect("a temporary folder");
        let answer = blame_known(issue, mlir, "bad", out.path());
        let document = answer.json();
        let culprit = &document["culprit"];
        let said = (answer.status, &culprit["pass"], &culprit["step"], &culprit["path"]);
        assert_eq!(said, (Some(0), &json!(pass), &json!(step), &json!("b")), "{issue} on {mlir}: {answer:?}");
        assert_eq!(culprit["alone"], true, "{issue} on {mlir}: {answer:?}");
        shows_alone(&document, mlir, out.path());
    }
}

/// Asserts that the IR before the culprit, which was written to `out`, shows the bug with the culprit alone.
fn shows_alone(document: &Value, mlir: &str, out: &Path) {
    let words = ["--json", "--timeout", "1", "--mlir", mlir];
    let before = out.join("before.mlir");
    let (command, answer) = if out.join("with.txt").exists() {
        let path = |stem: &str| format!("@{}", out.join(stem).display());
        let paths = ["--path", &path("without.txt"), "--path", &path("with.txt")];
        ("compare", Lowdiff::new(&["compare"]).args(&words).arg(&before).args(&paths).run())
    } else {
        let pipeline = document["culprit"]["pipeline"].as_str().unwrap_or_default();
        ("run", Lowdiff::new(&["run"]).args(&words).arg(&before).args(&["--path", pipeline]).run())
    };
    assert_eq!(answer.status, Some(1), "{command}: {answer:?}");
}

/// Each element becomes the one before it: what the loop writes is what it reads in its next turn, so it takes a copy.
const SHIFTED: &str = "\
func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %a) -> (tensor<4xi32>) {
    %x = tensor.extract %a[%i] : tensor<4xi32>
    %j = arith.addi %i, %c1 : index
    %n = tensor.insert %x into %t[%j] : tensor<4xi32>
    scf.yield %n : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %a = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = call @f(%a) : (tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
";

#[test]
fn a_buffer_that_must_not_be_shared_is_blamed_on_who_shares_it() {
    toolchain("22");
    let out = tempfile::tempdir().expect("a temporary folder");
    let program = program(out.path(), "shifted.mlir", SHIFTED);
    let path = |begin: &str| DEFAULT_PATH.replacen("builtin.module(", &format!("builtin.module({begin}"), 1);
    let answer = Lowdiff::new(&["blame", "--json", "--timeout", "1", "--out"])
        .arg(out.path())
        .arg(&program)
        .args(&["--path", &path(""), "--path", &path("convert-scf-to-cf,")])
        .run();
    let document = answer.json();
    let culprit = &document["culprit"];
    assert_eq!(
        (&culprit["pass"], &culprit["path"]),
        (&json!("one-shot-bufferize"), &json!("b")),
        "{answer:?}"
    );
    assert_eq!(culprit["met"], json!(["convert-scf-to-cf"]), "both that have to meet are named");
    assert_eq!(culprit["alone"], true, "{answer:?}");
    shows_alone(&document, "22", out.path());
}

#[test]
fn nobody_is_blamed_for_nothing() {
    for issue in ["203693", "210585"] {
        let out = tempfile::tempdir().expect("a temporary folder");
        let answer = blame_known(issue, "22", "good", out.path());
        let document = answer.json();
        assert_eq!((answer.status, &document["culprit"]), (Some(3), &Value::Null), "{answer:?}");
        assert_eq!(document["reason"], "nothing is wrong here: agree: the results are equal");
        assert_eq!(std::fs::read_dir(out.path()).expect("the folder is there").count(), 0);
    }
}

#[test]
fn every_prefix_is_judged_where_that_is_asked_for() {
    toolchain("22");
    let blame = |word: Option<&str>| {
        let path = |stem: &str| format!("@{}", known("174540", "22", stem, "txt").display());
        let words = ["blame", "--json", "--path", &path("good"), "--path", &path("bad")];
        Lowdiff::new(&words).arg(known("174540", "22", "program", "mlir")).args(word.as_slice()).run().json()
    };
    let results = |document: Value| -> Vec<String> {
        let prefixes = document["paths"][0]["prefixes"].as_array().cloned().unwrap_or_default();
        prefixes.iter().map(|prefix| prefix["result"].as_str().unwrap_or("?").to_owned()).collect()
    };
    let (some, all) = (results(blame(None)), results(blame(Some("--all"))));
    assert_eq!(some, [""; 0], "the states of the path name the step");
    let first: Vec<&str> = all.iter().take(4).map(String::as_str).collect();
    assert_eq!(first, ["good", "good", "good", "wrong"]);
    assert_eq!(all.len(), 15, "one for each of 14 steps and one for none");
}

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

/// A finding's folder: the program along the plain path, and along it with `sccp` as the fifth step.
fn finding(folder: &Path) -> PathBuf {
    let finding = folder.join("finding");
    std::fs::create_dir(&finding).expect("the temporary folder takes a folder");
    let longer =
        DEFAULT_PATH.replace("convert-elementwise-to-linalg,", "sccp,convert-elementwise-to-linalg,");
    let path = |text: &str| PathSpec::Fixed(pipeline::split(text).expect("a path"));
    let paths = vec![path(DEFAULT_PATH), path(&longer)];
    let case = Case { source: Source::verbatim(PROGRAM.into()), printed: vec![], expected: None, paths };
    std::fs::write(finding.join("case.bin"), case.to_bytes()).expect("a folder takes a file");
    program(&finding, "finding.json", "{ \"verdict\": \"mismatch\" }\n");
    finding
}

#[test]
fn planted_bugs_are_blamed_and_the_finding_keeps_the_culprit() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = planted::library(folder.path());
    let finding = finding(folder.path());
    let blame = |plant: &str| {
        let lowdiff = Lowdiff::new(&["blame", "--json", "--timeout", "1", "--mlir"]).arg(&library);
        lowdiff.arg(&finding).env(planted::PLANT, plant).run()
    };
    let kept = || -> Value {
        let text = std::fs::read_to_string(finding.join("finding.json")).expect("the finding has a document");
        serde_json::from_str(&text).expect("the document stays one")
    };
    for nothing in ["", "canonicalize:nothing"] {
        let answer = blame(nothing);
        assert_eq!((answer.status, &answer.json()["culprit"]), (Some(3), &Value::Null), "{answer:?}");
        assert_eq!(kept(), json!({ "verdict": "mismatch" }));
    }
    for (what, verdict) in
        [("miscompile", "mismatch"), ("segv", "crash"), ("invalid", "invalid-ir"), ("loop", "timeout")]
    {
        let answer = blame(&format!("sccp:{what}"));
        let document = answer.json();
        let said = (answer.status, &document["verdict"], &document["culprit"]["pass"]);
        assert_eq!(said, (Some(0), &json!(verdict), &json!("sccp")), "{answer:?}");
        assert_eq!((&document["culprit"]["step"], &document["culprit"]["path"]), (&json!(5), &json!("b")));
        assert_eq!(
            (&document["culprit"]["alone"], &document["culprit"]["varies"]),
            (&json!(true), &json!(false))
        );
        let document = kept();
        assert_eq!(
            (&document["verdict"], &document["culprit"]["pass"]),
            (&json!("mismatch"), &json!("sccp"))
        );
        let before = std::fs::read_to_string(finding.join("before.mlir")).expect("the IR is there");
        assert!(before.contains("linalg.generic") && !before.contains("tosa.sub"), "{before}");
    }
}

/// Programs that are known to show one; where they no longer do, others are tried.
const SHOWN: [u64; 10] = [3, 27, 63, 79, 89, 127, 134, 148, 160, 193];

/// Operations of a program, at most.
const MOST_OPERATIONS: usize = 8;

/// Passes that may run anywhere, and that the plain lowering does without.
const GUESTS: [&str; 4] = ["sccp", "loop-invariant-code-motion", "control-flow-sink", "topological-sort"];

#[test]
fn a_miscompile_is_blamed_wherever_in_a_path_it_is() {
    support::alone("a_miscompile_is_blamed_wherever_in_a_path_it_is", || blamed(4));
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn a_miscompile_is_blamed_in_more_places() {
    support::alone("a_miscompile_is_blamed_in_more_places", || blamed(SHOWN.len()));
}

/// Plants a bug at so many positions.
fn blamed(positions: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = planted::library(folder.path());
    let scratch = folder.path().join("scratch");
    loadable("22");
    let mut campaign = Campaign::open("22", ExecutorKind::Jit, &scratch).expect("the toolchain works");
    let mut places = Vec::new();
    for number in SHOWN.into_iter().chain((0..).filter(|number| !SHOWN.contains(number))) {
        if places.len() == positions {
            break;
        }
        let bytes = lowdiff::decode::seeded(7, number);
        let Some((case, generated)) = decode_case(&bytes, 22) else { continue };
        // Small programs, so that they take seconds.
        if generated.operations > MOST_OPERATIONS {
            continue;
        }
        // MLIR has bugs of its own.
        let own = campaign.run_case(&case, None).expect("generated cases can be run");
        if own.verdict.kind != VerdictKind::Agree {
            continue;
        }
        let mut case = own.case;
        let mut random = ChaCha8Rng::seed_from_u64(number);
        let PathSpec::Fixed(steps) = &mut case.paths[1] else { panic!("a path that was taken is fixed") };
        let at = random.random_range(0..=steps.len());
        let guest = GUESTS[random.random_range(0..GUESTS.len())];
        steps.insert(at, format!("builtin.module({guest})"));
        let length = steps.len();
        // The paths have none of it but that one.
        let texts = case.paths.iter().map(|path| match path {
            PathSpec::Fixed(steps) => steps.join(""),
            other => panic!("a path that was taken is fixed: {other:?}"),
        });
        if texts.map(|text| text.matches(guest).count()).sum::<usize>() != 1 {
            continue;
        }
        let finding = folder.path().join(format!("finding-{number}"));
        std::fs::create_dir(&finding).expect("the temporary folder takes a folder");
        std::fs::write(finding.join("case.bin"), case.to_bytes()).expect("a folder takes a file");
        program(&finding, "finding.json", "{ \"verdict\": \"mismatch\" }\n");
        let answer = Lowdiff::new(&["blame", "--json", "--mlir"])
            .arg(&library)
            .arg(&finding)
            .env(planted::PLANT, format!("{guest}:anywhere"))
            .run();
        let document = answer.json();
        // The bug changes nothing where there is no arithmetic, or none whose result is shown; and what computes a size may ask for
        // more memory than there is. A difference that depends on where memory lies is MLIR's own, and seen where nothing else is wrong.
        if ["agree", "incomparable", "nondeterministic"].iter().any(|nothing| document["verdict"] == *nothing)
        {
            continue;
        }
        let culprit = &document["culprit"];
        let said = (&culprit["path"], &culprit["step"], &culprit["pass"]);
        assert_eq!(said, (&json!("b"), &json!(at + 1), &json!(guest)), "program {number}: {answer:?}");
        places.push((number, guest, at + 1, length));
        println!("{:?}", places.last());
    }
    println!("program, pass, its step, steps: {places:?}");
}

const BUFFERS: &str = "func.func @main() {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %a = memref.alloc() : memref<2xi32>
  memref.store %seven, %a[%zero] : memref<2xi32>
  %b = memref.load %a[%zero] : memref<2xi32>
  vector.print %b : i32
  memref.dealloc %a : memref<2xi32>
  return
}
";

#[test]
fn a_fault_of_the_lowered_code_is_blamed_on_the_pass_it_comes_from() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = planted::library(folder.path());
    let file = program(folder.path(), "p.mlir", BUFFERS);
    let lower = "convert-vector-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,\
                 reconcile-unrealized-casts)";
    let [plain, longer] = ["cse,", "cse,sccp,"].map(|start| format!("builtin.module({start}{lower}"));
    let blame = |plant: &str| {
        let words = ["blame", "--json", "--path", &plain, "--path", &longer, "--mlir"];
        Lowdiff::new(&words).arg(&library).arg(&file).env(planted::PLANT, plant).run()
    };
    let answer = blame("sccp:double-free");
    let document = answer.json();
    let said =
        (answer.status, &document["verdict"], &document["culprit"]["pass"], &document["culprit"]["step"]);
    assert_eq!(said, (Some(0), &json!("memory"), &json!("sccp"), &json!(2)), "{answer:?}");
    assert_eq!(document["culprit"]["alone"], true, "{answer:?}");
    assert_eq!(blame("sccp:nothing").status, Some(3));
}

#[test]
fn a_person_is_told_pass_results_and_commands() {
    let out = tempfile::tempdir().expect("a temporary folder");
    toolchain("22");
    let path = |stem: &str| format!("@{}", known("210585", "22", stem, "txt").display());
    let answer =
        Lowdiff::new(&["blame", "--mlir", "22", "--path", &path("good"), "--path", &path("bad"), "--out"])
            .arg(out.path())
            .arg(known("210585", "22", "program", "mlir"))
            .run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(lines[0], "builtin.module(func.func(affine-loop-tile{tile-size=5})), step 1 of path b");
    assert_eq!(lines[1], "  held against the plain lowering, which has the results of path a");
    for words in
        ["before it: ", "after it: output 0 ", "--pass-pipeline='builtin.module(", "lowdiff compare "]
    {
        assert!(lines.iter().any(|line| line.contains(words)), "no '{words}': {answer:?}");
    }
}

#[test]
fn bad_input_is_said_in_one_line() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "p.mlir", PROGRAM);
    let missing = folder.path().join("none");
    let refuses = |lowdiff: Lowdiff, words: &str| {
        let answer = lowdiff.run();
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""), "{answer:?}");
        let errors = answer.stderr.lines().filter(|line| !line.starts_with("running "));
        assert_eq!(errors.count(), 1, "{answer:?}");
        assert!(answer.stderr.contains(words), "'{words}' is not said: {answer:?}");
    };
    let blame = |words: &[&str]| Lowdiff::new(&["blame"]).args(words);
    refuses(blame(&["--path", DEFAULT_PATH]).arg(&file), "needs two paths and got 1");
    refuses(blame(&[]).arg(&file), "is a program; give the two paths");
    refuses(blame(&[]).arg(&missing), "cannot read");
    refuses(blame(&[]).arg(folder.path()), "is no finding");
    let none = "builtin.module(no-such-pass)";
    refuses(blame(&["--path", DEFAULT_PATH, "--path", none]).arg(&file), "no-such-pass");
}
