//! A campaign that is killed goes on where it was, and comes to what it would have come to.

use crate::planted;
use crate::support;

use lowdiff::explore::Record;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use support::{Answer, Lowdiff, counts};

/// The planted library, in a folder that stays until the tests have ended.
fn library() -> &'static Path {
    static FILES: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, library) = FILES.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = planted::library(folder.path());
        (folder, library)
    });
    library
}

const PLANT: &str = "sccp:miscompile";

fn explore(out: &Path, words: &[&str]) -> Answer {
    let command = Lowdiff::new(&["explore", "--json", "--quiet", "--out"]).arg(out).args(words);
    command.env(planted::PLANT, PLANT).run()
}

/// The words of a campaign. No program of this seed comes out one way or another on MLIR 22 as memory lies, which some of others do.
fn campaign<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let library = library().to_str().expect("a temporary folder has a plain name");
    [&["--seed", "28", "--mlir", library], words].concat()
}

fn journal(out: &Path) -> PathBuf {
    out.join("campaign-1.jsonl")
}

/// Begins a campaign and kills it as soon as `lines` lines are in its journal.
fn killed(out: &Path, words: &[&str], lines: usize) {
    let mut child: Child = Command::new(env!("CARGO_BIN_EXE_lowdiff"))
        .args(["explore", "--quiet", "--out"])
        .arg(out)
        .args(campaign(words))
        .env_remove("LOWDIFF_MLIR")
        .env(planted::PLANT, PLANT)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("lowdiff can be started");
    let begin = Instant::now();
    let written = || std::fs::read_to_string(journal(out)).unwrap_or_default().lines().count();
    while written() < lines {
        assert!(begin.elapsed() < Duration::from_secs(300), "nothing is written");
        assert!(child.try_wait().expect("it is ours").is_none(), "it has ended before it could be killed");
        std::thread::sleep(Duration::from_millis(20));
    }
    // SIGKILL.
    child.kill().expect("it is ours");
    child.wait().expect("it is ours");
}

/// Kills a campaign, goes on with it, and expects what comes of it without that.
fn same(words: &[&str], lines: usize, torn: bool) {
    let whole = tempfile::tempdir().expect("a temporary folder");
    let whole = explore(whole.path(), &campaign(words));
    let (status, whole) = (whole.status, counts(&whole.json()));
    assert_eq!(status, Some(1), "it finds what was planted: {whole:#}");
    let out = tempfile::tempdir().expect("a temporary folder");
    killed(out.path(), words, lines);
    let done = Record::all(out.path()).expect("its journal is whole")[0].programs;
    if torn {
        let text = std::fs::read(journal(out.path())).expect("it is there");
        std::fs::write(journal(out.path()), &text[..text.len() - 9]).expect("room");
    }
    let resumed = explore(out.path(), &["--resume"]);
    assert_eq!((resumed.status, counts(&resumed.json())), (status, whole.clone()), "after {done} programs");
    // There is nothing left to do, and nothing is counted twice.
    let again = explore(out.path(), &["--resume"]);
    assert_eq!(counts(&again.json()), whole);
    assert!(again.json()["seconds"].as_f64() >= resumed.json()["seconds"].as_f64());
    let records = Record::all(out.path()).expect("it is whole");
    assert_eq!((records.len(), records[0].programs), (1, whole["programs"].as_u64().expect("a count")));
}

#[test]
fn what_was_killed_comes_to_what_it_would_have() {
    same(&["--programs", "4"], 2, false);
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn so_does_a_longer_campaign() {
    same(&["--programs", "14"], 3, false);
}

#[test]
fn so_does_a_campaign_on_graphs_with_a_torn_journal() {
    same(&["--programs", "3", "--paths", "6"], 2, true);
}

#[test]
fn more_may_be_asked_for_and_nothing_else() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let one = explore(out.path(), &campaign(&["--programs", "1", "--max-step", "20"]));
    assert_eq!(one.json()["programs"], 1, "{one:?}");
    for (words, option) in [
        (&["--seed", "5"][..], "another --seed"),
        (&["--max-step", "30"], "another --max-step"),
        (&["--no-opts"], "another --no-opts"),
        (&["--no-checks"], "another --no-checks"),
        (&["--through", "cse"], "another --through"),
        (&["--paths", "4"], "another --paths"),
        (&["--mlir", "22"], "another --mlir"),
        (&["--executor", "tools"], "another --executor"),
        (&["--timeout", "3"], "another --timeout"),
    ] {
        let refused = explore(out.path(), &[&["--resume"], words].concat());
        assert_eq!((refused.status, refused.stderr.lines().count()), (Some(2), 1), "{refused:?}");
        assert!(refused.stderr.contains(&format!("was begun with {option}: leave that out")), "{refused:?}");
    }
    let more = explore(out.path(), &campaign(&["--programs", "3", "--max-step", "20", "--resume"]));
    assert_eq!((&more.json()["programs"], &more.json()["paths_built"]), (&json!(3), &json!(6)), "{more:?}");
    // Time counts what was used: once a second is, there is none left of it.
    let second = ["--resume", "--programs", "1000000", "--seconds", "1"];
    let used = explore(out.path(), &second);
    let none = explore(out.path(), &second);
    assert_eq!(counts(&none.json()), counts(&used.json()), "{none:?}");
}

#[test]
fn without_a_campaign_nothing_goes_on() {
    let out = tempfile::tempdir().expect("a temporary folder");
    for folder in [out.path().to_owned(), out.path().join("none")] {
        let answer = explore(&folder, &["--resume"]);
        assert_eq!(answer.status, Some(2), "{answer:?}");
        assert!(answer.stderr.contains("there is no campaign in") && answer.stderr.lines().count() == 1);
    }
    assert!(!out.path().join("none").exists(), "nothing was made");
}

#[test]
fn what_the_disk_did_not_take_is_found_again() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let words = campaign(&["--programs", "3", "--paths", "6"]);
    // Nothing can be kept while this is no file.
    let lock = out.path().join(".lock");
    std::fs::create_dir(&lock).expect("room");
    let first = explore(out.path(), &words);
    assert!(first.status == Some(1) && first.stderr.contains("could not be written"), "{first:?}");
    assert_eq!(first.json()["findings"], json!([]), "{first:?}");
    std::fs::remove_dir(&lock).expect("it is empty");
    let resumed = explore(out.path(), &["--resume"]);
    let whole = tempfile::tempdir().expect("a temporary folder");
    let whole = explore(whole.path(), &words);
    assert_eq!(resumed.status, Some(1), "{resumed:?}");
    assert_eq!(counts(&resumed.json()), counts(&whole.json()));
}
