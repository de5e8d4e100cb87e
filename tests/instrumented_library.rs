//! The counters of a library that was built with them: found, shared with forked processes, cleared between runs,
//! chosen by a focus; and an MLIR with counters gives feedback through its workers.

use crate::planted;
use crate::support;

use libloading::Symbol;
use libloading::os::unix;
use lowdiff::coverage::{Coverage, FEATURES, FeedbackSource, Options, Reached, Wanted, leave_request};
use lowdiff::execute::ExecutorKind;
use lowdiff::explore::Campaign;
use lowdiff::mlir::Toolchain;
use std::path::{Path, PathBuf};
use support::alone;

/// A C library with counters, in a folder that goes with it.
struct Counted {
    folder: tempfile::TempDir,
    library: PathBuf,
}

impl Counted {
    fn new(counters: u32, arguments: &[&str]) -> Counted {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/instrumented/counted.c");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = folder.path().join("libcounted.so");
        let mut all = vec![format!("-DCOUNTERS={counters}")];
        all.extend(arguments.iter().map(|a| (*a).to_owned()));
        planted::compile(&source, &library, &all);
        Counted { folder, library }
    }

    /// It is no MLIR, but coverage does not ask for one.
    fn toolchain(&self) -> Toolchain {
        Toolchain {
            name: "counted".to_owned(),
            version: String::new(),
            library: self.library.clone(),
            mlir_opt: None,
            runner: None,
            runner_libraries: Vec::new(),
        }
    }

    fn load(&self) -> libloading::Library {
        // SAFETY: its initialiser does nothing.
        unsafe { libloading::Library::new(&self.library) }.expect("it has all it needs")
    }

    fn watch(&self, options: &Options) -> anyhow::Result<Coverage> {
        Coverage::open(&self.toolchain(), options).map(|coverage| coverage.expect("not switched off"))
    }
}

fn focus(words: &str) -> Options {
    Options { focus: words.parse().expect("a focus"), wanted: Wanted::Code, ..Options::default() }
}

/// Counts in a forked process, at counters given by number; it leaves as a worker does, or like one that was killed.
fn count_in_a_child(library: &libloading::Library, numbers: &[u32], killed: bool) {
    // SAFETY: as the C file has them; the child makes no more calls than these.
    unsafe {
        let count: Symbol<'_, unsafe extern "C" fn(u32)> = library.get(b"count").expect("exported");
        let neighbour: Symbol<'_, unsafe extern "C" fn(i32) -> *mut u8> =
            library.get(b"neighbour").expect("exported");
        let child = libc::fork();
        if child == 0 {
            numbers.iter().for_each(|&n| count(n));
            *neighbour(0) = 77;
            *neighbour(1) = 77;
            if !killed {
                leave_request();
            }
            libc::_exit(0);
        }
        libc::waitpid(child, std::ptr::null_mut(), 0);
        assert_ne!((*neighbour(0), *neighbour(1)), (77, 77), "other data of the library became shared");
    }
}

/// The counters that a run reaches, by number, sorted.
fn run(coverage: &mut Coverage, work: impl FnOnce()) -> Vec<u32> {
    coverage.begin(false);
    work();
    coverage.end();
    let mut reached: Vec<u32> = coverage.journal().into_iter().map(|index| index - FEATURES).collect();
    reached.sort_unstable();
    reached
}

#[test]
fn counts_of_a_forked_process_are_seen_and_cleared() {
    alone("counts_of_a_forked_process_are_seen_and_cleared", || {
        let counted = Counted::new(20_000, &["-DRECEIVERS"]);
        let library = counted.load();
        // SAFETY: exported so.
        let start =
            unsafe { library.get::<unsafe extern "C" fn(i32) -> *mut u8>(b"neighbour").expect("there")(0) };
        assert_ne!(start as usize % 4096, 4095, "the first page is to hold something else too");
        // Counts from before anybody watched are nobody's.
        // SAFETY: exported so.
        unsafe { library.get::<unsafe extern "C" fn(u32)>(b"count").expect("there")(10_001) };
        let mut coverage = counted.watch(&focus("mlir")).expect("it has counters");
        assert_eq!(coverage.source(), FeedbackSource::Counters);
        assert!(coverage.to_string().starts_with("20000 instrumented counters"), "{coverage}");

        let ends = [0, 1, 10_000, 12_345, 19_998, 19_999];
        assert_eq!(run(&mut coverage, || count_in_a_child(&library, &ends, false)), ends);
        assert_eq!(run(&mut coverage, || {}), [0; 0]);
        // Of a process that was killed, only the first and the last page are lost.
        assert_eq!(run(&mut coverage, || count_in_a_child(&library, &ends, true)), [10_000, 12_345]);
        assert_eq!(run(&mut coverage, || count_in_a_child(&library, &[7, 9_999], false)), [7, 9_999]);
        assert_eq!(coverage.reached(), Reached { blocks: 20_000, reached: 8, features: 0 });

        let (file, affine) = coverage.block(FEATURES + 9_999).expect("a counter");
        let (_, linalg) = coverage.block(FEATURES + 10_000).expect("a counter");
        assert_eq!(file, counted.library);
        let names = lowdiff::coverage::FunctionNames::read(file).expect("an ELF file");
        let owner = |address| names.owner_at(address).map(|(_, name)| name);
        assert_eq!((owner(affine), owner(linalg)), (Some("affine_function"), Some("linalg_function")));
        assert_eq!(coverage.block(FEATURES + 20_000), None);
    });
}

