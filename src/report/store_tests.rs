//! What a store keeps, and what the script it writes says with stand-ins for MLIR's programs.

use super::*;
use crate::case::{Case, Source};
use crate::execute::fake::{crashed, ok};
use crate::judge::{Verdict, VerdictKind};
use crate::observe::{Element, Expected, PathReport};
use crate::program::Syntax;
use crate::report::{Brief, Mlir, Tools};
use std::process::Command;

struct Sample {
    case: Case,
    verdict: Verdict,
    reports: Vec<PathReport>,
    mlir: Mlir,
}

fn sample(kind: VerdictKind, number: u64) -> Sample {
    let reports = vec![ok("cse", 1), ok("inline{x='y'}", 2)];
    let source = Source { v22: format!("// {number}\nmodule {{}}\n"), v19: "old".into() };
    let case = Case { source, printed: vec![Element::F32], expected: None, paths: vec![] }.fixed(&reports);
    let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into() };
    Sample { case, verdict: Verdict::finding(kind, None, "they differ\nmuch".into()), reports, mlir }
}

impl Sample {
    fn finding(&self) -> Finding<'_> {
        Finding {
            case: &self.case,
            syntax: Syntax::V22,
            input: Some(b"bytes"),
            verdict: &self.verdict,
            reports: &self.reports,
            mlir: &self.mlir,
            executor: "jit",
            clean: None,
            blamed: None,
        }
    }
}

#[test]
fn a_finding_is_complete_and_replays() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path().join("deep/out"));
    let sample = sample(VerdictKind::Mismatch, 0);
    let Stored::Kept(kept) = store.save(&sample.finding()) else { panic!("not kept") };
    let id = sample.case.id();
    assert_eq!(kept.file_name().unwrap().to_str().unwrap(), format!("mismatch-lowered-code-{}", &id[..12]));
    assert_eq!(Case::load(&kept.join("case.bin")).unwrap(), sample.case);
    assert_eq!(fs::read(kept.join("input.bin")).unwrap(), b"bytes");
    assert_eq!(fs::read_to_string(kept.join("program.mlir")).unwrap(), sample.case.source.v22);
    assert_eq!(fs::read_to_string(kept.join("path-a.txt")).unwrap(), "builtin.module(cse)\n");
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(kept.join("finding.json")).unwrap()).unwrap();
    assert_eq!(json["verdict"], "mismatch");
    assert_eq!(json["mlir"]["build-id"], "ab");
    assert_eq!(json["case"], id);
    assert!(json["confirmed"].is_null());
    assert_eq!(store.save(&sample.finding()), Stored::Known(kept));
}

