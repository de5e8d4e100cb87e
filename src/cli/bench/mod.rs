//! `lowdiff bench`: tables of how fast and how good the search is, measured here and now.

mod blame;
mod graph;
mod levels;
mod paths;
mod states;
mod targets;

use crate::case::Case;
use crate::decode::seeded;
use crate::decode::{Generated, decode_case};
use crate::execute::ExecutorKind;
use clap::{Args, Subcommand};

/// Operations of the programs measured on.
const OPERATIONS: std::ops::RangeInclusive<usize> = 20..=60;

/// The sample that every table is measured on.
#[derive(Debug, Args)]
struct Sample {
    /// Programs, of 20 to 60 operations [default: 6 for graph, 30 for paths]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    programs: Option<u16>,
    /// Paths for each program, in each row of the table [default: 30 for graph, 10 for paths]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    paths: Option<u16>,
    /// Seed of programs and paths
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The MLIR to measure on
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// The executor of lowered modules, in every row but that of processes
    #[arg(long, value_name = "interp|jit", default_value = ExecutorKind::default().word(), value_parser = in_process)]
    executor: ExecutorKind,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Measure how fast and how good the search is on this machine
#[derive(Debug, Args)]
pub struct Bench {
    #[command(subcommand)]
    table: Table,
}

#[derive(Debug, Subcommand)]
enum Table {
    Blame(blame::Blame),
    Graph(graph::Graph),
    Levels(levels::Levels),
    Paths(paths::Paths),
    States(states::States),
    Targets(targets::Targets),
}

impl Bench {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        match self.table {
            Table::Blame(table) => table.run(),
            Table::Graph(table) => table.run(),
            Table::Levels(table) => table.run(),
            Table::Paths(table) => table.run(),
            Table::States(table) => table.run(),
            Table::Targets(table) => table.run(),
        }
    }
}

/// A program to measure on.
struct Measured {
    /// Its number in the stream of the seed.
    index: u64,
    case: Case,
    generated: Generated,
}

/// The programs of a seed that are large enough.
fn programs(seed: u64) -> impl Iterator<Item = Measured> {
    let program = move |index| {
        let (case, generated) = decode_case(&seeded(seed, index), 22)?;
        OPERATIONS.contains(&generated.operations).then_some(Measured { index, case, generated })
    };
    (0..).filter_map(program)
}

/// An executor that runs lowered code without stock programs, by its word.
fn in_process(word: &str) -> Result<ExecutorKind, &'static str> {
    let kind = word.parse().ok().filter(|kind: &ExecutorKind| kind.capabilities().runner.is_some());
    kind.ok_or("use interp or jit")
}
