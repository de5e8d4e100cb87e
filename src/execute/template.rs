//! The template of workers: a process forked once, before any case is run, of which each worker is a copy.
//!
//! A copy of the engine's own process would have the heap that the engine has by then, and where memory lies decides
//! the order of MLIR's tables of pointers: the same case would reach other code each time it is run. Copies of one
//! process that never changes run a case alike. The template hands its children over to its own parent
//! (`CLONE_PARENT`), so nobody stands between an engine and its workers.

use super::arena::Arena;
use super::child::Child;
use super::confine::{Confined, Confinement, close_others};
use super::interp::Interpreter;
use super::runner::Runner;
use super::worker::isolate;
use crate::mlir::Context;
use anyhow::{Context as _, Result, bail};
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::net::UnixStream;
use std::rc::Rc;
use std::time::Duration;

/// Both ends of a pipe.
pub struct Pipe {
    /// The end to read from.
    pub read: File,
    /// The end to write to.
    pub write: File,
}

impl Pipe {
    fn new() -> Result<Pipe> {
        let mut ends = [0; 2];
        // SAFETY: room for two descriptors, each then owned by one file.
        unsafe {
            if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
                bail!("cannot open a pipe to a worker: {}", std::io::Error::last_os_error());
            }
            Ok(Pipe { read: File::from_raw_fd(ends[0]), write: File::from_raw_fd(ends[1]) })
        }
    }

    /// Throws away what nobody read.
    fn drain(&self) {
        let mut entry = libc::pollfd { fd: self.read.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one valid entry.
        while unsafe { libc::poll(&mut entry, 1, 0) } > 0 && entry.revents & libc::POLLIN != 0 {
            if !matches!((&self.read).read(&mut [0; 64]), Ok(1..)) {
                break;
            }
        }
    }
}

/// The channels between a process and its workers, of which there is one at a time.
pub struct Channels {
    /// A byte here means that a request is ready.
    pub go: Pipe,
    /// A byte here means that it is answered.
    pub done: Pipe,
    /// The output of workers.
    pub printed: File,
}

/// The longest time that a template may take to fork a worker, on however crowded a machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The process that forks workers.
pub struct Template {
    pid: libc::pid_t,
    /// A limit on memory sent here is a call for a worker, whose process id is the answer.
    call: UnixStream,
    channels: Rc<Channels>,
}

impl Template {
    /// Forks the template off this process.
    ///
    /// # Errors
    /// No processes, descriptors or memory are left.
    pub fn fork(context: &Context, major: u32, arena: &Arena, runner: Runner) -> Result<Template> {
        let channels = Channels { go: Pipe::new()?, done: Pipe::new()?, printed: memory_file()? };
        let confinement = RefCell::new(Confinement::new(Confined::Worker, None)?);
        let (call, answer) = UnixStream::pair().context("cannot open a socket to a worker")?;
        call.set_read_timeout(Some(PATIENCE)).context("cannot open a socket to a worker")?;
        // SAFETY: always valid.
        let engine = unsafe { libc::getpid() };
        // SAFETY: the process has no threads of ours; the child only calls what is safe in a fork of one.
        match unsafe { libc::fork() } {
            -1 => bail!(
                "cannot fork a worker: {}; free some memory or processes",
                std::io::Error::last_os_error()
            ),
            0 => {
                let Channels { go, done, printed } = channels;
                drop((call, go.write, done.read));
                let (go, done) = (go.read, done.write);
                let machine = RefCell::new(Interpreter::new(context));
                let (usual, runner) = (runner, Cell::new(runner));
                let context = Cell::new(context);
                let child = Child { context, arena, major, usual, runner, machine, go, done };
                serve(engine, &answer, |memory| {
                    isolate(arena, &printed, memory);
                    confinement.borrow_mut().enter();
                    let (go, done) = (child.go.as_raw_fd(), child.done.as_raw_fd());
                    close_others([go.min(done), go.max(done)]);
                    child.serve()
                })
            }
            pid => Ok(Template { pid, call, channels: Rc::new(channels) }),
        }
    }

    /// Makes a worker that may take `memory` bytes: its process id, and how to talk with it.
    ///
    /// # Errors
    /// The template is gone, or no processes or memory are left.
    pub fn worker(&mut self, memory: u64) -> Result<(libc::pid_t, Rc<Channels>)> {
        self.channels.go.drain();
        self.channels.done.drain();
        let mut answer = [0; 4];
        send(&self.call, &memory.to_ne_bytes())
            .and_then(|()| self.call.read_exact(&mut answer))
            .context("the process that workers are forked from does not answer")?;
        match c_int::from_ne_bytes(answer) {
            pid @ 1.. => Ok((pid, self.channels.clone())),
            error => {
                let reason = std::io::Error::from_raw_os_error(-error);
                bail!("cannot fork a worker: {reason}; free some memory or processes")
            }
        }
    }
}

impl Drop for Template {
    fn drop(&mut self) {
        // SAFETY: this process's own child, not reaped yet.
        unsafe {
            libc::kill(self.pid, libc::SIGKILL);
            libc::waitpid(self.pid, std::ptr::null_mut(), 0);
        }
    }
}

/// Template: becomes a worker, by `work`, in a copy of this process for each call; ends with the engine. Nothing is
/// allocated here, so all copies are of the same.
fn serve(engine: libc::pid_t, mut call: &UnixStream, work: impl Fn(u64)) -> ! {
    // SAFETY: plain system calls on this new process.
    unsafe {
        // Signals that a terminal sends to the engine are the engine's business.
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
    let mut memory = [0; 8];
    // SAFETY: always valid.
    while unsafe { libc::getppid() } == engine && call.read_exact(&mut memory).is_ok() {
        let flags = libc::CLONE_PARENT as u64;
        // SAFETY: as `fork`, of a process with one thread. The C library's own would not pass the flag.
        let pid =
            unsafe { libc::syscall(libc::SYS_clone, flags | libc::SIGCHLD as u64, 0, 0, 0, 0) } as c_int;
        if pid == 0 {
            work(u64::from_ne_bytes(memory));
        }
        let error = || -std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EAGAIN);
        let answer = if pid < 0 { error() } else { pid };
        if send(call, &answer.to_ne_bytes()).is_err() {
            break;
        }
    }
    // SAFETY: ends the process without the exit hooks of the engine it was forked from.
    unsafe { libc::_exit(0) }
}

/// Sends a few bytes. A plain write to somebody who is gone would end this process, where libFuzzer owns `main`.
fn send(to: &UnixStream, bytes: &[u8]) -> std::io::Result<()> {
    // SAFETY: the bytes are valid, and few enough to go at once.
    let sent = unsafe { libc::send(to.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), libc::MSG_NOSIGNAL) };
    if sent == bytes.len() as isize { Ok(()) } else { Err(std::io::Error::last_os_error()) }
}

/// A file in memory that every write goes to the end of.
fn memory_file() -> Result<File> {
    // SAFETY: the name is NUL-terminated; the descriptor is owned by the file.
    unsafe {
        let fd = libc::memfd_create(c"lowdiff-worker".as_ptr(), libc::MFD_CLOEXEC);
        if fd < 0 {
            bail!("cannot make room for a worker's output: {}", std::io::Error::last_os_error());
        }
        libc::fcntl(fd, libc::F_SETFL, libc::O_APPEND);
        Ok(File::from_raw_fd(fd))
    }
}
