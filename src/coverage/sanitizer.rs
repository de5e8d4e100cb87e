//! The counters of a library built with `-fsanitize-coverage=inline-8bit-counters`: no breakpoints, no sweep.
//!
//! The library counts in its own data, which a worker has a copy of. So the pages that hold nothing but counters are
//! made shared, in place. The first and the last page hold other variables too and must stay each process's own:
//! what a worker counts there it carries over itself, after each request and when it crashes.

use super::loaded::Loaded;
use super::{Board, Focus, FunctionNames, counters};
use anyhow::{Context as _, Result, bail, ensure};
use object::{Object, ObjectSection, SectionFlags};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A library's counters, numbered in the order of its section.
pub struct Instrumented {
    library: Loaded,
    count: u32,
    parts: Vec<CounterRange>,
    /// The table of addresses, where there is one.
    table: Option<CounterTable>,
    /// Which counters are watched; none is all.
    watched: Option<Vec<bool>>,
    /// Index of the first counter; all of them have one, watched or not.
    first: u32,
}

/// Neighbouring counters that are shared in one way.
struct CounterRange {
    /// Number of the first.
    first: u32,
    length: usize,
    /// The address at which every process sees them.
    shared: *const AtomicU8,
    /// The address at which the library counts, if not there.
    private: Option<*const AtomicU8>,
}

/// Pairs of an address and flags, one a counter.
#[derive(Clone, Copy)]
struct CounterTable(*const [usize; 2]);

/// The sections by a library's file: address and size.
struct Sections {
    counters: (u64, u64),
    table: Option<(u64, u64)>,
}

// SAFETY: all access is by atomic bytes and words, but for the table, which nobody writes any more; libraries and
// mappings are never unmapped.
unsafe impl Send for Instrumented {}
// SAFETY: as above.
unsafe impl Sync for Instrumented {}

static INSTRUMENTED: OnceLock<Vec<Instrumented>> = OnceLock::new();

/// Those of `libraries` that have counters, ready to be shared, and the others.
///
/// # Errors
/// A file cannot be read, or the focus cannot be told from it.
pub fn look(libraries: Vec<Loaded>, focus: &Focus) -> Result<(Vec<Instrumented>, Vec<Loaded>)> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for library in libraries {
        match sections(&library.path)? {
            Some(sections) => found.push(Instrumented::new(library, &sections, focus)?),
            None => others.push(library),
        }
    }
    found.retain(|library| library.watched() > 0);
    Ok((found, others))
}

/// Shares the counters and numbers them from `first`; returns their indices. Once a process, before it forks.
///
/// # Errors
/// No memory is left.
pub fn start(mut libraries: Vec<Instrumented>, first: u32) -> Result<Range<u32>> {
    let mut last = first;
    for library in &mut libraries {
        library.share()?;
        library.first = last;
        last += library.count;
    }
    INSTRUMENTED.get_or_init(|| libraries);
    Ok(first..last)
}

/// The libraries whose counters are shared.
pub fn libraries() -> &'static [Instrumented] {
    INSTRUMENTED.get().map_or(&[], Vec::as_slice)
}

/// Forgets what was counted.
pub fn clear() {
    libraries().iter().for_each(|library| library.drain(|_| {}));
}

/// Marks what was counted since it was last cleared, and clears it.
pub fn collect(board: &Board) {
    libraries().iter().for_each(|library| library.drain(|index| board.mark(index)));
}

/// In a new worker: what its parent counted is not its own.
pub fn enter_worker() {
    libraries().iter().flat_map(|l| &l.parts).for_each(|part| part.carry(|_, _| {}));
}

/// In a worker: shows the parent the counts that lie on pages of its own. Async-signal-safe.
pub fn carry_over() {
    for part in libraries().iter().flat_map(|l| &l.parts) {
        part.carry(|shared, count| {
            shared.fetch_max(count, Ordering::Relaxed);
        });
    }
}

