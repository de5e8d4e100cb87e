//! Bugs of MLIR as `docs/known/bugs.toml` lists them: each row's program shows what the row says on every version that it names, and
//! nothing on the others. So what lowdiff draws in spite of a bug is recognized where the bug is, and is a finding where it should be gone.

use crate::support;

use lowdiff::version::Syntax;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::{Answer, Lowdiff, toolchain};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/known")
}

/// The labels, with the rows of each.
fn rows() -> BTreeMap<String, Vec<toml::Value>> {
    let text = std::fs::read_to_string(folder().join("bugs.toml")).expect("the list");
    let document: toml::Table = text.parse().expect("the list is TOML");
    let mut rows: BTreeMap<String, Vec<toml::Value>> = BTreeMap::new();
    for row in document["bug"].as_array().expect("rows") {
        let label = row["known"].as_str().expect("a label").to_owned();
        rows.entry(label).or_default().push(row.clone());
    }
    rows
}

/// True if a row is about this MLIR; one that names none is about all.
fn is_about(row: &toml::Value, major: i64) -> bool {
    let bound = |key: &str| row.get(key).and_then(toml::Value::as_integer);
    bound("since").is_none_or(|since| since <= major) && bound("until").is_none_or(|until| major <= until)
}

fn compare(label: &str, mlir: &str) -> Answer {
    let file = |name: String| Some(folder().join(name)).filter(|file| file.exists());
    let path = file(format!("{label}.txt")).unwrap_or_else(|| folder().join("default-path.txt"));
    let right = file(format!("{label}.right.txt")).unwrap_or_else(|| path.clone());
    let [right, path] = [right, path].map(|path| format!("@{}", path.display()));
    Lowdiff::new(&["compare", "--json", "--mlir", mlir, "--path", &right, "--path", &path, "--known"])
        .arg(folder().join("bugs.toml"))
        .arg(folder().join(format!("{label}.mlir")))
        .run()
}

#[test]
fn every_row_has_its_program() {
    let rows = rows();
    let labels: BTreeSet<String> = rows.keys().map(|label| format!("{label}.mlir")).collect();
    let files = std::fs::read_dir(folder()).expect("the programs");
    let names = files.map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned());
    let programs: BTreeSet<String> = names.filter(|name| name.ends_with(".mlir")).collect();
    assert_eq!(labels, programs);
}

fn every_row_shows_where_it_says_so(mlir: &str) {
    let toolchain = toolchain(mlir);
    // The programs have one spelling.
    if toolchain.syntax() != Syntax::NEWEST {
        return;
    }
    let major = toolchain.major().into();
    for (label, rows) in &rows() {
        let answer = compare(label, mlir);
        let document = answer.json();
        let rows: Vec<&toml::Value> = rows.iter().filter(|row| is_about(row, major)).collect();
        let is_refusal = |row: &&toml::Value| row.get("verdict") == Some(&"incomparable".into());
        if !rows.is_empty() && rows.iter().all(is_refusal) {
            let pass = &rows[0]["pass"];
            let shown = (answer.status, &document["verdict"], document["pass"].as_str());
            assert_eq!(shown, (Some(3), &json!("incomparable"), pass.as_str()), "{mlir}: {answer:?}");
        } else if !rows.is_empty() {
            let issues = rows.iter().filter_map(|row| row.get("issue")?.as_str());
            let told: Vec<String> =
                issues.map(|issue| format!("{label} ({issue})")).chain([label.clone()]).collect();
            let known = document["known"].as_str().unwrap_or_default().to_owned();
            assert!(answer.status == Some(0) && told.contains(&known), "{mlir}: {known}: {answer:?}");
        } else {
            assert_eq!(
                (answer.status, &document["verdict"]),
                (Some(0), &json!("agree")),
                "{mlir}: {answer:?}"
            );
        }
    }
}

on_each_version!(every_row_shows_where_it_says_so);
