//! `lowdiff coverage` on real corpora, on MLIR itself, and `scripts/coverage.sh` where it is used wrongly.

use crate::planted;
use crate::support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Answer, Lowdiff, toolchain};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The first `count` seeds, by name, in a folder of their own.
fn corpus(count: usize) -> tempfile::TempDir {
    toolchain("22");
    let seeds = std::fs::read_dir(root().join("corpus/lowering_diff")).expect("there are seeds");
    let mut seeds: Vec<PathBuf> = seeds.map(|seed| seed.expect("a seed").path()).collect();
    seeds.sort();
    let folder = tempfile::tempdir().expect("a folder");
    for (number, seed) in seeds.iter().take(count).enumerate() {
        std::fs::copy(seed, folder.path().join(format!("{number}"))).expect("room");
    }
    folder
}

fn coverage(folder: &Path, words: &[&str]) -> Answer {
    Lowdiff::new(&["coverage"]).arg(folder).args(&["--mlir", "22"]).args(words).run()
}

fn number(document: &Value, key: &str) -> u64 {
    document[key].as_u64().unwrap_or_else(|| panic!("no {key} in {document}"))
}

#[test]
fn a_corpus_shows_what_it_reaches() {
    let folder = corpus(3);
    std::fs::write(folder.path().join("z-short"), b"abc").expect("room");
    let plot = folder.path().join(".plot.svg");
    let answer = coverage(folder.path(), &["--json", "--functions", "--plot", plot.to_str().expect("UTF-8")]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let document = answer.json();
    assert_eq!((number(&document, "inputs"), number(&document, "rejected")), (4, 1));
    let (blocks, reached) = (number(&document, "blocks"), number(&document, "reached"));
    // The part of MLIR that any lowering goes through, and nowhere near all of it.
    assert!(reached > 20_000 && reached * 4 < blocks, "{reached} of {blocks}");
    let curve = document["curve"].as_array().expect("a curve");
    let heights: Vec<u64> = curve.iter().map(|point| point[1].as_u64().expect("blocks")).collect();
    assert!(heights.is_sorted() && heights[0] > 0 && heights[2] > heights[0], "{heights:?}");
    assert_eq!((heights[3], curve.len(), curve[0][2].as_f64()), (reached, 4, Some(0.0)));
    for (table, key) in [("by_namespace", "reached"), ("by_namespace", "blocks"), ("by_function", "reached")]
    {
        let sum: u64 = document[table].as_array().expect("a table").iter().map(|row| number(row, key)).sum();
        assert_eq!(sum, number(&document, key), "{table} does not add up in {key}");
    }
    let spaces = document["by_namespace"].as_array().expect("a table");
    let tosa = spaces.iter().find(|row| row["name"] == "mlir::tosa").expect("tosa is there");
    let gpu = spaces.iter().find(|row| row["name"] == "mlir::gpu").expect("gpu is there");
    assert!(
        number(tosa, "reached") > 500 && number(gpu, "reached") * 10 < number(gpu, "blocks"),
        "{tosa} {gpu}"
    );
    // As distributions ship it.
    assert!(document.get("by_file").is_none());
    let drawn = std::fs::read_to_string(plot).expect("a plot");
    assert!(drawn.starts_with("<svg") && drawn.contains("MLIR 22.1"), "{drawn}");
}

#[test]
fn a_focus_narrows_it_and_people_get_a_table() {
    let folder = corpus(2);
    let answer = coverage(folder.path(), &["--focus", "tosa"]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    for line in
        ["inputs: 2, 0 did not decode", "focus tosa\n", "mlir::tosa ", "No line tables", "\n     0 +-----"]
    {
        assert!(
            answer.stdout.contains(line.trim_start_matches("\n     ")),
            "{line:?} is missing in {}",
            answer.stdout
        );
    }
    assert!(!answer.stdout.contains("mlir::presburger"), "{}", answer.stdout);
}

/// MLIR's tables are ordered by addresses, which differ from process to process: a few blocks come and go.
#[test]
fn the_same_corpus_reaches_the_same() {
    let folder = corpus(2);
    let reached =
        || number(&coverage(folder.path(), &["--json", "--focus", "linalg,tosa"]).json(), "reached");
    let (one, two) = (reached(), reached());
    assert!(one.abs_diff(two) * 200 < one, "{one} and {two}");
}

#[test]
fn a_campaign_is_run_again() {
    toolchain("22");
    let out = tempfile::tempdir().expect("a folder");
    let explored =
        Lowdiff::new(&["explore", "--mlir", "22", "--seed", "3", "--programs", "3", "--json", "--out"])
            .arg(out.path())
            .run();
    assert!(matches!(explored.status, Some(0 | 1)), "{explored:?}");
    let document = coverage(out.path(), &["--json", "--focus", "tosa"]).json();
    assert_eq!(number(&document, "inputs"), 3);
    assert!(number(&document, "reached") > 0 && document["curve"][2][2].is_null(), "{document}");
}

#[test]
fn a_crash_loses_nothing_and_is_no_failure() {
    let folder = corpus(2);
    let library = planted::library(folder.path());
    let corpus = folder.path().join("corpus");
    std::fs::create_dir(&corpus).expect("room");
    for name in ["0", "1"] {
        std::fs::rename(folder.path().join(name), corpus.join(name)).expect("room");
    }
    let run = |plant: &str| {
        let words = ["--json", "--focus", "tosa", "--mlir"];
        let answer = Lowdiff::new(&["coverage"])
            .arg(&corpus)
            .args(&words)
            .arg(&library)
            .env(planted::PLANT, plant)
            .run();
        assert_eq!(answer.status, Some(0), "{answer:?}");
        answer.json()
    };
    let (well, crashed) = (run(""), run("tosa-to-linalg:segv"));
    assert_eq!((number(&well, "findings"), number(&crashed, "findings")), (0, 2), "{crashed}");
    let (well, crashed) = (number(&well, "reached"), number(&crashed, "reached"));
    assert!(crashed > 100 && crashed < well, "{crashed} against {well}");
    assert_eq!(std::fs::read_dir(&corpus).expect("the corpus").count(), 2, "nothing is added to it");
}

fn refuses(answer: &Answer, words: &[&str]) {
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""), "{answer:?}");
    assert_eq!(answer.stderr.lines().count(), 1, "one sentence: {answer:?}");
    for word in words {
        assert!(answer.stderr.contains(word), "'{word}' is not said: {answer:?}");
    }
}

