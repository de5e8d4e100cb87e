//! A store keeps findings, and these tests look at which.

use super::*;
use crate::case::{Case, Source};
use crate::examine::Clean;
use crate::execute::ExecutorKind;
use crate::judge::{Detail, Verdict, VerdictKind};
use crate::observe::example::{crashed, ok};
use crate::observe::{Element, Expected, PathReport};
use crate::program::Syntax;
use crate::report::{Brief, Mlir, json};

#[path = "script_tests.rs"]
mod script;

struct Sample {
    case: Case,
    verdict: Verdict,
    reports: Vec<PathReport>,
    mlir: Mlir,
    clean: Option<Clean>,
}

fn sample(kind: VerdictKind, number: u64) -> Sample {
    let reports = vec![ok("cse", 1), ok("inline{x='y'}", 2)];
    let source = Source::spelt(|syntax| match syntax {
        Syntax::V19 => "old".into(),
        Syntax::V22 => format!("// {number}\nmodule {{}}\n"),
    });
    let case = Case { source, printed: vec![Element::F32], expected: None, paths: vec![] }.fixed(&reports);
    let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
    let verdict = Verdict::finding(kind, None, Detail::Told("they differ\nmuch".into()));
    Sample { case, verdict, reports, mlir, clean: None }
}

impl Store {
    /// Writes a finding down.
    fn saved(&self, finding: &Judged) -> Stored {
        self.save(finding, &json::finding(finding))
    }
}

impl Sample {
    fn finding(&self) -> Judged<'_> {
        Judged {
            case: &self.case,
            syntax: Syntax::V22,
            input: Some(b"bytes"),
            verdict: &self.verdict,
            reports: &self.reports,
            mlir: &self.mlir,
            executor: ExecutorKind::Jit,
            clean: self.clean.as_ref(),
            source_broken: None,
            blamed: None,
        }
    }
}

#[test]
fn a_finding_is_complete_and_replays() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path().join("deep/out"));
    let sample = sample(VerdictKind::Mismatch, 0);
    let Stored::Kept(kept) = store.saved(&sample.finding()) else { panic!("not kept") };
    let id = sample.case.id();
    assert_eq!(kept.file_name().unwrap().to_str().unwrap(), format!("mismatch-lowered-code-{}", &id[..12]));
    assert_eq!(Case::load(&kept.join("case.bin")).unwrap(), sample.case);
    assert_eq!(fs::read(kept.join("input.bin")).unwrap(), b"bytes");
    assert_eq!(fs::read_to_string(kept.join("program.mlir")).unwrap(), sample.case.source.newest());
    assert_eq!(fs::read_to_string(kept.join("path-a.txt")).unwrap(), "builtin.module(cse)\n");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(kept.join("finding.json")).unwrap()).unwrap();
    assert_eq!(json["verdict"], "mismatch");
    assert_eq!(json["mlir"]["build-id"], "ab");
    assert_eq!(json["case"], id);
    assert!(json["confirmed"].is_null());
    assert_eq!(store.saved(&sample.finding()), Stored::Known(kept));
}

#[test]
fn one_bug_does_not_fill_the_disk() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path());
    for number in 0..KEPT_PER_SIGNATURE as u64 {
        let stored = store.saved(&sample(VerdictKind::Mismatch, number).finding());
        assert!(matches!(stored, Stored::Kept(_)), "{stored}");
    }
    assert_eq!(store.saved(&sample(VerdictKind::Mismatch, 99).finding()), Stored::Surplus);
    let full = |store: &Store, sample: &Sample| store.is_full(&sample.verdict, &sample.case);
    assert!(
        full(&store, &sample(VerdictKind::Mismatch, 99)) && !full(&store, &sample(VerdictKind::Timeout, 99))
    );
    assert!(!full(&store, &sample(VerdictKind::Mismatch, 0)), "it is there, and would be kept again");
    assert!(!full(&Store::new(dir.path().join("none")), &sample(VerdictKind::Mismatch, 99)));
    let more = store.clone().keeping(KEPT_PER_SIGNATURE + 1);
    assert!(!full(&more, &sample(VerdictKind::Mismatch, 99)), "asked to, it keeps more");
    assert!(matches!(more.saved(&sample(VerdictKind::Mismatch, 98).finding()), Stored::Kept(_)));
    assert_eq!(more.saved(&sample(VerdictKind::Mismatch, 99).finding()), Stored::Surplus);
    let other = store.saved(&sample(VerdictKind::Timeout, 99).finding());
    assert!(matches!(other, Stored::Kept(_)), "another signature is not affected: {other}");
}

