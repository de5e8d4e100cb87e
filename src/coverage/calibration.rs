//! Tells inputs whose feedback an engine compares with that of the same input from inputs it runs once.
//!
//! Blocks that have been seen often are not watched in every run, so two runs of one input may differ in them. AFL++
//! runs what it keeps several times to learn which counters can be relied on, and does not say when it does. There
//! everything has to be watched.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The history of a stream of inputs so far.
#[derive(Debug, Default)]
pub struct Calibration {
    last: Option<u64>,
    /// True where the last input was a repetition of the one before.
    repeats: bool,
    /// Inputs that came more than once in a row, by hash.
    kept: HashSet<u64>,
}

impl Calibration {
    /// Takes the next input; true if its feedback is compared with that of another run.
    ///
    /// That is so for the input that was run just before, and for one that came several times in a row once, which the
    /// engine has kept. While a corpus is read, each input is run several times, and the first time counts: so the
    /// first input of all is compared, and the one after a repeated one.
    pub fn is_compared(&mut self, input: &[u8]) -> bool {
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        let hash = hasher.finish();
        let may_begin = self.repeats || self.last.is_none();
        self.repeats = self.last == Some(hash);
        self.last = Some(hash);
        if self.repeats {
            self.kept.insert(hash);
        }
        may_begin || self.kept.contains(&hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(inputs: &str, compared: &str) {
        let mut calibration = Calibration::default();
        let found: String =
            inputs.bytes().map(|b| if calibration.is_compared(&[b]) { '#' } else { '.' }).collect();
        assert_eq!(found, compared, "{inputs}");
    }

    #[test]
    fn a_corpus_is_compared_from_the_first_run_on() {
        check("aaabbbcc", "########");
    }

    #[test]
    fn what_runs_once_is_not() {
        // But for the run after a repeated one, which may be the first of another.
        check("aaawxyz", "####...");
    }

    #[test]
    fn what_is_kept_is_compared_whenever_it_comes_again() {
        check("aabcbbdea", "###..##.#");
        check("abcdbcd", "#......");
    }
}
