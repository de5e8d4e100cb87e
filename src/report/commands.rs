//! The commands of a report, to be pasted in the finding's folder: first those that were run.

use super::demonstration::Demonstration;
use super::reproduce::{quote, runner_flag};
use crate::execute::DEFAULT;
use crate::path::pipeline;
use crate::version;
use std::fmt::Write as _;

/// A pipeline that is longer stands a pass a line.
const WIDTH: usize = 100;

/// Commands that show a finding.
pub struct Commands<'a> {
    pub demonstration: &'a Demonstration,
    /// The flags that write the form that is not read back, and what reads it, where that is the finding.
    pub read_by: Option<(&'static str, &'static str)>,
}

impl Commands<'_> {
    pub fn text(&self) -> String {
        let script = format!(
            "`bash {}` runs {} by stock programs: status 0 while it shows, 1 when it is gone, 2 where it cannot be told.\n",
            self.demonstration.named("reproduce.sh"),
            self.scripted()
        );
        let stock = block(&self.stock());
        if self.demonstration.is_of_states() {
            return format!(
                "These show it:\n\n{}\nThis is the pass by itself. Stock programs do not run the module that it leaves:\n\n{stock}\n{script}",
                block(&self.own())
            );
        }
        match self.demonstration.confirmed() {
            Some(true) => format!("Stock programs showed it so, in clean processes:\n\n{stock}\n{script}"),
            Some(false) => format!(
                "lowdiff shows it, with status 1 or a stack:\n\n{}\nStock programs were run like this, and did **not** show it:\n\n{stock}\n{script}",
                block(&self.own())
            ),
            None => {
                let whole = match self.demonstration.document.confirmed {
                    Some(true) => {
                        "Stock programs showed the whole, by `reproduce.sh`, and were **not** run on just this."
                    }
                    _ => "Stock programs were **not** run on this.",
                };
                let own = block(&self.own());
                format!("These show it:\n\n{own}\n{whole} Their commands would be:\n\n{stock}\n{script}")
            }
        }
    }

    /// The case that the script runs: the one that is shown, or the whole where nobody has made another script of it.
    fn scripted(&self) -> String {
        if self.demonstration.is_whole() || self.demonstration.document.shown.is_some() {
            return "just this".to_owned();
        }
        format!("the whole, `{}` along its paths,", self.demonstration.named(super::demonstration::PROGRAM))
    }

    fn mlir(&self) -> &str {
        self.demonstration.document.mlir.as_ref().map_or(version::DEFAULT.name, |mlir| &mlir.name)
    }

    /// By lowdiff.
    fn own(&self) -> String {
        let demonstration = self.demonstration;
        let folder = if demonstration.reduced { super::demonstration::REDUCED } else { "." };
        let mut flags = format!(" --mlir {}", quote(self.mlir()));
        match demonstration.document.executor.as_deref() {
            None | Some(DEFAULT) => {}
            Some(executor) => flags += &format!(" --executor {}", quote(executor)),
        }
        if let Some(processor) = demonstration.document.cpu {
            flags += &format!(" --cpu {}", quote(&processor.to_string()));
        }
        let mut text = format!("lowdiff replay {folder}{flags} # status 1 while it shows\n");
        if demonstration.is_whole() {
            return text;
        }
        let file = demonstration.named(demonstration.file);
        match &demonstration.paths[..] {
            [(_, steps)] => {
                let command = if demonstration.is_of_states() { "check" } else { "run" };
                let _ = writeln!(text, "lowdiff {command} {file} --path {}{flags}", spread(steps));
            }
            _ => {
                let path = |name: &str| format!(" --path @{}", demonstration.named(name));
                let (right, wrong) = (path("without.txt"), path("with.txt"));
                let _ = writeln!(text, "lowdiff compare {file}{right}{wrong}{flags}");
            }
        }
        text
    }

    /// By stock programs.
    fn stock(&self) -> String {
        let demonstration = self.demonstration;
        let version = demonstration.document.mlir.as_ref().map_or("", |mlir| &mlir.version);
        let major: u32 = version.split('.').next().and_then(|major| major.parse().ok()).unwrap_or(u32::MAX);
        let runner = version::of(major).runner;
        let processor = runner_flag();
        let mut text = String::new();
        if !demonstration.ends_in_pass() {
            let _ = writeln!(text, "lib=$(dirname \"$(readlink -f \"$(command -v {runner})\")\")/../lib");
        }
        for (name, steps) in &demonstration.paths {
            let opt = format!(
                "mlir-opt --pass-pipeline={} {}",
                spread(steps),
                demonstration.named(demonstration.file)
            );
            if demonstration.ends_in_pass() {
                let read = self.read_by.map(|(flags, read)| format!("{flags} | {read}")).unwrap_or_default();
                let _ = writeln!(text, "{opt}{read}");
                continue;
            }
            let _ = writeln!(text, "# {name}");
            let _ = writeln!(
                text,
                "{opt} \\\n  | {runner} -O0 -e main -entry-point-result=void \\\n    \
                 -shared-libs=\"$lib/libmlir_runner_utils.so,$lib/libmlir_c_runner_utils.so,$lib/libmlir_float16_utils.so\"{processor}"
            );
        }
        text
    }
}

fn block(commands: &str) -> String {
    format!("```sh\n{commands}```\n")
}

/// A path as one word of a shell: a pass a line where it is long, which MLIR reads as well.
fn spread(steps: &[String]) -> String {
    let line = pipeline::join(steps);
    if line.len() <= WIDTH {
        return quote(&line);
    }
    let passes: Vec<String> = steps.iter().map(|step| format!("  {}", pipeline::inner(step))).collect();
    quote(&format!("builtin.module(\n{}\n)", passes.join(",\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_stands_a_pass_a_line_and_is_the_same_path() {
        let steps: Vec<String> =
            (0..50).map(|number| format!("builtin.module(func.func(cse{{a={number}}}))")).collect();
        let text = spread(&steps);
        assert_eq!((text.lines().count(), text.lines().nth(1)), (52, Some("  func.func(cse{a=0}),")));
        assert_eq!(pipeline::split(text.trim_matches('\'')).unwrap(), steps);
        assert_eq!(spread(&steps[..1]), "'builtin.module(func.func(cse{a=0}))'");
    }
}
