//! Ranges and errors against evaluation in f32, on operands as far off as their own errors allow.

use super::*;
use crate::program::Choices;

/// A number in `lo..=hi`, often an end.
fn between(choices: &mut Choices, lo: f64, hi: f64) -> f64 {
    match choices.seed() % 8 {
        0 => lo,
        1 => hi,
        _ => lo + (hi - lo) * (choices.seed() % 1001) as f64 / 1000.0,
    }
}

/// A range, exact half of the time, within `lo..=hi`.
fn range(choices: &mut Choices, lo: f64, hi: f64) -> Float {
    let (a, b) = (between(choices, lo, hi), between(choices, lo, hi));
    let (a, b) = ((a.min(b) * 8.0).round() / 8.0, (a.max(b) * 8.0).round() / 8.0);
    if choices.coin() { Float::exact(a, b, -3) } else { Float::inexact(a, b, 2e-5) }
}

/// A value of the range: what real arithmetic gives, and what a lowering may have computed instead.
fn sample(choices: &mut Choices, range: Float) -> (f64, f32) {
    if range.is_exact() {
        let value = (between(choices, range.lo, range.hi) * 8.0).round() / 8.0;
        return (value, value as f32);
    }
    let real = between(choices, range.lo + range.error, range.hi - range.error);
    (real, (real + between(choices, -0.8, 0.8) * range.error) as f32)
}

#[track_caller]
fn holds(result: Float, real: f64, computed: f32) {
    let computed = f64::from(computed);
    assert!((computed - real).abs() <= result.error, "{computed} is too far from {real} for {result:?}");
    assert!(result.lo <= computed && computed <= result.hi, "{computed} is not in {result:?}");
}

/// Rounds drawn per operation; each checks one element.
const ROUNDS: usize = 4000;

#[test]
fn binary_operations_keep_their_promise() {
    let choices = &mut Choices::new(b"binary");
    for _ in 0..ROUNDS {
        let (a, b) = (range(choices, -40.0, 40.0), range(choices, -40.0, 40.0));
        let ((x, xs), (y, ys)) = (sample(choices, a), sample(choices, b));
        holds(a + b, x + y, xs + ys);
        holds(a - b, x - y, xs - ys);
        holds(a * b, x * y, xs * ys);
        holds(a.pick(b, f64::max), x.max(y), xs.max(ys));
        holds(a.pick(b, f64::min), x.min(y), xs.min(ys));
        holds(a.union(b), x, xs);
    }
}

#[test]
fn unary_operations_keep_their_promise() {
    let choices = &mut Choices::new(b"unary");
    for _ in 0..ROUNDS {
        let a = range(choices, -8.0, 8.0);
        let (x, xs) = sample(choices, a);
        holds(-a, -x, -xs);
        holds(a.abs(), x.abs(), xs.abs());
        holds(a.clamp(-1.5, 2.0), x.clamp(-1.5, 2.0), xs.clamp(-1.5, 2.0));
        holds(a.bounded(-1.0, 1.0, 1.0), x.tanh(), xs.tanh());
        // tanh as it is expanded into exponentials, which cancels near 0.
        let e = (2.0 * xs).exp();
        holds(a.bounded(-1.0, 1.0, 1.0), x.tanh(), (e - 1.0) / (e + 1.0));
        holds(a.bounded(0.0, 1.0, 0.25), 1.0 / (1.0 + (-x).exp()), 1.0 / (1.0 + (-xs).exp()));
        holds(a.bounded(-1.0, 1.0, 1.0), x.sin(), xs.sin());
        if let Ok(result) = a.exp() {
            holds(result, x.exp(), xs.exp());
        }
        if let Ok(result) = a.reciprocal() {
            holds(result, 1.0 / x, 1.0 / xs);
        }
        if let Ok(result) = a.step(f64::floor) {
            holds(result, x.floor(), xs.floor());
        }
    }
}

#[test]
fn functions_of_positive_operands_keep_their_promise() {
    let choices = &mut Choices::new(b"positive");
    for _ in 0..ROUNDS {
        let (a, b) = (range(choices, 0.25, 12.0), range(choices, -3.0, 3.0));
        let ((x, xs), (y, ys)) = (sample(choices, a), sample(choices, b));
        holds(a.log().expect("positive"), x.ln(), xs.ln());
        holds(a.rsqrt().expect("positive"), 1.0 / x.sqrt(), 1.0 / xs.sqrt());
        if let Ok(result) = a.pow(b) {
            holds(result, x.powf(y), xs.powf(ys));
            holds(result, x.powf(y), (ys * xs.ln()).exp());
        }
    }
}

#[test]
fn reductions_keep_their_promise_in_any_order() {
    let choices = &mut Choices::new(b"reductions");
    for round in 0..ROUNDS {
        let (a, count) = (range(choices, -6.0, 6.0), round % 6 + 1);
        let values: Vec<(f64, f32)> = (0..count).map(|_| sample(choices, a)).collect();
        let real = (values.iter().map(|v| v.0).sum(), values.iter().map(|v| v.0).product());
        let (sum, product) = (a.sum(count as u64), a.product(count as u64));
        holds(sum, real.0, values.iter().map(|v| v.1).sum());
        holds(sum, real.0, values.iter().rev().map(|v| v.1).sum());
        holds(product, real.1, values.iter().map(|v| v.1).product());
        holds(product, real.1, values.iter().rev().map(|v| v.1).product());
    }
}

#[test]
fn exactness_ends_where_24_bits_do() {
    let small = Float::exact(-8.0, 8.0, -2);
    assert!((small + small).is_exact() && (small * small).is_exact() && small.sum(256).is_exact());
    let wide = Float::exact(0.0, 4096.0, -10);
    assert!(!(wide * wide).is_exact(), "48 bits");
    assert!(!wide.sum(8).is_exact(), "25 bits");
    assert!(wide.sum(4).is_exact(), "24 bits");
    assert!(Float::of_integers(0, 1 << 24).is_exact() && !Float::of_integers(0, (1 << 24) + 1).is_exact());
}

#[test]
fn what_could_go_wrong_is_refused() {
    let at = |lo, hi| Float::exact(lo, hi, -6);
    assert!(at(-1.0, 1.0).reciprocal().is_err() && at(0.5, 1.0).reciprocal().is_ok());
    assert!(at(0.0, 1.0).log().is_err() && at(0.5, 1.0).log().is_ok());
    assert!(at(-1.0, 1.0).rsqrt().is_err() && at(0.5, 1.0).rsqrt().is_ok());
    assert!(at(-1.0, 9.0).exp().is_err() && at(-1.0, 2.0).exp().is_ok());
    assert!(at(-1.0, 1.0).pow(at(1.0, 2.0)).is_err() && at(1.0, 2.0).pow(at(1.0, 2.0)).is_ok());
    assert!(at(2.0, 4.0).pow(at(-99.0, 1.0)).is_err(), "a power that underflows");
    let rounded = at(0.5, 1.0).reciprocal().expect("legal");
    assert!(
        rounded.decisive().is_err() && rounded.step(f64::ceil).is_err() && at(0.0, 1.0).decisive().is_ok()
    );
    assert!(at(0.0, 2e6).admissible().is_err() && at(0.0, 1e6).admissible().is_ok());
    assert!(Float::inexact(0.0, 1.0, 2.0 * ERROR).admissible().is_err());
    assert!(Float { error: 0.0, ..rounded }.admissible().is_err(), "exact and not exact");
}
