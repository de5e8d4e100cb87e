//! The answers of `reproduce.sh`, with stand-ins for MLIR's programs.

use super::*;
use std::process::Command;

/// Exit status of the script where the problem shows, and where it does not.
const SHOWS: i32 = 0;
const ABSENT: i32 = 1;
/// And where something else happened.
const ELSE: i32 = 2;

/// Runs the script of a finding of `kind` with shell functions of our own as MLIR's programs: `opt` and
/// `runner` are bodies of scripts. The `.mlir` file that `opt` leaves holds the pipeline it was asked for;
/// without one it takes any program.
fn status(kind: VerdictKind, opt: &str, runner: &str) -> i32 {
    status_of(&sample(kind, 0), opt, runner)
}

fn status_of(sample: &Sample, opt: &str, runner: &str) -> i32 {
    let dir = tempfile::tempdir().unwrap();
    let stored = Store::new(dir.path().join("out")).saved(&sample.finding());
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
    let mut seen = sample(VerdictKind::Memory, 0);
    assert_eq!(status_of(&seen, "true", "true"), ELSE, "an interpreter sees it, and these never did");
    assert_eq!(status_of(&seen, "true", &prints("7", "7")), ELSE);
    seen.clean = Some(Clean { confirmed: Some(true), verdict: seen.verdict.clone(), outcomes: vec![] });
    assert_eq!(status_of(&seen, "true", "true"), ABSENT);
    assert_eq!(status_of(&seen, "true", &prints("7", "7")), ABSENT);
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
fn the_script_tells_the_problem_from_whatever_else_dies() {
    let crash = |signal, said: &str| {
        let kind = if said.is_empty() { VerdictKind::Crash } else { VerdictKind::InvalidIr };
        let mut sample = sample(kind, 0);
        sample.verdict.pass = Some("inline".into());
        let mut ended = crashed("inline");
        ended.steps.insert(0, ok("cse", 1).steps.swap_remove(0));
        if !said.is_empty() {
            ended.outcome = crate::observe::Outcome::InvalidIr;
        }
        let failure = ended.failure.as_mut().unwrap();
        (failure.signal, failure.said) = (Some(signal), Some(said.to_owned()));
        sample.case.paths.clear();
        sample.reports = vec![ended];
        sample.case = sample.case.clone().fixed(&sample.reports);
        sample
    };
    // The step before the pass is taken without trouble.
    let inline = |body: &str| format!("grep -q inline \"$4\" || exit 0\n{body}");
    let segv = crash(11, "");
    let shows = |sample: &Sample, body: &str| status_of(sample, body, "true");
    assert_eq!(shows(&segv, &inline("kill -SEGV $$")), SHOWS);
    assert_eq!(shows(&segv, &inline("true")), ABSENT);
    assert_eq!(shows(&segv, &inline("exit 1")), ABSENT, "a declined pass is no crash");
    assert_eq!(shows(&segv, &inline("kill -KILL $$")), ELSE, "somebody killed it");
    assert_eq!(shows(&segv, &inline("exit 127")), ELSE, "there is no such program");
    assert_eq!(shows(&segv, &inline("kill -FPE $$")), ELSE, "another signal");
    assert_eq!(
        shows(&segv, &inline("echo 'free(): invalid size' >&2; kill -ABRT $$")),
        SHOWS,
        "the heap notices"
    );
    assert_eq!(shows(&segv, "kill -SEGV $$"), ELSE, "another pass");
    let invalid = crash(0, "'a.b' op takes 2 operands of 'i8'");
    let says = |words: &str| {
        inline(&format!("[ \"$5\" = --verify-each=0 ] && exit 0; echo \"x:1:1: error: {words}\" >&2; exit 1"))
    };
    assert_eq!(
        shows(&invalid, &says("'a.b' op takes 17 operands of 'i32'")),
        SHOWS,
        "numbers and types vary"
    );
    assert_eq!(shows(&invalid, &says("'foo.bar' op something else")), ELSE);
    assert_eq!(shows(&invalid, &inline("echo declined >&2; exit 1")), ABSENT);
    assert_eq!(status(VerdictKind::Mismatch, "exit 1", "true"), ELSE, "nothing was compared");
    assert_eq!(status(VerdictKind::Mismatch, "true", "kill -KILL $$"), ELSE);
}

#[test]
fn the_script_reads_back_what_a_pass_leaves_and_lowers_twice() {
    let shows = |kind, opt: &str| {
        let mut sample = sample(kind, 0);
        sample.verdict.pass = Some("inline".into());
        status_of(&sample, opt, "true")
    };
    // The second word is the file that is read, the fourth the one that is written.
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
    let stored = Store::new(dir.path()).saved(&sample.finding());
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
    let stored = Store::new(dir.path()).saved(&sample(VerdictKind::Mismatch, 0).finding());
    let output = Command::new(stored.directory().unwrap().join("reproduce.sh"))
        .env("MLIR_OPT", "true")
        .env("MLIR_RUNNER", "true")
        .env("MLIR_LIB", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("MLIR_LIB"));
}
