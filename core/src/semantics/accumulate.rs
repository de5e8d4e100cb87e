//! Sums of many terms, in whatever order a lowering adds them, with or without fused multiplication.
//!
//! The error of `n` additions in a format with unit roundoff `u` is at most `n u / (1 - n u)` times the sum of the terms' magnitudes,
//! in any order (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, section 4.2); the rounding of each product
//! counts as one more. Where every partial sum is a number of the format whatever the order, the sum is exact.

use super::format::{F64, exponent, power_of_two};
use super::{Float, Format};

/// A sum that grows term by term.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The format the lowered program adds in.
    format: Format,
    total: f64,
    /// The part of `total` that was lost to rounding (Neumaier).
    lost: f64,
    positive: f64,
    negative: f64,
    /// The sum of the terms' own bounds.
    slack: f64,
    terms: u32,
    products: bool,
    /// The exponent of the lowest bit set in any term.
    grain: i32,
    /// True while every term is a zero that is negative or may be.
    only_negative_zeros: bool,
    special: SpecialSum,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum SpecialSum {
    None,
    Infinite(f64),
    Nan,
    Unknown,
}

impl Sum {
    /// No terms yet; to be added in `format`.
    pub fn new(format: Format) -> Sum {
        Sum {
            format,
            total: 0.0,
            lost: 0.0,
            positive: 0.0,
            negative: 0.0,
            slack: 0.0,
            terms: 0,
            products: false,
            grain: i32::MAX,
            only_negative_zeros: true,
            special: SpecialSum::None,
        }
    }

    /// Adds a number.
    #[inline]
    pub fn add(&mut self, term: Float) {
        self.terms += 1;
        if !term.value.is_finite() || term.is_unknown() {
            return self.add_special(term);
        }
        self.accumulate(term.value);
        if term.value == 0.0 {
            self.only_negative_zeros &=
                term.value.is_sign_negative() || !term.is_exact() || term == Float::EITHER_ZERO;
        } else {
            self.only_negative_zeros = false;
        }
        if !term.is_exact() {
            self.slack += term.bound;
        }
    }

    /// Adds the product of two numbers.
    #[inline]
    pub fn add_product(&mut self, a: Float, b: Float) {
        self.products = true;
        let product = a.value * b.value;
        if a.bound == 0.0 && b.bound == 0.0 && product.is_finite() {
            return self.add(Float::exact(product));
        }
        self.add(super::arithmetic::mul(F64, a, b));
    }

    #[inline]
    fn accumulate(&mut self, value: f64) {
        let sum = self.total + value;
        self.lost += if self.total.abs() >= value.abs() {
            (self.total - sum) + value
        } else {
            (value - sum) + self.total
        };
        self.total = sum;
        if value > 0.0 {
            self.positive += value;
        } else {
            self.negative -= value;
        }
        if value != 0.0 {
            let zeros = (value.to_bits() | 1 << 52).trailing_zeros() as i32;
            self.grain = self.grain.min(exponent(value) - 52 + zeros);
        }
    }

    #[cold]
    fn add_special(&mut self, term: Float) {
        self.only_negative_zeros = false;
        let other = match () {
            () if term.is_nan() => SpecialSum::Nan,
            () if term.is_unknown() => SpecialSum::Unknown,
            () => SpecialSum::Infinite(term.value),
        };
        self.special = match (self.special, other) {
            (SpecialSum::Nan, _) | (_, SpecialSum::Nan) => SpecialSum::Nan,
            (SpecialSum::Unknown, _) | (_, SpecialSum::Unknown) => SpecialSum::Unknown,
            (SpecialSum::Infinite(a), SpecialSum::Infinite(b)) if a != b => SpecialSum::Nan,
            (_, other) => other,
        };
    }

    /// The sum, as a number of `format`.
    pub fn finish(self, format: Format) -> Float {
        let nominal = self.total + self.lost;
        let magnitude = self.positive + self.negative + self.slack;
        let unit = self.format.unit_roundoff();
        let rounded = |value: f64| format.round(self.format.round(value));
        match self.special {
            SpecialSum::Nan => return Float::NAN,
            SpecialSum::Unknown => return Float::unknown(rounded(nominal)),
            // Whatever is added to it: finite partial sums that overflow may do so the other way.
            SpecialSum::Infinite(value) if magnitude < self.format.largest => return Float::exact(value),
            SpecialSum::Infinite(value) => return Float::unknown(value),
            SpecialSum::None => {}
        }
        if self.slack == 0.0 && self.is_exact(magnitude) {
            return match () {
                () if nominal == 0.0 && self.terms > 0 && self.only_negative_zeros => Float::EITHER_ZERO,
                () if nominal == 0.0 => Float::exact(0.0),
                () => Float::rounded(format, nominal),
            };
        }
        // The first term is added to nothing; each product is rounded, or not if it is fused.
        let roundings = f64::from(self.terms.saturating_sub(1) + u32::from(self.products));
        let gamma = roundings * unit / (1.0 - (roundings * unit).min(0.5));
        let doubled = f64::from(self.terms) * f64::EPSILON * f64::EPSILON + f64::EPSILON;
        let underflow = if self.products { f64::from(self.terms) * self.format.least() } else { 0.0 };
        let error = magnitude * gamma + self.slack + underflow;
        let error = error + nominal.abs() * doubled;
        let (low, high) = (nominal - error, nominal + error);
        if magnitude * (1.0 + gamma) > self.format.largest {
            return self.overflowing(format, nominal, low, high);
        }
        Float::within(format, nominal, low, high)
    }

