//! The option that directs a search at a part of MLIR.

use super::input::{STANDARD_INPUT, shown};
use crate::files;
use crate::observe::tell;
use crate::op;
use crate::path::SearchFocus;
use crate::path::meant::nearest;
use anyhow::{Context, bail};
use clap::Args;
use std::io::Read as _;
use std::path::Path;

/// The word before the name of a diff.
const DIFF: &str = "diff:";

/// The word before the name of an operation.
const OPERATION: &str = "op:";

/// The part of MLIR that a search is directed at.
#[derive(Debug, Args)]
pub struct FocusOption {
    /// Direct inputs at this part of MLIR: pass:NAME, dialect:NAME, op:NAME, file:PATH of MLIR's sources, or diff:FILE, where - is standard
    /// input; may be repeated
    #[arg(long, value_name = "WHAT")]
    focus: Vec<String>,
}

impl FocusOption {
    /// The focus of all that was named, and of the diff in a file; the files of diffs that give no direction come beside it.
    ///
    /// # Errors
    /// Something is no focus, or a file is no diff.
    pub fn read(&self, diff: Option<&Path>) -> anyhow::Result<(SearchFocus, Vec<String>)> {
        let (mut all, mut without, mut diffs) = (SearchFocus::default(), Vec::new(), Vec::from_iter(diff));
        for word in &self.focus {
            match word.strip_prefix(DIFF) {
                Some(file) => diffs.push(Path::new(file)),
                None => all = all.and(SearchFocus::read(word)?),
            }
            if let Some(warning) = word.strip_prefix(OPERATION).and_then(unknown_operation) {
                tell(&warning);
            }
        }
        for file in &diffs {
            let (focus, more) = SearchFocus::diff(&read_diff(file)?);
            if focus.is_empty() && more.is_empty() {
                bail!("{} is no diff that changes a file: make one with `git diff`", shown(file));
            }
            all = all.and(focus);
            without.extend(more);
        }
        if !diffs.is_empty() && all.is_empty() {
            tell(
                "warning: no file of the diff belongs to a pass that is drawn, so inputs are directed at nothing",
            );
        }
        Ok((all, without))
    }
}

/// A warning about an operation that lowdiff knows nothing of: its dialect may have it all the same.
fn unknown_operation(name: &str) -> Option<String> {
    if op::all().any(|row| row.name == name) {
        return None;
    }
    let meant = nearest(name, op::all().map(|row| row.name));
    let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
    Some(format!(
        "warning: lowdiff does not know the operation '{name}': programs get it from files and from passes alone{meant}"
    ))
}

/// Reads a diff. Its files are told by their names, so bytes that are no UTF-8 do not matter.
fn read_diff(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    match file == Path::new(STANDARD_INPUT) {
        true => std::io::stdin().read_to_end(&mut bytes).map(drop),
        false => files::read_given(file).map(|read| bytes = read),
    }
    .with_context(|| format!("cannot read {}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_that_nobody_knows_is_told() {
        assert_eq!(unknown_operation("scf.for"), None);
        let misspelt = unknown_operation("scf.fro").unwrap();
        assert!(misspelt.ends_with("passes alone; did you mean scf.for?"), "{misspelt}");
        let other = unknown_operation("gpu.launch_func_of_mine").unwrap();
        assert!(other.ends_with("passes alone"), "{other}");
    }
}
