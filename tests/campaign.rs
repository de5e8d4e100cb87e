//! Campaigns of fuzz targets: machines share a folder, and nothing that was found is lost, whatever is killed.

use crate::planted;
use crate::support::{Lowdiff, seeds};
use lowdiff::case::Case;
use lowdiff::explore::Target;
use lowdiff::finding::Finding;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Crashes and wrong states in passes that seeds run.
const PLANT: &str = "cse:segv,canonicalize:invalid,sccp:abort";

/// A folder for a campaign on `pass_diff`, with a few seeds.
struct Stage {
    folder: tempfile::TempDir,
}

impl Stage {
    fn new() -> Stage {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = folder.path().join("seeds/pass_diff");
        std::fs::create_dir_all(&place).expect("a folder");
        let mut small = seeds(Target::PassDiff);
        small.sort_by_key(|(_, bytes)| bytes.len());
        for (path, bytes) in small.iter().take(60) {
            std::fs::write(place.join(path.file_name().expect("a name")), bytes).expect("room");
        }
        Stage { folder }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("campaign")
    }

    /// The command of a machine.
    fn campaign(&self, name: &str, words: &[&str]) -> Lowdiff {
        let programs = Path::new(env!("CARGO_BIN_EXE_lowdiff")).parent().expect("a folder");
        assert!(
            programs.join("pass_diff").is_file(),
            "build the targets first: cargo build --workspace --profile ci --bins"
        );
        planted::lowdiff(&["campaign", "--targets", "pass_diff", "--name", name], PLANT)
            .args(words)
            .args(&["--out"])
            .arg(self.out())
            .args(&["--seeds"])
            .arg(self.folder.path().join("seeds"))
            .args(&["--programs"])
            .arg(programs)
            .env("LOWDIFF_COVERAGE", "off")
    }

    fn status(&self, name: &str) -> Option<Value> {
        let text =
            std::fs::read_to_string(self.out().join("machines").join(name).join("status.json")).ok()?;
        Some(serde_json::from_str(&text).expect("a status is there whole or not at all"))
    }

    /// The findings that are kept. Each is whole.
    fn findings(&self) -> BTreeSet<String> {
        let entries = std::fs::read_dir(self.out().join("findings")).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let kept: BTreeSet<String> = names.filter(|name| !name.starts_with('.')).collect();
        for name in &kept {
            let folder = self.out().join("findings").join(name);
            Finding::read(&folder).unwrap_or_else(|error| panic!("{name}: {error:#}"));
            Case::load(&folder.join("case.bin")).unwrap_or_else(|error| panic!("{name}: {error:#}"));
            assert!(folder.join("report.md").is_file() && folder.join("program.mlir").is_file(), "{name}");
        }
        kept
    }

    /// The processes that work in the folder, and their workers.
    fn processes(&self) -> Vec<u32> {
        let place = self.out().display().to_string();
        let mut all = Vec::new();
        for entry in std::fs::read_dir("/proc").expect("it is there").flatten() {
            let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
            let words = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            if String::from_utf8_lossy(&words).contains(&place) {
                all.push(pid);
            }
        }
        all
    }

