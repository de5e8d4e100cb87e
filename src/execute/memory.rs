//! The allocator lowered code uses: every fresh byte is filled, every mistake ends the run.
//!
//! Fresh memory holds a pattern, so a program that reads before it writes shows the pattern and not what
//! happened to lie there. Freed memory is overwritten and kept until the run ends, so a read after free
//! shows too; guards behind each block catch writes past its end.

use super::strided::{Strided, Unranked};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::c_void;

/// Fills fresh memory: as a float tiny, as an index absurd.
pub const FRESH: u8 = 0xA5;
/// Fills freed memory.
const FREED: u8 = 0x5A;
/// Fills and checks the guard behind a block.
const GUARD: u8 = 0xC3;
const GUARD_BYTES: usize = 32;
/// Alignment of plain `malloc`, as the C library gives it.
const MALLOC_ALIGNMENT: usize = 16;

/// Ends the run; the flag says whether the lowered code is at fault.
pub type Stop<'a> = &'a dyn Fn(bool, &str);

struct Block {
    size: usize,
    freed: bool,
}

struct Heap {
    blocks: BTreeMap<usize, Block>,
    used: u64,
    limit: u64,
    stop: *const dyn Fn(bool, &str),
}

/// What the guard behind a block holds; it changes with the fill, so that reading it shows too.
fn guard() -> u8 {
    GUARD ^ FRESH ^ FILL.get()
}

/// Fresh memory holds this byte from now on; [`FRESH`] unless somebody asks for another.
pub fn fill(byte: u8) {
    FILL.set(byte);
}

thread_local! {
    static FILL: Cell<u8> = const { Cell::new(FRESH) };
    static HEAP: RefCell<Option<Heap>> = const { RefCell::new(None) };
}

/// Starts a run that may allocate `limit` bytes. `stop` must not return: it records and ends the process.
pub fn begin(limit: u64, stop: Stop<'_>) {
    // SAFETY: only the lifetime is dropped; `finish` removes the heap before `stop` ends.
    let stop =
        unsafe { std::mem::transmute::<*const (dyn Fn(bool, &str) + '_), *const dyn Fn(bool, &str)>(stop) };
    HEAP.set(Some(Heap { blocks: BTreeMap::new(), used: 0, limit, stop }));
}

/// Ends a run: checks every guard and releases everything. A message means that the lowered code wrote
/// past the end of a block.
pub fn finish() -> Option<String> {
    let heap = HEAP.take()?;
    let mut broken = None;
    for (address, block) in &heap.blocks {
        // SAFETY: allocated by `allocate` with a guard behind it, and not released yet.
        if !unsafe { guard_holds(*address, block.size) } {
            broken = Some(past_the_end(block.size));
        }
        // SAFETY: as above; nobody uses it any more.
        unsafe { libc::free(*address as *mut c_void) };
    }
    broken
}

fn past_the_end(size: usize) -> String {
    format!("the lowered program wrote past the end of a block of {size} bytes")
}

/// # Safety
/// `address` must be a live block of `size` bytes with a guard behind it.
unsafe fn guard_holds(address: usize, size: usize) -> bool {
    // SAFETY: the caller promises it.
    let guard = unsafe { std::slice::from_raw_parts((address + size) as *const u8, GUARD_BYTES) };
    let expected = self::guard();
    guard.iter().all(|byte| *byte == expected)
}

/// The lowered code did something a correct program cannot do: ends the run.
pub fn fault(message: &str) -> ! {
    stop(true, message)
}

/// The lowered code did something lowdiff does not handle: ends the run.
pub fn unsupported(message: &str) -> ! {
    stop(false, message)
}

fn stop(at_fault: bool, message: &str) -> ! {
    let stop = HEAP.with_borrow(|heap| heap.as_ref().map(|h| h.stop));
    if let Some(stop) = stop {
        // SAFETY: `begin` got a function that lives until `finish`.
        unsafe { (*stop)(at_fault, message) };
    }
    // SAFETY: reached only should `stop` return, which it must not; the worker ends all the same.
    unsafe { libc::_exit(1) }
}

/// A block of `size` bytes, filled, with a guard behind it.
pub fn allocate(size: usize, alignment: usize) -> *mut c_void {
    let alignment = alignment.max(MALLOC_ALIGNMENT);
    let refused = HEAP.with_borrow_mut(|heap| {
        let Some(heap) = heap else { return true };
        heap.used = heap.used.saturating_add(size as u64);
        heap.used > heap.limit
    });
    if refused {
        unsupported("the lowered program allocates more memory than it may");
    }
    let total = (size + GUARD_BYTES).next_multiple_of(alignment);
    // SAFETY: the alignment is a power of two (checked by the C library, which gives null otherwise), the
    // block is larger than what is filled.
    unsafe {
        let block = libc::aligned_alloc(alignment, total).cast::<u8>();
        if block.is_null() {
            unsupported("the lowered program's allocation cannot be served");
        }
        block.write_bytes(FILL.get(), size);
        block.add(size).write_bytes(guard(), GUARD_BYTES);
        HEAP.with_borrow_mut(|heap| {
            if let Some(heap) = heap {
                heap.blocks.insert(block as usize, Block { size, freed: false });
            }
        });
        block.cast()
    }
}

extern "C" fn malloc(size: usize) -> *mut c_void {
    allocate(size, MALLOC_ALIGNMENT)
}

extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    allocate(size, alignment)
}

/// Takes back a block, at most once.
pub extern "C" fn free(address: *mut c_void) {
    if address.is_null() {
        return;
    }
    let wrong = HEAP.with_borrow_mut(|heap| {
        let heap = heap.as_mut()?;
        let Some(block) = heap.blocks.get_mut(&(address as usize)) else {
            return Some("the lowered program freed memory it never allocated".to_owned());
        };
        if std::mem::replace(&mut block.freed, true) {
            return Some(format!("the lowered program freed a block of {} bytes twice", block.size));
        }
        // SAFETY: the block is kept until the run ends.
        unsafe {
            if !guard_holds(address as usize, block.size) {
                return Some(past_the_end(block.size));
            }
            address.cast::<u8>().write_bytes(FREED, block.size);
        }
        None
    });
    if let Some(message) = wrong {
        fault(&message);
    }
}

/// `memref.copy` between strided memrefs of equal shape, elements of `size` bytes.
unsafe extern "C" fn memref_copy(size: i64, source: *const Unranked, target: *const Unranked) {
    // SAFETY: lowered code passes two unranked memrefs of equal shape.
    unsafe {
        let rank = (*source).rank as usize;
        let from = Strided::new(rank, (*source).descriptor);
        let to = Strided::new(rank, (*target).descriptor);
        for (read, write) in from.addresses(size).zip(to.addresses(size)) {
            libc::memmove(write.cast_mut().cast(), read.cast(), size as usize);
        }
    }
}

/// Every memory function, by the name lowered code calls it with.
pub fn symbols() -> Vec<(String, *mut c_void)> {
    let all: [(&str, *mut c_void); 6] = [
        ("malloc", malloc as *mut c_void),
        ("aligned_alloc", aligned_alloc as *mut c_void),
        ("free", free as *mut c_void),
        ("_mlir_memref_to_llvm_alloc", malloc as *mut c_void),
        ("_mlir_memref_to_llvm_free", free as *mut c_void),
        ("memrefCopy", memref_copy as *mut c_void),
    ];
    all.into_iter().map(|(name, address)| (name.to_owned(), address)).collect()
}
