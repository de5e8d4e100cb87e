//! `report.md`: a finding in the form in which LLVM wants bugs. It is made of the finding's own files and of what its commands print, so it
//! can be made again whenever these say more, and it says what they say and nothing else. Of a finding that was reduced, it
//! reports the reduced one. It is a draft for a person: nothing is ever sent.

use super::commands::{Commands, StockCommands, block};
use super::deciding;
use super::demonstration::Demonstration;
use super::right;
use super::stock::{Asking, Stock, StockRun, told_together};
use super::test_case;
use super::title::title;
use crate::blame::Before;
use crate::finding::{CaseRecord, CulpritRecord, Finding, PathRecord};
use crate::judge::{Detail, VerdictKind};
use crate::observe::{Activity, Breach, Cause, Ended, Failure, Outcome, StackFrame, Subject, Why};
use crate::reduce::{Folder, ReductionState};
use crate::words;
use anyhow::Result;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// The file's name.
pub const REPORT: &str = "report.md";
/// The letters of MLIR's words that a title has.
const MOST_TITLE: usize = 160;
/// Writes the report of the finding in this directory; nothing where there is no finding.
///
/// # Errors
/// The finding's document cannot be read, or the folder takes no file.
pub fn write(finding: &Path, asking: Asking) -> Result<()> {
    let Some(document) = Finding::find(finding)? else { return Ok(()) };
    let demonstration = Demonstration::of(finding, &document);
    let mut issue = Issue {
        found: &document,
        document: &demonstration.document,
        demonstration: &demonstration,
        stock: None,
        asking,
        commands: StockCommands::default(),
        optimized: false,
    };
    issue.ask_stock(finding);
    let two = issue.stock.is_some() && issue.commands.paths.len() == 2;
    if two && issue.is_undefined() && !issue.is_seen_in_runs() {
        // Compiled as it stands, the code gives equal results; an optimizer makes use of undefined behaviour.
        issue.optimized = true;
        issue.ask_stock(finding);
        issue.optimized = issue.is_seen_in_runs();
        issue.ask_stock(finding);
    }
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
    /// The time at which they are asked for it.
    pub(super) asking: Asking,
    /// The commands that they were given.
    pub(super) commands: StockCommands,
    /// True where these optimize lowered code.
    pub(super) optimized: bool,
}

