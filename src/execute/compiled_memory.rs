//! The allocator lowered code uses: every fresh byte is filled, every mistake ends the run.
//!
//! Fresh memory holds a pattern, so a program that reads before it writes shows the pattern and not what
//! happened to lie there. Blocks lie between closed pages, most at the end of their own, some at the beginning, and freed
//! ones are closed: code that goes there ends. The room that alignment leaves between a block and the closed page is a guard, whose
//! bytes are looked at when the block is freed. Where there are too many blocks for that, one is followed by a guard alone, and
//! overwritten when it is freed.

use super::fence::Fences;
use super::strided::{Strided, Unranked};
use crate::observe::{Cause, Leaked, Outcome, Rule, Spot};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Fills fresh memory: as a float tiny, as an index absurd.
pub const USUAL_FILL: u8 = 0xA5;
/// Fills freed memory that is not closed.
const FREED: u8 = 0x5A;
/// Fills the guards around a block.
const GUARD: u8 = 0xC3;
/// Bytes of the guard behind a block between no closed pages.
const GUARD_BYTES: usize = 32;
/// Alignment of plain `malloc`, as the C library gives it.
const MALLOC_ALIGNMENT: usize = 16;
/// Address space for blocks between closed pages.
const FENCED: usize = 256 << 20;
/// One block in so many begins behind a closed page; the others end before one, where most go astray.
const FRONT: usize = 4;
/// Bytes of the stack below `main` that are filled.
const STACK: usize = 128 << 10;

/// Ends the run with this outcome, for this reason.
pub type EndRun<'a> = &'a dyn Fn(Outcome, Cause);

struct Block {
    size: usize,
    freed: bool,
    /// The pages it lies on, where they are its own.
    pages: Option<Range<usize>>,
}

impl Block {
    /// The guards before and behind it, for a block at this address.
    fn guards(&self, address: usize) -> [Range<usize>; 2] {
        let end = address + self.size;
        match &self.pages {
            Some(pages) => [pages.start..address, end..pages.end],
            None => [address..address, end..end + GUARD_BYTES],
        }
    }

    /// The damage that lowered code has done to its guards; its own pages must still be open.
    fn damage(&self, address: usize) -> Option<Cause> {
        let expected = guard();
        let broken = self.guards(address).map(|guard| {
            // SAFETY: open memory around a block that is there.
            let guard = unsafe { std::slice::from_raw_parts(guard.start as *const u8, guard.len()) };
            guard.iter().any(|byte| *byte != expected)
        });
        let [before, behind] = broken;
        (before || behind).then_some(Cause::WroteOutside { before, bytes: self.size as u64 })
    }
}

struct Heap {
    blocks: BTreeMap<usize, Block>,
    /// Closed pages to put blocks between, where there is room for any.
    fences: Option<Fences>,
    used: u64,
    limit: u64,
    stop: *const dyn Fn(Outcome, Cause),
}

/// The byte that guards hold. It changes with the fill, so that code which reads it shows too.
fn guard() -> u8 {
    GUARD ^ USUAL_FILL ^ FILL.get()
}

/// Fresh memory holds this byte from now on; [`USUAL_FILL`] unless somebody asks for another.
pub fn fill(byte: u8) {
    FILL.set(byte);
}

/// The byte that fresh memory holds.
pub fn pattern() -> u8 {
    FILL.get()
}

/// True once a run has begun, until it ends.
static RUNNING: AtomicBool = AtomicBool::new(false);

thread_local! {
    static FILL: Cell<u8> = const { Cell::new(USUAL_FILL) };
    static HEAP: RefCell<Option<Heap>> = const { RefCell::new(None) };
}

