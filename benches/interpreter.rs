//! The interpreter against compiled code: `cargo bench --bench interpreter -- 20000 22` draws paths of generated programs until so
//! many lowered modules were run by both, each module once.
//!
//! Every difference is printed with the input that shows it and fails the run, unless it lies within the error bounds of the
//! reference semantics; what the interpreter finds undefined is printed and counted, since compiled code may show anything there. At the
//! end it says how often each operation was met, what was unknown, and what both took. A third word is the seed, a fourth the
//! least number of operations of a program.
//!
//! `-- operations 100 22` draws so many programs of the llvm dialect for each operation instead, since lowered programs have some of
//! them rarely or never.

#[path = "../tests/operations/mod.rs"]
mod operations;

use lowdiff::case::Case;
use lowdiff::decode::decode_case;
use lowdiff::decode::seeded;
use lowdiff::execute::{Executor, Jit, Job, Runner, Terms, interp};
use lowdiff::judge::judge;
use lowdiff::observe::{Outcome, PathReport, Run};
use lowdiff::path::PathSpec;
use lowdiff::semantics::Format;
use lowdiff::words;
use operations::{Compared, hold, rows};
use std::collections::{BTreeMap, HashSet};
use std::process::ExitCode;
use std::time::Duration;

/// Paths of a program.
const PATHS: u64 = 4;

#[derive(Default)]
struct Tally {
    modules: u64,
    /// The comparison of the interpreter with compiled code, in a word.
    compared: BTreeMap<&'static str, u64>,
    /// The number of modules that have an operation the interpreter does not know.
    with_unknown: u64,
    unknown: BTreeMap<String, u64>,
    /// Modules that have the operation.
    operations: BTreeMap<String, u64>,
    interpreted: Duration,
    compiled: Duration,
    /// The share of each module whose both times are known.
    shares: Vec<f64>,
}

impl Tally {
    /// Holds one module's runs against each other.
    fn add(&mut self, case: &Case, report: &PathReport, run: &Run, label: &str) {
        self.modules += 1;
        for name in run.operations.keys() {
            *self.operations.entry(name.clone()).or_default() += 1;
        }
        self.with_unknown += u64::from(!run.unknown.is_empty());
        for lack in &run.unknown {
            *self.unknown.entry(words::lack(lack)).or_default() += 1;
        }
        let compared = compare(case, report, run);
        *self.compared.entry(compared).or_default() += 1;
        if !matches!(compared, "equal bits") {
            let path = report.pipelines().join(" ");
            println!("=== {label}: {compared}: {:?}\n{path}", run.cause);
            if run.outcome == report.outcome {
                println!("{}", first_unlike(case, report, run).unwrap_or_default());
            } else {
                println!("compiled, it ended as {}", report.outcome);
            }
        }
        if report.outcome == Outcome::Ok && run.outcome == Outcome::Ok {
            let compiled = report.spent.compile + report.spent.execute;
            self.interpreted += run.spent;
            self.compiled += compiled;
            self.shares.push(run.spent.as_secs_f64() / compiled.as_secs_f64());
        }
    }

    fn tell(&mut self) -> bool {
        println!("# {} lowered modules: {:?}", self.modules, self.compared);
        println!("# {} have something unknown: {:?}", self.with_unknown, self.unknown);
        let met = |name: &str| self.operations.get(name).copied().unwrap_or(0);
        let all: Vec<String> = interp::operations().map(|name| format!("{name} {}", met(name))).collect();
        println!("# modules with each operation: {}", all.join(", "));
        self.shares.sort_by(f64::total_cmp);
        let median = self.shares.get(self.shares.len() / 2).copied().unwrap_or(0.0);
        let whole = self.interpreted.as_secs_f64() / self.compiled.as_secs_f64().max(f64::MIN_POSITIVE);
        println!(
            "# interpreted {:.1} s, compiled and run {:.1} s: {:.1}%, of a module {:.1}% at the median",
            self.interpreted.as_secs_f64(),
            self.compiled.as_secs_f64(),
            100.0 * whole,
            100.0 * median
        );
        !self.compared.contains_key("different")
    }
}

/// The first element that the two give other bits; which NaN it is, nobody promises.
fn first_unlike(case: &Case, report: &PathReport, run: &Run) -> Option<String> {
    let expected = case.expected.as_deref().unwrap_or_default();
    if report.outputs.len() != run.outputs.len() {
        return Some("not as many outputs".to_owned());
    }
    for (output, (compiled, interpreted)) in report.outputs.iter().zip(&run.outputs).enumerate() {
        let held = expected.get(output).map_or(compiled.element, |expected| expected.held);
        let format = Format::of(held);
        let is_nan =
            |bits: u64| format.is_some_and(|f| f.decode(bits & (u64::MAX >> (64 - f.bits))).is_nan());
        let mut pairs = compiled.bits.iter().zip(&interpreted.bits);
        if let Some(at) = pairs.position(|(one, other)| one != other && !(is_nan(*one) && is_nan(*other))) {
            let (one, other) = (compiled.bits[at], interpreted.bits[at]);
            return Some(format!(
                "output {output} at {at}, {held}: compiled {one:#x}, interpreted {other:#x}"
            ));
        }
    }
    None
}

