//! The reach of a run in MLIR, as feedback for the engine that drives it.
//!
//! Three sources feed one [`Board`]: breakpoints in the blocks of a stock library, the counters of an instrumented
//! one, and features of the IR on its way down, which work anywhere. Workers are forked after the board is set up,
//! so what they reach is seen by the process that forked them at once, and survives them.

mod board;
mod calibration;
mod counters;
pub mod features;
mod first_reached;
mod focus;
mod lines;
mod loaded;
mod names;
mod options;
#[cfg(feature = "cli")]
mod places;
mod sanitizer;
mod stock;

pub use board::Board;
pub use calibration::Calibration;
pub use counters::{Counters, SLOTS};
pub use first_reached::FirstReached;
pub use focus::Focus;
pub use lines::Lines;
pub use names::{FunctionNames, demangle, namespace};
pub use options::{Options, Wanted};
#[cfg(feature = "cli")]
pub use places::{BlockShare, Places};

use crate::mlir::Toolchain;
use anyhow::{Result, bail};
use first_reached::StepTurns;
use sanitizer::Instrumented;
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use stock::{Found, arm};

/// Indices kept for features of the IR; those that hash alike share one.
pub const FEATURES: u32 = 1 << 16;

/// Runs in which a block is seen before its breakpoint stays out. Fewer starve the engine, which weighs inputs by how
/// rare what they reach is; more cost time in every run.
const RUNS_UNTIL_KNOWN: u8 = 16;

static BOARD: OnceLock<Board> = OnceLock::new();
static STEPS: OnceLock<StepTurns> = OnceLock::new();

/// True where anybody wants to know what is reached: for callers to whom it is work to tell.
pub fn is_watched() -> bool {
    BOARD.get().is_some()
}

/// Records a feature of the IR. Does nothing where nobody watches.
pub fn feature(hash: u64) {
    if let Some(board) = BOARD.get() {
        board.mark((hash % u64::from(FEATURES)) as u32);
    }
}

/// A step of a path begins, taken by this turn: what is reached from now on is reached by it. Does nothing where nobody
/// watches.
pub fn begin_step(path: usize, step: usize, turn: usize) {
    if let (Some(board), Some(steps)) = (BOARD.get(), STEPS.get()) {
        steps.begin(path, step, turn, board.journal_length());
    }
}

/// A worker that has set up its signal handlers calls this, so that breakpoints work in it.
pub fn enter_worker() {
    stock::trap::take_over();
    lines::enter_worker();
    sanitizer::enter_worker();
}

/// A worker calls this when it has answered, and when it crashes: its parent then sees all that was counted.
/// Async-signal-safe.
pub fn leave_request() {
    lines::carry_over();
    sanitizer::carry_over();
}

/// True where the blocks of `toolchain`, which is loaded, were found earlier and kept, so that watching begins at once.
pub fn is_kept(toolchain: &Toolchain) -> bool {
    loaded::find(&toolchain.library).iter().filter(|l| !l.is_llvm()).all(|l| stock::is_kept(&l.path))
}

/// The source of the feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackSource {
    /// The counters of an instrumented library, breakpoints where another has none, and features of the IR.
    Counters,
    /// Breakpoints in the blocks of a stock library, and features of the IR.
    Blocks,
    /// Features of the IR alone.
    Features,
}

/// Feedback of this process and the workers it forks from now on.
pub struct Coverage {
    source: FeedbackSource,
    board: &'static Board,
    /// Indices of blocks with breakpoints.
    blocks: Range<u32>,
    /// Indices of a library's own counters, watched or not.
    counters: Range<u32>,
    always: bool,
    /// Slots in use when the run began.
    known: u32,
}

/// The numbers of what has been reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Reached {
    /// Blocks and instrumented counters watched.
    pub blocks: u32,
    /// Those of them reached since the campaign began.
    pub reached: u32,
    /// Features of the IR met.
    pub features: u32,
}

impl Coverage {
    /// Watches the library of `toolchain`, which is loaded. Once a process; no worker may be running.
    /// It gives none if the user switched it off.
    ///
    /// # Errors
    /// The feedback that was asked for cannot be had here; [`Wanted::Auto`] settles for less with a warning.
    pub fn open(toolchain: &Toolchain, options: &Options) -> Result<Option<Coverage>> {
        if BOARD.get().is_some() {
            bail!("this process watches an MLIR already");
        }
        if options.wanted == Wanted::Off {
            return Ok(None);
        }
        let (instrumented, found) = match options.wanted {
            Wanted::Features => Default::default(),
            _ => match (code(toolchain, options), options.wanted) {
                (Ok((instrumented, found)), _) if instrumented.is_empty() && found.count() == 0 => {
                    bail!("no function of MLIR has a name with '{}' in it", options.focus)
                }
                (Ok(found), _) => found,
                (Err(error), Wanted::Auto) => {
                    log::warn!("no feedback from MLIR's code, only from its IR: {error:#}");
                    Default::default()
                }
                (Err(error), _) => return Err(error),
            },
        };
        let blocks = FEATURES..FEATURES + found.count();
        let counters = sanitizer::start(instrumented, blocks.end)?;
        let identity = identity(toolchain, options, &[blocks.len(), counters.len()]);
        let board = Board::new(options.counters()?, counters.end, identity, options.slots.as_deref())?;
        let board = BOARD.get_or_init(|| board);
        let steps = StepTurns::new()?;
        STEPS.get_or_init(|| steps);
        found.start(board);
        let source = match (counters.is_empty(), blocks.is_empty()) {
            (false, _) => FeedbackSource::Counters,
            (true, false) => FeedbackSource::Blocks,
            (true, true) => FeedbackSource::Features,
        };
        Ok(Some(Coverage { source, board, blocks, counters, always: options.always == Some(true), known: 0 }))
    }