impl Instrumented {
    fn new(library: Loaded, sections: &Sections, focus: &Focus) -> Result<Instrumented> {
        let shown = library.path.display();
        let (address, size) = sections.counters;
        ensure!(size < u64::from(u32::MAX / 2), "{shown} has {size} counters, which are too many");
        let count = size as u32;
        let table = sections.table.filter(|(_, bytes)| *bytes == size * size_of::<[usize; 2]>() as u64);
        let table = table.map(|(address, _)| CounterTable((library.bias + address as usize) as *const _));
        let (bias, all) = (library.bias, (0..count).collect::<Vec<u32>>());
        let place = |n| table.map_or(0, |t| t.address(n).wrapping_sub(bias) as u64);
        let names = || match table {
            Some(_) => FunctionNames::read(&library.path),
            None => bail!(
                "{shown} does not say which counter belongs to which function: build it with \
                 -fsanitize-coverage=inline-8bit-counters,pc-table to use a focus"
            ),
        };
        // Without a table LLVM's part of a library that has both cannot be left out.
        let whole = table.is_none() && *focus == Focus::default();
        let chosen = if whole { all } else { focus.choose(&library, all, place, names)? };
        let watched = (chosen.len() < count as usize).then(|| {
            let mut watched = vec![false; count as usize];
            chosen.iter().for_each(|&n| watched[n as usize] = true);
            watched
        });
        let start = library.bias + address as usize;
        let parts =
            vec![CounterRange { first: 0, length: count as usize, shared: start as *const _, private: None }];
        Ok(Instrumented { library, count, parts, table, watched, first: 0 })
    }

    /// Makes the counters shared with every process forked later.
    fn share(&mut self) -> Result<()> {
        let start = self.parts[0].shared as usize;
        // SAFETY: always valid.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let [head, inner, tail] = split(start, self.count as usize, page);
        let mut parts = Vec::new();
        if !inner.is_empty() {
            let place = inner.start as *mut u8;
            // SAFETY: whole pages of a loaded library that hold counters alone; they begin at zero again.
            let shared = unsafe { counters::map(place, inner.len(), libc::MAP_FIXED)? }.cast_const().cast();
            let first = (inner.start - start) as u32;
            parts.push(CounterRange { first, length: inner.len(), shared, private: None });
        }
        for edge in [head, tail].into_iter().filter(|edge| !edge.is_empty()) {
            // SAFETY: not at a fixed place.
            let shared = unsafe { counters::map(std::ptr::null_mut(), edge.len(), 0)? }.cast_const().cast();
            let first = (edge.start - start) as u32;
            parts.push(CounterRange {
                first,
                length: edge.len(),
                shared,
                private: Some(edge.start as *const _),
            });
        }
        self.parts = parts;
        Ok(())
    }

    /// The number of its counters that are watched.
    pub fn watched(&self) -> u32 {
        self.watched.as_ref().map_or(self.count, |w| w.iter().filter(|&&w| w).count() as u32)
    }

    /// The library's file.
    pub fn path(&self) -> &Path {
        &self.library.path
    }

    /// True of an index of a counter that is one of its own, and watched.
    pub fn watches(&self, index: u32) -> bool {
        let number = index.checked_sub(self.first).filter(|&n| n < self.count);
        number.is_some_and(|n| self.watched.as_ref().is_none_or(|watched| watched[n as usize]))
    }

    /// The library's file and the address of what a counter counts.
    pub fn block(&self, index: u32) -> Option<(&Path, u64)> {
        let number = index.checked_sub(self.first).filter(|&n| n < self.count)?;
        let address = self.table?.address(number).wrapping_sub(self.library.bias);
        Some((&self.library.path, address as u64))
    }

    /// Hands over the index of every watched counter that is not zero, and makes all zero.
    fn drain(&self, mut reached: impl FnMut(u32)) {
        for part in &self.parts {
            part.carry(|shared, count| {
                shared.fetch_max(count, Ordering::Relaxed);
            });
            part.drain(|number| {
                if self.watched.as_ref().is_none_or(|watched| watched[number as usize]) {
                    reached(self.first + number);
                }
            });
        }
    }
}

impl CounterRange {
    fn cells<'p>(&self, at: *const AtomicU8) -> &'p [AtomicU8] {
        // SAFETY: as many counters, in a library or a mapping that stays.
        unsafe { std::slice::from_raw_parts(at, self.length) }
    }

    /// Takes this process's own counts away and hands each to `take`, with the cell that all see.
    fn carry(&self, take: impl Fn(&AtomicU8, u8)) {
        let Some(private) = self.private else { return };
        for (own, shared) in self.cells(private).iter().zip(self.cells(self.shared)) {
            match own.load(Ordering::Relaxed) {
                0 => {}
                count => {
                    own.store(0, Ordering::Relaxed);
                    take(shared, count);
                }
            }
        }
    }