/// A word on how both runs of a module compare.
fn compare(case: &Case, report: &PathReport, run: &Run) -> &'static str {
    match (run.outcome, report.outcome) {
        (Outcome::Unsupported, _) => return "left to the jit",
        (Outcome::Undefined | Outcome::Fault, _) => return "undefined",
        (Outcome::Ok, Outcome::Ok) => {}
        (Outcome::Ok, Outcome::Unsupported | Outcome::Timeout) => return "not compiled",
        _ => return "different",
    }
    if first_unlike(case, report, run).is_none() {
        return "equal bits";
    }
    let (mut one, mut other) = (report.clone(), report.clone());
    other.outputs.clone_from(&run.outputs);
    // The semantics' bounds are for right results; where both are as wrong, MLIR is, and they are taken for right here.
    let outputs = one.outputs.iter_mut().zip(&mut other.outputs).zip(case.expected.iter().flatten());
    for ((one, other), expected) in outputs {
        for ((one, other), expected) in one.bits.iter_mut().zip(&mut other.bits).zip(&expected.bits) {
            if one == other {
                (*one, *other) = (*expected, *expected);
            }
        }
    }
    let verdict = judge(&[one, other], case.prescribed());
    if verdict.kind.is_finding() { "different" } else { "within bounds" }
}

/// Holds so many programs for each operation against compiled code.
fn each_operation(count: u64, name: &str, rest: &[String]) -> ExitCode {
    let seed: u64 = rest.first().map_or(1, |word| word.parse().expect("a seed"));
    let toolchain = lowdiff::mlir::toolchain::find(name).expect("the toolchain is set up");
    let mut jit = Jit::with(&toolchain, Runner::Both).expect("the toolchain works");
    let mut met: BTreeMap<&str, u64> = interp::operations().map(|name| (name, 0)).collect();
    let (mut same, mut undefined, mut not_compiled, mut different) = (0, 0, 0, 0);
    for (number, row) in rows().into_iter().enumerate() {
        for index in 0..count {
            let (known, compared) = hold(&mut jit, row, seed << 48 | (number as u64) << 32 | index);
            match compared {
                Compared::Same => {
                    same += 1;
                    known.into_iter().for_each(|name| *met.entry(name).or_default() += 1);
                }
                Compared::Undefined => undefined += 1,
                Compared::NotCompiled => not_compiled += 1,
                Compared::Different(what) => {
                    different += 1;
                    println!("=== {}: {what}", row.operation);
                }
            }
        }
    }
    let met: Vec<String> = met.iter().map(|(name, count)| format!("{name} {count}")).collect();
    println!("# programs with each operation that gave the same bits: {}", met.join(", "));
    println!("# same {same}, undefined {undefined}, not compiled {not_compiled}, different {different}");
    if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [word, count, name, rest @ ..] = &words[..]
        && word == "operations"
    {
        return each_operation(count.parse().expect("a number of programs"), name, rest);
    }
    let [count, name, rest @ ..] = &words[..] else {
        eprintln!("interpreter: say how many modules, and the MLIR, as in `-- 20000 22`");
        return ExitCode::SUCCESS;
    };
    let number = |place: usize| rest.get(place).and_then(|word| word.parse::<u64>().ok());
    let (seed, least) = (number(0).unwrap_or(1), number(1).unwrap_or(1));
    let count: u64 = count.parse().expect("a number of modules");
    let toolchain = lowdiff::mlir::toolchain::find(name).expect("the toolchain is set up");
    let mut jit = Jit::with(&toolchain, Runner::Both).expect("the toolchain works");
    let mut tally = Tally::default();
    let mut seen = HashSet::new();
    for index in 0.. {
        if tally.modules >= count {
            break;
        }
        let Some((case, generated)) = decode_case(&seeded(seed, index), toolchain.syntax().oldest()) else {
            continue;
        };
        if (generated.operations as u64) < least {
            continue;
        }
        let paths = (0..PATHS).map(|path| PathSpec::Drawn(seeded(seed ^ ((path + 1) << 32), index)));
        let job =
            Job::new(case.source.text(toolchain.syntax()).to_owned(), paths.collect(), Terms::default());
        let Ok(reports) = jit.run(&job) else { continue };
        for report in &reports {
            let (Some(module), Some(run)) = (report.final_module, report.runs.first()) else { continue };
            if seen.insert(module) {
                tally.add(&case, report, run, &format!("program {seed}-{index}"));
            }
        }
    }
    let same = tally.tell();
    if same { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
