//! `report.md`: a finding in the form in which LLVM wants bugs of fuzzers reported. It is made of the finding's own files, so it can be
//! made again whenever these say more, and it says what they say and nothing else. Where the finding was reduced, it is what that
//! came to that is reported.

use super::commands::Commands;
use super::demonstration::Demonstration;
use super::expected;
use crate::finding::{CaseRecord, CulpritRecord, Finding, PathRecord, Shows, VersionRecord};
use crate::judge::VerdictKind;
use crate::observe::{Ended, Outcome, StackFrame, Subject, TypedOperation};
use crate::path::catalogue::Role;
use crate::reduce::{Folder, ReductionState};
use crate::words;
use anyhow::Result;
use std::fmt::Write as _;
use std::path::Path;

/// The file's name.
pub const REPORT: &str = "report.md";
/// Longer texts are named and not shown.
const MOST_LINES: usize = 150;
/// Functions on the stack of a module that is being written.
const WRITES: [&str; 4] = ["mlirOperationPrint", "mlir::Operation::print", "AsmPrinter", "WriteBytecode"];

/// Writes the report of the finding in this directory; nothing where there is no finding.
///
/// # Errors
/// The finding's document cannot be read, or the folder takes no file.
pub fn write(finding: &Path) -> Result<()> {
    let Some(document) = Finding::find(finding)? else { return Ok(()) };
    let demonstration = Demonstration::of(finding, &document);
    let issue = Issue { found: &document, document: &demonstration.document, demonstration: &demonstration };
    crate::files::write(&finding.join(REPORT), issue.text())
}

/// A finding, and what is shown of it.
pub(super) struct Issue<'a> {
    /// The document from when it was found.
    pub(super) found: &'a Finding,
    /// The document beside what is shown.
    pub(super) document: &'a Finding,
    pub(super) demonstration: &'a Demonstration,
}

