//! Tests of LLVM's test runner, lit, as far as they say which passes are run on which modules (llvm.org/docs/CommandGuide/lit.html).

use serde::Serialize;
use std::collections::BTreeMap;

/// A file of tests, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestFile {
    /// The modules that the file's `opt` programs read: what stands between markers, where they split it.
    pub parts: Vec<TestPart>,
    /// Each RUN line, in order: the words that may name a pass, or why there are none.
    pub runs: Vec<Result<Vec<RunWord>, Unused>>,
}

/// A module of a file of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestPart {
    /// The line of the file that it begins in, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// A word of a command line of an `opt` program that may name a pass.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RunWord {
    /// `--pass-pipeline=...`.
    Pipeline(String),
    /// `--name` or `--name=value`: a pass with its options, or a flag.
    Flag {
        /// The name, without dashes.
        name: String,
        /// The value; empty where there is none.
        value: String,
    },
}

/// The reason why a RUN line gives no steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unused {
    /// A quote in it is not closed.
    Quotes,
    /// No `opt` program is in it.
    OtherPrograms,
    /// Its program is expected to fail.
    ExpectedToFail,
    /// A pipeline in it cannot be read.
    Pipeline,
    /// It names no pass that the library has.
    NoSteps,
}

impl Unused {
    /// The reason in a summary, behind a number.
    pub fn word(self) -> &'static str {
        match self {
            Unused::Quotes => "with an open quote",
            Unused::OtherPrograms => "of other programs than opt",
            Unused::ExpectedToFail => "expected to fail",
            Unused::Pipeline => "with a pipeline that cannot be read",
            Unused::NoSteps => "without a pass of this library",
        }
    }
}

/// The keyword of a command line.
const RUN: &str = "RUN:";
/// The option that splits the input, and the text that it is split at where the option has no value.
const SPLITS: (&str, &str) = ("split-input-file", "// -----");
/// Bytes of a command line, more or less.
const LONGEST: usize = 1 << 14;
/// Substitutions within one another, at most.
const DEEPEST: usize = 12;

impl TestFile {
    /// Takes a file apart.
    pub fn read(text: &str) -> TestFile {
        let mut defined = BTreeMap::new();
        let (mut runs, mut markers, mut is_read) = (Vec::new(), Vec::new(), false);
        for (keyword, directive) in directives(text) {
            if keyword != RUN {
                if let Some((name, value)) = directive.split_once('=') {
                    defined.insert(name.trim().to_owned(), value.trim().to_owned());
                }
                continue;
            }
            let command = OptCommand::read(&substituted(directive, &defined));
            runs.push(match command {
                Ok(command) => {
                    is_read = true;
                    markers.extend(command.marker);
                    if command.fails { Err(Unused::ExpectedToFail) } else { Ok(command.asked) }
                }
                Err(why) => Err(why),
            });
        }
        // Programs other than `opt` split at the usual marker.
        let usual = (!is_read).then(|| SPLITS.1.to_owned());
        // A file that several command lines read is split if one of them splits it.
        let marker = markers.into_iter().chain(usual).find(|marker| !marker.is_empty());
        let pieces = match &marker {
            Some(marker) => text.split(marker).collect(),
            None => vec![text],
        };
        let (mut parts, mut before) = (Vec::new(), 0);
        for piece in pieces {
            let blank = piece.len() - piece.trim_start().len();
            parts.push(TestPart { line: 1 + lines(&text[..before + blank]), text: piece.to_owned() });
            before += piece.len() + marker.as_deref().map_or(0, str::len);
        }
        TestFile { parts, runs }
    }
}

