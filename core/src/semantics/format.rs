//! The floating-point formats: which numbers they hold, how a real number is rounded to one of them, and their bits.

use crate::observe::Element;

/// A binary floating-point format. Every number it holds is an `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    /// Bits of the significand, the leading one included.
    pub precision: u32,
    /// Exponent of the smallest normal number: its value is 2 to this power.
    pub least_exponent: i32,
    /// The largest finite number.
    pub largest: f64,
    /// Width in bits.
    pub bits: u32,
    /// The bits that stand for no finite number.
    pub specials: Specials,
    /// True if the processor may take a subnormal result for zero (AVX512-BF16 does).
    pub may_flush: bool,
}

/// The bits of a format that stand for no finite number; they decide what a number beyond the largest becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// Infinities and NaN, as IEEE has them.
    Ieee,
    /// NaN alone, by bits that are all ones but for the sign.
    AllOnes,
    /// NaN alone, by the bits of the negative zero, which there is not.
    NegativeZero,
    /// There are none: the largest number is the nearest to what is beyond it.
    Finite,
    /// NaN alone, by all ones, among powers of two without sign and without zero.
    Powers,
}

/// The formats that are no element type of an output, by MLIR's spelling.
const NAMED: [(&str, Format); 9] = [
    ("f8E4M3", small(8, 4, -6, 240.0, Specials::Ieee)),
    ("f8E3M4", small(8, 5, -2, 15.5, Specials::Ieee)),
    ("f8E5M2FNUZ", small(8, 3, -15, 57344.0, Specials::NegativeZero)),
    ("f8E4M3FNUZ", small(8, 4, -7, 240.0, Specials::NegativeZero)),
    ("f8E4M3B11FNUZ", small(8, 4, -10, 30.0, Specials::NegativeZero)),
    ("f8E8M0FNU", small(8, 1, -127, 1.7014118346046923e38, Specials::Powers)),
    ("f6E3M2FN", small(6, 3, -2, 28.0, Specials::Finite)),
    ("f6E2M3FN", small(6, 4, 0, 7.5, Specials::Finite)),
    ("f4E2M1FN", small(4, 2, 0, 6.0, Specials::Finite)),
];

const fn small(bits: u32, precision: u32, least_exponent: i32, largest: f64, specials: Specials) -> Format {
    Format { precision, least_exponent, largest, bits, specials, may_flush: false }
}

const F8E4M3FN: Format = Format {
    precision: 4,
    least_exponent: -6,
    largest: 448.0,
    bits: 8,
    specials: Specials::AllOnes,
    may_flush: false,
};
const F8E5M2: Format = Format {
    precision: 3,
    least_exponent: -14,
    largest: 57344.0,
    bits: 8,
    specials: Specials::Ieee,
    may_flush: false,
};
const F16: Format = Format {
    precision: 11,
    least_exponent: -14,
    largest: 65504.0,
    bits: 16,
    specials: Specials::Ieee,
    may_flush: false,
};
const BF16: Format = Format {
    precision: 8,
    least_exponent: -126,
    largest: 3.3895313892515355e38,
    bits: 16,
    specials: Specials::Ieee,
    may_flush: true,
};
const F32: Format = Format {
    precision: 24,
    least_exponent: -126,
    largest: f32::MAX as f64,
    bits: 32,
    specials: Specials::Ieee,
    may_flush: false,
};
/// Double precision.
pub const F64: Format = Format {
    precision: 53,
    least_exponent: -1022,
    largest: f64::MAX,
    bits: 64,
    specials: Specials::Ieee,
    may_flush: false,
};

impl Format {
    /// The format of a float element type; none for integers.
    pub fn of(element: Element) -> Option<Format> {
        match element {
            Element::F8E4M3FN => Some(F8E4M3FN),
            Element::F8E5M2 => Some(F8E5M2),
            Element::F16 => Some(F16),
            Element::Bf16 => Some(BF16),
            Element::F32 => Some(F32),
            Element::F64 => Some(F64),
            _ => None,
        }
    }

