//! docs/extending.md quotes the source: each of its lines is there.

use std::path::Path;

/// The files that the document names, each with the lines it quotes of it.
fn quoted(document: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let (mut file, mut inside) = (None, false);
    for line in document.lines() {
        let named = line.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        match line.trim() {
            "```" if inside => inside = false,
            "```" | "```rust" | "```toml" => inside = true,
            code if inside => {
                let file: &str = file.expect("a file is named before what is quoted of it");
                match found.last_mut().filter(|(other, _)| other == file) {
                    Some((_, lines)) => lines.push(code.to_owned()),
                    None => found.push((file.to_owned(), vec![code.to_owned()])),
                }
            }
            _ => file = named.or(file),
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
