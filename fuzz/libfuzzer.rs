//! libFuzzer: extra counters it reads beside its own, and the processes it starts in fork mode and to merge.

use lowdiff::coverage::{Counters, Coverage, Options, SLOTS};
use lowdiff::decode::envelope::{self, MutationBounds};
use lowdiff::decode::{Guide, ROOM, Taken, TurnOfPath, is_envelope};
use lowdiff::explore::{CaseResult, Stats};
use lowdiff::observe::Effect;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int};
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

pub use libfuzzer_sys;

thread_local! {
    /// True if this process only starts others.
    static FORKS: Cell<bool> = const { Cell::new(false) };
    /// The guide to steps that reach something new; none where the engine is not to know.
    static GUIDE: RefCell<Option<Guide>> = const { RefCell::new(None) };
}

/// The counters libFuzzer reads beside its own, as many as [`SLOTS`]; whole pages, so that they can be shared.
#[repr(C, align(4096))]
struct Extra([u8; SLOTS]);

#[unsafe(link_section = "__libfuzzer_extra_counters")]
static mut EXTRA: Extra = Extra([0; SLOTS]);

/// Features that libFuzzer tells apart: it takes their numbers modulo this.
const FEATURES: usize = 1 << 21;

// No two slots are one feature. Counters of lowdiff's own code, where it is built with any, are numbered before, with seven
// unused numbers for each that is used: those beyond a quarter of a million go round, and some share features with slots. Few
// of them are ever reached by the process that libFuzzer watches.
const _: () = assert!(SLOTS <= FEATURES);

/// An option of libFuzzer. A counter is one feature then, and not eight, one for each range of counts: of these a slot would use
/// the first alone.
const ONE_FEATURE_EACH: &std::ffi::CStr = c"-use_counters=0";

// Of libFuzzer, for programs with a `main` of their own, and of libfuzzer-sys.
unsafe extern "C" {
    fn LLVMFuzzerRunDriver(
        argc: *mut c_int,
        argv: *mut *mut *mut c_char,
        test: unsafe extern "C" fn(*const u8, usize) -> c_int,
    ) -> c_int;
    fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> c_int;
}

/// Runs libFuzzer with the words of the command line, behind an option that suits the slots: one that the user gives comes later,
/// and counts. The processes it starts are given the same words.
///
/// # Safety
/// The arguments are those of `main`.
pub unsafe fn drive(argc: c_int, argv: *mut *mut c_char) -> c_int {
    // SAFETY: the caller vouches for the words, which are followed by a null pointer.
    let mut words = unsafe { std::slice::from_raw_parts(argv, argc as usize + 1) }.to_vec();
    // libFuzzer does not write to them.
    words.insert(1, ONE_FEATURE_EACH.as_ptr().cast_mut());
    let (mut count, mut words) = (argc + 1, words.leak().as_mut_ptr());
    // SAFETY: words as those of `main`, which stay.
    unsafe { LLVMFuzzerRunDriver(&raw mut count, &raw mut words, LLVMFuzzerTestOneInput) }
}

/// The coverage to watch, and the counters that the engine reads.
///
/// # Errors
/// The environment asks for what there is not, or no memory is left.
pub fn options() -> anyhow::Result<Options> {
    share_slots()?;
    share_stats()?;
    if let Ok(word) = std::env::var("LOWDIFF_MUTATE")
        && !["", "cases", "bytes"].contains(&word.as_str())
    {
        anyhow::bail!("LOWDIFF_MUTATE is '{word}': use cases or bytes");
    }
    // SAFETY: whole pages of counters, which libFuzzer reads and clears as bytes.
    let counters = unsafe { Counters::over((&raw mut EXTRA).cast())? };
    let mut options = Options::from_environment(Some(counters))?;
    GUIDE.set(options.counters.map(|_| Guide::default()));
    // Inputs to merge are chosen by all they reach, unless speed is worth more to somebody: code that sixteen inputs have reached
    // is then not seen again.
    options.always =
        options.always.or(is_asked(&["-merge", "-merge_inner", "-set_cover_merge"]).then_some(true));
    Ok(options)
}

