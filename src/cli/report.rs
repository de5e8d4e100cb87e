//! `lowdiff report`: a campaign as one page.

use super::output;
use crate::explore::{History, Kept, Moment};
use crate::finding::{Finding, State, VersionRecord};
use crate::observe::tell;
use crate::reduce::Folder;
use crate::report::page::{FindingRow, OtherCampaign, Page, ReducedSize, VersionAnswer, html};
use crate::report::{Demonstration, quote};
use crate::triage::REGRESSION;
use crate::words;
use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Make one HTML page of a campaign: findings, rates over time, the lowering space, passes
///
/// Exit status: 0 written; 2 usage or set-up error.
#[derive(Debug, Args)]
pub struct Report {
    /// The --out of `lowdiff explore`
    folder: PathBuf,
    /// The file that the page goes to [default: report.html in the folder]
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// The file that `lowdiff coverage DIR --json` printed, to show blocks of MLIR's code reached
    #[arg(long, value_name = "FILE.json")]
    coverage: Option<PathBuf>,
    /// The --out of another campaign, to show both side by side
    #[arg(long, value_name = "DIR")]
    beside: Option<PathBuf>,
}

impl Report {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let history = read(&self.folder)?;
        let other = self.beside.as_deref().map(|folder| Ok::<_, anyhow::Error>((folder, read(folder)?)));
        let out = self.out.unwrap_or_else(|| self.folder.join("report.html"));
        let beside = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut page = page(&self.folder, beside, history, self.coverage.as_deref())?;
        page.beside = match other.transpose()? {
            Some((folder, history)) => Some(OtherCampaign {
                title: format!("Campaign {}", name(folder)),
                summary: history.summary.json(),
                curve: history.curve,
            }),
            None => None,
        };
        let text = html(&page)?;
        output::file(&out, &text)?;
        output::data(&out.display().to_string())?;
        Ok(0)
    }
}

/// The campaigns of a folder.
fn read(folder: &Path) -> anyhow::Result<History> {
    let shown = folder.display();
    if !folder.is_dir() {
        bail!("there is no folder {shown}: name the --out of `lowdiff explore`");
    }
    let Some(history) = History::read(folder)? else {
        bail!(
            "{shown} holds no campaign of `lowdiff explore`: name its --out, or run `lowdiff triage {shown}` for findings alone"
        );
    };
    Ok(history)
}

/// The name of a folder, wherever it was called from.
fn name(folder: &Path) -> String {
    let name = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    name.file_name().unwrap_or(name.as_os_str()).to_string_lossy().into_owned()
}

fn page(
    folder: &Path,
    beside: &Path,
    history: History,
    coverage: Option<&Path>,
) -> anyhow::Result<Page<Moment>> {
    let told = &history.summary.findings;
    let mut summary = history.summary.json();
    summary["findings"] = Value::Null;
    Ok(Page {
        title: format!("Campaign {}", name(folder)),
        lowdiff: env!("CARGO_PKG_VERSION"),
        mlir: history.summary.mlirs.clone(),
        campaigns: history.campaigns,
        summary,
        curve: history.curve,
        coverage: coverage.map_or(Ok(Value::Null), measured)?,
        space: history.summary.stats.space,
        findings: rows(folder, beside, told)?,
        beside: None,
    })
}

/// The document that `lowdiff coverage --json` printed.
fn measured(file: &Path) -> anyhow::Result<Value> {
    let cannot = || format!("cannot read {}", file.display());
    let text = fs::read_to_string(file).with_context(cannot)?;
    let value: Value = serde_json::from_str(&text).with_context(cannot)?;
    if !value["curve"].is_array() || !value["blocks"].is_u64() {
        bail!("{} is not what `lowdiff coverage DIR --json` prints: write that into it", file.display());
    }
    Ok(value)
}

/// The findings that journals tell of and those that are there, each once.
fn rows(folder: &Path, beside: &Path, told: &[Kept]) -> anyhow::Result<Vec<FindingRow>> {
    let mut rows = BTreeMap::new();
    for finding in told {
        let name = finding.directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let row = FindingRow {
            name: name.clone(),
            verdict: finding.verdict.name().to_owned(),
            signature: finding.signature.clone(),
            culprit: finding.culprit.clone(),
            mlir: finding.mlir.clone(),
            known: finding.known.clone(),
            state: "gone".into(),
            standing: "gone".into(),
            closed: finding.closed.clone(),
            bug: finding.known.clone().unwrap_or_else(|| finding.signature.clone()),
            message: "The folder that kept it is not there any more.".into(),
            ..FindingRow::default()
        };
        rows.insert(name, row);
    }
    for (within, put_aside) in [(folder.to_owned(), false), (folder.join(REGRESSION), true)] {
        if !within.is_dir() {
            continue;
        }
        let cannot = || format!("cannot read {}", within.display());
        for entry in fs::read_dir(&within).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            // A process that was ended in the middle of a finding leaves what is hidden.
            if path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b".")) {
                continue;
            }
            let finding = match Finding::find(&path) {
                Ok(None) => continue,
                Ok(Some(finding)) => Some(finding),
                // The others are no worse for it.
                Err(error) => {
                    tell(&format!("{error:#}"));
                    None
                }
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let row = rows.entry(name.clone()).or_default();
            row.name = name;
            row.link = Some(link(beside, &path));
            match &finding {
                Some(finding) => describe(row, &path, finding, put_aside),
                None => {
                    (row.state, row.standing) = ("damaged".into(), "damaged".into());
                    row.message = "Its finding.json cannot be read.".into();
                    row.bug =
                        if row.bug.is_empty() { row.name.clone() } else { std::mem::take(&mut row.bug) };
                }
            }
        }
    }
    Ok(rows.into_values().collect())
}

