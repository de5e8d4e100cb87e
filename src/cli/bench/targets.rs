//! `lowdiff bench targets`: how many inputs a second each fuzz target takes, by who runs lowered code, and where the time goes.

use crate::cli::counting::Counting;
use crate::cli::input::mlir_name;
use crate::cli::output;
use crate::coverage::Options;
use crate::decode::seeded;
use crate::execute::{ExecutorKind, Looks, Terms, itself};
use crate::explore::{Campaign, Stats, TARGETS, Target};
use crate::mlir::{Processor, toolchain};
use crate::observe::tell;
use crate::report::Mlir;
use anyhow::{Context as _, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Instant;

/// Inputs, where nobody says how many.
const INPUTS: u32 = 1000;
/// Parts a row is measured in, one row after the other, so that whatever else the machine does hits all.
const PARTS: u32 = 5;

/// The executors of lowered code in each row, by executor and processor. The first is what the others are held against.
const WAYS: [(ExecutorKind, Processor); 3] = [
    (ExecutorKind::Jit, Processor::Host),
    (ExecutorKind::Jit, Processor::Baseline),
    (ExecutorKind::Interp, Processor::Baseline),
];

/// Inputs a second of each fuzz target: compiled for this processor, compiled for the baseline, and interpreted as targets do it
#[derive(Debug, Args)]
pub struct Targets {
    /// Measure this target alone; may be repeated
    #[arg(long = "target", value_name = "TARGET")]
    targets: Vec<Target>,
    /// Inputs of each target, drawn at random
    #[arg(long, value_name = "N", default_value_t = INPUTS, value_parser = clap::value_parser!(u32).range(i64::from(PARTS)..))]
    inputs: u32,
    /// Seed of the inputs
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Of the programs that agree interpreted one in so many is compiled as well, and both are held against each other
    #[arg(long, value_name = "N", default_value_t = Looks::default().compiled)]
    sample: u32,
    /// The MLIR to measure on
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// The part of a row that this process measures: target, executor, and the first input
    #[arg(long, hide = true, num_args = 3, value_names = ["TARGET", "EXECUTOR", "FIRST"])]
    part: Option<Vec<String>>,
}

/// The results of a row, or of a part of it.
#[derive(Default, Serialize, Deserialize)]
struct ExecutorRow {
    /// Time for everything but starting.
    seconds: f64,
    stats: Stats,
}

impl ExecutorRow {
    /// Inputs a second, without what findings take to be confirmed and written down.
    fn speed(&self) -> f64 {
        self.stats.inputs as f64 / (self.seconds - self.stats.times.confirm)
    }

    fn incomparable(&self, reason: &str) -> u64 {
        self.stats.incomparable.get(reason).copied().unwrap_or(0)
    }
}

impl Targets {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        if let Some(part) = &self.part {
            let row = self.measure(part)?;
            output::data(&serde_json::to_string(&row)?)?;
            return Ok(0);
        }
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        let mut table = Vec::new();
        let wanted = |one: &Target| self.targets.is_empty() || self.targets.contains(one);
        let targets: Vec<Target> = TARGETS.iter().map(|row| row.target).filter(wanted).collect();
        let counting = Counting::new(targets.len() * PARTS as usize, "parts");
        for (number, target) in targets.into_iter().enumerate() {
            let mut rows: Vec<ExecutorRow> = WAYS.iter().map(|_| ExecutorRow::default()).collect();
            for part in 0..PARTS {
                for (row, (executor, processor)) in rows.iter_mut().zip(WAYS) {
                    let more = self.part_of(target, executor, processor, part, &toolchain.name)?;
                    row.seconds += more.seconds;
                    row.stats += more.stats;
                }
                counting.show(number * PARTS as usize + part as usize + 1);
            }
            table.push((target, rows));
        }
        drop(counting);
        output::data(&match self.json {
            true => format!("{:#}", self.json_of(&table, &Mlir::of(&toolchain))),
            false => self.text(&table, &toolchain.version),
        })?;
        Ok(0)
    }

    /// Measures a part in a process of its own, as a target is one: MLIR is watched once a process.
    fn part_of(
        &self,
        target: Target,
        executor: ExecutorKind,
        processor: Processor,
        part: u32,
        mlir: &str,
    ) -> anyhow::Result<ExecutorRow> {
        let first = part * (self.inputs / PARTS);
        let numbers = [self.inputs / PARTS, first].map(|number| number.to_string());
        let (seed, sample) = (self.seed.to_string(), self.sample.to_string());
        let words = [
            "bench",
            "targets",
            "--mlir",
            mlir,
            "--inputs",
            &numbers[0],
            "--seed",
            &seed,
            "--sample",
            &sample,
        ];
        let part = ["--cpu", &processor.to_string(), "--part", target.name(), executor.word(), &numbers[1]];
        let asked = itself::run(words.into_iter().chain(part))?;
        if !asked.status.success() {
            let said = String::from_utf8_lossy(&asked.stderr);
            bail!("{} cannot be measured: {}", target.name(), said.lines().last().unwrap_or_default());
        }
        Ok(serde_json::from_slice(&asked.stdout)?)
    }

    /// Measures one part here: as the target runs, watched, and with findings kept and counted.
    fn measure(&self, part: &[String]) -> anyhow::Result<ExecutorRow> {
        let [target, executor, first] = part else { bail!("a part is a target, an executor and a number") };
        let target = Target::named(target).with_context(|| format!("there is no target '{target}'"))?;
        let first: u64 = first.parse().context("the first input is a number")?;
        let out = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut campaign = Campaign::open(&mlir_name(self.mlir.as_deref()), executor.parse()?, out.path())?;
        let terms = campaign.terms();
        campaign.limit(Terms { looks: Looks { compiled: self.sample, ..terms.looks }, ..terms });
        campaign.aim(target);
        campaign.watch(&Options::from_environment(None)?)?;
        let clock = Instant::now();
        for number in first..first + u64::from(self.inputs) {
            if let Err(error) = campaign.run_bytes(&seeded(self.seed, number)) {
                tell(&format!("{}: {error:#}", target.name()));
                campaign.stats.fail();
            }
        }
        Ok(ExecutorRow { seconds: clock.elapsed().as_secs_f64(), stats: std::mem::take(&mut campaign.stats) })
    }

    fn json_of(&self, table: &[(Target, Vec<ExecutorRow>)], mlir: &Mlir) -> Value {
        let row = |target: &Target, row: &ExecutorRow, (executor, processor): (ExecutorKind, Processor)| {
            json!({
                "target": target.name(),
                "executor": executor,
                "cpu": processor.to_string(),
                "inputs": row.stats.inputs,
                "inputs_a_second": row.speed(),
                "seconds": row.seconds,
                "times": row.stats.times,
                "verdicts": row.stats.verdicts,
                "incomparable": row.stats.incomparable,
                "interpreted": row.stats.effort.interpreted,
                "left_to_jit": row.stats.effort.left_to_jit,
                "compiled_too": row.stats.effort.compiled_too,
            })
        };
        let rows: Vec<Value> = table
            .iter()
            .flat_map(|(target, rows)| rows.iter().zip(WAYS).map(move |(one, way)| row(target, one, way)))
            .collect();
        json!({ "mlir": mlir, "seed": self.seed, "rows": rows })
    }

    fn text(&self, table: &[(Target, Vec<ExecutorRow>)], version: &str) -> String {
        let mut text = format!(
            "{} inputs of each target, MLIR {version}, seed {}; confirming findings is not counted\n\
             {:<15} {:<16} {:>9} {:>6} {:>7} {:>7} {:>7} {:>7} {:>7} {:>8} {:>11} {:>9} {:>7}",
            self.inputs,
            self.seed,
            "target",
            "lowered code",
            "inputs/s",
            "times",
            "passes",
            "verify",
            "hash",
            "checks",
            "compile",
            "execute",
            "unsupported",
            "also jit",
            "differ"
        );
        for (target, rows) in table {
            for (row, (executor, processor)) in rows.iter().zip(WAYS) {
                let times = &row.stats.times;
                let share = |seconds: f64| format!("{:.0}%", 100.0 * seconds / row.seconds);
                let _ = write!(
                    text,
                    "\n{:<15} {:<16} {:>9.2} {:>6.2} {:>7} {:>7} {:>7} {:>7} {:>7} {:>8} {:>10.2}% {:>9} {:>7}",
                    target.name(),
                    format!("{executor} {processor}"),
                    row.speed(),
                    row.speed() / rows[0].speed(),
                    share(times.passes),
                    share(times.verify),
                    share(times.hash),
                    share(times.check),
                    share(times.compile),
                    share(times.execute),
                    100.0 * row.incomparable("unsupported") as f64 / row.stats.inputs.max(1) as f64,
                    row.stats.effort.compiled_too,
                    row.incomparable("executors"),
                );
            }
        }
        text
    }
}
