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
        let style = ProgressStyle::with_template("{bar:40} {pos} of {len} {msg}, {eta} left");
        // Hidden where there is no terminal.
        let bar = ProgressBar::new(all as u64).with_style(style.expect("a constant template"));
        bar.set_message(noun);
        if all > 0 {
            bar.tick();
        }
        Counting { bar, noun, begin: Instant::now(), last: Mutex::new(Instant::now()) }
    }

    /// Says how many are done, and of how many.
    pub fn show_of(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.show(done);
    }

    /// Says how many are done.
    pub fn show(&self, done: usize) {
        self.bar.set_position(done as u64);
        let mut last = self.last.lock().expect("no thread panics with the lock");
        if !std::io::stderr().is_terminal() && last.elapsed() >= OFTEN {
            *last = Instant::now();
            let all = self.bar.length().unwrap_or_default();
            tell(&self.line(done as u64, all, self.begin.elapsed()));
        }
    }

    /// The line for where there is no terminal.
    fn line(&self, done: u64, all: u64, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64();
        let left = match done {
            0 => String::new(),
            _ => format!(", {:.0} s left", seconds / done as f64 * all.saturating_sub(done) as f64),
        };
        format!("{seconds:.0} s: {done} of {all} {}{left}", self.noun)
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
        assert_eq!(counting.line(2, 8, seconds), "30 s: 2 of 8 findings, 90 s left");
        assert_eq!(counting.line(0, 8, seconds), "30 s: 0 of 8 findings");
        assert_eq!(counting.line(8, 8, seconds), "30 s: 8 of 8 findings, 0 s left");
    }
}
