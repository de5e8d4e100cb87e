//! The script that shows a finding without lowdiff.
//!
//! A reader of a report needs nothing but MLIR's own programs, of any build. So the
//! script names programs, never paths of the machine it was written on.

use super::Judged;
use crate::judge::VerdictKind;
use crate::mlir::Processor;
use crate::observe::{Outcome, PathReport};
use crate::path::{PathSpec, pipeline};
use crate::report::Mlir;
use crate::version;
use crate::words;

const TEMPLATE: &str = include_str!("reproduce.sh");

/// The text of `reproduce.sh`, which lies beside the program of this name.
pub fn script(finding: &Judged, program: &str) -> String {
    let listed = |lines: Vec<String>| {
        lines.iter().map(|line| format!("    {}", quote(line))).collect::<Vec<_>>().join("\n")
    };
    let paths = &finding.case.paths;
    let ended = |index: usize| finding.reports.get(index).filter(|report| is_ended(report, finding));
    let signal = (0..paths.len()).find_map(|index| ended(index)?.failure.as_ref()?.signal);
    let said = (0..paths.len()).find_map(|index| ended(index)?.failure.as_ref()?.said.clone());
    let said = said.filter(|_| finding.verdict.kind == VerdictKind::InvalidIr);
    let before = paths.iter().enumerate().map(|(index, path)| before(path, ended(index)));
    TEMPLATE
        .replace("@LOWDIFF@", env!("CARGO_PKG_VERSION"))
        .replace("@VERDICT@", &one_line(&words::verdict(finding.verdict)))
        .replace("@VERSION@", &one_line(&finding.mlir.version))
        .replace("@PROGRAM@", program)
        .replace("@KIND@", finding.verdict.kind.name())
        .replace(
            "@SEEN@",
            if finding.clean.is_some_and(|clean| clean.confirmed == Some(true)) { "yes" } else { "" },
        )
        .replace("@PASS@", &one_line(finding.verdict.pass.as_deref().unwrap_or_default()).replace('\'', ""))
        .replace("@SIGNAL@", &signal.map(|signal| signal.to_string()).unwrap_or_default())
        .replace("@MESSAGE@", &quote(&pattern(&said.unwrap_or_default())))
        .replace("@TYPES@", &types(finding))
        .replace("@PROCESSOR@", &processors())
        .replace("@MAJOR@", &major(finding.mlir))
        .replace("@RUNNER@", runner(finding.mlir))
        .replace("@BEFORE@", &listed(before.collect()))
        .replace("@PIPELINES@", &listed(paths.iter().map(one_pipeline).collect()))
}

/// The runner's last word on a command line of this machine: the processor, behind a space; nothing for the host.
pub fn runner_flag() -> String {
    let flag = Processor::chosen().unwrap_or_default().runner_flag();
    flag.map(|flag| format!(" {flag}")).unwrap_or_default()
}

/// The runner's words on the processor, a case of the shell for each architecture.
fn processors() -> String {
    let flags = Processor::chosen().unwrap_or_default().runner_flags();
    flags
        .iter()
        .map(|(name, flag)| format!("        {name}) processor={flag} ;;"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// True where the pass of the verdict ended this path.
fn is_ended(report: &PathReport, finding: &Judged) -> bool {
    let pass = report.failure.as_ref().and_then(|failure| failure.pass.as_ref());
    report.outcome != Outcome::Ok && pass.is_some() && pass == finding.verdict.pass.as_ref()
}

/// The path up to the pass that ended it; nothing where none did.
fn before(path: &PathSpec, ended: Option<&PathReport>) -> String {
    let (PathSpec::Fixed(steps), Some(report)) = (path, ended) else { return String::new() };
    // A pass that declined to do anything is a step of the report, and none of the path.
    match report.pipelines().len().checked_sub(1).and_then(|before| steps.get(..before)) {
        Some(before) => pipeline::join(before),
        None => String::new(),
    }
}

/// The first line of MLIR's own words as an extended regular expression: numbers, and whatever stands in quotation marks behind
/// the operation's name, differ from one version to the next.
fn pattern(said: &str) -> String {
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let mut pattern = String::new();
    for (index, part) in line.split('\'').enumerate() {
        if index > 0 {
            pattern.push('\'');
        }
        if index % 2 == 1 && index > 1 {
            pattern += ".*";
            continue;
        }
        let mut number = false;
        for c in part.chars() {
            match c {
                _ if c.is_ascii_digit() && number => {}
                _ if c.is_ascii_digit() => pattern += "[0-9]+",
                _ if c.is_ascii_alphanumeric() || c == ' ' => pattern.push(c),
                _ if ".[]{}()*+?^$|\\".contains(c) => pattern.extend(['\\', c]),
                _ => pattern.push(c),
            }
            number = c.is_ascii_digit();
        }
    }
    pattern
}

/// The way in which the script reads each output: as the bits of a float (`f32`), as floats in decimal (`decimal`), or
/// exactly (any other word).
fn types(finding: &Judged) -> String {
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

/// The stock program that runs lowered code of this version.
pub fn runner(mlir: &Mlir) -> &'static str {
    version::of(major(mlir).parse().unwrap_or(u32::MAX)).runner
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_known_again_by_what_does_not_vary() {
        let said = "'llvm.cond_br' op operand #1 must be variadic (of it), but got 'memref<1x4xi8>'\nmore";
        let known = r"'llvm\.cond_br' op operand #[0-9]+ must be variadic \(of it\), but got '.*'";
        assert_eq!((pattern(said).as_str(), pattern("").as_str()), (known, ""));
    }
}
