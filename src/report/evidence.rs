//! The parts around the finding in a report: its state, why its input is well defined, where it shows, what to search for, and the change.

use super::asked_run;
use super::culprit::OPERATION;
use super::issue::Issue;
use super::varying;
use crate::blame::Before;
use crate::execute::INNER;
use crate::finding::{CulpritRecord, Mlir, Shows, State, VersionRecord};
use crate::judge::{Detail, PathEnd, VerdictKind};
use crate::observe::{Cause, Outcome, Said, StackFrame, Why};
use crate::reduce::Stage;
use crate::words;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Longer texts are named and not shown.
const MOST_LINES: usize = 150;
/// The lines of a change that are shown.
const MOST_CHANGED: usize = 100;
/// The operations that are worth a search.
const MOST_OPERATIONS: usize = 3;
/// The functions of a stack that are worth a search.
const MOST_FUNCTIONS: usize = 2;

/// True of the label of a known bug that names an issue or a pull request.
fn names_issue(label: &str) -> bool {
    label.contains("LLVM ") || label.contains('#') || label.parse::<u64>().is_ok()
}

/// True where nobody is to file it, whatever main shows.
fn is_settled(state: &State) -> bool {
    match state {
        State::Fixed(_) => true,
        State::Known(label) => names_issue(label),
        State::New(_) | State::Unsettled => false,
    }
}

/// The commit of a build, or its build-id where the library names no commit.
fn build(mlir: &Mlir) -> String {
    match &mlir.commit {
        Some(commit) => format!(" (commit {commit})"),
        None => format!(" (build-id {}, which names no commit)", mlir.build_id),
    }
}

