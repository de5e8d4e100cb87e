//! The code of MLIR that seeds of a pool reach, by which the pool is minimized.

use crate::coverage::{FEATURES, FeedbackSource, Options};
use crate::execute::{ExecutorKind, Terms};
use crate::explore::{Campaign, Target};
use crate::mlir::Toolchain;
use crate::pool::PoolEntry;
use crate::report::{Mlir, Store};
use anyhow::{Context as _, Result};
use std::collections::BTreeSet;

/// The blocks, or counters of an instrumented library, that the steps of each seed reach; none where no code can be watched here. Nothing that they
/// show is kept.
///
/// # Errors
/// The toolchain does not load, or watching it was asked for and cannot be had.
pub fn reach(
    seeds: &[PoolEntry],
    toolchain: &Toolchain,
    terms: Terms,
    options: &Options,
    mut progress: impl FnMut(usize),
) -> Result<Option<Vec<BTreeSet<u32>>>> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let executor = ExecutorKind::default().open(toolchain)?;
    let store = Store::new(scratch.path());
    let mut campaign = Campaign::with(Mlir::of(toolchain), toolchain.syntax(), executor, None, store);
    campaign.limit(terms);
    campaign.aim(Target::PassDiff);
    campaign.watch(options)?;
    campaign.watch_whole(true);
    campaign.new_template();
    let sees_code = |campaign: &mut Campaign| {
        campaign.coverage().is_some_and(|coverage| coverage.source() != FeedbackSource::Features)
    };
    if !sees_code(&mut campaign) {
        return Ok(None);
    }
    let mut reached = Vec::with_capacity(seeds.len());
    for (at, seed) in seeds.iter().enumerate() {
        // What lowdiff cannot run reaches what it reaches until then.
        if let Err(error) = campaign.run_bytes(seed.envelope.to_string().as_bytes()) {
            log::info!("a seed of the pool: {error:#}");
        }
        let journal = campaign.coverage().map(|coverage| coverage.journal()).unwrap_or_default();
        reached.push(journal.into_iter().filter(|index| *index >= FEATURES).collect());
        progress(at + 1);
    }
    Ok(Some(reached))
}
