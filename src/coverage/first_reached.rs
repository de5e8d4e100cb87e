//! The step and the path that reached each block, where an input reached something new.
//!
//! The journal of a run is in the order in which things were reached, so it is enough to note how long it was when each
//! step began.

use super::Board;
use super::counters;
use anyhow::Result;
use std::sync::atomic::{AtomicU64, Ordering};

/// Paths and steps that are told apart; what comes later counts for the last one.
const PATHS: usize = 2;
const STEPS: usize = 160;

/// A step of a run, and what it was the first ever to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstReached {
    /// The path, 0 or 1.
    pub path: usize,
    /// Which of its steps, declined ones included.
    pub step: usize,
    /// The turn that took it.
    pub turn: usize,
    /// The number of blocks, counters and features that nobody had reached before.
    pub gain: u32,
}

/// The turn and the length of the journal at the beginning of each step, and one more; 0 for steps that did not begin.
/// Shared with workers.
pub struct StepTurns(*const AtomicU64);

// SAFETY: all access is atomic; the mapping lives as long as the process.
unsafe impl Send for StepTurns {}
// SAFETY: as above.
unsafe impl Sync for StepTurns {}

impl StepTurns {
    /// No step has begun.
    ///
    /// # Errors
    /// No memory is left.
    pub fn new() -> Result<StepTurns> {
        // SAFETY: not at a fixed place; zero bytes are valid atomics, and mappings are aligned to pages.
        unsafe { counters::map(std::ptr::null_mut(), PATHS * STEPS * 8, 0) }
            .map(|base| StepTurns(base.cast()))
    }

    fn all(&self) -> &[AtomicU64] {
        // SAFETY: the mapping has that many.
        unsafe { std::slice::from_raw_parts(self.0, PATHS * STEPS) }
    }

    /// Starts a run.
    pub fn clear(&self) {
        self.all().iter().for_each(|step| step.store(0, Ordering::Release));
    }

    /// A step begins when the journal is `length` long. A path that is run again is where it was first.
    pub fn begin(&self, path: usize, step: usize, turn: usize, length: usize) {
        if path < PATHS && step < STEPS {
            let begun = (turn as u64) << 32 | (length as u64 + 1);
            let step = &self.all()[path * STEPS + step];
            let _ = step.compare_exchange(0, begun, Ordering::AcqRel, Ordering::Acquire);
        }
    }

    /// The steps of this run, in order, each with how much it reached that had no slot among the first `known`.
    pub fn origins(&self, board: &Board, known: u32) -> Vec<FirstReached> {
        let journal = board.journal();
        let begun = |(at, begun): (usize, &AtomicU64)| {
            let begun = begun.load(Ordering::Acquire);
            let length = (begun & u64::from(u32::MAX)).checked_sub(1)? as usize;
            Some((length, at, (begun >> 32) as usize))
        };
        let mut begun: Vec<_> = self.all().iter().enumerate().filter_map(begun).collect();
        begun.sort_unstable();
        let ends = begun.iter().skip(1).map(|b| b.0).chain([journal.len()]).collect::<Vec<_>>();
        let origin = |((start, at, turn), end): ((usize, usize, usize), usize)| {
            let reached = journal.get(start..end).unwrap_or_default();
            let gain = reached.iter().filter(|&&index| board.is_later(index, known)).count() as u32;
            FirstReached { path: at / STEPS, step: at % STEPS, turn, gain }
        };
        begun.into_iter().zip(ends).map(origin).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::Counters;

    #[test]
    fn what_is_reached_first_belongs_to_its_step() {
        let board = Board::new(Counters::new().expect("memory"), 100, 7, None).expect("a board");
        let steps = StepTurns::new().expect("memory");
        (0..10).for_each(|index| board.mark(index));
        board.turn();
        let known = board.slots_used();
        let begin = |path, step, turn| steps.begin(path, step, turn, board.journal().len());
        board.mark(50);
        begin(0, 0, 0);
        board.mark(3);
        begin(0, 1, 4);
        board.mark(60);
        board.mark(61);
        begin(1, 0, 0);
        begin(1, 1, 1);
        board.mark(62);
        // Run again, for a second opinion.
        begin(0, 1, 9);
        board.mark(63);
        begin(7, 0, 0);
        begin(0, 999, 0);
        let origin = |path, step, turn, gain| FirstReached { path, step, turn, gain };
        let all = [origin(0, 0, 0, 0), origin(0, 1, 4, 2), origin(1, 0, 0, 0), origin(1, 1, 1, 2)];
        assert_eq!(steps.origins(&board, known), all);
        steps.clear();
        assert!(steps.origins(&board, known).is_empty());
    }
}
