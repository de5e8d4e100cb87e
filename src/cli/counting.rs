//! The progress of work whose amount is known, on standard error: a bar with the time left on a terminal, plain lines elsewhere.

use crate::observe::tell;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Without a terminal, a line this often.
const OFTEN: Duration = Duration::from_secs(10);

/// Shows how much of it is done.
pub struct Counting {
    bar: ProgressBar,
    /// The name of the things that are counted, in the plural.
    noun: &'static str,
    begin: Instant,
    last: Mutex<Instant>,
}

impl Counting {
    /// Begins, before the first of `all`.
    pub fn new(all: usize, noun: &'static str) -> Counting {
        let style = ProgressStyle::with_template("{bar:40} {msg}");
        // Hidden where there is no terminal.
        let bar = ProgressBar::new(all as u64).with_style(style.expect("a constant template"));
        let counting = Counting { bar, noun, begin: Instant::now(), last: Mutex::new(Instant::now()) };
        counting.show(0);
        counting
    }

    /// Says how many are done, and of how many.
    pub fn show_of(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.show(done);
    }

    /// Says how many are done; nothing while nobody knows of how many.
    pub fn show(&self, done: usize) {
        let (all, elapsed) = (self.bar.length().unwrap_or_default(), self.begin.elapsed());
        if all == 0 {
            return;
        }
        self.bar.set_message(self.count(done as u64, all, elapsed));
        self.bar.set_position(done as u64);
        let mut last = self.last.lock().expect("no thread panics with the lock");
        if !std::io::stderr().is_terminal() && last.elapsed() >= OFTEN {
            *last = Instant::now();
            tell(&format!("{:.0} s: {}", elapsed.as_secs_f64(), self.count(done as u64, all, elapsed)));
        }
    }

    /// The part that is done, and the time left; no time before one is done.
    fn count(&self, done: u64, all: u64, elapsed: Duration) -> String {
        let left = match done {
            0 => String::new(),
            _ => {
                let left = elapsed.as_secs_f64() / done as f64 * all.saturating_sub(done) as f64;
                format!(", {left:.0} s left")
            }
        };
        format!("{done} of {all} {}{left}", self.noun)
    }
}

impl Drop for Counting {
    /// Takes away what changes, whatever ended the work.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_what_is_not_done() {
        let counting = Counting::new(8, "findings");
        let seconds = Duration::from_secs(30);
        assert_eq!(counting.count(2, 8, seconds), "2 of 8 findings, 90 s left");
        assert_eq!(counting.count(0, 8, seconds), "0 of 8 findings");
        assert_eq!(counting.count(8, 8, seconds), "8 of 8 findings, 0 s left");
    }
}
