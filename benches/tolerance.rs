//! The tightness of the bounds of the semantics, and whether they hold.
//!
//! `cargo bench --bench tolerance -- planted [PROGRAMS]` makes programs of float operations, plants a relative error of 1e-4 into each
//! single-precision operation in turn, and prints how often the outputs that change leave their bounds. Programs are chains of ordinary
//! operands and of any, and those of the generator.
//!
//! `cargo bench --bench tolerance -- clean [TENSORS]` lowers and runs such programs in half, bfloat, single and double precision,
//! along the plain path and some along three drawn ones, and prints how many tensors were compared and which of them leave their bounds:
//! closely, which is a false alarm until it is explained, or by far, which is a wrong result of MLIR's until it is explained.
//! `LOWDIFF_MLIR` says on which MLIR.

#[path = "tolerance/planted.rs"]
mod planted;
#[path = "tolerance/programs.rs"]
mod programs;

use anyhow::{Context as _, Result, bail};
use lowdiff::decode::{decode, seeded};
use lowdiff::execute::{Call, Executor, Jit, Job, ReadsPrograms as _, Terms};
use lowdiff::mlir::{Context, Library, Module, toolchain};
use lowdiff::observe::{Element, Outcome, PathReport};
use lowdiff::path::PathSpec;
use lowdiff::program::Syntax;
use lowdiff::semantics::{Evaluation, Tree, evaluate};
use planted::{Seen, plant};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Programs an error is planted into, and tensors that are compared, where nothing else is asked for.
const PROGRAMS: usize = 300;
const TENSORS: usize = 10_000;
/// Operations of a program: a short one shows how far an error carries, and one that is lowered has many outputs.
const SHORT: usize = 12;
const LONG: usize = 50;
/// Drawn paths of a program, and of how many programs one has them: they take much longer than the plain one.
const DRAWN: usize = 3;
const EVERY: u64 = 8;
/// A value off by so many times its bound is no question of how tight that is: the path has made something else of the program.
const FAR: f64 = 1000.0;

fn main() -> Result<()> {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let count = |otherwise| words.get(1).map_or(Ok(otherwise), |word| word.parse()).context("wants a number");
    match words.first().map(String::as_str) {
        Some("planted") => plant_errors(count(PROGRAMS)?),
        Some("clean") => compare_with_mlir(count(TENSORS)?),
        None => plant_errors(PROGRAMS).and_then(|()| compare_with_mlir(TENSORS)),
        Some(other) => bail!("there is no part {other}: say planted or clean"),
    }
}

/// A program of the semantics.
fn read(context: &Context, text: &str) -> Result<Tree> {
    let module = Module::parse(context, text).map_err(|said| anyhow::anyhow!("{said:?}\n{text}"))?;
    lowdiff::mlir::read(&module).map_err(anyhow::Error::msg)
}

/// Programs by their number.
type Programs = Box<dyn FnMut(u64) -> String>;

fn plant_errors(count: usize) -> Result<()> {
    let context = Context::new(Library::open(&toolchain::find(&toolchain::default_name())?.library)?);
    let chains = |extremes| {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        move |_| programs::program(&mut random, Element::F32, extremes, SHORT)
    };
    let kinds: [(&str, Programs); 3] = [
        ("ordinary operands", Box::new(chains(false))),
        ("any operands", Box::new(chains(true))),
        ("generated programs", Box::new(generated)),
    ];
    for (kind, mut text) in kinds {
        let mut counts: BTreeMap<String, Seen> = BTreeMap::new();
        for index in 0..count as u64 {
            plant(&read(&context, &text(index))?, &mut counts);
        }
        println!("an error of {} in, of {kind}", planted::ERROR);
        println!("{:22}{:>9}{:>8}{:>10}{:>8}", "", "outputs", "seen", "elements", "seen");
        let mut all = Seen::default();
        for (name, seen) in &counts {
            row(name, *seen);
            all.add(*seen);
        }
        row("all", all);
    }
    Ok(())
}

/// A program of the generator, with every operation that it has.
fn generated(index: u64) -> String {
    let decoded = decode(&seeded(1, index)).expect("no input is rejected");
    decoded.program.print(Syntax::V22)
}