    /// A sum whose partial sums may overflow: infinite for certain where the end result is and the other sign's terms do not.
    fn overflowing(self, format: Format, nominal: f64, low: f64, high: f64) -> Float {
        let largest = self.format.largest;
        let beyond = |value: f64| self.format.round(value).is_infinite();
        match () {
            () if low > 0.0 && beyond(low) && self.negative + self.slack < largest => {
                Float::exact(f64::INFINITY)
            }
            () if high < 0.0 && beyond(high) && self.positive + self.slack < largest => {
                Float::exact(f64::NEG_INFINITY)
            }
            () => Float::unknown(format.round(self.format.round(nominal))),
        }
    }

    /// True if every partial sum is a number of the format: all are multiples of the grain, and none has too many bits.
    fn is_exact(&self, magnitude: f64) -> bool {
        if self.grain == i32::MAX || self.terms <= 1 && !self.products {
            return true;
        }
        let least = self.format.least_exponent - self.format.precision as i32 + 1;
        let most = self.grain.saturating_add(self.format.precision as i32);
        self.grain >= least
            && most < 1023
            && magnitude <= power_of_two(most)
            && magnitude <= self.format.largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    fn sum(element: Element, terms: &[f64]) -> Float {
        let format = Format::of(element).unwrap();
        let mut sum = Sum::new(format);
        terms.iter().for_each(|term| sum.add(Float::exact(*term)));
        sum.finish(format)
    }

    #[test]
    fn sums_of_small_integers_are_exact() {
        assert_eq!(sum(Element::F32, &[1.0, 2.0, -7.0, 0.5]), Float::exact(-3.5));
        assert_eq!(sum(Element::F16, &[2047.0, 1.0]), Float::exact(2048.0));
        assert_eq!(sum(Element::F32, &[]), Float::exact(0.0));
        assert_eq!(sum(Element::F32, &[1.0, -1.0, -0.0]), Float::exact(0.0));
        assert_eq!(sum(Element::F32, &[-0.0, -0.0]), Float::EITHER_ZERO);
    }

    #[test]
    fn other_sums_have_the_error_of_any_order() {
        // In half precision 2048 + 1 + 1 is 2048 one way and 2050 the other.
        let odd = sum(Element::F16, &[2048.0, 1.0, 1.0]);
        assert!(odd.value == 2050.0 && odd.low() <= 2048.0 && odd.bound <= 4.0, "{odd:?}");
        // Cancellation leaves the error of what has been cancelled.
        let third = f64::from(1.0f32 / 3.0);
        let rest = sum(Element::F32, &[1e6, third, -1e6]);
        assert!(rest.low() <= 0.3125 && rest.high() >= 0.375 && rest.bound < 0.5, "{rest:?}");
    }

    #[test]
    fn infinities_and_nan() {
        let infinite = f64::INFINITY;
        assert_eq!(sum(Element::F32, &[1.0, infinite]), Float::exact(infinite));
        assert!(sum(Element::F32, &[-infinite, infinite]).is_nan());
        assert!(sum(Element::F32, &[f64::NAN, infinite]).is_nan());
        assert_eq!(sum(Element::F16, &[65504.0, 65504.0]), Float::exact(infinite));
        assert!(sum(Element::F16, &[65504.0, 65504.0, -65504.0]).is_unknown());
    }

    #[test]
    fn products_are_rounded_or_fused() {
        let format = Format::of(Element::F32).unwrap();
        let mut dot = Sum::new(format);
        let tenth = Float::exact(f64::from(0.1f32));
        dot.add_product(tenth, tenth);
        dot.add_product(Float::exact(3.0), Float::exact(2.0));
        let result = dot.finish(format);
        let (fused, apart) = (0.1f32.mul_add(0.1, 6.0), 0.1f32 * 0.1 + 6.0);
        assert!(result.low() <= f64::from(fused.min(apart)) && result.high() >= f64::from(fused.max(apart)));
        assert!(result.bound < 2e-6);
    }
}
