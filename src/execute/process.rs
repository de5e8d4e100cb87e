//! Stock tools as child processes: with a deadline and limits, their output in files, killed as a group.

use super::confine::{Confined, Confinement};
use super::worker::cpu_time;
use crate::observe::{Cause, Failure, Said};
use crate::words;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Most bytes of one stream that are kept; a tool that writes more is ended by SIGXFSZ.
const MOST_WRITTEN: u64 = 64 << 20;
/// Most address space of a tool, as in `reproduce.sh`: the libraries and what a pass may take.
pub const MOST_MEMORY: u64 = 4 << 30;

/// The beginning of LLVM's report of its own crash.
const PLEA: &str = "PLEASE submit a bug report";

/// A tool's end.
#[derive(Default)]
pub struct Finished {
    /// There is none when it was stopped at the deadline.
    pub status: Option<ExitStatus>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Finished {
    /// True if it ended well.
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|s| s.success())
    }

    /// The signal that ended it.
    pub fn signal(&self) -> Option<i32> {
        self.status.and_then(|s| s.signal())
    }

    /// True if it ended by itself, well or not.
    pub fn ended(&self) -> bool {
        self.status.is_some() && self.signal().is_none()
    }

    /// True if it was stopped while it reported its own crash: after a crash in the allocator, LLVM's handler may
    /// wait for ever for the lock that the crash left taken.
    pub fn hung_in_crash(&self) -> bool {
        self.status.is_none() && self.stderr.contains(PLEA)
    }

    /// The first line that says what is wrong; LLVM's own plea for a bug report and what follows it do not.
    pub(super) fn said(&self) -> Option<String> {
        let said = self.stderr.split(PLEA).next().unwrap_or_default();
        let tells = [Said::FatalError, Said::Assertion, Said::Unreachable, Said::Error];
        let line = tells.iter().find_map(|tells| said.lines().find(|line| tells.is_in(line)));
        let line = line.or(said.lines().find(|l| !l.trim().is_empty()));
        line.map(|line| line.trim().chars().take(1000).collect())
    }

    /// The failure of a tool that did not end well.
    pub fn failure(&self) -> Failure {
        let own = || match self.signal() {
            Some(signal) => Cause::ToolSignal(signal),
            None => Cause::ToolSilent {},
        };
        let failure = self.said().map_or_else(|| Failure::of(own()), Failure::said);
        Failure { signal: self.signal(), ..failure }
    }

    /// The reason why it failed, by its own words where it has any.
    pub fn complaint(&self) -> String {
        words::failure(&self.failure())
    }
}

/// The longest time in which a tool may use no CPU time at all; even a crowded machine gives it some in this time.
const IDLE: Duration = Duration::from_secs(15);
/// The longest time in which all threads of a tool may sleep: one that waits for a processor, or for a disk, does not.
const ASLEEP: Duration = Duration::from_secs(2);

/// Runs `tool` on `arguments` in `folder`, for at most `limit` and at most `most_cpu` of CPU time. It is confined.
///
/// # Errors
/// It cannot be started, or its output cannot be kept.
pub fn run(
    tool: &Path,
    arguments: &[&str],
    folder: &Path,
    limit: Duration,
    most_cpu: Option<Duration>,
) -> Result<Finished> {
    let confinement = Confinement::new(Confined::Program, Some(folder))?;
    run_in((tool, arguments), folder, (limit, most_cpu), Some(confinement))
}

/// Runs a command by `bash` in `folder`, for at most `limit`, as a person does: it starts programs and is not confined. `words` of the form
/// `NAME=value` are its environment.
///
/// # Errors
/// As [`run`].
pub fn run_in_shell(command: &str, words: &[&str], folder: &Path, limit: Duration) -> Result<Finished> {
    let arguments = [&["-i"], words, &["bash", "-c", command]].concat();
    run_in((Path::new("/usr/bin/env"), &arguments), folder, (limit, None), None)
}

