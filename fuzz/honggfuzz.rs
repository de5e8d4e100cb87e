//! honggfuzz: our counters are counters of an instrumented library to it, and its tracer stays outside.
//!
//! honggfuzz traces the process it starts and whatever that forks: each breakpoint would cost two switches to it, and
//! a worker that MLIR crashed would be a crash of the target. So the process it starts only waits for another, which
//! is not traced, and dies as that one does.

use lowdiff::coverage::{Counters, Coverage, Options, SLOTS};
use lowdiff::explore::{CaseResult, Stats};
use std::ffi::{c_char, c_int};
use std::sync::OnceLock;

// Brings its library in.
use honggfuzz as _;

/// The coverage to watch, and the counters that the engine reads.
///
/// # Errors
/// The environment asks for what there is not, or no memory is left.
pub fn options() -> anyhow::Result<Options> {
    if !fetchIsInputAvailable() {
        return Options::from_environment(None);
    }
    let counters = Counters::new()?;
    let start = counters.base().cast();
    // SAFETY: these bytes live as long as the process; honggfuzz reads and clears them after each input.
    unsafe { __sanitizer_cov_8bit_counters_init(start, start.add(SLOTS)) }
    let options = Options::from_environment(Some(counters))?;
    if options.slots.is_none() {
        // The map outlives a process, so what a counter stands for has to.
        anyhow::bail!(
            "honggfuzz starts its target again after each crash: set LOWDIFF_SLOTS to the name of a file"
        );
    }
    Ok(options)
}

/// Changes that know of cases are libFuzzer's only.
pub fn ran(_: &[u8], _: &CaseResult, _: &Coverage) {}

/// The counts of the whole run.
pub fn total(stats: Stats) -> Stats {
    stats
}

// Of honggfuzz's library.
unsafe extern "C" {
    safe fn fetchIsInputAvailable() -> bool;
    fn HonggfuzzMain(argc: c_int, argv: *mut *mut c_char) -> c_int;
    fn __sanitizer_cov_8bit_counters_init(start: *mut c_char, end: *mut c_char);
}

/// Runs the inputs honggfuzz sends, or replays the files on the command line where nobody sends any.
pub fn main(target: &'static str) {
    if !fetchIsInputAvailable() {
        crate::replay(target);
    }
    leave_the_tracer();
    crate::open(target);
    // A finding ends the process at once, by the signal that honggfuzz counts.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        hook(panic);
        std::process::abort();
    }));
    TARGET.set(target).expect("main runs once");
    // SAFETY: no arguments are used while there is input to fetch.
    unsafe { HonggfuzzMain(0, std::ptr::null_mut()) };
}

static TARGET: OnceLock<&str> = OnceLock::new();

/// One input. honggfuzz counts what was reached when this returns.
#[unsafe(no_mangle)]
extern "C" fn LLVMFuzzerTestOneInput(data: *const u8, length: usize) -> i32 {
    // SAFETY: honggfuzz passes an input it does not change meanwhile.
    let bytes = unsafe { std::slice::from_raw_parts(data, length) };
    crate::run(TARGET.get().expect("set by main"), bytes);
    0
}

/// Goes on in a process that is not traced; the one that was becomes its shadow.
fn leave_the_tracer() {
    let flags = libc::CLONE_UNTRACED | libc::SIGCHLD;
    // SAFETY: a fork, but for the flag that `fork` cannot be given; there is one thread, and no library has registered
    // anything to be done at a fork.
    unsafe {
        let parent = libc::getpid();
        // Where the signal is ignored, nobody is told how a child ended.
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        let child = libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) as libc::pid_t;
        match child {
            -1 => {
                lowdiff::observe::tell(&format!(
                    "error: cannot fork: {}; free some memory",
                    std::io::Error::last_os_error()
                ));
                libc::_exit(2);
            }
            0 => {
                // honggfuzz ends what it has started and knows of.
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                if libc::getppid() != parent {
                    libc::_exit(0);
                }
            }
            _ => {
                let mut status = 0;
                while libc::waitpid(child, &raw mut status, 0) < 0 {
                    let error = std::io::Error::last_os_error();
                    if error.kind() != std::io::ErrorKind::Interrupted {
                        lowdiff::observe::tell(&format!(
                            "error: cannot wait for the target's process: {error}"
                        ));
                        libc::_exit(2);
                    }
                }
                if libc::WIFEXITED(status) {
                    libc::_exit(libc::WEXITSTATUS(status));
                }
                libc::abort();
            }
        }
    }
}
