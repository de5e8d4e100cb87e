//! The board holds the indices that were reached: in this run, in this process and its workers, and in the whole campaign.
//!
//! Everything that can be reached (a block, a feature of the IR, a sanitizer counter) has an *index*. At its first
//! ever hit an index is given the next free *slot* among the engine's counters, so that a million
//! counters do for millions of indices. Which index has which slot may be kept in a file: then the processes of
//! one campaign agree.

use super::counters::{self, Counters, SLOTS};
use anyhow::{Context as _, Result, bail};
use std::fs::OpenOptions;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// Says what a campaign's file is, and for which set of indices; 32 bytes before the table.
#[repr(C)]
struct BoardHeader {
    magic: AtomicU64,
    identity: AtomicU64,
    next: AtomicU32,
}

const MAGIC: u64 = u64::from_le_bytes(*b"lowdiff1");
const HEADER_BYTES: usize = 32;

/// The state. All of it is shared with forked workers.
pub struct Board {
    counters: Counters,
    size: u32,
    table: *mut u8,
    journal_length: *const AtomicU32,
    journal: *const AtomicU32,
    hits: *const AtomicU8,
    seen: *const AtomicU8,
}

// SAFETY: all access is atomic; the mappings live as long as the process.
unsafe impl Send for Board {}
// SAFETY: as above.
unsafe impl Sync for Board {}

impl Board {
    /// A board for indices below `size` that reports to `counters`. Slots are kept in `file`, where one is given;
    /// `identity` tells sets of indices apart.
    ///
    /// # Errors
    /// No memory is left, or the file cannot be used or belongs to another MLIR.
    pub fn new(counters: Counters, size: u32, identity: u64, file: Option<&Path>) -> Result<Board> {
        let count = size as usize;
        let table = match file {
            Some(file) => open_table(file, count, identity)?,
            // SAFETY: not at a fixed place.
            None => unsafe { counters::map(std::ptr::null_mut(), HEADER_BYTES + count * 4, 0)? },
        };
        // SAFETY: not at a fixed place; zero bytes are valid atomics, and mappings are aligned to pages.
        unsafe {
            let journal = counters::map(std::ptr::null_mut(), (count + 1) * 4, 0)?.cast::<AtomicU32>();
            let bytes = counters::map(std::ptr::null_mut(), count.max(1) * 2, 0)?.cast::<AtomicU8>();
            Ok(Board {
                counters,
                size,
                table,
                journal_length: journal,
                journal: journal.add(1),
                hits: bytes,
                seen: bytes.add(count),
            })
        }
    }

    /// The map it reports to.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    fn header(&self) -> &BoardHeader {
        // SAFETY: the table starts with a header.
        unsafe { &*self.table.cast::<BoardHeader>() }
    }

    fn slot_of(&self, index: u32) -> &AtomicU32 {
        assert!(index < self.size);
        // SAFETY: within the table, whose entries are aligned to four bytes.
        unsafe { &*self.table.add(HEADER_BYTES).cast::<AtomicU32>().add(index as usize) }
    }

    fn hits_of(&self, index: u32) -> &AtomicU8 {
        assert!(index < self.size);
        // SAFETY: within the array.
        unsafe { &*self.hits.add(index as usize) }
    }

    fn seen_of(&self, index: u32) -> &AtomicU8 {
        assert!(index < self.size);
        // SAFETY: within the array.
        unsafe { &*self.seen.add(index as usize) }
    }

    /// Records that `index` was reached; only the first time in a run does anything. Async-signal-safe.
    pub fn mark(&self, index: u32) {
        if self.seen_of(index).swap(1, Ordering::AcqRel) != 0 {
            return;
        }
        // SAFETY: every index enters the journal once a run, so it cannot overflow.
        unsafe {
            let at = (*self.journal_length).fetch_add(1, Ordering::AcqRel);
            (*self.journal.add(at as usize)).store(index, Ordering::Release);
        }
        let hits = self.hits_of(index);
        hits.store(hits.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
        self.counters.set(self.slot(index) as usize % SLOTS);
    }

    /// The slot of `index`, given now if it has none.
    fn slot(&self, index: u32) -> u32 {
        let known = self.slot_of(index).load(Ordering::Acquire);
        if known != 0 {
            return known - 1;
        }
        let given = self.header().next.fetch_add(1, Ordering::AcqRel);
        // The number of the later process stays unused if two meet here.
        match self.slot_of(index).compare_exchange(0, given + 1, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => given,
            Err(theirs) => theirs - 1,
        }
    }

    /// The indices that this run has reached so far, in order.
    pub fn journal(&self) -> Vec<u32> {
        // SAFETY: entries below the length were written.
        unsafe {
            let length = (*self.journal_length).load(Ordering::Acquire).min(self.size) as usize;
            (0..length).map(|at| (*self.journal.add(at)).load(Ordering::Acquire)).collect()
        }
    }

    /// Starts a run: all that was reached may be reached again.
    pub fn turn(&self) {
        for index in self.journal() {
            self.seen_of(index).store(0, Ordering::Release);
        }
        // SAFETY: mapped by `new`.
        unsafe { (*self.journal_length).store(0, Ordering::Release) };
    }

    /// Runs of this process in which `index` was reached, at most 255.
    pub fn hits(&self, index: u32) -> u8 {
        self.hits_of(index).load(Ordering::Relaxed)
    }

    /// True of an `index` that was reached since the campaign began.
    pub fn ever(&self, index: u32) -> bool {
        self.slot_of(index).load(Ordering::Acquire) != 0
    }

    /// True of an `index` that was reached after `known` slots had been handed out, and never before.
    pub fn is_later(&self, index: u32, known: u32) -> bool {
        self.slot_of(index).load(Ordering::Acquire) > known
    }

    /// Length of the journal. Async-signal-safe.
    pub fn journal_length(&self) -> usize {
        // SAFETY: mapped by `new`.
        unsafe { (*self.journal_length).load(Ordering::Acquire) as usize }
    }

    /// Slots handed out so far; above [`SLOTS`] they are shared.
    pub fn slots_used(&self) -> u32 {
        self.header().next.load(Ordering::Acquire)
    }
}

