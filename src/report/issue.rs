//! `report.md`: a finding in the form in which LLVM wants bugs of fuzzers reported. It is made of the finding's own files, so it can be
//! made again whenever these say more, and it says what they say and nothing else. Where the finding was reduced, it is what that
//! came to that is reported.

use super::commands::Commands;
use super::exhibit::Exhibit;
use super::expected;
use crate::judge::Difference;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// The file's name.
pub const REPORT: &str = "report.md";
/// Longer texts are named and not shown.
const MOST_LINES: usize = 150;
/// What stands on the stack of a module that is being written.
const WRITES: [&str; 4] = ["mlirOperationPrint", "mlir::Operation::print", "AsmPrinter", "WriteBytecode"];

/// Writes the report of the finding in this directory; nothing where there is no finding.
///
/// # Errors
/// The finding's document cannot be read, or the folder takes no file.
pub fn write(finding: &Path) -> Result<()> {
    if !finding.join("finding.json").exists() {
        return Ok(());
    }
    let document = read_document(finding)?;
    let exhibit = Exhibit::of(finding, &document);
    let issue = Issue { found: &document, document: &exhibit.document, exhibit: &exhibit };
    crate::files::write(&finding.join(REPORT), issue.text())
}

/// The document of a finding.
///
/// # Errors
/// It cannot be read, or is none.
pub fn read_document(finding: &Path) -> Result<Value> {
    let file = finding.join("finding.json");
    let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let document: Value = serde_json::from_str(&text)
        .with_context(|| format!("{} is no JSON; restore or delete it", file.display()))?;
    document
        .as_object()
        .with_context(|| format!("{} is not about a finding; restore or delete it", file.display()))?;
    Ok(document)
}

/// A finding, and what is shown of it.
pub(super) struct Issue<'a> {
    /// What it was when it was found.
    pub(super) found: &'a Value,
    /// The document beside what is shown.
    pub(super) document: &'a Value,
    pub(super) exhibit: &'a Exhibit,
}

