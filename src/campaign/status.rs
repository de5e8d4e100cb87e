//! The page of a campaign: what every machine does, and what is found, as a file that asks to be loaded again.

use super::folder::CampaignFolder;
use super::machine::MachineStatus;
use crate::explore::TARGETS;
use crate::files;
use crate::words;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const FILE: &str = "status.html";

/// Seconds after which a browser loads the page again.
const REFRESH: u32 = 10;

/// Writes the page of the whole folder.
///
/// # Errors
/// The folder does not take it.
pub fn write_page(folder: &CampaignFolder) -> Result<()> {
    let machines = MachineStatus::all(&folder.machines());
    let findings = folder.kept().unwrap_or_default();
    let inputs = TARGETS.iter().map(|row| (row.name, folder.inputs(row.target))).collect();
    let fatal = folder.fatal();
    let fatal: Vec<String> = fatal
        .iter()
        .filter_map(|file| Some(file.strip_prefix(folder.root()).ok()?.display().to_string()))
        .collect();
    files::write(&folder.root().join(FILE), page(&machines, &inputs, &findings, &fatal))
}

fn page(
    machines: &[MachineStatus],
    inputs: &BTreeMap<&str, usize>,
    findings: &[String],
    fatal: &[String],
) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"{REFRESH}\">\n\
         <title>lowdiff campaign</title>\n<style>body{{font:14px sans-serif;margin:2em}}table{{border-collapse:collapse;margin:1em 0}}\
         td,th{{border:1px solid #ccc;padding:.3em .6em;text-align:left}}</style></head><body>\n<h1>lowdiff campaign</h1>\n"
    );
    text += "<table><tr><th>machine</th><th>state</th><th>MLIR</th><th>jobs</th><th>hours</th><th>starts</th><th>last word</th></tr>\n";
    for one in machines {
        let state = if one.running { "running" } else { "ended" };
        let last = one.held_back.as_ref().or(one.events.last()).cloned().unwrap_or_default();
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{state}</td><td>{}</td><td>{} of {}</td><td>{:.2}</td><td>{}</td><td>{}</td></tr>",
            plain(&one.name),
            plain(&one.mlir[0]),
            one.jobs[1],
            one.jobs[0],
            one.seconds / 3600.0,
            one.starts,
            plain(&last)
        );
    }
    text += "</table>\n<table><tr><th>target</th><th>inputs run</th><th>a second and job</th><th>corpus</th><th>slices</th><th>deaths</th></tr>\n";
    for (target, inputs) in inputs {
        let of = || machines.iter().filter_map(|one| one.targets.get(*target));
        let (runs, seconds) =
            of().fold((0, 0.0), |(runs, seconds), one| (runs + one.runs, seconds + one.seconds));
        let rate = if seconds > 0.0 { runs as f64 / seconds } else { 0.0 };
        let (slices, deaths) = of().fold((0, 0), |(s, d), one| (s + one.slices, d + one.deaths));
        let _ = writeln!(
            text,
            "<tr><td>{target}</td><td>{runs}</td><td>{rate:.2}</td><td>{inputs}</td><td>{slices}</td><td>{deaths}</td></tr>"
        );
    }
    let _ = writeln!(text, "</table>\n<h2>{}</h2>\n<ul>", words::count(findings.len(), "finding"));
    for finding in findings {
        let name = plain(finding);
        let _ = writeln!(text, "<li><a href=\"findings/{name}/report.md\">{name}</a></li>");
    }
    let _ =
        writeln!(text, "</ul>\n<h2>{} that ended a target</h2>\n<ul>", words::count(fatal.len(), "input"));
    for input in fatal {
        let name = plain(input);
        let _ = writeln!(text, "<li><a href=\"{name}\">{name}</a></li>");
    }
    text + "</ul></body></html>\n"
}

/// Text that is no markup.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::machine::TargetStatus;
    use super::*;

    #[test]
    fn the_page_sums_up_machines_and_holds_no_foreign_markup() {
        let target = TargetStatus { runs: 30, seconds: 10.0, ..TargetStatus::default() };
        let machine = |name: &str| MachineStatus {
            name: name.into(),
            running: true,
            targets: [("pass_diff".to_owned(), target.clone())].into(),
            ..MachineStatus::default()
        };
        let machines = [machine("a"), machine("<b>")];
        let inputs = [("pass_diff", 7)].into();
        let text = page(
            &machines,
            &inputs,
            &["crash-cse-0123".to_owned()],
            &["artifacts/pass_diff/crash-01".to_owned()],
        );
        assert!(text.contains("http-equiv=\"refresh\""));
        assert!(text.contains("<td>&lt;b&gt;</td>") && !text.contains("<b>"));
        assert!(text.contains("<tr><td>pass_diff</td><td>60</td><td>3.00</td><td>7</td>"), "{text}");
        assert!(text.contains("findings/crash-cse-0123/report.md"));
        assert!(text.contains(
            "<h2>1 input that ended a target</h2>\n<ul>\n<li><a href=\"artifacts/pass_diff/crash-01\">"
        ));
    }
}
