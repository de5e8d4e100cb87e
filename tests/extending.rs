//! docs/extending.md quotes the source: each of its lines is there, and each of its diffs can be taken out again.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Lines that an example may add, and the places it may add them in.
const MOST: (usize, usize) = (30, 2);

/// The diffs of the document.
fn diffs(document: &str) -> Vec<&str> {
    let blocks = document.split("```diff\n").skip(1);
    blocks.map(|block| block.split_once("```\n").expect("a diff has an end").0).collect()
}

fn without_diffs(document: &str) -> String {
    diffs(document)
        .into_iter()
        .fold(document.to_owned(), |rest, diff| rest.replace(&format!("```diff\n{diff}```\n"), ""))
}

/// The number of lines that a diff changes, and the places: folders of `core/src` and `src`, and folders beside them.
fn size(diff: &str) -> (usize, BTreeSet<String>) {
    let headers = |line: &&str| line.starts_with("+++ ") || line.starts_with("--- ");
    let changed = diff.lines().filter(|line| line.starts_with(['+', '-']) && !headers(line)).count();
    let files = diff.lines().filter_map(|line| line.strip_prefix("+++ "));
    let place = |file: &str| {
        let inside = ["core/src/", "src/"].into_iter().find(|root| file.starts_with(root)).unwrap_or("");
        let folder = file[inside.len()..].split('/').next().unwrap_or("");
        format!("{inside}{folder}")
    };
    (changed, files.map(place).collect())
}

/// Files that a diff changes or adds.
fn changed(diff: &str) -> impl Iterator<Item = &str> {
    diff.lines().filter_map(|line| line.strip_prefix("+++ "))
}

/// The files of a diff as they are without it, in a folder; none if the source does not have the diff.
fn taken_out(root: &Path, diff: &str) -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in changed(diff) {
        let copy = folder.path().join(file);
        std::fs::create_dir_all(copy.parent().expect("a file has a folder")).expect("a folder");
        std::fs::copy(root.join(file), copy).ok()?;
    }
    let words = ["apply", "--reverse", "-p0", "-"];
    let mut git =
        Command::new("git").args(words).current_dir(&folder).stdin(Stdio::piped()).spawn().expect("git");
    git.stdin.take().expect("a pipe").write_all(diff.as_bytes()).expect("git reads");
    git.wait().expect("git ends").success().then_some(folder)
}

/// Rust sources, but this one.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            _ if path.is_dir() => sources(&path, found),
            Some(end) if end == "rs" && !path.ends_with(file!()) => found.push(path),
            _ => {}
        }
    }
}

/// Sources that have this word where the files in `instead` stand for those of the same name.
fn users(root: &Path, word: &str, instead: Option<(&Path, &str)>) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in ["benches", "core/src", "examples", "fuzz", "src", "tests"] {
        sources(&root.join(folder), &mut all);
    }
    let is_part =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || "_-".contains(letter));
    let has = |path: &PathBuf| {
        let own = path.strip_prefix(root).expect("it is inside");
        let (folder, diff) = instead.unwrap_or((root, ""));
        let is_changed = changed(diff).any(|file| own == Path::new(file));
        let read = std::fs::read_to_string(if is_changed { folder.join(own) } else { path.clone() });
        let text = read.unwrap_or_default();
        text.match_indices(word).any(|(at, _)| {
            let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
            !is_part(before) && !is_part(after)
        })
    };
    all.into_iter().filter(has).collect()
}

/// The names that the diffs add, in their order; none for a diff that adds data alone.
fn added(document: &str) -> Vec<Option<&str>> {
    let trials = document.lines().filter_map(|line| line.strip_prefix("<!-- trial: "));
    trials.map(|trial| Some(trial.strip_suffix(" -->")?.split_once(" adds ")?.1)).collect()
}

#[test]
fn examples_are_in_the_source_and_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = std::fs::read_to_string(root.join("docs/extending.md")).expect("the document");
    let (diffs, names) = (diffs(&document), added(&document));
    assert_eq!((diffs.len(), names.len(), names.iter().flatten().count()), (8, 8, 7));
    for (diff, name) in diffs.into_iter().zip(names) {
        let without = taken_out(root, diff);
        let without = without.unwrap_or_else(|| panic!("the source is not what this makes it:\n{diff}"));
        if let Some(name) = name {
            assert!(!users(root, name, None).is_empty(), "nothing has {name}");
            let left = users(root, name, Some((without.path(), diff)));
            assert!(left.is_empty(), "{name} takes more than this, in {left:?}:\n{diff}");
        }
        let (lines, places) = size(diff);
        assert!(lines <= MOST.0 && places.len() <= MOST.1, "{lines} lines in {places:?}:\n{diff}");
        let (before, changed) = diff.split_once("\n@@").expect("a hunk");
        let other = format!("{before}\n@@{}", changed.replacen("\n+", "\n+other ", 1));
        assert!(taken_out(root, &other).is_none(), "another change is not there:\n{other}");
    }
}

/// The files that the document names, each with the lines it quotes of it.
fn quoted(document: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let (mut file, mut inside) = (None, false);
    for line in without_diffs(document).lines() {
        let named = line.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        match line.trim() {
            "```" if inside => inside = false,
            "```" | "```rust" | "```toml" => inside = true,
            code if inside => {
                let file: &String = file.as_ref().expect("a file is named before what is quoted of it");
                match found.last_mut().filter(|(other, _)| other == file) {
                    Some((_, lines)) => lines.push(code.to_owned()),
                    None => found.push((file.clone(), vec![code.to_owned()])),
                }
            }
            _ => file = named.map(str::to_owned).or(file),
        }
    }
    found
}

#[test]
fn what_is_quoted_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| {
        std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let quoted = quoted(&read("docs/extending.md"));
    assert!(quoted.len() >= 10, "{} files are quoted", quoted.len());
    for (file, lines) in quoted {
        let source = read(&file);
        for line in lines.iter().filter(|line| !line.is_empty()) {
            assert!(source.lines().any(|other| other.trim() == line), "{file} does not say: {line}");
        }
    }
}

#[test]
fn what_is_not_there_would_show() {
    let found = quoted("`a.rs`\n\n```rust\n    one\n    two\n```\n\n`b.rs`\n\n```rust\nthree\n```\n");
    let lines = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert_eq!(found, [("a.rs".to_owned(), lines(&["one", "two"])), ("b.rs".to_owned(), lines(&["three"]))]);
}