impl Issue<'_> {
    fn text(&self) -> String {
        let mut text = format!("# {}\n\n", self.title());
        text += &self.origin();
        text += &format!("\n## Program\n\n{}", self.listing(self.exhibit.file, "mlir"));
        text += &format!("\n## Commands\n\n{}", self.commands());
        text += &format!("\n## Expected\n\n{}\n", self.expected());
        text += &format!("\n## Actual\n\n{}", self.actual());
        text += &format!("\n## Culprit\n\n{}", self.culprit());
        text += &format!("\n## Versions\n\n{}", self.versions());
        text
    }

    fn word(&self, key: &str) -> &str {
        self.document[key].as_str().unwrap_or_default()
    }

    fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.exhibit.folder.join(name)).ok()
    }

    /// A file's name, from the finding's folder.
    fn named(&self, name: &str) -> String {
        self.exhibit.named(name)
    }

    pub(super) fn kind(&self) -> &str {
        self.word("verdict")
    }

    /// Whether it is the program just before the culprit that is shown, and not the one in whose folder it lies.
    pub(super) fn is_behind(&self) -> bool {
        !self.exhibit.is_whole()
    }

    /// What the shown program came to along the shown paths.
    fn seen(&self) -> &Value {
        let seen = &self.document["shown"];
        if self.is_behind() && seen.is_object() { seen } else { self.document }
    }

    /// The verdict's words about what is shown. Who was blamed and not reduced has them with the culprit.
    pub(super) fn detail(&self) -> &str {
        let blamed = self.document["culprit"]["after"].as_str().filter(|after| !after.is_empty());
        let blamed = blamed.filter(|_| self.is_behind() && !self.document["shown"].is_object());
        blamed.or(self.seen()["detail"].as_str()).unwrap_or_default()
    }

    pub(super) fn ends_in_pass(&self) -> bool {
        self.exhibit.ends_in_pass()
    }

    /// The path that shows it.
    pub(super) fn wrong(&self) -> &Value {
        let mut paths = self.seen()["paths"].as_array().into_iter().flatten();
        paths.find(|path| path["outcome"] != "ok").unwrap_or(&Value::Null)
    }

    fn frames(&self) -> Vec<&str> {
        self.wrong()["frames"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// What MLIR was at where it crashed while a module was written and read, rather than not reading it.
    pub(super) fn crash_in_text(&self) -> Option<&'static str> {
        let crashed = self.kind() == "unreadable" && self.wrong()["signal"].is_number();
        let writes = || self.frames().iter().any(|frame| WRITES.iter().any(|word| frame.contains(word)));
        crashed.then(|| if writes() { "printing" } else { "printing or reading" })
    }

    /// What MLIR said where it ended; of a crash without words, where it was.
    fn message(&self) -> Option<String> {
        if self.crash_in_text().is_some() {
            let place =
                self.frames().first().map(|frame| frame.split(" (lib").next().unwrap_or(frame).to_owned());
            return place.map(|place| format!("it is in {place}"));
        }
        let alone = self.is_behind() && !self.document["shown"].is_object();
        if let Some((_, said)) = self.detail().split_once(" in ").filter(|_| alone) {
            let said = said.split_once(": ").map(|(_, said)| said.lines().next().unwrap_or_default());
            return said.map(|said| said.chars().take(160).collect());
        }
        let paths = self.seen()["paths"].as_array().into_iter().flatten();
        let said = paths.filter(|path| path["outcome"] != "ok").filter_map(|path| path["message"].as_str());
        let mut lines = said.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty());
        lines.next().map(|line| line.chars().take(160).collect())
    }

    fn title(&self) -> String {
        let pass = self.document["pass"].as_str().or(self.document["culprit"]["pass"].as_str());
        let about = match (pass, self.kind()) {
            (Some(pass), "crash") => format!("{pass} crashes"),
            (Some(pass), "invalid-ir") => format!("{pass} leaves invalid IR"),
            (Some(pass), "unreadable") if self.crash_in_text().is_some() => {
                format!("{} what {pass} leaves crashes", self.crash_in_text().unwrap_or_default())
            }
            (Some(pass), "unreadable") => format!("what {pass} leaves cannot be read back"),
            (Some(pass), "round-trip") => format!("what {pass} leaves is read back as another module"),
            (Some(pass), "nondeterministic") if self.ends_in_pass() => {
                format!("{pass} leaves other IR when memory lies elsewhere")
            }
            (Some(pass), "timeout") if self.ends_in_pass() => format!("{pass} does not end"),
            (Some(pass), "out-of-memory") if self.ends_in_pass() => format!("{pass} takes all memory"),
            (Some(pass), "memory" | "undefined") => format!("lowered code is undefined after {pass}"),
            (Some("canonicalize"), _) if self.is_of_a_folder() => {
                format!(
                    "{} is folded to a wrong result",
                    self.document["operation"].as_str().unwrap_or_default()
                )
            }
            (Some(pass), _) => format!("wrong result after {pass}"),
            (None, "mismatch") if self.every_path() => match self.document["operation"].as_str() {
                Some(operation) => format!("every lowering of {operation} gives a wrong result"),
                None => "every lowering of a program gives a wrong result".to_owned(),
            },
            (None, "mismatch") => "two lowerings of one program give different results".to_owned(),
            (None, kind) => format!("{kind} in lowered code"),
        };
        let message = self
            .message()
            .filter(|_| matches!(self.kind(), "crash" | "invalid-ir" | "unreadable" | "round-trip"));
        match message {
            Some(message) => format!("[mlir] {about}: {message}"),
            None => format!("[mlir] {about}"),
        }
    }

    /// Whether folding an operation by itself is what goes wrong.
    fn is_of_a_folder(&self) -> bool {
        self.document["culprit"]["evaluated"] == true && self.document["operation"].is_string()
    }

    /// Whether every path that was tried is wrong, so that only the semantics tell.
    fn every_path(&self) -> bool {
        let reduced = self.reduction().is_some_and(|state| state["question"]["every_path"] == true);
        self.kind() == "mismatch" && (reduced || self.seen()["against"]["every_path"] == true)
    }

    /// The flags that write the form that is not read back, and what reads it, where that is the finding.
    fn read_by(&self) -> Option<(&'static str, &'static str)> {
        match self.crash_in_text() {
            Some("printing") => return None,
            Some(_) => return Some(("", "mlir-opt")),
            None => {}
        }
        let said = self.message().filter(|_| matches!(self.kind(), "unreadable" | "round-trip"))?;
        Some(match () {
            () if said.contains("bytecode") => (" --emit-bytecode", "mlir-opt --mlir-print-op-generic"),
            () if said.contains("generic") => {
                (" --mlir-print-op-generic", "mlir-opt --mlir-print-op-generic")
            }
            () => ("", "mlir-opt"),
        })
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
        let commands = Commands { exhibit: self.exhibit, read_by: self.read_by() };
        commands.text()
    }

    /// What should be, and why.
    fn expected(&self) -> String {
        let semantics = self.exhibit.asks_semantics();
        match self.kind() {
            "crash" => {
                "No crash: the program is valid, as MLIR's verifier found before the pass was run.".into()
            }
            "invalid-ir" => "Valid IR, or failure with a diagnostic: the pass reports success.".into(),
            "unreadable" if self.crash_in_text().is_some() => {
                "No crash: the module is valid, as MLIR's verifier found, and MLIR prints and reads any that is.".into()
            }
            "unreadable" => "MLIR reads what it wrote: the module is valid, as its verifier found.".into(),
            "round-trip" => "MLIR reads the module that it wrote.".into(),
            "timeout" | "out-of-memory" if self.ends_in_pass() => {
                "An end: within the limits of time and memory it comes to none.".into()
            }
            "timeout" | "out-of-memory" => "An end, as the other path of the same program has.".into(),
            "nondeterministic" if self.ends_in_pass() => "The same IR every time.".into(),
            "nondeterministic" => "The same results every time: the program reads no input.".into(),
            _ if semantics => {
                let against = serde_json::from_value::<Difference>(self.seen()["against"]["difference"].clone()).ok();
                let against = against.and_then(|found| expected::against(&found, self.document["operation"].as_str()));
                let sentence = against.filter(|_| self.every_path()).map_or_else(String::new, |said| said + "\n\n");
                format!(
                    "{sentence}What `{}` lists, output for output. It was computed by lowdiff's reference semantics, which evaluate the \
                     program operation by operation as its dialects' documents say; floats have a bound for rounding.",
                    self.named("expected.txt")
                )
            }
            _ => match self.document["culprit"]["before"].as_str() {
                Some(before) => {
                    format!("The results of the program without the culprit, {before}.{}", self.defined())
                }
                None => "Equal results: both paths lower one and the same program.".into(),
            },
        }
    }

    /// How far a reduction came, if there was one.
    pub(super) fn reduction(&self) -> Option<Value> {
        serde_json::from_str(&self.read("reduction.json")?).ok()
    }

    /// What was looked at to see that the right result is no accident.
    fn defined(&self) -> &'static str {
        let state = self.reduction().unwrap_or_default();
        let checks = &state["question"]["checks"];
        match (checks["memory"] == true, checks["bounds"] == true) {
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
        if self.seen()["varies"] == true {
            text += "\nThe values vary from run to run.\n";
        }
        let frames: Vec<&str> = self.frames().into_iter().take(12).collect();
        if !frames.is_empty() {
            text += &format!("\n```\n{}\n```\n", frames.join("\n"));
        }
        text
    }

    fn culprit(&self) -> String {
        let culprit = &self.document["culprit"];
        let Some(pipeline) = culprit["pipeline"].as_str() else {
            return match self.document["pass"].as_str() {
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
        let met = culprit["met"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let met: Vec<&str> = met.collect();
        if !met.is_empty() {
            let till = if culprit["alone"] == true { ": `before.mlir` is behind that" } else { "" };
            let _ = writeln!(
                text,
                "\nFrom the program on it takes the work of {} before it{till}.",
                met.join(", ")
            );
        }
        if culprit["evaluated"] == true {
            let after = culprit["after"].as_str().unwrap_or_default();
            let _ = writeln!(
                text,
                "\nThe reference semantics evaluate what it is given as expected, and what it makes as wrong as the path is: \
                 {after}. No pass behind it has a part in it, and `mlir-opt --pass-pipeline='{pipeline}' before.mlir` is enough to see it."
            );
        } else if self.every_path() {
            text += "\nWhat it is given is right, as the reference semantics evaluate it, and every way down from what it makes that \
                     was tried is wrong. That no pass behind it is the one that goes wrong is not proved beyond that.\n";
        } else if let Some(before) = culprit["before"].as_str().filter(|_| !self.ends_in_pass()) {
            let _ = writeln!(
                text,
                "\nLowered plainly from there, what it was given comes to what is expected ({before}), and what it makes does \
                 not. That no pass behind it is the one that goes wrong is not proved beyond that."
            );
        }
        let doubts = self.asked().iter().find(|version| version["contradicts"] == true);
        if let Some(version) = doubts.and_then(|version| version["mlir"]["version"].as_str()) {
            let _ = writeln!(
                text,
                "\nThis is in doubt: on {version} both paths give what path b gives here. Then path a is the wrong one, by a pass that \
                 the plain lowering has, too."
            );
        }
        if culprit["varies"] == true {
            text += "\nThis varies from run to run, so a step before it may be the one.\n";
        }
        if culprit["alone"] != true {
            text +=
                "\nFrom the IR just before it on it was not seen: the steps before may have a part in it.\n";
        }
        if self.exhibit.folder.join("change.diff").exists() {
            text += &format!("\nWhat it changes: {}", self.listing("change.diff", "diff"));
        }
        text
    }

    /// What each MLIR that was asked had to say; who was asked last wrote it beside the finding.
    fn asked(&self) -> &[Value] {
        let asked = [self.found, self.document].into_iter().map(|document| &document["versions"]);
        asked.filter_map(Value::as_array).find(|versions| !versions.is_empty()).map_or(&[], Vec::as_slice)
    }

    fn versions(&self) -> String {
        let versions = self.asked();
        if versions.is_empty() {
            let version = self.document["mlir"]["version"].as_str().unwrap_or("unknown");
            return format!("Seen on {version}. No other version was asked: `lowdiff triage` does that.\n");
        }
        let mut text = "| MLIR | shows | what was run | what it came to |\n|---|---|---|---|\n".to_owned();
        let word = |value: &Value| value.as_str().unwrap_or_default().replace(['|', '\n'], " ");
        let shows = |value: &Value| match value.as_str() {
            Some("unknown") => "not tried".to_owned(),
            Some("other") => "something else".to_owned(),
            _ => word(value),
        };
        for version in versions {
            let mut run = word(&version["run"]);
            if version["found"].is_string() {
                run += &format!("; as it was found: {}", shows(&version["found"]));
            }
            let (mlir, detail) = (word(&version["mlir"]["version"]), word(&version["detail"]));
            let _ = writeln!(text, "| {mlir} | {} | {run} | {detail} |", shows(&version["shows"]));
        }
        text
    }
}

#[cfg(test)]
#[path = "issue_tests.rs"]
mod tests;
