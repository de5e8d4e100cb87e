//! `report.md`: a finding in the form in which LLVM wants bugs of fuzzers reported. It is made of the finding's own files, so it can be
//! made again whenever these say more, and it says what they say and nothing else.

use super::reproduce::quote;
use crate::path::pipeline;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// The file's name.
pub const REPORT: &str = "report.md";
/// Longer texts are named and not shown.
const MOST_LINES: usize = 150;

/// Writes the report of the finding in this directory; nothing where there is no finding.
///
/// # Errors
/// The finding's document cannot be read, or the folder takes no file.
pub fn write(finding: &Path) -> Result<()> {
    let file = finding.join("finding.json");
    if !file.exists() {
        return Ok(());
    }
    let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let document: Value = serde_json::from_str(&text)
        .with_context(|| format!("{} is no JSON; restore or delete it", file.display()))?;
    super::culprit::write(&finding.join(REPORT), &Issue { folder: finding, document: &document }.text())
}

/// A finding's files.
struct Issue<'a> {
    folder: &'a Path,
    document: &'a Value,
}

/// A program and the pipelines that show it.
struct Shown {
    file: &'static str,
    /// A name and a pipeline each; one where a pass ends its path.
    pipelines: Vec<(String, String)>,
}

impl Issue<'_> {
    fn text(&self) -> String {
        let shown = self.shown();
        let mut text = format!("# {}\n\n", self.title());
        text += &self.origin();
        text += &format!("\n## Program\n\n{}", self.listing(shown.file, "mlir"));
        text += &format!("\n## Commands\n\n{}", self.commands(&shown));
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
        std::fs::read_to_string(self.folder.join(name)).ok()
    }

    fn lines(&self, name: &str) -> Option<Vec<String>> {
        Some(self.read(name)?.lines().map(str::to_owned).collect())
    }

    fn kind(&self) -> &str {
        self.word("verdict")
    }

    /// Whether a pass ends the path, so that nothing is run.
    fn ends_in_pass(&self) -> bool {
        self.document["pass"].is_string()
    }

    /// What MLIR said where it ended.
    fn message(&self) -> Option<String> {
        let paths = self.document["paths"].as_array().into_iter().flatten();
        let said = paths.filter(|path| path["outcome"] != "ok").filter_map(|path| path["message"].as_str());
        let mut lines = said.flat_map(str::lines).map(str::trim).filter(|line| !line.is_empty());
        lines.next().map(|line| line.chars().take(160).collect())
    }

    fn title(&self) -> String {
        let pass = self.document["pass"].as_str().or(self.document["culprit"]["pass"].as_str());
        let about = match (pass, self.kind()) {
            (Some(pass), "crash") => format!("{pass} crashes"),
            (Some(pass), "invalid-ir") => format!("{pass} leaves invalid IR"),
            (Some(pass), "unreadable") => format!("what {pass} leaves cannot be read back"),
            (Some(pass), "round-trip") => format!("what {pass} leaves is read back as another module"),
            (Some(pass), "nondeterministic") if self.ends_in_pass() => {
                format!("{pass} leaves other IR when memory lies elsewhere")
            }
            (Some(pass), "timeout") if self.ends_in_pass() => format!("{pass} does not end"),
            (Some(pass), "out-of-memory") if self.ends_in_pass() => format!("{pass} takes all memory"),
            (Some(pass), "memory" | "undefined") => format!("lowered code is undefined after {pass}"),
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

    /// Whether every path that was tried is wrong, so that only the semantics tell.
    fn every_path(&self) -> bool {
        let reduced = self.reduction().is_some_and(|state| state["question"]["every_path"] == true);
        self.kind() == "mismatch"
            && (reduced || self.word("detail").contains("every path differs from the reference semantics"))
    }

    /// What every path gives and what the semantics do, in one sentence; none where paths differ.
    fn against_semantics(&self) -> Option<String> {
        let (_, values) = self.word("detail").split_once("expected ").filter(|_| self.every_path())?;
        let (right, wrong) = values.split(';').next()?.split_once(", path ")?;
        let (_, wrong) = wrong.split_once(" gave ")?;
        let operation =
            self.document["operation"].as_str().map(|name| name.split('-').next().unwrap_or(name));
        Some(match operation {
            Some(operation) => format!(
                "Every lowering path tried gives {wrong}, the semantics of {operation} give {right}, because that is what the \
                 definition of {operation} comes to for the operands in the program above."
            ),
            None => format!(
                "Every lowering path tried gives {wrong}, the semantics of the program give {right}, because that is what the \
                 definitions of its operations come to, one after the other."
            ),
        })
    }

    /// Who found it, on what, and how sure it is.
    fn origin(&self) -> String {
        let mlir = &self.document["mlir"];
        let word = |value: &Value| value.as_str().unwrap_or("unknown").to_owned();
        let mut text = format!(
            "Found by a fuzzer (label `fuzzer-generated`): lowdiff {}, which lowers one program along different paths.\n\n",
            word(&self.document["lowdiff"])
        );
        let _ = writeln!(text, "- MLIR {}, build-id {}", word(&mlir["version"]), word(&mlir["build-id"]));
        let _ = writeln!(text, "- {}: {}", self.kind(), self.word("detail"));
        text += "- It showed in two runs of two processes.\n";
        text += match self.document["confirmed"].as_bool() {
            Some(true) => "- Stock mlir-opt and its runner show it in clean processes.\n",
            Some(false) => "- Stock mlir-opt and its runner do **not** show it.\n",
            None => "- No stock programs were asked, or they could not tell.\n",
        };
        let state = self.reduction();
        text += match state.as_ref().map(|state| state["stage"].as_str()) {
            Some(Some("done")) => "- Minimized: no smaller candidate that was tried shows it.\n",
            Some(_) => "- Minimized until time was up; smaller may be possible.\n",
            None if self.folder.join("reduced/reduction.json").exists() => {
                "- A minimized one is in `reduced`.\n"
            }
            None => "- Not minimized: `lowdiff reduce` does that.\n",
        };
        if let Some(known) = self.document["known"].as_str() {
            let _ = writeln!(text, "- It fits the description of {known}.");
        }
        text
    }

    /// The least there is that shows it.
    fn shown(&self) -> Shown {
        let culprit = &self.document["culprit"];
        let alone = culprit["alone"] == true && self.folder.join("before.mlir").exists();
        let pipeline = culprit["pipeline"].as_str().unwrap_or_default();
        if alone && self.ends_in_pass() && !pipeline.is_empty() {
            return Shown { file: "before.mlir", pipelines: vec![("the pass".into(), pipeline.into())] };
        }
        if let (true, Some(right), Some(wrong)) = (alone, self.lines("without.txt"), self.lines("with.txt")) {
            let pipelines = [(self.right_path(&right), right), ("path b, with it".to_owned(), wrong)];
            let pipelines = pipelines.map(|(name, steps)| (name, pipeline::join(&steps)));
            return Shown { file: "before.mlir", pipelines: pipelines.into() };
        }
        let path = |letter: char| Some((letter.to_string(), self.lines(&format!("path-{letter}.txt"))?));
        let paths = ('a'..='z').map_while(path);
        let outcomes = self.document["paths"].as_array();
        let ended = |index: usize| {
            outcomes
                .and_then(|paths| paths.get(index))
                .is_some_and(|path| path["pass"] == self.document["pass"])
        };
        let paths = paths.enumerate().filter(|(index, _)| !self.ends_in_pass() || ended(*index));
        let pipelines = paths.map(|(_, (letter, steps))| (format!("path {letter}"), pipeline::join(&steps)));
        Shown { file: "program.mlir", pipelines: pipelines.collect() }
    }

    /// What to call the path that is right: one with the culprit's pass in it goes round what is wrong.
    fn right_path(&self, steps: &[String]) -> String {
        let culprit = &self.document["culprit"];
        let own = steps.iter().any(|step| Some(pipeline::pass_name(step)) == culprit["pass"].as_str());
        match culprit["before"].as_str().filter(|_| own) {
            Some(before) => format!("path a, another way, {before}"),
            None => "path a, without the culprit".to_owned(),
        }
    }

    /// The flags that write the form that is not read back, and what reads it, where that is the finding.
    fn read_by(&self) -> Option<(&str, &str)> {
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
        match self.read(name) {
            Some(text) if text.lines().count() <= MOST_LINES => {
                format!("`{name}`:\n\n```{language}\n{}\n```\n", text.trim_end())
            }
            Some(text) => format!("`{name}`, {} lines.\n", text.lines().count()),
            None => format!("`{name}` is not here.\n"),
        }
    }

    fn commands(&self, shown: &Shown) -> String {
        let version = self.document["mlir"]["version"].as_str().unwrap_or_default();
        let major: u32 = version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(u32::MAX);
        let runner = if major < 20 { "mlir-cpu-runner" } else { "mlir-runner" };
        let mut text = "```sh\n".to_owned();
        if !self.ends_in_pass() {
            let _ = writeln!(text, "lib=$(dirname \"$(readlink -f \"$(command -v {runner})\")\")/../lib");
        }
        for (name, pipeline) in &shown.pipelines {
            let opt = format!("mlir-opt --pass-pipeline={} {}", quote(pipeline), shown.file);
            if self.ends_in_pass() {
                let read =
                    self.read_by().map(|(flags, read)| format!("{flags} | {read}")).unwrap_or_default();
                let _ = writeln!(text, "{opt}{read}");
                continue;
            }
            let _ = writeln!(text, "# {name}");
            let _ = writeln!(
                text,
                "{opt} | {runner} -O0 -e main -entry-point-result=void \
                 -shared-libs=\"$lib/libmlir_runner_utils.so,$lib/libmlir_c_runner_utils.so\""
            );
        }
        text += "```\n\n`bash reproduce.sh` runs the whole finding: status 0 while it shows, 1 when it is gone, 2 where it cannot be tried.\n";
        text
    }

    /// What should be, and why.
    fn expected(&self) -> String {
        let semantics = self.folder.join("expected.txt").exists();
        match self.kind() {
            "crash" => {
                "No crash: the program is valid, as MLIR's verifier found before the pass was run.".into()
            }
            "invalid-ir" => "Valid IR, or failure with a diagnostic: the pass reports success.".into(),
            "unreadable" => "MLIR reads what it wrote: the module is valid, as its verifier found.".into(),
            "round-trip" => "MLIR reads the module that it wrote.".into(),
            "timeout" | "out-of-memory" if self.ends_in_pass() => {
                "An end: within the limits of time and memory it comes to none.".into()
            }
            "timeout" | "out-of-memory" => "An end, as the other path of the same program has.".into(),
            "nondeterministic" if self.ends_in_pass() => "The same IR every time.".into(),
            "nondeterministic" => "The same results every time: the program reads no input.".into(),
            _ if semantics => {
                let sentence = self.against_semantics().map(|sentence| sentence + "\n\n").unwrap_or_default();
                sentence
                    + "What `expected.txt` lists, output for output. It was computed by lowdiff's reference semantics, which evaluate the program \
                 operation by operation as its dialects' documents say; floats have a bound for rounding."
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
    fn reduction(&self) -> Option<Value> {
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
        let after = self.document["culprit"]["after"].as_str();
        let mut text =
            format!("{}\n", after.filter(|after| !after.is_empty()).unwrap_or(self.word("detail")));
        if self.document["detail"].as_str().is_some_and(|detail| detail.contains("vary")) {
            text += "\nThe values vary from run to run.\n";
        }
        let paths = self.document["paths"].as_array().into_iter().flatten();
        let frames = paths.filter_map(|path| path["frames"].as_array()).find(|frames| !frames.is_empty());
        if let Some(frames) = frames {
            let frames: Vec<&str> = frames.iter().filter_map(Value::as_str).take(12).collect();
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
            let _ = writeln!(text, "\nIt takes the work of {} before it.", met.join(", "));
        }
        if self.every_path() {
            text += "\nWhat it is given is right, as the reference semantics evaluate it, and every way down from what it makes that \
                     was tried is wrong. That no pass behind it is the one that goes wrong is not proved beyond that.\n";
        } else if let Some(before) = culprit["before"].as_str().filter(|_| !self.ends_in_pass()) {
            let _ = writeln!(
                text,
                "\nLowered plainly from there, what it was given comes to what is expected ({before}), and what it makes does \
                 not. That no pass behind it is the one that goes wrong is not proved beyond that."
            );
        }
        if culprit["varies"] == true {
            text += "\nThis varies from run to run, so a step before it may be the one.\n";
        }
        if culprit["alone"] != true {
            text +=
                "\nFrom the IR just before it on it was not seen: the steps before may have a part in it.\n";
        }
        if self.folder.join("change.diff").exists() {
            text += &format!("\nWhat it changes: {}", self.listing("change.diff", "diff"));
        }
        text
    }

    fn versions(&self) -> String {
        let versions = self.document["versions"].as_array().filter(|versions| !versions.is_empty());
        let Some(versions) = versions else {
            let version = self.document["mlir"]["version"].as_str().unwrap_or("unknown");
            return format!("Seen on {version}. No other version was asked: `lowdiff triage` does that.\n");
        };
        let mut text = "| MLIR | shows | what was run | what it came to |\n|---|---|---|---|\n".to_owned();
        let word = |value: &Value| value.as_str().unwrap_or_default().replace(['|', '\n'], " ");
        for version in versions {
            let mlir = &version["mlir"];
            let shows = match version["shows"].as_str() {
                Some("unknown") => "not tried",
                Some("other") => "something else",
                Some(word) => word,
                None => "",
            };
            let (run, detail) = (word(&version["run"]), word(&version["detail"]));
            let _ = writeln!(text, "| {} | {shows} | {run} | {detail} |", word(&mlir["version"]));
        }
        text
    }
}

#[cfg(test)]
#[path = "issue_tests.rs"]
mod tests;
