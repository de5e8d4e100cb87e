//! Engine glue: the one place that knows which fuzzing engine runs a target, and what it wants.
//!
//! A target is `entry!("name")`, and what it does with bytes is [`run`], whoever brings them. Each engine has a file
//! beside this one: how it is started, and which counters it reads. Without an engine a target is a plain program
//! that replays the files on its command line, for debuggers and stable toolchains; the programs of the other engines
//! do the same where no engine has started them.

#[cfg(any(
    all(feature = "libfuzzer", feature = "afl"),
    all(feature = "libfuzzer", feature = "honggfuzz"),
    all(feature = "afl", feature = "honggfuzz")
))]
compile_error!("one engine at a time: add --no-default-features to --features afl or --features honggfuzz");

// `cargo afl` and `cargo hfuzz` build with --cfg fuzzing and link their runtimes; other builds of these targets replay.
#[cfg(all(feature = "afl", fuzzing))]
#[path = "afl.rs"]
pub mod engine;
#[cfg(all(feature = "honggfuzz", fuzzing))]
#[path = "honggfuzz.rs"]
pub mod engine;
#[cfg(feature = "libfuzzer")]
#[path = "libfuzzer.rs"]
pub mod engine;
#[cfg(not(any(feature = "libfuzzer", all(any(feature = "afl", feature = "honggfuzz"), fuzzing))))]
#[path = "replay.rs"]
pub mod engine;

mod progress;
mod signature;

use anyhow::Context as _;
use lowdiff::execute::ExecutorKind;
use lowdiff::explore::step_counts::Steps;
use lowdiff::explore::{Campaign, CaseResult, Target, ToldStats};
use lowdiff::judge::Known;
use lowdiff::mlir::toolchain;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

thread_local! {
    /// Never dropped: the summary is printed by an exit hook, after thread locals with destructors are gone.
    static CAMPAIGN: Cell<Option<&'static RefCell<Campaign>>> = const { Cell::new(None) };
    /// True if findings are kept and counted without ending the run.
    static KEEP_GOING: Cell<bool> = const { Cell::new(false) };
}

/// Opens the MLIR under test (`$LOWDIFF_MLIR`, then `22`) once, for this target; says what is missing and ends if it cannot.
///
/// Lowered code is interpreted, or run by `$LOWDIFF_EXECUTOR`. Findings go to `$LOWDIFF_OUT`, or to `findings` in the current directory,
/// which is that of temporary files where the target was shipped with its MLIR. With `LOWDIFF_KEEP_GOING=1` they do
/// not end the run, which is how to count over many inputs, or to let one campaign find more than one bug. Bugs in the file `$LOWDIFF_KNOWN`
/// do not end it either.
pub fn open(target: &str) {
    lowdiff::observe::start_log();
    lowdiff::execute::survive_file_limit();
    let mlir = toolchain::default_name();
    let executor = std::env::var("LOWDIFF_EXECUTOR").ok().filter(|name| !name.is_empty());
    let out = folder();
    let opened = keeps_going().and_then(|keeps| {
        KEEP_GOING.set(keeps);
        let known = Target::named(target);
        let known = known.with_context(|| format!("{target} is no target that lowdiff knows"))?;
        let executor: ExecutorKind = executor.map_or(Ok(ExecutorKind::default()), |word| word.parse())?;
        let mut campaign = Campaign::open(&mlir, executor, &out)?;
        if campaign.capabilities().stock {
            anyhow::bail!("LOWDIFF_EXECUTOR is '{executor}': use interp or jit");
        }
        if known.is_of_steps() && !campaign.capabilities().runs_states {
            anyhow::bail!(
                "{target} runs states as they are, which compiled code cannot: unset LOWDIFF_EXECUTOR"
            );
        }
        campaign.aim(known);
        if let Some(file) = std::env::var_os("LOWDIFF_KNOWN").filter(|file| !file.is_empty()) {
            campaign.know(Known::read(Path::new(&file))?.and(Known::builtin()));
        }
        if known.takes_modules() {
            campaign.declare(lowdiff::explore::declared(&toolchain::find(&mlir)?));
        }
        campaign.watch(&engine::options()?)?;
        progress::open(&mut campaign)?;
        Ok(campaign)
    });
    match opened {
        Ok(campaign) => CAMPAIGN.set(Some(Box::leak(Box::new(RefCell::new(campaign))))),
        Err(error) => {
            lowdiff::observe::tell(&format!("error: {error:#}"));
            std::process::exit(2);
        }
    }
    // SAFETY: registers a function without captures; workers leave by `_exit` and never come to it.
    unsafe { libc::atexit(summary) };
}

