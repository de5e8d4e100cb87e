//! `lowdiff blame`: which pass of a path is to blame.

use super::call_arguments::tell_arguments;
use super::counting::Counting;
use super::finding_arguments::{FindingArguments, OpenedFinding, home, with_home};
use super::folder_lock::FolderLock;
use super::input::Timeout;
use super::{output, sentence};
use crate::blame::{Authority, BlameExtent, Blamed, BlamedPath, Culprit, blame_examined, pass_alone};
use crate::observe::{path_letter, path_name, tell};
use crate::report::culprit::{self, OPERATION, summary};
use crate::report::{self, Asking, Mlir, before, issue, json, quote};
use crate::triage::RecordedFinding;
use clap::Args;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Exit status when no culprit can be named.
const STATUS_UNTOLD: u8 = 3;

/// Name the pass that is to blame for a finding, with the IR before it
///
/// Each state of the failing path is run as it is; the first step whose output does what its input does not allow is the
/// culprit. The plain lowering finishes the program after each step if a state cannot be run. A finding's folder keeps the answer, and the IR in before.mlir.
///
/// Exit status: 0 a culprit is named; 2 usage or set-up error; 3 it cannot be told.
#[derive(Debug, Args)]
pub struct Blame {
    #[command(flatten)]
    given: FindingArguments,
    /// The folder that before.mlir and after.mlir go to; by default the finding's directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Judge every prefix of a path, also those behind the culprit
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    timeout: Timeout,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Blame {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let (toolchain, mut executor, OpenedFinding { case, arguments }) = self.given.open("blame")?;
        let mut lock = FolderLock::new();
        for folder in self.given.directory().into_iter().chain(self.out.as_deref()) {
            lock.hold(folder)?;
        }
        lock.heed_signals(|| "interrupted: nobody is blamed yet, and nothing was written".to_owned())?;
        let given = self.given.finding.display();
        tell(&format!("running {given} on MLIR {} step by step to see who is to blame", toolchain.name));
        let counting = Counting::new(0, "beginnings of the path");
        let recorded = RecordedFinding::read(&self.given.finding)?;
        let (terms, syntax) = (self.timeout.terms(), toolchain.syntax());
        let blamed = recorded.examine(&mut executor, &case, syntax, terms).and_then(|examined| {
            let (terms, examined) = (recorded.terms(terms), pass_alone(examined));
            let watch = |judged, all| counting.show_of(judged, all);
            let extent = BlameExtent { all: self.all, watch: &watch, ..BlameExtent::TO_CULPRIT };
            blame_examined(&mut executor, examined, syntax, terms, extent)
        });
        drop(counting);
        let blamed = match blamed {
            Ok(blamed) => blamed,
            // Nobody typed these pipelines: on a version without one of their passes nothing can be told.
            Err(error) if self.given.paths.is_empty() => {
                let reason = format!("it cannot be run on MLIR {}: {}", toolchain.name, sentence(&error));
                let reason = with_home(&reason, &self.given.finding, &[&toolchain.name]);
                if self.json {
                    let document = json!({ "culprit": null, "reason": reason, "mlir": Mlir::of(&toolchain) });
                    output::data(&format!("{document:#}"))?;
                } else {
                    output::data(&format!("it cannot be told: {reason}"))?;
                }
                return Ok(STATUS_UNTOLD);
            }
            Err(error) => return Err(error),
        };
        let mlir = Mlir::of(&toolchain);
        let finding = self.given.directory();
        let files = match self.out.as_deref().or(finding) {
            Some(folder) => culprit::keep(folder, &blamed)?,
            None => Vec::new(),
        };
        if let (Some(finding), Some(first)) = (finding, blamed.culprits().next()) {
            culprit::note(finding, first, &mlir)?;
            issue::write(finding, Asking::Now)?;
        }
        if self.json {
            let mut document = document(&blamed, &files, &mlir);
            document.insert("arguments".into(), json!(arguments));
            output::data(&format!("{:#}", Value::Object(document)))?;
        } else {
            tell_arguments(&arguments);
            let opt = toolchain.mlir_opt.as_ref().map(|opt| opt.display().to_string());
            for line in lines(&blamed, &files, opt.as_deref().unwrap_or("mlir-opt")) {
                output::data(&line)?;
            }
        }
        if blamed.culprits().next().is_none()
            && let Some(hint) = home(&self.given.finding, &[&mlir.name])
        {
            tell(&hint);
        }
        Ok(if blamed.culprits().next().is_some() { 0 } else { STATUS_UNTOLD })
    }
}

