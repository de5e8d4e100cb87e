//! Line counts of a library are shared with workers and written down however these end.

use crate::planted;
use crate::support;

use lowdiff::coverage::{Lines, enter_worker, leave_request};
use lowdiff::mlir::Toolchain;
use std::ffi::c_int;
use std::path::{Path, PathBuf};

/// Counters as a compiler makes them, and a writer that writes them plainly.
const COUNTS: &str = r#"
#include <stdio.h>
#include <stdint.h>
#define EXPORTED __attribute__((visibility("default")))
__attribute__((section("__llvm_prf_cnts"))) static volatile uint64_t counts[3000] = {0};
EXPORTED void count(int n) { counts[n]++; }
EXPORTED int lowdiff_write_profile(const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) return 1;
  for (int n = 0; n < 3000; n++) if (counts[n]) fprintf(file, "%d:%d ", n, (int)counts[n]);
  return fclose(file);
}
"#;

/// The library made of `text`, loaded, and as a toolchain.
fn load(folder: &Path, name: &str, text: &str) -> (Toolchain, libloading::Library) {
    let library = planted::from_text(folder, name, text);
    // SAFETY: it has no initialisers.
    let loaded = unsafe { libloading::Library::new(&library) }.expect("it loads");
    let toolchain = Toolchain {
        name: name.into(),
        version: "22.1.8".into(),
        library,
        mlir_opt: None,
        runner: None,
        runner_libraries: vec![],
    };
    (toolchain, loaded)
}

fn refusal(toolchain: &Toolchain) -> String {
    Lines::share(toolchain).err().expect("a refusal").to_string()
}

/// One test for all, because counters are shared once a process.
#[test]
fn what_workers_count_is_written_however_they_end() {
    support::alone("what_workers_count_is_written_however_they_end", || {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, _plain) = load(folder.path(), "plain", "int nothing(void) { return 0; }");
        assert!(refusal(&plain).contains("MLIR plain does not count lines: build one that does"));
        let mute = COUNTS.replace("lowdiff_write_profile", "something_else");
        let (mute, _mute) = load(folder.path(), "mute", &mute);
        assert!(refusal(&mute).contains("is stripped of the functions that write them"));

        let (toolchain, library) = load(folder.path(), "counts", COUNTS);
        // SAFETY: declared so above.
        let count: extern "C" fn(c_int) = *unsafe { library.get(b"count") }.expect("exported");
        (0..3000).step_by(500).for_each(|n| count(n));
        let lines = Lines::share(&toolchain).expect("it counts");
        let worker = |killed: bool| {
            // SAFETY: the child counts and ends; the parent waits for it.
            unsafe {
                let child = libc::fork();
                if child == 0 {
                    enter_worker();
                    [0, 1000, 1500, 2999].into_iter().for_each(|n| count(n));
                    leave_request();
                    // In the middle, on a page that holds nothing else.
                    count(1500);
                    if killed {
                        libc::raise(libc::SIGKILL);
                    }
                    libc::_exit(0);
                }
                libc::waitpid(child, std::ptr::null_mut(), 0);
            }
        };
        worker(true);
        worker(false);
        let written: PathBuf = folder.path().join("counted");
        lines.write(&written).expect("room");
        let text = std::fs::read_to_string(&written).expect("written");
        assert_eq!(text, "0:3 500:1 1000:3 1500:5 2000:1 2500:1 2999:2 ");
        let nowhere = lines.write(&folder.path().join("none/x")).expect_err("no such folder");
        assert!(nowhere.to_string().contains("cannot be written"));
        assert!(refusal(&toolchain).contains("already"));
    });
}