/// Maps a campaign's table, made where there is none.
fn open_table(file: &Path, count: usize, identity: u64) -> Result<*mut u8> {
    let shown = file.display();
    let length = HEADER_BYTES + count * 4;
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file);
    let handle = open.with_context(|| format!("cannot open {shown} for the campaign's coverage"))?;
    let metadata = handle.metadata().with_context(|| format!("cannot read {shown}"))?;
    if !metadata.is_file() {
        bail!("{shown} is no file to keep a campaign's coverage in: name another one");
    }
    let held = metadata.len();
    if held == 0 {
        // All of it at once: a hole that the disk has no room for later would end whatever writes there.
        // SAFETY: an open file.
        let error = unsafe { libc::posix_fallocate(handle.as_raw_fd(), 0, length as i64) };
        if error != 0 {
            let _ = handle.set_len(0);
            let reason = std::io::Error::from_raw_os_error(error);
            bail!("cannot make {shown} ({} MiB): {reason}", length >> 20);
        }
    }
    let other = || {
        format!(
            "{shown} keeps the coverage of another MLIR or another --focus: name another file or remove it"
        )
    };
    if held != 0 && held != length as u64 {
        bail!(other());
    }
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a fresh mapping of an open file of that length.
    let base = unsafe {
        libc::mmap(std::ptr::null_mut(), length, protection, libc::MAP_SHARED, handle.as_raw_fd(), 0)
    };
    if base == libc::MAP_FAILED {
        bail!("cannot map {shown}: {}", std::io::Error::last_os_error());
    }
    let base = base.cast::<u8>();
    // SAFETY: the mapping starts with a header, all fields are atomic.
    let header = unsafe { &*base.cast::<BoardHeader>() };
    for (field, wanted) in [(&header.magic, MAGIC), (&header.identity, identity)] {
        let found = field.compare_exchange(0, wanted, Ordering::AcqRel, Ordering::Acquire);
        if found.is_err_and(|found| found != wanted) {
            bail!(other());
        }
    }
    Ok(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(file: Option<&Path>) -> Result<Board> {
        Board::new(Counters::new()?, 1000, 7, file)
    }

    #[test]
    fn an_index_counts_once_a_run_and_keeps_its_slot() {
        let board = board(None).expect("a board");
        board.mark(999);
        board.mark(5);
        board.mark(999);
        assert_eq!(board.journal(), [999, 5]);
        assert_eq!((board.hits(999), board.slots_used(), board.counters().reached()), (1, 2, 2));
        board.turn();
        board.counters().clear();
        assert!(board.journal().is_empty() && board.ever(5) && !board.ever(6));
        board.mark(5);
        assert_eq!((board.hits(5), board.slots_used(), board.counters().reached()), (2, 2, 1));
    }

    #[test]
    fn counters_are_shared_once_all_are_handed_out() {
        let counters = Counters::new().expect("memory");
        let board = Board::new(counters, SLOTS as u32 + 3, 7, None).expect("a board");
        (0..SLOTS as u32).for_each(|index| board.mark(index));
        assert_eq!((board.slots_used(), counters.reached()), (SLOTS as u32, SLOTS));
        board.turn();
        counters.clear();
        [0, SLOTS as u32 + 2, SLOTS as u32 + 1].into_iter().for_each(|index| board.mark(index));
        assert_eq!((board.slots_used(), counters.reached()), (SLOTS as u32 + 2, 2));
    }

    #[test]
    fn processes_that_share_a_file_agree_on_slots() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("slots");
        let (one, two) = (board(Some(&file)).expect("one"), board(Some(&file)).expect("two"));
        one.mark(3);
        two.mark(4);
        two.mark(3);
        assert_eq!((one.slots_used(), one.slot(3), one.slot(4)), (2, two.slot(3), two.slot(4)));
        let other = Board::new(Counters::new().expect("memory"), 1000, 8, Some(&file));
        assert!(other.err().expect("another identity").to_string().contains("another MLIR"));
    }
}