/// The document of `--json`.
fn document(blamed: &Blamed, files: &[PathBuf], mlir: &Mlir) -> Map<String, Value> {
    let mut map = json::verdict(&blamed.verdict);
    if let Some(reason) = why_not(blamed) {
        map.insert("reason".into(), json!(reason));
    }
    map.insert("culprit".into(), json!(blamed.culprits().next().map(summary)));
    let operation = blamed.operation.as_ref().map(|isolated| {
        json!({ "operation": isolated.operation, "location": isolated.location, "program": isolated.case.source.newest() })
    });
    map.insert("operation".into(), json!(operation));
    map.insert("reference".into(), json!(blamed.reference.map(report::authority)));
    let agreeing: Vec<String> = blamed.agreeing.iter().map(|path| path_letter(*path)).collect();
    map.insert("agreeing".into(), json!(agreeing));
    map.insert("files".into(), json!(files));
    let path = |path: &BlamedPath| {
        json!({
            "path": path_letter(path.path),
            "culprit": path.culprit.as_ref().map(summary),
            "reason": path.reason.as_ref().map(report::untold),
            "prefixes": path.prefixes.iter().map(json::prefix).collect::<Vec<_>>(),
        })
    };
    map.insert("paths".into(), blamed.paths.iter().map(path).collect());
    map.insert("mlir".into(), json!(mlir));
    map
}

/// The reason why nobody is named.
fn why_not(blamed: &Blamed) -> Option<String> {
    if blamed.culprits().next().is_some() {
        return None;
    }
    let reasons = blamed.paths.iter().filter_map(|path| path.reason.as_ref());
    let reasons: Vec<String> = blamed.reason.iter().chain(reasons).map(report::untold).collect();
    Some(reasons.join("; "))
}

/// The witness that says what is right.
fn witness(blamed: &Blamed) -> Option<String> {
    let reference = blamed.reference?;
    let others = blamed.agreeing.iter().filter(|path| reference != Authority::Path(**path));
    let names = others.map(|path| path_name(*path));
    Some(match names.collect::<Vec<_>>().join(", ") {
        nobody if nobody.is_empty() => format!("held against {}", report::authority(reference)),
        names => {
            format!("held against {}, which has the results of {names}", report::authority(reference))
        }
    })
}

/// The text that a person reads.
fn lines(blamed: &Blamed, files: &[PathBuf], opt: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(isolated) = &blamed.operation {
        lines.push(format!("{} at {} goes wrong by itself", isolated.operation, isolated.location));
        let program = files.iter().find(|file| file.ends_with(OPERATION));
        lines.extend(program.map(|file| format!("  its own program: {}", file.display())));
    }
    if let Some(reason) = why_not(blamed) {
        lines.push(format!("it cannot be told: {reason}"));
        return lines;
    }
    for (index, found) in blamed.culprits().enumerate() {
        lines.push(format!("{}, step {} of {}", found.pipeline, found.step, path_name(found.path)));
        if let Some(witness) = witness(blamed) {
            lines.push(format!("  {witness}"));
        }
        lines.push(format!("  before it: {}", before(&found.before)));
        lines.push(format!("  after it: {}", report::after(&found.after)));
        if !found.met.is_empty() {
            lines.push(format!("  it shows only after: {}", found.met.join(", ")));
        }
        if found.varies {
            lines.push("  this varies from run to run, so a step before it may be the one".into());
        }
        let suffix = if index == 0 { String::new() } else { format!("-{}", path_letter(found.path)) };
        match files.iter().find(|file| file.ends_with(format!("before{suffix}.mlir"))) {
            Some(before) => lines.extend(commands(found, before, &suffix, opt)),
            None => lines.push("  give --out DIR to have the IR just before it".into()),
        }
    }
    for path in &blamed.paths {
        if let Some(reason) = &path.reason {
            let reason = report::untold(reason);
            lines.push(format!("{}: it cannot be told: {reason}", path_name(path.path)));
        }
    }
    lines
}