    /// The source of the feedback.
    pub fn source(&self) -> FeedbackSource {
        self.source
    }

    /// Starts a run. With `all`, everything that can be reached will be seen, and not only what few runs have reached.
    pub fn begin(&mut self, all: bool) {
        sanitizer::clear();
        let journal = self.board.journal();
        self.board.turn();
        STEPS.get().inspect(|steps| steps.clear());
        self.known = self.board.slots_used();
        if all || self.always {
            return arm(self.blocks.clone());
        }
        let is_rare = |index: &u32| self.blocks.contains(index) && self.board.hits(*index) < RUNS_UNTIL_KNOWN;
        arm(journal.into_iter().filter(is_rare));
    }

    /// Ends a run: what the library counted by itself joins what was reached.
    pub fn end(&mut self) {
        sanitizer::collect(self.board);
    }

    /// Empties the engine's counters, as if nothing had been run yet.
    pub fn clear(&self) {
        self.board.counters().clear();
    }

    /// The number of indices reached since the campaign began; it grows with whatever is reached for the first time.
    pub fn ever(&self) -> u32 {
        self.board.slots_used()
    }

    /// Indices this run has reached: features below [`FEATURES`], blocks and counters from there on.
    pub fn journal(&self) -> Vec<u32> {
        self.board.journal()
    }

    /// The steps of the last run, and what each was the first ever to reach, as far as that is known: counters of an
    /// instrumented library are read when a run has ended.
    pub fn origins(&self) -> Vec<FirstReached> {
        STEPS.get().map_or_else(Vec::new, |steps| steps.origins(self.board, self.known))
    }

    /// The watched part of each library, for people.
    pub fn parts(&self) -> Vec<String> {
        let part = |count, kind, path: &Path| {
            format!("{count} {kind} of {}", path.file_name().unwrap_or_default().display())
        };
        let traced = stock::trap::libraries().iter().filter_map(|library| {
            let indices = library.indices();
            Some(part(indices.len() as u32, "blocks", library.block(indices.start)?.0))
        });
        let counted =
            sanitizer::libraries().iter().map(|library| part(library.watched(), "counters", library.path()));
        traced.chain(counted).collect()
    }

    /// Indices of what is watched of the code: blocks and counters, in the order of the code.
    pub fn code(&self) -> impl Iterator<Item = u32> {
        let watched = |index: &u32| sanitizer::libraries().iter().any(|l| l.watches(*index));
        self.blocks.clone().chain(self.counters.clone().filter(watched))
    }

    /// One more than the highest index there is.
    pub fn end_of_code(&self) -> u32 {
        self.counters.end
    }

    /// The numbers of what has been reached in all.
    pub fn reached(&self) -> Reached {
        let count = |range: Range<u32>| range.filter(|&i| self.board.ever(i)).count() as u32;
        Reached {
            blocks: self.blocks.len() as u32 + self.instrumented(),
            reached: count(self.blocks.start..self.counters.end),
            features: count(0..FEATURES),
        }
    }

    /// Takes every breakpoint out, until a run begins with all of them.
    pub fn pause(&self) {
        stock::trap::disarm();
    }

    /// Takes every breakpoint out, for good.
    pub fn give_up(&mut self) {
        stock::trap::disarm();
        self.source =
            if self.counters.is_empty() { FeedbackSource::Features } else { FeedbackSource::Counters };
        self.blocks = self.counters.start..self.counters.start;
    }

    /// The block or counter with this index, where it is one: the library's file, and the address in it.
    pub fn block(&self, index: u32) -> Option<(&'static Path, u64)> {
        let traced = || stock::trap::libraries().iter().find_map(|l| l.block(index));
        sanitizer::libraries().iter().find_map(|l| l.block(index)).or_else(traced)
    }

    fn instrumented(&self) -> u32 {
        sanitizer::libraries().iter().map(Instrumented::watched).sum()
    }
}

impl std::fmt::Display for Coverage {
    /// The watched parts, for people.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (counters, blocks) = (self.instrumented(), self.blocks.len());
        match (counters, blocks) {
            (0, 0) => f.write_str("features of the IR"),
            (0, _) => write!(f, "{blocks} blocks of MLIR and features of the IR"),
            (_, 0) => write!(f, "{counters} instrumented counters of MLIR and features of the IR"),
            _ => write!(
                f,
                "{counters} instrumented counters and {blocks} blocks of MLIR, and features of the IR"
            ),
        }
    }
}

/// The code of MLIR that can be watched: counters of the libraries that have them, blocks of the others.
fn code(toolchain: &Toolchain, options: &Options) -> Result<(Vec<Instrumented>, Found)> {
    let mut libraries = loaded::find(&toolchain.library);
    libraries.retain(|l| !l.is_llvm() || options.focus.wants_llvm());
    let (instrumented, others) = sanitizer::look(libraries, &options.focus)?;
    let found = match stock::look(others, options) {
        // A small part that cannot be watched does not spoil the rest.
        Err(error) if !instrumented.is_empty() && options.wanted == Wanted::Auto => {
            log::warn!("no feedback from libraries without counters: {error:#}");
            Found::default()
        }
        found => found?,
    };
    Ok((instrumented, found))
}

/// A number that tells what is watched from other such sets.
fn identity(toolchain: &Toolchain, options: &Options, counts: &[usize]) -> u64 {
    let text = format!("{} {} {counts:?}", toolchain.build_id(), options.focus);
    let hash = Sha256::digest(text.as_bytes());
    u64::from_le_bytes([hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]]) | 1
}
