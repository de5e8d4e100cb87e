//! Reports of different bugs of stock MLIR 22, each read as a person would: its sections stand in the order that LLVM's readers want, every
//! command in it is run as it is printed, in its folder and an environment of nothing else, and ends as the report says.

use crate::support;

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Lowdiff, toolchain};

/// The sections of a report. A report may lack those in brackets.
const SECTIONS: [&str; 12] = [
    "Input",
    "Command",
    "Expected",
    "Actual",
    "[Why the input is valid]",
    "[Why the input is well defined]",
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

/// A listing or a word of a report that is a command, and what is said behind it.
struct Printed {
    command: String,
    behind: String,
}

struct Report {
    folder: PathBuf,
    text: String,
}

/// A program of docs/trophies.
fn trophy_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/trophies/{name}.mlir"))
}

impl Report {
    /// The report of a single step that is wrong, in a program of docs/trophies that a campaign lowers through this pass.
    fn of_step(folder: &Path, trophy: &str, pass: &str) -> Report {
        let file = trophy_file(trophy);
        let out = folder.join(trophy);
        let explored = Lowdiff::new(&[
            "explore",
            "--no-builtin-known",
            "--mlir",
            "22",
            "--through",
            pass,
            "--programs",
            "4",
            "--reduce",
            "0",
        ])
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
        assert_eq!(answer.status, Some(0), "{trophy}: {answer:?}");
        let text = std::fs::read_to_string(finding.join("report.md")).expect("a report");
        Report { folder: finding, text }
    }

    /// The report of a bug of docs/trophies, along two paths, after a reduction that takes no longer than this.
    fn of(folder: &Path, trophy: &str, paths: [&str; 2], seconds: &str) -> Report {
        let program = trophy_file(trophy);
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
        self.run_on("22", command)
    }