#[test]
fn what_is_known_takes_no_room_from_others() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path());
    let known = |number, label: &str| {
        let mut sample = sample(VerdictKind::Mismatch, number);
        sample.verdict.known = Some(label.into());
        sample
    };
    let Stored::Kept(one) = store.saved(&known(0, "LLVM #1: wrong").finding()) else { panic!("not kept") };
    let name = one.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("known-LLVM__1__wrong-"), "{name}");
    let text = fs::read_to_string(one.join("finding.json")).unwrap();
    assert!(text.contains(r#""known": "LLVM #1: wrong""#), "{text}");
    assert_eq!(store.saved(&known(1, "LLVM #1: wrong").finding()), Stored::Surplus);
    assert!(store.is_full(&known(1, "LLVM #1: wrong").verdict, &known(1, "").case));
    assert!(matches!(store.saved(&known(1, "another").finding()), Stored::Kept(_)));
    for number in 0..KEPT_PER_SIGNATURE as u64 {
        let stored = store.saved(&sample(VerdictKind::Mismatch, number).finding());
        assert!(matches!(stored, Stored::Kept(_)), "{stored}");
    }
}

#[test]
fn who_is_to_blame_is_kept_with_the_finding() {
    let dir = tempfile::tempdir().unwrap();
    let mut sample = sample(VerdictKind::Mismatch, 0);
    sample.verdict.culprits = vec!["inline".into()];
    let culprit = crate::blame::Culprit {
        path: 1,
        step: 1,
        pipeline: "builtin.module(inline)".into(),
        before: crate::blame::Before::Evaluated,
        after: crate::blame::After::OtherIr,
        ir_before: "// before".into(),
        ir_after: None,
        alone: vec![vec![], vec!["builtin.module(inline)".into()]],
        ..crate::blame::Culprit::default()
    };
    let followed = crate::blame::BlamedPath { path: 1, culprit: Some(culprit), ..Default::default() };
    let blamed = crate::blame::Blamed {
        case: sample.case.clone(),
        verdict: sample.verdict.clone(),
        reference: None,
        agreeing: vec![0],
        paths: vec![followed],
        reason: None,
        operation: None,
    };
    let finding = Judged { blamed: Some(&blamed), ..sample.finding() };
    let Stored::Kept(kept) = Store::new(dir.path()).saved(&finding) else { panic!("not kept") };
    let name = kept.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("mismatch-inline-"), "{name}");
    assert_eq!(fs::read_to_string(kept.join("before.mlir")).unwrap(), "// before");
    assert_eq!(fs::read_to_string(kept.join("with.txt")).unwrap(), "builtin.module(inline)\n");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(kept.join("finding.json")).unwrap()).unwrap();
    assert_eq!((&json["culprit"]["pass"], &json["signature"]), (&"inline".into(), &"mismatch-inline".into()));
}

#[test]
fn nothing_half_written_is_left_or_counted() {
    let dir = tempfile::tempdir().unwrap();
    let left = dir.path().join(format!("{UNFINISHED}killed"));
    fs::create_dir(&left).unwrap();
    fs::write(left.join("case.bin"), "half").unwrap();
    Store::new(dir.path()).saved(&sample(VerdictKind::Mismatch, 0).finding());
    let names: Vec<String> = fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert_eq!(names, [LOCK]);
}

#[test]
fn trouble_with_the_disk_is_one_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let Stored::Failed(said) = Store::new(file.join("out")).saved(&sample(VerdictKind::Crash, 0).finding())
    else {
        panic!("kept inside a file")
    };
    assert!(said.starts_with("a finding could not be written to "), "{said}");
    assert!(!said.contains('\n'));
}

#[test]
fn a_finding_is_one_line_on_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let mut sample = sample(VerdictKind::Crash, 0);
    sample.reports = vec![ok("cse", 1), crashed("inline")];
    sample.verdict.pass = Some("inline".into());
    sample.case = sample.case.fixed(&sample.reports);
    let stored = Store::new(dir.path().join("my findings")).saved(&sample.finding());
    let text = Brief { finding: &sample.finding(), stored: &stored }.to_string();
    assert!(text.starts_with("lowdiff: crash in inline: ") && text.lines().count() == 1, "{text}");
    let folder = stored.directory().expect("it is kept").display().to_string();
    assert!(text.ends_with(&format!(" (MLIR {}, not confirmed): '{folder}'", sample.mlir.name)), "{text}");
    let failed = Stored::Failed("the disk is full".into());
    let text = Brief { finding: &sample.finding(), stored: &failed }.to_string();
    assert!(text.ends_with("): not kept: the disk is full"), "{text}");
}

