//! Measures the programs of the shipped smiths: how fast they are made, how large they are, and how they fare on an MLIR.
//!
//! `generators PROGRAMS LOWERED COMPILED [NAME ...]` makes `PROGRAMS` programs of each smith, and lowers `LOWERED` of them by the plain
//! path on the MLIR that `LOWDIFF_MLIR` names for the interpreter, and `COMPILED` of them for the processor, with fences around their
//! memory. A row of a table a smith goes to standard output; what does not agree goes to standard error, with the number of the program.
//!
//! A *pair* is an operation and one that takes a result of it. *Off* are the operations that are placed more than three times as often as
//! their shares say, or less than a third, of those that are due 20 times at least; this is counted without swarms, over a tenth of the
//! programs.
//!
//! `generators shares PROGRAMS NAME` shows for each operation of a smith how often it is due by its share of all that are placed, how
//! often it is placed, and how often it was chosen: the first in the order of a record, or the next one where that cannot be placed.

use anyhow::{Context as _, Result, bail};
use lowdiff::case::Case;
use lowdiff::decode::{Generator, decode_case, decode_mixed, seeded_by};
use lowdiff::execute::{Executor, ExecutorKind, Job, Looks, Terms};
use lowdiff::ir;
use lowdiff::judge::{VerdictKind, judge};
use lowdiff::mlir::toolchain;
use lowdiff::path::PathSpec;
use lowdiff::smith::{Smith, named, shipped};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

const USAGE: &str =
    "usage: generators PROGRAMS LOWERED COMPILED [NAME ...] | generators shares PROGRAMS NAME";

/// The seed of all programs.
const SEED: u64 = 1;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, programs, name] = &words[..]
        && word == "shares"
    {
        let number = named(name).context("it is no shipped smith")?;
        println!("| operation | due | placed | placed by due | chosen | placed by chosen |");
        for Share { operation, due, chosen, placed } in
            shares(shipped(number), programs.parse().context(USAGE)?, 22)?
        {
            let (by_due, by_chosen) = (placed as f64 / due, placed as f64 / chosen as f64);
            println!("| `{operation}` | {due:.0} | {placed} | {by_due:.2} | {chosen} | {by_chosen:.2} |");
        }
        return Ok(());
    }
    let [programs, lowered, compiled, names @ ..] = &words[..] else { bail!(USAGE) };
    let number = |word: &String| word.parse::<u64>().context(USAGE);
    let (programs, lowered, compiled) = (number(programs)?, number(lowered)?, number(compiled)?);
    let toolchain = toolchain::find(&toolchain::default_name())?;
    let mut interp = ExecutorKind::Interp.open(&toolchain)?;
    let mut jit = ExecutorKind::Jit.open(&toolchain)?;
    let wanted =
        |generator: &Generator| names.is_empty() || names.iter().any(|name| name == generator.name());
    println!(
        "| smith | programs a second | operations a program | kinds placed | pairs | off | left out | read | agree | compiled agree |"
    );
    for generator in Generator::all().filter(|generator| *generator != Generator::Tosa).filter(wanted) {
        let (begin, mut operations, mut kinds, mut left_out) = (Instant::now(), 0, BTreeSet::new(), 0);
        for number in 0..programs {
            let program = decode_mixed(&seeded_by(&generator, SEED, number), toolchain.major())?.program;
            operations += program.operations;
            left_out += program.left_out;
            kinds.extend(program.placed.into_keys());
        }
        let a_second = programs as f64 / begin.elapsed().as_secs_f64();
        let mut pairs = BTreeSet::new();
        for number in 0..programs {
            let text = decode_mixed(&seeded_by(&generator, SEED, number), toolchain.major())?.program.text;
            let module = ir::module(&text).map_err(|why| anyhow::anyhow!("{generator} {number}: {why}"))?;
            let mut made = BTreeMap::new();
            module.walk(&mut |operation| {
                made.extend(operation.results.iter().map(|value| (*value, operation.name)))
            });
            module.walk(&mut |operation| {
                let from = operation.operands.iter().filter_map(|value| made.get(value));
                pairs.extend(from.map(|maker| (*maker, operation.name)));
            });
        }
        pairs.retain(|(maker, user)| kinds.contains(maker) && kinds.contains(user));
        let off = match generator {
            Generator::Smith(number) => off(shipped(number.into()), programs / 10, toolchain.major())?,
            _ => "-".to_owned(),
        };
        let (mut read, mut agree, mut agree_compiled) = (0, 0, 0);
        for number in 0..lowered {
            let (is_read, agrees) = lower(interp.as_mut(), &generator, number, toolchain.major())?;
            read += u64::from(is_read);
            agree += u64::from(agrees);
        }
        for number in 0..compiled {
            let (_, agrees) = lower(jit.as_mut(), &generator, number, toolchain.major())?;
            agree_compiled += u64::from(agrees);
        }
        println!(
            "| `{generator}` | {a_second:.0} | {:.0} | {} | {} | {off} | {left_out} | {read} of {lowered} | {agree} of {lowered} | {agree_compiled} of {compiled} |",
            operations as f64 / programs as f64,
            kinds.len(),
            pairs.len()
        );
    }
    Ok(())
}

