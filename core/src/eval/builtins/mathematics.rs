//! The mathematics library: one implementation for compiled code, the interpreter and the reference semantics, so that the same bits
//! come out on every machine.

use super::functions;

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

/// The functions that are looked up by name: those of `libm`, but where it gives numbers for what has none.
mod own {
    pub use libm::*;

    /// NaN below one, where `libm` has numbers for some.
    pub fn acosh(x: f64) -> f64 {
        if x < 1.0 { f64::NAN } else { libm::acosh(x) }
    }

    /// NaN below one, in single precision.
    pub fn acoshf(x: f32) -> f32 {
        if x < 1.0 { f32::NAN } else { libm::acoshf(x) }
    }
}

macro_rules! library {
    (unary { $($one:ident $one_single:ident,)* } binary { $($two:ident $two_single:ident,)* }
     others { $($rest:tt)* }) => {
        /// The function of one number of that name.
        pub fn unary_function(name: &str) -> Option<Unary> {
            match name {
                $(stringify!($one) => Some(Unary { single: own::$one_single, double: own::$one }),)*
                _ => None,
            }
        }

        /// The function of two numbers of that name.
        pub fn binary_function(name: &str) -> Option<Binary> {
            match name {
                $(stringify!($two) => Some(Binary { single: libm::$two_single, double: libm::$two }),)*
                _ => None,
            }
        }

        functions! {
            $($one(x: f64) -> f64 = own::$one(x);
              $one_single(x: f32) -> f32 = own::$one_single(x);)*
            $($two(x: f64, y: f64) -> f64 = libm::$two(x, y);
              $two_single(x: f32, y: f32) -> f32 = libm::$two_single(x, y);)*
            $($rest)*
        }
    };
}

library! {
    unary {
        exp expf, exp2 exp2f, exp10 exp10f, expm1 expm1f, log logf, log2 log2f, log10 log10f, log1p log1pf,
        sin sinf, cos cosf, tan tanf, asin asinf, acos acosf, atan atanf, sinh sinhf, cosh coshf, tanh tanhf,
        asinh asinhf, acosh acoshf, atanh atanhf, erf erff, erfc erfcf, cbrt cbrtf, sqrt sqrtf, fabs fabsf,
        floor floorf, ceil ceilf, trunc truncf, round roundf, roundeven roundevenf, rint rintf, tgamma tgammaf,
        lgamma lgammaf,
    }
    binary {
        pow powf, atan2 atan2f, fmod fmodf, copysign copysignf, fmin fminf, fmax fmaxf, hypot hypotf, fdim fdimf,
        remainder remainderf, fminimum fminimumf, fmaximum fmaximumf,
    }
    others {
        nearbyint(x: f64) -> f64 = libm::rint(x);
        nearbyintf(x: f32) -> f32 = libm::rintf(x);
        fma(x: f64, y: f64, z: f64) -> f64 = libm::fma(x, y, z);
        fmaf(x: f32, y: f32, z: f32) -> f32 = libm::fmaf(x, y, z);
        nextafter(x: f64, y: f64) -> f64 = libm::nextafter(x, y);
        nextafterf(x: f32, y: f32) -> f32 = libm::nextafterf(x, y);
        logb(x: f64) -> f64 = exponent(x);
        logbf(x: f32) -> f32 = exponent(x.into()) as f32;
        ldexp(x: f64, by: i32) -> f64 = libm::ldexp(x, by);
        ldexpf(x: f32, by: i32) -> f32 = libm::ldexpf(x, by);
        lround(x: f64) -> i64 = libm::round(x) as i64;
        lroundf(x: f32) -> i64 = libm::roundf(x) as i64;
        llround(x: f64) -> i64 = libm::round(x) as i64;
        llroundf(x: f32) -> i64 = libm::roundf(x) as i64;
        lrint(x: f64) -> i64 = libm::rint(x) as i64;
        lrintf(x: f32) -> i64 = libm::rintf(x) as i64;
        llrint(x: f64) -> i64 = libm::rint(x) as i64;
        llrintf(x: f32) -> i64 = libm::rintf(x) as i64;
    }
}
/// The exponent of a number as a float: that of zero is minus infinity.
fn exponent(x: f64) -> f64 {
    match x {
        0.0 => f64::NEG_INFINITY,
        _ if x.is_finite() => libm::ilogb(x).into(),
        _ => x * x,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_one_no_number_has_that_hyperbolic_cosine() {
        let Unary { single, double } = unary_function("acosh").unwrap();
        for x in [0.5, 0.0, -1.0, -128.9, -1e30] {
            assert!(single(x as f32).is_nan() && double(x).is_nan(), "{x}");
        }
        assert_eq!((single(1.0), double(1.0)), (0.0, 0.0));
        assert!(single(f32::NAN).is_nan() && double(f64::INFINITY).is_infinite());
    }
}