#[test]
fn what_is_no_corpus_is_refused() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a folder");
    refuses(&coverage(folder.path(), &[]), &["holds no inputs"]);
    let file = folder.path().join("file");
    refuses(&coverage(&file, &[]), &["there is no folder", "file"]);
    std::fs::write(&file, b"0123456789").expect("room");
    refuses(&coverage(&file, &[]), &["is a file", "lowdiff replay"]);
    refuses(&coverage(folder.path(), &["--plot", "/nowhere/p.svg"]), &["cannot write /nowhere/p.svg"]);
    refuses(
        &coverage(folder.path(), &["--lines", "x.profraw"]),
        &["does not count lines", "build-mlir.sh --coverage"],
    );
    let nobody = coverage(folder.path(), &["--focus", "a::b"]);
    assert!(nobody.status == Some(2) && nobody.stderr.contains("a focus is words"), "{nobody:?}");
}

#[test]
fn doctor_says_what_can_be_watched() {
    toolchain("22");
    let answer = Lowdiff::new(&["doctor", "--mlir", "22"]).run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let line = answer.stdout.lines().find(|l| l.starts_with("22: coverage: ")).expect("a line on coverage");
    assert!(line.contains(" blocks of libMLIR") && line.contains(" armed in "), "{line}");
}

/// The answer of `scripts/coverage.sh` to this, and its status.
fn script(words: &[&str]) -> (Option<i32>, String) {
    let done = Command::new(root().join("scripts/coverage.sh"))
        .args(words)
        .current_dir(root())
        .output()
        .expect("bash");
    assert!(words == ["--help"] || done.stdout.is_empty(), "data of a script that failed");
    let said = if words == ["--help"] { done.stdout } else { done.stderr };
    (done.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn the_script_refuses_in_one_sentence() {
    let cases: [(&[&str], &str); 7] = [
        (&["--fast"], "unknown option '--fast'"),
        (&["--html"], "--html wants a name after it"),
        (&["--mlir", ""], "--mlir wants a name after it"),
        (&["src", "docs"], "one corpus at a time, not both 'src' and 'docs'"),
        (&["no-such-folder"], "there is no folder no-such-folder"),
        (&["--mlir", "no-such-mlir"], "scripts/setup.sh --name no-such-mlir"),
        (&["--harness", "--mlir", "no/such/library.so"], "there is no no/such/library.so"),
    ];
    for (words, wanted) in cases {
        let (status, said) = script(words);
        assert_eq!((status, said.lines().count()), (Some(2), 1), "{words:?}: {said}");
        assert!(said.starts_with("error: ") && said.contains(wanted), "{words:?}: {said}");
    }
    let (status, help) = script(&["--help"]);
    assert!(status == Some(0) && help.starts_with("usage: scripts/coverage.sh"), "{help}");
}
