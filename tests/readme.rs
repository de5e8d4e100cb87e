//! The examples of the documentation are true: each command runs, and prints what the page shows.

use crate::support::pages::{blocks, headings, pages, read, root, section};
use crate::support::toolchain;
use lowdiff::execute::ExecutorKind;
use lowdiff::judge::VerdictKind;
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

/// The pages whose commands are those of scripts and of cargo.
const OF_SCRIPTS: [&str; 2] = ["docs/levels.md", "docs/toolchains.md"];

/// Blocks that cannot be run where tests run, by their first line, with the reason.
const NOT_RUN: [(&str, &str); 1] =
    [("cd .mlir/22-checked/src", "it needs an MLIR that counts its lines, which takes an hour to build")];

/// The fault of a command of a script or of cargo; none where all that it names exists.
fn fault(line: &str) -> Option<String> {
    let command = line.split(" #").next().unwrap_or_default();
    let mut words = command.split_whitespace().peekable();
    while let Some((name, _)) = words.peek().and_then(|word| word.split_once('=')) {
        if !read("tests/levels.rs").contains(&format!("\"{name}\"")) {
            return Some(format!("no test reads {name}"));
        }
        words.next();
    }
    let program = words.next().unwrap_or_default();
    if program == "cargo" {
        let module = words.last().and_then(|word| word.strip_suffix("::"));
        let is_there = |module: &str| root().join(format!("tests/{module}.rs")).exists();
        return (!module.is_some_and(is_there)).then(|| "no such module of tests".to_owned());
    }
    if !program.starts_with("scripts/") || !root().join(program).exists() {
        return Some(format!("no script {program}"));
    }
    let help = Command::new(root().join(program)).arg("--help").output().expect("the script starts");
    let help = String::from_utf8(help.stdout).expect("text");
    let mut options = words.filter(|word| word.starts_with("--"));
    options.find(|option| !help.contains(&format!("  {option} "))).map(|option| format!("no option {option}"))
}

/// Set-up, builds and the long test are run by `scripts/test.sh` and take minutes to an hour; here, that they name what exists.
#[test]
fn commands_of_scripts_name_what_exists() {
    for page in OF_SCRIPTS {
        for block in blocks(&read(page), "sh") {
            if NOT_RUN.iter().all(|(first, _)| *first != block[0]) {
                for line in &block {
                    assert_eq!(fault(line), None, "{page}: {line}");
                }
            }
        }
    }
    let bad = [
        "scripts/none.sh",
        "scripts/setup.sh --nome mine /opt/mlir",
        "LOWDIFF_NONE=1 cargo test --test integration levels::",
        "cargo test --test integration none::",
    ];
    for line in bad {
        assert!(fault(line).is_some(), "{line}");
    }
}

/// The manifest in the page is the one that set-up has written.
#[test]
fn the_example_of_a_manifest_is_the_one_of_22() {
    let [example] = &blocks(&read("docs/toolchains.md"), "json")[..] else { panic!("one example") };
    let library = toolchain("22").library;
    let manifest = library.ancestors().map(|folder| folder.join("toolchain.json")).find(|file| file.exists());
    let written = std::fs::read_to_string(manifest.expect("a manifest")).expect("text");
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("a document");
    assert_eq!(parsed(&example.join("\n")), parsed(&written));
}

/// The record of a rehearsal has the lines that the script prints. A rehearsal itself needs root and an hour.
#[test]
fn the_record_of_a_rehearsal_has_the_lines_of_its_script() {
    let script = read("scripts/oss-fuzz-rehearsal.sh");
    let [record] = &blocks(&read("docs/continuous.md"), "text")[..] else { panic!("one record") };
    let told = script.split("    told \"").skip(1).filter_map(|rest| rest.split('"').next());
    let told: Vec<&str> = told.map(|label| label.trim_start_matches("$1: ").trim_end_matches("$2")).collect();
    assert!(told.len() >= 6, "{told:?}");
    let lines = record.iter().take_while(|line| !line.starts_with("not rehearsed"));
    for line in lines {
        let label = line.split_once(": ").map_or(line.as_str(), |(_, label)| label);
        assert!(told.iter().any(|told| label.starts_with(told)), "{line}");
    }
}

/// The way of the data goes through folders of the source. `import_graph` holds the table of folders below it.
#[test]
fn the_diagram_names_the_folders() {
    let [diagram] = &blocks(&read("docs/architecture.md"), "text")[..] else { panic!("one diagram") };
    let diagram = diagram.join("\n");
    let before = diagram.match_indices(':').map(|(at, _)| &diagram[..at]);
    let words = before.filter_map(|text| text.rsplit(|c: char| !c.is_ascii_alphabetic()).next());
    let named: Vec<&str> = words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    assert!(named.len() >= 10, "{named:?}");
    let is_folder = |word: &str| ["src", "core/src"].iter().any(|up| root().join(up).join(word).is_dir());
    let is_verdict = |word: &str| VerdictKind::ALL.iter().any(|kind| kind.name() == word);
    for word in named {
        let is_executor = word.parse::<ExecutorKind>().is_ok();
        assert!(is_folder(word) || is_verdict(word) || is_executor, "{word}");
    }
}

/// The test that holds the blocks of each page, by the word that marks them.
const HELD: [(&str, &str, &str); 17] = [
    ("README.md", "console", "every_output_is_what_is_printed"),
    ("README.md", "sh", "every_example_runs"),
    ("docs/architecture.md", "text", "the_diagram_names_the_folders"),
    ("docs/commands.md", "console", "every_output_is_what_is_printed"),
    ("docs/commands.md", "sh", "every_example_runs"),
    ("docs/continuous.md", "text", "the_record_of_a_rehearsal_has_the_lines_of_its_script"),
    ("docs/engines.md", "sh", "fuzzing_commands_name_targets_and_files_that_exist"),
    ("docs/extending.md", "", "what_is_quoted_is_there"),
    ("docs/extending.md", "diff", "examples_are_in_the_source_and_small"),
    ("docs/extending.md", "rust", "what_is_quoted_is_there"),
    ("docs/extending.md", "toml", "what_is_quoted_is_there"),
    ("docs/generators.md", "sh", "every_example_runs"),
    ("docs/generators.md", "toml", "the_keys_of_a_smith_have_their_defaults"),
    ("docs/levels.md", "sh", "commands_of_scripts_name_what_exists"),
    ("docs/toolchains.md", "json", "the_example_of_a_manifest_is_the_one_of_22"),
    ("docs/toolchains.md", "sh", "commands_of_scripts_name_what_exists"),
    ("docs/triage.md", "toml", "the_example_of_known_bugs_is_read"),
];

#[test]
fn a_test_holds_every_block() {
    let words = |page: &String| -> Vec<(String, String)> {
        let text = read(page);
        let marks = text.lines().filter_map(|line| line.strip_prefix("```"));
        // Every other one ends a block.
        marks.step_by(2).map(|word| (page.clone(), word.to_owned())).collect()
    };
    let there: BTreeSet<(String, String)> = pages().iter().flat_map(words).collect();
    let held: BTreeSet<(String, String)> =
        HELD.iter().map(|(page, word, _)| ((*page).to_owned(), (*word).to_owned())).collect();
    assert_eq!(there, held);
    let tests = ["tests/architecture.rs", "tests/docs.rs", "tests/extending.rs", "tests/readme.rs"]
        .map(read)
        .concat();
    for (page, word, test) in HELD {
        assert!(
            tests.contains(&format!("#[test]\nfn {test}()")),
            "{page}: no test {test} of blocks of {word}"
        );
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
