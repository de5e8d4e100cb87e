//! The document is the type: what is written is read as it was, and what the type does not have is refused by its key.

use super::*;
use crate::blame::{After, Authority, Before, WayRound};
use crate::execute::ExecutorKind;
use crate::judge::{Against, Detail, Difference, Place, Reason, VerdictKind, VerdictOf, Witness};
use crate::observe::example::{crashed, ok};
use crate::observe::{
    Breach, Cause, Expected, Lack, LaneBits, Leaked, Outcome, OutputType, PathLetter, ShownValue, Subject,
    Unprescribed,
};
use crate::words;
use serde_json::{Value, json};
use std::path::Path;

fn mlir() -> Mlir {
    Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None }
}

fn verdict(kind: VerdictKind) -> Verdict {
    match kind {
        VerdictKind::Agree => Verdict::agree(),
        VerdictKind::Incomparable => Verdict::incomparable(Reason::Executors, None, Detail::NothingToCompare),
        kind => Verdict::finding(kind, None, Detail::Unwatched(Box::new(Detail::NothingToCompare))),
    }
}

/// A finding of this kind in which everything is said.
fn full(kind: VerdictKind) -> Finding {
    let ty = OutputType { shape: vec![], element: Element::I64 };
    let at = Place::Elements {
        output: 0,
        kind: ty,
        held: Element::F32,
        count: 1,
        of: 1,
        first: vec![],
        next: vec![],
    };
    let difference = Difference {
        at,
        one: ShownValue::element(Element::F32, 1),
        other: ShownValue::element(Element::F32, 2),
    };
    let verdict = Verdict {
        pass: Some("cse".into()),
        culprits: vec!["cse".into()],
        operation: Some("tosa.cast-f32-i1".to_owned().into()),
        known: Some("LLVM 1".into()),
        alone: Some(Witness::Path(1)),
        zero_sign: true,
        against: Some(Box::new(Against { difference, every_path: true })),
        varies: true,
        complaint: Some("arith.addi".into()),
        ..verdict(kind)
    };
    let mut leaks = ok("cse", u64::MAX);
    leaks.leaked = Leaked { blocks: 1, bytes: 8 };
    leaks.effort.interpreted = 1;
    let mut unread = crashed("cse");
    unread.failure.as_mut().expect("it failed").about = Some(Subject::Bytecode);
    let mut wrong = crashed("cse");
    wrong.failure.as_mut().expect("it failed").breach = Some(Box::new(Breach::Returned {
        value: 1,
        element: 2,
        bits: [LaneBits(3), LaneBits(4)],
        held: Some(Element::F32),
    }));
    let seen = CaseRecord::of(&verdict, &[leaks, unread.clone(), wrong]);
    let expected = Expected {
        shape: vec![2],
        element: Element::I64,
        held: Element::F32,
        bits: vec![1, 2],
        bounds: vec![0.5, f64::INFINITY],
        open: Some(Unprescribed {
            rule: "tosa_division_by_zero".into(),
            operation: "tosa.intdiv".into(),
            location: "3:5".into(),
        }),
    };
    let clean = Clean { confirmed: Some(true), verdict: verdict.clone(), outcomes: vec![Outcome::Ok] };
    let culprit = CulpritRecord {
        pass: "cse".into(),
        pipeline: Some("builtin.module(cse)".into()),
        path: Some(PathLetter(1)),
        step: Some(3),
        before: Some("right".into()),
        after: Some("wrong".into()),
        before_fact: Some(Before::GoneRound(Authority::Path(1), WayRound::Copies)),
        after_fact: Some(After::EveryWay { ways: 2, first: Box::new(After::Seen(Detail::Equal)) }),
        ended: unread.ended(),
        alone: true,
        met: vec!["sccp".into()],
        varies: true,
        evaluated: true,
        mlir: Some(mlir()),
        confirmed: Some(false),
    };
    let version = VersionRecord {
        mlir: mlir(),
        shows: Shows::Flaky,
        verdict: kind,
        detail: "seldom".into(),
        run: AskedRun::Shown { respelled: true },
        contradicts: true,
        found: Some(Shows::No),
    };
    Finding {
        mlir: Some(mlir()),
        between: Some(["22".into(), "19".into()]),
        executor: Some(ExecutorKind::Interp),
        cpu: Some(Processor::Level(3)),
        case: Some("c".into()),
        printed: vec![Element::F32],
        expected: Some(vec![ExpectedOutput::from(&expected)]),
        confirmed: Some(true),
        clean: Some(clean),
        culprit: Some(culprit),
        shown: Some(seen.clone()),
        given: true,
        versions: vec![version],
        group: Some("g".into()),
        like: Some("LLVM 2".into()),
        ..Finding::new(seen)
    }
}

