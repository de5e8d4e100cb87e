//! Verdicts do not hang on the processor: a case comes to the same whatever compiled code is made for, and what a processor has no
//! instruction for is called by a name that lowdiff knows.

use crate::support::{alone, loadable};
use lowdiff::case::Case;
use lowdiff::decode::decode_case;
use lowdiff::decode::seeded;
use lowdiff::execute::{Executor, Jit, Job, Looks, Runner, Terms};
use lowdiff::judge::{Reason, VerdictKind, judge};
use lowdiff::mlir::Processor;
use lowdiff::observe::Outcome;
use lowdiff::path::PathSpec;
use std::fmt::Write as _;

/// Programs that are drawn.
const PROGRAMS: u64 = 6;

/// The result of each drawn program: the verdict, and the outcomes of its paths.
fn verdicts(jit: &mut Jit, cases: &[Case]) -> Vec<(VerdictKind, Option<Reason>, Vec<Outcome>)> {
    let terms = Terms { looks: Looks::NONE, ..Terms::default() };
    let judged = cases.iter().map(|case| {
        let reports = jit.run(&Job::of(case, lowdiff::program::Syntax::V22, terms)).expect("it can be run");
        let outcomes = reports.iter().map(|report| report.outcome).collect();
        let verdict = judge(&reports, case.prescribed());
        (verdict.kind, verdict.reason, outcomes)
    });
    judged.collect()
}

fn one_verdict_on(seed: u64) {
    let toolchain = loadable("22");
    let mut first = Jit::compiling_for(&toolchain, Processor::Baseline).expect("the toolchain works");
    let terms = Terms { looks: Looks::NONE, ..Terms::default() };
    let mut cases = Vec::new();
    for number in 0..PROGRAMS {
        let Some((case, _)) = decode_case(&seeded(seed, number), toolchain.syntax().oldest()) else {
            continue;
        };
        let reports = first.run(&Job::of(&case, toolchain.syntax(), terms)).expect("it can be run");
        cases.push(case.fixed(&reports));
    }
    let baseline = verdicts(&mut first, &cases);
    drop(first);
    let outcomes = baseline.iter().flat_map(|(_, _, outcomes)| outcomes);
    assert_eq!(outcomes.filter(|outcome| **outcome == Outcome::Unsupported).count(), 0, "{baseline:?}");
    let compared = baseline.iter().filter(|(kind, ..)| *kind == VerdictKind::Agree).count();
    assert!(compared * 2 > cases.len(), "{compared} of {} agree", cases.len());
    for processor in Processor::all() {
        let mut jit = Jit::compiling_for(&toolchain, processor).expect("the toolchain works");
        assert_eq!(verdicts(&mut jit, &cases), baseline, "on {processor}");
    }
    let mut interpreter = Jit::interpreting(&toolchain).expect("the toolchain works");
    assert_eq!(verdicts(&mut interpreter, &cases), baseline, "interpreted");
}