    fn run_on(&self, mlir: &str, command: &str) -> (Option<i32>, String) {
        let stock = toolchain(mlir);
        let programs = stock.mlir_opt.as_deref().and_then(Path::parent).expect("it has stock programs");
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

    /// The test of the report fails as the bug shows, and passes on MLIR 19 where the bug is not there.
    fn its_test_shows_it(&self) {
        let section = self.section("Test").expect("every report has it");
        let Some(test) = section.split("```mlir\n").nth(1).and_then(|part| part.split("```").next()) else {
            let kinds = ["miscompiled: ", "nondeterministic: "];
            let actual = self.section("Actual").unwrap_or_default().trim_start();
            assert!(kinds.iter().any(|kind| actual.starts_with(kind)), "no test:\n{}", self.text);
            assert!(section.trim().starts_with("No test is made of this: "), "{section}");
            return;
        };
        std::fs::write(self.folder.join("test.mlir"), test).expect("a folder takes a file");
        // A bug that hangs on where memory lies shows in some runs of the test.
        assert!((0..5).any(|_| !self.passes(test, "22")), "it does not show the bug:\n{test}");
        if self.text.contains("| 19.1.7 | no | what the report shows |") {
            assert!(self.passes(test, "19"), "it fails without the bug:\n{test}");
        }
    }

    /// True of a test that passes, run as `lit` and FileCheck do it.
    fn passes(&self, test: &str, mlir: &str) -> bool {
        let lines = test.lines().filter_map(|line| line.strip_prefix("// RUN: "));
        let all = lines.collect::<Vec<_>>().join("\n").replace("\\\n", "");
        all.lines().all(|command| {
            let mut command = command.replace("%s", "test.mlir").replace("%t", "test.out");
            if mlir == "19" {
                command = command.replace("mlir-runner ", "mlir-cpu-runner ");
            }
            for name in ["mlir_runner_utils", "mlir_c_runner_utils", "mlir_float16_utils"] {
                let libraries = toolchain(mlir).runner_libraries;
                let library = libraries.iter().find(|library| library.ends_with(format!("lib{name}.so")));
                let library = library.expect("a library of the runner").canonicalize().expect("it is there");
                command = command.replace(&format!("%{name}"), &library.display().to_string());
            }
            let (command, checked) = match command.split_once("| FileCheck") {
                Some((command, _)) => (command.to_owned(), true),
                None => (command, false),
            };
            let (status, printed) = self.run_on(mlir, &format!("set -o pipefail\n{command}"));
            status == Some(0) && (!checked || fits(test, &printed))
        })
    }

    /// A small input, the sentence that decides, the oldest version, the version of `mlir-opt`, and words to search for.
    fn has_what_a_maintainer_asks_for(&self) {
        let section = |name: &str| self.section(name).unwrap_or_default();
        let input = section("Input").lines().filter(|line| !line.starts_with("```")).count();
        let is_least = self.text.contains("\n- Minimized: no smaller");
        assert!(!is_least || input <= MOST_LINES, "{input} lines of input:\n{}", self.text);
        assert!(section("Expected").contains(" decide"), "{}", self.text);
        assert!(
            ["valid", "well defined"].iter().any(|why| {
                section(&format!("Why the input is {why}")).contains("MLIR's verifier accepts it")
            }),
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

/// True where the lines of a test that FileCheck goes by fit what was printed, in their order.
fn fits(test: &str, printed: &str) -> bool {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = printed.lines().map(flat);
    let mut checks = test.lines().filter(|line| line.starts_with("// CHECK")).peekable();
    assert!(checks.peek().is_some(), "FileCheck refuses a test without checks:\n{test}");
    checks.all(|check| {
        let (_, text) = check.split_once(": ").expect("a check has a text");
        let is_whole = text.starts_with("{{^ *}}");
        let text = text.replace("{{^ *}}", "").replace("{{ *$}}", "");
        let text = flat(&text.replace("{{", "").replace("}}", "").replace("\\[", "["));
        lines.any(|line| if is_whole { line == text } else { line.contains(&text) })
    })
}

/// A new folder for the report of a bug. It stays until the next run, for whoever wants to read the report.
fn folder_of(bug: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports").join(bug);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an older run's folder goes");
    }
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// Of a bug that a pass shows by itself.
fn of_pass(trophy: &str, pipeline: &str, title: &str) {
    let report = Report::of(&folder_of(trophy), trophy, [NOTHING, pipeline], "5");
    assert!(report.title().starts_with(title), "{}", report.text);
    report.check();
}

/// Of a bug that shows as a wrong result or in lowered code, along the two paths that its trophy names.
fn of_result(trophy: &str, pass: &str) {
    let file = trophy_file(trophy);
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
    let report = Report::of(&folder_of(trophy), trophy, [&right, &wrong], "8");
    assert!(report.title().starts_with("[mlir]") && report.title().contains(pass), "{}", report.text);
    report.check();
}

#[test]
fn specialize_scalar_operand() {
    of_pass(
        "specialize-scalar-operand",
        "builtin.module(linalg-specialize-generic-ops)",
        "[mlir][linalg] linalg-specialize-generic-ops crashes",
    );
}

#[test]
fn bufferize_in_order_of_pointers() {
    of_pass(
        "bufferize-in-order-of-pointers",
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries})",
        "[mlir][bufferization] one-shot-bufferize is nondeterministic",
    );
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn affine_loops_over_loaded_memref() {
    of_pass(
        "affine-loops-over-loaded-memref",
        "builtin.module(convert-linalg-to-affine-loops)",
        "[mlir][linalg] convert-linalg-to-affine-loops leaves invalid IR",
    );
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn dead_operand_of_call() {
    of_pass(
        "dead-operand-of-call",
        "builtin.module(remove-dead-values)",
        "[mlir] remove-dead-values leaves invalid IR",
    );
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn flatten_memref_of_vectors() {
    of_pass(
        "flatten-memref-of-vectors",
        "builtin.module(flatten-memref)",
        "[mlir][memref] flatten-memref crashes",
    );
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn reduce_transposes_of_i1() {
    of_pass(
        "reduce-transposes-of-i1",
        "builtin.module(func.func(tosa-reduce-transposes))",
        "[mlir][tosa] printing what tosa-reduce-transposes leaves crashes: SIGSEGV in mlir::DenseElementsAttr",
    );
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn specialize_transposed_matmul() {
    of_pass(
        "specialize-transposed-matmul",
        "builtin.module(linalg-specialize-generic-ops)",
        "[mlir][linalg] linalg-specialize-generic-ops leaves invalid IR",
    );
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn strided_metadata_of_unit_dimensions() {
    of_pass(
        "strided-metadata-of-unit-dimensions",
        "builtin.module(expand-strided-metadata)",
        "[mlir][memref] expand-strided-metadata leaves invalid IR",
    );
}

#[test]
fn narrowing_of_shift() {
    of_result("narrowing-of-shift", "arith-int-range-narrowing");
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn promote_past_cast() {
    of_result("promote-past-cast", "promote-buffers-to-stack");
}

#[test]
fn bufferize_loop_of_blocks() {
    of_result("bufferize-loop-of-blocks", "one-shot-bufferize");
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn copy_out_past_call() {
    of_result("copy-out-past-call", "affine-data-copy-generate");
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn peeling_of_empty_loop() {
    of_result("peeling-of-empty-loop", "scf-for-loop-peeling");
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn narrowing_of_signed_comparison() {
    of_result("narrowing-of-signed-comparison", "arith-int-range-narrowing");
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn bufferize_transpose_of_blocks() {
    let folder = folder_of("bufferize-transpose-of-blocks");
    let report = Report::of_step(&folder, "bufferize-transpose-of-blocks", "one-shot-bufferize");
    assert_eq!(
        report.title(),
        "[mlir][bufferization] one-shot-bufferize changes the result",
        "{}",
        report.text
    );
    report.check();
}