#[test]
fn a_library_without_a_whole_page_of_counters_works() {
    alone("a_library_without_a_whole_page_of_counters_works", || {
        let counted = Counted::new(6, &["-DRECEIVERS"]);
        let library = counted.load();
        let mut coverage = counted.watch(&focus("mlir")).expect("it has counters");
        assert_eq!(run(&mut coverage, || count_in_a_child(&library, &[0, 5], false)), [0, 5]);
        assert_eq!(run(&mut coverage, || {}), [0; 0]);
        assert_eq!(coverage.reached(), Reached { blocks: 6, reached: 2, features: 0 });
    });
}

#[test]
fn a_focus_leaves_the_others_out() {
    alone("a_focus_leaves_the_others_out", || {
        let counted = Counted::new(20_000, &["-DRECEIVERS"]);
        let library = counted.load();
        let mut coverage = counted.watch(&focus("linalg")).expect("it has counters");
        let reached = run(&mut coverage, || count_in_a_child(&library, &[0, 9_999, 10_000, 19_999], false));
        assert_eq!(reached, [10_000, 19_999]);
        assert_eq!(coverage.reached(), Reached { blocks: 10_000, reached: 2, features: 0 });
    });
}

#[test]
fn a_focus_needs_a_table_and_a_function() {
    alone("a_focus_needs_a_table_and_a_function", || {
        let without = Counted::new(100, &["-DRECEIVERS", "-DNO_TABLE"]);
        let _library = without.load();
        let said =
            format!("{:#}", without.watch(&focus("linalg")).err().expect("nobody knows which are linalg's"));
        assert!(said.contains("pc-table"), "{said}");
        let with = Counted::new(100, &["-DRECEIVERS"]);
        let _library = with.load();
        let said = format!("{:#}", with.watch(&focus("shardy")).err().expect("there is no such function"));
        assert!(said.contains("shardy"), "{said}");
        let coverage = without.watch(&focus("mlir")).expect("that is all of it");
        assert_eq!(coverage.block(FEATURES), None);
    });
}

/// The library calls receivers that nobody has, so it loads only because lowdiff brings some.
#[test]
fn an_instrumented_mlir_is_loaded_and_its_workers_count() {
    alone("an_instrumented_mlir_is_loaded_and_its_workers_count", || {
        // It has the real one's functions without calling them by name.
        let mut real = vec!["-Wl,--no-as-needed".to_owned()];
        real.extend(planted::over_the_real_one("REAL"));
        let counted = Counted::new(20_000, &real.iter().map(String::as_str).collect::<Vec<_>>());
        // SAFETY: it cannot be loaded.
        let bare = unsafe { unix::Library::open(Some(&counted.library), unix::RTLD_NOW) };
        let said = bare.expect_err("it lacks receivers");
        let said = format!("{said:?}");
        assert!(said.contains("__sanitizer_cov_8bit_counters_init"), "{said}");

        let name = counted.library.display().to_string();
        let mut campaign =
            Campaign::open(&name, ExecutorKind::Jit, counted.folder.path()).expect("it is an MLIR");
        campaign
            .watch(&Options { focus: "affine,linalg_function".parse().expect("words"), ..Options::default() })
            .expect("it has counters");
        let coverage = campaign.coverage().expect("watched");
        assert_eq!(coverage.source(), FeedbackSource::Counters);
        let first = (FEATURES..).find(|&i| coverage.block(i).is_some_and(|(f, _)| f == counted.library));
        let first = first.expect("counters have indices");
        for _ in 0..2 {
            campaign.run_bytes(&[0; 64]).expect("it runs").expect("it decodes");
            let journal = campaign.coverage().expect("watched").journal();
            let counters: Vec<u32> = journal.iter().filter(|&&i| i >= first).map(|i| i - first).collect();
            assert_eq!(counters, [10_000, 0], "one page is shared in place, the other carried over");
        }
    });
}
