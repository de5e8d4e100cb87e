//! Each operation above the llvm dialect: drawn programs evaluated as they are, against the code that they are lowered and compiled to.

mod draw;
mod rows;
mod table;
mod value;

use crate::support;

use draw::{Program, draw, header, is_used};
use lowdiff::dialect::tosa;
use lowdiff::eval::StopKind;
use lowdiff::execute::interp::Interpreter;
use lowdiff::execute::{Executor, Jit, Job, Limits, Looks, Runner, Terms, interp};
use lowdiff::mlir::{Context, Library, Module, Processor};
use lowdiff::observe::{Buffer, Outcome};
use lowdiff::path::PathSpec;
use lowdiff::{version, words};
use rows::{DIFFERENCES, Family, families};
use std::collections::{BTreeMap, BTreeSet};
use support::{alone_with, loadable};
use table::Count;

/// Programs an operation that the table of docs/levels.md counts.
const DOCUMENTED: usize = 100;
/// Programs an operation; `LOWDIFF_LEVELS` draws as many as it says.
const PROGRAMS: usize = 3;

/// Names the version whose programs a process holds.
const OF: &str = "LOWDIFF_LEVELS_OF";

/// Bytes of memory and steps of an evaluation.
const BOUNDS: (u64, u64) = (1 << 26, 1 << 20);

/// Programs of one compiled module.
const AT_ONCE: usize = 64;

/// A program with what the evaluator made of it.
struct Evaluated {
    program: Program,
    operation: String,
    /// Names of the rows that it has.
    has: Vec<&'static str>,
    bits: Vec<u64>,
    approximate: bool,
}

/// The result of comparing compiled code and the evaluator on a program.
enum Compared {
    Same,
    NotLowered(String),
    Different(String),
}

fn flat(outputs: &[Buffer]) -> Vec<u64> {
    outputs.iter().flat_map(|output| output.bits.iter().copied()).collect()
}

/// The number that these bits of a float type are.
fn number(ty: &str, bits: u64) -> f64 {
    match ty {
        "f64" => f64::from_bits(bits),
        "f32" => f32::from_bits(bits as u32).into(),
        "bf16" => f32::from_bits((bits as u32) << 16).into(),
        _ => {
            let (exponent, fraction) = (bits >> 10 & 31, (bits & 1023) as f64);
            let magnitude = match exponent {
                31 => f64::INFINITY,
                0 => fraction * 2f64.powi(-24),
                _ => (1024.0 + fraction) * 2f64.powi(exponent as i32 - 25),
            };
            if bits >> 15 & 1 == 1 { -magnitude } else { magnitude }
        }
    }
}

/// True if two scalars are equal, or near where an approximation is asked for.
fn agrees(ty: &str, ours: u64, theirs: u64, approximate: bool) -> bool {
    let part = match ty {
        "f64" => 1e-9,
        "f32" => 1e-4,
        "bf16" | "f16" => 2e-2,
        _ => return ours == theirs,
    };
    let (x, y) = (number(ty, ours), number(ty, theirs));
    ours == theirs || approximate && (x - y).abs() <= part * x.abs().max(y.abs()).max(0.1)
}

/// Lowers and runs programs at once, and each half by itself where that fails.
fn compare(jit: &mut Jit, steps: &[String], all: &[Evaluated], tell: &mut dyn FnMut(&Evaluated, Compared)) {
    if all.is_empty() {
        return;
    }
    let mut text = header(all.iter().any(|one| one.program.text.contains("complex<")));
    let mut main = String::from("func.func @main() {\n");
    for one in all {
        text += &one.program.text;
        main += &format!("  call @{}() : () -> ()\n", one.program.entry);
    }
    text += &format!("{main}  return\n}}\n");
    let job = Job::new(
        text,
        vec![PathSpec::Fixed(steps.to_vec())],
        Terms { looks: Looks::NONE, ..Limits { operations: 1 << 20, ..Limits::timeout(60) }.into() },
    );
    let reports = jit.run(&job).unwrap_or_else(|error| panic!("{error:#}\n{}", job.program));
    let report = &reports[0];
    let expected: usize = all.iter().map(|one| one.bits.len()).sum();
    let bits = flat(&report.outputs);
    if report.outcome == Outcome::Ok && bits.len() == expected {
        let mut rest = &bits[..];
        for one in all {
            let (theirs, after) = rest.split_at(one.bits.len());
            rest = after;
            let pairs = one.program.shown.iter().zip(one.bits.iter().zip(theirs));
            let apart = pairs.enumerate().find(|(_, (ty, (x, y)))| !agrees(ty, **x, **y, one.approximate));
            tell(
                one,
                apart.map_or(Compared::Same, |(place, (ty, (x, y)))| {
                    Compared::Different(format!("scalar {place}, {ty}: evaluated {x:#x}, compiled {y:#x}"))
                }),
            );
        }
        return;
    }
    if let [one] = all {
        let said =
            format!("{:?} {:?} ({} scalars of {expected})", report.outcome, report.failure, bits.len());
        let compared = match report.outcome {
            Outcome::Ok => Compared::Different(said),
            _ => Compared::NotLowered(said),
        };
        return tell(one, compared);
    }
    let (first, second) = all.split_at(all.len() / 2);
    compare(jit, steps, first, tell);
    compare(jit, steps, second, tell);
}