/// The operations of a smith that are placed far more or less often than their shares say, of how many.
fn off(smith: &Smith, programs: u64, major: u32) -> Result<String> {
    let due = shares(smith, programs, major)?.into_iter().filter(|share| share.due >= 20.0);
    let ratios: Vec<f64> = due.map(|share| share.placed as f64 / share.due).collect();
    let far = ratios.iter().filter(|ratio| !(1.0 / 3.0..=3.0).contains(*ratio)).count();
    Ok(format!("{far} of {}", ratios.len()))
}

/// An operation of a smith without swarms.
struct Share {
    operation: &'static str,
    /// Placements that are due, by its share of all.
    due: f64,
    /// Times that it was its turn.
    chosen: usize,
    /// Times that it was placed.
    placed: usize,
}

fn shares(smith: &Smith, programs: u64, major: u32) -> Result<Vec<Share>> {
    let whole = Smith { swarm: false, ..smith.clone() };
    let parts = whole.plan(major).parts;
    let generator = Generator::Own(Box::new(whole));
    let (mut chosen, mut placed) = (BTreeMap::new(), BTreeMap::new());
    let add = |sums: &mut BTreeMap<&str, usize>, counts: BTreeMap<&'static str, usize>| {
        counts.into_iter().for_each(|(name, count)| *sums.entry(name).or_default() += count)
    };
    for number in 0..programs {
        let program = generator.mixed(&seeded_by(&generator, SEED, number), major)?.program;
        add(&mut chosen, program.chosen);
        add(&mut placed, program.placed);
    }
    let (sum, all): (usize, usize) =
        (parts.iter().map(|part| usize::from(part.weight)).sum(), placed.values().sum());
    let rows = parts.iter().map(|part| {
        let due = f64::from(part.weight) * all as f64 / sum as f64;
        let of = |counts: &BTreeMap<&str, usize>| counts.get(part.name).copied().unwrap_or(0);
        Share { operation: part.name, due, chosen: of(&chosen), placed: of(&placed) }
    });
    Ok(rows.collect())
}

/// True if MLIR reads and verifies a program, and if the plain path computes what the evaluator says on `executor`.
fn lower(
    executor: &mut dyn Executor,
    generator: &Generator,
    number: u64,
    major: u32,
) -> Result<(bool, bool)> {
    let bytes = seeded_by(generator, SEED, number);
    let (case, _) = decode_case(&bytes, major).context("any bytes are a program")?;
    let case = Case { paths: vec![PathSpec::Drawn(Vec::new())], ..case };
    // Nothing is written and read back: that asks of MLIR's printer and parser, and not of the lowering.
    let terms = Terms { looks: Looks::NONE, ..Terms::default() };
    let job = Job::new(case.source.newest().to_owned(), case.paths.clone(), terms);
    let reports = match executor.run(&job) {
        Ok(reports) => reports,
        Err(error) => {
            eprintln!("{generator} {number} {}: MLIR does not read it: {error:#}", executor.kind());
            return Ok((false, false));
        }
    };
    let verdict = judge(&reports, case.prescribed());
    let agrees = verdict.kind == VerdictKind::Agree;
    if !agrees {
        let outcomes: Vec<_> = reports.iter().map(|report| &report.outcome).collect();
        eprintln!(
            "{generator} {number} {}: {:?} {:?} {:?} {outcomes:?}",
            executor.kind(),
            verdict.kind,
            verdict.pass,
            verdict.complaint
        );
    }
    Ok((true, agrees))
}
