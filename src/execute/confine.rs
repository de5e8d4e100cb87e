//! What a child process may not do, whatever the code under test does in it: no network, no new or changed files, no signals to other
//! processes, no memory of theirs, no new processes or programs.
//!
//! Landlock denies files and seccomp the rest, where the kernel has them. All of it is prepared before the fork, as nothing may be
//! allocated in a worker. A worker that calls what it may not is told `EPERM`, and the parent learns of it; calls that MLIR and LLVM make for
//! good reasons are denied in silence.

use super::crash::CrashRecord;
use anyhow::{Context as _, Result};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_long, c_void};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;
use std::sync::OnceLock;

/// `LOWDIFF_CONFINE=off` leaves children as they are, for debuggers.
const VARIABLE: &str = "LOWDIFF_CONFINE";
/// The newest rules of landlock that are asked for; an older kernel gives what it has.
const RULES: ABI = ABI::V6;
/// Stands for the process's own number in a filter, until that is known.
const OWN: u32 = 0x51d0_1d5e;

/// What is to be done to a child.
pub struct Confinement {
    /// Rules about files; none where the kernel has no landlock.
    files: Option<OwnedFd>,
    /// Filters of system calls; none where the kernel has none.
    calls: Vec<BpfProgram>,
}

/// What is confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confined {
    /// A copy of this process, with handlers of its own.
    Worker,
    /// A program that is started next.
    Program,
}

impl Confinement {
    /// Prepares it, in the parent. Files are made and changed in `place` alone, where there is one.
    ///
    /// # Errors
    /// The rules cannot be made, or `$LOWDIFF_CONFINE` says something else than `on` or `off`.
    pub fn new(of: Confined, place: Option<&Path>) -> Result<Confinement> {
        match std::env::var(VARIABLE).unwrap_or_default().as_str() {
            "off" => return Ok(Confinement { files: None, calls: Vec::new() }),
            "" | "on" => {}
            other => anyhow::bail!("{VARIABLE} is '{other}': use on or off"),
        }
        let files = files(place).context("children cannot be kept from files")?;
        let calls = if has_filters() {
            filters(of).context("children cannot be kept from system calls")?
        } else {
            Vec::new()
        };
        if files.is_none() || calls.is_empty() {
            static SAID: OnceLock<()> = OnceLock::new();
            SAID.get_or_init(|| log::warn!("children are not confined in all ways: {}", told()));
        }
        Ok(Confinement { files, calls })
    }

    /// Child: from now on nothing of it can be taken back. Nothing is allocated.
    pub fn enter(&mut self) {
        // SAFETY: always valid.
        let own = unsafe { libc::getpid() } as u32;
        for instruction in self.calls.iter_mut().flatten() {
            if instruction.k == OWN {
                instruction.k = own;
            }
        }
        self.apply();
    }

    /// Child: as [`Confinement::enter`], of a process whose number no rule needs.
    fn apply(&self) {
        // SAFETY: plain system calls with valid arguments.
        unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            if let Some(files) = &self.files {
                libc::syscall(libc::SYS_landlock_restrict_self, files.as_raw_fd(), 0);
            }
        }
        for filter in &self.calls {
            let _ = seccompiler::apply_filter(filter);
        }
    }
}

/// Child: closes every file that is not one of these, which are in order.
pub fn close_others(keep: [c_int; 2]) {
    let mut first = 3;
    for kept in keep {
        close_range(first, kept - 1);
        first = first.max(kept + 1);
    }
    close_range(first, c_int::MAX);
}

fn close_range(first: c_int, last: c_int) {
    if first <= last {
        // SAFETY: files of this process, which nobody uses any more. A kernel before 5.9 leaves them open.
        unsafe { libc::syscall(libc::SYS_close_range, first, last, 0) };
    }
}

/// What children are kept from here, and what not, in words for people.
pub fn told() -> String {
    let files = match files(None) {
        Ok(Some(_)) => "files",
        _ => "",
    };
    let calls = if has_filters() { "network, other processes, new programs" } else { "" };
    let off = std::env::var(VARIABLE).is_ok_and(|word| word == "off");
    match (off, files, calls) {
        (true, ..) => format!("{VARIABLE} is off: nothing is denied"),
        (_, "", "") => "this kernel has neither landlock nor seccomp: nothing is denied".to_owned(),
        (_, files, "") => format!("denied: {files}; this kernel has no seccomp"),
        (_, "", calls) => format!("denied: {calls}; this kernel has no landlock, so files are not"),
        (_, files, calls) => format!("denied: {files}, {calls}"),
    }
}