    /// The format that MLIR spells so; none for one of more than 64 bits, and for what is no float.
    pub fn named(name: &str) -> Option<Format> {
        let named = || NAMED.iter().find(|(other, _)| *other == name).map(|(_, format)| *format);
        Element::parse(name).and_then(Format::of).or_else(named)
    }

    /// The type that MLIR has for it; empty for one that has no name.
    pub fn name(self) -> String {
        let is = |other: Format| other == Format { may_flush: other.may_flush, ..self };
        let element = Element::ALL.iter().find(|element| Format::of(**element).is_some_and(is));
        let named = || NAMED.iter().find(|(_, format)| is(*format)).map(|(name, _)| (*name).to_owned());
        element.map(ToString::to_string).or_else(named).unwrap_or_default()
    }

    /// True if there are infinities.
    pub fn has_infinity(self) -> bool {
        self.specials == Specials::Ieee
    }

    /// True if a bit of its own is the sign of every number.
    pub fn has_sign_bit(self) -> bool {
        !matches!(self.specials, Specials::NegativeZero | Specials::Powers)
    }

    /// True if some bits stand for this number or for one that it is rounded to.
    pub fn has(self, value: f64) -> bool {
        match self.specials {
            Specials::Finite => value.is_finite(),
            Specials::Powers => value.is_nan() || value > 0.0,
            _ => true,
        }
    }

    /// The format in which functions of this one are computed: single precision for what is narrower.
    pub fn working(self) -> Format {
        if self.precision <= F32.precision { F32 } else { self }
    }

    /// True if it is narrower than single precision.
    pub fn is_narrow(self) -> bool {
        self.precision < F32.precision
    }

    /// Half the distance from 1 to the next number: the largest relative error of rounding.
    pub fn unit_roundoff(self) -> f64 {
        power_of_two(-(self.precision as i32))
    }

    /// The smallest positive normal number.
    pub fn least_normal(self) -> f64 {
        power_of_two(self.least_exponent)
    }

    /// The smallest positive number.
    pub fn least(self) -> f64 {
        power_of_two(self.least_exponent - self.precision as i32 + 1)
    }

    /// The nearest number of the format, ties to even. A number that is too large becomes infinite, or NaN without infinities, or the largest number
    /// without either; what the format has nothing for becomes NaN.
    #[inline]
    pub fn round(self, value: f64) -> f64 {
        match self.bits {
            64 => value,
            32 => f64::from(value as f32),
            _ => self.round_narrow(value),
        }
    }

    fn round_narrow(self, value: f64) -> f64 {
        if value.is_nan() || !self.has(value) {
            return f64::NAN;
        }
        if value == 0.0 {
            return if self.has_sign_bit() { value } else { 0.0 };
        }
        let overflow = match self.specials {
            Specials::Ieee => f64::INFINITY.copysign(value),
            Specials::Finite => self.largest.copysign(value),
            _ => f64::NAN,
        };
        if value.is_infinite() {
            return overflow;
        }
        let exponent = exponent(value).max(self.least_exponent);
        let step = exponent + 1 - self.precision as i32;
        let rounded = (value * power_of_two(-step)).round_ties_even() * power_of_two(step);
        match self.specials {
            _ if rounded.abs() > self.largest => overflow,
            Specials::NegativeZero if rounded == 0.0 => 0.0,
            Specials::Powers => rounded.max(self.least()),
            _ => rounded,
        }
    }

    /// The bits of a number of the format; every NaN becomes the positive quiet one.
    pub fn encode(self, value: f64) -> u64 {
        match self.bits {
            64 if value.is_nan() => 0x7ff8_0000_0000_0000,
            64 => value.to_bits(),
            32 if value.is_nan() => 0x7fc0_0000,
            32 => u64::from((value as f32).to_bits()),
            _ => self.encode_narrow(value),
        }
    }

