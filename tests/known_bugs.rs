//! Bugs of real MLIR, reported to LLVM and reproduced here: `compare` finds each on every version that has it,
//! says what it is, and finds nothing between a good path and itself.
//!
//! A folder of `known_bugs/` is named after the LLVM issue. `program.mlir` and the paths `good.txt` and
//! `bad.txt` have variants for MLIR 19 where it reads something else; `expect.json` says by version which
//! verdict is due, `<kind>` or `<kind> in <pass>`. An empty good path leaves the program as it is: such a
//! case has no second path that runs.

use crate::support;

use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use support::{Answer, Lowdiff, toolchain};

/// One case on one version.
struct Known {
    folder: PathBuf,
    mlir: &'static str,
    expected: Option<String>,
}

impl Known {
    fn file(&self, stem: &str, extension: &str) -> PathBuf {
        let own = self.folder.join(format!("{stem}.{}.{extension}", self.mlir));
        if own.exists() { own } else { self.folder.join(format!("{stem}.{extension}")) }
    }

    /// Compares the good path with the path called `second`.
    fn compare(&self, second: &str) -> Answer {
        let path = |stem| format!("@{}", self.file(stem, "txt").display());
        Lowdiff::new(&["compare", "--json", "--no-builtin-known", "--timeout", "2", "--mlir", self.mlir])
            .arg(self.file("program", "mlir"))
            .args(&["--path", &path("good"), "--path", &path(second)])
            .run()
    }

    fn has_good_path(&self) -> bool {
        std::fs::metadata(self.file("good", "txt")).is_ok_and(|file| file.len() > 0)
    }

    fn name(&self) -> String {
        format!("{} on {}", self.folder.file_name().unwrap_or_default().display(), self.mlir)
    }
}

fn all(mlir: &'static str) -> Vec<Known> {
    toolchain(mlir);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known_bugs");
    let entries = std::fs::read_dir(&folder).expect("the cases lie beside this file");
    let cases = entries.map(|entry| {
        let folder = entry.expect("a readable folder").path();
        let text =
            std::fs::read_to_string(folder.join("expect.json")).expect("every case says what to expect");
        let expected: Map<String, Value> = serde_json::from_str(&text).expect("expect.json is an object");
        let expected = expected.get(mlir).and_then(Value::as_str).map(str::to_string);
        Known { folder, mlir, expected }
    });
    cases.collect()
}

/// The verdict as `expect.json` writes it.
fn said(answer: &Answer) -> String {
    let document = answer.json();
    let text = |key: &str| document[key].as_str().map(str::to_string);
    let verdict = text("verdict").unwrap_or_default();
    match text("pass") {
        Some(pass) => format!("{verdict} in {pass}"),
        None => verdict,
    }
}

fn they_show(mlir: &'static str) {
    let (with, without): (Vec<Known>, Vec<Known>) =
        all(mlir).into_iter().partition(|known| known.expected.is_some());
    assert!(with.len() >= 6, "most known bugs are in {mlir}");
    for known in with {
        let bad = known.compare("bad");
        assert_eq!(Some(said(&bad)), known.expected, "{}: {bad:?}", known.name());
        assert_eq!(bad.status, Some(1), "{}: {bad:?}", known.name());
        if known.has_good_path() {
            let good = known.compare("good");
            assert_eq!((said(&good).as_str(), good.status), ("agree", Some(0)), "{}: {good:?}", known.name());
        }
    }
    for known in without.iter().filter(|known| known.has_good_path()) {
        let bad = known.compare("bad");
        assert_eq!((said(&bad).as_str(), bad.status), ("agree", Some(0)), "{}: {bad:?}", known.name());
    }
}

on_each_version!(they_show);

/// The worst version decides, and each version's own answer is there.
#[test]
fn one_command_asks_all_versions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known_bugs/211599");
    let path = |stem: &str| format!("@{}", folder.join(stem).display());
    let answer = Lowdiff::new(&["compare", "--json", "--mlir", "19", "--mlir", "22"])
        .arg(folder.join("program.mlir"))
        .args(&["--path", &path("good.txt"), "--path", &path("good.txt")])
        .run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let versions = answer.json()["versions"].as_array().cloned().unwrap_or_default();
    let names: Vec<_> = versions.iter().map(|v| v["mlir"]["name"].as_str().unwrap_or("?")).collect();
    assert_eq!(names, ["19", "22"]);
}
