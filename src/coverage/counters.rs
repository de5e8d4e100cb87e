//! The counters an engine reads after each run: one byte a slot, shared with forked workers.

use anyhow::{Result, bail};
use std::sync::atomic::{AtomicU8, Ordering};

/// Bytes in the map. Every engine is given this many counters; what is reached beyond that shares slots. Twice as many would
/// take every feature that libFuzzer tells apart.
pub const SLOTS: usize = 1 << 20;

/// A map of [`SLOTS`] counters, shared with every process forked later.
#[derive(Clone, Copy, Debug)]
pub struct Counters {
    base: *mut u8,
}

// SAFETY: all access is by atomic bytes; the memory is never unmapped.
unsafe impl Send for Counters {}
// SAFETY: as above.
unsafe impl Sync for Counters {}

impl Counters {
    /// A map nobody else reads.
    ///
    /// # Errors
    /// No memory is left.
    pub fn new() -> Result<Counters> {
        // SAFETY: a fresh mapping touches nothing that exists.
        unsafe { map(std::ptr::null_mut(), SLOTS, 0) }.map(|base| Counters { base })
    }

    /// Makes the engine's own counters at `base` shared, in place.
    ///
    /// # Errors
    /// No memory is left.
    ///
    /// # Safety
    /// `base` is the start of [`SLOTS`] bytes that begin and end on a page, are used as plain counters only,
    /// and live as long as the process. Their contents are lost.
    pub unsafe fn over(base: *mut u8) -> Result<Counters> {
        // SAFETY: the caller vouches for the range.
        unsafe { map(base, SLOTS, libc::MAP_FIXED) }.map(|base| Counters { base })
    }

    /// Counters an engine has shared already.
    ///
    /// # Safety
    /// As for [`Counters::over`], without the page; the memory is shared with forked processes.
    pub unsafe fn at(base: *mut u8) -> Counters {
        Counters { base }
    }

    /// Start of the map.
    pub fn base(&self) -> *mut u8 {
        self.base
    }

    /// Says that the slot was reached in this run. Async-signal-safe.
    pub(super) fn set(&self, slot: usize) {
        self.cell(slot).store(1, Ordering::Relaxed);
    }

    /// Slots reached since the map was last cleared, by the engine or by [`Counters::clear`].
    pub fn reached(&self) -> usize {
        (0..SLOTS).filter(|&slot| self.cell(slot).load(Ordering::Relaxed) != 0).count()
    }

    /// Empties the map, as an engine does before each run.
    pub fn clear(&self) {
        (0..SLOTS).for_each(|slot| self.cell(slot).store(0, Ordering::Relaxed));
    }

    fn cell(&self, slot: usize) -> &AtomicU8 {
        assert!(slot < SLOTS);
        // SAFETY: within the map, which lives as long as the process; bytes have no alignment.
        unsafe { AtomicU8::from_ptr(self.base.add(slot)) }
    }
}

/// Maps zeroed memory that forked processes share. Untouched pages cost nothing.
///
/// # Safety
/// With MAP_FIXED among `flags`, the range at `place` is given up by whoever had it.
pub(super) unsafe fn map(place: *mut u8, length: usize, flags: i32) -> Result<*mut u8> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = flags | libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: the caller vouches for a fixed place; any other is free.
    let base = unsafe { libc::mmap(place.cast(), length, protection, flags, -1, 0) };
    if base == libc::MAP_FAILED {
        let reason = std::io::Error::last_os_error();
        bail!("cannot map {} KiB for coverage: {reason}; free some memory", length >> 10);
    }
    Ok(base.cast())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forked_process_shares_them() {
        let counters = Counters::new().expect("memory");
        // SAFETY: the child stores one byte and leaves.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                counters.set(SLOTS - 1);
                libc::_exit(0);
            }
            libc::waitpid(child, std::ptr::null_mut(), 0);
        }
        assert_eq!(counters.reached(), 1);
        counters.clear();
        assert_eq!(counters.reached(), 0);
    }
}
