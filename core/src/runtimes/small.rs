//! Floats of a few bits that follow no rule of IEEE: no infinities, one zero or none, no sign.

use crate::observe::Rule;
use rustc_apfloat::ieee::Quad;
use rustc_apfloat::{Float, Round};

const FORMAT_FINITE: Rule =
    Rule::new("format_finite", "a NaN or an infinity in a float format that has none");
const FORMAT_UNSIGNED: Rule =
    Rule::new("format_unsigned", "a negative number in a float format that has none");

/// A float format whose numbers have so few bits that quadruple precision computes with them exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small {
    /// Width in bits.
    bits: u32,
    /// Bits of the significand, the leading one included.
    precision: u32,
    /// Exponents of the smallest and the largest normal number.
    exponents: (i32, i32),
    special: Special,
}

/// The numbers a format leaves out, and the bits that are no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    /// One zero; the bits of the negative zero are NaN.
    OneZero,
    /// Finite numbers only.
    Finite,
    /// Powers of two: no sign and no zero, all ones are NaN.
    Powers,
}

const fn small(bits: u32, precision: u32, exponents: (i32, i32), special: Special) -> Small {
    Small { bits, precision, exponents, special }
}

/// The format that LLVM's `APFloatBase::Semantics` gives this number; none for a format that follows IEEE's rules.
pub fn small_format(semantics: u64) -> Option<Small> {
    Some(match semantics {
        // f8E5M2FNUZ
        8 => small(8, 3, (-15, 15), Special::OneZero),
        // f8E4M3FNUZ
        11 => small(8, 4, (-7, 7), Special::OneZero),
        // f8E4M3B11FNUZ
        12 => small(8, 4, (-10, 4), Special::OneZero),
        // f8E8M0FNU
        15 => small(8, 1, (-127, 127), Special::Powers),
        // f6E3M2FN
        16 => small(6, 3, (-2, 4), Special::Finite),
        // f6E2M3FN
        17 => small(6, 4, (0, 2), Special::Finite),
        // f4E2M1FN
        18 => small(4, 2, (0, 2), Special::Finite),
        _ => return None,
    })
}

impl Small {
    fn sign_bit(self) -> u64 {
        1 << (self.bits - 1)
    }

