//! Textual pass pipelines: the one spelling of a path that lowdiff, its reports and stock `mlir-opt` share.
//!
//! A pipeline is taken apart into *steps*, each `builtin.module(...)` around a single pass, because facts
//! (what a pass did, where it crashed) are about single passes. The grammar is that of MLIR's
//! `parsePassPipeline`: names, `anchor(...)` nests, and `{...}` options in which only braces count.

use anyhow::Context;
use std::fmt::Write;
use std::path::Path;

/// One pass with its options and the anchors around it, as `mlir-opt --pass-pipeline` takes it.
pub type Step = String;

const ROOT: &str = "builtin.module";

/// The reason why a text is not a pipeline lowdiff can use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pipeline, column {column}: {problem}")]
pub struct PipelineError {
    /// The place, in characters from the start of the text, the first being 1.
    pub column: usize,
    /// The error there, and the way to mend it.
    pub problem: String,
}

/// Takes a pipeline anchored on `builtin.module` apart into single passes, in the order they run.
///
/// White space around names, options and separators is dropped; a line break within options becomes a
/// space. `builtin.module()` has no steps.
pub fn split(text: &str) -> Result<Vec<Step>, PipelineError> {
    let mut parser = PipelineParser { text, at: 0, anchors: Vec::new(), steps: Vec::new() };
    parser.skip_space();
    let start = parser.at;
    let name = parser.name();
    if name != ROOT {
        let shown = if name.is_empty() { "this".to_owned() } else { format!("'{name}'") };
        let problem =
            format!("{shown} is not an anchor lowdiff can start from; write {ROOT}(...) around the passes");
        return Err(parser.error(start, problem));
    }
    if parser.peek() != Some('(') {
        let problem = format!("expected '(' after {ROOT}; write {ROOT}(pass,...)");
        return Err(parser.error(parser.at, problem));
    }
    parser.nest(ROOT)?;
    if let Some(found) = parser.peek() {
        let problem = format!(
            "'{found}' follows the closing parenthesis of {ROOT}; put every pass inside it, separated by commas"
        );
        return Err(parser.error(parser.at, problem));
    }
    Ok(parser.steps)
}

/// Puts steps together into one pipeline for one `mlir-opt` run. [`split`] gives the same steps back.
pub fn join<S: AsRef<str>>(steps: &[S]) -> String {
    let mut text = format!("{ROOT}(");
    for (i, step) in steps.iter().enumerate() {
        text += if i == 0 { "" } else { "," };
        text += inner(step.as_ref());
    }
    text.push(')');
    text
}

/// A step without the `builtin.module(...)` around it.
pub fn inner(step: &str) -> &str {
    let inner = step.strip_prefix(ROOT).and_then(|s| s.strip_prefix('(')).and_then(|s| s.strip_suffix(')'));
    inner.unwrap_or(step)
}

/// The name of a step's pass, without anchors and options: `cse` for `builtin.module(func.func(cse))`.
pub fn pass_name(step: &str) -> &str {
    let head = step.split('{').next().unwrap_or(step);
    head.rsplit('(').next().unwrap_or(head).trim_end_matches(')').trim()
}

/// Reads the command line's `PIPELINE|@FILE` into steps.
///
/// A file holds one pipeline a line, applied in order; blank lines and lines that start with `#` do not
/// count, and a file without any other line is the path that does nothing.
pub fn read_path(argument: &str) -> anyhow::Result<Vec<Step>> {
    let Some(file) = argument.strip_prefix('@') else {
        let steps = split(argument);
        anyhow::ensure!(
            steps.is_ok() || !Path::new(argument).is_file(),
            "'{argument}' is a file and no pipeline: write '@{argument}' for the pipelines in it"
        );
        return Ok(steps?);
    };
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the path file '{file}'; name a file that exists after '@'"))?;
    let mut steps = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            steps.extend(split(line).with_context(|| format!("{file}, line {}", number + 1))?);
        }
    }
    Ok(steps)
}

struct PipelineParser<'a> {
    text: &'a str,
    at: usize,
    anchors: Vec<&'a str>,
    steps: Vec<Step>,
}

impl<'a> PipelineParser<'a> {
    /// The passes between `anchor`'s parentheses; the cursor is on the opening one.
    fn nest(&mut self, anchor: &'a str) -> Result<(), PipelineError> {
        let open = self.at;
        self.bump();
        self.anchors.push(anchor);
        self.skip_space();
        if self.peek() != Some(')') {
            loop {
                self.element()?;
                if self.peek() != Some(',') {
                    break;
                }
                self.bump();
            }
        }
        match self.peek() {
            Some(')') => self.bump(),
            Some(found) => {
                let problem = format!("'{found}' where ',' or ')' was expected; separate passes by commas");
                return Err(self.error(self.at, problem));
            }
            None => {
                let problem = format!("the parenthesis of {anchor} is never closed; add ')'");
                return Err(self.error(open, problem));
            }
        }
        self.anchors.pop();
        self.skip_space();
        Ok(())
    }