/// The lines that end in a text.
fn lines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The texts behind keywords, each with the lines that it goes on in.
fn directives(text: &str) -> Vec<(&'static str, String)> {
    let mut found: Vec<(&'static str, String)> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        // `REDEFINE:` has `DEFINE:` in it.
        let behind = [RUN, "REDEFINE:", "DEFINE:"].into_iter().find_map(|keyword| {
            let (_, behind) = line.split_once(keyword)?;
            Some((keyword, behind.trim()))
        });
        let Some((keyword, behind)) = behind else { continue };
        let (behind, more) = match behind.strip_suffix('\\') {
            Some(behind) => (behind.trim_end(), true),
            None => (behind, false),
        };
        match found.last_mut().filter(|_| goes_on) {
            Some((_, last)) => {
                last.push(' ');
                last.push_str(behind);
            }
            None => found.push((keyword, behind.to_owned())),
        }
        goes_on = more;
    }
    found
}

/// The text with each `%{name}` as its value at that point of the file.
fn substituted(mut text: String, defined: &BTreeMap<String, String>) -> String {
    for _ in 0..DEEPEST {
        let before = text.clone();
        for (name, value) in defined {
            text = text.replace(name, value);
        }
        // A definition may be in terms of itself.
        if text == before || text.len() > LONGEST {
            break;
        }
    }
    text
}

/// The `opt` programs of a command line.
#[derive(Default)]
struct OptCommand {
    /// The options of each.
    asked: Vec<RunWord>,
    /// The text that the first one splits its input at.
    marker: Option<String>,
    /// True where one is expected to fail.
    fails: bool,
}

impl OptCommand {
    fn read(command_line: &str) -> Result<OptCommand, Unused> {
        let words = shlex::split(&spaced(command_line)).ok_or(Unused::Quotes)?;
        let commands = words.split(|word| ["|", "&&", ";", "||"].contains(&word.as_str()));
        let mut read: Option<OptCommand> = None;
        for command in commands {
            let Some(program) = command.iter().position(|word| is_opt(word)) else { continue };
            let read = read.get_or_insert_default();
            read.fails |= command[..program].iter().any(|word| word == "not");
            read.options(&command[program + 1..]);
        }
        read.ok_or(Unused::OtherPrograms)
    }

    fn options(&mut self, words: &[String]) {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-') else { continue };
            let option = option.strip_prefix('-').unwrap_or(option);
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option, None),
            };
            if name == "pass-pipeline" {
                let value = value.or_else(|| words.next().map(String::as_str)).unwrap_or_default();
                self.asked.push(RunWord::Pipeline(value.to_owned()));
            } else if name == SPLITS.0 {
                self.marker.get_or_insert_with(|| value.unwrap_or(SPLITS.1).to_owned());
            } else if !name.is_empty() {
                let value = value.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
                self.asked.push(RunWord::Flag { name: name.to_owned(), value });
            }
        }
    }
}

/// The command line with space around each operator outside of quotes.
fn spaced(command_line: &str) -> String {
    let (mut text, mut quote) = (String::new(), None);
    for c in command_line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            ('|' | ';', None) => {
                text.extend([' ', c, ' ']);
                continue;
            }
            _ => {}
        }
        text.push(c);
    }
    text
}

