//! The mathematics library: the machine's own, as compiled code calls it, so that both give the same bits.

use super::Row;
use crate::execute::interp::lane::{Lane, Taint};

/// A function of one number, in both precisions.
#[derive(Clone, Copy)]
pub struct Unary {
    /// Single precision.
    pub single: fn(f32) -> f32,
    /// Double precision.
    pub double: fn(f64) -> f64,
}

/// A function of two numbers, in both precisions.
#[derive(Clone, Copy)]
pub struct Binary {
    /// Single precision.
    pub single: fn(f32, f32) -> f32,
    /// Double precision.
    pub double: fn(f64, f64) -> f64,
}

macro_rules! functions {
    (unary { $($one:ident $one_single:ident,)* } binary { $($two:ident $two_single:ident,)* }) => {
        mod c {
            unsafe extern "C" {
                $(pub fn $one(x: f64) -> f64; pub fn $one_single(x: f32) -> f32;)*
                $(pub fn $two(x: f64, y: f64) -> f64; pub fn $two_single(x: f32, y: f32) -> f32;)*
            }
        }

        /// The function of one number of that name.
        pub fn unary_function(name: &str) -> Option<Unary> {
            match name {
                // SAFETY: libm's functions take any number and touch nothing but errno.
                $(stringify!($one) => Some(unsafe {
                    Unary { single: |x| c::$one_single(x), double: |x| c::$one(x) }
                }),)*
                _ => None,
            }
        }

        /// The function of two numbers of that name.
        pub fn binary_function(name: &str) -> Option<Binary> {
            match name {
                // SAFETY: as above.
                $(stringify!($two) => Some(unsafe {
                    Binary { single: |x, y| c::$two_single(x, y), double: |x, y| c::$two(x, y) }
                }),)*
                _ => None,
            }
        }

        /// One row a function and precision.
        pub fn rows() -> Vec<Row> {
            // SAFETY: as above; where an argument is missing or not defined, the function is given some number.
            unsafe {
                vec![
                    $(
                        (stringify!($one), |_, all| Ok(Some(double(all, |x, _| c::$one(x))))),
                        (stringify!($one_single), |_, all| Ok(Some(single(all, |x, _| c::$one_single(x))))),
                    )*
                    $(
                        (stringify!($two), |_, all| Ok(Some(double(all, |x, y| c::$two(x, y))))),
                        (stringify!($two_single), |_, all| Ok(Some(single(all, |x, y| c::$two_single(x, y))))),
                    )*
                ]
            }
        }
    };
}

functions! {
    unary {
    exp expf, exp2 exp2f, exp10 exp10f, expm1 expm1f, log logf, log2 log2f, log10 log10f, log1p log1pf,
    sin sinf, cos cosf, tan tanf, asin asinf, acos acosf, atan atanf, sinh sinhf, cosh coshf, tanh tanhf,
    asinh asinhf, acosh acoshf, atanh atanhf, erf erff, erfc erfcf, cbrt cbrtf, sqrt sqrtf, fabs fabsf,
    logb logbf, nearbyint nearbyintf, tgamma tgammaf,
    floor floorf, ceil ceilf, trunc truncf, round roundf, roundeven roundevenf, rint rintf,
    }
    binary {
    hypot hypotf, fdim fdimf, nextafter nextafterf, remainder remainderf,
    pow powf, atan2 atan2f, fmod fmodf, copysign copysignf, fmin fminf, fmax fmaxf,
    }
}

/// A number times a power of two, rounded once.
pub fn times_two_to(value: f64, exponent: i32) -> f64 {
    unsafe extern "C" {
        fn ldexp(value: f64, exponent: i32) -> f64;
    }
    // SAFETY: as above.
    unsafe { ldexp(value, exponent) }
}

fn double(arguments: &[Lane], work: fn(f64, f64) -> f64) -> Lane {
    let number = |index: usize| f64::from_bits(arguments.get(index).map_or(0, |lane| lane.bits as u64));
    defined(arguments, work(number(0), number(1)).to_bits().into())
}

fn single(arguments: &[Lane], work: fn(f32, f32) -> f32) -> Lane {
    let number = |index: usize| f32::from_bits(arguments.get(index).map_or(0, |lane| lane.bits as u32));
    defined(arguments, work(number(0), number(1)).to_bits().into())
}

/// What a function makes of what is not defined is not defined.
fn defined(arguments: &[Lane], bits: u128) -> Lane {
    let taint = arguments.iter().fold(Taint::NONE, |taint, lane| taint.merge(lane.taint));
    if taint.is_none() { Lane::of(bits) } else { Lane::tainted(taint) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_name() {
        assert_eq!((unary_function("exp").unwrap().double)(0.0), 1.0);
        assert_eq!((binary_function("pow").unwrap().single)(2.0, 3.0), 8.0);
        assert!(unary_function("pow").is_none() && binary_function("gamma").is_none());
        assert!(rows().iter().any(|(name, _)| *name == "erff"));
    }
}
