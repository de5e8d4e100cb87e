//! `lowdiff report`: a campaign as one page.

use super::output;
use crate::explore::{History, Moment};
use crate::report::Exhibit;
use crate::report::page::{Page, Row, Small, html};
use crate::triage::REGRESSION;
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
    /// Where the page goes [default: report.html in the folder]
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// What `lowdiff coverage DIR --json` printed, to show blocks of MLIR's code reached
    #[arg(long, value_name = "FILE.json")]
    coverage: Option<PathBuf>,
}

impl Report {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let shown = self.folder.display();
        if !self.folder.is_dir() {
            bail!("there is no folder {shown}: name the --out of `lowdiff explore`");
        }
        let Some(history) = History::read(&self.folder)? else {
            bail!("{shown} holds no campaign: name the --out of `lowdiff explore`");
        };
        let out = self.out.unwrap_or_else(|| self.folder.join("report.html"));
        let beside = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let page = page(&self.folder, beside, history, self.coverage.as_deref())?;
        let text = html(&page)?;
        output::file(&out, &text)?;
        output::data(&out.display().to_string())?;
        Ok(0)
    }
}

fn page(
    folder: &Path,
    beside: &Path,
    history: History,
    coverage: Option<&Path>,
) -> anyhow::Result<Page<Moment>> {
    let name = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = name.file_name().unwrap_or(name.as_os_str()).to_string_lossy().into_owned();
    let mut summary = history.summary.json();
    let told = summary["findings"].take();
    Ok(Page {
        title: format!("Campaign {name}"),
        lowdiff: env!("CARGO_PKG_VERSION"),
        mlir: history.summary.mlirs.clone(),
        campaigns: history.campaigns,
        summary,
        curve: history.curve,
        coverage: coverage.map_or(Ok(Value::Null), measured)?,
        space: history.summary.stats.space,
        findings: rows(folder, beside, &told)?,
    })
}

/// What `lowdiff coverage --json` printed.
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
fn rows(folder: &Path, beside: &Path, told: &Value) -> anyhow::Result<Vec<Row>> {
    let mut rows = BTreeMap::new();
    for finding in told.as_array().into_iter().flatten() {
        let word = |key: &str| finding[key].as_str().map(str::to_owned);
        let directory = PathBuf::from(word("directory").unwrap_or_default());
        let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let row = Row {
            name: name.clone(),
            verdict: word("verdict").unwrap_or_default(),
            signature: word("signature").unwrap_or_default(),
            culprit: word("culprit"),
            mlir: word("mlir").unwrap_or_default(),
            known: word("known"),
            state: "gone".into(),
            ..Row::default()
        };
        rows.insert(name, row);
    }
    for (within, state) in [(folder.to_owned(), "new"), (folder.join(REGRESSION), "fixed")] {
        if !within.is_dir() {
            continue;
        }
        let cannot = || format!("cannot read {}", within.display());
        for entry in fs::read_dir(&within).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            let Ok(text) = fs::read_to_string(path.join("finding.json")) else { continue };
            let about: Value = serde_json::from_str(&text).unwrap_or_default();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let row = rows.entry(name.clone()).or_default();
            describe(row, &name, &path, &about);
            row.link = Some(link(beside, &path));
            row.state = match (&row.known, about["like"].as_str()) {
                (Some(_), _) => "known".into(),
                (None, Some(like)) => format!("{state}, like {like}"),
                (None, None) => state.to_owned(),
            };
        }
    }
    Ok(rows.into_values().collect())
}

/// Fills in what a finding says of itself.
fn describe(row: &mut Row, name: &str, path: &Path, about: &Value) {
    let word = |value: &Value| value.as_str().map(str::to_owned);
    row.name = name.to_owned();
    row.verdict = word(&about["verdict"]).unwrap_or_default();
    row.mlir = word(&about["mlir"]["name"]).unwrap_or_default();
    row.known = row.known.take().or(word(&about["known"]));
    if row.signature.is_empty() {
        row.signature = name.rsplit_once('-').map_or(name, |(signature, _)| signature).to_owned();
    }
    row.group = word(&about["group"]);
    let blamed = word(&about["culprit"]["pass"]).or(word(&about["pass"]));
    row.culprit = row.culprit.take().or(blamed);
    let paths = about["paths"].as_array().into_iter().flatten();
    row.steps = paths.filter_map(|path| path["steps"].as_array().map(Vec::len)).max();
    let exhibit = Exhibit::of(path, about);
    if exhibit.reduced {
        let sizes = sizes(&exhibit);
        row.operations = sizes.as_ref().and_then(|(original, _)| *original);
        let steps = exhibit.paths.last().map(|(_, steps)| steps.len());
        row.reduced = Some(sizes.map_or(Small { operations: None, steps }, |(_, small)| small));
    }
}