/// The sentence about a folder with this document.
fn read(text: &str) -> Result<Finding, String> {
    let dir = tempfile::tempdir().expect("room");
    std::fs::write(dir.path().join(FILE), text).expect("room");
    Finding::read(dir.path())
        .map_err(|error| format!("{error:#}").replace(&dir.path().display().to_string(), "DIR"))
}

/// The place of every value in a document that is no object or list.
fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| leaves(value, &format!("{at}/{key}"), found))
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(place, value)| leaves(value, &format!("{at}/{place}"), found));
        }
        _ => found.push(at.to_owned()),
    }
}

#[test]
fn every_kind_comes_back_as_it_was_written() {
    for kind in VerdictKind::ALL {
        for finding in [Finding::new(CaseRecord::of(&verdict(kind), &[])), full(kind)] {
            assert_eq!(read(&finding.text()).as_ref(), Ok(&finding), "{kind}");
        }
        assert_eq!(
            OracleName::of(&verdict(kind), VerdictOf::OneMlir).is_some(),
            kind != VerdictKind::Agree,
            "{kind}"
        );
    }
    let declined = Verdict::incomparable(Reason::Declined, None, Detail::default());
    assert_eq!(OracleName::of(&declined, VerdictOf::OneMlir), None);
}

#[test]
fn the_keys_that_scripts_rely_on_are_there() {
    let document: Value = serde_json::from_str(&full(VerdictKind::Mismatch).text()).expect("JSON");
    for (place, value) in [
        ("/schema", json!("lowdiff-finding")),
        ("/version", json!(VERSION)),
        ("/verdict", json!("mismatch")),
        ("/oracle", json!("reference-diff")),
        ("/alone", json!("path b")),
        ("/mlir/build-id", json!("ab")),
        ("/culprit/path", json!("b")),
        ("/paths/0/outputs/0/bits", json!(["0xffffffffffffffff"])),
        ("/paths/1/signal", json!(11)),
        ("/paths/1/about", json!("bytecode")),
        ("/expected/0/bound", json!([0.5, f64::MAX])),
        ("/clean/verdict/verdict", json!("mismatch")),
        ("/shown/verdict", json!("mismatch")),
    ] {
        assert_eq!(document.pointer(place), Some(&value), "{place}");
    }
}

#[test]
fn a_value_of_another_type_is_refused_by_file_and_key() {
    let document: Value = serde_json::from_str(&full(VerdictKind::Mismatch).text()).expect("JSON");
    let mut places = Vec::new();
    leaves(&document, "", &mut places);
    assert!(places.len() > 80, "{places:?}");
    for place in places {
        let mut mutated = document.clone();
        *mutated.pointer_mut(&place).expect("it is there") = json!({ "odd": 1 });
        let said = read(&mutated.to_string()).expect_err(&place);
        let key = place.split('/').rfind(|part| part.parse::<usize>().is_err()).unwrap_or_default();
        assert!(said.starts_with("DIR/finding.json is "), "{place}: {said}");
        assert!(said.contains(key) && !said.contains('\n'), "{place}: {said}");
    }
}

