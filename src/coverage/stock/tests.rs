//! Tracing a small library of our own, whose code is known.

use super::super::{Board, Counters, loaded};
use super::sweep::sweep;
use super::text::LibraryText;
use super::trap::{self, Traced};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const SOURCE: &str = r#"
int classify(int x) {
    if (x < 0) return -1;
    for (int i = 2; i < x; i++) if (x % i == 0) return i;
    return x;
}
void stop_here(void) { __asm__ volatile("int3"); }
/* Jumps behind the first byte of an instruction. */
__asm__(".globl twisted\n.type twisted,@function\ntwisted:\n.cfi_startproc\n"
        ".byte 0xeb, 0x01\n" "movl $0xc3c3c3c3, %eax\n" "ret\n.cfi_endproc\n.size twisted,.-twisted\n");
"#;

fn library(folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("code.c"), folder.join("libcode.so"));
    std::fs::write(&source, SOURCE).expect("room");
    let status = std::process::Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(status.expect("there is a C compiler").success());
    library
}

fn address(file: &Path, symbol: &str) -> u64 {
    use object::{Object, ObjectSymbol};
    let bytes = std::fs::read(file).expect("there");
    let elf = object::File::parse(&*bytes).expect("ELF");
    elf.dynamic_symbols().find(|s| s.name() == Ok(symbol)).expect("exported").address()
}

#[test]
fn functions_are_swept_and_twisted_ones_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = library(folder.path());
    let blocks = sweep(&std::fs::read(&file).expect("there")).expect("swept");
    let within = |name: &str, length: u64| {
        let start = address(&file, name) - blocks.text;
        blocks.starts.iter().filter(|&&s| (start..start + length).contains(&u64::from(s))).count()
    };
    assert!(within("classify", 1) == 1, "a function begins a block");
    assert!(within("classify", 30) >= 3, "a function with branches has several");
    assert_eq!((within("twisted", 8), blocks.unsound), (0, 1));
    assert!(blocks.starts.is_sorted() && blocks.instructions > 20);
    assert!(sweep(b"no library").is_err());
}

static EARLIER_CALLED: AtomicBool = AtomicBool::new(false);

extern "C" fn earlier(_signal: libc::c_int) {
    EARLIER_CALLED.store(true, Ordering::SeqCst);
}

/// The checks of a traced process, which ends with the number of the first one that fails.
fn in_a_process_of_its_own(file: &Path) -> i32 {
    // SAFETY: our own library, of functions that take and return what is said here.
    unsafe {
        let handle = libloading::os::unix::Library::new(file).expect("loadable");
        let classify = *handle.get::<extern "C" fn(i32) -> i32>(b"classify").expect("there");
        let stop_here = *handle.get::<extern "C" fn()>(b"stop_here").expect("there");
        std::mem::forget(handle);
        libc::signal(libc::SIGTRAP, earlier as *const () as usize);
        let values = || [-5, 1, 7, 9, 35].map(|x| classify(x));
        let before = values();

        let place = loaded::find(file).into_iter().next().expect("it is loaded");
        let blocks = sweep(&std::fs::read(file).expect("there")).expect("swept");
        let text =
            LibraryText::share(place.bias + blocks.text as usize, blocks.length as usize).expect("shared");
        let traced = Traced::new(place, text, &blocks, blocks.starts.clone(), 100);
        let indices = traced.indices();
        let counters = Counters::new().expect("memory");
        let board = Board::new(counters, indices.end, 1, None).expect("a board");
        let board: &'static Board = Box::leak(Box::new(board));
        trap::arm(board, vec![traced]);

        let checks: [&dyn Fn() -> bool; 8] = [
            &|| values() == before,
            &|| board.journal().len() >= 4 && board.journal().iter().all(|i| indices.contains(i)),
            // Every breakpoint it reached is gone.
            &|| {
                let count = board.journal().len();
                values() == before && board.journal().len() == count
            },
            &|| {
                board.turn();
                trap::rearm(indices.clone());
                classify(-1) == -1 && (1..4).contains(&board.journal().len())
            },
            // The reach of a forked process is seen here, while it runs on undisturbed.
            &|| {
                let child = libc::fork();
                if child == 0 {
                    libc::_exit(i32::from(values() != before));
                }
                let mut status = 0;
                libc::waitpid(child, &mut status, 0);
                status == 0 && board.journal().len() >= 4
            },
            // A breakpoint that is part of the code goes to whoever was there before.
            &|| {
                stop_here();
                EARLIER_CALLED.load(Ordering::SeqCst)
            },
            &|| {
                trap::libraries()[0].block(indices.start).is_some()
                    && trap::libraries()[0].block(99).is_none()
            },
            &|| {
                trap::rearm(indices.clone());
                trap::disarm();
                board.turn();
                values() == before && board.journal().is_empty()
            },
        ];
        checks.iter().position(|check| !check()).map_or(0, |failed| failed as i32 + 1)
    }
}

#[test]
fn a_traced_library_computes_the_same_and_tells_what_it_ran() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = library(folder.path());
    // Its tables are made once, and a child that is forked while another thread makes them waits for that thread for ever.
    drop(iced_x86::Decoder::new(64, &[], 0));
    // SAFETY: the child touches nothing of this process's other threads and leaves by `_exit`.
    let status = unsafe {
        let child = libc::fork();
        if child == 0 {
            let failed = std::panic::catch_unwind(|| in_a_process_of_its_own(&file)).unwrap_or(99);
            libc::_exit(failed);
        }
        let mut status = 0;
        libc::waitpid(child, &mut status, 0);
        status
    };
    assert!(libc::WIFEXITED(status), "it ended by signal {}", libc::WTERMSIG(status));
    assert_eq!(libc::WEXITSTATUS(status), 0, "the check of this number failed");
}
