//! `lowdiff eval`: what a program computes by the reference semantics, without lowering it.

use super::input::{mlir_name, read_program};
use super::output;
use crate::execute::{invalid_program, prepare};
use crate::mlir::{Context, Library, Module, toolchain};
use crate::report::{Mlir, json};
use crate::semantics::{self, Definedness};
use anyhow::{Context as _, bail};
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
    /// The program; a `main` without prints shows what it returns, arguments get the values `run` draws
    file: PathBuf,
    /// The MLIR whose spelling the program has; it only parses
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Eval {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let mut text = read_program(&self.file)?;
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if toolchain.is_program() {
            bail!(
                "a program is parsed by MLIR's C API, which {} has not: name another --mlir",
                toolchain.name
            );
        }
        let context = Context::new(Library::open(&toolchain.library)?);
        let cannot = || format!("cannot evaluate {}", self.file.display());
        let parse = |text: &str| {
            let parsed = Module::parse(&context, text);
            parsed.map_err(|said| anyhow::Error::msg(invalid_program(&said))).with_context(cannot)
        };
        let mut module = parse(&text)?;
        if takes_arguments(&module) {
            text = prepare(&context, &text, 0).map_err(anyhow::Error::msg).with_context(cannot)?.program;
            module = parse(&text)?;
        }
        let program = module.read(&text).map_err(anyhow::Error::msg).with_context(cannot)?;
        let evaluation = semantics::evaluate(&program).with_context(cannot)?;
        if self.json {
            let mut document = json::evaluation(&evaluation);
            document.insert("mlir".into(), json!(Mlir::of(&toolchain)));
            output::data(&format!("{:#}", Value::Object(document)))?;
        } else {
            for (index, expected) in evaluation.expected().iter().enumerate() {
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
        Ok(if evaluation.printed.iter().any(|printed| printed.open.is_some()) { STATUS_OPEN } else { 0 })
    }
}

/// Whether the values of `main`'s arguments have to be drawn, as `run` draws them.
fn takes_arguments(module: &Module<'_>) -> bool {
    let signature = module.symbol("main").and_then(|main| main.signature());
    signature.is_some_and(|(arguments, _)| !arguments.is_empty())
}

/// Exit status where something that is printed has no definite value.
const STATUS_OPEN: u8 = 3;