    /// Makes the shared counts zero and hands over the numbers of those that were not. Most are, so it goes by words.
    fn drain(&self, mut reached: impl FnMut(u32)) {
        let cells = self.cells(self.shared);
        // SAFETY: bytes of counters are words of counters; nobody else reads or writes meanwhile.
        let (head, words, tail) = unsafe { cells.align_to::<AtomicU64>() };
        let mut number = self.first;
        let mut byte = |number: u32, cell: &AtomicU8| {
            if cell.load(Ordering::Relaxed) != 0 {
                cell.store(0, Ordering::Relaxed);
                reached(number);
            }
        };
        for cell in head {
            byte(number, cell);
            number += 1;
        }
        for word in words {
            if word.load(Ordering::Relaxed) != 0 {
                let at = (number - self.first) as usize;
                (number..).zip(&cells[at..at + size_of::<u64>()]).for_each(|(n, cell)| byte(n, cell));
            }
            number += size_of::<u64>() as u32;
        }
        for cell in tail {
            byte(number, cell);
            number += 1;
        }
    }
}

impl CounterTable {
    fn address(self, number: u32) -> usize {
        // SAFETY: the table has an entry for every counter, relocated when the library was loaded.
        unsafe { (*self.0.add(number as usize))[0] }
    }
}

/// The addresses of counters before, on and behind the pages that hold nothing else.
pub(super) fn split(start: usize, length: usize, page: usize) -> [Range<usize>; 3] {
    let end = start + length;
    let first = start.next_multiple_of(page).min(end);
    let last = (end - end % page).max(first);
    [start..first, first..last, last..end]
}

/// The counters by the file at `path`; none where it has none.
fn sections(path: &Path) -> Result<Option<Sections>> {
    let file = std::fs::File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let cache = object::ReadCache::new(file);
    let elf = object::File::parse(&cache).with_context(|| format!("{} is no ELF file", path.display()))?;
    let place = |name: &str| elf.section_by_name(name).map(|s| ((s.address(), s.size()), s.flags()));
    let Some((counters, flags)) = place("__sancov_cntrs").filter(|((_, size), _)| *size > 0) else {
        return Ok(None);
    };
    let writable = object::elf::SHF_WRITE;
    if !matches!(flags, SectionFlags::Elf { sh_flags, .. } if sh_flags & writable == writable) {
        return Ok(None);
    }
    Ok(Some(Sections { counters, table: place("__sancov_pcs").map(|(place, _)| place) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_nothing_but_counters_are_shared() {
        assert_eq!(split(100, 50, 4096), [100..150, 150..150, 150..150]);
        assert_eq!(split(4000, 200, 4096), [4000..4096, 4096..4096, 4096..4200]);
        assert_eq!(split(4000, 5000, 4096), [4000..4096, 4096..8192, 8192..9000]);
        assert_eq!(split(4096, 4096, 4096), [4096..4096, 4096..8192, 8192..8192]);
    }

    #[test]
    fn draining_finds_every_count_once_wherever_it_lies() {
        for start in 0..8 {
            let cells: Vec<AtomicU8> = (0..64).map(|_| AtomicU8::new(0)).collect();
            let part = CounterRange {
                first: 1000,
                length: 64 - start,
                shared: cells[start..].as_ptr(),
                private: None,
            };
            for at in [start, start + 7, 40, 41, 63] {
                cells[at].store(200, Ordering::Relaxed);
            }
            let drained = || {
                let mut found = Vec::new();
                part.drain(|number| found.push(number as usize - 1000 + start));
                found.dedup();
                found
            };
            assert_eq!(drained(), [start, start + 7, 40, 41, 63]);
            assert_eq!(drained(), [0; 0]);
        }
    }

    #[test]
    fn own_counts_are_carried_once_and_the_greater_stays() {
        let own: Vec<AtomicU8> = [0, 3, 9].map(AtomicU8::new).into();
        let all: Vec<AtomicU8> = [1, 0, 200].map(AtomicU8::new).into();
        let part = CounterRange { first: 0, length: 3, shared: all.as_ptr(), private: Some(own.as_ptr()) };
        part.carry(|shared, count| {
            shared.fetch_max(count, Ordering::Relaxed);
        });
        let values = |cells: &[AtomicU8]| cells.iter().map(|c| c.load(Ordering::Relaxed)).collect::<Vec<_>>();
        assert_eq!((values(&own), values(&all)), (vec![0, 0, 0], vec![1, 3, 200]));
    }
}
