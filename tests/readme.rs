//! The examples of the documentation are true: each command runs, and prints what the page shows.

use crate::support::pages::{blocks, headings, pages, read, root, section};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};

/// Runs `lowdiff ...` by the command that cargo has built for this test.
fn lowdiff(line: &str, folder: &Path) -> Output {
    let arguments = line.strip_prefix("lowdiff ").unwrap_or_else(|| panic!("no lowdiff command: {line}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_lowdiff"));
    command.args(arguments.split_whitespace()).current_dir(folder).env("LOWDIFF_MLIR", "22");
    command.output().expect("lowdiff starts")
}

/// A folder to run examples in, with what they read.
fn workshop() -> tempfile::TempDir {
    let folder = tempfile::tempdir_in(root().join("target")).expect("a folder to work in");
    for shared in ["docs", "corpus"] {
        let link = std::os::unix::fs::symlink(root().join(shared), folder.path().join(shared));
        link.expect("examples and seeds are in reach");
    }
    folder
}

/// The files of a finding that [`triage.md`](../docs/triage.md) has a row for.
fn described(name: &str) -> bool {
    let page = read("docs/triage.md");
    let plain = name.replace("-b.", ".").replace("path.", "path-b.");
    [name, &plain].iter().any(|name| page.contains(&format!("`{name}`")))
}

#[test]
fn every_example_runs() {
    let folder = workshop();
    for page in ["README.md", "docs/commands.md", "docs/generators.md"] {
        let examples: Vec<String> = blocks(&read(page), "sh").concat();
        assert!(!examples.is_empty(), "{page} has no examples");
        for line in examples {
            let (short, expected): (String, &[i32]) = match () {
                () if line.contains(" explore ") => (line.replace("--seconds 20", "--programs 1"), &[0, 1]),
                () if line.contains(" reduce ") => (line.replace("--seconds 20", "--seconds 2"), &[0]),
                () => (line.clone(), &[0]),
            };
            let status = lowdiff(&short, folder.path()).status.code();
            assert!(status.is_some_and(|s| expected.contains(&s)), "{page}: `{line}` ended with {status:?}");
        }
    }
    for left in ["target/blamed", "target/reduced"] {
        for entry in std::fs::read_dir(folder.path().join(left)).expect("the command left files") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            assert!(described(&name), "docs/triage.md does not say what {left}/{name} is");
        }
    }
}

/// The page with the output of each `$ lowdiff` command as it is now: what goes to standard error comes first.
fn retold(text: &str) -> String {
    let folder = workshop();
    let mut now = text.to_owned();
    for block in blocks(text, "console") {
        let command = block[0].strip_prefix("$ ").expect("a block begins with its command");
        let output = lowdiff(command, folder.path());
        let printed = [output.stderr, output.stdout].concat();
        let printed = String::from_utf8(printed).expect("text");
        let old = format!("```console\n{}\n```\n", block.join("\n"));
        now = now.replace(&old, &format!("```console\n$ {command}\n{printed}```\n"));
    }
    now
}

#[test]
fn every_output_is_what_is_printed() {
    for page in ["README.md", "docs/commands.md"] {
        let text = read(page);
        assert!(!blocks(&text, "console").is_empty(), "{page} shows no output");
        let now = retold(&text);
        if now != text && std::env::var_os("LOWDIFF_UPDATE").is_some() {
            std::fs::write(root().join(page), now).expect("the page can be written");
            continue;
        }
        assert_eq!(now, text, "{page}: run this test with LOWDIFF_UPDATE=1 to show the outputs of today");
    }
}

