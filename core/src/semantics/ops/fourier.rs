//! The discrete Fourier transform in two dimensions (TOSA sections FFT2D and RFFT2D).

use super::{Application, EvaluationRule};
use crate::observe::Rule;
use crate::semantics::accumulate::Sum;
use crate::semantics::accuracy::InexactFunction;
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::{LooksPerElement, rule};
use crate::semantics::{Asked as _, Data, Float, Format, Tensor, Unevaluated, arithmetic};
use std::f64::consts::TAU;

const TOSA_FOURIER_EXTENTS: Rule = Rule::new("tosa_fourier_extents", "{}: extents that are no powers of two");
const TOSA_FOURIER_SHAPE: Rule = Rule::new("tosa_fourier_shape", "{} transforms shape {}");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.fft2d", fft2d).looks(LooksPerElement::Plane),
    rule("tosa.rfft2d", rfft2d).looks(LooksPerElement::Plane).extents(OpenExtents::Broadcast(1)),
];

fn fft2d(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (real, imaginary) = (call.operand(0)?, call.operand(1)?);
    let inverse = call.attributes.int_or("inverse", 0) != 0;
    let width = real.shape.last().copied().unwrap_or(0);
    powers_of_two(call);
    transformed(real, Some(imaginary), inverse, width)
}

/// The half of the transform of real numbers that determines the other half.
fn rfft2d(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let real = call.operand(0)?;
    let width = real.shape.last().copied().unwrap_or(0);
    powers_of_two(call);
    transformed(real, None, false, width / 2 + 1)
}

/// TOSA transforms no other extents; MLIR's verifier sees those that the type has.
fn powers_of_two(call: &mut Application<'_>) {
    let extents = call.operands.first().and_then(|real| real.shape.get(1..)).unwrap_or_default();
    if extents.iter().any(|extent| !extent.is_power_of_two()) {
        call.notes.outside(TOSA_FOURIER_EXTENTS);
    }
}

/// The first `columns` columns of the transform, real and imaginary part.
fn transformed(
    real: &Tensor,
    imaginary: Option<&Tensor>,
    inverse: bool,
    columns: usize,
) -> Result<Vec<Tensor>, Unevaluated> {
    let format = real.format()?;
    let &[batch, height, width] = &real.shape[..] else {
        return Err(Unevaluated::misfit(TOSA_FOURIER_SHAPE, &[&format_args!("{:?}", real.shape)]));
    };
    if imaginary.is_some_and(|imaginary| imaginary.shape != real.shape) {
        return Err(Unevaluated::new("has a real and an imaginary part of different shapes"));
    }
    let (a, b) = (real.as_floats()?, imaginary.map(Tensor::as_floats).transpose()?);
    let shape = vec![batch, height, columns];
    let circle = twiddles(format, height, width, inverse);
    let (mut reals, mut imaginaries) = (Vec::new(), Vec::new());
    for n in 0..batch {
        for (y, x) in (0..height).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            let (mut sum_real, mut sum_imaginary) = (Sum::new(format), Sum::new(format));
            for (iy, ix) in (0..height).flat_map(|iy| (0..width).map(move |ix| (iy, ix))) {
                let (cos, sin) = circle[iy * y % height * width + ix * x % width];
                let place = (n * height + iy) * width + ix;
                sum_real.add_product(a[place], cos);
                sum_imaginary.add_product(arithmetic::negate(a[place]), sin);
                if let Some(b) = b {
                    sum_real.add_product(b[place], sin);
                    sum_imaginary.add_product(b[place], cos);
                }
            }
            // The sign of a zero depends on how the transform is arranged.
            reals.push(unsigned_zero(sum_real.finish(format)));
            imaginaries.push(unsigned_zero(sum_imaginary.finish(format)));
        }
    }
    let tensor = |values| Tensor { shape: shape.clone(), element: real.element, data: Data::Floats(values) };
    Ok(vec![tensor(reals), tensor(imaginaries)])
}

