//! Tests of LLVM's test runner, lit, as far as they say which passes are run on which modules (llvm.org/docs/CommandGuide/lit.html).

use std::collections::BTreeMap;

/// A file of tests, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestFile {
    /// The modules, which `// -----` stands between.
    pub parts: Vec<String>,
    /// The words of each RUN line, in order, without lines that ask for nothing.
    pub runs: Vec<Vec<Asked>>,
}

/// A word of a command line of an `opt` program that may name a pass.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
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

/// The keyword of a command line.
const RUN: &str = "RUN:";
/// The line between two modules.
const MARKER: &str = "// -----";
/// Bytes of a command line, more or less.
const LONGEST: usize = 1 << 14;
/// Substitutions within one another, at most.
const DEEPEST: usize = 12;

impl TestFile {
    /// Takes a file apart.
    pub fn read(text: &str) -> TestFile {
        let mut parts = vec![String::new()];
        for line in text.lines() {
            if line.trim_end().starts_with(MARKER) {
                parts.push(String::new());
                continue;
            }
            if let Some(part) = parts.last_mut() {
                part.push_str(line);
                part.push('\n');
            }
        }
        let mut defined = BTreeMap::new();
        let mut runs: Vec<Vec<Asked>> = Vec::new();
        for (keyword, directive) in directives(text) {
            if keyword != RUN {
                if let Some((name, value)) = directive.split_once('=') {
                    defined.insert(name.trim().to_owned(), value.trim().to_owned());
                }
                continue;
            }
            let asked = asked(&substituted(directive, &defined));
            if !asked.is_empty() && !runs.contains(&asked) {
                runs.push(asked);
            }
        }
        TestFile { parts, runs }
    }
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

/// The options of each `opt` program in a command line, unless it is expected to fail.
fn asked(command_line: &str) -> Vec<Asked> {
    // Quotes that do not match are nobody's command.
    let words = shlex::split(&spaced(command_line)).unwrap_or_default();
    let commands = words.split(|word| ["|", "&&", ";", "||"].contains(&word.as_str()));
    let mut asked = Vec::new();
    for command in commands {
        let Some(program) = command.iter().position(|word| is_opt(word)) else { continue };
        if command[..program].iter().any(|word| word == "not") {
            return Vec::new();
        }
        let mut words = command[program + 1..].iter();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-') else { continue };
            let option = option.strip_prefix('-').unwrap_or(option);
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            if name == "pass-pipeline" {
                let value = if value.is_empty() { words.next().map_or("", |word| word) } else { value };
                asked.push(Asked::Pipeline(value.to_owned()));
            } else if !name.is_empty() {
                let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                asked.push(Asked::Flag { name: name.to_owned(), value });
            }
        }
    }
    asked
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

    fn flag(name: &str, value: &str) -> Asked {
        Asked::Flag { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn run_lines_name_passes_in_order() {
        let text = "// RUN: mlir-opt %s -cse --affine-loop-tile=\"tile-size=3  separate\" \\\n\
                    // RUN:   -split-input-file | FileCheck %s\n\
                    // RUN: mlir-opt %s -cse --affine-loop-tile='tile-size=3 separate' -split-input-file\n\
                    // RUN: mlir-opt --pass-pipeline='builtin.module(func.func(cse))' %s | other-opt -sccp\n\
                    // RUN: not mlir-opt -inline %s\n\
                    // RUN: FileCheck %s\n";
        let cse =
            [flag("cse", ""), flag("affine-loop-tile", "tile-size=3 separate"), flag("split-input-file", "")];
        let pipeline = Asked::Pipeline("builtin.module(func.func(cse))".to_owned());
        assert_eq!(TestFile::read(text).runs, [cse.to_vec(), vec![pipeline, flag("sccp", "")]]);
    }

    #[test]
    fn operators_stand_by_themselves_outside_of_quotes() {
        let text =
            "// RUN: mlir-opt %s -cse|FileCheck %s\n// RUN: mlir-opt %s -p='a|b;c'; mlir-opt -inline\n";
        let runs = [vec![flag("cse", "")], vec![flag("p", "a|b;c"), flag("inline", "")]];
        assert_eq!(TestFile::read(text).runs, runs);
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
        assert_eq!(TestFile::read(text).runs, runs);
    }

    #[test]
    fn parts_are_what_stands_between_markers() {
        let file = TestFile::read("module {}\n// -----\n// a\nfunc.func @f() { return }\n// -----   \n");
        assert_eq!(file.parts, ["module {}\n", "// a\nfunc.func @f() { return }\n", ""]);
        assert_eq!(file.runs, Vec::<Vec<Asked>>::new());
    }

    #[test]
    fn lines_that_are_no_commands_ask_for_nothing() {
        assert_eq!(TestFile::read("// RUN: mlir-opt 'open %s -cse\n// RUN: echo -cse\n").runs, [[]; 0]);
    }
}
