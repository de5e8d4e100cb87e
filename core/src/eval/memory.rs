//! Memory of allocations that lie far apart, every byte with a mark whether it was ever written.
//!
//! In the usual world an address is never used twice. A pointer tells for good which allocation it belongs to, also after that is gone.
//! Nothing here is an address of this process.

use super::lane::{Lane, Taint, mask};
use super::mark::{Mark, UNWRITTEN, WRITTEN};
use super::stop::{Rule, Stop};
use super::types::{Layout, Leaf, Scalar};
use super::world::MemoryPlace;
use crate::eval::Breaking as _;
use crate::observe::Lack;
use crate::observe::Leaked;
use crate::observe::count_bytes as bytes;
use std::collections::BTreeMap;

const ACCESS_FUNCTION: Rule = Rule::new("access_function", "{} of {} at offset {} of {} that are a function");
const ACCESS_OUT_OF_BOUNDS: Rule =
    Rule::new("access_out_of_bounds", "{} of {} at offset {} of {} (out of bounds)");
const ACCESS_ENDED: Rule =
    Rule::new("access_ended", "{} of {} at offset {} of {} of the stack whose life has ended");
const ACCESS_FREED: Rule = Rule::new("access_freed", "{} of {} at offset {} of {} that have been freed");
const ACCESS_MISALIGNED: Rule =
    Rule::new("access_misaligned", "{} of {} at offset {} of {} that are not aligned to {}");
const STACK_MISALIGNED: Rule =
    Rule::new("stack_misaligned", "{} of {} at offset {} of {} of the stack that are not aligned to {}");
const ACCESS_THROUGH: Rule = Rule::new("access_through", "{} through {}");
const GLOBAL_CONSTANT_WRITTEN: Rule = Rule::new("global_constant_written", "a write to a constant");
const MEMCPY_OVERLAP: Rule = Rule::new("memcpy_overlap", "memcpy between places that overlap");
const FREE_UNALLOCATED: Rule = Rule::new("free_unallocated", "free of memory that was never allocated");
const FREE_NO_BLOCK: Rule = Rule::new("free_no_block", "free of memory that is no block of the heap");
const FREE_AGAIN: Rule = Rule::new("free_again", "free of {} that have been freed before");

/// The purpose of an allocation: decides who may give it back and who may write to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocationKind {
    /// From `malloc` and its like.
    Heap,
    /// From `alloca`, until the function returns.
    Stack,
    /// From `memref.alloca`, until the scope around ends.
    Scoped,
    /// A global variable.
    Global,
    /// A global constant.
    Constant,
    /// A function: nothing may be read there.
    Function,
}

struct Allocation {
    base: u64,
    kind: AllocationKind,
    life: Life,
    size: u64,
    data: Vec<u8>,
    marks: Vec<Mark>,
    /// The number of times that it has been written to, or ended.
    changes: u64,
}

/// The use that an allocation is still of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Life {
    /// It may.
    Live,
    /// A variable of the stack between two of its lives.
    Asleep,
    /// It never will be again, and its bytes are gone.
    Over,
}

/// All memory of a run.
pub struct Memory {
    allocations: Vec<Allocation>,
    /// The number of the last allocation at each address at which one begins.
    last_at: BTreeMap<u64, u32>,
    /// Addresses to be used again, and the bytes there.
    vacant: BTreeMap<u64, u64>,
    /// The place of allocations.
    place: MemoryPlace,
    /// The address behind the last one or, where they descend, of the last one.
    next: u64,
    used: u64,
    limit: u64,
}

/// The first address, and bytes between two allocations: a pointer that runs past the end of one meets no other.
const FIRST: u64 = 1 << 32;
const GAP: u64 = 1 << 16;
/// Addresses that may be used again of which one is looked for.
const MOST_TRIED: usize = 64;
/// Addresses must not run out.
const MOST_ALIGNMENT: u64 = 1 << 30;
/// Alignment of plain `malloc`, as the C library gives it: that of a block of the heap that asks for none.
pub const MALLOC_ALIGNMENT: u64 = 16;

impl Memory {
    /// Memory of which `limit` bytes may be in use.
    pub fn new(limit: u64, place: MemoryPlace) -> Memory {
        let next = FIRST + place.shift;
        let (allocations, last_at, vacant) = Default::default();
        Memory { allocations, last_at, vacant, place, next, used: 0, limit }
    }