#[test]
fn one_bug_does_not_fill_the_disk() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::new(dir.path());
    for number in 0..KEPT_PER_SIGNATURE as u64 {
        let stored = store.save(&sample(VerdictKind::Mismatch, number).finding());
        assert!(matches!(stored, Stored::Kept(_)), "{stored}");
    }
    assert_eq!(store.save(&sample(VerdictKind::Mismatch, 99).finding()), Stored::Surplus);
    let full = |store: &Store, sample: &Sample| store.is_full(&sample.verdict, &sample.case);
    assert!(
        full(&store, &sample(VerdictKind::Mismatch, 99)) && !full(&store, &sample(VerdictKind::Timeout, 99))
    );
    assert!(!full(&store, &sample(VerdictKind::Mismatch, 0)), "it is there, and would be kept again");
    assert!(!full(&Store::new(dir.path().join("none")), &sample(VerdictKind::Mismatch, 99)));
    let more = store.clone().keeping(KEPT_PER_SIGNATURE + 1);
    assert!(!full(&more, &sample(VerdictKind::Mismatch, 99)), "asked to, it keeps more");
    assert!(matches!(more.save(&sample(VerdictKind::Mismatch, 98).finding()), Stored::Kept(_)));
    assert_eq!(more.save(&sample(VerdictKind::Mismatch, 99).finding()), Stored::Surplus);
    let other = store.save(&sample(VerdictKind::Timeout, 99).finding());
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
    let Stored::Kept(one) = store.save(&known(0, "LLVM #1: wrong").finding()) else { panic!("not kept") };
    let name = one.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("known-LLVM__1__wrong-"), "{name}");
    let text = fs::read_to_string(one.join("finding.json")).unwrap();
    assert!(text.contains(r#""known": "LLVM #1: wrong""#), "{text}");
    assert_eq!(store.save(&known(1, "LLVM #1: wrong").finding()), Stored::Surplus);
    assert!(store.is_full(&known(1, "LLVM #1: wrong").verdict, &known(1, "").case));
    assert!(matches!(store.save(&known(1, "another").finding()), Stored::Kept(_)));
    for number in 0..KEPT_PER_SIGNATURE as u64 {
        let stored = store.save(&sample(VerdictKind::Mismatch, number).finding());
        assert!(matches!(stored, Stored::Kept(_)), "{stored}");
    }
}

#[test]
fn who_is_to_blame_is_kept_with_the_finding() {
    let dir = tempfile::tempdir().unwrap();
    let mut sample = sample(VerdictKind::Mismatch, 0);
    sample.verdict.culprits = vec!["inline".into()];
    let culprit = crate::reduce::Culprit {
        path: 1,
        step: 1,
        pipeline: "builtin.module(inline)".into(),
        before: "right".into(),
        after: "wrong".into(),
        ir_before: "// before".into(),
        ir_after: None,
        alone: vec![vec![], vec!["builtin.module(inline)".into()]],
        met: vec![],
        varies: false,
    };
    let trail = crate::reduce::Trail { path: 1, culprit: Some(culprit), ..Default::default() };
    let blamed = crate::reduce::Blamed {
        case: sample.case.clone(),
        verdict: sample.verdict.clone(),
        reference: None,
        agreeing: vec![0],
        trails: vec![trail],
        reason: None,
        operation: None,
    };
    let finding = Finding { blamed: Some(&blamed), ..sample.finding() };
    let Stored::Kept(kept) = Store::new(dir.path()).save(&finding) else { panic!("not kept") };
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
    Store::new(dir.path()).save(&sample(VerdictKind::Mismatch, 0).finding());
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
    let Stored::Failed(said) = Store::new(file.join("out")).save(&sample(VerdictKind::Crash, 0).finding())
    else {
        panic!("kept inside a file")
    };
    assert!(said.starts_with("a finding could not be written to "), "{said}");
    assert!(!said.contains('\n'));
}

#[test]
fn the_terminal_shows_two_commands_to_paste() {
    let dir = tempfile::tempdir().unwrap();
    let sample = sample(VerdictKind::Mismatch, 0);
    let stored = Store::new(dir.path()).save(&sample.finding());
    let text = Brief { finding: &sample.finding(), stored: &stored, tools: None }.to_string();
    assert_eq!(text.matches("mlir-opt-22 --pass-pipeline='builtin.module(").count(), 2);
    assert_eq!(text.matches("mlir-runner-22 -O0 -e main").count(), 2);
    assert!(text.contains(r"--pass-pipeline='builtin.module(inline{x='\''y'\''})'"), "{text}");
    let tools = Tools { opt: "a b/opt".into(), runner: "run".into(), libraries: vec!["l/x.so".into()] };
    let text = Brief { finding: &sample.finding(), stored: &stored, tools: Some(&tools) }.to_string();
    assert_eq!(text.matches("    'a b/opt' --pass-pipeline='builtin.module(").count(), 2, "{text}");
    assert!(text.contains("MLIR_OPT='a b/opt' MLIR_RUNNER=run MLIR_LIB=l bash "), "{text}");
}

#[test]
fn a_path_that_convicts_by_itself_is_the_one_to_paste() {
    let dir = tempfile::tempdir().unwrap();
    let mut sample = sample(VerdictKind::Crash, 0);
    sample.reports = vec![ok("cse", 1), crashed("inline")];
    sample.verdict.pass = Some("inline".into());
    sample.case = sample.case.fixed(&sample.reports);
    let stored = Store::new(dir.path()).save(&sample.finding());
    let text = Brief { finding: &sample.finding(), stored: &stored, tools: None }.to_string();
    assert_eq!(text.matches("mlir-opt-22 --pass-pipeline='builtin.module(inline)'").count(), 1);
    assert_eq!(text.matches("--pass-pipeline=").count(), 1, "{text}");
    assert!(text.contains("program.mlir -o /dev/null\n") && !text.contains("mlir-runner"), "{text}");
}

/// Exit status of the script where the problem shows, and where it does not.
const SHOWS: i32 = 0;
const ABSENT: i32 = 1;

/// Runs the script of a finding of `kind` with shell functions of our own as MLIR's programs: `opt` and
/// `runner` are bodies of scripts. The `.mlir` file that `opt` leaves holds the pipeline it was asked for;
/// without one it takes any program.
fn status(kind: VerdictKind, opt: &str, runner: &str) -> i32 {
    status_of(&sample(kind, 0), opt, runner)
}

fn status_of(sample: &Sample, opt: &str, runner: &str) -> i32 {
    let dir = tempfile::tempdir().unwrap();
    let stored = Store::new(dir.path().join("out")).save(&sample.finding());
    let program = |name: &str, body: &str| {
        let path = dir.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        path
    };
    for library in ["libmlir_runner_utils.so", "libmlir_c_runner_utils.so"] {
        fs::write(dir.path().join(library), "").unwrap();
    }
    let output = Command::new(stored.directory().unwrap().join("reproduce.sh"))
        .env("MLIR_OPT", program("opt", &format!("[ \"$2\" = -o ] && exit\necho \"$1\" > \"$4\"\n{opt}")))
        .env("MLIR_RUNNER", program("runner", &format!("file=$6\n{runner}")))
        .env("MLIR_LIB", dir.path())
        .output()
        .unwrap();
    output.status.code().unwrap()
}

/// Prints one value; another one for the second path.
fn prints(first: &str, second: &str) -> String {
    let print = |bits: &str| {
        format!(
            "echo 'Unranked Memref base@ = 0x'$$' rank = 0 offset = '$$' sizes = [] strides = [] data =  [{bits}]'"
        )
    };
    format!("if grep -q cse \"$file\"; then {}; else {}; fi", print(first), print(second))
}

#[test]
fn the_script_tells_whether_the_problem_shows() {
    let mismatch = VerdictKind::Mismatch;
    assert_eq!(status(mismatch, "true", &prints("7", "7")), ABSENT);
    assert_eq!(status(mismatch, "true", &prints("1065353216", "1065361604")), ABSENT, "1.0 and 1.001 as f32");
    assert_eq!(status(mismatch, "true", &prints("1065353216", "1073741824")), SHOWS, "1.0 and 2.0");
    assert_eq!(status(mismatch, "true", &prints("-2147483648", "0")), ABSENT, "both are zero");
    assert_eq!(
        status(mismatch, "true", &prints("2139095040", "2139095039")),
        SHOWS,
        "infinity and the largest"
    );
    assert_eq!(status(mismatch, "true", &prints("7", "")), SHOWS, "an output is missing");
}

#[test]
fn the_script_reads_decimal_floats_where_they_were_printed_so() {
    let mut sample = sample(VerdictKind::Mismatch, 0);
    for report in &mut sample.reports {
        report.outputs[0].element = Element::F32;
    }
    let status = |first: &str, second: &str| status_of(&sample, "true", &prints(first, second));
    assert_eq!(status("100", "100.01"), ABSENT);
    assert_eq!(status("100", "0"), SHOWS);
    assert_eq!(status("100", "nan"), SHOWS);
}

#[test]
fn the_script_holds_outputs_against_what_is_expected() {
    let mut sample = sample(VerdictKind::Mismatch, 0);
    let expect = |sample: &mut Sample, value: f32, bound: f64| {
        let bits = vec![u64::from(value.to_bits())];
        let (element, held) = (Element::I64, Element::F32);
        let bounds = vec![bound];
        sample.case.expected =
            Some(vec![Expected { shape: vec![], element, held, bits, bounds, open: None }]);
    };
    let status =
        |sample: &Sample, first: &str, second: &str| status_of(sample, "true", &prints(first, second));
    expect(&mut sample, 1.0, 1e-6);
    assert_eq!(status(&sample, "1065353216", "1065353217"), ABSENT, "1.0 and the number after it");
    assert_eq!(status(&sample, "1065353216", "1065361604"), SHOWS, "1.0 and 1.001, which is too much");
    assert_eq!(status(&sample, "1073741824", "1073741824"), SHOWS, "2.0, on both paths");
    assert_eq!(status(&sample, "1065353216", "2143289344"), SHOWS, "NaN");
    assert_eq!(status(&sample, "1065353216", ""), SHOWS, "an output is missing");
    expect(&mut sample, -0.0, 0.0);
    assert_eq!(status(&sample, "2147483648", "2147483648"), ABSENT, "the bits of -0.0");
    assert_eq!(status(&sample, "2147483648", "0"), SHOWS, "another zero");
    expect(&mut sample, f32::NAN, 0.0);
    assert_eq!(status(&sample, "2143289344", "-4194304"), ABSENT, "NaN of either sign");
    expect(&mut sample, 1.0, f64::INFINITY);
    assert_eq!(status(&sample, "1", "2"), ABSENT, "nothing is prescribed");
}

#[test]
fn the_script_knows_crashes_faults_and_invalid_ir() {
    assert_eq!(status(VerdictKind::Crash, "kill -SEGV $$", "true"), SHOWS);
    assert_eq!(status(VerdictKind::Crash, "true", "true"), ABSENT);
    assert_eq!(status(VerdictKind::Crash, "exit 1", "true"), ABSENT, "a declined pass is no crash");
    assert_eq!(status(VerdictKind::Memory, "true", "kill -SEGV $$"), SHOWS);
    assert_eq!(status(VerdictKind::Memory, "true", "true"), ABSENT);
    assert_eq!(status(VerdictKind::Memory, "true", &prints("7", "7")), ABSENT);
    let spoilt = prints("1065353216", "1073741824");
    assert_eq!(status(VerdictKind::Memory, "true", &spoilt), SHOWS, "by a write out of bounds");
    assert_eq!(status(VerdictKind::Memory, "true", "exit 124"), SHOWS, "it may leave the heap locked");
    let hung = "echo 'PLEASE submit a bug report' >&2; exit 124";
    assert_eq!(status(VerdictKind::Crash, hung, "true"), SHOWS, "a crash that hung in its own report");
    let verifier = "[ \"$5\" = --verify-each=0 ] || exit 1";
    assert_eq!(status(VerdictKind::InvalidIr, verifier, "true"), SHOWS);
    assert_eq!(status(VerdictKind::InvalidIr, "exit 1", "true"), ABSENT, "a declined pass leaves no IR");
    assert_eq!(status(VerdictKind::InvalidIr, "true", "true"), ABSENT);
}

#[test]
fn the_script_reads_back_what_a_pass_leaves_and_lowers_twice() {
    let shows = |kind, opt: &str| {
        let mut sample = sample(kind, 0);
        sample.verdict.pass = Some("inline".into());
        status_of(&sample, opt, "true")
    };
    // What is read is the second word, and what is written the fourth.
    let refuses = "case $2 in *written.mlir) exit 1 ;; esac";
    let same = "case $2 in *written.mlir) cp \"$2\" \"$4\" ;; esac";
    let other = "case $2 in *written.mlir) echo other >\"$4\" ;; esac";
    for kind in [VerdictKind::Unreadable, VerdictKind::RoundTrip] {
        assert_eq!(shows(kind, refuses), SHOWS);
        assert_eq!(shows(kind, other), SHOWS);
        assert_eq!(shows(kind, same), ABSENT);
        assert_eq!(shows(kind, "exit 1"), ABSENT, "a declined pass leaves no IR");
    }
    assert_eq!(
        shows(VerdictKind::Nondeterministic, "echo $$ >\"$4\""),
        SHOWS,
        "another number in each process"
    );
    assert_eq!(shows(VerdictKind::Nondeterministic, "true"), ABSENT);
}

#[test]
fn the_script_needs_no_runner_where_a_pass_ends_the_path() {
    let mut sample = sample(VerdictKind::Crash, 0);
    sample.verdict.pass = Some("inline".into());
    assert_eq!(status_of(&sample, "kill -SEGV $$", "kill -SEGV $$"), SHOWS);
    assert_eq!(status_of(&sample, "true", "kill -SEGV $$"), ABSENT, "nothing is run");
}

#[test]
fn the_script_blames_no_program_that_is_missing_or_of_another_version() {
    let mut sample = sample(VerdictKind::InvalidIr, 0);
    let unknown = "echo \"'cse' does not refer to a registered pass or pass pipeline\" >&2; exit 1";
    assert_eq!(status_of(&sample, unknown, "true"), 2);
    sample.verdict.kind = VerdictKind::Crash;
    assert_eq!(status_of(&sample, unknown, "true"), 2);
    let dir = tempfile::tempdir().unwrap();
    let stored = Store::new(dir.path()).save(&sample.finding());
    for (opt, runner, missing) in [("false", "true", "program"), ("/nowhere", "true", "/nowhere")] {
        for name in ["libmlir_runner_utils.so", "libmlir_c_runner_utils.so"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let output = Command::new(stored.directory().unwrap().join("reproduce.sh"))
            .env("MLIR_OPT", opt)
            .env("MLIR_RUNNER", runner)
            .env("MLIR_LIB", dir.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(missing));
    }
}

#[test]
fn the_script_says_what_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let stored = Store::new(dir.path()).save(&sample(VerdictKind::Mismatch, 0).finding());
    let output = Command::new(stored.directory().unwrap().join("reproduce.sh"))
        .env("MLIR_OPT", "true")
        .env("MLIR_RUNNER", "true")
        .env("MLIR_LIB", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("MLIR_LIB"));
}
