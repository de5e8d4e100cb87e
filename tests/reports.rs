//! Reports of different bugs of stock MLIR 22, each read as a person would: its sections stand in the order that LLVM's readers want, every
//! command in it is run as it is printed, in its folder and an environment of nothing else, and ends as the report says.

use crate::support;

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Lowdiff, toolchain};

/// The sections of a report. A report may lack those in brackets.
const SECTIONS: [&str; 11] = [
    "Input",
    "Command",
    "Expected",
    "Actual",
    "Why the input is well defined",
    "Versions",
    "Issues to search for",
    "[Before and after]",
    "Test",
    "More",
    "---",
];

/// Lines of an input, at most: some of them are a `main` that prints.
const MOST_LINES: usize = 36;

/// A path that changes nothing, where a pass ends the other one.
const NOTHING: &str = "builtin.module(cse)";

/// Bugs of docs/trophies that a pass shows by itself: the file, the pipeline, and the beginning of the title.
const OF_PASSES: [(&str, &str, &str); 8] = [
    (
        "specialize-scalar-operand",
        "builtin.module(linalg-specialize-generic-ops)",
        "[mlir][linalg] linalg-specialize-generic-ops crashes",
    ),
    (
        "bufferize-in-order-of-pointers",
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries})",
        "[mlir][bufferization] one-shot-bufferize is nondeterministic",
    ),
    (
        "affine-loops-over-loaded-memref",
        "builtin.module(convert-linalg-to-affine-loops)",
        "[mlir][linalg] convert-linalg-to-affine-loops leaves invalid IR",
    ),
    (
        "dead-operand-of-call",
        "builtin.module(remove-dead-values)",
        "[mlir] remove-dead-values leaves invalid IR",
    ),
    ("flatten-memref-of-vectors", "builtin.module(flatten-memref)", "[mlir][memref] flatten-memref crashes"),
    (
        "reduce-transposes-of-i1",
        "builtin.module(func.func(tosa-reduce-transposes))",
        "[mlir][tosa] tosa-reduce-transposes crashes",
    ),
    (
        "specialize-transposed-matmul",
        "builtin.module(linalg-specialize-generic-ops)",
        "[mlir][linalg] linalg-specialize-generic-ops leaves invalid IR",
    ),
    (
        "strided-metadata-of-unit-dimensions",
        "builtin.module(expand-strided-metadata)",
        "[mlir][memref] expand-strided-metadata leaves invalid IR",
    ),
];

/// Those that show as a wrong result or in lowered code, and the pass to blame.
const OF_RESULTS: [(&str, &str); 6] = [
    ("narrowing-of-shift", "arith-int-range-narrowing"),
    ("promote-past-cast", "promote-buffers-to-stack"),
    ("bufferize-loop-of-blocks", "one-shot-bufferize"),
    ("copy-out-past-call", "affine-data-copy-generate"),
    ("peeling-of-empty-loop", "scf-for-loop-peeling"),
    ("narrowing-of-signed-comparison", "arith-int-range-narrowing"),
];

/// A loop whose peeled bound overflows: no lowered code is needed to see it.
const PEELED: &str = "func.func @main(%n: index) -> index {
  %low = arith.constant -9223372036854775808 : index
  %three = arith.constant 3 : index
  %zero = arith.constant 0 : index
  %high = arith.addi %low, %n : index
  %r = scf.for %i = %low to %high step %three iter_args(%a = %zero) -> (index) {
    scf.yield %i : index
  }
  return %r : index
}
";

/// A listing or a word of a report that is a command, and what is said behind it.
struct Printed {
    command: String,
    behind: String,
}

struct Report {
    folder: PathBuf,
    text: String,
}

