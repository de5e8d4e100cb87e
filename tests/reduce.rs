//! Findings are made small, on real MLIR: with bugs it has, and with bugs planted into a pass of our choice.

use crate::planted;
use crate::support;

use lowdiff::case::{Case, Source};
use lowdiff::path::{PathSpec, pipeline};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::{Answer, DEFAULT_PATH, Lowdiff, program, toolchain};

/// A tosa program with this many additions beside the one subtraction that matters.
fn tosa(additions: usize) -> String {
    let mut text = "func.func @main() {
  %a = \"tosa.const\"() <{values = dense<[5, 6, 7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %b = \"tosa.const\"() <{values = dense<[1, 2, 4]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = tosa.sub %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>\n"
        .to_owned();
    for index in 1..=additions {
        let before = index - 1;
        let add = "(tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>";
        writeln!(text, "  %{index} = tosa.add %{before}, %b : {add}").expect("memory");
    }
    write!(
        text,
        "  %shown = tensor.cast %{additions} : tensor<3xi32> to tensor<*xi32>
  call @printMemrefI32(%shown) : (tensor<*xi32>) -> ()
  return
}}
func.func private @printMemrefI32(tensor<*xi32> {{bufferization.access = \"read\"}})
"
    )
    .expect("memory");
    text
}

/// A finding's folder: the program along the plain path, and along it with `sccp` as the fifth step.
fn finding(folder: &Path, text: &str) -> PathBuf {
    let finding = folder.join("finding");
    std::fs::create_dir(&finding).expect("the temporary folder takes a folder");
    let longer =
        DEFAULT_PATH.replace("convert-elementwise-to-linalg,", "sccp,convert-elementwise-to-linalg,");
    let path = |text: &str| PathSpec::Fixed(pipeline::split(text).expect("a path"));
    let paths = vec![path(DEFAULT_PATH), path(&longer)];
    let case = Case { source: Source::verbatim(text.into()), printed: vec![], paths, expected: None };
    std::fs::write(finding.join("case.bin"), case.to_bytes()).expect("a folder takes a file");
    program(&finding, "finding.json", "{ \"verdict\": \"mismatch\" }\n");
    finding
}

/// MLIR with a bug, and a finding of it.
struct Planted {
    folder: tempfile::TempDir,
    library: PathBuf,
    finding: PathBuf,
}

impl Planted {
    fn new(text: &str) -> Planted {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = planted::library(folder.path());
        let finding = finding(folder.path(), text);
        Planted { folder, library, finding }
    }

    fn command(&self, plant: &str, seconds: &str) -> Lowdiff {
        let words = ["reduce", "--json", "--timeout", "1", "--seconds", seconds, "--mlir"];
        Lowdiff::new(&words).arg(&self.library).arg(&self.finding).env(planted::PLANT, plant)
    }

    fn reduce(&self, plant: &str) -> Answer {
        self.command(plant, "120").run()
    }

    fn kept(&self, name: &str) -> String {
        let file = self.finding.join("reduced").join(name);
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    }
}

#[test]
fn a_planted_miscompile_is_reduced_to_the_planted_operation() {
    let planted = Planted::new(&tosa(6));
    let answer = planted.reduce("sccp:miscompile");
    let document = answer.json();
    assert_eq!((answer.status, &document["verdict"]), (Some(0), &json!("mismatch")), "{answer:?}");
    assert_eq!(document["signature"], "mismatch-sccp");
    assert_eq!((&document["culprit"]["pass"], &document["culprit"]["met"]), (&json!("sccp"), &json!([])));
    assert_eq!(document["from"]["operations"], 7, "{answer:?}");
    assert_eq!((&document["to"]["operations"], &document["done"]), (&json!(1), &json!(true)), "{answer:?}");
    assert_eq!(document["to"]["steps"], 1, "sccp alone, on the program itself: {answer:?}");
    let (before, with) = (planted.kept("before.mlir"), planted.kept("with.txt"));
    assert!(before.contains("tosa.") && with.starts_with("builtin.module(sccp)\n"), "{before}{with}");
    assert!(planted.kept("change.diff").contains("\n-") && planted.kept("culprit.txt").contains("sccp"));
    // All that is said of it, and the script, are of the program that the report shows.
    let own: Value = serde_json::from_str(&planted.kept("finding.json")).expect("a document");
    let mut versions = own["versions"].as_array().expect("a list").iter();
    let row = versions.find(|row| row["shows"] == "yes").expect("it shows on the planted one");
    assert_eq!(row["run"], serde_json::json!({ "shown": { "respelled": false } }), "{own:#}");
    assert_eq!(own["shown"]["verdict"], "mismatch", "{own:#}");
    assert!(planted.kept("reproduce.sh").contains("/before.mlir\n"), "{}", planted.kept("reproduce.sh"));
    let detail = own["shown"]["detail"].as_str().unwrap_or_default();
    assert!(planted.kept("report.md").contains(&format!("\nmismatch: {detail}")), "{detail}");
    // The states tell, and no later pass has a part in it.
    assert_eq!(own["culprit"]["before_fact"], "witnessed", "{own:#}");
    assert!(!planted.kept("report.md").contains("not proved"), "{}", planted.kept("report.md"));
    // The finding's own path and step are not those of what it was reduced to.
    let found = std::fs::read_to_string(planted.finding.join("finding.json")).expect("it is there");
    let found: Value = serde_json::from_str(&found).expect("a document");
    assert_eq!((&found["culprit"]["pass"], &found["culprit"]["step"]), (&json!("sccp"), &Value::Null));
    // The reduced case replays as the finding did, and not without the bug.
    let replay = |plant: &str| {
        let words = ["replay", "--json", "--mlir"];
        let reduced = planted.finding.join("reduced");
        Lowdiff::new(&words).arg(&planted.library).arg(reduced).env(planted::PLANT, plant).run()
    };
    assert_eq!(replay("sccp:miscompile").json()["verdict"], "mismatch");
    assert_ne!(replay("").status, Some(1));
    // A second run of the command has nothing to do.
    let again = planted.reduce("sccp:miscompile").json();
    assert_eq!((&again["tried"], &again["to"]), (&document["tried"], &document["to"]));
}

#[test]
fn crashes_and_invalid_ir_are_reduced_to_a_pass_on_next_to_nothing() {
    for (what, verdict, most) in [("segv", "crash", 0), ("invalid", "invalid-ir", 2)] {
        let planted = Planted::new(&tosa(3));
        let answer = planted.reduce(&format!("sccp:{what}"));
        let document = answer.json();
        assert_eq!((answer.status, &document["verdict"]), (Some(0), &json!(verdict)), "{answer:?}");
        assert_eq!((&document["pass"], &document["to"]["steps"]), (&json!("sccp"), &json!(1)), "{answer:?}");
        assert!(document["to"]["operations"].as_u64().is_some_and(|left| left <= most), "{answer:?}");
    }
}

#[test]
fn what_every_path_has_wrong_is_reduced_to_the_operation_that_is() {
    let planted = Planted::new(&tosa(4));
    let answer = planted.reduce("tosa-to-linalg:miscompile");
    let document = answer.json();
    assert_eq!((answer.status, &document["verdict"]), (Some(0), &json!("mismatch")), "{answer:?}");
    assert_eq!(
        (&document["culprit"]["pass"], &document["reduced"], &document["to"]["operations"]),
        (&json!("tosa-to-linalg"), &json!(true), &json!(1)),
        "{answer:?}"
    );
    let operation = document["operation"].as_str().expect("it is named");
    let signature = format!("mismatch-{}-tosa-to-linalg", operation.replace('.', "_"));
    assert_eq!(document["signature"], signature, "{answer:?}");
    let report = planted.kept("report.md");
    assert!(report.contains("The values in `expected.txt`"), "{report}");
    assert!(
        report.contains("Every lowering path tried gives") && !report.contains("two lowerings"),
        "{report}"
    );
    assert!(report.contains("no smaller candidate that was tried shows it"), "{report}");
    assert!(!planted.kept("program.mlir").contains("tensor<3x"), "its operands are made smaller too");
    assert!(document["versions"].as_array().is_some_and(|versions| !versions.is_empty()), "{answer:?}");
}

#[test]
fn what_every_path_has_wrong_together_is_reduced_to_what_shows_it() {
    // Each operation is right by itself and with what makes its operands, and without one of the two passes the other is as wrong: the
    // states of the path name the first.
    let planted = Planted::new(&tosa(6));
    let answer = planted.reduce("one-shot-bufferize:third,convert-linalg-to-loops:third");
    let document = answer.json();
    assert_eq!((answer.status, &document["verdict"]), (Some(0), &json!("miscompiled")), "{answer:?}");
    let named = (&document["culprit"]["pass"], &document["done"]);
    assert_eq!(named, (&json!("one-shot-bufferize"), &json!(true)), "{answer:?}");
    assert_eq!(document["from"]["operations"], 7);
    assert!(document["to"]["operations"].as_u64().is_some_and(|left| left <= 3), "{answer:?}");
}

#[test]
fn what_every_path_has_wrong_is_blamed_on_a_pass_that_can_be_left_out() {
    // Another step converts what this one does, and is right.
    let planted = Planted::new(&tosa(6));
    let answer = planted.reduce("convert-linalg-to-loops:third");
    let document = answer.json();
    assert_eq!(document["culprit"]["pass"], "convert-linalg-to-loops", "{answer:?}");
    assert_eq!((&document["reduced"], &document["done"]), (&json!(true), &json!(true)), "{answer:?}");
    assert_eq!((&document["from"]["operations"], &document["to"]["operations"]), (&json!(7), &json!(3)));
}

#[test]
fn what_cannot_shrink_is_kept_as_it_is() {
    let planted = Planted::new(&tosa(1));
    let first = planted.reduce("sccp:miscompile").json();
    assert_eq!((&first["done"], &first["to"]["operations"]), (&json!(true), &json!(1)), "{first:#}");
    // The reduced one is a finding of its own, and as small as can be.
    let again = Lowdiff::new(&["reduce", "--json", "--timeout", "1", "--seconds", "60", "--mlir"])
        .arg(&planted.library)
        .arg(planted.finding.join("reduced"))
        .env(planted::PLANT, "sccp:miscompile")
        .run();
    let document = again.json();
    assert_eq!(
        (again.status, &document["reduced"], &document["done"]),
        (Some(0), &json!(false), &json!(true)),
        "{again:?}"
    );
    assert_eq!(document["from"], document["to"]);
}

#[test]
fn several_jobs_come_to_what_one_does() {
    let planted = Planted::new(&tosa(6));
    let answer = planted.command("sccp:miscompile", "120").args(&["--jobs", "2"]).run();
    let document = answer.json();
    assert_eq!((answer.status, &document["done"]), (Some(0), &json!(true)), "{answer:?}");
    assert_eq!(
        (&document["to"]["operations"], &document["to"]["steps"]),
        (&json!(1), &json!(1)),
        "{answer:?}"
    );
}

#[test]
fn what_does_not_show_is_said() {
    let planted = Planted::new(&tosa(1));
    let answer = planted.reduce("");
    let document = answer.json();
    assert_eq!((answer.status, &document["reduced"]), (Some(3), &json!(false)), "{answer:?}");
    assert_eq!(document["why"], "it does not reproduce here: agree: the results are equal");
    let without = Lowdiff::new(&["reduce", "--mlir"]).arg(&planted.library).arg(&planted.finding).run();
    assert_eq!(without.status, Some(3), "{without:?}");
    assert!(without.stdout.starts_with("it cannot be reduced: it does not reproduce here"), "{without:?}");
    assert!(!planted.finding.join("reduced").exists(), "nothing is there, so no folder is");
}

#[test]
fn a_flaky_one_is_said() {
    let planted = Planted::new(&tosa(1));
    let seen = planted.folder.path().join("seen");
    let answer =
        planted.command("sccp:once", "20").env("LOWDIFF_PLANT_ONCE", seen.display().to_string()).run();
    let document = answer.json();
    assert!(seen.exists(), "it crashed once: {answer:?}");
    assert_eq!((answer.status, &document["reduced"]), (Some(3), &json!(false)), "{answer:?}");
    let why = document["why"].as_str().unwrap_or_default();
    assert!(why.starts_with("it is flaky: it showed once and not again"), "{answer:?}");
}

#[test]
fn what_was_interrupted_goes_on() {
    let planted = Planted::new(&tosa(25));
    let state = planted.finding.join("reduced/reduction.json");
    let operations = || -> Option<u64> {
        let text = std::fs::read_to_string(&state).ok()?;
        let document: Value = serde_json::from_str(&text).expect("the state is whole at any time");
        document["source_size"]["operations"].as_u64()
    };
    let mut child = planted.command("sccp:miscompile", "120").start();
    let begin = Instant::now();
    // Something was taken off, and not everything.
    while operations().is_none_or(|left| left >= 26) && begin.elapsed() < Duration::from_secs(100) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it runs");
    child.wait().expect("it is ours");
    let left = operations().expect("the best so far is there");
    assert!(left < 26, "{left}");
    let answer = planted.reduce("sccp:miscompile");
    let document = answer.json();
    assert_eq!(
        (&document["to"]["operations"], &document["from"]["operations"]),
        (&json!(1), &json!(26)),
        "{answer:?}"
    );
    // Another finding is not mixed up with it.
    let other = finding(&planted.folder.path().join("finding"), &tosa(2));
    let mixed = Lowdiff::new(&["reduce", "--mlir"]).arg(&planted.library).arg(&other);
    let mixed = mixed.arg("--out").arg(planted.finding.join("reduced")).run();
    assert_eq!(mixed.status, Some(2), "{mixed:?}");
    assert!(mixed.stderr.contains("is about another finding or another MLIR"), "{mixed:?}");
}

/// A reduction that has begun: something of it is kept.
fn begun(planted: &Planted) -> std::process::Child {
    let child = planted.command("sccp:miscompile", "120").start_heard();
    let state = planted.finding.join("reduced/reduction.json");
    let begin = Instant::now();
    while !state.exists() && begin.elapsed() < Duration::from_secs(100) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn two_of_one_finding_do_not_work_side_by_side() {
    let planted = Planted::new(&tosa(25));
    let mut first = begun(&planted);
    let second = planted.command("sccp:miscompile", "120").run();
    let said = second.json()["error"].as_str().map(|error| format!("error: {error}\n"));
    assert_eq!((second.status, said.as_ref()), (Some(2), Some(&second.stderr)), "{second:?}");
    assert_eq!(second.stderr.lines().count(), 1, "{second:?}");
    assert!(second.stderr.contains("another lowdiff works in"), "{second:?}");
    let blame = Lowdiff::new(&["blame", "--mlir"]).arg(&planted.library).arg(&planted.finding).run();
    assert_eq!(blame.status, Some(2), "{blame:?}");
    first.kill().expect("it runs");
    first.wait().expect("it is ours");
}

#[test]
fn an_interrupted_one_says_where_the_best_is() {
    let planted = Planted::new(&tosa(25));
    let child = begun(&planted);
    let pid = i32::try_from(child.id()).expect("a process id");
    // SAFETY: the process is ours and not waited for yet.
    unsafe { libc::kill(pid, libc::SIGINT) };
    let output = child.wait_with_output().expect("it is ours");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.starts_with("running ") && said.contains("sccp is to blame; making it smaller"), "{said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.starts_with("interrupted: the best so far is in ") && last.ends_with("goes on"), "{said}");
}

#[test]
fn a_huge_one_is_reduced_as_far_as_time_allows() {
    let planted = Planted::new(&tosa(200));
    let answer = planted.command("sccp:miscompile", "60").run();
    let document = answer.json();
    assert_eq!((answer.status, &document["from"]["operations"]), (Some(0), &json!(201)), "{answer:?}");
    assert!(document["to"]["operations"].as_u64().is_some_and(|left| left <= 5), "{answer:?}");
}

/// A file of a known bug.
fn known(issue: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known_bugs").join(issue).join(name)
}

#[test]
fn what_nobody_needs_of_a_signature_goes() {
    let text = tosa(2).replace(
        "func.func @main() {\n",
        "func.func @kernel(%x: tensor<9xf32>, %y: tensor<3xi32>) -> (tensor<9xf32>, tensor<3xi32>) {
  %z = tosa.sub %y, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %x, %z : tensor<9xf32>, tensor<3xi32>
}
func.func @main() {\n",
    );
    let planted = Planted::new(&text);
    let answer = planted.reduce("sccp:invalid");
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let before = planted.kept("before.mlir");
    assert!(!before.contains("tensor<9xf32>") && before.matches("func.func").count() == 1, "{before}");
}

#[test]
fn a_users_program_is_reduced() {
    toolchain("22");
    for (issue, pass, most) in [
        ("115293", "int-range-optimizations", 1),
        ("118445", "buffer-hoisting", 5),
        ("224020", "tosa-to-linalg", 1),
    ] {
        let out = tempfile::tempdir().expect("a temporary folder");
        let path = |stem: &str| format!("@{}", known(issue, stem).display());
        let words = ["reduce", "--json", "--timeout", "2", "--mlir", "22", "--out"];
        let answer = Lowdiff::new(&words)
            .arg(out.path())
            .arg(known(issue, "program.mlir"))
            .args(&["--path", &path("good.txt"), "--path", &path("bad.txt")])
            .run();
        let document = answer.json();
        assert_eq!((answer.status, &document["culprit"]["pass"]), (Some(0), &json!(pass)), "{answer:?}");
        assert_ne!(document["confirmed"], false, "stock programs show it: {answer:?}");
        let kept = std::fs::read_to_string(out.path().join("finding.json")).expect("it is kept");
        let kept: Value = serde_json::from_str(&kept).expect("it is JSON");
        let named = [&kept["known"], &kept["like"]];
        assert!(named.contains(&&json!(format!("LLVM {issue}"))), "{issue}: {named:?}");
        // There the lowering is wrong that the pass is held against here.
        let turned = document["versions"].as_array().into_iter().flatten();
        let turned = turned.filter(|one| one["mlir"] == "19" && issue == "115293");
        turned.for_each(|one| assert_eq!(one["shows"], "other", "{one}"));
        assert!(
            document["to"]["operations"].as_u64().is_some_and(|left| left <= most),
            "{issue}: {answer:?}"
        );
    }
}

#[test]
fn bad_input_is_said_in_one_line() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(folder.path(), "p.mlir", &tosa(1));
    let refuses = |lowdiff: Lowdiff, words: &str| {
        let answer = lowdiff.run();
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""), "{answer:?}");
        assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
        assert!(answer.stderr.contains(words), "'{words}' is not said: {answer:?}");
    };
    let reduce = |words: &[&str]| Lowdiff::new(&["reduce"]).args(words);
    refuses(reduce(&["--path", DEFAULT_PATH, "--path", DEFAULT_PATH]).arg(&file), "give --out DIR");
    refuses(reduce(&[]).arg(folder.path()), "is no finding");
    let out = folder.path().join("out").display().to_string();
    refuses(reduce(&["--out", &out]).arg(&file), "is a program; give the two paths");
    refuses(reduce(&["--out", &out, "--path", DEFAULT_PATH]).arg(&file), "needs two paths and got 1");
}