impl Issue<'_> {
    /// The program, and the operation that goes wrong by itself where the program is too long to be shown.
    pub(super) fn input(&self) -> String {
        let mut text = self.listing(self.demonstration.file, "mlir");
        let is_long = |name: &str| self.read(name).is_some_and(|text| text.lines().count() > MOST_LINES);
        if is_long(self.demonstration.file) && self.read(OPERATION).is_some() && !is_long(OPERATION) {
            let _ = write!(
                text,
                "\nOne operation of it goes wrong by itself. {}",
                self.listing(OPERATION, "mlir")
            );
        }
        if text.contains(&format!("@{INNER}(")) {
            let _ = writeln!(
                text,
                "\n`@{INNER}` is the program's own function; lowdiff made the `@main` that calls it."
            );
        }
        text
    }

    pub(super) fn listing(&self, name: &str, language: &str) -> String {
        let shown = self.named(name);
        match self.read(name) {
            Some(text) if text.lines().count() <= MOST_LINES => {
                format!("`{shown}`:\n\n```{language}\n{}\n```\n", text.trim_end())
            }
            Some(text) => format!("`{shown}`, {}.\n", words::count(text.lines().count(), "line")),
            None => format!("`{shown}` is not here.\n"),
        }
    }

    /// The answers of all MLIRs that were asked; the last command that asked wrote them beside the finding.
    pub(super) fn asked(&self) -> &[VersionRecord] {
        if self.found.versions.is_empty() { &self.document.versions } else { &self.found.versions }
    }

    /// True where no version gives, along both paths, what is called wrong here.
    pub(super) fn versions_agree(&self) -> bool {
        !self.asked().iter().any(|version| version.contradicts)
    }

    /// The state, as `triage` and the page have it.
    fn state(&self) -> State {
        let either = [self.found, self.document];
        let known = either.iter().find_map(|finding| finding.verdict().known.as_deref());
        let like = either.iter().find_map(|finding| finding.like.as_deref());
        let answers = self.asked().iter().map(|version| (&version.mlir, version.of_whole()));
        State::told(answers, known, like)
    }

    /// The first lines: whether to file it.
    pub(super) fn banner(&self) -> String {
        let state = self.state();
        let mut text = match &state {
            State::Fixed(mlir) => format!("> **Fixed on {mlir}: do not file.**\n"),
            State::Known(label) if names_issue(label) => {
                format!("> **Known: it fits the description of {label}. Do not file it again.**\n")
            }
            State::Known(label) => format!(
                "> **Known: it fits the description of {label}.** No issue of LLVM is named for it: search for one before it is filed.\n"
            ),
            State::New(Some(like)) => {
                format!(
                    "> **New, and it may be {like}**, which has the same verdict in the same pass; nothing else says so.\n"
                )
            }
            State::New(None) if self.kind().is_finding() => "> **New: no known bug fits it.**\n".to_owned(),
            State::New(None) | State::Unsettled => String::new(),
        };
        if state == State::Unsettled {
            text += "> **Unsettled: no MLIR that was asked shows it each time. Do not file it as it is.**\n";
        }
        let shows = |version: &&VersionRecord| version.shows == Shows::Yes;
        match self.asked().iter().find(shows) {
            Some(version) if version.mlir.is_main() => {
                let build = build(&version.mlir);
                let _ = writeln!(text, "> **Also on main: MLIR {}{build} shows it.**", version.mlir.version);
            }
            _ if is_settled(&state) => {}
            _ if self
                .asked()
                .iter()
                .any(|version| version.mlir.is_main() && version.of_whole() == Shows::Yes) =>
            {
                text += "> Main does not show what is below, and shows the finding as it was found: reduce it there.\n";
            }
            _ if self
                .asked()
                .iter()
                .any(|version| version.mlir.is_main() && version.shows == Shows::Other) =>
            {
                text += "> Main shows something else: read the table of versions before it is filed.\n";
            }
            _ => text += "> Not tried on main, or main could not tell: try it there before it is filed.\n",
        }
        if let Some(closed) = [self.found, self.document].iter().find_map(|finding| finding.closed()) {
            let _ = writeln!(
                text,
                "> **Second queue: maintainers close this. {} ({}).**",
                closed.reason, closed.source
            );
        }
        text
    }

    /// True of a finding that is one whatever the program computes.
    pub(super) fn needs_no_run(&self) -> bool {
        !self.document.verdict().rests_on_behaviour()
    }

    /// The reason to hold the input to be valid and its behaviour to be defined, with the evidence.
    pub(super) fn well_defined(&self) -> String {
        let mut reasons = Vec::new();
        match self.run(&self.commands.reads) {
            Some(run) if run.succeeded() => {
                reasons.push(format!("MLIR's verifier accepts it (`{}` ends with status 0)", run.command));
            }
            _ if self.ends_in_pass() => {
                reasons.push("MLIR's verifier accepted it before the pass was run".to_owned())
            }
            _ => {}
        }
        let before = self.blamed().and_then(|culprit| culprit.before_fact.as_ref());
        if self.demonstration.is_of_states() {
            reasons.push("lowdiff's evaluator runs it operation by operation, and it is defined".to_owned());
        } else if !self.ends_in_pass() {
            let first = self.seen().paths.first();
            if self.demonstration.asks_semantics() {
                reasons.push("the reference semantics evaluate it, operation by operation".to_owned());
            }
            if before == Some(&Before::Witnessed) {
                reasons.push("lowdiff's evaluator runs it as it is, and its results are right".to_owned());
            }
            let is_run = first.filter(|path| path.outcome == Outcome::Ok && path.interpreted == Some(true));
            if is_run.is_some() && !self.every_path() {
                reasons.push("the interpreter runs it along path a without undefined behaviour".to_owned());
            }
            let checks = self.reduction().map(|state| state.question.checks);
            if checks.is_some_and(|checks| checks.memory) {
                reasons.push("its results are the same whatever fresh memory holds".to_owned());
            }
            if checks.is_some_and(|checks| checks.bounds) {
                reasons.push(
                    "MLIR's own checks of bounds (generate-runtime-verification) find nothing".to_owned(),
                );
            }
        }
        let undefined = "Its run need not be defined: a pass comes to its end and leaves valid IR whatever the input computes.\n";
        let undefined = if self.needs_no_run() { undefined } else { "" };
        match &reasons[..] {
            [] => {
                "This is not known: `lowdiff eval` on the input tells, where it can evaluate it.\n".to_owned()
            }
            reasons => {
                let text = reasons.join("; ");
                let mut letters = text.chars();
                let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                format!("{first}{}.\n{undefined}", letters.as_str())
            }
        }
    }

    /// The versions that show it, and the words of the programs about themselves.
    pub(super) fn versions(&self) -> String {
        let versions = self.asked();
        let mut text = String::new();
        let shows = |version: &&VersionRecord| version.shows == Shows::Yes;
        match versions.iter().rfind(shows) {
            Some(oldest) => {
                let _ =
                    writeln!(text, "The oldest of those asked that shows it is {}.\n", oldest.mlir.version);
            }
            None => {
                if let Some(mlir) = &self.document.mlir {
                    let _ = writeln!(text, "Seen on {}.\n", mlir.version);
                }
            }
        }
        if !versions.is_empty() {
            text += "| MLIR | shows | what was run | what it came to |\n|---|---|---|---|\n";
            let cell = |text: &str| text.replace(['|', '\n'], " ");
            let word = |shows: Shows| match shows {
                Shows::Unknown => "cannot tell",
                Shows::Other => "something else",
                shows => shows.name(),
            };
            for version in versions {
                let mut run = cell(&asked_run(&version.run));
                if let Some(found) = version.found {
                    run += &format!("; as it was found: {}", word(found));
                }
                let (mlir, detail) = (cell(&version.mlir.version), cell(&version.detail));
                let _ = writeln!(text, "| {mlir} | {} | {run} | {detail} |", word(version.shows));
            }
            text += "\n";
        }
        if let Some(mlir) = &self.document.mlir {
            let commit = mlir.commit.as_ref().map(|commit| format!(", commit {commit}")).unwrap_or_default();
            let _ = writeln!(text, "MLIR {}, build-id {}{commit}.", mlir.version, mlir.build_id);
        }
        if let Some(stock) = &self.stock {
            let assertions = if Said::WithAssertions.is_in(&stock.version) { "on" } else { "off" };
            let _ = writeln!(
                text,
                "`mlir-opt --version` prints this; assertions are {assertions}:\n\n```\n{}\n```",
                stock.version.trim_end()
            );
        }
        text
    }

    /// MLIR's own words about its end: an assertion, an error. Of a crash without words, the functions on its stack that have a name.
    fn said(&self) -> Vec<String> {
        let run = self.commands.opt.as_ref().and_then(|opt| self.run(opt)).filter(|run| !run.succeeded());
        let lines = || run.into_iter().flat_map(|run| run.stderr.lines());
        for fact in [Said::Assertion, Said::FatalError, Said::Unreachable] {
            if let Some(told) = lines().find_map(|line| fact.told_in(line)) {
                return vec![told.to_owned()];
            }
        }
        if let Some(told) = lines().find_map(|line| Said::Error.behind(line)) {
            let own = self.own_message();
            let steady = varying::steady(told.trim_start(), own.iter().map(String::as_str));
            return vec![varying::words(&steady)];
        }
        let is_of_mlir = matches!(self.kind(), VerdictKind::InvalidIr | VerdictKind::Unreadable);
        if self.signal().is_none() {
            return self.message().filter(|_| is_of_mlir).into_iter().collect();
        }
        let names = self.frames().iter().filter_map(StackFrame::function);
        let short = names.map(|name| name.split('(').next().unwrap_or(name).to_owned());
        short.take(MOST_FUNCTIONS).collect()
    }

    /// The first line of what MLIR said where lowdiff ran it.
    pub(super) fn own_message(&self) -> Option<String> {
        self.failures().iter().find_map(|failure| {
            let said = self.told(failure);
            said.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
        })
    }

    /// The culprit, where it alone has the words about what is shown: who was blamed and not reduced.
    pub(super) fn only_blamed(&self) -> Option<&CulpritRecord> {
        self.blamed().filter(|_| self.is_behind() && self.document.shown.is_none())
    }

    /// The verdict's words about what is shown.
    pub(super) fn detail(&self) -> String {
        let told = |culprit: &CulpritRecord| {
            let fact = culprit.after_fact.as_ref().map(|fact| super::after::reported(fact, self.kind()));
            fact.or_else(|| culprit.after.clone())
        };
        let blamed = self.only_blamed().and_then(told);
        let seen = || {
            words::reported(
                &self.seen().verdict.detail,
                self.ends_in_pass() || self.demonstration.is_of_states(),
            )
        };
        blamed.filter(|after| !after.is_empty()).unwrap_or_else(seen)
    }

    /// A message without the numbers for which stock programs said others.
    pub(super) fn steady(&self, message: &str) -> String {
        let runs = self.stock.iter().flat_map(|stock| &stock.runs);
        varying::steady(message, runs.flat_map(|run| run.stderr.lines()))
    }

    /// The verdict's words about what is shown, without such numbers.
    pub(super) fn steady_detail(&self) -> String {
        let detail = self.detail();
        match self.own_message() {
            Some(message) => detail.replace(&message, &self.steady(&message)),
            None => detail,
        }
    }

    /// The first line that MLIR reads otherwise than it was written, where that is the finding: both.
    pub(super) fn read_otherwise(&self) -> Option<&[String; 2]> {
        match &self.seen().verdict.detail {
            Detail::Ended(PathEnd { why: Why { cause: Cause::ReadOtherwise { lines, .. }, .. }, .. }) => {
                lines.as_ref()
            }
            _ => None,
        }
    }

    /// The words that a person should search LLVM's issues for.
    pub(super) fn searches(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        let verdict = self.document.verdict();
        let is_written = verdict.kind.is_of_reading() && verdict.complaint.is_some();
        words.extend(self.passes().into_iter().filter(|_| !is_written));
        words.extend(verdict.operation.as_ref().map(|operation| operation.name.clone()));
        let mut operations = self.replaced();
        operations.extend(self.makers());
        words.extend(operations.into_iter().take(MOST_OPERATIONS));
        words.extend(verdict.complaint.clone());
        words.extend(self.said());
        let mut seen = BTreeSet::new();
        words.retain(|word| !word.is_empty() && seen.insert(word.clone()));
        let mut text =
            "lowdiff searched for none: it asks no server. Search LLVM's issues for:\n\n".to_owned();
        for word in words {
            let _ = writeln!(text, "- `{}`", word.replace('`', "'"));
        }
        text
    }

    /// The change by the culprit, both sides in one syntax: as `mlir-opt` prints them, where it was run.
    pub(super) fn change(&self) -> Option<String> {
        let sides = self.sides().map(|[before, after]| super::culprit::change(&before, &after));
        let change = sides.or_else(|| self.read("change.diff"))?;
        let lines: Vec<&str> = change.lines().collect();
        if lines.is_empty() {
            return None;
        }
        let shown = lines[..lines.len().min(MOST_CHANGED)].join("\n");
        let more = match lines.len().saturating_sub(MOST_CHANGED) {
            0 => String::new(),
            more => format!("\nLeft out: {}.\n", words::count(more, "line")),
        };
        Some(format!("```diff\n{shown}\n```\n{more}"))
    }

    /// The origin of the finding, and what else shows it.
    pub(super) fn more(&self) -> String {
        let lowdiff =
            self.document.lowdiff.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
        let mut text = match self.document.given {
            true => {
                format!("- Reduced by lowdiff{lowdiff} from a program and two paths that it was given.\n")
            }
            false => format!("- Found by a fuzzer, lowdiff{lowdiff} (label `fuzzer-generated`).\n"),
        };
        if self.demonstration.reduced {
            let kind = self.found.verdict().kind;
            let on = self
                .found
                .mlir
                .as_ref()
                .map(|mlir| format!(", on MLIR {}", mlir.version))
                .unwrap_or_default();
            let _ = writeln!(
                text,
                "- All of this is about the reduced program in `reduced/`. As it was found{on}, it is `program.mlir` along \
                 `path-*.txt`: {kind}."
            );
        }
        text += match self.reduction().map(|state| state.stage) {
            Some(Stage::Done) => "- Minimized: no smaller candidate that was tried shows it.\n",
            Some(_) => "- Minimized until time was up; smaller may be possible.\n",
            None if self.document.verdict().operation.is_some() && self.demonstration.reduced => {
                "- Minimized to the one operation that goes wrong by itself.\n"
            }
            None => "- Not minimized: `lowdiff reduce .` does that.\n",
        };
        let stock = match self.confirmed() {
            Some(true) => "- Stock programs show it in clean processes.\n",
            Some(false) if self.unseen_by_stock().is_none() => "- Stock programs do **not** show it.\n",
            _ => "",
        };
        text += stock;
        let broken: BTreeSet<&String> =
            self.seen().paths.iter().filter_map(|path| Some(&path.broken.as_ref()?.rule)).collect();
        for rule in broken {
            let _ =
                writeln!(text, "- lowdiff calls the rule that is broken `{rule}` (core/src/eval/rules.txt).");
        }
        let lines = self.lines();
        if self.stock.is_some() && self.unseen_by_stock().is_none() {
            let _ = writeln!(text, "- `{}` ends with status 1 while it shows.", lines.own());
        }
        if self.demonstration.folder.join("reproduce.sh").exists() {
            let ends = match self.unseen_by_stock() {
                None => ": status 0 while it shows, 1 when it is gone, 2 where it cannot be told",
                Some(_) if self.kind() == VerdictKind::Miscompiled => {
                    ". It makes the module that the pass leaves, and ends with status 2: stock programs do not tell what that does"
                }
                Some(_) => ". It ends with status 2 as long as their numbers are the same",
            };
            let _ =
                writeln!(text, "- `{}` runs {} by stock programs{ends}.", lines.script(), lines.scripted());
        }
        text
    }
}
