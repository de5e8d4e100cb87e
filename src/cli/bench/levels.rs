//! `lowdiff bench levels`: how fast the machine runs a program at each level on the way down, and how long compiled code takes for it.

use crate::cli::counting::Counting;
use crate::cli::input::mlir_name;
use crate::cli::output;
use crate::execute::Executor as _;
use crate::execute::interp::Interpreter;
use crate::execute::{Call, Jit, Job, Terms, interp, processor_time, user_program};
use crate::mlir::{Context, Library, Module, PassOutcome, Toolchain, run_pass, toolchain};
use crate::observe::Outcome;
use crate::path::PathSpec;
use crate::report::Mlir;
use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Rounds, where nobody says how many.
const ROUNDS: u32 = 9;
/// Bytes of memory that a run may take.
const MEMORY: u64 = 1 << 30;
/// Processor time that a run may take, which is told in steps.
const LIMIT: Duration = Duration::from_secs(60);

/// The levels, each with the passes that lead to it from the one before.
const LEVELS: [(&str, &str); 7] = [
    ("tosa", ""),
    (
        "linalg on tensors",
        "builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,tosa-to-arith),\
         func.func(linalg-generalize-named-ops))",
    ),
    (
        "linalg on buffers",
        "builtin.module(empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries=1})",
    ),
    ("affine", "builtin.module(func.func(convert-linalg-to-affine-loops))"),
    ("scf", "builtin.module(expand-strided-metadata,lower-affine)"),
    ("cf", "builtin.module(convert-scf-to-cf)"),
    (
        "llvm",
        "builtin.module(expand-strided-metadata,lower-affine,convert-math-to-llvm,convert-math-to-libm,convert-arith-to-llvm,\
         convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)",
    ),
];

/// The programs: their names and texts.
const PROGRAMS: [(&str, &str); 3] = [
    ("product of 40x40 matrices, f32", include_str!("levels/product.mlir")),
    ("convolution of 20x20x4 by 3x3x4x4, i32", include_str!("levels/convolution.mlir")),
    ("eight operations on 64x64 elements, f32 and i32", include_str!("levels/elements.mlir")),
];

/// Steps a second of the machine at each level on the way down, beside compiled code
#[derive(Debug, Args)]
pub struct Levels {
    /// Runs of each state, of which the fastest counts
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The MLIR to measure on
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A program at one level.
struct LevelRow {
    level: &'static str,
    /// Steps that the machine takes.
    steps: u64,
    /// Time for reading it out of MLIR.
    read: Duration,
    /// Processor time for running it.
    run: Duration,
}

/// A program at all levels.
struct MeasuredProgram {
    name: &'static str,
    levels: Vec<LevelRow>,
    /// Time for making machine code of the last one.
    compile: Duration,
    /// Time for running that.
    compiled: Duration,
}

impl Levels {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        let mut jit = Jit::open(&toolchain)?;
        let mut measured = Vec::new();
        let counting = Counting::new(PROGRAMS.len(), "programs");
        for (name, text) in PROGRAMS {
            measured.push(self.measure(&mut jit, &toolchain, name, text)?);
            counting.show(measured.len());
        }
        drop(counting);
        output::data(&match self.json {
            true => {
                let programs: Vec<Value> = measured.iter().map(MeasuredProgram::json).collect();
                format!("{:#}", json!({ "mlir": Mlir::of(&toolchain), "programs": programs }))
            }
            false => measured.iter().map(MeasuredProgram::text).collect::<Vec<_>>().join("\n"),
        })?;
        Ok(0)
    }

    fn measure(
        &self,
        jit: &mut Jit,
        toolchain: &Toolchain,
        name: &'static str,
        text: &str,
    ) -> anyhow::Result<MeasuredProgram> {
        let steps = LEVELS.iter().filter(|(_, passes)| !passes.is_empty());
        let path = PathSpec::Fixed(steps.map(|(_, passes)| (*passes).to_owned()).collect());
        let given = user_program(jit, text, &Call::drawn(0), vec![path])?;
        let job = Job::of(&given.case, toolchain.syntax(), Terms::default().isolated());
        let (mut compile, mut compiled) = (Duration::MAX, Duration::MAX);
        for _ in 0..self.rounds {
            let reports = jit.run(&job)?;
            let report = reports.first().filter(|report| report.outcome == Outcome::Ok);
            let spent = report.with_context(|| format!("{name} does not run"))?.spent;
            (compile, compiled) = (compile.min(spent.compile), compiled.min(spent.execute));
        }
        let context = Context::new(Library::open(&toolchain.library)?);
        let parsed = Module::parse(&context, given.case.source.text(toolchain.syntax()));
        let Ok(module) = parsed else { bail!("{name} is not read") };
        let mut interpreter = Interpreter::new(&context);
        let mut levels = Vec::new();
        for (level, passes) in LEVELS {
            let comes =
                passes.is_empty() || matches!(run_pass(&module, passes), Ok(PassOutcome::Succeeded(_)));
            if !comes {
                bail!("{name} does not come to {level}");
            }
            levels.push(self.level(level, &module, &mut interpreter)?);
        }
        Ok(MeasuredProgram { name, levels, compile, compiled })
    }

    /// Runs a state so often.
    fn level(
        &self,
        level: &'static str,
        module: &Module<'_>,
        interpreter: &mut Interpreter<'_>,
    ) -> anyhow::Result<LevelRow> {
        let mut row = LevelRow { level, steps: 0, read: Duration::MAX, run: Duration::MAX };
        for _ in 0..self.rounds {
            let clock = Instant::now();
            let read = interpreter.read(module).context("the module's text does not match it")?;
            row.read = row.read.min(clock.elapsed());
            let before = processor_time();
            let ran = interpreter.evaluate(&read, "main", MEMORY, interp::fuel(LIMIT));
            row.run = row.run.min(processor_time() - before);
            if ran.stopped.is_some() {
                let ended = interp::Ran::of(ran, module).ending;
                bail!("at the level of {level} it does not come to its end: {ended:?}");
            }
            row.steps = ran.steps;
        }
        Ok(row)
    }
}

impl LevelRow {
    /// Millions of steps a second.
    fn speed(&self) -> f64 {
        self.steps as f64 / self.run.as_secs_f64() / 1e6
    }
}

impl MeasuredProgram {
    fn json(&self) -> Value {
        let level = |row: &LevelRow| {
            json!({
                "level": row.level,
                "steps": row.steps,
                "read_seconds": row.read.as_secs_f64(),
                "run_seconds": row.run.as_secs_f64(),
            })
        };
        json!({
            "program": self.name,
            "levels": self.levels.iter().map(level).collect::<Vec<_>>(),
            "compile_seconds": self.compile.as_secs_f64(),
            "compiled_seconds": self.compiled.as_secs_f64(),
        })
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.name);
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        for row in &self.levels {
            let times = row.run.as_secs_f64() / self.compiled.as_secs_f64();
            let _ = writeln!(
                text,
                "  {:18}{:>10} steps, read {:.2} ms, run {:.2} ms: {:.1} million steps a second, {times:.1} times compiled code",
                row.level,
                row.steps,
                ms(row.read),
                ms(row.run),
                row.speed()
            );
        }
        let last = self.levels.last().map_or(0, |row| row.steps) as f64;
        let speed = last / self.compiled.as_secs_f64() / 1e6;
        let (made, ran) = (ms(self.compile), ms(self.compiled));
        let _ = write!(
            text,
            "  {:18}made in {made:.2} ms, run {ran:.2} ms: {speed:.0} million of the llvm level's steps a second",
            "compiled"
        );
        text
    }
}