    /// One pass, or one nest of them.
    fn element(&mut self) -> Result<(), PipelineError> {
        self.skip_space();
        let start = self.at;
        let name = self.name();
        if name.is_empty() {
            let problem = "a pass name is missing here; remove the stray separator or name a pass".to_owned();
            return Err(self.error(start, problem));
        }
        if let Some(bad) = name.find(char::is_whitespace) {
            let problem = format!("'{name}' is two words; separate passes by commas");
            return Err(self.error(start + bad, problem));
        }
        match self.peek() {
            Some('(') => self.nest(name),
            Some('{') => {
                let options = self.options()?;
                self.step(name, &options);
                Ok(())
            }
            _ => {
                self.step(name, "");
                Ok(())
            }
        }
    }

    /// The text between the braces the cursor is on, with runs of white space as one space.
    fn options(&mut self) -> Result<String, PipelineError> {
        let open = self.at;
        let mut depth = 0;
        while let Some(c) = self.peek() {
            self.bump();
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inside = &self.text[open + 1..self.at - 1];
                self.skip_space();
                return Ok(inside.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        Err(self.error(open, "these options are never closed; add '}'".to_owned()))
    }

    fn step(&mut self, pass: &str, options: &str) {
        let mut text = String::new();
        for anchor in &self.anchors {
            let _ = write!(text, "{anchor}(");
        }
        text += pass;
        if !options.is_empty() {
            let _ = write!(text, "{{{options}}}");
        }
        text.extend(self.anchors.iter().map(|_| ')'));
        self.steps.push(text);
    }

    /// Everything up to the next character with a meaning, without the space around it.
    fn name(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(['(', ')', '{', '}', ',']).unwrap_or(rest.len());
        self.at += end;
        rest[..end].trim()
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn error(&self, at: usize, problem: String) -> PipelineError {
        PipelineError { column: self.text[..at].chars().count() + 1, problem }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_nests_and_options() {
        let text = "builtin.module(a, func.func( b{x=1 y=2,3},c ),\n any(one-shot-bufferize{ \n f=1  g=2 }))";
        assert_eq!(
            split(text).unwrap(),
            [
                "builtin.module(a)",
                "builtin.module(func.func(b{x=1 y=2,3}))",
                "builtin.module(func.func(c))",
                "builtin.module(any(one-shot-bufferize{f=1 g=2}))",
            ]
        );
    }

    #[test]
    fn options_may_hold_pipelines() {
        for inner in [
            "inline{op-pipelines=func.func(canonicalize)}",
            "composite-fixed-point-pass{pipeline=any(canonicalize,cse)}",
            "inline{default-pipeline=canonicalize{top-down=false} max-iterations=1}",
        ] {
            let text = format!("builtin.module({inner})");
            assert_eq!(split(&text).unwrap(), [text]);
        }
    }

    #[test]
    fn nothing_is_the_identity() {
        for text in ["builtin.module()", " builtin.module ( ) ", "builtin.module(func.func())"] {
            assert!(split(text).unwrap().is_empty(), "{text}");
        }
    }

    #[test]
    fn join_round_trips() {
        let text = "builtin.module(cse,func.func(a{x={y=1}}),func.func(b),any(c))";
        let steps = split(text).unwrap();
        assert_eq!(steps.len(), 4);
        assert_eq!(join(&steps), text);
        assert_eq!(split(&join(&steps)).unwrap(), steps);
        assert_eq!(join::<&str>(&[]), "builtin.module()");
    }

    #[test]
    fn names_the_innermost_pass() {
        assert_eq!(pass_name("builtin.module(cse)"), "cse");
        assert_eq!(pass_name("builtin.module(func.func(b{x=1 y=f(2)}))"), "b");
        assert_eq!(pass_name("builtin.module(inline{op-pipelines=func.func(canonicalize)})"), "inline");
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, column, word) in [
            ("", 1, "builtin.module"),
            ("cse", 1, "'cse' is not an anchor"),
            ("func.func(cse)", 1, "'func.func' is not an anchor"),
            ("builtin.module", 15, "expected '('"),
            ("builtin.module(cse", 15, "never closed"),
            ("builtin.module(func.func(cse)", 15, "never closed"),
            ("builtin.module(cse,,cse)", 20, "missing"),
            ("builtin.module(cse,)", 20, "missing"),
            ("builtin.module(cse sccp)", 19, "two words"),
            ("builtin.module(cse{a=1)", 19, "options are never closed"),
            ("builtin.module(cse{a=1}b)", 24, "',' or ')' was expected"),
            ("builtin.module(cse))", 20, "follows the closing"),
            ("builtin.module(cse),builtin.module(cse)", 20, "follows the closing"),
        ] {
            let error = split(text).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.problem.contains(word), "{text}: {error}");
        }
    }

    #[test]
    fn reads_files_line_by_line() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("path");
        let argument = format!("@{}", file.display());
        std::fs::write(&file, "# a comment\n\nbuiltin.module(cse,sccp)\n  builtin.module(inline)\n").unwrap();
        assert_eq!(read_path(&argument).unwrap().len(), 3);
        std::fs::write(&file, "# nothing\n").unwrap();
        assert!(read_path(&argument).unwrap().is_empty());
        std::fs::write(&file, "\nbuiltin.module(cse\n").unwrap();
        let error = format!("{:#}", read_path(&argument).unwrap_err());
        assert!(error.contains("line 2") && error.contains("column 15"), "{error}");
        assert!(format!("{:#}", read_path("@/nowhere/at/all").unwrap_err()).contains("/nowhere/at/all"));
        assert_eq!(read_path("builtin.module(cse)").unwrap(), ["builtin.module(cse)"]);
    }
}