    /// The bits of a NaN that is none of those which [`Format::encode`] makes: it has another sign and another payload, where there are
    /// several.
    pub fn other_nan(self) -> u64 {
        let usual = self.encode(f64::NAN);
        match self.specials {
            Specials::Ieee => usual | 1 << (self.bits - 1) | 1,
            Specials::AllOnes => usual | 1 << (self.bits - 1),
            _ => usual,
        }
    }

    fn encode_narrow(self, value: f64) -> u64 {
        match self.specials {
            Specials::NegativeZero if value.is_nan() => return 1 << (self.bits - 1),
            Specials::Powers if value.is_nan() => return (1 << self.bits) - 1,
            Specials::Powers => return (exponent(value) - self.least_exponent) as u64,
            _ => {}
        }
        let fraction_bits = self.precision - 1;
        let sign = u64::from(value.is_sign_negative()) << (self.bits - 1);
        let all_ones = (1u64 << (self.bits - 1 - fraction_bits)) - 1;
        if value.is_nan() {
            let quiet = if self.has_infinity() { 1 << (fraction_bits - 1) } else { (1 << fraction_bits) - 1 };
            return all_ones << fraction_bits | quiet;
        }
        if value.is_infinite() {
            return sign | all_ones << fraction_bits;
        }
        if value == 0.0 {
            return sign;
        }
        let exponent = exponent(value).max(self.least_exponent);
        // The significand as an integer; below the leading bit's place for subnormals.
        let significand = (value.abs() * power_of_two(fraction_bits as i32 - exponent)) as u64;
        let hidden = 1u64 << fraction_bits;
        let biased = if significand < hidden { 0 } else { (exponent - self.least_exponent + 1) as u64 };
        sign | biased << fraction_bits | (significand & (hidden - 1))
    }

    /// The number these bits stand for.
    pub fn decode(self, bits: u64) -> f64 {
        match self.bits {
            64 => return f64::from_bits(bits),
            32 => return f64::from(f32::from_bits(bits as u32)),
            _ => {}
        }
        if self.specials == Specials::Powers {
            let is_nan = bits == (1 << self.bits) - 1;
            return if is_nan { f64::NAN } else { power_of_two(self.least_exponent + bits as i32) };
        }
        let fraction_bits = self.precision - 1;
        let all_ones = (1u64 << (self.bits - 1 - fraction_bits)) - 1;
        let fraction = bits & ((1 << fraction_bits) - 1);
        let biased = bits >> fraction_bits & all_ones;
        let is_special = match self.specials {
            Specials::Ieee => biased == all_ones,
            Specials::AllOnes => biased == all_ones && fraction == (1 << fraction_bits) - 1,
            Specials::NegativeZero => bits == 1 << (self.bits - 1),
            Specials::Finite | Specials::Powers => false,
        };
        let magnitude = if is_special {
            if self.has_infinity() && fraction == 0 { f64::INFINITY } else { f64::NAN }
        } else if biased == 0 {
            fraction as f64 * self.least()
        } else {
            let significand = (fraction | 1 << fraction_bits) as f64;
            significand * power_of_two(self.least_exponent + biased as i32 - 1 - fraction_bits as i32)
        };
        if bits >> (self.bits - 1) & 1 == 1 { -magnitude } else { magnitude }
    }
}

/// Two to this power, for exponents of normal and subnormal `f64`.
pub fn power_of_two(exponent: i32) -> f64 {
    if exponent >= -1022 {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    } else {
        f64::from_bits(1u64 << (exponent + 1074).max(0))
    }
}