/// Fills in what a finding says of itself. One that was put aside is fixed, on whichever MLIR that was.
fn describe(row: &mut FindingRow, path: &Path, finding: &Finding, put_aside: bool) {
    let verdict = finding.verdict();
    row.verdict = verdict.kind.name().to_owned();
    row.mlir = finding.mlir.as_ref().map(|mlir| mlir.name.clone()).unwrap_or_default();
    row.known = row.known.take().or(verdict.known.clone());
    let answers = finding.versions.iter().map(|version| (&version.mlir, version.of_whole()));
    let state = State::told(answers, row.known.as_deref(), finding.like.as_deref());
    let is_finding = verdict.kind.is_finding();
    let standing = match &state {
        _ if !is_finding => "incomparable",
        _ if put_aside => "fixed",
        State::Fixed(_) => "fixed",
        State::New(_) => "new",
        State::Known(_) => "known",
        State::Unsettled => "unsettled",
    };
    row.standing = standing.to_owned();
    row.state = match state {
        _ if !is_finding => "no finding".to_owned(),
        state @ State::Fixed(_) => state.to_string(),
        _ if put_aside => "fixed".to_owned(),
        state => state.to_string(),
    };
    row.closed = finding.closed().map(|closed| closed.reason.to_owned());
    if row.signature.is_empty() {
        row.signature = finding.signature.clone().unwrap_or_else(|| verdict.signature());
    }
    row.bug = [&row.known, &finding.group].into_iter().flatten().next().unwrap_or(&row.signature).clone();
    row.message = words::detail(&verdict.detail);
    row.command = Some(replaying(path, &row.mlir));
    let answer = |version: &VersionRecord| VersionAnswer {
        mlir: version.mlir.name.clone(),
        shows: version.of_whole().name(),
        detail: version.detail.clone(),
    };
    row.versions = finding.versions.iter().map(answer).collect();
    row.confirmed = finding.confirmed;
    let named = finding.culprit.as_ref().map(|culprit| culprit.pass.clone());
    row.culprit = row.culprit.take().or(named).or(verdict.pass.clone());
    row.steps = finding.seen.paths.iter().map(|path| path.steps.len()).max();
    let demonstration = Demonstration::of(path, finding);
    (row.before, row.after) = texts(&demonstration);
    if demonstration.reduced {
        // The programs that are shown beside it are the reduced ones.
        row.message = words::detail(&demonstration.document.verdict().detail);
        row.command = Some(replaying(&demonstration.folder, &row.mlir));
        let sizes = sizes(&demonstration);
        row.operations = sizes.as_ref().and_then(|(original, _)| *original);
        let steps = demonstration.paths.last().map(|(_, steps)| steps.len());
        row.reduced = Some(sizes.map_or(ReducedSize { operations: None, steps }, |(_, small)| small));
    }
}

/// The command that replays a finding.
fn replaying(finding: &Path, mlir: &str) -> String {
    format!("lowdiff replay {} --mlir {}", quote(&finding.display().to_string()), quote(mlir))
}

/// Bytes of a program that the page holds.
const MOST_TEXT: usize = 6000;

/// The IR before and after the pass to blame, or the program where no pass is.
fn texts(demonstration: &Demonstration) -> (Option<String>, Option<String>) {
    let text = |name: &str| {
        let text = fs::read_to_string(demonstration.folder.join(name)).ok()?;
        let Some(end) = (0..=MOST_TEXT).rev().find(|end| text.is_char_boundary(*end)) else {
            return Some(text);
        };
        Some(if text.len() > end { format!("{}\n... cut: {name} has all of it", &text[..end]) } else { text })
    };
    match text("before.mlir") {
        Some(before) => (Some(before), text("after.mlir")),
        None => (text("program.mlir"), None),
    }
}

