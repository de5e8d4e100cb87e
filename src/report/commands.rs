//! The commands of a report, to be pasted in the finding's folder.

use super::demonstration::{Demonstration, PROGRAM, REDUCED};
use super::reproduce::{quote, runner_flag};
use crate::execute::{ExecutorKind, MOST_MEMORY};
use crate::judge::VerdictKind;
use crate::path::pipeline;
use crate::version::{self, Version};

/// A pipeline that is longer stands a pass a line.
const WIDTH: usize = 100;
/// The time for a pass that does not end, in seconds.
const MOST_SECONDS: u32 = 5;
/// The runs of a test that have to print what another run did.
const TEST_RUNS: usize = 9;
/// The libraries of the print functions, in the runner's order.
const LIBRARIES: [&str; 3] = ["mlir_runner_utils", "mlir_c_runner_utils", "mlir_float16_utils"];

/// Commands that show a finding.
pub struct Commands<'a> {
    pub demonstration: &'a Demonstration,
    /// The flags that write the form that is not read back, and what reads it, where that is the finding.
    pub read_by: Option<(&'static str, &'static str)>,
    /// True where lowered code is optimized before it is run.
    pub optimized: bool,
}

/// The commands of stock programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StockCommands {
    /// Prints the input as it is.
    pub reads: String,
    /// Runs the pass on the input, where that is all that shows it, or the culprit of a wrong result by itself.
    pub opt: Option<String>,
    /// Runs the pass many times, where one run may show nothing.
    pub again: Option<String>,
    /// Lowers and runs the input: the path's name and the command of each path.
    pub paths: Vec<(String, String)>,
    /// The lines that come before the commands of paths, once.
    pub setup: String,
}

impl StockCommands {
    /// Every command, each with what has to come before it.
    pub fn all(&self) -> Vec<String> {
        let paths = self.paths.iter().map(|(_, command)| format!("{}{command}", self.setup));
        [self.reads.clone()]
            .into_iter()
            .chain(self.opt.clone())
            .chain(self.again.clone())
            .chain(paths)
            .collect()
    }
}