/// The smallest commands that show it.
fn commands(culprit: &Culprit, before: &Path, suffix: &str, opt: &str) -> Vec<String> {
    let file = |path: &Path| quote(&path.display().to_string());
    let command = format!("{} --pass-pipeline={} {}", quote(opt), quote(&culprit.pipeline), file(before));
    let mut lines = vec![format!("  the pass alone: {command}")];
    match culprit.alone.len() {
        0 => lines.push("  from there on it was not seen: the steps before may have a part in it".into()),
        2 => {
            let path = |stem: &str| file(&before.with_file_name(format!("{stem}{suffix}.txt")));
            let [without, with] = ["without", "with"].map(path);
            lines.push(format!(
                "  the results: lowdiff compare {} --path @{without} --path @{with}",
                file(before)
            ));
        }
        _ => {}
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blame::{After, Before};
    use crate::case::{Case, Source};
    use crate::judge::{Detail, Verdict, VerdictKind};

    fn blamed(paths: Vec<BlamedPath>) -> Blamed {
        let case =
            Case { source: Source::verbatim(String::new()), printed: vec![], expected: None, paths: vec![] };
        let verdict = Verdict::finding(VerdictKind::Mismatch, None, Detail::NothingToCompare);
        let reference = Some(Authority::PlainLowering);
        Blamed { case, verdict, reference, agreeing: vec![0], paths, reason: None, operation: None }
    }

    fn culprit() -> Culprit {
        Culprit {
            path: 1,
            step: 3,
            pipeline: "builtin.module(func.func(sccp))".into(),
            before: Before::Evaluated,
            after: After::Seen(Detail::Told("another".into())),
            ir_before: String::new(),
            ir_after: None,
            alone: vec![vec![], vec!["builtin.module(func.func(sccp))".into()]],
            ..Culprit::default()
        }
    }

    #[test]
    fn a_person_reads_pass_results_and_command() {
        let path = BlamedPath { path: 1, culprit: Some(culprit()), ..BlamedPath::default() };
        let said = lines(&blamed(vec![path]), &["d/before.mlir".into()], "mlir-opt");
        assert_eq!(
            said,
            [
                "builtin.module(func.func(sccp)), step 3 of path b",
                "  held against the plain lowering, which has the results of path a",
                "  before it: as the reference semantics evaluate it",
                "  after it: another",
                "  the pass alone: mlir-opt --pass-pipeline='builtin.module(func.func(sccp))' d/before.mlir",
                "  the results: lowdiff compare d/before.mlir --path @d/without.txt --path @d/with.txt",
            ]
        );
    }

    #[test]
    fn what_cannot_be_told_has_a_reason() {
        let path = BlamedPath { reason: Some(crate::blame::Untold::OutOfTries), ..BlamedPath::default() };
        let untold = blamed(vec![path]);
        assert_eq!(
            lines(&untold, &[], "mlir-opt"),
            ["it cannot be told: as much was tried as a campaign may"]
        );
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let document = document(&untold, &[], &mlir);
        let reason = &json!("as much was tried as a campaign may");
        assert_eq!((&document["culprit"], &document["reason"]), (&Value::Null, reason));
    }
}
