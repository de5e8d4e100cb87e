//! The progress of a reduction on standard error: a line that changes on a terminal, plain lines elsewhere.

use crate::observe::tell;
use crate::reduce::ReductionState;
use crate::words;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Without a terminal, a line this often.
const OFTEN: Duration = Duration::from_secs(10);

/// Shows how far a reduction is.
pub struct Reducing {
    bar: Option<ProgressBar>,
    budget: Duration,
    begin: Instant,
    last: Instant,
}

impl Reducing {
    /// Begins a reduction that may take so long.
    pub fn new(budget: Duration) -> Reducing {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            ProgressBar::new_spinner().with_style(style.expect("a constant template"))
        });
        let begin = Instant::now();
        Reducing { bar, budget, begin, last: begin }
    }

    /// Shows where things are, if it is time.
    pub fn show(&mut self, state: &ReductionState, tried: usize) {
        match &self.bar {
            Some(bar) => {
                bar.set_message(self.line(state, tried));
                bar.tick();
            }
            None if self.last.elapsed() >= OFTEN => {
                self.last = Instant::now();
                tell(&self.line(state, tried));
            }
            None => {}
        }
    }

    /// Takes away what changes.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self, state: &ReductionState, tried: usize) -> String {
        let (first, now) = (state.original, state.source_size);
        let elapsed = self.begin.elapsed();
        let mut line = format!(
            "{:.0} s, at most {:.0} s left: {tried} tried; {} of {}, {} of {}",
            elapsed.as_secs_f64(),
            self.budget.saturating_sub(elapsed).as_secs_f64(),
            now.operations,
            words::count(first.operations, "operation"),
            now.steps + 1,
            words::count(first.steps + 1, "step"),
        );
        if let Some(alone) = state.alone_size {
            line += &format!("; {} before the culprit", words::count(alone.operations, "operation"));
        }
        line
    }
}