/// The operations that a reduction began with, and what it came to: the numbers of `lowdiff reduce`.
fn sizes(exhibit: &Exhibit) -> Option<(Option<usize>, Small)> {
    let count = |value: &Value| value.as_u64().and_then(|count| usize::try_from(count).ok());
    let culprits = usize::from(exhibit.document["culprit"].is_object());
    let Ok(text) = fs::read_to_string(exhibit.folder.join("reduction.json")) else {
        // The operation that goes wrong by itself is all there is.
        let alone = exhibit.document["operation"].is_string();
        let steps = exhibit.paths.last().map(|(_, steps)| steps.len());
        return alone.then_some((None, Small { operations: Some(1), steps }));
    };
    let state: Value = serde_json::from_str(&text).ok()?;
    let size = if exhibit.is_whole() { &state["source_size"] } else { &state["alone_size"] };
    let steps = count(&size["steps"]).map(|steps| steps + culprits);
    Some((count(&state["original"]["operations"]), Small { operations: count(&size["operations"]), steps }))
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
    use serde_json::json;

    #[test]
    fn findings_are_told_once_wherever_they_are() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let put = |name: &str, about: Value| {
            let path = folder.path().join(name);
            fs::create_dir_all(&path).expect("room");
            fs::write(path.join("finding.json"), about.to_string()).expect("room");
        };
        put("crash-cse-1", json!({ "verdict": "crash", "pass": "cse", "mlir": { "name": "22" } }));
        put(
            "regression/crash a-2",
            json!({ "verdict": "crash", "pass": "b", "paths": [{ "steps": [1, 2] }] }),
        );
        let told = json!([
            { "directory": "/elsewhere/crash-cse-1", "signature": "crash-cse", "culprit": "cse", "verdict": "crash" },
            { "directory": "mismatch-sccp-3", "signature": "mismatch-sccp", "known": "LLVM 1" },
        ]);
        let rows = rows(folder.path(), folder.path(), &told).expect("it can be read");
        let shown: Vec<_> =
            rows.iter().map(|row| (row.name.as_str(), row.state.as_str(), row.link.as_deref())).collect();
        assert_eq!(
            shown,
            [
                ("crash a-2", "fixed", Some("regression/crash%20a-2")),
                ("crash-cse-1", "new", Some("crash-cse-1")),
                ("mismatch-sccp-3", "gone", None),
            ]
        );
        assert_eq!(rows[0].reduced, None);
        put("crash-cse-1/reduced", json!({ "verdict": "crash" }));
        fs::write(folder.path().join("crash-cse-1/reduced/program.mlir"), "%0 = a\nb\n").expect("room");
        let state = json!({
            "case": null, "original": { "operations": 9 }, "source_size": { "operations": 4, "steps": 2 },
        });
        fs::write(folder.path().join("crash-cse-1/reduced/reduction.json"), state.to_string()).expect("room");
        fs::write(folder.path().join("crash-cse-1/reduced/path-a.txt"), "builtin.module(cse)\n")
            .expect("room");
        let small = super::rows(folder.path(), folder.path(), &told).expect("it can be read").swap_remove(1);
        assert_eq!(
            (small.operations, small.reduced),
            (Some(9), Some(Small { operations: Some(4), steps: Some(2) })),
            "as reduce counts"
        );
        assert_eq!(
            (rows[0].steps, rows[0].signature.as_str(), rows[1].mlir.as_str()),
            (Some(2), "crash a", "22")
        );
        let elsewhere = tempfile::tempdir().expect("a temporary folder");
        assert!(link(elsewhere.path(), &folder.path().join("crash-cse-1")).starts_with("file:///"));
    }
}