/// The power of two at or below the magnitude of a number that is neither zero nor infinite nor NaN.
pub fn exponent(value: f64) -> i32 {
    let biased = (value.to_bits() >> 52 & 0x7ff) as i32;
    if biased > 0 {
        biased - 1023
    } else {
        // Subnormal: scaled into the normal range.
        ((value * power_of_two(64)).to_bits() >> 52 & 0x7ff) as i32 - 1023 - 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtimes::apfloat;

    #[test]
    fn bits_and_numbers_correspond() {
        let named = NAMED.iter().map(|(name, _)| *name);
        for element in ["f8E4M3FN", "f8E5M2", "f16", "bf16"].into_iter().chain(named) {
            let format = Format::named(element).unwrap();
            for bits in 0..1u64 << format.bits {
                let value = format.decode(bits);
                if value.is_nan() {
                    assert!(format.decode(format.encode(value)).is_nan(), "{element}");
                    continue;
                }
                assert_eq!(format.encode(value), bits, "{element} {bits:#x} is {value}");
                assert_eq!(format.round(value), value, "{element} {bits:#x} is {value}");
            }
        }
    }

    #[test]
    fn known_bits() {
        let of = |element, value| Format::of(element).unwrap().encode(value);
        assert_eq!(of(Element::F16, 1.0), 0x3c00);
        assert_eq!(of(Element::F16, -65504.0), 0xfbff);
        assert_eq!(of(Element::F16, 5.960464477539063e-8), 1);
        assert_eq!(of(Element::Bf16, 1.0), 0x3f80);
        assert_eq!(of(Element::F8E4M3FN, 448.0), 0x7e);
        assert_eq!(of(Element::F8E4M3FN, f64::NAN), 0x7f);
        assert_eq!(of(Element::F8E5M2, f64::INFINITY), 0x7c);
        assert_eq!(of(Element::F32, f64::NAN), 0x7fc0_0000);
        assert_eq!(Format::of(Element::Bf16).unwrap().largest, f64::from(f32::from_bits(0x7f7f_0000)));
    }

    #[test]
    fn small_formats_are_those_of_the_library_for_floats() {
        let double = apfloat::format_named("f64").unwrap();
        for (name, format) in NAMED {
            let number = apfloat::format_named(name).unwrap();
            for bits in 0..1u64 << format.bits {
                let value = f64::from_bits(apfloat::convert(number, double, bits).unwrap());
                let own = format.decode(bits);
                assert!(
                    own.to_bits() == value.to_bits() || own.is_nan() && value.is_nan(),
                    "{name} {bits:#x}"
                );
                assert!(
                    value.is_nan() || value.is_infinite() || value.abs() <= format.largest,
                    "{name} {bits:#x}"
                );
                // Between this number and the next one, and far beyond.
                for factor in [0.9, 1.0, 1.03, 1.0625, 1.125, 1.25, 1.5, 1e3, 1e-3] {
                    let value = value * factor;
                    if format.has(value) && !value.is_nan() {
                        let nearest = apfloat::nearest(number, value);
                        assert_eq!(Ok(format.encode(format.round(value))), nearest, "{name} of {value}");
                    }
                }
            }
        }
        let four = Format::named("f4E2M1FN").unwrap();
        assert_eq!([1e6, -1e6, 0.25, 0.75].map(|value| four.round(value)), [6.0, -6.0, 0.0, 1.0]);
        assert!(!four.has(f64::NAN) && !four.has(f64::INFINITY));
        let power = Format::named("f8E8M0FNU").unwrap();
        assert!(!power.has(0.0) && !power.has(-1.0) && power.has(1e-300));
    }

    #[test]
    fn ties_go_to_even_and_what_is_too_large_overflows() {
        let f16 = Format::of(Element::F16).unwrap();
        assert_eq!(f16.round(2049.0), 2048.0);
        assert_eq!(f16.round(2051.0), 2052.0);
        assert_eq!(f16.round(65519.0), 65504.0);
        assert_eq!(f16.round(65520.0), f64::INFINITY);
        assert_eq!(f16.round(-3e-8), -5.960464477539063e-8);
        assert!(f16.round(-2e-8) == 0.0 && f16.round(-2e-8).is_sign_negative());
        let f8 = Format::of(Element::F8E4M3FN).unwrap();
        assert_eq!(f8.round(464.0), 448.0);
        assert!(f8.round(465.0).is_nan() && f8.round(f64::INFINITY).is_nan());
    }
}
