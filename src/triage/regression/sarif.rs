//! StoredFinding findings in the Static Analysis Results Interchange Format (SARIF 2.1.0), for pages of code scanning. What shows is a
//! result; what is fixed is none, so that a page closes it.

use super::{ReplayAnswer, ReplayState, StoredFinding};
use crate::judge::VerdictKind;
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The document: a run an MLIR.
pub fn sarif(replayed: &[StoredFinding]) -> Value {
    let suites = replayed.first().map_or(0, |one| one.answers.len());
    let runs: Vec<Value> = (0..suites).map(|suite| run(replayed, suite)).collect();
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": runs })
}

fn run(replayed: &[StoredFinding], suite: usize) -> Value {
    let kinds: Vec<VerdictKind> = VerdictKind::ALL.into_iter().filter(|kind| kind.is_finding()).collect();
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(*kind)).collect();
    let results: Vec<Value> = replayed
        .iter()
        .filter(|one| one.answers[suite].is_bad())
        .filter_map(|one| result(one, &one.answers[suite], &kinds))
        .collect();
    let of = |standing| {
        let names = replayed.iter().filter(move |one| one.state() == standing).map(StoredFinding::name);
        names.collect::<Vec<_>>()
    };
    let mlir = &replayed[0].answers[suite].mlir;
    json!({
        "tool": { "driver": { "name": "lowdiff", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules } },
        "automationDetails": { "id": format!("lowdiff/{}/", mlir.name) },
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": { "mlir": mlir, "fixed": of(ReplayState::Fixed), "untold": of(ReplayState::Untold), "damaged": of(ReplayState::Damaged) },
    })
}

fn rule(kind: VerdictKind) -> Value {
    json!({
        "id": kind.name(),
        "shortDescription": { "text": format!("lowdiff: {}", kind.name()) },
        "defaultConfiguration": { "level": "error" },
    })
}

fn result(one: &StoredFinding, answer: &ReplayAnswer, kinds: &[VerdictKind]) -> Option<Value> {
    let (finding, fact) = (one.finding.as_ref().ok()?, answer.fact.as_ref().ok()?);
    // Where another finding shows in its place, that is what is told.
    let kind = if fact.verdict.kind.is_finding() { fact.verdict.kind } else { finding.verdict().kind };
    let pass = fact.verdict.suspect().or_else(|| finding.verdict().suspect());
    let places = pass.map(|pass| json!([{ "name": pass, "kind": "function" }]));
    let file = one.folder.join("program.mlir");
    let location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(&file.to_string_lossy()) }, "region": { "startLine": 1 } },
        "logicalLocations": places.unwrap_or_else(|| json!([])),
    });
    let level = match answer.word() {
        _ if one.known.is_some() => "note",
        "yes" => "error",
        _ => "warning",
    };
    Some(json!({
        "ruleId": kind.name(),
        "ruleIndex": kinds.iter().position(|other| *other == kind),
        "level": level,
        "message": { "text": format!("{} (MLIR {})", answer.said(), answer.mlir.name) },
        "locations": [location],
        "partialFingerprints": { "lowdiffCase/v1": finding.case.clone().unwrap_or_else(|| one.name()) },
    }))
}

/// A path as a reference of a URI: relative where it is.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/+".contains(&byte);
    let text: String = path
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    let text = text.strip_prefix("./").unwrap_or(&text);
    if text.starts_with('/') { format!("file://{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("./findings/a b/program.mlir"), "findings/a%20b/program.mlir");
        assert_eq!(uri("/x/y"), "file:///x/y");
    }
}
