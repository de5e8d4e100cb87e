//! Bugs of MLIR that every way down shares, as `docs/known/bugs.toml` lists them: each row's program shows what the row says on every
//! version that it names, by the operation and the pass to blame, and nothing on the others.

use crate::support;

use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use support::{Answer, Lowdiff, toolchain};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/known")
}

/// Label and version of each row; none is every version.
fn rows() -> Vec<(String, Option<String>)> {
    let text = std::fs::read_to_string(folder().join("bugs.toml")).expect("the list");
    let document: toml::Table = text.parse().expect("the list is TOML");
    let word = |row: &toml::Value, key: &str| row.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let rows = document["bug"].as_array().expect("rows").iter();
    rows.map(|row| (word(row, "known").expect("a label"), word(row, "mlir"))).collect()
}

fn compare(label: &str, mlir: &str) -> Answer {
    toolchain(mlir);
    let own = folder().join(format!("{label}.txt"));
    let path = if own.exists() { own } else { folder().join("default-path.txt") };
    let path = format!("@{}", path.display());
    Lowdiff::new(&["compare", "--json", "--mlir", mlir, "--path", &path, "--path", &path, "--known"])
        .arg(folder().join("bugs.toml"))
        .arg(folder().join(format!("{label}.mlir")))
        .run()
}

#[test]
fn every_row_has_its_program() {
    let rows = rows();
    let labels: BTreeSet<String> = rows.iter().map(|(label, _)| format!("{label}.mlir")).collect();
    let files = std::fs::read_dir(folder()).expect("the programs");
    let names = files.map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned());
    let programs: BTreeSet<String> = names.filter(|name| name.ends_with(".mlir")).collect();
    assert_eq!(labels, programs);
}

fn shows_on(mlir: &str) {
    for (label, version) in &rows() {
        let answer = compare(label, mlir);
        let document = answer.json();
        if version.as_ref().is_none_or(|version| version.trim_end_matches('*') == mlir) {
            assert_eq!((answer.status, &document["known"]), (Some(1), &json!(label)), "{mlir}: {answer:?}");
        } else {
            assert_eq!(
                (answer.status, &document["verdict"]),
                (Some(0), &json!("agree")),
                "{mlir}: {answer:?}"
            );
        }
    }
}

#[test]
fn every_row_shows_on_22_where_it_says_so() {
    shows_on("22");
}

#[test]
fn every_row_shows_on_head_where_it_says_so() {
    shows_on("head");
}
