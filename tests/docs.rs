//! The pages of the documentation: tables say what the code says, links lead somewhere, lines are short.

use crate::support::pages::{blocks, first_cells, pages, prose, read, root, table};
use lowdiff::cli::STATUS_ERROR;
use lowdiff::explore::{TARGETS, TargetRow};
use lowdiff::judge::{Verdict, VerdictKind};
use lowdiff::path::pass::Hazard;
use lowdiff::smith::Smith;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

const STATUSES: &str = "| exit status | meaning |";
const VERDICTS: &str = "| verdict | meaning | status |";

/// The README with the table of targets that the code has.
fn with_targets(readme: &str) -> String {
    let head = "| target | what must hold |\n|---|---|\n";
    let begin = readme.find(head).expect("the table of targets") + head.len();
    let end = begin + readme[begin..].find("\n\n").expect("the end of the table") + 1;
    let row = |row: &TargetRow| format!("| `{}` | {} |\n", row.name, row.property);
    [&readme[..begin], &TARGETS.iter().map(row).collect::<String>(), &readme[end..]].concat()
}

#[test]
fn the_target_table_lists_every_target() {
    let readme = read("README.md");
    let now = with_targets(&readme);
    if now != readme && std::env::var_os("LOWDIFF_UPDATE").is_some() {
        std::fs::write(root().join("README.md"), &now).expect("the README can be written");
        return;
    }
    assert_eq!(now, readme, "run this test with LOWDIFF_UPDATE=1 to list the targets again");
    let listed: Vec<&str> = TARGETS.iter().map(|row| row.name).collect();
    let files = std::fs::read_dir(root().join("fuzz/fuzz_targets")).expect("there are targets");
    let stem =
        |entry: std::fs::DirEntry| entry.path().file_stem().expect("a name").to_string_lossy().into_owned();
    let mut targets: Vec<String> = files.map(|entry| stem(entry.expect("a target"))).collect();
    targets.sort();
    assert_eq!(listed, targets);
}

#[test]
fn the_verdict_table_is_that_of_the_code() {
    let listed: Vec<(String, String)> =
        table("README.md", VERDICTS).into_iter().map(|row| (row[0].clone(), row[2].clone())).collect();
    let status = |kind| Verdict { kind, ..Verdict::agree() }.exit_status().to_string();
    let now = VerdictKind::ALL.map(|kind| (kind.name().to_owned(), status(kind)));
    assert_eq!(listed, now);
}

#[test]
fn the_table_of_statuses_has_each_that_a_command_ends_with() {
    let of_verdicts = VerdictKind::ALL.map(|kind| Verdict { kind, ..Verdict::agree() }.exit_status());
    let all: BTreeSet<u8> = of_verdicts.into_iter().chain([STATUS_ERROR]).collect();
    let listed: Vec<u8> =
        first_cells("README.md", STATUSES).iter().map(|cell| cell.parse().expect("a status")).collect();
    assert_eq!(listed, all.into_iter().collect::<Vec<u8>>());
}

#[test]
fn the_keys_of_a_smith_have_their_defaults() {
    let example = blocks(&read("docs/generators.md"), "toml").concat().join("\n");
    let smith = Smith::parse(&example).unwrap_or_else(|error| panic!("{error}"));
    let fields = serde_json::to_value(Smith { dialects: Vec::new(), ..Smith::default() }).expect("fields");
    let fields = fields.as_object().expect("a smith has fields");
    let rows = table("docs/generators.md", "| key | values | default | meaning |");
    let told: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(told, fields.keys().map(String::as_str).collect());
    for row in &rows {
        let default = fields[&row[0]].to_string();
        if !["[]", "{}"].contains(&default.as_str()) {
            assert_eq!(row[2].replace(' ', ""), default, "{}", row[0]);
        }
    }
    assert_eq!(smith.weights.len(), 2, "the example sets shares");
}

/// The words of an enum of the schema of findings, which is made from the types.
fn words_of(name: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(&read("docs/finding.schema.json")).expect("a schema");
    let all = schema["$defs"][name]["oneOf"].as_array().unwrap_or_else(|| panic!("no {name}")).clone();
    all.iter().map(|word| word["const"].as_str().expect("a word").to_owned()).collect()
}

