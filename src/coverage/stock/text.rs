//! A library's code, put into shared memory: read and executed in place, written through a second mapping.
//!
//! A byte written here is seen by this process and by every worker forked since, without a system call and without
//! copying a page.

use anyhow::{Context as _, Result, bail};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::atomic::{AtomicU8, Ordering};

/// The code of one loaded library.
pub struct LibraryText {
    /// The address at which it is executed.
    pub start: usize,
    /// Its length in bytes.
    pub length: usize,
    alias: *mut u8,
}

// SAFETY: the mapping lives as long as the process and is written by atomic bytes.
unsafe impl Send for LibraryText {}
// SAFETY: as above.
unsafe impl Sync for LibraryText {}

impl LibraryText {
    /// Puts the executable bytes at `start` into shared memory, in place.
    ///
    /// # Errors
    /// This system forbids executing memory files, or no memory is left; the code is as it was then.
    ///
    /// # Safety
    /// The range is the code of a loaded library that stays loaded, and no other thread writes it.
    pub unsafe fn share(start: usize, length: usize) -> Result<LibraryText> {
        // SAFETY: always valid.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let lead = start % page;
        let whole = (lead + length).next_multiple_of(page);
        let place = start - lead;
        let mut file = executable_file()?;
        // SAFETY: a library's segment is mapped in whole pages.
        let code = unsafe { std::slice::from_raw_parts(place as *const u8, whole) };
        file.write_all(code).context("no memory is left for a copy of the code")?;
        let at = file.as_raw_fd();
        // SAFETY: a fresh mapping, then one that puts the same bytes where they are already.
        unsafe {
            let alias = libc::mmap(
                std::ptr::null_mut(),
                whole,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                at,
                0,
            );
            if alias == libc::MAP_FAILED {
                bail!("cannot map a copy of the code: {}", std::io::Error::last_os_error());
            }
            // A probe first: after MAP_FIXED failed half way there would be no way back.
            let run = libc::PROT_READ | libc::PROT_EXEC;
            let probe = libc::mmap(std::ptr::null_mut(), whole, run, libc::MAP_SHARED, at, 0);
            if probe == libc::MAP_FAILED {
                let reason = std::io::Error::last_os_error();
                libc::munmap(alias, whole);
                bail!("this system does not let memory files be executed ({reason})");
            }
            libc::munmap(probe, whole);
            let flags = libc::MAP_SHARED | libc::MAP_FIXED;
            if libc::mmap(place as *mut _, whole, run, flags, at, 0) == libc::MAP_FAILED {
                bail!("cannot map the code in place: {}", std::io::Error::last_os_error());
            }
            Ok(LibraryText { start, length, alias: alias.cast::<u8>().add(lead) })
        }
    }

    /// Offset of an address within it.
    pub fn offset(&self, address: usize) -> Option<u32> {
        address.checked_sub(self.start).filter(|&o| o < self.length).map(|o| o as u32)
    }

    /// Replaces a byte of code. Async-signal-safe.
    pub fn write(&self, offset: u32, byte: u8) {
        self.cell(offset).store(byte, Ordering::Release);
    }

    /// A byte of code.
    pub fn read(&self, offset: u32) -> u8 {
        self.cell(offset).load(Ordering::Acquire)
    }

    fn cell(&self, offset: u32) -> &AtomicU8 {
        assert!((offset as usize) < self.length);
        // SAFETY: within the mapping.
        unsafe { AtomicU8::from_ptr(self.alias.add(offset as usize)) }
    }
}

/// A memory file whose pages may be executed.
fn executable_file() -> Result<File> {
    /// Linux 6.3: asks for what `vm.memfd_noexec` may have made not the default. Older kernels refuse the flag.
    const MFD_EXEC: u32 = 0x10;
    for flags in [libc::MFD_CLOEXEC | MFD_EXEC, libc::MFD_CLOEXEC] {
        // SAFETY: the name is NUL-terminated; the descriptor is owned by the file.
        unsafe {
            let fd = libc::memfd_create(c"lowdiff-text".as_ptr(), flags);
            if fd >= 0 {
                return Ok(File::from_raw_fd(fd));
            }
        }
    }
    bail!("this system has no executable memory files ({})", std::io::Error::last_os_error())
}
