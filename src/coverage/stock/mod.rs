//! Blocks of libraries nobody instrumented.

mod cache;
mod sweep;
mod text;
pub mod trap;

pub use cache::is_kept;
pub use trap::rearm as arm;

use super::loaded::Loaded;
use super::{Board, FEATURES, FunctionNames, Options};
use anyhow::{Result, bail};
pub use sweep::Blocks;
use text::LibraryText;
use trap::Traced;

/// Libraries in shared memory, ready to be armed.
#[derive(Default)]
pub struct Found {
    libraries: Vec<Traced>,
}

/// Finds the blocks of `libraries`.
///
/// # Errors
/// They cannot be traced here; says why.
pub fn look(libraries: Vec<Loaded>, options: &Options) -> Result<Found> {
    if libraries.is_empty() {
        return Ok(Found::default());
    }
    if !cfg!(target_arch = "x86_64") {
        bail!("blocks of a stock library are traced on x86-64 only");
    }
    if let (Some(tracer), false) = (tracer(), options.traced) {
        bail!(
            "process {tracer} debugs this one and would get its breakpoints: set LOWDIFF_COVERAGE=off to go without"
        );
    }
    let mut chosen: Vec<(Loaded, Blocks, Vec<u32>)> = Vec::new();
    for library in libraries {
        let blocks = cache::blocks(&library.path)?;
        let address = |start| blocks.text + u64::from(start);
        let names = || FunctionNames::read(&library.path);
        let starts = options.focus.choose(&library, blocks.starts.clone(), address, names)?;
        if !starts.is_empty() {
            chosen.push((library, blocks, starts));
        }
    }
    let mut first = FEATURES;
    let mut libraries = Vec::new();
    for (library, blocks, starts) in chosen {
        // SAFETY: the code of a library that is never unloaded, as its program header has it.
        let text =
            unsafe { LibraryText::share(library.bias + blocks.text as usize, blocks.length as usize)? };
        let traced = Traced::new(library, text, &blocks, starts, first);
        first = traced.indices().end;
        libraries.push(traced);
    }
    Ok(Found { libraries })
}

impl Found {
    /// Blocks in all.
    pub fn count(&self) -> u32 {
        self.libraries.iter().map(|l| l.indices().len() as u32).sum()
    }

    /// Arms everything.
    pub fn start(self, board: &'static Board) {
        if !self.libraries.is_empty() {
            trap::arm(board, self.libraries);
        }
    }
}

/// The process that traces this one: a debugger.
fn tracer() -> Option<u32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("TracerPid:"))?;
    line.trim().parse().ok().filter(|&pid| pid != 0)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests;