/// The operations that a reduction began with, and what it came to: the numbers of `lowdiff reduce`.
fn sizes(demonstration: &Demonstration) -> Option<(Option<usize>, ReducedSize)> {
    let Some(state) = Folder::state(&demonstration.folder) else {
        // The operation that goes wrong by itself is all there is.
        let alone = demonstration.document.verdict().operation.is_some();
        let steps = demonstration.paths.last().map(|(_, steps)| steps.len());
        return alone.then_some((None, ReducedSize { operations: Some(1), steps }));
    };
    let size = if demonstration.is_whole() { Some(state.source_size) } else { state.alone_size };
    let culprits = usize::from(demonstration.document.culprit.is_some());
    let small = ReducedSize {
        operations: size.map(|size| size.operations),
        steps: size.map(|size| size.steps + culprits),
    };
    Some((Some(state.original.operations), small))
}

/// The report of a finding, or its folder, as a link from a page in `beside`.
fn link(beside: &Path, finding: &Path) -> String {
    let target =
        Some(finding.join("report.md")).filter(|report| report.is_file()).unwrap_or(finding.to_owned());
    let absolute = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (beside, target) = (absolute(beside), absolute(&target));
    let relative = target.strip_prefix(&beside);
    let (prefix, path) = relative.map_or(("file://", target.as_path()), |path| ("", path));
    let escaped = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    prefix.to_owned()
        + &path.as_os_str().as_encoded_bytes().iter().map(|byte| escaped(*byte)).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::VerdictKind;
    use serde_json::json;

    #[test]
    fn findings_are_told_once_wherever_they_are() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let put = |name: &str, about: Value| {
            let path = folder.path().join(name);
            fs::create_dir_all(&path).expect("room");
            fs::write(path.join("finding.json"), about.to_string()).expect("room");
        };
        let mlir = json!({ "name": "22", "version": "22.1.8", "build-id": "ab" });
        put("crash-cse-1", json!({ "verdict": "crash", "case": "c", "pass": "cse", "mlir": mlir }));
        let step = json!({ "pipeline": "builtin.module(b)", "effect": null });
        let paths = json!([{ "outcome": "crash", "steps": [step, step] }]);
        put("regression/crash a-2", json!({ "verdict": "crash", "pass": "a", "paths": paths }));
        put("damaged", json!({ "verdict": "crush" }));
        let kept = |directory: &str, verdict, signature: &str, known: Option<&str>| Kept {
            directory: directory.into(),
            mlir: "22".into(),
            verdict,
            signature: signature.into(),
            culprit: None,
            known: known.map(str::to_owned),
            closed: None,
        };
        let told = [
            kept("/elsewhere/crash-cse-1", VerdictKind::Crash, "crash-cse", None),
            kept("mismatch-sccp-3", VerdictKind::Mismatch, "mismatch-sccp", Some("LLVM 1")),
        ];
        let rows = rows(folder.path(), folder.path(), &told).expect("it can be read");
        let shown: Vec<_> =
            rows.iter().map(|row| (row.name.as_str(), row.state.as_str(), row.link.as_deref())).collect();
        assert_eq!(
            shown,
            [
                ("crash a-2", "fixed", Some("regression/crash%20a-2")),
                ("crash-cse-1", "new", Some("crash-cse-1")),
                ("damaged", "damaged", Some("damaged")),
                ("mismatch-sccp-3", "gone", None),
            ]
        );
        assert_eq!(rows[0].reduced, None);
        put("crash-cse-1/reduced", json!({ "verdict": "crash" }));
        fs::write(folder.path().join("crash-cse-1/reduced/program.mlir"), "%0 = a\nb\n").expect("room");
        let size =
            |operations, steps| json!({ "operations": operations, "steps": steps, "all": 0, "weight": 0 });
        let question = json!({
            "kind": "crash", "pass": "cse", "ended": "", "plainly": false, "rounds": 1,
            "checks": { "memory": true, "bounds": true },
        });
        let source =
            json!({ "program": "", "printed": [], "path": { "before": [], "culprit": "", "after": [] } });
        let state = json!({
            "case": "c", "mlir": "ab", "question": question, "source": source, "alone": null, "stage": "done",
            "original": size(9, 5), "source_size": size(4, 2), "alone_size": null, "seconds": 1.0,
        });
        fs::write(folder.path().join("crash-cse-1/reduced/reduction.json"), state.to_string()).expect("room");
        fs::write(folder.path().join("crash-cse-1/reduced/path-a.txt"), "builtin.module(cse)\n")
            .expect("room");
        let small = super::rows(folder.path(), folder.path(), &told).expect("it can be read").swap_remove(1);
        assert_eq!(
            (small.operations, small.reduced),
            (Some(9), Some(ReducedSize { operations: Some(4), steps: Some(2) })),
            "as reduce counts"
        );
        assert_eq!(
            (rows[0].steps, rows[0].signature.as_str(), rows[1].mlir.as_str()),
            (Some(2), "crash-a", "22")
        );
        let elsewhere = tempfile::tempdir().expect("a temporary folder");
        assert!(link(elsewhere.path(), &folder.path().join("crash-cse-1")).starts_with("file:///"));
    }
}
