//! AFL++: our slots lie in its shared map, and inputs whose map it compares run with everything armed.
//!
//! The fork server starts once the library is loaded and armed, so a new process costs a fork. Feedback is what MLIR
//! reaches alone: AFL++ measures *stability*, the share of counters that are equal whenever an input is run again, and
//! lowdiff's own edges depend on how long a worker takes and on what it kept from earlier cases.

use lowdiff::coverage::{Calibration, Counters, Options, SLOTS};
use lowdiff::explore::Stats;
use std::sync::Mutex;

/// What to watch, for whom.
///
/// # Errors
/// The environment asks for what there is not, or AFL++'s map is not as expected.
pub fn options() -> anyhow::Result<Options> {
    Options::from_environment(if is_run_by_afl() { Some(counters()?) } else { None })
}

/// What the run came to in all.
pub fn total(stats: Stats) -> Stats {
    stats
}

/// AFL++ tells its target about the map by this variable.
fn is_run_by_afl() -> bool {
    std::env::var_os("__AFL_SHM_ID").is_some()
}

// Of AFL++'s runtime, and of the linker.
unsafe extern "C" {
    fn __sanitizer_cov_trace_pc_guard_init(start: *mut u32, stop: *mut u32);
    static mut __afl_area_ptr: *mut u8;
    static mut __start___sancov_guards: u32;
    static mut __stop___sancov_guards: u32;
}

/// Room for [`SLOTS`] counters in AFL++'s map, behind those of lowdiff's own edges, which are silenced.
fn counters() -> anyhow::Result<Counters> {
    static mut GUARDS: [u32; SLOTS] = [0; SLOTS];
    // SAFETY: the linker marks the guards of this program; no other thread runs yet. The map is set up by the runtime
    // before main, is grown here, and stays where it is from the start of the fork server on.
    unsafe {
        let (guards, own) = ((&raw mut GUARDS).cast::<u32>(), &raw mut __start___sancov_guards);
        // The runtime numbers them as it does those of a library that is loaded late.
        __sanitizer_cov_trace_pc_guard_init(guards, guards.add(SLOTS));
        let (first, last) = (*guards, *guards.add(SLOTS - 1));
        if last.wrapping_sub(first) as usize != SLOTS - 1 {
            anyhow::bail!("AFL++ numbers the counters from {first} to {last}: unset AFL_INST_RATIO");
        }
        // A guard of 0 counts in the first byte of the map, which says nothing.
        let edges = (&raw mut __stop___sancov_guards).offset_from(own) as usize;
        (0..edges).for_each(|edge| *own.add(edge) = 0);
        Ok(Counters::at(__afl_area_ptr.add(first as usize)))
    }
}

/// Runs the inputs AFL++ sends, or replays the files on the command line where it is not AFL++ that runs this.
pub fn main(target: &'static str) {
    if !is_run_by_afl() {
        crate::replay(target);
    }
    crate::open();
    // The processes of the fork server fork workers of their own.
    crate::with(lowdiff::explore::Campaign::rest);
    let calibration = Mutex::new(None);
    // Panics end the process, which is what AFL++ takes for a crash.
    afl::fuzz(true, move |bytes| {
        let mut calibration = calibration.lock().expect("a panic ends the process");
        let calibration = calibration.get_or_insert_with(|| {
            coverage(lowdiff::coverage::Coverage::resume);
            Calibration::default()
        });
        let whole = calibration.is_compared(bytes);
        if once(target, bytes, whole) && !whole {
            // AFL++ keeps this input, and compares the map this run leaves with those of its calibration.
            coverage(|c| c.clear());
            once(target, bytes, true);
        }
    });
}

/// Runs an input, with all armed or what is still news; true if it reached what no run had reached before.
fn once(target: &str, bytes: &[u8], whole: bool) -> bool {
    let before = coverage(|c| c.ever());
    crate::with(|campaign| campaign.watch_whole(whole));
    crate::run(target, bytes);
    coverage(|c| c.ever()) != before
}

/// Does nothing where nobody watches.
fn coverage<T>(work: impl FnOnce(&mut lowdiff::coverage::Coverage) -> T) -> Option<T> {
    crate::with(|campaign| campaign.coverage().map(work))
}
