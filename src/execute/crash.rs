//! The worker's last words: what a signal handler can still write down.
//!
//! Forked workers inherit the handlers and exit hooks of the engine they run in (libFuzzer writes an artifact
//! for every signal and every exit), so all of them are replaced here first.

use super::arena::Arena;
use super::{compiled_memory, confine};
use crate::observe::Spot;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicPtr, AtomicU32, AtomicU64, Ordering};

/// Deepest stack recorded.
const MOST_FRAMES: usize = 64;
/// Exit status of a worker whose crash record says more.
pub const RECORDED: c_int = 77;

const NOTHING: u32 = 0;
const SIGNAL: u32 = 1;
const EXIT: u32 = 2;

/// A crash, in memory that outlives the process.
#[repr(C)]
pub struct CrashRecord {
    state: AtomicU32,
    signal: AtomicI32,
    address: AtomicU64,
    access: AtomicU32,
    /// The block of lowered code's memory that was missed: its size, how far from it, and what became of it.
    size: AtomicU64,
    offset: AtomicI64,
    block: AtomicU32,
    depth: AtomicU32,
    /// Calls that a filter refused, and the number of the last one.
    refused: AtomicU32,
    call: AtomicU64,
    frames: [AtomicU64; MOST_FRAMES],
}

/// The values of `block`.
const NO_BLOCK: u32 = 0;
const LIVE: u32 = 1;
const FREED: u32 = 2;

/// A signal that a worker caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caught {
    /// Its number.
    pub signal: c_int,
    /// The address it was about; 0 if none.
    pub address: u64,
    /// True if that was to be written, where the processor tells.
    pub write: Option<bool>,
    /// The memory of lowered code that lies there.
    pub spot: Option<Spot>,
    /// Return addresses, innermost first.
    pub frames: Vec<u64>,
}

/// The content of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastWords {
    /// A signal.
    Signal(Caught),
    /// Something called `exit`.
    Exit,
}

impl CrashRecord {
    /// Empties the record.
    pub fn clear(&self) {
        self.state.store(NOTHING, Ordering::Release);
        self.depth.store(0, Ordering::Release);
        self.refused.store(0, Ordering::Release);
    }

    /// Notes a system call that the worker was refused.
    pub fn refuse(&self, call: u64) {
        self.call.store(call, Ordering::Release);
        self.refused.fetch_add(1, Ordering::AcqRel);
    }

    /// How many system calls the worker was refused, and the number of the last one; none where there were none.
    pub fn refused(&self) -> Option<(u32, u64)> {
        let count = self.refused.load(Ordering::Acquire);
        (count > 0).then(|| (count, self.call.load(Ordering::Acquire)))
    }

    /// The recorded event, if there is one.
    pub fn read(&self) -> Option<LastWords> {
        match self.state.load(Ordering::Acquire) {
            SIGNAL => {
                let depth = (self.depth.load(Ordering::Acquire) as usize).min(MOST_FRAMES);
                let frames = self.frames[..depth].iter().map(|f| f.load(Ordering::Acquire)).collect();
                let block = self.block.load(Ordering::Acquire);
                let spot = (block != NO_BLOCK).then(|| Spot {
                    size: self.size.load(Ordering::Acquire),
                    offset: self.offset.load(Ordering::Acquire),
                    freed: block == FREED,
                });
                let access = self.access.load(Ordering::Acquire);
                Some(LastWords::Signal(Caught {
                    signal: self.signal.load(Ordering::Acquire),
                    address: self.address.load(Ordering::Acquire),
                    write: access.checked_sub(1).map(|write| write == 1),
                    spot,
                    frames,
                }))
            }
            EXIT => Some(LastWords::Exit),
            _ => None,
        }
    }
}

/// The record the handlers write to.
static RECORD: AtomicPtr<CrashRecord> = AtomicPtr::new(std::ptr::null_mut());

/// True from the first of these signals on.
static HANDLING: AtomicBool = AtomicBool::new(false);

/// Signals that end a worker with a record.
const FATAL: [c_int; 7] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGABRT, libc::SIGSYS, libc::SIGTRAP];
/// Signals an engine may have claimed and that mean nothing to a worker.
const PLAIN: [c_int; 8] = [
    libc::SIGALRM,
    libc::SIGINT,
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGXCPU,
    libc::SIGCHLD,
];

/// Loads what a backtrace needs, in the parent: the first one allocates and opens libgcc, which a crashed
/// worker must not do.
pub fn warm_up() {
    let mut frames = [std::ptr::null_mut::<c_void>(); 4];
    // SAFETY: the buffer has room for as many entries as it says.
    unsafe { libc::backtrace(frames.as_mut_ptr(), 4) };
}