/// The folder that findings go to: `$LOWDIFF_OUT`, or `findings` in the current directory. A service that was shipped the target with
/// its MLIR may have no other folder to write to than that of temporary files.
fn folder() -> PathBuf {
    let out = std::env::var_os("LOWDIFF_OUT").filter(|out| !out.is_empty()).map(PathBuf::from);
    let usual = || match toolchain::shipped() {
        Some(_) => std::env::temp_dir().join("findings"),
        None => PathBuf::from("findings"),
    };
    out.unwrap_or_else(usual)
}

/// `$LOWDIFF_KEEP_GOING`. Other values are an error: a run for a night should not end at its first finding.
fn keeps_going() -> anyhow::Result<bool> {
    match std::env::var_os("LOWDIFF_KEEP_GOING").unwrap_or_default().to_string_lossy().as_ref() {
        "" | "0" => Ok(false),
        "1" => Ok(true),
        other => anyhow::bail!("LOWDIFF_KEEP_GOING is '{other}': use 1 to go on after a finding, or 0"),
    }
}

/// Prints what the run came to when it ends by `exit`; a run that is interrupted does not come here.
extern "C" fn summary() {
    // A panic inside a case leaves the campaign borrowed; then there is nothing sound to print.
    let Some(Ok(campaign)) = CAMPAIGN.get().map(RefCell::try_borrow) else { return };
    let stats = engine::total(campaign.stats.clone());
    if stats.inputs > 0 {
        let of_steps = campaign.target().is_of_steps();
        lowdiff::observe::tell(&ToldStats(&stats, of_steps).to_string());
        let steps = Steps::of(&stats);
        if steps.applied > 0 {
            lowdiff::observe::tell(steps.to_string().trim_end());
        }
        lowdiff::observe::tell(&stats.next_step(&folder()));
    }
}

/// Does `work` unless a panic left the campaign in the middle of a case.
fn with_idle(work: impl FnOnce(&mut Campaign)) {
    if let Some(Ok(mut campaign)) = CAMPAIGN.get().map(RefCell::try_borrow_mut) {
        work(&mut campaign);
    }
}

pub(crate) fn with<T>(work: impl FnOnce(&mut Campaign) -> T) -> T {
    let campaign = CAMPAIGN.get().expect("the engine calls `open` first");
    work(&mut campaign.borrow_mut())
}

/// Runs one input. True if it decodes, and so may stay in a corpus.
///
/// # Panics
/// On a finding, which is what the engine counts as one; it is on disk and on standard error by then.
pub fn run(target: &str, bytes: &[u8]) -> bool {
    let result = with(|campaign| {
        let bytes = &*campaign.target().input(bytes);
        let result = campaign.run_bytes(bytes);
        if let (Ok(Some(result)), Some(coverage)) = (&result, campaign.coverage()) {
            engine::ran(bytes, result, coverage);
        }
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
            lowdiff::observe::tell(&format!("{target}: {error:#}"));
            with(|campaign| campaign.stats.fail());
            true
        }
    }
}

fn report(target: &str, result: &CaseResult) {
    let Some(brief) = &result.brief else { return };
    lowdiff::observe::tell(&brief.to_string());
    // Findings of a known bug are kept once, and neither they nor those that maintainers close are a reason to end.
    let is_new =
        result.verdict.kind.is_finding() && result.verdict.known.is_none() && result.closed.is_none();
    if KEEP_GOING.get() || !is_new {
        return;
    }
    summary();
    signature::end(&result.verdict, &format!("{target}: {}", lowdiff::words::verdict(&result.verdict)));
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
        // Engines ask in several ways; the bytes are always all of them.
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

/// Replays the files on the command line, for builds without an engine and runs without one: all of them, and then
/// ends with status 1 if there was a finding that is not known and that maintainers do not close.
pub fn replay(target: &str) -> ! {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        lowdiff::observe::tell(&format!(
            "error: no engine runs {target}: name the inputs to replay, or see scripts/fuzz.sh --help"
        ));
        std::process::exit(2);
    }
    open(target);
    KEEP_GOING.set(true);
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => {
                run(target, &bytes);
            }
            Err(error) => {
                lowdiff::observe::tell(&format!("error: cannot read {}: {error}", file.display()));
                std::process::exit(2);
            }
        }
    }
    std::process::exit(i32::from(with(|campaign| campaign.stats.first_queue() > 0)));
}

/// Makes a target of the name it is given.
#[cfg(not(feature = "libfuzzer"))]
#[macro_export]
macro_rules! entry {
    ($name:literal) => {
        fn main() {
            $crate::engine::main($name);
        }
    };
}