    fn all_ones(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// The number these bits stand for.
    pub fn decode(self, bits: u64) -> Quad {
        let bits = bits & self.all_ones();
        let power =
            |significand: u64, exponent: i32| Quad::from_u128(significand.into()).value.scalbn(exponent);
        match self.special {
            Special::Powers if bits == self.all_ones() => return Quad::NAN,
            Special::Powers => return power(1, self.exponents.0 + bits as i32),
            Special::OneZero if bits == self.sign_bit() => return Quad::NAN,
            _ => {}
        }
        let fraction_bits = self.precision - 1;
        let magnitude = bits & !self.sign_bit();
        let (biased, fraction) = (magnitude >> fraction_bits, magnitude & ((1 << fraction_bits) - 1));
        let scale = self.exponents.0 - fraction_bits as i32;
        let value = match biased {
            0 => power(fraction, scale),
            _ => power(fraction | 1 << fraction_bits, scale + biased as i32 - 1),
        };
        if bits & self.sign_bit() == 0 { value } else { -value }
    }

    /// The bits of the nearest number, ties to even.
    ///
    /// # Errors
    /// The format has nothing that stands for it.
    pub fn encode(self, value: Quad) -> Result<u64, Rule> {
        let too_large = match self.special {
            Special::OneZero => self.sign_bit(),
            Special::Powers => self.all_ones(),
            Special::Finite => self.sign_bit() - 1,
        };
        let negative = value.is_negative() && self.special != Special::Powers;
        let sign = if negative { self.sign_bit() } else { 0 };
        if value.is_nan() || value.is_infinite() {
            return match self.special {
                Special::Finite => Err(FORMAT_FINITE),
                _ => Ok(too_large),
            };
        }
        if value.is_zero() {
            // Without a zero the smallest number stands for it.
            return Ok(if self.special == Special::Finite { sign } else { 0 });
        }
        if self.special == Special::Powers && value.is_negative() {
            return Err(FORMAT_UNSIGNED);
        }
        let fraction_bits = self.precision as i32 - 1;
        let mut exponent = value.abs().ilogb().max(self.exponents.0);
        let scaled = value.abs().scalbn(fraction_bits - exponent).round_to_integral(Round::NearestTiesToEven);
        let mut significand = scaled.value.to_u128(64).value as u64;
        if significand >> self.precision != 0 {
            (significand, exponent) = (significand >> 1, exponent + 1);
        }
        if exponent > self.exponents.1 {
            return Ok(too_large | if self.special == Special::Finite { sign } else { 0 });
        }
        if self.special == Special::Powers {
            // A number below the smallest becomes the smallest.
            return Ok((exponent - self.exponents.0) as u64);
        }
        let hidden = 1 << fraction_bits;
        let biased = if significand < hidden { 0 } else { (exponent - self.exponents.0 + 1) as u64 };
        let magnitude = biased << fraction_bits | significand & (hidden - 1);
        match self.special {
            Special::OneZero if magnitude == 0 => Ok(0),
            _ => Ok(sign | magnitude),
        }
    }

    /// True if the number has all its bits: not zero, not subnormal, finite.
    pub fn is_normal(self, bits: u64) -> bool {
        let value = self.decode(bits);
        value.is_finite() && !value.is_zero() && value.abs().ilogb() >= self.exponents.0
    }

    /// The bits with the other sign.
    ///
    /// # Errors
    /// The format has no such number.
    pub fn negate(self, bits: u64) -> Result<u64, Rule> {
        match self.decode(bits) {
            value if value.is_nan() => Ok(bits & self.all_ones()),
            value => self.encode(-value),
        }
    }
}

/// A number of another format as one that is computed with exactly.
pub fn widened<F: rustc_apfloat::FloatConvert<Quad>>(value: F) -> Quad {
    value.convert(&mut false).value
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [u64; 7] = [8, 11, 12, 15, 16, 17, 18];

    #[test]
    fn bits_and_numbers_correspond() {
        for format in ALL.map(|number| small_format(number).unwrap()) {
            for bits in 0..=format.all_ones() {
                let value = format.decode(bits);
                assert_eq!(format.encode(value), Ok(bits), "{format:?} {bits:#x}");
            }
        }
    }

    fn of(number: u64, value: &str) -> Result<u64, Rule> {
        small_format(number).unwrap().encode(value.parse().unwrap())
    }

    #[test]
    fn known_bits() {
        assert_eq!(of(18, "6.0"), Ok(7));
        assert_eq!(of(18, "0.25"), Ok(0));
        assert_eq!(of(18, "0.26"), Ok(1));
        assert_eq!(of(18, "-100.0"), Ok(15));
        assert_eq!(of(16, "28.0"), Ok(0x1f));
        assert_eq!(of(17, "7.5"), Ok(0x1f));
        assert_eq!(of(11, "240.0"), Ok(0x7f));
        assert_eq!(of(11, "256.0"), Ok(0x80));
        assert_eq!(of(11, "-0.0"), Ok(0));
        assert_eq!(of(8, "57344.0"), Ok(0x7f));
        assert_eq!(of(12, "30.0"), Ok(0x7f));
        assert_eq!(of(15, "1.0"), Ok(127));
        assert_eq!(of(15, "0.0"), Ok(0));
        assert_eq!(of(15, "NaN"), Ok(0xff));
    }

    #[test]
    fn what_a_format_lacks_is_refused() {
        assert!(of(18, "NaN").unwrap_err() == FORMAT_FINITE);
        assert!(of(16, "inf").unwrap_err() == FORMAT_FINITE);
        assert!(of(15, "-2.0").unwrap_err() == FORMAT_UNSIGNED);
    }

    #[test]
    fn zero_and_subnormal_numbers_are_not_normal() {
        let normal = |number, bits| small_format(number).unwrap().is_normal(bits);
        assert!(!normal(18, 0) && !normal(18, 1) && normal(18, 2));
        assert!(normal(15, 0) && !normal(15, 0xff) && !normal(11, 0x80));
    }
}