/// Worker: installs the handlers. Call once, right after the fork.
pub fn install(arena: &Arena) {
    RECORD.store((&raw const *arena.crash()).cast_mut(), Ordering::Release);
    // SAFETY: plain libc calls with valid arguments; the alternate stack is never freed.
    unsafe {
        // A stack overflow leaves no room for the handler on the stack itself.
        let size = 256 << 10;
        let room = libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if room != libc::MAP_FAILED {
            let stack = libc::stack_t { ss_sp: room, ss_flags: 0, ss_size: size };
            libc::sigaltstack(&stack, std::ptr::null_mut());
        }
        for signal in FATAL {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
        for signal in PLAIN {
            libc::signal(signal, libc::SIG_DFL);
        }
        // Writing past the file size limit shall fail, not kill: a pass may print as much as it likes.
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
        // Runs before every hook registered so far, and ends the process before they can run.
        libc::atexit(on_exit);
    }
}

extern "C" fn on_exit() {
    // SAFETY: set by `install`, mapped for the life of the process.
    if let Some(record) = unsafe { RECORD.load(Ordering::Acquire).as_ref() } {
        record.state.store(EXIT, Ordering::Release);
    }
    crate::coverage::leave_request();
    // SAFETY: ends the process.
    unsafe { libc::_exit(RECORDED) }
}

/// Async-signal-safe but for `backtrace`, which was warmed up; should it hang, the parent's deadline ends it.
extern "C" fn on_signal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: as in `on_exit`.
    let record = unsafe { RECORD.load(Ordering::Acquire).as_ref() };
    // SAFETY: the kernel passes what it says.
    if signal == libc::SIGSYS && unsafe { confine::refuse(record, info, context) } {
        return;
    }
    // A fault of this function's own, of a record that is no longer there, would come back for ever.
    if HANDLING.swap(true, Ordering::AcqRel) {
        // SAFETY: ends the process.
        unsafe { libc::_exit(RECORDED) }
    }
    // SAFETY: as in `on_exit`; the kernel passes valid signal information.
    unsafe {
        if let Some(record) = RECORD.load(Ordering::Acquire).as_ref()
            && record.state.swap(SIGNAL, Ordering::AcqRel) == NOTHING
        {
            record.signal.store(signal, Ordering::Release);
            let faults = matches!(signal, libc::SIGSEGV | libc::SIGBUS | libc::SIGFPE | libc::SIGILL);
            let address = if faults && !info.is_null() { (*info).si_addr() as u64 } else { 0 };
            record.address.store(address, Ordering::Release);
            record.access.store(access(signal, context), Ordering::Release);
            let spot = compiled_memory::spot(address);
            if let Some(spot) = spot {
                record.size.store(spot.size, Ordering::Release);
                record.offset.store(spot.offset, Ordering::Release);
            }
            let block = spot.map_or(NO_BLOCK, |spot| if spot.freed { FREED } else { LIVE });
            record.block.store(block, Ordering::Release);
            let mut found = [std::ptr::null_mut::<c_void>(); MOST_FRAMES];
            let depth = libc::backtrace(found.as_mut_ptr(), MOST_FRAMES as c_int).max(0) as usize;
            for (slot, frame) in record.frames.iter().zip(&found[..depth]) {
                slot.store(*frame as u64, Ordering::Release);
            }
            record.depth.store(depth as u32, Ordering::Release);
            crate::coverage::leave_request();
        }
        libc::_exit(RECORDED)
    }
}

/// The access that the processor was about to make: 0 where it does not tell, 1 no write, 2 a write.
///
/// # Safety
/// `context` must be what the kernel passes to a handler.
#[cfg(target_arch = "x86_64")]
unsafe fn access(signal: c_int, context: *mut c_void) -> u32 {
    if signal != libc::SIGSEGV || context.is_null() {
        return 0;
    }
    // SAFETY: the caller promises it. Bit 1 of a page fault's code is set for a write.
    let code = unsafe { (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs[libc::REG_ERR as usize] };
    1 + u32::from(code & 2 != 0)
}

#[cfg(not(target_arch = "x86_64"))]
unsafe fn access(_: c_int, _: *mut c_void) -> u32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_is_gone_ends_the_worker_at_once() {
        let arena = Arena::new().expect("memory");
        // SAFETY: the child makes plain calls and ends itself.
        let child = unsafe { libc::fork() };
        if child == 0 {
            install(&arena);
            drop(arena);
            // SAFETY: plain calls; the alarm ends a child that hangs.
            unsafe {
                libc::alarm(20);
                libc::raise(libc::SIGSEGV);
                libc::_exit(0)
            }
        }
        let mut status = 0;
        // SAFETY: the child is this process's own.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert!(libc::WIFEXITED(status), "status {status:#x}");
        assert_eq!(libc::WEXITSTATUS(status), RECORDED);
    }
}
