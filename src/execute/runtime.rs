//! The functions lowered code calls to show its results: lowdiff's own, so that bits stay bits.
//!
//! Stock runners print decimal text; here the same names hand over the raw buffer. `printMemref*` takes a
//! rank and a descriptor, the `_mlir_ciface_` forms a pointer to both; `vector.print` lowers to the scalar
//! calls with brackets between them.

use super::compiled_memory;
use super::strided::{Descriptor, Strided, Unranked};
use crate::observe::{Buffer, Cause, Element, Lack};
use crate::runtimes::elements::{Elements, for_elements, for_ranked};
use crate::runtimes::printing::{self, Printing};
use std::cell::RefCell;
use std::convert::Infallible;
use std::ffi::{c_char, c_void};

/// The receiver of outputs.
pub type Sink<'a> = &'a dyn Fn(Buffer);

struct RuntimeState {
    sink: *const dyn Fn(Buffer),
    printing: Printing,
}

thread_local! {
    static STATE: RefCell<Option<RuntimeState>> = const { RefCell::new(None) };
}

/// Hands what lowered code prints to `sink`, until [`end`].
pub fn begin(sink: Sink<'_>) {
    // SAFETY: only the lifetime is dropped; `end` removes the state before `sink` ends.
    let sink = unsafe { std::mem::transmute::<*const (dyn Fn(Buffer) + '_), *const dyn Fn(Buffer)>(sink) };
    STATE.set(Some(RuntimeState { sink, printing: Printing::default() }));
}

/// Whatever is printed from now on is lost.
pub fn end() {
    STATE.set(None);
}

/// Calls lowered `main`.
///
/// # Safety
/// `main` must be a compiled function without arguments and results.
pub unsafe fn call(main: *mut c_void) {
    // SAFETY: the caller vouches for the type.
    let main = unsafe { std::mem::transmute::<*mut c_void, extern "C" fn()>(main) };
    // Nothing else is called behind the filling, as it would leave what it had on the stack.
    let pattern = u64::from_ne_bytes([compiled_memory::pattern(); 8]);
    compiled_memory::fill_stack();
    enter(main, pattern);
}

/// Calls `main` from a little further down the stack than what has filled it, whose own frame holds other things on top.
#[inline(never)]
fn enter(main: extern "C" fn(), pattern: u64) {
    let mut room = [0u8; 512];
    std::hint::black_box(&mut room);
    call_filled(main, pattern);
    std::hint::black_box(&mut room);
}

/// Calls it with the pattern of fresh memory in `rax`: a frame of eight bytes is made by pushing that register, whose content is then
/// what the frame holds.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn call_filled(main: extern "C" fn(), pattern: u64) {
    // SAFETY: a call by the rules of C, of a function without arguments and results.
    unsafe {
        std::arch::asm!("call {main}", main = in(reg) main, inout("rax") pattern => _, clobber_abi("C"));
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn call_filled(main: extern "C" fn(), _pattern: u64) {
    main();
}

fn with(work: impl FnOnce(&mut RuntimeState)) {
    STATE.with_borrow_mut(|state| {
        if let Some(state) = state {
            work(state);
        }
    });
}

impl RuntimeState {
    /// Hands over an output that is whole.
    fn emit(&mut self, output: Option<Buffer>) {
        let Some(output) = output else { return };
        self.printing
            .count()
            .unwrap_or_else(|lack| compiled_memory::unsupported(Cause::Lacks(Box::new(lack))));
        // SAFETY: `call` keeps the sink alive while the state is set.
        unsafe { (*self.sink)(output) }
    }

    fn number(&mut self, element: Element, bits: u64) {
        let output = self.printing.number(element, bits);
        self.emit(output);
    }
}

extern "C" fn print_open() {
    with(|s| s.printing.open());
}

extern "C" fn print_close() {
    with(|s| {
        let output = s.printing.close();
        s.emit(output);
    });
}

extern "C" fn print_nothing() {}

extern "C" fn print_string(_: *const c_char) {}

macro_rules! scalars {
    ($($name:ident($ty:ty) = $element:ident, $bits:expr;)*) => { $(
        extern "C" fn $name(value: $ty) {
            let bits: fn($ty) -> u64 = $bits;
            with(|s| s.number(Element::$element, bits(value)));
        }
    )* };
}

scalars! {
    print_i64(i64) = I64, |v| v as u64;
    print_u64(u64) = I64, |v| v;
    print_f32(f32) = F32, |v| u64::from(v.to_bits());
    print_f64(f64) = F64, |v| v.to_bits();
    print_f16(u16) = F16, u64::from;
    print_bf16(u16) = Bf16, u64::from;
}

/// Shows one number.
pub(super) fn show(element: Element, bits: u64) {
    with(|s| s.number(element, bits));
}

/// The parts of all elements, row-major.
///
/// # Safety
/// The memref must have the elements it says it has; a wrong one is a fault of the lowered code.
pub(super) unsafe fn parts(memref: &Strided<'_>, elements: Elements) -> Vec<u64> {
    let bytes = (elements.part.bits() / 8).max(1) as usize;
    let mut bits = Vec::new();
    for at in memref.addresses(elements.bytes() as i64) {
        for part in 0..elements.count() as usize {
            let mut word = [0u8; 8];
            for (k, byte) in word.iter_mut().take(bytes).enumerate() {
                // SAFETY: as sound as the lowered code's own loads; a bad address faults in the worker.
                *byte = unsafe { at.wrapping_add(part * bytes + k).read_volatile() };
            }
            bits.push(u64::from_le_bytes(word));
        }
    }
    bits
}

/// # Safety
/// `descriptor` must point to a descriptor of `rank`; a wrong one is a fault of the lowered code.
unsafe fn print_memref(rank: i64, descriptor: *const Descriptor, elements: Elements) {
    if !(0..=16).contains(&rank) {
        compiled_memory::fault(Cause::PrintedRank(rank));
    }
    // SAFETY: the caller passes a descriptor of that rank.
    let memref = unsafe { Strided::new(rank as usize, descriptor) };
    if let Some(size) = memref.extents.iter().find(|size| **size < 0) {
        compiled_memory::fault(Cause::PrintedExtent(*size));
    }
    // SAFETY: as sound as the lowered code's own loads.
    let parts = || Ok(unsafe { parts(&memref, elements) });
    let refuse = |lack: Lack| -> Infallible { compiled_memory::unsupported(Cause::Lacks(Box::new(lack))) };
    let Ok(output) = printing::memref(memref.extents, elements, refuse, parts);
    with(|s| s.emit(Some(output)));
}

/// Prints what a memref looks like, which is no result.
extern "C" fn print_shape(_: *const Unranked) {}

macro_rules! memrefs {
    ($($suffix:literal, $element:ident, $parts:tt;)*) => {
        fn memref_symbols() -> Vec<(String, *mut c_void)> {
            let mut all = Vec::new();
            $({
                const ELEMENTS: Elements = Elements { part: Element::$element, parts: &$parts };
                unsafe extern "C" fn plain(rank: i64, descriptor: *const Descriptor) {
                    // SAFETY: called by lowered code with what `print_memref` asks for.
                    unsafe { print_memref(rank, descriptor, ELEMENTS) }
                }
                unsafe extern "C" fn wrapped(unranked: *const Unranked) {
                    // SAFETY: as above.
                    unsafe { print_memref((*unranked).rank, (*unranked).descriptor, ELEMENTS) }
                }
                all.push((concat!("printMemref", $suffix).to_owned(), plain as *mut c_void));
                all.push((concat!("_mlir_ciface_printMemref", $suffix).to_owned(), wrapped as *mut c_void));
                all.push((concat!("_mlir_ciface_printMemrefShape", $suffix).to_owned(), print_shape as *mut c_void));
            })*
            all
        }
    };
}

for_elements!(memrefs);

macro_rules! ranked_memrefs {
    ($($suffix:literal, $rank:literal, $element:ident, $parts:tt;)*) => {
        fn ranked_symbols() -> Vec<(String, *mut c_void)> {
            let mut all = Vec::new();
            $({
                unsafe extern "C" fn ranked(descriptor: *const Descriptor) {
                    // SAFETY: called by lowered code with a descriptor of that rank.
                    unsafe { print_memref($rank, descriptor, Elements { part: Element::$element, parts: &$parts }) }
                }
                all.push((concat!("_mlir_ciface_printMemref", $suffix).to_owned(), ranked as *mut c_void));
            })*
            all
        }
    };
}

for_ranked!(ranked_memrefs);

/// Every print function, by the name lowered code calls it with.
pub fn symbols() -> Vec<(String, *mut c_void)> {
    let mut all = memref_symbols();
    all.extend(ranked_symbols());
    let scalars: [(&str, *mut c_void); 11] = [
        ("printI64", print_i64 as *mut c_void),
        ("printU64", print_u64 as *mut c_void),
        ("printF32", print_f32 as *mut c_void),
        ("printF64", print_f64 as *mut c_void),
        ("printF16", print_f16 as *mut c_void),
        ("printBF16", print_bf16 as *mut c_void),
        ("printOpen", print_open as *mut c_void),
        ("printClose", print_close as *mut c_void),
        ("printComma", print_nothing as *mut c_void),
        ("printNewline", print_nothing as *mut c_void),
        ("printString", print_string as *mut c_void),
    ];
    all.extend(scalars.into_iter().map(|(name, address)| (name.to_owned(), address)));
    all
}