    /// Bytes that may be in use.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// A fresh allocation. It is aligned to `align` and, so that code which expects more is found out, to no more.
    ///
    /// # Errors
    /// The limit.
    pub fn allocate(&mut self, size: u64, align: u64, kind: AllocationKind) -> Result<Lane, Stop> {
        self.used = self.used.saturating_add(size);
        if self.used > self.limit {
            return Err(Stop::lacks(Lack::Memory {}));
        }
        let align = align.max(1);
        if align > MOST_ALIGNMENT {
            return Err(Stop::lacks(Lack::Alignment(align)));
        }
        let base = self.vacancy(size, align).unwrap_or_else(|| self.fresh(size, align));
        let bytes = if kind == AllocationKind::Function { 0 } else { size as usize };
        let (data, marks) = (vec![0; bytes], vec![UNWRITTEN; bytes]);
        self.allocations.push(Allocation { base, kind, life: Life::Live, size, data, marks, changes: 0 });
        let number = self.allocations.len() as u32;
        self.last_at.insert(base, number);
        Ok(Lane::pointer(base, number))
    }

    /// An address that no allocation has had.
    fn fresh(&mut self, size: u64, align: u64) -> u64 {
        let (more, gap) = (align.max(self.place.alignment), GAP * self.place.spacing);
        if self.place.descending {
            let below = self.next - gap - size;
            self.next = below - below % more;
            return self.next;
        }
        let mut base = self.next.next_multiple_of(more);
        if base.is_multiple_of(more * 2) {
            base += more;
        }
        self.next = base + size + gap;
        base
    }

    /// An address to be used again, if there is one for so many bytes.
    fn vacancy(&mut self, size: u64, align: u64) -> Option<u64> {
        let fits = |(base, room): &(&u64, &u64)| **room >= size && base.is_multiple_of(align);
        let base = *self.vacant.iter().rev().take(MOST_TRIED).find(fits)?.0;
        self.vacant.remove(&base);
        Some(base)
    }

    /// The place of this block may be used again, where the world does so, by one that is greater: the block is about to end.
    pub fn vacate(&mut self, pointer: Lane) {
        let base = self.get(pointer).filter(|allocation| allocation.life == Life::Live).map(|own| own.base);
        if let Some(base) = base.filter(|_| self.place.reuses) {
            self.vacant.insert(base, GAP / 2);
        }
    }

    /// Ends the life of an allocation.
    fn end(&mut self, index: usize) {
        let allocation = &mut self.allocations[index];
        allocation.life = Life::Over;
        allocation.changes += 1;
        allocation.data = Vec::new();
        allocation.marks = Vec::new();
        self.used -= allocation.size;
        let (base, size) = (allocation.base, allocation.size);
        if self.place.reuses && self.last_at.get(&base) == Some(&(index as u32 + 1)) {
            self.vacant.entry(base).or_insert(size);
        }
    }

    /// Ends the life of those made since that are of this kind.
    fn end_since(&mut self, since: usize, kinds: &[AllocationKind]) {
        for index in since..self.allocations.len() {
            let Allocation { kind, life, .. } = self.allocations[index];
            if kinds.contains(&kind) && life != Life::Over {
                self.end(index);
            }
        }
    }

    /// The pointer an integer stands for, or bytes of a pointer that was stored.
    pub fn pointer_at(&self, address: u64) -> Lane {
        // The last one that begins at or before the address.
        let number = self.last_at.range(..=address).next_back().map_or(0, |(_, number)| *number);
        let near = (number as usize).checked_sub(1).and_then(|i| self.allocations.get(i));
        let inside = near.is_some_and(|a| address <= a.base + a.size + GAP / 2);
        Lane::pointer(address, if inside { number } else { 0 })
    }

    /// The number of changes of a pointer's allocation; zero where it has none.
    pub fn changes(&self, pointer: Lane) -> u64 {
        self.get(pointer).map_or(0, |allocation| allocation.changes)
    }

    /// True if the allocation of a pointer has been given back, or has ended with its scope.
    pub fn is_over(&self, pointer: Lane) -> bool {
        self.get(pointer).is_some_and(|allocation| allocation.life == Life::Over)
    }