/// The counts of the whole run: in fork mode, the sum over the processes it started.
pub fn total(mut stats: Stats) -> Stats {
    match std::env::var_os(SHARED_STATS).map(PathBuf::from) {
        // libFuzzer's fork mode: this is the process that starts the others, and sums up for them.
        Some(file) if FORKS.get() => {
            let lines = std::fs::read_to_string(&file).unwrap_or_default();
            lines
                .lines()
                .filter_map(|line| serde_json::from_str::<Stats>(line).ok())
                .for_each(|s| stats += s);
        }
        Some(file) if stats.inputs > 0 => {
            let line = serde_json::to_string(&stats).unwrap_or_default() + "\n";
            let file = std::fs::OpenOptions::new().append(true).open(file);
            // Counts are for people; a run does not fail for want of them.
            let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
        }
        _ => {}
    }
    stats
}

/// The file where the processes of libFuzzer's fork mode leave their counts for the one that started them.
const SHARED_STATS: &str = "LOWDIFF_STATS";

/// In fork mode, makes the processes about to be started share a file of counts.
fn share_stats() -> anyhow::Result<()> {
    if is_asked(&["-fork"]) {
        FORKS.set(true);
        share_memory(SHARED_STATS, c"lowdiff-stats")?;
    }
    Ok(())
}

const SLOTS_FILE: &str = "LOWDIFF_SLOTS";

/// Where libFuzzer starts processes of its own (fork mode, merging), these compare features by number: they share
/// the table that gives the numbers.
fn share_slots() -> anyhow::Result<()> {
    if !is_asked(&["-fork", "-merge", "-set_cover_merge"]) || std::env::var_os(SLOTS_FILE).is_some() {
        return Ok(());
    }
    share_memory(SLOTS_FILE, c"lowdiff-slots")
}

/// Makes a file in memory, which lives as long as this process and leaves nothing behind however that ends, and tells the
/// processes about to be started of it by `variable`.
fn share_memory(variable: &str, name: &std::ffi::CStr) -> anyhow::Result<()> {
    // SAFETY: the name is NUL-terminated, the descriptor stays open; nothing else runs yet that reads the environment.
    unsafe {
        let file = libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 {
            anyhow::bail!("cannot share memory: {}", std::io::Error::last_os_error());
        }
        std::env::set_var(variable, format!("/proc/{}/fd/{file}", std::process::id()));
    }
    Ok(())
}

/// True if the command line says so to libFuzzer.
fn is_asked(options: &[&str]) -> bool {
    std::env::args().any(|word| word.split_once('=').is_some_and(|(o, v)| options.contains(&o) && v != "0"))
}

/// Learns which steps of an input, which has just been run, reached something new.
pub fn ran(bytes: &[u8], result: &CaseResult, coverage: &Coverage) {
    // Whoever changes inputs by what is learned here knows turns alone.
    if is_envelope(bytes) {
        return;
    }
    GUIDE.with_borrow_mut(|guide| {
        let Some(guide) = guide else { return };
        let origins = coverage.origins();
        let taken = origins.iter().filter_map(|origin| {
            let step = result.reports.get(origin.path)?.steps.get(origin.step)?;
            Some(Taken {
                step: &step.pipeline,
                spot: TurnOfPath { path: origin.path, turn: origin.turn },
                changed: step.effect == Some(Effect::Changed),
                gain: origin.gain,
            })
        });
        guide.learn(bytes, taken);
    });
}

/// An input that is likely to do what reached something new, more often than not.
fn guided(other: &[u8], most: usize, random: &mut ChaCha8Rng) -> Option<Vec<u8>> {
    if random.random_range(0..3) == 0 {
        return None;
    }
    GUIDE.with_borrow(|guide| guide.as_ref()?.mutate(other, most, random))
}

