//! A floating-point result as far as it is determined: a number, and how far off a correct lowering may be.

use super::Format;

/// One float as far as it is known: the lowered program's number lies within `bound` of `value`.
///
/// | `value` | `bound` | meaning |
/// |---|---|---|
/// | a number or an infinity | 0 | exactly this, with this sign |
/// | NaN | 0 | NaN; sign and payload are nobody's business |
/// | zero | [`Float::EITHER_ZERO`]'s | zero of either sign |
/// | a number | positive | within that |
/// | anything | infinite | not known; NaN or infinite perhaps |
#[derive(Clone, Copy, Debug)]
pub struct Float {
    /// The best guess, in the element's format.
    pub value: f64,
    /// The largest distance from it, never negative.
    pub bound: f64,
}

/// Zeros of different sign are different here, and one NaN is as good as another.
impl PartialEq for Float {
    fn eq(&self, other: &Float) -> bool {
        let alike =
            self.value.to_bits() == other.value.to_bits() || self.value.is_nan() && other.value.is_nan();
        alike && self.bound == other.bound
    }
}

/// The bound of a zero whose sign is open: smaller than any distance between two numbers that matter.
const SIGN_ONLY: f64 = f64::from_bits(1);

impl Float {
    /// Zero of either sign.
    pub const EITHER_ZERO: Float = Float { value: 0.0, bound: SIGN_ONLY };
    /// NaN.
    pub const NAN: Float = Float { value: f64::NAN, bound: 0.0 };

    /// Exactly this number.
    #[inline]
    pub fn exact(value: f64) -> Float {
        Float { value, bound: 0.0 }
    }

    /// Nothing is known but a guess.
    pub fn unknown(value: f64) -> Float {
        Float { value, bound: f64::INFINITY }
    }

    /// True if the number is certain, but for the sign of zero.
    #[inline]
    pub fn is_exact(self) -> bool {
        self.bound <= SIGN_ONLY
    }

    /// True if nothing is known.
    pub fn is_unknown(self) -> bool {
        self.bound == f64::INFINITY
    }

    /// True if it is certainly NaN.
    pub fn is_nan(self) -> bool {
        self.value.is_nan() && !self.is_unknown()
    }

    /// The least it can be; negative zero for a zero of either sign.
    #[inline]
    pub fn low(self) -> f64 {
        match self.bound {
            0.0 => self.value,
            SIGN_ONLY => -0.0,
            f64::INFINITY => f64::NEG_INFINITY,
            bound => (self.value - bound).next_down(),
        }
    }

    /// The most it can be.
    #[inline]
    pub fn high(self) -> f64 {
        match self.bound {
            0.0 => self.value,
            SIGN_ONLY => 0.0,
            f64::INFINITY => f64::INFINITY,
            bound => (self.value + bound).next_up(),
        }
    }

    /// True if a lowered program may show this number. Zeros of different sign are different where the sign is known.
    pub fn admits(self, number: f64) -> bool {
        match () {
            () if self.is_unknown() => true,
            () if self.value.is_nan() || number.is_nan() => self.value.is_nan() && number.is_nan(),
            () if self.bound == 0.0 => self.value.to_bits() == number.to_bits(),
            () => self.low() <= number && number <= self.high(),
        }
    }

    /// The largest magnitude it can have.
    pub fn magnitude(self) -> f64 {
        self.low().abs().max(self.high().abs())
    }

    /// The numbers from `low` to `high`, none of which need be in any format, rounded to `format`; `nominal` is the
    /// best guess among them.
    pub fn within(format: Format, nominal: f64, low: f64, high: f64) -> Float {
        let (value, low, high) = (format.round(nominal), format.round(low), format.round(high));
        let float = Float::between(value, low, high);
        float.flushed(format)
    }

    /// One number rounded to `format`.
    #[inline]
    pub fn rounded(format: Format, value: f64) -> Float {
        let float = Float::exact(format.round(value));
        float.flushed(format)
    }

    /// The numbers from `low` to `high`. NaN among the three means that nothing is known, unless all of them are NaN.
    pub fn between(value: f64, low: f64, high: f64) -> Float {
        if low == high && value == low {
            let one_sign = low.is_sign_negative() == high.is_sign_negative();
            return if one_sign { Float::exact(value) } else { Float::EITHER_ZERO };
        }
        if value.is_nan() && low.is_nan() && high.is_nan() {
            return Float::NAN;
        }
        let reach = (high - value).max(value - low);
        // The difference of two doubles may itself have been rounded.
        let bound =
            if reach.is_finite() { (reach * (1.0 + f64::EPSILON)).max(2.0 * SIGN_ONLY) } else { reach };
        if bound.is_nan() || low.is_nan() || high.is_nan() {
            Float::unknown(value)
        } else {
            Float { value, bound }
        }
    }

