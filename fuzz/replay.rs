//! No engine: a target replays files, and nobody steers by what it reaches.

use lowdiff::coverage::{Coverage, Options};
use lowdiff::explore::{CaseResult, Stats};

/// The coverage to watch; no engine reads counters.
///
/// # Errors
/// The environment asks for what there is not.
pub fn options() -> anyhow::Result<Options> {
    Options::from_environment(None)
}

/// Changes that know of cases are libFuzzer's only.
pub fn ran(_: &[u8], _: &CaseResult, _: &Coverage) {}

/// The counts of the whole run.
pub fn total(stats: Stats) -> Stats {
    stats
}

/// Replays the files on the command line.
pub fn main(target: &str) -> ! {
    crate::replay(target)
}
