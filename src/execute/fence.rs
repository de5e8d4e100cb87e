//! Memory between pages that nobody may touch: a step outside ends the program where it is taken.
//!
//! Room is reserved as a whole and closed. A block opens the pages it lies on; those around them stay closed, and once
//! it is freed so are its own. No place is given out twice, so that what is freed is never somebody else's.

use std::ops::Range;

/// Blocks open at a time: each splits a mapping twice, of which a process may have 65,530 (`vm.max_map_count`).
const MOST_OPEN: usize = 8192;

/// Closed room, of which blocks open pages.
pub struct Fences {
    room: Range<usize>,
    page: usize,
    /// The first address at which the next block's pages may begin.
    next: usize,
    open: usize,
}

impl Fences {
    /// Reserves `length` bytes of address space; nothing where there is not so much.
    pub fn reserve(length: usize) -> Option<Fences> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping touches nothing that exists; the system tells how large a page is.
        let (base, page) = unsafe {
            let base = libc::mmap(std::ptr::null_mut(), length, libc::PROT_NONE, flags, -1, 0);
            (base, libc::sysconf(libc::_SC_PAGESIZE))
        };
        let page = usize::try_from(page).ok()?;
        if base == libc::MAP_FAILED {
            return None;
        }
        let base = base as usize;
        Some(Fences { room: base..base + length, page, next: base + page, open: 0 })
    }

    /// Bytes of a page.
    pub fn page(&self) -> usize {
        self.page
    }

    /// Opens pages for a block of `size` bytes, and says where it lies on them: at their very end as far as its alignment lets
    /// it, or with `front` at their beginning. Nothing where there are too many, or no room.
    pub fn open(&mut self, size: usize, alignment: usize, front: bool) -> Option<(usize, Range<usize>)> {
        let length = size.max(1).checked_next_multiple_of(self.page)?;
        let pages = self.next..self.next.checked_add(length)?;
        if alignment > self.page || self.open == MOST_OPEN || pages.end + self.page > self.room.end {
            return None;
        }
        if !self.protect(&pages, libc::PROT_READ | libc::PROT_WRITE) {
            return None;
        }
        self.next = pages.end + self.page;
        self.open += 1;
        let address = if front { pages.start } else { (pages.end - size) & !(alignment - 1) };
        Some((address, pages))
    }

    /// Closes the pages of a block that is freed.
    pub fn close(&mut self, pages: &Range<usize>) {
        if self.protect(pages, libc::PROT_NONE) {
            self.open -= 1;
        }
    }

    fn protect(&self, pages: &Range<usize>, access: libc::c_int) -> bool {
        // SAFETY: pages of the room that is reserved, which no Rust reference points to.
        unsafe { libc::mprotect(pages.start as *mut libc::c_void, pages.len(), access) == 0 }
    }
}

impl Drop for Fences {
    fn drop(&mut self) {
        // SAFETY: reserved by this, and its blocks end with it.
        unsafe { libc::munmap(self.room.start as *mut libc::c_void, self.room.len()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_lie_at_an_end_of_their_pages() {
        let mut fences = Fences::reserve(1 << 20).expect("a mebibyte is there");
        let page = fences.page;
        let (back, pages) = fences.open(20, 16, false).expect("there is room");
        assert_eq!((pages.len(), pages.end - back), (page, 32));
        let (front, others) = fences.open(page + 1, 64, true).expect("there is room");
        assert_eq!((front, others.len()), (others.start, 2 * page));
        assert!(others.start >= pages.end + page, "a closed page lies between them");
        // SAFETY: open pages.
        unsafe { (back as *mut u8).write_bytes(1, 20) };
        fences.close(&pages);
        assert_eq!(fences.open, 1);
        let (none, behind) = fences.open(0, 16, false).expect("there is room");
        assert_eq!((none, behind.len()), (behind.end, page));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut fences = Fences::reserve(1 << 16).expect("64 KiB are there");
        assert_eq!(fences.open(1 << 16, 16, false), None);
        assert_eq!(fences.open(8, 1 << 20, false), None);
        assert!(fences.open(1 << 14, 16, false).is_some());
        assert!(Fences::reserve(usize::MAX >> 1).is_none());
    }
}
