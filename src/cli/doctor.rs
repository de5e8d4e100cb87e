//! `lowdiff doctor`: what works here, and what to do about the rest.

use super::{ERROR, STATUS_ERROR, output, sentence};
use crate::case::Source;
use crate::coverage::{self, Coverage, Options, Wanted};
use crate::execute::{Call, ExecutorKind, Job, Terms, confine, itself};
use crate::judge::{VerdictKind, judge};
use crate::mlir::Toolchain;
use crate::mlir::toolchain;
use crate::observe::{Outcome, Prescribed};
use crate::path::{PathSpec, pipeline};
use crate::version;
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Say which toolchains are present and whether they work
///
/// For each toolchain what runs on it and what coverage it gives. Exit status: 0 all of them work; 2 one does not, or there is none.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Look at this one only
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
}

impl Doctor {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        if let Some(mlir) = &self.mlir {
            let toolchain = toolchain::find(mlir)?;
            output::data(&check(&toolchain)?)?;
            return Ok(0);
        }
        let present = toolchain::present();
        if present.is_empty() {
            bail!(
                "no toolchain is set up here; run ./scripts/setup.sh in lowdiff's clone{} with {}, or the path of your build",
                toolchain::home_hint(),
                version::names()
            );
        }
        let mut status = 0;
        for toolchain in present {
            let answer = toolchain.and_then(|toolchain| alone(&toolchain));
            let line = answer.unwrap_or_else(|error| {
                status = STATUS_ERROR;
                sentence(&error)
            });
            output::data(&line)?;
        }
        output::data(&format!("child processes: {}", confine::told()))?;
        for line in engines() {
            output::data(&line)?;
        }
        Ok(status)
    }
}

/// Checks a toolchain in a process of its own, because only one MLIR fits into one.
fn alone(toolchain: &Toolchain) -> anyhow::Result<String> {
    let asked = itself::run(["doctor", "--mlir", &toolchain.name])?;
    if asked.status.success() {
        return Ok(String::from_utf8_lossy(&asked.stdout).trim_end().to_string());
    }
    let said = String::from_utf8_lossy(&asked.stderr);
    let last = said.lines().last().unwrap_or("it died without a word");
    bail!("{}: does not work: {}", toolchain.name, last.strip_prefix(ERROR).unwrap_or(last))
}

/// Loads the library, lowers and runs a small program, and says so in a line.
fn check(toolchain: &Toolchain) -> anyhow::Result<String> {
    let mut works = vec![ExecutorKind::Interp, ExecutorKind::Jit];
    works.iter().try_for_each(|executor| trial(*executor, toolchain))?;
    let mut lacks = String::new();
    if toolchain.mlir_opt.is_some() && toolchain.runner.is_some() {
        trial(ExecutorKind::Tools, toolchain)?;
        works.push(ExecutorKind::Tools);
    } else {
        lacks = "; no mlir-opt and runner, so findings are not confirmed by stock programs".into();
    }
    let (name, version, build_id) = (&toolchain.name, &toolchain.version, toolchain.build_id());
    let watched = watched(toolchain)
        .unwrap_or_else(|error| format!("features of the IR alone, not MLIR's code: {}", sentence(&error)));
    Ok(format!(
        "{name}: MLIR {version}, build-id {build_id}, works: {}{lacks}\n{name}: coverage: {watched}",
        works.into_iter().map(ExecutorKind::word).collect::<Vec<_>>().join(", ")
    ))
}

/// The part of MLIR's code that can be watched, tried with everything armed.
fn watched(toolchain: &Toolchain) -> anyhow::Result<String> {
    let kept = coverage::is_kept(toolchain);
    let begun = Instant::now();
    let options = Options { wanted: Wanted::Code, ..Options::default() };
    let coverage = Coverage::open(toolchain, &options)?.context("nothing is watched")?;
    let took = begun.elapsed().as_secs_f64();
    trial(ExecutorKind::Jit, toolchain)?;
    let how = if kept { "found earlier, read" } else { "found" };
    Ok(format!("{}, {how} and armed in {took:.1} s", coverage.parts().join(", ")))
}

/// Runs a small program along two equal paths.
fn trial(executor: ExecutorKind, toolchain: &Toolchain) -> anyhow::Result<()> {
    let context = || format!("the {executor} executor does not work with MLIR {}", toolchain.name);
    let mut executor = executor.open(toolchain).with_context(context)?;
    let source = trial_program();
    let prepared =
        executor.prepare(source.text(toolchain.syntax()), &Call::default()).with_context(context)?;
    let path = PathSpec::Fixed(pipeline::split(TRIAL_PATH)?);
    let job = Job::new(prepared.program, vec![path.clone(), path], Terms::default());
    let reports = executor.run(&job).with_context(context)?;
    if let Some(report) = reports.iter().find(|report| report.outcome != Outcome::Ok) {
        bail!("{}: {}", context(), output::path("a small lowering", report));
    }
    let verdict = judge(&reports, Prescribed { printed: &prepared.printed, ..Prescribed::default() });
    let values: Vec<u64> = reports.iter().flat_map(|r| &r.outputs).flat_map(|b| b.bits.clone()).collect();
    if verdict.kind != VerdictKind::Agree || values != [3, 3] {
        let verdict = words::verdict(&verdict);
        bail!("{}: a small lowering should print 3 twice; {verdict}, and it printed {values:?}", context());
    }
    Ok(())
}

/// Adds 1 and 2 in tosa; any version reads it.
fn trial_program() -> Source {
    Source::verbatim(
        r#"func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = "read"})
func.func @kernel(%a: tensor<1xi32>, %b: tensor<1xi32>) -> tensor<1xi32> {
  %0 = tosa.add %a, %b : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
func.func @main() {
  %a = arith.constant dense<1> : tensor<1xi32>
  %b = arith.constant dense<2> : tensor<1xi32>
  %0 = call @kernel(%a, %b) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  %1 = arith.extsi %0 : tensor<1xi32> to tensor<1xi64>
  %2 = tensor.cast %1 : tensor<1xi64> to tensor<*xi64>
  call @printMemrefI64(%2) : (tensor<*xi64>) -> ()
  return
}
"#
        .into(),
    )
}

/// Lowers the trial program; every pass is there in every version.
const TRIAL_PATH: &str = "builtin.module(func.func(tosa-to-linalg),convert-elementwise-to-linalg,\
    one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops),expand-strided-metadata,\
    lower-affine,convert-scf-to-cf,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,\
    convert-cf-to-llvm,reconcile-unrealized-casts)";

/// Which fuzzing engines are at hand.
fn engines() -> Vec<String> {
    let says = |arguments: &[&str]| {
        let output = Command::new("cargo").args(arguments).stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
        text.lines().next().map(|line| line.trim().to_string())
    };
    vec![match says(&["fuzz", "--version"]) {
        Some(version) => format!("libFuzzer: {version}"),
        None => {
            "libFuzzer: by scripts/fuzz.sh; for cargo-fuzz's own commands run `cargo install --locked cargo-fuzz`"
                .into()
        }
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trial_path_is_a_path() {
        assert_eq!(pipeline::split(TRIAL_PATH).unwrap().len(), 12);
    }
}
