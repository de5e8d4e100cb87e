//! `lowdiff eval`: what a program computes by the reference semantics, without lowering it.

use super::input::{mlir_name, read_program};
use super::output;
use crate::execute::{Executor, Jit, Limits, NoAnswer};
use crate::mlir::toolchain;
use crate::observe::Outcome;
use crate::report::{Mlir, json};
use crate::semantics::Definedness;
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Compute what a program prints by the reference semantics of tosa, without lowering it
///
/// Integers are exact; floats come with a bound on how far a correct lowering may be off. What TOSA leaves open is told on
/// standard error. Exit status: 0 evaluated; 2 usage or set-up error, or an operation it does not know; 3 something that is
/// printed depends on an undefined result, or on a jump that lies within a bound.
#[derive(Debug, Args)]
pub struct Eval {
    /// The program; where it does not print it shows what its `main` returns, arguments get the values `run` draws
    file: PathBuf,
    /// The MLIR whose spelling the program has; it only parses
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// CPU seconds that parsing and evaluating the program may take, each
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Eval {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let text = read_program(&self.file)?;
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if toolchain.is_program() {
            bail!(
                "a program is parsed by MLIR's C API, which {} has not: name another --mlir",
                toolchain.name
            );
        }
        // In a worker: a parser that crashes, or elements that no memory holds, end that alone.
        let evaluated = Jit::interpreting(&toolchain)?.evaluate(&text, &Limits::timeout(self.timeout));
        let evaluation = evaluated.map_err(|error| {
            let ended = error.downcast_ref::<NoAnswer>().map(|none| none.outcome);
            let late = ended == Some(Outcome::Timeout);
            let hint = if late { "; --timeout gives it more" } else { "" };
            anyhow!("cannot evaluate {}: {error:#}{hint}", self.file.display())
        })?;
        if self.json {
            let mut document = json::evaluation(&evaluation);
            document.insert("mlir".into(), json!(Mlir::of(&toolchain)));
            output::data(&format!("{:#}", Value::Object(document)))?;
        } else {
            for (index, expected) in evaluation.outputs.iter().enumerate() {
                output::data(&output::evaluated(index, expected))?;
            }
        }
        for remark in &evaluation.remarks {
            let kind = match remark.kind {
                Definedness::OutsideSpecification => "outside the specification",
                Definedness::Undecided => "undecided",
                Definedness::Undefined => "undefined",
            };
            crate::observe::tell(&format!(
                "{}: {}: {kind}: {}",
                remark.location, remark.operation, remark.reason
            ));
        }
        Ok(if evaluation.open.iter().any(Option::is_some) { STATUS_OPEN } else { 0 })
    }
}

/// Exit status where something that is printed has no definite value.
const STATUS_OPEN: u8 = 3;
