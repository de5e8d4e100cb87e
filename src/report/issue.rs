//! `report.md`: a finding in the form in which LLVM wants bugs. It is made of the finding's own files and of what its commands print, so it
//! can be made again whenever these say more, and it says what they say and nothing else. Of a finding that was reduced, it
//! reports the reduced one. It is a draft for a person: nothing is ever sent.

use super::commands::{Commands, StockCommands, block};
use super::demonstration::Demonstration;
use super::expected;
use super::stock::{Stock, StockRun};
use super::test_case;
use crate::finding::{CaseRecord, CulpritRecord, Finding, PathRecord};
use crate::judge::{VerdictKind, policy};
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
/// The lines of an output that are shown.
const MOST_PRINTED: usize = 40;
/// Functions on the stack of a module that is being written.
const WRITES: [&str; 4] = ["mlirOperationPrint", "mlir::Operation::print", "AsmPrinter", "WriteBytecode"];

/// Writes the report of the finding in this directory; nothing where there is no finding.
///
/// # Errors
/// The finding's document cannot be read, or the folder takes no file.
pub fn write(finding: &Path) -> Result<()> {
    let Some(document) = Finding::find(finding)? else { return Ok(()) };
    let demonstration = Demonstration::of(finding, &document);
    let mut issue = Issue {
        found: &document,
        document: &demonstration.document,
        demonstration: &demonstration,
        stock: None,
        commands: StockCommands::default(),
    };
    issue.commands = issue.lines().stock();
    issue.stock = Stock::of(finding, &demonstration, &issue.commands.all());
    crate::files::write(&finding.join(REPORT), issue.text())
}

/// A finding, and what is shown of it.
pub(super) struct Issue<'a> {
    /// The document from when it was found.
    pub(super) found: &'a Finding,
    /// The document beside what is shown.
    pub(super) document: &'a Finding,
    pub(super) demonstration: &'a Demonstration,
    /// The output of stock programs.
    pub(super) stock: Option<Stock>,
    /// The commands that they were given.
    pub(super) commands: StockCommands,
}