#[test]
fn a_key_or_a_word_that_the_type_does_not_have_is_refused() {
    let said = |text: &str, other: &str| {
        let whole = full(VerdictKind::Mismatch).text();
        assert!(whole.contains(text), "{whole}");
        read(&whole.replacen(text, other, 1)).expect_err(other)
    };
    let sentence = "DIR/finding.json is no document of a finding: `verdict`: unknown variant `mismach`, expected one of ";
    let word =
        said("  \"verdict\": \"mismatch\",\n  \"version\"", "  \"verdict\": \"mismach\",\n  \"version\"");
    assert!(word.starts_with(sentence) && word.ends_with("; restore or delete it"), "{word}");
    assert!(said("\"given\"", "\"givne\"").contains("unknown field `givne`"));
    for empty in ["false", "null", "[]"] {
        let stray = format!("\"confrimed\": {empty},\n  \"given\"");
        assert!(said("\"given\"", &stray).contains("unknown field `confrimed`"), "{empty}");
    }
    assert!(said("\"evaluated\"", "\"evalated\"").contains("`culprit.evalated`: unknown field `evalated`"));
    assert!(said("\"complaint\"", "\"complant\"").contains("unknown field `clean.verdict.complant`"));
    assert!(said("\"outcome\": \"crash\"", "\"outcome\": \"crush\"").contains("`crush`"));
    assert!(said("\"0x1\"", "\"1\"").contains("'1' is no hexadecimal number"));
    assert!(said("\"alone\": \"path b\"", "\"alone\": \"path B\"").contains("'B' names no path"));
    assert!(read("{}").expect_err("nothing").contains("missing field `verdict`"));
    assert_eq!(
        read("[]").expect_err("a list"),
        "DIR/finding.json is not about a finding; restore or delete it"
    );
    assert!(
        read("{").expect_err("half of it").starts_with("DIR/finding.json is no JSON; restore or delete it")
    );
}

#[test]
fn a_later_version_is_refused_in_one_sentence() {
    let text = full(VerdictKind::Crash).text();
    let next = VERSION + 1;
    let later = text.replace(&format!("\"version\": {VERSION},\n"), &format!("\"version\": {next},\n"));
    assert_ne!(text, later);
    let sentence = format!(
        "DIR/finding.json is of version {next}, and this lowdiff reads versions up to {VERSION}: use the lowdiff that wrote it"
    );
    assert_eq!(read(&later).expect_err("it is of the future"), sentence);
    for none in ["0", "-1", "1.0", "null", "\"1\""] {
        let other = text.replace(&format!("\"version\": {VERSION},\n"), &format!("\"version\": {none},\n"));
        let sentence = format!(
            "DIR/finding.json is of version {none}, and versions are numbers from 1 on; restore or delete it"
        );
        assert_eq!(read(&other).expect_err(none), sentence);
    }
}

#[test]
fn paths_that_show_what_the_other_one_showed_are_swapped() {
    let document = json!({ "verdict": "mismatch", "detail": "they differ", "paths": [
        { "outcome": "ok", "outputs": [{ "bits": ["0x1"], "element": "i64", "shape": [] }] },
        { "outcome": "ok", "outputs": [{ "bits": ["0x2"], "element": "i64", "shape": [] }] },
    ] });
    let finding = read(&document.to_string()).expect("a finding");
    let paths = |one, other| [ok("cse", one), ok("cse", other)];
    assert!(finding.is_swapped(&paths(2, 1)));
    for same in [paths(1, 2), paths(2, 2), paths(1, 1), paths(3, 1), [ok("cse", 2), crashed("cse")]] {
        assert!(!finding.is_swapped(&same), "{same:?}");
    }
}

