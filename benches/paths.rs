//! The speed of lowering and running paths, in process and by a process for every pass.
//!
//! `cargo bench --bench paths` takes programs of 20 to 60 operations and paths that come down to llvm, and
//! sends the same paths through both, alternating, so that whatever else the machine does hits both alike.
//! Then it runs the inputs the paths came from as a fuzz target does.

use anyhow::{Context, Result};
use lowdiff::decode::{decode, seeded};
use lowdiff::execute::{Executor, ExecutorKind, Jit, Job, Terms, Tools};
use lowdiff::explore::Campaign;
use lowdiff::mlir::toolchain;
use lowdiff::observe::Outcome;
use lowdiff::path::PathSpec;
use std::time::{Duration, Instant};

/// Programs to measure on, and their size.
const PROGRAMS: usize = 10;
const OPERATIONS: std::ops::RangeInclusive<usize> = 20..=60;
/// Rounds over all of them.
const ROUNDS: usize = 2;

/// A program with fixed paths, and the input it came from.
struct Sample {
    job: Job,
    input: Vec<u8>,
    steps: usize,
}

fn main() -> Result<()> {
    let toolchain = toolchain::find(&toolchain::default_name())?;
    let mut jit = Jit::open(&toolchain)?;
    let mut tools = Tools::process_per_pass(&toolchain)?;
    let samples = samples(&mut jit, &mut tools, toolchain.syntax())?;
    let paths: usize = samples.iter().map(|sample| sample.job.paths.len()).sum();
    let steps: usize = samples.iter().map(|sample| sample.steps).sum();
    println!("MLIR {}: {} programs, {paths} paths, {steps} passes", toolchain.version, samples.len());

    let (mut in_process, mut by_processes) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..ROUNDS {
        for sample in &samples {
            in_process += time(&mut jit, &sample.job)?;
            by_processes += time(&mut tools, &sample.job)?;
        }
    }
    let rate = |time: Duration| (paths * ROUNDS) as f64 / time.as_secs_f64();
    println!("in process, one job: {:.2} paths a second", rate(in_process));
    println!("a process a pass: {:.2} paths a second", rate(by_processes));
    println!("ratio: {:.1}", rate(in_process) / rate(by_processes));

    let out = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut campaign = Campaign::open(&toolchain.name, ExecutorKind::Jit, out.path())?;
    let start = Instant::now();
    for sample in &samples {
        campaign.run_bytes(&sample.input)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("as a fuzz target, decoded and judged: {:.2} cases a second", samples.len() as f64 / seconds);
    Ok(())
}

/// Programs both of whose drawn paths come down to llvm and run, either way: MLIR does not read everything back
/// that it prints, so some paths end early when every pass starts from text.
fn samples(jit: &mut Jit, tools: &mut Tools, syntax: lowdiff::program::Syntax) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for index in 0.. {
        let input = seeded(0, index);
        let Ok(decoded) = decode(&input) else { continue };
        if !OPERATIONS.contains(&decoded.program.operation_count()) {
            continue;
        }
        let paths = decoded.draws.into_iter().map(PathSpec::Drawn).collect();
        let program = decoded.program.print(syntax);
        let reports = jit.run(&Job::new(program.clone(), paths, Terms::default()))?;
        if reports.iter().any(|report| report.outcome != Outcome::Ok) {
            continue;
        }
        let pipelines: Vec<Vec<String>> = reports.iter().map(|report| report.pipelines()).collect();
        let steps = pipelines.iter().map(Vec::len).sum();
        let paths = pipelines.into_iter().map(PathSpec::Fixed).collect();
        let job = Job::new(program, paths, Terms::default());
        if time(tools, &job).is_err() {
            continue;
        }
        samples.push(Sample { job, input, steps });
        if samples.len() == PROGRAMS {
            break;
        }
    }
    Ok(samples)
}

/// Time for all paths of a job, all of which must come to their end.
fn time(executor: &mut dyn Executor, job: &Job) -> Result<Duration> {
    let start = Instant::now();
    let reports = executor.run(job)?;
    let took = start.elapsed();
    for report in &reports {
        let said = report.failure.as_ref().map(lowdiff::words::failure).unwrap_or_default();
        anyhow::ensure!(
            report.outcome == Outcome::Ok,
            "{}: a path ended as {}: {said}",
            executor.kind(),
            report.outcome
        );
    }
    Ok(took)
}
