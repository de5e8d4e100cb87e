//! `lowdiff eval`: what a program computes by the reference semantics, without lowering it.

use super::input::{mlir_name, read_program};
use super::output;
use crate::execute::{Ending, Executor, Interpreted, Jit, Limits, NoAnswer, ReturnedValue};
use crate::mlir::toolchain;
use crate::observe::Outcome;
use crate::report::{Mlir, json};
use crate::semantics::Definedness;
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Compute what a program shows as it is, at whatever level, without lowering it
///
/// A tosa program is computed by the reference semantics: integers are exact; floats come with a bound on how far a correct lowering
/// may be off; standard error has what TOSA leaves open. Any other program is run operation by operation, by the rules of its
/// dialects (docs/semantics.md). Exit status: 0 evaluated; 2 usage or set-up error, or an operation that is not known; 3 the
/// program is undefined, or something that it shows depends on an undefined or open result.
#[derive(Debug, Args)]
pub struct Eval {
    /// The program; where it does not print it shows what its `main` returns, arguments get the values `run` draws
    file: PathBuf,
    /// The function to run, which takes nothing; by default `main`
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
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
        let mut executor = Jit::interpreting(&toolchain)?;
        let limits = Limits::timeout(self.timeout);
        let refused = |error: anyhow::Error| {
            let ended = error.downcast_ref::<NoAnswer>().map(|none| none.outcome);
            let late = ended == Some(Outcome::Timeout);
            let hint = if late { "; --timeout gives it more" } else { "" };
            anyhow!("cannot evaluate {}: {error:#}{hint}", self.file.display())
        };
        if let Some(entry) = &self.entry {
            let interpreted = executor.interpret(&text, entry, &limits).map_err(refused)?;
            return self.show(&interpreted, &Mlir::of(&toolchain));
        }
        let evaluation = match executor.evaluate(&text, &limits) {
            Ok(evaluation) => evaluation,
            Err(error) if error.is::<NoAnswer>() => return Err(refused(error)),
            // The reference semantics know tosa alone.
            Err(_) => {
                let prepared = executor.prepare(&text, 0).map_err(refused)?;
                let mut interpreted =
                    executor.interpret(&prepared.program, "main", &limits).map_err(refused)?;
                for (place, output) in interpreted.outputs.iter_mut().enumerate() {
                    prepared.unwrap(place, &mut output.element, &mut output.bits);
                }
                return self.show(&interpreted, &Mlir::of(&toolchain));
            }
        };
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

impl Eval {
    /// Shows what a program came to that was run operation by operation; the exit status.
    fn show(&self, interpreted: &Interpreted, mlir: &Mlir) -> anyhow::Result<u8> {
        let Interpreted { ending, outputs, returned, .. } = interpreted;
        if self.json {
            let document = json!({
                "outputs": json::outputs(outputs),
                "returned": returned,
                "ending": ending,
                "remarks": [],
                "mlir": mlir,
            });
            output::data(&format!("{document:#}"))?;
        } else {
            for (index, buffer) in outputs.iter().enumerate() {
                output::data(&output::buffer(index, buffer))?;
            }
            for (index, value) in returned.iter().enumerate() {
                output::data(&format!("result {index}: {} [{}]", value.ty, value.elements.join(", ")))?;
            }
        }
        match ending {
            Ending::Done => Ok(if returned.iter().all(ReturnedValue::is_defined) { 0 } else { STATUS_OPEN }),
            Ending::Undefined(why) => {
                crate::observe::tell(&format!("undefined: {why}"));
                Ok(STATUS_OPEN)
            }
            Ending::Open(why) => {
                crate::observe::tell(&format!("open: {why}"));
                Ok(STATUS_OPEN)
            }
            Ending::Fault(why) => {
                crate::observe::tell(&format!("fault: {why}"));
                Ok(STATUS_OPEN)
            }
            Ending::Unsupported(why) => bail!("cannot evaluate {}: {why}", self.file.display()),
        }
    }
}

/// Exit status where something that is printed has no definite value.
const STATUS_OPEN: u8 = 3;
