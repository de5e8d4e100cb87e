//! The pages of the documentation, as tests read them.

use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a page, by its path from the root.
pub fn read(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// Every page: those of the root, and those of `docs`.
pub fn pages() -> Vec<String> {
    let markdown = |folder: &str| {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder of pages");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let paths = names.filter(|name| name.ends_with(".md")).map(|name| Path::new(folder).join(name));
        paths.map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    let mut found = [markdown(""), markdown("docs"), markdown("docs/trophies")].concat();
    found.sort();
    assert!(found.len() >= 10, "{found:?}");
    found
}

/// The lines of each block that is marked with this word.
pub fn blocks(text: &str, word: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(marked) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```").map(str::to_owned).collect();
            if marked == word {
                found.push(block);
            }
        }
    }
    found
}

/// The cells of the table with this head, a list a row; code is without its quotes.
pub fn table(page: &str, head: &str) -> Vec<Vec<String>> {
    let text = read(page);
    let rows = text.lines().skip_while(|line| *line != head).skip(2).map_while(|l| l.strip_prefix("| "));
    let cell = |text: &str| text.trim().trim_matches('`').to_owned();
    let rows: Vec<Vec<String>> =
        rows.map(|row| row.trim_end_matches('|').split(" | ").map(cell).collect()).collect();
    assert!(!rows.is_empty(), "{page} has no table '{head}'");
    rows
}

/// The first cell of each row.
pub fn first_cells(page: &str, head: &str) -> Vec<String> {
    table(page, head).into_iter().map(|row| row[0].clone()).collect()
}

/// The part of a page below a heading of the second level.
pub fn section(text: &str, heading: &str) -> Option<String> {
    let lines = text.lines().skip_while(|line| line.strip_prefix("## ") != Some(heading)).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The headings of the second level.
pub fn headings(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("## ")).map(str::to_owned).collect()
}

/// The lines of a page that are prose: no code, no table, no comment, no heading.
pub fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut inside = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = !inside;
        } else if !inside && !["    ", "|", "<!--", "#"].iter().any(|mark| line.starts_with(mark)) {
            found.push((number + 1, line));
        }
    }
    found
}