    fn wait_until_nobody_is_left(&self) {
        let begin = Instant::now();
        while !self.processes().is_empty() {
            assert!(begin.elapsed() < Duration::from_secs(20), "left behind: {:?}", self.processes());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// A test that fails leaves no campaign behind.
impl Drop for Stage {
    fn drop(&mut self) {
        self.processes().into_iter().for_each(|process| kill(process, "-KILL"));
    }
}

fn kill(pid: u32, signal: &str) {
    let _ = Command::new("kill").args([signal, &pid.to_string()]).stderr(Stdio::null()).status();
}

fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(120), "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn ends(mut child: Child) {
    let _ = child.wait();
}

#[test]
fn machines_share_a_folder_and_say_what_they_do() {
    let stage = Stage::new();
    let one = stage.campaign("one", &["--jobs", "1", "--slice", "4"]).start();
    wait_for("a machine", || stage.status("one").is_some());
    let twice = stage.campaign("one", &["--seconds", "1"]).run();
    assert_eq!(twice.status, Some(2), "{twice:?}");
    assert!(twice.stderr.contains("another campaign is 'one' in this folder"), "{twice:?}");
    let two = stage.campaign("two", &["--slice", "4"]).start();
    wait_for("an end of a slice", || {
        stage.status("two").is_some_and(|it| it["targets"]["pass_diff"]["slices"].as_u64() > Some(0))
    });
    wait_for("a finding", || !stage.findings().is_empty());
    for machine in [one, two] {
        kill(machine.id(), "-INT");
        ends(machine);
    }
    stage.wait_until_nobody_is_left();
    let document = stage.status("two").expect("a status");
    let target = &document["targets"]["pass_diff"];
    assert!(target["runs"].as_u64() > Some(0), "{document:#}");
    assert_eq!((&target["deaths"], &document["running"]), (&Value::from(0), &Value::from(false)));
    let ended = stage.campaign("three", &["--seconds", "1", "--json"]).run();
    assert_eq!(
        (ended.status, &ended.json()["machine"]["running"]),
        (Some(1), &Value::from(false)),
        "{ended:?}"
    );
    let status = stage.status("one").expect("a status");
    assert_eq!((&status["running"], &status["starts"]), (&Value::from(false), &Value::from(1)), "{status:#}");
    let kept = stage.findings();
    assert!(kept.iter().any(|name| name.starts_with("crash-cse")), "{kept:?}");
    let page = std::fs::read_to_string(stage.out().join("status.html")).expect("a page");
    assert!(
        page.contains("http-equiv=\"refresh\"")
            && page.contains("<td>one</td>")
            && page.contains("<td>two</td>")
    );
    // The same findings and inputs, copied into another campaign.
    let copy = stage.folder.path().join("copy");
    let merge = |into: &Path| {
        let done = Lowdiff::new(&["campaign", "--merge"]).arg(stage.out()).arg("--out").arg(into).run();
        assert_eq!(done.status, Some(0), "{done:?}");
        done.stderr
    };
    assert!(merge(&copy).contains(&format!("{} new findings", kept.len())));
    assert!(merge(&copy).contains("0 new inputs, 0 new findings"));
}

#[test]
fn bugs_of_a_file_are_kept_once_and_are_no_news() {
    let stage = Stage::new();
    let rows = stage.folder.path().join("known.toml");
    // Passes that call a planted one crash as well.
    let row = |verdict: &str| format!("[[bug]]\nknown = \"planted {verdict}\"\nverdict = \"{verdict}\"\n");
    let verdicts = ["crash", "invalid-ir", "wrong-result", "unreadable", "timeout", "out-of-memory"];
    std::fs::write(&rows, verdicts.map(row).concat()).expect("room");
    let file = rows.display().to_string();
    let ended = stage.campaign("one", &["--jobs", "1", "--known", &file, "--seconds", "12"]).run();
    let kept = stage.findings();
    assert!(kept.iter().any(|name| name.starts_with("known-planted_crash")), "{kept:?}");
    assert!(kept.iter().all(|name| name.starts_with("known-")), "{kept:?}");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    std::fs::write(&rows, "[[bug]]\n").expect("room");
    let refused = stage.campaign("one", &["--known", &file, "--seconds", "12"]).run();
    assert!(refused.status == Some(2) && refused.stderr.contains("known.toml, line 1: "), "{refused:?}");
}

#[test]
fn what_cannot_run_has_one_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |words: &[&str]| Lowdiff::new(words).within(folder.path()).run();
    let missing = run(&["campaign", "--targets", "pass_diff", "--programs", "."]);
    assert_eq!(missing.status, Some(2), "{missing:?}");
    assert!(missing.stderr.contains("pass_diff: build the targets"), "{missing:?}");
    let nowhere = run(&["campaign", "--merge", "none"]);
    assert!(nowhere.stderr.contains("none is no folder of a campaign"), "{nowhere:?}");
    let unwritten = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(unwritten, 1, "the merge alone has made a folder");
    // A target that ends at once is not started for ever.
    let program = folder.path().join("pass_diff");
    std::fs::write(&program, "#!/bin/sh\necho it is broken >&2\nexit 3\n").expect("room");
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("ours");
    let broken =
        planted::lowdiff(&["campaign", "--targets", "pass_diff", "--programs", ".", "--jobs", "2"], "");
    let broken = broken.within(folder.path()).run();
    assert_eq!(broken.status, Some(2), "{broken:?}");
    assert!(
        broken.stderr.contains("no target works") && broken.stderr.contains("it is broken"),
        "{broken:?}"
    );
    // Nor does a campaign that ends before that count as one that worked.
    let short = planted::lowdiff(
        &["campaign", "--targets", "pass_diff,pass_diff", "--programs", ".", "--seconds", "1"],
        "",
    );
    let short = short.within(folder.path()).run();
    assert_eq!(short.status, Some(2), "{short:?}");
    assert!(short.stderr.contains("no target worked: pass_diff ended by"), "{short:?}");
    // Findings that could not be kept are no findings.
    let findings = folder.path().join("full/findings");
    std::fs::create_dir_all(findings.parent().expect("one")).expect("room");
    std::fs::write(&findings, "no folder").expect("room");
    let full =
        planted::lowdiff(&["campaign", "--targets", "pass_diff", "--programs", ".", "--out", "full"], "");
    let full = full.within(folder.path()).run();
    assert_eq!((full.status, full.stderr.lines().count()), (Some(2), 1), "{full:?}");
    assert!(full.stderr.contains("full/findings"), "{full:?}");
}

/// A target that ends at once takes nothing from one that works, and what ended it is kept.
#[test]
fn one_target_that_does_not_work_leaves_the_others_alone() {
    let stage = Stage::new();
    let programs = stage.folder.path().join("programs");
    std::fs::create_dir(&programs).expect("room");
    let works = "#!/bin/sh\necho '#1\tINITED' >&2\nexec sleep 2\n";
    let breaks = "#!/bin/sh\nfor word; do case $word in -artifact_prefix=*) echo x >\"${word#*=}crash-0\"; esac; done\nexit 77\n";
    for (name, text) in [("pass_diff", works), ("lowering_diff", breaks)] {
        std::fs::write(programs.join(name), text).expect("room");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(programs.join(name), mode).expect("ours");
    }
    let words =
        ["campaign", "--targets", "lowering_diff,pass_diff", "--seconds", "9", "--json", "--jobs", "2"];
    let answer =
        planted::lowdiff(&words, "").arg("--programs").arg(&programs).arg("--out").arg(stage.out()).run();
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let document = answer.json();
    let target = |name: &str| document["machine"]["targets"][name].clone();
    assert!(target("pass_diff")["slices"].as_u64() >= Some(3), "{document:#}");
    let deaths = target("lowering_diff")["deaths"].as_u64();
    assert!(deaths >= Some(2) && deaths <= Some(4), "pauses grow: {document:#}");
    let kept = stage.out().join("artifacts/lowering_diff/crash-0");
    assert!(kept.is_file() && document["fatal_inputs"].as_array().is_some_and(|all| all.len() == 1));
}

/// Kills a process of a campaign this often, at random, and starts the campaign again where it has ended; the findings and the starts.
fn killed(kills: u32, seed: u64) -> (usize, u64) {
    let stage = Stage::new();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut record = BTreeSet::new();
    let start = || stage.campaign("it", &["--jobs", "2", "--slice", "3"]).start();
    let mut child = start();
    for _ in 0..kills {
        std::thread::sleep(Duration::from_millis(random.random_range(0..2500)));
        // What was there before may not be gone after.
        record.extend(stage.findings());
        let processes = stage.processes();
        let Some(victim) = processes.get(random.random_range(0..processes.len().max(1))) else { continue };
        kill(*victim, "-KILL");
        if *victim == child.id() {
            ends(child);
            stage.wait_until_nobody_is_left();
            child = start();
        }
        let lost: Vec<String> = record.difference(&stage.findings()).cloned().collect();
        assert!(lost.is_empty(), "lost: {lost:?}");
    }
    wait_for("a finding", || !stage.findings().is_empty());
    kill(child.id(), "-KILL");
    ends(child);
    stage.wait_until_nobody_is_left();
    let last = stage.campaign("it", &["--seconds", "1"]).run();
    assert!(last.stderr.contains("the last start was ended from outside"), "{last:?}");
    let unfinished = std::fs::read_dir(stage.out().join("findings")).expect("a folder").flatten();
    let unfinished =
        unfinished.filter(|entry| entry.file_name().to_string_lossy().starts_with(".unfinished-"));
    assert_eq!(unfinished.count(), 0, "what was not finished is removed");
    let kept = stage.findings();
    assert!(record.is_subset(&kept));
    (kept.len(), stage.status("it").expect("a status")["starts"].as_u64().expect("a number"))
}

#[test]
fn twenty_kills_lose_no_finding() {
    let (findings, starts) = killed(20, 1);
    println!("20 kills: {findings} findings, {starts} starts");
    assert!(findings > 0 && starts > 1);
}

/// The long form, for measurements.
#[test]
#[ignore = "takes a quarter of an hour or more"]
fn five_hundred_kills_lose_no_finding() {
    let (findings, starts) = killed(500, 2);
    println!("500 kills: {findings} findings, {starts} starts");
}

/// The findings of a search in which the step to the disk of this number fails in each process, and of the one that goes on from there.
fn with_fault(number: u32, out: &Path) -> BTreeSet<String> {
    let words = ["explore", "--quiet", "--reduce", "0", "--programs", "4"];
    let first = planted::lowdiff(&words, "cse:segv")
        .arg("--out")
        .arg(out)
        .arg(planted::small())
        .env("LOWDIFF_FAULT", number.to_string())
        .run();
    assert!(matches!(first.status, Some(0..=2)), "{number}: {first:?}");
    let entries = || std::fs::read_dir(out).into_iter().flatten().flatten();
    if entries().any(|entry| entry.file_name().to_string_lossy().starts_with("campaign-")) {
        let words = ["explore", "--resume", "--quiet", "--reduce", "0"];
        let again = planted::lowdiff(&words, "cse:segv").arg("--out").arg(out).run();
        assert!(matches!(again.status, Some(0 | 1)), "{number}: {again:?}");
    }
    let folders = entries().filter(|entry| entry.path().is_dir());
    let names: BTreeSet<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    for name in &names {
        Finding::read(&out.join(name)).unwrap_or_else(|error| panic!("{number}: {name}: {error:#}"));
    }
    names
}

#[test]
fn a_step_that_fails_in_each_process_loses_no_finding() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let whole = with_fault(0, &folder.path().join("0"));
    assert!(!whole.is_empty());
    for number in [1, 2, 3, 4, 5, 7, 11, 16, 22, 29, 37, 46] {
        let found = with_fault(number, &folder.path().join(number.to_string()));
        assert_eq!(found, whole, "step {number}");
    }
}
