//! `lowdiff gen`: programs of a generator.

use super::input::{mlir_name, version};
use super::output;
use crate::decode::{self, Generator};
use crate::observe::Expected;
use crate::report::json;
use crate::smith::{self, ProgramBytes, RECORD, SHIPPED, Smith};
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The values that name a generator.
pub fn generators() -> impl TypedValueParser<Value = Generator> {
    let names = Generator::all().map(Generator::name);
    PossibleValuesParser::new(names).map(|name| Generator::named(&name).unwrap_or_default())
}

/// Make programs; the same seed makes the same ones
///
/// Without --out they go to standard output, separated by `// -----`. With it each has its expected results beside it, in a
/// .json of the form that `lowdiff eval --json` gives.
#[derive(Debug, Args)]
pub struct Gen {
    /// The kind of programs: of tosa, or of a smith
    #[arg(long, default_value = "tosa", value_parser = generators())]
    generator: Generator,
    /// A smith of your own, as TOML: what programs are made of
    #[arg(long, value_name = "FILE.toml", conflicts_with = "generator")]
    smith: Option<PathBuf>,
    /// Show the smith as TOML, and make no programs; of drawn smiths, that of the first program of the seed
    #[arg(long)]
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
        let own = self.smith.as_deref().map(read_smith).transpose()?;
        if self.dump {
            let bytes = decode::seeded_by(self.generator, self.seed, 0);
            let text = match (&own, self.generator) {
                (Some(smith), _) => smith.text(),
                (None, Generator::Smith(number)) => SHIPPED[usize::from(number)].1.to_owned(),
                (None, _) => match decode::smith_of(&bytes) {
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
            std::fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
        }
        let (seed, generator) = (self.seed, self.generator);
        let maker: Maker = match (own, generator) {
            (Some(smith), _) => Box::new(move |index| Some(forged(&smith, version.major, seed, index))),
            (None, Generator::Tosa) => Box::new(move |index| {
                let decoded = decode::decode_for(&decode::seeded(seed, index), version.major).ok()?;
                Some((decoded.program.print(version.syntax), decoded.program.expected()))
            }),
            (None, _) => Box::new(move |index| {
                let bytes = decode::seeded_by(generator, seed, index);
                let program = decode::decode_mixed(&bytes, version.major).ok()?.program;
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

/// Reads a smith from a file.
fn read_smith(file: &Path) -> anyhow::Result<Smith> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Smith::parse(&text).with_context(|| format!("{} is no smith", file.display()))
}

/// Program number `index` of a smith, from the bytes that the shipped ones are made of.
fn forged(smith: &Smith, version: u32, seed: u64, index: u64) -> (String, Vec<Expected>) {
    let bytes = decode::seeded(seed, index);
    let (header, records) = bytes.split_at(HEADER);
    let program =
        smith::forge(smith, version, ProgramBytes { header, records: records.as_chunks::<RECORD>().0 });
    (program.text.clone(), program.expected())
}

/// Bytes of an input that decide what a program is made of.
const HEADER: usize = 32;
