//! `lowdiff explore`: search until told to end.

use super::r#gen::Generator;
use super::input::{ExecutorName, How, read_program};
use super::output;
use crate::explore::{Assignment, Plan, Record, Wishes, explore, work};
use crate::mlir::toolchain;
use anyhow::{Context, bail};
use clap::Args;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Search for lowerings that disagree, until Ctrl-C or a limit; goes on after a finding
///
/// Exit status: 0 nothing found; 1 findings; 2 usage or set-up error.
#[derive(Debug, Args)]
pub struct Explore {
    /// Explore these programs instead of generated ones
    files: Vec<PathBuf>,
    /// The kind of programs to make
    #[arg(long, default_value = "tosa")]
    generator: Generator,
    /// End after this many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// End after this many programs, undecodable inputs included
    #[arg(long, value_name = "N")]
    programs: Option<u64>,
    /// Paths for each program, on a graph where no pass is applied to the same IR twice; without it two, on their own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    paths: Option<u16>,
    #[command(flatten)]
    drawing: Drawing,
    /// Worker processes, for each --mlir
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Seed of programs and paths; program i of a seed is the same whatever the number of jobs
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The MLIR under test; may be repeated
    #[arg(long = "mlir", value_name = "NAME|PATH")]
    mlirs: Vec<String>,
    /// Where findings go
    #[arg(long, value_name = "DIR", default_value = "findings")]
    out: PathBuf,
    #[command(flatten)]
    how: How,
}

/// How paths are drawn.
#[derive(Debug, Args)]
struct Drawing {
    /// Turns of a path, at most: each takes up to two optimizations and one conversion
    #[arg(long, value_name = "N", default_value_t = Wishes::default().max_step, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_step: u32,
    /// Do not learn from conversions that do not help, nor go back from dead ends
    #[arg(long)]
    no_feedback: bool,
    /// Draw every pass from all there are, not by what converts which operation
    #[arg(long)]
    no_rules: bool,
    /// Take conversions in an order in which none comes too early, drawing among those that are free; the order follows from
    /// learned rules
    #[arg(long, conflicts_with = "no_rules")]
    topological: bool,
    /// Draw no optimization passes
    #[arg(long)]
    no_opts: bool,
    /// Take this pass on every path, where it changes something; with --paths, on every path but the plain one that the others
    /// are compared with. May be repeated
    #[arg(long, value_name = "PASS")]
    through: Vec<String>,
    /// Draw this pass too, as 'name{option=value}' or 'func.func(name)'; may be repeated
    #[arg(long = "pass", value_name = "PASS")]
    passes: Vec<String>,
    /// Never take this pass: all of its options, or those given; may be repeated
    #[arg(long = "skip-pass", value_name = "PASS")]
    skip: Vec<String>,
}

impl Drawing {
    fn wishes(self) -> Wishes {
        let Drawing { max_step, no_feedback, no_rules, topological, no_opts, through, passes, skip } = self;
        Wishes {
            max_step,
            no_feedback,
            no_experience: false,
            no_rules,
            topological,
            no_opts,
            through,
            passes,
            skip,
        }
    }
}

impl Explore {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let Generator::Tosa = self.generator;
        let mlirs = self.how.executor.toolchains(&self.mlirs)?;
        let mut tools = self.how.executor != ExecutorName::Jit;
        for mlir in &mlirs {
            tools |= toolchain::find(mlir)?.is_program();
        }
        if self.paths.is_some() && tools {
            bail!("the executor 'tools' holds nothing between two passes: leave --paths out, or use jit");
        }
        for file in &self.files {
            read_program(file)?;
        }
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot create {}", self.out.display()))?;
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // A second one ends lowdiff on the spot; the first only asks it to sum up.
            signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone())?;
            signal_hook::flag::register(signal, stop.clone())?;
        }
        let plan = Plan {
            mlirs,
            executor: self.how.executor.kind().to_string(),
            limits: self.how.timeout.limits(),
            jobs: usize::from(self.jobs),
            seed: self.seed,
            out: self.out,
            files: self.files,
            paths: self.paths,
            wishes: self.drawing.wishes(),
            time: self.seconds.map(Duration::from_secs),
            programs: self.programs,
        };
        let (seed, out, paths, wishes) = (plan.seed, plan.out.clone(), plan.paths, plan.wishes.clone());
        let absolute = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone());
        let files = plan.files.iter().map(absolute).collect();
        let mlirs = plan.mlirs.clone();
        let summary = explore(plan, stop)?;
        let record = Record { seed, programs: summary.begun, mlirs, files, paths, wishes };
        if let Err(error) = record.append(&out) {
            log::warn!("`lowdiff coverage` will not know this campaign: {error:#}");
        }
        if self.how.json {
            output::data(&format!("{:#}", summary.json()))?;
        } else {
            output::data(&summary.to_string())?;
        }
        Ok(u8::from(summary.stats.findings() > 0 || !summary.between.is_empty()))
    }
}

/// Works for an explorer.
#[derive(Debug, Args)]
pub struct ExploreWorker {
    /// The assignment, as JSON
    assignment: String,
}

impl ExploreWorker {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let assignment: Assignment = serde_json::from_str(&self.assignment)
            .context("explore-worker is for lowdiff itself; use `lowdiff explore`")?;
        work(&assignment, std::io::stdin().lock(), std::io::stdout())?;
        Ok(0)
    }
}