/// Changes `data`, whose first `size` bytes are an input, as a case; the new size.
///
/// libFuzzer's own changes come in between: they know the dictionary. With `LOWDIFF_MUTATE=bytes` there are no others.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    if is_envelope(&data[..size]) && !mutates_bytes() {
        return mutate_envelope(data, size, most, &mut random);
    }
    // Bytes of a module are no program that can be taken apart.
    let is_raw = crate::with(|campaign| campaign.target().takes_raw());
    if is_raw || most < ROOM || mutates_bytes() || random.random_range(0..4) == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    }
    let input = input(&data[..size]);
    let changed = guided(&input, most, &mut random);
    let changed = changed.unwrap_or_else(|| lowdiff::decode::mutate(&input, most, &mut random));
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}

/// The input of the target that bytes stand for.
fn input(bytes: &[u8]) -> Vec<u8> {
    crate::with(|campaign| campaign.target().input(bytes).into_owned())
}

/// Changes a module and its steps. Texts that libFuzzer itself changes are seldom read, and it changes an input up to five times in a row, so
/// it has little of the turns. Where nothing fits, the input stays as the turns before left it.
fn mutate_envelope(data: &mut [u8], size: usize, most: usize, random: &mut ChaCha8Rng) -> usize {
    if random.random_range(0..256) == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    }
    let changed = crate::with(|campaign| {
        let (version, declared) = (campaign.oldest(), campaign.declared());
        let bounds = MutationBounds { most, version, declared };
        envelope::mutant(&data[..size], None, bounds, random).map(|mutant| mutant.bytes)
    });
    let Some(changed) = changed else { return size };
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}

/// Makes an input of two; its size in `out`.
pub fn cross(one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
    let room = out.len();
    let mut copy = |bytes: &[u8]| {
        let size = bytes.len().min(out.len());
        out[..size].copy_from_slice(&bytes[..size]);
        size
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    if is_envelope(one) || is_envelope(other) {
        let crossed = envelope::cross(one, other, room, &mut random);
        return copy(crossed.as_ref().map_or(one, |mutant| &mutant.bytes));
    }
    if room < ROOM || mutates_bytes() || crate::with(|campaign| campaign.target().takes_raw()) {
        return copy(one);
    }
    let (one, other) = (input(one), input(other));
    let crossed = guided(&one, room, &mut random);
    copy(&crossed.unwrap_or_else(|| lowdiff::decode::cross(&one, &other, room, &mut random)))
}

/// `$LOWDIFF_MUTATE`, checked by [`options`].
fn mutates_bytes() -> bool {
    static BYTES: OnceLock<bool> = OnceLock::new();
    *BYTES.get_or_init(|| std::env::var_os("LOWDIFF_MUTATE").is_some_and(|word| word == "bytes"))
}

/// Makes a target of the name it is given.
#[macro_export]
macro_rules! entry {
    ($name:literal) => {
        /// In place of libFuzzer's own.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn main(
            argc: ::std::ffi::c_int,
            argv: *mut *mut ::std::ffi::c_char,
        ) -> ::std::ffi::c_int {
            // SAFETY: the system calls this with these.
            unsafe { $crate::engine::drive(argc, argv) }
        }

        /// Under AddressSanitizer: MLIR is not instrumented, so its leaks and layout say nothing here.
        #[unsafe(no_mangle)]
        pub extern "C" fn __asan_default_options() -> *const ::std::ffi::c_char {
            c"detect_leaks=0:detect_odr_violation=0:alloc_dealloc_mismatch=0".as_ptr()
        }

        $crate::engine::libfuzzer_sys::fuzz_target!(init: $crate::open($name), |input: $crate::Input| -> $crate::engine::libfuzzer_sys::Corpus {
            match $crate::run($name, input.bytes()) {
                true => $crate::engine::libfuzzer_sys::Corpus::Keep,
                false => $crate::engine::libfuzzer_sys::Corpus::Reject,
            }
        });

        $crate::engine::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::engine::mutate(data, size, max_size, seed)
        });

        $crate::engine::libfuzzer_sys::fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
            $crate::engine::cross(one, other, out, seed)
        });
    };
}
