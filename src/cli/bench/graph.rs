//! `lowdiff bench graph`: what a lowering graph gains over taking each path by itself.

use super::{Measured as Program, Sample, programs};
use crate::cli::counting::Counting;
use crate::cli::input::mlir_name;
use crate::cli::output;
use crate::decode::seeded;
use crate::execute::{Executor, ExecutorKind, Job, Limits, Terms, Tools};
use crate::explore::{Campaign, MOST_OPERATIONS, SearchExtent, Times, search};
use crate::mlir::toolchain;
use crate::observe::{Outcome, PathReport};
use crate::path::PathSpec;
use crate::report::Mlir;
use anyhow::Context as _;
use clap::Args;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::time::Instant;

/// Programs, where nobody says how many.
const PROGRAMS: u16 = 6;
/// Paths of each.
const PATHS: u16 = 30;
/// Paths of each program that are also taken by a process for every pass: each takes seconds.
const BY_PROCESSES: usize = 2;

/// Passes and distinct final modules a second: on the lowering graph, path by path, and by a process for every pass
#[derive(Debug, Args)]
pub struct Graph {
    #[command(flatten)]
    sample: Sample,
}

/// The work of one way of driving MLIR.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    seconds: f64,
    paths: u64,
    passes: u64,
    modules: u64,
}

impl Done {
    /// So many a second; 0 where nothing was done.
    fn rate(self, count: u64) -> f64 {
        if self.seconds > 0.0 { count as f64 / self.seconds } else { 0.0 }
    }

    fn json(self) -> Value {
        json!({
            "seconds": self.seconds,
            "paths": self.paths,
            "passes": self.passes,
            "final_modules": self.modules,
            "passes_per_second": self.rate(self.passes),
            "final_modules_per_second": self.rate(self.modules),
        })
    }
}

/// All three ways, over the same programs.
#[derive(Default)]
struct GraphMeasured {
    graph: Done,
    times: Times,
    alone: Done,
    processes: Done,
}

impl Graph {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let Sample { programs: wanted, paths, seed, mlir, executor, json } = self.sample;
        let (wanted, paths) = (wanted.unwrap_or(PROGRAMS), paths.unwrap_or(PATHS));
        let toolchain = toolchain::find(&mlir_name(mlir.as_deref()))?;
        let out = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut campaign = Campaign::open(&toolchain.name, executor, out.path())?;
        let mut in_process = executor.open(&toolchain)?;
        let mut tools = Tools::process_per_pass(&toolchain)?;
        let mut measured = GraphMeasured::default();
        let counting = Counting::new(wanted.into(), "programs");
        for (number, program) in programs(seed).take(usize::from(wanted)).enumerate() {
            let Program { index, case, generated } = program;
            // One after the other, so that whatever else the machine does hits all alike.
            let extent = SearchExtent { paths, until: None };
            let searched = search(&mut campaign, &case, &seeded(seed, index), Some(generated), extent)?;
            let modules: HashSet<[u8; 32]> =
                searched.compared.iter().flat_map(|c| c.facts.modules.iter().flatten().copied()).collect();
            measured.graph.add(searched.times.run, searched.paths, searched.edges, modules.len());
            measured.times += searched.times;

            let program = case.source.text(toolchain.syntax()).to_owned();
            let draws = |path: u64| if path == 0 { vec![] } else { seeded(seed ^ (path << 32), index) };
            let draws: Vec<Vec<u8>> = (0..u64::from(paths)).map(draws).collect();
            let reports = alone(in_process.as_mut(), &program, draws, &mut measured.alone)?;
            by_processes(&mut tools, &program, &reports, &mut measured.processes)?;
            counting.show(number + 1);
        }
        measured.scale();
        drop(counting);
        output::data(&match json {
            true => format!("{:#}", measured.json(&Mlir::of(&toolchain), executor, wanted)),
            false => measured.text(&toolchain.version, wanted),
        })?;
        Ok(0)
    }
}

/// Draws as many paths from the source, in one worker.
fn alone(
    executor: &mut dyn Executor,
    program: &str,
    draws: Vec<Vec<u8>>,
    done: &mut Done,
) -> anyhow::Result<Vec<PathReport>> {
    // All paths are one request, and may take as long as so many.
    let wall = Limits::default().wall * draws.len() as u32;
    let paths = draws.into_iter().map(PathSpec::Drawn).collect();
    let limits = Limits { operations: MOST_OPERATIONS, wall, ..Limits::default() };
    let begin = Instant::now();
    let reports = executor.run(&Job::new(program.to_owned(), paths, limits.into()))?;
    let seconds = begin.elapsed().as_secs_f64();
    let passes = reports.iter().map(|report| report.steps.len() as u64).sum();
    let modules: HashSet<[u8; 32]> = reports.iter().filter_map(|report| report.final_module).collect();
    done.add(seconds, reports.len() as u64, passes, modules.len());
    Ok(reports)
}

/// Takes some of these paths again, by a process for every pass. MLIR does not read everything back that it prints, so
/// some end early; they do not count.
fn by_processes(
    tools: &mut Tools,
    program: &str,
    reports: &[PathReport],
    done: &mut Done,
) -> anyhow::Result<()> {
    let lowered = reports.iter().filter(|report| report.outcome == Outcome::Ok);
    for report in lowered.take(BY_PROCESSES) {
        let steps = report.pipelines();
        let passes = steps.len() as u64;
        let paths = vec![PathSpec::Fixed(steps)];
        let begin = Instant::now();
        let again = tools.run(&Job::new(program.to_owned(), paths, Terms::default()))?;
        if again.iter().all(|report| report.outcome == Outcome::Ok) {
            done.add(begin.elapsed().as_secs_f64(), 1, passes, 1);
        }
    }
    Ok(())
}