/// Starts a run that may allocate `limit` bytes. `stop` must not return: it records and ends the process.
pub fn begin(limit: u64, stop: EndRun<'_>) {
    // SAFETY: only the lifetime is dropped; `finish` removes the heap before `stop` ends.
    let stop = unsafe {
        std::mem::transmute::<*const (dyn Fn(Outcome, Cause) + '_), *const dyn Fn(Outcome, Cause)>(stop)
    };
    let fences = Fences::reserve(FENCED);
    HEAP.set(Some(Heap { blocks: BTreeMap::new(), fences, used: 0, limit, stop }));
    RUNNING.store(true, Ordering::Release);
}

/// Fills the stack that a function called next will lie on.
#[inline(never)]
pub fn fill_stack() {
    let mut room = [std::mem::MaybeUninit::<u8>::uninit(); STACK];
    // SAFETY: the array's own bytes; `black_box` keeps the compiler from leaving out what nobody reads.
    unsafe { room.as_mut_ptr().cast::<u8>().write_bytes(FILL.get(), STACK) };
    std::hint::black_box(&mut room);
}

/// The block that lowered code has missed, or that was freed, where it died of touching `address`. For a signal handler: nothing is
/// allocated, and nothing waited for.
pub fn spot(address: u64) -> Option<Spot> {
    // Asking a thread-local for the first time may allocate.
    if !RUNNING.load(Ordering::Acquire) {
        return None;
    }
    HEAP.with(|heap| {
        let heap = heap.try_borrow().ok()?;
        let (heap, address) = (heap.as_ref()?, address as usize);
        // An address that is further off than a closed page says nothing of the block.
        let reach = 2 * heap.fences.as_ref()?.page() as u64;
        let near = |(start, block): (&usize, &Block)| {
            let (size, offset) = (block.size as u64, address.wrapping_sub(*start) as i64);
            let distance = u64::try_from(offset).map_or(offset.unsigned_abs(), |at| at.saturating_sub(size));
            (distance <= reach).then_some((distance, Spot { size, offset, freed: block.freed }))
        };
        let (below, above) = (heap.blocks.range(..=address).next_back(), heap.blocks.range(address..).next());
        let nearest =
            [below, above].into_iter().flatten().filter_map(near).min_by_key(|(distance, _)| *distance);
        nearest.map(|(_, spot)| spot)
    })
}

/// Ends a run: checks every guard and releases everything; what was not freed until then.
///
/// # Errors
/// The lowered code wrote into a guard.
pub fn finish() -> Result<Leaked, Cause> {
    RUNNING.store(false, Ordering::Release);
    let Some(heap) = HEAP.take() else { return Ok(Leaked::default()) };
    let mut broken = None;
    for (address, block) in &heap.blocks {
        // Closed pages have not been written to since their guards were looked at.
        if block.pages.is_none() || !block.freed {
            broken = block.damage(*address).or(broken);
        }
        if block.pages.is_none() {
            // SAFETY: allocated by `allocate`; nobody uses it any more.
            unsafe { libc::free(*address as *mut c_void) };
        }
    }
    let left = heap.blocks.values().filter(|block| !block.freed).map(|block| block.size as u64);
    broken.map_or_else(|| Ok(left.collect()), Err)
}

/// The lowered code did something a correct program cannot do: ends the run.
pub fn fault(cause: Cause) -> ! {
    stop(Outcome::Fault, cause)
}

/// The lowered code breaks a rule that names no values: ends the run.
pub fn breaks(rule: Rule) -> ! {
    fault(Cause::Rule { rule: rule.id.to_owned(), values: Vec::new() })
}

/// The lowered code did something lowdiff does not handle: ends the run.
pub fn unsupported(cause: Cause) -> ! {
    stop(Outcome::Unsupported, cause)
}

fn stop(outcome: Outcome, cause: Cause) -> ! {
    let stop = HEAP.with_borrow(|heap| heap.as_ref().map(|h| h.stop));
    if let Some(stop) = stop {
        // SAFETY: `begin` got a function that lives until `finish`.
        unsafe { (*stop)(outcome, cause) };
    }
    // SAFETY: reached only should `stop` return, which it must not; the worker ends all the same.
    unsafe { libc::_exit(1) }
}

/// A block of `size` bytes, filled.
pub fn allocate(size: usize, alignment: usize) -> *mut c_void {
    let alignment = alignment.max(MALLOC_ALIGNMENT);
    let refused = HEAP.with_borrow_mut(|heap| {
        let Some(heap) = heap else { return true };
        heap.used = heap.used.saturating_add(size as u64);
        heap.used > heap.limit
    });
    if refused {
        unsupported(Cause::AllocatesTooMuch {});
    }
    let placed = HEAP.with_borrow_mut(|heap| heap.as_mut().and_then(|heap| heap.place(size, alignment)));
    let Some(address) = placed else { unsupported(Cause::Unserved {}) };
    address as *mut c_void
}

impl Heap {
    /// Finds a place for a block and fills it.
    fn place(&mut self, size: usize, alignment: usize) -> Option<usize> {
        let front = self.blocks.len() % FRONT == FRONT - 1;
        let fenced = self.fences.as_mut().filter(|_| alignment.is_power_of_two());
        let (address, pages) = match fenced.and_then(|fences| fences.open(size, alignment, front)) {
            Some((address, pages)) => (address, Some(pages)),
            None => {
                let total = size.checked_add(GUARD_BYTES)?.checked_next_multiple_of(alignment)?;
                // SAFETY: the C library gives null for an alignment that is no power of two.
                (unsafe { libc::aligned_alloc(alignment, total) } as usize, None)
            }
        };
        if address == 0 {
            return None;
        }
        let block = Block { size, freed: false, pages };
        let fills = block.guards(address).map(|range| (range, guard()));
        for (range, byte) in fills.into_iter().chain([(address..address + size, FILL.get())]) {
            // SAFETY: open memory of this block alone.
            unsafe { (range.start as *mut u8).write_bytes(byte, range.len()) };
        }
        self.blocks.insert(address, block);
        Some(address)
    }

    /// Takes back the block at this address.
    ///
    /// # Errors
    /// The mistake of the lowered code.
    fn free(&mut self, address: usize) -> Result<(), Cause> {
        let Some(block) = self.blocks.get_mut(&address) else {
            return Err(Cause::FreedNoBlock { mapped: is_mapped(address) });
        };
        if block.freed {
            return Err(Cause::FreedTwice(block.size as u64));
        }
        if let Some(damage) = block.damage(address) {
            return Err(damage);
        }
        block.freed = true;
        match (&block.pages, &mut self.fences) {
            (Some(pages), Some(fences)) => fences.close(pages),
            // SAFETY: the block is kept until the run ends.
            _ => unsafe { (address as *mut u8).write_bytes(FREED, block.size) },
        }
        Ok(())
    }
}

/// True if there is memory of this process at an address: a block's middle, the stack or a global.
fn is_mapped(address: usize) -> bool {
    // SAFETY: plain system calls; the second one looks at no byte of the page.
    unsafe {
        let page = libc::sysconf(libc::_SC_PAGESIZE) as usize;
        let mut resident = 0u8;
        libc::mincore((address & !(page - 1)) as *mut c_void, 1, &mut resident) == 0
    }
}

extern "C" fn malloc(size: usize) -> *mut c_void {
    allocate(size, MALLOC_ALIGNMENT)
}

extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    allocate(size, alignment)
}