    /// Bytes from a pointer to the end of its allocation, which may be read; none where it has none, or that is over.
    pub fn bytes_behind(&self, pointer: Lane) -> u64 {
        let readable = self.get(pointer).filter(|allocation| {
            allocation.life == Life::Live && allocation.kind != AllocationKind::Function
        });
        readable.map_or(0, |allocation| {
            let offset = (pointer.bits as u64).wrapping_sub(allocation.base);
            allocation.size.saturating_sub(offset)
        })
    }

    /// The number of changes of each allocation, in the order in which they were made.
    pub fn all_changes(&self) -> Vec<u64> {
        self.allocations.iter().map(|allocation| allocation.changes).collect()
    }

    /// True if a pointer is inside its allocation, or at its end.
    pub fn is_within(&self, pointer: Lane) -> bool {
        let offset = |a: &Allocation| (pointer.bits as u64).wrapping_sub(a.base);
        self.get(pointer).is_some_and(|allocation| offset(allocation) <= allocation.size)
    }

    fn get(&self, pointer: Lane) -> Option<&Allocation> {
        self.allocations.get((pointer.origin as usize).checked_sub(1)?)
    }

    /// Checks that `size` bytes at a pointer may be touched: which allocation, and where in it.
    fn place(&self, pointer: Lane, size: u64, align: u64, doing: &str) -> Result<(usize, usize), Stop> {
        if !pointer.taint.is_none() {
            return Err(not_defined(&format!("the pointer of {doing}"), pointer.taint));
        }
        let address = pointer.bits as u64;
        let Some(allocation) = self.get(pointer) else {
            let what = if address < 4096 { "a null pointer" } else { "a pointer to no allocation" };
            return Err(ACCESS_THROUGH.misuse(&[&doing, &what]));
        };
        let misuse = |rule: Rule| {
            let Allocation { size: whole, base, .. } = allocation;
            let offset = address.wrapping_sub(*base) as i64;
            rule.misuse(&[&doing, &bytes(size), &offset, &bytes(*whole)])
        };
        if allocation.kind == AllocationKind::Function {
            return Err(misuse(ACCESS_FUNCTION));
        }
        let offset = address.wrapping_sub(allocation.base);
        if offset.checked_add(size).is_none_or(|end| end > allocation.size) {
            return Err(misuse(ACCESS_OUT_OF_BOUNDS));
        }
        if allocation.life != Life::Live {
            return Err(misuse(match allocation.kind {
                AllocationKind::Stack | AllocationKind::Scoped => ACCESS_ENDED,
                _ => ACCESS_FREED,
            }));
        }
        if align > 1 && !address.is_multiple_of(align) {
            let (offset, whole) = (offset as i64, bytes(allocation.size));
            let by_variable =
                allocation.kind == AllocationKind::Stack && offset.unsigned_abs().is_multiple_of(align);
            let rule = if by_variable { STACK_MISALIGNED } else { ACCESS_MISALIGNED };
            return Err(rule.undefined(&[&doing, &bytes(size), &offset, &whole, &align]));
        }
        Ok((pointer.origin as usize - 1, offset as usize))
    }

    fn written(&mut self, pointer: Lane, size: u64, align: u64) -> Result<(usize, usize), Stop> {
        let (index, offset) = self.place(pointer, size, align, "a write")?;
        if self.allocations[index].kind == AllocationKind::Constant {
            return Err(GLOBAL_CONSTANT_WRITTEN.misuse(&[]));
        }
        self.allocations[index].changes += 1;
        Ok((index, offset))
    }

    /// Reads a value of this layout, lane by lane. `operation` is who asks.
    ///
    /// # Errors
    /// The bytes may not be read.
    pub fn load(
        &self,
        pointer: Lane,
        layout: &Layout,
        align: u64,
        operation: u32,
        out: &mut [Lane],
    ) -> Result<(), Stop> {
        let (index, offset) = self.place(pointer, layout.stored, align, "a read")?;
        let allocation = &self.allocations[index];
        for (leaf, lane) in layout.leaves.iter().zip(out) {
            let alone = layout.leaves.len() == 1;
            *lane = self.load_leaf(allocation, (offset, alone), leaf, operation);
        }
        Ok(())
    }