impl Done {
    fn add(&mut self, seconds: f64, paths: u64, passes: u64, modules: usize) {
        self.seconds += seconds;
        self.paths += paths;
        self.passes += passes;
        self.modules += modules as u64;
    }
}

impl GraphMeasured {
    /// Processes took a few paths only: of more, as many would give equal modules as in one process.
    fn scale(&mut self) {
        let scaled = (self.processes.modules * self.alone.modules).checked_div(self.alone.paths);
        self.processes.modules = scaled.unwrap_or(0);
    }

    /// The ratio of the graph's final modules a second to those of `other`.
    fn ratio(&self, other: Done) -> f64 {
        let base = other.rate(other.modules);
        if base > 0.0 { self.graph.rate(self.graph.modules) / base } else { 0.0 }
    }

    /// The graph's time by stage.
    fn stages(&self) -> [(&'static str, f64); 11] {
        let times = &self.times;
        [
            ("parse", times.parse),
            ("passes", times.passes),
            ("copies", times.copies),
            ("verify", times.verify),
            ("count", times.count),
            ("hash", times.hash),
            ("check", times.check),
            ("compile", times.compile),
            ("execute", times.execute),
            ("harness", times.harness()),
            ("all", times.run),
        ]
    }

    /// The share of the graph's time that is neither passes and the verifier after each, nor translation to machine code, nor
    /// the lowered code.
    fn outside(&self) -> f64 {
        let Times { passes, verify, compile, execute, run, .. } = self.times;
        if run > 0.0 { 1.0 - (passes + verify + compile + execute) / run } else { 0.0 }
    }

    fn json(&self, mlir: &Mlir, executor: ExecutorKind, programs: u16) -> Value {
        let time: serde_json::Map<String, Value> =
            self.stages().into_iter().map(|(stage, seconds)| (stage.to_owned(), json!(seconds))).collect();
        json!({
            "mlir": mlir,
            "executor": executor,
            "programs": programs,
            "graph": self.graph.json(),
            "path_by_path": self.alone.json(),
            "process_a_pass": self.processes.json(),
            "final_modules_over_path_by_path": self.ratio(self.alone),
            "final_modules_over_process_a_pass": self.ratio(self.processes),
            "outside_mlir": self.outside(),
            "time": time,
        })
    }

    fn text(&self, version: &str, programs: u16) -> String {
        let mut text = format!("MLIR {version}, {programs} programs of 20 to 60 operations\n\n");
        let _ = writeln!(text, "{:22} {:>10} {:>16} {:>8}", "", "passes/s", "final modules/s", "graph is");
        let rows =
            [("graph", self.graph), ("path by path", self.alone), ("a process a pass", self.processes)];
        for (name, done) in rows {
            let (passes, modules) = (done.rate(done.passes), done.rate(done.modules));
            let ratio = self.ratio(done);
            let _ = writeln!(text, "{name:22} {passes:10.1} {modules:16.2} {ratio:7.1}x");
        }
        text += "\nPasses of the graph are distinct (state, pass) pairs; of the others, all that were run.\n";
        let whole = self.times.run.max(f64::MIN_POSITIVE);
        let stages = self.stages();
        let parts = stages.iter().filter(|(stage, _)| *stage != "all");
        let shares: Vec<String> =
            parts.map(|(stage, seconds)| format!("{stage} {:.1}%", 100.0 * seconds / whole)).collect();
        let _ = writeln!(text, "Time on the graph: {}", shares.join(", "));
        let _ = write!(
            text,
            "Outside passes, verifier, compilation and execution: {:.1}%",
            100.0 * self.outside()
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_final_modules_a_second() {
        let done = |seconds, paths, passes, modules| Done { seconds, paths, passes, modules };
        let mut measured = GraphMeasured {
            graph: done(2.0, 30, 100, 20),
            times: Times { run: 2.0, passes: 1.0, compile: 0.5, ..Times::default() },
            alone: done(4.0, 30, 600, 15),
            processes: done(10.0, 4, 80, 4),
        };
        measured.scale();
        assert_eq!(measured.processes.modules, 2, "half of the paths gave modules of their own");
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let document = measured.json(&mlir, ExecutorKind::Jit, 1);
        assert_eq!(document["final_modules_over_path_by_path"], 20.0 / 2.0 / (15.0 / 4.0));
        assert_eq!(document["final_modules_over_process_a_pass"], 50.0);
        assert_eq!((&document["time"]["harness"], &document["time"]["passes"]), (&json!(0.5), &json!(1.0)));
        let text = measured.text("22.1.8", 1);
        assert!(text.contains("passes 50.0%") && text.contains("harness 25.0%"), "{text}");
        assert!(text.ends_with("execution: 25.0%"), "{text}");
    }

    #[test]
    fn nothing_done_is_no_division_by_zero() {
        let none = GraphMeasured::default();
        assert_eq!((none.ratio(none.alone), none.graph.rate(3)), (0.0, 0.0));
        assert!(none.text("22.1.8", 0).contains("passes 0.0%"));
    }
}