/// As lowdiff wrote it before there were versions.
const OLD: &str = r#"{
  "alone": "path b", "case": "c", "confirmed": true, "detail": "they differ", "executor": "interp",
  "clean": {
    "confirmed": true, "outcomes": ["ok", "fault"],
    "verdict": { "kind": "memory", "reason": null, "pass": null, "detail": "path b ended as fault", "alone": { "path": 1 } }
  },
  "culprit": {
    "after": "it ends as fault", "alone": true, "before": "as the plain lowering has it", "evaluated": false, "met": [],
    "mlir": { "build-id": "ab", "name": "22", "version": "22.1.8" }, "pass": "cse", "path": "b",
    "pipeline": "builtin.module(cse)", "step": 2, "varies": false
  },
  "expected": null, "lowdiff": "0.1.0", "mlir": { "build-id": "ab", "name": "22", "version": "22.1.8" }, "pass": null,
  "paths": [
    { "interpreted": true, "outcome": "ok", "outputs": [{ "bits": ["0x1"], "element": "i64", "shape": [] }],
      "steps": [{ "effect": "changed", "pipeline": "builtin.module(cse)" }] },
    { "frames": [], "message": "SIGSEGV", "outcome": "fault", "outputs": [], "pass": null, "signal": 11, "steps": [] }
  ],
  "printed": ["i64"], "signature": "memory-cse", "verdict": "memory",
  "versions": [{ "detail": "agree", "mlir": { "build-id": "cd", "name": "head", "version": "24" }, "run": "it", "shows": "no", "verdict": "agree" }]
}"#;

/// As lowdiff wrote it in version 5, where reasons were sentences.
const OF_VERSION_5: &str = r#"{
  "schema": "lowdiff-finding", "version": 5, "verdict": "crash", "pass": "cse", "detail": "path b ended as crash in cse: it fell",
  "fact": { "ended": { "path": "b", "outcome": "crash", "pass": "cse", "signal": null, "message": "it fell" } },
  "paths": [{ "outcome": "crash", "pass": "cse", "message": "it fell", "frames": [],
    "breach": { "fault": { "earlier": true, "message": "abort" } } }],
  "culprit": { "pass": "cse", "ended": { "outcome": "crash", "failure": { "pass": "cse", "message": "it fell", "said": null,
    "signal": null, "frames": [], "about": null, "broken": null, "breach": { "undefined": "poison" } } },
    "after_fact": { "every-way": { "ways": 1, "first": { "ends-early": { "outcome": "crash", "pass": null, "message": "it fell" } } } } }
}"#;

#[test]
fn reasons_of_older_documents_are_texts() {
    let finding = read(OF_VERSION_5).expect("a document");
    assert_eq!(words::detail(&finding.verdict().detail), "path b ended as crash in cse: it fell");
    let ended = finding.culprit.as_ref().and_then(|culprit| culprit.ended.as_ref()).expect("an end");
    assert_eq!(words::failure(&ended.failure), "it fell");
    assert_eq!(
        ended.failure.breach.as_deref().map(words::breach).as_deref(),
        Some("it is undefined: poison")
    );
    let breach = finding.seen.paths[0].breach.as_deref().map(words::breach);
    assert_eq!(breach.as_deref(), Some("the program gave up before, and does no more: abort"));
    let again = read(&finding.text()).expect("a document");
    assert_eq!(again.text(), finding.text());
    let ended = finding.text().replace("\"told\": \"it fell\"", "\"tolt\": 1");
    assert!(read(&ended).expect_err("no such reason").contains("`tolt`"));
    let odd = OF_VERSION_5.replacen("\"message\": \"it fell\"", "\"massage\": \"it fell\"", 1);
    assert!(read(&odd).expect_err("no such key").contains("`massage`"));
}

