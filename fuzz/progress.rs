//! The coverage over time, for experiments: lines of `seconds inputs blocks features` in `$LOWDIFF_COVERAGE_LOG`.
//!
//! There is a line after the first input, one at most every ten seconds from then on, and one at the end. Counting goes
//! through millions of indices, so not every input has one; `$LOWDIFF_COVERAGE_AT` names a number of inputs
//! that gets a line for sure, such as that of the seeds.

use anyhow::Context as _;
use lowdiff::explore::Campaign;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Least time between two lines.
const PERIOD: Duration = Duration::from_secs(10);

/// The file that `$LOWDIFF_COVERAGE_LOG` names, while it is written.
static LOG: OnceLock<Mutex<Log>> = OnceLock::new();

struct Log {
    file: File,
    begin: Instant,
    last: Option<Instant>,
    /// Inputs after which there is a line for sure.
    at: Option<u64>,
}

thread_local! {
    /// Dropped when the process ends, before the thread locals of MLIR are, which were there first: what MLIR does
    /// then is nothing that an input reached.
    static END: End = const { End };
}

struct End;

impl Drop for End {
    fn drop(&mut self) {
        crate::with_idle(|campaign| note(campaign, true));
    }
}

/// Begins the log, if one is asked for. MLIR has been loaded by then.
///
/// # Errors
/// It cannot be written, there is nothing to write, or the variables make no sense.
pub fn open(campaign: &mut Campaign) -> anyhow::Result<()> {
    let get = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
    let Some(path) = get("LOWDIFF_COVERAGE_LOG") else { return Ok(()) };
    if campaign.coverage().is_none() {
        anyhow::bail!(
            "LOWDIFF_COVERAGE_LOG wants a log of what is reached, and LOWDIFF_COVERAGE=off watches nothing: unset one of them"
        );
    }
    let at = match get("LOWDIFF_COVERAGE_AT") {
        Some(text) => Some(
            text.parse()
                .with_context(|| format!("LOWDIFF_COVERAGE_AT is '{text}': use a number of inputs"))?,
        ),
        None => None,
    };
    let file = OpenOptions::new().append(true).create(true).open(&path);
    let file = file.with_context(|| format!("cannot write {path}, which LOWDIFF_COVERAGE_LOG names"))?;
    END.with(|_| ());
    let _ = LOG.set(Mutex::new(Log { file, begin: Instant::now(), last: None, at }));
    Ok(())
}

/// Writes a line if one is due, or if this is the `end`.
pub fn note(campaign: &mut Campaign, end: bool) {
    // A log that another thread left in the middle of a line is of no use any more.
    let Some(Ok(mut log)) = LOG.get().map(Mutex::lock) else { return };
    let inputs = campaign.stats.inputs;
    let due = log.last.is_none_or(|last| last.elapsed() >= PERIOD) || log.at == Some(inputs);
    if !due && !end {
        return;
    }
    log.last = Some(Instant::now());
    let Some(reached) = campaign.coverage().map(|coverage| coverage.reached()) else { return };
    let seconds = log.begin.elapsed().as_secs_f64();
    let line = format!("{seconds:.2} {inputs} {} {}\n", reached.reached, reached.features);
    if let Err(error) = log.file.write_all(line.as_bytes()) {
        log::warn!("the log of what is reached has a gap: {error}");
    }
}
