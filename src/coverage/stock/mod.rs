//! Blocks of libraries nobody instrumented.

mod cache;
mod sweep;
mod text;
pub mod trap;

pub use trap::rearm as arm;

use super::loaded::{self, Loaded};
use super::{Board, FEATURES, Names, Options};
use crate::mlir::Toolchain;
use anyhow::{Result, bail};
use sha2::{Digest, Sha256};
pub use sweep::Blocks;
use text::Text;
use trap::Traced;

/// Libraries in shared memory, ready to be armed.
#[derive(Default)]
pub struct Found {
    libraries: Vec<Traced>,
}

/// Finds the blocks of the libraries that `toolchain` has loaded.
///
/// # Errors
/// They cannot be traced here; says why.
pub fn look(toolchain: &Toolchain, options: &Options) -> Result<Found> {
    if !cfg!(target_arch = "x86_64") {
        bail!("blocks of a stock library are traced on x86-64 only");
    }
    if let (Some(tracer), false) = (tracer(), options.traced) {
        bail!(
            "process {tracer} debugs this one and would get its breakpoints: set LOWDIFF_COVERAGE=off to go without"
        );
    }
    let mut chosen: Vec<(Loaded, Blocks, Vec<u32>)> = Vec::new();
    for library in loaded::find(&toolchain.library) {
        if library.is_llvm() && !options.focus.wants_llvm() {
            continue;
        }
        let blocks = cache::blocks(&library.path)?;
        let starts = options.focus.choose(&library, &blocks, || Names::read(&library.path))?;
        if !starts.is_empty() {
            chosen.push((library, blocks, starts));
        }
    }
    if chosen.is_empty() {
        bail!("no function of MLIR has a name with '{}' in it", options.focus);
    }
    let mut first = FEATURES;
    let mut libraries = Vec::new();
    for (library, blocks, starts) in chosen {
        // SAFETY: the code of a library that is never unloaded, as its program header has it.
        let text = unsafe { Text::share(library.bias + blocks.text as usize, blocks.length as usize)? };
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

    /// A number that tells this set of blocks from others.
    pub fn identity(&self, toolchain: &Toolchain, options: &Options) -> u64 {
        let text = format!("{} {} {}", toolchain.build_id(), options.focus, self.count());
        let hash = Sha256::digest(text.as_bytes());
        u64::from_le_bytes([hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]]) | 1
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
