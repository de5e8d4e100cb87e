//! Functions that are not correctly rounded.

use super::binary::zip_floats;
use super::unary::map_floats;
use super::{Application, EvaluationRule};
use crate::observe::Rule;
use crate::semantics::accuracy::InexactFunction;
use crate::semantics::arithmetic;
use crate::semantics::rule::rule;
use crate::semantics::{Float, Format, Notes, Tensor, Unevaluated};

const TOSA_POWER_DOMAIN: Rule = Rule::new(
    "tosa_power_domain",
    "{}: a power of what is negative or not finite, or of zero to what is not positive",
);

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.exp", |call| each(call, |f, x| growing(f, x, InexactFunction::Exp, libm::exp))).elementwise(1),
    rule("tosa.log", |call| each(call, |f, x| growing(f, x, InexactFunction::Log, libm::log))).elementwise(1),
    rule("tosa.tanh", |call| each(call, tanh)).elementwise(1),
    rule("tosa.erf", |call| each(call, erf)).elementwise(1),
    rule("tosa.sin", |call| each(call, |f, x| wave(f, x, InexactFunction::Sin, libm::sin, libm::cos)))
        .elementwise(1),
    rule("tosa.cos", |call| each(call, |f, x| wave(f, x, InexactFunction::Cos, libm::cos, libm::sin)))
        .elementwise(1),
    rule("tosa.rsqrt", |call| each(call, rsqrt)).elementwise(1),
    rule("tosa.sigmoid", |call| each(call, sigmoid)).elementwise(1),
    rule("tosa.pow", power).elementwise(2),
];

fn each(
    call: &mut Application<'_>,
    function: fn(Format, Float) -> Float,
) -> Result<Vec<Tensor>, Unevaluated> {
    let input = call.operand(0)?;
    let format = input.format()?;
    map_floats(input, call.element(0)?, |value| function(format, value))
}

/// A function that only grows, whose result is nowhere better than its accuracy says.
fn growing(format: Format, x: Float, function: InexactFunction, compute: fn(f64) -> f64) -> Float {
    ranging(format, x, x.low(), x.high(), function, compute)
}

/// A function that grows from `from` to `to`, the ends of what `x` can be, in the order of growth.
fn ranging(
    format: Format,
    x: Float,
    from: f64,
    to: f64,
    function: InexactFunction,
    compute: fn(f64) -> f64,
) -> Float {
    let nominal = compute(x.value);
    if x.is_unknown() {
        return Float::unknown(format.round(nominal));
    }
    let (low, high) = if x.bound == 0.0 { (nominal, nominal) } else { (compute(from), compute(to)) };
    if !x.value.is_finite() || nominal.is_nan() {
        return Float::within(format, nominal, low, high);
    }
    let low = if low.is_finite() { low - function.error(format, from, low) } else { low };
    let high = if high.is_finite() { high + function.error(format, to, high) } else { high };
    Float::within(format, nominal, low, high)
}

/// Directly, or expanded to `(1 - exp(-2 |x|)) / (1 + exp(-2 |x|))` with the sign of `x`, each step rounded to the format. Zero comes
/// back as it is.
fn tanh(format: Format, x: Float) -> Float {
    let direct = growing(format, x, InexactFunction::Tanh, libm::tanh);
    let one = Float::exact(1.0);
    let twice = arithmetic::mul(format, Float::exact(-2.0), arithmetic::abs(x));
    let power = growing(format, twice, InexactFunction::Exp, libm::exp);
    let quotient =
        arithmetic::div(format, arithmetic::sub(format, one, power), arithmetic::add(format, one, power));
    let expanded = match () {
        () if x.low() >= 0.0 => quotient,
        () if x.high() <= 0.0 => arithmetic::negate(quotient),
        () => quotient.or(arithmetic::negate(quotient)),
    };
    kept_at_zero(x, direct.or(expanded))
}

fn erf(format: Format, x: Float) -> Float {
    kept_at_zero(x, growing(format, x, InexactFunction::Erf, libm::erf))
}

/// Odd functions of an exact zero are that zero.
fn kept_at_zero(x: Float, result: Float) -> Float {
    if x.value == 0.0 && x.is_exact() { x } else { result }
}

/// Sine or cosine, and never more than one: over a distance `b` it changes by its slope times `b` and half of `b` squared at most.
fn wave(
    format: Format,
    x: Float,
    function: InexactFunction,
    compute: fn(f64) -> f64,
    slope: fn(f64) -> f64,
) -> Float {
    let nominal = compute(x.value);
    if nominal.is_nan() && !x.is_unknown() {
        return Float::NAN;
    }
    if x.is_unknown() {
        return Float::unknown(format.round(nominal));
    }
    if x.value == 0.0 && x.is_exact() {
        return if function == InexactFunction::Sin { x } else { Float::exact(1.0) };
    }
    let reach = if x.is_exact() { 0.0 } else { slope(x.value).abs() * x.bound + 0.5 * x.bound * x.bound };
    let error = function.error(format, x.value, (nominal.abs() + reach).min(1.0)) + reach;
    Float::within(format, nominal, (nominal - error).max(-1.0), (nominal + error).min(1.0))
}