    /// The leaf of a value that begins at this offset; whether it is the only one.
    fn load_leaf(
        &self,
        allocation: &Allocation,
        (offset, alone): (usize, bool),
        leaf: &Leaf,
        operation: u32,
    ) -> Lane {
        let width = leaf.scalar.bits();
        let (begin, shift) = (offset + (leaf.bit / 8) as usize, (leaf.bit % 8) as u32);
        let end = begin + (shift + width).div_ceil(8) as usize;
        let bits = gathered(allocation.data[begin..end].iter().copied(), shift);
        let marks = &allocation.marks[begin..end];
        if marks.iter().any(|mark| *mark != WRITTEN) {
            let taints = marks.iter().filter_map(|mark| mark.taint());
            if let Some(taint) = taints.reduce(Taint::merge) {
                return Lane::tainted(taint);
            }
            let known = gathered(marks.iter().map(|mark| mark.known()), shift);
            if known & mask(width) != mask(width) {
                return Lane::partly(bits, known, width, Taint::undef(operation));
            }
        }
        // LLVM leaves open what comes of bits that no store of the type has left behind it.
        if alone && bits & !mask(width) != 0 {
            return Lane::tainted(Taint::undef(operation));
        }
        let bits = bits & mask(width);
        if leaf.scalar == Scalar::Pointer { self.pointer_at(bits as u64) } else { Lane::of(bits) }
    }

    /// Writes a value of this layout.
    ///
    /// # Errors
    /// The bytes may not be written.
    pub fn store(&mut self, pointer: Lane, layout: &Layout, align: u64, value: &[Lane]) -> Result<(), Stop> {
        let (index, offset) = self.written(pointer, layout.stored, align)?;
        let allocation = &mut self.allocations[index];
        for (leaf, lane) in layout.leaves.iter().zip(value) {
            let width = leaf.scalar.bits();
            let (begin, shift) = (offset + (leaf.bit / 8) as usize, (leaf.bit % 8) as u32);
            let bytes = (shift + width).div_ceil(8) as usize;
            let whole = shift == 0 && (width % 8 == 0 || layout.leaves.len() == 1);
            for k in 0..bytes {
                let own = shifted_byte(mask(width), shift, k);
                let byte = &mut allocation.data[begin + k];
                let kept = if whole { 0 } else { *byte & !own };
                *byte = kept | shifted_byte(lane.bits & mask(width), shift, k);
                let old = &mut allocation.marks[begin + k];
                // Of values that share a byte the first one clears what was there.
                let first = whole || shift == 0 || k > 0;
                // LangRef (store): nobody says what becomes of bits beside those of the type.
                let beside = if first { 0 } else { old.known() & !own };
                let broken = old.taint().is_some() && !first;
                if !broken {
                    *old = Mark::of(lane.taint, beside | shifted_byte(lane.known(width), shift, k));
                }
            }
        }
        Ok(())
    }