fn row(name: &str, seen: Seen) {
    let share = |part: u32, of: u32| 100.0 * f64::from(part) / f64::from(of.max(1));
    println!(
        "{name:22}{:>9}{:>7.1}%{:>10}{:>7.1}%",
        seen.outputs,
        share(seen.outputs_seen, seen.outputs),
        seen.elements,
        share(seen.elements_seen, seen.elements)
    );
}

fn compare_with_mlir(wanted: usize) -> Result<()> {
    let toolchain = toolchain::find(&toolchain::default_name())?;
    let context = Context::new(Library::open(&toolchain.library)?);
    let mut jit = Jit::open(&toolchain)?;
    let (mut compared, mut alarms) = (0, Alarms::default());
    let mut outcomes: BTreeMap<Outcome, usize> = BTreeMap::new();
    let mut next = 0u64;
    while compared < wanted {
        let mut random = ChaCha8Rng::seed_from_u64(next);
        let element =
            [Element::F32, Element::F16, Element::F32, Element::Bf16, Element::F64][next as usize % 5];
        let text = programs::program(&mut random, element, !next.is_multiple_of(3), LONG);
        let evaluation = evaluate(&read(&context, &text)?)?;
        let program = jit.prepare(&text, &Call::default())?.program;
        let plain = PathSpec::Begun { steps: Vec::new(), draws: Vec::new() };
        let mut drawn = || PathSpec::Drawn((0..256).map(|_| random.random()).collect());
        let others = if next.is_multiple_of(EVERY) { DRAWN } else { 0 };
        let paths = std::iter::once(plain).chain((0..others).map(|_| drawn())).collect();
        for report in jit.run(&Job::new(program, paths, Terms::default()))? {
            *outcomes.entry(report.outcome).or_default() += 1;
            if report.outcome == Outcome::Ok {
                compared += report.outputs.len();
                alarmed(&mut alarms, next, &text, &evaluation, &report)?;
            }
        }
        next += 1;
        if next.is_multiple_of(10) {
            eprintln!("{next} programs, {compared} tensors compared, {alarms:?}, {outcomes:?}");
        }
    }
    println!(
        "MLIR {}: {next} programs of {LONG} operations, {compared} tensors compared, outside of their bounds {} closely and {} by far; paths {outcomes:?}",
        toolchain.version, alarms.close, alarms.far
    );
    Ok(())
}

/// Tensors that left their bounds.
#[derive(Debug, Default)]
struct Alarms {
    close: usize,
    far: usize,
}

/// Counts the tensors that leave their bounds, and keeps what was seen.
fn alarmed(
    alarms: &mut Alarms,
    number: u64,
    text: &str,
    evaluation: &Evaluation,
    report: &PathReport,
) -> Result<()> {
    let mut found = Vec::new();
    for (place, (expected, shown)) in evaluation.printed.iter().zip(&report.outputs).enumerate() {
        if expected.open.is_some() {
            continue;
        }
        let tensor = &expected.tensor;
        if let Some(at) = tensor.first_unlike(&shown.bits) {
            let format = tensor.format().map_err(anyhow::Error::msg)?;
            let (ours, bound) = (format.decode(tensor.bits(at)), tensor.bound(at));
            let theirs = format.decode(shown.bits[at] & u64::MAX >> (64 - tensor.element.bits()));
            let step = bound.max(ours.abs() * format.unit_roundoff());
            let far = (ours - theirs).abs() > FAR * step;
            *(if far { &mut alarms.far } else { &mut alarms.close }) += 1;
            found.push(format!("output {place}, element {at}: {ours:e} within {bound:e}, and {theirs:e}"));
        }
    }
    if !found.is_empty() {
        let folder = std::path::Path::new("target/tolerance");
        std::fs::create_dir_all(folder)?;
        std::fs::write(folder.join(format!("{number}.mlir")), text)?;
        let path = format!("{number}-{}.txt", report.steps.len());
        std::fs::write(folder.join(&path), report.pipelines().join("\n"))?;
        eprintln!("target/tolerance/{number}.mlir along {path}:\n{}", found.join("\n"));
    }
    Ok(())
}