fn run_in(
    (tool, arguments): (&Path, &[&str]),
    folder: &Path,
    (limit, most_cpu): (Duration, Option<Duration>),
    confinement: Option<Confinement>,
) -> Result<Finished> {
    let keep = || tempfile::tempfile_in(folder).context("cannot keep a tool's output");
    let (mut stdout, mut stderr) = (keep()?, keep()?);
    let mut command = Command::new(tool);
    command
        .args(arguments)
        .current_dir(folder)
        // Fresh memory holds this pattern, as in lowdiff's own allocator.
        .env("MALLOC_PERTURB_", "165")
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        // A program that crashes writes its stack into a temporary file, and exits where it may not.
        .env("TMPDIR", folder)
        .process_group(0);
    let is_tool = confinement.is_some();
    let mut confinement = confinement;
    let confined = move || {
        confine()?;
        confinement.iter_mut().for_each(Confinement::enter);
        Ok(())
    };
    // SAFETY: system calls alone, in the child before it becomes the tool.
    unsafe { command.pre_exec(confined) };
    let mut child = command.spawn().with_context(|| format!("cannot start {}", tool.display()))?;
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    let mut busy = (Duration::ZERO, started);
    let mut awake = started;
    let status = loop {
        if let Some(status) = child.try_wait().context("cannot wait for a tool")? {
            break Some(status);
        }
        let cpu = cpu_time(child.id() as i32);
        // A tool waits for nobody: one that uses no CPU time waits for a lock it holds itself. A shell waits for its programs.
        if cpu != busy.0 || !is_tool || !sleeps(child.id()) {
            awake = Instant::now();
        }
        if cpu != busy.0 {
            busy = (cpu, Instant::now());
        }
        let spent = most_cpu.is_some_and(|most| cpu > most);
        let stuck = busy.1.elapsed() > limit.min(IDLE) || awake.elapsed() > ASLEEP;
        if spent || started.elapsed() > limit || stuck {
            // SAFETY: the tool leads its own group, is our child and not reaped yet.
            unsafe { libc::kill(-(child.id() as i32), libc::SIGKILL) };
            child.wait().context("cannot wait for a tool")?;
            break None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    Ok(Finished { status, stdout: read(&mut stdout)?, stderr: read(&mut stderr)? })
}

/// True if all threads of a process sleep.
fn sleeps(process: u32) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return false };
    threads.flatten().all(|thread| {
        // The name before it is in parentheses, and may hold any byte.
        let facts = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        facts.rsplit_once(") ").is_some_and(|(_, facts)| facts.starts_with('S'))
    })
}

/// Makes a limit on the size of files (`ulimit -f`) fail the write, so that there is a sentence about it, where the system
/// would end this process without one.
pub fn survive_file_limit() {
    // SAFETY: ignoring a signal needs nothing.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Ends this process with a status, and leaves out what MLIR does at exit: where one of its own streams could not be written, as under
/// a limit on files, it ends the process with a status of its own. Counters of an instrumented build are written at exit, and nothing else
/// of ours.
pub fn leave(status: u8) -> ! {
    use std::io::Write as _;
    let _ = std::io::stdout().flush();
    if std::env::var_os("LLVM_PROFILE_FILE").is_some() {
        std::process::exit(i32::from(status));
    }
    // SAFETY: whatever has to be dropped was dropped by the commands, which have returned.
    unsafe { libc::_exit(i32::from(status)) }
}

/// Has a program that is to be started end with the thread that starts it, whatever ends that one, and lead a group of its own, so that a
/// terminal's signals do not reach it.
pub fn ends_with_us(command: &mut Command) {
    let ends = || {
        // SAFETY: a plain system call.
        unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
        Ok(())
    };
    command.process_group(0);
    // SAFETY: a system call alone, in the child before it becomes the program.
    unsafe { command.pre_exec(ends) };
}

/// Asks a program that [`ends_with_us`] to end, as Ctrl-C does.
pub fn interrupt(child: &Child) {
    // SAFETY: our own child, not reaped yet.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
}

/// Child: ends with the thread that waits for it, and takes no more than it may.
fn confine() -> std::io::Result<()> {
    let limits = [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_FSIZE, MOST_WRITTEN), (libc::RLIMIT_AS, MOST_MEMORY)];
    // SAFETY: plain system calls with valid arguments.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        // Ignored here, which a program that is started would inherit.
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
        for (resource, most) in limits {
            libc::setrlimit(resource, &libc::rlimit { rlim_cur: most, rlim_max: most });
        }
    }
    Ok(())
}

fn read(file: &mut File) -> Result<String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(MOST_WRITTEN).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
