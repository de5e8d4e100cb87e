//! Engine glue: the one place that knows which fuzzing engine runs a target, and what it wants.
//!
//! A target is `entry!("name")`. With the feature `libfuzzer` that is a libFuzzer target; without an engine
//! it is a plain program that replays the files on its command line, for debuggers and stable toolchains.

mod progress;

use lowdiff::coverage::{Counters, Options, SLOTS};
use lowdiff::explore::{Campaign, CaseResult, Stats};
use std::cell::{Cell, RefCell};
use std::io::Write;
use std::path::PathBuf;

#[cfg(feature = "libfuzzer")]
pub use libfuzzer_sys;

thread_local! {
    /// Never dropped: the summary is printed by an exit hook, after thread locals with destructors are gone.
    static CAMPAIGN: Cell<Option<&'static RefCell<Campaign>>> = const { Cell::new(None) };
    /// Whether findings are kept and counted without ending the run.
    static KEEP_GOING: Cell<bool> = const { Cell::new(false) };
    /// Whether this process only starts others.
    static FORKS: Cell<bool> = const { Cell::new(false) };
}

/// Opens the MLIR under test (`$LOWDIFF_MLIR`, then `22`) once; says what is missing and ends if it cannot.
///
/// Findings go to `$LOWDIFF_OUT`, or to `findings` in the current directory. With `LOWDIFF_KEEP_GOING=1` they do
/// not end the run, which is how to count over many inputs, or to let one campaign find more than one bug.
pub fn open() {
    lowdiff::observe::start_log();
    KEEP_GOING.set(std::env::var_os("LOWDIFF_KEEP_GOING").is_some_and(|v| v == "1"));
    let mlir = lowdiff::mlir::toolchain::default_name();
    let out = std::env::var_os("LOWDIFF_OUT").map_or_else(|| PathBuf::from("findings"), PathBuf::from);
    let opened = Campaign::open(&mlir, "jit", &out).and_then(|mut campaign| {
        share_slots()?;
        campaign.watch(&engine_options()?)?;
        progress::open()?;
        Ok(campaign)
    });
    match opened {
        Ok(campaign) => CAMPAIGN.set(Some(Box::leak(Box::new(RefCell::new(campaign))))),
        Err(error) => {
            eprintln!("error: {error:#}");
            std::process::exit(2);
        }
    }
    share_stats();
    // SAFETY: registers a function without captures; workers leave by `_exit` and never come to it.
    unsafe { libc::atexit(summary) };
}

/// Prints what the run came to, whichever way the engine ends it.
extern "C" fn summary() {
    // A panic inside a case leaves the campaign borrowed; then there is nothing sound to print.
    let Some(Ok(mut campaign)) = CAMPAIGN.get().map(RefCell::try_borrow_mut) else { return };
    progress::note(&mut campaign, true);
    let mut stats = campaign.stats.clone();
    match std::env::var_os(SHARED_STATS).map(PathBuf::from) {
        // libFuzzer's fork mode: this is the process that starts the others, and sums up for them.
        Some(file) if FORKS.get() => {
            let lines = std::fs::read_to_string(&file).unwrap_or_default();
            lines
                .lines()
                .filter_map(|line| serde_json::from_str::<Stats>(line).ok())
                .for_each(|s| stats += s);
            let _ = std::fs::remove_file(file);
        }
        Some(file) if stats.inputs > 0 => {
            let line = serde_json::to_string(&stats).unwrap_or_default() + "\n";
            let file = std::fs::OpenOptions::new().append(true).create(true).open(file);
            // Counts are for people; a run does not fail for want of them.
            let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
        }
        _ => {}
    }
    if stats.inputs > 0 {
        eprintln!("{stats}");
    }
}

/// Where the processes of libFuzzer's fork mode leave their counts for the one that started them.
const SHARED_STATS: &str = "LOWDIFF_STATS";

/// In fork mode, makes the processes about to be started share a file of counts.
fn share_stats() {
    if is_asked(&["-fork"]) {
        FORKS.set(true);
        let file = std::env::temp_dir().join(format!("lowdiff-{}.stats", std::process::id()));
        // SAFETY: nothing else runs yet in this process that could read the environment.
        unsafe { std::env::set_var(SHARED_STATS, file) };
    }
}

/// Whether the command line says so to libFuzzer.
fn is_asked(options: &[&str]) -> bool {
    std::env::args().any(|word| word.split_once('=').is_some_and(|(o, v)| options.contains(&o) && v != "0"))
}

/// The counters libFuzzer reads beside its own, as many as [`SLOTS`]; whole pages, so that they can be shared.
#[cfg(feature = "libfuzzer")]
#[repr(C, align(4096))]
struct Extra([u8; SLOTS]);

#[cfg(feature = "libfuzzer")]
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static mut EXTRA: Extra = Extra([0; SLOTS]);