fn unsigned_zero(value: Float) -> Float {
    if value == Float::exact(0.0) { Float::EITHER_ZERO } else { value }
}

/// Cosine and sine of each angle there is, by its row and its column. The angle itself is computed in the format: two quotients and their
/// sum, times a rounded 2 pi.
fn twiddles(format: Format, height: usize, width: usize, inverse: bool) -> Vec<(Float, Float)> {
    let sign = if inverse { -1.0 } else { 1.0 };
    let angles = (0..height).flat_map(|y| (0..width).map(move |x| (y, x)));
    let of_angle = |(y, x): (usize, usize)| {
        let turns = y as f64 / height as f64 + x as f64 / width as f64;
        if turns == 0.0 {
            return (Float::exact(1.0), Float::EITHER_ZERO);
        }
        let angle = sign * TAU * turns;
        let off = 4.0 * angle.abs() * format.unit_roundoff();
        let (sin, cos) = angle.sin_cos();
        let float = |function: InexactFunction, value: f64, slope: f64| {
            let error = slope.abs() * off + off * off + function.error(format, 0.0, value);
            Float { value: format.round(value), bound: error + value.abs() * format.unit_roundoff() }
        };
        (float(InexactFunction::Cos, cos, sin), float(InexactFunction::Sin, sin, cos))
    };
    angles.map(of_angle).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Evaluate;
    use super::super::tests::run;
    use super::*;
    use crate::ir::{Attribute, Attributes, attributes};
    use crate::observe::Element;
    use crate::semantics::Notes;
    use crate::semantics::program::TensorType;

    fn tensor(values: &[f64]) -> Tensor {
        let floats = values.iter().map(|v| Float::exact(*v)).collect();
        Tensor::floats(Element::F32, &[1, 1, values.len()], floats)
    }

    fn both(row: Evaluate, operands: &[&Tensor], inverse: bool) -> [Vec<Float>; 2] {
        let attributes = attributes([("inverse", Attribute::flag(inverse))]);
        let results = [TensorType::of(Element::F32, &[]), TensorType::of(Element::F32, &[])];
        let mut notes = Notes::default();
        let made =
            row(&mut Application { operands, attributes: &attributes, results: &results, notes: &mut notes });
        let made = made.unwrap();
        [0, 1].map(|i| made[i].as_floats().unwrap().to_vec())
    }

    fn close(found: &[Float], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (float, expected) in found.iter().zip(expected) {
            assert!((float.value - expected).abs() <= float.bound + 1e-12 && float.bound < 1e-4, "{found:?}");
        }
    }

    #[test]
    fn a_wave_is_one_line() {
        // cos(2 pi k / 4) and sin(2 pi k / 4): exp(i 2 pi k / 4), whose transform is 4 at 1.
        let (real, imaginary) = (tensor(&[1.0, 0.0, -1.0, 0.0]), tensor(&[0.0, 1.0, 0.0, -1.0]));
        let [a, b] = both(fft2d, &[&real, &imaginary], false);
        close(&a, &[0.0, 4.0, 0.0, 0.0]);
        close(&b, &[0.0; 4]);
        let [a, _] = both(fft2d, &[&real, &imaginary], true);
        close(&a, &[0.0, 0.0, 0.0, 4.0]);
    }

    #[test]
    fn real_numbers_need_half_of_it() {
        let real = tensor(&[1.0, 2.0, 3.0, 5.0]);
        let [a, b] = both(rfft2d, &[&real], false);
        close(&a, &[11.0, -2.0, -3.0]);
        close(&b, &[0.0, 3.0, 0.0]);
        assert_eq!(a[0].bound, 0.0, "sums of small integers are exact");
        assert_eq!(run("tosa.rfft2d", &[&real], Attributes::default(), Element::F32).0.shape, [1, 1, 3]);
    }
}