/// Rules that let nobody make, change or remove a file, but in `place`, and where an instrumented library is to write its profile; none
/// where the kernel has no landlock.
fn files(place: Option<&Path>) -> Result<Option<OwnedFd>> {
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_write(RULES))?
        .handle_access(AccessNet::from_all(RULES))?
        .scope(Scope::from_all(RULES))?
        .create()?;
    let profile = std::env::var_os("LLVM_PROFILE_FILE");
    let folder = profile.as_deref().map(Path::new).and_then(Path::parent);
    for folder in [place, folder].into_iter().flatten().filter(|folder| folder.is_dir()) {
        rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, AccessFs::from_write(RULES)))?;
    }
    Ok(rules.into())
}

/// True if the kernel filters system calls.
fn has_filters() -> bool {
    // SAFETY: asks only.
    unsafe { libc::prctl(libc::PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 }
}

fn filters(of: Confined) -> Result<Vec<BpfProgram>> {
    let denied = SeccompAction::Errno(libc::EPERM as u32);
    // Of a worker the handler tells the parent.
    let hostile = match of {
        Confined::Worker => SeccompAction::Trap,
        Confined::Program => denied.clone(),
    };
    let mut filters = vec![
        // The C library then takes `clone`, whose flags can be seen.
        filter([(libc::SYS_clone3, vec![])], SeccompAction::Errno(libc::ENOSYS as u32))?,
        filter(quietly_denied()?, denied)?,
    ];
    let mut calls = network_and_processes()?;
    match of {
        Confined::Worker => calls.extend([
            (libc::SYS_execve, vec![]),
            (libc::SYS_execveat, vec![]),
            // To another process than itself.
            (libc::SYS_kill, vec![to_others()?]),
            (libc::SYS_tkill, vec![to_others()?]),
            (libc::SYS_tgkill, vec![to_others()?]),
            (libc::SYS_rt_sigqueueinfo, vec![to_others()?]),
            (libc::SYS_rt_tgsigqueueinfo, vec![to_others()?]),
        ]),
        // It is started yet, and landlock keeps its signals from others where it is new enough.
        Confined::Program => {}
    }
    filters.push(filter(calls, hostile)?);
    Ok(filters)
}

type Calls = Vec<(c_long, Vec<SeccompRule>)>;

fn filter(
    calls: impl IntoIterator<Item = (c_long, Vec<SeccompRule>)>,
    action: SeccompAction,
) -> Result<BpfProgram> {
    let rules: BTreeMap<i64, Vec<SeccompRule>> = calls.into_iter().collect();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, std::env::consts::ARCH.try_into()?)?;
    Ok(filter.try_into()?)
}

/// That an argument of 32 bits compares so with a value.
fn argument(index: u8, compare: SeccompCmpOp, value: u64) -> Result<SeccompRule> {
    Ok(SeccompRule::new(vec![SeccompCondition::new(index, SeccompCmpArgLen::Dword, compare, value)?])?)
}

fn to_others() -> Result<SeccompRule> {
    argument(0, SeccompCmpOp::Ne, OWN.into())
}

/// What no pass and no lowered program does.
fn network_and_processes() -> Result<Calls> {
    let threads = libc::CLONE_THREAD as u64;
    let mut calls: Calls = vec![
        // A process, and no thread.
        (libc::SYS_clone, vec![argument(0, SeccompCmpOp::MaskedEq(threads), 0)?]),
        // So that it does not outlive its parent.
        (libc::SYS_prctl, vec![argument(0, SeccompCmpOp::Eq, libc::PR_SET_PDEATHSIG as u64)?]),
    ];
    #[cfg(target_arch = "x86_64")]
    calls.extend([(libc::SYS_fork, vec![]), (libc::SYS_vfork, vec![])]);
    let never = [
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_send_signal,
        libc::SYS_setsid,
        libc::SYS_setpgid,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_reboot,
        libc::SYS_kexec_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_bpf,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_adjtimex,
        libc::SYS_sethostname,
        libc::SYS_open_by_handle_at,
    ];
    calls.extend(never.map(|call| (call, vec![])));
    Ok(calls)
}

/// What is denied, and has an innocent reason as well.
fn quietly_denied() -> Result<Calls> {
    let mut calls: Calls = vec![
        // A new limit; asking for one is free.
        (
            libc::SYS_prlimit64,
            vec![SeccompRule::new(vec![SeccompCondition::new(
                2,
                SeccompCmpArgLen::Qword,
                SeccompCmpOp::Ne,
                0,
            )?])?],
        ),
    ];
    let never = [
        libc::SYS_setrlimit,
        // System calls of which no filter knows.
        libc::SYS_io_uring_setup,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        // Memory that outlives its process.
        libc::SYS_shmget,
        libc::SYS_msgget,
        libc::SYS_semget,
        libc::SYS_mq_open,
        // Landlock knows nothing of these.
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
    ];
    calls.extend(never.map(|call| (call, vec![])));
    #[cfg(target_arch = "x86_64")]
    calls.extend(
        [
            libc::SYS_chmod,
            libc::SYS_chown,
            libc::SYS_lchown,
            libc::SYS_utime,
            libc::SYS_utimes,
            libc::SYS_futimesat,
        ]
        .map(|call| (call, vec![])),
    );
    Ok(calls)
}