impl Issue<'_> {
    /// Has stock programs run the commands.
    fn ask_stock(&mut self, finding: &Path) {
        self.commands = self.lines().stock();
        self.stock = Stock::of(finding, self.demonstration, &self.commands.all(), self.asking);
    }

    /// True where lowered code breaks a rule, which compiled code need not show.
    fn is_undefined(&self) -> bool {
        matches!(self.kind(), VerdictKind::Undefined | VerdictKind::Memory)
    }

    /// True where the run of the right path ended well, and that of the wrong one did not or printed something else.
    pub(super) fn is_seen_in_runs(&self) -> bool {
        let Some((right, wrong)) = self.path_run(0).zip(self.path_run(1)) else { return false };
        right.succeeded() && (!wrong.succeeded() || test_case::checks(right) != test_case::checks(wrong))
    }

    /// True where stock programs showed it, in clean processes or by the commands here; none where they were not asked.
    pub(super) fn confirmed(&self) -> Option<bool> {
        match self.demonstration.confirmed() {
            Some(false) | None if self.is_undefined() && self.is_seen_in_runs() => Some(true),
            confirmed => confirmed,
        }
    }

    fn text(&self) -> String {
        let mut text = format!("# {}\n\n{}", title(self), self.banner());
        text += &format!("\n## Input\n\n{}", self.input());
        text += &format!("\n## Command\n\n{}", self.command());
        text += &format!("\n## Expected\n\n{}\n", right::expected(self));
        text += &format!("\n## Actual\n\n{}", self.actual());
        let valid = if self.needs_no_run() { "valid" } else { "well defined" };
        text += &format!("\n## Why the input is {valid}\n\n{}", self.well_defined());
        text += &format!("\n## Versions\n\n{}", self.versions());
        text += &format!("\n## Issues to search for\n\n{}", self.searches());
        let change = self.change();
        if let Some(change) = change {
            text += &format!("\n## Before and after\n\n{change}");
        }
        text += &format!("\n## Test\n\n{}", self.test());
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

    /// The passes that the report is about: the one that it shows in, or the culprit, or else those that the verdict names.
    pub(super) fn passes(&self) -> Vec<String> {
        let verdict = self.document.verdict();
        let one = verdict.pass.as_ref().or(self.blamed().map(|culprit| &culprit.pass));
        one.map_or_else(|| verdict.culprits.clone(), |pass| vec![pass.clone()])
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
        let prints =
            |failure: &Failure| matches!(failure.cause, Cause::Signal { doing: Activity::Print, .. });
        let writes = || StackFrame::are_of_writing(self.frames()) || self.failures().iter().any(prints);
        crashed.then(|| if writes() { "printing" } else { "reading" })
    }

    /// The way in which the culprit ends its path, where it alone has the words about that.
    pub(super) fn ended(&self) -> Option<&Ended> {
        self.only_blamed()?.ended.as_ref()
    }

    /// The words of MLIR at the end; of a crash without words, its place.
    pub(super) fn message(&self) -> Option<String> {
        if self.crash_in_text().is_some() {
            let place = self.frames().first().map(|frame| match frame {
                StackFrame::Function { function, .. } => {
                    function.split('(').next().unwrap_or(function).to_owned()
                }
                other => other.to_string(),
            });
            let signal = self.signal().map(words::signal).unwrap_or_default();
            return place.map(|place| format!("{signal} in {place}"));
        }
        self.own_message().map(|line| self.steady(&line).chars().take(MOST_TITLE).collect())
    }

    /// The early ends of paths: that of the pass to blame, where it alone has the words about what is shown, and then that of the path that
    /// the verdict is about.
    pub(super) fn failures(&self) -> Vec<Failure> {
        let ended = self.ended().map(|ended| ended.failure.clone());
        let judged = match &self.document.verdict().detail {
            Detail::Ended(end) => Some(end.path.0),
            _ => None,
        };
        let paths = self.seen().paths.iter().enumerate().filter(|(_, path)| path.outcome != Outcome::Ok);
        let (own, others): (Vec<_>, Vec<_>) = paths.partition(|(place, _)| Some(*place) == judged);
        let paths = own.into_iter().chain(others).filter_map(|(_, path)| path.failure());
        ended.into_iter().chain(paths).collect()
    }

    /// The words for a title: those of MLIR where it has any, and none that differ from run to run.
    pub(super) fn told(&self, failure: &Failure) -> String {
        match &failure.cause {
            Cause::Signal { signal, .. } => {
                let place = failure.frames.iter().find_map(StackFrame::function);
                let place = place.map(|place| format!(" in {}", place.split('(').next().unwrap_or(place)));
                words::signal(*signal) + &place.unwrap_or_default()
            }
            Cause::Unreadable { why, .. } => {
                let why = Why { cause: (**why).clone(), said: failure.said.clone(), breach: None };
                words::why(&why).unwrap_or_default()
            }
            Cause::Breach {} => match failure.breach.as_deref() {
                Some(Breach::Undefined(cause)) => words::cause(inner(cause)),
                _ => String::new(),
            },
            Cause::At { .. } => words::cause(inner(&failure.cause)),
            _ => words::failure(failure),
        }
    }

    /// True where the module that the pass leaves is undefined, and the one before it is not.
    pub(super) fn is_undefined_behind(&self) -> bool {
        let undefined = |failure: &Failure| matches!(failure.breach.as_deref(), Some(Breach::Undefined(_)));
        self.failures().iter().any(undefined)
    }

    /// True where lowered code does not free all of its memory.
    pub(super) fn leaks(&self) -> bool {
        self.failures().iter().any(|failure| matches!(failure.cause, Cause::Leaks { .. }))
    }

    /// The operations that break a rule, and those whose values do.
    pub(super) fn broken(&self) -> Vec<String> {
        let broken = self.seen().paths.iter().filter_map(|path| path.broken.as_ref());
        let named = broken.flat_map(|broken| [&broken.operation, &broken.origin]);
        let names: BTreeSet<&String> = named.flatten().collect();
        names.into_iter().cloned().collect()
    }

    /// The text of the operations that break a rule, and of those whose values do.
    pub(super) fn made_by(&self) -> String {
        let failures = self.failures();
        let texts = failures.iter().filter_map(|failure| match &failure.cause {
            Cause::At { operation, origin, .. } => Some([operation.clone(), origin.clone()]),
            _ => None,
        });
        texts.flatten().flatten().collect::<Vec<String>>().join("\n")
    }

    /// The operations that a search for what breaks a rule is about: where a value does, those that made it.
    pub(super) fn makers(&self) -> Vec<String> {
        let broken = self.seen().paths.iter().filter_map(|path| path.broken.as_ref());
        let names = broken.filter_map(|broken| broken.origin.as_ref().or(broken.operation.as_ref()));
        names.cloned().collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// The module before the pass to blame and the one behind it, as `mlir-opt` prints them where it was run.
    pub(super) fn sides(&self) -> Option<[String; 2]> {
        if !self.is_behind() {
            return None;
        }
        let opt = self.commands.opt.as_ref();
        let runs = self.run(&self.commands.reads).zip(opt.and_then(|opt| self.run(opt)));
        let printed =
            runs.filter(|(before, after)| before.is_whole() && after.is_whole() && !after.stdout.is_empty());
        match printed {
            Some((before, after)) => Some([before.stdout.clone(), after.stdout.clone()]),
            None => Some([self.read("before.mlir")?, self.read("after.mlir")?]),
        }
    }

    /// The operations that the pass to blame replaces, by name.
    pub(super) fn replaced(&self) -> Vec<String> {
        self.sides().map(|[before, after]| deciding::replaced(&before, &after)).unwrap_or_default()
    }

    /// The subject of the end of the path.
    fn about(&self) -> Option<Subject> {
        let ended = self.ended().and_then(|ended| ended.failure.about);
        ended.or_else(|| self.wrong().and_then(|path| path.about))
    }

    /// True where folding an operation by itself goes wrong.
    pub(super) fn is_of_a_fold_hook(&self) -> bool {
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
            // Of invalid IR the pass's own verifier tells, in whatever form it was read again.
            None if !self.kind().is_of_reading() => return None,
            None => {}
        }
        match self.about()? {
            Subject::Bytecode => Some((" --emit-bytecode", "mlir-opt --mlir-print-op-generic")),
            Subject::GenericForm => Some((" --mlir-print-op-generic", "mlir-opt --mlir-print-op-generic")),
            Subject::PrettyForm => Some(("", "mlir-opt")),
            Subject::Division | Subject::Arguments(_) => None,
        }
    }

    /// The lines of the report that are run.
    pub(super) fn lines(&self) -> Commands<'_> {
        Commands { demonstration: self.demonstration, read_by: self.read_by(), optimized: self.optimized }
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
        if self.stock.is_none() {
            let why = self.asking.why_unasked(self.kind());
            return format!(
                "{}\nIt ends with status 1 while this shows. {why}\n",
                block(&self.lines().own())
            );
        }
        let mut text = String::new();
        let StockCommands { opt, paths, setup, .. } = &self.commands;
        if let Some((command, run)) = opt.as_ref().and_then(|opt| Some((opt, self.run(opt)?))) {
            text += &format!("{}\n{}", block(command), run.told());
        }
        if let [(_, _), ..] = &paths[..] {
            let runs = (0..paths.len()).filter_map(|index| self.path_run(index));
            let named = paths.iter().map(|(name, command)| format!("# {name}\n{command}\n"));
            let gap = match (text.is_empty(), self.optimized) {
                (true, _) => "",
                (_, false) => "\nLowered and run:\n\n",
                (_, true) => {
                    "\nLowered, optimized and run. The optimizer makes use of undefined behaviour; with `-O0` both print the same.\n\n"
                }
            };
            text += &format!("{gap}{}", block(&format!("{setup}{}", named.collect::<String>())));
            for ((name, _), told) in paths.iter().zip(told_together(&runs.collect::<Vec<_>>())) {
                text += &format!("\n{name}: {told}");
            }
        }
        if let Some(again) = self.commands.again.as_ref().and_then(|again| Some((again, self.run(again)?))) {
            let (command, run) = again;
            text += &format!(
                "\nTwenty runs, and how often each output came:\n\n{}\n{}",
                block(command),
                run.told()
            );
        }
        let why = self.unseen_by_stock();
        if why.is_some() || text.is_empty() {
            let why = why.map(|why| format!("\n{why}\n\n")).unwrap_or_default();
            text +=
                &format!("{why}{}\nIt ends with status 1 while this shows.\n", block(&self.lines().own()));
        }
        if why.is_none() && self.confirmed() == Some(false) {
            text += "\n**Stock programs do not show it.** Do not file it as it is.\n";
        }
        text
    }

    /// The reason why stock programs cannot show it, in a sentence, where that is so.
    pub(super) fn unseen_by_stock(&self) -> Option<&'static str> {
        let confirmed = self.confirmed() == Some(true);
        match self.kind() {
            VerdictKind::Miscompiled => Some(
                "Stock programs run lowered code alone, which need not show it. lowdiff's evaluator runs the module that the pass leaves:",
            ),
            VerdictKind::Memory if !confirmed && self.leaks() => Some(
                "Stock programs do not look for memory that is never freed. lowdiff's interpreter looks:",
            ),
            VerdictKind::Undefined | VerdictKind::Memory if !confirmed => Some(
                "Stock programs do not look for undefined behaviour, so their numbers deny nothing. lowdiff's interpreter looks:",
            ),
            _ => None,
        }
    }

    /// A test for mlir/test, with the words on what it checks, or the reason why there is none.
    fn test(&self) -> String {
        let ends = self.demonstration.ends_in_pass();
        let program = self.read(self.demonstration.file).unwrap_or_default();
        let checks = match self.certain() {
            _ if ends && self.fails_in_stock() => test_case::labels(&program),
            _ if ends && self.kind() == VerdictKind::Nondeterministic => Vec::new(),
            Some(checks) if !ends => checks,
            _ => return format!("No test is made of this: {}.\n", self.untestable()),
        };
        let text = self.lines().run_lines().and_then(|run| test_case::text(&run, &checks, &program));
        let Some(text) = text else {
            return "No test is made of this: the program is too long for one.\n".to_owned();
        };
        let says = match ends {
            true if checks.is_empty() => {
                "It fails where one of ten runs prints something else: each has its own addresses."
            }
            true if self.kind() == VerdictKind::Timeout => {
                "It does not end while the pass does not. Add lines that check what the repaired pass makes of this input."
            }
            true if self.crash_in_text().is_some() => {
                "It fails while MLIR crashes on what the pass leaves, as nothing is printed then. Add lines that check what the pass \
                 makes of this input."
            }
            true => {
                "It fails while the pass does, as nothing is printed then. Add lines that check what the repaired pass makes of this \
                 input; where it is to decline it, expect its diagnostic instead."
            }
            false => {
                "Its lines check what the right path printed: integers, and floats that six digits hold exactly. It goes to \
                 mlir/test/Integration, as it runs code."
            }
        };
        format!("{says}\n\n```mlir\n{text}```\n")
    }

    /// True where `mlir-opt` fails as long as the pass does.
    fn fails_in_stock(&self) -> bool {
        use VerdictKind::{Crash, InvalidIr, OutOfMemory, Timeout, Unreadable};
        matches!(self.kind(), Crash | InvalidIr | Unreadable | OutOfMemory | Timeout)
    }

    /// The reason why no test is made, for the end of a sentence.
    fn untestable(&self) -> &'static str {
        match self.kind() {
            VerdictKind::Miscompiled => {
                "lowered code need not show it, so a person has to write the lines that check the pass's output"
            }
            VerdictKind::Nondeterministic => {
                "its results vary, and no one run of lowered code is known to be right"
            }
            VerdictKind::Undefined | VerdictKind::Memory => {
                "compiled code need not show undefined behaviour, so a person has to write the lines that check the pass's output"
            }
            VerdictKind::RoundTrip => "`mlir-opt` succeeds on both modules",
            _ if !self.is_behind() => {
                "no program shows the pass by itself, so a person has to choose what to check"
            }
            _ if !self.is_exact() => "a right lowering may round these results otherwise",
            _ if self.path_run(0).is_none() => "stock programs have not run the right path",
            _ => "the path that is right is in doubt",
        }
    }

    /// True where each right lowering gives just these results.
    fn is_exact(&self) -> bool {
        let right = self.seen().paths.first();
        right.is_some_and(|path| !path.outputs.is_empty() && path.outputs.iter().all(test_case::is_exact))
    }

    /// The lines that a right path prints; none where what it prints is not certain: a right lowering may print other digits, and which
    /// path is right has to be known.
    fn certain(&self) -> Option<Vec<String>> {
        let [right, wrong] = &self.seen().paths[..] else { return None };
        let runs = matches!(wrong.outcome, Outcome::Ok | Outcome::Undefined | Outcome::Fault);
        let known = self.is_behind() && self.is_exact() && right.outcome == Outcome::Ok && runs;
        let checks = test_case::checks(self.path_run(0)?);
        (known && !checks.is_empty() && self.is_seen_in_runs() && self.versions_agree()).then_some(checks)
    }

    /// The state of the reduction, if there was one.
    pub(super) fn reduction(&self) -> Option<ReductionState> {
        Folder::state(&self.demonstration.folder)
    }

    fn actual(&self) -> String {
        let mut text = format!("{}: {}\n", self.kind(), self.steady_detail());
        if self.seen().verdict.varies {
            text += "\nThe values vary from run to run.\n";
        }
        if let Some([written, read]) =
            self.read_otherwise().filter(|lines| lines.iter().all(|l| !l.is_empty()))
        {
            let _ = write!(
                text,
                "\nThe first line that differs, as it was written and as it was read:\n\n```\n{written}\n{read}\n```\n"
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
                Some(pass) if self.wrong().is_some_and(|path| path.steps.len() < 2) => format!("\nIt shows in `{pass}`.\n"),
                Some(pass) => format!("\nIt shows in `{pass}`, behind the passes before it on the path.\n"),
                None if !self.passes().is_empty() => format!(
                    "\nThe pass to blame is `{}`. `lowdiff blame .` shows the IR before it.\n",
                    self.passes().join("` or `")
                ),
                None if self.every_path() => {
                    "\nNo pass is to blame by itself: every lowering path tried gives the same kind of wrong result, the plain one \
                     included, so there is no right path to hold another against.\n"
                        .into()
                }
                None => "\nNo pass was blamed: `lowdiff blame` looks for it.\n".into(),
            };
        };
        let fault = match self.crash_in_text() {
            Some(doing) => Some(format!("{doing} it that crashes")),
            None => self.kind().is_of_reading().then(|| "printing or reading it that goes wrong".to_owned()),
        };
        let leaves = "leaves the module that shows it. MLIR's verifier accepts that module";
        let mut text = match fault {
            Some(fault) => format!("\n`{pipeline}` {leaves}: it is {fault}, and not the pass.\n"),
            None => format!("\nThe pass to blame is `{pipeline}`.\n"),
        };
        if !culprit.met.is_empty() {
            let is_here = culprit.alone && !self.demonstration.reduced;
            let till = if is_here { "; `before.mlir` is the IR after these" } else { "" };
            let _ = writeln!(
                text,
                "\nOn the program as it was found, it shows after {}{till}.",
                culprit.met.join(", ")
            );
        }
        if culprit.evaluated {
            let after = culprit.after.as_deref().unwrap_or_default();
            let _ = writeln!(
                text,
                "\nThe reference semantics give the right result for the input of the pass, and for its output the wrong result of \
                 the path: {after}. No later pass has a part in it."
            );
        } else if self.every_path() {
            text += "\nThe reference semantics give the right result for its input. Every lowering of its output that was tried is \
                     wrong. It is not proved that no later pass goes wrong.\n";
        } else if culprit.before_fact == Some(Before::Witnessed) && !self.ends_in_pass() {
            text += "\nlowdiff's evaluator runs the input of the pass and its output without lowering them: the input gives the right \
                     result, and the output does not.\n";
        } else if culprit.before.is_some() && !self.ends_in_pass() {
            text += "\nLowered, the input of the pass gives the right result, and its output does not. It is not proved that no later \
                     pass goes wrong.\n";
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
            text += "\nThis varies from run to run";
            text += if culprit.alone { ".\n" } else { ", so an earlier pass may be to blame.\n" };
        }
        if !culprit.alone {
            text +=
                "\nIt was not seen from the IR just before the pass: earlier passes may have a part in it.\n";
        }
        text
    }
}

/// A reason without the operation at which it holds, which has numbers of values in it.
fn inner(cause: &Cause) -> &Cause {
    match cause {
        Cause::At { why, .. } => why,
        cause => cause,
    }
}

#[cfg(test)]
#[path = "issue_tests.rs"]
mod tests;
