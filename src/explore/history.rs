//! The results of a folder's campaigns over time, from their journals.

use super::Summary;
use super::journal::{self, Entry, Journal};
use anyhow::{Context as _, Result};
use serde::Serialize;
use std::path::Path;

/// A curve has as many points at most.
const MOST_MOMENTS: usize = 240;

/// The campaigns of a folder, one after the other.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// A sentence for each: what it was to do.
    pub campaigns: Vec<String>,
    /// The results they came to together.
    pub summary: Summary,
    /// The counts on the way there, in order.
    pub curve: Vec<Moment>,
}

/// The counts at some time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Moment {
    /// Seconds that all campaigns had run.
    pub seconds: f64,
    /// Programs that were done.
    pub programs: u64,
    /// Paths begun.
    pub paths: u64,
    /// Paths run to their end.
    pub executed: u64,
    /// Paths that ended in a finding.
    pub condemned: u64,
    /// Distinct final modules.
    pub modules: usize,
    /// Steps that were told to be right or wrong.
    pub decided: u64,
    /// Operations met.
    pub operations: usize,
    /// Findings of any kind.
    pub findings: u64,
    /// Their signatures.
    pub signatures: usize,
}

impl History {
    /// Reads the journals in `folder`; none without any.
    ///
    /// # Errors
    /// One cannot be read or is damaged.
    pub fn read(folder: &Path) -> Result<Option<History>> {
        let files = journal::files(folder)?;
        let mut history = History::default();
        for file in files {
            let before = history.summary.seconds;
            let began = Journal::entries(&file, |entry| history.take_in(before, entry))
                .with_context(|| format!("cannot tell what became of {}", file.display()))?;
            if let Some(began) = began {
                history.summary.single_steps =
                    began.plan.step && (history.campaigns.is_empty() || history.summary.single_steps);
                history.campaigns.push(began.plan.to_string());
            }
        }
        if history.campaigns.is_empty() {
            return Ok(None);
        }
        history.thin_out();
        Ok(Some(history))
    }

    fn take_in(&mut self, before: f64, entry: Entry) {
        let seconds = before + entry.seconds;
        self.summary.take_in(entry);
        self.summary.seconds = self.summary.seconds.max(seconds);
        let stats = &self.summary.stats;
        if self.curve.is_empty() {
            self.curve.push(Moment::default());
        }
        self.curve.push(Moment {
            seconds: self.summary.seconds,
            programs: stats.inputs - stats.rejected,
            paths: stats.paths_built,
            executed: stats.paths_executed,
            condemned: stats.paths_condemned,
            modules: stats.modules.len(),
            decided: stats.checks.decided(),
            operations: stats.met.0.len(),
            findings: stats.findings(),
            signatures: stats.signatures.len(),
        });
    }

    /// Leaves so many moments that a curve can show, evenly spread over the time, the last one among them.
    fn thin_out(&mut self) {
        let Some(last) = self.curve.last().cloned() else { return };
        let step = last.seconds / MOST_MOMENTS as f64;
        let mut due = 0.0;
        self.curve.retain(|moment| {
            let keep = moment.seconds >= due;
            due = if keep { moment.seconds + step } else { due };
            keep
        });
        if self.curve.last() != Some(&last) {
            self.curve.push(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(entries: &[f64]) -> History {
        let mut history = History::default();
        for &seconds in entries {
            let mut entry = Entry { seconds, ..Entry::default() };
            entry.stats.inputs = 2;
            history.take_in(0.0, entry);
        }
        history
    }

    #[test]
    fn curves_are_thinned_out_and_keep_their_ends() {
        let all: Vec<f64> = (1..=5000).map(f64::from).collect();
        let mut history = history(&all);
        assert_eq!(history.curve.len(), 5001);
        history.thin_out();
        assert!(
            (MOST_MOMENTS / 2..=MOST_MOMENTS + 2).contains(&history.curve.len()),
            "{}",
            history.curve.len()
        );
        let ends = (history.curve.first().unwrap(), history.curve.last().unwrap());
        assert_eq!((ends.0.programs, ends.1.programs, ends.1.seconds), (0, 10_000, 5000.0));
    }
}