#[test]
fn every_processor_comes_to_the_same_verdicts() {
    alone("every_processor_comes_to_the_same_verdicts", || one_verdict_on(2101));
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn every_processor_comes_to_the_same_verdicts_of_other_programs() {
    alone("every_processor_comes_to_the_same_verdicts_of_other_programs", || one_verdict_on(2102));
}

/// Exchanges 16 bytes at once: x86-64 has an instruction for that from its second level on, and calls a function before it.
#[cfg(target_arch = "x86_64")]
const EXCHANGE: &str = "llvm.func @printI64(i64)
llvm.func @main() {
  %one = llvm.mlir.constant(1 : i64) : i64
  %old = llvm.mlir.constant(7 : i128) : i128
  %new = llvm.mlir.constant(9 : i128) : i128
  %p = llvm.alloca %one x i128 {alignment = 16 : i64} : (i64) -> !llvm.ptr
  llvm.store %old, %p : i128, !llvm.ptr
  %r = llvm.cmpxchg %p, %old, %new seq_cst seq_cst : !llvm.ptr, i128
  %l = llvm.load %p : !llvm.ptr -> i128
  %t = llvm.trunc %l : i128 to i64
  llvm.call @printI64(%t) : (i64) -> ()
  llvm.return
}
";

#[cfg(target_arch = "x86_64")]
fn features_that_are_not_asked_for_are_off(name: &str) {
    let toolchain = loadable(name);
    let outcome = |processor| {
        let mut jit = Jit::compiling_for(&toolchain, processor).expect("the toolchain works");
        let paths = vec![PathSpec::Fixed(Vec::new())];
        let job = Job::new(EXCHANGE.to_owned(), paths, Terms { looks: Looks::NONE, ..Terms::default() });
        jit.run(&job).expect("it can be run")[0].outcome
    };
    let outcomes = [Processor::Level(1), Processor::Baseline].map(outcome);
    assert_eq!(outcomes, [Outcome::Unsupported, Outcome::Ok], "{name}");
}

#[cfg(target_arch = "x86_64")]
on_each_version!(features_that_are_not_asked_for_are_off);

/// Floats by LLVM's names; the last is known to compiled code alone.
const FLOATS: [&str; 5] = ["f16", "bf16", "f32", "f64", "f128"];
const INTEGERS: [u32; 3] = [32, 64, 128];

/// A program of the llvm dialect that computes `body` of opaque numbers, `%x0` and `%y0` of these types, and prints `%r` of
/// the last one bit by bit.
fn helped(takes: &str, other: &str, gives: &str, body: &str) -> String {
    let mut text = String::from(
        "llvm.func @printI64(i64)\nllvm.func @main() {\n  %one = llvm.mlir.constant(1 : i64) : i64\n  \
         %seven = llvm.mlir.constant(7 : i32) : i32\n  %three = llvm.mlir.constant(3 : i32) : i32\n",
    );
    for (name, ty, number) in [("x", takes, "seven"), ("y", other, "three")] {
        let made = match ty.strip_prefix('i').and_then(|width| width.parse::<u32>().ok()) {
            Some(32) => format!("llvm.add %{number}, %{number} : i32"),
            Some(_) => format!("llvm.sext %{number} : i32 to {ty}"),
            None => format!("llvm.sitofp %{number} : i32 to {ty}"),
        };
        let _ = write!(
            text,
            "  %p{name} = llvm.alloca %one x {ty} : (i64) -> !llvm.ptr\n  %m{name} = {made}\n  \
             llvm.store volatile %m{name}, %p{name} : {ty}, !llvm.ptr\n  \
             %{name}0 = llvm.load volatile %p{name} : !llvm.ptr -> {ty}\n"
        );
    }
    text += body;
    let (bits, cast) = match gives {
        "f16" | "bf16" => (16, true),
        "f32" => (32, true),
        "f64" => (64, true),
        "f128" => (128, true),
        width => (width[1..].parse().expect("a width"), false),
    };
    let whole = if cast { format!("  %b = llvm.bitcast %r : {gives} to i{bits}\n") } else { String::new() };
    let bits_of = if cast { "%b" } else { "%r" };
    text += &whole;
    match bits {
        64 => {
            let _ = writeln!(text, "  llvm.call @printI64({bits_of}) : (i64) -> ()");
        }
        128 => {
            let _ = write!(
                text,
                "  %low = llvm.trunc {bits_of} : i128 to i64\n  llvm.call @printI64(%low) : (i64) -> ()\n  \
                 %by = llvm.mlir.constant(64 : i128) : i128\n  %up = llvm.lshr {bits_of}, %by : i128\n  \
                 %high = llvm.trunc %up : i128 to i64\n  llvm.call @printI64(%high) : (i64) -> ()\n"
            );
        }
        narrow => {
            let _ = write!(
                text,
                "  %wide = llvm.zext {bits_of} : i{narrow} to i64\n  llvm.call @printI64(%wide) : (i64) -> ()\n"
            );
        }
    }
    text + "  llvm.return\n}\n"
}

/// Every conversion between floats and integers of any width, and what takes a call on some processor.
fn helped_programs(major: u32) -> Vec<String> {
    let mut programs = Vec::new();
    for (rank, from) in FLOATS.into_iter().enumerate() {
        let width = |float: &str| {
            float.trim_start_matches(|c: char| c.is_ascii_alphabetic()).parse::<u32>().expect("a width")
        };
        for to in FLOATS.into_iter().skip(rank + 1).filter(|to| width(to) > width(from)) {
            programs.push(helped(from, from, to, &format!("  %r = llvm.fpext %x0 : {from} to {to}\n")));
            // LLVM 19 has no name for this one, and gives up.
            if (major, from, to) != (19, "bf16", "f128") {
                programs.push(helped(to, to, from, &format!("  %r = llvm.fptrunc %x0 : {to} to {from}\n")));
            }
        }
        for integer in INTEGERS.map(|width| format!("i{width}")) {
            for name in ["fptosi", "fptoui"] {
                let body = format!("  %r = llvm.{name} %x0 : {from} to {integer}\n");
                programs.push(helped(from, from, &integer, &body));
            }
            for name in ["sitofp", "uitofp"] {
                let body = format!("  %r = llvm.{name} %x0 : {integer} to {from}\n");
                programs.push(helped(&integer, &integer, from, &body));
            }
        }
        for name in ["fadd", "fsub", "fmul", "fdiv", "frem"] {
            programs.push(helped(from, from, from, &format!("  %r = llvm.{name} %x0, %y0 : {from}\n")));
        }
        for name in ["oeq", "one", "olt", "ole", "ogt", "oge", "uno", "ueq", "une"] {
            let body =
                format!("  %c = llvm.fcmp \"{name}\" %x0, %y0 : {from}\n  %r = llvm.zext %c : i1 to i64\n");
            programs.push(helped(from, from, "i64", &body));
        }
        let body = format!("  %r = llvm.intr.powi(%x0, %y0) : ({from}, i32) -> {from}\n");
        programs.push(helped(from, "i32", from, &body));
        if from != "f128" {
            for name in ["floor", "ceil", "trunc", "rint", "roundeven", "round", "sqrt", "exp", "sin", "fabs"]
            {
                let body = format!("  %r = llvm.intr.{name}(%x0) : ({from}) -> {from}\n");
                programs.push(helped(from, from, from, &body));
            }
            let body = format!("  %r = llvm.intr.fma(%x0, %y0, %x0) : ({from}, {from}, {from}) -> {from}\n");
            programs.push(helped(from, from, from, &body));
        }
    }
    for name in ["mul", "sdiv", "srem", "udiv", "urem", "shl", "lshr", "ashr"] {
        programs.push(helped("i128", "i128", "i128", &format!("  %r = llvm.{name} %x0, %y0 : i128\n")));
    }
    for name in ["ctpop", "bswap"] {
        programs.push(helped(
            "i128",
            "i128",
            "i128",
            &format!("  %r = llvm.intr.{name}(%x0) : (i128) -> i128\n"),
        ));
    }
    programs
}

/// Runs all of them: none lacks anything, and what the interpreter knows it computes alike.
fn every_helper_is_there(mlir: &str) {
    let toolchain = loadable(mlir);
    let mut both = Jit::with(&toolchain, Runner::Both).expect("the toolchain works");
    let (mut compiled, mut equal) = (0, 0);
    for program in helped_programs(toolchain.major()) {
        let job = Job::new(program, vec![PathSpec::Fixed(Vec::new())], Terms::default());
        let reports = both.run(&job).unwrap_or_else(|error| panic!("{error:#}\n{}", job.program));
        let [report] = &reports[..] else { panic!("one path") };
        assert_eq!(report.outcome, Outcome::Ok, "{:?}\n{}", report.failure, job.program);
        compiled += 1;
        for run in report.runs.iter().filter(|run| run.unknown.is_empty()) {
            assert_eq!(run.outputs, report.outputs, "interpreted, then compiled:\n{}", job.program);
            equal += 1;
        }
    }
    assert!(compiled > 150 && equal > 100, "{compiled} programs, {equal} of them interpreted");
}

on_each_version!(every_helper_is_there);