    /// This number or, where the processor may take a subnormal result for zero, zero too: for operations that hand a number on, but by way
    /// of single precision.
    #[inline]
    pub fn flushed(self, format: Format) -> Float {
        if format.may_flush { self.or_zero(format) } else { self }
    }

    fn or_zero(self, format: Format) -> Float {
        let (low, high) = (self.low(), self.high());
        let least = format.least_normal();
        if self.value == 0.0 && self.is_exact() || low >= least || high <= -least || self.value.is_nan() {
            return self;
        }
        // Zero is among what it may be; asked again it says the same.
        if !self.is_exact() && low <= 0.0 && high >= 0.0 {
            return self;
        }
        Float::between(self.value, low.min(0.0), high.max(0.0))
    }

    /// Everything this one and the other may be, with this one's guess.
    pub fn or(self, other: Float) -> Float {
        if self == other {
            return self;
        }
        if self.is_nan() || other.is_nan() || self.is_unknown() || other.is_unknown() {
            return Float::unknown(self.value);
        }
        let least = |a: f64, b: f64| {
            if a == b && a.is_sign_negative() {
                a
            } else if b <= a {
                b
            } else {
                a
            }
        };
        let most = |a: f64, b: f64| {
            if a == b && a.is_sign_positive() {
                a
            } else if b >= a {
                b
            } else {
                a
            }
        };
        Float::between(self.value, least(self.low(), other.low()), most(self.high(), other.high()))
    }

    /// This number and as much as `extra` around it; of numbers that are not rounded again.
    pub fn widened(self, extra: f64) -> Float {
        if extra == 0.0 || self.is_nan() || self.value.is_infinite() {
            self
        } else {
            Float { bound: self.bound + extra, ..self }
        }
    }

    /// The bits of the best guess.
    pub fn encode(self, format: Format) -> u64 {
        format.encode(self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    fn format(element: Element) -> Format {
        Format::of(element).unwrap()
    }

    #[test]
    fn what_rounds_to_one_number_is_exact() {
        let f16 = format(Element::F16);
        assert_eq!(Float::within(f16, 1.0, 1.0 - 1e-5, 1.0 + 1e-5), Float::exact(1.0));
        let wide = Float::within(f16, 1.0, 0.999, 1.002);
        assert!(wide.low() <= f16.round(0.999) && wide.high() >= f16.round(1.002) && wide.bound < 0.003);
    }

    #[test]
    fn the_sign_of_zero_may_be_open() {
        let f32 = format(Element::F32);
        let zero = Float::within(f32, 0.0, -1e-60, 1e-60);
        assert_eq!(zero, Float::EITHER_ZERO);
        assert!(zero.is_exact() && zero.low() == 0.0 && zero.low().is_sign_negative());
        assert_eq!(Float::exact(0.0).or(Float::exact(-0.0)), Float::EITHER_ZERO);
    }

    #[test]
    fn numbers_are_admitted_within_the_bound() {
        let float = Float { value: 1.0, bound: 0.5 };
        assert!([0.5, 1.0, 1.5].iter().all(|number| float.admits(*number)));
        assert!(![0.49, 1.51, f64::NAN, f64::INFINITY].iter().any(|number| float.admits(*number)));
        assert!(Float::NAN.admits(-f64::NAN) && Float::unknown(1.0).admits(f64::NAN));
        assert!(Float::exact(0.0).admits(0.0) && !Float::exact(0.0).admits(-0.0));
        assert!(Float::EITHER_ZERO.admits(-0.0) && Float::EITHER_ZERO.admits(0.0));
    }

    #[test]
    fn overflow_is_certain_or_not() {
        let f16 = format(Element::F16);
        assert_eq!(Float::within(f16, 1e6, 9e5, 2e6), Float::exact(f64::INFINITY));
        assert!(Float::within(f16, 65000.0, 64000.0, 66000.0).is_unknown());
    }

    #[test]
    fn bfloat_subnormals_may_be_flushed() {
        let least = format(Element::Bf16).least_normal();
        let half = Float::rounded(format(Element::Bf16), least / 2.0);
        assert!(half.low() <= 0.0 && half.value == least / 2.0);
        assert_eq!(Float::rounded(format(Element::Bf16), least), Float::exact(least));
        assert_eq!(Float::rounded(format(Element::F32), least / 2.0), Float::exact(least / 2.0));
    }
}
