//! What of MLIR a run reaches, as feedback for the engine that drives it.
//!
//! Three sources feed one [`Board`]: breakpoints in the blocks of a stock library, the counters of an instrumented
//! one, and features of the IR on its way down, which work anywhere. Workers are forked after the board is set up,
//! so what they reach is seen by the process that forked them at once, and survives them.

mod board;
mod counters;
mod focus;
mod loaded;
mod names;
mod options;
mod stock;

pub use board::Board;
pub use counters::{Counters, SLOTS};
pub use focus::Focus;
pub use names::{Names, namespace};
pub use options::{Options, Wanted};

use crate::mlir::Toolchain;
use anyhow::{Result, bail};
use std::ops::Range;
use std::sync::OnceLock;
use stock::{Found, arm, look};

/// Indices kept for features of the IR; those that hash alike share one.
pub const FEATURES: u32 = 1 << 16;

/// Runs in which a block is seen before its breakpoint stays out. Fewer starve the engine, which weighs inputs by how
/// rare what they reach is; more cost time in every run.
const RUNS_UNTIL_KNOWN: u8 = 16;

static BOARD: OnceLock<Board> = OnceLock::new();

/// Records a feature of the IR. Does nothing where nobody watches.
pub fn feature(hash: u64) {
    if let Some(board) = BOARD.get() {
        board.mark((hash % u64::from(FEATURES)) as u32);
    }
}

/// A worker that has set up its signal handlers calls this, so that breakpoints work in it.
pub fn enter_worker() {
    stock::trap::take_over();
}

/// Where the feedback comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Breakpoints in the blocks of a stock library, and features of the IR.
    Blocks,
    /// Features of the IR alone.
    Features,
}

/// Feedback of this process and the workers it forks from now on.
pub struct Coverage {
    source: Source,
    board: &'static Board,
    /// Indices of blocks.
    blocks: Range<u32>,
    /// Blocks that are out for good, unless everything is armed.
    known: Vec<u32>,
    always: bool,
}

/// What has been reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Reached {
    /// Blocks watched.
    pub blocks: u32,
    /// Blocks reached since the campaign began.
    pub reached: u32,
    /// Features of the IR met.
    pub features: u32,
}

impl Coverage {
    /// Watches the library of `toolchain`, which is loaded. Once a process; no worker may be running.
    /// None if the user switched it off.
    ///
    /// # Errors
    /// What was asked for cannot be had here; [`Wanted::Auto`] settles for less with a warning.
    pub fn open(toolchain: &Toolchain, options: &Options) -> Result<Option<Coverage>> {
        if BOARD.get().is_some() {
            bail!("this process watches an MLIR already");
        }
        if options.wanted == Wanted::Off {
            return Ok(None);
        }
        let found = if options.wanted == Wanted::Features {
            Err(None)
        } else {
            look(toolchain, options).map_err(Some)
        };
        let found = match (found, options.wanted) {
            (Ok(found), _) => found,
            (Err(None), _) => Found::default(),
            (Err(Some(error)), Wanted::Auto) => {
                log::warn!("no feedback from MLIR's code, only from its IR: {error:#}");
                Found::default()
            }
            (Err(Some(error)), _) => return Err(error),
        };
        let last = FEATURES + found.count();
        let identity = found.identity(toolchain, options);
        let board = Board::new(options.counters()?, last, identity, options.slots.as_deref())?;
        let board = BOARD.get_or_init(|| board);
        let source = if last > FEATURES { Source::Blocks } else { Source::Features };
        found.start(board);
        Ok(Some(Coverage {
            source,
            board,
            blocks: FEATURES..last,
            known: Vec::new(),
            always: options.always,
        }))
    }

    /// Where the feedback comes from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// Starts a run. With `all`, everything that can be reached will be seen, and not only what is still news.
    pub fn begin(&mut self, all: bool) {
        let all = all || self.always;
        let journal = self.board.journal();
        self.board.turn();
        let blocks = journal.into_iter().filter(|i| self.blocks.contains(i));
        let (known, news): (Vec<u32>, Vec<u32>) =
            blocks.partition(|&i| !all && self.board.hits(i) >= RUNS_UNTIL_KNOWN);
        arm(news);
        self.known.extend(known);
        if all {
            arm(std::mem::take(&mut self.known));
        }
    }

    /// Indices this run has reached so far: features below [`FEATURES`], blocks from there on.
    pub fn journal(&self) -> Vec<u32> {
        self.board.journal()
    }

    /// What has been reached in all.
    pub fn reached(&self) -> Reached {
        let count = |range: Range<u32>| range.filter(|&i| self.board.ever(i)).count() as u32;
        Reached {
            blocks: self.blocks.len() as u32,
            reached: count(self.blocks.clone()),
            features: count(0..FEATURES),
        }
    }

    /// Takes every breakpoint out, for good.
    pub fn give_up(&mut self) {
        stock::trap::disarm();
        self.source = Source::Features;
        self.blocks = FEATURES..FEATURES;
        self.known.clear();
    }

    /// The block with this index, where it is one: the library's file, and the address in it.
    pub fn block(&self, index: u32) -> Option<(&'static std::path::Path, u64)> {
        stock::trap::libraries().iter().find_map(|l| l.block(index))
    }
}