/// Draws and evaluates the programs of a family: those that are defined; the others are counted.
fn evaluate(
    context: &Context,
    family: &Family,
    (names, programs): (&[&'static str], usize),
    counts: &mut BTreeMap<&'static str, Count>,
    objections: &mut Vec<String>,
) -> Vec<Evaluated> {
    let mut interpreter = Interpreter::new(context);
    let mut defined = Vec::new();
    for (place, row) in family.rows.iter().enumerate() {
        for index in 0..programs {
            let number = place * programs + index;
            let program = draw(row, number, (place as u64) << 32 | index as u64);
            let has: Vec<_> = names.iter().copied().filter(|name| is_used(&program.body, name)).collect();
            let module = match Module::parse(
                context,
                &format!("{}{}", header(program.text.contains("complex<")), program.text),
            ) {
                Ok(module) => module,
                Err(said) => {
                    objections
                        .push(format!("{} does not parse: {}\n{}", row.operation, said[0], program.text));
                    break;
                }
            };
            let Some(read) = interpreter.read(&module) else {
                objections.push(format!("{} is not read:\n{}", row.operation, program.text));
                continue;
            };
            let ran = interpreter.evaluate(&read, &program.entry, BOUNDS.0, BOUNDS.1);
            let mut count =
                |add: fn(&mut Count)| has.iter().for_each(|name| add(counts.entry(name).or_default()));
            count(|count| count.programs += 1);
            if !ran.open.is_empty() {
                count(|count| count.open += 1);
                continue;
            }
            let Some(stopped) = &ran.stopped else {
                let bits = flat(&ran.outputs);
                assert_eq!(bits.len(), program.shown.len(), "{}\n{:?}", program.text, ran.outputs);
                let operation = row.operation.clone();
                defined.push(Evaluated { program, operation, has, bits, approximate: ran.approximate });
                continue;
            };
            match stopped.kind {
                StopKind::Open => count(|count| count.open += 1),
                StopKind::Undefined | StopKind::Division | StopKind::Memory => {
                    count(|count| count.undefined += 1)
                }
                StopKind::Fault | StopKind::Unsupported | StopKind::TooLong => {
                    objections.push(format!(
                        "{} is not evaluated: {}\n{}",
                        row.operation,
                        words::cause(&stopped.cause),
                        program.text
                    ));
                }
            }
        }
    }
    defined
}

/// Operations above the llvm dialect and omp.
fn operations() -> Vec<&'static str> {
    let below = |name: &&str| ["llvm.", "omp."].iter().any(|of| name.starts_with(of));
    interp::operations().filter(|name| !below(name)).collect()
}

/// Programs that are drawn an operation.
fn programs() -> usize {
    let asked = std::env::var("LOWDIFF_LEVELS").ok();
    asked.map_or(PROGRAMS, |number| number.parse().expect("LOWDIFF_LEVELS is a number"))
}

/// Holds the families of one version.
fn hold(version: &str) -> (BTreeMap<&'static str, Count>, Vec<String>) {
    let toolchain = loadable(version);
    let context = Context::new(Library::open(&toolchain.library).expect("the library loads"));
    let mut jit = Jit::with(&toolchain, Runner::Jit).expect("the toolchain works");
    let (names, reasons) = (operations(), table::reasons());
    let only = std::env::var("LOWDIFF_LEVELS_ONLY").ok();
    let (mut counts, mut objections) = (BTreeMap::new(), Vec::new());
    let asked =
        |family: &Family| family.version == version && only.as_ref().is_none_or(|only| only == family.name);
    for family in families().into_iter().filter(asked) {
        let evaluated = evaluate(&context, &family, (&names, programs()), &mut counts, &mut objections);
        let steps = [format!("builtin.module({})", family.path)];
        for some in evaluated.chunks(AT_ONCE) {
            compare(&mut jit, &steps, some, &mut |one, compared| {
                let mut count = |add: fn(&mut Count)| {
                    one.has.iter().for_each(|name| add(counts.entry(name).or_default()));
                };
                let (operation, text) = (&one.operation, &one.program.text);
                if family.name == DIFFERENCES {
                    if !matches!(compared, Compared::Different(_)) {
                        objections.push(format!("{operation} is said to differ, and does not:\n{text}"));
                    }
                    return;
                }
                match compared {
                    Compared::Same => count(|count| count.agreed += 1),
                    Compared::NotLowered(said) => {
                        count(|count| count.not_lowered += 1);
                        if !reasons.contains_key(operation) {
                            objections.push(format!("{operation} is not lowered: {said}\n{text}"));
                        }
                    }
                    Compared::Different(said) => {
                        objections.push(format!("{operation} differs, {said}\n{text}"));
                    }
                }
            });
        }
    }
    (counts, objections)
}

/// Holds a version in a process of its own, which prints what came of it.
fn part(version: &str) -> Option<String> {
    alone_with("programs_of_a_version", &[(OF, version)], || {
        // The table is of the baseline: a host may round in instructions of its own, which flush small numbers.
        Processor::Baseline.choose();
        let version = std::env::var(OF).expect("a version was named");
        let (counts, objections) = hold(&version);
        for (name, Count { programs, agreed, open, undefined, not_lowered }) in counts {
            println!("COUNT {name} {programs} {agreed} {open} {undefined} {not_lowered}");
        }
        objections.iter().for_each(|objection| println!("OBJECTION {objection:?}"));
    })
}

#[test]
#[ignore = "a part of each_operation_evaluates_to_what_compiled_code_shows"]
fn programs_of_a_version() {
    part(version::DEFAULT.name);
}

#[test]
fn each_operation_evaluates_to_what_compiled_code_shows() {
    let (mut counts, mut objections) = (BTreeMap::<String, Count>::new(), Vec::new());
    let versions: BTreeSet<String> = families().into_iter().map(|family| family.version).collect();
    for version in &versions {
        let said = part(version).expect("this is not a process of one version");
        for line in said.lines() {
            if let Some(objection) = line.strip_prefix("OBJECTION ") {
                objections.push(format!("{version}: {}", objection.replace("\\n", "\n")));
            } else if let Some(count) = line.strip_prefix("COUNT ") {
                let (name, numbers) = count.split_once(' ').expect("a name");
                counts.entry(name.to_owned()).or_default().add(numbers);
            }
        }
    }
    let (rows, reasons) = (operations(), table::reasons());
    // `programs_on_mlir` holds each of these against compiled code.
    let drawn: BTreeSet<String> = tosa::rows().map(|row| format!("tosa.{}", row.name)).collect();
    for name in rows.iter().filter(|name| counts.contains_key(**name) || !drawn.contains(**name)) {
        let count = counts.get(*name).copied().unwrap_or_default();
        if count.programs < programs() && !reasons.contains_key(*name) {
            objections.push(format!("{name}: {} programs of {} have it", count.programs, programs()));
        }
        match (count.agreed > 0, reasons.contains_key(*name)) {
            (false, false) => objections.push(format!("{name}: no program agreed, {count:?}")),
            (true, true) => objections.push(format!("{name} agrees, and reasons.txt says that it cannot")),
            _ => {}
        }
    }
    if std::env::var_os("LOWDIFF_LEVELS_ONLY").is_none() {
        table::keep(&rows, &counts, &reasons, programs() == DOCUMENTED);
    }
    assert!(objections.is_empty(), "{}:\n{}", objections.len(), objections.join("\n"));
}
