//! Line counts of a library built with `-fprofile-instr-generate -fcoverage-mapping`, as `llvm-cov` reads them.
//!
//! The library counts in its own data, which a worker has a copy of and takes with it when it ends. So its counters
//! are made shared, in place, and the process that forks the workers writes down what all of them counted: one that
//! crashes or is killed loses nothing. The first and last page of the counters hold other variables too and stay each
//! process's own; what a worker counts there it carries over, after each request and when it crashes.

use super::loaded::{self, Loaded};
use super::{counters, sanitizer};
use crate::mlir::Toolchain;
use anyhow::{Context as _, Result, bail};
use object::{Object, ObjectSection, ObjectSymbol};
use std::ffi::{CString, c_char, c_int};
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The function that lowdiff's own builds of MLIR export; it does what the two below do.
const OWN: &str = "lowdiff_write_profile";
/// The runtime's own: hidden, so only the table of all symbols has them.
const RUNTIME: [&str; 2] = ["__llvm_profile_set_filename", "__llvm_profile_write_file"];

/// The counters of a library, shared.
pub struct Lines {
    library: Loaded,
    writer: Writer,
}

/// The way in which the library writes its counts, by address.
enum Writer {
    Own(u64),
    Runtime(u64, u64),
}

/// Counters on a page with other variables: the process's own, and where all see them.
struct SharedPage {
    own: &'static [AtomicU64],
    all: &'static [AtomicU64],
}

static EDGES: OnceLock<Vec<SharedPage>> = OnceLock::new();

/// In a new worker: what its parent counted is not its own.
pub(super) fn enter_worker() {
    let edges = EDGES.get().map_or(&[][..], Vec::as_slice);
    edges.iter().flat_map(|e| e.own).for_each(|own| own.store(0, Ordering::Relaxed));
}

/// In a worker: shows the parent what lies on pages of its own. Async-signal-safe.
pub(super) fn carry_over() {
    for SharedPage { own, all } in EDGES.get().map_or(&[][..], Vec::as_slice) {
        for (own, all) in own.iter().zip(*all) {
            all.fetch_add(own.swap(0, Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

impl Lines {
    /// Shares the counters of `toolchain`, which is loaded. Once a process; no worker may be running.
    ///
    /// # Errors
    /// It was not built for line coverage.
    pub fn share(toolchain: &Toolchain) -> Result<Lines> {
        Lines::find(&toolchain.library)?.with_context(|| {
            format!(
                "MLIR {} does not count lines: build one that does by ./scripts/build-mlir.sh --coverage, or your own with \
                 -fprofile-instr-generate -fcoverage-mapping",
                toolchain.name
            )
        })
    }

    fn find(library: &Path) -> Result<Option<Lines>> {
        if EDGES.get().is_some() {
            bail!("this process counts lines already");
        }
        for library in loaded::find(library) {
            let shown = library.path.display();
            let file = std::fs::File::open(&library.path).with_context(|| format!("cannot open {shown}"))?;
            let cache = object::ReadCache::new(file);
            let elf = object::File::parse(&cache).with_context(|| format!("{shown} is no ELF file"))?;
            let Some(section) = elf.section_by_name("__llvm_prf_cnts") else { continue };
            let address = |name: &str| {
                let mut all = elf.dynamic_symbols().chain(elf.symbols());
                all.find(|s| s.is_definition() && s.name() == Ok(name)).map(|s| s.address())
            };
            let writer = match (address(OWN), RUNTIME.map(address)) {
                (Some(own), _) => Writer::Own(own),
                (None, [Some(name), Some(write)]) => Writer::Runtime(name, write),
                _ => bail!(
                    "{shown} counts lines and is stripped of the functions that write them: keep its symbols"
                ),
            };
            let start = library.bias + section.address() as usize;
            let edges = share(start..start + section.size() as usize)?;
            EDGES.get_or_init(|| edges);
            return Ok(Some(Lines { library, writer }));
        }
        Ok(None)
    }

    /// Writes down what was counted so far, by this process and its workers: a raw profile.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        let shown = file.display();
        let path =
            CString::new(file.as_os_str().as_bytes()).with_context(|| format!("{shown} is no file name"))?;
        for SharedPage { own, all } in EDGES.get().map_or(&[][..], Vec::as_slice) {
            for (own, all) in own.iter().zip(*all) {
                own.fetch_add(all.swap(0, Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        type Named = extern "C" fn(*const c_char) -> c_int;
        let at = |address: u64| self.library.bias + address as usize;
        // SAFETY: functions of a library that stays loaded, with the types that its runtime declares.
        let failed = unsafe {
            match self.writer {
                Writer::Own(write) => std::mem::transmute::<usize, Named>(at(write))(path.as_ptr()),
                Writer::Runtime(name, write) => {
                    std::mem::transmute::<usize, extern "C" fn(*const c_char)>(at(name))(path.as_ptr());
                    std::mem::transmute::<usize, extern "C" fn() -> c_int>(at(write))()
                }
            }
        };
        if failed != 0 || !file.is_file() {
            bail!("the line counts cannot be written to {shown}: check the disk and its permissions");
        }
        Ok(())
    }
}

/// Makes the counters in `place` shared with every process forked later, and tells which could not be.
fn share(place: Range<usize>) -> Result<Vec<SharedPage>> {
    // SAFETY: always valid.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    let [head, inner, tail] = sanitizer::split(place.start, place.len(), page);
    if !inner.is_empty() {
        // SAFETY: whole pages of a loaded library that hold counters alone; what they hold is put back.
        unsafe {
            let held = std::slice::from_raw_parts(inner.start as *const u8, inner.len()).to_vec();
            let shared = counters::map(inner.start as *mut u8, held.len(), libc::MAP_FIXED)?;
            shared.copy_from_nonoverlapping(held.as_ptr(), held.len());
        }
    }
    let edge = |range: Range<usize>| -> Result<SharedPage> {
        let count = range.len() / size_of::<u64>();
        // SAFETY: not at a fixed place; counters are words, aligned as such, in memory that stays.
        unsafe {
            let all = counters::map(std::ptr::null_mut(), range.len(), 0)?;
            let own = std::slice::from_raw_parts(range.start as *const AtomicU64, count);
            Ok(SharedPage { own, all: std::slice::from_raw_parts(all.cast(), count) })
        }
    };
    [head, tail].into_iter().filter(|r| !r.is_empty()).map(edge).collect()
}
