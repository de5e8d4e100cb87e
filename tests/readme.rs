//! The README is true: every command in it runs, every target and file it names exists.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("the README can be read")
}

/// The lines of every block marked `sh`: commands that must run as they stand.
fn commands() -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in readme().lines() {
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            command if inside => found.push(command.to_owned()),
            _ => {}
        }
    }
    found
}

/// Runs a `cargo run --release -- ...` line by the command cargo has built for this test.
fn lowdiff(line: &str, folder: &Path) -> Option<i32> {
    let arguments = line.strip_prefix("cargo run --release -- ").expect("a lowdiff command");
    let status = Command::new(env!("CARGO_BIN_EXE_lowdiff"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env("LOWDIFF_MLIR", "22")
        .output()
        .expect("lowdiff starts")
        .status;
    status.code()
}

#[test]
fn every_command_of_the_tour_runs() {
    let folder = tempfile::tempdir_in(root().join("target")).expect("a folder to work in");
    for shared in ["docs", "corpus"] {
        let link = std::os::unix::fs::symlink(root().join(shared), folder.path().join(shared));
        link.expect("examples and seeds are in reach");
    }
    let tour: Vec<String> = commands().into_iter().filter(|c| c.starts_with("cargo run")).collect();
    assert!(tour.len() >= 5, "the tour has shrunk to {tour:?}");
    for line in tour {
        let (short, expected): (String, &[i32]) = match () {
            () if line.contains(" explore ") => (line.replace("--seconds 20", "--programs 1"), &[0, 1]),
            () if line.contains(" reduce ") => (line.replace("--seconds 20", "--seconds 2"), &[0]),
            // The README says that these show a bug of MLIR.
            () if line.contains(" compare ") || line.contains(" check ") => (line.clone(), &[1]),
            () => (line.clone(), &[0]),
        };
        let status = lowdiff(&short, folder.path());
        assert!(status.is_some_and(|s| expected.contains(&s)), "`{line}` ended with {status:?}");
    }
}

/// `scripts/test.sh` runs the fuzzing commands themselves; here, that they name what exists.
#[test]
fn fuzzing_commands_name_targets_and_files_that_exist() {
    let fuzzing: Vec<String> = commands().into_iter().filter(|c| c.starts_with("cargo fuzz")).collect();
    assert!(fuzzing.iter().any(|c| c.starts_with("cargo fuzz run lowering_diff")));
    for word in fuzzing.iter().flat_map(|c| c.split_whitespace()) {
        let path = word.trim_start_matches("-dict=");
        if path.starts_with("corpus/") || path.starts_with("dictionaries/") {
            assert!(root().join(path).exists(), "{path} is named and is not there");
        }
    }
}

#[test]
fn the_target_table_lists_every_target() {
    let readme = readme();
    let listed: Vec<&str> = readme
        .lines()
        .skip_while(|l| !l.starts_with("| target |"))
        .skip(2)
        .map_while(|l| l.strip_prefix("| `")?.split('`').next())
        .collect();
    let mut targets: Vec<String> = std::fs::read_dir(root().join("fuzz/fuzz_targets"))
        .expect("there are targets")
        .map(|e| e.expect("a target").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    targets.sort();
    assert_eq!(listed, targets);
}

/// The names of a document's headings in links.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let titles = text.lines().filter_map(|l| l.strip_prefix('#')).map(|l| l.trim_start_matches('#').trim());
    titles.map(|title| {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
    })
}

#[test]
fn links_lead_somewhere() {
    for document in
        ["README.md", "docs/architecture.md", "docs/extending.md", "docs/evaluation.md", "docs/toolchains.md"]
    {
        let text = std::fs::read_to_string(root().join(document)).expect("the document can be read");
        let folder = root().join(document).parent().expect("a folder").to_owned();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, heading) = link.split_once('#').map_or((link, None), |(f, h)| (f, Some(h)));
            let there = match heading {
                Some(heading) if file.is_empty() => headings(&text).any(|h| h == heading),
                Some(_) => link.starts_with("https://"),
                None => link.starts_with("https://") || folder.join(link).exists(),
            };
            assert!(there, "{document}: {link} leads nowhere");
        }
        for script in text.split("scripts/").skip(1).filter_map(|rest| rest.split(".sh").next()) {
            let name = format!("scripts/{script}.sh");
            assert!(
                script.contains(char::is_whitespace) || root().join(&name).exists(),
                "{document}: no {name}"
            );
        }
    }
}