/// One by the square root, each rounded to the format where it is expanded.
fn rsqrt(format: Format, x: Float) -> Float {
    let root = |x: f64| 1.0 / libm::sqrt(x);
    let direct = ranging(format, x, x.high(), x.low(), InexactFunction::Rsqrt, root);
    let expanded = arithmetic::div(format, Float::exact(1.0), arithmetic::growing(format, x, libm::sqrt));
    direct.or(expanded)
}

/// `1 / (1 + exp(-x))`, each step rounded to the format.
fn sigmoid(format: Format, x: Float) -> Float {
    let one = Float::exact(1.0);
    let power = growing(format, arithmetic::negate(x), InexactFunction::Exp, libm::exp);
    let expanded = arithmetic::div(format, one, arithmetic::add(format, one, power));
    let true_value = arithmetic::growing(format, x, |x| 1.0 / (1.0 + libm::exp(-x)));
    true_value.or(expanded)
}

fn power(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let format = a.format()?;
    let notes = &mut *call.notes;
    zip_floats(a, b, call.results[0].element.unwrap_or(a.element), |x, y| pow(format, x, y, notes))
}

fn pow(format: Format, x: Float, y: Float, notes: &mut Notes) -> Float {
    let outside =
        x.value < 0.0 || !x.value.is_finite() || !y.value.is_finite() || x.value == 0.0 && y.value <= 0.0;
    if outside {
        notes.outside(TOSA_POWER_DOMAIN);
    }
    let nominal = libm::pow(x.value, y.value);
    if x.is_unknown() || y.is_unknown() {
        return Float::unknown(format.round(nominal));
    }
    let (l, h, m, n) = (x.low(), x.high(), y.low(), y.high());
    // Powers of negative numbers are no continuous function of the exponent.
    if l < 0.0 && !(x.is_exact() && y.is_exact()) {
        return Float::unknown(format.round(nominal));
    }
    if nominal.is_nan()
        || nominal.is_infinite() && x.is_exact() && y.is_exact()
        || !x.value.is_finite()
        || !y.value.is_finite()
    {
        return Float::rounded(format, nominal);
    }
    if corner_is_exact(x, y) {
        return Float::rounded(format, nominal);
    }
    let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
    let corners = [(x.value, y.value), (l, m), (l, n), (h, m), (h, n)];
    let count = if x.bound == 0.0 && y.bound == 0.0 { 1 } else { corners.len() };
    for (i, &(base, exponent)) in corners[..count].iter().enumerate() {
        let corner = if i == 0 { nominal } else { libm::pow(base, exponent) };
        let growth = if base == 0.0 { 0.0 } else { exponent * libm::log(base.abs()) };
        let error = InexactFunction::Pow.error(format, growth, corner);
        ends = (ends.0.min(corner - error), ends.1.max(corner + error));
    }
    Float::within(format, nominal, ends.0, ends.1)
}

/// Powers that every lowering computes alike: of zero and one.
fn corner_is_exact(x: Float, y: Float) -> bool {
    x.is_exact() && y.is_exact() && (x.value == 0.0 || x.value == 1.0 || y.value == 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, run};
    use crate::ir::Attributes;
    use crate::observe::Element;

    #[test]
    fn tanh_may_be_expanded() {
        let small = 1e-3f32;
        let power = (-2.0 * small).exp();
        let expanded = f64::from((1.0 - power) / (1.0 + power));
        let (result, _) =
            run("tosa.tanh", &[&floats(Element::F32, &[small.into()])], Attributes::default(), Element::F32);
        let result = result.as_floats().unwrap()[0];
        assert!(result.low() <= expanded && expanded <= result.high() && result.bound < 1e-6, "{result:?}");
        assert!((expanded - f64::from(small).tanh()).abs() > 1e-9, "it loses digits");
    }

    #[test]
    fn a_power_that_is_far_too_small_is_zero() {
        let (base, exponent) =
            (floats(Element::F64, &[1e-300, -9e307]), floats(Element::F64, &[1e308, -9e307]));
        let (result, _) = run("tosa.pow", &[&base, &exponent], Attributes::default(), Element::F64);
        for float in result.as_floats().unwrap() {
            assert!(float.is_exact() && float.admits(0.0), "{float:?}");
        }
    }
}