impl Commands<'_> {
    fn version(&self) -> &'static Version {
        let version = self.demonstration.document.mlir.as_ref().map_or("", |mlir| &mlir.version);
        let major = version.split('.').next().and_then(|major| major.parse().ok());
        version::of(major.unwrap_or(u32::MAX))
    }

    /// The command of lowdiff that shows it, as a known bug too.
    pub fn own(&self) -> String {
        let demonstration = self.demonstration;
        let folder = if demonstration.reduced { REDUCED } else { "." };
        let mlir = demonstration.document.mlir.as_ref().map_or(version::DEFAULT.name, |mlir| &mlir.name);
        let mut flags = format!(" --mlir {}", quote(mlir));
        let executor = demonstration.document.executor.unwrap_or_default();
        if executor != ExecutorKind::default() {
            flags += &format!(" --executor {executor}");
        }
        if let Some(processor) = demonstration.document.cpu {
            flags += &format!(" --cpu {}", quote(&processor.to_string()));
        }
        format!("lowdiff replay {folder}{flags} --no-builtin-known")
    }

    /// The script that shows it by stock programs.
    pub fn script(&self) -> String {
        format!("bash {}", self.demonstration.named("reproduce.sh"))
    }

    /// The case that the script runs: the one that is shown, or the whole where nobody has made another script of it.
    pub fn scripted(&self) -> String {
        if self.demonstration.is_whole() || self.demonstration.document.shown.is_some() {
            return "just this".to_owned();
        }
        format!("the whole, `{}` along its paths,", self.demonstration.named(PROGRAM))
    }

    /// Those of stock programs.
    pub fn stock(&self) -> StockCommands {
        let demonstration = self.demonstration;
        let file = quote(&demonstration.named(demonstration.file));
        let opt = |steps: &[String]| format!("mlir-opt --pass-pipeline={} {file}", spread(steps));
        let reads = format!("mlir-opt {file}");
        let kind = demonstration.document.verdict().kind;
        if demonstration.ends_in_pass() {
            let read = self.read_by.map(|(flags, read)| format!("{flags} | {read}")).unwrap_or_default();
            let opt = demonstration.paths.first().map(|(_, steps)| opt(steps) + &read);
            let again = opt.as_ref().filter(|_| kind == VerdictKind::Nondeterministic);
            let again =
                again.map(|opt| format!("for run in $(seq 20); do {opt} | md5sum; done | sort | uniq -c"));
            let opt = opt.map(|opt| match kind {
                VerdictKind::OutOfMemory => format!("ulimit -v {} # kilobytes\n{opt}", MOST_MEMORY >> 10),
                VerdictKind::Timeout => format!("timeout {MOST_SECONDS} {opt}"),
                _ => opt,
            });
            return StockCommands { reads, opt, again, ..StockCommands::default() };
        }
        let culprit = demonstration.document.culprit.as_ref().filter(|_| !demonstration.is_whole());
        let culprit = culprit.and_then(|culprit| pipeline::split(culprit.pipeline.as_ref()?).ok());
        if demonstration.is_of_states() {
            let steps = culprit.as_ref().or(demonstration.paths.first().map(|(_, steps)| steps));
            return StockCommands { reads, opt: steps.map(|steps| opt(steps)), ..StockCommands::default() };
        }
        let (runner, level) = (self.version().runner, self.level());
        let setup = format!(
            "export MALLOC_PERTURB_=165 # fresh memory is filled, so that reads of it show\n\
             lib=$(dirname \"$(readlink -f \"$(command -v {runner})\")\")/../lib\n"
        );
        let libraries = LIBRARIES.map(|library| format!("$lib/lib{library}.so")).join(",");
        let run = |steps: &[String]| {
            format!(
                "{} \\\n  | {runner} {level} -e main -entry-point-result=void \\\n    -shared-libs=\"{libraries}\"{}",
                opt(steps),
                runner_flag()
            )
        };
        let paths = demonstration.paths.iter().map(|(name, steps)| (name.clone(), run(steps)));
        StockCommands {
            reads,
            opt: culprit.map(|steps| opt(&steps)),
            again: None,
            paths: paths.collect(),
            setup,
        }
    }

    /// The flag of the runner that says how much it optimizes.
    fn level(&self) -> &'static str {
        if self.optimized { "-O3" } else { "-O0" }
    }

    /// The lines of a test in mlir/test that run what is shown; along the last path, where there are two.
    pub fn run_lines(&self) -> Option<String> {
        let (_, steps) = self.demonstration.paths.last()?;
        let opt = format!("// RUN: mlir-opt %s --pass-pipeline={}", quote(&pipeline::join(steps)));
        let kind = self.demonstration.document.verdict().kind;
        if self.demonstration.ends_in_pass() {
            let read = self.read_by.map(|(flags, read)| format!("{flags} | {read}")).unwrap_or_default();
            return Some(match kind {
                VerdictKind::Nondeterministic => {
                    format!("{opt} > %t\n{}", vec![format!("{opt} | diff %t -"); TEST_RUNS].join("\n"))
                }
                _ => format!("{opt}{read} \\\n// RUN: | FileCheck %s"),
            });
        }
        let libraries = LIBRARIES.map(|library| format!("%{library}")).join(",");
        let (runner, level) = (self.version().runner, self.level());
        // Reads of fresh memory show where it is filled.
        let is_of_memory = [VerdictKind::Undefined, VerdictKind::Memory].contains(&kind);
        let filled = if is_of_memory { "env MALLOC_PERTURB_=165 " } else { "" };
        Some(format!(
            "{opt} \\\n// RUN: | {filled}{runner} {level} -e main -entry-point-result=void -shared-libs={libraries} \\\n// RUN: | FileCheck %s"
        ))
    }
}

/// Commands as a listing.
pub fn block(commands: &str) -> String {
    format!("```sh\n{}\n```\n", commands.trim_end())
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
