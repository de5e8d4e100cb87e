//! Functions that have several results and write some of them where pointers say, by the rules of C.

use super::{Builtin, Passed};
use crate::eval::{Lane, Machine, Stop, Taint, store_scalar};

impl Passed for () {
    const LETTER: char = 'v';
    fn of(_: u128) {}
    fn bits(self) -> u128 {
        0
    }
}

/// Rows of functions: a name, parameters, behind a semicolon the pointers to what is written, the result, and what comes of the
/// parameters: the result, and what is written, in order.
macro_rules! functions {
    ($($name:ident($($arg:ident: $ty:ty),+; $($out:ident: $written:ty),+) -> $result:ty = $work:expr;)*) => {
        /// The functions of this family.
        pub fn rows() -> Vec<Builtin> {
            vec![$({
                fn work($($arg: $ty),+) -> ($result, ($($written,)+)) {
                    $work
                }
                extern "C" fn compiled($($arg: $ty,)+ $($out: *mut $written),+) -> $result {
                    let places = ($($out,)+);
                    let (result, written) = work($($arg),+);
                    let ($($out,)+) = written;
                    // SAFETY: as sound as a store of the lowered code.
                    unsafe { write!(places; $($out),+) };
                    result
                }
                fn native(machine: &mut Machine<'_>, all: &[Lane]) -> Result<Option<Lane>, Stop> {
                    let [$($arg,)+ $($out),+] = all else { unreachable!("calls have as many arguments as there are letters") };
                    let places = [$(*$out),+];
                    let taint = [$($arg.taint),+].into_iter().fold(Taint::NONE, Taint::merge);
                    let (result, written) = work($(Passed::of($arg.bits)),+);
                    let ($($out,)+) = written;
                    let written = [$(($out.bits(), size_of::<$written>())),+];
                    let lane = |bits| if taint.is_none() { Lane::of(bits) } else { Lane::tainted(taint) };
                    for (place, (bits, size)) in places.into_iter().zip(written) {
                        store_scalar(machine, place, size as u32 * 8, lane(bits))?;
                    }
                    Ok((<$result as Passed>::LETTER != 'v').then(|| lane(result.bits())))
                }
                let given = [$(<$ty as Passed>::LETTER),+].into_iter();
                let pointers = [$(stringify!($out)),+].map(|_| 'p');
                Builtin {
                    name: stringify!($name),
                    takes: given.chain(pointers).collect(),
                    gives: <$result as Passed>::LETTER,
                    compiled: compiled as *mut std::ffi::c_void,
                    native,
                }
            }),*]
        }
    };
}

/// Writes one value, or two, where the places say.
macro_rules! write {
    ($places:ident; $one:ident) => {
        $places.0.write_unaligned($one)
    };
    ($places:ident; $one:ident, $two:ident) => {{
        $places.0.write_unaligned($one);
        $places.1.write_unaligned($two);
    }};
}

functions! {
    sincos(x: f64; sine: f64, cosine: f64) -> () = ((), (libm::sin(x), libm::cos(x)));
    sincosf(x: f32; sine: f32, cosine: f32) -> () = ((), (libm::sinf(x), libm::cosf(x)));
    modf(x: f64; whole: f64) -> f64 = { let (part, whole) = libm::modf(x); (part, (whole,)) };
    modff(x: f32; whole: f32) -> f32 = { let (part, whole) = libm::modff(x); (part, (whole,)) };
    frexp(x: f64; exponent: i32) -> f64 = { let (part, exponent) = libm::frexp(x); (part, (exponent,)) };
    frexpf(x: f32; exponent: i32) -> f32 = { let (part, exponent) = libm::frexpf(x); (part, (exponent,)) };
    __mulosi4(x: i32, y: i32; overflows: i32) -> i32 = { let (made, over) = x.overflowing_mul(y); (made, (over.into(),)) };
    __mulodi4(x: i64, y: i64; overflows: i32) -> i64 = { let (made, over) = x.overflowing_mul(y); (made, (over.into(),)) };
    __muloti4(x: i128, y: i128; overflows: i32) -> i128 = { let (made, over) = x.overflowing_mul(y); (made, (over.into(),)) };
}
