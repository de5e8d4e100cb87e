//! Conversions of half and bfloat, by `compiler-rt`'s names. Both are handed over in the lower half of a float's register, on x86-64
//! as on AArch64.

use super::{Passed, functions};
use crate::observe::Element;
use crate::semantics::Format;
use crate::semantics::format::power_of_two;

macro_rules! narrow {
    ($($(#[$doc:meta])* $name:ident = $element:ident;)*) => { $(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy)]
        pub struct $name(f32);

        impl Passed for $name {
            const LETTER: char = 'h';
            fn of(bits: u128) -> $name {
                $name(f32::from_bits(bits as u16 as u32))
            }
            fn bits(self) -> u128 {
                // The upper half of the register holds anything.
                u128::from(self.0.to_bits() as u16)
            }
        }

        impl $name {
            fn format() -> Format {
                Format::of(Element::$element).expect("a float")
            }

            /// The nearest number.
            fn near(value: f64) -> $name {
                let format = $name::format();
                $name::of(format.encode(format.round(value)).into())
            }

            /// The number.
            fn number(self) -> f64 {
                $name::format().decode(self.bits() as u64)
            }
        }
    )* };
}

narrow! {
    /// `half`.
    Half = F16;
    /// `bfloat`.
    Brain = Bf16;
}

functions! {
    __extendhfsf2(x: Half) -> f32 = x.number() as f32;
    __extendhfdf2(x: Half) -> f64 = x.number();
    __extendbfsf2(x: Brain) -> f32 = x.number() as f32;
    __truncsfhf2(x: f32) -> Half = Half::near(x.into());
    __truncdfhf2(x: f64) -> Half = Half::near(x);
    __truncsfbf2(x: f32) -> Brain = Brain::near(x.into());
    __truncdfbf2(x: f64) -> Brain = Brain::near(x);
    // The older names, by which the bits come in an integer's register.
    __gnu_h2f_ieee(x: u32) -> f32 = Half::of(x.into()).number() as f32;
    __gnu_f2h_ieee(x: f32) -> u32 = Half::near(x.into()).bits() as u32;
    __fixhfti(x: Half) -> i128 = x.number() as i128;
    __fixunshfti(x: Half) -> u128 = x.number() as u128;
    __floattihf(x: i128) -> Half = Half::near(to_odd(x.unsigned_abs(), x < 0));
    __floatuntihf(x: u128) -> Half = Half::near(to_odd(x, false));
    __floattibf(x: i128) -> Brain = Brain::near(to_odd(x.unsigned_abs(), x < 0));
    __floatuntibf(x: u128) -> Brain = Brain::near(to_odd(x, false));
}

/// An integer in double precision, rounded to odd, so that rounding it to a narrower format rounds once.
fn to_odd(magnitude: u128, negative: bool) -> f64 {
    let excess = (128 - magnitude.leading_zeros()).saturating_sub(53);
    let kept = magnitude >> excess;
    let lost = kept << excess != magnitude;
    let value = (kept | u128::from(lost)) as f64 * power_of_two(excess as i32);
    if negative { -value } else { value }
}
