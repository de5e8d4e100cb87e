//! Warming up: what LLVM sets up once, the first time code is made, is set up before workers are forked.
//!
//! A worker of its own for each case would set it up for each case: tables of targets, the code generator, what the
//! dynamic linker binds late. No pass is run for it: those under test run in workers alone.

use crate::mlir::{Context, Engine, Module};

/// As little as there is machine code for.
const PROGRAM: &str = "llvm.func @main() { llvm.return }";

/// The exit status of a process that has warmed up; one that something has ended on the way has another.
const SURVIVED: libc::c_int = 86;

/// Seconds after which the system ends what hangs: a thousand times what it takes.
const MOST: libc::c_uint = 20;

/// Warms this process up, if a copy of it survives the same.
pub fn warm_up(context: &Context) {
    // SAFETY: this process has no threads of ours; the child ends without the exit hooks of the engine.
    let survived = unsafe {
        match libc::fork() {
            -1 => false,
            0 => {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                libc::alarm(MOST);
                let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
                libc::dup2(null, 1);
                libc::dup2(null, 2);
                compile(context);
                libc::_exit(SURVIVED)
            }
            child => {
                let mut status = 0;
                libc::waitpid(child, &mut status, 0) == child
                    && libc::WIFEXITED(status)
                    && libc::WEXITSTATUS(status) == SURVIVED
            }
        }
    };
    if survived {
        compile(context);
    }
}

fn compile(context: &Context) {
    let Ok(module) = Module::parse(context, PROGRAM) else { return };
    if let Some(engine) = Engine::new(&module) {
        engine.lookup("main");
    }
}
