//! `lowdiff gen`: programs of a generator.

use super::input::{mlir_name, version};
use super::output;
use crate::decode;
use crate::report::json;
use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;

/// Which programs to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generator {
    /// Programs of the tosa dialect.
    Tosa,
}

/// Make programs; the same seed makes the same ones
///
/// Without --out they go to standard output, separated by `// -----`. With it each has its expected results beside it, in a
/// .json of the form that `lowdiff eval --json` gives.
#[derive(Debug, Args)]
pub struct Gen {
    /// The kind of programs
    #[arg(long, default_value = "tosa")]
    generator: Generator,
    /// Seed of the programs
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of programs
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// The MLIR they are spelt for
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Write each to a file of this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Gen {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let Generator::Tosa = self.generator;
        let mlir = mlir_name(self.mlir.as_deref());
        let version = version(&mlir)?;
        if let Some(out) = &self.out {
            std::fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
        }
        // Bytes that do not decode are passed over, so that `count` programs come out.
        let decoded = |index| decode::decode_for(&decode::seeded(self.seed, index), version.major).ok();
        let programs = (0..).filter_map(|index| Some((index, decoded(index)?)));
        for (made, (index, decoded)) in programs.take(self.count as usize).enumerate() {
            let text = decoded.program.print(version.syntax);
            let Some(out) = &self.out else {
                let separator = if made == 0 { "" } else { "// -----\n" };
                output::data(&format!("{separator}{}", text.trim_end()))?;
                continue;
            };
            let file = out.join(format!("{}-{index}.mlir", self.seed));
            let expected = json::expected(&decoded.program.expected());
            let expected = format!("{:#}\n", json!({ "outputs": expected }));
            // The results first: where there is a program they are beside it.
            for (file, content) in [(file.with_extension("json"), expected), (file.clone(), text)] {
                std::fs::write(&file, content).with_context(|| format!("cannot write {}", file.display()))?;
            }
            output::data(&file.display().to_string())?;
        }
        Ok(0)
    }
}
