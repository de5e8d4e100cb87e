//! An MLIR is asked, by an executor that says what it was told to say.

use super::*;
use crate::execute::fake::Fake;
use crate::judge::VerdictKind;
use crate::observe::example::{crashed, ok};
use crate::path::PathSpec;
use crate::triage::version;
use serde_json::{Value, json};

fn put(folder: &Path, document: &Value, program: &str) {
    std::fs::create_dir_all(folder).unwrap();
    let paths = vec![PathSpec::Fixed(vec!["builtin.module(cse)".into()])];
    let case = Case { source: Source::verbatim(program.into()), printed: vec![], paths, expected: None };
    std::fs::write(folder.join("case.bin"), case.to_bytes()).unwrap();
    std::fs::write(folder.join("program.mlir"), program).unwrap();
    std::fs::write(folder.join("path-a.txt"), "builtin.module(cse)\n").unwrap();
    std::fs::write(folder.join("finding.json"), document.to_string()).unwrap();
}

/// A crash in cse, reduced to a program that another step leads through cse.
fn reduced(folder: &Path) {
    let mlir = json!({ "name": "22", "version": "22", "build-id": "ab" });
    let paths =
        json!([{ "outcome": "crash", "pass": "cse", "message": "it fell over", "frames": ["mlir::it()"] }]);
    let found = json!({ "case": "c", "verdict": "crash", "pass": "cse", "mlir": mlir, "paths": paths });
    put(folder, &found, "// large");
    let culprit = json!({ "pass": "cse", "pipeline": "builtin.module(cse{a=1})", "alone": true });
    let small = json!({ "case": "d", "verdict": "crash", "pass": "cse", "mlir": mlir, "paths": paths, "culprit": culprit });
    put(&folder.join(REDUCED), &small, "// medium");
    std::fs::write(folder.join(REDUCED).join("before.mlir"), "// small").unwrap();
}

/// The answer of an MLIR of this name about the finding, and the jobs it was given.
fn said(folder: &Path, name: &str, answers: Vec<Vec<PathReport>>) -> (Fact, Vec<Job>) {
    let mlir = Mlir { name: name.into(), version: name.into(), build_id: "ab".into(), commit: None };
    let mut fake = Fake::new(answers);
    let mut asked =
        AskedMlir { executor: &mut fake, mlir: &mlir, syntax: Syntax::V22, terms: Terms::default() };
    let fact = ask(&mut asked, folder, false, None).unwrap();
    (fact, fake.jobs)
}

#[test]
fn of_several_paths_the_one_that_convicts_says_how_it_ended() {
    let invalid = PathReport { outcome: Outcome::InvalidIr, ..crashed("sccp") };
    let crash = Verdict::finding(VerdictKind::Crash, Some("cse".into()), Detail::default());
    let reports = [invalid.clone(), crashed("cse")];
    assert_eq!(ended(&crash, &reports), ending(&reports[1]));
    assert_ne!(ending(&reports[0]), ending(&reports[1]), "else nothing is told");
    assert_eq!(ended(&crash, &[invalid]), None);
    let wrong = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
    assert_eq!(ended(&wrong, &reports), None, "no pass ends a wrong result");
}

#[test]
fn every_mlir_is_asked_about_what_the_report_shows() {
    let dir = tempfile::tempdir().unwrap();
    reduced(dir.path());
    let crash = || vec![crashed("cse")];
    let small = || vec![PathReport { steps: crashed("cse{a=1}").steps, ..crashed("cse") }];
    let (fact, jobs) = said(dir.path(), "22", vec![crash(), crash(), small(), small()]);
    let asked = |index: usize| (jobs[index].program.as_str(), jobs[index].paths.clone());
    let step = |text: &str| vec![PathSpec::Fixed(vec![text.to_owned()])];
    assert_eq!(asked(0), ("// large", step("builtin.module(cse)")));
    assert_eq!(asked(2), ("// small", step("builtin.module(cse{a=1})")));
    let told = json!(version(&fact));
    assert_eq!((&told["shows"], &told["run"]), (&json!("yes"), &json!({ "shown": { "respelled": false } })));
    assert_eq!(told["found"], Value::Null, "both are the same");
    // A row of a mended finding says so of the case that the report shows, and gives the verdict on the whole.
    let went = || vec![ok("cse{a=1}", 1)];
    let (fact, _) = said(dir.path(), "head", vec![crash(), crash(), went(), went(), went()]);
    let told = json!(version(&fact));
    assert_eq!((&told["shows"], &told["found"], fact.shows), (&json!("no"), &json!("yes"), Shows::Yes));
    // A pass did its work, and nothing behind it was to lower the rest.
    let left = || vec![PathReport { outcome: Outcome::Incomplete, ..ok("cse{a=1}", 1) }];
    let (fact, _) = said(dir.path(), "head", vec![crash(), crash(), left()]);
    let told = json!(version(&fact));
    assert_eq!((&told["shows"], &told["verdict"]), (&json!("no"), &json!("agree")));
    // A finding that cannot be run there is not called mended.
    let (fact, _) = said(dir.path(), "head", vec![crash(), crash()]);
    assert_eq!((&json!(version(&fact))["shows"], fact.reported), (&json!("yes"), None));
    // The reason is that of the case that the report shows, if neither can be run.
    let (fact, jobs) = said(dir.path(), "19", vec![]);
    let told = json!(version(&fact));
    assert_eq!(
        (&told["shows"], &told["run"]),
        (&json!("unknown"), &json!({ "shown": { "respelled": false } })),
        "{jobs:?}"
    );
}

#[test]
fn a_program_that_is_wrong_without_the_culprit_shows_another_bug() {
    let told = |alone| Verdict { alone, ..Verdict::finding(VerdictKind::Mismatch, None, Detail::default()) };
    let paths = vec![PathSpec::Fixed(Vec::new()); 2];
    assert!(turned(&told(Some(Witness::Path(0))), &paths));
    assert!(!turned(&told(Some(Witness::Path(1))), &paths), "the path with the culprit");
    assert!(!turned(&told(None), &paths), "nobody knows which");
    assert!(!turned(&told(Some(Witness::Path(0))), &paths[..1]), "there is but one");
}
