//! Code under test that attacks: it gets nowhere, it is told, and the run goes on.

use crate::planted;
use crate::support::{Answer, DEFAULT_PATH, Lowdiff};
use serde_json::Value;
use std::path::Path;

/// The path with `canonicalize` in it, where the attacks are planted.
fn path() -> String {
    DEFAULT_PATH.replace("convert-elementwise-to-linalg,", "canonicalize,convert-elementwise-to-linalg,")
}

/// Runs a program by passes of which one attacks.
fn attack(what: &str, file: &Path) -> Answer {
    planted::lowdiff(&["run", "--json", "--path", &path()], &format!("canonicalize:{what}"))
        .arg(planted::small())
        .env("LOWDIFF_PLANT_FILE", file)
        .run()
}

#[test]
fn each_attack_fails_and_the_pass_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (made, kept) = (folder.path().join("made"), folder.path().join("kept"));
    std::fs::write(&kept, "as it was").expect("room");
    let fails = |what: &str, file: &Path, call: Option<&str>| {
        let answer = attack(what, file);
        assert_eq!(
            (answer.status, &answer.json()["outcome"]),
            (Some(0), &Value::from("ok")),
            "{what}: {answer:?}"
        );
        let told = call.map(|call| format!("the code under test called {call}, which workers may not"));
        assert!(told.is_none_or(|told| answer.stderr.contains(&told)), "{what}: {answer:?}");
    };
    fails("nothing", &made, None);
    fails("socket", &made, Some("socket"));
    fails("file", &made, None);
    fails("change", &kept, None);
    fails("fork", &made, Some("clone"));
    fails("parent", &made, Some("kill"));
    fails("program", &made, Some("execve"));
    fails("descriptors", &made, None);
    assert!(!made.exists());
    assert_eq!(std::fs::read_to_string(&kept).expect("it is there"), "as it was");
}

#[test]
fn without_confinement_an_attack_is_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("made");
    let run = |word: &str| {
        planted::lowdiff(&["run", "--json", "--path", &path()], "canonicalize:file")
            .arg(planted::small())
            .env("LOWDIFF_PLANT_FILE", &file)
            .env("LOWDIFF_CONFINE", word)
            .run()
    };
    let off = run("off");
    assert!(file.exists() && off.json()["outcome"] == "crash", "{off:?}");
    let wrong = run("maybe");
    assert_eq!(wrong.status, Some(2), "{wrong:?}");
    assert!(wrong.stdout.contains("LOWDIFF_CONFINE is 'maybe': use on or off"), "{wrong:?}");
}

#[test]
fn noise_in_shared_memory_ends_nothing_but_the_case() {
    let answer = attack("scribble", Path::new("none"));
    assert!(answer.status.is_some_and(|status| status != 0 && status < 100), "{answer:?}");
    let out = tempfile::tempdir().expect("a temporary folder");
    let words = ["explore", "--json", "--programs", "6", "--reduce", "0"];
    let explored =
        planted::lowdiff(&words, "cse:scribble").arg("--out").arg(out.path()).arg(planted::small()).run();
    assert!(matches!(explored.status, Some(0 | 1)), "{explored:?}");
    assert_eq!(explored.json()["programs"], 6, "{explored:?}");
}

#[test]
fn the_doctor_says_what_is_denied() {
    let answer = Lowdiff::new(&["doctor"]).run();
    assert!(answer.stdout.contains("child processes: denied: files, network, other processes"), "{answer:?}");
    let off = Lowdiff::new(&["doctor"]).env("LOWDIFF_CONFINE", "off").run();
    assert!(off.stdout.contains("LOWDIFF_CONFINE is off: nothing is denied"), "{off:?}");
}