#[cfg(feature = "libfuzzer")]
fn engine_options() -> anyhow::Result<Options> {
    // SAFETY: whole pages of counters, which libFuzzer reads and clears as bytes.
    let counters = unsafe { Counters::over((&raw mut EXTRA).cast())? };
    let mut options = Options::from_environment(Some(counters))?;
    // What is merged is chosen by all it reaches.
    options.always |= is_asked(&["-merge", "-merge_inner", "-set_cover_merge"]);
    Ok(options)
}

/// Without an engine nobody steers.
#[cfg(not(feature = "libfuzzer"))]
fn engine_options() -> anyhow::Result<Options> {
    Options::from_environment(None)
}

/// Where engines start processes of their own (fork mode, merging), these compare features by number: they share
/// the table that gives the numbers, in memory that lives as long as this process.
fn share_slots() -> anyhow::Result<()> {
    if !is_asked(&["-fork", "-merge", "-set_cover_merge"]) || std::env::var_os(SLOTS_FILE).is_some() {
        return Ok(());
    }
    // SAFETY: the name is NUL-terminated, the descriptor stays open; nothing else runs yet that reads the environment.
    unsafe {
        let file = libc::memfd_create(c"lowdiff-slots".as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 {
            anyhow::bail!("cannot share memory: {}", std::io::Error::last_os_error());
        }
        std::env::set_var(SLOTS_FILE, format!("/proc/{}/fd/{file}", std::process::id()));
    }
    Ok(())
}

const SLOTS_FILE: &str = "LOWDIFF_SLOTS";

fn with<T>(work: impl FnOnce(&mut Campaign) -> T) -> T {
    let campaign = CAMPAIGN.get().expect("the engine calls `open` first");
    work(&mut campaign.borrow_mut())
}

/// Runs one input. True if it decodes, and so may stay in a corpus.
///
/// # Panics
/// On a finding, which is what the engine counts as one; it is on disk and on standard error by then.
pub fn run(target: &str, bytes: &[u8]) -> bool {
    let result = with(|campaign| {
        let result = campaign.run_bytes(bytes);
        progress::note(campaign, false);
        result
    });
    match result {
        Ok(Some(result)) => {
            report(target, &result);
            true
        }
        Ok(None) => false,
        Err(error) => {
            // lowdiff's own trouble is no finding: it is counted, shown, and the run goes on.
            eprintln!("{target}: {error:#}");
            with(|campaign| campaign.stats.fail());
            true
        }
    }
}

fn report(target: &str, result: &CaseResult) {
    let Some(brief) = &result.brief else { return };
    eprintln!("{brief}");
    if KEEP_GOING.get() {
        return;
    }
    summary();
    panic!("{target}: {}", result.verdict);
}

/// An input as engines hand it over. Its `Debug` is the program and the pipelines, which stock `mlir-opt` takes.
pub struct Input(Vec<u8>);

impl Input {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<&[u8]> for Input {
    fn from(bytes: &[u8]) -> Input {
        Input(bytes.to_owned())
    }
}

impl<'a> arbitrary::Arbitrary<'a> for Input {
    fn arbitrary(u: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Input> {
        // The same bytes whichever way an engine asks: all of them.
        Ok(Input(u.bytes(u.len())?.to_owned()))
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match with(|campaign| campaign.resolve(&self.0)) {
            Ok(Some(case)) => write!(f, "{case:?}"),
            Ok(None) => write!(f, "{} bytes that do not decode", self.0.len()),
            Err(error) => write!(f, "a case that cannot be run: {error:#}"),
        }
    }
}

/// Replays the files on the command line, for builds without an engine: all of them, and then ends with status 1
/// if there was a finding.
pub fn replay(target: &str) {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("error: {target} was built without an engine: name the inputs to replay");
        std::process::exit(2);
    }
    open();
    KEEP_GOING.set(true);
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => {
                run(target, &bytes);
            }
            Err(error) => {
                eprintln!("error: cannot read {}: {error}", file.display());
                std::process::exit(2);
            }
        }
    }
    std::process::exit(i32::from(with(|campaign| campaign.stats.findings() > 0)));
}

/// Makes a target of the name it is given.
#[cfg(feature = "libfuzzer")]
#[macro_export]
macro_rules! entry {
    ($name:literal) => {
        /// Under AddressSanitizer: MLIR is not instrumented, so its leaks and layout say nothing here.
        #[unsafe(no_mangle)]
        pub extern "C" fn __asan_default_options() -> *const ::std::ffi::c_char {
            c"detect_leaks=0:detect_odr_violation=0:alloc_dealloc_mismatch=0".as_ptr()
        }

        $crate::libfuzzer_sys::fuzz_target!(init: $crate::open(), |input: $crate::Input| -> $crate::libfuzzer_sys::Corpus {
            match $crate::run($name, input.bytes()) {
                true => $crate::libfuzzer_sys::Corpus::Keep,
                false => $crate::libfuzzer_sys::Corpus::Reject,
            }
        });
    };
}

/// Makes a program that replays files.
#[cfg(not(feature = "libfuzzer"))]
#[macro_export]
macro_rules! entry {
    ($name:literal) => {
        fn main() {
            $crate::replay($name);
        }
    };
}
