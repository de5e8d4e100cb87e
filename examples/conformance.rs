//! Holds the reference semantics against what another implementation made of the same programs, and reports by operation and type.
//!
//! `conformance model FILE` takes the results that stand beside the programs, those of Arm's reference model; `scripts/conformance.sh` makes such a
//! file. `conformance mlir FILE` lowers and runs each program on the MLIR that `LOWDIFF_MLIR` names. Exit status 1 where something
//! differs.

#[path = "../tests/conformance/compared.rs"]
mod compared;

use anyhow::{Context as _, Result, bail};
use compared::{Outcome, Record, Status};
use lowdiff::execute::{Call, Executor, Jit, Job, ReadsPrograms as _, Terms};
use lowdiff::mlir::{Context, Library, toolchain};
use lowdiff::observe;
use lowdiff::path::PathSpec;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Outcomes in the order of the columns.
const COLUMNS: [(Outcome, &str); 6] = [
    (Outcome::Agree, "agree"),
    (Outcome::UndefinedInBoth, "undefined in both"),
    (Outcome::Explained, "explained"),
    (Outcome::NotByTheModel, "not by the other"),
    (Outcome::NotByLowdiff, "not by lowdiff"),
    (Outcome::Differ, "differ"),
];

fn main() -> Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [part, file] = &words[..] else { bail!("usage: conformance model|mlir FILE") };
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    let mut records = compared::read(&text);
    let toolchain = toolchain::find(&toolchain::default_name())?;
    let context = Context::new(Library::open(&toolchain.library)?);
    match part.as_str() {
        "model" => {}
        "mlir" => {
            let mut jit = Jit::open(&toolchain)?;
            records.iter_mut().try_for_each(|record| lower(&mut jit, record))?;
        }
        other => bail!("there is no {other}: say model or mlir"),
    }
    let mut table: BTreeMap<(&str, &str), BTreeMap<Outcome, u32>> = BTreeMap::new();
    let mut said: BTreeMap<(&str, Outcome, String), u32> = BTreeMap::new();
    for record in &records {
        let (outcome, why) = record.judged(&context);
        *table.entry((&record.operation, &record.types)).or_default().entry(outcome).or_default() += 1;
        if outcome == Outcome::Differ {
            eprintln!("differs: {}: {why}\n{}", record.name(), record.program);
        }
        if !why.is_empty() {
            *said.entry((&record.operation, outcome, why)).or_default() += 1;
        }
    }
    let differ = report(&table);
    for ((operation, outcome, why), count) in &said {
        let column = COLUMNS.iter().find(|(other, _)| other == outcome).map_or("", |(_, name)| name);
        println!("{operation}: {count} {column}: {why}");
    }
    Ok(ExitCode::from(u8::from(differ > 0)))
}

/// A row for every operation and type, and the totals; how many programs differ.
fn report(table: &BTreeMap<(&str, &str), BTreeMap<Outcome, u32>>) -> u32 {
    let mut all: BTreeMap<Outcome, u32> = BTreeMap::new();
    let row = |operation: &str, types: &str, counts: &BTreeMap<Outcome, u32>| {
        print!("{operation:24}{types:28}{:>9}", counts.values().sum::<u32>());
        COLUMNS.iter().for_each(|(outcome, _)| print!("{:>19}", counts.get(outcome).unwrap_or(&0)));
        println!();
    };
    print!("{:24}{:28}{:>9}", "operation", "types", "programs");
    COLUMNS.iter().for_each(|(_, name)| print!("{name:>19}"));
    println!();
    for ((operation, types), counts) in table {
        row(operation, types, counts);
        counts.iter().for_each(|(outcome, count)| *all.entry(*outcome).or_default() += count);
    }
    row("all", "", &all);
    all.get(&Outcome::Differ).copied().unwrap_or(0)
}

/// Runs the program and keeps what it shows instead of what stood there.
fn lower(jit: &mut Jit, record: &mut Record) -> Result<()> {
    record.outputs.clear();
    record.status = Status::Error;
    let program = match jit.prepare(&record.program, &Call::default()) {
        Ok(prepared) => prepared.program,
        Err(error) => {
            record.reason = format!("{error:#}");
            return Ok(());
        }
    };
    let paths = vec![PathSpec::Begun { steps: Vec::new(), draws: Vec::new() }];
    let reports = jit.run(&Job::new(program, paths, Terms::default()))?;
    let report = reports.first().context("a path has a report")?;
    if report.outcome == observe::Outcome::Ok {
        let output = |buffer: &observe::Buffer| {
            let shape = buffer.shape.iter().map(|extent| *extent as usize).collect();
            (shape, buffer.bits.iter().map(|bits| format!("{bits:#x}")).collect())
        };
        record.status = Status::Lowered;
        record.outputs = report.outputs.iter().map(output).collect();
    } else {
        let said = report.failure.as_ref().map(lowdiff::words::failure).unwrap_or_default();
        record.reason = format!("{}: {}", report.outcome, said.lines().next().unwrap_or(""));
    }
    Ok(())
}