/// Handler: notes a call that a filter refused, and has it answer `EPERM`; false where it was none.
///
/// # Safety
/// `info` and `context` must be what the kernel passes to a handler of `SIGSYS`.
pub unsafe fn refuse(
    record: Option<&CrashRecord>,
    info: *const libc::siginfo_t,
    context: *mut c_void,
) -> bool {
    /// The reason of a signal that a filter sent.
    const SYS_SECCOMP: c_int = 1;
    // SAFETY: the caller promises it.
    unsafe {
        if info.is_null() || context.is_null() || (*info).si_code != SYS_SECCOMP {
            return false;
        }
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext;
        #[cfg(target_arch = "x86_64")]
        let (call, answer) = {
            let register = &mut registers.gregs[libc::REG_RAX as usize];
            (*register, register)
        };
        #[cfg(target_arch = "aarch64")]
        let (call, answer) = (registers.regs[8] as i64, &mut registers.regs[0]);
        #[cfg(target_arch = "x86_64")]
        {
            *answer = -i64::from(libc::EPERM);
        }
        #[cfg(target_arch = "aarch64")]
        {
            *answer = (-i64::from(libc::EPERM)) as u64;
        }
        if let Some(record) = record {
            record.refuse(call as u64);
        }
    }
    true
}

/// The name of a system call that workers are refused, for people.
pub fn name(call: u64) -> &'static str {
    const NAMES: &[(c_long, &str)] = &[
        (libc::SYS_socket, "socket"),
        (libc::SYS_socketpair, "socketpair"),
        (libc::SYS_connect, "connect"),
        (libc::SYS_bind, "bind"),
        (libc::SYS_clone, "clone"),
        (libc::SYS_execve, "execve"),
        (libc::SYS_execveat, "execveat"),
        (libc::SYS_kill, "kill"),
        (libc::SYS_tkill, "tkill"),
        (libc::SYS_tgkill, "tgkill"),
        (libc::SYS_ptrace, "ptrace"),
        (libc::SYS_process_vm_writev, "process_vm_writev"),
        (libc::SYS_prctl, "prctl"),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_fork, "fork"),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_vfork, "vfork"),
    ];
    NAMES.iter().find(|(number, _)| *number as u64 == call).map_or("a system call", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status of a copy of this process that is confined and then does this.
    fn confined(place: &Path, work: fn() -> bool) -> c_int {
        let mut confinement = Confinement::new(Confined::Program, Some(place)).expect("rules can be made");
        // SAFETY: the child makes plain calls and ends itself.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                confinement.enter();
                libc::_exit(i32::from(work()));
            }
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
            assert!(libc::WIFEXITED(status), "{status:#x}");
            libc::WEXITSTATUS(status)
        }
    }

    #[test]
    fn a_child_has_no_network_and_makes_no_process() {
        if !has_filters() {
            return;
        }
        // SAFETY: plain calls; a copy that is made all the same ends at once.
        let socket = || unsafe { libc::socket(libc::AF_INET, libc::SOCK_STREAM, 0) } >= 0;
        let process = || {
            // SAFETY: as above.
            let made = unsafe { libc::fork() };
            if made == 0 {
                // SAFETY: as above.
                unsafe { libc::_exit(0) }
            }
            made > 0
        };
        let nowhere = Path::new("/nowhere");
        assert_eq!((confined(nowhere, socket), confined(nowhere, process)), (0, 0));
        // SAFETY: plain calls.
        assert_eq!(confined(nowhere, || unsafe { libc::getppid() } > 0), 1, "what is harmless is left");
    }

    #[test]
    fn a_child_makes_no_file_and_reads_those_that_are_there() {
        if !matches!(files(None), Ok(Some(_))) {
            return;
        }
        const FILE: &std::ffi::CStr = c"/tmp/lowdiff-confine-test";
        // SAFETY: plain calls.
        let make = || unsafe { libc::open(FILE.as_ptr(), libc::O_CREAT | libc::O_WRONLY, 0o600) } >= 0;
        // SAFETY: as above.
        let read = || unsafe { libc::open(c"/proc/self/statm".as_ptr(), libc::O_RDONLY) } >= 0;
        let (nowhere, made) = (Path::new("/nowhere"), Path::new("/tmp/lowdiff-confine-test"));
        assert_eq!((confined(nowhere, make), confined(nowhere, read)), (0, 1));
        assert!(!made.exists());
        assert_eq!(confined(Path::new("/tmp"), make), 1, "in a folder of its own");
        std::fs::remove_file(made).expect("it was made");
    }
}
