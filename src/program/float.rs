//! Ranges of f32 tensors: an interval, and how far two correct lowerings may be apart.
//!
//! Lowerings may reassociate a reduction, fuse a multiplication with an addition, or compute a function such
//! as `tanh` by libm or by a formula of their own. `error` bounds the distance of every such result from the
//! one real arithmetic gives. Where all intermediate values are multiples of a power of two that fit the 24
//! bits of an f32 significand no lowering rounds at all, and the error is exactly 0: only such values may
//! decide something (a comparison, floor, a cast to an integer).

use serde::{Deserialize, Serialize};

/// Largest magnitude of any element, so that sums and products stay far from overflow.
pub const MAGNITUDE: f64 = 1e6;

/// Largest error a value may have. Absolute, and a fifth of the absolute tolerance floats are compared with
/// even when two lowerings err in opposite directions.
pub const ERROR: f64 = 1e-4;

/// Half a unit in the last place, relative: one correctly rounded operation.
const HALF_ULP: f64 = 1.0 / (1u64 << 24) as f64;

/// Relative error of a mathematical function: 16 units in the last place, about twice the largest deviation
/// seen between lowerings (7, of `tanh` expanded into exponentials).
const FUNCTION: f64 = 32.0 * HALF_ULP;

/// The range of an f32 tensor. All values, the ones real arithmetic gives and the ones any correct lowering
/// computes, are in `lo..=hi`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Float {
    /// Least value.
    pub lo: f64,
    /// Greatest value.
    pub hi: f64,
    /// Largest distance of a computed value from the real one.
    pub error: f64,
    /// For exact values: all are multiples of 2^grain. None when the error is not 0.
    pub grain: Option<i32>,
}

impl Float {
    /// Exact multiples of 2^grain.
    pub fn exact(lo: f64, hi: f64, grain: i32) -> Float {
        Float { lo, hi, error: 0.0, grain: Some(grain) }
    }

    /// Integers cast to f32: rounded once where they exceed 24 bits.
    pub fn of_integers(lo: i64, hi: i64) -> Float {
        Float::rounded(lo as f64, hi as f64, 0.0, Some(0), 1.0)
    }

    /// Values of real arithmetic in `lo..=hi`, computed with at most `error`, or lost to underflow.
    fn inexact(lo: f64, hi: f64, error: f64) -> Float {
        let error = error + f64::from(f32::MIN_POSITIVE);
        Float { lo: lo - error, hi: hi + error, error, grain: None }
    }

    /// Exact if the values fit 24 bits, rounded `roundings` times otherwise.
    fn rounded(lo: f64, hi: f64, error: f64, grain: Option<i32>, roundings: f64) -> Float {
        let magnitude = lo.abs().max(hi.abs());
        match grain {
            Some(grain) if grain > -100 && magnitude <= 2f64.powi(24 + grain) => Float::exact(lo, hi, grain),
            _ => Float::inexact(lo, hi, error + roundings * HALF_ULP * magnitude * 1.01),
        }
    }

    /// Largest magnitude.
    pub fn magnitude(self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }

    /// Whether every lowering computes the same bits (but for the sign of zero).
    pub fn is_exact(self) -> bool {
        self.grain.is_some()
    }

    /// The limits every value must keep.
    pub fn admissible(self) -> Result<(), String> {
        if !(self.lo.is_finite() && self.hi.is_finite() && self.lo <= self.hi && self.error.is_finite()) {
            return Err("a float range is not an interval".into());
        }
        if self.magnitude() > MAGNITUDE {
            return Err(format!("magnitude {} exceeds {MAGNITUDE}", self.magnitude()));
        }
        if self.error > ERROR {
            return Err(format!("error {} exceeds {ERROR}", self.error));
        }
        if self.is_exact() != (self.error == 0.0) {
            return Err("a float range is exact and not exact".into());
        }
        Ok(())
    }

    /// The same, if exact: for operations that decide something.
    pub fn decisive(self) -> Result<Float, String> {
        if self.is_exact() { Ok(self) } else { Err("a rounded value must not decide anything".into()) }
    }

    fn common_grain(self, other: Float) -> Option<i32> {
        Some(self.grain?.min(other.grain?))
    }

    /// Elements of both.
    pub fn union(self, other: Float) -> Float {
        Float {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            error: self.error.max(other.error),
            grain: self.common_grain(other),
        }
    }

    /// `|self|`.
    pub fn abs(self) -> Float {
        let lo = if self.lo <= 0.0 && self.hi >= 0.0 { 0.0 } else { self.lo.abs().min(self.hi.abs()) };
        Float { lo, hi: self.magnitude(), ..self }
    }

    /// The sum of `count` such values in any order.
    pub fn sum(self, count: u64) -> Float {
        let n = count as f64;
        let largest = n * self.magnitude();
        let sum = Float::rounded(-largest, largest, n * self.error, self.grain, n);
        // Only the check of exactness needs the partial sums; the result lies in a narrower interval.
        Float { lo: sum.lo.max(n * self.lo - sum.error), hi: sum.hi.min(n * self.hi + sum.error), ..sum }
    }

