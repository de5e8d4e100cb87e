//! Quadruple precision: no processor that lowdiff runs on computes it, so that every operation on f128 is a call.

use super::{Passed, functions, narrow, wide};
use rustc_apfloat::ieee::{self, BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert};
use std::cmp::Ordering;

#[cfg(target_arch = "x86_64")]
type Register = std::arch::x86_64::__m128i;
#[cfg(target_arch = "aarch64")]
type Register = std::arch::aarch64::uint8x16_t;
/// Elsewhere nobody hands one over so.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
type Register = u128;

/// An f128, in the vector register it is handed over in.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Quad(Register);

impl Passed for Quad {
    const LETTER: char = 'q';
    fn of(bits: u128) -> Quad {
        // SAFETY: both are sixteen bytes that may hold anything.
        Quad(unsafe { std::mem::transmute::<u128, Register>(bits) })
    }
    fn bits(self) -> u128 {
        // SAFETY: as above.
        unsafe { std::mem::transmute::<Register, u128>(self.0) }
    }
}

impl From<ieee::Quad> for Quad {
    fn from(number: ieee::Quad) -> Quad {
        Quad::of(number.to_bits())
    }
}

impl Quad {
    fn number(self) -> ieee::Quad {
        ieee::Quad::from_bits(self.bits())
    }

    /// As a number of another format, rounded to even.
    fn narrowed<T: Float>(self) -> u128
    where
        ieee::Quad: FloatConvert<T>,
    {
        self.number().convert(&mut false).value.to_bits()
    }

    fn widened<T: FloatConvert<ieee::Quad>>(number: impl Passed) -> Quad {
        let wide: ieee::Quad = T::from_bits(number.bits()).convert(&mut false).value;
        wide.into()
    }

    fn signed(self, width: usize) -> i128 {
        self.number().to_i128(width).value
    }

    fn unsigned(self, width: usize) -> u128 {
        self.number().to_u128(width).value
    }

    /// -1, 0 or 1, and `unordered` where one of them is NaN.
    fn compared(self, other: Quad, unordered: i32) -> i32 {
        self.number().partial_cmp(&other.number()).map_or(unordered, |order| match order {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        })
    }
}

functions! {
    __addtf3(x: Quad, y: Quad) -> Quad = (x.number() + y.number()).value.into();
    __subtf3(x: Quad, y: Quad) -> Quad = (x.number() - y.number()).value.into();
    __multf3(x: Quad, y: Quad) -> Quad = (x.number() * y.number()).value.into();
    __divtf3(x: Quad, y: Quad) -> Quad = (x.number() / y.number()).value.into();
    __negtf2(x: Quad) -> Quad = (-x.number()).into();
    fmodf128(x: Quad, y: Quad) -> Quad = x.number().c_fmod(y.number()).value.into();
    fmaf128(x: Quad, y: Quad, z: Quad) -> Quad = x.number().mul_add(y.number(), z.number()).value.into();
    __powitf2(x: Quad, by: i32) -> Quad = {
        let one = ieee::Quad::from_i128(1).value;
        wide::power(x.number(), by, one, |x, y| (x * y).value, |x| (one / x).value).into()
    };
    __eqtf2(x: Quad, y: Quad) -> i32 = x.compared(y, 1);
    __netf2(x: Quad, y: Quad) -> i32 = x.compared(y, 1);
    __lttf2(x: Quad, y: Quad) -> i32 = x.compared(y, 1);
    __letf2(x: Quad, y: Quad) -> i32 = x.compared(y, 1);
    __gttf2(x: Quad, y: Quad) -> i32 = x.compared(y, -1);
    __getf2(x: Quad, y: Quad) -> i32 = x.compared(y, -1);
    __unordtf2(x: Quad, y: Quad) -> i32 = i32::from(x.number().is_nan() || y.number().is_nan());
    __extendhftf2(x: narrow::Half) -> Quad = Quad::widened::<Half>(x);
    __extendbftf2(x: narrow::Brain) -> Quad = Quad::widened::<BFloat>(x);
    __extendsftf2(x: f32) -> Quad = Quad::widened::<Single>(x);
    __extenddftf2(x: f64) -> Quad = Quad::widened::<Double>(x);
    __trunctfhf2(x: Quad) -> narrow::Half = Passed::of(x.narrowed::<Half>());
    __trunctfbf2(x: Quad) -> narrow::Brain = Passed::of(x.narrowed::<BFloat>());
    __trunctfsf2(x: Quad) -> f32 = Passed::of(x.narrowed::<Single>());
    __trunctfdf2(x: Quad) -> f64 = Passed::of(x.narrowed::<Double>());
    __fixtfsi(x: Quad) -> i32 = x.signed(32) as i32;
    __fixtfdi(x: Quad) -> i64 = x.signed(64) as i64;
    __fixtfti(x: Quad) -> i128 = x.signed(128);
    __fixunstfsi(x: Quad) -> u32 = x.unsigned(32) as u32;
    __fixunstfdi(x: Quad) -> u64 = x.unsigned(64) as u64;
    __fixunstfti(x: Quad) -> u128 = x.unsigned(128);
    __floatsitf(x: i32) -> Quad = ieee::Quad::from_i128(x.into()).value.into();
    __floatditf(x: i64) -> Quad = ieee::Quad::from_i128(x.into()).value.into();
    __floattitf(x: i128) -> Quad = ieee::Quad::from_i128(x).value.into();
    __floatunsitf(x: u32) -> Quad = ieee::Quad::from_u128(x.into()).value.into();
    __floatunditf(x: u64) -> Quad = ieee::Quad::from_u128(x.into()).value.into();
    __floatuntitf(x: u128) -> Quad = ieee::Quad::from_u128(x).value.into();
}
