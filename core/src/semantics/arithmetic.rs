//! The correctly rounded operations on floats with bounds.
//!
//! Each computes the least and the greatest result that the operands allow and rounds both. For formats up to single
//! precision the double-precision operation rounds first, which changes nothing: 53 bits are more than twice 24 and two
//! (Figueroa, "When is double rounding innocuous?", 1995).

use super::{Float, Format};

/// The sum.
#[inline]
pub fn add(format: Format, a: Float, b: Float) -> Float {
    if a.bound == 0.0 && b.bound == 0.0 {
        return Float::rounded(format, a.value + b.value);
    }
    hull(format, a, b, a.value + b.value, &[a.low() + b.low(), a.high() + b.high()])
}

/// The difference.
#[inline]
pub fn sub(format: Format, a: Float, b: Float) -> Float {
    add(format, a, negate(b))
}

/// The number with the other sign.
#[inline]
pub fn negate(a: Float) -> Float {
    if a == Float::EITHER_ZERO { a } else { Float { value: -a.value, ..a } }
}

/// The magnitude.
pub fn abs(a: Float) -> Float {
    if a.is_exact() || a.is_unknown() {
        return Float { value: a.value.abs(), bound: if a.is_unknown() { a.bound } else { 0.0 } };
    }
    let (low, high) = (a.low(), a.high());
    let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
    Float::between(a.value.abs(), least, low.abs().max(high.abs()))
}

/// The product.
#[inline]
pub fn mul(format: Format, a: Float, b: Float) -> Float {
    if a.bound == 0.0 && b.bound == 0.0 {
        return Float::rounded(format, a.value * b.value);
    }
    let (l, h, m, n) = (a.low(), a.high(), b.low(), b.high());
    hull(format, a, b, a.value * b.value, &[l * m, l * n, h * m, h * n])
}

/// The quotient.
pub fn div(format: Format, a: Float, b: Float) -> Float {
    if a.bound == 0.0 && b.bound == 0.0 {
        return Float::rounded(format, a.value / b.value);
    }
    let (l, h, m, n) = (a.low(), a.high(), b.low(), b.high());
    let nominal = a.value / b.value;
    if m <= 0.0 && n >= 0.0 && !a.is_nan() && !b.is_nan() {
        return Float::unknown(format.round(nominal));
    }
    hull(format, a, b, nominal, &[l / m, l / n, h / m, h / n])
}

/// The greater of the two, where neither is NaN; of zeros of different sign either one.
pub fn max(a: Float, b: Float) -> Float {
    negate(min(negate(a), negate(b)))
}

/// The smaller of the two, where neither is NaN; of zeros of different sign either one.
pub fn min(a: Float, b: Float) -> Float {
    if a.is_exact() && b.is_exact() {
        return match a.value.total_cmp(&b.value) {
            _ if a.value == b.value && a == b => a,
            _ if a.value == b.value => Float::EITHER_ZERO,
            std::cmp::Ordering::Less => a,
            _ => b,
        };
    }
    if a.is_unknown() || b.is_unknown() {
        return Float::unknown(a.value.min(b.value));
    }
    Float::between(a.value.min(b.value), a.low().min(b.low()), a.high().min(b.high()))
}

/// The rounded result of a function that only grows; an unknown operand gives an unknown result.
pub fn growing(format: Format, a: Float, function: impl Fn(f64) -> f64) -> Float {
    let nominal = function(a.value);
    if a.bound == 0.0 {
        return Float::rounded(format, nominal);
    }
    if a.is_unknown() {
        return Float::unknown(format.round(nominal));
    }
    Float::within(format, nominal, function(a.low()), function(a.high()))
}

/// The result of two operands of which one is not exact, from what the ends of their ranges give.
fn hull(format: Format, a: Float, b: Float, nominal: f64, corners: &[f64]) -> Float {
    if a.is_nan() || b.is_nan() {
        return Float::NAN;
    }
    if a.is_unknown() || b.is_unknown() || corners.iter().any(|corner| corner.is_nan()) {
        return Float::unknown(format.round(nominal));
    }
    let mut low = corners[0];
    let mut high = corners[0];
    for &corner in &corners[1..] {
        if corner < low || corner == low && corner.is_sign_negative() {
            low = corner;
        }
        if corner > high || corner == high && corner.is_sign_positive() {
            high = corner;
        }
    }
    // The corners have been rounded themselves; where both operands are exact but for a zero's sign, innocuously.
    if !(a.is_exact() && b.is_exact()) {
        (low, high) = (down(low), up(high));
    }
    Float::within(format, nominal, low, high)
}

/// The next double below, which an operation's own rounding may have hidden; zero stays zero.
pub fn down(value: f64) -> f64 {
    if value == 0.0 { value } else { value.next_down() }
}

/// The next double above; zero stays zero.
pub fn up(value: f64) -> f64 {
    if value == 0.0 { value } else { value.next_up() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    const F32: fn() -> Format = || Format::of(Element::F32).unwrap();

    fn about(value: f64, bound: f64) -> Float {
        Float { value, bound }
    }

    #[test]
    fn exact_operands_give_the_rounded_result() {
        let third = div(F32(), Float::exact(1.0), Float::exact(3.0));
        assert_eq!(third, Float::exact(f64::from(1.0f32 / 3.0)));
        assert_eq!(add(F32(), third, Float::exact(1.0)), Float::exact(f64::from(1.0f32 / 3.0 + 1.0)));
        assert!(add(F32(), Float::exact(f64::INFINITY), Float::exact(f64::NEG_INFINITY)).is_nan());
        assert_eq!(mul(F32(), Float::exact(1e38), Float::exact(1e38)), Float::exact(f64::INFINITY));
    }

    #[test]
    fn bounds_grow_as_the_operation_has_it() {
        let product = mul(F32(), about(2.0, 0.5), about(-4.0, 1.0));
        assert!(product.low() <= -12.5 && product.high() >= -4.5 && product.bound < 4.51, "{product:?}");
        let quotient = div(F32(), Float::exact(1.0), about(0.5, 0.25));
        assert!(quotient.low() <= 4.0 / 3.0 && quotient.high() >= 4.0 && quotient.bound < 2.01);
        assert!(div(F32(), Float::exact(1.0), about(0.5, 0.5)).is_unknown());
        let away = abs(about(-1.0, 3.0));
        assert!(away.low() <= 0.0 && away.high() >= 4.0);
    }

    #[test]
    fn zeros_keep_their_sign_where_it_is_known() {
        let zero = Float::EITHER_ZERO;
        assert_eq!(add(F32(), zero, Float::exact(0.0)), Float::exact(0.0));
        assert_eq!(add(F32(), zero, Float::exact(-0.0)), zero);
        assert_eq!(add(F32(), zero, Float::exact(5.0)), Float::exact(5.0));
        assert_eq!(mul(F32(), zero, Float::exact(5.0)), zero);
        assert_eq!(min(Float::exact(0.0), Float::exact(-0.0)), zero);
        assert_eq!(abs(zero), Float::exact(0.0));
    }
}