impl Issue<'_> {
    fn text(&self) -> String {
        let mut text = format!("# {}\n\n", self.title());
        text += &self.origin();
        text += &format!("\n## Program\n\n{}", self.listing(self.demonstration.file, "mlir"));
        text += &format!("\n## Commands\n\n{}", self.commands());
        text += &format!("\n## Expected\n\n{}\n", self.expected());
        text += &format!("\n## Actual\n\n{}", self.actual());
        text += &format!("\n## Culprit\n\n{}", self.culprit());
        text += &format!("\n## Versions\n\n{}", self.versions());
        text
    }

    fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.demonstration.folder.join(name)).ok()
    }

    /// A file's name, from the finding's folder.
    fn named(&self, name: &str) -> String {
        self.demonstration.named(name)
    }

    pub(super) fn kind(&self) -> VerdictKind {
        self.document.verdict().kind
    }

    /// True where the program just before the culprit is shown, and not the one in whose folder it lies.
    pub(super) fn is_behind(&self) -> bool {
        !self.demonstration.is_whole()
    }

    /// The result of the shown program along the shown paths.
    fn seen(&self) -> &CaseRecord {
        self.document.shown.as_ref().filter(|_| self.is_behind()).unwrap_or(&self.document.seen)
    }

    fn blamed(&self) -> Option<&CulpritRecord> {
        self.document.culprit.as_ref()
    }

    /// The culprit, where it alone has the words about what is shown: who was blamed and not reduced.
    fn only_blamed(&self) -> Option<&CulpritRecord> {
        self.blamed().filter(|_| self.is_behind() && self.document.shown.is_none())
    }

    /// The verdict's words about what is shown.
    pub(super) fn detail(&self) -> String {
        let blamed = self.only_blamed().and_then(|culprit| culprit.after.clone());
        blamed.filter(|after| !after.is_empty()).unwrap_or_else(|| words::detail(&self.seen().verdict.detail))
    }

    pub(super) fn ends_in_pass(&self) -> bool {
        self.demonstration.ends_in_pass()
    }

    /// The path that shows it.
    pub(super) fn wrong(&self) -> Option<&PathRecord> {
        self.seen().paths.iter().find(|path| path.outcome != Outcome::Ok)
    }

    /// The signal that ended the path that shows it.
    pub(super) fn signal(&self) -> Option<i32> {
        self.wrong()?.signal
    }

    fn frames(&self) -> &[StackFrame] {
        self.wrong().map(PathRecord::stack).unwrap_or_default()
    }

    /// The activity of MLIR in which it crashed while a module was written and read, rather than not reading it.
    pub(super) fn crash_in_text(&self) -> Option<&'static str> {
        let crashed = self.kind() == VerdictKind::Unreadable && self.signal().is_some();
        let is_writing = |function: &str| WRITES.iter().any(|word| function.contains(word));
        let writes = || self.frames().iter().filter_map(StackFrame::function).any(is_writing);
        crashed.then(|| if writes() { "printing" } else { "printing or reading" })
    }

    /// The way in which the culprit ends its path, where it alone has the words about that.
    fn ended(&self) -> Option<&Ended> {
        self.only_blamed()?.ended.as_ref()
    }

    /// The words of MLIR at the end; of a crash without words, its place.
    fn message(&self) -> Option<String> {
        if self.crash_in_text().is_some() {
            let place = self.frames().first().map(|frame| match frame {
                StackFrame::Function { function, .. } => function.clone(),
                other => other.to_string(),
            });
            return place.map(|place| format!("it is in {place}"));
        }
        let ended = self.ended().map(|ended| ended.failure.message.as_str());
        let paths = self.seen().paths.iter().filter(|path| path.outcome != Outcome::Ok);
        let said = ended.into_iter().chain(paths.filter_map(|path| path.message.as_deref()));
        let mut lines = said.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty());
        lines.next().map(|line| line.chars().take(160).collect())
    }

    /// The subject of the end of the path.
    fn about(&self) -> Option<Subject> {
        let ended = self.ended().and_then(|ended| ended.failure.about);
        ended.or_else(|| self.wrong().and_then(|path| path.about))
    }

    fn title(&self) -> String {
        use VerdictKind::{Crash, InvalidIr, Memory, Mismatch, Nondeterministic, OutOfMemory};
        use VerdictKind::{RoundTrip, Timeout, Undefined, Unreadable};
        let verdict = self.document.verdict();
        let pass = verdict.pass.as_deref().or(self.blamed().map(|culprit| culprit.pass.as_str()));
        let operation = verdict.operation.as_ref();
        let about = match (pass, verdict.kind) {
            (Some(pass), Crash) => format!("{pass} crashes"),
            (Some(pass), InvalidIr) => format!("{pass} leaves invalid IR"),
            (Some(pass), Unreadable) => match self.crash_in_text() {
                Some(doing) => format!("{doing} what {pass} leaves crashes"),
                None => format!("what {pass} leaves cannot be read back"),
            },
            (Some(pass), RoundTrip) => format!("what {pass} leaves is read back as another module"),
            (Some(pass), Nondeterministic) if self.ends_in_pass() => {
                format!("{pass} leaves other IR when memory lies elsewhere")
            }
            (Some(pass), Timeout) if self.ends_in_pass() => format!("{pass} does not end"),
            (Some(pass), OutOfMemory) if self.ends_in_pass() => format!("{pass} takes all memory"),
            (Some(pass), Memory | Undefined) => format!("lowered code is undefined after {pass}"),
            (Some(pass), _) if pass == Role::Folds.pass().name && self.is_of_a_fold_hook() => {
                let operation = operation.map(TypedOperation::to_string).unwrap_or_default();
                format!("{operation} is folded to a wrong result")
            }
            (Some(pass), _) => format!("wrong result after {pass}"),
            (None, Mismatch) if self.every_path() => match operation {
                Some(operation) => format!("every lowering of {operation} gives a wrong result"),
                None => "every lowering of a program gives a wrong result".to_owned(),
            },
            (None, Mismatch) => "two lowerings of one program give different results".to_owned(),
            (None, kind) => format!("{kind} in lowered code"),
        };
        let message =
            self.message().filter(|_| matches!(verdict.kind, Crash | InvalidIr | Unreadable | RoundTrip));
        match message {
            Some(message) => format!("[mlir] {about}: {message}"),
            None => format!("[mlir] {about}"),
        }
    }

    /// True where folding an operation by itself goes wrong.
    fn is_of_a_fold_hook(&self) -> bool {
        self.blamed().is_some_and(|culprit| culprit.evaluated) && self.document.verdict().operation.is_some()
    }

    /// True where every path that was tried is wrong, so that only the semantics tell.
    fn every_path(&self) -> bool {
        let reduced = self.reduction().is_some_and(|state| state.question.every_path);
        let against = self.seen().verdict.against.as_ref();
        self.kind() == VerdictKind::Mismatch && (reduced || against.is_some_and(|against| against.every_path))
    }

    /// The flags that write the form that is not read back, and what reads it, where that is the finding.
    fn read_by(&self) -> Option<(&'static str, &'static str)> {
        match self.crash_in_text() {
            Some("printing") => return None,
            Some(_) => return Some(("", "mlir-opt")),
            None => {}
        }
        match self.about()? {
            Subject::Bytecode => Some((" --emit-bytecode", "mlir-opt --mlir-print-op-generic")),
            Subject::GenericForm => Some((" --mlir-print-op-generic", "mlir-opt --mlir-print-op-generic")),
            Subject::PrettyForm => Some(("", "mlir-opt")),
            Subject::Division | Subject::Arguments(_) => None,
        }
    }

    fn listing(&self, name: &str, language: &str) -> String {
        let shown = self.named(name);
        match self.read(name) {
            Some(text) if text.lines().count() <= MOST_LINES => {
                format!("`{shown}`:\n\n```{language}\n{}\n```\n", text.trim_end())
            }
            Some(text) => format!("`{shown}`, {} lines.\n", text.lines().count()),
            None => format!("`{shown}` is not here.\n"),
        }
    }

    fn commands(&self) -> String {
        let commands = Commands { demonstration: self.demonstration, read_by: self.read_by() };
        commands.text()
    }

    /// The expected result, and the reason for it.
    fn expected(&self) -> String {
        use VerdictKind::{Crash, InvalidIr, Miscompiled, Nondeterministic, OutOfMemory};
        use VerdictKind::{RoundTrip, Timeout, Unreadable};
        match self.kind() {
            Crash => "No crash: the program is valid, as MLIR's verifier found before the pass was run.".into(),
            InvalidIr => "Valid IR, or failure with a diagnostic: the pass reports success.".into(),
            Miscompiled => "A module that does what the one before the pass does, or something else which that allows.".into(),
            Unreadable if self.crash_in_text().is_some() => {
                "No crash: the module is valid, as MLIR's verifier found, and MLIR prints and reads any that is.".into()
            }
            Unreadable => "MLIR reads what it wrote: the module is valid, as its verifier found.".into(),
            RoundTrip => "MLIR reads the module that it wrote.".into(),
            Timeout | OutOfMemory if self.ends_in_pass() => {
                "An end: within the limits of time and memory it comes to none.".into()
            }
            Timeout | OutOfMemory => "An end, as the other path of the same program has.".into(),
            Nondeterministic if self.ends_in_pass() => "The same IR every time.".into(),
            Nondeterministic => "The same results every time: the program reads no input.".into(),
            _ if self.demonstration.asks_semantics() => {
                let against = self.seen().verdict.against.as_ref().filter(|_| self.every_path());
                let operation = self.document.verdict().operation.as_ref();
                let against = against.and_then(|against| expected::against(&against.difference, operation));
                let sentence = against.map_or_else(String::new, |said| said + "\n\n");
                format!(
                    "{sentence}What `{}` lists, output for output. It was computed by lowdiff's reference semantics, which evaluate the \
                     program operation by operation as its dialects' documents say; floats have a bound for rounding.",
                    self.named("expected.txt")
                )
            }
            _ => match self.blamed().and_then(|culprit| culprit.before.as_deref()) {
                Some(before) => {
                    format!("The results of the program without the culprit, {before}.{}", self.defined())
                }
                None => "Equal results: both paths lower one and the same program.".into(),
            },
        }
    }

    /// The state of the reduction, if there was one.
    pub(super) fn reduction(&self) -> Option<ReductionState> {
        Folder::state(&self.demonstration.folder)
    }

    /// The checks which show that the right result is no accident.
    fn defined(&self) -> &'static str {
        let Some(state) = self.reduction() else { return "" };
        match (state.question.checks.memory, state.question.checks.bounds) {
            (true, true) => {
                " They are the same whatever fresh memory holds, and MLIR's own checks of bounds \
                 (generate-runtime-verification) find nothing where there is anything for them to look at."
            }
            (true, false) => " They are the same whatever fresh memory holds.",
            (false, true) => {
                " MLIR's own checks of bounds find nothing where there is anything for them to look at."
            }
            (false, false) => "",
        }
    }

    fn actual(&self) -> String {
        let mut text = format!("{}\n", self.detail());
        if self.seen().verdict.varies {
            text += "\nThe values vary from run to run.\n";
        }
        let frames = &self.frames()[..self.frames().len().min(12)];
        if !frames.is_empty() {
            let lines: Vec<String> = frames.iter().map(StackFrame::to_string).collect();
            text += &format!("\n```\n{}\n```\n", lines.join("\n"));
        }
        text
    }

    fn culprit(&self) -> String {
        let named = self.blamed().and_then(|culprit| Some((culprit, culprit.pipeline.as_ref()?)));
        let Some((culprit, pipeline)) = named else {
            return match &self.document.verdict().pass {
                Some(pass) => {
                    format!("It shows in `{pass}`. Whether that pass alone shows it was not looked at.\n")
                }
                None if self.every_path() => {
                    "None of the passes by itself: every lowering path tried gives the same kind of wrong result, the plain one \
                     included, so there is no right path to hold another against.\n"
                        .into()
                }
                None => "Nobody was blamed: `lowdiff blame` looks for the pass.\n".into(),
            };
        };
        let mut text = format!("`{pipeline}`\n");
        if !culprit.met.is_empty() {
            let till = if culprit.alone { ": `before.mlir` is behind that" } else { "" };
            let _ = writeln!(
                text,
                "\nFrom the program on it takes the work of {} before it{till}.",
                culprit.met.join(", ")
            );
        }
        if culprit.evaluated {
            let after = culprit.after.as_deref().unwrap_or_default();
            let _ = writeln!(
                text,
                "\nThe reference semantics evaluate what it is given as expected, and what it makes as wrong as the path is: \
                 {after}. No pass behind it has a part in it, and `mlir-opt --pass-pipeline='{pipeline}' before.mlir` is enough to see it."
            );
        } else if self.every_path() {
            text += "\nWhat it is given is right, as the reference semantics evaluate it, and every way down from what it makes that \
                     was tried is wrong. That no pass behind it is the one that goes wrong is not proved beyond that.\n";
        } else if let Some(before) = culprit.before.as_ref().filter(|_| !self.ends_in_pass()) {
            let _ = writeln!(
                text,
                "\nLowered plainly from there, what it was given comes to what is expected ({before}), and what it makes does \
                 not. That no pass behind it is the one that goes wrong is not proved beyond that."
            );
        }
        if let Some(version) = self.asked().iter().find(|version| version.contradicts) {
            let version = &version.mlir.version;
            let _ = writeln!(
                text,
                "\nThis is in doubt: on {version} both paths give what path b gives here. Then path a is the wrong one, by a pass that \
                 the plain lowering has, too."
            );
        }
        if culprit.varies {
            text += "\nThis varies from run to run, so a step before it may be the one.\n";
        }
        if !culprit.alone {
            text +=
                "\nFrom the IR just before it on it was not seen: the steps before may have a part in it.\n";
        }
        if self.demonstration.folder.join("change.diff").exists() {
            text += &format!("\nWhat it changes: {}", self.listing("change.diff", "diff"));
        }
        text
    }

    /// The answers of all MLIRs that were asked; the last command that asked wrote them beside the finding.
    fn asked(&self) -> &[VersionRecord] {
        if self.found.versions.is_empty() { &self.document.versions } else { &self.found.versions }
    }

    fn versions(&self) -> String {
        let versions = self.asked();
        if versions.is_empty() {
            let version = self.document.mlir.as_ref().map_or("unknown", |mlir| &mlir.version);
            return format!("Seen on {version}. No other version was asked: `lowdiff triage` does that.\n");
        }
        let mut text = "| MLIR | shows | what was run | what it came to |\n|---|---|---|---|\n".to_owned();
        let cell = |text: &str| text.replace(['|', '\n'], " ");
        let shows = |shows: Shows| match shows {
            Shows::Unknown => "not tried",
            Shows::Other => "something else",
            shows => shows.name(),
        };
        for version in versions {
            let mut run = cell(&version.run);
            if let Some(found) = version.found {
                run += &format!("; as it was found: {}", shows(found));
            }
            let (mlir, detail) = (cell(&version.mlir.version), cell(&version.detail));
            let _ = writeln!(text, "| {mlir} | {} | {run} | {detail} |", shows(version.shows));
        }
        text
    }
}

#[cfg(test)]
#[path = "issue_tests.rs"]
mod tests;