    /// The product of `count` such values in any order.
    pub fn product(self, count: u64) -> Float {
        let n = count as i32;
        let largest = self.magnitude().max(1.0);
        let grain = self.grain.map(|grain| grain.min(0) * n);
        let error = f64::from(n) * self.error * largest.powi(n - 1);
        let bound = largest.powi(n);
        Float::rounded(if self.lo >= 0.0 { 0.0 } else { -bound }, bound, error, grain, f64::from(n))
    }

    /// `min(max(self, lo), hi)`; the bounds are multiples of 2^-4.
    pub fn clamp(self, lo: f64, hi: f64) -> Float {
        let grain = self.grain.map(|grain| grain.min(-4));
        Float { lo: self.lo.clamp(lo, hi), hi: self.hi.clamp(lo, hi), error: self.error, grain }
    }

    /// The least (or greatest) of the two, element by element.
    pub fn pick(self, other: Float, choose: fn(f64, f64) -> f64) -> Float {
        Float { lo: choose(self.lo, other.lo), hi: choose(self.hi, other.hi), ..self.union(other) }
    }

    /// An integer-valued step function (floor, ceil) of exact values.
    pub fn step(self, f: fn(f64) -> f64) -> Result<Float, String> {
        let grain = self.decisive()?.grain.unwrap_or(0);
        Ok(Float::exact(f(self.lo), f(self.hi), grain.max(0)))
    }

    /// A bounded function with derivative at most `slope` everywhere, whose absolute error is a function's
    /// relative error of 1: tanh, sigmoid, erf, sin, cos (expansions of tanh cancel near 0).
    pub fn bounded(self, lo: f64, hi: f64, slope: f64) -> Float {
        Float::inexact(lo, hi, slope * self.error + FUNCTION)
    }

    /// `exp(self)`; above 8 the result's error would exceed the limit anyway.
    pub fn exp(self) -> Result<Float, String> {
        if self.hi > 8.0 {
            return Err("exp of a large value".into());
        }
        let top = self.hi.exp();
        Ok(Float::inexact(self.lo.exp(), top, top * (self.error.exp_m1() + FUNCTION)))
    }

    /// Refuses what is not well above zero: logarithms and roots.
    fn positive(self) -> Result<Float, String> {
        if self.lo >= 1.0 / 64.0 { Ok(self) } else { Err("the operand is not above 1/64".into()) }
    }

    /// `ln(self)`.
    pub fn log(self) -> Result<Float, String> {
        let (lo, hi) = (self.positive()?.lo.ln(), self.hi.ln());
        Ok(Float::inexact(lo, hi, self.error / self.lo + FUNCTION * lo.abs().max(hi.abs()).max(1.0)))
    }

    /// `1 / self`.
    pub fn reciprocal(self) -> Result<Float, String> {
        let least = self.abs().lo;
        if least < 1.0 / 64.0 {
            return Err("the operand is not away from 0 by 1/64".into());
        }
        let error = self.error / (least * least) + FUNCTION / least;
        Ok(Float::inexact(1.0 / self.hi, 1.0 / self.lo, error))
    }

    /// `1 / sqrt(self)`.
    pub fn rsqrt(self) -> Result<Float, String> {
        let top = 1.0 / self.positive()?.lo.sqrt();
        Ok(Float::inexact(1.0 / self.hi.sqrt(), top, 0.5 * self.error * top.powi(3) + FUNCTION * top))
    }

    /// `self ^ exponent`, also where it is computed as `exp(exponent * ln(self))`.
    pub fn pow(self, exponent: Float) -> Result<Float, String> {
        let (ln_lo, ln_hi) = (self.positive()?.lo.ln(), self.hi.ln());
        let logs = [ln_lo * exponent.lo, ln_lo * exponent.hi, ln_hi * exponent.lo, ln_hi * exponent.hi];
        let (lo, hi) = hull(&logs);
        if !(-32.0..=8.0).contains(&lo) || hi > 8.0 {
            return Err("a very large or very small power".into());
        }
        let ln = ln_lo.abs().max(ln_hi.abs());
        let inner =
            exponent.magnitude() * (self.error / self.lo + FUNCTION * ln.max(1.0)) + exponent.error * ln;
        Ok(Float::inexact(lo.exp(), hi.exp(), hi.exp() * (inner.exp_m1() + FUNCTION)))
    }
}

impl std::ops::Add for Float {
    type Output = Float;

    fn add(self, other: Float) -> Float {
        let grain = self.common_grain(other);
        Float::rounded(self.lo + other.lo, self.hi + other.hi, self.error + other.error, grain, 1.0)
    }
}

impl std::ops::Sub for Float {
    type Output = Float;

    fn sub(self, other: Float) -> Float {
        self + -other
    }
}

impl std::ops::Neg for Float {
    type Output = Float;

    fn neg(self) -> Float {
        Float { lo: -self.hi, hi: -self.lo, ..self }
    }
}

impl std::ops::Mul for Float {
    type Output = Float;

    fn mul(self, other: Float) -> Float {
        let corners = [self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi];
        let (lo, hi) = hull(&corners);
        let error = self.error * other.magnitude() + other.error * self.magnitude();
        let grain = self.grain.zip(other.grain).map(|(a, b)| a + b);
        Float::rounded(lo, hi, error, grain, 1.0)
    }
}

fn hull(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &v| (lo.min(v), hi.max(v)))
}

#[cfg(test)]
#[path = "float_tests.rs"]
mod tests;
