//! Functions of the runtime libraries that compiled code calls: wrappers with the types of C.

use crate::execute::strided::{Descriptor, Strided, Unranked};
use crate::execute::{compiled_memory, runtime};
use crate::observe::{Cause, Element};
use crate::runtimes::apfloat;
use crate::runtimes::elements::{Elements, differing, for_elements};
use crate::runtimes::random::Twister;
use crate::runtimes::{TICK, TICK_NANOSECONDS};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;

/// Distance between the handles of random generators, which stand for no memory.
const STEP: usize = 16;

thread_local! {
    static LOOKS: Cell<u64> = const { Cell::new(0) };
    static GENERATORS: RefCell<Vec<Option<Twister>>> = const { RefCell::new(Vec::new()) };
}

/// Starts a run: the clock stands at its beginning, and there are no generators.
pub fn begin() {
    LOOKS.set(0);
    GENERATORS.take();
}

extern "C" fn print_float(semantics: i32, a: u64) {
    let (element, bits) =
        apfloat::shown(semantics as u32 as u64, a).unwrap_or_else(|rule| compiled_memory::breaks(rule));
    runtime::show(element, bits);
}

fn look() -> u64 {
    LOOKS.replace(LOOKS.get() + 1)
}

extern "C" fn seconds() -> f64 {
    look() as f64 * TICK
}

extern "C" fn nanoseconds() -> u64 {
    look().wrapping_mul(TICK_NANOSECONDS)
}

/// Tells how quick a run was, which is no result.
extern "C" fn print_speed(_: f64) {}

extern "C" fn random_new(seed: u64) -> *mut c_void {
    GENERATORS.with_borrow_mut(|all| {
        all.push(Some(Twister::new(seed)));
        (all.len() * STEP) as *mut c_void
    })
}

fn with_generator<T>(handle: *mut c_void, work: impl FnOnce(&mut Option<Twister>) -> T) -> T {
    let worked = GENERATORS.with_borrow_mut(|all| {
        let place = (handle as usize / STEP).checked_sub(1)?;
        all.get_mut(place).filter(|generator| generator.is_some()).map(work)
    });
    worked.unwrap_or_else(|| compiled_memory::fault(Cause::NoGenerator {}))
}

extern "C" fn random_number(handle: *mut c_void, most: u64) -> u64 {
    with_generator(handle, |generator| generator.as_mut().map_or(0, |generator| generator.up_to(most)))
}

extern "C" fn random_drop(handle: *mut c_void) {
    with_generator(handle, |generator| *generator = None);
}

/// # Safety
/// `descriptor` must point to one of rank 1 whose elements are words.
unsafe extern "C" fn shuffle(descriptor: *const Descriptor, handle: *mut c_void) {
    // SAFETY: the caller promises it.
    let memref = unsafe { Strided::new(1, descriptor) };
    let count = usize::try_from(memref.extents[0]).unwrap_or(0);
    let numbers = with_generator(handle, |g| g.as_mut().map_or(Vec::new(), |g| g.shuffled(count)));
    for (place, number) in memref.addresses(8).zip(numbers) {
        // SAFETY: as sound as the lowered code's own stores.
        unsafe { place.cast_mut().cast::<u64>().write_unaligned(number) }
    }
}

macro_rules! sorts {
    ($($name:ident: $ty:ty, $less:expr;)*) => { $(
        /// # Safety
        /// `descriptor` must point to one of rank 1 with at least `count` elements.
        unsafe extern "C" fn $name(count: u64, descriptor: *const Descriptor) {
            // SAFETY: the caller promises it; elements are read and written as the lowered code itself would.
            unsafe {
                let memref = Strided::new(1, descriptor);
                let all: Vec<*const u8> = memref.addresses(size_of::<$ty>() as i64).take(count as usize).collect();
                let mut values: Vec<$ty> = all.iter().map(|place| place.cast::<$ty>().read_unaligned()).collect();
                values.sort_by($less);
                for (place, value) in all.into_iter().zip(values) {
                    place.cast_mut().cast::<$ty>().write_unaligned(value);
                }
            }
        }
    )* };
}

sorts! {
    sort_i64: i64, |a, b| a.cmp(b);
    sort_f64: f64, |a, b| a.total_cmp(b);
    sort_f32: f32, |a, b| a.total_cmp(b);
}

/// # Safety
/// Both must point to descriptors of `rank`.
unsafe fn verify(
    elements: Elements,
    rank: i64,
    actual: *const Descriptor,
    expected: *const Descriptor,
) -> i64 {
    if !(0..=16).contains(&rank) {
        compiled_memory::fault(Cause::ComparedRank(rank));
    }
    // SAFETY: the caller promises it.
    let (actual, expected) =
        unsafe { (Strided::new(rank as usize, actual), Strided::new(rank as usize, expected)) };
    if rank > 0 && !actual.is_laid_out_like(&expected) {
        return -1;
    }
    // SAFETY: as sound as the lowered code's own loads.
    let [actual, expected] = [actual, expected].map(|memref| unsafe { runtime::parts(&memref, elements) });
    differing(elements, &actual, &expected) as i64
}

/// Those of the C interface alone: what MLIR lowers a call of the others to has one rank more than they take.
macro_rules! verifiers {
    ($($suffix:literal, $element:ident, $parts:tt;)*) => {
        fn verify_symbols() -> Vec<(String, *mut c_void)> {
            let mut all = Vec::new();
            $({
                const ELEMENTS: Elements = Elements { part: Element::$element, parts: &$parts };
                unsafe extern "C" fn wrapped(actual: *const Unranked, expected: *const Unranked) -> i64 {
                    // SAFETY: called by lowered code with what `verify` asks for.
                    unsafe {
                        if (*actual).rank != (*expected).rank && (*actual).rank > 0 {
                            return -1;
                        }
                        verify(ELEMENTS, (*actual).rank, (*actual).descriptor, (*expected).descriptor)
                    }
                }
                all.push((concat!("_mlir_ciface_verifyMemRef", $suffix).to_owned(), wrapped as *mut c_void));
            })*
            all
        }
    };
}

for_elements!(verifiers);

/// Every function of the runtime libraries that is not about memory, tasks or the values of memrefs, by the name lowered code
/// calls it with.
pub fn symbols() -> Vec<(String, *mut c_void)> {
    let mut all = verify_symbols();
    let others: [(&str, *mut c_void); 11] = [
        ("printApFloat", print_float as *mut c_void),
        ("rtclock", seconds as *mut c_void),
        ("_mlir_ciface_nanoTime", nanoseconds as *mut c_void),
        ("printFlops", print_speed as *mut c_void),
        ("rtsrand", random_new as *mut c_void),
        ("rtrand", random_number as *mut c_void),
        ("rtdrand", random_drop as *mut c_void),
        ("_mlir_ciface_shuffle", shuffle as *mut c_void),
        ("_mlir_ciface_stdSortI64", sort_i64 as *mut c_void),
        ("_mlir_ciface_stdSortF64", sort_f64 as *mut c_void),
        ("_mlir_ciface_stdSortF32", sort_f32 as *mut c_void),
    ];
    all.extend(others.into_iter().map(|(name, address)| (name.to_owned(), address)));
    all
}
