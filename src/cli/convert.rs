//! `lowdiff convert`: inputs of an earlier format in the one that is written now.

use super::output;
use super::replay::is_text;
use crate::case::Case;
use crate::decode::{Conversion, convert};
use crate::explore::entries;
use crate::files;
use anyhow::{Context, bail};
use clap::Args;
use std::path::{Path, PathBuf};

/// Write inputs of fuzz targets in the format of today; each comes to the same case as before
///
/// An input that no bytes of the new format would bring to the same case is left as it is: it replays as ever. So are files that are
/// no inputs.
#[derive(Debug, Args)]
pub struct Convert {
    /// Inputs, and folders of inputs
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// Write what is converted to this folder, and not over the inputs
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Default)]
struct Counts {
    converted: usize,
    current: usize,
    kept: usize,
    refused: usize,
}

impl Convert {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let mut counts = Counts::default();
        if let Some(out) = &self.out {
            files::open_folder(out)?;
        }
        for input in
            self.inputs.iter().map(|input| files(input)).collect::<Result<Vec<_>, _>>()?.into_iter().flatten()
        {
            let bytes = std::fs::read(&input).with_context(|| format!("cannot read {}", input.display()))?;
            let conversion = match is_text(&input) || Case::is_case_file(&bytes) {
                true => Conversion::Refused,
                false => convert(&bytes),
            };
            match conversion {
                Conversion::Converted(bytes) => {
                    let name = input.file_name().unwrap_or(input.as_os_str());
                    let file = self.out.as_ref().map_or_else(|| input.clone(), |out| out.join(name));
                    files::write(&file, &bytes)?;
                    counts.converted += 1;
                }
                Conversion::Current => counts.current += 1,
                Conversion::Kept => {
                    crate::observe::tell(&format!("{}: kept as it is", input.display()));
                    counts.kept += 1;
                }
                Conversion::Refused => {
                    crate::observe::tell(&format!("{}: no input of a fuzz target", input.display()));
                    counts.refused += 1;
                }
            }
        }
        let Counts { converted, current, kept, refused } = counts;
        output::data(&format!(
            "{converted} converted, {current} of today's format already, {kept} kept in an earlier one, {refused} no inputs"
        ))?;
        Ok(0)
    }
}

/// A file, or the files of a folder, by name.
fn files(input: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let about = std::fs::metadata(input).with_context(|| format!("cannot read {}", input.display()))?;
    if about.is_file() {
        return Ok(vec![input.to_owned()]);
    }
    if !about.is_dir() {
        bail!("{} is neither a file nor a folder: give inputs, or folders of inputs", input.display());
    }
    let paths = entries(input)?.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}