#[test]
fn the_outcomes_reasons_and_hazards_of_the_questions_are_those_of_the_code() {
    assert_eq!(first_cells("docs/faq.md", "| outcome | meaning |"), words_of("Outcome"));
    assert_eq!(first_cells("docs/faq.md", "| reason | meaning |"), words_of("Reason"));
    // A new one is an error of the compiler here.
    let all = [Hazard::Float, Hazard::Rounding, Hazard::Layout, Hazard::Target, Hazard::Unsound];
    for hazard in all {
        match hazard {
            Hazard::Float | Hazard::Rounding | Hazard::Layout | Hazard::Target | Hazard::Unsound => {}
        }
    }
    assert_eq!(first_cells("docs/faq.md", "| hazard | meaning |"), all.map(Hazard::word));
}

/// Variables that tests and parts of lowdiff use among themselves.
const INTERNAL: [&str; 11] = [
    "LOWDIFF_COMMIT",
    "LOWDIFF_FAULT",
    "LOWDIFF_HERE",
    "LOWDIFF_LEVELS",
    "LOWDIFF_LEVELS_ONLY",
    "LOWDIFF_PLANT",
    "LOWDIFF_PLANT_ONCE",
    "LOWDIFF_PLANT_REAL",
    "LOWDIFF_PROGRESS_SECONDS",
    "LOWDIFF_STATS",
    "LOWDIFF_UPDATE",
];

/// The variables that the files below a folder name.
fn variables(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("target") && !path.ends_with("corpus") {
                variables(&path, found);
            }
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            for rest in text.split("LOWDIFF_").skip(1) {
                let name =
                    rest.split(|c: char| !c.is_ascii_uppercase() && c != '_').next().unwrap_or_default();
                found.insert(format!("LOWDIFF_{name}"));
            }
        }
    }
}

#[test]
fn the_table_of_variables_is_complete() {
    let listed: BTreeSet<String> =
        first_cells("docs/commands.md", "| variable | effect | default |").into_iter().collect();
    let mut named = BTreeSet::new();
    for folder in ["src", "core/src", "scripts", "fuzz"] {
        variables(&root().join(folder), &mut named);
    }
    named.retain(|name| !INTERNAL.contains(&name.as_str()) && name != "LOWDIFF_");
    assert_eq!(listed, named);
}

/// The names of a document's headings in links.
fn anchors(text: &str) -> BTreeSet<String> {
    let titles = text.lines().filter_map(|l| l.strip_prefix('#')).map(|l| l.trim_start_matches('#').trim());
    let anchor = |title: &str| {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect()
    };
    titles.map(anchor).collect()
}

/// True if a link of a page leads to a file, a heading, or a web page.
fn leads(page: &str, link: &str) -> bool {
    if link.starts_with("https://") {
        return true;
    }
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
    let folder = root().join(page).parent().expect("a folder").to_owned();
    let target = if file.is_empty() { root().join(page) } else { folder.join(file) };
    let text = || std::fs::read_to_string(&target).unwrap_or_default();
    target.exists() && heading.is_none_or(|heading| anchors(&text()).contains(heading))
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let link: String = link.split_whitespace().collect();
            assert!(leads(&page, &link), "{page}: {link} leads nowhere");
            count += 1;
        }
        for script in text.split("scripts/").skip(1).filter_map(|rest| rest.split(".sh").next()) {
            let name = format!("scripts/{script}.sh");
            assert!(script.contains(char::is_whitespace) || root().join(&name).exists(), "{page}: no {name}");
        }
    }
    assert!(count > 100, "{count} links");
    assert!(!leads("README.md", "docs/none.md") && !leads("README.md", "docs/faq.md#none"));
}

#[test]
fn pages_are_short() {
    for (page, most) in [("README.md", 120), ("docs/architecture.md", 250)] {
        let count = read(page).lines().count();
        assert!(count <= most, "{page} has {count} lines");
    }
}

/// Lines of prose have 100 characters at most; a line without a place to break it is left.
#[test]
fn lines_are_wrapped() {
    let long: Vec<String> = pages()
        .iter()
        .flat_map(|page| {
            let text = read(page);
            let lines = prose(&text)
                .into_iter()
                .filter(|(_, line)| line.chars().count() > 100 && line.trim().contains(' '));
            lines.map(|(number, _)| format!("{page}:{number}")).collect::<Vec<_>>()
        })
        .collect();
    assert!(long.is_empty(), "more than 100 characters: {}", long.join(", "));
}