    /// Copies bytes as they are, with their marks; with `apart` they may not overlap unless they are the same.
    ///
    /// # Errors
    /// The bytes may not be read, or not be written.
    pub fn copy(&mut self, to: Lane, from: Lane, size: u64, apart: bool) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let (source, at) = self.place(from, size, 1, "a read")?;
        let (target, into) = self.written(to, size, 1)?;
        if apart && source == target && at != into && at.abs_diff(into) < size as usize {
            return Err(MEMCPY_OVERLAP.undefined(&[]));
        }
        let range = at..at + size as usize;
        let from = &self.allocations[source];
        let (data, marks) = (from.data[range.clone()].to_vec(), from.marks[range].to_vec());
        let target = &mut self.allocations[target];
        target.data[into..into + data.len()].copy_from_slice(&data);
        target.marks[into..into + marks.len()].copy_from_slice(&marks);
        Ok(())
    }

    /// Writes one byte `size` times.
    ///
    /// # Errors
    /// The bytes may not be written.
    pub fn fill(&mut self, to: Lane, byte: Lane, size: u64) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        let (target, into) = self.written(to, size, 1)?;
        let target = &mut self.allocations[target];
        target.data[into..into + size as usize].fill(byte.bits as u8);
        target.marks[into..into + size as usize].fill(Mark::of(byte.taint, byte.known(8) as u8));
        Ok(())
    }

    /// From now on nothing may be written there.
    pub fn seal(&mut self, pointer: Lane) {
        if let Some(allocation) = self.allocations.get_mut((pointer.origin as usize).wrapping_sub(1)) {
            allocation.kind = AllocationKind::Constant;
        }
    }

    /// Gives a block of the heap back.
    ///
    /// # Errors
    /// It is none, or has been given back before.
    pub fn free(&mut self, pointer: Lane) -> Result<(), Stop> {
        if !pointer.taint.is_none() {
            return Err(not_defined("the pointer that is freed", pointer.taint));
        }
        if pointer.bits == 0 {
            return Ok(());
        }
        let index = (pointer.origin as usize).wrapping_sub(1);
        let Some(allocation) = self.allocations.get(index) else {
            return Err(FREE_UNALLOCATED.misuse(&[]));
        };
        if allocation.kind != AllocationKind::Heap || allocation.base != pointer.bits as u64 {
            return Err(FREE_NO_BLOCK.misuse(&[]));
        }
        if allocation.life != Life::Live {
            return Err(FREE_AGAIN.misuse(&[&bytes(allocation.size)]));
        }
        self.end(index);
        Ok(())
    }

    /// Marks of the stack: where it stands now.
    pub fn stack(&self) -> usize {
        self.allocations.len()
    }

    /// Ends the life of everything on the stack that was made since.
    pub fn unwind(&mut self, since: usize) {
        self.end_since(since, &[AllocationKind::Stack, AllocationKind::Scoped]);
    }

    /// Ends the life of what belongs to a scope that ends and was made since.
    pub fn leave_scope(&mut self, since: usize) {
        self.end_since(since, &[AllocationKind::Scoped]);
    }

    /// Begins the life of a variable of the stack again, or ends it: its bytes are as nobody wrote them. Nothing comes
    /// back that is gone with its function, and what is no variable keeps its life.
    pub fn refresh(&mut self, pointer: Lane, live: bool) {
        let found = self.allocations.get_mut((pointer.origin as usize).wrapping_sub(1));
        let Some(allocation) = found.filter(|allocation| allocation.life != Life::Over) else { return };
        if matches!(allocation.kind, AllocationKind::Stack | AllocationKind::Scoped | AllocationKind::Global)
        {
            allocation.life = if live { Life::Live } else { Life::Asleep };
            allocation.marks.fill(UNWRITTEN);
            allocation.changes += 1;
        }
    }

    /// A block of the heap of another size that begins with what the old one holds, which is given back.
    ///
    /// # Errors
    /// The limit, or the old one is no block.
    pub fn resize(&mut self, pointer: Lane, size: u64, align: u64) -> Result<Lane, Stop> {
        let kept = self.get(pointer).map_or(0, |old| old.size.min(size));
        self.vacate(pointer);
        let made = self.allocate(size, align, AllocationKind::Heap)?;
        if pointer.taint.is_none() && pointer.bits != 0 {
            self.copy(made, pointer, kept, true)?;
        }
        self.free(pointer)?;
        Ok(made)
    }

    /// Memory of the heap that nobody gave back.
    pub fn leaked(&self) -> Leaked {
        self.allocations
            .iter()
            .filter(|a| a.life == Life::Live && a.kind == AllocationKind::Heap)
            .map(|a| a.size)
            .collect()
    }
}

/// The value that begins so many bits into the first of these bytes.
fn gathered(mut bytes: impl DoubleEndedIterator<Item = u8> + ExactSizeIterator + Clone, shift: u32) -> u128 {
    let low = bytes.clone().take(16).rev().fold(0u128, |bits, byte| bits << 8 | u128::from(byte));
    // A wide element of a vector that begins inside a byte reaches into one byte more.
    let high = bytes.nth(16).map_or(0, |byte| u128::from(byte) << (128 - shift));
    low >> shift | high
}

/// A byte of a value that begins so many bits into the first one.
fn shifted_byte(bits: u128, shift: u32, byte: usize) -> u8 {
    if byte < 16 { (bits << shift >> (8 * byte)) as u8 } else { (bits >> (128 - shift)) as u8 }
}

const USED_UNDEF: Rule = Rule::new("used_undef", "{} is undef (or was never written)");
const USED_OPEN: Rule = Rule::new("used_open", "{} is left open by the documentation");
pub(super) const USED_POISON: Rule = Rule::new("used_poison", "{} is poison");

/// The end of a run where something that has to be defined is not: undefined behaviour, unless it is open.
pub fn not_defined(what: &str, taint: Taint) -> Stop {
    let stop = match () {
        () if taint.is_undef() => USED_UNDEF.undefined(&[&what]),
        () if taint.is_open() => USED_OPEN.open(&[&what]),
        () => USED_POISON.undefined(&[&what]),
    };
    stop.from(taint)
}
