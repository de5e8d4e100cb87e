//! Integers of 128 bits, products that may overflow, counts of bits, and powers by an integer.

use super::{Rule, functions};

const WIDE_BY_ZERO: Rule = Rule::new("wide_by_zero", "an integer of 128 bits is divided by zero");
const WIDE_TOO_LARGE: Rule = Rule::new("wide_too_large", "the least integer of 128 bits is divided by -1");

functions! {
    infallible {
    __multi3(x: i128, y: i128) -> i128 = x.wrapping_mul(y);
    __negti2(x: i128) -> i128 = x.wrapping_neg();
    __ashlti3(x: i128, by: u32) -> i128 = x.wrapping_shl(by);
    __ashrti3(x: i128, by: u32) -> i128 = x.wrapping_shr(by);
    __lshrti3(x: u128, by: u32) -> u128 = x.wrapping_shr(by);
    __clzsi2(x: u32) -> i32 = x.leading_zeros() as i32;
    __clzdi2(x: u64) -> i32 = x.leading_zeros() as i32;
    __clzti2(x: u128) -> i32 = x.leading_zeros() as i32;
    __ctzsi2(x: u32) -> i32 = x.trailing_zeros() as i32;
    __ctzdi2(x: u64) -> i32 = x.trailing_zeros() as i32;
    __ctzti2(x: u128) -> i32 = x.trailing_zeros() as i32;
    __popcountsi2(x: u32) -> i32 = x.count_ones() as i32;
    __popcountdi2(x: u64) -> i32 = x.count_ones() as i32;
    __popcountti2(x: u128) -> i32 = x.count_ones() as i32;
    __paritysi2(x: u32) -> i32 = (x.count_ones() & 1) as i32;
    __paritydi2(x: u64) -> i32 = (x.count_ones() & 1) as i32;
    __parityti2(x: u128) -> i32 = (x.count_ones() & 1) as i32;
    __ffsti2(x: u128) -> i32 = if x == 0 { 0 } else { x.trailing_zeros() as i32 + 1 };
    __cmpti2(x: i128, y: i128) -> i32 = x.cmp(&y) as i32 + 1;
    __ucmpti2(x: u128, y: u128) -> i32 = x.cmp(&y) as i32 + 1;
    __fixsfti(x: f32) -> i128 = x as i128;
    __fixdfti(x: f64) -> i128 = x as i128;
    __fixunssfti(x: f32) -> u128 = x as u128;
    __fixunsdfti(x: f64) -> u128 = x as u128;
    __floattisf(x: i128) -> f32 = x as f32;
    __floattidf(x: i128) -> f64 = x as f64;
    __floatuntisf(x: u128) -> f32 = x as f32;
    __floatuntidf(x: u128) -> f64 = x as f64;
    __powisf2(x: f32, by: i32) -> f32 = power(x, by, 1.0, |x, y| x * y, |x| 1.0 / x);
    __powidf2(x: f64, by: i32) -> f64 = power(x, by, 1.0, |x, y| x * y, |x| 1.0 / x);
    }
    fallible {
        __divti3(x: i128, y: i128) -> i128 = divided(x, y, i128::checked_div);
        __modti3(x: i128, y: i128) -> i128 = divided(x, y, i128::checked_rem);
        __udivti3(x: u128, y: u128) -> u128 = x.checked_div(y).ok_or(WIDE_BY_ZERO);
        __umodti3(x: u128, y: u128) -> u128 = x.checked_rem(y).ok_or(WIDE_BY_ZERO);
    }
}

fn divided(x: i128, y: i128, how: fn(i128, i128) -> Option<i128>) -> Result<i128, Rule> {
    how(x, y).ok_or(if y == 0 { WIDE_BY_ZERO } else { WIDE_TOO_LARGE })
}

/// A number multiplied by itself so many times, in the order in which the compiler's own library does it.
pub(super) fn power<T: Copy>(
    x: T,
    by: i32,
    one: T,
    times: impl Fn(T, T) -> T,
    inverse: impl Fn(T) -> T,
) -> T {
    let (mut left, mut square, mut made) = (by.unsigned_abs(), x, one);
    loop {
        if left & 1 == 1 {
            made = times(made, square);
        }
        left >>= 1;
        if left == 0 {
            return if by < 0 { inverse(made) } else { made };
        }
        square = times(square, square);
    }
}