#[test]
fn what_is_left_open_was_a_sentence() {
    let told = "tosa.intdiv at 3:5: a division by zero";
    let open = json!({ "open": { "why": told, "seen": "equal" } });
    for (why, fact) in [
        (json!(told), open),
        (json!(told), json!({ "open-everywhere": { "why": told } })),
        (json!(null), json!({ "open-everywhere": { "why": null } })),
    ] {
        let output = json!({ "shape": [], "element": "i8", "bits": ["0x1"], "open": why });
        let old = json!({
            "schema": "lowdiff-finding", "version": 6, "verdict": "incomparable", "reason": "open", "fact": fact,
            "expected": [output], "paths": [],
        });
        let finding = read(&old.to_string()).expect("a document of version 6");
        let sentence = words::detail(&finding.verdict().detail);
        assert_eq!(sentence.contains(told), why.is_string(), "{sentence}");
        let open = finding.expected.as_ref().expect("it was there")[0].open.clone();
        assert_eq!(open, why.as_str().map(|why| why.to_owned().into()));
        assert_eq!(read(&finding.text()), Ok(finding));
    }
}

#[test]
fn a_document_without_a_version_is_read() {
    let finding = read(OLD).expect("it is as it was written");
    assert_eq!(
        (finding.version, finding.oracle),
        (VERSION, Some(OracleName::from(&crate::judge::memory::ORACLE)))
    );
    let clean = finding.clean.as_ref().expect("they were asked");
    assert_eq!((clean.verdict.kind, clean.verdict.alone), (VerdictKind::Memory, Some(Witness::Path(1))));
    assert_eq!(finding.versions[0].shows, Shows::No);
    assert_eq!(read(&finding.text()), Ok(finding.clone()), "and written as it is now");
    let between =
        r#"{ "verdict": "mismatch", "versions": ["22", "19"], "detail": "they differ", "directory": null }"#;
    let between = read(between).expect("two versions");
    assert_eq!(between.oracle, OracleName::of(between.verdict(), VerdictOf::TwoMlirs));
    assert_eq!(between.between, Some(["22".into(), "19".into()]));
    let wrong = OLD.replace("\"step\": 2", "\"step\": \"2\"");
    let said = read(&wrong).expect_err("a step is a number");
    assert!(said.contains("`culprit.step`: invalid type: string \"2\", expected usize"), "{said}");
}

/// `docs/finding.schema.json` is made from the types. `LOWDIFF_UPDATE=1` writes it.
#[test]
fn the_committed_schema_is_that_of_the_types() {
    let schema = serde_json::to_value(schemars::schema_for!(Finding)).expect("JSON");
    let made = format!("{schema:#}\n");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/finding.schema.json");
    if std::env::var_os("LOWDIFF_UPDATE").is_some() {
        std::fs::write(&file, &made).expect("docs can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("it is committed");
    assert!(
        kept == made,
        "the types are not those of the committed schema: raise VERSION, and set LOWDIFF_UPDATE=1"
    );
}

#[test]
fn the_page_about_documents_names_the_version() {
    let page = include_str!("../../docs/finding.md");
    assert!(
        page.contains(&format!("`lowdiff-finding`, {VERSION} |")),
        "the table of docs/finding.md is of another one"
    );
    assert!(page.contains(&format!("\n| {VERSION} | ")), "docs/finding.md does not say what is new in it");
}

#[test]
fn a_lack_was_a_text_up_to_version_7() {
    let mut finding = full(VerdictKind::Mismatch);
    let lack = |lack| Some(Cause::Lacks(Box::new(lack)));
    finding.seen.paths[1].cause = lack(Lack::Operation("gpu.launch".into()));
    let mut older: Value = serde_json::from_str(&finding.text()).expect("JSON");
    older["version"] = json!(7);
    older["paths"][1]["cause"] = json!({ "lacks": "gpu.launch" });
    finding.seen.paths[1].cause = lack(Lack::Told("gpu.launch".into()));
    assert_eq!(read(&older.to_string()).map(|read| read.seen), Ok(finding.seen));
    let run: Detail =
        serde_json::from_value(json!({ "cannot-run": { "message": "no pass" } })).expect("a fact");
    assert_eq!(run, Detail::CannotRun { said: "no pass".into() });
}