/// The file of known bugs in the page is one that lowdiff takes.
#[test]
fn the_example_of_known_bugs_is_read() {
    let folder = workshop();
    let [example] = &blocks(&read("docs/triage.md"), "toml")[..] else { panic!("one example") };
    std::fs::write(folder.path().join("known.toml"), example.join("\n")).expect("room");
    let compare = |known: &str| {
        let path = "--path @docs/example/plain.txt";
        let line = format!("lowdiff compare docs/example/program.mlir {path} {path} --known {known}");
        lowdiff(&line, folder.path()).status.code()
    };
    assert_eq!(compare("known.toml"), Some(0));
    assert_eq!(compare("docs/example/plain.txt"), Some(2), "a file of something else would be refused");
}

/// `scripts/test.sh --all` runs the fuzzing commands; here, that they name what exists.
#[test]
fn fuzzing_commands_name_targets_and_files_that_exist() {
    let fuzzing: Vec<String> = blocks(&read("docs/engines.md"), "sh").concat();
    assert!(fuzzing.iter().any(|c| c.starts_with("cargo fuzz run lowering_diff")));
    for word in fuzzing.iter().flat_map(|c| c.split_whitespace()) {
        let path = word.trim_start_matches("-dict=");
        if path.starts_with("corpus/") || path.starts_with("dictionaries/") {
            assert!(root().join(path).exists(), "{path} is named and is not there");
        }
    }
}

/// The help of a command, as `lowdiff help` prints it.
fn help(command: &str) -> String {
    let output = lowdiff(&format!("lowdiff help {command}"), &root());
    String::from_utf8(output.stdout).expect("text")
}

/// The options of each command, as its help shows them. `bench` has those of its measurements, too.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let all = help("");
    let listed = all.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    let options = |text: String| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_ascii_lowercase() && c != '-');
        words.filter(|word| word.len() > 2 && word.starts_with("--")).map(str::to_owned).collect()
    };
    let of = |name: &str| match name {
        "bench" => ["blame", "graph", "levels", "paths", "states", "targets"]
            .map(|m| help(&format!("bench {m}")))
            .concat(),
        other => help(other),
    };
    names.filter(|name| *name != "help").map(|name| (name.to_owned(), options(of(name)))).collect()
}

#[test]
fn every_command_has_a_section() {
    let page = read("docs/commands.md");
    let commands = commands();
    assert!(commands.len() >= 15, "{commands:?}");
    for (command, options) in &commands {
        let section = section(&page, command).unwrap_or_else(|| panic!("no section on {command}"));
        let table = section.lines().filter_map(|line| line.strip_prefix("| `--"));
        for option in table.flat_map(|row| row.split(" | ").take(1)).flat_map(|cell| cell.split(['`', ' '])) {
            let option = if option.starts_with("--") { option.to_owned() } else { format!("--{option}") };
            let is_option =
                option.len() > 3 && option.chars().skip(2).all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(!is_option || options.contains(&option), "lowdiff {command} has no {option}");
        }
    }
    let others = ["Common to all commands", "Calls", "Environment"];
    for heading in headings(&page).into_iter().filter(|heading| !others.contains(&heading.as_str())) {
        assert!(commands.contains_key(&heading), "there is no command {heading}");
    }
}

#[test]
fn commands_of_all_pages_exist_with_their_options() {
    let commands = commands();
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        let indented = text.lines().filter_map(|line| line.strip_prefix("    ").or(line.strip_prefix("$ ")));
        let lines = indented.map(str::to_owned).chain(blocks(&text, "sh").concat());
        let quoted = text.split('`').skip(1).step_by(2).map(str::to_owned);
        for line in lines.chain(quoted) {
            let Some(words) = line.strip_prefix("lowdiff ") else { continue };
            let command = words.split_whitespace().next().unwrap_or_default();
            if command == "help" || command.starts_with('-') || command.chars().all(char::is_uppercase) {
                continue;
            }
            let options = commands.get(command).unwrap_or_else(|| panic!("{page}: no such command: {line}"));
            for option in words.split_whitespace().filter(|word| word.starts_with("--")) {
                assert!(options.contains(option), "{page}: lowdiff {command} has no {option}: {line}");
            }
            count += 1;
        }
    }
    assert!(count >= 60, "{count} commands");
}