impl Report {
    /// The report of a single step that is wrong, in a program of somebody's that a campaign lowers through this pass.
    fn of_step(folder: &Path, name: &str, program: &str, pass: &str) -> Report {
        let file = support::program(folder, &format!("{name}.mlir"), program);
        let out = folder.join(name);
        let explored =
            Lowdiff::new(&["explore", "--mlir", "22", "--through", pass, "--programs", "4", "--reduce", "0"])
                .args(&["--out", &out.display().to_string()])
                .arg(&file)
                .run();
        assert_eq!(explored.status, Some(1), "{explored:?}");
        let kept = std::fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("an entry").path());
        let is_of_step = |folder: &PathBuf| folder.to_string_lossy().contains("miscompiled-");
        let finding = kept.filter(is_of_step).min().unwrap_or_else(|| panic!("{explored:?}"));
        // The case by its file is the finding.
        let words = ["reduce", "--mlir", "22", "--seconds", "8"];
        let answer = Lowdiff::new(&words).arg(finding.join("case.bin")).run();
        assert_eq!(answer.status, Some(0), "{name}: {answer:?}");
        let text = std::fs::read_to_string(finding.join("report.md")).expect("a report");
        Report { folder: finding, text }
    }

    /// The report of a bug of docs/trophies, along two paths, after a reduction that takes no longer than this.
    fn of(folder: &Path, trophy: &str, paths: [&str; 2], seconds: &str) -> Report {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/trophies/{trophy}.mlir"));
        let out = folder.join(trophy);
        let answer = Lowdiff::new(&["reduce", "--mlir", "22", "--seconds", seconds, "--path", paths[0]])
            .args(&["--path", paths[1], "--out", &out.display().to_string()])
            .arg(&program)
            .run();
        assert_eq!(answer.status, Some(0), "{trophy}: {answer:?}");
        let text = std::fs::read_to_string(out.join("report.md")).expect("a report");
        Report { folder: out, text }
    }

    fn title(&self) -> &str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// The text of a section.
    fn section(&self, name: &str) -> Option<&str> {
        let (_, rest) = self.text.split_once(&format!("\n## {name}\n"))?;
        Some(rest.split("\n## ").next().unwrap_or(rest))
    }

    fn has_its_sections_in_order(&self) {
        let mut found = self.text.lines().filter_map(|line| {
            let name = line.strip_prefix("## ").or((line == "---").then_some(line))?;
            Some(name.to_owned())
        });
        let mut next = found.next();
        for section in SECTIONS {
            let optional = section.starts_with('[');
            let name = section.trim_matches(['[', ']']);
            match &next {
                Some(own) if own == name => next = found.next(),
                _ => assert!(optional, "no {name} in its place, but {next:?}:\n{}", self.text),
            }
        }
        assert_eq!(next, None, "{}", self.text);
        assert!(self.text.trim_end().ends_with("Nothing was sent."), "{}", self.text);
        assert!(
            self.text.lines().nth(2).is_some_and(|line| line.starts_with("> ")),
            "no banner:\n{}",
            self.text
        );
        for bad in ["lowdiff run", "not run on", "unknown", "was not looked at"] {
            assert!(!self.text.contains(bad), "'{bad}':\n{}", self.text);
        }
    }

    /// Listings of a shell, and commands between backticks.
    fn commands(&self) -> Vec<Printed> {
        let listed = self.text.split("```sh\n").skip(1).filter_map(|part| part.split_once("\n```\n"));
        let listed = listed.map(|(command, behind)| (command.to_owned(), behind.trim_start().to_owned()));
        let mut words = Vec::new();
        for line in self.text.lines().filter(|line| !line.starts_with(['>', '|'])) {
            let parts: Vec<&str> = line.split('`').collect();
            for pair in parts[1..].chunks(2).filter(|_| parts.len() > 2) {
                let is_command =
                    ["mlir-opt ", "bash ", "lowdiff "].iter().any(|start| pair[0].starts_with(start));
                if is_command && pair.len() == 2 {
                    words.push((pair[0].to_owned(), pair[1].to_owned()));
                }
            }
        }
        let both = listed.chain(words);
        both.map(|(command, behind)| Printed { command, behind }).collect()
    }

    /// Runs a command in the report's folder with stock programs, `lowdiff` beside them where it is named.
    fn run(&self, command: &str) -> (Option<i32>, String) {
        let stock = toolchain("22");
        let programs = stock.mlir_opt.as_deref().and_then(Path::parent).expect("22 has stock programs");
        let own = Path::new(env!("CARGO_BIN_EXE_lowdiff")).parent().expect("it lies in a folder");
        let mut folders = vec![programs, Path::new("/usr/bin"), Path::new("/bin")];
        if command.starts_with("lowdiff ") {
            folders.push(own);
        }
        let path = std::env::join_paths(folders).expect("names without colons");
        let output = Command::new("bash")
            .args(["-c", &format!("ulimit -c 0\n{command}")])
            .current_dir(&self.folder)
            .env_clear()
            .env("PATH", path)
            .env("LOWDIFF_HOME", env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("a shell");
        let status = output.status.code().or(output.status.signal().map(|signal| 128 + signal));
        (status, String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// The status that the words behind a command promise; none where they promise none.
    fn promised(behind: &str) -> Option<i32> {
        let number = |start: &str| {
            let (_, rest) = behind.split_once(start)?;
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<i32>().ok()
        };
        let first = behind.split("\n## ").next()?.split('`').next()?;
        if first.contains("ends by signal ") {
            return Some(128 + number("ends by signal ")?);
        }
        if first.contains("ends with status ") {
            return number("ends with status ");
        }
        let shows = first.starts_with(" prints this") || first.contains(": status 0 while it shows");
        shows.then_some(0)
    }

    fn every_command_ends_as_it_says(&self) {
        let commands = self.commands();
        assert!(commands.len() >= 4, "{} commands:\n{}", commands.len(), self.text);
        for Printed { command, behind } in commands {
            let (status, printed) = self.run(&command);
            let promised = Report::promised(&behind);
            assert!(promised.is_some(), "nothing is said of '{command}':\n{}", self.text);
            assert_eq!(status, promised, "'{command}': {printed}\n{}", self.text);
        }
    }

    /// The test of the report fails as the bug shows, and would not if the right path were run.
    fn its_test_shows_it(&self) {
        let section = self.section("Test").expect("every report has it");
        let Some(test) = section.split("```mlir\n").nth(1).and_then(|part| part.split("```").next()) else {
            assert!(section.trim().starts_with("No test is made of this: "), "{section}");
            return;
        };
        let file = self.folder.join("test.mlir");
        std::fs::write(&file, test).expect("a folder takes a file");
        let lines = test.lines().filter_map(|line| line.strip_prefix("// RUN: "));
        let line: String = lines.map(|line| line.trim_end_matches('\\')).collect();
        let mut command = line.replace("%s", "test.mlir");
        let library = |name: &str| {
            let libraries = toolchain("22").runner_libraries;
            let file = format!("lib{name}.so");
            let found = libraries.iter().find(|library| library.ends_with(&file));
            found.map(|found| found.canonicalize().expect("it is there").display().to_string())
        };
        for name in ["mlir_runner_utils", "mlir_c_runner_utils", "mlir_float16_utils"] {
            command = command.replace(&format!("%{name}"), &library(name).expect("a library of the runner"));
        }
        let checks: Vec<&str> = test.lines().filter_map(|line| line.strip_prefix("// CHECK: ")).collect();
        if checks.is_empty() {
            let (status, _) = self.run(&command);
            assert_ne!(status, Some(0), "{command}\n{}", self.text);
            return;
        }
        let (command, _) = command.split_once("| FileCheck").expect("it is checked");
        let (status, printed) = self.run(command);
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut printed_lines = printed.lines().map(flat);
        let literal = |check: &str| {
            let text = check.replace("{{^ *}}", "").replace("{{ *$}}", "");
            flat(&text.replace("{{", "").replace("}}", "").replace("\\[", "["))
        };
        let fits = checks.iter().all(|check| printed_lines.any(|line| line == literal(check)));
        assert!(status == Some(0) && !fits, "{command}: {printed}\n{}", self.text);
    }

    /// A small input, the sentence that decides, the oldest version, the version of `mlir-opt`, and words to search for.
    fn has_what_a_maintainer_asks_for(&self) {
        let section = |name: &str| self.section(name).unwrap_or_default();
        let input = section("Input").lines().filter(|line| !line.starts_with("```")).count();
        let is_least = self.text.contains("\n- Minimized: no smaller");
        assert!(!is_least || input <= MOST_LINES, "{input} lines of input:\n{}", self.text);
        assert!(section("Expected").contains(" decide"), "{}", self.text);
        assert!(
            section("Why the input is well defined").contains("MLIR's verifier accepts it"),
            "{}",
            self.text
        );
        let versions = section("Versions");
        for part in ["22.1.8", "build-id", "assertions are off", "mlir-opt --version"] {
            assert!(versions.contains(part), "no '{part}':\n{}", self.text);
        }
        assert!(section("Issues to search for").contains("\n- `"), "{}", self.text);
        // An address or a number of lowdiff's own in a title or a search finds nothing.
        let said = format!("{}{}", self.title(), section("Issues to search for"));
        for bad in ["0x", "path a", "path b", "reduced/", "lowdiff's"] {
            assert!(!said.contains(bad), "'{bad}':\n{}", self.text);
        }
    }

    fn check(&self) {
        self.has_its_sections_in_order();
        self.every_command_ends_as_it_says();
        self.its_test_shows_it();
        self.has_what_a_maintainer_asks_for();
        let change = self.section("Before and after").unwrap_or_default();
        assert!(change.is_empty() || change.contains("\n-") && change.contains("\n+"), "{change}");
    }
}

fn of_pass(folder: &Path, index: usize, seconds: &str) {
    let (trophy, pipeline, title) = OF_PASSES[index];
    let report = Report::of(folder, trophy, [NOTHING, pipeline], seconds);
    assert!(report.title().starts_with(title), "{}", report.text);
    assert!(report.section("Test").is_some(), "{}", report.text);
    report.check();
}

fn of_result(folder: &Path, index: usize, seconds: &str) {
    let (trophy, pass) = OF_RESULTS[index];
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/trophies/{trophy}.mlir"));
    let text = std::fs::read_to_string(file).expect("a trophy");
    let pipeline = |word: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(word)).expect("a command");
        line.split("--pass-pipeline='")
            .nth(1)
            .and_then(|rest| rest.split('\'').next())
            .expect("a pipeline")
            .to_owned()
    };
    let (right, wrong) = (pipeline("// Right: "), pipeline("// Wrong: "));
    let report = Report::of(folder, trophy, [&right, &wrong], seconds);
    assert!(report.title().starts_with("[mlir]") && report.title().contains(pass), "{}", report.text);
    report.check();
}

#[test]
fn reports_of_four_bugs_say_what_is_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    of_pass(folder.path(), 0, "2");
    of_pass(folder.path(), 1, "2");
    of_result(folder.path(), 0, "3");
    of_result(folder.path(), 2, "3");
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn reports_of_fifteen_bugs_say_what_is_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for index in 0..OF_PASSES.len() {
        of_pass(folder.path(), index, "5");
    }
    for index in 0..OF_RESULTS.len() {
        of_result(folder.path(), index, "10");
    }
    let report = Report::of_step(folder.path(), "peeling", PEELED, "scf-for-loop-peeling");
    let title =
        "[mlir][scf] scf-for-loop-peeling introduces undefined behaviour: a bound of scf.for is poison";
    assert_eq!(report.title(), title, "{}", report.text);
    report.check();
}
