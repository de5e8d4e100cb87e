//! The script that shows a finding without lowdiff.
//!
//! Whoever receives a report should need nothing but MLIR's own programs, of whatever build they have. So the
//! script names programs, never paths of the machine it was written on.

use super::Finding;
use crate::path::{PathSpec, pipeline};
use crate::report::Mlir;

const TEMPLATE: &str = include_str!("reproduce.sh");

/// The text of `reproduce.sh`.
pub fn script(finding: &Finding) -> String {
    let pipelines: Vec<String> =
        finding.case.paths.iter().map(|path| format!("    {}", quote(&one_pipeline(path)))).collect();
    TEMPLATE
        .replace("@LOWDIFF@", env!("CARGO_PKG_VERSION"))
        .replace("@VERDICT@", &one_line(&finding.verdict.to_string()))
        .replace("@VERSION@", &one_line(&finding.mlir.version))
        .replace("@KIND@", finding.verdict.kind.name())
        .replace("@PASS@", &one_line(finding.verdict.pass.as_deref().unwrap_or_default()).replace('\'', ""))
        .replace("@TYPES@", &types(finding))
        .replace("@MAJOR@", &major(finding.mlir))
        .replace("@PIPELINES@", &pipelines.join("\n"))
}

/// How the script is to read each output: as the bits of a float (`f32`), as floats in decimal (`decimal`), or
/// exactly (any other word).
fn types(finding: &Finding) -> String {
    let printed = &finding.case.printed;
    let outputs = finding.reports.iter().map(|report| &report.outputs).find(|o| o.len() == printed.len());
    let words = printed.iter().enumerate().map(|(index, held)| match outputs {
        Some(outputs) if outputs[index].element.is_float() => "decimal",
        _ => held.name(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The whole path as one pipeline. Drawn paths have none before they are run; cases that are written down
/// hold fixed ones.
pub fn one_pipeline(path: &PathSpec) -> String {
    match path {
        PathSpec::Fixed(steps) => pipeline::join(steps),
        PathSpec::Drawn(_) | PathSpec::Begun { .. } | PathSpec::Steered { .. } => {
            pipeline::join::<String>(&[])
        }
    }
}

/// One word of a POSIX shell; left as it is where it needs no quotes.
pub fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./+,:=@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The number in names such as `mlir-opt-22`.
pub fn major(mlir: &Mlir) -> String {
    mlir.version.chars().take_while(char::is_ascii_digit).collect()
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