/// Zeroes; nothing where the product is too large for a size.
extern "C" fn calloc(count: usize, each: usize) -> *mut c_void {
    let Some(size) = count.checked_mul(each) else { return std::ptr::null_mut() };
    let made = allocate(size, MALLOC_ALIGNMENT);
    // SAFETY: a block of that size.
    unsafe { made.cast::<u8>().write_bytes(0, size) };
    made
}

/// Always another block, so that who keeps the old pointer is found out.
extern "C" fn realloc(address: *mut c_void, size: usize) -> *mut c_void {
    if size == 0 && !address.is_null() {
        unsupported(Cause::ResizesToNothing {});
    }
    let made = allocate(size, MALLOC_ALIGNMENT);
    let old = HEAP.with_borrow(|heap| {
        let block = heap.as_ref()?.blocks.get(&(address as usize))?;
        (!block.freed).then_some(block.size)
    });
    if let Some(old) = old {
        // SAFETY: two blocks, each at least as large.
        unsafe { made.cast::<u8>().copy_from_nonoverlapping(address.cast(), old.min(size)) };
    }
    // An address of no block is complained of here.
    free(address);
    made
}

/// Takes back a block, at most once.
pub extern "C" fn free(address: *mut c_void) {
    if address.is_null() {
        return;
    }
    let freed = HEAP.with_borrow_mut(|heap| heap.as_mut().map_or(Ok(()), |heap| heap.free(address as usize)));
    if let Err(cause) = freed {
        fault(cause);
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
    let all: [(&str, *mut c_void); 13] = [
        ("malloc", malloc as *mut c_void),
        ("calloc", calloc as *mut c_void),
        ("realloc", realloc as *mut c_void),
        ("aligned_alloc", aligned_alloc as *mut c_void),
        ("_mlir_memref_to_llvm_aligned_alloc", aligned_alloc as *mut c_void),
        ("free", free as *mut c_void),
        ("_mlir_memref_to_llvm_alloc", malloc as *mut c_void),
        ("_mlir_memref_to_llvm_free", free as *mut c_void),
        ("mlirAlloc", malloc as *mut c_void),
        ("mlirAlignedAlloc", aligned_alloc as *mut c_void),
        ("mlirFree", free as *mut c_void),
        ("mlirAlignedFree", free as *mut c_void),
        ("memrefCopy", memref_copy as *mut c_void),
    ];
    all.into_iter().map(|(name, address)| (name.to_owned(), address)).collect()
}