/// True of a program that reads a module and runs passes on it, such as `mlir-opt`.
fn is_opt(word: &str) -> bool {
    word.rsplit('/').next().is_some_and(|name| name.ends_with("-opt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(name: &str, value: &str) -> RunWord {
        RunWord::Flag { name: name.to_owned(), value: value.to_owned() }
    }

    /// The words of the lines that have some.
    fn asked(text: &str) -> Vec<Vec<RunWord>> {
        TestFile::read(text).runs.into_iter().flatten().collect()
    }

    #[test]
    fn run_lines_name_passes_in_order() {
        let text = "// RUN: mlir-opt %s -cse --affine-loop-tile=\"tile-size=3  separate\" \\\n\
                    // RUN:   -split-input-file | FileCheck %s\n\
                    // RUN: mlir-opt --pass-pipeline='builtin.module(func.func(cse))' %s | other-opt -sccp\n\
                    // RUN: not mlir-opt -inline %s\n\
                    // RUN: FileCheck %s\n";
        let cse = [flag("cse", ""), flag("affine-loop-tile", "tile-size=3 separate")];
        let pipeline = RunWord::Pipeline("builtin.module(func.func(cse))".to_owned());
        let runs = [
            Ok(cse.to_vec()),
            Ok(vec![pipeline, flag("sccp", "")]),
            Err(Unused::ExpectedToFail),
            Err(Unused::OtherPrograms),
        ];
        assert_eq!(TestFile::read(text).runs, runs);
    }

    #[test]
    fn operators_stand_by_themselves_outside_of_quotes() {
        let text =
            "// RUN: mlir-opt %s -cse|FileCheck %s\n// RUN: mlir-opt %s -p='a|b;c'; mlir-opt -inline\n";
        assert_eq!(asked(text), [vec![flag("cse", "")], vec![flag("p", "a|b;c"), flag("inline", "")]]);
    }

    #[test]
    fn a_definition_in_terms_of_itself_comes_to_an_end() {
        let text = "// DEFINE: %{a} = %{a} %{a} %{a} -cse\n// RUN: mlir-opt %s %{a}\n";
        assert_eq!(TestFile::read(text).runs.len(), 1);
    }

    #[test]
    fn definitions_are_put_in() {
        let text = "// DEFINE: %{options} = --sparsifier=\"a=1\"\n\
                    // DEFINE: %{compile} = mlir-opt %s \\\n\
                    // DEFINE:   %{options} -cse\n\
                    // RUN: %{compile} | FileCheck %s\n\
                    // REDEFINE: %{options} = -inline\n\
                    // RUN: %{compile}\n";
        let runs = [[flag("sparsifier", "a=1"), flag("cse", "")], [flag("inline", ""), flag("cse", "")]];
        assert_eq!(asked(text), runs);
    }

    #[test]
    fn parts_are_what_stands_between_markers_wherever_they_stand() {
        let parts = |text: &str| -> Vec<String> {
            TestFile::read(text).parts.into_iter().map(|part| part.text).collect()
        };
        let lines: Vec<usize> =
            TestFile::read("module {}\n// -----\n\nmodule {}\n").parts.iter().map(|part| part.line).collect();
        assert_eq!(lines, [1, 4]);
        let text = "module {} // -----\n// a\nfunc.func @f() { return }\n  // -----   \n";
        let split = ["module {} ", "\n// a\nfunc.func @f() { return }\n  ", "   \n"];
        assert_eq!(parts(text), split, "nobody says how it is read");
        let runs = |run: &str| format!("// RUN: {run}\n// RUN: echo\n");
        let of = |run: &str, text: &str| parts(&(runs(run) + text));
        assert_eq!(of("mlir-opt %s --split-input-file", text)[1..], split[1..]);
        assert_eq!(of("not mlir-opt %s -split-input-file", text).len(), 3);
        assert_eq!(of("mlir-translate %s -split-input-file", text).len(), 3);
        assert_eq!(of("mlir-opt %s -cse", text).len(), 1, "its one program does not split it");
        assert_eq!(of("mlir-opt %s -split-input-file=", text).len(), 1);
        let marked = "module {}\n// CUT\nmodule {} // -----\n";
        let split = ["\nmodule {} // -----\n"];
        assert_eq!(of("mlir-opt %s -split-input-file=\"// \"\"CUT\"", marked)[1..], split);
    }

    #[test]
    fn lines_that_are_no_commands_ask_for_nothing() {
        let text = "// RUN: mlir-opt 'open %s -cse\n// RUN: echo -cse\n// RUN: mlir-opt %s -pass-pipeline\n";
        let pipeline = RunWord::Pipeline(String::new());
        let runs = [Err(Unused::Quotes), Err(Unused::OtherPrograms), Ok(vec![pipeline])];
        assert_eq!(TestFile::read(text).runs, runs);
    }
}