#[test]
fn a_long_message_is_cut_on_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let mut sample = sample(VerdictKind::InvalidIr, 0);
    sample.verdict.detail = Detail::Told("an operand\nthat is \u{e4}ltered ".repeat(40));
    let stored = Store::new(dir.path()).saved(&sample.finding());
    let text = Brief { finding: &sample.finding(), stored: &stored }.to_string();
    assert!(text.lines().count() == 1 && text.contains(" ... (MLIR "), "{text}");
    assert!(text.chars().count() < 300 + dir.path().display().to_string().len(), "{text}");
}

/// Each file of a finding, and what is in it.
fn files_of(finding: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
    };
    fs::read_dir(finding).unwrap().map(|entry| read(entry.unwrap())).collect()
}

#[test]
fn whatever_step_fails_once_a_finding_is_kept_whole() {
    let sample = sample(VerdictKind::Mismatch, 0);
    let reference = tempfile::tempdir().unwrap();
    let whole = Store::new(reference.path()).saved(&sample.finding());
    let whole = files_of(whole.directory().unwrap());
    let mut steps = 0;
    for number in 1.. {
        let dir = tempfile::tempdir().unwrap();
        files::faults::fail(number);
        let stored = Store::new(dir.path()).saved(&sample.finding());
        let came = files::faults::is_over();
        let Stored::Kept(directory) = stored else { panic!("step {number}: {stored}") };
        assert_eq!(
            files_of(&directory).keys().collect::<Vec<_>>(),
            whole.keys().collect::<Vec<_>>(),
            "step {number}"
        );
        Finding::read(&directory).unwrap();
        let mut names = Store::new(dir.path()).names().unwrap();
        names.retain(|name| name != LOCK);
        assert_eq!(names.len(), 1, "step {number}: {names:?}");
        if !came {
            break;
        }
        steps += 1;
    }
    assert!(steps > 20, "{steps}");
}

#[test]
fn a_disk_that_stays_full_leaves_a_finding_whole_or_not_at_all() {
    let sample = sample(VerdictKind::Mismatch, 0);
    let mut failures = 0;
    for number in 1.. {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(dir.path());
        files::faults::fail_from(number);
        let stored = store.saved(&sample.finding());
        files::faults::is_over();
        let there = store.names().map_or(0, |names| names.iter().filter(|name| *name != LOCK).count());
        match &stored {
            Stored::Kept(_) => break,
            Stored::Failed(_) => failures += 1,
            Stored::Known(_) | Stored::Surplus => panic!("step {number}: {stored}"),
        }
        // The last step flushes the folder: the finding is there, and so it is not lost where nobody believes it.
        assert!(there <= 1, "step {number}");
        let again = store.saved(&sample.finding());
        let directory = again.directory().unwrap_or_else(|| panic!("step {number}: {again}"));
        Finding::read(directory).unwrap();
    }
    assert!(failures > 20, "{failures}");
}

#[test]
fn whatever_a_killed_process_left_is_cleared_away() {
    let out = tempfile::tempdir().expect("a folder");
    fs::write(out.path().join(format!("{UNFINISHED}a")), "half of a file").expect("room");
    fs::create_dir(out.path().join(format!("{UNFINISHED}b"))).expect("room");
    let store = Store::new(out.path());
    assert!(matches!(store.saved(&sample(VerdictKind::Crash, 1).finding()), Stored::Kept(_)));
    let left = fs::read_dir(out.path()).expect("there").flatten();
    let left = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_search_leaves_the_commands_of_reports_to_later() {
    let report = |hurried: bool, kind| {
        let out = tempfile::tempdir().unwrap();
        let store = Store::new(out.path());
        let store = if hurried { store.in_a_hurry() } else { store };
        let Stored::Kept(folder) = store.saved(&sample(kind, 1).finding()) else { panic!("it is new") };
        fs::read_to_string(folder.join(issue::REPORT)).unwrap()
    };
    let (later, now) = ("`lowdiff triage ..` has them do it", "none of this MLIR were at hand");
    let hurried = report(true, VerdictKind::Mismatch);
    assert!(hurried.contains(later) && !hurried.contains(now), "{hurried}");
    let asked = report(false, VerdictKind::Mismatch);
    assert!(asked.contains(now) && !asked.contains(later), "{asked}");
    let open = report(true, VerdictKind::Incomparable);
    assert!(open.contains("have not run the commands") && !open.contains(later), "{open}");
}
