//! The parent's side of a worker: ask, wait with a deadline, find out how it died.

use super::arena::Arena;
use super::crash::{self, Caught, LastWords};
use super::template::{Channels, Template};
use super::wire::{Frame, Phase, Request};
use super::{Limits, confine};
use crate::observe::HarnessFault;
use anyhow::{Context as _, Result, bail};
use std::collections::BTreeSet;
use std::ffi::c_int;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use std::rc::Rc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Most bytes a worker may print.
const MOST_PRINTED: u64 = 8 << 20;
/// A crash handler that takes longer than this hangs.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// A live worker.
pub struct Worker {
    pid: libc::pid_t,
    pidfd: File,
    channels: Rc<Channels>,
    resident_at_start: u64,
    requests: u32,
}

/// A request's end.
#[derive(Debug)]
pub enum RequestEnd {
    /// Answered.
    Answered,
    /// The worker died in this phase.
    Died(Phase, Death),
    /// It was stopped in this phase, for the time it took.
    TimedOut(Phase),
    /// It was stopped in this phase, for the memory it took.
    OutOfMemory(Phase),
}

impl RequestEnd {
    /// The phase that the worker was in; lowdiff's own code where it answered.
    pub fn phase(&self) -> Phase {
        match self {
            RequestEnd::Answered => Phase::Harness,
            RequestEnd::Died(phase, _) | RequestEnd::TimedOut(phase) | RequestEnd::OutOfMemory(phase) => {
                *phase
            }
        }
    }
}

/// The death of a worker that was not stopped at a limit.
#[derive(Debug)]
pub enum Death {
    /// By a signal it caught.
    Signal(Caught),
    /// By calling `exit` or `_exit`.
    Exit(c_int),
    /// By a signal nobody can catch, from outside.
    Killed(c_int),
}

impl Worker {
    /// Takes a new worker from the template.
    ///
    /// # Errors
    /// No processes, descriptors or memory are left.
    pub fn of(template: &mut Template, limits: &Limits) -> Result<Worker> {
        let (pid, channels) = template.worker(limits.memory)?;
        // SAFETY: plain system call; the descriptor is owned by the file made of it.
        let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as c_int;
        if fd < 0 {
            let reason = std::io::Error::last_os_error();
            // SAFETY: the child just forked.
            unsafe {
                libc::kill(pid, libc::SIGKILL);
                libc::waitpid(pid, std::ptr::null_mut(), 0);
            }
            bail!("cannot watch a worker: {reason}; lowdiff needs Linux 5.3 or later");
        }
        // SAFETY: as above.
        let pidfd = unsafe { File::from_raw_fd(fd) };
        Ok(Worker { pid, pidfd, channels, resident_at_start: resident(pid), requests: 0 })
    }

    /// Requests answered so far.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// Sends a request and waits until it is answered or the worker is gone.
    ///
    /// # Errors
    /// The request does not fit, or the worker cannot be reached.
    pub fn ask(&mut self, arena: &Arena, request: &Request, limits: &Limits) -> Result<RequestEnd> {
        self.channels.printed.set_len(0).context("cannot empty a worker's output")?;
        arena.put_request(request)?;
        self.requests += 1;
        // A worker that died while idle is noticed below, by its pidfd.
        let _ = (&self.channels.go.write).write_all(&[1]);
        let started = Instant::now();
        let mut watch = Watch { progress: u64::MAX, cpu: Duration::ZERO };
        let told = |end| {
            tell_refused(arena);
            Ok(end)
        };
        loop {
            let wait = if started.elapsed() < Duration::from_millis(100) { 10 } else { 50 };
            match self.poll(wait) {
                WorkerEvent::Answered => return told(RequestEnd::Answered),
                WorkerEvent::Died => return told(self.bury(arena)),
                WorkerEvent::Nothing => {}
            }
            let (phase, progress) = arena.phase();
            let cpu = cpu_time(self.pid);
            if progress != watch.progress {
                watch = Watch { progress, cpu };
            }
            let dying = arena.crash().read().is_some();
            if dying && self.poll(LAST_WORDS.as_millis() as c_int) != WorkerEvent::Died {
                self.kill();
                return Ok(self.bury(arena));
            }
            if resident(self.pid).saturating_sub(self.resident_at_start) > limits.memory {
                self.kill();
                return told(RequestEnd::OutOfMemory(phase));
            }
            let too_slow = cpu.saturating_sub(watch.cpu) > limits.cpu || started.elapsed() > limits.wall;
            if !dying && too_slow {
                self.kill();
                return told(RequestEnd::TimedOut(phase));
            }
        }
    }

