//! The options that name a generator.

use crate::decode::Generator;
use crate::smith::Smith;
use anyhow::Context as _;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// The kind of programs that are made.
#[derive(Debug, Args)]
pub struct GeneratorOption {
    /// The kind of programs to make: of tosa, of a smith, or each of a smith that is drawn
    #[arg(long, default_value = "tosa", value_parser = generators())]
    generator: Generator,
    /// A smith of your own, as TOML: what programs are made of
    #[arg(long, value_name = "FILE.toml", conflicts_with = "generator")]
    smith: Option<PathBuf>,
}

/// The values that name a generator.
fn generators() -> impl TypedValueParser<Value = Generator> {
    let names = Generator::all().map(|generator| generator.name());
    PossibleValuesParser::new(names).map(|name| Generator::named(&name).unwrap_or_default())
}

impl GeneratorOption {
    /// The generator that is asked for.
    ///
    /// # Errors
    /// The file cannot be read, or is no smith.
    pub fn generator(&self) -> anyhow::Result<Generator> {
        match &self.smith {
            Some(file) => Ok(Generator::Own(Box::new(read_smith(file)?))),
            None => Ok(self.generator.clone()),
        }
    }
}

/// Reads a smith from a file.
fn read_smith(file: &Path) -> anyhow::Result<Smith> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Smith::parse(&text).with_context(|| format!("{} is no smith", file.display()))
}