impl Issue<'_> {
    fn text(&self) -> String {
        let mut text = format!("# {}\n\n{}", self.title(), self.banner());
        text += &format!("\n## Input\n\n{}", self.listing(self.demonstration.file, "mlir"));
        text += &format!("\n## Command\n\n{}", self.command());
        text += &format!("\n## Expected\n\n{}\n", self.expected());
        text += &format!("\n## Actual\n\n{}", self.actual());
        text += &format!("\n## Why the input is well defined\n\n{}", self.well_defined());
        text += &format!("\n## Versions\n\n{}", self.versions());
        text += &format!("\n## Issues to search for\n\n{}", self.searches());
        let change = self.change();
        if let Some(change) = change {
            text += &format!("\n## Before and after\n\n{change}");
        }
        if let Some(test) = self.test() {
            text += &format!("\n## Test\n\n{test}");
        }
        text += &format!("\n## More\n\n{}", self.more());
        text += "\n---\n\nThis is a draft, written by a program. A person has to read it, run its commands, and own it before it is \
                 sent. Nothing was sent.\n";
        text
    }

    pub(super) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.demonstration.folder.join(name)).ok()
    }

    /// A file's name, from the finding's folder.
    pub(super) fn named(&self, name: &str) -> String {
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
    pub(super) fn seen(&self) -> &CaseRecord {
        self.document.shown.as_ref().filter(|_| self.is_behind()).unwrap_or(&self.document.seen)
    }

    pub(super) fn blamed(&self) -> Option<&CulpritRecord> {
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

    pub(super) fn frames(&self) -> &[StackFrame] {
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
    pub(super) fn message(&self) -> Option<String> {
        if self.crash_in_text().is_some() {
            let place = self.frames().first().map(|frame| match frame {
                StackFrame::Function { function, .. } => function.clone(),
                other => other.to_string(),
            });
            return place.map(|place| format!("it is in {place}"));
        }
        let ended = self.ended().map(|ended| words::failure(&ended.failure));
        let paths = self.seen().paths.iter().filter(|path| path.outcome != Outcome::Ok);
        let said: Vec<String> = ended
            .into_iter()
            .chain(paths.filter_map(|path| path.failure()).map(|failure| words::failure(&failure)))
            .collect();
        let mut lines = said.iter().flat_map(|said| said.lines()).map(str::trim);
        let line = lines.find(|line| !line.is_empty());
        line.map(|line| line.chars().take(160).collect())
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
        let named = operation.map(|operation| crate::observe::dialect(&operation.name));
        let dialect = pass.and_then(policy::dialect).or(named);
        let tag = dialect.map(|dialect| format!("[{dialect}]")).unwrap_or_default();
        match message {
            Some(message) => format!("[mlir]{tag} {about}: {message}"),
            None => format!("[mlir]{tag} {about}"),
        }
    }

    /// True where folding an operation by itself goes wrong.
    fn is_of_a_fold_hook(&self) -> bool {
        self.blamed().is_some_and(|culprit| culprit.evaluated) && self.document.verdict().operation.is_some()
    }

    /// True where every path that was tried is wrong, so that only the semantics tell.
    pub(super) fn every_path(&self) -> bool {
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

    pub(super) fn listing(&self, name: &str, language: &str) -> String {
        let shown = self.named(name);
        match self.read(name) {
            Some(text) if text.lines().count() <= MOST_LINES => {
                format!("`{shown}`:\n\n```{language}\n{}\n```\n", text.trim_end())
            }
            Some(text) => format!("`{shown}`, {} lines.\n", text.lines().count()),
            None => format!("`{shown}` is not here.\n"),
        }
    }

    /// The lines of the report that are run.
    pub(super) fn lines(&self) -> Commands<'_> {
        Commands { demonstration: self.demonstration, read_by: self.read_by() }
    }

    /// The run of this command, if it was run.
    pub(super) fn run(&self, command: &str) -> Option<&StockRun> {
        self.stock.as_ref()?.runs.iter().find(|run| run.command == command)
    }

    /// The run of the command of a path, if it was run.
    pub(super) fn path_run(&self, index: usize) -> Option<&StockRun> {
        let (_, command) = self.commands.paths.get(index)?;
        self.run(&format!("{}{command}", self.commands.setup))
    }

    /// The commands that were run, and what they printed.
    fn command(&self) -> String {
        let Some(stock) = &self.stock else {
            return format!(
                "{}\nIt ends with status 1 while this shows. Stock programs were not run: none of this MLIR were at hand.\n",
                block(&self.lines().own())
            );
        };
        let mut text = String::new();
        let StockCommands { opt, paths, setup, .. } = &self.commands;
        if let Some((command, run)) = opt.as_ref().and_then(|opt| Some((opt, self.run(opt)?))) {
            text += &format!("{}\n{}", block(command), printed(run));
        }
        if let [(_, _), ..] = &paths[..] {
            let runs = (0..paths.len()).filter_map(|index| self.path_run(index));
            let named = paths.iter().map(|(name, command)| format!("# {name}\n{command}\n"));
            let gap = if text.is_empty() { "" } else { "\nLowered and run:\n\n" };
            text += &format!("{gap}{}", block(&format!("{setup}{}", named.collect::<String>())));
            for ((name, _), run) in paths.iter().zip(runs) {
                text += &format!("\n{name}: {}", printed(run));
            }
        }
        if self.demonstration.is_of_states() {
            text += &format!(
                "\nStock programs do not run the module that the pass leaves. lowdiff's evaluator does:\n\n{}",
                block(&self.lines().own())
            );
        }
        if self.demonstration.confirmed() == Some(false) {
            text += "\n**Stock programs do not show it.** Do not file it as it is.\n";
        }
        debug_assert!(!stock.runs.is_empty());
        text
    }

    /// A test for mlir/test, with the words on what it checks.
    fn test(&self) -> Option<String> {
        let program = self.read(self.demonstration.file)?;
        let ends = self.demonstration.ends_in_pass();
        let checks = if ends { Vec::new() } else { self.certain()? };
        let run = self.lines().run_line(!checks.is_empty())?;
        let text = test_case::text(&run, &checks, &program)?;
        let says = match (ends, self.kind()) {
            (true, VerdictKind::Nondeterministic) => return None,
            (true, _) => {
                "It checks no output: it fails while the pass does. Where the repaired pass is to decline this input, expect its \
                 diagnostic instead."
            }
            (false, _) => {
                "Its lines check what the right path printed, in integers, so they are exact. It goes to mlir/test/Integration, as it runs code."
            }
        };
        Some(format!("{says}\n\n```mlir\n{text}```\n"))
    }

    /// The lines that a right path prints; none where what it prints is not certain: floats may differ in their last digits, and which
    /// path is right has to be known.
    fn certain(&self) -> Option<Vec<String>> {
        let [right, wrong] = &self.seen().paths[..] else { return None };
        let exact =
            !right.outputs.is_empty() && right.outputs.iter().all(|output| !output.element.is_float());
        let known = self.is_behind() && exact && right.outcome == Outcome::Ok && wrong.outcome == Outcome::Ok;
        let runs = (self.path_run(0)?, self.path_run(1)?);
        let checks = test_case::checks(runs.0);
        let shows = runs.0.succeeded() && runs.1.succeeded() && checks != test_case::checks(runs.1);
        (known && shows && self.versions_agree()).then_some(checks)
    }

    /// The expected result, the reason for it, and the words of the pass's documentation that have a part in it.
    fn expected(&self) -> String {
        let verdict = self.document.verdict();
        let pass = verdict.pass.as_deref().or(self.blamed().map(|culprit| culprit.pass.as_str()));
        let documented =
            pass.and_then(policy::of_pass).and_then(|row| Some((row.says.as_ref()?, &row.source)));
        match documented {
            Some((says, source)) => format!(
                "{}\n\nThe documentation of the pass ({source}) says of its use: {says}.",
                self.right_result()
            ),
            None => self.right_result(),
        }
    }

    /// The expected result, and the reason for it.
    fn right_result(&self) -> String {
        use VerdictKind::{Crash, InvalidIr, Miscompiled, Nondeterministic, OutOfMemory};
        use VerdictKind::{RoundTrip, Timeout, Unreadable};
        match self.kind() {
            Crash => "No crash. A pass that cannot handle valid IR leaves it alone, or fails with a diagnostic.".into(),
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
                    "{sentence}The values in `{}`, output for output. lowdiff's reference semantics computed them: they evaluate the \
                     program operation by operation as its dialects' documents say; floats have a bound for rounding.",
                    self.named("expected.txt")
                )
            }
            _ => match self.blamed().and_then(|culprit| culprit.before.as_deref()) {
                Some(before) => format!("The results along path a: {before}."),
                None => "Equal results: both paths lower one and the same program.".into(),
            },
        }
    }

    /// The state of the reduction, if there was one.
    pub(super) fn reduction(&self) -> Option<ReductionState> {
        Folder::state(&self.demonstration.folder)
    }

    fn actual(&self) -> String {
        let mut text = format!("{}: {}\n", self.kind(), self.detail());
        if self.seen().verdict.varies {
            text += "\nThe values vary from run to run.\n";
        }
        for path in &self.seen().paths {
            let Some(broken) = &path.broken else { continue };
            let place = |word: &str, name: &Option<String>| {
                name.as_ref().map(|name| format!(", {word} `{name}`")).unwrap_or_default()
            };
            let _ = writeln!(
                text,
                "\nThe lowered code breaks the rule `{}` of lowdiff's docs/semantics.md{}{}.",
                broken.rule,
                place("at", &broken.operation),
                place("by a value of", &broken.origin)
            );
        }
        // A stock program prints its own.
        let frames = &self.frames()[..self.frames().len().min(12)];
        if !frames.is_empty() && self.stock.is_none() {
            let lines: Vec<String> = frames.iter().map(StackFrame::to_string).collect();
            text += &format!("\n```\n{}\n```\n", lines.join("\n"));
        }
        text + &self.culprit()
    }

    fn culprit(&self) -> String {
        let named = self.blamed().and_then(|culprit| Some((culprit, culprit.pipeline.as_ref()?)));
        let Some((culprit, pipeline)) = named else {
            return match &self.document.verdict().pass {
                Some(pass) => format!("\nIt shows in `{pass}`, behind the passes before it on the path.\n"),
                None if self.every_path() => {
                    "\nNo pass is to blame by itself: every lowering path tried gives the same kind of wrong result, the plain one \
                     included, so there is no right path to hold another against.\n"
                        .into()
                }
                None => "\nNo pass was blamed: `lowdiff blame` looks for it.\n".into(),
            };
        };
        let mut text = format!("\nThe pass to blame is `{pipeline}`.\n");
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
                 {after}. No pass behind it has a part in it."
            );
        } else if self.every_path() {
            text += "\nIts input is right, as the reference semantics evaluate it, and every way down from what it makes that \
                     was tried is wrong. That no later pass is the one that goes wrong is not proved.\n";
        } else if let Some(before) = culprit.before.as_ref().filter(|_| !self.ends_in_pass()) {
            let _ = writeln!(
                text,
                "\nLowered plainly from there, what it was given comes to what is expected ({before}), and what it makes does \
                 not. That no later pass is the one that goes wrong is not proved."
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
        text
    }
}

/// The end of a run and its output, as it was printed.
fn printed(run: &StockRun) -> String {
    let output = format!("{}{}", run.stderr, run.stdout);
    let lines: Vec<&str> = output.trim_end().lines().collect();
    if lines.is_empty() {
        return format!("{} It prints nothing.\n", run.end());
    }
    let shown = lines[..lines.len().min(MOST_PRINTED)].join("\n");
    let more = match lines.len().saturating_sub(MOST_PRINTED) {
        0 => String::new(),
        more => format!("\nThere are {more} lines more.\n"),
    };
    format!("{} It prints:\n\n```\n{shown}\n```\n{more}", run.end())
}

#[cfg(test)]
#[path = "issue_tests.rs"]
mod tests;
