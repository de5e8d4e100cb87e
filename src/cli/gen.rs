//! `lowdiff gen`: programs of a generator.

use super::generator_option::GeneratorOption;
use super::input::{mlir_name, version};
use super::output;
use crate::decode::{self, Generator};
use crate::files;
use crate::observe::Expected;
use crate::report::json;
use crate::smith::SHIPPED;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Make programs; the same seed makes the same ones
///
/// Without --out they go to standard output, separated by `// -----`. With it each has its expected results beside it, as
/// the `outputs` of a .json; a float has the bound by which it may differ.
#[derive(Debug, Args)]
pub struct Gen {
    #[command(flatten)]
    generator: GeneratorOption,
    /// Show the smith as TOML, and make no programs; of drawn smiths, that of the first program of the seed
    #[arg(long, conflicts_with_all = ["out", "count", "mlir"])]
    dump: bool,
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

/// The maker of program number `index`, if its bytes decode: its text, and what it shows.
type Maker = Box<dyn Fn(u64) -> Option<(String, Vec<Expected>)>>;

impl Gen {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let generator = self.generator.generator()?;
        if self.dump {
            let text = match &generator {
                Generator::Own(smith) => smith.text(),
                Generator::Smith(number) => SHIPPED[usize::from(*number)].1.to_owned(),
                other => match decode::smith_of(&decode::seeded_by(other, self.seed, 0)) {
                    Some(smith) => smith.text(),
                    None => bail!("the generator of tosa is no smith: name another one to --dump"),
                },
            };
            output::data(text.trim_end())?;
            return Ok(0);
        }
        let mlir = mlir_name(self.mlir.as_deref());
        let version = version(&mlir)?;
        if let Some(out) = &self.out {
            files::open_folder(out)?;
        }
        let seed = self.seed;
        let maker: Maker = match generator {
            Generator::Tosa => Box::new(move |index| {
                let decoded = decode::decode_for(&decode::seeded(seed, index), version.major).ok()?;
                Some((decoded.program.print(version.syntax), decoded.program.expected()))
            }),
            smith => Box::new(move |index| {
                let bytes = decode::seeded_by(&smith, seed, index);
                let program = smith.mixed(&bytes, version.major).ok()?.program;
                Some((program.text.clone(), program.expected()))
            }),
        };
        // Bytes that do not decode are passed over, so that `count` programs come out.
        let programs = (0..).filter_map(|index| Some((index, maker(index)?)));
        for (made, (index, (text, expected))) in programs.take(self.count as usize).enumerate() {
            let Some(out) = &self.out else {
                let separator = if made == 0 { "" } else { "// -----\n" };
                output::data(&format!("{separator}{}", text.trim_end()))?;
                continue;
            };
            let file = out.join(format!("{}-{index}.mlir", self.seed));
            let expected = format!("{:#}\n", json!({ "outputs": json::expected(&expected) }));
            // The results first: where there is a program they are beside it.
            for (file, content) in [(file.with_extension("json"), expected), (file.clone(), text)] {
                std::fs::write(&file, content).with_context(|| format!("cannot write {}", file.display()))?;
            }
            output::data(&file.display().to_string())?;
        }
        Ok(0)
    }
}
