//! Memory shared by parent and worker: a request, a log of frames, and the record of a crash.
//!
//! It outlives the worker, so everything written before a SIGKILL is still there to be read.

use super::crash::CrashRecord;
use super::wire::{Frame, Phase};
use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Room for a request; programs are kilobytes, foreign ones may be megabytes.
const REQUEST_BYTES: usize = 16 << 20;
/// Room for the frames of one request. Untouched pages cost nothing.
const FRAME_BYTES: usize = 64 << 20;
const HEADER_BYTES: usize = 4096;
/// Memory that the values of one frame may take.
const MOST_DECODED: usize = 1 << 30;

#[repr(C)]
struct ArenaHeader {
    request_length: AtomicU64,
    frames_length: AtomicU64,
    /// Grows with every phase, so the parent can tell a slow phase from many quick ones.
    progress: AtomicU64,
    phase: AtomicU32,
    crash: CrashRecord,
}

/// The shared mapping.
pub struct Arena {
    base: *mut u8,
}

fn config() -> bincode::config::Configuration {
    bincode::config::standard()
}

impl Arena {
    /// Maps the memory.
    ///
    /// # Errors
    /// No address space or memory is left.
    pub fn new() -> Result<Arena> {
        let length = HEADER_BYTES + REQUEST_BYTES + FRAME_BYTES;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh anonymous mapping touches nothing that exists.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            let reason = std::io::Error::last_os_error();
            bail!("cannot map {} MiB shared with workers: {reason}; free some memory", length >> 20);
        }
        const { assert!(size_of::<ArenaHeader>() <= HEADER_BYTES) };
        Ok(Arena { base: base.cast() })
    }

    fn header(&self) -> &ArenaHeader {
        // SAFETY: the mapping starts with a header; zero bytes are a valid one, all fields are atomic.
        unsafe { &*self.base.cast::<ArenaHeader>() }
    }

    /// The crash record, for the signal handler and for the parent.
    pub fn crash(&self) -> &CrashRecord {
        &self.header().crash
    }

    /// Parent: stores a request and empties the log.
    ///
    /// # Errors
    /// The request is larger than the arena.
    pub fn put_request(&self, request: &impl Serialize) -> Result<()> {
        // SAFETY: the worker reads only after it was told to, by a byte on its pipe.
        let room = unsafe { std::slice::from_raw_parts_mut(self.base.add(HEADER_BYTES), REQUEST_BYTES) };
        let length = bincode::serde::encode_into_slice(request, room, config())
            .map_err(|_| anyhow!("the program is larger than {} MiB", REQUEST_BYTES >> 20))?;
        let header = self.header();
        header.request_length.store(length as u64, Ordering::Release);
        header.frames_length.store(0, Ordering::Release);
        header.phase.store(0, Ordering::Release);
        header.crash.clear();
        Ok(())
    }

    /// Worker: the request stored last.
    ///
    /// # Errors
    /// It does not decode.
    pub fn request<T: DeserializeOwned>(&self) -> Result<T> {
        let length = self.header().request_length.load(Ordering::Acquire) as usize;
        // SAFETY: the parent stored `length` bytes there and waits.
        let bytes = unsafe { std::slice::from_raw_parts(self.base.add(HEADER_BYTES), length) };
        Ok(bincode::serde::decode_from_slice(bytes, config())?.0)
    }

    /// Worker: appends a frame; false when the log is full.
    pub fn push(&self, frame: &Frame) -> bool {
        let at = self.header().frames_length.load(Ordering::Acquire) as usize;
        let start = HEADER_BYTES + REQUEST_BYTES + at;
        if at + 8 > FRAME_BYTES {
            return false;
        }
        // SAFETY: behind the published length only this single-threaded worker writes.
        let room = unsafe { std::slice::from_raw_parts_mut(self.base.add(start), FRAME_BYTES - at) };
        let (size, body) = room.split_at_mut(8);
        let Ok(length) = bincode::serde::encode_into_slice(frame, body, config()) else { return false };
        size.copy_from_slice(&(length as u64).to_le_bytes());
        self.header().frames_length.store((at + 8 + length) as u64, Ordering::Release);
        true
    }

    /// Parent: every frame published so far.
    ///
    /// # Errors
    /// The log was damaged, as a stray store of a crashing pass might do.
    pub fn frames(&self) -> Result<Vec<Frame>> {
        let length = (self.header().frames_length.load(Ordering::Acquire) as usize).min(FRAME_BYTES);
        // SAFETY: published bytes are not written again before the next request.
        let mut rest =
            unsafe { std::slice::from_raw_parts(self.base.add(HEADER_BYTES + REQUEST_BYTES), length) };
        let mut frames = Vec::new();
        while !rest.is_empty() {
            let (size, body) = rest.split_first_chunk::<8>().context("the frame log is damaged")?;
            let body = body.get(..u64::from_le_bytes(*size) as usize).context("the frame log is damaged")?;
            // A length that nobody wrote asks for no memory.
            let config = config().with_limit::<MOST_DECODED>();
            frames.push(bincode::serde::decode_from_slice(body, config)?.0);
            rest = &rest[8 + body.len()..];
        }
        Ok(frames)
    }

    /// Worker: says what it does from now on.
    pub fn enter(&self, phase: Phase) {
        self.header().phase.store(phase as u32, Ordering::Release);
        self.header().progress.fetch_add(1, Ordering::AcqRel);
    }

    /// Parent: what the worker does, and a number that changes with every phase.
    pub fn phase(&self) -> (Phase, u64) {
        let phase = Phase::from_number(self.header().phase.load(Ordering::Acquire));
        (phase, self.header().progress.load(Ordering::Acquire))
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`; workers have mappings of their own.
        unsafe { libc::munmap(self.base.cast(), HEADER_BYTES + REQUEST_BYTES + FRAME_BYTES) };
    }
}
