//! AFL++: our slots lie in its shared map, and inputs whose map it compares run with everything armed.
//!
//! The fork server starts once the library is loaded and armed, so a new process costs a fork. Feedback is what MLIR
//! reaches alone: AFL++ measures *stability*, the share of counters that are equal whenever an input is run again, and
//! lowdiff's own edges depend on how long a worker takes and on what it kept from earlier cases.

use lowdiff::coverage::{Calibration, Counters, Coverage, Options, SLOTS};
use lowdiff::explore::{CaseResult, Stats};
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The coverage to watch, and the counters that the engine reads.
///
/// # Errors
/// The environment asks for what there is not, or AFL++'s map is not as expected.
pub fn options() -> anyhow::Result<Options> {
    Options::from_environment(if is_run_by_afl() { Some(counters()?) } else { None })
}

/// Changes that know of cases are libFuzzer's only.
pub fn ran(_: &[u8], _: &CaseResult, _: &Coverage) {}

/// The counts of the whole run.
pub fn total(stats: Stats) -> Stats {
    stats
}

/// AFL++ tells its target about the map by this variable.
fn is_run_by_afl() -> bool {
    std::env::var_os("__AFL_SHM_ID").is_some()
}

// Of AFL++'s runtime.
unsafe extern "C" {
    fn __sanitizer_cov_trace_pc_guard_init(start: *mut u32, stop: *mut u32);
    static mut __afl_area_ptr: *mut u8;
    static mut __afl_map_size: u32;
    static __afl_already_initialized_forkserver: u32;
}

/// AFL++'s map.
static MAP: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Room for [`SLOTS`] counters in AFL++'s map; lowdiff's own edges count elsewhere from now on.
fn counters() -> anyhow::Result<Counters> {
    static mut GUARDS: [u32; SLOTS] = [0; SLOTS];
    // SAFETY: no other thread runs. The runtime has set up its map before main, enlarges it here, and leaves it where
    // it is from the start of the fork server on. The map that it writes to afterwards is as large.
    unsafe {
        if __afl_already_initialized_forkserver != 0 {
            anyhow::bail!(
                "AFL++ began before the target was ready: give its tools a folder (-i), or set __AFL_DEFER_FORKSRV=1"
            );
        }
        let guards = (&raw mut GUARDS).cast::<u32>();
        // It numbers them as it does those of a library that is loaded late.
        __sanitizer_cov_trace_pc_guard_init(guards, guards.add(SLOTS));
        let (first, last) = (*guards, *guards.add(SLOTS - 1));
        if last.wrapping_sub(first) as usize != SLOTS - 1 {
            anyhow::bail!("AFL++ numbers the counters from {first} to {last}: unset AFL_INST_RATIO");
        }
        let map = __afl_area_ptr;
        MAP.store(map, Ordering::Relaxed);
        __afl_area_ptr = vec![0; __afl_map_size as usize + 1].leak().as_mut_ptr();
        Ok(Counters::at(map.add(first as usize)))
    }
}

/// Runs the inputs AFL++ sends, or replays the files on the command line where it is not AFL++ that runs this.
pub fn main(target: &'static str) {
    if !is_run_by_afl() {
        crate::replay(target);
    }
    crate::open(target);
    // The processes of the fork server fork workers of their own.
    crate::with(lowdiff::explore::Campaign::new_worker);
    let calibration = Mutex::new(Calibration::default());
    // Panics end the process, which is what AFL++ takes for a crash.
    afl::fuzz(true, move |bytes| {
        // SAFETY: the first byte of the map stands for nothing; AFL++ takes an empty map for a target it cannot watch.
        unsafe { *MAP.load(Ordering::Relaxed) = 1 };
        let whole = calibration.lock().expect("a panic ends the process").is_compared(bytes);
        if once(target, bytes, whole) && !whole {
            // AFL++ keeps this input, and compares the map this run leaves with those of its calibration.
            coverage(|c| c.clear());
            once(target, bytes, true);
        }
    });
}

/// Runs an input, with all armed or what few runs have reached; true if it reached what no run had reached before.
fn once(target: &str, bytes: &[u8], whole: bool) -> bool {
    let before = coverage(|c| c.ever());
    crate::with(|campaign| campaign.watch_whole(whole));
    crate::run(target, bytes);
    coverage(|c| c.ever()) != before
}

/// Does nothing where nobody watches.
fn coverage<T>(work: impl FnOnce(&mut Coverage) -> T) -> Option<T> {
    crate::with(|campaign| campaign.coverage().map(work))
}