    /// The text that the worker printed for the last request, its last bytes if it was much.
    pub fn printed(&self) -> String {
        const TAIL: u64 = 64 << 10;
        let mut printed = &self.channels.printed;
        let length = printed.metadata().map_or(0, |m| m.len());
        let mut bytes = Vec::new();
        let _ = printed.seek(std::io::SeekFrom::Start(length.saturating_sub(TAIL)));
        let _ = printed.take(TAIL).read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn poll(&self, milliseconds: c_int) -> WorkerEvent {
        let entry = |file: &File| libc::pollfd { fd: file.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        let mut entries = [entry(&self.channels.done.read), entry(&self.pidfd)];
        // SAFETY: two valid entries. An interrupted wait (libFuzzer's timer) counts as nothing happened.
        let ready = unsafe { libc::poll(entries.as_mut_ptr(), 2, milliseconds) };
        if ready > 0 && entries[0].revents & libc::POLLIN != 0 {
            let mut byte = [0u8];
            if matches!((&self.channels.done.read).read(&mut byte), Ok(1)) {
                return WorkerEvent::Answered;
            }
        }
        if ready > 0 && entries[1].revents != 0 { WorkerEvent::Died } else { WorkerEvent::Nothing }
    }

    fn kill(&mut self) {
        // SAFETY: the worker is this process's own child and not reaped yet; it leads its own group.
        unsafe {
            libc::kill(-self.pid, libc::SIGKILL);
            libc::kill(self.pid, libc::SIGKILL);
        }
    }

    /// Reaps a dead worker and reads its last words.
    fn bury(&mut self, arena: &Arena) -> RequestEnd {
        let status = self.reap();
        let (phase, _) = arena.phase();
        let death = match arena.crash().read() {
            Some(LastWords::Signal(caught)) => Death::Signal(caught),
            Some(LastWords::Exit) => Death::Exit(0),
            None if libc::WIFSIGNALED(status) => Death::Killed(libc::WTERMSIG(status)),
            None => Death::Exit(libc::WEXITSTATUS(status)),
        };
        RequestEnd::Died(phase, death)
    }

    fn reap(&mut self) -> c_int {
        let mut status = 0;
        // SAFETY: waits for this process's own child, which has ended or was killed.
        while unsafe { libc::waitpid(self.pid, &mut status, 0) } < 0 {
            if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
                break;
            }
        }
        self.pid = 0;
        status
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if self.pid != 0 {
            self.kill();
            self.reap();
        }
    }
}

/// Says what the worker tried and was refused, once for each system call.
fn tell_refused(arena: &Arena) {
    static SAID: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());
    let Some((count, call)) = arena.crash().refused() else { return };
    if SAID.lock().is_ok_and(|mut said| said.insert(call)) {
        log::warn!(
            "the code under test called {}, which workers may not, {count} times: it was refused",
            confine::name(call)
        );
    }
}

#[derive(PartialEq, Eq)]
enum WorkerEvent {
    Answered,
    Died,
    Nothing,
}

struct Watch {
    progress: u64,
    cpu: Duration,
}

/// Child: cuts the ties to the engine and limits its memory to `memory` bytes more than it has.
pub fn isolate(arena: &Arena, printed: &File, memory: u64) {
    // SAFETY: plain system calls on this new process, with valid arguments.
    unsafe {
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY);
        libc::dup2(null, 0);
        libc::dup2(printed.as_raw_fd(), 1);
        libc::dup2(printed.as_raw_fd(), 2);
        let limit = |resource, most: u64| {
            let value = libc::rlimit { rlim_cur: most, rlim_max: most };
            libc::setrlimit(resource, &value);
        };
        limit(libc::RLIMIT_CORE, 0);
        limit(libc::RLIMIT_FSIZE, MOST_PRINTED);
        // AddressSanitizer's shadow takes terabytes of address space; there the parent's watch has to do.
        if libc::dlsym(libc::RTLD_DEFAULT, c"__asan_init".as_ptr()).is_null() {
            let slack = 1 << 30;
            limit(libc::RLIMIT_AS, address_space() + memory + slack);
        }
    }
    crash::install(arena);
    crate::coverage::enter_worker();
    let shared = HookArena(&raw const *arena);
    std::panic::set_hook(Box::new(move |info| {
        shared.arena().push(&Frame::Harness(HarnessFault::Panicked(info.to_string())));
        // SAFETY: ends the process before the engine's own hook could.
        unsafe { libc::_exit(crash::RECORDED) }
    }));
}

/// The arena for the panic hook, which may outlive every borrow.
struct HookArena(*const Arena);

// SAFETY: a worker has one thread.
unsafe impl Send for HookArena {}
// SAFETY: as above.
unsafe impl Sync for HookArena {}

impl HookArena {
    fn arena(&self) -> &Arena {
        // SAFETY: the mapping stays until the worker ends, by `_exit`.
        unsafe { &*self.0 }
    }
}

/// Size of this process's address space in bytes.
fn address_space() -> u64 {
    pages("/proc/self/statm", 0)
}

/// Resident memory of a process in bytes; 0 when it is gone.
fn resident(pid: libc::pid_t) -> u64 {
    pages(&format!("/proc/{pid}/statm"), 1)
}

/// A number of pages the kernel keeps in a file. Nothing is allocated: in a worker that would depend on how long the
/// numbers are today, and where memory lies decides the order of some of MLIR's tables.
fn pages(file: &str, column: usize) -> u64 {
    let mut room = [0u8; 256];
    let length = File::open(file).and_then(|mut file| file.read(&mut room)).unwrap_or(0);
    let text = std::str::from_utf8(&room[..length]).unwrap_or_default();
    let count: u64 = text.split_whitespace().nth(column).and_then(|c| c.parse().ok()).unwrap_or(0);
    // SAFETY: always valid.
    count * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as u64
}

/// CPU time a process has used; zero when it is gone.
pub(super) fn cpu_time(pid: libc::pid_t) -> Duration {
    // SAFETY: valid pointers; a process that is gone gives an error.
    unsafe {
        let mut clock = 0;
        let mut time: libc::timespec = std::mem::zeroed();
        if libc::clock_getcpuclockid(pid, &mut clock) != 0 || libc::clock_gettime(clock, &mut time) != 0 {
            return Duration::ZERO;
        }
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}
